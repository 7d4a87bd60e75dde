// CDriverEGL: the interface between libglvnd's libEGL and a driver, and the types of EGL.
//
// The structures are the same as in libglvnd's libeglabi.h, version 0.2. This file declares them again, because libeglabi.h includes
// OpenGL's headers. Swift code would then see the names of OpenGL's headers beside the names of the Swift modules.

#ifndef RASTER_CDRIVER_EGL_H
#define RASTER_CDRIVER_EGL_H

// Without this definition the header would also declare EGL's functions. These functions belong to libEGL, and the driver needs only the
// types and constants.
#define EGL_EGL_PROTOTYPES 0
#define EGL_NO_X11 1
#include <EGL/egl.h>
#include <EGL/eglext.h>

typedef void (*RasterEGLFunction)(void);

/// The functions of libEGL that a driver may call.
typedef struct {
    void (*threadInit)(void);
    EGLenum (*getCurrentApi)(void);
    void *(*getCurrentVendor)(void);
    EGLContext (*getCurrentContext)(void);
    EGLDisplay (*getCurrentDisplay)(void);
    EGLSurface (*getCurrentSurface)(EGLint readDraw);
    RasterEGLFunction (*fetchDispatchEntry)(void *vendor, int index);
    void (*setEGLError)(EGLint errorCode);
    EGLBoolean (*setLastVendor)(void *vendor);
    void *(*getVendorFromDisplay)(EGLDisplay display);
    void *(*getVendorFromDevice)(EGLDeviceEXT device);
    EGLBoolean (*setVendorForDevice)(EGLDeviceEXT device, void *vendor);
} RasterEGLExports;

/// The functions of a driver that libEGL calls. libEGL allocates the structure. Its optional members come last, and libEGL sets them to
/// NULL.
typedef struct {
    EGLDisplay (*getPlatformDisplay)(EGLenum platform, void *nativeDisplay, const EGLAttrib *attributes);
    EGLBoolean (*getSupportsAPI)(EGLenum api);
    const char *(*getVendorString)(int name);
    void *(*getProcAddress)(const char *name);
    void *(*getDispatchAddress)(const char *name);
    void (*setDispatchIndex)(const char *name, int index);
} RasterEGLImports;

/// Returns the API that eglBindAPI chose on this thread.
EGLenum RasterEGLCurrentAPI(void);

/// Returns the address of the entry point that libEGL gives to programs for the extension's function `name`. The entry point finds the
/// driver of the display or device, and calls the driver's function. Returns NULL if the driver offers no extension with this function.
void *RasterEGLDispatchAddress(const char *name);
/// Notes the index under which libEGL keeps the driver's function `name`.
void RasterEGLSetDispatchIndex(const char *name, int index);

#endif
