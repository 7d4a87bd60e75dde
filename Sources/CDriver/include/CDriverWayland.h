// CDriverWayland: windows of a Wayland compositor. libwayland-client is opened when a display needs it.

#ifndef RASTER_CDRIVER_WAYLAND_H
#define RASTER_CDRIVER_WAYLAND_H

#include <stdint.h>

typedef struct RasterWayland RasterWayland;
typedef struct RasterWaylandWindow RasterWaylandWindow;

/// Connects to the compositor, or uses a program's connection (a wl_display). If the result is NULL, `reason` is a sentence that says why.
RasterWayland *RasterWaylandOpen(void *native, const char **reason);
void RasterWaylandClose(RasterWayland *wayland);

/// `native` is a wl_egl_window. NULL if another surface has the window. The compositor blends the window if it has alpha.
RasterWaylandWindow *RasterWaylandWindowOpen(RasterWayland *wayland, void *native, int hasAlpha);
void RasterWaylandWindowClose(RasterWaylandWindow *window);
/// Whether the program has not yet destroyed the window.
int RasterWaylandWindowSize(RasterWaylandWindow *window, int *width, int *height);
/// Memory that the compositor does not read now, for `height` rows of `width` pixels from the top down; NULL if there is none.
uint32_t *RasterWaylandWindowPixels(RasterWaylandWindow *window, int width, int height);
/// Shows the pixels. If `waits`, waits before until the compositor has shown the picture before, or a tenth of a second.
int RasterWaylandWindowShow(RasterWaylandWindow *window, int waits);

#endif
