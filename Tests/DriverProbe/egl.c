// Finds EGL at run time, and prints what wrong and unusual calls of EGL do.

#include "egl.h"
#include "probe.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct Functions gl;
struct EGLFunctions egl;
EGLDisplay display;
EGLConfig config;

static void *find(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (!address) fail("libEGL has no %s", name);
    return address;
}
void openEGL(void) {
    void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) fail("%s", dlerror());
    egl.GetProcAddress = find(library, "eglGetProcAddress");
    egl.GetPlatformDisplay = (PFNEGLGETPLATFORMDISPLAYEXTPROC)egl.GetProcAddress("eglGetPlatformDisplayEXT");
    egl.Initialize = find(library, "eglInitialize");
    egl.BindAPI = find(library, "eglBindAPI");
    egl.ChooseConfig = find(library, "eglChooseConfig");
    egl.CreateContext = find(library, "eglCreateContext");
    egl.CreatePbufferSurface = find(library, "eglCreatePbufferSurface");
    egl.MakeCurrent = find(library, "eglMakeCurrent");
    egl.DestroyContext = find(library, "eglDestroyContext");
    egl.DestroySurface = find(library, "eglDestroySurface");
    egl.ReleaseThread = find(library, "eglReleaseThread");
    egl.GetError = find(library, "eglGetError");
    egl.QueryContext = find(library, "eglQueryContext");
    egl.QuerySurface = find(library, "eglQuerySurface");
    egl.GetConfigAttrib = find(library, "eglGetConfigAttrib");
    egl.GetCurrentContext = find(library, "eglGetCurrentContext");
    egl.SwapBuffers = find(library, "eglSwapBuffers");
    egl.Terminate = find(library, "eglTerminate");
    egl.CreateSyncKHR = (PFNEGLCREATESYNCKHRPROC)egl.GetProcAddress("eglCreateSyncKHR");
    egl.ClientWaitSyncKHR = (PFNEGLCLIENTWAITSYNCKHRPROC)egl.GetProcAddress("eglClientWaitSyncKHR");
    egl.DestroySyncKHR = (PFNEGLDESTROYSYNCKHRPROC)egl.GetProcAddress("eglDestroySyncKHR");
    egl.CreateImageKHR = (PFNEGLCREATEIMAGEKHRPROC)egl.GetProcAddress("eglCreateImageKHR");
    egl.DestroyImageKHR = (PFNEGLDESTROYIMAGEKHRPROC)egl.GetProcAddress("eglDestroyImageKHR");
    if (!egl.GetPlatformDisplay) fail("libEGL has no displays without a window");
    display = egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!egl.Initialize(display, NULL, NULL)) fail("no display without a window: EGL error %#x", egl.GetError());
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT | EGL_OPENGL_BIT,
                                    EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8,
                                    EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_SAMPLES, 0, EGL_NONE};
    EGLint count = 0;
    if (!egl.ChooseConfig(display, wanted, &config, 1, &count) || count < 1) fail("no configuration: EGL error %#x", egl.GetError());
