// Written by scripts/make-gl-entries from the OpenGL registry: a call of each function of the driver with random arguments, and the
// constants that the registry lists for parameters.

// swift-format-ignore-file

import GLState

extension DriverCase {
    static let functionNames = [
        "glActiveShaderProgram",
        "glActiveTexture",
        "glAttachShader",
        "glBeginConditionalRender",
        "glBeginQuery",
        "glBeginTransformFeedback",
        "glBindAttribLocation",
        "glBindBuffer",
        "glBindBufferBase",
        "glBindBufferRange",
        "glBindFragDataLocation",
        "glBindFragDataLocationIndexed",
        "glBindFramebuffer",
        "glBindImageTexture",
        "glBindProgramPipeline",
        "glBindRenderbuffer",
        "glBindSampler",
        "glBindTexture",
        "glBindTransformFeedback",
        "glBindVertexArray",
        "glBindVertexBuffer",
        "glBlendColor",
        "glBlendEquation",
        "glBlendEquationSeparate",
        "glBlendEquationSeparatei",
        "glBlendEquationi",
        "glBlendFunc",
        "glBlendFuncSeparate",
        "glBlendFuncSeparatei",
        "glBlendFunci",
        "glBlitFramebuffer",
        "glBufferData",
        "glBufferSubData",
        "glCheckFramebufferStatus",
        "glClampColor",
        "glClear",
        "glClearBufferfi",
        "glClearBufferfv",
        "glClearBufferiv",
        "glClearBufferuiv",
        "glClearColor",
        "glClearDepth",
        "glClearDepthf",
        "glClearStencil",
        "glClientWaitSync",
        "glColorMask",
        "glColorMaski",
        "glCompileShader",
        "glCompressedTexImage1D",
        "glCompressedTexImage2D",
        "glCompressedTexImage3D",
        "glCompressedTexSubImage1D",
        "glCompressedTexSubImage2D",
        "glCompressedTexSubImage3D",
        "glCopyBufferSubData",
        "glCopyImageSubData",
        "glCopyTexImage1D",
        "glCopyTexImage2D",
        "glCopyTexSubImage1D",
        "glCopyTexSubImage2D",
        "glCopyTexSubImage3D",
        "glCreateProgram",
        "glCreateShader",
        "glCreateShaderProgramv",
        "glCullFace",
        "glDebugMessageCallback",
        "glDebugMessageControl",
        "glDebugMessageInsert",
        "glDeleteBuffers",
        "glDeleteFramebuffers",
        "glDeleteProgram",
        "glDeleteProgramPipelines",
        "glDeleteQueries",
        "glDeleteRenderbuffers",
        "glDeleteSamplers",
        "glDeleteShader",
        "glDeleteSync",
        "glDeleteTextures",
        "glDeleteTransformFeedbacks",
        "glDeleteVertexArrays",
        "glDepthFunc",
        "glDepthMask",
        "glDepthRange",
        "glDepthRangef",
        "glDetachShader",
        "glDisable",
        "glDisableVertexAttribArray",
        "glDisablei",
        "glDiscardFramebufferEXT",
        "glDispatchCompute",
        "glDispatchComputeIndirect",
        "glDrawArrays",
        "glDrawArraysIndirect",
        "glDrawArraysInstanced",
        "glDrawArraysInstancedBaseInstance",
        "glDrawBuffer",
        "glDrawBuffers",
        "glDrawElements",
        "glDrawElementsBaseVertex",
        "glDrawElementsIndirect",
        "glDrawElementsInstanced",
        "glDrawElementsInstancedBaseInstance",
        "glDrawElementsInstancedBaseVertex",
        "glDrawElementsInstancedBaseVertexBaseInstance",
        "glDrawRangeElements",
        "glDrawRangeElementsBaseVertex",
        "glDrawTransformFeedback",
        "glDrawTransformFeedbackInstanced",
        "glEGLImageTargetRenderbufferStorageOES",
        "glEGLImageTargetTexture2DOES",
        "glEnable",
        "glEnableVertexAttribArray",
        "glEnablei",
        "glEndConditionalRender",
        "glEndQuery",
        "glEndTransformFeedback",
        "glFenceSync",
        "glFinish",
        "glFlush",
        "glFlushMappedBufferRange",
        "glFramebufferParameteri",
        "glFramebufferRenderbuffer",
        "glFramebufferTexture",
        "glFramebufferTexture1D",
        "glFramebufferTexture2D",
        "glFramebufferTexture3D",
        "glFramebufferTextureLayer",
        "glFrontFace",
        "glGenBuffers",
        "glGenFramebuffers",
        "glGenProgramPipelines",
        "glGenQueries",
        "glGenRenderbuffers",
        "glGenSamplers",
        "glGenTextures",
        "glGenTransformFeedbacks",
        "glGenVertexArrays",
        "glGenerateMipmap",
        "glGetActiveAtomicCounterBufferiv",
        "glGetActiveAttrib",
        "glGetActiveUniform",
        "glGetActiveUniformBlockName",
        "glGetActiveUniformBlockiv",
        "glGetActiveUniformName",
        "glGetActiveUniformsiv",
        "glGetAttachedShaders",
        "glGetAttribLocation",
        "glGetBooleani_v",
        "glGetBooleanv",
        "glGetBufferParameteri64v",
        "glGetBufferParameteriv",
        "glGetBufferPointerv",
        "glGetBufferSubData",
        "glGetCompressedTexImage",
        "glGetDebugMessageLog",
        "glGetDoublev",
        "glGetError",
        "glGetFloatv",
        "glGetFragDataIndex",
        "glGetFragDataLocation",
        "glGetFramebufferAttachmentParameteriv",
        "glGetFramebufferParameteriv",
        "glGetGraphicsResetStatus",
        "glGetInteger64i_v",
        "glGetInteger64v",
        "glGetIntegeri_v",
        "glGetIntegerv",
        "glGetInternalformativ",
        "glGetMultisamplefv",
        "glGetObjectLabel",
        "glGetObjectPtrLabel",
        "glGetPointerv",
        "glGetProgramBinary",
        "glGetProgramInfoLog",
        "glGetProgramInterfaceiv",
        "glGetProgramPipelineInfoLog",
        "glGetProgramPipelineiv",
        "glGetProgramResourceIndex",
        "glGetProgramResourceLocation",
        "glGetProgramResourceLocationIndex",
        "glGetProgramResourceName",
        "glGetProgramResourceiv",
        "glGetProgramiv",
        "glGetQueryObjecti64v",
        "glGetQueryObjectiv",
        "glGetQueryObjectui64v",
        "glGetQueryObjectuiv",
        "glGetQueryiv",
        "glGetRenderbufferParameteriv",
        "glGetSamplerParameterIiv",
        "glGetSamplerParameterIuiv",
        "glGetSamplerParameterfv",
        "glGetSamplerParameteriv",
        "glGetShaderInfoLog",
        "glGetShaderPrecisionFormat",
        "glGetShaderSource",
        "glGetShaderiv",
        "glGetString",
        "glGetStringi",
        "glGetSynciv",
        "glGetTexImage",
        "glGetTexLevelParameterfv",
        "glGetTexLevelParameteriv",
        "glGetTexParameterIiv",
        "glGetTexParameterIuiv",
        "glGetTexParameterfv",
        "glGetTexParameteriv",
        "glGetTransformFeedbackVarying",
        "glGetUniformBlockIndex",
        "glGetUniformIndices",
        "glGetUniformLocation",
        "glGetUniformfv",
        "glGetUniformiv",
        "glGetUniformuiv",
        "glGetVertexAttribIiv",
        "glGetVertexAttribIuiv",
        "glGetVertexAttribPointerv",
        "glGetVertexAttribdv",
        "glGetVertexAttribfv",
        "glGetVertexAttribiv",
        "glGetnUniformfv",
        "glGetnUniformiv",
        "glHint",
        "glInsertEventMarkerEXT",
        "glInvalidateFramebuffer",
        "glInvalidateSubFramebuffer",
        "glIsBuffer",
        "glIsEnabled",
        "glIsEnabledi",
        "glIsFramebuffer",
        "glIsProgram",
        "glIsProgramPipeline",
        "glIsQuery",
        "glIsRenderbuffer",
        "glIsSampler",
        "glIsShader",
        "glIsSync",
        "glIsTexture",
        "glIsTransformFeedback",
        "glIsVertexArray",
        "glLabelObjectEXT",
        "glLineWidth",
        "glLinkProgram",
        "glLogicOp",
        "glMapBuffer",
        "glMapBufferRange",
        "glMemoryBarrier",
        "glMemoryBarrierByRegion",
        "glMinSampleShading",
        "glMultiDrawArrays",
        "glMultiDrawArraysIndirect",
        "glMultiDrawElements",
        "glMultiDrawElementsBaseVertex",
        "glMultiDrawElementsIndirect",
        "glObjectLabel",
        "glObjectPtrLabel",
        "glPauseTransformFeedback",
        "glPixelStoref",
        "glPixelStorei",
        "glPointParameterf",
        "glPointParameterfv",
        "glPointParameteri",
        "glPointParameteriv",
        "glPointSize",
        "glPolygonMode",
        "glPolygonOffset",
        "glPopDebugGroup",
        "glPopGroupMarkerEXT",
        "glPrimitiveBoundingBox",
        "glPrimitiveRestartIndex",
        "glProgramBinary",
        "glProgramParameteri",
        "glProgramUniform1f",
        "glProgramUniform1fv",
        "glProgramUniform1i",
        "glProgramUniform1iv",
        "glProgramUniform1ui",
        "glProgramUniform1uiv",
        "glProgramUniform2f",
        "glProgramUniform2fv",
        "glProgramUniform2i",
        "glProgramUniform2iv",
        "glProgramUniform2ui",
        "glProgramUniform2uiv",
        "glProgramUniform3f",
        "glProgramUniform3fv",
        "glProgramUniform3i",
        "glProgramUniform3iv",
        "glProgramUniform3ui",
        "glProgramUniform3uiv",
        "glProgramUniform4f",
        "glProgramUniform4fv",
        "glProgramUniform4i",
        "glProgramUniform4iv",
        "glProgramUniform4ui",
        "glProgramUniform4uiv",
        "glProgramUniformMatrix2fv",
        "glProgramUniformMatrix2x3fv",
        "glProgramUniformMatrix2x4fv",
        "glProgramUniformMatrix3fv",
        "glProgramUniformMatrix3x2fv",
        "glProgramUniformMatrix3x4fv",
        "glProgramUniformMatrix4fv",
        "glProgramUniformMatrix4x2fv",
        "glProgramUniformMatrix4x3fv",
        "glProvokingVertex",
        "glPushDebugGroup",
        "glPushGroupMarkerEXT",
        "glQueryCounter",
        "glReadBuffer",
        "glReadPixels",
        "glReadnPixels",
        "glReleaseShaderCompiler",
        "glRenderbufferStorage",
        "glRenderbufferStorageMultisample",
        "glResumeTransformFeedback",
        "glSampleCoverage",
        "glSampleMaski",
        "glSamplerParameterIiv",
        "glSamplerParameterIuiv",
        "glSamplerParameterf",
        "glSamplerParameterfv",
        "glSamplerParameteri",
        "glSamplerParameteriv",
        "glScissor",
        "glShaderBinary",
        "glShaderSource",
        "glShaderStorageBlockBinding",
        "glStencilFunc",
        "glStencilFuncSeparate",
        "glStencilMask",
        "glStencilMaskSeparate",
        "glStencilOp",
        "glStencilOpSeparate",
        "glTexBuffer",
        "glTexBufferRange",
        "glTexImage1D",
        "glTexImage2D",
        "glTexImage2DMultisample",
        "glTexImage3D",
        "glTexImage3DMultisample",
        "glTexParameterIiv",
        "glTexParameterIuiv",
        "glTexParameterf",
        "glTexParameterfv",
        "glTexParameteri",
        "glTexParameteriv",
        "glTexStorage1D",
        "glTexStorage2D",
        "glTexStorage2DMultisample",
        "glTexStorage3D",
        "glTexStorage3DMultisample",
        "glTexSubImage1D",
        "glTexSubImage2D",
        "glTexSubImage3D",
        "glTransformFeedbackVaryings",
        "glUniform1f",
        "glUniform1fv",
        "glUniform1i",
        "glUniform1iv",
        "glUniform1ui",
        "glUniform1uiv",
        "glUniform2f",
        "glUniform2fv",
        "glUniform2i",
        "glUniform2iv",
        "glUniform2ui",
        "glUniform2uiv",
        "glUniform3f",
        "glUniform3fv",
        "glUniform3i",
        "glUniform3iv",
        "glUniform3ui",
        "glUniform3uiv",
        "glUniform4f",
        "glUniform4fv",
        "glUniform4i",
        "glUniform4iv",
        "glUniform4ui",
        "glUniform4uiv",
        "glUniformBlockBinding",
        "glUniformMatrix2fv",
        "glUniformMatrix2x3fv",
        "glUniformMatrix2x4fv",
        "glUniformMatrix3fv",
        "glUniformMatrix3x2fv",
        "glUniformMatrix3x4fv",
        "glUniformMatrix4fv",
        "glUniformMatrix4x2fv",
        "glUniformMatrix4x3fv",
        "glUnmapBuffer",
        "glUseProgram",
        "glUseProgramStages",
        "glValidateProgram",
        "glValidateProgramPipeline",
        "glVertexAttrib1d",
        "glVertexAttrib1dv",
        "glVertexAttrib1f",
        "glVertexAttrib1fv",
        "glVertexAttrib1s",
        "glVertexAttrib1sv",
        "glVertexAttrib2d",
        "glVertexAttrib2dv",
        "glVertexAttrib2f",
        "glVertexAttrib2fv",
        "glVertexAttrib2s",
        "glVertexAttrib2sv",
        "glVertexAttrib3d",
        "glVertexAttrib3dv",
        "glVertexAttrib3f",
        "glVertexAttrib3fv",
        "glVertexAttrib3s",
        "glVertexAttrib3sv",
        "glVertexAttrib4Nbv",
        "glVertexAttrib4Niv",
        "glVertexAttrib4Nsv",
        "glVertexAttrib4Nub",
        "glVertexAttrib4Nubv",
        "glVertexAttrib4Nuiv",
        "glVertexAttrib4Nusv",
        "glVertexAttrib4bv",
        "glVertexAttrib4d",
        "glVertexAttrib4dv",
        "glVertexAttrib4f",
        "glVertexAttrib4fv",
        "glVertexAttrib4iv",
        "glVertexAttrib4s",
        "glVertexAttrib4sv",
        "glVertexAttrib4ubv",
        "glVertexAttrib4uiv",
        "glVertexAttrib4usv",
        "glVertexAttribBinding",
        "glVertexAttribDivisor",
        "glVertexAttribFormat",
        "glVertexAttribI1i",
        "glVertexAttribI1iv",
        "glVertexAttribI1ui",
        "glVertexAttribI1uiv",
        "glVertexAttribI2i",
        "glVertexAttribI2iv",
        "glVertexAttribI2ui",
        "glVertexAttribI2uiv",
        "glVertexAttribI3i",
        "glVertexAttribI3iv",
        "glVertexAttribI3ui",
        "glVertexAttribI3uiv",
        "glVertexAttribI4bv",
        "glVertexAttribI4i",
        "glVertexAttribI4iv",
        "glVertexAttribI4sv",
        "glVertexAttribI4ubv",
        "glVertexAttribI4ui",
        "glVertexAttribI4uiv",
        "glVertexAttribI4usv",
        "glVertexAttribIFormat",
        "glVertexAttribIPointer",
        "glVertexAttribP1ui",
        "glVertexAttribP1uiv",
        "glVertexAttribP2ui",
        "glVertexAttribP2uiv",
        "glVertexAttribP3ui",
        "glVertexAttribP3uiv",
        "glVertexAttribP4ui",
        "glVertexAttribP4uiv",
        "glVertexAttribPointer",
        "glVertexBindingDivisor",
        "glViewport",
        "glWaitSync",
    ]

