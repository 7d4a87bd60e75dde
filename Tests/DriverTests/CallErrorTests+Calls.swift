// The wrong calls of CallErrorTests, in the order of the specification's chapters.

import GLState

extension WrongCall {
    static let all = state + buffers + vertices + shaders + textures + framebuffers + pixels + queries + older + es31 + textureKinds

    private static let state: [WrongCall] = [
        WrongCall("enabling what is no capability", GL_INVALID_ENUM) { try $0.glEnable(GL_TEXTURE_2D) },
        WrongCall("disabling 0", GL_INVALID_ENUM) { try $0.glDisable(0) },
        WrongCall("asking whether a buffer is enabled", GL_INVALID_ENUM) { _ = try $0.glIsEnabled(GL_ARRAY_BUFFER) },
        WrongCall("a viewport of negative width", GL_INVALID_VALUE) { try $0.glViewport(0, 0, -1, 4) },
        WrongCall("a viewport of the least height", GL_INVALID_VALUE) { try $0.glViewport(0, 0, 1, .min) },
        WrongCall("a scissor of negative height", GL_INVALID_VALUE) { try $0.glScissor(0, 0, 4, -4) },
        WrongCall("culling points", GL_INVALID_ENUM) { try $0.glCullFace(GL_POINTS) },
        WrongCall("a front face that is a face", GL_INVALID_ENUM) { try $0.glFrontFace(GL_FRONT) },
        WrongCall("lines without width", GL_INVALID_VALUE) { try $0.glLineWidth(0) },
        WrongCall("lines of negative width", GL_INVALID_VALUE) { try $0.glLineWidth(-1) },
        WrongCall("a depth function that is an equation", GL_INVALID_ENUM) { try $0.glDepthFunc(GL_FUNC_ADD) },
        WrongCall("a stencil function that is none", GL_INVALID_ENUM) { try $0.glStencilFunc(GL_KEEP, 0, 1) },
        WrongCall("a stencil operation that is none", GL_INVALID_ENUM) { try $0.glStencilOp(GL_KEEP, GL_LESS, GL_KEEP) },
        WrongCall("a stencil function of no face", GL_INVALID_ENUM) { try $0.glStencilFuncSeparate(GL_CW, GL_LESS, 0, 1) },
        WrongCall("a stencil mask of no face", GL_INVALID_ENUM) { try $0.glStencilMaskSeparate(0, 1) },
        WrongCall("a blend equation that is a factor", GL_INVALID_ENUM) { try $0.glBlendEquation(GL_ONE) },
        WrongCall("separate equations, the second wrong", GL_INVALID_ENUM) { try $0.glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_LESS) },
        WrongCall("a blend factor that is an equation", GL_INVALID_ENUM) { try $0.glBlendFunc(GL_ONE, GL_FUNC_ADD) },
        WrongCall("separate factors, the last wrong", GL_INVALID_ENUM) { try $0.glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_LESS) },
        WrongCall("a hint about nothing", GL_INVALID_ENUM) { try $0.glHint(GL_BLEND, GL_NICEST) },
        WrongCall("a hint with a wish that does not exist", GL_INVALID_ENUM) { try $0.glHint(GL_GENERATE_MIPMAP_HINT, GL_TRUE) },
        WrongCall("an alignment of 3", GL_INVALID_VALUE) { try $0.glPixelStorei(GL_UNPACK_ALIGNMENT, 3) },
        WrongCall("a negative row length", GL_INVALID_VALUE) { try $0.glPixelStorei(GL_UNPACK_ROW_LENGTH, -1) },
        WrongCall("a pixel store that does not exist", GL_INVALID_ENUM) { try $0.glPixelStorei(GL_RGBA, 1) },
        WrongCall("the value of state that does not exist", GL_INVALID_ENUM) { try $0.glGetIntegerv(GL_ZERO, nil) },
        WrongCall("an indexed value without an index", GL_INVALID_ENUM) { try $0.glGetIntegeri_v(GL_VIEWPORT, 0, nil) },
        WrongCall("an indexed value beyond the last", GL_INVALID_VALUE) { try $0.glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 4096, nil) },
        WrongCall("a string that does not exist", GL_INVALID_ENUM) { _ = try $0.glGetString(GL_RGBA) },
        WrongCall("an extension beyond the last", GL_INVALID_VALUE) { _ = try $0.glGetStringi(GL_EXTENSIONS, 9999) },
        WrongCall("a clear of bits that do not exist", GL_INVALID_VALUE) { try $0.glClear(0x8000_0000 | GL_COLOR_BUFFER_BIT) },
    ]

    private static let buffers: [WrongCall] = [
        WrongCall("generating -1 buffers", GL_INVALID_VALUE) { try $0.glGenBuffers(-1, nil) },
        WrongCall("deleting -1 buffers", GL_INVALID_VALUE) { try $0.glDeleteBuffers(-1, nil) },
        WrongCall("binding a buffer to no target", GL_INVALID_ENUM) { try $0.glBindBuffer(GL_TEXTURE_2D, 1) },
        WrongCall("data without a buffer", GL_INVALID_OPERATION) { try $0.glBufferData(GL_ARRAY_BUFFER, 4, nil, GL_STATIC_DRAW) },
        WrongCall("data of negative size", GL_INVALID_VALUE, prepare: anArray) { try $0.glBufferData(GL_ARRAY_BUFFER, -4, nil, GL_STATIC_DRAW) },
        WrongCall("data of a use that does not exist", GL_INVALID_ENUM, prepare: anArray) { try $0.glBufferData(GL_ARRAY_BUFFER, 4, nil, GL_RGBA) },
        WrongCall("more data than memory", GL_OUT_OF_MEMORY, prepare: anArray) { try $0.glBufferData(GL_ARRAY_BUFFER, .max, nil, GL_STATIC_DRAW) },
        WrongCall("a part beyond the end of a buffer", GL_INVALID_VALUE, prepare: anArray) { try $0.glBufferSubData(GL_ARRAY_BUFFER, 30, 4, zeros) },
        WrongCall("a part whose end overflows", GL_INVALID_VALUE, prepare: anArray) { try $0.glBufferSubData(GL_ARRAY_BUFFER, .max, .max, zeros) },
        WrongCall("a part before the start of a buffer", GL_INVALID_VALUE, prepare: anArray) { try $0.glBufferSubData(GL_ARRAY_BUFFER, -1, 4, zeros) },
        WrongCall("a part of a mapped buffer", GL_INVALID_OPERATION, prepare: aMap) { try $0.glBufferSubData(GL_ARRAY_BUFFER, 0, 4, zeros) },
        WrongCall("mapping twice", GL_INVALID_OPERATION, prepare: aMap) { _ = try $0.glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT) },
        WrongCall("mapping for nothing", GL_INVALID_OPERATION, prepare: anArray) { _ = try $0.glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, 0) },
        WrongCall("mapping an unknown bit", GL_INVALID_VALUE, prepare: anArray) { _ = try $0.glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, 0x8001) },
        WrongCall("mapping beyond the end", GL_INVALID_VALUE, prepare: anArray) { _ = try $0.glMapBufferRange(GL_ARRAY_BUFFER, 16, 17, GL_MAP_READ_BIT) },
        WrongCall("reading what is invalidated", GL_INVALID_OPERATION, prepare: anArray) {
            _ = try $0.glMapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT | GL_MAP_INVALIDATE_RANGE_BIT)
        },
        WrongCall("flushing a buffer that is not mapped", GL_INVALID_OPERATION, prepare: anArray) { try $0.glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, 1) },
        WrongCall("unmapping a buffer that is not mapped", GL_INVALID_OPERATION, prepare: anArray) { _ = try $0.glUnmapBuffer(GL_ARRAY_BUFFER) },
        WrongCall("copying a buffer onto itself", GL_INVALID_VALUE, prepare: anArray) {
            try $0.glCopyBufferSubData(GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, 0, 4, 8)
        },
        WrongCall("a uniform buffer at a binding that does not exist", GL_INVALID_VALUE) { try $0.glBindBufferBase(GL_UNIFORM_BUFFER, 4096, 0) },
        WrongCall("a uniform buffer at an odd offset", GL_INVALID_VALUE, prepare: anArray) { try $0.glBindBufferRange(GL_UNIFORM_BUFFER, 0, 1, 1, 4) },
        WrongCall("a uniform buffer of no bytes", GL_INVALID_VALUE, prepare: anArray) { try $0.glBindBufferRange(GL_UNIFORM_BUFFER, 0, 1, 0, 0) },
        WrongCall("feedback into a buffer at an odd offset", GL_INVALID_VALUE, prepare: anArray) {
            try $0.glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 1, 2, 4)
        },
        WrongCall("a parameter of a buffer that does not exist", GL_INVALID_ENUM, prepare: anArray) {
            try $0.glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_RGBA, nil)
        },
        WrongCall("a parameter of no buffer", GL_INVALID_OPERATION) { try $0.glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, nil) },
    ]

    private static let vertices: [WrongCall] = [
        WrongCall("enabling attribute 16", GL_INVALID_VALUE) { try $0.glEnableVertexAttribArray(16) },
        WrongCall("disabling the last number", GL_INVALID_VALUE) { try $0.glDisableVertexAttribArray(.max) },
        WrongCall("an attribute of 5 numbers", GL_INVALID_VALUE) { try $0.glVertexAttribPointer(0, 5, GL_FLOAT, 0, 0, nil) },
        WrongCall("an attribute of no numbers", GL_INVALID_VALUE) { try $0.glVertexAttribPointer(0, 0, GL_FLOAT, 0, 0, nil) },
        WrongCall("an attribute with a negative stride", GL_INVALID_VALUE) { try $0.glVertexAttribPointer(0, 4, GL_FLOAT, 0, -4, nil) },
        WrongCall("an attribute of a type that is none", GL_INVALID_ENUM) { try $0.glVertexAttribPointer(0, 4, GL_BOOL, 0, 0, nil) },
        WrongCall("packed numbers in threes", GL_INVALID_OPERATION) { try $0.glVertexAttribPointer(0, 3, GL_INT_2_10_10_10_REV, 0, 0, nil) },
        WrongCall("whole numbers that are floats", GL_INVALID_ENUM) { try $0.glVertexAttribIPointer(0, 4, GL_FLOAT, 0, nil) },
        WrongCall("client memory in a vertex array object", GL_INVALID_OPERATION, prepare: { try $0.gl.glBindVertexArray($0.name($0.gl.glGenVertexArrays)) }) {
            try $0.glVertexAttribPointer(0, 4, GL_FLOAT, 0, 0, zeros)
        },
        WrongCall("a divisor of attribute 16", GL_INVALID_VALUE) { try $0.glVertexAttribDivisor(16, 1) },
        WrongCall("a current value of attribute 16", GL_INVALID_VALUE) { try $0.glVertexAttrib4f(16, 1, 1, 1, 1) },
        WrongCall("the state of attribute 16", GL_INVALID_VALUE) { try $0.glGetVertexAttribiv(16, GL_VERTEX_ATTRIB_ARRAY_ENABLED, nil) },
        WrongCall("state that attributes do not have", GL_INVALID_ENUM) { try $0.glGetVertexAttribiv(0, GL_BUFFER_SIZE, nil) },
        WrongCall("a vertex array object that was not generated", GL_INVALID_OPERATION) { try $0.glBindVertexArray(5) },
        WrongCall("a draw of quadrilaterals", GL_INVALID_ENUM, prepare: aProgram) { try $0.glDrawArrays(7, 0, 4) },
        WrongCall("a draw of -1 vertices", GL_INVALID_VALUE, prepare: aProgram) { try $0.glDrawArrays(GL_TRIANGLES, 0, -1) },
        WrongCall("a draw from vertex -1", GL_INVALID_VALUE, prepare: aProgram) { try $0.glDrawArrays(GL_TRIANGLES, -1, 3) },
        WrongCall("a draw of -1 instances", GL_INVALID_VALUE, prepare: aProgram) { try $0.glDrawArraysInstanced(GL_TRIANGLES, 0, 3, -1) },
        WrongCall("indices that are floats", GL_INVALID_ENUM, prepare: aProgram) { try $0.glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, zeros) },
        WrongCall("a range of indices that ends before its start", GL_INVALID_VALUE, prepare: aProgram) {
            try $0.glDrawRangeElements(GL_TRIANGLES, 2, 1, 3, GL_UNSIGNED_BYTE, zeros)
        },
        WrongCall("a draw from a mapped buffer", GL_INVALID_OPERATION, prepare: { stage in
            try aProgram(stage)
            try aMap(stage)
            try stage.gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
            try stage.gl.glEnableVertexAttribArray(0)
        }) { try $0.glDrawArrays(GL_TRIANGLES, 0, 3) },
        WrongCall("a draw into an incomplete framebuffer", GL_INVALID_FRAMEBUFFER_OPERATION, prepare: { stage in
            try aProgram(stage)
            try stage.gl.glBindFramebuffer(GL_FRAMEBUFFER, 1)
        }) { try $0.glDrawArrays(GL_TRIANGLES, 0, 3) },
    ]

    private static let shaders: [WrongCall] = [
        WrongCall("a geometry shader in OpenGL ES 3.0", GL_INVALID_ENUM) { _ = try $0.glCreateShader(GL_GEOMETRY_SHADER) },
        WrongCall("compiling what does not exist", GL_INVALID_VALUE) { try $0.glCompileShader(77) },
        WrongCall("compiling a program", GL_INVALID_OPERATION, prepare: aProgram) { try $0.glCompileShader($0.program?.name ?? 0) },
        WrongCall("linking a shader", GL_INVALID_OPERATION, prepare: { _ = try $0.gl.glCreateShader(GL_VERTEX_SHADER) }) { try $0.glLinkProgram(1) },
        WrongCall("linking what does not exist", GL_INVALID_VALUE) { try $0.glLinkProgram(77) },
        WrongCall("using what does not exist", GL_INVALID_VALUE) { try $0.glUseProgram(77) },
        WrongCall("using a program that is not linked", GL_INVALID_OPERATION, prepare: { _ = try $0.gl.glCreateProgram() }) { try $0.glUseProgram(1) },
        WrongCall("attaching a shader twice", GL_INVALID_OPERATION, prepare: { stage in
            try stage.gl.glAttachShader(stage.gl.glCreateProgram(), stage.gl.glCreateShader(GL_VERTEX_SHADER))
        }) { try $0.glAttachShader(1, 2) },
        WrongCall("detaching a shader that is not attached", GL_INVALID_OPERATION, prepare: { stage in
            _ = try stage.gl.glCreateProgram()
            _ = try stage.gl.glCreateShader(GL_VERTEX_SHADER)
        }) { try $0.glDetachShader(1, 2) },
        WrongCall("deleting a program that does not exist", GL_INVALID_VALUE) { try $0.glDeleteProgram(77) },
        WrongCall("deleting a shader that is a program", GL_INVALID_OPERATION, prepare: aProgram) { try $0.glDeleteShader($0.program?.name ?? 0) },
        WrongCall("a parameter that programs do not have", GL_INVALID_ENUM, prepare: aProgram) { try $0.glGetProgramiv($0.program?.name ?? 0, GL_RGBA, nil) },
        WrongCall("a parameter that shaders do not have", GL_INVALID_ENUM, prepare: { _ = try $0.gl.glCreateShader(GL_VERTEX_SHADER) }) {
            try $0.glGetShaderiv(1, GL_RGBA, nil)
        },
        WrongCall("the source of -1 strings", GL_INVALID_VALUE, prepare: { _ = try $0.gl.glCreateShader(GL_VERTEX_SHADER) }) {
            try $0.glShaderSource(1, -1, nil, nil)
        },
        WrongCall("an attribute at location 16", GL_INVALID_VALUE, prepare: aProgram) { try $0.glBindAttribLocation($0.program?.name ?? 0, 16, "b") },
        WrongCall("an attribute with a name of the language", GL_INVALID_OPERATION, prepare: aProgram) {
            try $0.glBindAttribLocation($0.program?.name ?? 0, 1, "gl_Vertex")
        },
        WrongCall("a uniform without a program", GL_INVALID_OPERATION) { try $0.glUniform1f(0, 1) },
        WrongCall("a uniform of the wrong size", GL_INVALID_OPERATION, prepare: aUniform) { try $0.glUniform1f(0, 1) },
        WrongCall("a uniform of the wrong kind", GL_INVALID_OPERATION, prepare: aUniform) { try $0.glUniform4i(0, 1, 1, 1, 1) },
        WrongCall("two values for a uniform that is no array", GL_INVALID_OPERATION, prepare: aUniform) { try $0.glUniform4fv(0, 2, floats) },
        WrongCall("-1 values for a uniform", GL_INVALID_VALUE, prepare: aUniform) { try $0.glUniform4fv(0, -1, floats) },
        WrongCall("a uniform at a location that does not exist", GL_INVALID_OPERATION, prepare: aUniform) { try $0.glUniform4f(1000, 1, 1, 1, 1) },
        WrongCall("a vector as a matrix", GL_INVALID_OPERATION, prepare: aUniform) { try $0.glUniformMatrix2fv(0, 1, 0, floats) },
        WrongCall("a uniform block that does not exist", GL_INVALID_VALUE, prepare: aUniform) { try $0.glUniformBlockBinding($0.program?.name ?? 0, 3, 0) },
        WrongCall("an active uniform beyond the last", GL_INVALID_VALUE, prepare: aUniform) {
            try $0.glGetActiveUniform($0.program?.name ?? 0, 1, 0, nil, nil, nil, nil)
        },
        WrongCall("feedback of outputs in a mode that does not exist", GL_INVALID_ENUM, prepare: aProgram) {
            try $0.glTransformFeedbackVaryings($0.program?.name ?? 0, 0, nil, GL_POINTS)
        },
    ]

    private static let textures: [WrongCall] = [
        WrongCall("texture unit 96", GL_INVALID_ENUM) { try $0.glActiveTexture(GL_TEXTURE0 + 96) },
        WrongCall("a 1D texture", GL_INVALID_ENUM) { try $0.glBindTexture(0x0DE0, 1) },
        WrongCall("a 3D texture as a 2D texture", GL_INVALID_OPERATION, prepare: { try $0.gl.glBindTexture(GL_TEXTURE_3D, 9) }) {
            try $0.glBindTexture(GL_TEXTURE_2D, 9)
        },
        WrongCall("an image of negative width", GL_INVALID_VALUE) { try image($0, width: -1) },
        WrongCall("an image wider than the limit", GL_INVALID_VALUE) { try image($0, width: 8193) },
        WrongCall("an image with a border", GL_INVALID_VALUE) {
            try $0.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("an image at level -1", GL_INVALID_VALUE) { try image($0, level: -1) },
        WrongCall("an image at level 30", GL_INVALID_VALUE) { try image($0, level: 30) },
        WrongCall("an image of formats that do not fit", GL_INVALID_OPERATION) {
            try $0.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGB8), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("an image of a type that does not fit", GL_INVALID_OPERATION) {
            try $0.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA8), 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, nil)
        },
        WrongCall("an image of a format that does not exist", GL_INVALID_ENUM) {
            try $0.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGBA), 4, 4, 0, GL_LESS, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("a face of a cube that is not square", GL_INVALID_VALUE) {
            try $0.glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GLint(GL_RGBA), 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("a part of an image that is not there", GL_INVALID_OPERATION) {
            try $0.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, zeros)
        },
        WrongCall("a part beyond the edge", GL_INVALID_VALUE, prepare: aTexture) {
            try $0.glTexSubImage2D(GL_TEXTURE_2D, 0, 3, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, zeros)
        },
        WrongCall("a part whose edge overflows", GL_INVALID_VALUE, prepare: aTexture) {
            try $0.glTexSubImage2D(GL_TEXTURE_2D, 0, .max, 0, .max, 1, GL_RGBA, GL_UNSIGNED_BYTE, zeros)
        },
        WrongCall("storage of no levels", GL_INVALID_VALUE, prepare: aTexture) { try $0.glTexStorage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4) },
        WrongCall("storage of too many levels", GL_INVALID_OPERATION, prepare: aTexture) { try $0.glTexStorage2D(GL_TEXTURE_2D, 4, GL_RGBA8, 4, 4) },
        WrongCall("storage without a texture", GL_INVALID_OPERATION) { try $0.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4) },
        WrongCall("storage of an unsized format", GL_INVALID_ENUM, prepare: aTexture) { try $0.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA, 4, 4) },
        WrongCall("an image after storage", GL_INVALID_OPERATION, prepare: { stage in
            try stage.gl.glBindTexture(GL_TEXTURE_2D, 1)
            try stage.gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4)
        }) { try image($0) },
        WrongCall("compressed texels of the wrong length", GL_INVALID_VALUE) {
            try $0.glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 7, zeros)
        },
        WrongCall("compressed texels of a plain format", GL_INVALID_ENUM) { try $0.glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, 64, zeros) },
        WrongCall("a wrap that is a filter", GL_INVALID_ENUM) { try $0.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GLint(GL_LINEAR)) },
        WrongCall("a magnification with mip levels", GL_INVALID_ENUM) {
            try $0.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GLint(GL_LINEAR_MIPMAP_LINEAR))
        },
        WrongCall("a negative base level", GL_INVALID_VALUE) { try $0.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1) },
        WrongCall("mip levels of no image", GL_INVALID_OPERATION) { try $0.glGenerateMipmap(GL_TEXTURE_2D) },
        WrongCall("mip levels of no target", GL_INVALID_ENUM) { try $0.glGenerateMipmap(GL_TEXTURE_CUBE_MAP_POSITIVE_X) },
        WrongCall("a sampler that was not generated", GL_INVALID_OPERATION) { try $0.glBindSampler(0, 3) },
        WrongCall("a sampler of unit 96", GL_INVALID_VALUE) { try $0.glBindSampler(96, 0) },
        WrongCall("a parameter of a sampler that is not there", GL_INVALID_OPERATION) { try $0.glSamplerParameteri(3, GL_TEXTURE_WRAP_S, GLint(GL_REPEAT)) },
    ]

    private static let framebuffers: [WrongCall] = [
        WrongCall("a framebuffer of no target", GL_INVALID_ENUM) { try $0.glBindFramebuffer(GL_RENDERBUFFER, 1) },
        WrongCall("an attachment of the surface", GL_INVALID_OPERATION) {
            try $0.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0)
        },
        WrongCall("an attachment beyond the last", GL_INVALID_OPERATION, prepare: aFramebuffer) {
            try $0.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 8, GL_RENDERBUFFER, 0)
        },
        WrongCall("an attachment that is none", GL_INVALID_ENUM, prepare: aFramebuffer) {
            try $0.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_RGBA, GL_RENDERBUFFER, 0)
        },
        WrongCall("attaching a texture that does not exist", GL_INVALID_OPERATION, prepare: aFramebuffer) {
            try $0.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 99, 0)
        },
        WrongCall("attaching level -1", GL_INVALID_VALUE, prepare: { stage in
            try aTexture(stage)
            try aFramebuffer(stage)
        }) { try $0.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, -1) },
        WrongCall("storage of no renderbuffer", GL_INVALID_OPERATION) { try $0.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4) },
        WrongCall("storage of a format that cannot be drawn", GL_INVALID_ENUM, prepare: aRenderbuffer) {
            try $0.glRenderbufferStorage(GL_RENDERBUFFER, GL_LUMINANCE, 4, 4)
        },
        WrongCall("storage of a size beyond the limit", GL_INVALID_VALUE, prepare: aRenderbuffer) {
            try $0.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8193, 4)
        },
        WrongCall("storage of 64 samples", GL_INVALID_OPERATION, prepare: aRenderbuffer) {
            try $0.glRenderbufferStorageMultisample(GL_RENDERBUFFER, 64, GL_RGBA8, 4, 4)
        },
        WrongCall("drawing to two images of the surface", GL_INVALID_OPERATION) { try $0.glDrawBuffers(2, [GL_BACK, GL_BACK]) },
        WrongCall("drawing to an attachment of the surface", GL_INVALID_OPERATION) { try $0.glDrawBuffers(1, [GL_COLOR_ATTACHMENT0]) },
        WrongCall("drawing to attachments in another order", GL_INVALID_OPERATION, prepare: aFramebuffer) {
            try $0.glDrawBuffers(2, [GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0])
        },
        WrongCall("reading the depth as a colour", GL_INVALID_ENUM, prepare: aFramebuffer) { try $0.glReadBuffer(GL_DEPTH_ATTACHMENT) },
        WrongCall("clearing colour image 8", GL_INVALID_VALUE) { try $0.glClearBufferfv(GL_COLOR, 8, floats) },
        WrongCall("clearing depth image 1", GL_INVALID_VALUE) { try $0.glClearBufferfv(GL_DEPTH, 1, floats) },
        WrongCall("clearing the stencil with floats", GL_INVALID_ENUM) { try $0.glClearBufferfv(GL_STENCIL, 0, floats) },
        WrongCall("a blit of bits that do not exist", GL_INVALID_VALUE) { try $0.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, 1, GL_NEAREST) },
        WrongCall("a blit of depth with a linear filter", GL_INVALID_OPERATION) {
            try $0.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_DEPTH_BUFFER_BIT, GL_LINEAR)
        },
        WrongCall("a blit with a filter of mip levels", GL_INVALID_ENUM) {
            try $0.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_LINEAR_MIPMAP_LINEAR)
        },
        WrongCall("an invalidation of -1 attachments", GL_INVALID_VALUE) { try $0.glInvalidateFramebuffer(GL_FRAMEBUFFER, -1, nil) },
        WrongCall("a status of no framebuffer", GL_INVALID_ENUM) { _ = try $0.glCheckFramebufferStatus(GL_TEXTURE_2D) },
    ]

    private static let pixels: [WrongCall] = [
        WrongCall("reading -1 pixels", GL_INVALID_VALUE) { try $0.glReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nil) },
        WrongCall("reading a format that does not exist", GL_INVALID_ENUM) { try $0.glReadPixels(0, 0, 1, 1, GL_LESS, GL_UNSIGNED_BYTE, nil) },
        WrongCall("reading whole numbers of fractions", GL_INVALID_OPERATION) { try $0.glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_INT, nil) },
        WrongCall("reading an incomplete framebuffer", GL_INVALID_FRAMEBUFFER_OPERATION, prepare: aFramebuffer) {
            try $0.glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("reading into too little memory", GL_INVALID_OPERATION) { try $0.glReadnPixels(0, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 7, nil) },
        WrongCall("reading beyond the end of a buffer", GL_INVALID_OPERATION,
                  prepare: { try $0.buffer(GL_PIXEL_PACK_BUFFER, [UInt8](repeating: 0, count: 63)) }) {
            try $0.glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("an image from beyond the end of a buffer", GL_INVALID_OPERATION,
                  prepare: { try $0.buffer(GL_PIXEL_UNPACK_BUFFER, [UInt8](repeating: 0, count: 63)) }) { try image($0) },
        WrongCall("copying from an incomplete framebuffer", GL_INVALID_FRAMEBUFFER_OPERATION, prepare: aFramebuffer) {
            try $0.glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0)
        },
    ]

    private static let queries: [WrongCall] = [
        WrongCall("a query of no target", GL_INVALID_ENUM, prepare: aQuery) { try $0.glBeginQuery(GL_RGBA, 1) },
        WrongCall("a query that was not generated", GL_INVALID_OPERATION) { try $0.glBeginQuery(GL_ANY_SAMPLES_PASSED, 5) },
        WrongCall("two queries at once", GL_INVALID_OPERATION, prepare: { stage in
            try aQuery(stage)
            try aQuery(stage)
            try stage.gl.glBeginQuery(GL_ANY_SAMPLES_PASSED, 1)
        }) { try $0.glBeginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, 2) },
        WrongCall("the end of no query", GL_INVALID_OPERATION, prepare: aQuery) { try $0.glEndQuery(GL_ANY_SAMPLES_PASSED) },
        WrongCall("the result of an active query", GL_INVALID_OPERATION, prepare: { stage in
            try aQuery(stage)
            try stage.gl.glBeginQuery(GL_ANY_SAMPLES_PASSED, 1)
        }) { try $0.glGetQueryObjectuiv(1, GL_QUERY_RESULT, nil) },
        WrongCall("a fence for nothing", GL_INVALID_ENUM) { _ = try $0.glFenceSync(GL_NONE, 0) },
        WrongCall("a fence with flags", GL_INVALID_VALUE) { _ = try $0.glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1) },
        WrongCall("deleting what is no fence", GL_INVALID_VALUE) { try $0.glDeleteSync(UnsafeMutableRawPointer(bitPattern: 0x1234)) },
        WrongCall("feedback without a program", GL_INVALID_OPERATION) { try $0.glBeginTransformFeedback(GL_POINTS) },
        WrongCall("feedback of strips", GL_INVALID_ENUM) { try $0.glBeginTransformFeedback(GL_TRIANGLE_STRIP) },
        WrongCall("the end of no feedback", GL_INVALID_OPERATION) { try $0.glEndTransformFeedback() },
        WrongCall("a pause of no feedback", GL_INVALID_OPERATION) { try $0.glPauseTransformFeedback() },
        WrongCall("resuming what is not paused", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glResumeTransformFeedback() },
        WrongCall("a draw of no feedback", GL_INVALID_VALUE) { try $0.glDrawTransformFeedback(GL_POINTS, 7) },
        WrongCall("a draw of feedback that has not ended", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glDrawTransformFeedback(GL_POINTS, 0) },
        WrongCall("another program during feedback", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glUseProgram(0) },
        WrongCall("triangles during feedback of points", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glDrawArrays(GL_TRIANGLES, 0, 3) },
        WrongCall("indices during feedback", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glDrawElements(GL_POINTS, 1, GL_UNSIGNED_BYTE, zeros) },
        WrongCall("more points than feedback has room for", GL_INVALID_OPERATION, prepare: aFeedback) { try $0.glDrawArrays(GL_POINTS, 0, 5) },
        WrongCall("a group of a source that is OpenGL", GL_INVALID_ENUM) { try $0.glPushDebugGroup(GL_DEBUG_SOURCE_API, 0, -1, "a") },
        WrongCall("the end of no group", GL_STACK_UNDERFLOW) { try $0.glPopDebugGroup() },
        WrongCall("the label of no object", GL_INVALID_VALUE) { try $0.glObjectLabel(GL_BUFFER, 99, -1, "a") },
    ]

    /// Calls that use a feature of OpenGL ES 3 in a context of OpenGL ES 2, in which such a call is an error.
    private static let older: [WrongCall] = [
        WrongCall("ES 2: a 3D texture", GL_INVALID_ENUM, .es2) { try $0.glBindTexture(GL_TEXTURE_3D, 1) },
        WrongCall("ES 2: a framebuffer to read", GL_INVALID_ENUM, .es2) { try $0.glBindFramebuffer(GL_READ_FRAMEBUFFER, 1) },
        WrongCall("ES 2: a uniform buffer", GL_INVALID_ENUM, .es2) { try $0.glBindBuffer(GL_UNIFORM_BUFFER, 1) },
        WrongCall("ES 2: rasterizer discard", GL_INVALID_ENUM, .es2) { try $0.glEnable(GL_RASTERIZER_DISCARD) },
        WrongCall("ES 2: the number of vertex arrays' uniform blocks", GL_INVALID_ENUM, .es2) { try $0.glGetIntegerv(GL_MAX_UNIFORM_BUFFER_BINDINGS, nil) },
        WrongCall("ES 2: an image of another format than its texels", GL_INVALID_OPERATION, .es2) {
            try $0.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_RGB), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        },
        WrongCall("ES 2: a matrix that is transposed", GL_INVALID_VALUE, .es2, prepare: {
            try $0.program("m * p.xyxy", uniforms: "uniform mat4 m;")
        }) { try $0.glUniformMatrix4fv(0, 1, 1, floats) },
        WrongCall("ES 2: indices of packed numbers", GL_INVALID_ENUM, .es2) { try $0.glVertexAttribPointer(0, 4, GL_INT_2_10_10_10_REV, 0, 0, nil) },
    ]

    // MARK: Preparations of wrong calls

    nonisolated(unsafe) private static let zeros = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        .initializeMemory(as: UInt8.self, repeating: 0, count: 256))
    nonisolated(unsafe) private static let floats = zeros.assumingMemoryBound(to: Float.self)

    private static let anArray: @Sendable (Stage) throws -> Void = { try $0.buffer(GL_ARRAY_BUFFER, [UInt8](repeating: 0, count: 32)) }
    private static let aMap: @Sendable (Stage) throws -> Void = {
        try anArray($0)
        _ = try $0.gl.glMapBufferRange(GL_ARRAY_BUFFER, 0, 32, GL_MAP_WRITE_BIT)
    }
    private static let aProgram: @Sendable (Stage) throws -> Void = { try $0.program("vec4(1)") }
    private static let aUniform: @Sendable (Stage) throws -> Void = { try $0.program("u", uniforms: "uniform vec4 u;") }
    private static let aTexture: @Sendable (Stage) throws -> Void = { try $0.texture(width: 4, height: 4, nil) }
    private static let aFramebuffer: @Sendable (Stage) throws -> Void = { try $0.gl.glBindFramebuffer(GL_FRAMEBUFFER, $0.name($0.gl.glGenFramebuffers)) }
    private static let aRenderbuffer: @Sendable (Stage) throws -> Void = { try $0.gl.glBindRenderbuffer(GL_RENDERBUFFER, $0.name($0.gl.glGenRenderbuffers)) }
    private static let aQuery: @Sendable (Stage) throws -> Void = { _ = try $0.name($0.gl.glGenQueries) }
    /// Begins transform feedback of points into a buffer for 4 points.
    private static let aFeedback: @Sendable (Stage) throws -> Void = { stage in
        try stage.program("#version 300 es\nin vec2 a; void main() { gl_Position = vec4(a, 0, 1); }",
                          "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1); }", capturing: ["gl_Position"])
        try stage.gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, stage.buffer(GL_ARRAY_BUFFER, [Float](repeating: 0, count: 16)))
        try stage.gl.glBeginTransformFeedback(GL_POINTS)
    }
    private static func image(_ gl: GLContext, level: GLint = 0, width: GLsizei = 4) throws {
        try gl.glTexImage2D(GL_TEXTURE_2D, level, GLint(GL_RGBA), width, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
    }
}
