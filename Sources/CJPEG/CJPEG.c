// CJPEG.c: see CJPEG.h. The file implements libjpeg's error manager, which returns to the caller's frame by longjmp, and a source
// that ends where the bytes end.

#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// libjpeg decodes each scan of a progressive file over the whole picture. A small file can have a scan for each few bytes, so the number
/// of scans is limited. Ordinary files have about ten scans.
enum { maximum_scan_count = 500, maximum_warning_count = 8 };

/// The error manager of one reader or writer.
typedef struct Errors {
    struct jpeg_error_mgr manager;
    jmp_buf exit;
    JPEGProblem problem;
    char message[JMSG_LENGTH_MAX];
    int warning_count;
    int warning_codes[maximum_warning_count];
    char warnings[maximum_warning_count][JMSG_LENGTH_MAX];
} Errors;

static JPEGProblem problem_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY: return JPEGNoMemory;
    case JERR_SOF_UNSUPPORTED: case JERR_BAD_PRECISION: case JERR_FRACT_SAMPLE_NOTIMPL: case JERR_CCIR601_NOTIMPL:
    case JERR_NOT_COMPILED: case JERR_NOTIMPL: case JERR_CONVERSION_NOTIMPL: case JERR_ARITH_NOTIMPL: return JPEGUnsupported;
    default: return JPEGDamaged;
    }
}

static _Noreturn void leave(j_common_ptr info, JPEGProblem problem) {
    Errors *errors = (Errors *)info->err;
    errors->problem = problem;
    longjmp(errors->exit, 1);
}

static _Noreturn void leave_with_message(j_common_ptr info) {
    Errors *errors = (Errors *)info->err;
    errors->manager.format_message(info, errors->message);
    leave(info, problem_of(errors->manager.msg_code));
}

static _Noreturn void leave_with_text(j_common_ptr info, JPEGProblem problem, const char *text) {
    Errors *errors = (Errors *)info->err;
    snprintf(errors->message, sizeof errors->message, "%s", text);
    leave(info, problem);
}

/// Records the first warning of each kind. Messages with a level of 0 or more are no warnings.
static void record(j_common_ptr info, int level) {
    Errors *errors = (Errors *)info->err;
    if (level >= 0 || errors->warning_count == maximum_warning_count) return;
    for (int k = 0; k < errors->warning_count; k++)
        if (errors->warning_codes[k] == errors->manager.msg_code) return;
    errors->warning_codes[errors->warning_count] = errors->manager.msg_code;
    errors->manager.format_message(info, errors->warnings[errors->warning_count++]);
}

static struct jpeg_error_mgr *prepare(Errors *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = leave_with_message;
    errors->manager.emit_message = record;
    return &errors->manager;
}

// Reading

struct JPEGReader {
    struct jpeg_decompress_struct info;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    Errors errors;
};

static void begin(j_decompress_ptr info) { (void)info; }

static boolean end_of_bytes(j_decompress_ptr info) {
    leave_with_text((j_common_ptr)info, JPEGTruncated, "it ends before its end marker");
}

static void skip(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    size_t step = (size_t)count < info->src->bytes_in_buffer ? (size_t)count : info->src->bytes_in_buffer;
    info->src->next_input_byte += step;
    info->src->bytes_in_buffer -= step;
    if (step < (size_t)count) end_of_bytes(info);
}

static void limit_scans(j_common_ptr info) {
    if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > maximum_scan_count)
        leave_with_text(info, JPEGDamaged, "it has more than 500 scans");
}

static bool create(JPEGReader *reader) {
    reader->info.err = prepare(&reader->errors);
    if (setjmp(reader->errors.exit)) return false;
    jpeg_create_decompress(&reader->info);
    return true;
}

JPEGReader *jpeg_reader_make(const uint8_t *bytes, size_t count) {
    JPEGReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    if (!create(reader)) {
        jpeg_reader_free(reader);
        return NULL;
    }
    reader->source = (struct jpeg_source_mgr){
        .next_input_byte = bytes, .bytes_in_buffer = count, .init_source = begin, .fill_input_buffer = end_of_bytes,
        .skip_input_data = skip, .resync_to_restart = jpeg_resync_to_restart, .term_source = begin,
    };
    reader->progress.progress_monitor = limit_scans;
    reader->info.src = &reader->source;
    reader->info.progress = &reader->progress;
    return reader;
}

