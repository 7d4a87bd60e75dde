// CDriverXlib: what GLX needs of Xlib. libX11 is opened at the first call; a program that has a Display has loaded it.

#ifndef RASTER_CDRIVER_XLIB_H
#define RASTER_CDRIVER_XLIB_H

#include <stdint.h>

/// The number of screens of a Display; 0 if libX11 cannot be opened.
int RasterXlibScreenCount(void *display);

/// An XVisualInfo, which the program frees with XFree; NULL if the screen has no visual with this number.
void *RasterXlibVisualInfo(void *display, int screen, uint32_t visual);
/// The number and the screen of the visual that a program describes by an XVisualInfo.
uint32_t RasterXlibVisualNumber(const void *info);
int RasterXlibVisualScreen(const void *info);

/// Reports an error as if the server had: to the function that the program has chosen for errors. By default Xlib's own ends the program.
/// `minor` is the number of the request of GLX. `code` counts from the first error of GLX if `isOfGLX`.
void RasterXlibSendError(void *display, int code, int isOfGLX, uint32_t resource, int minor);

/// Makes `body` run with the address of each Display that RasterX11Open has seen, when the program closes the Display.
void RasterXlibAtClose(void (*body)(void *display));

#endif
