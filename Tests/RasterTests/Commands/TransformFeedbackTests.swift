import Raster
import Shading
import TestSupport
import Testing

/// The scenes in Tests/Scenes compare the written vertices of all renderers. These tests check counts, errors and the order of submissions.
@Suite("Transform feedback") struct TransformFeedbackTests {
    private static let vertexShader = """
        #version 330
        out Pair { vec2 place; float numbers[3]; } pair;
        out struct Light { vec3 color; int kind; } light;
        flat out uint id;
        void main() {
            gl_Position = vec4(float(gl_VertexID), 0.5, 0.0, 1.0);
            gl_PointSize = 2.0;
            pair.place = vec2(float(gl_VertexID), -1.0);
            pair.numbers = float[](0.25, 0.5, 0.75);
            light.color = vec3(1.0, 2.0, 3.0);
            light.kind = -7;
            id = uint(gl_VertexID);
        }
        """
    private static func program(_ device: Device, _ outputs: TransformFeedbackOutputs?, vertex: String = vertexShader) throws -> Program {
        try device.makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"),
                               fragment: ShaderSource(text: "#version 330\nvoid main() {}", name: "fragment"),
                               options: ShaderCompileOptions(transformFeedback: outputs), label: "writer")
    }
    private static func pipeline(_ program: Program, discards: Bool = true) throws -> Pipeline {
        var state = RasterState()
        state.rasterizerDiscard = discards
        return try program.device.makePipeline(program: program, vertexLayout: .none, state: state)
    }
    private static func words(_ buffer: Buffer, _ count: Int) -> [UInt32] { (0..<count).map { buffer.bytes.load(fromByteOffset: 4 * $0, as: UInt32.self) } }

    /// Submits a pass with the pipeline.
    private static func submit(_ pipeline: Pipeline, _ body: (inout RenderPass) -> Void) throws {
        let device = try pipeline.device, target = try device.makeFramebuffer(width: 4, height: 4)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            body(&pass)
        }
        try device.submit(encoder)
    }

    @Test("outputs are named as in OpenGL: members of blocks and structures, elements of arrays, built-in outputs", arguments: Device.Kind.allCases)
    func names(kind: Device.Kind) throws {
        let device = Device(kind)
        let names = ["Pair.numbers[2]", "light.kind", "gl_PointSize", "id", "Pair.numbers", "light.color", "gl_Position"]
        let program = try Self.program(device, TransformFeedbackOutputs(names))
        let buffer = try device.makeBuffer(byteCount: 4 * 14 * 2), feedback = TransformFeedback(.points, into: .init(buffer))
        try Self.submit(try Self.pipeline(program)) { pass in
            pass.setTransformFeedback(feedback)
            pass.draw(.points, first: 5, count: 2)
        }
        func bits(_ values: Float...) -> [UInt32] { values.map(\.bitPattern) }
        for (number, words) in [Self.words(buffer, 14), Array(Self.words(buffer, 28).dropFirst(14))].enumerated() {
            let id = UInt32(5 + number)
            let expected = bits(0.75) + [UInt32(bitPattern: -7)] + bits(2) + [id] + bits(0.25, 0.5, 0.75) + bits(1, 2, 3) + bits(Float(id), 0.5, 0, 1)
            #expect(words == expected)
        }
        #expect(feedback.writtenPrimitiveCount == 2 && feedback.generatedPrimitiveCount == 2)
    }

    @Test("a draw of the written vertices has the count of the passes before it, of the same submit or of earlier ones", arguments: Device.Kind.allCases)
    func countedDraws(kind: Device.Kind) throws {
        let device = Device(kind), program = try Self.program(device, TransformFeedbackOutputs(["id"]))
        let writing = try Self.pipeline(program), target = try device.makeFramebuffer(width: 4, height: 4)
        // Nine points are drawn, and only seven fit into the buffer.
        let first = TransformFeedback(.points, into: .init(try device.makeBuffer(byteCount: 28)))
        let copied = try device.makeBuffer(byteCount: 4 * 32), second = TransformFeedback(.points, into: .init(copied))
        func write(_ encoder: inout CommandEncoder, _ feedback: TransformFeedback, _ draw: (inout RenderPass) -> Void) {
            encoder.render(to: target) { pass in
                pass.setPipeline(writing)
                pass.setTransformFeedback(feedback)
                draw(&pass)
            }
        }
        var encoder = device.makeCommandEncoder()
        write(&encoder, second) { $0.draw(writtenBy: first) }
        write(&encoder, first) { $0.draw(.points, count: 4) }
        write(&encoder, second) { $0.draw(writtenBy: first, instances: 2) }
        write(&encoder, first) { $0.draw(.points, count: 5) }
        write(&encoder, second) { $0.draw(writtenBy: first, as: .points) }
        try device.submit(encoder)
        encoder = device.makeCommandEncoder()
        write(&encoder, second) { $0.draw(writtenBy: first) }
        try device.submit(encoder)
        #expect(Self.words(copied, 22) == [0, 1, 2, 3, 0, 1, 2, 3] + Array(0..<7) + Array(0..<7))
        #expect(second.writtenPrimitiveCount == 22 && first.generatedPrimitiveCount == 9)
    }

    @Test("a pass cannot draw what it writes itself, and the buffers must belong to the device")
    func countedDrawErrors() throws {
        let device = Device(.reference), pipeline = try Self.pipeline(try Self.program(device, TransformFeedbackOutputs(["id"])))
        let feedback = TransformFeedback(.points, into: .init(try device.makeBuffer(byteCount: 28)))
        let foreign = TransformFeedback(.points, into: .init(try Device(.reference).makeBuffer(byteCount: 28)))
        let error = RasterError.thrown {
            try Self.submit(pipeline) { pass in
                pass.setTransformFeedback(feedback)
                pass.draw(.points, count: 1)
                pass.setTransformFeedback(nil)
                pass.draw(writtenBy: feedback, label: "copy")
            }
        }
        #expect(error?.code == .feedbackLoop && error?.description.contains("draw 1 'copy' of pass 0: transform feedback counts the draw's vertices") == true,
                "\(String(describing: error))")
        #expect(RasterError.thrown { try Self.submit(pipeline) { $0.draw(writtenBy: foreign) } }?.code == .wrongDevice)
        #expect(feedback.writtenPrimitiveCount == 0)
    }

    @Test("a stream of a geometry shader is refused by its name", arguments: ["layout(stream = 1) out float id;", "layout(stream = 1) out;"])
    func streams(declaration: String) throws {
        let error = #expect(throws: ShaderError.self) {
            try Device(.reference).makeProgram(vertex: "#version 400\n\(declaration)\nvoid main() { gl_Position = vec4(0.0); }",
                                               fragment: "#version 400\nvoid main() {}")
        }
        #expect(error?.description.contains("stream") == true, "\(String(describing: error))")
    }

    @Test("the outputs may be named when compiled shaders are linked")
    func linking() throws {
        let device = Device(.reference)
        let vertex = try ShaderCompiler.compile(ShaderSource(text: Self.vertexShader, name: "vertex"), as: .vertex)
        let fragment = try ShaderCompiler.compile(ShaderSource(text: "#version 330\nvoid main() {}", name: "fragment"), as: .fragment)
        let program = try device.makeProgram(linking: vertex, fragment, transformFeedback: TransformFeedbackOutputs(["id"]))
        let buffer = try device.makeBuffer([UInt32](repeating: 99, count: 3)), feedback = TransformFeedback(.points, into: .init(buffer))
        try Self.submit(try Self.pipeline(program)) { pass in
            pass.setTransformFeedback(feedback)
            pass.draw(.points, first: 7, count: 2)
        }
        #expect(Self.words(buffer, 3) == [7, 8, 99])
    }

    @Test("an object continues in later passes and submits, pauses, and stops where the buffer ends", arguments: Device.Kind.allCases)
    func order(kind: Device.Kind) throws {
        let device = Device(kind)
        let pipeline = try Self.pipeline(try Self.program(device, TransformFeedbackOutputs(["id"])))
        let buffer = try device.makeBuffer([UInt32](repeating: 99, count: 12))
        let feedback = TransformFeedback(.lines, into: .init(buffer, offset: 4, byteCount: 38))
        try Self.submit(pipeline) { pass in
            pass.setTransformFeedback(feedback)
            pass.draw(.lines, count: 2)
            pass.setTransformFeedback(nil)
            pass.draw(.lines, first: 50, count: 2)
            pass.setTransformFeedback(feedback)
            pass.draw(.lines, count: 1)
            pass.draw(.lineLoop, first: 10, count: 2)
        }
        #expect(Self.words(buffer, 12) == [99, 0, 1, 10, 11, 11, 10, 99, 99, 99, 99, 99])
        try Self.submit(pipeline) { pass in
            pass.setTransformFeedback(feedback)
            pass.draw(.lines, first: 20, count: 6)
        }
        #expect(Self.words(buffer, 12) == [99, 0, 1, 10, 11, 11, 10, 20, 21, 99, 99, 99])
        #expect(feedback.generatedPrimitiveCount == 6 && feedback.writtenPrimitiveCount == 4)
    }

    @Test("rasterizer discard drops all primitives, and no other pipeline's", arguments: Device.Kind.allCases)
    func discard(kind: Device.Kind) throws {
        for primitive in [PrimitiveType.triangles, .lines, .points] {
            let f = try DrawingFixture(on: Device(kind)), corners = f.vertex(5.5, 5.5) + f.vertex(25.5, 6.5) + f.vertex(6.5, 25.5)
            try f.draw(corners, primitive, pipeline: try f.pipeline { $0.rasterizerDiscard = true })
            #expect(try f.red().joined().allSatisfy { $0 == 0 })
            try f.draw(corners, primitive)
            #expect(try f.red().joined().contains { $0 != 0 })
        }
    }

    @Test("names that are no outputs, and too many outputs, are errors of the link")
    func linkErrors() throws {
        let device = Device(.reference)
        func message(_ outputs: TransformFeedbackOutputs, vertex: String = TransformFeedbackTests.vertexShader) -> String {
            do { _ = try Self.program(device, outputs, vertex: vertex) } catch { return (error as? ShaderError)?.description ?? "another error" }
            return ""
        }
        for name in ["nothing", "pair.place", "Pair", "Pair.numbers[3]", "Pair.numbers[-1]", "Pair.numbers[0", "light.", "idx", "", "id[0]"] {
            let said = message(TransformFeedbackOutputs([name]))
            #expect(said.contains("transform feedback names '\(name)', which the vertex stage does not declare as an output"), "\(name)")
        }
        #expect(message(TransformFeedbackOutputs(["light"])).contains("the structure 'light'; name its members"))
        #expect(message(TransformFeedbackOutputs(["id", "id"])).contains("names 'id' twice"))
        #expect(message(TransformFeedbackOutputs([])).contains("names no output"))
        let five = ["id", "gl_Position", "gl_PointSize", "light.kind", "light.color"]
        #expect(message(TransformFeedbackOutputs(five, layout: .separate)).contains("writes 5 buffers; at most 4"))
        let wide = "#version 330\nout vec4 a[32]; void main() { a[0] = vec4(1.0); gl_Position = vec4(0.0); }"
        #expect(message(TransformFeedbackOutputs(["a", "gl_Position"]), vertex: wide).contains("writes 132 scalars of each vertex into one buffer; at most 128"))
        #expect(message(TransformFeedbackOutputs(["a", "gl_Position"], layout: .separate), vertex: wide).isEmpty)
    }

    @Test("objects that do not fit the draw, the program or the pass are refused, and nothing is counted")
    func refusals() throws {
        let device = Device(.reference), other = Device(.reference)
        let writer = try Self.pipeline(try Self.program(device, TransformFeedbackOutputs(["id"]))), plain = try Self.pipeline(try Self.program(device, nil))
        let buffer = try device.makeBuffer([UInt16](repeating: 0, count: 32))
        func code(_ pipeline: Pipeline, _ feedback: TransformFeedback, _ primitive: PrimitiveType = .points) -> RasterError.Code? {
            let error = RasterError.thrown(by: {
                try Self.submit(pipeline) { pass in
                    pass.setTransformFeedback(feedback)
                    pass.draw(primitive, count: 3)
                }
            })
            #expect(feedback.generatedPrimitiveCount == (error == nil ? 3 : 0))
            return error?.code
        }
        #expect(code(writer, TransformFeedback(.points, into: .init(buffer))) == nil)
        #expect(code(plain, TransformFeedback(.points, into: .init(buffer))) == .invalidArgument)
        #expect(code(writer, TransformFeedback(.points, into: .init(buffer)), .lines) == .invalidArgument)
        #expect(code(writer, TransformFeedback(.points, into: .init(buffer), .init(buffer, offset: 32))) == .invalidArgument)
        for (offset, byteCount) in [(2, 4), (-4, 4), (68, 0), (64, 4), (0, 65), (0, -1), (4, Int.max), (Int.max - 3, 4), (Int.min, 4)] as [(Int, Int)] {
            let feedback = TransformFeedback(.points, into: .init(buffer, offset: offset, byteCount: byteCount))
            #expect(code(writer, feedback) == .invalidArgument, "\(offset) \(byteCount)")
        }
        #expect(code(writer, TransformFeedback(.points, into: .init(buffer, offset: 64))) == nil)
        #expect(code(writer, TransformFeedback(.points, into: .init(try other.makeBuffer(byteCount: 16)))) == .wrongDevice)
        let first = TransformFeedback(.points, into: .init(buffer, byteCount: 20)), second = TransformFeedback(.points, into: .init(buffer, offset: 16))
        #expect(RasterError.thrown(by: {
            try Self.submit(writer) { pass in
                for feedback in [first, second] {
                    pass.setTransformFeedback(feedback)
                    pass.draw(.points, count: 1)
                }
            }
        })?.code == .invalidArgument)
        #expect(RasterError.thrown(by: {
            try Self.submit(writer) { pass in
                pass.drawIndexed(buffer, .points, count: 1)
                pass.setTransformFeedback(first)
                pass.draw(.points, count: 1)
            }
        })?.code == .feedbackLoop)
        #expect(first.generatedPrimitiveCount == 0 && second.generatedPrimitiveCount == 0)
    }
}
