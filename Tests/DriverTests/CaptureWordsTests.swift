// Checks that captures contain the names of the OpenGL functions that a program called.

import FrameCapture
import GLState
import Raster
import TestSupport
import Testing

@Suite("Functions in captures") struct CaptureWordsTests {
    /// Returns the names of the OpenGL functions with which `body` changes a pixel of a texture.
    private func names(_ stage: Stage, of texture: GLuint, _ body: () throws -> Void) throws -> [String] {
        let folder = try TemporaryFolder(), path = folder.path("calls.rcap")
        try stage.gl.glFlush()
        try stage.share.driver.device.captureNextFrame(to: path)
        try stage.gl.beginFrame()
        try body()
        try stage.gl.glFlush()
        try stage.gl.endFrame()
        let capture = try Capture(contentsOf: path), frame = try #require(capture.frames.first)
        return try capture.history(x: 1, y: 1, in: frame, image: .texture("texture \(texture)")).eventsOfImage.map { String($0.name.prefix { $0 != " " }) }
    }

    @Test("the numbers of an indirect draw are in the capture with their buffer, also if the program changes the buffer after the draw")
    func indirect() throws {
        let folder = try TemporaryFolder(), path = folder.path("indirect.rcap"), stage = try Stage(.es31, size: 4), gl = stage.gl
        try stage.program("vec4(1)")
        try gl.glBindVertexArray(stage.name(gl.glGenVertexArrays))
        try stage.fill()
        let numbers = try stage.buffer(GL_DRAW_INDIRECT_BUFFER, [9, 9, 4, 1, 0, 0] as [UInt32])
        try gl.glFlush()
        try stage.share.driver.device.captureNextFrame(to: path)
        try gl.beginFrame()
        try gl.glDrawArraysIndirect(GL_TRIANGLE_STRIP, UnsafeRawPointer(bitPattern: 8))
        try [UInt32](repeating: 7, count: 6).withUnsafeBytes { try gl.glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, 24, $0.baseAddress) }
        try gl.glFlush()
        try gl.endFrame()
        let capture = try Capture(contentsOf: path), frame = try #require(capture.frames.first)
        let state = try capture.state(of: #require(frame.draws.first), in: frame)
        #expect(state["GL_DRAW_INDIRECT_BUFFER"] == .text("buffer \(numbers), from byte 8 on"))
        let read = ["count", "instanceCount", "first", "baseInstance"].map { state["GL_DRAW_INDIRECT_BUFFER.\($0)"] }
        #expect(read == [.integer(4), .integer(1), .integer(0), .integer(0)] && state["draw.count"] == .integer(4))
    }

