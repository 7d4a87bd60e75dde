// Written by scripts/make-gl-entries from the OpenGL registry: one C function for each function of OpenGL ES and OpenGL 3.3, and the
// list of their names. An entry calls the function with its name in the thread's current context. The functions have no C names,
// so they never take the place of libGLESv2's functions.

// swift-format-ignore-file

import GLState

private let glActiveTexture: @convention(c) (GLenum) -> Void = { texture in perform("glActiveTexture") { context throws(GLError) in try context.glActiveTexture(texture) } }
private let glAttachShader: @convention(c) (GLuint, GLuint) -> Void = { program, shader in perform("glAttachShader") { context throws(GLError) in try context.glAttachShader(program, shader) } }
private let glBindAttribLocation: @convention(c) (GLuint, GLuint, UnsafePointer<CChar>?) -> Void = { program, index, name in perform("glBindAttribLocation") { context throws(GLError) in try context.glBindAttribLocation(program, index, name) } }
private let glBindBuffer: @convention(c) (GLenum, GLuint) -> Void = { target, buffer in perform("glBindBuffer") { context throws(GLError) in try context.glBindBuffer(target, buffer) } }
private let glBindFramebuffer: @convention(c) (GLenum, GLuint) -> Void = { target, framebuffer in perform("glBindFramebuffer") { context throws(GLError) in try context.glBindFramebuffer(target, framebuffer) } }
private let glBindRenderbuffer: @convention(c) (GLenum, GLuint) -> Void = { target, renderbuffer in perform("glBindRenderbuffer") { context throws(GLError) in try context.glBindRenderbuffer(target, renderbuffer) } }
private let glBindTexture: @convention(c) (GLenum, GLuint) -> Void = { target, texture in perform("glBindTexture") { context throws(GLError) in try context.glBindTexture(target, texture) } }
private let glBlendColor: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { red, green, blue, alpha in perform("glBlendColor") { context throws(GLError) in try context.glBlendColor(red, green, blue, alpha) } }
private let glBlendEquation: @convention(c) (GLenum) -> Void = { mode in perform("glBlendEquation") { context throws(GLError) in try context.glBlendEquation(mode) } }
private let glBlendEquationSeparate: @convention(c) (GLenum, GLenum) -> Void = { modeRGB, modeAlpha in perform("glBlendEquationSeparate") { context throws(GLError) in try context.glBlendEquationSeparate(modeRGB, modeAlpha) } }
private let glBlendFunc: @convention(c) (GLenum, GLenum) -> Void = { sfactor, dfactor in perform("glBlendFunc") { context throws(GLError) in try context.glBlendFunc(sfactor, dfactor) } }
private let glBlendFuncSeparate: @convention(c) (GLenum, GLenum, GLenum, GLenum) -> Void = { sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha in perform("glBlendFuncSeparate") { context throws(GLError) in try context.glBlendFuncSeparate(sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha) } }
private let glBufferData: @convention(c) (GLenum, Int, UnsafeRawPointer?, GLenum) -> Void = { target, size, data, usage in perform("glBufferData") { context throws(GLError) in try context.glBufferData(target, size, data, usage) } }
private let glBufferSubData: @convention(c) (GLenum, Int, Int, UnsafeRawPointer?) -> Void = { target, offset, size, data in perform("glBufferSubData") { context throws(GLError) in try context.glBufferSubData(target, offset, size, data) } }
private let glCheckFramebufferStatus: @convention(c) (GLenum) -> GLenum = { target in perform("glCheckFramebufferStatus", 0) { context throws(GLError) in try context.glCheckFramebufferStatus(target) } }
private let glClear: @convention(c) (GLbitfield) -> Void = { mask in perform("glClear") { context throws(GLError) in try context.glClear(mask) } }
private let glClearColor: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { red, green, blue, alpha in perform("glClearColor") { context throws(GLError) in try context.glClearColor(red, green, blue, alpha) } }
private let glClearDepthf: @convention(c) (GLfloat) -> Void = { d in perform("glClearDepthf") { context throws(GLError) in try context.glClearDepthf(d) } }
private let glClearStencil: @convention(c) (GLint) -> Void = { s in perform("glClearStencil") { context throws(GLError) in try context.glClearStencil(s) } }
private let glColorMask: @convention(c) (GLboolean, GLboolean, GLboolean, GLboolean) -> Void = { red, green, blue, alpha in perform("glColorMask") { context throws(GLError) in try context.glColorMask(red, green, blue, alpha) } }
private let glCompileShader: @convention(c) (GLuint) -> Void = { shader in perform("glCompileShader") { context throws(GLError) in try context.glCompileShader(shader) } }
private let glCompressedTexImage2D: @convention(c) (GLenum, GLint, GLenum, GLsizei, GLsizei, GLint, GLsizei, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, height, border, imageSize, data in perform("glCompressedTexImage2D") { context throws(GLError) in try context.glCompressedTexImage2D(target, level, internalFormat, width, height, border, imageSize, data) } }
private let glCompressedTexSubImage2D: @convention(c) (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLsizei, UnsafeRawPointer?) -> Void = { target, level, xoffset, yoffset, width, height, format, imageSize, data in perform("glCompressedTexSubImage2D") { context throws(GLError) in try context.glCompressedTexSubImage2D(target, level, xoffset, yoffset, width, height, format, imageSize, data) } }
private let glCopyTexImage2D: @convention(c) (GLenum, GLint, GLenum, GLint, GLint, GLsizei, GLsizei, GLint) -> Void = { target, level, internalFormat, x, y, width, height, border in perform("glCopyTexImage2D") { context throws(GLError) in try context.glCopyTexImage2D(target, level, internalFormat, x, y, width, height, border) } }
private let glCopyTexSubImage2D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void = { target, level, xoffset, yoffset, x, y, width, height in perform("glCopyTexSubImage2D") { context throws(GLError) in try context.glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height) } }
private let glCreateProgram: @convention(c) () -> GLuint = { perform("glCreateProgram", 0) { context throws(GLError) in try context.glCreateProgram() } }
private let glCreateShader: @convention(c) (GLenum) -> GLuint = { type in perform("glCreateShader", 0) { context throws(GLError) in try context.glCreateShader(type) } }
private let glCullFace: @convention(c) (GLenum) -> Void = { mode in perform("glCullFace") { context throws(GLError) in try context.glCullFace(mode) } }
private let glDeleteBuffers: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, buffers in perform("glDeleteBuffers") { context throws(GLError) in try context.glDeleteBuffers(n, buffers) } }
private let glDeleteFramebuffers: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, framebuffers in perform("glDeleteFramebuffers") { context throws(GLError) in try context.glDeleteFramebuffers(n, framebuffers) } }
private let glDeleteProgram: @convention(c) (GLuint) -> Void = { program in perform("glDeleteProgram") { context throws(GLError) in try context.glDeleteProgram(program) } }
private let glDeleteRenderbuffers: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, renderbuffers in perform("glDeleteRenderbuffers") { context throws(GLError) in try context.glDeleteRenderbuffers(n, renderbuffers) } }
private let glDeleteShader: @convention(c) (GLuint) -> Void = { shader in perform("glDeleteShader") { context throws(GLError) in try context.glDeleteShader(shader) } }
private let glDeleteTextures: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, textures in perform("glDeleteTextures") { context throws(GLError) in try context.glDeleteTextures(n, textures) } }
private let glDepthFunc: @convention(c) (GLenum) -> Void = { function in perform("glDepthFunc") { context throws(GLError) in try context.glDepthFunc(function) } }
private let glDepthMask: @convention(c) (GLboolean) -> Void = { flag in perform("glDepthMask") { context throws(GLError) in try context.glDepthMask(flag) } }
private let glDepthRangef: @convention(c) (GLfloat, GLfloat) -> Void = { n, f in perform("glDepthRangef") { context throws(GLError) in try context.glDepthRangef(n, f) } }
private let glDetachShader: @convention(c) (GLuint, GLuint) -> Void = { program, shader in perform("glDetachShader") { context throws(GLError) in try context.glDetachShader(program, shader) } }
private let glDisable: @convention(c) (GLenum) -> Void = { cap in perform("glDisable") { context throws(GLError) in try context.glDisable(cap) } }
private let glDisableVertexAttribArray: @convention(c) (GLuint) -> Void = { index in perform("glDisableVertexAttribArray") { context throws(GLError) in try context.glDisableVertexAttribArray(index) } }
private let glDrawArrays: @convention(c) (GLenum, GLint, GLsizei) -> Void = { mode, first, count in perform("glDrawArrays") { context throws(GLError) in try context.glDrawArrays(mode, first, count) } }
private let glDrawElements: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?) -> Void = { mode, count, type, indices in perform("glDrawElements") { context throws(GLError) in try context.glDrawElements(mode, count, type, indices) } }
private let glEnable: @convention(c) (GLenum) -> Void = { cap in perform("glEnable") { context throws(GLError) in try context.glEnable(cap) } }
private let glEnableVertexAttribArray: @convention(c) (GLuint) -> Void = { index in perform("glEnableVertexAttribArray") { context throws(GLError) in try context.glEnableVertexAttribArray(index) } }
private let glFinish: @convention(c) () -> Void = { perform("glFinish") { context throws(GLError) in try context.glFinish() } }
private let glFlush: @convention(c) () -> Void = { perform("glFlush") { context throws(GLError) in try context.glFlush() } }
private let glFramebufferRenderbuffer: @convention(c) (GLenum, GLenum, GLenum, GLuint) -> Void = { target, attachment, renderbuffertarget, renderbuffer in perform("glFramebufferRenderbuffer") { context throws(GLError) in try context.glFramebufferRenderbuffer(target, attachment, renderbuffertarget, renderbuffer) } }
private let glFramebufferTexture2D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void = { target, attachment, textarget, texture, level in perform("glFramebufferTexture2D") { context throws(GLError) in try context.glFramebufferTexture2D(target, attachment, textarget, texture, level) } }
private let glFrontFace: @convention(c) (GLenum) -> Void = { mode in perform("glFrontFace") { context throws(GLError) in try context.glFrontFace(mode) } }
private let glGenBuffers: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, buffers in perform("glGenBuffers") { context throws(GLError) in try context.glGenBuffers(n, buffers) } }
private let glGenerateMipmap: @convention(c) (GLenum) -> Void = { target in perform("glGenerateMipmap") { context throws(GLError) in try context.glGenerateMipmap(target) } }
private let glGenFramebuffers: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, framebuffers in perform("glGenFramebuffers") { context throws(GLError) in try context.glGenFramebuffers(n, framebuffers) } }
private let glGenRenderbuffers: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, renderbuffers in perform("glGenRenderbuffers") { context throws(GLError) in try context.glGenRenderbuffers(n, renderbuffers) } }
private let glGenTextures: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, textures in perform("glGenTextures") { context throws(GLError) in try context.glGenTextures(n, textures) } }
private let glGetActiveAttrib: @convention(c) (GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<CChar>?) -> Void = { program, index, bufSize, length, size, type, name in perform("glGetActiveAttrib") { context throws(GLError) in try context.glGetActiveAttrib(program, index, bufSize, length, size, type, name) } }
private let glGetActiveUniform: @convention(c) (GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<CChar>?) -> Void = { program, index, bufSize, length, size, type, name in perform("glGetActiveUniform") { context throws(GLError) in try context.glGetActiveUniform(program, index, bufSize, length, size, type, name) } }
private let glGetAttachedShaders: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLuint>?) -> Void = { program, maxCount, count, shaders in perform("glGetAttachedShaders") { context throws(GLError) in try context.glGetAttachedShaders(program, maxCount, count, shaders) } }
private let glGetAttribLocation: @convention(c) (GLuint, UnsafePointer<CChar>?) -> GLint = { program, name in perform("glGetAttribLocation", -1) { context throws(GLError) in try context.glGetAttribLocation(program, name) } }
private let glGetBooleanv: @convention(c) (GLenum, UnsafeMutablePointer<GLboolean>?) -> Void = { pname, data in perform("glGetBooleanv") { context throws(GLError) in try context.glGetBooleanv(pname, data) } }
private let glGetBufferParameteriv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetBufferParameteriv") { context throws(GLError) in try context.glGetBufferParameteriv(target, pname, params) } }
private let glGetError: @convention(c) () -> GLenum = { perform("glGetError", 0) { context throws(GLError) in try context.glGetError() } }
private let glGetFloatv: @convention(c) (GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { pname, data in perform("glGetFloatv") { context throws(GLError) in try context.glGetFloatv(pname, data) } }
private let glGetFramebufferAttachmentParameteriv: @convention(c) (GLenum, GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, attachment, pname, params in perform("glGetFramebufferAttachmentParameteriv") { context throws(GLError) in try context.glGetFramebufferAttachmentParameteriv(target, attachment, pname, params) } }
private let glGetIntegerv: @convention(c) (GLenum, UnsafeMutablePointer<GLint>?) -> Void = { pname, data in perform("glGetIntegerv") { context throws(GLError) in try context.glGetIntegerv(pname, data) } }
private let glGetProgramiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { program, pname, params in perform("glGetProgramiv") { context throws(GLError) in try context.glGetProgramiv(program, pname, params) } }
private let glGetProgramInfoLog: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { program, bufSize, length, infoLog in perform("glGetProgramInfoLog") { context throws(GLError) in try context.glGetProgramInfoLog(program, bufSize, length, infoLog) } }
private let glGetRenderbufferParameteriv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetRenderbufferParameteriv") { context throws(GLError) in try context.glGetRenderbufferParameteriv(target, pname, params) } }
private let glGetShaderiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { shader, pname, params in perform("glGetShaderiv") { context throws(GLError) in try context.glGetShaderiv(shader, pname, params) } }
private let glGetShaderInfoLog: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { shader, bufSize, length, infoLog in perform("glGetShaderInfoLog") { context throws(GLError) in try context.glGetShaderInfoLog(shader, bufSize, length, infoLog) } }
private let glGetShaderPrecisionFormat: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?, UnsafeMutablePointer<GLint>?) -> Void = { shadertype, precisiontype, range, precision in perform("glGetShaderPrecisionFormat") { context throws(GLError) in try context.glGetShaderPrecisionFormat(shadertype, precisiontype, range, precision) } }
private let glGetShaderSource: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { shader, bufSize, length, source in perform("glGetShaderSource") { context throws(GLError) in try context.glGetShaderSource(shader, bufSize, length, source) } }
private let glGetString: @convention(c) (GLenum) -> UnsafePointer<UInt8>? = { name in perform("glGetString", nil) { context throws(GLError) in try context.glGetString(name) } }
private let glGetTexParameterfv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { target, pname, params in perform("glGetTexParameterfv") { context throws(GLError) in try context.glGetTexParameterfv(target, pname, params) } }
private let glGetTexParameteriv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetTexParameteriv") { context throws(GLError) in try context.glGetTexParameteriv(target, pname, params) } }
private let glGetUniformfv: @convention(c) (GLuint, GLint, UnsafeMutablePointer<GLfloat>?) -> Void = { program, location, params in perform("glGetUniformfv") { context throws(GLError) in try context.glGetUniformfv(program, location, params) } }
private let glGetUniformiv: @convention(c) (GLuint, GLint, UnsafeMutablePointer<GLint>?) -> Void = { program, location, params in perform("glGetUniformiv") { context throws(GLError) in try context.glGetUniformiv(program, location, params) } }
private let glGetUniformLocation: @convention(c) (GLuint, UnsafePointer<CChar>?) -> GLint = { program, name in perform("glGetUniformLocation", -1) { context throws(GLError) in try context.glGetUniformLocation(program, name) } }
private let glGetVertexAttribfv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { index, pname, params in perform("glGetVertexAttribfv") { context throws(GLError) in try context.glGetVertexAttribfv(index, pname, params) } }
private let glGetVertexAttribiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { index, pname, params in perform("glGetVertexAttribiv") { context throws(GLError) in try context.glGetVertexAttribiv(index, pname, params) } }
private let glGetVertexAttribPointerv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void = { index, pname, pointer in perform("glGetVertexAttribPointerv") { context throws(GLError) in try context.glGetVertexAttribPointerv(index, pname, pointer) } }
private let glHint: @convention(c) (GLenum, GLenum) -> Void = { target, mode in perform("glHint") { context throws(GLError) in try context.glHint(target, mode) } }
private let glIsBuffer: @convention(c) (GLuint) -> GLboolean = { buffer in perform("glIsBuffer", 0) { context throws(GLError) in try context.glIsBuffer(buffer) } }
private let glIsEnabled: @convention(c) (GLenum) -> GLboolean = { cap in perform("glIsEnabled", 0) { context throws(GLError) in try context.glIsEnabled(cap) } }
private let glIsFramebuffer: @convention(c) (GLuint) -> GLboolean = { framebuffer in perform("glIsFramebuffer", 0) { context throws(GLError) in try context.glIsFramebuffer(framebuffer) } }
private let glIsProgram: @convention(c) (GLuint) -> GLboolean = { program in perform("glIsProgram", 0) { context throws(GLError) in try context.glIsProgram(program) } }
private let glIsRenderbuffer: @convention(c) (GLuint) -> GLboolean = { renderbuffer in perform("glIsRenderbuffer", 0) { context throws(GLError) in try context.glIsRenderbuffer(renderbuffer) } }
private let glIsShader: @convention(c) (GLuint) -> GLboolean = { shader in perform("glIsShader", 0) { context throws(GLError) in try context.glIsShader(shader) } }
private let glIsTexture: @convention(c) (GLuint) -> GLboolean = { texture in perform("glIsTexture", 0) { context throws(GLError) in try context.glIsTexture(texture) } }
private let glLineWidth: @convention(c) (GLfloat) -> Void = { width in perform("glLineWidth") { context throws(GLError) in try context.glLineWidth(width) } }
private let glLinkProgram: @convention(c) (GLuint) -> Void = { program in perform("glLinkProgram") { context throws(GLError) in try context.glLinkProgram(program) } }
private let glPixelStorei: @convention(c) (GLenum, GLint) -> Void = { pname, param in perform("glPixelStorei") { context throws(GLError) in try context.glPixelStorei(pname, param) } }
private let glPolygonOffset: @convention(c) (GLfloat, GLfloat) -> Void = { factor, units in perform("glPolygonOffset") { context throws(GLError) in try context.glPolygonOffset(factor, units) } }
private let glReadPixels: @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeMutableRawPointer?) -> Void = { x, y, width, height, format, type, pixels in perform("glReadPixels") { context throws(GLError) in try context.glReadPixels(x, y, width, height, format, type, pixels) } }
private let glReleaseShaderCompiler: @convention(c) () -> Void = { perform("glReleaseShaderCompiler") { context throws(GLError) in try context.glReleaseShaderCompiler() } }
private let glRenderbufferStorage: @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void = { target, internalFormat, width, height in perform("glRenderbufferStorage") { context throws(GLError) in try context.glRenderbufferStorage(target, internalFormat, width, height) } }
private let glSampleCoverage: @convention(c) (GLfloat, GLboolean) -> Void = { value, invert in perform("glSampleCoverage") { context throws(GLError) in try context.glSampleCoverage(value, invert) } }
private let glScissor: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void = { x, y, width, height in perform("glScissor") { context throws(GLError) in try context.glScissor(x, y, width, height) } }
private let glShaderBinary: @convention(c) (GLsizei, UnsafePointer<GLuint>?, GLenum, UnsafeRawPointer?, GLsizei) -> Void = { count, shaders, binaryFormat, binary, length in perform("glShaderBinary") { context throws(GLError) in try context.glShaderBinary(count, shaders, binaryFormat, binary, length) } }
private let glShaderSource: @convention(c) (GLuint, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<GLint>?) -> Void = { shader, count, string, length in perform("glShaderSource") { context throws(GLError) in try context.glShaderSource(shader, count, string, length) } }
private let glStencilFunc: @convention(c) (GLenum, GLint, GLuint) -> Void = { function, ref, mask in perform("glStencilFunc") { context throws(GLError) in try context.glStencilFunc(function, ref, mask) } }
private let glStencilFuncSeparate: @convention(c) (GLenum, GLenum, GLint, GLuint) -> Void = { face, function, ref, mask in perform("glStencilFuncSeparate") { context throws(GLError) in try context.glStencilFuncSeparate(face, function, ref, mask) } }
private let glStencilMask: @convention(c) (GLuint) -> Void = { mask in perform("glStencilMask") { context throws(GLError) in try context.glStencilMask(mask) } }
private let glStencilMaskSeparate: @convention(c) (GLenum, GLuint) -> Void = { face, mask in perform("glStencilMaskSeparate") { context throws(GLError) in try context.glStencilMaskSeparate(face, mask) } }
private let glStencilOp: @convention(c) (GLenum, GLenum, GLenum) -> Void = { fail, zfail, zpass in perform("glStencilOp") { context throws(GLError) in try context.glStencilOp(fail, zfail, zpass) } }
private let glStencilOpSeparate: @convention(c) (GLenum, GLenum, GLenum, GLenum) -> Void = { face, sfail, dpfail, dppass in perform("glStencilOpSeparate") { context throws(GLError) in try context.glStencilOpSeparate(face, sfail, dpfail, dppass) } }
private let glTexImage2D: @convention(c) (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, height, border, format, type, pixels in perform("glTexImage2D") { context throws(GLError) in try context.glTexImage2D(target, level, internalFormat, width, height, border, format, type, pixels) } }
private let glTexParameterf: @convention(c) (GLenum, GLenum, GLfloat) -> Void = { target, pname, param in perform("glTexParameterf") { context throws(GLError) in try context.glTexParameterf(target, pname, param) } }
private let glTexParameterfv: @convention(c) (GLenum, GLenum, UnsafePointer<GLfloat>?) -> Void = { target, pname, params in perform("glTexParameterfv") { context throws(GLError) in try context.glTexParameterfv(target, pname, params) } }
private let glTexParameteri: @convention(c) (GLenum, GLenum, GLint) -> Void = { target, pname, param in perform("glTexParameteri") { context throws(GLError) in try context.glTexParameteri(target, pname, param) } }
private let glTexParameteriv: @convention(c) (GLenum, GLenum, UnsafePointer<GLint>?) -> Void = { target, pname, params in perform("glTexParameteriv") { context throws(GLError) in try context.glTexParameteriv(target, pname, params) } }
private let glTexSubImage2D: @convention(c) (GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, xoffset, yoffset, width, height, format, type, pixels in perform("glTexSubImage2D") { context throws(GLError) in try context.glTexSubImage2D(target, level, xoffset, yoffset, width, height, format, type, pixels) } }
private let glUniform1f: @convention(c) (GLint, GLfloat) -> Void = { location, v0 in perform("glUniform1f") { context throws(GLError) in try context.glUniform1f(location, v0) } }
private let glUniform1fv: @convention(c) (GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { location, count, value in perform("glUniform1fv") { context throws(GLError) in try context.glUniform1fv(location, count, value) } }
private let glUniform1i: @convention(c) (GLint, GLint) -> Void = { location, v0 in perform("glUniform1i") { context throws(GLError) in try context.glUniform1i(location, v0) } }
private let glUniform1iv: @convention(c) (GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { location, count, value in perform("glUniform1iv") { context throws(GLError) in try context.glUniform1iv(location, count, value) } }
private let glUniform2f: @convention(c) (GLint, GLfloat, GLfloat) -> Void = { location, v0, v1 in perform("glUniform2f") { context throws(GLError) in try context.glUniform2f(location, v0, v1) } }
private let glUniform2fv: @convention(c) (GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { location, count, value in perform("glUniform2fv") { context throws(GLError) in try context.glUniform2fv(location, count, value) } }
private let glUniform2i: @convention(c) (GLint, GLint, GLint) -> Void = { location, v0, v1 in perform("glUniform2i") { context throws(GLError) in try context.glUniform2i(location, v0, v1) } }
private let glUniform2iv: @convention(c) (GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { location, count, value in perform("glUniform2iv") { context throws(GLError) in try context.glUniform2iv(location, count, value) } }
private let glUniform3f: @convention(c) (GLint, GLfloat, GLfloat, GLfloat) -> Void = { location, v0, v1, v2 in perform("glUniform3f") { context throws(GLError) in try context.glUniform3f(location, v0, v1, v2) } }
private let glUniform3fv: @convention(c) (GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { location, count, value in perform("glUniform3fv") { context throws(GLError) in try context.glUniform3fv(location, count, value) } }
private let glUniform3i: @convention(c) (GLint, GLint, GLint, GLint) -> Void = { location, v0, v1, v2 in perform("glUniform3i") { context throws(GLError) in try context.glUniform3i(location, v0, v1, v2) } }
private let glUniform3iv: @convention(c) (GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { location, count, value in perform("glUniform3iv") { context throws(GLError) in try context.glUniform3iv(location, count, value) } }
private let glUniform4f: @convention(c) (GLint, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { location, v0, v1, v2, v3 in perform("glUniform4f") { context throws(GLError) in try context.glUniform4f(location, v0, v1, v2, v3) } }
private let glUniform4fv: @convention(c) (GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { location, count, value in perform("glUniform4fv") { context throws(GLError) in try context.glUniform4fv(location, count, value) } }
private let glUniform4i: @convention(c) (GLint, GLint, GLint, GLint, GLint) -> Void = { location, v0, v1, v2, v3 in perform("glUniform4i") { context throws(GLError) in try context.glUniform4i(location, v0, v1, v2, v3) } }
private let glUniform4iv: @convention(c) (GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { location, count, value in perform("glUniform4iv") { context throws(GLError) in try context.glUniform4iv(location, count, value) } }
private let glUniformMatrix2fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix2fv") { context throws(GLError) in try context.glUniformMatrix2fv(location, count, transpose, value) } }
private let glUniformMatrix3fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix3fv") { context throws(GLError) in try context.glUniformMatrix3fv(location, count, transpose, value) } }
private let glUniformMatrix4fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix4fv") { context throws(GLError) in try context.glUniformMatrix4fv(location, count, transpose, value) } }
private let glUseProgram: @convention(c) (GLuint) -> Void = { program in perform("glUseProgram") { context throws(GLError) in try context.glUseProgram(program) } }
private let glValidateProgram: @convention(c) (GLuint) -> Void = { program in perform("glValidateProgram") { context throws(GLError) in try context.glValidateProgram(program) } }
private let glVertexAttrib1f: @convention(c) (GLuint, GLfloat) -> Void = { index, x in perform("glVertexAttrib1f") { context throws(GLError) in try context.glVertexAttrib1f(index, x) } }
private let glVertexAttrib1fv: @convention(c) (GLuint, UnsafePointer<GLfloat>?) -> Void = { index, v in perform("glVertexAttrib1fv") { context throws(GLError) in try context.glVertexAttrib1fv(index, v) } }
private let glVertexAttrib2f: @convention(c) (GLuint, GLfloat, GLfloat) -> Void = { index, x, y in perform("glVertexAttrib2f") { context throws(GLError) in try context.glVertexAttrib2f(index, x, y) } }
private let glVertexAttrib2fv: @convention(c) (GLuint, UnsafePointer<GLfloat>?) -> Void = { index, v in perform("glVertexAttrib2fv") { context throws(GLError) in try context.glVertexAttrib2fv(index, v) } }
private let glVertexAttrib3f: @convention(c) (GLuint, GLfloat, GLfloat, GLfloat) -> Void = { index, x, y, z in perform("glVertexAttrib3f") { context throws(GLError) in try context.glVertexAttrib3f(index, x, y, z) } }
private let glVertexAttrib3fv: @convention(c) (GLuint, UnsafePointer<GLfloat>?) -> Void = { index, v in perform("glVertexAttrib3fv") { context throws(GLError) in try context.glVertexAttrib3fv(index, v) } }
private let glVertexAttrib4f: @convention(c) (GLuint, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { index, x, y, z, w in perform("glVertexAttrib4f") { context throws(GLError) in try context.glVertexAttrib4f(index, x, y, z, w) } }
private let glVertexAttrib4fv: @convention(c) (GLuint, UnsafePointer<GLfloat>?) -> Void = { index, v in perform("glVertexAttrib4fv") { context throws(GLError) in try context.glVertexAttrib4fv(index, v) } }
private let glVertexAttribPointer: @convention(c) (GLuint, GLint, GLenum, GLboolean, GLsizei, UnsafeRawPointer?) -> Void = { index, size, type, normalized, stride, pointer in perform("glVertexAttribPointer") { context throws(GLError) in try context.glVertexAttribPointer(index, size, type, normalized, stride, pointer) } }
private let glViewport: @convention(c) (GLint, GLint, GLsizei, GLsizei) -> Void = { x, y, width, height in perform("glViewport") { context throws(GLError) in try context.glViewport(x, y, width, height) } }
private let glReadBuffer: @convention(c) (GLenum) -> Void = { src in perform("glReadBuffer") { context throws(GLError) in try context.glReadBuffer(src) } }
private let glDrawRangeElements: @convention(c) (GLenum, GLuint, GLuint, GLsizei, GLenum, UnsafeRawPointer?) -> Void = { mode, start, end, count, type, indices in perform("glDrawRangeElements") { context throws(GLError) in try context.glDrawRangeElements(mode, start, end, count, type, indices) } }
private let glTexImage3D: @convention(c) (GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei, GLint, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, height, depth, border, format, type, pixels in perform("glTexImage3D") { context throws(GLError) in try context.glTexImage3D(target, level, internalFormat, width, height, depth, border, format, type, pixels) } }
private let glTexSubImage3D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels in perform("glTexSubImage3D") { context throws(GLError) in try context.glTexSubImage3D(target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels) } }
private let glCopyTexSubImage3D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLint, GLint, GLsizei, GLsizei) -> Void = { target, level, xoffset, yoffset, zoffset, x, y, width, height in perform("glCopyTexSubImage3D") { context throws(GLError) in try context.glCopyTexSubImage3D(target, level, xoffset, yoffset, zoffset, x, y, width, height) } }
private let glCompressedTexImage3D: @convention(c) (GLenum, GLint, GLenum, GLsizei, GLsizei, GLsizei, GLint, GLsizei, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, height, depth, border, imageSize, data in perform("glCompressedTexImage3D") { context throws(GLError) in try context.glCompressedTexImage3D(target, level, internalFormat, width, height, depth, border, imageSize, data) } }
private let glCompressedTexSubImage3D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLsizei, UnsafeRawPointer?) -> Void = { target, level, xoffset, yoffset, zoffset, width, height, depth, format, imageSize, data in perform("glCompressedTexSubImage3D") { context throws(GLError) in try context.glCompressedTexSubImage3D(target, level, xoffset, yoffset, zoffset, width, height, depth, format, imageSize, data) } }
private let glGenQueries: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, ids in perform("glGenQueries") { context throws(GLError) in try context.glGenQueries(n, ids) } }
private let glDeleteQueries: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, ids in perform("glDeleteQueries") { context throws(GLError) in try context.glDeleteQueries(n, ids) } }
private let glIsQuery: @convention(c) (GLuint) -> GLboolean = { id in perform("glIsQuery", 0) { context throws(GLError) in try context.glIsQuery(id) } }
private let glBeginQuery: @convention(c) (GLenum, GLuint) -> Void = { target, id in perform("glBeginQuery") { context throws(GLError) in try context.glBeginQuery(target, id) } }
private let glEndQuery: @convention(c) (GLenum) -> Void = { target in perform("glEndQuery") { context throws(GLError) in try context.glEndQuery(target) } }
private let glGetQueryiv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetQueryiv") { context throws(GLError) in try context.glGetQueryiv(target, pname, params) } }
private let glGetQueryObjectuiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { id, pname, params in perform("glGetQueryObjectuiv") { context throws(GLError) in try context.glGetQueryObjectuiv(id, pname, params) } }
private let glUnmapBuffer: @convention(c) (GLenum) -> GLboolean = { target in perform("glUnmapBuffer", 0) { context throws(GLError) in try context.glUnmapBuffer(target) } }
private let glGetBufferPointerv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void = { target, pname, params in perform("glGetBufferPointerv") { context throws(GLError) in try context.glGetBufferPointerv(target, pname, params) } }
private let glDrawBuffers: @convention(c) (GLsizei, UnsafePointer<GLenum>?) -> Void = { n, bufs in perform("glDrawBuffers") { context throws(GLError) in try context.glDrawBuffers(n, bufs) } }
private let glUniformMatrix2x3fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix2x3fv") { context throws(GLError) in try context.glUniformMatrix2x3fv(location, count, transpose, value) } }
private let glUniformMatrix3x2fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix3x2fv") { context throws(GLError) in try context.glUniformMatrix3x2fv(location, count, transpose, value) } }
private let glUniformMatrix2x4fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix2x4fv") { context throws(GLError) in try context.glUniformMatrix2x4fv(location, count, transpose, value) } }
private let glUniformMatrix4x2fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix4x2fv") { context throws(GLError) in try context.glUniformMatrix4x2fv(location, count, transpose, value) } }
private let glUniformMatrix3x4fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix3x4fv") { context throws(GLError) in try context.glUniformMatrix3x4fv(location, count, transpose, value) } }
private let glUniformMatrix4x3fv: @convention(c) (GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { location, count, transpose, value in perform("glUniformMatrix4x3fv") { context throws(GLError) in try context.glUniformMatrix4x3fv(location, count, transpose, value) } }
private let glBlitFramebuffer: @convention(c) (GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum) -> Void = { srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter in perform("glBlitFramebuffer") { context throws(GLError) in try context.glBlitFramebuffer(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter) } }
private let glRenderbufferStorageMultisample: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void = { target, samples, internalFormat, width, height in perform("glRenderbufferStorageMultisample") { context throws(GLError) in try context.glRenderbufferStorageMultisample(target, samples, internalFormat, width, height) } }
private let glFramebufferTextureLayer: @convention(c) (GLenum, GLenum, GLuint, GLint, GLint) -> Void = { target, attachment, texture, level, layer in perform("glFramebufferTextureLayer") { context throws(GLError) in try context.glFramebufferTextureLayer(target, attachment, texture, level, layer) } }
private let glMapBufferRange: @convention(c) (GLenum, Int, Int, GLbitfield) -> UnsafeMutableRawPointer? = { target, offset, length, access in perform("glMapBufferRange", nil) { context throws(GLError) in try context.glMapBufferRange(target, offset, length, access) } }
private let glFlushMappedBufferRange: @convention(c) (GLenum, Int, Int) -> Void = { target, offset, length in perform("glFlushMappedBufferRange") { context throws(GLError) in try context.glFlushMappedBufferRange(target, offset, length) } }
private let glBindVertexArray: @convention(c) (GLuint) -> Void = { array in perform("glBindVertexArray") { context throws(GLError) in try context.glBindVertexArray(array) } }
private let glDeleteVertexArrays: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, arrays in perform("glDeleteVertexArrays") { context throws(GLError) in try context.glDeleteVertexArrays(n, arrays) } }
private let glGenVertexArrays: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, arrays in perform("glGenVertexArrays") { context throws(GLError) in try context.glGenVertexArrays(n, arrays) } }
private let glIsVertexArray: @convention(c) (GLuint) -> GLboolean = { array in perform("glIsVertexArray", 0) { context throws(GLError) in try context.glIsVertexArray(array) } }
private let glGetIntegeri_v: @convention(c) (GLenum, GLuint, UnsafeMutablePointer<GLint>?) -> Void = { target, index, data in perform("glGetIntegeri_v") { context throws(GLError) in try context.glGetIntegeri_v(target, index, data) } }
private let glBeginTransformFeedback: @convention(c) (GLenum) -> Void = { primitiveMode in perform("glBeginTransformFeedback") { context throws(GLError) in try context.glBeginTransformFeedback(primitiveMode) } }
private let glEndTransformFeedback: @convention(c) () -> Void = { perform("glEndTransformFeedback") { context throws(GLError) in try context.glEndTransformFeedback() } }
private let glBindBufferRange: @convention(c) (GLenum, GLuint, GLuint, Int, Int) -> Void = { target, index, buffer, offset, size in perform("glBindBufferRange") { context throws(GLError) in try context.glBindBufferRange(target, index, buffer, offset, size) } }
private let glBindBufferBase: @convention(c) (GLenum, GLuint, GLuint) -> Void = { target, index, buffer in perform("glBindBufferBase") { context throws(GLError) in try context.glBindBufferBase(target, index, buffer) } }
private let glTransformFeedbackVaryings: @convention(c) (GLuint, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?, GLenum) -> Void = { program, count, varyings, bufferMode in perform("glTransformFeedbackVaryings") { context throws(GLError) in try context.glTransformFeedbackVaryings(program, count, varyings, bufferMode) } }
private let glGetTransformFeedbackVarying: @convention(c) (GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<CChar>?) -> Void = { program, index, bufSize, length, size, type, name in perform("glGetTransformFeedbackVarying") { context throws(GLError) in try context.glGetTransformFeedbackVarying(program, index, bufSize, length, size, type, name) } }
private let glVertexAttribIPointer: @convention(c) (GLuint, GLint, GLenum, GLsizei, UnsafeRawPointer?) -> Void = { index, size, type, stride, pointer in perform("glVertexAttribIPointer") { context throws(GLError) in try context.glVertexAttribIPointer(index, size, type, stride, pointer) } }
private let glGetVertexAttribIiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { index, pname, params in perform("glGetVertexAttribIiv") { context throws(GLError) in try context.glGetVertexAttribIiv(index, pname, params) } }
private let glGetVertexAttribIuiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { index, pname, params in perform("glGetVertexAttribIuiv") { context throws(GLError) in try context.glGetVertexAttribIuiv(index, pname, params) } }
private let glVertexAttribI4i: @convention(c) (GLuint, GLint, GLint, GLint, GLint) -> Void = { index, x, y, z, w in perform("glVertexAttribI4i") { context throws(GLError) in try context.glVertexAttribI4i(index, x, y, z, w) } }
private let glVertexAttribI4ui: @convention(c) (GLuint, GLuint, GLuint, GLuint, GLuint) -> Void = { index, x, y, z, w in perform("glVertexAttribI4ui") { context throws(GLError) in try context.glVertexAttribI4ui(index, x, y, z, w) } }
private let glVertexAttribI4iv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttribI4iv") { context throws(GLError) in try context.glVertexAttribI4iv(index, v) } }
private let glVertexAttribI4uiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttribI4uiv") { context throws(GLError) in try context.glVertexAttribI4uiv(index, v) } }
private let glGetUniformuiv: @convention(c) (GLuint, GLint, UnsafeMutablePointer<GLuint>?) -> Void = { program, location, params in perform("glGetUniformuiv") { context throws(GLError) in try context.glGetUniformuiv(program, location, params) } }
private let glGetFragDataLocation: @convention(c) (GLuint, UnsafePointer<CChar>?) -> GLint = { program, name in perform("glGetFragDataLocation", -1) { context throws(GLError) in try context.glGetFragDataLocation(program, name) } }
private let glUniform1ui: @convention(c) (GLint, GLuint) -> Void = { location, v0 in perform("glUniform1ui") { context throws(GLError) in try context.glUniform1ui(location, v0) } }
private let glUniform2ui: @convention(c) (GLint, GLuint, GLuint) -> Void = { location, v0, v1 in perform("glUniform2ui") { context throws(GLError) in try context.glUniform2ui(location, v0, v1) } }
private let glUniform3ui: @convention(c) (GLint, GLuint, GLuint, GLuint) -> Void = { location, v0, v1, v2 in perform("glUniform3ui") { context throws(GLError) in try context.glUniform3ui(location, v0, v1, v2) } }
private let glUniform4ui: @convention(c) (GLint, GLuint, GLuint, GLuint, GLuint) -> Void = { location, v0, v1, v2, v3 in perform("glUniform4ui") { context throws(GLError) in try context.glUniform4ui(location, v0, v1, v2, v3) } }
private let glUniform1uiv: @convention(c) (GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { location, count, value in perform("glUniform1uiv") { context throws(GLError) in try context.glUniform1uiv(location, count, value) } }
private let glUniform2uiv: @convention(c) (GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { location, count, value in perform("glUniform2uiv") { context throws(GLError) in try context.glUniform2uiv(location, count, value) } }
private let glUniform3uiv: @convention(c) (GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { location, count, value in perform("glUniform3uiv") { context throws(GLError) in try context.glUniform3uiv(location, count, value) } }
private let glUniform4uiv: @convention(c) (GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { location, count, value in perform("glUniform4uiv") { context throws(GLError) in try context.glUniform4uiv(location, count, value) } }
private let glClearBufferiv: @convention(c) (GLenum, GLint, UnsafePointer<GLint>?) -> Void = { buffer, drawbuffer, value in perform("glClearBufferiv") { context throws(GLError) in try context.glClearBufferiv(buffer, drawbuffer, value) } }
private let glClearBufferuiv: @convention(c) (GLenum, GLint, UnsafePointer<GLuint>?) -> Void = { buffer, drawbuffer, value in perform("glClearBufferuiv") { context throws(GLError) in try context.glClearBufferuiv(buffer, drawbuffer, value) } }
private let glClearBufferfv: @convention(c) (GLenum, GLint, UnsafePointer<GLfloat>?) -> Void = { buffer, drawbuffer, value in perform("glClearBufferfv") { context throws(GLError) in try context.glClearBufferfv(buffer, drawbuffer, value) } }
private let glClearBufferfi: @convention(c) (GLenum, GLint, GLfloat, GLint) -> Void = { buffer, drawbuffer, depth, stencil in perform("glClearBufferfi") { context throws(GLError) in try context.glClearBufferfi(buffer, drawbuffer, depth, stencil) } }
private let glGetStringi: @convention(c) (GLenum, GLuint) -> UnsafePointer<UInt8>? = { name, index in perform("glGetStringi", nil) { context throws(GLError) in try context.glGetStringi(name, index) } }
private let glCopyBufferSubData: @convention(c) (GLenum, GLenum, Int, Int, Int) -> Void = { readTarget, writeTarget, readOffset, writeOffset, size in perform("glCopyBufferSubData") { context throws(GLError) in try context.glCopyBufferSubData(readTarget, writeTarget, readOffset, writeOffset, size) } }
private let glGetUniformIndices: @convention(c) (GLuint, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?, UnsafeMutablePointer<GLuint>?) -> Void = { program, uniformCount, uniformNames, uniformIndices in perform("glGetUniformIndices") { context throws(GLError) in try context.glGetUniformIndices(program, uniformCount, uniformNames, uniformIndices) } }
private let glGetActiveUniformsiv: @convention(c) (GLuint, GLsizei, UnsafePointer<GLuint>?, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { program, uniformCount, uniformIndices, pname, params in perform("glGetActiveUniformsiv") { context throws(GLError) in try context.glGetActiveUniformsiv(program, uniformCount, uniformIndices, pname, params) } }
private let glGetUniformBlockIndex: @convention(c) (GLuint, UnsafePointer<CChar>?) -> GLuint = { program, uniformBlockName in perform("glGetUniformBlockIndex", GL_INVALID_INDEX) { context throws(GLError) in try context.glGetUniformBlockIndex(program, uniformBlockName) } }
private let glGetActiveUniformBlockiv: @convention(c) (GLuint, GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { program, uniformBlockIndex, pname, params in perform("glGetActiveUniformBlockiv") { context throws(GLError) in try context.glGetActiveUniformBlockiv(program, uniformBlockIndex, pname, params) } }
private let glGetActiveUniformBlockName: @convention(c) (GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { program, uniformBlockIndex, bufSize, length, uniformBlockName in perform("glGetActiveUniformBlockName") { context throws(GLError) in try context.glGetActiveUniformBlockName(program, uniformBlockIndex, bufSize, length, uniformBlockName) } }
private let glUniformBlockBinding: @convention(c) (GLuint, GLuint, GLuint) -> Void = { program, uniformBlockIndex, uniformBlockBinding in perform("glUniformBlockBinding") { context throws(GLError) in try context.glUniformBlockBinding(program, uniformBlockIndex, uniformBlockBinding) } }
private let glDrawArraysInstanced: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void = { mode, first, count, instancecount in perform("glDrawArraysInstanced") { context throws(GLError) in try context.glDrawArraysInstanced(mode, first, count, instancecount) } }
private let glDrawElementsInstanced: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei) -> Void = { mode, count, type, indices, instancecount in perform("glDrawElementsInstanced") { context throws(GLError) in try context.glDrawElementsInstanced(mode, count, type, indices, instancecount) } }
private let glFenceSync: @convention(c) (GLenum, GLbitfield) -> UnsafeMutableRawPointer? = { condition, flags in perform("glFenceSync", nil) { context throws(GLError) in try context.glFenceSync(condition, flags) } }
private let glIsSync: @convention(c) (UnsafeMutableRawPointer?) -> GLboolean = { sync in perform("glIsSync", 0) { context throws(GLError) in try context.glIsSync(sync) } }
private let glDeleteSync: @convention(c) (UnsafeMutableRawPointer?) -> Void = { sync in perform("glDeleteSync") { context throws(GLError) in try context.glDeleteSync(sync) } }
private let glClientWaitSync: @convention(c) (UnsafeMutableRawPointer?, GLbitfield, UInt64) -> GLenum = { sync, flags, timeout in perform("glClientWaitSync", GL_WAIT_FAILED) { context throws(GLError) in try context.glClientWaitSync(sync, flags, timeout) } }
private let glWaitSync: @convention(c) (UnsafeMutableRawPointer?, GLbitfield, UInt64) -> Void = { sync, flags, timeout in perform("glWaitSync") { context throws(GLError) in try context.glWaitSync(sync, flags, timeout) } }
private let glGetInteger64v: @convention(c) (GLenum, UnsafeMutablePointer<Int64>?) -> Void = { pname, data in perform("glGetInteger64v") { context throws(GLError) in try context.glGetInteger64v(pname, data) } }
private let glGetSynciv: @convention(c) (UnsafeMutableRawPointer?, GLenum, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?) -> Void = { sync, pname, count, length, values in perform("glGetSynciv") { context throws(GLError) in try context.glGetSynciv(sync, pname, count, length, values) } }
private let glGetInteger64i_v: @convention(c) (GLenum, GLuint, UnsafeMutablePointer<Int64>?) -> Void = { target, index, data in perform("glGetInteger64i_v") { context throws(GLError) in try context.glGetInteger64i_v(target, index, data) } }
private let glGetBufferParameteri64v: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<Int64>?) -> Void = { target, pname, params in perform("glGetBufferParameteri64v") { context throws(GLError) in try context.glGetBufferParameteri64v(target, pname, params) } }
private let glGenSamplers: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { count, samplers in perform("glGenSamplers") { context throws(GLError) in try context.glGenSamplers(count, samplers) } }
private let glDeleteSamplers: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { count, samplers in perform("glDeleteSamplers") { context throws(GLError) in try context.glDeleteSamplers(count, samplers) } }
private let glIsSampler: @convention(c) (GLuint) -> GLboolean = { sampler in perform("glIsSampler", 0) { context throws(GLError) in try context.glIsSampler(sampler) } }
private let glBindSampler: @convention(c) (GLuint, GLuint) -> Void = { unit, sampler in perform("glBindSampler") { context throws(GLError) in try context.glBindSampler(unit, sampler) } }
private let glSamplerParameteri: @convention(c) (GLuint, GLenum, GLint) -> Void = { sampler, pname, param in perform("glSamplerParameteri") { context throws(GLError) in try context.glSamplerParameteri(sampler, pname, param) } }
private let glSamplerParameteriv: @convention(c) (GLuint, GLenum, UnsafePointer<GLint>?) -> Void = { sampler, pname, param in perform("glSamplerParameteriv") { context throws(GLError) in try context.glSamplerParameteriv(sampler, pname, param) } }
private let glSamplerParameterf: @convention(c) (GLuint, GLenum, GLfloat) -> Void = { sampler, pname, param in perform("glSamplerParameterf") { context throws(GLError) in try context.glSamplerParameterf(sampler, pname, param) } }
private let glSamplerParameterfv: @convention(c) (GLuint, GLenum, UnsafePointer<GLfloat>?) -> Void = { sampler, pname, param in perform("glSamplerParameterfv") { context throws(GLError) in try context.glSamplerParameterfv(sampler, pname, param) } }
private let glGetSamplerParameteriv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameteriv") { context throws(GLError) in try context.glGetSamplerParameteriv(sampler, pname, params) } }
private let glGetSamplerParameterfv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameterfv") { context throws(GLError) in try context.glGetSamplerParameterfv(sampler, pname, params) } }
private let glVertexAttribDivisor: @convention(c) (GLuint, GLuint) -> Void = { index, divisor in perform("glVertexAttribDivisor") { context throws(GLError) in try context.glVertexAttribDivisor(index, divisor) } }
private let glBindTransformFeedback: @convention(c) (GLenum, GLuint) -> Void = { target, id in perform("glBindTransformFeedback") { context throws(GLError) in try context.glBindTransformFeedback(target, id) } }
private let glDeleteTransformFeedbacks: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, ids in perform("glDeleteTransformFeedbacks") { context throws(GLError) in try context.glDeleteTransformFeedbacks(n, ids) } }
private let glGenTransformFeedbacks: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, ids in perform("glGenTransformFeedbacks") { context throws(GLError) in try context.glGenTransformFeedbacks(n, ids) } }
private let glIsTransformFeedback: @convention(c) (GLuint) -> GLboolean = { id in perform("glIsTransformFeedback", 0) { context throws(GLError) in try context.glIsTransformFeedback(id) } }
private let glPauseTransformFeedback: @convention(c) () -> Void = { perform("glPauseTransformFeedback") { context throws(GLError) in try context.glPauseTransformFeedback() } }
private let glResumeTransformFeedback: @convention(c) () -> Void = { perform("glResumeTransformFeedback") { context throws(GLError) in try context.glResumeTransformFeedback() } }
private let glGetProgramBinary: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLenum>?, UnsafeMutableRawPointer?) -> Void = { program, bufSize, length, binaryFormat, binary in perform("glGetProgramBinary") { context throws(GLError) in try context.glGetProgramBinary(program, bufSize, length, binaryFormat, binary) } }
private let glProgramBinary: @convention(c) (GLuint, GLenum, UnsafeRawPointer?, GLsizei) -> Void = { program, binaryFormat, binary, length in perform("glProgramBinary") { context throws(GLError) in try context.glProgramBinary(program, binaryFormat, binary, length) } }
private let glProgramParameteri: @convention(c) (GLuint, GLenum, GLint) -> Void = { program, pname, value in perform("glProgramParameteri") { context throws(GLError) in try context.glProgramParameteri(program, pname, value) } }
private let glInvalidateFramebuffer: @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>?) -> Void = { target, numAttachments, attachments in perform("glInvalidateFramebuffer") { context throws(GLError) in try context.glInvalidateFramebuffer(target, numAttachments, attachments) } }
private let glInvalidateSubFramebuffer: @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>?, GLint, GLint, GLsizei, GLsizei) -> Void = { target, numAttachments, attachments, x, y, width, height in perform("glInvalidateSubFramebuffer") { context throws(GLError) in try context.glInvalidateSubFramebuffer(target, numAttachments, attachments, x, y, width, height) } }
private let glTexStorage2D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void = { target, levels, internalFormat, width, height in perform("glTexStorage2D") { context throws(GLError) in try context.glTexStorage2D(target, levels, internalFormat, width, height) } }
private let glTexStorage3D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) -> Void = { target, levels, internalFormat, width, height, depth in perform("glTexStorage3D") { context throws(GLError) in try context.glTexStorage3D(target, levels, internalFormat, width, height, depth) } }
private let glGetInternalformativ: @convention(c) (GLenum, GLenum, GLenum, GLsizei, UnsafeMutablePointer<GLint>?) -> Void = { target, internalFormat, pname, count, params in perform("glGetInternalformativ") { context throws(GLError) in try context.glGetInternalformativ(target, internalFormat, pname, count, params) } }
private let glDispatchCompute: @convention(c) (GLuint, GLuint, GLuint) -> Void = { numGroupsX, numGroupsY, numGroupsZ in performES31("glDispatchCompute") { context throws(GLError) in try context.glDispatchCompute(numGroupsX, numGroupsY, numGroupsZ) } }
private let glDispatchComputeIndirect: @convention(c) (Int) -> Void = { indirect in performES31("glDispatchComputeIndirect") { context throws(GLError) in try context.glDispatchComputeIndirect(indirect) } }
private let glDrawArraysIndirect: @convention(c) (GLenum, UnsafeRawPointer?) -> Void = { mode, indirect in performES31("glDrawArraysIndirect") { context throws(GLError) in try context.glDrawArraysIndirect(mode, indirect) } }
private let glDrawElementsIndirect: @convention(c) (GLenum, GLenum, UnsafeRawPointer?) -> Void = { mode, type, indirect in performES31("glDrawElementsIndirect") { context throws(GLError) in try context.glDrawElementsIndirect(mode, type, indirect) } }
private let glFramebufferParameteri: @convention(c) (GLenum, GLenum, GLint) -> Void = { target, pname, param in performES31("glFramebufferParameteri") { context throws(GLError) in try context.glFramebufferParameteri(target, pname, param) } }
private let glGetFramebufferParameteriv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in performES31("glGetFramebufferParameteriv") { context throws(GLError) in try context.glGetFramebufferParameteriv(target, pname, params) } }
private let glGetProgramInterfaceiv: @convention(c) (GLuint, GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { program, programInterface, pname, params in performES31("glGetProgramInterfaceiv") { context throws(GLError) in try context.glGetProgramInterfaceiv(program, programInterface, pname, params) } }
private let glGetProgramResourceIndex: @convention(c) (GLuint, GLenum, UnsafePointer<CChar>?) -> GLuint = { program, programInterface, name in performES31("glGetProgramResourceIndex", GL_INVALID_INDEX) { context throws(GLError) in try context.glGetProgramResourceIndex(program, programInterface, name) } }
private let glGetProgramResourceName: @convention(c) (GLuint, GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { program, programInterface, index, bufSize, length, name in performES31("glGetProgramResourceName") { context throws(GLError) in try context.glGetProgramResourceName(program, programInterface, index, bufSize, length, name) } }
private let glGetProgramResourceiv: @convention(c) (GLuint, GLenum, GLuint, GLsizei, UnsafePointer<GLenum>?, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?) -> Void = { program, programInterface, index, propCount, props, count, length, params in performES31("glGetProgramResourceiv") { context throws(GLError) in try context.glGetProgramResourceiv(program, programInterface, index, propCount, props, count, length, params) } }
private let glGetProgramResourceLocation: @convention(c) (GLuint, GLenum, UnsafePointer<CChar>?) -> GLint = { program, programInterface, name in performES31("glGetProgramResourceLocation", -1) { context throws(GLError) in try context.glGetProgramResourceLocation(program, programInterface, name) } }
private let glUseProgramStages: @convention(c) (GLuint, GLbitfield, GLuint) -> Void = { pipeline, stages, program in performES31("glUseProgramStages") { context throws(GLError) in try context.glUseProgramStages(pipeline, stages, program) } }
private let glActiveShaderProgram: @convention(c) (GLuint, GLuint) -> Void = { pipeline, program in performES31("glActiveShaderProgram") { context throws(GLError) in try context.glActiveShaderProgram(pipeline, program) } }
private let glCreateShaderProgramv: @convention(c) (GLenum, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?) -> GLuint = { type, count, strings in performES31("glCreateShaderProgramv", 0) { context throws(GLError) in try context.glCreateShaderProgramv(type, count, strings) } }
private let glBindProgramPipeline: @convention(c) (GLuint) -> Void = { pipeline in performES31("glBindProgramPipeline") { context throws(GLError) in try context.glBindProgramPipeline(pipeline) } }
private let glDeleteProgramPipelines: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, pipelines in performES31("glDeleteProgramPipelines") { context throws(GLError) in try context.glDeleteProgramPipelines(n, pipelines) } }
private let glGenProgramPipelines: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, pipelines in performES31("glGenProgramPipelines") { context throws(GLError) in try context.glGenProgramPipelines(n, pipelines) } }
private let glIsProgramPipeline: @convention(c) (GLuint) -> GLboolean = { pipeline in performES31("glIsProgramPipeline", 0) { context throws(GLError) in try context.glIsProgramPipeline(pipeline) } }
private let glGetProgramPipelineiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { pipeline, pname, params in performES31("glGetProgramPipelineiv") { context throws(GLError) in try context.glGetProgramPipelineiv(pipeline, pname, params) } }
private let glProgramUniform1i: @convention(c) (GLuint, GLint, GLint) -> Void = { program, location, v0 in performES31("glProgramUniform1i") { context throws(GLError) in try context.glProgramUniform1i(program, location, v0) } }
private let glProgramUniform2i: @convention(c) (GLuint, GLint, GLint, GLint) -> Void = { program, location, v0, v1 in performES31("glProgramUniform2i") { context throws(GLError) in try context.glProgramUniform2i(program, location, v0, v1) } }
private let glProgramUniform3i: @convention(c) (GLuint, GLint, GLint, GLint, GLint) -> Void = { program, location, v0, v1, v2 in performES31("glProgramUniform3i") { context throws(GLError) in try context.glProgramUniform3i(program, location, v0, v1, v2) } }
private let glProgramUniform4i: @convention(c) (GLuint, GLint, GLint, GLint, GLint, GLint) -> Void = { program, location, v0, v1, v2, v3 in performES31("glProgramUniform4i") { context throws(GLError) in try context.glProgramUniform4i(program, location, v0, v1, v2, v3) } }
private let glProgramUniform1ui: @convention(c) (GLuint, GLint, GLuint) -> Void = { program, location, v0 in performES31("glProgramUniform1ui") { context throws(GLError) in try context.glProgramUniform1ui(program, location, v0) } }
private let glProgramUniform2ui: @convention(c) (GLuint, GLint, GLuint, GLuint) -> Void = { program, location, v0, v1 in performES31("glProgramUniform2ui") { context throws(GLError) in try context.glProgramUniform2ui(program, location, v0, v1) } }
private let glProgramUniform3ui: @convention(c) (GLuint, GLint, GLuint, GLuint, GLuint) -> Void = { program, location, v0, v1, v2 in performES31("glProgramUniform3ui") { context throws(GLError) in try context.glProgramUniform3ui(program, location, v0, v1, v2) } }
private let glProgramUniform4ui: @convention(c) (GLuint, GLint, GLuint, GLuint, GLuint, GLuint) -> Void = { program, location, v0, v1, v2, v3 in performES31("glProgramUniform4ui") { context throws(GLError) in try context.glProgramUniform4ui(program, location, v0, v1, v2, v3) } }
private let glProgramUniform1f: @convention(c) (GLuint, GLint, GLfloat) -> Void = { program, location, v0 in performES31("glProgramUniform1f") { context throws(GLError) in try context.glProgramUniform1f(program, location, v0) } }
private let glProgramUniform2f: @convention(c) (GLuint, GLint, GLfloat, GLfloat) -> Void = { program, location, v0, v1 in performES31("glProgramUniform2f") { context throws(GLError) in try context.glProgramUniform2f(program, location, v0, v1) } }
private let glProgramUniform3f: @convention(c) (GLuint, GLint, GLfloat, GLfloat, GLfloat) -> Void = { program, location, v0, v1, v2 in performES31("glProgramUniform3f") { context throws(GLError) in try context.glProgramUniform3f(program, location, v0, v1, v2) } }
private let glProgramUniform4f: @convention(c) (GLuint, GLint, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { program, location, v0, v1, v2, v3 in performES31("glProgramUniform4f") { context throws(GLError) in try context.glProgramUniform4f(program, location, v0, v1, v2, v3) } }
private let glProgramUniform1iv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in performES31("glProgramUniform1iv") { context throws(GLError) in try context.glProgramUniform1iv(program, location, count, value) } }
private let glProgramUniform2iv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in performES31("glProgramUniform2iv") { context throws(GLError) in try context.glProgramUniform2iv(program, location, count, value) } }
private let glProgramUniform3iv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in performES31("glProgramUniform3iv") { context throws(GLError) in try context.glProgramUniform3iv(program, location, count, value) } }
private let glProgramUniform4iv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in performES31("glProgramUniform4iv") { context throws(GLError) in try context.glProgramUniform4iv(program, location, count, value) } }
private let glProgramUniform1uiv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in performES31("glProgramUniform1uiv") { context throws(GLError) in try context.glProgramUniform1uiv(program, location, count, value) } }
private let glProgramUniform2uiv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in performES31("glProgramUniform2uiv") { context throws(GLError) in try context.glProgramUniform2uiv(program, location, count, value) } }
private let glProgramUniform3uiv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in performES31("glProgramUniform3uiv") { context throws(GLError) in try context.glProgramUniform3uiv(program, location, count, value) } }
private let glProgramUniform4uiv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in performES31("glProgramUniform4uiv") { context throws(GLError) in try context.glProgramUniform4uiv(program, location, count, value) } }
private let glProgramUniform1fv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in performES31("glProgramUniform1fv") { context throws(GLError) in try context.glProgramUniform1fv(program, location, count, value) } }
private let glProgramUniform2fv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in performES31("glProgramUniform2fv") { context throws(GLError) in try context.glProgramUniform2fv(program, location, count, value) } }
private let glProgramUniform3fv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in performES31("glProgramUniform3fv") { context throws(GLError) in try context.glProgramUniform3fv(program, location, count, value) } }
private let glProgramUniform4fv: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in performES31("glProgramUniform4fv") { context throws(GLError) in try context.glProgramUniform4fv(program, location, count, value) } }
private let glProgramUniformMatrix2fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix2fv") { context throws(GLError) in try context.glProgramUniformMatrix2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix3fv") { context throws(GLError) in try context.glProgramUniformMatrix3fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix4fv") { context throws(GLError) in try context.glProgramUniformMatrix4fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix2x3fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix2x3fv") { context throws(GLError) in try context.glProgramUniformMatrix2x3fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3x2fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix3x2fv") { context throws(GLError) in try context.glProgramUniformMatrix3x2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix2x4fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix2x4fv") { context throws(GLError) in try context.glProgramUniformMatrix2x4fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4x2fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix4x2fv") { context throws(GLError) in try context.glProgramUniformMatrix4x2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3x4fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix3x4fv") { context throws(GLError) in try context.glProgramUniformMatrix3x4fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4x3fv: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in performES31("glProgramUniformMatrix4x3fv") { context throws(GLError) in try context.glProgramUniformMatrix4x3fv(program, location, count, transpose, value) } }
private let glValidateProgramPipeline: @convention(c) (GLuint) -> Void = { pipeline in performES31("glValidateProgramPipeline") { context throws(GLError) in try context.glValidateProgramPipeline(pipeline) } }
private let glGetProgramPipelineInfoLog: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { pipeline, bufSize, length, infoLog in performES31("glGetProgramPipelineInfoLog") { context throws(GLError) in try context.glGetProgramPipelineInfoLog(pipeline, bufSize, length, infoLog) } }
private let glBindImageTexture: @convention(c) (GLuint, GLuint, GLint, GLboolean, GLint, GLenum, GLenum) -> Void = { unit, texture, level, layered, layer, access, format in performES31("glBindImageTexture") { context throws(GLError) in try context.glBindImageTexture(unit, texture, level, layered, layer, access, format) } }
private let glGetBooleani_v: @convention(c) (GLenum, GLuint, UnsafeMutablePointer<GLboolean>?) -> Void = { target, index, data in performES31("glGetBooleani_v") { context throws(GLError) in try context.glGetBooleani_v(target, index, data) } }
private let glMemoryBarrier: @convention(c) (GLbitfield) -> Void = { barriers in performES31("glMemoryBarrier") { context throws(GLError) in try context.glMemoryBarrier(barriers) } }
private let glMemoryBarrierByRegion: @convention(c) (GLbitfield) -> Void = { barriers in performES31("glMemoryBarrierByRegion") { context throws(GLError) in try context.glMemoryBarrierByRegion(barriers) } }
private let glTexStorage2DMultisample: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean) -> Void = { target, samples, internalFormat, width, height, fixedsamplelocations in performES31("glTexStorage2DMultisample") { context throws(GLError) in try context.glTexStorage2DMultisample(target, samples, internalFormat, width, height, fixedsamplelocations) } }
private let glGetMultisamplefv: @convention(c) (GLenum, GLuint, UnsafeMutablePointer<GLfloat>?) -> Void = { pname, index, val in performES31("glGetMultisamplefv") { context throws(GLError) in try context.glGetMultisamplefv(pname, index, val) } }
private let glSampleMaski: @convention(c) (GLuint, GLbitfield) -> Void = { maskNumber, mask in performES31("glSampleMaski") { context throws(GLError) in try context.glSampleMaski(maskNumber, mask) } }
private let glGetTexLevelParameteriv: @convention(c) (GLenum, GLint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, level, pname, params in performES31("glGetTexLevelParameteriv") { context throws(GLError) in try context.glGetTexLevelParameteriv(target, level, pname, params) } }
private let glGetTexLevelParameterfv: @convention(c) (GLenum, GLint, GLenum, UnsafeMutablePointer<GLfloat>?) -> Void = { target, level, pname, params in performES31("glGetTexLevelParameterfv") { context throws(GLError) in try context.glGetTexLevelParameterfv(target, level, pname, params) } }
private let glBindVertexBuffer: @convention(c) (GLuint, GLuint, Int, GLsizei) -> Void = { bindingindex, buffer, offset, stride in performES31("glBindVertexBuffer") { context throws(GLError) in try context.glBindVertexBuffer(bindingindex, buffer, offset, stride) } }
private let glVertexAttribFormat: @convention(c) (GLuint, GLint, GLenum, GLboolean, GLuint) -> Void = { attribindex, size, type, normalized, relativeoffset in performES31("glVertexAttribFormat") { context throws(GLError) in try context.glVertexAttribFormat(attribindex, size, type, normalized, relativeoffset) } }
private let glVertexAttribIFormat: @convention(c) (GLuint, GLint, GLenum, GLuint) -> Void = { attribindex, size, type, relativeoffset in performES31("glVertexAttribIFormat") { context throws(GLError) in try context.glVertexAttribIFormat(attribindex, size, type, relativeoffset) } }
private let glVertexAttribBinding: @convention(c) (GLuint, GLuint) -> Void = { attribindex, bindingindex in performES31("glVertexAttribBinding") { context throws(GLError) in try context.glVertexAttribBinding(attribindex, bindingindex) } }
private let glVertexBindingDivisor: @convention(c) (GLuint, GLuint) -> Void = { bindingindex, divisor in performES31("glVertexBindingDivisor") { context throws(GLError) in try context.glVertexBindingDivisor(bindingindex, divisor) } }
private let glPointSize: @convention(c) (GLfloat) -> Void = { size in perform("glPointSize") { context throws(GLError) in try context.glPointSize(size) } }
private let glPolygonMode: @convention(c) (GLenum, GLenum) -> Void = { face, mode in perform("glPolygonMode") { context throws(GLError) in try context.glPolygonMode(face, mode) } }
private let glTexImage1D: @convention(c) (GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, border, format, type, pixels in perform("glTexImage1D") { context throws(GLError) in try context.glTexImage1D(target, level, internalFormat, width, border, format, type, pixels) } }
private let glDrawBuffer: @convention(c) (GLenum) -> Void = { buf in perform("glDrawBuffer") { context throws(GLError) in try context.glDrawBuffer(buf) } }
private let glClearDepth: @convention(c) (Double) -> Void = { depth in perform("glClearDepth") { context throws(GLError) in try context.glClearDepth(depth) } }
private let glLogicOp: @convention(c) (GLenum) -> Void = { opcode in perform("glLogicOp") { context throws(GLError) in try context.glLogicOp(opcode) } }
private let glPixelStoref: @convention(c) (GLenum, GLfloat) -> Void = { pname, param in perform("glPixelStoref") { context throws(GLError) in try context.glPixelStoref(pname, param) } }
private let glGetDoublev: @convention(c) (GLenum, UnsafeMutablePointer<Double>?) -> Void = { pname, data in perform("glGetDoublev") { context throws(GLError) in try context.glGetDoublev(pname, data) } }
private let glGetTexImage: @convention(c) (GLenum, GLint, GLenum, GLenum, UnsafeMutableRawPointer?) -> Void = { target, level, format, type, pixels in perform("glGetTexImage") { context throws(GLError) in try context.glGetTexImage(target, level, format, type, pixels) } }
private let glDepthRange: @convention(c) (Double, Double) -> Void = { n, f in perform("glDepthRange") { context throws(GLError) in try context.glDepthRange(n, f) } }
private let glCopyTexImage1D: @convention(c) (GLenum, GLint, GLenum, GLint, GLint, GLsizei, GLint) -> Void = { target, level, internalFormat, x, y, width, border in perform("glCopyTexImage1D") { context throws(GLError) in try context.glCopyTexImage1D(target, level, internalFormat, x, y, width, border) } }
private let glCopyTexSubImage1D: @convention(c) (GLenum, GLint, GLint, GLint, GLint, GLsizei) -> Void = { target, level, xoffset, x, y, width in perform("glCopyTexSubImage1D") { context throws(GLError) in try context.glCopyTexSubImage1D(target, level, xoffset, x, y, width) } }
private let glTexSubImage1D: @convention(c) (GLenum, GLint, GLint, GLsizei, GLenum, GLenum, UnsafeRawPointer?) -> Void = { target, level, xoffset, width, format, type, pixels in perform("glTexSubImage1D") { context throws(GLError) in try context.glTexSubImage1D(target, level, xoffset, width, format, type, pixels) } }
private let glCompressedTexImage1D: @convention(c) (GLenum, GLint, GLenum, GLsizei, GLint, GLsizei, UnsafeRawPointer?) -> Void = { target, level, internalFormat, width, border, imageSize, data in perform("glCompressedTexImage1D") { context throws(GLError) in try context.glCompressedTexImage1D(target, level, internalFormat, width, border, imageSize, data) } }
private let glCompressedTexSubImage1D: @convention(c) (GLenum, GLint, GLint, GLsizei, GLenum, GLsizei, UnsafeRawPointer?) -> Void = { target, level, xoffset, width, format, imageSize, data in perform("glCompressedTexSubImage1D") { context throws(GLError) in try context.glCompressedTexSubImage1D(target, level, xoffset, width, format, imageSize, data) } }
private let glGetCompressedTexImage: @convention(c) (GLenum, GLint, UnsafeMutableRawPointer?) -> Void = { target, level, img in perform("glGetCompressedTexImage") { context throws(GLError) in try context.glGetCompressedTexImage(target, level, img) } }
private let glMultiDrawArrays: @convention(c) (GLenum, UnsafePointer<GLint>?, UnsafePointer<GLsizei>?, GLsizei) -> Void = { mode, first, count, drawcount in perform("glMultiDrawArrays") { context throws(GLError) in try context.glMultiDrawArrays(mode, first, count, drawcount) } }
private let glMultiDrawElements: @convention(c) (GLenum, UnsafePointer<GLsizei>?, GLenum, UnsafePointer<UnsafeRawPointer?>?, GLsizei) -> Void = { mode, count, type, indices, drawcount in perform("glMultiDrawElements") { context throws(GLError) in try context.glMultiDrawElements(mode, count, type, indices, drawcount) } }
private let glPointParameterf: @convention(c) (GLenum, GLfloat) -> Void = { pname, param in perform("glPointParameterf") { context throws(GLError) in try context.glPointParameterf(pname, param) } }
private let glPointParameterfv: @convention(c) (GLenum, UnsafePointer<GLfloat>?) -> Void = { pname, params in perform("glPointParameterfv") { context throws(GLError) in try context.glPointParameterfv(pname, params) } }
private let glPointParameteri: @convention(c) (GLenum, GLint) -> Void = { pname, param in perform("glPointParameteri") { context throws(GLError) in try context.glPointParameteri(pname, param) } }
private let glPointParameteriv: @convention(c) (GLenum, UnsafePointer<GLint>?) -> Void = { pname, params in perform("glPointParameteriv") { context throws(GLError) in try context.glPointParameteriv(pname, params) } }
private let glGetQueryObjectiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { id, pname, params in perform("glGetQueryObjectiv") { context throws(GLError) in try context.glGetQueryObjectiv(id, pname, params) } }
private let glGetBufferSubData: @convention(c) (GLenum, Int, Int, UnsafeMutableRawPointer?) -> Void = { target, offset, size, data in perform("glGetBufferSubData") { context throws(GLError) in try context.glGetBufferSubData(target, offset, size, data) } }
private let glMapBuffer: @convention(c) (GLenum, GLenum) -> UnsafeMutableRawPointer? = { target, access in perform("glMapBuffer", nil) { context throws(GLError) in try context.glMapBuffer(target, access) } }
private let glGetVertexAttribdv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<Double>?) -> Void = { index, pname, params in perform("glGetVertexAttribdv") { context throws(GLError) in try context.glGetVertexAttribdv(index, pname, params) } }
private let glVertexAttrib1d: @convention(c) (GLuint, Double) -> Void = { index, x in perform("glVertexAttrib1d") { context throws(GLError) in try context.glVertexAttrib1d(index, x) } }
private let glVertexAttrib1dv: @convention(c) (GLuint, UnsafePointer<Double>?) -> Void = { index, v in perform("glVertexAttrib1dv") { context throws(GLError) in try context.glVertexAttrib1dv(index, v) } }
private let glVertexAttrib1s: @convention(c) (GLuint, Int16) -> Void = { index, x in perform("glVertexAttrib1s") { context throws(GLError) in try context.glVertexAttrib1s(index, x) } }
private let glVertexAttrib1sv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttrib1sv") { context throws(GLError) in try context.glVertexAttrib1sv(index, v) } }
private let glVertexAttrib2d: @convention(c) (GLuint, Double, Double) -> Void = { index, x, y in perform("glVertexAttrib2d") { context throws(GLError) in try context.glVertexAttrib2d(index, x, y) } }
private let glVertexAttrib2dv: @convention(c) (GLuint, UnsafePointer<Double>?) -> Void = { index, v in perform("glVertexAttrib2dv") { context throws(GLError) in try context.glVertexAttrib2dv(index, v) } }
private let glVertexAttrib2s: @convention(c) (GLuint, Int16, Int16) -> Void = { index, x, y in perform("glVertexAttrib2s") { context throws(GLError) in try context.glVertexAttrib2s(index, x, y) } }
private let glVertexAttrib2sv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttrib2sv") { context throws(GLError) in try context.glVertexAttrib2sv(index, v) } }
private let glVertexAttrib3d: @convention(c) (GLuint, Double, Double, Double) -> Void = { index, x, y, z in perform("glVertexAttrib3d") { context throws(GLError) in try context.glVertexAttrib3d(index, x, y, z) } }
private let glVertexAttrib3dv: @convention(c) (GLuint, UnsafePointer<Double>?) -> Void = { index, v in perform("glVertexAttrib3dv") { context throws(GLError) in try context.glVertexAttrib3dv(index, v) } }
private let glVertexAttrib3s: @convention(c) (GLuint, Int16, Int16, Int16) -> Void = { index, x, y, z in perform("glVertexAttrib3s") { context throws(GLError) in try context.glVertexAttrib3s(index, x, y, z) } }
private let glVertexAttrib3sv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttrib3sv") { context throws(GLError) in try context.glVertexAttrib3sv(index, v) } }
private let glVertexAttrib4Nbv: @convention(c) (GLuint, UnsafePointer<Int8>?) -> Void = { index, v in perform("glVertexAttrib4Nbv") { context throws(GLError) in try context.glVertexAttrib4Nbv(index, v) } }
private let glVertexAttrib4Niv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttrib4Niv") { context throws(GLError) in try context.glVertexAttrib4Niv(index, v) } }
private let glVertexAttrib4Nsv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttrib4Nsv") { context throws(GLError) in try context.glVertexAttrib4Nsv(index, v) } }
private let glVertexAttrib4Nub: @convention(c) (GLuint, UInt8, UInt8, UInt8, UInt8) -> Void = { index, x, y, z, w in perform("glVertexAttrib4Nub") { context throws(GLError) in try context.glVertexAttrib4Nub(index, x, y, z, w) } }
private let glVertexAttrib4Nubv: @convention(c) (GLuint, UnsafePointer<UInt8>?) -> Void = { index, v in perform("glVertexAttrib4Nubv") { context throws(GLError) in try context.glVertexAttrib4Nubv(index, v) } }
private let glVertexAttrib4Nuiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttrib4Nuiv") { context throws(GLError) in try context.glVertexAttrib4Nuiv(index, v) } }
private let glVertexAttrib4Nusv: @convention(c) (GLuint, UnsafePointer<UInt16>?) -> Void = { index, v in perform("glVertexAttrib4Nusv") { context throws(GLError) in try context.glVertexAttrib4Nusv(index, v) } }
private let glVertexAttrib4bv: @convention(c) (GLuint, UnsafePointer<Int8>?) -> Void = { index, v in perform("glVertexAttrib4bv") { context throws(GLError) in try context.glVertexAttrib4bv(index, v) } }
private let glVertexAttrib4d: @convention(c) (GLuint, Double, Double, Double, Double) -> Void = { index, x, y, z, w in perform("glVertexAttrib4d") { context throws(GLError) in try context.glVertexAttrib4d(index, x, y, z, w) } }
private let glVertexAttrib4dv: @convention(c) (GLuint, UnsafePointer<Double>?) -> Void = { index, v in perform("glVertexAttrib4dv") { context throws(GLError) in try context.glVertexAttrib4dv(index, v) } }
private let glVertexAttrib4iv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttrib4iv") { context throws(GLError) in try context.glVertexAttrib4iv(index, v) } }
private let glVertexAttrib4s: @convention(c) (GLuint, Int16, Int16, Int16, Int16) -> Void = { index, x, y, z, w in perform("glVertexAttrib4s") { context throws(GLError) in try context.glVertexAttrib4s(index, x, y, z, w) } }
private let glVertexAttrib4sv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttrib4sv") { context throws(GLError) in try context.glVertexAttrib4sv(index, v) } }
private let glVertexAttrib4ubv: @convention(c) (GLuint, UnsafePointer<UInt8>?) -> Void = { index, v in perform("glVertexAttrib4ubv") { context throws(GLError) in try context.glVertexAttrib4ubv(index, v) } }
private let glVertexAttrib4uiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttrib4uiv") { context throws(GLError) in try context.glVertexAttrib4uiv(index, v) } }
private let glVertexAttrib4usv: @convention(c) (GLuint, UnsafePointer<UInt16>?) -> Void = { index, v in perform("glVertexAttrib4usv") { context throws(GLError) in try context.glVertexAttrib4usv(index, v) } }
private let glColorMaski: @convention(c) (GLuint, GLboolean, GLboolean, GLboolean, GLboolean) -> Void = { index, r, g, b, a in perform("glColorMaski") { context throws(GLError) in try context.glColorMaski(index, r, g, b, a) } }
private let glEnablei: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glEnablei") { context throws(GLError) in try context.glEnablei(target, index) } }
private let glDisablei: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glDisablei") { context throws(GLError) in try context.glDisablei(target, index) } }
private let glIsEnabledi: @convention(c) (GLenum, GLuint) -> GLboolean = { target, index in perform("glIsEnabledi", 0) { context throws(GLError) in try context.glIsEnabledi(target, index) } }
private let glClampColor: @convention(c) (GLenum, GLenum) -> Void = { target, clamp in perform("glClampColor") { context throws(GLError) in try context.glClampColor(target, clamp) } }
private let glBeginConditionalRender: @convention(c) (GLuint, GLenum) -> Void = { id, mode in perform("glBeginConditionalRender") { context throws(GLError) in try context.glBeginConditionalRender(id, mode) } }
private let glEndConditionalRender: @convention(c) () -> Void = { perform("glEndConditionalRender") { context throws(GLError) in try context.glEndConditionalRender() } }
private let glVertexAttribI1i: @convention(c) (GLuint, GLint) -> Void = { index, x in perform("glVertexAttribI1i") { context throws(GLError) in try context.glVertexAttribI1i(index, x) } }
private let glVertexAttribI2i: @convention(c) (GLuint, GLint, GLint) -> Void = { index, x, y in perform("glVertexAttribI2i") { context throws(GLError) in try context.glVertexAttribI2i(index, x, y) } }
private let glVertexAttribI3i: @convention(c) (GLuint, GLint, GLint, GLint) -> Void = { index, x, y, z in perform("glVertexAttribI3i") { context throws(GLError) in try context.glVertexAttribI3i(index, x, y, z) } }
private let glVertexAttribI1ui: @convention(c) (GLuint, GLuint) -> Void = { index, x in perform("glVertexAttribI1ui") { context throws(GLError) in try context.glVertexAttribI1ui(index, x) } }
private let glVertexAttribI2ui: @convention(c) (GLuint, GLuint, GLuint) -> Void = { index, x, y in perform("glVertexAttribI2ui") { context throws(GLError) in try context.glVertexAttribI2ui(index, x, y) } }
private let glVertexAttribI3ui: @convention(c) (GLuint, GLuint, GLuint, GLuint) -> Void = { index, x, y, z in perform("glVertexAttribI3ui") { context throws(GLError) in try context.glVertexAttribI3ui(index, x, y, z) } }
private let glVertexAttribI1iv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttribI1iv") { context throws(GLError) in try context.glVertexAttribI1iv(index, v) } }
private let glVertexAttribI2iv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttribI2iv") { context throws(GLError) in try context.glVertexAttribI2iv(index, v) } }
private let glVertexAttribI3iv: @convention(c) (GLuint, UnsafePointer<GLint>?) -> Void = { index, v in perform("glVertexAttribI3iv") { context throws(GLError) in try context.glVertexAttribI3iv(index, v) } }
private let glVertexAttribI1uiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttribI1uiv") { context throws(GLError) in try context.glVertexAttribI1uiv(index, v) } }
private let glVertexAttribI2uiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttribI2uiv") { context throws(GLError) in try context.glVertexAttribI2uiv(index, v) } }
private let glVertexAttribI3uiv: @convention(c) (GLuint, UnsafePointer<GLuint>?) -> Void = { index, v in perform("glVertexAttribI3uiv") { context throws(GLError) in try context.glVertexAttribI3uiv(index, v) } }
private let glVertexAttribI4bv: @convention(c) (GLuint, UnsafePointer<Int8>?) -> Void = { index, v in perform("glVertexAttribI4bv") { context throws(GLError) in try context.glVertexAttribI4bv(index, v) } }
private let glVertexAttribI4sv: @convention(c) (GLuint, UnsafePointer<Int16>?) -> Void = { index, v in perform("glVertexAttribI4sv") { context throws(GLError) in try context.glVertexAttribI4sv(index, v) } }
private let glVertexAttribI4ubv: @convention(c) (GLuint, UnsafePointer<UInt8>?) -> Void = { index, v in perform("glVertexAttribI4ubv") { context throws(GLError) in try context.glVertexAttribI4ubv(index, v) } }
private let glVertexAttribI4usv: @convention(c) (GLuint, UnsafePointer<UInt16>?) -> Void = { index, v in perform("glVertexAttribI4usv") { context throws(GLError) in try context.glVertexAttribI4usv(index, v) } }
private let glBindFragDataLocation: @convention(c) (GLuint, GLuint, UnsafePointer<CChar>?) -> Void = { program, color, name in perform("glBindFragDataLocation") { context throws(GLError) in try context.glBindFragDataLocation(program, color, name) } }
private let glTexParameterIiv: @convention(c) (GLenum, GLenum, UnsafePointer<GLint>?) -> Void = { target, pname, params in perform("glTexParameterIiv") { context throws(GLError) in try context.glTexParameterIiv(target, pname, params) } }
private let glTexParameterIuiv: @convention(c) (GLenum, GLenum, UnsafePointer<GLuint>?) -> Void = { target, pname, params in perform("glTexParameterIuiv") { context throws(GLError) in try context.glTexParameterIuiv(target, pname, params) } }
private let glGetTexParameterIiv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetTexParameterIiv") { context throws(GLError) in try context.glGetTexParameterIiv(target, pname, params) } }
private let glGetTexParameterIuiv: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { target, pname, params in perform("glGetTexParameterIuiv") { context throws(GLError) in try context.glGetTexParameterIuiv(target, pname, params) } }
private let glFramebufferTexture1D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint) -> Void = { target, attachment, textarget, texture, level in perform("glFramebufferTexture1D") { context throws(GLError) in try context.glFramebufferTexture1D(target, attachment, textarget, texture, level) } }
private let glFramebufferTexture3D: @convention(c) (GLenum, GLenum, GLenum, GLuint, GLint, GLint) -> Void = { target, attachment, textarget, texture, level, zoffset in perform("glFramebufferTexture3D") { context throws(GLError) in try context.glFramebufferTexture3D(target, attachment, textarget, texture, level, zoffset) } }
private let glTexBuffer: @convention(c) (GLenum, GLenum, GLuint) -> Void = { target, internalFormat, buffer in perform("glTexBuffer") { context throws(GLError) in try context.glTexBuffer(target, internalFormat, buffer) } }
private let glPrimitiveRestartIndex: @convention(c) (GLuint) -> Void = { index in perform("glPrimitiveRestartIndex") { context throws(GLError) in try context.glPrimitiveRestartIndex(index) } }
private let glGetActiveUniformName: @convention(c) (GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { program, uniformIndex, bufSize, length, uniformName in perform("glGetActiveUniformName") { context throws(GLError) in try context.glGetActiveUniformName(program, uniformIndex, bufSize, length, uniformName) } }
private let glDrawElementsBaseVertex: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLint) -> Void = { mode, count, type, indices, basevertex in perform("glDrawElementsBaseVertex") { context throws(GLError) in try context.glDrawElementsBaseVertex(mode, count, type, indices, basevertex) } }
private let glDrawRangeElementsBaseVertex: @convention(c) (GLenum, GLuint, GLuint, GLsizei, GLenum, UnsafeRawPointer?, GLint) -> Void = { mode, start, end, count, type, indices, basevertex in perform("glDrawRangeElementsBaseVertex") { context throws(GLError) in try context.glDrawRangeElementsBaseVertex(mode, start, end, count, type, indices, basevertex) } }
private let glDrawElementsInstancedBaseVertex: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei, GLint) -> Void = { mode, count, type, indices, instancecount, basevertex in perform("glDrawElementsInstancedBaseVertex") { context throws(GLError) in try context.glDrawElementsInstancedBaseVertex(mode, count, type, indices, instancecount, basevertex) } }
private let glMultiDrawElementsBaseVertex: @convention(c) (GLenum, UnsafePointer<GLsizei>?, GLenum, UnsafePointer<UnsafeRawPointer?>?, GLsizei, UnsafePointer<GLint>?) -> Void = { mode, count, type, indices, drawcount, basevertex in perform("glMultiDrawElementsBaseVertex") { context throws(GLError) in try context.glMultiDrawElementsBaseVertex(mode, count, type, indices, drawcount, basevertex) } }
private let glProvokingVertex: @convention(c) (GLenum) -> Void = { mode in perform("glProvokingVertex") { context throws(GLError) in try context.glProvokingVertex(mode) } }
private let glFramebufferTexture: @convention(c) (GLenum, GLenum, GLuint, GLint) -> Void = { target, attachment, texture, level in perform("glFramebufferTexture") { context throws(GLError) in try context.glFramebufferTexture(target, attachment, texture, level) } }
private let glTexImage2DMultisample: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean) -> Void = { target, samples, internalFormat, width, height, fixedsamplelocations in perform("glTexImage2DMultisample") { context throws(GLError) in try context.glTexImage2DMultisample(target, samples, internalFormat, width, height, fixedsamplelocations) } }
private let glTexImage3DMultisample: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) -> Void = { target, samples, internalFormat, width, height, depth, fixedsamplelocations in perform("glTexImage3DMultisample") { context throws(GLError) in try context.glTexImage3DMultisample(target, samples, internalFormat, width, height, depth, fixedsamplelocations) } }
private let glBindFragDataLocationIndexed: @convention(c) (GLuint, GLuint, GLuint, UnsafePointer<CChar>?) -> Void = { program, colorNumber, index, name in perform("glBindFragDataLocationIndexed") { context throws(GLError) in try context.glBindFragDataLocationIndexed(program, colorNumber, index, name) } }
private let glGetFragDataIndex: @convention(c) (GLuint, UnsafePointer<CChar>?) -> GLint = { program, name in perform("glGetFragDataIndex", 0) { context throws(GLError) in try context.glGetFragDataIndex(program, name) } }
private let glSamplerParameterIiv: @convention(c) (GLuint, GLenum, UnsafePointer<GLint>?) -> Void = { sampler, pname, param in perform("glSamplerParameterIiv") { context throws(GLError) in try context.glSamplerParameterIiv(sampler, pname, param) } }
private let glSamplerParameterIuiv: @convention(c) (GLuint, GLenum, UnsafePointer<GLuint>?) -> Void = { sampler, pname, param in perform("glSamplerParameterIuiv") { context throws(GLError) in try context.glSamplerParameterIuiv(sampler, pname, param) } }
private let glGetSamplerParameterIiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameterIiv") { context throws(GLError) in try context.glGetSamplerParameterIiv(sampler, pname, params) } }
private let glGetSamplerParameterIuiv: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameterIuiv") { context throws(GLError) in try context.glGetSamplerParameterIuiv(sampler, pname, params) } }
private let glQueryCounter: @convention(c) (GLuint, GLenum) -> Void = { id, target in perform("glQueryCounter") { context throws(GLError) in try context.glQueryCounter(id, target) } }
private let glGetQueryObjecti64v: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<Int64>?) -> Void = { id, pname, params in perform("glGetQueryObjecti64v") { context throws(GLError) in try context.glGetQueryObjecti64v(id, pname, params) } }
private let glGetQueryObjectui64v: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UInt64>?) -> Void = { id, pname, params in perform("glGetQueryObjectui64v") { context throws(GLError) in try context.glGetQueryObjectui64v(id, pname, params) } }
private let glVertexAttribP1ui: @convention(c) (GLuint, GLenum, GLboolean, GLuint) -> Void = { index, type, normalized, value in perform("glVertexAttribP1ui") { context throws(GLError) in try context.glVertexAttribP1ui(index, type, normalized, value) } }
private let glVertexAttribP1uiv: @convention(c) (GLuint, GLenum, GLboolean, UnsafePointer<GLuint>?) -> Void = { index, type, normalized, value in perform("glVertexAttribP1uiv") { context throws(GLError) in try context.glVertexAttribP1uiv(index, type, normalized, value) } }
private let glVertexAttribP2ui: @convention(c) (GLuint, GLenum, GLboolean, GLuint) -> Void = { index, type, normalized, value in perform("glVertexAttribP2ui") { context throws(GLError) in try context.glVertexAttribP2ui(index, type, normalized, value) } }
private let glVertexAttribP2uiv: @convention(c) (GLuint, GLenum, GLboolean, UnsafePointer<GLuint>?) -> Void = { index, type, normalized, value in perform("glVertexAttribP2uiv") { context throws(GLError) in try context.glVertexAttribP2uiv(index, type, normalized, value) } }
private let glVertexAttribP3ui: @convention(c) (GLuint, GLenum, GLboolean, GLuint) -> Void = { index, type, normalized, value in perform("glVertexAttribP3ui") { context throws(GLError) in try context.glVertexAttribP3ui(index, type, normalized, value) } }
private let glVertexAttribP3uiv: @convention(c) (GLuint, GLenum, GLboolean, UnsafePointer<GLuint>?) -> Void = { index, type, normalized, value in perform("glVertexAttribP3uiv") { context throws(GLError) in try context.glVertexAttribP3uiv(index, type, normalized, value) } }
private let glVertexAttribP4ui: @convention(c) (GLuint, GLenum, GLboolean, GLuint) -> Void = { index, type, normalized, value in perform("glVertexAttribP4ui") { context throws(GLError) in try context.glVertexAttribP4ui(index, type, normalized, value) } }
private let glVertexAttribP4uiv: @convention(c) (GLuint, GLenum, GLboolean, UnsafePointer<GLuint>?) -> Void = { index, type, normalized, value in perform("glVertexAttribP4uiv") { context throws(GLError) in try context.glVertexAttribP4uiv(index, type, normalized, value) } }
private let glMinSampleShading: @convention(c) (GLfloat) -> Void = { value in perform("glMinSampleShading") { context throws(GLError) in try context.glMinSampleShading(value) } }
private let glDrawArraysInstancedANGLE: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void = { mode, first, count, primcount in perform("glDrawArraysInstancedANGLE") { context throws(GLError) in try context.glDrawArraysInstanced(mode, first, count, primcount) } }
private let glDrawElementsInstancedANGLE: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei) -> Void = { mode, count, type, indices, primcount in perform("glDrawElementsInstancedANGLE") { context throws(GLError) in try context.glDrawElementsInstanced(mode, count, type, indices, primcount) } }
private let glVertexAttribDivisorANGLE: @convention(c) (GLuint, GLuint) -> Void = { index, divisor in perform("glVertexAttribDivisorANGLE") { context throws(GLError) in try context.glVertexAttribDivisor(index, divisor) } }
private let glDrawArraysInstancedBaseInstance: @convention(c) (GLenum, GLint, GLsizei, GLsizei, GLuint) -> Void = { mode, first, count, instancecount, baseinstance in perform("glDrawArraysInstancedBaseInstance") { context throws(GLError) in try context.glDrawArraysInstancedBaseInstance(mode, first, count, instancecount, baseinstance) } }
private let glDrawElementsInstancedBaseInstance: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei, GLuint) -> Void = { mode, count, type, indices, instancecount, baseinstance in perform("glDrawElementsInstancedBaseInstance") { context throws(GLError) in try context.glDrawElementsInstancedBaseInstance(mode, count, type, indices, instancecount, baseinstance) } }
private let glDrawElementsInstancedBaseVertexBaseInstance: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei, GLint, GLuint) -> Void = { mode, count, type, indices, instancecount, basevertex, baseinstance in perform("glDrawElementsInstancedBaseVertexBaseInstance") { context throws(GLError) in try context.glDrawElementsInstancedBaseVertexBaseInstance(mode, count, type, indices, instancecount, basevertex, baseinstance) } }
private let glCopyImageSubData: @convention(c) (GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) -> Void = { srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth in perform("glCopyImageSubData") { context throws(GLError) in try context.glCopyImageSubData(srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth) } }
private let glMultiDrawArraysIndirect: @convention(c) (GLenum, UnsafeRawPointer?, GLsizei, GLsizei) -> Void = { mode, indirect, drawcount, stride in perform("glMultiDrawArraysIndirect") { context throws(GLError) in try context.glMultiDrawArraysIndirect(mode, indirect, drawcount, stride) } }
private let glMultiDrawElementsIndirect: @convention(c) (GLenum, GLenum, UnsafeRawPointer?, GLsizei, GLsizei) -> Void = { mode, type, indirect, drawcount, stride in perform("glMultiDrawElementsIndirect") { context throws(GLError) in try context.glMultiDrawElementsIndirect(mode, type, indirect, drawcount, stride) } }
private let glGetProgramResourceLocationIndex: @convention(c) (GLuint, GLenum, UnsafePointer<CChar>?) -> GLint = { program, programInterface, name in perform("glGetProgramResourceLocationIndex", -1) { context throws(GLError) in try context.glGetProgramResourceLocationIndex(program, programInterface, name) } }
private let glGetActiveAtomicCounterBufferiv: @convention(c) (GLuint, GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { program, bufferIndex, pname, params in perform("glGetActiveAtomicCounterBufferiv") { context throws(GLError) in try context.glGetActiveAtomicCounterBufferiv(program, bufferIndex, pname, params) } }
private let glShaderStorageBlockBinding: @convention(c) (GLuint, GLuint, GLuint) -> Void = { program, storageBlockIndex, storageBlockBinding in perform("glShaderStorageBlockBinding") { context throws(GLError) in try context.glShaderStorageBlockBinding(program, storageBlockIndex, storageBlockBinding) } }
private let glTexBufferRange: @convention(c) (GLenum, GLenum, GLuint, Int, Int) -> Void = { target, internalFormat, buffer, offset, size in perform("glTexBufferRange") { context throws(GLError) in try context.glTexBufferRange(target, internalFormat, buffer, offset, size) } }
private let glTexStorage1D: @convention(c) (GLenum, GLsizei, GLenum, GLsizei) -> Void = { target, levels, internalFormat, width in perform("glTexStorage1D") { context throws(GLError) in try context.glTexStorage1D(target, levels, internalFormat, width) } }
private let glTexStorage3DMultisample: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) -> Void = { target, samples, internalFormat, width, height, depth, fixedsamplelocations in perform("glTexStorage3DMultisample") { context throws(GLError) in try context.glTexStorage3DMultisample(target, samples, internalFormat, width, height, depth, fixedsamplelocations) } }
private let glDrawTransformFeedback: @convention(c) (GLenum, GLuint) -> Void = { mode, id in perform("glDrawTransformFeedback") { context throws(GLError) in try context.glDrawTransformFeedback(mode, id) } }
private let glDrawTransformFeedbackInstanced: @convention(c) (GLenum, GLuint, GLsizei) -> Void = { mode, id, instancecount in perform("glDrawTransformFeedbackInstanced") { context throws(GLError) in try context.glDrawTransformFeedbackInstanced(mode, id, instancecount) } }
private let glCopyImageSubDataEXT: @convention(c) (GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) -> Void = { srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth in perform("glCopyImageSubDataEXT") { context throws(GLError) in try context.glCopyImageSubData(srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth) } }
private let glLabelObjectEXT: @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void = { type, object, length, label in perform("glLabelObjectEXT") { context throws(GLError) in try context.glLabelObjectEXT(type, object, length, label) } }
private let glGetObjectLabelEXT: @convention(c) (GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { type, object, bufSize, length, label in perform("glGetObjectLabelEXT") { context throws(GLError) in try context.glGetObjectLabel(type, object, bufSize, length, label) } }
private let glInsertEventMarkerEXT: @convention(c) (GLsizei, UnsafePointer<CChar>?) -> Void = { length, marker in perform("glInsertEventMarkerEXT") { context throws(GLError) in try context.glInsertEventMarkerEXT(length, marker) } }
private let glPushGroupMarkerEXT: @convention(c) (GLsizei, UnsafePointer<CChar>?) -> Void = { length, marker in perform("glPushGroupMarkerEXT") { context throws(GLError) in try context.glPushGroupMarkerEXT(length, marker) } }
private let glPopGroupMarkerEXT: @convention(c) () -> Void = { perform("glPopGroupMarkerEXT") { context throws(GLError) in try context.glPopGroupMarkerEXT() } }
private let glDiscardFramebufferEXT: @convention(c) (GLenum, GLsizei, UnsafePointer<GLenum>?) -> Void = { target, numAttachments, attachments in perform("glDiscardFramebufferEXT") { context throws(GLError) in try context.glDiscardFramebufferEXT(target, numAttachments, attachments) } }
private let glDrawBuffersEXT: @convention(c) (GLsizei, UnsafePointer<GLenum>?) -> Void = { n, bufs in perform("glDrawBuffersEXT") { context throws(GLError) in try context.glDrawBuffers(n, bufs) } }
private let glEnableiEXT: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glEnableiEXT") { context throws(GLError) in try context.glEnablei(target, index) } }
private let glDisableiEXT: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glDisableiEXT") { context throws(GLError) in try context.glDisablei(target, index) } }
private let glBlendEquationiEXT: @convention(c) (GLuint, GLenum) -> Void = { buf, mode in perform("glBlendEquationiEXT") { context throws(GLError) in try context.glBlendEquationi(buf, mode) } }
private let glBlendEquationSeparateiEXT: @convention(c) (GLuint, GLenum, GLenum) -> Void = { buf, modeRGB, modeAlpha in perform("glBlendEquationSeparateiEXT") { context throws(GLError) in try context.glBlendEquationSeparatei(buf, modeRGB, modeAlpha) } }
private let glBlendFunciEXT: @convention(c) (GLuint, GLenum, GLenum) -> Void = { buf, src, dst in perform("glBlendFunciEXT") { context throws(GLError) in try context.glBlendFunci(buf, src, dst) } }
private let glBlendFuncSeparateiEXT: @convention(c) (GLuint, GLenum, GLenum, GLenum, GLenum) -> Void = { buf, srcRGB, dstRGB, srcAlpha, dstAlpha in perform("glBlendFuncSeparateiEXT") { context throws(GLError) in try context.glBlendFuncSeparatei(buf, srcRGB, dstRGB, srcAlpha, dstAlpha) } }
private let glColorMaskiEXT: @convention(c) (GLuint, GLboolean, GLboolean, GLboolean, GLboolean) -> Void = { index, r, g, b, a in perform("glColorMaskiEXT") { context throws(GLError) in try context.glColorMaski(index, r, g, b, a) } }
private let glIsEnablediEXT: @convention(c) (GLenum, GLuint) -> GLboolean = { target, index in perform("glIsEnablediEXT", 0) { context throws(GLError) in try context.glIsEnabledi(target, index) } }
private let glDrawArraysInstancedEXT: @convention(c) (GLenum, GLint, GLsizei, GLsizei) -> Void = { mode, start, count, primcount in perform("glDrawArraysInstancedEXT") { context throws(GLError) in try context.glDrawArraysInstanced(mode, start, count, primcount) } }
private let glDrawElementsInstancedEXT: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei) -> Void = { mode, count, type, indices, primcount in perform("glDrawElementsInstancedEXT") { context throws(GLError) in try context.glDrawElementsInstanced(mode, count, type, indices, primcount) } }
private let glVertexAttribDivisorEXT: @convention(c) (GLuint, GLuint) -> Void = { index, divisor in perform("glVertexAttribDivisorEXT") { context throws(GLError) in try context.glVertexAttribDivisor(index, divisor) } }
private let glMapBufferRangeEXT: @convention(c) (GLenum, Int, Int, GLbitfield) -> UnsafeMutableRawPointer? = { target, offset, length, access in perform("glMapBufferRangeEXT", nil) { context throws(GLError) in try context.glMapBufferRange(target, offset, length, access) } }
private let glFlushMappedBufferRangeEXT: @convention(c) (GLenum, Int, Int) -> Void = { target, offset, length in perform("glFlushMappedBufferRangeEXT") { context throws(GLError) in try context.glFlushMappedBufferRange(target, offset, length) } }
private let glMultiDrawArraysIndirectEXT: @convention(c) (GLenum, UnsafeRawPointer?, GLsizei, GLsizei) -> Void = { mode, indirect, drawcount, stride in perform("glMultiDrawArraysIndirectEXT") { context throws(GLError) in try context.glMultiDrawArraysIndirect(mode, indirect, drawcount, stride) } }
private let glMultiDrawElementsIndirectEXT: @convention(c) (GLenum, GLenum, UnsafeRawPointer?, GLsizei, GLsizei) -> Void = { mode, type, indirect, drawcount, stride in perform("glMultiDrawElementsIndirectEXT") { context throws(GLError) in try context.glMultiDrawElementsIndirect(mode, type, indirect, drawcount, stride) } }
private let glGenQueriesEXT: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, ids in perform("glGenQueriesEXT") { context throws(GLError) in try context.glGenQueries(n, ids) } }
private let glDeleteQueriesEXT: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, ids in perform("glDeleteQueriesEXT") { context throws(GLError) in try context.glDeleteQueries(n, ids) } }
private let glIsQueryEXT: @convention(c) (GLuint) -> GLboolean = { id in perform("glIsQueryEXT", 0) { context throws(GLError) in try context.glIsQuery(id) } }
private let glBeginQueryEXT: @convention(c) (GLenum, GLuint) -> Void = { target, id in perform("glBeginQueryEXT") { context throws(GLError) in try context.glBeginQuery(target, id) } }
private let glEndQueryEXT: @convention(c) (GLenum) -> Void = { target in perform("glEndQueryEXT") { context throws(GLError) in try context.glEndQuery(target) } }
private let glGetQueryivEXT: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetQueryivEXT") { context throws(GLError) in try context.glGetQueryiv(target, pname, params) } }
private let glGetQueryObjectuivEXT: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { id, pname, params in perform("glGetQueryObjectuivEXT") { context throws(GLError) in try context.glGetQueryObjectuiv(id, pname, params) } }
private let glPrimitiveBoundingBoxEXT: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { minX, minY, minZ, minW, maxX, maxY, maxZ, maxW in perform("glPrimitiveBoundingBoxEXT") { context throws(GLError) in try context.glPrimitiveBoundingBox(minX, minY, minZ, minW, maxX, maxY, maxZ, maxW) } }
private let glGetGraphicsResetStatusEXT: @convention(c) () -> GLenum = { perform("glGetGraphicsResetStatusEXT", 0) { context throws(GLError) in try context.glGetGraphicsResetStatus() } }
private let glReadnPixelsEXT: @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, GLsizei, UnsafeMutableRawPointer?) -> Void = { x, y, width, height, format, type, bufSize, data in perform("glReadnPixelsEXT") { context throws(GLError) in try context.glReadnPixels(x, y, width, height, format, type, bufSize, data) } }
private let glGetnUniformfvEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafeMutablePointer<GLfloat>?) -> Void = { program, location, bufSize, params in perform("glGetnUniformfvEXT") { context throws(GLError) in try context.glGetnUniformfv(program, location, bufSize, params) } }
private let glGetnUniformivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafeMutablePointer<GLint>?) -> Void = { program, location, bufSize, params in perform("glGetnUniformivEXT") { context throws(GLError) in try context.glGetnUniformiv(program, location, bufSize, params) } }
private let glActiveShaderProgramEXT: @convention(c) (GLuint, GLuint) -> Void = { pipeline, program in perform("glActiveShaderProgramEXT") { context throws(GLError) in try context.glActiveShaderProgram(pipeline, program) } }
private let glBindProgramPipelineEXT: @convention(c) (GLuint) -> Void = { pipeline in perform("glBindProgramPipelineEXT") { context throws(GLError) in try context.glBindProgramPipeline(pipeline) } }
private let glCreateShaderProgramvEXT: @convention(c) (GLenum, GLsizei, UnsafePointer<UnsafePointer<CChar>?>?) -> GLuint = { type, count, strings in perform("glCreateShaderProgramvEXT", 0) { context throws(GLError) in try context.glCreateShaderProgramv(type, count, strings) } }
private let glDeleteProgramPipelinesEXT: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, pipelines in perform("glDeleteProgramPipelinesEXT") { context throws(GLError) in try context.glDeleteProgramPipelines(n, pipelines) } }
private let glGenProgramPipelinesEXT: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, pipelines in perform("glGenProgramPipelinesEXT") { context throws(GLError) in try context.glGenProgramPipelines(n, pipelines) } }
private let glGetProgramPipelineInfoLogEXT: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { pipeline, bufSize, length, infoLog in perform("glGetProgramPipelineInfoLogEXT") { context throws(GLError) in try context.glGetProgramPipelineInfoLog(pipeline, bufSize, length, infoLog) } }
private let glGetProgramPipelineivEXT: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { pipeline, pname, params in perform("glGetProgramPipelineivEXT") { context throws(GLError) in try context.glGetProgramPipelineiv(pipeline, pname, params) } }
private let glIsProgramPipelineEXT: @convention(c) (GLuint) -> GLboolean = { pipeline in perform("glIsProgramPipelineEXT", 0) { context throws(GLError) in try context.glIsProgramPipeline(pipeline) } }
private let glProgramParameteriEXT: @convention(c) (GLuint, GLenum, GLint) -> Void = { program, pname, value in perform("glProgramParameteriEXT") { context throws(GLError) in try context.glProgramParameteri(program, pname, value) } }
private let glProgramUniform1fEXT: @convention(c) (GLuint, GLint, GLfloat) -> Void = { program, location, v0 in perform("glProgramUniform1fEXT") { context throws(GLError) in try context.glProgramUniform1f(program, location, v0) } }
private let glProgramUniform1fvEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in perform("glProgramUniform1fvEXT") { context throws(GLError) in try context.glProgramUniform1fv(program, location, count, value) } }
private let glProgramUniform1iEXT: @convention(c) (GLuint, GLint, GLint) -> Void = { program, location, v0 in perform("glProgramUniform1iEXT") { context throws(GLError) in try context.glProgramUniform1i(program, location, v0) } }
private let glProgramUniform1ivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in perform("glProgramUniform1ivEXT") { context throws(GLError) in try context.glProgramUniform1iv(program, location, count, value) } }
private let glProgramUniform2fEXT: @convention(c) (GLuint, GLint, GLfloat, GLfloat) -> Void = { program, location, v0, v1 in perform("glProgramUniform2fEXT") { context throws(GLError) in try context.glProgramUniform2f(program, location, v0, v1) } }
private let glProgramUniform2fvEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in perform("glProgramUniform2fvEXT") { context throws(GLError) in try context.glProgramUniform2fv(program, location, count, value) } }
private let glProgramUniform2iEXT: @convention(c) (GLuint, GLint, GLint, GLint) -> Void = { program, location, v0, v1 in perform("glProgramUniform2iEXT") { context throws(GLError) in try context.glProgramUniform2i(program, location, v0, v1) } }
private let glProgramUniform2ivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in perform("glProgramUniform2ivEXT") { context throws(GLError) in try context.glProgramUniform2iv(program, location, count, value) } }
private let glProgramUniform3fEXT: @convention(c) (GLuint, GLint, GLfloat, GLfloat, GLfloat) -> Void = { program, location, v0, v1, v2 in perform("glProgramUniform3fEXT") { context throws(GLError) in try context.glProgramUniform3f(program, location, v0, v1, v2) } }
private let glProgramUniform3fvEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in perform("glProgramUniform3fvEXT") { context throws(GLError) in try context.glProgramUniform3fv(program, location, count, value) } }
private let glProgramUniform3iEXT: @convention(c) (GLuint, GLint, GLint, GLint, GLint) -> Void = { program, location, v0, v1, v2 in perform("glProgramUniform3iEXT") { context throws(GLError) in try context.glProgramUniform3i(program, location, v0, v1, v2) } }
private let glProgramUniform3ivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in perform("glProgramUniform3ivEXT") { context throws(GLError) in try context.glProgramUniform3iv(program, location, count, value) } }
private let glProgramUniform4fEXT: @convention(c) (GLuint, GLint, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { program, location, v0, v1, v2, v3 in perform("glProgramUniform4fEXT") { context throws(GLError) in try context.glProgramUniform4f(program, location, v0, v1, v2, v3) } }
private let glProgramUniform4fvEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLfloat>?) -> Void = { program, location, count, value in perform("glProgramUniform4fvEXT") { context throws(GLError) in try context.glProgramUniform4fv(program, location, count, value) } }
private let glProgramUniform4iEXT: @convention(c) (GLuint, GLint, GLint, GLint, GLint, GLint) -> Void = { program, location, v0, v1, v2, v3 in perform("glProgramUniform4iEXT") { context throws(GLError) in try context.glProgramUniform4i(program, location, v0, v1, v2, v3) } }
private let glProgramUniform4ivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLint>?) -> Void = { program, location, count, value in perform("glProgramUniform4ivEXT") { context throws(GLError) in try context.glProgramUniform4iv(program, location, count, value) } }
private let glProgramUniformMatrix2fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix2fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix3fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix3fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix4fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix4fv(program, location, count, transpose, value) } }
private let glUseProgramStagesEXT: @convention(c) (GLuint, GLbitfield, GLuint) -> Void = { pipeline, stages, program in perform("glUseProgramStagesEXT") { context throws(GLError) in try context.glUseProgramStages(pipeline, stages, program) } }
private let glValidateProgramPipelineEXT: @convention(c) (GLuint) -> Void = { pipeline in perform("glValidateProgramPipelineEXT") { context throws(GLError) in try context.glValidateProgramPipeline(pipeline) } }
private let glProgramUniform1uiEXT: @convention(c) (GLuint, GLint, GLuint) -> Void = { program, location, v0 in perform("glProgramUniform1uiEXT") { context throws(GLError) in try context.glProgramUniform1ui(program, location, v0) } }
private let glProgramUniform2uiEXT: @convention(c) (GLuint, GLint, GLuint, GLuint) -> Void = { program, location, v0, v1 in perform("glProgramUniform2uiEXT") { context throws(GLError) in try context.glProgramUniform2ui(program, location, v0, v1) } }
private let glProgramUniform3uiEXT: @convention(c) (GLuint, GLint, GLuint, GLuint, GLuint) -> Void = { program, location, v0, v1, v2 in perform("glProgramUniform3uiEXT") { context throws(GLError) in try context.glProgramUniform3ui(program, location, v0, v1, v2) } }
private let glProgramUniform4uiEXT: @convention(c) (GLuint, GLint, GLuint, GLuint, GLuint, GLuint) -> Void = { program, location, v0, v1, v2, v3 in perform("glProgramUniform4uiEXT") { context throws(GLError) in try context.glProgramUniform4ui(program, location, v0, v1, v2, v3) } }
private let glProgramUniform1uivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in perform("glProgramUniform1uivEXT") { context throws(GLError) in try context.glProgramUniform1uiv(program, location, count, value) } }
private let glProgramUniform2uivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in perform("glProgramUniform2uivEXT") { context throws(GLError) in try context.glProgramUniform2uiv(program, location, count, value) } }
private let glProgramUniform3uivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in perform("glProgramUniform3uivEXT") { context throws(GLError) in try context.glProgramUniform3uiv(program, location, count, value) } }
private let glProgramUniform4uivEXT: @convention(c) (GLuint, GLint, GLsizei, UnsafePointer<GLuint>?) -> Void = { program, location, count, value in perform("glProgramUniform4uivEXT") { context throws(GLError) in try context.glProgramUniform4uiv(program, location, count, value) } }
private let glProgramUniformMatrix2x3fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix2x3fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix2x3fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3x2fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix3x2fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix3x2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix2x4fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix2x4fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix2x4fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4x2fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix4x2fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix4x2fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix3x4fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix3x4fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix3x4fv(program, location, count, transpose, value) } }
private let glProgramUniformMatrix4x3fvEXT: @convention(c) (GLuint, GLint, GLsizei, GLboolean, UnsafePointer<GLfloat>?) -> Void = { program, location, count, transpose, value in perform("glProgramUniformMatrix4x3fvEXT") { context throws(GLError) in try context.glProgramUniformMatrix4x3fv(program, location, count, transpose, value) } }
private let glTexParameterIivEXT: @convention(c) (GLenum, GLenum, UnsafePointer<GLint>?) -> Void = { target, pname, params in perform("glTexParameterIivEXT") { context throws(GLError) in try context.glTexParameterIiv(target, pname, params) } }
private let glTexParameterIuivEXT: @convention(c) (GLenum, GLenum, UnsafePointer<GLuint>?) -> Void = { target, pname, params in perform("glTexParameterIuivEXT") { context throws(GLError) in try context.glTexParameterIuiv(target, pname, params) } }
private let glGetTexParameterIivEXT: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { target, pname, params in perform("glGetTexParameterIivEXT") { context throws(GLError) in try context.glGetTexParameterIiv(target, pname, params) } }
private let glGetTexParameterIuivEXT: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { target, pname, params in perform("glGetTexParameterIuivEXT") { context throws(GLError) in try context.glGetTexParameterIuiv(target, pname, params) } }
private let glSamplerParameterIivEXT: @convention(c) (GLuint, GLenum, UnsafePointer<GLint>?) -> Void = { sampler, pname, param in perform("glSamplerParameterIivEXT") { context throws(GLError) in try context.glSamplerParameterIiv(sampler, pname, param) } }
private let glSamplerParameterIuivEXT: @convention(c) (GLuint, GLenum, UnsafePointer<GLuint>?) -> Void = { sampler, pname, param in perform("glSamplerParameterIuivEXT") { context throws(GLError) in try context.glSamplerParameterIuiv(sampler, pname, param) } }
private let glGetSamplerParameterIivEXT: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameterIivEXT") { context throws(GLError) in try context.glGetSamplerParameterIiv(sampler, pname, params) } }
private let glGetSamplerParameterIuivEXT: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void = { sampler, pname, params in perform("glGetSamplerParameterIuivEXT") { context throws(GLError) in try context.glGetSamplerParameterIuiv(sampler, pname, params) } }
private let glTexStorage2DEXT: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei) -> Void = { target, levels, internalFormat, width, height in perform("glTexStorage2DEXT") { context throws(GLError) in try context.glTexStorage2D(target, levels, internalFormat, width, height) } }
private let glTexStorage3DEXT: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei) -> Void = { target, levels, internalFormat, width, height, depth in perform("glTexStorage3DEXT") { context throws(GLError) in try context.glTexStorage3D(target, levels, internalFormat, width, height, depth) } }
private let glDebugMessageControl: @convention(c) (GLenum, GLenum, GLenum, GLsizei, UnsafePointer<GLuint>?, GLboolean) -> Void = { source, type, severity, count, ids, enabled in perform("glDebugMessageControl") { context throws(GLError) in try context.glDebugMessageControl(source, type, severity, count, ids, enabled) } }
private let glDebugMessageInsert: @convention(c) (GLenum, GLenum, GLuint, GLenum, GLsizei, UnsafePointer<CChar>?) -> Void = { source, type, id, severity, length, buf in perform("glDebugMessageInsert") { context throws(GLError) in try context.glDebugMessageInsert(source, type, id, severity, length, buf) } }
private let glDebugMessageCallback: @convention(c) (GLDebugCallback?, UnsafeRawPointer?) -> Void = { callback, userParam in perform("glDebugMessageCallback") { context throws(GLError) in try context.glDebugMessageCallback(callback, userParam) } }
private let glGetDebugMessageLog: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLuint>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> GLuint = { count, bufSize, sources, types, ids, severities, lengths, messageLog in perform("glGetDebugMessageLog", 0) { context throws(GLError) in try context.glGetDebugMessageLog(count, bufSize, sources, types, ids, severities, lengths, messageLog) } }
private let glPushDebugGroup: @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void = { source, id, length, message in perform("glPushDebugGroup") { context throws(GLError) in try context.glPushDebugGroup(source, id, length, message) } }
private let glPopDebugGroup: @convention(c) () -> Void = { perform("glPopDebugGroup") { context throws(GLError) in try context.glPopDebugGroup() } }
private let glObjectLabel: @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void = { identifier, name, length, label in perform("glObjectLabel") { context throws(GLError) in try context.glObjectLabel(identifier, name, length, label) } }
private let glGetObjectLabel: @convention(c) (GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { identifier, name, bufSize, length, label in perform("glGetObjectLabel") { context throws(GLError) in try context.glGetObjectLabel(identifier, name, bufSize, length, label) } }
private let glObjectPtrLabel: @convention(c) (UnsafeRawPointer?, GLsizei, UnsafePointer<CChar>?) -> Void = { ptr, length, label in perform("glObjectPtrLabel") { context throws(GLError) in try context.glObjectPtrLabel(ptr, length, label) } }
private let glGetObjectPtrLabel: @convention(c) (UnsafeRawPointer?, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { ptr, bufSize, length, label in perform("glGetObjectPtrLabel") { context throws(GLError) in try context.glGetObjectPtrLabel(ptr, bufSize, length, label) } }
private let glGetPointerv: @convention(c) (GLenum, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void = { pname, params in perform("glGetPointerv") { context throws(GLError) in try context.glGetPointerv(pname, params) } }
private let glDebugMessageControlKHR: @convention(c) (GLenum, GLenum, GLenum, GLsizei, UnsafePointer<GLuint>?, GLboolean) -> Void = { source, type, severity, count, ids, enabled in perform("glDebugMessageControlKHR") { context throws(GLError) in try context.glDebugMessageControl(source, type, severity, count, ids, enabled) } }
private let glDebugMessageInsertKHR: @convention(c) (GLenum, GLenum, GLuint, GLenum, GLsizei, UnsafePointer<CChar>?) -> Void = { source, type, id, severity, length, buf in perform("glDebugMessageInsertKHR") { context throws(GLError) in try context.glDebugMessageInsert(source, type, id, severity, length, buf) } }
private let glDebugMessageCallbackKHR: @convention(c) (GLDebugCallback?, UnsafeRawPointer?) -> Void = { callback, userParam in perform("glDebugMessageCallbackKHR") { context throws(GLError) in try context.glDebugMessageCallback(callback, userParam) } }
private let glGetDebugMessageLogKHR: @convention(c) (GLuint, GLsizei, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLuint>?, UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> GLuint = { count, bufSize, sources, types, ids, severities, lengths, messageLog in perform("glGetDebugMessageLogKHR", 0) { context throws(GLError) in try context.glGetDebugMessageLog(count, bufSize, sources, types, ids, severities, lengths, messageLog) } }
private let glPushDebugGroupKHR: @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void = { source, id, length, message in perform("glPushDebugGroupKHR") { context throws(GLError) in try context.glPushDebugGroup(source, id, length, message) } }
private let glPopDebugGroupKHR: @convention(c) () -> Void = { perform("glPopDebugGroupKHR") { context throws(GLError) in try context.glPopDebugGroup() } }
private let glObjectLabelKHR: @convention(c) (GLenum, GLuint, GLsizei, UnsafePointer<CChar>?) -> Void = { identifier, name, length, label in perform("glObjectLabelKHR") { context throws(GLError) in try context.glObjectLabel(identifier, name, length, label) } }
private let glGetObjectLabelKHR: @convention(c) (GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { identifier, name, bufSize, length, label in perform("glGetObjectLabelKHR") { context throws(GLError) in try context.glGetObjectLabel(identifier, name, bufSize, length, label) } }
private let glObjectPtrLabelKHR: @convention(c) (UnsafeRawPointer?, GLsizei, UnsafePointer<CChar>?) -> Void = { ptr, length, label in perform("glObjectPtrLabelKHR") { context throws(GLError) in try context.glObjectPtrLabel(ptr, length, label) } }
private let glGetObjectPtrLabelKHR: @convention(c) (UnsafeRawPointer?, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?) -> Void = { ptr, bufSize, length, label in perform("glGetObjectPtrLabelKHR") { context throws(GLError) in try context.glGetObjectPtrLabel(ptr, bufSize, length, label) } }
private let glGetPointervKHR: @convention(c) (GLenum, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void = { pname, params in perform("glGetPointervKHR") { context throws(GLError) in try context.glGetPointerv(pname, params) } }
private let glGetGraphicsResetStatusKHR: @convention(c) () -> GLenum = { perform("glGetGraphicsResetStatusKHR", 0) { context throws(GLError) in try context.glGetGraphicsResetStatus() } }
private let glReadnPixelsKHR: @convention(c) (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, GLsizei, UnsafeMutableRawPointer?) -> Void = { x, y, width, height, format, type, bufSize, data in perform("glReadnPixelsKHR") { context throws(GLError) in try context.glReadnPixels(x, y, width, height, format, type, bufSize, data) } }
private let glGetnUniformfvKHR: @convention(c) (GLuint, GLint, GLsizei, UnsafeMutablePointer<GLfloat>?) -> Void = { program, location, bufSize, params in perform("glGetnUniformfvKHR") { context throws(GLError) in try context.glGetnUniformfv(program, location, bufSize, params) } }
private let glGetnUniformivKHR: @convention(c) (GLuint, GLint, GLsizei, UnsafeMutablePointer<GLint>?) -> Void = { program, location, bufSize, params in perform("glGetnUniformivKHR") { context throws(GLError) in try context.glGetnUniformiv(program, location, bufSize, params) } }
private let glEGLImageTargetTexture2DOES: @convention(c) (GLenum, UnsafeMutableRawPointer?) -> Void = { target, image in perform("glEGLImageTargetTexture2DOES") { context throws(GLError) in try context.glEGLImageTargetTexture2DOES(target, image) } }
private let glEGLImageTargetRenderbufferStorageOES: @convention(c) (GLenum, UnsafeMutableRawPointer?) -> Void = { target, image in perform("glEGLImageTargetRenderbufferStorageOES") { context throws(GLError) in try context.glEGLImageTargetRenderbufferStorageOES(target, image) } }
private let glCopyImageSubDataOES: @convention(c) (GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) -> Void = { srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth in perform("glCopyImageSubDataOES") { context throws(GLError) in try context.glCopyImageSubData(srcName, srcTarget, srcLevel, srcX, srcY, srcZ, dstName, dstTarget, dstLevel, dstX, dstY, dstZ, srcWidth, srcHeight, srcDepth) } }
private let glEnableiOES: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glEnableiOES") { context throws(GLError) in try context.glEnablei(target, index) } }
private let glDisableiOES: @convention(c) (GLenum, GLuint) -> Void = { target, index in perform("glDisableiOES") { context throws(GLError) in try context.glDisablei(target, index) } }
private let glBlendEquationiOES: @convention(c) (GLuint, GLenum) -> Void = { buf, mode in perform("glBlendEquationiOES") { context throws(GLError) in try context.glBlendEquationi(buf, mode) } }
private let glBlendEquationSeparateiOES: @convention(c) (GLuint, GLenum, GLenum) -> Void = { buf, modeRGB, modeAlpha in perform("glBlendEquationSeparateiOES") { context throws(GLError) in try context.glBlendEquationSeparatei(buf, modeRGB, modeAlpha) } }
private let glBlendFunciOES: @convention(c) (GLuint, GLenum, GLenum) -> Void = { buf, src, dst in perform("glBlendFunciOES") { context throws(GLError) in try context.glBlendFunci(buf, src, dst) } }
private let glBlendFuncSeparateiOES: @convention(c) (GLuint, GLenum, GLenum, GLenum, GLenum) -> Void = { buf, srcRGB, dstRGB, srcAlpha, dstAlpha in perform("glBlendFuncSeparateiOES") { context throws(GLError) in try context.glBlendFuncSeparatei(buf, srcRGB, dstRGB, srcAlpha, dstAlpha) } }
private let glColorMaskiOES: @convention(c) (GLuint, GLboolean, GLboolean, GLboolean, GLboolean) -> Void = { index, r, g, b, a in perform("glColorMaskiOES") { context throws(GLError) in try context.glColorMaski(index, r, g, b, a) } }
private let glIsEnablediOES: @convention(c) (GLenum, GLuint) -> GLboolean = { target, index in perform("glIsEnablediOES", 0) { context throws(GLError) in try context.glIsEnabledi(target, index) } }
private let glDrawElementsBaseVertexOES: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLint) -> Void = { mode, count, type, indices, basevertex in perform("glDrawElementsBaseVertexOES") { context throws(GLError) in try context.glDrawElementsBaseVertex(mode, count, type, indices, basevertex) } }
private let glDrawRangeElementsBaseVertexOES: @convention(c) (GLenum, GLuint, GLuint, GLsizei, GLenum, UnsafeRawPointer?, GLint) -> Void = { mode, start, end, count, type, indices, basevertex in perform("glDrawRangeElementsBaseVertexOES") { context throws(GLError) in try context.glDrawRangeElementsBaseVertex(mode, start, end, count, type, indices, basevertex) } }
private let glDrawElementsInstancedBaseVertexOES: @convention(c) (GLenum, GLsizei, GLenum, UnsafeRawPointer?, GLsizei, GLint) -> Void = { mode, count, type, indices, instancecount, basevertex in perform("glDrawElementsInstancedBaseVertexOES") { context throws(GLError) in try context.glDrawElementsInstancedBaseVertex(mode, count, type, indices, instancecount, basevertex) } }
private let glMapBufferOES: @convention(c) (GLenum, GLenum) -> UnsafeMutableRawPointer? = { target, access in perform("glMapBufferOES", nil) { context throws(GLError) in try context.glMapBuffer(target, access) } }
private let glUnmapBufferOES: @convention(c) (GLenum) -> GLboolean = { target in perform("glUnmapBufferOES", 0) { context throws(GLError) in try context.glUnmapBuffer(target) } }
private let glGetBufferPointervOES: @convention(c) (GLenum, GLenum, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Void = { target, pname, params in perform("glGetBufferPointervOES") { context throws(GLError) in try context.glGetBufferPointerv(target, pname, params) } }
private let glPrimitiveBoundingBoxOES: @convention(c) (GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat) -> Void = { minX, minY, minZ, minW, maxX, maxY, maxZ, maxW in perform("glPrimitiveBoundingBoxOES") { context throws(GLError) in try context.glPrimitiveBoundingBox(minX, minY, minZ, minW, maxX, maxY, maxZ, maxW) } }
private let glMinSampleShadingOES: @convention(c) (GLfloat) -> Void = { value in perform("glMinSampleShadingOES") { context throws(GLError) in try context.glMinSampleShading(value) } }
private let glTexStorage3DMultisampleOES: @convention(c) (GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) -> Void = { target, samples, internalFormat, width, height, depth, fixedsamplelocations in perform("glTexStorage3DMultisampleOES") { context throws(GLError) in try context.glTexStorage3DMultisample(target, samples, internalFormat, width, height, depth, fixedsamplelocations) } }
private let glBindVertexArrayOES: @convention(c) (GLuint) -> Void = { array in perform("glBindVertexArrayOES") { context throws(GLError) in try context.glBindVertexArray(array) } }
private let glDeleteVertexArraysOES: @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void = { n, arrays in perform("glDeleteVertexArraysOES") { context throws(GLError) in try context.glDeleteVertexArrays(n, arrays) } }
private let glGenVertexArraysOES: @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void = { n, arrays in perform("glGenVertexArraysOES") { context throws(GLError) in try context.glGenVertexArrays(n, arrays) } }
private let glIsVertexArrayOES: @convention(c) (GLuint) -> GLboolean = { array in perform("glIsVertexArrayOES", 0) { context throws(GLError) in try context.glIsVertexArray(array) } }

extension GLEntries {
    /// The name and the address of each entry.
    nonisolated(unsafe) package static let all: [(name: StaticString, address: UnsafeRawPointer)] = [
        ("glActiveTexture", unsafeBitCast(glActiveTexture, to: UnsafeRawPointer.self)),
        ("glAttachShader", unsafeBitCast(glAttachShader, to: UnsafeRawPointer.self)),
        ("glBindAttribLocation", unsafeBitCast(glBindAttribLocation, to: UnsafeRawPointer.self)),
        ("glBindBuffer", unsafeBitCast(glBindBuffer, to: UnsafeRawPointer.self)),
        ("glBindFramebuffer", unsafeBitCast(glBindFramebuffer, to: UnsafeRawPointer.self)),
        ("glBindRenderbuffer", unsafeBitCast(glBindRenderbuffer, to: UnsafeRawPointer.self)),
        ("glBindTexture", unsafeBitCast(glBindTexture, to: UnsafeRawPointer.self)),
        ("glBlendColor", unsafeBitCast(glBlendColor, to: UnsafeRawPointer.self)),
        ("glBlendEquation", unsafeBitCast(glBlendEquation, to: UnsafeRawPointer.self)),
        ("glBlendEquationSeparate", unsafeBitCast(glBlendEquationSeparate, to: UnsafeRawPointer.self)),
        ("glBlendFunc", unsafeBitCast(glBlendFunc, to: UnsafeRawPointer.self)),
        ("glBlendFuncSeparate", unsafeBitCast(glBlendFuncSeparate, to: UnsafeRawPointer.self)),
        ("glBufferData", unsafeBitCast(glBufferData, to: UnsafeRawPointer.self)),
        ("glBufferSubData", unsafeBitCast(glBufferSubData, to: UnsafeRawPointer.self)),
        ("glCheckFramebufferStatus", unsafeBitCast(glCheckFramebufferStatus, to: UnsafeRawPointer.self)),
        ("glClear", unsafeBitCast(glClear, to: UnsafeRawPointer.self)),
        ("glClearColor", unsafeBitCast(glClearColor, to: UnsafeRawPointer.self)),
        ("glClearDepthf", unsafeBitCast(glClearDepthf, to: UnsafeRawPointer.self)),
        ("glClearStencil", unsafeBitCast(glClearStencil, to: UnsafeRawPointer.self)),
        ("glColorMask", unsafeBitCast(glColorMask, to: UnsafeRawPointer.self)),
        ("glCompileShader", unsafeBitCast(glCompileShader, to: UnsafeRawPointer.self)),
        ("glCompressedTexImage2D", unsafeBitCast(glCompressedTexImage2D, to: UnsafeRawPointer.self)),
        ("glCompressedTexSubImage2D", unsafeBitCast(glCompressedTexSubImage2D, to: UnsafeRawPointer.self)),
        ("glCopyTexImage2D", unsafeBitCast(glCopyTexImage2D, to: UnsafeRawPointer.self)),
        ("glCopyTexSubImage2D", unsafeBitCast(glCopyTexSubImage2D, to: UnsafeRawPointer.self)),
        ("glCreateProgram", unsafeBitCast(glCreateProgram, to: UnsafeRawPointer.self)),
        ("glCreateShader", unsafeBitCast(glCreateShader, to: UnsafeRawPointer.self)),
        ("glCullFace", unsafeBitCast(glCullFace, to: UnsafeRawPointer.self)),
        ("glDeleteBuffers", unsafeBitCast(glDeleteBuffers, to: UnsafeRawPointer.self)),
        ("glDeleteFramebuffers", unsafeBitCast(glDeleteFramebuffers, to: UnsafeRawPointer.self)),
        ("glDeleteProgram", unsafeBitCast(glDeleteProgram, to: UnsafeRawPointer.self)),
        ("glDeleteRenderbuffers", unsafeBitCast(glDeleteRenderbuffers, to: UnsafeRawPointer.self)),
        ("glDeleteShader", unsafeBitCast(glDeleteShader, to: UnsafeRawPointer.self)),
        ("glDeleteTextures", unsafeBitCast(glDeleteTextures, to: UnsafeRawPointer.self)),
        ("glDepthFunc", unsafeBitCast(glDepthFunc, to: UnsafeRawPointer.self)),
        ("glDepthMask", unsafeBitCast(glDepthMask, to: UnsafeRawPointer.self)),
        ("glDepthRangef", unsafeBitCast(glDepthRangef, to: UnsafeRawPointer.self)),
        ("glDetachShader", unsafeBitCast(glDetachShader, to: UnsafeRawPointer.self)),
        ("glDisable", unsafeBitCast(glDisable, to: UnsafeRawPointer.self)),
        ("glDisableVertexAttribArray", unsafeBitCast(glDisableVertexAttribArray, to: UnsafeRawPointer.self)),
        ("glDrawArrays", unsafeBitCast(glDrawArrays, to: UnsafeRawPointer.self)),
        ("glDrawElements", unsafeBitCast(glDrawElements, to: UnsafeRawPointer.self)),
        ("glEnable", unsafeBitCast(glEnable, to: UnsafeRawPointer.self)),
        ("glEnableVertexAttribArray", unsafeBitCast(glEnableVertexAttribArray, to: UnsafeRawPointer.self)),
        ("glFinish", unsafeBitCast(glFinish, to: UnsafeRawPointer.self)),
        ("glFlush", unsafeBitCast(glFlush, to: UnsafeRawPointer.self)),
        ("glFramebufferRenderbuffer", unsafeBitCast(glFramebufferRenderbuffer, to: UnsafeRawPointer.self)),
        ("glFramebufferTexture2D", unsafeBitCast(glFramebufferTexture2D, to: UnsafeRawPointer.self)),
        ("glFrontFace", unsafeBitCast(glFrontFace, to: UnsafeRawPointer.self)),
        ("glGenBuffers", unsafeBitCast(glGenBuffers, to: UnsafeRawPointer.self)),
        ("glGenerateMipmap", unsafeBitCast(glGenerateMipmap, to: UnsafeRawPointer.self)),
        ("glGenFramebuffers", unsafeBitCast(glGenFramebuffers, to: UnsafeRawPointer.self)),
        ("glGenRenderbuffers", unsafeBitCast(glGenRenderbuffers, to: UnsafeRawPointer.self)),
        ("glGenTextures", unsafeBitCast(glGenTextures, to: UnsafeRawPointer.self)),
        ("glGetActiveAttrib", unsafeBitCast(glGetActiveAttrib, to: UnsafeRawPointer.self)),
        ("glGetActiveUniform", unsafeBitCast(glGetActiveUniform, to: UnsafeRawPointer.self)),
        ("glGetAttachedShaders", unsafeBitCast(glGetAttachedShaders, to: UnsafeRawPointer.self)),
        ("glGetAttribLocation", unsafeBitCast(glGetAttribLocation, to: UnsafeRawPointer.self)),
        ("glGetBooleanv", unsafeBitCast(glGetBooleanv, to: UnsafeRawPointer.self)),
        ("glGetBufferParameteriv", unsafeBitCast(glGetBufferParameteriv, to: UnsafeRawPointer.self)),
        ("glGetError", unsafeBitCast(glGetError, to: UnsafeRawPointer.self)),
        ("glGetFloatv", unsafeBitCast(glGetFloatv, to: UnsafeRawPointer.self)),
        ("glGetFramebufferAttachmentParameteriv", unsafeBitCast(glGetFramebufferAttachmentParameteriv, to: UnsafeRawPointer.self)),
        ("glGetIntegerv", unsafeBitCast(glGetIntegerv, to: UnsafeRawPointer.self)),
        ("glGetProgramiv", unsafeBitCast(glGetProgramiv, to: UnsafeRawPointer.self)),
        ("glGetProgramInfoLog", unsafeBitCast(glGetProgramInfoLog, to: UnsafeRawPointer.self)),
        ("glGetRenderbufferParameteriv", unsafeBitCast(glGetRenderbufferParameteriv, to: UnsafeRawPointer.self)),
        ("glGetShaderiv", unsafeBitCast(glGetShaderiv, to: UnsafeRawPointer.self)),
        ("glGetShaderInfoLog", unsafeBitCast(glGetShaderInfoLog, to: UnsafeRawPointer.self)),
        ("glGetShaderPrecisionFormat", unsafeBitCast(glGetShaderPrecisionFormat, to: UnsafeRawPointer.self)),
        ("glGetShaderSource", unsafeBitCast(glGetShaderSource, to: UnsafeRawPointer.self)),
        ("glGetString", unsafeBitCast(glGetString, to: UnsafeRawPointer.self)),
        ("glGetTexParameterfv", unsafeBitCast(glGetTexParameterfv, to: UnsafeRawPointer.self)),
        ("glGetTexParameteriv", unsafeBitCast(glGetTexParameteriv, to: UnsafeRawPointer.self)),
        ("glGetUniformfv", unsafeBitCast(glGetUniformfv, to: UnsafeRawPointer.self)),
        ("glGetUniformiv", unsafeBitCast(glGetUniformiv, to: UnsafeRawPointer.self)),
        ("glGetUniformLocation", unsafeBitCast(glGetUniformLocation, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribfv", unsafeBitCast(glGetVertexAttribfv, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribiv", unsafeBitCast(glGetVertexAttribiv, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribPointerv", unsafeBitCast(glGetVertexAttribPointerv, to: UnsafeRawPointer.self)),
        ("glHint", unsafeBitCast(glHint, to: UnsafeRawPointer.self)),
        ("glIsBuffer", unsafeBitCast(glIsBuffer, to: UnsafeRawPointer.self)),
        ("glIsEnabled", unsafeBitCast(glIsEnabled, to: UnsafeRawPointer.self)),
        ("glIsFramebuffer", unsafeBitCast(glIsFramebuffer, to: UnsafeRawPointer.self)),
        ("glIsProgram", unsafeBitCast(glIsProgram, to: UnsafeRawPointer.self)),
        ("glIsRenderbuffer", unsafeBitCast(glIsRenderbuffer, to: UnsafeRawPointer.self)),
        ("glIsShader", unsafeBitCast(glIsShader, to: UnsafeRawPointer.self)),
        ("glIsTexture", unsafeBitCast(glIsTexture, to: UnsafeRawPointer.self)),
        ("glLineWidth", unsafeBitCast(glLineWidth, to: UnsafeRawPointer.self)),
        ("glLinkProgram", unsafeBitCast(glLinkProgram, to: UnsafeRawPointer.self)),
        ("glPixelStorei", unsafeBitCast(glPixelStorei, to: UnsafeRawPointer.self)),
        ("glPolygonOffset", unsafeBitCast(glPolygonOffset, to: UnsafeRawPointer.self)),
        ("glReadPixels", unsafeBitCast(glReadPixels, to: UnsafeRawPointer.self)),
        ("glReleaseShaderCompiler", unsafeBitCast(glReleaseShaderCompiler, to: UnsafeRawPointer.self)),
        ("glRenderbufferStorage", unsafeBitCast(glRenderbufferStorage, to: UnsafeRawPointer.self)),
        ("glSampleCoverage", unsafeBitCast(glSampleCoverage, to: UnsafeRawPointer.self)),
        ("glScissor", unsafeBitCast(glScissor, to: UnsafeRawPointer.self)),
        ("glShaderBinary", unsafeBitCast(glShaderBinary, to: UnsafeRawPointer.self)),
        ("glShaderSource", unsafeBitCast(glShaderSource, to: UnsafeRawPointer.self)),
        ("glStencilFunc", unsafeBitCast(glStencilFunc, to: UnsafeRawPointer.self)),
        ("glStencilFuncSeparate", unsafeBitCast(glStencilFuncSeparate, to: UnsafeRawPointer.self)),
        ("glStencilMask", unsafeBitCast(glStencilMask, to: UnsafeRawPointer.self)),
        ("glStencilMaskSeparate", unsafeBitCast(glStencilMaskSeparate, to: UnsafeRawPointer.self)),
        ("glStencilOp", unsafeBitCast(glStencilOp, to: UnsafeRawPointer.self)),
        ("glStencilOpSeparate", unsafeBitCast(glStencilOpSeparate, to: UnsafeRawPointer.self)),
        ("glTexImage2D", unsafeBitCast(glTexImage2D, to: UnsafeRawPointer.self)),
        ("glTexParameterf", unsafeBitCast(glTexParameterf, to: UnsafeRawPointer.self)),
        ("glTexParameterfv", unsafeBitCast(glTexParameterfv, to: UnsafeRawPointer.self)),
        ("glTexParameteri", unsafeBitCast(glTexParameteri, to: UnsafeRawPointer.self)),
        ("glTexParameteriv", unsafeBitCast(glTexParameteriv, to: UnsafeRawPointer.self)),
        ("glTexSubImage2D", unsafeBitCast(glTexSubImage2D, to: UnsafeRawPointer.self)),
        ("glUniform1f", unsafeBitCast(glUniform1f, to: UnsafeRawPointer.self)),
        ("glUniform1fv", unsafeBitCast(glUniform1fv, to: UnsafeRawPointer.self)),
        ("glUniform1i", unsafeBitCast(glUniform1i, to: UnsafeRawPointer.self)),
        ("glUniform1iv", unsafeBitCast(glUniform1iv, to: UnsafeRawPointer.self)),
        ("glUniform2f", unsafeBitCast(glUniform2f, to: UnsafeRawPointer.self)),
        ("glUniform2fv", unsafeBitCast(glUniform2fv, to: UnsafeRawPointer.self)),
        ("glUniform2i", unsafeBitCast(glUniform2i, to: UnsafeRawPointer.self)),
        ("glUniform2iv", unsafeBitCast(glUniform2iv, to: UnsafeRawPointer.self)),
        ("glUniform3f", unsafeBitCast(glUniform3f, to: UnsafeRawPointer.self)),
        ("glUniform3fv", unsafeBitCast(glUniform3fv, to: UnsafeRawPointer.self)),
        ("glUniform3i", unsafeBitCast(glUniform3i, to: UnsafeRawPointer.self)),
        ("glUniform3iv", unsafeBitCast(glUniform3iv, to: UnsafeRawPointer.self)),
        ("glUniform4f", unsafeBitCast(glUniform4f, to: UnsafeRawPointer.self)),
        ("glUniform4fv", unsafeBitCast(glUniform4fv, to: UnsafeRawPointer.self)),
        ("glUniform4i", unsafeBitCast(glUniform4i, to: UnsafeRawPointer.self)),
        ("glUniform4iv", unsafeBitCast(glUniform4iv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix2fv", unsafeBitCast(glUniformMatrix2fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix3fv", unsafeBitCast(glUniformMatrix3fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix4fv", unsafeBitCast(glUniformMatrix4fv, to: UnsafeRawPointer.self)),
        ("glUseProgram", unsafeBitCast(glUseProgram, to: UnsafeRawPointer.self)),
        ("glValidateProgram", unsafeBitCast(glValidateProgram, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1f", unsafeBitCast(glVertexAttrib1f, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1fv", unsafeBitCast(glVertexAttrib1fv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2f", unsafeBitCast(glVertexAttrib2f, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2fv", unsafeBitCast(glVertexAttrib2fv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3f", unsafeBitCast(glVertexAttrib3f, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3fv", unsafeBitCast(glVertexAttrib3fv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4f", unsafeBitCast(glVertexAttrib4f, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4fv", unsafeBitCast(glVertexAttrib4fv, to: UnsafeRawPointer.self)),
        ("glVertexAttribPointer", unsafeBitCast(glVertexAttribPointer, to: UnsafeRawPointer.self)),
        ("glViewport", unsafeBitCast(glViewport, to: UnsafeRawPointer.self)),
        ("glReadBuffer", unsafeBitCast(glReadBuffer, to: UnsafeRawPointer.self)),
        ("glDrawRangeElements", unsafeBitCast(glDrawRangeElements, to: UnsafeRawPointer.self)),
        ("glTexImage3D", unsafeBitCast(glTexImage3D, to: UnsafeRawPointer.self)),
        ("glTexSubImage3D", unsafeBitCast(glTexSubImage3D, to: UnsafeRawPointer.self)),
        ("glCopyTexSubImage3D", unsafeBitCast(glCopyTexSubImage3D, to: UnsafeRawPointer.self)),
        ("glCompressedTexImage3D", unsafeBitCast(glCompressedTexImage3D, to: UnsafeRawPointer.self)),
        ("glCompressedTexSubImage3D", unsafeBitCast(glCompressedTexSubImage3D, to: UnsafeRawPointer.self)),
        ("glGenQueries", unsafeBitCast(glGenQueries, to: UnsafeRawPointer.self)),
        ("glDeleteQueries", unsafeBitCast(glDeleteQueries, to: UnsafeRawPointer.self)),
        ("glIsQuery", unsafeBitCast(glIsQuery, to: UnsafeRawPointer.self)),
        ("glBeginQuery", unsafeBitCast(glBeginQuery, to: UnsafeRawPointer.self)),
        ("glEndQuery", unsafeBitCast(glEndQuery, to: UnsafeRawPointer.self)),
        ("glGetQueryiv", unsafeBitCast(glGetQueryiv, to: UnsafeRawPointer.self)),
        ("glGetQueryObjectuiv", unsafeBitCast(glGetQueryObjectuiv, to: UnsafeRawPointer.self)),
        ("glUnmapBuffer", unsafeBitCast(glUnmapBuffer, to: UnsafeRawPointer.self)),
        ("glGetBufferPointerv", unsafeBitCast(glGetBufferPointerv, to: UnsafeRawPointer.self)),
        ("glDrawBuffers", unsafeBitCast(glDrawBuffers, to: UnsafeRawPointer.self)),
        ("glUniformMatrix2x3fv", unsafeBitCast(glUniformMatrix2x3fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix3x2fv", unsafeBitCast(glUniformMatrix3x2fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix2x4fv", unsafeBitCast(glUniformMatrix2x4fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix4x2fv", unsafeBitCast(glUniformMatrix4x2fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix3x4fv", unsafeBitCast(glUniformMatrix3x4fv, to: UnsafeRawPointer.self)),
        ("glUniformMatrix4x3fv", unsafeBitCast(glUniformMatrix4x3fv, to: UnsafeRawPointer.self)),
        ("glBlitFramebuffer", unsafeBitCast(glBlitFramebuffer, to: UnsafeRawPointer.self)),
        ("glRenderbufferStorageMultisample", unsafeBitCast(glRenderbufferStorageMultisample, to: UnsafeRawPointer.self)),
        ("glFramebufferTextureLayer", unsafeBitCast(glFramebufferTextureLayer, to: UnsafeRawPointer.self)),
        ("glMapBufferRange", unsafeBitCast(glMapBufferRange, to: UnsafeRawPointer.self)),
        ("glFlushMappedBufferRange", unsafeBitCast(glFlushMappedBufferRange, to: UnsafeRawPointer.self)),
        ("glBindVertexArray", unsafeBitCast(glBindVertexArray, to: UnsafeRawPointer.self)),
        ("glDeleteVertexArrays", unsafeBitCast(glDeleteVertexArrays, to: UnsafeRawPointer.self)),
        ("glGenVertexArrays", unsafeBitCast(glGenVertexArrays, to: UnsafeRawPointer.self)),
        ("glIsVertexArray", unsafeBitCast(glIsVertexArray, to: UnsafeRawPointer.self)),
        ("glGetIntegeri_v", unsafeBitCast(glGetIntegeri_v, to: UnsafeRawPointer.self)),
        ("glBeginTransformFeedback", unsafeBitCast(glBeginTransformFeedback, to: UnsafeRawPointer.self)),
        ("glEndTransformFeedback", unsafeBitCast(glEndTransformFeedback, to: UnsafeRawPointer.self)),
        ("glBindBufferRange", unsafeBitCast(glBindBufferRange, to: UnsafeRawPointer.self)),
        ("glBindBufferBase", unsafeBitCast(glBindBufferBase, to: UnsafeRawPointer.self)),
        ("glTransformFeedbackVaryings", unsafeBitCast(glTransformFeedbackVaryings, to: UnsafeRawPointer.self)),
        ("glGetTransformFeedbackVarying", unsafeBitCast(glGetTransformFeedbackVarying, to: UnsafeRawPointer.self)),
        ("glVertexAttribIPointer", unsafeBitCast(glVertexAttribIPointer, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribIiv", unsafeBitCast(glGetVertexAttribIiv, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribIuiv", unsafeBitCast(glGetVertexAttribIuiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4i", unsafeBitCast(glVertexAttribI4i, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4ui", unsafeBitCast(glVertexAttribI4ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4iv", unsafeBitCast(glVertexAttribI4iv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4uiv", unsafeBitCast(glVertexAttribI4uiv, to: UnsafeRawPointer.self)),
        ("glGetUniformuiv", unsafeBitCast(glGetUniformuiv, to: UnsafeRawPointer.self)),
        ("glGetFragDataLocation", unsafeBitCast(glGetFragDataLocation, to: UnsafeRawPointer.self)),
        ("glUniform1ui", unsafeBitCast(glUniform1ui, to: UnsafeRawPointer.self)),
        ("glUniform2ui", unsafeBitCast(glUniform2ui, to: UnsafeRawPointer.self)),
        ("glUniform3ui", unsafeBitCast(glUniform3ui, to: UnsafeRawPointer.self)),
        ("glUniform4ui", unsafeBitCast(glUniform4ui, to: UnsafeRawPointer.self)),
        ("glUniform1uiv", unsafeBitCast(glUniform1uiv, to: UnsafeRawPointer.self)),
        ("glUniform2uiv", unsafeBitCast(glUniform2uiv, to: UnsafeRawPointer.self)),
        ("glUniform3uiv", unsafeBitCast(glUniform3uiv, to: UnsafeRawPointer.self)),
        ("glUniform4uiv", unsafeBitCast(glUniform4uiv, to: UnsafeRawPointer.self)),
        ("glClearBufferiv", unsafeBitCast(glClearBufferiv, to: UnsafeRawPointer.self)),
        ("glClearBufferuiv", unsafeBitCast(glClearBufferuiv, to: UnsafeRawPointer.self)),
        ("glClearBufferfv", unsafeBitCast(glClearBufferfv, to: UnsafeRawPointer.self)),
        ("glClearBufferfi", unsafeBitCast(glClearBufferfi, to: UnsafeRawPointer.self)),
        ("glGetStringi", unsafeBitCast(glGetStringi, to: UnsafeRawPointer.self)),
        ("glCopyBufferSubData", unsafeBitCast(glCopyBufferSubData, to: UnsafeRawPointer.self)),
        ("glGetUniformIndices", unsafeBitCast(glGetUniformIndices, to: UnsafeRawPointer.self)),
        ("glGetActiveUniformsiv", unsafeBitCast(glGetActiveUniformsiv, to: UnsafeRawPointer.self)),
        ("glGetUniformBlockIndex", unsafeBitCast(glGetUniformBlockIndex, to: UnsafeRawPointer.self)),
        ("glGetActiveUniformBlockiv", unsafeBitCast(glGetActiveUniformBlockiv, to: UnsafeRawPointer.self)),
        ("glGetActiveUniformBlockName", unsafeBitCast(glGetActiveUniformBlockName, to: UnsafeRawPointer.self)),
        ("glUniformBlockBinding", unsafeBitCast(glUniformBlockBinding, to: UnsafeRawPointer.self)),
        ("glDrawArraysInstanced", unsafeBitCast(glDrawArraysInstanced, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstanced", unsafeBitCast(glDrawElementsInstanced, to: UnsafeRawPointer.self)),
        ("glFenceSync", unsafeBitCast(glFenceSync, to: UnsafeRawPointer.self)),
        ("glIsSync", unsafeBitCast(glIsSync, to: UnsafeRawPointer.self)),
        ("glDeleteSync", unsafeBitCast(glDeleteSync, to: UnsafeRawPointer.self)),
        ("glClientWaitSync", unsafeBitCast(glClientWaitSync, to: UnsafeRawPointer.self)),
        ("glWaitSync", unsafeBitCast(glWaitSync, to: UnsafeRawPointer.self)),
        ("glGetInteger64v", unsafeBitCast(glGetInteger64v, to: UnsafeRawPointer.self)),
        ("glGetSynciv", unsafeBitCast(glGetSynciv, to: UnsafeRawPointer.self)),
        ("glGetInteger64i_v", unsafeBitCast(glGetInteger64i_v, to: UnsafeRawPointer.self)),
        ("glGetBufferParameteri64v", unsafeBitCast(glGetBufferParameteri64v, to: UnsafeRawPointer.self)),
        ("glGenSamplers", unsafeBitCast(glGenSamplers, to: UnsafeRawPointer.self)),
        ("glDeleteSamplers", unsafeBitCast(glDeleteSamplers, to: UnsafeRawPointer.self)),
        ("glIsSampler", unsafeBitCast(glIsSampler, to: UnsafeRawPointer.self)),
        ("glBindSampler", unsafeBitCast(glBindSampler, to: UnsafeRawPointer.self)),
        ("glSamplerParameteri", unsafeBitCast(glSamplerParameteri, to: UnsafeRawPointer.self)),
        ("glSamplerParameteriv", unsafeBitCast(glSamplerParameteriv, to: UnsafeRawPointer.self)),
        ("glSamplerParameterf", unsafeBitCast(glSamplerParameterf, to: UnsafeRawPointer.self)),
        ("glSamplerParameterfv", unsafeBitCast(glSamplerParameterfv, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameteriv", unsafeBitCast(glGetSamplerParameteriv, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameterfv", unsafeBitCast(glGetSamplerParameterfv, to: UnsafeRawPointer.self)),
        ("glVertexAttribDivisor", unsafeBitCast(glVertexAttribDivisor, to: UnsafeRawPointer.self)),
        ("glBindTransformFeedback", unsafeBitCast(glBindTransformFeedback, to: UnsafeRawPointer.self)),
        ("glDeleteTransformFeedbacks", unsafeBitCast(glDeleteTransformFeedbacks, to: UnsafeRawPointer.self)),
        ("glGenTransformFeedbacks", unsafeBitCast(glGenTransformFeedbacks, to: UnsafeRawPointer.self)),
        ("glIsTransformFeedback", unsafeBitCast(glIsTransformFeedback, to: UnsafeRawPointer.self)),
        ("glPauseTransformFeedback", unsafeBitCast(glPauseTransformFeedback, to: UnsafeRawPointer.self)),
        ("glResumeTransformFeedback", unsafeBitCast(glResumeTransformFeedback, to: UnsafeRawPointer.self)),
        ("glGetProgramBinary", unsafeBitCast(glGetProgramBinary, to: UnsafeRawPointer.self)),
        ("glProgramBinary", unsafeBitCast(glProgramBinary, to: UnsafeRawPointer.self)),
        ("glProgramParameteri", unsafeBitCast(glProgramParameteri, to: UnsafeRawPointer.self)),
        ("glInvalidateFramebuffer", unsafeBitCast(glInvalidateFramebuffer, to: UnsafeRawPointer.self)),
        ("glInvalidateSubFramebuffer", unsafeBitCast(glInvalidateSubFramebuffer, to: UnsafeRawPointer.self)),
        ("glTexStorage2D", unsafeBitCast(glTexStorage2D, to: UnsafeRawPointer.self)),
        ("glTexStorage3D", unsafeBitCast(glTexStorage3D, to: UnsafeRawPointer.self)),
        ("glGetInternalformativ", unsafeBitCast(glGetInternalformativ, to: UnsafeRawPointer.self)),
        ("glDispatchCompute", unsafeBitCast(glDispatchCompute, to: UnsafeRawPointer.self)),
        ("glDispatchComputeIndirect", unsafeBitCast(glDispatchComputeIndirect, to: UnsafeRawPointer.self)),
        ("glDrawArraysIndirect", unsafeBitCast(glDrawArraysIndirect, to: UnsafeRawPointer.self)),
        ("glDrawElementsIndirect", unsafeBitCast(glDrawElementsIndirect, to: UnsafeRawPointer.self)),
        ("glFramebufferParameteri", unsafeBitCast(glFramebufferParameteri, to: UnsafeRawPointer.self)),
        ("glGetFramebufferParameteriv", unsafeBitCast(glGetFramebufferParameteriv, to: UnsafeRawPointer.self)),
        ("glGetProgramInterfaceiv", unsafeBitCast(glGetProgramInterfaceiv, to: UnsafeRawPointer.self)),
        ("glGetProgramResourceIndex", unsafeBitCast(glGetProgramResourceIndex, to: UnsafeRawPointer.self)),
        ("glGetProgramResourceName", unsafeBitCast(glGetProgramResourceName, to: UnsafeRawPointer.self)),
        ("glGetProgramResourceiv", unsafeBitCast(glGetProgramResourceiv, to: UnsafeRawPointer.self)),
        ("glGetProgramResourceLocation", unsafeBitCast(glGetProgramResourceLocation, to: UnsafeRawPointer.self)),
        ("glUseProgramStages", unsafeBitCast(glUseProgramStages, to: UnsafeRawPointer.self)),
        ("glActiveShaderProgram", unsafeBitCast(glActiveShaderProgram, to: UnsafeRawPointer.self)),
        ("glCreateShaderProgramv", unsafeBitCast(glCreateShaderProgramv, to: UnsafeRawPointer.self)),
        ("glBindProgramPipeline", unsafeBitCast(glBindProgramPipeline, to: UnsafeRawPointer.self)),
        ("glDeleteProgramPipelines", unsafeBitCast(glDeleteProgramPipelines, to: UnsafeRawPointer.self)),
        ("glGenProgramPipelines", unsafeBitCast(glGenProgramPipelines, to: UnsafeRawPointer.self)),
        ("glIsProgramPipeline", unsafeBitCast(glIsProgramPipeline, to: UnsafeRawPointer.self)),
        ("glGetProgramPipelineiv", unsafeBitCast(glGetProgramPipelineiv, to: UnsafeRawPointer.self)),
        ("glProgramUniform1i", unsafeBitCast(glProgramUniform1i, to: UnsafeRawPointer.self)),
        ("glProgramUniform2i", unsafeBitCast(glProgramUniform2i, to: UnsafeRawPointer.self)),
        ("glProgramUniform3i", unsafeBitCast(glProgramUniform3i, to: UnsafeRawPointer.self)),
        ("glProgramUniform4i", unsafeBitCast(glProgramUniform4i, to: UnsafeRawPointer.self)),
        ("glProgramUniform1ui", unsafeBitCast(glProgramUniform1ui, to: UnsafeRawPointer.self)),
        ("glProgramUniform2ui", unsafeBitCast(glProgramUniform2ui, to: UnsafeRawPointer.self)),
        ("glProgramUniform3ui", unsafeBitCast(glProgramUniform3ui, to: UnsafeRawPointer.self)),
        ("glProgramUniform4ui", unsafeBitCast(glProgramUniform4ui, to: UnsafeRawPointer.self)),
        ("glProgramUniform1f", unsafeBitCast(glProgramUniform1f, to: UnsafeRawPointer.self)),
        ("glProgramUniform2f", unsafeBitCast(glProgramUniform2f, to: UnsafeRawPointer.self)),
        ("glProgramUniform3f", unsafeBitCast(glProgramUniform3f, to: UnsafeRawPointer.self)),
        ("glProgramUniform4f", unsafeBitCast(glProgramUniform4f, to: UnsafeRawPointer.self)),
        ("glProgramUniform1iv", unsafeBitCast(glProgramUniform1iv, to: UnsafeRawPointer.self)),
        ("glProgramUniform2iv", unsafeBitCast(glProgramUniform2iv, to: UnsafeRawPointer.self)),
        ("glProgramUniform3iv", unsafeBitCast(glProgramUniform3iv, to: UnsafeRawPointer.self)),
        ("glProgramUniform4iv", unsafeBitCast(glProgramUniform4iv, to: UnsafeRawPointer.self)),
        ("glProgramUniform1uiv", unsafeBitCast(glProgramUniform1uiv, to: UnsafeRawPointer.self)),
        ("glProgramUniform2uiv", unsafeBitCast(glProgramUniform2uiv, to: UnsafeRawPointer.self)),
        ("glProgramUniform3uiv", unsafeBitCast(glProgramUniform3uiv, to: UnsafeRawPointer.self)),
        ("glProgramUniform4uiv", unsafeBitCast(glProgramUniform4uiv, to: UnsafeRawPointer.self)),
        ("glProgramUniform1fv", unsafeBitCast(glProgramUniform1fv, to: UnsafeRawPointer.self)),
        ("glProgramUniform2fv", unsafeBitCast(glProgramUniform2fv, to: UnsafeRawPointer.self)),
        ("glProgramUniform3fv", unsafeBitCast(glProgramUniform3fv, to: UnsafeRawPointer.self)),
        ("glProgramUniform4fv", unsafeBitCast(glProgramUniform4fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2fv", unsafeBitCast(glProgramUniformMatrix2fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3fv", unsafeBitCast(glProgramUniformMatrix3fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4fv", unsafeBitCast(glProgramUniformMatrix4fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2x3fv", unsafeBitCast(glProgramUniformMatrix2x3fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3x2fv", unsafeBitCast(glProgramUniformMatrix3x2fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2x4fv", unsafeBitCast(glProgramUniformMatrix2x4fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4x2fv", unsafeBitCast(glProgramUniformMatrix4x2fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3x4fv", unsafeBitCast(glProgramUniformMatrix3x4fv, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4x3fv", unsafeBitCast(glProgramUniformMatrix4x3fv, to: UnsafeRawPointer.self)),
        ("glValidateProgramPipeline", unsafeBitCast(glValidateProgramPipeline, to: UnsafeRawPointer.self)),
        ("glGetProgramPipelineInfoLog", unsafeBitCast(glGetProgramPipelineInfoLog, to: UnsafeRawPointer.self)),
        ("glBindImageTexture", unsafeBitCast(glBindImageTexture, to: UnsafeRawPointer.self)),
        ("glGetBooleani_v", unsafeBitCast(glGetBooleani_v, to: UnsafeRawPointer.self)),
        ("glMemoryBarrier", unsafeBitCast(glMemoryBarrier, to: UnsafeRawPointer.self)),
        ("glMemoryBarrierByRegion", unsafeBitCast(glMemoryBarrierByRegion, to: UnsafeRawPointer.self)),
        ("glTexStorage2DMultisample", unsafeBitCast(glTexStorage2DMultisample, to: UnsafeRawPointer.self)),
        ("glGetMultisamplefv", unsafeBitCast(glGetMultisamplefv, to: UnsafeRawPointer.self)),
        ("glSampleMaski", unsafeBitCast(glSampleMaski, to: UnsafeRawPointer.self)),
        ("glGetTexLevelParameteriv", unsafeBitCast(glGetTexLevelParameteriv, to: UnsafeRawPointer.self)),
        ("glGetTexLevelParameterfv", unsafeBitCast(glGetTexLevelParameterfv, to: UnsafeRawPointer.self)),
        ("glBindVertexBuffer", unsafeBitCast(glBindVertexBuffer, to: UnsafeRawPointer.self)),
        ("glVertexAttribFormat", unsafeBitCast(glVertexAttribFormat, to: UnsafeRawPointer.self)),
        ("glVertexAttribIFormat", unsafeBitCast(glVertexAttribIFormat, to: UnsafeRawPointer.self)),
        ("glVertexAttribBinding", unsafeBitCast(glVertexAttribBinding, to: UnsafeRawPointer.self)),
        ("glVertexBindingDivisor", unsafeBitCast(glVertexBindingDivisor, to: UnsafeRawPointer.self)),
        ("glPointSize", unsafeBitCast(glPointSize, to: UnsafeRawPointer.self)),
        ("glPolygonMode", unsafeBitCast(glPolygonMode, to: UnsafeRawPointer.self)),
        ("glTexImage1D", unsafeBitCast(glTexImage1D, to: UnsafeRawPointer.self)),
        ("glDrawBuffer", unsafeBitCast(glDrawBuffer, to: UnsafeRawPointer.self)),
        ("glClearDepth", unsafeBitCast(glClearDepth, to: UnsafeRawPointer.self)),
        ("glLogicOp", unsafeBitCast(glLogicOp, to: UnsafeRawPointer.self)),
        ("glPixelStoref", unsafeBitCast(glPixelStoref, to: UnsafeRawPointer.self)),
        ("glGetDoublev", unsafeBitCast(glGetDoublev, to: UnsafeRawPointer.self)),
        ("glGetTexImage", unsafeBitCast(glGetTexImage, to: UnsafeRawPointer.self)),
        ("glDepthRange", unsafeBitCast(glDepthRange, to: UnsafeRawPointer.self)),
        ("glCopyTexImage1D", unsafeBitCast(glCopyTexImage1D, to: UnsafeRawPointer.self)),
        ("glCopyTexSubImage1D", unsafeBitCast(glCopyTexSubImage1D, to: UnsafeRawPointer.self)),
        ("glTexSubImage1D", unsafeBitCast(glTexSubImage1D, to: UnsafeRawPointer.self)),
        ("glCompressedTexImage1D", unsafeBitCast(glCompressedTexImage1D, to: UnsafeRawPointer.self)),
        ("glCompressedTexSubImage1D", unsafeBitCast(glCompressedTexSubImage1D, to: UnsafeRawPointer.self)),
        ("glGetCompressedTexImage", unsafeBitCast(glGetCompressedTexImage, to: UnsafeRawPointer.self)),
        ("glMultiDrawArrays", unsafeBitCast(glMultiDrawArrays, to: UnsafeRawPointer.self)),
        ("glMultiDrawElements", unsafeBitCast(glMultiDrawElements, to: UnsafeRawPointer.self)),
        ("glPointParameterf", unsafeBitCast(glPointParameterf, to: UnsafeRawPointer.self)),
        ("glPointParameterfv", unsafeBitCast(glPointParameterfv, to: UnsafeRawPointer.self)),
        ("glPointParameteri", unsafeBitCast(glPointParameteri, to: UnsafeRawPointer.self)),
        ("glPointParameteriv", unsafeBitCast(glPointParameteriv, to: UnsafeRawPointer.self)),
        ("glGetQueryObjectiv", unsafeBitCast(glGetQueryObjectiv, to: UnsafeRawPointer.self)),
        ("glGetBufferSubData", unsafeBitCast(glGetBufferSubData, to: UnsafeRawPointer.self)),
        ("glMapBuffer", unsafeBitCast(glMapBuffer, to: UnsafeRawPointer.self)),
        ("glGetVertexAttribdv", unsafeBitCast(glGetVertexAttribdv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1d", unsafeBitCast(glVertexAttrib1d, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1dv", unsafeBitCast(glVertexAttrib1dv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1s", unsafeBitCast(glVertexAttrib1s, to: UnsafeRawPointer.self)),
        ("glVertexAttrib1sv", unsafeBitCast(glVertexAttrib1sv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2d", unsafeBitCast(glVertexAttrib2d, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2dv", unsafeBitCast(glVertexAttrib2dv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2s", unsafeBitCast(glVertexAttrib2s, to: UnsafeRawPointer.self)),
        ("glVertexAttrib2sv", unsafeBitCast(glVertexAttrib2sv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3d", unsafeBitCast(glVertexAttrib3d, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3dv", unsafeBitCast(glVertexAttrib3dv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3s", unsafeBitCast(glVertexAttrib3s, to: UnsafeRawPointer.self)),
        ("glVertexAttrib3sv", unsafeBitCast(glVertexAttrib3sv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nbv", unsafeBitCast(glVertexAttrib4Nbv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Niv", unsafeBitCast(glVertexAttrib4Niv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nsv", unsafeBitCast(glVertexAttrib4Nsv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nub", unsafeBitCast(glVertexAttrib4Nub, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nubv", unsafeBitCast(glVertexAttrib4Nubv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nuiv", unsafeBitCast(glVertexAttrib4Nuiv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4Nusv", unsafeBitCast(glVertexAttrib4Nusv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4bv", unsafeBitCast(glVertexAttrib4bv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4d", unsafeBitCast(glVertexAttrib4d, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4dv", unsafeBitCast(glVertexAttrib4dv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4iv", unsafeBitCast(glVertexAttrib4iv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4s", unsafeBitCast(glVertexAttrib4s, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4sv", unsafeBitCast(glVertexAttrib4sv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4ubv", unsafeBitCast(glVertexAttrib4ubv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4uiv", unsafeBitCast(glVertexAttrib4uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttrib4usv", unsafeBitCast(glVertexAttrib4usv, to: UnsafeRawPointer.self)),
        ("glColorMaski", unsafeBitCast(glColorMaski, to: UnsafeRawPointer.self)),
        ("glEnablei", unsafeBitCast(glEnablei, to: UnsafeRawPointer.self)),
        ("glDisablei", unsafeBitCast(glDisablei, to: UnsafeRawPointer.self)),
        ("glIsEnabledi", unsafeBitCast(glIsEnabledi, to: UnsafeRawPointer.self)),
        ("glClampColor", unsafeBitCast(glClampColor, to: UnsafeRawPointer.self)),
        ("glBeginConditionalRender", unsafeBitCast(glBeginConditionalRender, to: UnsafeRawPointer.self)),
        ("glEndConditionalRender", unsafeBitCast(glEndConditionalRender, to: UnsafeRawPointer.self)),
        ("glVertexAttribI1i", unsafeBitCast(glVertexAttribI1i, to: UnsafeRawPointer.self)),
        ("glVertexAttribI2i", unsafeBitCast(glVertexAttribI2i, to: UnsafeRawPointer.self)),
        ("glVertexAttribI3i", unsafeBitCast(glVertexAttribI3i, to: UnsafeRawPointer.self)),
        ("glVertexAttribI1ui", unsafeBitCast(glVertexAttribI1ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribI2ui", unsafeBitCast(glVertexAttribI2ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribI3ui", unsafeBitCast(glVertexAttribI3ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribI1iv", unsafeBitCast(glVertexAttribI1iv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI2iv", unsafeBitCast(glVertexAttribI2iv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI3iv", unsafeBitCast(glVertexAttribI3iv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI1uiv", unsafeBitCast(glVertexAttribI1uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI2uiv", unsafeBitCast(glVertexAttribI2uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI3uiv", unsafeBitCast(glVertexAttribI3uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4bv", unsafeBitCast(glVertexAttribI4bv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4sv", unsafeBitCast(glVertexAttribI4sv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4ubv", unsafeBitCast(glVertexAttribI4ubv, to: UnsafeRawPointer.self)),
        ("glVertexAttribI4usv", unsafeBitCast(glVertexAttribI4usv, to: UnsafeRawPointer.self)),
        ("glBindFragDataLocation", unsafeBitCast(glBindFragDataLocation, to: UnsafeRawPointer.self)),
        ("glTexParameterIiv", unsafeBitCast(glTexParameterIiv, to: UnsafeRawPointer.self)),
        ("glTexParameterIuiv", unsafeBitCast(glTexParameterIuiv, to: UnsafeRawPointer.self)),
        ("glGetTexParameterIiv", unsafeBitCast(glGetTexParameterIiv, to: UnsafeRawPointer.self)),
        ("glGetTexParameterIuiv", unsafeBitCast(glGetTexParameterIuiv, to: UnsafeRawPointer.self)),
        ("glFramebufferTexture1D", unsafeBitCast(glFramebufferTexture1D, to: UnsafeRawPointer.self)),
        ("glFramebufferTexture3D", unsafeBitCast(glFramebufferTexture3D, to: UnsafeRawPointer.self)),
        ("glTexBuffer", unsafeBitCast(glTexBuffer, to: UnsafeRawPointer.self)),
        ("glPrimitiveRestartIndex", unsafeBitCast(glPrimitiveRestartIndex, to: UnsafeRawPointer.self)),
        ("glGetActiveUniformName", unsafeBitCast(glGetActiveUniformName, to: UnsafeRawPointer.self)),
        ("glDrawElementsBaseVertex", unsafeBitCast(glDrawElementsBaseVertex, to: UnsafeRawPointer.self)),
        ("glDrawRangeElementsBaseVertex", unsafeBitCast(glDrawRangeElementsBaseVertex, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedBaseVertex", unsafeBitCast(glDrawElementsInstancedBaseVertex, to: UnsafeRawPointer.self)),
        ("glMultiDrawElementsBaseVertex", unsafeBitCast(glMultiDrawElementsBaseVertex, to: UnsafeRawPointer.self)),
        ("glProvokingVertex", unsafeBitCast(glProvokingVertex, to: UnsafeRawPointer.self)),
        ("glFramebufferTexture", unsafeBitCast(glFramebufferTexture, to: UnsafeRawPointer.self)),
        ("glTexImage2DMultisample", unsafeBitCast(glTexImage2DMultisample, to: UnsafeRawPointer.self)),
        ("glTexImage3DMultisample", unsafeBitCast(glTexImage3DMultisample, to: UnsafeRawPointer.self)),
        ("glBindFragDataLocationIndexed", unsafeBitCast(glBindFragDataLocationIndexed, to: UnsafeRawPointer.self)),
        ("glGetFragDataIndex", unsafeBitCast(glGetFragDataIndex, to: UnsafeRawPointer.self)),
        ("glSamplerParameterIiv", unsafeBitCast(glSamplerParameterIiv, to: UnsafeRawPointer.self)),
        ("glSamplerParameterIuiv", unsafeBitCast(glSamplerParameterIuiv, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameterIiv", unsafeBitCast(glGetSamplerParameterIiv, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameterIuiv", unsafeBitCast(glGetSamplerParameterIuiv, to: UnsafeRawPointer.self)),
        ("glQueryCounter", unsafeBitCast(glQueryCounter, to: UnsafeRawPointer.self)),
        ("glGetQueryObjecti64v", unsafeBitCast(glGetQueryObjecti64v, to: UnsafeRawPointer.self)),
        ("glGetQueryObjectui64v", unsafeBitCast(glGetQueryObjectui64v, to: UnsafeRawPointer.self)),
        ("glVertexAttribP1ui", unsafeBitCast(glVertexAttribP1ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribP1uiv", unsafeBitCast(glVertexAttribP1uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribP2ui", unsafeBitCast(glVertexAttribP2ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribP2uiv", unsafeBitCast(glVertexAttribP2uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribP3ui", unsafeBitCast(glVertexAttribP3ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribP3uiv", unsafeBitCast(glVertexAttribP3uiv, to: UnsafeRawPointer.self)),
        ("glVertexAttribP4ui", unsafeBitCast(glVertexAttribP4ui, to: UnsafeRawPointer.self)),
        ("glVertexAttribP4uiv", unsafeBitCast(glVertexAttribP4uiv, to: UnsafeRawPointer.self)),
        ("glMinSampleShading", unsafeBitCast(glMinSampleShading, to: UnsafeRawPointer.self)),
        ("glDrawArraysInstancedANGLE", unsafeBitCast(glDrawArraysInstancedANGLE, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedANGLE", unsafeBitCast(glDrawElementsInstancedANGLE, to: UnsafeRawPointer.self)),
        ("glVertexAttribDivisorANGLE", unsafeBitCast(glVertexAttribDivisorANGLE, to: UnsafeRawPointer.self)),
        ("glDrawArraysInstancedBaseInstance", unsafeBitCast(glDrawArraysInstancedBaseInstance, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedBaseInstance", unsafeBitCast(glDrawElementsInstancedBaseInstance, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedBaseVertexBaseInstance", unsafeBitCast(glDrawElementsInstancedBaseVertexBaseInstance, to: UnsafeRawPointer.self)),
        ("glCopyImageSubData", unsafeBitCast(glCopyImageSubData, to: UnsafeRawPointer.self)),
        ("glMultiDrawArraysIndirect", unsafeBitCast(glMultiDrawArraysIndirect, to: UnsafeRawPointer.self)),
        ("glMultiDrawElementsIndirect", unsafeBitCast(glMultiDrawElementsIndirect, to: UnsafeRawPointer.self)),
        ("glGetProgramResourceLocationIndex", unsafeBitCast(glGetProgramResourceLocationIndex, to: UnsafeRawPointer.self)),
        ("glGetActiveAtomicCounterBufferiv", unsafeBitCast(glGetActiveAtomicCounterBufferiv, to: UnsafeRawPointer.self)),
        ("glShaderStorageBlockBinding", unsafeBitCast(glShaderStorageBlockBinding, to: UnsafeRawPointer.self)),
        ("glTexBufferRange", unsafeBitCast(glTexBufferRange, to: UnsafeRawPointer.self)),
        ("glTexStorage1D", unsafeBitCast(glTexStorage1D, to: UnsafeRawPointer.self)),
        ("glTexStorage3DMultisample", unsafeBitCast(glTexStorage3DMultisample, to: UnsafeRawPointer.self)),
        ("glDrawTransformFeedback", unsafeBitCast(glDrawTransformFeedback, to: UnsafeRawPointer.self)),
        ("glDrawTransformFeedbackInstanced", unsafeBitCast(glDrawTransformFeedbackInstanced, to: UnsafeRawPointer.self)),
        ("glCopyImageSubDataEXT", unsafeBitCast(glCopyImageSubDataEXT, to: UnsafeRawPointer.self)),
        ("glLabelObjectEXT", unsafeBitCast(glLabelObjectEXT, to: UnsafeRawPointer.self)),
        ("glGetObjectLabelEXT", unsafeBitCast(glGetObjectLabelEXT, to: UnsafeRawPointer.self)),
        ("glInsertEventMarkerEXT", unsafeBitCast(glInsertEventMarkerEXT, to: UnsafeRawPointer.self)),
        ("glPushGroupMarkerEXT", unsafeBitCast(glPushGroupMarkerEXT, to: UnsafeRawPointer.self)),
        ("glPopGroupMarkerEXT", unsafeBitCast(glPopGroupMarkerEXT, to: UnsafeRawPointer.self)),
        ("glDiscardFramebufferEXT", unsafeBitCast(glDiscardFramebufferEXT, to: UnsafeRawPointer.self)),
        ("glDrawBuffersEXT", unsafeBitCast(glDrawBuffersEXT, to: UnsafeRawPointer.self)),
        ("glEnableiEXT", unsafeBitCast(glEnableiEXT, to: UnsafeRawPointer.self)),
        ("glDisableiEXT", unsafeBitCast(glDisableiEXT, to: UnsafeRawPointer.self)),
        ("glBlendEquationiEXT", unsafeBitCast(glBlendEquationiEXT, to: UnsafeRawPointer.self)),
        ("glBlendEquationSeparateiEXT", unsafeBitCast(glBlendEquationSeparateiEXT, to: UnsafeRawPointer.self)),
        ("glBlendFunciEXT", unsafeBitCast(glBlendFunciEXT, to: UnsafeRawPointer.self)),
        ("glBlendFuncSeparateiEXT", unsafeBitCast(glBlendFuncSeparateiEXT, to: UnsafeRawPointer.self)),
        ("glColorMaskiEXT", unsafeBitCast(glColorMaskiEXT, to: UnsafeRawPointer.self)),
        ("glIsEnablediEXT", unsafeBitCast(glIsEnablediEXT, to: UnsafeRawPointer.self)),
        ("glDrawArraysInstancedEXT", unsafeBitCast(glDrawArraysInstancedEXT, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedEXT", unsafeBitCast(glDrawElementsInstancedEXT, to: UnsafeRawPointer.self)),
        ("glVertexAttribDivisorEXT", unsafeBitCast(glVertexAttribDivisorEXT, to: UnsafeRawPointer.self)),
        ("glMapBufferRangeEXT", unsafeBitCast(glMapBufferRangeEXT, to: UnsafeRawPointer.self)),
        ("glFlushMappedBufferRangeEXT", unsafeBitCast(glFlushMappedBufferRangeEXT, to: UnsafeRawPointer.self)),
        ("glMultiDrawArraysIndirectEXT", unsafeBitCast(glMultiDrawArraysIndirectEXT, to: UnsafeRawPointer.self)),
        ("glMultiDrawElementsIndirectEXT", unsafeBitCast(glMultiDrawElementsIndirectEXT, to: UnsafeRawPointer.self)),
        ("glGenQueriesEXT", unsafeBitCast(glGenQueriesEXT, to: UnsafeRawPointer.self)),
        ("glDeleteQueriesEXT", unsafeBitCast(glDeleteQueriesEXT, to: UnsafeRawPointer.self)),
        ("glIsQueryEXT", unsafeBitCast(glIsQueryEXT, to: UnsafeRawPointer.self)),
        ("glBeginQueryEXT", unsafeBitCast(glBeginQueryEXT, to: UnsafeRawPointer.self)),
        ("glEndQueryEXT", unsafeBitCast(glEndQueryEXT, to: UnsafeRawPointer.self)),
        ("glGetQueryivEXT", unsafeBitCast(glGetQueryivEXT, to: UnsafeRawPointer.self)),
        ("glGetQueryObjectuivEXT", unsafeBitCast(glGetQueryObjectuivEXT, to: UnsafeRawPointer.self)),
        ("glPrimitiveBoundingBoxEXT", unsafeBitCast(glPrimitiveBoundingBoxEXT, to: UnsafeRawPointer.self)),
        ("glGetGraphicsResetStatusEXT", unsafeBitCast(glGetGraphicsResetStatusEXT, to: UnsafeRawPointer.self)),
        ("glReadnPixelsEXT", unsafeBitCast(glReadnPixelsEXT, to: UnsafeRawPointer.self)),
        ("glGetnUniformfvEXT", unsafeBitCast(glGetnUniformfvEXT, to: UnsafeRawPointer.self)),
        ("glGetnUniformivEXT", unsafeBitCast(glGetnUniformivEXT, to: UnsafeRawPointer.self)),
        ("glActiveShaderProgramEXT", unsafeBitCast(glActiveShaderProgramEXT, to: UnsafeRawPointer.self)),
        ("glBindProgramPipelineEXT", unsafeBitCast(glBindProgramPipelineEXT, to: UnsafeRawPointer.self)),
        ("glCreateShaderProgramvEXT", unsafeBitCast(glCreateShaderProgramvEXT, to: UnsafeRawPointer.self)),
        ("glDeleteProgramPipelinesEXT", unsafeBitCast(glDeleteProgramPipelinesEXT, to: UnsafeRawPointer.self)),
        ("glGenProgramPipelinesEXT", unsafeBitCast(glGenProgramPipelinesEXT, to: UnsafeRawPointer.self)),
        ("glGetProgramPipelineInfoLogEXT", unsafeBitCast(glGetProgramPipelineInfoLogEXT, to: UnsafeRawPointer.self)),
        ("glGetProgramPipelineivEXT", unsafeBitCast(glGetProgramPipelineivEXT, to: UnsafeRawPointer.self)),
        ("glIsProgramPipelineEXT", unsafeBitCast(glIsProgramPipelineEXT, to: UnsafeRawPointer.self)),
        ("glProgramParameteriEXT", unsafeBitCast(glProgramParameteriEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1fEXT", unsafeBitCast(glProgramUniform1fEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1fvEXT", unsafeBitCast(glProgramUniform1fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1iEXT", unsafeBitCast(glProgramUniform1iEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1ivEXT", unsafeBitCast(glProgramUniform1ivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2fEXT", unsafeBitCast(glProgramUniform2fEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2fvEXT", unsafeBitCast(glProgramUniform2fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2iEXT", unsafeBitCast(glProgramUniform2iEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2ivEXT", unsafeBitCast(glProgramUniform2ivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3fEXT", unsafeBitCast(glProgramUniform3fEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3fvEXT", unsafeBitCast(glProgramUniform3fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3iEXT", unsafeBitCast(glProgramUniform3iEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3ivEXT", unsafeBitCast(glProgramUniform3ivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4fEXT", unsafeBitCast(glProgramUniform4fEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4fvEXT", unsafeBitCast(glProgramUniform4fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4iEXT", unsafeBitCast(glProgramUniform4iEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4ivEXT", unsafeBitCast(glProgramUniform4ivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2fvEXT", unsafeBitCast(glProgramUniformMatrix2fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3fvEXT", unsafeBitCast(glProgramUniformMatrix3fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4fvEXT", unsafeBitCast(glProgramUniformMatrix4fvEXT, to: UnsafeRawPointer.self)),
        ("glUseProgramStagesEXT", unsafeBitCast(glUseProgramStagesEXT, to: UnsafeRawPointer.self)),
        ("glValidateProgramPipelineEXT", unsafeBitCast(glValidateProgramPipelineEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1uiEXT", unsafeBitCast(glProgramUniform1uiEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2uiEXT", unsafeBitCast(glProgramUniform2uiEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3uiEXT", unsafeBitCast(glProgramUniform3uiEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4uiEXT", unsafeBitCast(glProgramUniform4uiEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform1uivEXT", unsafeBitCast(glProgramUniform1uivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform2uivEXT", unsafeBitCast(glProgramUniform2uivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform3uivEXT", unsafeBitCast(glProgramUniform3uivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniform4uivEXT", unsafeBitCast(glProgramUniform4uivEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2x3fvEXT", unsafeBitCast(glProgramUniformMatrix2x3fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3x2fvEXT", unsafeBitCast(glProgramUniformMatrix3x2fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix2x4fvEXT", unsafeBitCast(glProgramUniformMatrix2x4fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4x2fvEXT", unsafeBitCast(glProgramUniformMatrix4x2fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix3x4fvEXT", unsafeBitCast(glProgramUniformMatrix3x4fvEXT, to: UnsafeRawPointer.self)),
        ("glProgramUniformMatrix4x3fvEXT", unsafeBitCast(glProgramUniformMatrix4x3fvEXT, to: UnsafeRawPointer.self)),
        ("glTexParameterIivEXT", unsafeBitCast(glTexParameterIivEXT, to: UnsafeRawPointer.self)),
        ("glTexParameterIuivEXT", unsafeBitCast(glTexParameterIuivEXT, to: UnsafeRawPointer.self)),
        ("glGetTexParameterIivEXT", unsafeBitCast(glGetTexParameterIivEXT, to: UnsafeRawPointer.self)),
        ("glGetTexParameterIuivEXT", unsafeBitCast(glGetTexParameterIuivEXT, to: UnsafeRawPointer.self)),
        ("glSamplerParameterIivEXT", unsafeBitCast(glSamplerParameterIivEXT, to: UnsafeRawPointer.self)),
        ("glSamplerParameterIuivEXT", unsafeBitCast(glSamplerParameterIuivEXT, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameterIivEXT", unsafeBitCast(glGetSamplerParameterIivEXT, to: UnsafeRawPointer.self)),
        ("glGetSamplerParameterIuivEXT", unsafeBitCast(glGetSamplerParameterIuivEXT, to: UnsafeRawPointer.self)),
        ("glTexStorage2DEXT", unsafeBitCast(glTexStorage2DEXT, to: UnsafeRawPointer.self)),
        ("glTexStorage3DEXT", unsafeBitCast(glTexStorage3DEXT, to: UnsafeRawPointer.self)),
        ("glDebugMessageControl", unsafeBitCast(glDebugMessageControl, to: UnsafeRawPointer.self)),
        ("glDebugMessageInsert", unsafeBitCast(glDebugMessageInsert, to: UnsafeRawPointer.self)),
        ("glDebugMessageCallback", unsafeBitCast(glDebugMessageCallback, to: UnsafeRawPointer.self)),
        ("glGetDebugMessageLog", unsafeBitCast(glGetDebugMessageLog, to: UnsafeRawPointer.self)),
        ("glPushDebugGroup", unsafeBitCast(glPushDebugGroup, to: UnsafeRawPointer.self)),
        ("glPopDebugGroup", unsafeBitCast(glPopDebugGroup, to: UnsafeRawPointer.self)),
        ("glObjectLabel", unsafeBitCast(glObjectLabel, to: UnsafeRawPointer.self)),
        ("glGetObjectLabel", unsafeBitCast(glGetObjectLabel, to: UnsafeRawPointer.self)),
        ("glObjectPtrLabel", unsafeBitCast(glObjectPtrLabel, to: UnsafeRawPointer.self)),
        ("glGetObjectPtrLabel", unsafeBitCast(glGetObjectPtrLabel, to: UnsafeRawPointer.self)),
        ("glGetPointerv", unsafeBitCast(glGetPointerv, to: UnsafeRawPointer.self)),
        ("glDebugMessageControlKHR", unsafeBitCast(glDebugMessageControlKHR, to: UnsafeRawPointer.self)),
        ("glDebugMessageInsertKHR", unsafeBitCast(glDebugMessageInsertKHR, to: UnsafeRawPointer.self)),
        ("glDebugMessageCallbackKHR", unsafeBitCast(glDebugMessageCallbackKHR, to: UnsafeRawPointer.self)),
        ("glGetDebugMessageLogKHR", unsafeBitCast(glGetDebugMessageLogKHR, to: UnsafeRawPointer.self)),
        ("glPushDebugGroupKHR", unsafeBitCast(glPushDebugGroupKHR, to: UnsafeRawPointer.self)),
        ("glPopDebugGroupKHR", unsafeBitCast(glPopDebugGroupKHR, to: UnsafeRawPointer.self)),
        ("glObjectLabelKHR", unsafeBitCast(glObjectLabelKHR, to: UnsafeRawPointer.self)),
        ("glGetObjectLabelKHR", unsafeBitCast(glGetObjectLabelKHR, to: UnsafeRawPointer.self)),
        ("glObjectPtrLabelKHR", unsafeBitCast(glObjectPtrLabelKHR, to: UnsafeRawPointer.self)),
        ("glGetObjectPtrLabelKHR", unsafeBitCast(glGetObjectPtrLabelKHR, to: UnsafeRawPointer.self)),
        ("glGetPointervKHR", unsafeBitCast(glGetPointervKHR, to: UnsafeRawPointer.self)),
        ("glGetGraphicsResetStatusKHR", unsafeBitCast(glGetGraphicsResetStatusKHR, to: UnsafeRawPointer.self)),
        ("glReadnPixelsKHR", unsafeBitCast(glReadnPixelsKHR, to: UnsafeRawPointer.self)),
        ("glGetnUniformfvKHR", unsafeBitCast(glGetnUniformfvKHR, to: UnsafeRawPointer.self)),
        ("glGetnUniformivKHR", unsafeBitCast(glGetnUniformivKHR, to: UnsafeRawPointer.self)),
        ("glEGLImageTargetTexture2DOES", unsafeBitCast(glEGLImageTargetTexture2DOES, to: UnsafeRawPointer.self)),
        ("glEGLImageTargetRenderbufferStorageOES", unsafeBitCast(glEGLImageTargetRenderbufferStorageOES, to: UnsafeRawPointer.self)),
        ("glCopyImageSubDataOES", unsafeBitCast(glCopyImageSubDataOES, to: UnsafeRawPointer.self)),
        ("glEnableiOES", unsafeBitCast(glEnableiOES, to: UnsafeRawPointer.self)),
        ("glDisableiOES", unsafeBitCast(glDisableiOES, to: UnsafeRawPointer.self)),
        ("glBlendEquationiOES", unsafeBitCast(glBlendEquationiOES, to: UnsafeRawPointer.self)),
        ("glBlendEquationSeparateiOES", unsafeBitCast(glBlendEquationSeparateiOES, to: UnsafeRawPointer.self)),
        ("glBlendFunciOES", unsafeBitCast(glBlendFunciOES, to: UnsafeRawPointer.self)),
        ("glBlendFuncSeparateiOES", unsafeBitCast(glBlendFuncSeparateiOES, to: UnsafeRawPointer.self)),
        ("glColorMaskiOES", unsafeBitCast(glColorMaskiOES, to: UnsafeRawPointer.self)),
        ("glIsEnablediOES", unsafeBitCast(glIsEnablediOES, to: UnsafeRawPointer.self)),
        ("glDrawElementsBaseVertexOES", unsafeBitCast(glDrawElementsBaseVertexOES, to: UnsafeRawPointer.self)),
        ("glDrawRangeElementsBaseVertexOES", unsafeBitCast(glDrawRangeElementsBaseVertexOES, to: UnsafeRawPointer.self)),
        ("glDrawElementsInstancedBaseVertexOES", unsafeBitCast(glDrawElementsInstancedBaseVertexOES, to: UnsafeRawPointer.self)),
        ("glMapBufferOES", unsafeBitCast(glMapBufferOES, to: UnsafeRawPointer.self)),
        ("glUnmapBufferOES", unsafeBitCast(glUnmapBufferOES, to: UnsafeRawPointer.self)),
        ("glGetBufferPointervOES", unsafeBitCast(glGetBufferPointervOES, to: UnsafeRawPointer.self)),
        ("glPrimitiveBoundingBoxOES", unsafeBitCast(glPrimitiveBoundingBoxOES, to: UnsafeRawPointer.self)),
        ("glMinSampleShadingOES", unsafeBitCast(glMinSampleShadingOES, to: UnsafeRawPointer.self)),
        ("glTexStorage3DMultisampleOES", unsafeBitCast(glTexStorage3DMultisampleOES, to: UnsafeRawPointer.self)),
        ("glBindVertexArrayOES", unsafeBitCast(glBindVertexArrayOES, to: UnsafeRawPointer.self)),
        ("glDeleteVertexArraysOES", unsafeBitCast(glDeleteVertexArraysOES, to: UnsafeRawPointer.self)),
        ("glGenVertexArraysOES", unsafeBitCast(glGenVertexArraysOES, to: UnsafeRawPointer.self)),
        ("glIsVertexArrayOES", unsafeBitCast(glIsVertexArrayOES, to: UnsafeRawPointer.self)),
    ]
}
