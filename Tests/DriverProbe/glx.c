// Finds GLX at run time, and prints what calls of GLX do on an X server. The calls concern configurations, contexts, windows, pixmaps,
// pbuffers and errors.

#define GLX_GLXEXT_PROTOTYPES 1
#include "glx.h"
#include <EGL/egl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#define X_FUNCTIONS(F) \
    F(XOpenDisplay) F(XCloseDisplay) F(XSetErrorHandler) F(XSync) F(XCreateColormap) F(XCreateWindow) F(XDestroyWindow) F(XMapWindow) F(XResizeWindow) \
    F(XGetImage) F(XCreatePixmap) F(XFreePixmap) F(XCreateGC) F(XSetForeground) F(XFillRectangle) F(XFree) F(XDefaultRootWindow) F(XGetErrorText)
#define GLX_FUNCTIONS(F) \
    F(glXQueryVersion) F(glXQueryExtension) F(glXChooseVisual) F(glXGetConfig) F(glXChooseFBConfig) F(glXGetFBConfigs) F(glXGetFBConfigAttrib) \
    F(glXGetVisualFromFBConfig) F(glXCreateContext) F(glXCreateNewContext) F(glXCreateContextAttribsARB) F(glXDestroyContext) F(glXMakeCurrent) \
    F(glXMakeContextCurrent) F(glXIsDirect) F(glXQueryContext) F(glXCreateWindow) F(glXDestroyWindow) F(glXCreatePixmap) F(glXDestroyPixmap) \
    F(glXCreatePbuffer) F(glXDestroyPbuffer) F(glXQueryDrawable) F(glXSwapBuffers) F(glXWaitX) F(glXWaitGL) F(glXGetCurrentDrawable) \
    F(glXQueryExtensionsString) F(glXSwapIntervalEXT) F(glXSwapIntervalMESA) F(glXGetSwapIntervalMESA)
#define GL_FUNCTIONS(F) \
    F(glClear) F(glClearColor) F(glFinish) F(glFlush) F(glGetError) F(glReadPixels) F(glGetIntegerv) F(glGenTextures) F(glBindTexture) F(glIsTexture) \
    F(glViewport) F(glScissor) F(glEnable) F(glDisable)
#define EGL_FUNCTIONS(F) \
    F(eglGetDisplay) F(eglInitialize) F(eglBindAPI) F(eglChooseConfig) F(eglCreateContext) F(eglCreatePixmapSurface) F(eglCreatePbufferSurface) \
    F(eglMakeCurrent) F(eglWaitClient) F(eglCopyBuffers) F(eglQuerySurface) F(eglDestroySurface) F(eglGetError) F(eglTerminate)
static struct {
#define DECLARE(name) __typeof__(name) *name;
    X_FUNCTIONS(DECLARE) GLX_FUNCTIONS(DECLARE) GL_FUNCTIONS(DECLARE) EGL_FUNCTIONS(DECLARE)
} f;

// MARK: Errors

static int firstError, lastCode;

static int noteError(Display *unused, XErrorEvent *event) {
    (void)unused;
    lastCode = event->error_code;
    return 0;
}
static const char *nameOfCode(int code) {
    static const char *const core[] = {"no error", "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch",
                                       "BadDrawable", "BadAccess", "BadAlloc"};
    static const char *const glx[] = {"GLXBadContext", "GLXBadContextState", "GLXBadDrawable", "GLXBadPixmap", "GLXBadContextTag", "GLXBadCurrentWindow",
                                      "GLXBadRenderRequest", "GLXBadLargeRequest", "GLXUnsupportedPrivateRequest", "GLXBadFBConfig", "GLXBadPbuffer",
                                      "GLXBadCurrentDrawable", "GLXBadWindow", "GLXBadProfileARB"};
    if (code >= 0 && code < 12) return core[code];
    return code >= firstError && code < firstError + 14 ? glx[code - firstError] : "another error";
}
static Display *display;