    @Test("captures have the locations of uniforms, samplers and images that glGetUniformLocation returns, also after minimizing")
    func locations() throws {
        let folder = try TemporaryFolder(), path = folder.path("locations.rcap"), small = folder.path("small.rcap")
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        func shader(_ type: GLenum, _ text: String) throws -> GLuint {
            try text.withCString { text in
                var strings: [UnsafePointer<CChar>?] = [text]
                return try gl.glCreateShaderProgramv(type, 1, &strings)
            }
        }
        let compute = try shader(GL_COMPUTE_SHADER, """
            #version 310 es
            layout(local_size_x = 4, local_size_y = 4) in; uniform vec4 tints[3]; layout(rgba8, binding = 0) writeonly uniform highp image2D target;
            void main() { imageStore(target, ivec2(gl_GlobalInvocationID.xy), tints[1]); }
            """)
        let vertex = try shader(GL_VERTEX_SHADER, """
            #version 310 es
            layout(location = 0) in vec2 a; uniform float value; void main() { gl_Position = vec4(a * value, 0, 1); }
            """)
        let fragment = try shader(GL_FRAGMENT_SHADER, """
            #version 310 es
            precision highp float; uniform vec4 first; uniform float value; out vec4 color; void main() { color = first * value; }
            """)
        let pipeline = try stage.name(gl.glGenProgramPipelines)
        try gl.glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex)
        try gl.glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment)
        let program = try stage.program("""
            #version 310 es
            in vec2 a; struct Light { vec3 color; float power; }; layout(location = 7) uniform Light lights[2]; uniform mat2 turn;
            void main() { gl_Position = vec4(turn * a * lights[1].power + lights[0].color.xy, 0, 1); }
            """, """
            #version 310 es
            precision highp float; uniform sampler2D wood; uniform float idle; uniform vec4 tints[3]; out vec4 color;
            void main() { color = texture(wood, vec2(.5)) + tints[1]; }
            """)
        let texture = try stage.name(gl.glGenTextures)
        try gl.glBindTexture(GL_TEXTURE_2D, texture)
        try gl.glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4)
        try gl.glBindImageTexture(0, texture, 0, 0, 0, GL_WRITE_ONLY, GL_RGBA8)
        try gl.glFlush()
        try stage.share.driver.device.captureNextFrame(to: path)
        try gl.beginFrame()
        try stage.fill()
        try gl.glUseProgram(compute)
        try gl.glDispatchCompute(1, 1, 1)
        try gl.glUseProgram(0)
        try gl.glBindProgramPipeline(pipeline)
        try stage.fill()
        try gl.glFlush()
        try gl.endFrame()
        let whole = try Capture(contentsOf: path)
        let reduction = try Minimization(of: whole.frames[0], in: whole, keeping: FramePredicate("draws == 2"), on: .reference)
        try reduction.run()
        try reduction.write(to: small)
        for (capture, hasDispatch) in [(whole, true), (try Capture(contentsOf: small), false)] {
            let frame = try #require(capture.frames.first)
            #expect(capture.vocabulary == .opengl && frame.draws.count == 2 && frame.dispatches.count == (hasDispatch ? 1 : 0))
            func check(_ state: DrawState, _ program: GLuint, _ names: [String: String]) throws {
                for (entry, name) in names { #expect(try state["\(entry).location"] == .integer(Int(gl.glGetUniformLocation(program, name))), "\(entry)") }
            }
            let first = try capture.state(of: frame.draws[0], in: frame), joined = try capture.state(of: frame.draws[1], in: frame)
            try check(first, program, [
                "uniform.lights[0].color": "lights[0].color", "uniform.lights[1].power": "lights[1].power", "uniform.lights[0].power": "lights[0].power",
                "uniform.turn": "turn", "uniform.tints": "tints[0]", "uniform.idle": "idle", "texture.wood": "wood",
            ])
            #expect(first["uniform.lights[1].power.location"] == .integer(10) && first["uniform.idle.location"] == .integer(-1))
            try check(joined, vertex, ["uniform.value": "value"])
            try check(joined, fragment, ["uniform.value_ofProgram1": "value", "uniform.first": "first"])
            if hasDispatch {
                let state = try capture.state(of: frame.dispatches[0], in: frame)
                try check(state, compute, ["uniform.tints": "tints", "image.target": "target"])
                #expect(state["program"] == .text("program \(compute)"))
            }
        }
    }

    @Test("copies into textures, and clears and blits of framebuffers, have the names of their functions")
    func functions() throws {
        let stage = try Stage(.es31, size: 4), gl = stage.gl
        let texture = try stage.texture(width: 4, height: 4, nil), other = try stage.texture(width: 4, height: 4, nil)
        let framebuffer = try stage.name(gl.glGenFramebuffers)
        let found = try names(stage, of: texture) {
            try gl.glBindTexture(GL_TEXTURE_2D, texture)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
            try gl.glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4)
            try gl.glCopyImageSubData(other, GL_TEXTURE_2D, 0, 0, 0, 0, texture, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1)
            try gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer)
            try gl.glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0)
            try gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST)
            try gl.glClear(GL_COLOR_BUFFER_BIT)
            try [Float](repeating: 0.25, count: 4).withUnsafeBufferPointer { try gl.glClearBufferfv(GL_COLOR, 0, $0.baseAddress) }
        }
        // The history begins with the pixel that the first copy read.
        #expect(found == ["glClear(GL_COLOR_BUFFER_BIT)", "glCopyTexSubImage2D", "glCopyImageSubData", "glBlitFramebuffer",
                          "glClear(GL_COLOR_BUFFER_BIT)", "glClearBufferfv(GL_COLOR,"])
    }
}
