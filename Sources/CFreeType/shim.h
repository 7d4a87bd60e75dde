// FreeType 2 (Debian: libfreetype-dev), for the outlines of fonts. pkg-config names its folder of headers, which include each other by it.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BBOX_H