/// Prints whether a call succeeded, and the last error that the program has received since the previous line.
static void tell(const char *what, bool succeeded) {
    f.XSync(display, False);
    printf("%s: %s, %s\n", what, succeeded ? "yes" : "no", nameOfCode(lastCode));
    lastCode = 0;
}

// MARK: Pictures

static void clear(float red, float green, float blue) {
    f.glClearColor(red, green, blue, 1);
    f.glClear(GL_COLOR_BUFFER_BIT);
}
/// Prints the colour of a pixel as the server has it. (0, 0) is the upper left corner.
static void tellPixel(const char *what, Drawable drawable, int x, int y) {
    XImage *image = f.XGetImage(display, drawable, x, y, 1, 1, AllPlanes, ZPixmap);
    printf("%s: %06lx\n", what, image ? image->f.get_pixel(image, 0, 0) & 0xFFFFFF : 0);
    if (image) image->f.destroy_image(image);
}
static void tellRead(const char *what, int x, int y) {
    uint8_t pixel[4] = {0};
    f.glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("%s: %02x%02x%02x\n", what, pixel[0], pixel[1], pixel[2]);
}

// MARK: Objects

static GLXFBConfig choose(int doubleBuffered, int samples) {
    int wanted[] = {GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, GLX_DEPTH_SIZE, 24, GLX_STENCIL_SIZE, 8, GLX_DOUBLEBUFFER, doubleBuffered,
                    GLX_SAMPLES, samples, GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT, None}, count = 0;
    GLXFBConfig *configs = f.glXChooseFBConfig(display, 0, wanted, &count), found = count > 0 ? configs[0] : NULL;
    if (configs) f.XFree(configs);
    return found;
}
static int attribute(GLXFBConfig config, int name) {
    int value = -1;
    f.glXGetFBConfigAttrib(display, config, name, &value);
    return value;
}
static Window makeWindow(XVisualInfo *visual, int width, int height) {
    XSetWindowAttributes attributes = {.colormap = f.XCreateColormap(display, f.XDefaultRootWindow(display), visual->visual, AllocNone)};
    Window window = f.XCreateWindow(display, f.XDefaultRootWindow(display), 0, 0, (unsigned)width, (unsigned)height, 0, visual->depth, InputOutput,
                                    visual->visual, CWColormap | CWBorderPixel | CWBackPixel, &attributes);
    f.XMapWindow(display, window);
    f.XSync(display, False);
    return window;
}

// MARK: Checks

