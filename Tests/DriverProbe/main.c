// driver-probe: draws scenes without a window, with the driver for OpenGL ES that libEGL finds, and writes their pixels as RGBA bytes, the
// bottom row first. The program contains no code for Raster, and is not linked with OpenGL.
//
//     driver-probe FOLDER [SCENE…]     writes FOLDER/SCENE.rgba; all scenes if none is named
//     driver-probe --egl               prints what wrong and unusual calls of EGL do
//     driver-probe --glx               prints what calls of GLX do on an X server
//     driver-probe --list              prints name, width and height of each scene

#include "egl.h"
#include "glx.h"
#include "probe.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static EGLContext current;

// MARK: Threads

struct Work {
    void (*body)(int number);
    int number;
    EGLContext context;
};
static void *work(void *argument) {
    struct Work *work = argument;
    EGLSurface surface = makeSurface(8, 8);
    // Each thread has its own bound API, so the new thread must bind the API too.
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
    if (count < 2) fail("usage: driver-probe FOLDER [SCENE...] | --egl | --glx | --list");
    if (!strcmp(arguments[1], "--list")) {
        for (size_t i = 0; i < sceneCount; i++) printf("%s %d %d\n", scenes[i].name, scenes[i].width, scenes[i].height);
        return 0;
    }
    if (!strcmp(arguments[1], "--glx")) {
        checkGLX();
        return 0;
    }
    openEGL();
    if (!strcmp(arguments[1], "--egl")) {
        checkEGL();
        return 0;
    }
    for (size_t i = 0; i < sceneCount; i++) {
        bool wanted = count == 2;
        for (int j = 2; j < count; j++) wanted |= !strcmp(arguments[j], scenes[i].name);
        if (wanted) drawScene(&scenes[i], arguments[1]);
    }
    return 0;
}
