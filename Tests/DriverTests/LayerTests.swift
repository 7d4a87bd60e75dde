// Layered attachments of framebuffer objects (OpenGL 3.3 §4.4.7).

import GLState
import Testing

@Suite("Layers of framebuffers") struct LayerTests {
    private func stage() throws -> Stage {
        let stage = try Stage(.core33, size: 8)
        try stage.gl.glBindVertexArray(stage.name(stage.gl.glGenVertexArrays))
        try stage.gl.glBindFramebuffer(GL_FRAMEBUFFER, stage.name(stage.gl.glGenFramebuffers))
        return stage
    }
    private func texture(_ stage: Stage, _ target: GLenum, layers: GLsizei = 6, size: GLsizei = 8, _ format: GLenum = GL_RGBA8) throws -> GLuint {
        let name = try stage.name(stage.gl.glGenTextures)
        try stage.gl.glBindTexture(target, name)
        let isDepth = format != GL_RGBA8, layout = isDepth ? GL_DEPTH_COMPONENT : GL_RGBA, type = isDepth ? GL_FLOAT : GL_UNSIGNED_BYTE
        if target == GL_TEXTURE_CUBE_MAP {
            for face in 0..<6 as Range<GLenum> {
                try stage.gl.glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GLint(format), size, size, 0, layout, type, nil)
            }
        } else {
            try stage.gl.glTexImage3D(target, 0, GLint(format), size, size, layers, 0, layout, type, nil)
        }
        return name
    }
    private func red(_ stage: Stage, _ texture: GLuint, layer: GLint, isCube: Bool = false) throws -> UInt8 {
        let gl = stage.gl
        try gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, stage.name(gl.glGenFramebuffers))
        if isCube {
            try gl.glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(layer), texture, 0)
        } else {
            try gl.glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer)
        }
        return try stage.pixel(4, 4)[0]
    }
    /// Makes a program that draws instance k into layer k.
    private func layeredProgram(_ stage: Stage) throws {
        try stage.program("""
            #version 330
            #extension GL_AMD_vertex_shader_layer : require
            in vec2 a; flat out float number;
            void main() { gl_Position = vec4(a, 0, 1); gl_Layer = gl_InstanceID; number = float(gl_InstanceID); }
            """, "#version 330\nflat in float number; out vec4 color; void main() { color = vec4((number + 1.0) / 51.0, 0, 0, 1); }")
        try stage.buffer(GL_ARRAY_BUFFER, [-1, -1, 3, -1, -1, 3] as [Float])
        try stage.gl.glEnableVertexAttribArray(0)
        try stage.gl.glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, nil)
    }

    @Test("a draw and a clear reach all layers", arguments: [GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP_ARRAY])
    func layers(target: GLenum) throws {
        let stage = try stage(), gl = stage.gl, texture = try texture(stage, target), depth = try self.texture(stage, target == GL_TEXTURE_3D
            ? GL_TEXTURE_2D_ARRAY : target, GL_DEPTH_COMPONENT32F)
        try gl.glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0)
        try gl.glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, depth, 0)
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        func parameter(_ name: GLenum) throws -> GLint {
            try stage.int { try gl.glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, $0) }
        }
        #expect(try parameter(GL_FRAMEBUFFER_ATTACHMENT_LAYERED) == 1 && parameter(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) == 0)
        try gl.glClearColor(0.2, 0, 0, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        let drawn = try stage.int(GL_DRAW_FRAMEBUFFER_BINDING), isCube = target == GL_TEXTURE_CUBE_MAP
        #expect(try (0..<6).map { try red(stage, texture, layer: $0, isCube: isCube) } == Array(repeating: 51, count: 6))
        try gl.glBindFramebuffer(GL_FRAMEBUFFER, GLuint(drawn))
        try layeredProgram(stage)
        try gl.glEnable(GL_DEPTH_TEST)
        try gl.glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 5)
        #expect(try stage.pixel(4, 4)[0] == 5, "layer 0 is read")
        #expect(try (0..<6).map { try red(stage, texture, layer: $0, isCube: isCube) } == [5, 10, 15, 20, 25, 51])
    }

    @Test("framebuffers are incomplete if some attachments have no layers, or colours are of different targets")
    func completeness() throws {
        let stage = try stage(), gl = stage.gl
        let array = try texture(stage, GL_TEXTURE_2D_ARRAY), other = try texture(stage, GL_TEXTURE_2D_ARRAY, layers: 2)
        let volume = try texture(stage, GL_TEXTURE_3D)
        func status(_ point: GLenum, _ attach: (GLenum) throws -> Void) throws -> GLenum {
            try attach(point)
            return try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER)
        }
        let first = GL_COLOR_ATTACHMENT0, second = GL_COLOR_ATTACHMENT0 + 1
        #expect(try status(first) { try gl.glFramebufferTexture(GL_FRAMEBUFFER, $0, array, 0) } == GL_FRAMEBUFFER_COMPLETE)
        #expect(try status(second) { try gl.glFramebufferTextureLayer(GL_FRAMEBUFFER, $0, other, 0, 1) } == GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS)
        #expect(try status(second) { try gl.glFramebufferTexture(GL_FRAMEBUFFER, $0, volume, 0) } == GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS)
        #expect(try GLError.code { try stage.clear() } == GL_INVALID_FRAMEBUFFER_OPERATION)
        #expect(try status(second) { try gl.glFramebufferTexture(GL_FRAMEBUFFER, $0, other, 0) } == GL_FRAMEBUFFER_COMPLETE)
        #expect(try status(second) { try gl.glFramebufferTexture(GL_FRAMEBUFFER, $0, other, 1) } == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        #expect(try status(second) { try gl.glFramebufferTexture(GL_FRAMEBUFFER, $0, 0, 0) } == GL_FRAMEBUFFER_COMPLETE)
        #expect(try GLError.code { try gl.glFramebufferTexture(GL_FRAMEBUFFER, first, 99, 0) } == GL_INVALID_VALUE)
        #expect(try GLError.code { try gl.glFramebufferTexture(GL_FRAMEBUFFER, first, array, -1) } == GL_INVALID_VALUE)
        #expect(try GLError.code { try gl.glFramebufferTexture(GL_TEXTURE_2D, first, array, 0) } == GL_INVALID_ENUM)
    }

    @Test("a cube whose faces were specified in any order has layers when all faces fit together")
    func facesThatComeLater() throws {
        let stage = try stage(), gl = stage.gl, cube = try stage.name(gl.glGenTextures)
        try gl.glBindTexture(GL_TEXTURE_CUBE_MAP, cube)
        func specify(_ face: GLenum, _ size: GLsizei) throws {
            try gl.glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GLint(GL_RGBA8), size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nil)
        }
        try gl.glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, cube, 0)
        for face in 0..<6 as Range<GLenum> {
            try specify(face, face == 2 ? 4 : 8)
            #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT)
        }
        try specify(2, 8)
        #expect(try gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        try layeredProgram(stage)
        try gl.glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 6)
        #expect(try (0..<6).map { try red(stage, cube, layer: $0, isCube: true) } == [5, 10, 15, 20, 25, 30])
    }
}
