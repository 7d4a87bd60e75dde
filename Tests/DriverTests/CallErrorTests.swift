// Checks the error code of each wrong call (OpenGL ES 3.0.6 §2.5), and that a wrong call changes nothing.

import GLState
import Testing

/// A wrong call, with the calls that prepare it and the code of its error.
struct WrongCall: CustomStringConvertible, Sendable {
    var description: String
    var version: GLVersion = .es3
    var code: GLenum
    var prepare: @Sendable (Stage) throws -> Void = { _ in }
    var call: @Sendable (GLContext) throws -> Void

    init(_ description: String, _ code: GLenum, _ version: GLVersion = .es3, prepare: @escaping @Sendable (Stage) throws -> Void = { _ in },
         _ call: @escaping @Sendable (GLContext) throws -> Void) {
        self.description = description; self.code = code; self.version = version; self.prepare = prepare; self.call = call
    }
}

/// The state that calls could change, read through OpenGL's own queries.
private struct Fingerprint: Equatable {
    var integers: [GLenum: [GLint]] = [:]
    var textures: [[GLint]] = []
    var attributes: [[GLint]] = []
    var objects: [Bool] = []
    var isIncomplete: GLenum

    init(_ gl: GLContext) throws {
        for name in Fingerprint.names(gl.version) {
            var values = [GLint](repeating: -77, count: 64)
            try gl.glGetIntegerv(name, &values)
            integers[name] = values
        }
        for name in Fingerprint.parameters {
            var values = [GLint](repeating: -77, count: 4)
            try gl.glGetTexParameteriv(GL_TEXTURE_2D, name, &values)
            textures.append(values)
        }
        for index in 0..<GLuint(4) {
            for name in [GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_SIZE, GL_VERTEX_ATTRIB_ARRAY_STRIDE, GL_VERTEX_ATTRIB_ARRAY_TYPE,
                         GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING] {
                var values = [GLint](repeating: -77, count: 4)
                try gl.glGetVertexAttribiv(index, name, &values)
                attributes.append(values)
            }
        }
        for name in 0..<GLuint(12) {
            objects += [gl.share.buffers.isUsed(name), gl.share.textures.isUsed(name), gl.share.renderbuffers.isUsed(name), gl.share.samplers.isUsed(name),
                        gl.share.shadersAndPrograms.isUsed(name), gl.framebuffers.isUsed(name), gl.vertexArrays.isUsed(name), gl.queries.isUsed(name),
                        gl.transformFeedbacks.isUsed(name)]
        }
        isIncomplete = try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER)
    }

    private static func names(_ version: GLVersion) -> [GLenum] {
        [GL_VIEWPORT, GL_SCISSOR_BOX, GL_DEPTH_FUNC, GL_DEPTH_WRITEMASK, GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_FAIL,
         GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_FAIL, GL_STENCIL_WRITEMASK, GL_CULL_FACE_MODE, GL_FRONT_FACE, GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB,
         GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA, GL_ARRAY_BUFFER_BINDING, GL_ELEMENT_ARRAY_BUFFER_BINDING,
         GL_TEXTURE_BINDING_2D, GL_ACTIVE_TEXTURE, GL_RENDERBUFFER_BINDING, GL_FRAMEBUFFER_BINDING, GL_CURRENT_PROGRAM, GL_UNPACK_ALIGNMENT,
         GL_PACK_ALIGNMENT, GL_LINE_WIDTH, GL_GENERATE_MIPMAP_HINT]
            + (version.hasES3 ? [GL_READ_FRAMEBUFFER_BINDING, GL_VERTEX_ARRAY_BINDING, GL_UNPACK_ROW_LENGTH, GL_TRANSFORM_FEEDBACK_BINDING,
                                 GL_TRANSFORM_FEEDBACK_ACTIVE, GL_TRANSFORM_FEEDBACK_PAUSED, GL_UNIFORM_BUFFER_BINDING, GL_PIXEL_PACK_BUFFER_BINDING,
                                 GL_SAMPLER_BINDING, GL_DRAW_BUFFER0, GL_READ_BUFFER] : [])
    }
    private static let parameters = [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T]
}

@Suite("Errors of OpenGL's calls") struct CallErrorTests {
    @Test("a wrong call gives its error, and changes no state and no pixel", arguments: WrongCall.all)
    func wrong(call: WrongCall) throws {
        let stage = try Stage(call.version, size: 4)
        try stage.clear()
        try call.prepare(stage)
        let before = try Fingerprint(stage.gl), code = try GLError.code { try call.call(stage.gl) }
        #expect(code == call.code, "it gave \(nameOfError(code)), not \(nameOfError(call.code))")
        #expect(try Fingerprint(stage.gl) == before, "state changed")
        if stage.gl.transformFeedback.isActive { return }
        try stage.gl.glBindFramebuffer(GL_FRAMEBUFFER, 0)
        stage.gl.buffers.pixelPack = nil
        #expect(try stage.picture() == (0..<64).map { _ in 128 }, "pixels changed")
    }

    @Test("wrong calls have names of their own")
    func names() { #expect(Set(WrongCall.all.map(\.description)).count == WrongCall.all.count) }

    @Test("glGetError returns the first error once, and the debug output every reason")
    func recorded() throws {
        let stage = try Stage(), gl = stage.gl
        try gl.glEnable(GL_DEBUG_OUTPUT)
        gl.record(.invalidEnum("cap", 0x1234), in: "glEnable")
        gl.record(.invalidValue("the size is negative"), in: "glViewport")
        #expect(try gl.glGetError() == GL_INVALID_ENUM)
        #expect(try gl.glGetError() == GL_NO_ERROR)
        #expect(try stage.messages() == ["GL_INVALID_ENUM in glEnable: cap cannot be 0x1234", "GL_INVALID_VALUE in glViewport: the size is negative"])
    }
}
