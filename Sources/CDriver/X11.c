// X11: windows and pixmaps of an X server through libxcb.
//
// If the program has its own connection to the server, the driver uses that connection. On a second connection, a request for a new window
// could reach the server before the program's request that makes the window. All requests are checked requests. The error of an unchecked
// request would reach the program's error handler, which ends the program by default.

#include "CDriverX11.h"
#include "XlibDisplay.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/xcb.h>

#define FOR_EACH_XCB_FUNCTION(F) \
    F(xcb_connect) F(xcb_disconnect) F(xcb_connection_has_error) F(xcb_get_setup) F(xcb_setup_roots_iterator) F(xcb_screen_next) \
    F(xcb_screen_allowed_depths_iterator) F(xcb_depth_next) F(xcb_depth_visuals_iterator) F(xcb_visualtype_next) \
    F(xcb_setup_pixmap_formats) F(xcb_setup_pixmap_formats_length) F(xcb_get_geometry) F(xcb_get_geometry_reply) F(xcb_generate_id) \
    F(xcb_create_gc_checked) F(xcb_free_gc_checked) F(xcb_put_image_checked) F(xcb_request_check) F(xcb_get_maximum_request_length) \
    F(xcb_get_extension_data) F(xcb_discard_reply) F(xcb_get_image) F(xcb_get_image_reply) F(xcb_get_image_data) \
    F(xcb_get_image_data_length) F(xcb_get_window_attributes) F(xcb_get_window_attributes_reply)

static struct {
#define MEMBER(name) __typeof__(name) *name;
    FOR_EACH_XCB_FUNCTION(MEMBER)
    // The X extension for shared memory (MIT-SHM); NULL if the library for this extension is not installed.
    xcb_extension_t *shm;
    xcb_void_cookie_t (*xcb_shm_attach_checked)(xcb_connection_t *, uint32_t segment, uint32_t identifier, uint8_t readOnly);
    xcb_void_cookie_t (*xcb_shm_detach_checked)(xcb_connection_t *, uint32_t segment);
    xcb_void_cookie_t (*xcb_shm_put_image_checked)(xcb_connection_t *, xcb_drawable_t, xcb_gcontext_t, uint16_t totalWidth, uint16_t totalHeight,
                                                   uint16_t x, uint16_t y, uint16_t width, uint16_t height, int16_t targetX, int16_t targetY,
                                                   uint8_t depth, uint8_t format, uint8_t sendEvent, uint32_t segment, uint32_t offset);
} xcb;

/// The largest number of visuals that are noted for each depth. X servers have hundreds of visuals. The visuals of one depth differ only in
/// properties of OpenGL, which windows without OpenGL do not use.
#define LARGEST_VISUAL_COUNT 512

struct VisualList {
    uint32_t numbers[LARGEST_VISUAL_COUNT];
    int count;
};
struct RasterX11 {
    xcb_connection_t *connection;
    int isOwn;
    /// The program's Display; NULL if the program did not give one.
    void *display;
    /// True after the program has closed its Display. Then `connection` must not be used.
    int isGone;
    /// The visuals for windows of depth 24, and the visuals for windows of depth 32.
    struct VisualList visuals24, visuals32;
    int hasShm;
    RasterX11 *next;
};
/// The first element of the list of all open connections. The list is searched for the connections of a Display when the program closes the
/// Display.
static RasterX11 *all;
static pthread_mutex_t allLock = PTHREAD_MUTEX_INITIALIZER;

struct RasterX11Window {
    RasterX11 *x11;
    xcb_window_t window;
    xcb_gcontext_t gc;
    uint8_t depth;
    uint32_t *pixels;
    size_t byteCount;
    /// The number by which the server knows the shared memory; 0 if `pixels` is not shared with the server.
    uint32_t segment;
};

/// Opens the libraries once. The caller holds a lock.
static int openLibraries(const char **reason) {
    if (xcb.xcb_connect) return 1;
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *reason = "libxcb.so.1 cannot be opened";
        return 0;
    }
