// Xlib: visuals, errors and the end of a program's Display.

#include "CDriverXlib.h"
#include "XlibDisplay.h"
#include <X11/Xlibint.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define FOR_EACH_XLIB_FUNCTION(F) \
    F(XDefaultScreen) F(XScreenCount) F(XGetVisualInfo) F(XQueryExtension) F(XAddExtension) F(XESetCloseDisplay) F(_XError)

static struct {
#define MEMBER(name) __typeof__(name) *name##_;
    FOR_EACH_XLIB_FUNCTION(MEMBER)
    xcb_connection_t *(*XGetXCBConnection_)(Display *);
} xlib;
static int isComplete;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void openLibraries(void) {
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL), *xcb = dlopen("libX11-xcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || !xcb) return;
#define FIND(name) if (!(xlib.name##_ = (__typeof__(name) *)dlsym(library, #name))) return;
    FOR_EACH_XLIB_FUNCTION(FIND)
    xlib.XGetXCBConnection_ = (xcb_connection_t *(*)(Display *))dlsym(xcb, "XGetXCBConnection");
    isComplete = xlib.XGetXCBConnection_ != NULL;
}
/// Opens the libraries at the first call. Returns true if all functions were found.
static int isOpen(void) {
    pthread_once(&once, openLibraries);
    return isComplete;
}

// MARK: Displays

/// A Display that the program has not closed.
struct OpenDisplay {
    Display *display;
    struct OpenDisplay *next;
};
static struct OpenDisplay *openDisplays;
static pthread_mutex_t openDisplaysLock = PTHREAD_MUTEX_INITIALIZER;
static void (*closeBody)(void *display);

void RasterXlibAtClose(void (*body)(void *display)) { closeBody = body; }

static int displayCloses(Display *display, XExtCodes *codes) {
    (void)codes;
    if (closeBody) closeBody(display);
    RasterX11DisplayCloses(display);
    pthread_mutex_lock(&openDisplaysLock);
    for (struct OpenDisplay **place = &openDisplays; *place; place = &(*place)->next) {
        struct OpenDisplay *found = *place;
        if (found->display != display) continue;
        *place = found->next;
        free(found);
        break;
    }
    pthread_mutex_unlock(&openDisplaysLock);
    return 0;
}
/// Asks Xlib to call `displayCloses` when the program closes the Display.
static void watch(Display *display) {
    pthread_mutex_lock(&openDisplaysLock);
    struct OpenDisplay *known = openDisplays;
    while (known && known->display != display) known = known->next;
    struct OpenDisplay *new = known ? NULL : malloc(sizeof *new);
    if (new) *new = (struct OpenDisplay){display, openDisplays}, openDisplays = new;
    pthread_mutex_unlock(&openDisplaysLock);
    XExtCodes *codes = new ? xlib.XAddExtension_(display) : NULL;
    if (codes) xlib.XESetCloseDisplay_(display, codes->extension, displayCloses);
}

xcb_connection_t *RasterXlibConnection(void *display, int *screen, const char **reason) {
    if (!isOpen()) {
        *reason = "libX11.so.6 or libX11-xcb.so.1 cannot be opened";
        return NULL;
    }
    if (*screen < 0) *screen = xlib.XDefaultScreen_(display);
    watch(display);
    return xlib.XGetXCBConnection_(display);
}
int RasterXlibScreenCount(void *display) { return display && isOpen() ? xlib.XScreenCount_(display) : 0; }

// MARK: Visuals

void *RasterXlibVisualInfo(void *display, int screen, uint32_t visual) {
    if (!isOpen()) return NULL;
    XVisualInfo wanted = {.visualid = visual, .screen = screen};
    int count = 0;
    return xlib.XGetVisualInfo_(display, VisualIDMask | VisualScreenMask, &wanted, &count);
}
uint32_t RasterXlibVisualNumber(const void *info) { return (uint32_t)((const XVisualInfo *)info)->visualid; }
int RasterXlibVisualScreen(const void *info) { return ((const XVisualInfo *)info)->screen; }

// MARK: Errors

void RasterXlibSendError(void *address, int code, int isOfGLX, uint32_t resource, int minor) {
    Display *display = address;
    int major, firstEvent, firstError;
    if (!display || !isOpen() || !xlib.XQueryExtension_(display, "GLX", &major, &firstEvent, &firstError)) return;
    LockDisplay(display);
    xError error = {.type = X_Error, .errorCode = (BYTE)(code + (isOfGLX ? firstError : 0)), .sequenceNumber = (CARD16)display->request,
                    .resourceID = resource, .minorCode = (CARD16)minor, .majorCode = (CARD8)major};
    xlib._XError_(display, &error);
    UnlockDisplay(display);
}
