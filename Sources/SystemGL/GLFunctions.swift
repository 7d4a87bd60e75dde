// GLFunctions: the OpenGL entry points that SystemGL calls, looked up by name in the driver.
//
// The list contains only functions that SystemGL calls. OpenGL 4.3 has all functions of the list. A property's name is the name of its
// OpenGL function without the prefix `gl`.

import CSystemGL
import Raster

struct GLFunctions {
    let activeTexture: PFNGLACTIVETEXTUREPROC
    let attachShader: PFNGLATTACHSHADERPROC
    let beginQuery: PFNGLBEGINQUERYPROC
    let beginTransformFeedback: PFNGLBEGINTRANSFORMFEEDBACKPROC
    let bindBuffer: PFNGLBINDBUFFERPROC
    let bindBufferRange: PFNGLBINDBUFFERRANGEPROC
    let bindFragDataLocationIndexed: PFNGLBINDFRAGDATALOCATIONINDEXEDPROC
    let bindFramebuffer: PFNGLBINDFRAMEBUFFERPROC
    let bindImageTexture: PFNGLBINDIMAGETEXTUREPROC
    let bindSampler: PFNGLBINDSAMPLERPROC
    let bindTexture: PFNGLBINDTEXTUREPROC
    let bindVertexArray: PFNGLBINDVERTEXARRAYPROC
    let bindVertexBuffer: PFNGLBINDVERTEXBUFFERPROC
    let blendColor: PFNGLBLENDCOLORPROC
    let blendEquationSeparatei: PFNGLBLENDEQUATIONSEPARATEIPROC
    let blendFuncSeparatei: PFNGLBLENDFUNCSEPARATEIPROC
    let blitFramebuffer: PFNGLBLITFRAMEBUFFERPROC
    let bufferData: PFNGLBUFFERDATAPROC
    let bufferSubData: PFNGLBUFFERSUBDATAPROC
    let checkFramebufferStatus: PFNGLCHECKFRAMEBUFFERSTATUSPROC
    let clampColor: PFNGLCLAMPCOLORPROC
    let clearBufferfv: PFNGLCLEARBUFFERFVPROC
    let clearBufferiv: PFNGLCLEARBUFFERIVPROC
    let clearBufferuiv: PFNGLCLEARBUFFERUIVPROC
    let colorMaski: PFNGLCOLORMASKIPROC
    let compileShader: PFNGLCOMPILESHADERPROC
    let compressedTexImage2D: PFNGLCOMPRESSEDTEXIMAGE2DPROC
    let copyBufferSubData: PFNGLCOPYBUFFERSUBDATAPROC
    let copyImageSubData: PFNGLCOPYIMAGESUBDATAPROC
    let createProgram: PFNGLCREATEPROGRAMPROC
    let createShader: PFNGLCREATESHADERPROC
    let cullFace: PFNGLCULLFACEPROC
    let deleteBuffers: PFNGLDELETEBUFFERSPROC
    let deleteFramebuffers: PFNGLDELETEFRAMEBUFFERSPROC
    let deleteProgram: PFNGLDELETEPROGRAMPROC
    let deleteQueries: PFNGLDELETEQUERIESPROC
    let deleteSamplers: PFNGLDELETESAMPLERSPROC
    let deleteShader: PFNGLDELETESHADERPROC
    let deleteTextures: PFNGLDELETETEXTURESPROC
    let deleteVertexArrays: PFNGLDELETEVERTEXARRAYSPROC
    let depthFunc: PFNGLDEPTHFUNCPROC
    let depthMask: PFNGLDEPTHMASKPROC
    let depthRangef: PFNGLDEPTHRANGEFPROC
    let disable: PFNGLDISABLEPROC
    let disableVertexAttribArray: PFNGLDISABLEVERTEXATTRIBARRAYPROC
    let disablei: PFNGLDISABLEIPROC
    let dispatchCompute: PFNGLDISPATCHCOMPUTEPROC
    let drawArraysInstancedBaseInstance: PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEPROC
    let drawBuffers: PFNGLDRAWBUFFERSPROC
    let drawElementsInstancedBaseVertexBaseInstance: PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXBASEINSTANCEPROC
    let enable: PFNGLENABLEPROC
    let enableVertexAttribArray: PFNGLENABLEVERTEXATTRIBARRAYPROC
    let enablei: PFNGLENABLEIPROC
    let endQuery: PFNGLENDQUERYPROC
    let endTransformFeedback: PFNGLENDTRANSFORMFEEDBACKPROC
    let finish: PFNGLFINISHPROC
    let framebufferTexture2D: PFNGLFRAMEBUFFERTEXTURE2DPROC
    let framebufferTexture: PFNGLFRAMEBUFFERTEXTUREPROC
    let framebufferTextureLayer: PFNGLFRAMEBUFFERTEXTURELAYERPROC
    let frontFace: PFNGLFRONTFACEPROC
    let genBuffers: PFNGLGENBUFFERSPROC
    let genFramebuffers: PFNGLGENFRAMEBUFFERSPROC
    let genQueries: PFNGLGENQUERIESPROC
    let genSamplers: PFNGLGENSAMPLERSPROC
    let genTextures: PFNGLGENTEXTURESPROC
    let genVertexArrays: PFNGLGENVERTEXARRAYSPROC
    let generateMipmap: PFNGLGENERATEMIPMAPPROC
    let getAttribLocation: PFNGLGETATTRIBLOCATIONPROC
    let getBufferSubData: PFNGLGETBUFFERSUBDATAPROC
    let getError: PFNGLGETERRORPROC
    let getIntegerv: PFNGLGETINTEGERVPROC
    let getProgramInfoLog: PFNGLGETPROGRAMINFOLOGPROC
    let getProgramResourceIndex: PFNGLGETPROGRAMRESOURCEINDEXPROC
    let getProgramiv: PFNGLGETPROGRAMIVPROC
    let getQueryObjectui64v: PFNGLGETQUERYOBJECTUI64VPROC
    let getShaderInfoLog: PFNGLGETSHADERINFOLOGPROC
    let getShaderiv: PFNGLGETSHADERIVPROC
    let getString: PFNGLGETSTRINGPROC
    let getTexImage: PFNGLGETTEXIMAGEPROC
    let getUniformBlockIndex: PFNGLGETUNIFORMBLOCKINDEXPROC
    let getUniformLocation: PFNGLGETUNIFORMLOCATIONPROC
    let lineWidth: PFNGLLINEWIDTHPROC
    let linkProgram: PFNGLLINKPROGRAMPROC
    let memoryBarrier: PFNGLMEMORYBARRIERPROC
    let pixelStorei: PFNGLPIXELSTOREIPROC
    let pointParameteri: PFNGLPOINTPARAMETERIPROC
    let pointSize: PFNGLPOINTSIZEPROC
    let polygonMode: PFNGLPOLYGONMODEPROC
    let polygonOffset: PFNGLPOLYGONOFFSETPROC
    let provokingVertex: PFNGLPROVOKINGVERTEXPROC
    let primitiveRestartIndex: PFNGLPRIMITIVERESTARTINDEXPROC
    let logicOp: PFNGLLOGICOPPROC
    let framebufferParameteri: PFNGLFRAMEBUFFERPARAMETERIPROC
    let framebufferTexture1D: PFNGLFRAMEBUFFERTEXTURE1DPROC
    let readBuffer: PFNGLREADBUFFERPROC
    let minSampleShading: PFNGLMINSAMPLESHADINGPROC
    let getTexLevelParameteriv: PFNGLGETTEXLEVELPARAMETERIVPROC
    let getInternalformativ: PFNGLGETINTERNALFORMATIVPROC
    let sampleMaski: PFNGLSAMPLEMASKIPROC
    let samplerParameterIiv: PFNGLSAMPLERPARAMETERIIVPROC
    let samplerParameterf: PFNGLSAMPLERPARAMETERFPROC
    let samplerParameterfv: PFNGLSAMPLERPARAMETERFVPROC
    let samplerParameteri: PFNGLSAMPLERPARAMETERIPROC
    let scissor: PFNGLSCISSORPROC
    let shaderSource: PFNGLSHADERSOURCEPROC
    let shaderStorageBlockBinding: PFNGLSHADERSTORAGEBLOCKBINDINGPROC
    let stencilFuncSeparate: PFNGLSTENCILFUNCSEPARATEPROC
    let stencilMaskSeparate: PFNGLSTENCILMASKSEPARATEPROC
    let stencilOpSeparate: PFNGLSTENCILOPSEPARATEPROC
    let texBufferRange: PFNGLTEXBUFFERRANGEPROC
    let texParameteri: PFNGLTEXPARAMETERIPROC
    let texStorage1D: PFNGLTEXSTORAGE1DPROC
    let texStorage2D: PFNGLTEXSTORAGE2DPROC
    let texStorage2DMultisample: PFNGLTEXSTORAGE2DMULTISAMPLEPROC
    let texStorage3D: PFNGLTEXSTORAGE3DPROC
    let texStorage3DMultisample: PFNGLTEXSTORAGE3DMULTISAMPLEPROC
    let textureView: PFNGLTEXTUREVIEWPROC
    let texSubImage1D: PFNGLTEXSUBIMAGE1DPROC
    let texSubImage2D: PFNGLTEXSUBIMAGE2DPROC
    let texSubImage3D: PFNGLTEXSUBIMAGE3DPROC
    let transformFeedbackVaryings: PFNGLTRANSFORMFEEDBACKVARYINGSPROC
    let uniform1fv: PFNGLUNIFORM1FVPROC
    let uniform1iv: PFNGLUNIFORM1IVPROC
    let uniform1uiv: PFNGLUNIFORM1UIVPROC
    let uniform2fv: PFNGLUNIFORM2FVPROC
    let uniform2iv: PFNGLUNIFORM2IVPROC
    let uniform2uiv: PFNGLUNIFORM2UIVPROC
    let uniform3fv: PFNGLUNIFORM3FVPROC
    let uniform3iv: PFNGLUNIFORM3IVPROC
    let uniform3uiv: PFNGLUNIFORM3UIVPROC
    let uniform4fv: PFNGLUNIFORM4FVPROC
    let uniform4iv: PFNGLUNIFORM4IVPROC
    let uniform4uiv: PFNGLUNIFORM4UIVPROC
    let uniformBlockBinding: PFNGLUNIFORMBLOCKBINDINGPROC
    let uniformMatrix2fv: PFNGLUNIFORMMATRIX2FVPROC
    let uniformMatrix2x3fv: PFNGLUNIFORMMATRIX2X3FVPROC
    let uniformMatrix2x4fv: PFNGLUNIFORMMATRIX2X4FVPROC
    let uniformMatrix3fv: PFNGLUNIFORMMATRIX3FVPROC
    let uniformMatrix3x2fv: PFNGLUNIFORMMATRIX3X2FVPROC
    let uniformMatrix3x4fv: PFNGLUNIFORMMATRIX3X4FVPROC
    let uniformMatrix4fv: PFNGLUNIFORMMATRIX4FVPROC
    let uniformMatrix4x2fv: PFNGLUNIFORMMATRIX4X2FVPROC
    let uniformMatrix4x3fv: PFNGLUNIFORMMATRIX4X3FVPROC
    let useProgram: PFNGLUSEPROGRAMPROC
    let vertexAttrib4fv: PFNGLVERTEXATTRIB4FVPROC
    let vertexAttribBinding: PFNGLVERTEXATTRIBBINDINGPROC
    let vertexAttribFormat: PFNGLVERTEXATTRIBFORMATPROC
    let vertexAttribI4iv: PFNGLVERTEXATTRIBI4IVPROC
    let vertexAttribI4uiv: PFNGLVERTEXATTRIBI4UIVPROC
    let vertexAttribIFormat: PFNGLVERTEXATTRIBIFORMATPROC
    let vertexBindingDivisor: PFNGLVERTEXBINDINGDIVISORPROC
    let viewportIndexedf: PFNGLVIEWPORTINDEXEDFPROC

