// The functions of OpenGL ES that the scenes call, and the functions that make the parts of scenes.

#ifndef DRIVER_PROBE_H
#define DRIVER_PROBE_H

#include <GL/glcorearb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In OpenGL ES, the functions of debug output have the suffix KHR. So the header's types of these functions get names with this suffix,
// too.
#define PFNGLPUSHDEBUGGROUPKHRPROC PFNGLPUSHDEBUGGROUPPROC
#define PFNGLPOPDEBUGGROUPKHRPROC PFNGLPOPDEBUGGROUPPROC
#define PFNGLOBJECTLABELKHRPROC PFNGLOBJECTLABELPROC

// Constants of OpenGL ES that OpenGL's core profile does not have.
#define GL_LUMINANCE 0x1909
#define GL_LUMINANCE_ALPHA 0x190A

#define FUNCTIONS(F)                                                                                                        \
    F(ACTIVETEXTURE, ActiveTexture) F(ATTACHSHADER, AttachShader) F(BEGINTRANSFORMFEEDBACK, BeginTransformFeedback)         \
    F(BINDATTRIBLOCATION, BindAttribLocation) F(BINDBUFFER, BindBuffer) F(BINDBUFFERBASE, BindBufferBase)                   \
    F(BINDFRAMEBUFFER, BindFramebuffer) F(BINDRENDERBUFFER, BindRenderbuffer) F(BINDTEXTURE, BindTexture)                   \
    F(BINDVERTEXARRAY, BindVertexArray) F(BLENDFUNC, BlendFunc) F(BLITFRAMEBUFFER, BlitFramebuffer)                         \
    F(BUFFERDATA, BufferData) F(CHECKFRAMEBUFFERSTATUS, CheckFramebufferStatus) F(CLEAR, Clear) F(CLEARCOLOR, ClearColor)   \
    F(COMPILESHADER, CompileShader) F(COMPRESSEDTEXIMAGE2D, CompressedTexImage2D) F(CREATEPROGRAM, CreateProgram)           \
    F(CREATESHADER, CreateShader) F(DISABLE, Disable) F(DRAWARRAYS, DrawArrays)                                             \
    F(DRAWARRAYSINSTANCED, DrawArraysInstanced) F(DRAWELEMENTS, DrawElements) F(ENABLE, Enable)                             \
    F(ENABLEVERTEXATTRIBARRAY, EnableVertexAttribArray) F(ENDTRANSFORMFEEDBACK, EndTransformFeedback) F(FINISH, Finish)     \
    F(FRAMEBUFFERRENDERBUFFER, FramebufferRenderbuffer) F(FRAMEBUFFERTEXTURE, FramebufferTexture)                           \
    F(FRAMEBUFFERTEXTURE2D, FramebufferTexture2D)                                                                           \
    F(GENBUFFERS, GenBuffers) F(GENFRAMEBUFFERS, GenFramebuffers) F(GENRENDERBUFFERS, GenRenderbuffers)                     \
    F(GENTEXTURES, GenTextures) F(GENVERTEXARRAYS, GenVertexArrays) F(GENERATEMIPMAP, GenerateMipmap)                       \
    F(GETERROR, GetError) F(GETPROGRAMINFOLOG, GetProgramInfoLog) F(GETPROGRAMIV, GetProgramiv)                             \
    F(GETSHADERINFOLOG, GetShaderInfoLog) F(GETSHADERIV, GetShaderiv) F(GETSTRING, GetString)                               \
    F(GETUNIFORMBLOCKINDEX, GetUniformBlockIndex) F(GETUNIFORMLOCATION, GetUniformLocation) F(LINKPROGRAM, LinkProgram)     \
    F(LOGICOP, LogicOp) F(OBJECTLABELKHR, ObjectLabelKHR) F(PIXELSTOREI, PixelStorei) F(POINTSIZE, PointSize)               \
    F(POLYGONMODE, PolygonMode) F(POPDEBUGGROUPKHR, PopDebugGroupKHR) F(PRIMITIVERESTARTINDEX, PrimitiveRestartIndex)       \
    F(PROVOKINGVERTEX, ProvokingVertex) F(PUSHDEBUGGROUPKHR, PushDebugGroupKHR) F(READPIXELS, ReadPixels)                   \
    F(RENDERBUFFERSTORAGEMULTISAMPLE, RenderbufferStorageMultisample) F(SCISSOR, Scissor) F(SHADERSOURCE, ShaderSource)     \
    F(STENCILFUNC, StencilFunc) F(STENCILOP, StencilOp) F(TEXIMAGE2D, TexImage2D) F(TEXPARAMETERI, TexParameteri)           \
    F(TRANSFORMFEEDBACKVARYINGS, TransformFeedbackVaryings) F(UNIFORM1F, Uniform1f) F(UNIFORM1I, Uniform1i)                 \
    F(UNIFORM4F, Uniform4f) F(UNIFORMBLOCKBINDING, UniformBlockBinding) F(UNIFORMMATRIX4FV, UniformMatrix4fv)               \
    F(USEPROGRAM, UseProgram) F(VERTEXATTRIBDIVISOR, VertexAttribDivisor) F(VERTEXATTRIBPOINTER, VertexAttribPointer)       \
    F(VIEWPORT, Viewport) F(TEXIMAGE1D, TexImage1D) F(TEXIMAGE3D, TexImage3D) F(TEXBUFFER, TexBuffer)                         \
    F(TEXIMAGE2DMULTISAMPLE, TexImage2DMultisample) F(COPYIMAGESUBDATA, CopyImageSubData)

struct Functions {
#define DECLARE(upper, name) PFNGL##upper##PROC name;
    FUNCTIONS(DECLARE)
#undef DECLARE
};
extern struct Functions gl;

/// A picture: its name, the version of OpenGL ES (33 is OpenGL 3.3's core profile), its size, and the function that draws it into the
/// current surface.
struct Scene {
    const char *name;
    int version, width, height;
    void (*draw)(int width, int height);
};
extern const struct Scene scenes[];
extern const size_t sceneCount;

/// Ends the process with a message.
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/// Makes a program and uses it. The attributes `place`, `normal` and `offset` have the locations 0, 1 and 2. `varying` is the name of the
/// output that transform feedback captures; NULL if it captures no output.
GLuint makeProgram(const char *vertex, const char *fragment, const char *varying);
/// Makes a program in the same way, with a geometry shader between the two other shaders. `geometry` is NULL for a program without a
/// geometry shader.
GLuint makeGeometryProgram(const char *vertex, const char *geometry, const char *fragment, const char *varying);
GLint uniform(GLuint program, const char *name);
GLuint makeBuffer(GLenum target, const void *bytes, size_t count);
/// Makes a 2D texture with one level, nearest filters and clamped edges, and binds it.
GLuint makeTexture(GLenum format, int width, int height, const void *texels);
/// Makes a framebuffer whose colour is the texture, and binds it.
GLuint makeFramebuffer(GLuint texture);
/// Draws a square that covers the viewport. The positions of its corners come from a buffer.
void drawSquare(void);
/// The text of a vertex shader for `drawSquare` in GLSL ES 3.00. Its output `p` goes from 0 to 1 along both sides of the square.
extern const char *const squareVertex;

/// Makes two contexts that share objects with the scene's context. Calls `body` on two new threads, each with one of these contexts.
void onTwoThreads(void (*body)(int number));

#endif
