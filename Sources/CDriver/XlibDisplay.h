// XlibDisplay: the functions of X11.c that Xlib.c calls, and the functions of Xlib.c that X11.c calls.

#ifndef RASTER_XLIB_DISPLAY_H
#define RASTER_XLIB_DISPLAY_H

#include <xcb/xcb.h>

/// Returns the connection of an Xlib Display, and its default screen if `screen` is negative. If the result is NULL, `reason` says why.
xcb_connection_t *RasterXlibConnection(void *display, int *screen, const char **reason);
/// Stops using the connection of `display`. Xlib.c calls this when the program closes the Display.
void RasterX11DisplayCloses(void *display);

#endif
