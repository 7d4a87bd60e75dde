// CDriverWayland: windows of a Wayland compositor. libwayland-client is opened when a display needs it.

#ifndef RASTER_CDRIVER_WAYLAND_H
#define RASTER_CDRIVER_WAYLAND_H

#include <stdint.h>

typedef struct RasterWayland RasterWayland;
typedef struct RasterWaylandWindow RasterWaylandWindow;

/// Connects to the compositor, or uses a program's connection (a wl_display). If the result is NULL, `reason` is a sentence that says why.
RasterWayland *RasterWaylandOpen(void *native, const char **reason);
void RasterWaylandClose(RasterWayland *wayland);

/// Opens the window `native`, a wl_egl_window. Returns NULL if another surface uses the window. If `hasAlpha` is true, the compositor
/// blends the window with the windows behind it.
RasterWaylandWindow *RasterWaylandWindowOpen(RasterWayland *wayland, void *native, int hasAlpha);
void RasterWaylandWindowClose(RasterWaylandWindow *window);
/// Reads the size of the window. Returns false if the program has destroyed the window.
int RasterWaylandWindowSize(RasterWaylandWindow *window, int *width, int *height);
/// Returns memory for `height` rows of `width` pixels, from the top down, that the compositor is not reading; NULL if no such memory is
/// available.
uint32_t *RasterWaylandWindowPixels(RasterWaylandWindow *window, int width, int height);
/// Shows the pixels. If `waits` is true, first waits until the compositor has shown the previous picture, but at most a tenth of a second.
int RasterWaylandWindowShow(RasterWaylandWindow *window, int waits);

#endif
