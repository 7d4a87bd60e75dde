// WindowPixels: conversions of pixels. The loops are in C so that the compiler turns them into vector code.

#include "CDriverPixels.h"
#include <stddef.h>
#include <string.h>

/// Returns the address of the source's row that becomes row `y` of the target.
static const uint8_t *sourceRow(const uint8_t *source, int y, int height, size_t byteCount) { return source + (size_t)(height - 1 - y) * byteCount; }

void RasterPixelsFromRGBA(uint32_t *target, const uint8_t *source, int width, int height) {
    for (int y = 0; y < height; y++, target += width) {
        const uint8_t *row = sourceRow(source, y, height, (size_t)width * 4);
        for (int x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, row + (size_t)x * 4, 4);
            target[x] = (pixel & 0xFF00FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16;
        }
    }
}
void RasterPixelsFromRGB(uint32_t *target, const uint8_t *source, int width, int height) {
    for (int y = 0; y < height; y++, target += width) {
        const uint8_t *row = sourceRow(source, y, height, (size_t)width * 3);
        for (int x = 0; x < width; x++, row += 3) target[x] = 0xFF000000 | (uint32_t)row[0] << 16 | (uint32_t)row[1] << 8 | row[2];
    }
}
void RasterPixelsFromRGB565(uint32_t *target, const uint8_t *source, int width, int height) {
    for (int y = 0; y < height; y++, target += width) {
        const uint8_t *row = sourceRow(source, y, height, (size_t)width * 2);
        for (int x = 0; x < width; x++) {
            uint16_t pixel;
            memcpy(&pixel, row + (size_t)x * 2, 2);
            uint32_t red = pixel >> 11, green = pixel >> 5 & 63, blue = pixel & 31;
            target[x] = 0xFF000000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2);
        }
    }
}

void RasterPixelsToRGBA(uint8_t *target, const uint32_t *source, int width, int height) {
    for (int y = height - 1; y >= 0; y--, target += (size_t)width * 4) {
        const uint32_t *row = source + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) {
            uint32_t pixel = (row[x] & 0xFF00FF00) | (row[x] >> 16 & 0xFF) | (row[x] & 0xFF) << 16;
            memcpy(target + (size_t)x * 4, &pixel, 4);
        }
    }
}
void RasterPixelsToRGB(uint8_t *target, const uint32_t *source, int width, int height) {
    for (int y = height - 1; y >= 0; y--) {
        const uint32_t *row = source + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++, target += 3) {
            target[0] = (uint8_t)(row[x] >> 16);
            target[1] = (uint8_t)(row[x] >> 8);
            target[2] = (uint8_t)row[x];
        }
    }
}