#define FIND(name) \
    if (!(xcb.name = (__typeof__(name) *)dlsym(library, #name))) { \
        xcb.xcb_connect = NULL; \
        *reason = "libxcb.so.1 lacks the function " #name; \
        return 0; \
    }
    FOR_EACH_XCB_FUNCTION(FIND)
    void *shm = dlopen("libxcb-shm.so.0", RTLD_NOW | RTLD_LOCAL);
    if (shm) {
        xcb.xcb_shm_attach_checked = dlsym(shm, "xcb_shm_attach_checked");
        xcb.xcb_shm_detach_checked = dlsym(shm, "xcb_shm_detach_checked");
        xcb.xcb_shm_put_image_checked = dlsym(shm, "xcb_shm_put_image_checked");
        if (xcb.xcb_shm_attach_checked && xcb.xcb_shm_detach_checked && xcb.xcb_shm_put_image_checked) xcb.shm = dlsym(shm, "xcb_shm_id");
    }
    return 1;
}

static int hasFormat(const xcb_setup_t *setup, int depth) {
    const xcb_format_t *formats = xcb.xcb_setup_pixmap_formats(setup);
    for (int i = 0; i < xcb.xcb_setup_pixmap_formats_length(setup); i++)
        if (formats[i].depth == depth) return formats[i].bits_per_pixel == 32;
    return 0;
}

/// Notes the visuals whose pixels have 8 bits for blue, green and red, from the lowest byte up.
static void findVisuals(RasterX11 *x11, int number) {
    const xcb_setup_t *setup = xcb.xcb_get_setup(x11->connection);
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) return;
    xcb_screen_iterator_t screens = xcb.xcb_setup_roots_iterator(setup);
    for (; number > 0 && screens.rem > 1; number--) xcb.xcb_screen_next(&screens);
    if (screens.rem == 0) return;
    xcb_depth_iterator_t depths = xcb.xcb_screen_allowed_depths_iterator(screens.data);
    for (; depths.rem; xcb.xcb_depth_next(&depths)) {
        int depth = depths.data->depth;
        if ((depth != 24 && depth != 32) || !hasFormat(setup, depth)) continue;
        struct VisualList *found = depth == 24 ? &x11->visuals24 : &x11->visuals32;
        xcb_visualtype_iterator_t visuals = xcb.xcb_depth_visuals_iterator(depths.data);
        for (; visuals.rem; xcb.xcb_visualtype_next(&visuals)) {
            const xcb_visualtype_t *visual = visuals.data;
            if (visual->_class != XCB_VISUAL_CLASS_TRUE_COLOR || visual->red_mask != 0xFF0000 || visual->green_mask != 0xFF00
                || visual->blue_mask != 0xFF) continue;
            // Programs make most windows with the visual of the root window. So this visual is put first in the list.
            int isRoot = visual->visual_id == screens.data->root_visual;
            if (found->count == LARGEST_VISUAL_COUNT) {
                if (isRoot) found->numbers[0] = visual->visual_id;
                continue;
            }
            found->numbers[found->count++] = isRoot && found->count > 0 ? found->numbers[0] : visual->visual_id;
            if (isRoot) found->numbers[0] = visual->visual_id;
        }
    }
}

