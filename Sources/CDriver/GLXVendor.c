// GLXVendor: the entry that libGLX calls when it opens the driver, and the functions through which programs call extensions of GLX.
//
// libGLX may know several drivers, as libEGL may: see EGLVendor.c. An extension's function therefore asks libGLX which driver its display,
// configuration, drawable or context belongs to, and then calls the function of that driver.

#include "CDriverGLX.h"
#include "CDriverXlib.h"
#include <stddef.h>
#include <string.h>

/// The driver is written in Swift. This is the only Swift function that the C code calls. A program that contains CDriver but not GLXDriver
/// does not have this function; its address is then NULL.
extern void RasterGLXFillImports(RasterGLXImports *imports) __attribute__((weak));

static const RasterGLXExports *libGLX;

__attribute__((visibility("default")))
int __glx_Main(uint32_t version, const RasterGLXExports *exports, void *vendor, RasterGLXImports *imports) {
    (void)vendor;
    // The upper half of `version` is the major version, which grows with each incompatible change. The first major version is 1.
    if (version >> 16 != 1 || !RasterGLXFillImports) return 0;
    libGLX = exports;
    RasterGLXFillImports(imports);
    return 1;
}

/// The extension functions. For each function: the type of the result, the name, the result if no driver is found, the parameters, the
/// names of the parameters, and the expression that finds the driver.
#define FOR_EACH_EXTENSION_FUNCTION(F) \
    F(void, glXSwapIntervalEXT, , (void *display, RasterXID drawable, int interval), (display, drawable, interval), \
      libGLX->vendorFromDrawable(display, drawable)) \
    F(int, glXSwapIntervalMESA, 5, (unsigned interval), (interval), libGLX->getCurrentDynDispatch()) \
    F(int, glXGetSwapIntervalMESA, 0, (void), (), libGLX->getCurrentDynDispatch()) \
    F(int, glXSwapIntervalSGI, 5, (int interval), (interval), libGLX->getCurrentDynDispatch()) \
    F(int, glXGetFBConfigAttribSGIX, 4, (void *display, void *config, int attribute, int *value), (display, config, attribute, value), \
      libGLX->vendorFromFBConfig(display, config)) \
    F(void *, glXGetVisualFromFBConfigSGIX, NULL, (void *display, void *config), (display, config), libGLX->vendorFromFBConfig(display, config))

/// glXChooseFBConfigSGIX and the three functions after it are not in the list, because they return configurations, contexts or pixmaps:
/// libGLX must note which driver these results belong to.
enum {
#define NUMBER(result, name, ...) number_##name,
    FOR_EACH_EXTENSION_FUNCTION(NUMBER)
    number_glXChooseFBConfigSGIX, number_glXCreateContextWithConfigSGIX, number_glXCreateGLXPixmapWithConfigSGIX, number_glXGetFBConfigFromVisualSGIX,
    extensionFunctionCount
};
static int dispatchIndices[extensionFunctionCount];

static RasterGLXFunction findFunction(void *vendor, int number) {
    return vendor ? libGLX->fetchDispatchEntry(vendor, dispatchIndices[number]) : NULL;
}

#define DEFINE(result, name, failure, parameters, arguments, vendor) \
    static result dispatch_##name parameters { \
        RasterGLXFunction function = findFunction(vendor, number_##name); \
        if (!function) return failure; \
        return ((result (*) parameters)function) arguments; \
    }
FOR_EACH_EXTENSION_FUNCTION(DEFINE)

static void **dispatch_glXChooseFBConfigSGIX(void *display, int screen, int *attributes, int *count) {
    void *vendor = libGLX->getDynDispatch(display, screen);
    RasterGLXFunction function = findFunction(vendor, number_glXChooseFBConfigSGIX);
    void **configs = function ? ((void **(*)(void *, int, int *, int *))function)(display, screen, attributes, count) : NULL;
    for (int i = 0; configs && i < *count; i++) libGLX->addVendorFBConfigMapping(display, configs[i], vendor);
    return configs;
}
static void *dispatch_glXGetFBConfigFromVisualSGIX(void *display, void *visual) {
    void *vendor = visual ? libGLX->getDynDispatch(display, RasterXlibVisualScreen(visual)) : NULL;
    RasterGLXFunction function = findFunction(vendor, number_glXGetFBConfigFromVisualSGIX);
    void *config = function ? ((void *(*)(void *, void *))function)(display, visual) : NULL;
    if (config) libGLX->addVendorFBConfigMapping(display, config, vendor);
    return config;
}
static void *dispatch_glXCreateContextWithConfigSGIX(void *display, void *config, int renderType, void *share, int direct) {
    void *vendor = libGLX->vendorFromFBConfig(display, config);
    RasterGLXFunction function = findFunction(vendor, number_glXCreateContextWithConfigSGIX);
    void *context = function ? ((void *(*)(void *, void *, int, void *, int))function)(display, config, renderType, share, direct) : NULL;
    if (context) libGLX->addVendorContextMapping(display, context, vendor);
    return context;
}
static RasterXID dispatch_glXCreateGLXPixmapWithConfigSGIX(void *display, void *config, RasterXID pixmap) {
    void *vendor = libGLX->vendorFromFBConfig(display, config);
    RasterGLXFunction function = findFunction(vendor, number_glXCreateGLXPixmapWithConfigSGIX);
    RasterXID drawable = function ? ((RasterXID (*)(void *, void *, RasterXID))function)(display, config, pixmap) : 0;
    if (drawable) libGLX->addVendorDrawableMapping(display, drawable, vendor);
    return drawable;
}

static const struct {
    const char *name;
    void *address;
} extensionFunctions[extensionFunctionCount] = {
#define ROW(result, name, ...) {#name, (void *)dispatch_##name},
    FOR_EACH_EXTENSION_FUNCTION(ROW)
    {"glXChooseFBConfigSGIX", (void *)dispatch_glXChooseFBConfigSGIX},
    {"glXCreateContextWithConfigSGIX", (void *)dispatch_glXCreateContextWithConfigSGIX},
    {"glXCreateGLXPixmapWithConfigSGIX", (void *)dispatch_glXCreateGLXPixmapWithConfigSGIX},
    {"glXGetFBConfigFromVisualSGIX", (void *)dispatch_glXGetFBConfigFromVisualSGIX},
};

void *RasterGLXDispatchAddress(const char *name) {
    for (int i = 0; i < extensionFunctionCount; i++)
        if (strcmp(extensionFunctions[i].name, name) == 0) return extensionFunctions[i].address;
    return NULL;
}
void RasterGLXSetDispatchIndex(const char *name, int index) {
    for (int i = 0; i < extensionFunctionCount; i++)
        if (strcmp(extensionFunctions[i].name, name) == 0) dispatchIndices[i] = index;
}
