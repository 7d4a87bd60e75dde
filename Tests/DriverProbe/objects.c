// Functions that make the parts of scenes: programs, buffers, textures and a square.

#include "probe.h"
#include <string.h>

static GLuint makeShader(GLenum type, const char *source) {
    GLuint shader = gl.CreateShader(type);
    gl.ShaderSource(shader, 1, &source, NULL);
    gl.CompileShader(shader);
    GLint compiled = 0;
    gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    char log[2000] = "";
    if (!compiled) gl.GetShaderInfoLog(shader, sizeof log, NULL, log);
    if (!compiled) fail("a shader does not compile: %s", log);
    return shader;
}
GLuint makeProgram(const char *vertex, const char *fragment, const char *varying) { return makeGeometryProgram(vertex, NULL, fragment, varying); }
GLuint makeGeometryProgram(const char *vertex, const char *geometry, const char *fragment, const char *varying) {
    GLuint program = gl.CreateProgram();
    gl.AttachShader(program, makeShader(GL_VERTEX_SHADER, vertex));
    if (geometry) gl.AttachShader(program, makeShader(GL_GEOMETRY_SHADER, geometry));
    gl.AttachShader(program, makeShader(GL_FRAGMENT_SHADER, fragment));
    gl.BindAttribLocation(program, 0, "place");
    gl.BindAttribLocation(program, 1, "normal");
    gl.BindAttribLocation(program, 2, "offset");
    if (varying) gl.TransformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
    gl.LinkProgram(program);
    GLint linked = 0;
    gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    char log[2000] = "";
    if (!linked) gl.GetProgramInfoLog(program, sizeof log, NULL, log);
    if (!linked) fail("a program is not linked: %s", log);
    gl.UseProgram(program);
    return program;
}
GLint uniform(GLuint program, const char *name) { return gl.GetUniformLocation(program, name); }

GLuint makeBuffer(GLenum target, const void *bytes, size_t count) {
    GLuint buffer = 0;
    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(target, buffer);
    gl.BufferData(target, (GLsizeiptr)count, bytes, GL_STATIC_DRAW);
    return buffer;
}
GLuint makeTexture(GLenum format, int width, int height, const void *texels) {
    GLuint texture = 0;
    gl.GenTextures(1, &texture);
    gl.BindTexture(GL_TEXTURE_2D, texture);
    gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl.TexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, format, GL_UNSIGNED_BYTE, texels);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}
GLuint makeFramebuffer(GLuint texture) {
    GLuint framebuffer = 0;
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    GLenum status = gl.CheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE) fail("a framebuffer is incomplete: %#x", status);
    return framebuffer;
}
const char *const squareVertex = "#version 300 es\nin vec2 place; out vec2 p; void main() { p = place * .5 + .5; gl_Position = vec4(place, 0, 1); }";

void drawSquare(void) {
    static const float places[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    makeBuffer(GL_ARRAY_BUFFER, places, sizeof places);
    gl.EnableVertexAttribArray(0);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl.DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}
