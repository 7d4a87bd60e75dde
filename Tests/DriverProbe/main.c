// driver-probe: draws scenes with whatever OpenGL ES libEGL finds, without a window, and writes their pixels as RGBA bytes, the bottom
// row first. It knows nothing of Raster, and is linked with no OpenGL.
//
//     driver-probe FOLDER [SCENE…]     writes FOLDER/SCENE.rgba; all scenes if none is named
//     driver-probe --list              prints name, width and height of each scene

#include "probe.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Functions gl;

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

// MARK: EGL, found at run time

static struct {
    __typeof__(eglGetProcAddress) *GetProcAddress;
    PFNEGLGETPLATFORMDISPLAYEXTPROC GetPlatformDisplay;
    __typeof__(eglInitialize) *Initialize;
    __typeof__(eglBindAPI) *BindAPI;
    __typeof__(eglChooseConfig) *ChooseConfig;
    __typeof__(eglCreateContext) *CreateContext;
    __typeof__(eglCreatePbufferSurface) *CreatePbufferSurface;
    __typeof__(eglMakeCurrent) *MakeCurrent;
    __typeof__(eglDestroyContext) *DestroyContext;
    __typeof__(eglDestroySurface) *DestroySurface;
    __typeof__(eglReleaseThread) *ReleaseThread;
    __typeof__(eglGetError) *GetError;
} egl;
static EGLDisplay display;
static EGLConfig config;
static EGLContext current;

static void *find(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (!address) fail("libEGL has no %s", name);
    return address;
}
static void openEGL(void) {
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
    display = egl.GetPlatformDisplay ? egl.GetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
    if (!egl.Initialize(display, NULL, NULL)) fail("no display without a window: EGL error %#x", egl.GetError());
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT | EGL_OPENGL_BIT,
                                    EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_SAMPLES, 0, EGL_NONE};
    EGLint count = 0;
    if (!egl.ChooseConfig(display, wanted, &config, 1, &count) || count < 1) fail("no configuration: EGL error %#x", egl.GetError());
#define FIND(upper, name) if (!(gl.name = (PFNGL##upper##PROC)egl.GetProcAddress("gl" #name))) fail("there is no gl" #name);
    FUNCTIONS(FIND)
#undef FIND
}
static EGLSurface makeSurface(int width, int height) {
    EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
    EGLSurface surface = egl.CreatePbufferSurface(display, config, size);
    if (!surface) fail("no surface of %d×%d: EGL error %#x", width, height, egl.GetError());
    return surface;
}
static EGLContext makeContext(int version, EGLContext share) {
    static const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, version, EGL_NONE};
    egl.BindAPI(version == 33 ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
    EGLContext context = egl.CreateContext(display, config, share, version == 33 ? core : attributes);
    if (!context) fail("no context of version %d: EGL error %#x", version, egl.GetError());
    return context;
}

// MARK: Threads

struct Work {
    void (*body)(int number);
    int number;
    EGLContext context;
};
static void *work(void *argument) {
    struct Work *work = argument;
    EGLSurface surface = makeSurface(8, 8);
    // The bound API belongs to the thread.
    egl.BindAPI(EGL_OPENGL_ES_API);
    if (!egl.MakeCurrent(display, surface, surface, work->context)) fail("thread %d has no context: EGL error %#x", work->number, egl.GetError());
    work->body(work->number);
    gl.Finish();
    egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl.DestroySurface(display, surface);
    egl.ReleaseThread();
    return NULL;
}
void onTwoThreads(void (*body)(int number)) {
    struct Work works[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) works[i] = (struct Work){body, i, makeContext(3, current)};
    for (int i = 0; i < 2; i++) if (pthread_create(&threads[i], NULL, work, &works[i])) fail("no thread");
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) egl.DestroyContext(display, works[i].context);
}

// MARK: Scenes

static void drawScene(const struct Scene *scene, const char *folder) {
    EGLSurface surface = makeSurface(scene->width, scene->height);
    current = makeContext(scene->version, EGL_NO_CONTEXT);
    if (!egl.MakeCurrent(display, surface, surface, current)) fail("%s: no current context: EGL error %#x", scene->name, egl.GetError());
    scene->draw(scene->width, scene->height);
    gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
    size_t count = (size_t)scene->width * (size_t)scene->height * 4;
    uint8_t *pixels = calloc(1, count);
    gl.ReadPixels(0, 0, scene->width, scene->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    GLenum error = gl.GetError();
    if (error) fail("%s: OpenGL error %#x", scene->name, error);
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.rgba", folder, scene->name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(pixels, 1, count, file) != count || fclose(file)) fail("%s cannot be written", path);
    free(pixels);
    egl.MakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl.DestroyContext(display, current);
    egl.DestroySurface(display, surface);
}

int main(int count, char **arguments) {
    if (count < 2) fail("usage: driver-probe FOLDER [SCENE...] | --list");
    if (!strcmp(arguments[1], "--list")) {
        for (size_t i = 0; i < sceneCount; i++) printf("%s %d %d\n", scenes[i].name, scenes[i].width, scenes[i].height);
        return 0;
    }
    openEGL();
    for (size_t i = 0; i < sceneCount; i++) {
        bool wanted = count == 2;
        for (int j = 2; j < count; j++) wanted |= !strcmp(arguments[j], scenes[i].name);
        if (wanted) drawScene(&scenes[i], arguments[1]);
    }
    return 0;
}