#define FIND(upper, name) \
    if (!(gl.name = (PFNGL##upper##PROC)egl.GetProcAddress("gl" #name))) fail("there is no gl" #name);
    FUNCTIONS(FIND)
#undef FIND
}
EGLSurface makeSurface(int width, int height) {
    EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
    EGLSurface surface = egl.CreatePbufferSurface(display, config, size);
    if (!surface) fail("no surface of %d×%d: EGL error %#x", width, height, egl.GetError());
    return surface;
}
EGLContext makeContext(int version, EGLContext share) {
    static const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, version, EGL_NONE};
    egl.BindAPI(version == 33 ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
    EGLContext context = egl.CreateContext(display, config, share, version == 33 ? core : attributes);
    if (!context) fail("no context of version %d: EGL error %#x", version, egl.GetError());
    return context;
}

// MARK: Checks

static const char *nameOfError(EGLint error) {
    static const char *const names[] = {
        "SUCCESS", "NOT_INITIALIZED", "BAD_ACCESS", "BAD_ALLOC", "BAD_ATTRIBUTE", "BAD_CONFIG", "BAD_CONTEXT", "BAD_CURRENT_SURFACE", "BAD_DISPLAY",
        "BAD_MATCH", "BAD_NATIVE_PIXMAP", "BAD_NATIVE_WINDOW", "BAD_PARAMETER", "BAD_SURFACE", "CONTEXT_LOST",
    };
    return error >= EGL_SUCCESS && error <= EGL_CONTEXT_LOST ? names[error - EGL_SUCCESS] : "?";
}
/// Prints whether a call succeeded, and the error that eglGetError returns after the call.
static void tell(const char *what, bool succeeded) {
    printf("%s: %s, %s\n", what, succeeded ? "yes" : "no", nameOfError(egl.GetError()));
}
static void *takeContext(void *context) {
    tell("a context that is current in another thread", egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    return NULL;
}
static void checkContexts(void) {
    EGLint number = 0;
    static const EGLint two[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE}, four[] = {EGL_CONTEXT_CLIENT_VERSION, 4, EGL_NONE}, odd[] = {EGL_WIDTH, 3, EGL_NONE};
    egl.BindAPI(EGL_OPENGL_ES_API);
    tell("the API OpenVG", egl.BindAPI(EGL_OPENVG_API));
    tell("OpenGL ES 4", egl.CreateContext(display, config, EGL_NO_CONTEXT, four) != EGL_NO_CONTEXT);
    tell("a context with a width", egl.CreateContext(display, config, EGL_NO_CONTEXT, odd) != EGL_NO_CONTEXT);
    tell("a context that shares with no context", egl.CreateContext(display, config, (EGLContext)0x1234, two) != EGL_NO_CONTEXT);
    EGLContext context = makeContext(2, EGL_NO_CONTEXT);
    EGLSurface surface = makeSurface(20, 10);
    tell("the version of a context", egl.QueryContext(display, context, EGL_CONTEXT_CLIENT_VERSION, &number) && number >= 2);
    tell("the width of a context", egl.QueryContext(display, context, EGL_WIDTH, &number));
    tell("a surface without a context", egl.MakeCurrent(display, surface, surface, EGL_NO_CONTEXT));
    tell("a surface to draw, and none to read", egl.MakeCurrent(display, surface, EGL_NO_SURFACE, context));
    tell("no surface", egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    tell("a surface", egl.MakeCurrent(display, surface, surface, context));
    pthread_t thread;
    if (pthread_create(&thread, NULL, takeContext, context)) fail("no thread");
    pthread_join(thread, NULL);
    tell("destroying the current context", egl.DestroyContext(display, context));
    tell("its handle afterwards", egl.QueryContext(display, context, EGL_CONTEXT_CLIENT_VERSION, &number));
    gl.ClearColor(0, 1, 0, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    uint8_t pixel[4] = {0};
    gl.ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("it draws on: %d %d %d %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
    tell("no context", egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    tell("the current context then", egl.GetCurrentContext() != EGL_NO_CONTEXT);
    tell("swapping without a context", egl.SwapBuffers(display, surface));
    egl.DestroySurface(display, surface);
}
static void checkSurfaces(void) {
    static const EGLint negative[] = {EGL_WIDTH, -1, EGL_HEIGHT, 4, EGL_NONE}, odd[] = {EGL_RED_SIZE, 8, EGL_NONE};
    EGLint number = 0;
    tell("a surface of negative width", egl.CreatePbufferSurface(display, config, negative) != EGL_NO_SURFACE);
    tell("a surface with a channel", egl.CreatePbufferSurface(display, config, odd) != EGL_NO_SURFACE);
    tell("a surface of no configuration", egl.CreatePbufferSurface(display, (EGLConfig)0x1234, NULL) != EGL_NO_SURFACE);
    EGLSurface surface = makeSurface(20, 10);
    tell("the height of a surface", egl.QuerySurface(display, surface, EGL_HEIGHT, &number) && number == 10);
    tell("the samples of a surface", egl.QuerySurface(display, surface, EGL_SAMPLES, &number));
    tell("destroying a surface", egl.DestroySurface(display, surface));
    tell("destroying it again", egl.DestroySurface(display, surface));
    tell("the height of no display's surface", egl.QuerySurface((EGLDisplay)0x1234, surface, EGL_HEIGHT, &number));
}
static void checkConfigs(void) {
    static const EGLint wrong[] = {EGL_RED_SIZE, -5, EGL_NONE}, odd[] = {EGL_HEIGHT, 5, EGL_NONE}, large[] = {EGL_RED_SIZE, 32, EGL_NONE};
    EGLConfig found;
    EGLint count = 0, number = 0;
    tell("a channel of -5 bits", egl.ChooseConfig(display, wrong, &found, 1, &count));
    tell("a configuration with a height", egl.ChooseConfig(display, odd, &found, 1, &count));
    tell("a channel of 32 bits", egl.ChooseConfig(display, large, &found, 1, &count) && count > 0);
    tell("a count without a place", egl.ChooseConfig(display, NULL, NULL, 0, NULL));
    tell("the depth of a configuration", egl.GetConfigAttrib(display, config, EGL_DEPTH_SIZE, &number) && number == 24);
    tell("the height of a configuration", egl.GetConfigAttrib(display, config, EGL_HEIGHT, &number));
    tell("the depth of no configuration", egl.GetConfigAttrib(display, (EGLConfig)0x1234, EGL_DEPTH_SIZE, &number));
}
/// Draws a texture of one context in another context, which shares no objects with the first. The second context gets the texels through an
/// image of EGL.
static void checkImages(void) {
    EGLContext one = makeContext(2, EGL_NO_CONTEXT), two = makeContext(2, EGL_NO_CONTEXT);
    EGLSurface surface = makeSurface(4, 4);
    egl.MakeCurrent(display, surface, surface, one);
    static const uint8_t red[4] = {255, 0, 0, 255};
    GLuint texture = makeTexture(GL_RGBA, 1, 1, red);
    tell("an image of no texture", egl.CreateImageKHR(display, one, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)77, NULL) != EGL_NO_IMAGE_KHR);
    EGLImageKHR image = egl.CreateImageKHR(display, one, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
    tell("an image of a texture", image != EGL_NO_IMAGE_KHR);
    EGLSyncKHR fence = egl.CreateSyncKHR(display, EGL_SYNC_FENCE_KHR, NULL);
    tell("a fence", fence != EGL_NO_SYNC_KHR);
    tell("waiting for it", egl.ClientWaitSyncKHR(display, fence, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, EGL_FOREVER_KHR) == EGL_CONDITION_SATISFIED_KHR);
    tell("destroying it", egl.DestroySyncKHR(display, fence));
    tell("destroying it again", egl.DestroySyncKHR(display, fence));
    egl.MakeCurrent(display, surface, surface, two);
    typedef void (*ImageTarget)(GLenum target, EGLImageKHR image);
    ImageTarget target = (ImageTarget)egl.GetProcAddress("glEGLImageTargetTexture2DOES");
    makeTexture(GL_RGBA, 1, 1, NULL);
    target(GL_TEXTURE_2D, image);
    makeProgram("attribute vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
                "precision highp float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(.5)); }", NULL);
    drawSquare();
    uint8_t pixel[4] = {0};
    gl.ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("the image in another context: %d %d %d %d, %#x\n", pixel[0], pixel[1], pixel[2], pixel[3], gl.GetError());
    tell("destroying the image", egl.DestroyImageKHR(display, image));
    egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl.DestroyContext(display, one);
    egl.DestroyContext(display, two);
    egl.DestroySurface(display, surface);
}
void checkEGL(void) {
    EGLint number = 0;
    checkConfigs();
    checkSurfaces();
    checkContexts();
    checkImages();
    tell("ending the display", egl.Terminate(display));
    tell("asking it then", egl.GetConfigAttrib(display, config, EGL_DEPTH_SIZE, &number));
    tell("beginning again", egl.Initialize(display, NULL, NULL));
}
