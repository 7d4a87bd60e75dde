// CDriverGLX: what libglvnd's libGLX and a driver say to one another.
//
// The structures are those of libglvnd's libglxabi.h, version 1.0. They are declared here because that header includes OpenGL's, whose
// names would be visible beside Swift's. Displays, visuals, contexts and configurations are addresses, and drawables are numbers.

#ifndef RASTER_CDRIVER_GLX_H
#define RASTER_CDRIVER_GLX_H

#include <stdint.h>

/// The number of an object of an X server, in the size that Xlib gives it.
typedef unsigned long RasterXID;
typedef void (*RasterGLXFunction)(void);

/// The functions of libGLX that a driver may call, and only from the functions that RasterGLXDispatchAddress returns.
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

/// The functions of a driver that libGLX calls. libGLX makes the structure, with NULL in the optional members, which follow.
typedef struct {
    int (*isScreenSupported)(void *display, int screen);
    void *(*getProcAddress)(const uint8_t *name);
    void *(*getDispatchAddress)(const uint8_t *name);
    void (*setDispatchIndex)(const uint8_t *name, int index);
} RasterGLXImports;

/// The function that a program calls for an extension's function: it finds the driver, and calls the driver's function. NULL if the
/// function belongs to no extension that the driver offers.
void *RasterGLXDispatchAddress(const char *name);
/// Notes the number under which libGLX keeps the driver's function.
void RasterGLXSetDispatchIndex(const char *name, int index);

#endif
