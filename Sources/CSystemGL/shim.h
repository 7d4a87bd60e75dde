// Types and constants of EGL and OpenGL (Debian: libegl-dev, libgl-dev). Nothing is linked, because SystemGL loads libEGL.so.1 at
// run time. So a program built with SystemGL also starts on a system without OpenGL.
#pragma once
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

// glcorearb.h leaves out these constants of the compatibility profile, so they are declared here.
enum {
    COMPATIBILITY_POINT_SPRITE = 0x8861,
    COMPATIBILITY_DEPTH_TEXTURE_MODE = 0x884B,
    COMPATIBILITY_CLAMP_VERTEX_COLOR = 0x891A,
    COMPATIBILITY_CLAMP_FRAGMENT_COLOR = 0x891B
};
