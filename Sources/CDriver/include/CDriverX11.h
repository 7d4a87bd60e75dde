// CDriverX11: windows and pixmaps of an X server. libxcb is opened when a display needs it, so a program without windows does not load it.

#ifndef RASTER_CDRIVER_X11_H
#define RASTER_CDRIVER_X11_H

#include <stdint.h>

typedef struct RasterX11 RasterX11;
typedef struct RasterX11Window RasterX11Window;

/// The kinds of native displays that a program may give: nothing, an Xlib Display, or an xcb_connection_t.
typedef enum { RasterX11NativeNone, RasterX11NativeXlib, RasterX11NativeXCB } RasterX11Native;

/// Connects to a server, or takes over a program's connection. `screen` is -1 for the connection's own screen. If the result is NULL,
/// `reason` is a sentence that says why.
RasterX11 *RasterX11Open(RasterX11Native kind, void *native, int screen, const char **reason);
void RasterX11Close(RasterX11 *x11);

/// The visuals of 32 bits per pixel in the order blue, green, red and alpha, whose windows have this depth: 24 or 32. The visual of the root
/// window is the first.
int RasterX11VisualCount(RasterX11 *x11, int depth);
uint32_t RasterX11Visual(RasterX11 *x11, int depth, int index);

/// A number for an object that only the driver knows, and that no object of the server will have; 0 if the connection is closed.
uint32_t RasterX11NewNumber(RasterX11 *x11);

/// A window or a pixmap. NULL if the server has none with this number, or if its pixels have another order.
RasterX11Window *RasterX11WindowOpen(RasterX11 *x11, uint32_t number, int isPixmap);
void RasterX11WindowClose(RasterX11Window *window);
/// The number of bits of a pixel that count: 24 or 32.
int RasterX11WindowDepth(RasterX11Window *window);
/// Whether the window still exists.
int RasterX11WindowSize(RasterX11Window *window, int *width, int *height);
/// Memory for `height` rows of `width` pixels, without padding; NULL if there is none. The rows run from the top down.
uint32_t *RasterX11WindowPixels(RasterX11Window *window, int width, int height);
/// Shows the pixels, and waits until the server has read them. Returns whether the window still exists.
int RasterX11WindowShow(RasterX11Window *window, int width, int height);
/// Returns the pixels that the server has now, until the next call; NULL if it does not give them.
const uint32_t *RasterX11WindowRead(RasterX11Window *window, int width, int height);

#endif
