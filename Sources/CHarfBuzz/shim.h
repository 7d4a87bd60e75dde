// HarfBuzz (Debian: libharfbuzz-dev) chooses and places the glyphs of a text.
#pragma once
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ot.h>