static void checkConfigs(void) {
    static const int wrong[] = {GLX_WIDTH, 5, None}, large[] = {GLX_RED_SIZE, 32, None};
    int count = 1, value = 0;
    f.glXGetFBConfigs(display, 0, &count);
    tell("configurations", count > 0);
    tell("a configuration with a width", f.glXChooseFBConfig(display, 0, wrong, &count));
    tell("a channel of 32 bits", f.glXChooseFBConfig(display, 0, large, &count));
    tell("the configurations of screen 7", f.glXGetFBConfigs(display, 7, &count));
    GLXFBConfig config = choose(1, 0), samples = choose(1, 4), single = choose(0, 0);
    printf("a configuration: %d buffers, %d bits of red, %d of depth, %d of stencil, %d samples\n", attribute(config, GLX_DOUBLEBUFFER) + 1,
           attribute(config, GLX_RED_SIZE), attribute(config, GLX_DEPTH_SIZE), attribute(config, GLX_STENCIL_SIZE), attribute(config, GLX_SAMPLES));
    printf("with samples: %d; with one buffer: %d\n", attribute(samples, GLX_SAMPLES), 1 + attribute(single, GLX_DOUBLEBUFFER));
    tell("the width of a configuration", f.glXGetFBConfigAttrib(display, config, GLX_WIDTH, &value) == 0);
    int list[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16, GLX_STENCIL_SIZE, 1, None}, indices[] = {GLX_DOUBLEBUFFER, None};
    XVisualInfo *visual = f.glXChooseVisual(display, 0, list);
    if (!visual) fail("there is no visual");
    f.glXGetConfig(display, visual, GLX_DOUBLEBUFFER, &value);
    printf("a visual with two buffers: %d", value);
    f.glXGetConfig(display, visual, GLX_STENCIL_SIZE, &value);
    printf(", %d bits of stencil\n", value);
    tell("a visual with indices", f.glXChooseVisual(display, 0, indices));
    f.XFree(visual);
}
static void checkContexts(void) {
    GLXFBConfig config = choose(1, 0);
    static const int core[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 3, GLX_CONTEXT_PROFILE_MASK_ARB,
                               GLX_CONTEXT_CORE_PROFILE_BIT_ARB, None},
                     never[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 7, None}, odd[] = {GLX_WIDTH, 3, None},
                     profile[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 3, GLX_CONTEXT_PROFILE_MASK_ARB, 0x100, None},
                     es[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 2, GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_ES2_PROFILE_BIT_EXT, None};
    tell("OpenGL 3.7", f.glXCreateContextAttribsARB(display, config, NULL, True, never));
    tell("a context with a width", f.glXCreateContextAttribsARB(display, config, NULL, True, odd));
    tell("an unknown profile", f.glXCreateContextAttribsARB(display, config, NULL, True, profile));
    GLXContext context = f.glXCreateContextAttribsARB(display, config, NULL, True, core);
    GLXContext shared = f.glXCreateContextAttribsARB(display, config, context, True, core);
    tell("OpenGL 3.3's core profile", context && shared);
    tell("OpenGL ES 2.0", f.glXCreateContextAttribsARB(display, config, NULL, True, es));
    int value = 0;
    tell("the configuration of a context", f.glXQueryContext(display, context, GLX_FBCONFIG_ID, &value) == 0 && value == attribute(config, GLX_FBCONFIG_ID));
    GLuint name = 0;
    tell("no drawable", f.glXMakeContextCurrent(display, None, None, context));
    f.glGenTextures(1, &name);
    f.glBindTexture(GL_TEXTURE_2D, name);
    f.glXMakeContextCurrent(display, None, None, shared);
    tell("a texture in a context that shares", f.glIsTexture(name));
    tell("no context", f.glXMakeContextCurrent(display, None, None, NULL));
    f.glXDestroyContext(display, context);
    f.glXDestroyContext(display, shared);
}

/// Calls functions by the names that extensions gave to them, as older programs do.
static void checkOldNames(void *(*find)(const char *)) {
    XVisualInfo *visual = f.glXGetVisualFromFBConfig(display, choose(1, 0));
    GLXContext context = f.glXCreateContext(display, visual, NULL, True);
    Window window = makeWindow(visual, 8, 8);
    f.glXMakeCurrent(display, window, context);
    PFNGLCREATESHADEROBJECTARBPROC createShader = (PFNGLCREATESHADEROBJECTARBPROC)find("glCreateShaderObjectARB");
    PFNGLSHADERSOURCEARBPROC shaderSource = (PFNGLSHADERSOURCEARBPROC)find("glShaderSourceARB");
    PFNGLCOMPILESHADERARBPROC compileShader = (PFNGLCOMPILESHADERARBPROC)find("glCompileShaderARB");
    PFNGLGETOBJECTPARAMETERIVARBPROC getParameter = (PFNGLGETOBJECTPARAMETERIVARBPROC)find("glGetObjectParameterivARB");
    PFNGLDELETEOBJECTARBPROC deleteObject = (PFNGLDELETEOBJECTARBPROC)find("glDeleteObjectARB");
    PFNGLBINDFRAMEBUFFEREXTPROC bindFramebuffer = (PFNGLBINDFRAMEBUFFEREXTPROC)find("glBindFramebufferEXT");
    PFNGLCHECKFRAMEBUFFERSTATUSEXTPROC check = (PFNGLCHECKFRAMEBUFFERSTATUSEXTPROC)find("glCheckFramebufferStatusEXT");
    static const char *text = "void main() { gl_Position = vec4(0.0); }";
    GLint compiled = 0, type = 0;
    GLhandleARB shader = createShader(GL_VERTEX_SHADER_ARB);
    shaderSource(shader, 1, &text, NULL);
    compileShader(shader);
    getParameter(shader, GL_OBJECT_COMPILE_STATUS_ARB, &compiled);
    getParameter(shader, GL_OBJECT_TYPE_ARB, &type);
    deleteObject(shader);
    printf("a shader by its old name: %#x, %d\n", (unsigned)type, compiled);
    bindFramebuffer(GL_FRAMEBUFFER_EXT, 7);
    printf("a framebuffer by its old name: %#x", check(GL_FRAMEBUFFER_EXT));
    printf(", %#x\n", f.glGetError());
    f.glXMakeCurrent(display, None, NULL);
    f.glXDestroyContext(display, context);
}

