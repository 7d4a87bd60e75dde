// The wrong calls of CallErrorTests that concern OpenGL ES 3.1.

import GLState

extension WrongCall {
    private static func wrong(_ description: String, _ code: GLenum, prepare: @escaping @Sendable (Stage) throws -> Void = { _ in },
                              _ call: @escaping @Sendable (GLContext) throws -> Void) -> WrongCall {
        WrongCall(description, code, .es31, prepare: prepare, call)
    }
    @Sendable private static func aVertexArray(_ stage: Stage) throws { try stage.gl.glBindVertexArray(stage.name(stage.gl.glGenVertexArrays)) }
    @Sendable private static func aComputeShader(_ stage: Stage) throws {
        let gl = stage.gl, program = try gl.glCreateProgram()
        try gl.glAttachShader(program, stage.shader(GL_COMPUTE_SHADER, "#version 310 es\nlayout(local_size_x = 1) in; void main() {}"))
        try gl.glLinkProgram(program)
        try gl.glUseProgram(program)
    }
    @Sendable private static func argumentsTooShort(_ stage: Stage) throws {
        try aVertexArray(stage)
        try stage.buffer(GL_DRAW_INDIRECT_BUFFER, [0, 0, 0] as [UInt32])
    }

    static let es31: [WrongCall] = [
        wrong("a vertex format without a vertex array object", GL_INVALID_OPERATION) { try $0.glVertexAttribFormat(0, 4, GL_FLOAT, 0, 0) },
        wrong("a vertex format of 5 components", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glVertexAttribFormat(0, 5, GL_FLOAT, 0, 0) },
        wrong("a vertex format far in the element", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glVertexAttribFormat(0, 4, GL_FLOAT, 0, 2048) },
        wrong("an integer vertex format of floats", GL_INVALID_ENUM, prepare: aVertexArray) { try $0.glVertexAttribIFormat(0, 4, GL_FLOAT, 0) },
        wrong("a vertex binding beyond the last", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glVertexAttribBinding(0, 16) },
        wrong("a divisor of no binding", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glVertexBindingDivisor(16, 1) },
        wrong("a vertex buffer that was not generated", GL_INVALID_OPERATION, prepare: aVertexArray) { try $0.glBindVertexBuffer(0, 77, 0, 16) },
        wrong("a vertex buffer with a large stride", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glBindVertexBuffer(0, 0, 0, 2049) },
        wrong("a vertex buffer at a negative offset", GL_INVALID_VALUE, prepare: aVertexArray) { try $0.glBindVertexBuffer(0, 0, -1, 16) },
        wrong("an indirect draw without a vertex array object", GL_INVALID_OPERATION) { try $0.glDrawArraysIndirect(GL_TRIANGLES, nil) },
        wrong("an indirect draw without a buffer", GL_INVALID_OPERATION, prepare: aVertexArray) { try $0.glDrawArraysIndirect(GL_TRIANGLES, nil) },
        wrong("an indirect draw beyond the end", GL_INVALID_OPERATION, prepare: argumentsTooShort) { try $0.glDrawArraysIndirect(GL_TRIANGLES, nil) },
        wrong("an indirect draw between words", GL_INVALID_VALUE, prepare: argumentsTooShort) {
            try $0.glDrawArraysIndirect(GL_TRIANGLES, UnsafeRawPointer(bitPattern: 2))
        },
        wrong("an indirect draw of no primitive", GL_INVALID_ENUM, prepare: argumentsTooShort) { try $0.glDrawArraysIndirect(GL_QUADS, nil) },
        wrong("an indirect draw without indices", GL_INVALID_OPERATION, prepare: argumentsTooShort) {
            try $0.glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nil)
        },
        wrong("a default size of a surface", GL_INVALID_OPERATION) { try $0.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 4) },
        wrong("a default size that does not exist", GL_INVALID_ENUM) { try $0.glFramebufferParameteri(GL_FRAMEBUFFER, GL_TEXTURE_WIDTH, 4) },
        wrong("a default size that is too large", GL_INVALID_VALUE) { try $0.glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, .max) },
        wrong("a sample mask of the second word", GL_INVALID_VALUE) { try $0.glSampleMaski(1, 1) },
        wrong("a barrier that does not exist", GL_INVALID_VALUE) { try $0.glMemoryBarrier(0x8000_0000) },
        wrong("a barrier of a region for commands", GL_INVALID_VALUE) { try $0.glMemoryBarrierByRegion(GL_COMMAND_BARRIER_BIT) },
        wrong("a multisampled texture without samples", GL_INVALID_VALUE) {
            try $0.glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_RGBA8, 4, 4, 1)
        },
        wrong("a multisampled texture of a format that cannot be drawn", GL_INVALID_ENUM) {
            try $0.glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGB9_E5, 4, 4, 1)
        },
        wrong("a depth-stencil mode that is none", GL_INVALID_ENUM) { try $0.glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GLint(GL_RED)) },
        wrong("filters of a multisampled texture", GL_INVALID_ENUM) {
            try $0.glTexParameteri(GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_MIN_FILTER, GLint(GL_NEAREST))
        },
        wrong("an image unit beyond the last", GL_INVALID_VALUE) { try $0.glBindImageTexture(64, 0, 0, 0, 0, GL_READ_ONLY, GL_RGBA8) },
        wrong("an image of a format that images lack", GL_INVALID_VALUE) { try $0.glBindImageTexture(0, 0, 0, 0, 0, GL_READ_ONLY, GL_RGB8) },
        wrong("an image for no access", GL_INVALID_ENUM) { try $0.glBindImageTexture(0, 0, 0, 0, 0, GL_ZERO, GL_RGBA8) },
        wrong("an image of a texture that does not exist", GL_INVALID_VALUE) { try $0.glBindImageTexture(0, 99, 0, 0, 0, GL_READ_ONLY, GL_RGBA8) },
        wrong("a storage buffer of no binding", GL_INVALID_VALUE) { try $0.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4096, 0) },
        wrong("the value of a storage buffer of no binding", GL_INVALID_VALUE) { try $0.glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 4096, nil) },
        wrong("a dispatch without a program", GL_INVALID_OPERATION) { try $0.glDispatchCompute(1, 1, 1) },
        wrong("a dispatch of too many groups", GL_INVALID_VALUE, prepare: aComputeShader) { try $0.glDispatchCompute(1, 1, 65536) },
        wrong("an indirect dispatch without a buffer", GL_INVALID_OPERATION, prepare: aComputeShader) { try $0.glDispatchComputeIndirect(0) },
        wrong("an indirect dispatch at a negative offset", GL_INVALID_VALUE, prepare: aComputeShader) { try $0.glDispatchComputeIndirect(-4) },
        wrong("a pipeline that was not generated", GL_INVALID_OPERATION) { try $0.glBindProgramPipeline(77) },
        wrong("stages of a pipeline that was not generated", GL_INVALID_OPERATION) { try $0.glUseProgramStages(77, GL_VERTEX_SHADER_BIT, 0) },
        wrong("the work group size of no compute shader", GL_INVALID_OPERATION, prepare: { try $0.program("vec4(1)") }) {
            try $0.glGetProgramiv(3, GL_COMPUTE_WORK_GROUP_SIZE, nil)
        },
        wrong("a resource of an interface that does not exist", GL_INVALID_ENUM, prepare: { try $0.program("vec4(1)") }) {
            try $0.glGetProgramInterfaceiv($0.program?.name ?? 0, GL_TEXTURE_2D, GL_ACTIVE_RESOURCES, nil)
        },
        wrong("a uniform of a program that does not exist", GL_INVALID_VALUE) { try $0.glProgramUniform1f(77, 0, 1) },
        wrong("a shader of a type that ES 3.1 lacks", GL_INVALID_ENUM) { _ = try $0.glCreateShader(GL_TESS_CONTROL_SHADER) },
        WrongCall("a compute shader in OpenGL ES 3.0", GL_INVALID_ENUM) { _ = try $0.glCreateShader(GL_COMPUTE_SHADER) },
        WrongCall("a storage buffer in OpenGL ES 3.0", GL_INVALID_ENUM) { try $0.glBindBuffer(GL_SHADER_STORAGE_BUFFER, 1) },
    ]
}
