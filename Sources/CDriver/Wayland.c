// Wayland: windows of a Wayland compositor through shared memory. All events of the driver have a queue of their own, which only the
// functions here read.

#define _GNU_SOURCE
#include "CDriverWayland.h"
#include "WaylandClient.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct {
#define FUNCTION(result, name, parameters) result (*name) parameters;
#define INTERFACE(name) const struct wl_interface *name;
    FOR_EACH_WAYLAND_FUNCTION(FUNCTION)
    FOR_EACH_WAYLAND_INTERFACE(INTERFACE)
} wl;

struct RasterWayland {
    struct wl_proxy *display;
    /// A second object for the display. The answers to requests on this object arrive in `queue`.
    struct wl_proxy *wrapper;
    struct wl_event_queue *queue;
    struct wl_proxy *shm;
    int isOwn;
};

/// Pixels that the compositor reads.
typedef struct {
    struct wl_proxy *proxy;
    uint32_t *pixels;
    size_t byteCount;
    int width, height;
    /// Whether the compositor may still read the pixels.
    int isBusy;
} Buffer;

/// While the compositor shows one buffer and a second buffer waits to be shown, the driver draws into the third.
enum { bufferCount = 3 };

struct RasterWaylandWindow {
    RasterWayland *wayland;
    /// The program's window; NULL after the program has destroyed the window.
    struct wl_egl_window *native;
    struct wl_proxy *surface;
    int hasAlpha;
    Buffer buffers[bufferCount];
    /// The buffer for the next picture.
    Buffer *next;
    /// The callback object for the last picture. It reports when the compositor has shown the picture, and is then set to NULL.
    struct wl_proxy *frame;
};

/// Opens the library once. The caller holds a lock.
static int openLibrary(const char **reason) {
    if (wl.wl_display_connect) return 1;
    void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *reason = "libwayland-client.so.0 cannot be opened";
        return 0;
    }
#define FIND(name) \
    if (!(wl.name = (__typeof__(wl.name))dlsym(library, #name))) { \
        wl.wl_display_connect = NULL; \
        *reason = "libwayland-client.so.0 lacks " #name; \
        return 0; \
    }
#define FIND_FUNCTION(result, name, parameters) FIND(name)
    FOR_EACH_WAYLAND_FUNCTION(FIND_FUNCTION)
    FOR_EACH_WAYLAND_INTERFACE(FIND)
    return 1;
}

static void registryHasGlobal(void *data, struct wl_proxy *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)version;
    RasterWayland *wayland = data;
    if (strcmp(interface, wl.wl_shm_interface->name) != 0 || wayland->shm) return;
    wayland->shm = wl.wl_proxy_marshal_flags(registry, bindOfRegistry, wl.wl_shm_interface, 1, 0, name, interface, 1, NULL);
}
static void registryLosesGlobal(void *data, struct wl_proxy *registry, uint32_t name) { (void)data; (void)registry; (void)name; }
static void (*registryListener[])(void) = {(void (*)(void))registryHasGlobal, (void (*)(void))registryLosesGlobal};

/// Ignores the list of formats, because every compositor supports the two formats that are used here.
static void shmHasFormat(void *data, struct wl_proxy *shm, uint32_t format) { (void)data; (void)shm; (void)format; }
static void (*shmListener[])(void) = {(void (*)(void))shmHasFormat};