static GLXContext taken;
static GLXDrawable takenDrawable;
static void *take(void *unused) {
    (void)unused;
    tell("a context that is current in another thread", f.glXMakeCurrent(display, takenDrawable, taken));
    return NULL;
}
static void checkWindows(void) {
    GLXFBConfig config = choose(1, 0);
    XVisualInfo *visual = f.glXGetVisualFromFBConfig(display, config);
    GLXContext context = f.glXCreateNewContext(display, config, GLX_RGBA_TYPE, NULL, True);
    Window window = makeWindow(visual, 40, 30);
    tell("a window", f.glXMakeCurrent(display, window, context));
    int viewport[4] = {0};
    f.glGetIntegerv(GL_VIEWPORT, viewport);
    printf("the viewport: %d %d\n", viewport[2], viewport[3]);
    clear(1, 0, 0);
    f.glXSwapBuffers(display, window);
    tellPixel("the window", window, 39, 29);
    taken = context;
    takenDrawable = window;
    pthread_t thread;
    if (pthread_create(&thread, NULL, take, NULL)) fail("no thread");
    pthread_join(thread, NULL);

    f.XResizeWindow(display, window, 60, 50);
    f.XSync(display, False);
    f.glXSwapBuffers(display, window);
    clear(0, 1, 0);
    f.glXSwapBuffers(display, window);
    tellPixel("the larger window", window, 59, 49);
    unsigned width = 0;
    f.glXQueryDrawable(display, window, GLX_WIDTH, &width);
    printf("its width: %u\n", width);
    f.glXSwapIntervalEXT(display, window, 0);
    f.glXQueryDrawable(display, window, GLX_SWAP_INTERVAL_EXT, &width);
    printf("its interval of swaps: %u\n", width);

    // The context draws to the window `second`, and reads from the window `window`. So the first pixel is green, as `window` is. The second
    // pixel, read from `second`, is blue.
    GLXWindow second = f.glXCreateWindow(display, config, makeWindow(visual, 20, 20), NULL);
    tell("two drawables", f.glXMakeContextCurrent(display, second, window, context));
    tellRead("the one that is read", 5, 5);
    clear(0, 0, 1);
    f.glXMakeContextCurrent(display, second, second, context);
    tellRead("the one that is drawn", 5, 5);
    f.glXMakeCurrent(display, None, NULL);
    f.glXDestroyWindow(display, second);
    f.XDestroyWindow(display, window);
    tell("a window that is gone", f.glXMakeCurrent(display, window, context));

    GLXFBConfig single = choose(0, 0);
    XVisualInfo *singleVisual = f.glXGetVisualFromFBConfig(display, single);
    GLXContext front = f.glXCreateContext(display, singleVisual, NULL, True);
    window = makeWindow(singleVisual, 20, 20);
    tell("a window with one buffer", front && f.glXMakeCurrent(display, window, front));
    clear(1, 1, 0);
    f.glFlush();
    tellPixel("what it shows", window, 10, 10);
    f.glXMakeCurrent(display, None, NULL);
    f.glXDestroyContext(display, front);
    f.glXDestroyContext(display, context);
}
static void checkPixmaps(void) {
    GLXFBConfig config = choose(1, 0);
    XVisualInfo *visual = f.glXGetVisualFromFBConfig(display, config);
    GLXContext context = f.glXCreateNewContext(display, config, GLX_RGBA_TYPE, NULL, True);
    Pixmap pixmap = f.XCreatePixmap(display, f.XDefaultRootWindow(display), 16, 8, (unsigned)visual->depth);
    GC gc = f.XCreateGC(display, pixmap, 0, NULL);
    f.XSetForeground(display, gc, 0x4080C0);
    f.XFillRectangle(display, pixmap, gc, 0, 0, 16, 8);
    f.XSync(display, False);
    GLXPixmap drawable = f.glXCreatePixmap(display, config, pixmap, NULL);
    tell("a pixmap", f.glXMakeCurrent(display, drawable, context));
    tellRead("what the server drew", 3, 3);
    f.XSetForeground(display, gc, 0x102030);
    f.XFillRectangle(display, pixmap, gc, 0, 0, 8, 4);
    f.XSync(display, False);
    f.glXWaitX();
    tellRead("what it drew later, in the upper left corner", 3, 6);
    tellRead("and left in the lower right corner", 12, 1);
    f.glEnable(GL_SCISSOR_TEST);
    f.glScissor(0, 0, 8, 4);
    clear(0, 1, 0);
    f.glXWaitGL();
    tellPixel("what OpenGL drew, in the lower left corner", pixmap, 3, 6);
    tellPixel("and left in the upper left corner", pixmap, 3, 2);
    f.glXMakeCurrent(display, None, NULL);
    f.glXDestroyPixmap(display, drawable);
    tell("a pixmap that does not exist", f.glXCreatePixmap(display, config, 0x1234, NULL));
    f.XFreePixmap(display, pixmap);
    Pixmap bits = f.XCreatePixmap(display, f.XDefaultRootWindow(display), 8, 8, 1);
    tell("a pixmap of one bit", f.glXCreatePixmap(display, config, bits, NULL));

    int size[] = {GLX_PBUFFER_WIDTH, 24, GLX_PBUFFER_HEIGHT, 12, None}, count = 0;
    int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_DOUBLEBUFFER, True, None};
    GLXFBConfig *configs = f.glXChooseFBConfig(display, 0, wanted, &count);
    GLXContext other = f.glXCreateNewContext(display, configs[0], GLX_RGBA_TYPE, NULL, True);
    GLXPbuffer pbuffer = f.glXCreatePbuffer(display, configs[0], size);
    unsigned height = 0;
    f.glXQueryDrawable(display, pbuffer, GLX_HEIGHT, &height);
    tell("a pbuffer", f.glXMakeCurrent(display, pbuffer, other) && height == 12);
    clear(1, 0, 1);
    tellRead("what was drawn", 23, 11);
    printf("the current drawable is it: %d\n", f.glXGetCurrentDrawable() == pbuffer);
    f.glXMakeCurrent(display, None, NULL);
    f.glXDestroyPbuffer(display, pbuffer);
    f.glXDestroyContext(display, other);
    f.glXDestroyContext(display, context);
}

