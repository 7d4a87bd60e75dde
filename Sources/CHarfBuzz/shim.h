// HarfBuzz (Debian: libharfbuzz-dev) chooses the glyphs of a text and places them.
#pragma once
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ot.h>
