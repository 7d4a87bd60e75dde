// Traces of geometry shaders: inputs, emitted vertices, ends of strips; and the invocation that emitted the primitive of a pixel.

import FrameCapture
import Raster
import Shading
import Testing

@Suite("Traces of geometry shaders") struct GeometryTraceTests {
    private static let geometry = """
        #version 400
        layout(points, invocations = 2) in;
        layout(triangle_strip, max_vertices = 7) out;
        in Point { vec2 tint; } point[];
        out vec2 color;
        void corner(float x, float y) {
            gl_Position = gl_in[0].gl_Position + vec4(x, y, 0, 0);
            color = point[0].tint * float(gl_InvocationID + 1);
            gl_PrimitiveID = gl_PrimitiveIDIn * 10 + gl_InvocationID;
            EmitVertex();
        }
        void main() {
            float side = gl_InvocationID == 0 ? -0.5 : 0.5;
            corner(0.0, 0.0);
            corner(side, 0.0);
            corner(0.0, 0.5);
            EndPrimitive();
            EndPrimitive();
            for (int i = 0; i < 5; ++i) corner(side * 0.25, -0.25);
        }
        """
    /// The points of an instance; a second instance has the same points.
    private static let points: [SIMD2<Float>] = [[-0.5, -0.5], [0.5, -0.5], [0, 0.25]]