    /// Throws `systemUnavailable` with the name of the first function that the driver lacks.
    init(lookUp: (String) -> UnsafeMutableRawPointer?) throws(RasterError) {
        func find<Function>(_ name: String) throws(RasterError) -> Function {
            guard let address = lookUp(name) else {
                throw RasterError(.systemUnavailable, "the system's OpenGL", "lacks \(name)", remedy: "install a driver with OpenGL 4.3")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        activeTexture = try find("glActiveTexture")
        attachShader = try find("glAttachShader")
        beginQuery = try find("glBeginQuery")
        beginTransformFeedback = try find("glBeginTransformFeedback")
        bindBuffer = try find("glBindBuffer")
        bindBufferRange = try find("glBindBufferRange")
        bindFragDataLocationIndexed = try find("glBindFragDataLocationIndexed")
        bindFramebuffer = try find("glBindFramebuffer")
        bindImageTexture = try find("glBindImageTexture")
        bindSampler = try find("glBindSampler")
        bindTexture = try find("glBindTexture")
        bindVertexArray = try find("glBindVertexArray")
        bindVertexBuffer = try find("glBindVertexBuffer")
        blendColor = try find("glBlendColor")
        blendEquationSeparatei = try find("glBlendEquationSeparatei")
        blendFuncSeparatei = try find("glBlendFuncSeparatei")
        blitFramebuffer = try find("glBlitFramebuffer")
        bufferData = try find("glBufferData")
        bufferSubData = try find("glBufferSubData")
        checkFramebufferStatus = try find("glCheckFramebufferStatus")
        clampColor = try find("glClampColor")
        clearBufferfv = try find("glClearBufferfv")
        clearBufferiv = try find("glClearBufferiv")
        clearBufferuiv = try find("glClearBufferuiv")
        colorMaski = try find("glColorMaski")
        compileShader = try find("glCompileShader")
        compressedTexImage2D = try find("glCompressedTexImage2D")
        copyBufferSubData = try find("glCopyBufferSubData")
        copyImageSubData = try find("glCopyImageSubData")
        createProgram = try find("glCreateProgram")
        createShader = try find("glCreateShader")
        cullFace = try find("glCullFace")
        deleteBuffers = try find("glDeleteBuffers")
        deleteFramebuffers = try find("glDeleteFramebuffers")
        deleteProgram = try find("glDeleteProgram")
        deleteQueries = try find("glDeleteQueries")
        deleteSamplers = try find("glDeleteSamplers")
        deleteShader = try find("glDeleteShader")
        deleteTextures = try find("glDeleteTextures")
        deleteVertexArrays = try find("glDeleteVertexArrays")
        depthFunc = try find("glDepthFunc")
        depthMask = try find("glDepthMask")
        depthRangef = try find("glDepthRangef")
        disable = try find("glDisable")
        disableVertexAttribArray = try find("glDisableVertexAttribArray")
        disablei = try find("glDisablei")
        dispatchCompute = try find("glDispatchCompute")
        drawArraysInstancedBaseInstance = try find("glDrawArraysInstancedBaseInstance")
        drawBuffers = try find("glDrawBuffers")
        drawElementsInstancedBaseVertexBaseInstance = try find("glDrawElementsInstancedBaseVertexBaseInstance")
        enable = try find("glEnable")
        enableVertexAttribArray = try find("glEnableVertexAttribArray")
        enablei = try find("glEnablei")
        endQuery = try find("glEndQuery")
        endTransformFeedback = try find("glEndTransformFeedback")
        finish = try find("glFinish")
        framebufferTexture2D = try find("glFramebufferTexture2D")
        framebufferTexture = try find("glFramebufferTexture")
        framebufferTextureLayer = try find("glFramebufferTextureLayer")
        frontFace = try find("glFrontFace")
        genBuffers = try find("glGenBuffers")
        genFramebuffers = try find("glGenFramebuffers")
        genQueries = try find("glGenQueries")
        genSamplers = try find("glGenSamplers")
        genTextures = try find("glGenTextures")
        genVertexArrays = try find("glGenVertexArrays")
        generateMipmap = try find("glGenerateMipmap")
        getAttribLocation = try find("glGetAttribLocation")
        getBufferSubData = try find("glGetBufferSubData")
        getError = try find("glGetError")
        getIntegerv = try find("glGetIntegerv")
        getProgramInfoLog = try find("glGetProgramInfoLog")
        getProgramResourceIndex = try find("glGetProgramResourceIndex")
        getProgramiv = try find("glGetProgramiv")
        getQueryObjectui64v = try find("glGetQueryObjectui64v")
        getShaderInfoLog = try find("glGetShaderInfoLog")
        getShaderiv = try find("glGetShaderiv")
        getString = try find("glGetString")
        getTexImage = try find("glGetTexImage")
        getUniformBlockIndex = try find("glGetUniformBlockIndex")
        getUniformLocation = try find("glGetUniformLocation")
        lineWidth = try find("glLineWidth")
        linkProgram = try find("glLinkProgram")
        memoryBarrier = try find("glMemoryBarrier")
        pixelStorei = try find("glPixelStorei")
        pointParameteri = try find("glPointParameteri")
        pointSize = try find("glPointSize")
        polygonMode = try find("glPolygonMode")
        polygonOffset = try find("glPolygonOffset")
        provokingVertex = try find("glProvokingVertex")
        primitiveRestartIndex = try find("glPrimitiveRestartIndex")
        logicOp = try find("glLogicOp")
        framebufferParameteri = try find("glFramebufferParameteri")
        framebufferTexture1D = try find("glFramebufferTexture1D")
        readBuffer = try find("glReadBuffer")
        minSampleShading = try find("glMinSampleShading")
        getTexLevelParameteriv = try find("glGetTexLevelParameteriv")
        getInternalformativ = try find("glGetInternalformativ")
        sampleMaski = try find("glSampleMaski")
        samplerParameterIiv = try find("glSamplerParameterIiv")
        samplerParameterf = try find("glSamplerParameterf")
        samplerParameterfv = try find("glSamplerParameterfv")
        samplerParameteri = try find("glSamplerParameteri")
        scissor = try find("glScissor")
        shaderSource = try find("glShaderSource")
        shaderStorageBlockBinding = try find("glShaderStorageBlockBinding")
        stencilFuncSeparate = try find("glStencilFuncSeparate")
        stencilMaskSeparate = try find("glStencilMaskSeparate")
        stencilOpSeparate = try find("glStencilOpSeparate")
        texBufferRange = try find("glTexBufferRange")
        texParameteri = try find("glTexParameteri")
        texStorage1D = try find("glTexStorage1D")
        texStorage2D = try find("glTexStorage2D")
        texStorage2DMultisample = try find("glTexStorage2DMultisample")
        texStorage3D = try find("glTexStorage3D")
        texStorage3DMultisample = try find("glTexStorage3DMultisample")
        textureView = try find("glTextureView")
        texSubImage1D = try find("glTexSubImage1D")
        texSubImage2D = try find("glTexSubImage2D")
        texSubImage3D = try find("glTexSubImage3D")
        transformFeedbackVaryings = try find("glTransformFeedbackVaryings")
        uniform1fv = try find("glUniform1fv")
        uniform1iv = try find("glUniform1iv")
        uniform1uiv = try find("glUniform1uiv")
        uniform2fv = try find("glUniform2fv")
        uniform2iv = try find("glUniform2iv")
        uniform2uiv = try find("glUniform2uiv")
        uniform3fv = try find("glUniform3fv")
        uniform3iv = try find("glUniform3iv")
        uniform3uiv = try find("glUniform3uiv")
        uniform4fv = try find("glUniform4fv")
        uniform4iv = try find("glUniform4iv")
        uniform4uiv = try find("glUniform4uiv")
        uniformBlockBinding = try find("glUniformBlockBinding")
        uniformMatrix2fv = try find("glUniformMatrix2fv")
        uniformMatrix2x3fv = try find("glUniformMatrix2x3fv")
        uniformMatrix2x4fv = try find("glUniformMatrix2x4fv")
        uniformMatrix3fv = try find("glUniformMatrix3fv")
        uniformMatrix3x2fv = try find("glUniformMatrix3x2fv")
        uniformMatrix3x4fv = try find("glUniformMatrix3x4fv")
        uniformMatrix4fv = try find("glUniformMatrix4fv")
        uniformMatrix4x2fv = try find("glUniformMatrix4x2fv")
        uniformMatrix4x3fv = try find("glUniformMatrix4x3fv")
        useProgram = try find("glUseProgram")
        vertexAttrib4fv = try find("glVertexAttrib4fv")
        vertexAttribBinding = try find("glVertexAttribBinding")
        vertexAttribFormat = try find("glVertexAttribFormat")
        vertexAttribI4iv = try find("glVertexAttribI4iv")
        vertexAttribI4uiv = try find("glVertexAttribI4uiv")
        vertexAttribIFormat = try find("glVertexAttribIFormat")
        vertexBindingDivisor = try find("glVertexBindingDivisor")
        viewportIndexedf = try find("glViewportIndexedf")
    }
}
