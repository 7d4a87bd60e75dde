// The functions of EGL, which are found at run time, a display without a window, and functions that make surfaces and contexts.

#ifndef DRIVER_PROBE_EGL_H
#define DRIVER_PROBE_EGL_H

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

struct EGLFunctions {
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
    __typeof__(eglQueryContext) *QueryContext;
    __typeof__(eglQuerySurface) *QuerySurface;
    __typeof__(eglGetConfigAttrib) *GetConfigAttrib;
    __typeof__(eglGetCurrentContext) *GetCurrentContext;
    __typeof__(eglSwapBuffers) *SwapBuffers;
    __typeof__(eglTerminate) *Terminate;
    PFNEGLCREATESYNCKHRPROC CreateSyncKHR;
    PFNEGLCLIENTWAITSYNCKHRPROC ClientWaitSyncKHR;
    PFNEGLDESTROYSYNCKHRPROC DestroySyncKHR;
    PFNEGLCREATEIMAGEKHRPROC CreateImageKHR;
    PFNEGLDESTROYIMAGEKHRPROC DestroyImageKHR;
};
extern struct EGLFunctions egl;
extern EGLDisplay display;
/// A configuration with 8 bits for each channel, and with depth and stencil.
extern EGLConfig config;

/// Finds the functions of EGL and OpenGL, and initialises the display.
void openEGL(void);
EGLSurface makeSurface(int width, int height);
/// Makes a context. `version` is 2 or 3 for OpenGL ES, and 33 for OpenGL 3.3's core profile.
EGLContext makeContext(int version, EGLContext share);
/// Prints a line for each of many wrong and unusual calls.
void checkEGL(void);

#endif