    private func capture(to file: TemporaryFile) throws -> (capture: Capture, frame: CapturedFrame) {
        let device = Device(.reference), target = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba8])
        let layout = VertexLayout(stride: 8, VertexAttribute("place", .float2))
        let pipeline = try device.makePipeline(program: try device.makeProgram(vertex: """
            #version 400
            in vec2 place; out Point { vec2 tint; };
            void main() { gl_Position = vec4(place, 0, 1); tint = vec2(0.25 * float(gl_InstanceID + 1), 0.125 * float(gl_VertexID)); }
            """, geometry: Self.geometry, fragment: """
            #version 400
            in vec2 color; out vec4 pixel; void main() { pixel = vec4(color, 0, 1); }
            """), vertexLayout: layout)
        let plain = try device.makePipeline(program: try device.makeProgram(
            vertex: "#version 330\nin vec2 place; void main() { gl_Position = vec4(place, 0, 1); }",
            fragment: "#version 330\nout vec4 pixel; void main() { pixel = vec4(1); }"), vertexLayout: layout)
        let buffer = try device.makeBuffer(Self.points.flatMap { [$0.x, $0.y] })
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setVertexBuffer(buffer)
            pass.setPipeline(plain)
            pass.draw(.points, count: 3)
            pass.setPipeline(pipeline)
            pass.draw(.points, count: 3, instances: 2)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return (capture, try #require(capture.frames.first))
    }
    private func floats(_ values: [TracedValue], _ name: String) -> [Float]? { values.first { $0.name == name }?.words.map(Float.init(bitPattern:)) }

    @Test("a trace has the inputs by OpenGL's names, and every emitted vertex with its outputs")
    func emissions() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        for (primitive, point) in Self.points.enumerated() {
            for (invocation, instance) in [(0, 0), (1, 0), (1, 1)] {
                let trace = try capture.trace(primitive: primitive, invocation: invocation, instance: instance, of: frame.draws[1], in: frame,
                                              on: Device(.reference))
                #expect(trace.isProven && trace.stage == .geometry && trace.end == .returned && trace.outputs.isEmpty)
                #expect(trace.subject == .primitive(primitive, invocation: invocation, instance: instance))
                #expect(floats(trace.inputs, "gl_in[0].gl_Position") == [point.x, point.y, 0, 1])
                let tint: [Float] = [0.25 * Float(instance + 1), 0.125 * Float(primitive)]
                #expect(floats(trace.inputs, "Point[0].tint") == tint)
                #expect(trace.inputs.first { $0.name == "gl_PrimitiveIDIn" }?.words == [UInt32(primitive)])
                #expect(trace.inputs.first { $0.name == "gl_InvocationID" }?.words == [UInt32(invocation)])
                let side: Float = invocation == 0 ? -0.5 : 0.5, emissions = trace.emissions
                #expect(emissions.map(\.vertex) == [0, 1, 2, nil, nil, 3, 4, 5, 6, 7] && emissions.map(\.strip) == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
                #expect(emissions.map(\.isDropped) == [Bool](repeating: false, count: 9) + [true])
                let corners: [SIMD2<Float>] = [[0, 0], [side, 0], [0, 0.5]] + [SIMD2<Float>](repeating: [side * 0.25, -0.25], count: 5)
                for (vertex, corner) in zip(emissions.filter { $0.vertex != nil }, corners) {
                    #expect(floats(vertex.outputs, "gl_Position") == [point.x + corner.x, point.y + corner.y, 0, 1])
                    #expect(floats(vertex.outputs, "color") == tint.map { $0 * Float(invocation + 1) })
                    #expect(vertex.outputs.first { $0.name == "gl_PrimitiveID" }?.words == [UInt32(10 * primitive + invocation)])
                }
                // Each emission belongs to a step at its own line.
                let steps = (0..<trace.stepCount).map(trace.step).filter { !$0.emissions.isEmpty }
                #expect(steps.flatMap(\.emissions) == emissions && steps.allSatisfy { $0.text.contains("EmitVertex") || $0.text.contains("EndPrimitive") })
            }
        }
    }

    @Test("what the draw does not have is refused with the choices that there are")
    func refusals() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file), draw = frame.draws[1]
        func refused(_ primitive: Int, _ invocation: Int = 0, _ instance: Int = 0, of draw: CapturedDraw) -> String {
            let error = #expect(throws: RasterError.self) {
                _ = try capture.trace(primitive: primitive, invocation: invocation, instance: instance, of: draw, in: frame, on: Device(.reference))
            }
            return error?.code == .invalidArgument ? error?.remedy ?? "" : "\(String(describing: error))"
        }
        for primitive in [-1, 3, 1 << 32, Int.min] { #expect(refused(primitive, of: draw) == "choose another: it reads the primitives 0 to 2") }
        for invocation in [-1, 2, Int.max] { #expect(refused(0, invocation, of: draw) == "use 0 to 1") }
        #expect(refused(0, 0, 2, of: draw) == "use 0 to 1" && refused(0, 0, -1, of: draw) == "use 0 to 1")
        #expect(refused(0, of: frame.draws[0]) == "trace one of its fragments or vertices")
        // A full trace ends at its limit, and says so.
        let cut = try capture.trace(primitive: 0, of: draw, in: frame, limit: 20, on: Device(.reference))
        #expect(cut.end == .cutOff && cut.emissions.count < 10)
    }

    @Test("why and pixel name the invocation that emitted the primitive", arguments: [Device.Kind.reference, .jit])
    func emitter(kind: Device.Kind) throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        // The corner of point 1 lies at the pixel (12, 4), counted from the bottom; invocation 1 draws the triangle to the right of
        // this corner.
        let explanation = try capture.explanation(x: 12, y: 11, in: frame, on: Device(kind)), written = try #require(explanation.history.events.last)
        #expect(written.emitter?.primitive == 1 && written.emitter?.invocation == 1 && written.primitive == 11 && written.vertices.isEmpty)
        #expect(explanation.verdict.contains("with primitive 11, which invocation 1 of the geometry shader emitted for the draw's primitive 1"),
                "\(explanation.verdict)")
        #expect(explanation.commands.contains { $0.hasSuffix("@1 --primitive 1 --invocation 1 --instance 1") }, "\(explanation.commands)")
        let left = try capture.history(x: 11, y: 11, in: frame, on: Device(kind)).events.last
        #expect(left?.emitter?.primitive == 1 && left?.emitter?.invocation == 0)
        // A plain draw has no emitter.
        #expect(explanation.history.events.first { $0.draw == 0 }?.emitter == nil)
    }

    @Test("framescope trace prints the geometry shader's lines and emitted vertices")
    func command() throws {
        let file = TemporaryFile(), (_, _) = try capture(to: file)
        let trace = try framescope("trace", file.path, "@1", "--primitive", "2", "--invocation", "1")
        #expect(trace.status == 0 && trace.output.contains("primitive 2, invocation 1, draw @1") && trace.output.contains("8 vertices in 2 strips"), "\(trace)")
        #expect(trace.output.contains("emits vertex 1: ") && trace.output.contains("ends strip 0"), "\(trace.output)")
        let number = try #require(framescope("trace", file.path, "@1", "--primitive", "2", "--json").members["steps"] as? [[String: Any]]).firstIndex {
            ($0["emissions"] as? [[String: Any]])?.first?["vertex"] as? Int == 2
        }
        let step = try framescope("trace", file.path, "@1", "--primitive", "2", "--step", "\(#require(number))")
        #expect(step.status == 0 && step.output.contains("vertex 2 of strip 0") && step.output.contains("gl_Position"), "\(step)")
        for wrong in [["--invocation", "1"], ["--primitive", "0", "--invocation", "1,1"], ["--primitive", "0", "--sample", "0"],
                      ["--vertex", "0", "--primitive", "0"], ["--fragment", "1,1", "--invocation", "0"], ["--fragment", "1,1", "--vertex", "0"]] {
            #expect(try run(["trace", file.path, "@1"] + wrong).status == 2, "\(wrong)")
        }
        #expect(try framescope("trace", file.path, "@0", "--primitive", "0").errors.contains("has no geometry shader"))
    }
}
