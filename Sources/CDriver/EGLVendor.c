// EGLVendor: the entry that libEGL calls when it opens the driver, and the functions through which programs call extensions of EGL.
//
// An extension's function is called through libEGL, which may know several drivers. The driver therefore gives libEGL a function that asks
// libEGL which driver the display belongs to, and then calls the function of that driver.

#include "CDriverEGL.h"
#include <stddef.h>
#include <string.h>

/// The driver is written in Swift. This is the only Swift function that the C code calls. A program that contains CDriver but not EGLDriver
/// does not have this function; its address is then NULL.
extern void RasterEGLFillImports(RasterEGLImports *imports) __attribute__((weak));

static const RasterEGLExports *libEGL;

EGLenum RasterEGLCurrentAPI(void) { return libEGL ? libEGL->getCurrentApi() : EGL_OPENGL_ES_API; }

__attribute__((visibility("default")))
EGLBoolean __egl_Main(uint32_t version, const RasterEGLExports *exports, void *vendor, RasterEGLImports *imports) {
    (void)vendor;
    // The upper half of `version` is the major version, which grows with each incompatible change. The first major version is 0.
    if (version >> 16 != 0 || !RasterEGLFillImports) return EGL_FALSE;
    libEGL = exports;
    RasterEGLFillImports(imports);
    return EGL_TRUE;
}

/// The extension functions that take a display. For each function: the type of the result, the name, the result if the display has no
/// driver, the parameters, and the names of the parameters.
#define FOR_EACH_DISPLAY_FUNCTION(F) \
    F(EGLImageKHR, eglCreateImageKHR, EGL_NO_IMAGE_KHR, \
      (EGLDisplay display, EGLContext context, EGLenum target, EGLClientBuffer buffer, const EGLint *attributes), \
      (display, context, target, buffer, attributes)) \
    F(EGLBoolean, eglDestroyImageKHR, EGL_FALSE, (EGLDisplay display, EGLImageKHR image), (display, image)) \
    F(EGLSyncKHR, eglCreateSyncKHR, EGL_NO_SYNC_KHR, (EGLDisplay display, EGLenum type, const EGLint *attributes), (display, type, attributes)) \
    F(EGLBoolean, eglDestroySyncKHR, EGL_FALSE, (EGLDisplay display, EGLSyncKHR sync), (display, sync)) \
    F(EGLint, eglClientWaitSyncKHR, EGL_FALSE, (EGLDisplay display, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout), \
      (display, sync, flags, timeout)) \
    F(EGLBoolean, eglGetSyncAttribKHR, EGL_FALSE, (EGLDisplay display, EGLSyncKHR sync, EGLint attribute, EGLint *value), \
      (display, sync, attribute, value)) \
    F(EGLint, eglWaitSyncKHR, EGL_FALSE, (EGLDisplay display, EGLSyncKHR sync, EGLint flags), (display, sync, flags)) \
    F(EGLBoolean, eglSwapBuffersWithDamageKHR, EGL_FALSE, (EGLDisplay display, EGLSurface surface, const EGLint *rectangles, EGLint count), \
      (display, surface, rectangles, count)) \
    F(EGLBoolean, eglSwapBuffersWithDamageEXT, EGL_FALSE, (EGLDisplay display, EGLSurface surface, const EGLint *rectangles, EGLint count), \
      (display, surface, rectangles, count))

/// The extension functions that take a device, in the same form.
#define FOR_EACH_DEVICE_FUNCTION(F) \
    F(EGLBoolean, eglQueryDeviceAttribEXT, EGL_FALSE, (EGLDeviceEXT device, EGLint attribute, EGLAttrib *value), (device, attribute, value)) \
    F(const char *, eglQueryDeviceStringEXT, NULL, (EGLDeviceEXT device, EGLint name), (device, name))

enum {
#define NUMBER(result, name, failure, parameters, arguments) number_##name,
    FOR_EACH_DISPLAY_FUNCTION(NUMBER) FOR_EACH_DEVICE_FUNCTION(NUMBER)
    extensionFunctionCount
};
static int dispatchIndices[extensionFunctionCount];

/// Returns the driver's function; NULL if `handle` belongs to no driver.
static RasterEGLFunction findFunction(void *(*getVendor)(void *), void *handle, EGLint error, int number) {
    void *vendor = getVendor(handle);
    if (!vendor) {
        libEGL->setEGLError(error);
        return NULL;
    }
    if (!libEGL->setLastVendor(vendor)) return NULL;
    return libEGL->fetchDispatchEntry(vendor, dispatchIndices[number]);
}

#define DEFINE(result, name, failure, parameters, arguments, find, handle, error) \
    static result dispatch_##name parameters { \
        libEGL->threadInit(); \
        RasterEGLFunction function = findFunction(libEGL->find, handle, error, number_##name); \
        return function ? ((result (*) parameters)function) arguments : failure; \
    }
#define DEFINE_FOR_DISPLAY(result, name, failure, parameters, arguments) \
    DEFINE(result, name, failure, parameters, arguments, getVendorFromDisplay, display, EGL_BAD_DISPLAY)
#define DEFINE_FOR_DEVICE(result, name, failure, parameters, arguments) \
    DEFINE(result, name, failure, parameters, arguments, getVendorFromDevice, device, EGL_BAD_DEVICE_EXT)
FOR_EACH_DISPLAY_FUNCTION(DEFINE_FOR_DISPLAY)
FOR_EACH_DEVICE_FUNCTION(DEFINE_FOR_DEVICE)

static const struct {
    const char *name;
    void *address;
} extensionFunctions[] = {
#define ROW(result, name, failure, parameters, arguments) {#name, (void *)dispatch_##name},
    FOR_EACH_DISPLAY_FUNCTION(ROW) FOR_EACH_DEVICE_FUNCTION(ROW)
};

void *RasterEGLDispatchAddress(const char *name) {
    for (int i = 0; i < extensionFunctionCount; i++)
        if (strcmp(extensionFunctions[i].name, name) == 0) return extensionFunctions[i].address;
    return NULL;
}
void RasterEGLSetDispatchIndex(const char *name, int index) {
    for (int i = 0; i < extensionFunctionCount; i++)
        if (strcmp(extensionFunctions[i].name, name) == 0) dispatchIndices[i] = index;
}
