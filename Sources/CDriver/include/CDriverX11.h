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

/// Returns the number of visuals for windows of this depth (24 or 32) whose pixels have 32 bits in the order blue, green, red and alpha.
/// RasterX11Visual returns one of these visuals by its index. If the visual of the root window is one of them, it has index 0.
int RasterX11VisualCount(RasterX11 *x11, int depth);
uint32_t RasterX11Visual(RasterX11 *x11, int depth, int index);

/// Returns a number for an object that only the driver knows. No object of the server will get this number. Returns 0 if the connection is
/// closed.
uint32_t RasterX11NewNumber(RasterX11 *x11);

/// Opens a window or a pixmap. Returns NULL if the server has no such object with this number, or if the server stores pixels in another
/// format.
RasterX11Window *RasterX11WindowOpen(RasterX11 *x11, uint32_t number, int isPixmap);
void RasterX11WindowClose(RasterX11Window *window);
/// Returns the number of bits of a pixel that contain a colour or alpha: 24 or 32.
int RasterX11WindowDepth(RasterX11Window *window);
/// Reads the size of the window. Returns false if the window no longer exists.
int RasterX11WindowSize(RasterX11Window *window, int *width, int *height);
/// Returns memory for `height` rows of `width` pixels, from the top down and without padding; NULL if the memory cannot be allocated.
uint32_t *RasterX11WindowPixels(RasterX11Window *window, int width, int height);
/// Shows the pixels, and waits until the server has read them. Returns whether the window still exists.
int RasterX11WindowShow(RasterX11Window *window, int width, int height);
/// Returns the window's current pixels, as the server has them; NULL if the server does not return them. The result is valid until the next
/// call with this window.
const uint32_t *RasterX11WindowRead(RasterX11Window *window, int width, int height);

#endif