/// Draws to pixmaps through EGL, on the same server.
static void checkEGLPixmaps(void) {
    EGLDisplay egl = f.eglGetDisplay((EGLNativeDisplayType)display);
    if (!f.eglInitialize(egl, NULL, NULL)) fail("EGL has no display of the X server");
    f.eglBindAPI(EGL_OPENGL_ES_API);
    Pixmap pixmap = f.XCreatePixmap(display, f.XDefaultRootWindow(display), 16, 8, 24);
    Pixmap copy = f.XCreatePixmap(display, f.XDefaultRootWindow(display), 16, 8, 24);
    Pixmap bits = f.XCreatePixmap(display, f.XDefaultRootWindow(display), 8, 8, 1);
    f.XSync(display, False);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PIXMAP_BIT | EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                       EGL_MATCH_NATIVE_PIXMAP, (EGLint)pixmap, EGL_NONE};
    EGLint two[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE}, size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 8, EGL_NONE}, count = 0, width = 0;
    EGLConfig config;
    tell("a configuration of EGL for a pixmap", f.eglChooseConfig(egl, wanted, &config, 1, &count) && count == 1);
    EGLContext context = f.eglCreateContext(egl, config, EGL_NO_CONTEXT, two);
    EGLSurface surface = f.eglCreatePixmapSurface(egl, config, (EGLNativePixmapType)pixmap, NULL);
    f.eglQuerySurface(egl, surface, EGL_WIDTH, &width);
    tell("a pixmap of EGL", f.eglMakeCurrent(egl, surface, surface, context) && width == 16);
    clear(0, 0, 1);
    f.eglWaitClient();
    tellPixel("what it shows", pixmap, 15, 7);
    EGLSurface pbuffer = f.eglCreatePbufferSurface(egl, config, size);
    f.eglMakeCurrent(egl, pbuffer, pbuffer, context);
    clear(1, 0, 0);
    tell("a copy of a pbuffer", f.eglCopyBuffers(egl, pbuffer, (EGLNativePixmapType)copy));
    tellPixel("what the copy shows", copy, 0, 0);
    printf("a pixmap of one bit: %d", f.eglCreatePixmapSurface(egl, config, (EGLNativePixmapType)bits, NULL) != EGL_NO_SURFACE);
    printf(", %#x\n", f.eglGetError());
    printf("a window in place of a pixmap: %d", f.eglCreatePixmapSurface(egl, config, f.XDefaultRootWindow(display), NULL) != EGL_NO_SURFACE);
    printf(", %#x\n", f.eglGetError());
    f.eglMakeCurrent(egl, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    f.eglDestroySurface(egl, surface);
    f.XFreePixmap(display, pixmap);
    f.eglTerminate(egl);
}

