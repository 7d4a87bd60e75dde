// Captures of programs whose stages were compiled alone, in a default dialect.

import FrameCapture
import Raster
import Shading
import Testing

@Suite("Captures of compiled shaders") struct CompiledProgramTests {
    @Test("a program of two compiled shaders in GLSL ES 1.00 is captured with its default dialect and its included files")
    func replay() throws {
        let device = Device(.reference), file = TemporaryFile()
        let target = try device.makeFramebuffer(width: 8, height: 8)
        func compile(_ text: String, _ stage: ShaderStage, _ files: [String: String]) throws -> CompiledShader {
            try ShaderCompiler.compile(ShaderSource(text: text, name: "one.\(stage.rawValue)"), as: stage,
                                       options: ShaderCompileOptions(includeResolver: DictionaryIncludeResolver(files), defaultDialect: .es100))
        }
        let vertex = try compile("#include \"place.glsl\"\nattribute float x;\nvoid main() { gl_Position = place(x); }", .vertex,
                                 ["place.glsl": "vec4 place(float x) { return vec4(x == 1.0 ? 3.0 : -1.0, x == 2.0 ? 3.0 : -1.0, 0.0, 1.0); }"])
        let fragments = try ["vec4(1.0, 0.0, 0.0, 1.0)", "vec4(float(__VERSION__) / 200.0)"].map { color in
            try compile("#include \"color.glsl\"\nvoid main() { gl_FragColor = color(); }", .fragment,
                        ["color.glsl": "precision mediump float;\nvec4 color() { return \(color); }"])
        }
        let programs = try fragments.map { try device.makeProgram(linking: vertex, $0) }
        let corners = try device.makeBuffer([Float]([0, 1, 2]))
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            for (number, program) in programs.enumerated() {
                pass.setPipeline(try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 4, VertexAttribute("x", .float1))))
                pass.setVertexBuffer(corners)
                pass.setScissor(PixelRect(x: 4 * number, y: 0, width: 4, height: 8))
                pass.draw(count: 3)
            }
        }
        try device.submit(encoder)
        let picture = try target.readImage()
        #expect(picture[1, 1] == SIMD4(255, 0, 0, 255) && picture[6, 2] == SIMD4(repeating: 128))
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(try capture.verify(frame, ways: [.reference]).passes)
        #expect(frame.table.programs.map(\.defaultDialect) == [.es100, .es100])
        // A program with a dialect that does not exist counts as damaged.
        var program = RecordedProgram.blank
        program.defaultDialect = .glsl110
        #expect(try RecordedProgram(decoding: program.encoded, subject: "program") == program)
        var bytes = program.encoded
        let place = try #require(bytes.firstRange(of: Array("110".utf8)))
        bytes.replaceSubrange(place, with: Array("119".utf8))
        #expect(throws: (any Error).self) { _ = try RecordedProgram(decoding: bytes, subject: "program") }
    }

    @Test("the error of a link names the label of the program")
    func label() throws {
        let device = Device(.reference)
        let vertex = try ShaderCompiler.compile(ShaderSource(text: "out vec3 a; void main() { a = vec3(1); gl_Position = vec4(0); }", name: "v"), as: .vertex)
        let fragment = try ShaderCompiler.compile(ShaderSource(text: "in vec2 a; out vec4 c; void main() { c = a.xyxy; }", name: "f"), as: .fragment)
        let error = #expect(throws: ShaderError.self) { _ = try device.makeProgram(linking: vertex, fragment, label: "glow") }
        #expect(error?.diagnostics.first?.program == "glow")
    }
}
