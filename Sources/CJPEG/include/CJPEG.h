// Reads and writes JPEG with libjpeg (Debian: libjpeg62-turbo-dev). libjpeg reports an error by longjmp, which must not skip Swift
// code. Therefore the calls of libjpeg are in C.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum JPEGProblem {
    JPEGNoProblem,
    JPEGNoMemory,
    /// The file ends before its end marker.
    JPEGTruncated,
    /// libjpeg does not implement the kind of file.
    JPEGUnsupported,
    JPEGDamaged,
} JPEGProblem;

typedef struct JPEGHead {
    uint32_t width, height;
    /// The number of components in the file: 1 (grey), 3 (colour) or 4 (CMYK or YCCK).
    int component_count;
    bool is_arithmetic;
} JPEGHead;

typedef struct JPEGReader JPEGReader;

/// Makes a reader of the bytes, which must not move or change until the reader is freed. Returns null if the system has no memory.
JPEGReader *jpeg_reader_make(const uint8_t *bytes, size_t count);
/// Reads the markers before the picture.
JPEGProblem jpeg_reader_read_head(JPEGReader *reader, JPEGHead *head);
/// Decodes the picture. Call it once, after `jpeg_reader_read_head`. One component gives grey of 8 bits, three and four components
/// give RGB. `pixels` has room for width · height pixels. If a problem is returned, the rest of the pixels is unchanged.
JPEGProblem jpeg_reader_read_pixels(JPEGReader *reader, uint8_t *pixels);
/// Returns the message of the last problem.
const char *jpeg_reader_message(const JPEGReader *reader);
/// Returns the message of a kind of warning; null if the number is too large. The kinds of warnings that have occurred are numbered from 0,
/// in the order of their first occurrence.
const char *jpeg_reader_warning(const JPEGReader *reader, int number);
void jpeg_reader_free(JPEGReader *reader);

/// Encodes grey (1 channel) or RGB (3 channels). `quality` is 1…100. On success, `*data` is memory that the caller frees with
/// `free`. On failure, `*data` is null and `message`, of 200 bytes, has the reason.
JPEGProblem jpeg_write(const uint8_t *pixels, uint32_t width, uint32_t height, int channel_count, int quality,
                       bool has_full_chroma, uint8_t **data, size_t *count, char *message);
