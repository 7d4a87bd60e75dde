// XlibDisplay: what X11.c and Xlib.c know of each other.

#ifndef RASTER_XLIB_DISPLAY_H
#define RASTER_XLIB_DISPLAY_H

#include <xcb/xcb.h>

/// Returns the connection of an Xlib Display, and its default screen if `screen` is negative. If the result is NULL, `reason` says why.
xcb_connection_t *RasterXlibConnection(void *display, int *screen, const char **reason);
/// Lets go of the connection, because the program closes the Display.
void RasterX11DisplayCloses(void *display);

#endif