RasterX11 *RasterX11Open(RasterX11Native kind, void *native, int screen, const char **reason) {
    *reason = "there is no memory";
    if (!openLibraries(reason)) return NULL;
    xcb_connection_t *connection = native;
    if (kind == RasterX11NativeNone) {
        int own = 0;
        connection = xcb.xcb_connect(NULL, &own);
        if (screen < 0) screen = own;
    } else if (kind == RasterX11NativeXlib) {
        connection = RasterXlibConnection(native, &screen, reason);
        if (!connection) return NULL;
    }
    if (xcb.xcb_connection_has_error(connection)) {
        if (kind == RasterX11NativeNone) xcb.xcb_disconnect(connection);
        *reason = "there is no connection to the X server";
        return NULL;
    }
    RasterX11 *x11 = calloc(1, sizeof *x11);
    if (!x11) return NULL;
    x11->connection = connection;
    x11->isOwn = kind == RasterX11NativeNone;
    x11->display = kind == RasterX11NativeXlib ? native : NULL;
    findVisuals(x11, screen < 0 ? 0 : screen);
    if (xcb.shm) {
        const xcb_query_extension_reply_t *extension = xcb.xcb_get_extension_data(connection, xcb.shm);
        x11->hasShm = extension && extension->present;
    }
    pthread_mutex_lock(&allLock);
    x11->next = all;
    all = x11;
    pthread_mutex_unlock(&allLock);
    return x11;
}
void RasterX11Close(RasterX11 *x11) {
    pthread_mutex_lock(&allLock);
    for (RasterX11 **place = &all; *place; place = &(*place)->next) {
        if (*place != x11) continue;
        *place = x11->next;
        break;
    }
    pthread_mutex_unlock(&allLock);
    if (x11->isOwn) xcb.xcb_disconnect(x11->connection);
    free(x11);
}
void RasterX11DisplayCloses(void *display) {
    pthread_mutex_lock(&allLock);
    for (RasterX11 *x11 = all; x11; x11 = x11->next)
        if (x11->display == display) x11->isGone = 1;
    pthread_mutex_unlock(&allLock);
}
static const struct VisualList *visualsOf(const RasterX11 *x11, int depth) { return depth == 24 ? &x11->visuals24 : &x11->visuals32; }
int RasterX11VisualCount(RasterX11 *x11, int depth) { return visualsOf(x11, depth)->count; }
uint32_t RasterX11Visual(RasterX11 *x11, int depth, int index) { return visualsOf(x11, depth)->numbers[index]; }
uint32_t RasterX11NewNumber(RasterX11 *x11) { return x11->isGone ? 0 : xcb.xcb_generate_id(x11->connection); }

/// Waits until the server has handled a request. Returns true if the request succeeded.
static int succeeds(RasterX11 *x11, xcb_void_cookie_t cookie) {
    xcb_generic_error_t *error = xcb.xcb_request_check(x11->connection, cookie);
    free(error);
    return !error && !xcb.xcb_connection_has_error(x11->connection);
}
/// Ignores the result of a request: does not wait for it, and drops its error when the error arrives.
static void ignore(RasterX11 *x11, xcb_void_cookie_t cookie) { xcb.xcb_discard_reply(x11->connection, cookie.sequence); }

static int geometry(RasterX11 *x11, xcb_drawable_t window, int *width, int *height, uint8_t *depth) {
    if (x11->isGone) return 0;
    xcb_generic_error_t *error = NULL;
    xcb_get_geometry_reply_t *reply = xcb.xcb_get_geometry_reply(x11->connection, xcb.xcb_get_geometry(x11->connection, window), &error);
    free(error);
    if (!reply) return 0;
    *width = reply->width;
    *height = reply->height;
    *depth = reply->depth;
    free(reply);
    return 1;
}

static int isWindow(RasterX11 *x11, uint32_t number) {
    xcb_generic_error_t *error = NULL;
    xcb_get_window_attributes_reply_t *reply =
        xcb.xcb_get_window_attributes_reply(x11->connection, xcb.xcb_get_window_attributes(x11->connection, number), &error);
    free(error);
    free(reply);
    return reply != NULL;
}
RasterX11Window *RasterX11WindowOpen(RasterX11 *x11, uint32_t number, int isPixmap) {
    int width, height;
    uint8_t depth;
    if (!geometry(x11, number, &width, &height, &depth) || (depth != 24 && depth != 32) || RasterX11VisualCount(x11, depth) == 0) return NULL;
    if (isWindow(x11, number) == isPixmap) return NULL;
    RasterX11Window *window = calloc(1, sizeof *window);
    if (!window) return NULL;
    window->x11 = x11;
    window->window = number;
    window->depth = depth;
    window->gc = xcb.xcb_generate_id(x11->connection);
    if (!succeeds(x11, xcb.xcb_create_gc_checked(x11->connection, window->gc, number, 0, NULL))) {
        free(window);
        return NULL;
    }
    return window;
}
static void freePixels(RasterX11Window *window) {
    if (window->segment) {
        if (!window->x11->isGone) ignore(window->x11, xcb.xcb_shm_detach_checked(window->x11->connection, window->segment));
        shmdt(window->pixels);
    } else {
        free(window->pixels);
    }
    window->pixels = NULL;
    window->segment = 0;
    window->byteCount = 0;
}
void RasterX11WindowClose(RasterX11Window *window) {
    freePixels(window);
    if (!window->x11->isGone) ignore(window->x11, xcb.xcb_free_gc_checked(window->x11->connection, window->gc));
    free(window);
}
int RasterX11WindowDepth(RasterX11Window *window) { return window->depth; }
int RasterX11WindowSize(RasterX11Window *window, int *width, int *height) {
    uint8_t depth;
    return geometry(window->x11, window->window, width, height, &depth);
}

