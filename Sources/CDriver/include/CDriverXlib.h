// CDriverXlib: the functions of Xlib that GLX needs. libX11 is opened at the first call. If the program has a Display, libX11 is already
// loaded.

#ifndef RASTER_CDRIVER_XLIB_H
#define RASTER_CDRIVER_XLIB_H

#include <stdint.h>

/// Returns the number of screens of a Display; 0 if libX11 cannot be opened.
int RasterXlibScreenCount(void *display);

/// Returns an XVisualInfo, which the program must free with XFree; NULL if the screen has no visual with this number.
void *RasterXlibVisualInfo(void *display, int screen, uint32_t visual);
/// These functions return the number and the screen of the visual that a program describes by an XVisualInfo.
uint32_t RasterXlibVisualNumber(const void *info);
int RasterXlibVisualScreen(const void *info);

/// Reports an error as if the server had sent it: calls the program's error handler. Xlib's default handler ends the program. `minor` is
/// the number of the GLX request. If `isOfGLX` is true, `code` counts from the first error code of GLX.
void RasterXlibSendError(void *display, int code, int isOfGLX, uint32_t resource, int minor);

/// When the program closes a Display that was passed to RasterX11Open, Xlib calls `body` with the address of this Display.
void RasterXlibAtClose(void (*body)(void *display));

#endif
