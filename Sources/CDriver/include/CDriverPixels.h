// CDriverPixels: converts pixels between the formats of surfaces and the format of windows.

#ifndef RASTER_CDRIVER_PIXELS_H
#define RASTER_CDRIVER_PIXELS_H

#include <stdint.h>

/// These functions convert rows from the bottom up to rows from the top down, in which a pixel has the bytes blue, green, red and alpha. A
/// pixel of the source has, in the order of the functions, the bytes red, green, blue and alpha; the bytes red, green and blue; or two
/// bytes that contain 5, 6 and 5 bits.
void RasterPixelsFromRGBA(uint32_t *target, const uint8_t *source, int width, int height);
void RasterPixelsFromRGB(uint32_t *target, const uint8_t *source, int width, int height);
void RasterPixelsFromRGB565(uint32_t *target, const uint8_t *source, int width, int height);
/// These functions convert in the opposite direction, from the format of windows: the first to the bytes red, green, blue and alpha, the
/// second to the bytes red, green and blue.
void RasterPixelsToRGBA(uint8_t *target, const uint32_t *source, int width, int height);
void RasterPixelsToRGB(uint8_t *target, const uint32_t *source, int width, int height);

#endif
