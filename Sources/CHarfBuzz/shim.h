// HarfBuzz (Debian: libharfbuzz-dev), which chooses and places the glyphs of a text.
#pragma once
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ot.h>
