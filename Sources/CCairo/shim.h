// Cairo (Debian: libcairo2-dev), which writes PDF; the tests also compare the canvas' drawing with its.
#pragma once
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