    static func call(_ number: Int, _ context: GLContext, _ a: inout DriverArguments) throws(GLError) {
        switch number {
        case 0: try context.glActiveShaderProgram(a.number("pipeline"), a.number("program"))
        case 1: try context.glActiveTexture(a.constant(81))
        case 2: try context.glAttachShader(a.number("program"), a.number("shader"))
        case 3: try context.glBeginConditionalRender(a.number("id"), a.constant(16))
        case 4: try context.glBeginQuery(a.constant(62), a.number("id"))
        case 5: try context.glBeginTransformFeedback(a.constant(53))
        case 6: try context.glBindAttribLocation(a.number("program"), a.number("index"), a.text())
        case 7: try context.glBindBuffer(a.constant(11), a.number("buffer"))
        case 8: try context.glBindBufferBase(a.constant(11), a.number("index"), a.number("buffer"))
        case 9: try context.glBindBufferRange(a.constant(11), a.number("index"), a.number("buffer"), a.number("offset"), a.number("size"))
        case 10: try context.glBindFragDataLocation(a.number("program"), a.number("color"), a.text())
        case 11: try context.glBindFragDataLocationIndexed(a.number("program"), a.number("colorNumber"), a.number("index"), a.text())
        case 12: try context.glBindFramebuffer(a.constant(30), a.number("framebuffer"))
        case 13: try context.glBindImageTexture(a.number("unit"), a.number("texture"), a.number("level"), a.small(), a.number("layer"), a.constant(8), a.constant(38))
        case 14: try context.glBindProgramPipeline(a.number("pipeline"))
        case 15: try context.glBindRenderbuffer(a.constant(65), a.number("renderbuffer"))
        case 16: try context.glBindSampler(a.number("unit"), a.number("sampler"))
        case 17: try context.glBindTexture(a.constant(80), a.number("texture"))
        case 18: try context.glBindTransformFeedback(a.constant(2), a.number("id"))
        case 19: try context.glBindVertexArray(a.number("array"))
        case 20: try context.glBindVertexBuffer(a.number("bindingindex"), a.number("buffer"), a.number("offset"), a.number("stride"))
        case 21: try context.glBlendColor(a.real(), a.real(), a.real(), a.real())
        case 22: try context.glBlendEquation(a.constant(3))
        case 23: try context.glBlendEquationSeparate(a.constant(3), a.constant(3))
        case 24: try context.glBlendEquationSeparatei(a.number("buf"), a.constant(3), a.constant(3))
        case 25: try context.glBlendEquationi(a.number("buf"), a.constant(3))
        case 26: try context.glBlendFunc(a.constant(4), a.constant(4))
        case 27: try context.glBlendFuncSeparate(a.constant(4), a.constant(4), a.constant(4), a.constant(4))
        case 28: try context.glBlendFuncSeparatei(a.number("buf"), a.constant(4), a.constant(4), a.constant(4), a.constant(4))
        case 29: try context.glBlendFunci(a.number("buf"), a.constant(4), a.constant(4))
        case 30: try context.glBlitFramebuffer(a.number("srcX0"), a.number("srcY0"), a.number("srcX1"), a.number("srcY1"), a.number("dstX0"), a.number("dstY0"), a.number("dstX1"), a.number("dstY1"), a.bits(15), a.constant(5))
        case 31: try context.glBufferData(a.constant(11), a.number("size"), a.bytes(), a.constant(12))
        case 32: try context.glBufferSubData(a.constant(11), a.number("offset"), a.number("size"), a.bytes())
        case 33: _ = try context.glCheckFramebufferStatus(a.constant(30))
        case 34: try context.glClampColor(a.constant(14), a.constant(13))
        case 35: try context.glClear(a.bits(15))
        case 36: try context.glClearBufferfi(a.constant(7), a.number("drawbuffer"), a.real(), a.number("stencil"))
        case 37: try context.glClearBufferfv(a.constant(7), a.number("drawbuffer"), a.elements())
        case 38: try context.glClearBufferiv(a.constant(7), a.number("drawbuffer"), a.elements())
        case 39: try context.glClearBufferuiv(a.constant(7), a.number("drawbuffer"), a.elements())
        case 40: try context.glClearColor(a.real(), a.real(), a.real(), a.real())
        case 41: try context.glClearDepth(a.real())
        case 42: try context.glClearDepthf(a.real())
        case 43: try context.glClearStencil(a.number("s"))
        case 44: _ = try context.glClientWaitSync(a.handle(), a.bits(77), a.number("timeout"))
        case 45: try context.glColorMask(a.small(), a.small(), a.small(), a.small())
        case 46: try context.glColorMaski(a.number("index"), a.small(), a.small(), a.small(), a.small())
        case 47: try context.glCompileShader(a.number("shader"))
        case 48: try context.glCompressedTexImage1D(a.constant(80), a.number("level"), a.constant(38), a.number("width"), a.number("border"), a.number("imageSize"), a.bytes())
        case 49: try context.glCompressedTexImage2D(a.constant(80), a.number("level"), a.constant(38), a.number("width"), a.number("height"), a.number("border"), a.number("imageSize"), a.bytes())
        case 50: try context.glCompressedTexImage3D(a.constant(80), a.number("level"), a.constant(38), a.number("width"), a.number("height"), a.number("depth"), a.number("border"), a.number("imageSize"), a.bytes())
        case 51: try context.glCompressedTexSubImage1D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("width"), a.constant(38), a.number("imageSize"), a.bytes())
        case 52: try context.glCompressedTexSubImage2D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("width"), a.number("height"), a.constant(38), a.number("imageSize"), a.bytes())
        case 53: try context.glCompressedTexSubImage3D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("zoffset"), a.number("width"), a.number("height"), a.number("depth"), a.constant(38), a.number("imageSize"), a.bytes())
        case 54: try context.glCopyBufferSubData(a.constant(17), a.constant(17), a.number("readOffset"), a.number("writeOffset"), a.number("size"))
        case 55: try context.glCopyImageSubData(a.number("srcName"), a.constant(18), a.number("srcLevel"), a.number("srcX"), a.number("srcY"), a.number("srcZ"), a.number("dstName"), a.constant(18), a.number("dstLevel"), a.number("dstX"), a.number("dstY"), a.number("dstZ"), a.number("srcWidth"), a.number("srcHeight"), a.number("srcDepth"))
        case 56: try context.glCopyTexImage1D(a.constant(80), a.number("level"), a.constant(38), a.number("x"), a.number("y"), a.number("width"), a.number("border"))
        case 57: try context.glCopyTexImage2D(a.constant(80), a.number("level"), a.constant(38), a.number("x"), a.number("y"), a.number("width"), a.number("height"), a.number("border"))
        case 58: try context.glCopyTexSubImage1D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("x"), a.number("y"), a.number("width"))
        case 59: try context.glCopyTexSubImage2D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("x"), a.number("y"), a.number("width"), a.number("height"))
        case 60: try context.glCopyTexSubImage3D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("zoffset"), a.number("x"), a.number("y"), a.number("width"), a.number("height"))
        case 61: _ = try context.glCreateProgram()
        case 62: _ = try context.glCreateShader(a.constant(69))
        case 63: _ = try context.glCreateShaderProgramv(a.constant(69), a.number("count"), a.texts())
        case 64: try context.glCullFace(a.constant(19))
        case 65: try context.glDebugMessageCallback(nil, a.bytes())
        case 66: try context.glDebugMessageControl(a.constant(21), a.constant(22), a.constant(20), a.number("count"), a.elements(), a.small())
        case 67: try context.glDebugMessageInsert(a.constant(21), a.constant(22), a.number("id"), a.constant(20), a.number("length"), a.text())
        case 68: try context.glDeleteBuffers(a.number("n"), a.elements())
        case 69: try context.glDeleteFramebuffers(a.number("n"), a.elements())
        case 70: try context.glDeleteProgram(a.number("program"))
        case 71: try context.glDeleteProgramPipelines(a.number("n"), a.elements())
        case 72: try context.glDeleteQueries(a.number("n"), a.elements())
        case 73: try context.glDeleteRenderbuffers(a.number("n"), a.elements())
        case 74: try context.glDeleteSamplers(a.number("count"), a.elements())
        case 75: try context.glDeleteShader(a.number("shader"))
        case 76: try context.glDeleteSync(a.handle())
        case 77: try context.glDeleteTextures(a.number("n"), a.elements())
        case 78: try context.glDeleteTransformFeedbacks(a.number("n"), a.elements())
        case 79: try context.glDeleteVertexArrays(a.number("n"), a.elements())
        case 80: try context.glDepthFunc(a.constant(23))
        case 81: try context.glDepthMask(a.small())
        case 82: try context.glDepthRange(a.real(), a.real())
        case 83: try context.glDepthRangef(a.real(), a.real())
        case 84: try context.glDetachShader(a.number("program"), a.number("shader"))
        case 85: try context.glDisable(a.constant(26))
        case 86: try context.glDisableVertexAttribArray(a.number("index"))
        case 87: try context.glDisablei(a.constant(26), a.number("index"))
        case 88: try context.glDiscardFramebufferEXT(a.constant(30), a.number("numAttachments"), a.elements())
        case 89: try context.glDispatchCompute(a.number("numGroupsX"), a.number("numGroupsY"), a.number("numGroupsZ"))
        case 90: try context.glDispatchComputeIndirect(a.number("indirect"))
        case 91: try context.glDrawArrays(a.constant(53), a.number("first"), a.number("count"))
        case 92: try context.glDrawArraysIndirect(a.constant(53), a.bytes())
        case 93: try context.glDrawArraysInstanced(a.constant(53), a.number("first"), a.number("count"), a.number("instancecount"))
        case 94: try context.glDrawArraysInstancedBaseInstance(a.constant(53), a.number("first"), a.number("count"), a.number("instancecount"), a.number("baseinstance"))
        case 95: try context.glDrawBuffer(a.constant(24))
        case 96: try context.glDrawBuffers(a.number("n"), a.elements())
        case 97: try context.glDrawElements(a.constant(53), a.number("count"), a.constant(25), a.bytes())
        case 98: try context.glDrawElementsBaseVertex(a.constant(53), a.number("count"), a.constant(25), a.bytes(), a.number("basevertex"))
        case 99: try context.glDrawElementsIndirect(a.constant(53), a.constant(25), a.bytes())
        case 100: try context.glDrawElementsInstanced(a.constant(53), a.number("count"), a.constant(25), a.bytes(), a.number("instancecount"))
        case 101: try context.glDrawElementsInstancedBaseInstance(a.constant(53), a.number("count"), a.constant(53), a.bytes(), a.number("instancecount"), a.number("baseinstance"))
        case 102: try context.glDrawElementsInstancedBaseVertex(a.constant(53), a.number("count"), a.constant(25), a.bytes(), a.number("instancecount"), a.number("basevertex"))
        case 103: try context.glDrawElementsInstancedBaseVertexBaseInstance(a.constant(53), a.number("count"), a.constant(25), a.bytes(), a.number("instancecount"), a.number("basevertex"), a.number("baseinstance"))
        case 104: try context.glDrawRangeElements(a.constant(53), a.number("start"), a.number("end"), a.number("count"), a.constant(25), a.bytes())
        case 105: try context.glDrawRangeElementsBaseVertex(a.constant(53), a.number("start"), a.number("end"), a.number("count"), a.constant(25), a.bytes(), a.number("basevertex"))
        case 106: try context.glDrawTransformFeedback(a.constant(53), a.number("id"))
        case 107: try context.glDrawTransformFeedbackInstanced(a.constant(53), a.number("id"), a.number("instancecount"))
        case 108: try context.glEGLImageTargetRenderbufferStorageOES(a.constant(-1), a.handle())
        case 109: try context.glEGLImageTargetTexture2DOES(a.constant(-1), a.handle())
        case 110: try context.glEnable(a.constant(26))
        case 111: try context.glEnableVertexAttribArray(a.number("index"))
        case 112: try context.glEnablei(a.constant(26), a.number("index"))
        case 113: try context.glEndConditionalRender()
        case 114: try context.glEndQuery(a.constant(62))
        case 115: try context.glEndTransformFeedback()
        case 116: _ = try context.glFenceSync(a.constant(76), a.bits(75))
        case 117: try context.glFinish()
        case 118: try context.glFlush()
        case 119: try context.glFlushMappedBufferRange(a.constant(11), a.number("offset"), a.number("length"))
        case 120: try context.glFramebufferParameteri(a.constant(30), a.constant(29), a.number("param"))
        case 121: try context.glFramebufferRenderbuffer(a.constant(30), a.constant(27), a.constant(65), a.number("renderbuffer"))
        case 122: try context.glFramebufferTexture(a.constant(30), a.constant(27), a.number("texture"), a.number("level"))
        case 123: try context.glFramebufferTexture1D(a.constant(30), a.constant(27), a.constant(80), a.number("texture"), a.number("level"))
        case 124: try context.glFramebufferTexture2D(a.constant(30), a.constant(27), a.constant(80), a.number("texture"), a.number("level"))
        case 125: try context.glFramebufferTexture3D(a.constant(30), a.constant(27), a.constant(80), a.number("texture"), a.number("level"), a.number("zoffset"))
        case 126: try context.glFramebufferTextureLayer(a.constant(30), a.constant(27), a.number("texture"), a.number("level"), a.number("layer"))
        case 127: try context.glFrontFace(a.constant(31))
        case 128: try context.glGenBuffers(a.number("n"), a.elementRoom())
        case 129: try context.glGenFramebuffers(a.number("n"), a.elementRoom())
        case 130: try context.glGenProgramPipelines(a.number("n"), a.elementRoom())
        case 131: try context.glGenQueries(a.number("n"), a.elementRoom())
        case 132: try context.glGenRenderbuffers(a.number("n"), a.elementRoom())
        case 133: try context.glGenSamplers(a.number("count"), a.elementRoom())
        case 134: try context.glGenTextures(a.number("n"), a.elementRoom())
        case 135: try context.glGenTransformFeedbacks(a.number("n"), a.elementRoom())
        case 136: try context.glGenVertexArrays(a.number("n"), a.elementRoom())
        case 137: try context.glGenerateMipmap(a.constant(80))
        case 138: try context.glGetActiveAtomicCounterBufferiv(a.number("program"), a.number("bufferIndex"), a.constant(0), a.elementRoom())
        case 139: try context.glGetActiveAttrib(a.number("program"), a.number("index"), a.number("bufSize"), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom())
        case 140: try context.glGetActiveUniform(a.number("program"), a.number("index"), a.number("bufSize"), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom())
        case 141: try context.glGetActiveUniformBlockName(a.number("program"), a.number("uniformBlockIndex"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 142: try context.glGetActiveUniformBlockiv(a.number("program"), a.number("uniformBlockIndex"), a.constant(83), a.elementRoom())
        case 143: try context.glGetActiveUniformName(a.number("program"), a.number("uniformIndex"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 144: try context.glGetActiveUniformsiv(a.number("program"), a.number("uniformCount"), a.elements(), a.constant(84), a.elementRoom())
        case 145: try context.glGetAttachedShaders(a.number("program"), a.number("maxCount"), a.elementRoom(), a.elementRoom())
        case 146: _ = try context.glGetAttribLocation(a.number("program"), a.text())
        case 147: try context.glGetBooleani_v(a.constant(11), a.number("index"), a.elementRoom())
        case 148: try context.glGetBooleanv(a.constant(33), a.elementRoom())
        case 149: try context.glGetBufferParameteri64v(a.constant(11), a.constant(9), a.elementRoom())
        case 150: try context.glGetBufferParameteriv(a.constant(11), a.constant(9), a.elementRoom())
        case 151: try context.glGetBufferPointerv(a.constant(11), a.constant(10), a.elementRoom())
        case 152: try context.glGetBufferSubData(a.constant(11), a.number("offset"), a.number("size"), a.room())
        case 153: try context.glGetCompressedTexImage(a.constant(80), a.number("level"), a.room())
        case 154: _ = try context.glGetDebugMessageLog(a.number("count"), a.number("bufSize"), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom())
        case 155: try context.glGetDoublev(a.constant(33), a.elementRoom())
        case 156: _ = try context.glGetError()
        case 157: try context.glGetFloatv(a.constant(33), a.elementRoom())
        case 158: _ = try context.glGetFragDataIndex(a.number("program"), a.text())
        case 159: _ = try context.glGetFragDataLocation(a.number("program"), a.text())
        case 160: try context.glGetFramebufferAttachmentParameteriv(a.constant(30), a.constant(27), a.constant(28), a.elementRoom())
        case 161: try context.glGetFramebufferParameteriv(a.constant(30), a.constant(28), a.elementRoom())
        case 162: _ = try context.glGetGraphicsResetStatus()
        case 163: try context.glGetInteger64i_v(a.constant(33), a.number("index"), a.elementRoom())
        case 164: try context.glGetInteger64v(a.constant(33), a.elementRoom())
        case 165: try context.glGetIntegeri_v(a.constant(33), a.number("index"), a.elementRoom())
        case 166: try context.glGetIntegerv(a.constant(33), a.elementRoom())
        case 167: try context.glGetInternalformativ(a.constant(80), a.constant(38), a.constant(39), a.number("count"), a.elementRoom())
        case 168: try context.glGetMultisamplefv(a.constant(32), a.number("index"), a.elementRoom())
        case 169: try context.glGetObjectLabel(a.constant(45), a.number("name"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 170: try context.glGetObjectPtrLabel(a.bytes(), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 171: try context.glGetPointerv(a.constant(34), a.elementRoom())
        case 172: try context.glGetProgramBinary(a.number("program"), a.number("bufSize"), a.elementRoom(), a.elementRoom(), a.room())
        case 173: try context.glGetProgramInfoLog(a.number("program"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 174: try context.glGetProgramInterfaceiv(a.number("program"), a.constant(54), a.constant(55), a.elementRoom())
        case 175: try context.glGetProgramPipelineInfoLog(a.number("pipeline"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 176: try context.glGetProgramPipelineiv(a.number("pipeline"), a.constant(46), a.elementRoom())
        case 177: _ = try context.glGetProgramResourceIndex(a.number("program"), a.constant(54), a.text())
        case 178: _ = try context.glGetProgramResourceLocation(a.number("program"), a.constant(54), a.text())
        case 179: _ = try context.glGetProgramResourceLocationIndex(a.number("program"), a.constant(54), a.text())
        case 180: try context.glGetProgramResourceName(a.number("program"), a.constant(54), a.number("index"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 181: try context.glGetProgramResourceiv(a.number("program"), a.constant(54), a.number("index"), a.number("propCount"), a.elements(), a.number("count"), a.elementRoom(), a.elementRoom())
        case 182: try context.glGetProgramiv(a.number("program"), a.constant(57), a.elementRoom())
        case 183: try context.glGetQueryObjecti64v(a.number("id"), a.constant(60), a.elementRoom())
        case 184: try context.glGetQueryObjectiv(a.number("id"), a.constant(60), a.elementRoom())
        case 185: try context.glGetQueryObjectui64v(a.number("id"), a.constant(60), a.elementRoom())
        case 186: try context.glGetQueryObjectuiv(a.number("id"), a.constant(60), a.elementRoom())
        case 187: try context.glGetQueryiv(a.constant(62), a.constant(61), a.elementRoom())
        case 188: try context.glGetRenderbufferParameteriv(a.constant(65), a.constant(64), a.elementRoom())
        case 189: try context.glGetSamplerParameterIiv(a.number("sampler"), a.constant(67), a.elementRoom())
        case 190: try context.glGetSamplerParameterIuiv(a.number("sampler"), a.constant(67), a.elementRoom())
        case 191: try context.glGetSamplerParameterfv(a.number("sampler"), a.constant(66), a.elementRoom())
        case 192: try context.glGetSamplerParameteriv(a.number("sampler"), a.constant(67), a.elementRoom())
        case 193: try context.glGetShaderInfoLog(a.number("shader"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 194: try context.glGetShaderPrecisionFormat(a.constant(69), a.constant(52), a.elementRoom(), a.elementRoom())
        case 195: try context.glGetShaderSource(a.number("shader"), a.number("bufSize"), a.elementRoom(), a.elementRoom())
        case 196: try context.glGetShaderiv(a.number("shader"), a.constant(68), a.elementRoom())
        case 197: _ = try context.glGetString(a.constant(74))
        case 198: _ = try context.glGetStringi(a.constant(74), a.number("index"))
        case 199: try context.glGetSynciv(a.handle(), a.constant(78), a.number("count"), a.elementRoom(), a.elementRoom())
        case 200: try context.glGetTexImage(a.constant(80), a.number("level"), a.constant(47), a.constant(49), a.room())
        case 201: try context.glGetTexLevelParameterfv(a.constant(80), a.number("level"), a.constant(35), a.elementRoom())
        case 202: try context.glGetTexLevelParameteriv(a.constant(80), a.number("level"), a.constant(35), a.elementRoom())
        case 203: try context.glGetTexParameterIiv(a.constant(80), a.constant(35), a.elementRoom())
        case 204: try context.glGetTexParameterIuiv(a.constant(80), a.constant(35), a.elementRoom())
        case 205: try context.glGetTexParameterfv(a.constant(80), a.constant(35), a.elementRoom())
        case 206: try context.glGetTexParameteriv(a.constant(80), a.constant(35), a.elementRoom())
        case 207: try context.glGetTransformFeedbackVarying(a.number("program"), a.number("index"), a.number("bufSize"), a.elementRoom(), a.elementRoom(), a.elementRoom(), a.elementRoom())
        case 208: _ = try context.glGetUniformBlockIndex(a.number("program"), a.text())
        case 209: try context.glGetUniformIndices(a.number("program"), a.number("uniformCount"), a.texts(), a.elementRoom())
        case 210: _ = try context.glGetUniformLocation(a.number("program"), a.text())
        case 211: try context.glGetUniformfv(a.number("program"), a.number("location"), a.elementRoom())
        case 212: try context.glGetUniformiv(a.number("program"), a.number("location"), a.elementRoom())
        case 213: try context.glGetUniformuiv(a.number("program"), a.number("location"), a.elementRoom())
        case 214: try context.glGetVertexAttribIiv(a.number("index"), a.constant(87), a.elementRoom())
        case 215: try context.glGetVertexAttribIuiv(a.number("index"), a.constant(87), a.elementRoom())
        case 216: try context.glGetVertexAttribPointerv(a.number("index"), a.constant(89), a.elementRoom())
        case 217: try context.glGetVertexAttribdv(a.number("index"), a.constant(91), a.elementRoom())
        case 218: try context.glGetVertexAttribfv(a.number("index"), a.constant(91), a.elementRoom())
        case 219: try context.glGetVertexAttribiv(a.number("index"), a.constant(91), a.elementRoom())
        case 220: try context.glGetnUniformfv(a.number("program"), a.number("location"), a.number("bufSize"), a.elementRoom())
        case 221: try context.glGetnUniformiv(a.number("program"), a.number("location"), a.number("bufSize"), a.elementRoom())
        case 222: try context.glHint(a.constant(37), a.constant(36))
        case 223: try context.glInsertEventMarkerEXT(a.number("length"), a.text())
        case 224: try context.glInvalidateFramebuffer(a.constant(30), a.number("numAttachments"), a.elements())
        case 225: try context.glInvalidateSubFramebuffer(a.constant(30), a.number("numAttachments"), a.elements(), a.number("x"), a.number("y"), a.number("width"), a.number("height"))
        case 226: _ = try context.glIsBuffer(a.number("buffer"))
        case 227: _ = try context.glIsEnabled(a.constant(26))
        case 228: _ = try context.glIsEnabledi(a.constant(26), a.number("index"))
        case 229: _ = try context.glIsFramebuffer(a.number("framebuffer"))
        case 230: _ = try context.glIsProgram(a.number("program"))
        case 231: _ = try context.glIsProgramPipeline(a.number("pipeline"))
        case 232: _ = try context.glIsQuery(a.number("id"))
        case 233: _ = try context.glIsRenderbuffer(a.number("renderbuffer"))
        case 234: _ = try context.glIsSampler(a.number("sampler"))
        case 235: _ = try context.glIsShader(a.number("shader"))
        case 236: _ = try context.glIsSync(a.handle())
        case 237: _ = try context.glIsTexture(a.number("texture"))
        case 238: _ = try context.glIsTransformFeedback(a.number("id"))
        case 239: _ = try context.glIsVertexArray(a.number("array"))
        case 240: try context.glLabelObjectEXT(a.constant(-1), a.number("object"), a.number("length"), a.text())
        case 241: try context.glLineWidth(a.real())
        case 242: try context.glLinkProgram(a.number("program"))
        case 243: try context.glLogicOp(a.constant(41))
        case 244: _ = try context.glMapBuffer(a.constant(11), a.constant(8))
        case 245: _ = try context.glMapBufferRange(a.constant(11), a.number("offset"), a.number("length"), a.bits(42))
        case 246: try context.glMemoryBarrier(a.bits(44))
        case 247: try context.glMemoryBarrierByRegion(a.bits(44))
        case 248: try context.glMinSampleShading(a.real())
        case 249: try context.glMultiDrawArrays(a.constant(53), a.elements(), a.elements(), a.number("drawcount"))
        case 250: try context.glMultiDrawArraysIndirect(a.constant(53), a.bytes(), a.number("drawcount"), a.number("stride"))
        case 251: try context.glMultiDrawElements(a.constant(53), a.elements(), a.constant(25), a.addresses(), a.number("drawcount"))
        case 252: try context.glMultiDrawElementsBaseVertex(a.constant(53), a.elements(), a.constant(25), a.addresses(), a.number("drawcount"), a.elements())
        case 253: try context.glMultiDrawElementsIndirect(a.constant(53), a.constant(25), a.bytes(), a.number("drawcount"), a.number("stride"))
        case 254: try context.glObjectLabel(a.constant(45), a.number("name"), a.number("length"), a.text())
        case 255: try context.glObjectPtrLabel(a.bytes(), a.number("length"), a.text())
        case 256: try context.glPauseTransformFeedback()
        case 257: try context.glPixelStoref(a.constant(48), a.real())
        case 258: try context.glPixelStorei(a.constant(48), a.number("param"))
        case 259: try context.glPointParameterf(a.constant(50), a.real())
        case 260: try context.glPointParameterfv(a.constant(50), a.elements())
        case 261: try context.glPointParameteri(a.constant(50), a.number("param"))
        case 262: try context.glPointParameteriv(a.constant(50), a.elements())
        case 263: try context.glPointSize(a.real())
        case 264: try context.glPolygonMode(a.constant(43), a.constant(51))
        case 265: try context.glPolygonOffset(a.real(), a.real())
        case 266: try context.glPopDebugGroup()
        case 267: try context.glPopGroupMarkerEXT()
        case 268: try context.glPrimitiveBoundingBox(a.real(), a.real(), a.real(), a.real(), a.real(), a.real(), a.real(), a.real())
        case 269: try context.glPrimitiveRestartIndex(a.number("index"))
        case 270: try context.glProgramBinary(a.number("program"), a.constant(-1), a.bytes(), a.number("length"))
        case 271: try context.glProgramParameteri(a.number("program"), a.constant(56), a.number("value"))
        case 272: try context.glProgramUniform1f(a.number("program"), a.number("location"), a.real())
        case 273: try context.glProgramUniform1fv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 274: try context.glProgramUniform1i(a.number("program"), a.number("location"), a.number("v0"))
        case 275: try context.glProgramUniform1iv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 276: try context.glProgramUniform1ui(a.number("program"), a.number("location"), a.number("v0"))
        case 277: try context.glProgramUniform1uiv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 278: try context.glProgramUniform2f(a.number("program"), a.number("location"), a.real(), a.real())
        case 279: try context.glProgramUniform2fv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 280: try context.glProgramUniform2i(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"))
        case 281: try context.glProgramUniform2iv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 282: try context.glProgramUniform2ui(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"))
        case 283: try context.glProgramUniform2uiv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 284: try context.glProgramUniform3f(a.number("program"), a.number("location"), a.real(), a.real(), a.real())
        case 285: try context.glProgramUniform3fv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 286: try context.glProgramUniform3i(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"))
        case 287: try context.glProgramUniform3iv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 288: try context.glProgramUniform3ui(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"))
        case 289: try context.glProgramUniform3uiv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 290: try context.glProgramUniform4f(a.number("program"), a.number("location"), a.real(), a.real(), a.real(), a.real())
        case 291: try context.glProgramUniform4fv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 292: try context.glProgramUniform4i(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"), a.number("v3"))
        case 293: try context.glProgramUniform4iv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 294: try context.glProgramUniform4ui(a.number("program"), a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"), a.number("v3"))
        case 295: try context.glProgramUniform4uiv(a.number("program"), a.number("location"), a.number("count"), a.elements())
        case 296: try context.glProgramUniformMatrix2fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 297: try context.glProgramUniformMatrix2x3fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 298: try context.glProgramUniformMatrix2x4fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 299: try context.glProgramUniformMatrix3fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 300: try context.glProgramUniformMatrix3x2fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 301: try context.glProgramUniformMatrix3x4fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 302: try context.glProgramUniformMatrix4fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 303: try context.glProgramUniformMatrix4x2fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 304: try context.glProgramUniformMatrix4x3fv(a.number("program"), a.number("location"), a.number("count"), a.small(), a.elements())
        case 305: try context.glProvokingVertex(a.constant(93))
        case 306: try context.glPushDebugGroup(a.constant(21), a.number("id"), a.number("length"), a.text())
        case 307: try context.glPushGroupMarkerEXT(a.number("length"), a.text())
        case 308: try context.glQueryCounter(a.number("id"), a.constant(59))
        case 309: try context.glReadBuffer(a.constant(63))
        case 310: try context.glReadPixels(a.number("x"), a.number("y"), a.number("width"), a.number("height"), a.constant(47), a.constant(49), a.room())
        case 311: try context.glReadnPixels(a.number("x"), a.number("y"), a.number("width"), a.number("height"), a.constant(47), a.constant(49), a.number("bufSize"), a.room())
        case 312: try context.glReleaseShaderCompiler()
        case 313: try context.glRenderbufferStorage(a.constant(65), a.constant(38), a.number("width"), a.number("height"))
        case 314: try context.glRenderbufferStorageMultisample(a.constant(65), a.number("samples"), a.constant(38), a.number("width"), a.number("height"))
        case 315: try context.glResumeTransformFeedback()
        case 316: try context.glSampleCoverage(a.real(), a.small())
        case 317: try context.glSampleMaski(a.number("maskNumber"), a.bits(-1))
        case 318: try context.glSamplerParameterIiv(a.number("sampler"), a.constant(67), a.elements())
        case 319: try context.glSamplerParameterIuiv(a.number("sampler"), a.constant(67), a.elements())
        case 320: try context.glSamplerParameterf(a.number("sampler"), a.constant(66), a.real())
        case 321: try context.glSamplerParameterfv(a.number("sampler"), a.constant(66), a.elements())
        case 322: try context.glSamplerParameteri(a.number("sampler"), a.constant(67), a.number("param"))
        case 323: try context.glSamplerParameteriv(a.number("sampler"), a.constant(67), a.elements())
        case 324: try context.glScissor(a.number("x"), a.number("y"), a.number("width"), a.number("height"))
        case 325: try context.glShaderBinary(a.number("count"), a.elements(), a.constant(-1), a.bytes(), a.number("length"))
        case 326: try context.glShaderSource(a.number("shader"), a.number("count"), a.texts(), nil)
        case 327: try context.glShaderStorageBlockBinding(a.number("program"), a.number("storageBlockIndex"), a.number("storageBlockBinding"))
        case 328: try context.glStencilFunc(a.constant(72), a.number("ref"), a.number("mask"))
        case 329: try context.glStencilFuncSeparate(a.constant(71), a.constant(72), a.number("ref"), a.number("mask"))
        case 330: try context.glStencilMask(a.number("mask"))
        case 331: try context.glStencilMaskSeparate(a.constant(71), a.number("mask"))
        case 332: try context.glStencilOp(a.constant(73), a.constant(73), a.constant(73))
        case 333: try context.glStencilOpSeparate(a.constant(71), a.constant(73), a.constant(73), a.constant(73))
        case 334: try context.glTexBuffer(a.constant(80), a.constant(70), a.number("buffer"))
        case 335: try context.glTexBufferRange(a.constant(80), a.constant(70), a.number("buffer"), a.number("offset"), a.number("size"))
        case 336: try context.glTexImage1D(a.constant(80), a.number("level"), a.number("internalFormat"), a.number("width"), a.number("border"), a.constant(47), a.constant(49), a.bytes())
        case 337: try context.glTexImage2D(a.constant(80), a.number("level"), a.number("internalFormat"), a.number("width"), a.number("height"), a.number("border"), a.constant(47), a.constant(49), a.bytes())
        case 338: try context.glTexImage2DMultisample(a.constant(80), a.number("samples"), a.constant(38), a.number("width"), a.number("height"), a.small())
        case 339: try context.glTexImage3D(a.constant(80), a.number("level"), a.number("internalFormat"), a.number("width"), a.number("height"), a.number("depth"), a.number("border"), a.constant(47), a.constant(49), a.bytes())
        case 340: try context.glTexImage3DMultisample(a.constant(80), a.number("samples"), a.constant(38), a.number("width"), a.number("height"), a.number("depth"), a.small())
        case 341: try context.glTexParameterIiv(a.constant(80), a.constant(79), a.elements())
        case 342: try context.glTexParameterIuiv(a.constant(80), a.constant(79), a.elements())
        case 343: try context.glTexParameterf(a.constant(80), a.constant(79), a.real())
        case 344: try context.glTexParameterfv(a.constant(80), a.constant(79), a.elements())
        case 345: try context.glTexParameteri(a.constant(80), a.constant(79), a.number("param"))
        case 346: try context.glTexParameteriv(a.constant(80), a.constant(79), a.elements())
        case 347: try context.glTexStorage1D(a.constant(80), a.number("levels"), a.constant(70), a.number("width"))
        case 348: try context.glTexStorage2D(a.constant(80), a.number("levels"), a.constant(70), a.number("width"), a.number("height"))
        case 349: try context.glTexStorage2DMultisample(a.constant(80), a.number("samples"), a.constant(70), a.number("width"), a.number("height"), a.small())
        case 350: try context.glTexStorage3D(a.constant(80), a.number("levels"), a.constant(70), a.number("width"), a.number("height"), a.number("depth"))
        case 351: try context.glTexStorage3DMultisample(a.constant(80), a.number("samples"), a.constant(70), a.number("width"), a.number("height"), a.number("depth"), a.small())
        case 352: try context.glTexSubImage1D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("width"), a.constant(47), a.constant(49), a.bytes())
        case 353: try context.glTexSubImage2D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("width"), a.number("height"), a.constant(47), a.constant(49), a.bytes())
        case 354: try context.glTexSubImage3D(a.constant(80), a.number("level"), a.number("xoffset"), a.number("yoffset"), a.number("zoffset"), a.number("width"), a.number("height"), a.number("depth"), a.constant(47), a.constant(49), a.bytes())
        case 355: try context.glTransformFeedbackVaryings(a.number("program"), a.number("count"), a.texts(), a.constant(82))
        case 356: try context.glUniform1f(a.number("location"), a.real())
        case 357: try context.glUniform1fv(a.number("location"), a.number("count"), a.elements())
        case 358: try context.glUniform1i(a.number("location"), a.number("v0"))
        case 359: try context.glUniform1iv(a.number("location"), a.number("count"), a.elements())
        case 360: try context.glUniform1ui(a.number("location"), a.number("v0"))
        case 361: try context.glUniform1uiv(a.number("location"), a.number("count"), a.elements())
        case 362: try context.glUniform2f(a.number("location"), a.real(), a.real())
        case 363: try context.glUniform2fv(a.number("location"), a.number("count"), a.elements())
        case 364: try context.glUniform2i(a.number("location"), a.number("v0"), a.number("v1"))
        case 365: try context.glUniform2iv(a.number("location"), a.number("count"), a.elements())
        case 366: try context.glUniform2ui(a.number("location"), a.number("v0"), a.number("v1"))
        case 367: try context.glUniform2uiv(a.number("location"), a.number("count"), a.elements())
        case 368: try context.glUniform3f(a.number("location"), a.real(), a.real(), a.real())
        case 369: try context.glUniform3fv(a.number("location"), a.number("count"), a.elements())
        case 370: try context.glUniform3i(a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"))
        case 371: try context.glUniform3iv(a.number("location"), a.number("count"), a.elements())
        case 372: try context.glUniform3ui(a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"))
        case 373: try context.glUniform3uiv(a.number("location"), a.number("count"), a.elements())
        case 374: try context.glUniform4f(a.number("location"), a.real(), a.real(), a.real(), a.real())
        case 375: try context.glUniform4fv(a.number("location"), a.number("count"), a.elements())
        case 376: try context.glUniform4i(a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"), a.number("v3"))
        case 377: try context.glUniform4iv(a.number("location"), a.number("count"), a.elements())
        case 378: try context.glUniform4ui(a.number("location"), a.number("v0"), a.number("v1"), a.number("v2"), a.number("v3"))
        case 379: try context.glUniform4uiv(a.number("location"), a.number("count"), a.elements())
        case 380: try context.glUniformBlockBinding(a.number("program"), a.number("uniformBlockIndex"), a.number("uniformBlockBinding"))
        case 381: try context.glUniformMatrix2fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 382: try context.glUniformMatrix2x3fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 383: try context.glUniformMatrix2x4fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 384: try context.glUniformMatrix3fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 385: try context.glUniformMatrix3x2fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 386: try context.glUniformMatrix3x4fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 387: try context.glUniformMatrix4fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 388: try context.glUniformMatrix4x2fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 389: try context.glUniformMatrix4x3fv(a.number("location"), a.number("count"), a.small(), a.elements())
        case 390: _ = try context.glUnmapBuffer(a.constant(11))
        case 391: try context.glUseProgram(a.number("program"))
        case 392: try context.glUseProgramStages(a.number("pipeline"), a.bits(86), a.number("program"))
        case 393: try context.glValidateProgram(a.number("program"))
        case 394: try context.glValidateProgramPipeline(a.number("pipeline"))
        case 395: try context.glVertexAttrib1d(a.number("index"), a.real())
        case 396: try context.glVertexAttrib1dv(a.number("index"), a.elements())
        case 397: try context.glVertexAttrib1f(a.number("index"), a.real())
        case 398: try context.glVertexAttrib1fv(a.number("index"), a.elements())
        case 399: try context.glVertexAttrib1s(a.number("index"), a.small())
        case 400: try context.glVertexAttrib1sv(a.number("index"), a.elements())
        case 401: try context.glVertexAttrib2d(a.number("index"), a.real(), a.real())
        case 402: try context.glVertexAttrib2dv(a.number("index"), a.elements())
        case 403: try context.glVertexAttrib2f(a.number("index"), a.real(), a.real())
        case 404: try context.glVertexAttrib2fv(a.number("index"), a.elements())
        case 405: try context.glVertexAttrib2s(a.number("index"), a.small(), a.small())
        case 406: try context.glVertexAttrib2sv(a.number("index"), a.elements())
        case 407: try context.glVertexAttrib3d(a.number("index"), a.real(), a.real(), a.real())
        case 408: try context.glVertexAttrib3dv(a.number("index"), a.elements())
        case 409: try context.glVertexAttrib3f(a.number("index"), a.real(), a.real(), a.real())
        case 410: try context.glVertexAttrib3fv(a.number("index"), a.elements())
        case 411: try context.glVertexAttrib3s(a.number("index"), a.small(), a.small(), a.small())
        case 412: try context.glVertexAttrib3sv(a.number("index"), a.elements())
        case 413: try context.glVertexAttrib4Nbv(a.number("index"), a.elements())
        case 414: try context.glVertexAttrib4Niv(a.number("index"), a.elements())
        case 415: try context.glVertexAttrib4Nsv(a.number("index"), a.elements())
        case 416: try context.glVertexAttrib4Nub(a.number("index"), a.small(), a.small(), a.small(), a.small())
        case 417: try context.glVertexAttrib4Nubv(a.number("index"), a.elements())
        case 418: try context.glVertexAttrib4Nuiv(a.number("index"), a.elements())
        case 419: try context.glVertexAttrib4Nusv(a.number("index"), a.elements())
        case 420: try context.glVertexAttrib4bv(a.number("index"), a.elements())
        case 421: try context.glVertexAttrib4d(a.number("index"), a.real(), a.real(), a.real(), a.real())
        case 422: try context.glVertexAttrib4dv(a.number("index"), a.elements())
        case 423: try context.glVertexAttrib4f(a.number("index"), a.real(), a.real(), a.real(), a.real())
        case 424: try context.glVertexAttrib4fv(a.number("index"), a.elements())
        case 425: try context.glVertexAttrib4iv(a.number("index"), a.elements())
        case 426: try context.glVertexAttrib4s(a.number("index"), a.small(), a.small(), a.small(), a.small())
        case 427: try context.glVertexAttrib4sv(a.number("index"), a.elements())
        case 428: try context.glVertexAttrib4ubv(a.number("index"), a.elements())
        case 429: try context.glVertexAttrib4uiv(a.number("index"), a.elements())
        case 430: try context.glVertexAttrib4usv(a.number("index"), a.elements())
        case 431: try context.glVertexAttribBinding(a.number("attribindex"), a.number("bindingindex"))
        case 432: try context.glVertexAttribDivisor(a.number("index"), a.number("divisor"))
        case 433: try context.glVertexAttribFormat(a.number("attribindex"), a.number("size"), a.constant(92), a.small(), a.number("relativeoffset"))
        case 434: try context.glVertexAttribI1i(a.number("index"), a.number("x"))
        case 435: try context.glVertexAttribI1iv(a.number("index"), a.elements())
        case 436: try context.glVertexAttribI1ui(a.number("index"), a.number("x"))
        case 437: try context.glVertexAttribI1uiv(a.number("index"), a.elements())
        case 438: try context.glVertexAttribI2i(a.number("index"), a.number("x"), a.number("y"))
        case 439: try context.glVertexAttribI2iv(a.number("index"), a.elements())
        case 440: try context.glVertexAttribI2ui(a.number("index"), a.number("x"), a.number("y"))
        case 441: try context.glVertexAttribI2uiv(a.number("index"), a.elements())
        case 442: try context.glVertexAttribI3i(a.number("index"), a.number("x"), a.number("y"), a.number("z"))
        case 443: try context.glVertexAttribI3iv(a.number("index"), a.elements())
        case 444: try context.glVertexAttribI3ui(a.number("index"), a.number("x"), a.number("y"), a.number("z"))
        case 445: try context.glVertexAttribI3uiv(a.number("index"), a.elements())
        case 446: try context.glVertexAttribI4bv(a.number("index"), a.elements())
        case 447: try context.glVertexAttribI4i(a.number("index"), a.number("x"), a.number("y"), a.number("z"), a.number("w"))
        case 448: try context.glVertexAttribI4iv(a.number("index"), a.elements())
        case 449: try context.glVertexAttribI4sv(a.number("index"), a.elements())
        case 450: try context.glVertexAttribI4ubv(a.number("index"), a.elements())
        case 451: try context.glVertexAttribI4ui(a.number("index"), a.number("x"), a.number("y"), a.number("z"), a.number("w"))
        case 452: try context.glVertexAttribI4uiv(a.number("index"), a.elements())
        case 453: try context.glVertexAttribI4usv(a.number("index"), a.elements())
        case 454: try context.glVertexAttribIFormat(a.number("attribindex"), a.number("size"), a.constant(88), a.number("relativeoffset"))
        case 455: try context.glVertexAttribIPointer(a.number("index"), a.number("size"), a.constant(88), a.number("stride"), a.bytes())
        case 456: try context.glVertexAttribP1ui(a.number("index"), a.constant(90), a.small(), a.number("value"))
        case 457: try context.glVertexAttribP1uiv(a.number("index"), a.constant(90), a.small(), a.elements())
        case 458: try context.glVertexAttribP2ui(a.number("index"), a.constant(90), a.small(), a.number("value"))
        case 459: try context.glVertexAttribP2uiv(a.number("index"), a.constant(90), a.small(), a.elements())
        case 460: try context.glVertexAttribP3ui(a.number("index"), a.constant(90), a.small(), a.number("value"))
        case 461: try context.glVertexAttribP3uiv(a.number("index"), a.constant(90), a.small(), a.elements())
        case 462: try context.glVertexAttribP4ui(a.number("index"), a.constant(90), a.small(), a.number("value"))
        case 463: try context.glVertexAttribP4uiv(a.number("index"), a.constant(90), a.small(), a.elements())
        case 464: try context.glVertexAttribPointer(a.number("index"), a.number("size"), a.constant(90), a.small(), a.number("stride"), a.bytes())
        case 465: try context.glVertexBindingDivisor(a.number("bindingindex"), a.number("divisor"))
        case 466: try context.glViewport(a.number("x"), a.number("y"), a.number("width"), a.number("height"))
        case 467: try context.glWaitSync(a.handle(), a.bits(75), a.number("timeout"))
        default: return
        }
    }

    /// The constants of each group of the registry.
    static let groups: [[GLenum]] = [
        [0x90ED, 0x92C1, 0x92C4, 0x92C5, 0x92C6, 0x92C7, 0x92C8, 0x92C9, 0x92CA, 0x92CB],
        [0x1404, 0x1405, 0x1406, 0x140A, 0x8B50, 0x8B51, 0x8B52, 0x8B53, 0x8B54, 0x8B55, 0x8B56, 0x8B57, 0x8B58, 0x8B59, 0x8B5A, 0x8B5B, 0x8B5C, 0x8B5D, 0x8B5E, 0x8B5F, 0x8B60, 0x8B61, 0x8B62, 0x8B62, 0x8B63, 0x8B64, 0x8B65, 0x8B66, 0x8B67, 0x8B68, 0x8B69, 0x8B6A, 0x8DC2, 0x8DC3, 0x8DC4, 0x8DC5, 0x8DC6, 0x8DC7, 0x8DC8, 0x8DC9, 0x8DCA, 0x8DCB, 0x8DCC, 0x8DCD, 0x8DCE, 0x8DCF, 0x8DD0, 0x8DD1, 0x8DD2, 0x8DD3, 0x8DD4, 0x8DD5, 0x8DD6, 0x8DD7, 0x8DD8, 0x900C, 0x900D, 0x900E, 0x900F, 0x904C, 0x904D, 0x904E, 0x904F, 0x9050, 0x9051, 0x9052, 0x9053, 0x9054, 0x9055, 0x9056, 0x9057, 0x9058, 0x9059, 0x905A, 0x905B, 0x905C, 0x905D, 0x905E, 0x905F, 0x9060, 0x9061, 0x9062, 0x9063, 0x9064, 0x9065, 0x9066, 0x9067, 0x9068, 0x9069, 0x906A, 0x906B, 0x906C, 0x9108, 0x9109, 0x910A, 0x910B, 0x910C, 0x910D],
        [0x8E22],
        [0x8006, 0x8006, 0x8007, 0x8007, 0x8008, 0x8008, 0x800A, 0x800B],
        [0, 1, 0x0300, 0x0301, 0x0302, 0x0303, 0x0304, 0x0305, 0x0306, 0x0307, 0x0308, 0x8001, 0x8002, 0x8003, 0x8004, 0x8589, 0x88F9, 0x88FA, 0x88FB],
        [0x2600, 0x2601],
        [0, 1],
        [0x1800, 0x1801, 0x1802],
        [0x88B8, 0x88B9, 0x88BA],
        [0x8764, 0x8765, 0x88BB, 0x88BC, 0x911F, 0x9120, 0x9121],
        [0x88BD],
        [0x8892, 0x8893, 0x88EB, 0x88EC, 0x8A11, 0x8C2A, 0x8C8E, 0x8F36, 0x8F37, 0x8F3F, 0x90D2, 0x90EE, 0x92C0],
        [0x88E0, 0x88E1, 0x88E2, 0x88E4, 0x88E5, 0x88E6, 0x88E8, 0x88E9, 0x88EA],
        [0, 1, 0x891D],
        [0x891C],
        [0x00000100, 0x00000400, 0x00004000],
        [0x8E13, 0x8E14, 0x8E15, 0x8E16],
        [0x8892, 0x8893, 0x88EB, 0x88EC, 0x8A11, 0x8C2A, 0x8C8E, 0x8F36, 0x8F37, 0x8F3F, 0x90D2, 0x90EE, 0x92C0],
        [0x0DE0, 0x0DE1, 0x806F, 0x84F5, 0x8513, 0x8C18, 0x8C1A, 0x8D41, 0x9009, 0x9100, 0x9102],
        [0x0404, 0x0405, 0x0408],
        [0x1100, 0x826B, 0x9146, 0x9147, 0x9148],
        [0x1100, 0x8246, 0x8247, 0x8248, 0x8249, 0x824A, 0x824B],
        [0x1100, 0x824C, 0x824D, 0x824E, 0x824F, 0x8250, 0x8251, 0x8268, 0x8269, 0x826A],
        [0x0200, 0x0201, 0x0202, 0x0203, 0x0204, 0x0205, 0x0206, 0x0207],
        [0, 0x0400, 0x0401, 0x0402, 0x0403, 0x0404, 0x0405, 0x0406, 0x0407, 0x0408, 0x8CE0, 0x8CE1, 0x8CE2, 0x8CE3, 0x8CE4, 0x8CE5, 0x8CE6, 0x8CE7, 0x8CE8, 0x8CE9, 0x8CEA, 0x8CEB, 0x8CEC, 0x8CED, 0x8CEE, 0x8CEF, 0x8CF0, 0x8CF1, 0x8CF2, 0x8CF3, 0x8CF4, 0x8CF5, 0x8CF6, 0x8CF7, 0x8CF8, 0x8CF9, 0x8CFA, 0x8CFB, 0x8CFC, 0x8CFD, 0x8CFE, 0x8CFF],
        [0x1401, 0x1403, 0x1405],
        [0x0B10, 0x0B20, 0x0B24, 0x0B41, 0x0B44, 0x0B50, 0x0B57, 0x0B60, 0x0B71, 0x0B90, 0x0BA1, 0x0BC0, 0x0BD0, 0x0BE2, 0x0BF2, 0x0C11, 0x0DE0, 0x0DE1, 0x2A01, 0x2A02, 0x3000, 0x3001, 0x3002, 0x3003, 0x3004, 0x3005, 0x3006, 0x3007, 0x8037, 0x8074, 0x809D, 0x809E, 0x809F, 0x80A0, 0x8242, 0x84F5, 0x8513, 0x8642, 0x864F, 0x884F, 0x8C36, 0x8C89, 0x8D69, 0x8DB9, 0x8E51, 0x8F9D, 0x92E0],
        [0x821A, 0x8CE0, 0x8CE1, 0x8CE2, 0x8CE3, 0x8CE4, 0x8CE5, 0x8CE6, 0x8CE7, 0x8CE8, 0x8CE9, 0x8CEA, 0x8CEB, 0x8CEC, 0x8CED, 0x8CEE, 0x8CEF, 0x8CF0, 0x8CF1, 0x8CF2, 0x8CF3, 0x8CF4, 0x8CF5, 0x8CF6, 0x8CF7, 0x8CF8, 0x8CF9, 0x8CFA, 0x8CFB, 0x8CFC, 0x8CFD, 0x8CFE, 0x8CFF, 0x8D00, 0x8D20],
        [0x8210, 0x8210, 0x8211, 0x8211, 0x8212, 0x8213, 0x8214, 0x8215, 0x8216, 0x8217, 0x8CD0, 0x8CD1, 0x8CD2, 0x8CD3, 0x8CD4, 0x8DA7],
        [0x9310, 0x9311, 0x9312, 0x9313, 0x9314],
        [0x8CA8, 0x8CA9, 0x8D40],
        [0x0900, 0x0901],
        [0x8E50],
        [0x0B10, 0x0B11, 0x0B12, 0x0B12, 0x0B13, 0x0B13, 0x0B20, 0x0B21, 0x0B22, 0x0B22, 0x0B23, 0x0B23, 0x0B24, 0x0B40, 0x0B41, 0x0B44, 0x0B45, 0x0B46, 0x0B50, 0x0B57, 0x0B60, 0x0B70, 0x0B71, 0x0B72, 0x0B73, 0x0B74, 0x0B90, 0x0B91, 0x0B92, 0x0B93, 0x0B94, 0x0B95, 0x0B96, 0x0B97, 0x0B98, 0x0BA1, 0x0BA2, 0x0BC0, 0x0BD0, 0x0BE0, 0x0BE1, 0x0BE2, 0x0BF0, 0x0BF2, 0x0C01, 0x0C02, 0x0C10, 0x0C11, 0x0C22, 0x0C23, 0x0C32, 0x0C33, 0x0C50, 0x0C51, 0x0C52, 0x0C53, 0x0C54, 0x0CF0, 0x0CF1, 0x0CF2, 0x0CF3, 0x0CF4, 0x0CF5, 0x0D00, 0x0D01, 0x0D02, 0x0D03, 0x0D04, 0x0D05, 0x0D32, 0x0D32, 0x0D33, 0x0D3A, 0x0D50, 0x0D52, 0x0D53, 0x0D54, 0x0D55, 0x0D56, 0x0D57, 0x0DE0, 0x0DE1, 0x2A00, 0x2A01, 0x2A02, 0x8005, 0x8009, 0x8009, 0x8037, 0x8038, 0x8068, 0x8069, 0x806A, 0x806B, 0x806C, 0x806D, 0x806E, 0x8073, 0x8074, 0x80A8, 0x80A9, 0x80AA, 0x80AB, 0x80C8, 0x80C9, 0x80CA, 0x80CB, 0x80E8, 0x80E9, 0x8128, 0x821B, 0x821C, 0x821D, 0x821E, 0x825A, 0x825E, 0x8263, 0x8264, 0x8265, 0x8266, 0x826C, 0x826D, 0x826E, 0x82D6, 0x82D7, 0x82D8, 0x82D9, 0x82DA, 0x82E8, 0x846D, 0x846E, 0x84E0, 0x84E8, 0x84EF, 0x84F6, 0x84F8, 0x84FD, 0x8514, 0x851C, 0x85B5, 0x8642, 0x86A2, 0x86A3, 0x87FE, 0x87FF, 0x8800, 0x8801, 0x8802, 0x8803, 0x8824, 0x883D, 0x8869, 0x8872, 0x8894, 0x8895, 0x88ED, 0x88EF, 0x88FC, 0x88FF, 0x8904, 0x8905, 0x8919, 0x8A28, 0x8A29, 0x8A2A, 0x8A2B, 0x8A2C, 0x8A2D, 0x8A2E, 0x8A2F, 0x8A30, 0x8A31, 0x8A32, 0x8A33, 0x8A34, 0x8B49, 0x8B4A, 0x8B4B, 0x8B4B, 0x8B4C, 0x8B4D, 0x8B8B, 0x8B8D, 0x8B9A, 0x8B9B, 0x8C1C, 0x8C1D, 0x8C29, 0x8C2B, 0x8C2C, 0x8C84, 0x8C85, 0x8C8F, 0x8CA3, 0x8CA4, 0x8CA5, 0x8CA6, 0x8CA7, 0x8CAA, 0x8CDF, 0x8CDF, 0x8D6B, 0x8DDF, 0x8DF8, 0x8DF9, 0x8DFA, 0x8DFB, 0x8DFC, 0x8DFD, 0x8E28, 0x8E4F, 0x8E59, 0x8E89, 0x8E8A, 0x8F9E, 0x90D3, 0x90D4, 0x90D5, 0x90D6, 0x90D7, 0x90D8, 0x90D9, 0x90DA, 0x90DB, 0x90DC, 0x90DD, 0x90DF, 0x90EB, 0x90EF, 0x9104, 0x9105, 0x910E, 0x910F, 0x9110, 0x9111, 0x9122, 0x9123, 0x9124, 0x9125, 0x9126, 0x919F, 0x91BB, 0x91BC, 0x91BE, 0x91BF, 0x92D2, 0x92D3, 0x92D4, 0x92D5, 0x92D6, 0x92D7, 0x9315, 0x9316, 0x9317, 0x9318],
        [0x8244, 0x8245],
        [0x1000, 0x1001, 0x1003, 0x1003, 0x1004, 0x2800, 0x2801, 0x2802, 0x2803, 0x805C, 0x805D, 0x805E, 0x805F],
        [0x1100, 0x1101, 0x1102],
        [0x0C50, 0x0C51, 0x0C52, 0x0C53, 0x0C54, 0x8192, 0x8257, 0x84EF, 0x8B8B, 0x8B8B],
        [0x1901, 0x1901, 0x1902, 0x1903, 0x1903, 0x1907, 0x1908, 0x2A10, 0x803C, 0x803C, 0x803C, 0x803E, 0x8040, 0x8040, 0x8040, 0x8042, 0x8043, 0x8045, 0x8045, 0x8045, 0x8048, 0x8049, 0x804B, 0x804F, 0x8050, 0x8051, 0x8051, 0x8052, 0x8052, 0x8053, 0x8054, 0x8054, 0x8055, 0x8056, 0x8056, 0x8057, 0x8057, 0x8058, 0x8058, 0x8059, 0x8059, 0x805A, 0x805B, 0x805B, 0x81A5, 0x81A5, 0x81A6, 0x81A6, 0x81A7, 0x81A7, 0x8225, 0x8226, 0x8227, 0x8229, 0x8229, 0x822A, 0x822A, 0x822B, 0x822B, 0x822C, 0x822C, 0x822D, 0x822D, 0x822E, 0x822E, 0x822F, 0x822F, 0x8230, 0x8230, 0x8231, 0x8232, 0x8233, 0x8234, 0x8235, 0x8236, 0x8237, 0x8238, 0x8239, 0x823A, 0x823B, 0x823C, 0x83F0, 0x83F1, 0x83F2, 0x83F3, 0x84ED, 0x84EE, 0x84F9, 0x84F9, 0x8814, 0x8814, 0x8815, 0x8815, 0x881A, 0x881A, 0x881B, 0x881B, 0x88F0, 0x88F0, 0x8C3A, 0x8C3D, 0x8C40, 0x8C40, 0x8C41, 0x8C42, 0x8C42, 0x8C43, 0x8C43, 0x8C48, 0x8C49, 0x8C4C, 0x8C4D, 0x8C4E, 0x8C4F, 0x8CAC, 0x8CAD, 0x8D46, 0x8D47, 0x8D48, 0x8D48, 0x8D49, 0x8D62, 0x8D62, 0x8D64, 0x8D70, 0x8D71, 0x8D76, 0x8D77, 0x8D7C, 0x8D7D, 0x8D82, 0x8D83, 0x8D88, 0x8D89, 0x8D8E, 0x8D8F, 0x8DBB, 0x8DBB, 0x8DBC, 0x8DBC, 0x8DBD, 0x8DBD, 0x8DBE, 0x8DBE, 0x8E8C, 0x8E8D, 0x8E8E, 0x8E8F, 0x8F94, 0x8F95, 0x8F96, 0x8F97, 0x8F98, 0x8F98, 0x8F99, 0x8F99, 0x8F9A, 0x8F9A, 0x8F9B, 0x8F9B, 0x906F, 0x9270, 0x9271, 0x9272, 0x9273, 0x9274, 0x9275, 0x9276, 0x9277, 0x9278, 0x9279, 0x93B0, 0x93B0, 0x93B1, 0x93B1, 0x93B2, 0x93B2, 0x93B3, 0x93B3, 0x93B4, 0x93B4, 0x93B5, 0x93B5, 0x93B6, 0x93B6, 0x93B7, 0x93B7, 0x93B8, 0x93B8, 0x93B9, 0x93B9, 0x93BA, 0x93BA, 0x93BB, 0x93BB, 0x93BC, 0x93BC, 0x93BD, 0x93BD, 0x93D0, 0x93D0, 0x93D1, 0x93D1, 0x93D2, 0x93D2, 0x93D3, 0x93D3, 0x93D4, 0x93D4, 0x93D5, 0x93D5, 0x93D6, 0x93D6, 0x93D7, 0x93D7, 0x93D8, 0x93D8, 0x93D9, 0x93D9, 0x93DA, 0x93DA, 0x93DB, 0x93DB, 0x93DC, 0x93DC, 0x93DD, 0x93DD],
        [0x80A9, 0x8191, 0x86A1, 0x90C7, 0x9380],
        [0x1800, 0x1801, 0x1802, 0x821A, 0x8CE0, 0x8CE0, 0x8CE1, 0x8CE1, 0x8CE2, 0x8CE2, 0x8CE3, 0x8CE3, 0x8CE4, 0x8CE4, 0x8CE5, 0x8CE5, 0x8CE6, 0x8CE6, 0x8CE7, 0x8CE7, 0x8CE8, 0x8CE8, 0x8CE9, 0x8CE9, 0x8CEA, 0x8CEA, 0x8CEB, 0x8CEB, 0x8CEC, 0x8CEC, 0x8CED, 0x8CED, 0x8CEE, 0x8CEE, 0x8CEF, 0x8CEF, 0x8CF0, 0x8CF1, 0x8CF2, 0x8CF3, 0x8CF4, 0x8CF5, 0x8CF6, 0x8CF7, 0x8CF8, 0x8CF9, 0x8CFA, 0x8CFB, 0x8CFC, 0x8CFD, 0x8CFE, 0x8CFF, 0x8D00],
        [0x1500, 0x1501, 0x1502, 0x1503, 0x1504, 0x1505, 0x1506, 0x1507, 0x1508, 0x1509, 0x150A, 0x150B, 0x150C, 0x150D, 0x150E, 0x150F],
        [0x0001, 0x0001, 0x0002, 0x0002, 0x0004, 0x0004, 0x0008, 0x0008, 0x0010, 0x0010, 0x0020, 0x0020],
        [0x0404, 0x0405, 0x0408],
        [0x00000001, 0x00000002, 0x00000004, 0x00000008, 0x00000020, 0x00000040, 0x00000080, 0x00000100, 0x00000200, 0x00000400, 0x00000800, 0x00001000, 0x00002000, 0xFFFFFFFF],
        [0x1702, 0x8074, 0x82E0, 0x82E1, 0x82E2, 0x82E3, 0x82E4, 0x82E6, 0x8D40, 0x8D41, 0x8E22],
        [0x8259, 0x8B30, 0x8B31, 0x8B84, 0x8DD9, 0x8E87, 0x8E88],
        [0x1403, 0x1405, 0x1900, 0x1901, 0x1902, 0x1903, 0x1903, 0x1904, 0x1905, 0x1906, 0x1907, 0x1908, 0x1909, 0x190A, 0x80E0, 0x80E1, 0x8227, 0x8228, 0x84F9, 0x8D94, 0x8D95, 0x8D96, 0x8D98, 0x8D99, 0x8D9A, 0x8D9B],
        [0x0CF0, 0x0CF1, 0x0CF2, 0x0CF2, 0x0CF3, 0x0CF3, 0x0CF4, 0x0CF4, 0x0CF5, 0x0D00, 0x0D01, 0x0D02, 0x0D03, 0x0D04, 0x0D05, 0x806B, 0x806C, 0x806D, 0x806E],
        [0x1400, 0x1401, 0x1402, 0x1403, 0x1404, 0x1405, 0x1406, 0x1A00, 0x8032, 0x8033, 0x8034, 0x8035, 0x8036],
        [0x8128],
        [0x1B00, 0x1B01, 0x1B02],
        [0x8DF0, 0x8DF1, 0x8DF2, 0x8DF3, 0x8DF4, 0x8DF5],
        [0x0000, 0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x0007, 0x0008, 0x0009, 0x000A, 0x000B, 0x000C, 0x000D, 0x000E],
        [0x8C8E, 0x92E1, 0x92E2, 0x92E3, 0x92E4, 0x92E5, 0x92E6, 0x92E8, 0x92E9, 0x92EA, 0x92EB, 0x92EC, 0x92ED, 0x92EE, 0x92EF, 0x92F0, 0x92F1, 0x92F2, 0x92F3, 0x92F4],
        [0x92F5, 0x92F6, 0x92F7, 0x92F8],
        [0x8257, 0x8258],
        [0x8267, 0x8741, 0x8916, 0x8917, 0x8918, 0x8A35, 0x8A36, 0x8B80, 0x8B82, 0x8B83, 0x8B84, 0x8B85, 0x8B86, 0x8B87, 0x8B89, 0x8B8A, 0x8C76, 0x8C7F, 0x8C83, 0x92D9],
        [0x8E4A, 0x8E4B, 0x92E1, 0x92E7, 0x92F9, 0x92FA, 0x92FB, 0x92FC, 0x92FD, 0x92FE, 0x92FF, 0x9300, 0x9301, 0x9302, 0x9303, 0x9304, 0x9305, 0x9306, 0x9307, 0x9308, 0x9309, 0x930A, 0x930B, 0x930C, 0x930D, 0x930E, 0x930F],
        [0x8E28],
        [0x8866, 0x8867],
        [0x8864, 0x8865],
        [0x88BF, 0x8914, 0x8C2F, 0x8C87, 0x8C88, 0x8D6A],
        [0, 0x0400, 0x0401, 0x0402, 0x0403, 0x0404, 0x0405, 0x0406, 0x0407, 0x8CE0, 0x8CE1, 0x8CE2, 0x8CE3, 0x8CE4, 0x8CE5, 0x8CE6, 0x8CE7, 0x8CE8, 0x8CE9, 0x8CEA, 0x8CEB, 0x8CEC, 0x8CED, 0x8CEE, 0x8CEF],
        [0x8CAB, 0x8D42, 0x8D43, 0x8D44, 0x8D50, 0x8D51, 0x8D52, 0x8D53, 0x8D54, 0x8D55],
        [0x8D41],
        [0x1004, 0x813A, 0x813B, 0x84FE, 0x8501],
        [0x2800, 0x2801, 0x2802, 0x2803, 0x8072, 0x884C, 0x884D],
        [0x8B4F, 0x8B80, 0x8B81, 0x8B84, 0x8B88],
        [0x8B30, 0x8B31, 0x8DD9, 0x8E87, 0x8E88, 0x91B9],
        [0x2A10, 0x803C, 0x803C, 0x803C, 0x803E, 0x8040, 0x8040, 0x8040, 0x8042, 0x8043, 0x8045, 0x8045, 0x8045, 0x8048, 0x804B, 0x804F, 0x8050, 0x8051, 0x8051, 0x8052, 0x8052, 0x8053, 0x8054, 0x8054, 0x8055, 0x8056, 0x8056, 0x8057, 0x8057, 0x8058, 0x8058, 0x8059, 0x8059, 0x805A, 0x805B, 0x805B, 0x81A5, 0x81A5, 0x81A6, 0x81A6, 0x81A7, 0x81A7, 0x8229, 0x8229, 0x822A, 0x822A, 0x822B, 0x822B, 0x822C, 0x822C, 0x822D, 0x822D, 0x822E, 0x822E, 0x822F, 0x822F, 0x8230, 0x8230, 0x8231, 0x8232, 0x8233, 0x8234, 0x8235, 0x8236, 0x8237, 0x8238, 0x8239, 0x823A, 0x823B, 0x823C, 0x83F0, 0x83F1, 0x83F2, 0x83F3, 0x8814, 0x8814, 0x8815, 0x8815, 0x881A, 0x881A, 0x881B, 0x881B, 0x88F0, 0x88F0, 0x8C3A, 0x8C3D, 0x8C41, 0x8C43, 0x8C43, 0x8C4C, 0x8C4D, 0x8C4E, 0x8C4F, 0x8CAC, 0x8CAD, 0x8D46, 0x8D47, 0x8D48, 0x8D48, 0x8D49, 0x8D62, 0x8D62, 0x8D64, 0x8D70, 0x8D71, 0x8D76, 0x8D77, 0x8D7C, 0x8D7D, 0x8D82, 0x8D83, 0x8D88, 0x8D89, 0x8D8E, 0x8D8F, 0x8DBB, 0x8DBB, 0x8DBC, 0x8DBC, 0x8DBD, 0x8DBD, 0x8DBE, 0x8DBE, 0x8E8C, 0x8E8D, 0x8E8E, 0x8E8F, 0x8F94, 0x8F95, 0x8F96, 0x8F97, 0x8F98, 0x8F98, 0x8F99, 0x8F99, 0x8F9A, 0x8F9A, 0x8F9B, 0x8F9B, 0x906F, 0x9270, 0x9271, 0x9272, 0x9273, 0x9274, 0x9275, 0x9276, 0x9277, 0x9278, 0x9279, 0x93B0, 0x93B0, 0x93B1, 0x93B1, 0x93B2, 0x93B2, 0x93B3, 0x93B3, 0x93B4, 0x93B4, 0x93B5, 0x93B5, 0x93B6, 0x93B6, 0x93B7, 0x93B7, 0x93B8, 0x93B8, 0x93B9, 0x93B9, 0x93BA, 0x93BA, 0x93BB, 0x93BB, 0x93BC, 0x93BC, 0x93BD, 0x93BD, 0x93D0, 0x93D0, 0x93D1, 0x93D1, 0x93D2, 0x93D2, 0x93D3, 0x93D3, 0x93D4, 0x93D4, 0x93D5, 0x93D5, 0x93D6, 0x93D6, 0x93D7, 0x93D7, 0x93D8, 0x93D8, 0x93D9, 0x93D9, 0x93DA, 0x93DA, 0x93DB, 0x93DB, 0x93DC, 0x93DC, 0x93DD, 0x93DD],
        [0x0404, 0x0405, 0x0408],
        [0x0200, 0x0201, 0x0202, 0x0203, 0x0204, 0x0205, 0x0206, 0x0207],
        [0, 0x150A, 0x1E00, 0x1E01, 0x1E02, 0x1E03, 0x8507, 0x8508],
        [0x1F00, 0x1F01, 0x1F02, 0x1F03, 0x8B8C],
        [0],
        [0x9117],
        [0x00000001],
        [0x9112, 0x9113, 0x9114, 0x9115],
        [0x1000, 0x1001, 0x1003, 0x1003, 0x1004, 0x2800, 0x2801, 0x2802, 0x2803, 0x805C, 0x805D, 0x805E, 0x805F, 0x8072, 0x813A, 0x813B, 0x813C, 0x813D, 0x8191, 0x84FE, 0x8501, 0x884C, 0x884D, 0x8E42, 0x8E43, 0x8E44, 0x8E45, 0x8E46, 0x90EA],
        [0x0DE0, 0x0DE1, 0x8063, 0x8064, 0x806F, 0x8070, 0x84F5, 0x84F7, 0x8513, 0x8515, 0x8516, 0x8517, 0x8518, 0x8519, 0x851A, 0x851B, 0x8C18, 0x8C19, 0x8C1A, 0x8C1B, 0x8C2A, 0x8D41, 0x9009, 0x9009, 0x900B, 0x9100, 0x9101, 0x9102, 0x9103],
        [0x84C0, 0x84C1, 0x84C2, 0x84C3, 0x84C4, 0x84C5, 0x84C6, 0x84C7, 0x84C8, 0x84C9, 0x84CA, 0x84CB, 0x84CC, 0x84CD, 0x84CE, 0x84CF, 0x84D0, 0x84D1, 0x84D2, 0x84D3, 0x84D4, 0x84D5, 0x84D6, 0x84D7, 0x84D8, 0x84D9, 0x84DA, 0x84DB, 0x84DC, 0x84DD, 0x84DE, 0x84DF],
        [0x8C8C, 0x8C8D],
        [0x8A3F, 0x8A40, 0x8A41, 0x8A42, 0x8A43, 0x8A44, 0x8A45, 0x8A46, 0x90EC],
        [0x8A37, 0x8A38, 0x8A39, 0x8A3A, 0x8A3B, 0x8A3C, 0x8A3D, 0x8A3E, 0x92DA],
        [0x1404, 0x1405, 0x1406, 0x140A, 0x8B50, 0x8B51, 0x8B52, 0x8B53, 0x8B54, 0x8B55, 0x8B56, 0x8B57, 0x8B58, 0x8B59, 0x8B5A, 0x8B5B, 0x8B5C, 0x8B5D, 0x8B5E, 0x8B5F, 0x8B60, 0x8B61, 0x8B62, 0x8B63, 0x8B64, 0x8B65, 0x8B66, 0x8B67, 0x8B68, 0x8B69, 0x8B6A, 0x8DC0, 0x8DC1, 0x8DC2, 0x8DC3, 0x8DC4, 0x8DC5, 0x8DC6, 0x8DC7, 0x8DC8, 0x8DC9, 0x8DCA, 0x8DCB, 0x8DCC, 0x8DCD, 0x8DCE, 0x8DCF, 0x8DD0, 0x8DD1, 0x8DD2, 0x8DD3, 0x8DD4, 0x8DD5, 0x8DD6, 0x8DD7, 0x8DD8, 0x900C, 0x900D, 0x900E, 0x900F, 0x9108, 0x9109, 0x910A, 0x910B, 0x910C, 0x910D],
        [0x00000001, 0x00000001, 0x00000002, 0x00000002, 0x00000004, 0x00000008, 0x00000010, 0x00000020, 0xFFFFFFFF, 0xFFFFFFFF],
        [0x8622, 0x8623, 0x8624, 0x8625, 0x8626, 0x886A, 0x889F, 0x88FD, 0x88FE],
        [0x1400, 0x1401, 0x1402, 0x1403, 0x1404, 0x1405],
        [0x8645],
        [0x1400, 0x1401, 0x1402, 0x1403, 0x1404, 0x1405, 0x1406, 0x140A, 0x140B, 0x140C, 0x8368, 0x8C3B, 0x8D9F],
        [0x82D4, 0x82D5, 0x8622, 0x8623, 0x8624, 0x8625, 0x8626, 0x886A, 0x889F, 0x88FD, 0x88FE],
        [0x1400, 0x1401, 0x1402, 0x1403, 0x1404, 0x1405, 0x1406, 0x140A, 0x140B, 0x140C, 0x8368, 0x8C3B, 0x8D9F],
        [0x8E4D, 0x8E4E],
    ]
}