void checkGLX(void) {
    void *x11 = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL), *library = dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!x11 || !library) fail("%s", dlerror());
    void *(*getAddress)(const char *) = (void *(*)(const char *))dlsym(library, "glXGetProcAddress");
#define FIND_X(name) if (!(f.name = (__typeof__(name) *)dlsym(x11, #name))) fail("libX11 has no " #name);
#define FIND(name) if (!(f.name = (__typeof__(name) *)getAddress(#name))) fail("libGL has no " #name);
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!egl) fail("%s", dlerror());
#define FIND_EGL(name) if (!(f.name = (__typeof__(name) *)dlsym(egl, #name))) fail("libEGL has no " #name);
    X_FUNCTIONS(FIND_X) GLX_FUNCTIONS(FIND) GL_FUNCTIONS(FIND) EGL_FUNCTIONS(FIND_EGL)
    int (*initThreads)(void) = (int (*)(void))dlsym(x11, "XInitThreads");
    if (initThreads) initThreads();
    f.XSetErrorHandler(noteError);
    // A server without a client restarts, and refuses connections in the meantime. So this connection stays open until the program ends.
    if (!f.XOpenDisplay(NULL)) fail("there is no X server");
    for (int run = 0; run < 2; run++) {
        int major = 0, minor = 0, event;
        if (!(display = f.XOpenDisplay(NULL))) fail("there is no X server");
        if (!f.glXQueryExtension(display, &firstError, &event) || !f.glXQueryVersion(display, &major, &minor)) fail("the server has no GLX");
        printf("GLX %d.%d\n", major, minor);
        checkConfigs();
        checkContexts();
        checkOldNames(getAddress);
        checkWindows();
        checkPixmaps();
        checkEGLPixmaps();
        // Closes the display while a context is current.
        GLXFBConfig config = choose(1, 0);
        GLXContext context = f.glXCreateNewContext(display, config, GLX_RGBA_TYPE, NULL, True);
        Window window = makeWindow(f.glXGetVisualFromFBConfig(display, config), 10, 10);
        tell("a window of a display that is closed", f.glXMakeCurrent(display, window, context));
        f.XCloseDisplay(display);
    }
}