RasterWayland *RasterWaylandOpen(void *native, const char **reason) {
    if (!openLibrary(reason)) return NULL;
    RasterWayland *wayland = calloc(1, sizeof *wayland);
    *reason = "there is no connection to the Wayland compositor";
    if (!wayland) return NULL;
    wayland->isOwn = native == NULL;
    wayland->display = native ? native : wl.wl_display_connect(NULL);
    if (!wayland->display) {
        free(wayland);
        return NULL;
    }
    wayland->queue = wl.wl_display_create_queue(wayland->display);
    wayland->wrapper = wl.wl_proxy_create_wrapper(wayland->display);
    struct wl_proxy *registry = NULL;
    if (wayland->queue && wayland->wrapper) {
        wl.wl_proxy_set_queue(wayland->wrapper, wayland->queue);
        registry = wl.wl_proxy_marshal_flags(wayland->wrapper, registryOfDisplay, wl.wl_registry_interface, 1, 0, NULL);
    }
    if (registry) {
        wl.wl_proxy_add_listener(registry, registryListener, wayland);
        wl.wl_display_roundtrip_queue(wayland->display, wayland->queue);
        wl.wl_proxy_destroy(registry);
    }
    if (!wayland->shm) {
        RasterWaylandClose(wayland);
        *reason = "the Wayland compositor has no shared memory";
        return NULL;
    }
    wl.wl_proxy_add_listener(wayland->shm, shmListener, wayland);
    return wayland;
}
void RasterWaylandClose(RasterWayland *wayland) {
    if (wayland->shm) wl.wl_proxy_destroy(wayland->shm);
    if (wayland->wrapper) wl.wl_proxy_wrapper_destroy(wayland->wrapper);
    if (wayland->queue) wl.wl_event_queue_destroy(wayland->queue);
    if (wayland->isOwn) wl.wl_display_disconnect(wayland->display);
    free(wayland);
}

/// Waits at most `milliseconds` for events and handles them. Returns true if there may have been new events.
static int readEvents(RasterWayland *wayland, int milliseconds) {
    while (wl.wl_display_prepare_read_queue(wayland->display, wayland->queue) != 0)
        if (wl.wl_display_dispatch_queue_pending(wayland->display, wayland->queue) < 0) return 0;
    wl.wl_display_flush(wayland->display);
    struct pollfd descriptor = {.fd = wl.wl_display_get_fd(wayland->display), .events = POLLIN};
    if (poll(&descriptor, 1, milliseconds) <= 0) {
        wl.wl_display_cancel_read(wayland->display);
        return 0;
    }
    return wl.wl_display_read_events(wayland->display) == 0 && wl.wl_display_dispatch_queue_pending(wayland->display, wayland->queue) >= 0;
}
static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// MARK: Windows

static void windowIsDestroyed(void *data) { ((RasterWaylandWindow *)data)->native = NULL; }

RasterWaylandWindow *RasterWaylandWindowOpen(RasterWayland *wayland, void *native, int hasAlpha) {
    struct wl_egl_window *window = native;
    if (!window || (window->version == 3 && window->driverPrivate)) return NULL;
    RasterWaylandWindow *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    struct wl_proxy *surface = window->version > 4096 ? (struct wl_proxy *)window->version : window->surface;
    made->wayland = wayland;
    made->native = window;
    made->hasAlpha = hasAlpha;
    made->surface = wl.wl_proxy_create_wrapper(surface);
    if (!made->surface) {
        free(made);
        return NULL;
    }
    wl.wl_proxy_set_queue(made->surface, wayland->queue);
    if (window->version == 3) {
        window->driverPrivate = made;
        window->destroyCallback = windowIsDestroyed;
    }
    return made;
}
static void freeBuffer(Buffer *buffer) {
    if (buffer->proxy) wl.wl_proxy_marshal_flags(buffer->proxy, destroyBuffer, NULL, 1, destroyWithRequest);
    if (buffer->pixels) munmap(buffer->pixels, buffer->byteCount);
    memset(buffer, 0, sizeof *buffer);
}
void RasterWaylandWindowClose(RasterWaylandWindow *window) {
    if (window->native && window->native->version == 3) {
        window->native->driverPrivate = NULL;
        window->native->destroyCallback = NULL;
    }
    for (int i = 0; i < bufferCount; i++) freeBuffer(&window->buffers[i]);
    if (window->frame) wl.wl_proxy_destroy(window->frame);
    wl.wl_proxy_wrapper_destroy(window->surface);
    free(window);
}
int RasterWaylandWindowSize(RasterWaylandWindow *window, int *width, int *height) {
    if (!window->native) return 0;
    *width = window->native->width;
    *height = window->native->height;
    return 1;
}

static void bufferIsReleased(void *data, struct wl_proxy *proxy) {
    (void)proxy;
    ((Buffer *)data)->isBusy = 0;
}
static void (*bufferListener[])(void) = {(void (*)(void))bufferIsReleased};

