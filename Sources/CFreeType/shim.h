// FreeType 2 (Debian: libfreetype-dev) reads the outlines of fonts. Its headers include each other by paths below a folder that
// pkg-config names.
#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BBOX_H