/// Allocates memory for `pixels` that is shared with the server. Returns false if this fails, for example because the server runs on
/// another machine.
static int makeSharedPixels(RasterX11Window *window, size_t byteCount) {
    RasterX11 *x11 = window->x11;
    int identifier = shmget(IPC_PRIVATE, byteCount, IPC_CREAT | 0600);
    if (identifier < 0) return 0;
    void *address = shmat(identifier, NULL, 0);
    if (address != (void *)-1) {
        uint32_t segment = xcb.xcb_generate_id(x11->connection);
        if (succeeds(x11, xcb.xcb_shm_attach_checked(x11->connection, segment, (uint32_t)identifier, 1))) {
            window->pixels = address;
            window->segment = segment;
        } else {
            shmdt(address);
        }
    }
    // Marks the memory for removal: the system frees it when both this process and the server have detached it.
    shmctl(identifier, IPC_RMID, NULL);
    return window->segment != 0;
}
uint32_t *RasterX11WindowPixels(RasterX11Window *window, int width, int height) {
    size_t byteCount = (size_t)width * (size_t)height * 4;
    if (window->pixels && window->byteCount >= byteCount) return window->pixels;
    freePixels(window);
    if (window->x11->hasShm && !window->x11->isGone && !makeSharedPixels(window, byteCount)) window->x11->hasShm = 0;
    if (!window->segment) window->pixels = malloc(byteCount);
    window->byteCount = window->pixels ? byteCount : 0;
    return window->pixels;
}

int RasterX11WindowShow(RasterX11Window *window, int width, int height) {
    RasterX11 *x11 = window->x11;
    if (x11->isGone) return 0;
    if (window->segment) {
        return succeeds(x11, xcb.xcb_shm_put_image_checked(x11->connection, window->window, window->gc, (uint16_t)width, (uint16_t)height, 0, 0,
                                                           (uint16_t)width, (uint16_t)height, 0, 0, window->depth, XCB_IMAGE_FORMAT_Z_PIXMAP, 0,
                                                           window->segment, 0));
    }
    // The length of a request is limited, so the rows are sent in several requests. The 64 bytes that are subtracted are more than the
    // fixed part of a request.
    size_t limit = (size_t)xcb.xcb_get_maximum_request_length(x11->connection) * 4 - 64, rowByteCount = (size_t)width * 4;
    int step = (int)(limit / rowByteCount);
    if (step < 1) return 0;
    for (int y = 0; y < height; y += step) {
        int rows = height - y < step ? height - y : step;
        if (!succeeds(x11, xcb.xcb_put_image_checked(x11->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window->window, window->gc, (uint16_t)width,
                                                     (uint16_t)rows, 0, (int16_t)y, 0, window->depth, (uint32_t)(rowByteCount * (size_t)rows),
                                                     (const uint8_t *)(window->pixels + (size_t)y * (size_t)width)))) return 0;
    }
    return 1;
}

const uint32_t *RasterX11WindowRead(RasterX11Window *window, int width, int height) {
    RasterX11 *x11 = window->x11;
    uint32_t *pixels = RasterX11WindowPixels(window, width, height);
    if (!pixels || x11->isGone) return NULL;
    xcb_generic_error_t *error = NULL;
    xcb_get_image_cookie_t cookie = xcb.xcb_get_image(x11->connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window->window, 0, 0, (uint16_t)width,
                                                      (uint16_t)height, ~0u);
    xcb_get_image_reply_t *reply = xcb.xcb_get_image_reply(x11->connection, cookie, &error);
    free(error);
    size_t byteCount = (size_t)width * (size_t)height * 4;
    int isWhole = reply && (size_t)xcb.xcb_get_image_data_length(reply) >= byteCount;
    if (isWhole) memcpy(pixels, xcb.xcb_get_image_data(reply), byteCount);
    free(reply);
    return isWhole ? pixels : NULL;
}