JPEGProblem jpeg_reader_read_head(JPEGReader *reader, JPEGHead *head) {
    j_decompress_ptr info = &reader->info;
    if (setjmp(reader->errors.exit)) return reader->errors.problem;
    jpeg_read_header(info, TRUE);
    *head = (JPEGHead){info->image_width, info->image_height, info->num_components, info->arith_code};
    return JPEGNoProblem;
}

/// Converts a row of CMYK to RGB. Like Adobe's programs, files store 255 minus the amount of ink: the light that the ink leaves. The light
/// that two inks leave is the product of their stored values.
static void convert_inks(const JSAMPLE *inks, uint8_t *pixels, JDIMENSION width) {
    for (JDIMENSION x = 0; x < width; x++, inks += 4, pixels += 3)
        for (int c = 0; c < 3; c++) pixels[c] = (uint8_t)((inks[c] * inks[3] + 127) / 255);
}

JPEGProblem jpeg_reader_read_pixels(JPEGReader *reader, uint8_t *pixels) {
    j_decompress_ptr info = &reader->info;
    if (setjmp(reader->errors.exit)) return reader->errors.problem;
    bool has_inks = info->num_components == 4;
    info->out_color_space = has_inks ? JCS_CMYK : info->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(info);
    size_t row_size = (size_t)info->output_width * (info->num_components == 1 ? 1 : 3);
    JSAMPROW inks = NULL;
    if (has_inks) inks = info->mem->alloc_large((j_common_ptr)info, JPOOL_IMAGE, (size_t)info->output_width * 4);
    while (info->output_scanline < info->output_height) {
        uint8_t *target = pixels + info->output_scanline * row_size;
        JSAMPROW row = has_inks ? inks : target;
        if (jpeg_read_scanlines(info, &row, 1) == 1 && has_inks) convert_inks(inks, target, info->output_width);
    }
    jpeg_finish_decompress(info);
    return JPEGNoProblem;
}

const char *jpeg_reader_message(const JPEGReader *reader) { return reader->errors.message; }

const char *jpeg_reader_warning(const JPEGReader *reader, int number) {
    return number >= 0 && number < reader->errors.warning_count ? reader->errors.warnings[number] : NULL;
}

void jpeg_reader_free(JPEGReader *reader) {
    jpeg_destroy_decompress(&reader->info);
    free(reader);
}

// Writing

/// The file that is being written, in memory that grows by doubling.
typedef struct Destination {
    struct jpeg_destination_mgr manager;
    uint8_t *bytes;
    size_t capacity;
} Destination;

static void end_file(j_compress_ptr info) { (void)info; }

static boolean grow(j_compress_ptr info) {
    Destination *destination = (Destination *)info->dest;
    size_t count = destination->capacity, capacity = count == 0 ? 1 << 14 : 2 * count;
    uint8_t *bytes = realloc(destination->bytes, capacity);
    if (bytes == NULL) leave_with_text((j_common_ptr)info, JPEGNoMemory, "no memory");
    destination->bytes = bytes;
    destination->capacity = capacity;
    destination->manager.next_output_byte = bytes + count;
    destination->manager.free_in_buffer = capacity - count;
    return TRUE;
}

static void begin_output(j_compress_ptr info) { grow(info); }

JPEGProblem jpeg_write(const uint8_t *pixels, uint32_t width, uint32_t height, int channel_count, int quality,
                       bool has_full_chroma, uint8_t **data, size_t *count, char *message) {
    struct jpeg_compress_struct info;
    Errors errors = {0};
    Destination destination = {
        .manager = {.init_destination = begin_output, .empty_output_buffer = grow, .term_destination = end_file},
    };
    memset(&info, 0, sizeof info);
    *data = NULL;
    info.err = prepare(&errors);
    if (setjmp(errors.exit)) {
        jpeg_destroy_compress(&info);
        free(destination.bytes);
        snprintf(message, 200, "%s", errors.message);
        return errors.problem;
    }
    jpeg_create_compress(&info);
    info.dest = &destination.manager;
    info.image_width = width;
    info.image_height = height;
    info.input_components = channel_count;
    info.in_color_space = channel_count == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.dct_method = JDCT_ISLOW;
    if (channel_count == 3) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = has_full_chroma ? 1 : 2;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)pixels + (size_t)info.next_scanline * width * (size_t)channel_count;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *data = destination.bytes;
    *count = destination.capacity - destination.manager.free_in_buffer;
    return JPEGNoProblem;
}
