"""Draws blended triangles with PyOpenGL, in a pbuffer of EGL: pyopengl_triangles.py FILE.png"""
import ctypes
import os
import struct
import sys

os.environ["PYOPENGL_PLATFORM"] = "egl"
from OpenGL import EGL, GL  # noqa: E402

from png import write_png  # noqa: E402


def ints(*values):
    return (ctypes.c_int * len(values))(*values)


width, height = 160, 120
display = EGL.eglGetDisplay(EGL.EGL_DEFAULT_DISPLAY)
EGL.eglInitialize(display, ctypes.c_int(), ctypes.c_int())
EGL.eglBindAPI(EGL.EGL_OPENGL_API)
config, count = (EGL.EGLConfig * 1)(), ctypes.c_int()
EGL.eglChooseConfig(display, ints(EGL.EGL_SURFACE_TYPE, EGL.EGL_PBUFFER_BIT, EGL.EGL_RENDERABLE_TYPE, EGL.EGL_OPENGL_BIT, EGL.EGL_RED_SIZE, 8,
                                  EGL.EGL_DEPTH_SIZE, 24, EGL.EGL_NONE), config, 1, count)
surface = EGL.eglCreatePbufferSurface(display, config[0], ints(EGL.EGL_WIDTH, width, EGL.EGL_HEIGHT, height, EGL.EGL_NONE))
context = EGL.eglCreateContext(display, config[0], EGL.EGL_NO_CONTEXT, ints(EGL.EGL_NONE))
EGL.eglMakeCurrent(display, surface, surface, context)
print(GL.glGetString(GL.GL_RENDERER).decode())


def shader(kind, text):
    name = GL.glCreateShader(kind)
    GL.glShaderSource(name, text)
    GL.glCompileShader(name)
    if not GL.glGetShaderiv(name, GL.GL_COMPILE_STATUS):
        raise SystemExit(GL.glGetShaderInfoLog(name))
    return name


program = GL.glCreateProgram()
GL.glAttachShader(program, shader(GL.GL_VERTEX_SHADER, '''#version 120
    attribute vec3 place; varying vec3 color;
    void main() { color = place.zxy * 0.5 + 0.5; gl_Position = vec4(place, 1.0); }'''))
GL.glAttachShader(program, shader(GL.GL_FRAGMENT_SHADER, '''#version 120
    varying vec3 color;
    void main() { gl_FragColor = vec4(color, 0.5); }'''))
GL.glLinkProgram(program)
GL.glUseProgram(program)
GL.glBindBuffer(GL.GL_ARRAY_BUFFER, GL.glGenBuffers(1))
points = struct.pack('18f', -0.9, -0.8, 0.0, 0.7, -0.6, 0.5, -0.2, 0.9, -0.5, 0.9, 0.8, 0.1, -0.6, 0.5, 0.3, 0.1, -0.9, -0.2)
GL.glBufferData(GL.GL_ARRAY_BUFFER, len(points), points, GL.GL_STATIC_DRAW)
place = GL.glGetAttribLocation(program, 'place')
GL.glEnableVertexAttribArray(place)
GL.glVertexAttribPointer(place, 3, GL.GL_FLOAT, False, 0, None)
GL.glClearColor(0.2, 0.1, 0.4, 1.0)
GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
GL.glEnable(GL.GL_DEPTH_TEST)
GL.glEnable(GL.GL_BLEND)
GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
GL.glDrawArrays(GL.GL_TRIANGLES, 0, 6)
GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
write_png(sys.argv[1], width, height, bytes(GL.glReadPixels(0, 0, width, height, GL.GL_RGB, GL.GL_UNSIGNED_BYTE)))
