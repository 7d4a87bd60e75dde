// WaylandClient: the functions of libwayland-client that the driver calls, and the requests that it sends.
//
// Wayland's own headers cannot be used here: their inline functions refer to data of the library, which must then be linked, but the driver
// opens the library only at run time.

#ifndef RASTER_WAYLAND_CLIENT_H
#define RASTER_WAYLAND_CLIENT_H

#include <stdint.h>

struct wl_interface {
    const char *name;
    int version;
};
struct wl_proxy;
struct wl_event_queue;
/// The structure that libwayland-egl and drivers share. Before version 3, its first member was the surface, not the version.
struct wl_egl_window {
    intptr_t version;
    int width, height;
    int dx, dy;
    int attachedWidth, attachedHeight;
    void *driverPrivate;
    void (*resizeCallback)(struct wl_egl_window *window, void *driverPrivate);
    void (*destroyCallback)(void *driverPrivate);
    struct wl_proxy *surface;
};

enum { registryOfDisplay = 1, bindOfRegistry = 0, poolOfShm = 0, bufferOfPool = 0, destroyPool = 1, destroyBuffer = 0 };
enum { attachToSurface = 1, damageSurface = 2, frameOfSurface = 3, commitSurface = 6, damageBufferOfSurface = 9 };
enum { destroyWithRequest = 1 };
enum { formatARGB8888 = 0, formatXRGB8888 = 1 };

#define FOR_EACH_WAYLAND_FUNCTION(F) \
    F(struct wl_proxy *, wl_display_connect, (const char *name)) \
    F(void, wl_display_disconnect, (struct wl_proxy *display)) \
    F(int, wl_display_get_fd, (struct wl_proxy *display)) \
    F(int, wl_display_flush, (struct wl_proxy *display)) \
    F(int, wl_display_get_error, (struct wl_proxy *display)) \
    F(struct wl_event_queue *, wl_display_create_queue, (struct wl_proxy *display)) \
    F(void, wl_event_queue_destroy, (struct wl_event_queue *queue)) \
    F(int, wl_display_roundtrip_queue, (struct wl_proxy *display, struct wl_event_queue *queue)) \
    F(int, wl_display_prepare_read_queue, (struct wl_proxy *display, struct wl_event_queue *queue)) \
    F(int, wl_display_read_events, (struct wl_proxy *display)) \
    F(void, wl_display_cancel_read, (struct wl_proxy *display)) \
    F(int, wl_display_dispatch_queue_pending, (struct wl_proxy *display, struct wl_event_queue *queue)) \
    F(void *, wl_proxy_create_wrapper, (void *proxy)) \
    F(void, wl_proxy_wrapper_destroy, (void *wrapper)) \
    F(void, wl_proxy_set_queue, (struct wl_proxy *proxy, struct wl_event_queue *queue)) \
    F(uint32_t, wl_proxy_get_version, (struct wl_proxy *proxy)) \
    F(void, wl_proxy_destroy, (struct wl_proxy *proxy)) \
    F(int, wl_proxy_add_listener, (struct wl_proxy *proxy, void (**listener)(void), void *data)) \
    F(struct wl_proxy *, wl_proxy_marshal_flags, (struct wl_proxy *proxy, uint32_t request, const struct wl_interface *interface, \
                                                  uint32_t version, uint32_t flags, ...))
#define FOR_EACH_WAYLAND_INTERFACE(F) F(wl_registry_interface) F(wl_shm_interface) F(wl_shm_pool_interface) F(wl_buffer_interface) F(wl_callback_interface)

#endif
