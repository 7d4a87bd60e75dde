// Cairo (Debian: libcairo2-dev) writes PDF; the tests also compare the canvas' drawing with Cairo's.
#pragma once
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