static int makeBuffer(RasterWaylandWindow *window, Buffer *buffer, int width, int height) {
    size_t byteCount = (size_t)width * (size_t)height * 4;
    if (byteCount == 0 || byteCount > INT32_MAX) return 0;
    int file = memfd_create("raster window", MFD_CLOEXEC);
    if (file < 0) return 0;
    void *address = ftruncate(file, (off_t)byteCount) == 0 ? mmap(NULL, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (address == MAP_FAILED) {
        close(file);
        return 0;
    }
    buffer->pixels = address;
    buffer->byteCount = byteCount;
    buffer->width = width;
    buffer->height = height;
    struct wl_proxy *pool = wl.wl_proxy_marshal_flags(window->wayland->shm, poolOfShm, wl.wl_shm_pool_interface, 1, 0, NULL, file, (int32_t)byteCount);
    if (pool) {
        buffer->proxy = wl.wl_proxy_marshal_flags(pool, bufferOfPool, wl.wl_buffer_interface, 1, 0, NULL, 0, width, height, width * 4,
                                                  window->hasAlpha ? formatARGB8888 : formatXRGB8888);
        wl.wl_proxy_marshal_flags(pool, destroyPool, NULL, 1, destroyWithRequest);
    }
    close(file);
    if (!buffer->proxy) {
        freeBuffer(buffer);
        return 0;
    }
    wl.wl_proxy_add_listener(buffer->proxy, bufferListener, buffer);
    return 1;
}

static Buffer *freeBufferOf(RasterWaylandWindow *window) {
    for (int i = 0; i < bufferCount; i++)
        if (!window->buffers[i].isBusy) return &window->buffers[i];
    return NULL;
}
uint32_t *RasterWaylandWindowPixels(RasterWaylandWindow *window, int width, int height) {
    wl.wl_display_dispatch_queue_pending(window->wayland->display, window->wayland->queue);
    Buffer *buffer;
    // Waits for a free buffer. A compositor returns a buffer at the latest when it has received two newer buffers.
    while (!(buffer = freeBufferOf(window)))
        if (!readEvents(window->wayland, 1000)) return NULL;
    if (buffer->width != width || buffer->height != height) {
        freeBuffer(buffer);
        if (!makeBuffer(window, buffer, width, height)) return NULL;
    }
    window->next = buffer;
    return buffer->pixels;
}

static void frameIsDone(void *data, struct wl_proxy *frame, uint32_t time) {
    (void)time;
    RasterWaylandWindow *window = data;
    wl.wl_proxy_destroy(frame);
    window->frame = NULL;
}
static void (*frameListener[])(void) = {(void (*)(void))frameIsDone};

int RasterWaylandWindowShow(RasterWaylandWindow *window, int waits) {
    if (!window->native) return 0;
    // The wait is limited to 100 ms, because a compositor does not report pictures of hidden windows.
    int64_t end = milliseconds() + 100, rest;
    while (waits && window->frame && (rest = end - milliseconds()) > 0)
        if (!readEvents(window->wayland, (int)rest)) break;
    if (window->frame) {
        wl.wl_proxy_destroy(window->frame);
        window->frame = NULL;
    }
    window->frame = wl.wl_proxy_marshal_flags(window->surface, frameOfSurface, wl.wl_callback_interface, 1, 0, NULL);
    if (window->frame) wl.wl_proxy_add_listener(window->frame, frameListener, window);
    Buffer *buffer = window->next;
    buffer->isBusy = 1;
    wl.wl_proxy_marshal_flags(window->surface, attachToSurface, NULL, 1, 0, buffer->proxy, window->native->dx, window->native->dy);
    window->native->dx = 0;
    window->native->dy = 0;
    window->native->attachedWidth = buffer->width;
    window->native->attachedHeight = buffer->height;
    uint32_t version = wl.wl_proxy_get_version(window->surface);
    int request = version >= 4 ? damageBufferOfSurface : damageSurface;
    wl.wl_proxy_marshal_flags(window->surface, (uint32_t)request, NULL, version, 0, 0, 0, INT32_MAX, INT32_MAX);
    wl.wl_proxy_marshal_flags(window->surface, commitSurface, NULL, version, 0);
    wl.wl_display_flush(window->wayland->display);
    return wl.wl_display_get_error(window->wayland->display) == 0;
}
