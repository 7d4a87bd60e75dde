// Cairo (Debian: libcairo2-dev) writes PDF. The tests also compare the canvas's drawing with Cairo's drawing.
#pragma once
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
