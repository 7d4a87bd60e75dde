// The same calls give the same bytes on the reference renderer and with 4, 8 and 16 lanes.

import GLState
import Raster
import TestSupport
import Testing

@Suite("The bits of OpenGL's pictures") struct SameBitsTests {
    struct Configuration: CustomStringConvertible, Sendable {
        var description: String
        var kind = Device.Kind.jit
        var lanes: Int?, threads: Int?
    }
    static let configurations = [
        Configuration(description: "4 lanes", lanes: 4), Configuration(description: "8 lanes, 1 thread", lanes: 8, threads: 1),
        Configuration(description: "16 lanes", lanes: 16),
    ]

    @Test("4, 8 and 16 lanes draw what the reference renderer draws", arguments: configurations)
    func lanes(configuration: Configuration) throws {
        var options = Device.Options()
        options.lanes = configuration.lanes; options.threads = configuration.threads
        let expected = try draw(on: Stage(size: 64, kind: .reference)), drawn = try draw(on: Stage(size: 64, kind: configuration.kind, options: options))
        #expect(try PictureComparison.difference("driver-\(configuration)", width: 64, expected: expected, actual: drawn) == nil)
        #expect(Set(stride(from: 0, to: drawn.count, by: 4).map { drawn[$0] }).count > 20, "the picture has hardly any colours")
    }

    /// Draws textured and blended triangles at many depths, with mip levels, a stencil and points.
    private func draw(on stage: Stage) throws -> [UInt8] {
        let gl = stage.gl
        try gl.glClearColor(0.1, 0.2, 0.3, 1)
        try gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        try gl.glBindTexture(GL_TEXTURE_2D, 1)
        let texels = (0..<32 * 32 * 4).map { UInt8(truncatingIfNeeded: $0 &* 2654435761 >> 7) }
        try gl.glTexImage2D(GL_TEXTURE_2D, 0, GLint(GL_SRGB8_ALPHA8), 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
        try gl.glGenerateMipmap(GL_TEXTURE_2D)
        try gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GLint(GL_LINEAR_MIPMAP_LINEAR))
        try stage.program("""
            #version 300 es
            in vec4 a; out vec2 p; uniform float turn;
            void main() {
                float s = sin(turn + float(gl_InstanceID)), c = cos(turn + float(gl_InstanceID));
                p = a.xy * 3.;
                gl_Position = vec4(mat2(c, s, -s, c) * a.xy, a.z + .1 * float(gl_InstanceID), 1.5 + a.x);
                gl_PointSize = 5.;
            }
            """, """
            #version 300 es
            precision highp float;
            in vec2 p; out vec4 color; uniform sampler2D s;
            void main() { color = texture(s, p + .1 * sin(p.yx * 9.)); if (color.r > .8) discard; }
            """)
        var vertices: [Float] = [], state: UInt32 = 7
        for _ in 0..<60 {
            state = state &* 1664525 &+ 1013904223
            vertices.append(Float(state >> 8) / Float(1 << 23) - 1)
        }
        try stage.buffer(GL_ARRAY_BUFFER, vertices)
        try gl.glEnableVertexAttribArray(0)
        try gl.glVertexAttribPointer(0, 3, GL_FLOAT, 0, 0, nil)
        try gl.glEnable(GL_DEPTH_TEST)
        try gl.glEnable(GL_BLEND)
        try gl.glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        let turn = try gl.glGetUniformLocation(GLuint(stage.int(GL_CURRENT_PROGRAM)), "turn")
        for round in 0..<4 {
            try gl.glUniform1f(turn, Float(round))
            try gl.glDrawArraysInstanced(round == 3 ? GL_POINTS : round == 2 ? GL_LINE_LOOP : GL_TRIANGLES, 0, 18, 3)
        }
        return try stage.picture()
    }
}
