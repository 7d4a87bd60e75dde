// CDriverGLX: the interface between libglvnd's libGLX and a driver.
//
// The structures are the same as in libglvnd's libglxabi.h, version 1.0. This file declares them again, because libglxabi.h includes
// OpenGL's headers. Swift code would then see the names of OpenGL's headers beside the names of the Swift modules. Displays, visuals,
// contexts and configurations are addresses, and drawables are numbers.

#ifndef RASTER_CDRIVER_GLX_H
#define RASTER_CDRIVER_GLX_H

#include <stdint.h>

/// The number of an object of an X server, in the size that Xlib gives it.
typedef unsigned long RasterXID;
typedef void (*RasterGLXFunction)(void);

/// The functions of libGLX that a driver may call. They may be called only inside the functions that RasterGLXDispatchAddress returns.
typedef struct {
    void *(*getDynDispatch)(void *display, int screen);
    void *(*getCurrentDynDispatch)(void);
    RasterGLXFunction (*fetchDispatchEntry)(void *vendor, int index);
    void *(*getCurrentContext)(void);
    int (*addVendorContextMapping)(void *display, void *context, void *vendor);
    void (*removeVendorContextMapping)(void *display, void *context);
    void *(*vendorFromContext)(void *context);
    int (*addVendorFBConfigMapping)(void *display, void *config, void *vendor);
    void (*removeVendorFBConfigMapping)(void *display, void *config);
    void *(*vendorFromFBConfig)(void *display, void *config);
    int (*addVendorDrawableMapping)(void *display, RasterXID drawable, void *vendor);
    void (*removeVendorDrawableMapping)(void *display, RasterXID drawable);
    void *(*vendorFromDrawable)(void *display, RasterXID drawable);
} RasterGLXExports;

/// The functions of a driver that libGLX calls. libGLX allocates the structure. Its optional members come last, and libGLX sets them to
/// NULL.
typedef struct {
    int (*isScreenSupported)(void *display, int screen);
    void *(*getProcAddress)(const uint8_t *name);
    void *(*getDispatchAddress)(const uint8_t *name);
    void (*setDispatchIndex)(const uint8_t *name, int index);
} RasterGLXImports;

/// Returns the address of the entry point that libGLX gives to programs for the extension's function `name`. The entry point finds the
/// driver and calls the driver's function. Returns NULL if the driver offers no extension with this function.
void *RasterGLXDispatchAddress(const char *name);
/// Notes the index under which libGLX keeps the driver's function `name`.
void RasterGLXSetDispatchIndex(const char *name, int index);

#endif
