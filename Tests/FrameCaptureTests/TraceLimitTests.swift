// Shader traces of hostile input, of wrong recordings, and of all scenes: limits are kept, and contradictions are found.

import FrameCapture
import Raster
import Scenes
import Shading
import Testing

@Suite("Shader trace, limits and proofs") struct TraceLimitTests {
    @Test("a long run is traced up to the limit and says so; a run that does not end is also reported")
    func limits() throws {
        let long = try TracedFixture("""
            #version 330
            uniform int count;
            out vec4 pixel;
            void main() {
                float sum = 0.0;
                for (int i = 0; i < count; i++) {
                    sum += 1.0;
                }
                pixel = vec4(sum);
            }
            """) {
            $1.setUniform("count", Int32(1000))
            $1.draw(count: 3)
        }
        let cut = try long.trace(1, 1, limit: 500)
        #expect(cut.end == .cutOff && cut.operations.count == 500 && cut.history(of: "sum").count > 10 && cut.contradictions.isEmpty && !cut.isProven
                && !cut.remarks.isEmpty)
        let whole = try long.trace(1, 1)
        #expect(whole.end == .returned && whole.isProven && whole.history(of: "sum").last == "1000.0" && whole.loops.map(\.iterations) == [1001])
        #expect(throws: RasterError.self) { _ = try long.trace(1, 1, limit: 0) }
        #expect(throws: RasterError.self) { _ = try long.trace(1, 1, limit: .max) }

        var options = Device.Options()
        options.shaderStepLimit = 100
        let endless = try TracedFixture("#version 330\nuniform float x;\nout vec4 pixel;\nvoid main() {\n    float y = x;\n    while (y < 1.0) {\n        y = y * 0.5;\n    }\n    pixel = vec4(y);\n}\n",
                                        deviceOptions: options, reachesEnd: false)
        let trace = try endless.trace(2, 2)
        #expect(trace.end == .endless && trace.loops.first?.iterations == 101 && trace.loops.first?.place.line == 6 && trace.history(of: "y").first == "0.0"
                && !trace.isProven)
        let short = try endless.trace(2, 2, limit: 50)
        #expect(short.end == .cutOff && short.operations.count == 50)
    }

    @Test("a texture that is read many times does not fill memory")
    func texels() throws {
        let fixture = try TracedFixture("""
            #version 330
            uniform sampler2D image;
            out vec4 pixel;
            void main() {
                vec4 sum = vec4(0.0);
                for (int i = 0; i < 100; i++) { sum += texture(image, vec2(float(i) * 0.1, 0.5)); }
                pixel = sum;
            }
            """) { device, pass in
            pass.setTexture("image", try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4)), .linear)
            pass.draw(count: 3)
        }
        let trace = try fixture.trace(1, 1, limit: 200)
        #expect(trace.end == .cutOff && trace.allSteps.flatMap(\.lookups).flatMap(\.texels).count <= 204)
        #expect(try fixture.trace(1, 1).allSteps.flatMap(\.lookups).flatMap(\.texels).count == 400)
    }

    @Test("a renderer whose bits differ from the trace is detected, and so are other recorded bits")
    func contradictions() throws {
        let fixture = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(0.5); }")
        let draw = fixture.frame.draws[0], device = Device(renderer: Spoiler())
        // The row of the spoiled texel is counted from the bottom, the row of the pixel from the top.
        let wrong = try fixture.capture.trace(x: 1, y: 6, of: draw, in: fixture.frame, on: device)
        #expect(!wrong.isProven && wrong.contradictions.count == 1 && wrong.contradictions[0].contains("different bits at the pixel when spoiler draws it"))
        #expect(try fixture.capture.trace(x: 2, y: 6, of: draw, in: fixture.frame, on: device).isProven)
        // The history of the pixel also detects the wrong renderer.
        #expect(try !fixture.capture.history(x: 1, y: 6, in: fixture.frame, on: device).isProven)
        #expect(try fixture.capture.history(x: 2, y: 6, in: fixture.frame, on: device).isProven)
        // Overlays and the picture of a single draw also detect the wrong renderer, even without recorded bits.
        #expect(try !fixture.capture.overlay(.overdraw, of: draw, in: fixture.frame, on: device).isProven)
        #expect(try !fixture.capture.contribution(of: draw, in: fixture.frame, on: device).isProven)

        let report = try fixture.capture.verify(fixture.frame, ways: [.reference])
        try fixture.capture.store([report])
        let proven = try Capture(contentsOf: fixture.file.path), frame = proven.frames[0]
        #expect(try proven.trace(x: 1, y: 6, of: frame.draws[0], in: frame, on: Device(.reference)).proofs.count == 3)
        let other = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(0.25); }")
        try other.capture.store([report])
        let tampered = try Capture(contentsOf: other.file.path)
        let trace = try tampered.trace(x: 1, y: 6, of: tampered.frames[0].draws[0], in: tampered.frames[0], on: Device(.reference))
        #expect(!trace.isProven && trace.contradictions == ["its images have different bits than the capture recorded"])
        let command = try framescope("trace", other.file.path, "@0", "--fragment", "1,6", "--on", "reference")
        #expect(command.status == 1 && command.output.contains("NONE: its images") && command.errors.contains("Do not trust this trace"))
    }

    /// A texture whose contents change from lookup to lookup.
    private final class Restless: TextureSampling {
        private var number: UInt32 = 0
        func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult {
            var result = TextureResult()
            number += 1
            result.x = QuadUInt(repeating: number)
            return result
        }
        func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int) { (1, 1, 1) }
    }

    @Test("a recorded run whose bits differ from a run without a recorder is detected")
    func observation() throws {
        let source = "uniform sampler2D image; out vec4 pixel; void main() { pixel = texture(image, vec2(0.5)); }"
        let module = try ShaderCompiler.link(vertex: ShaderSource(text: TracedFixture.wholeTarget, name: "v"), fragment: ShaderSource(text: source, name: "f"))
            .fragment
        let quad = FragmentQuad(x: 2, y: 2, primitive: 0, instance: 0, isFrontFacing: true, sample: nil, samples: SIMD4(repeating: 1))
        func differences(_ textures: any TextureSampling) throws -> [String]? {
            let interpreter = Interpreter(module: module, stepLimit: 100), runner = TraceRunner(.fragment(x: 3, y: 2, number: 0), limit: 100)
            interpreter.bind(uniformBlocks: [], textures: textures)
            _ = try runner.run(interpreter, fragments: quad)
            return runner.differences
        }
        #expect(try differences(Restless()) == ["output 'pixel' has different bits in the recorded run than in the same run without a recorder"])
        #expect(try differences(TextureUnits(bindings: [nil])) == [])
    }

    @Test("an impossible trace is refused with the reason")
    func refusals() throws {
        let fixture = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(1); }",
                                        vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 0.0 : -1.0, gl_VertexID == 2 ? 0.0 : -1.0, 0.0, 1.0); }") {
            $1.draw(count: 3)
            $1.setScissor(PixelRect(x: 0, y: 0, width: 2, height: 2))
            $1.draw(count: 3)
        }
        #expect { _ = try fixture.trace(7, 0) } throws: { "\($0)".contains("has no fragment of draw @0") }
        #expect { _ = try fixture.trace(0, 4, draw: 1) } throws: { "\($0)".contains("lies outside of the scissor of draw @1") }
        #expect { _ = try fixture.trace(8, 0) } throws: { "\($0)".contains("is outside of the 8×8 pixels") }
        #expect { _ = try fixture.trace(.max, .min) } throws: { $0 is RasterError }
        #expect { _ = try fixture.trace(vertex: .min) } throws: { "\($0)".contains("its vertices lie in 0…2") }
        #expect(try fixture.trace(0, 7, draw: 1).isProven)
    }

    @Test("fragments and vertices of scenes of every feature are traced, and proven", arguments: stride(from: 0, to: Scene.all.count, by: 24).map { $0 })
    func scenes(first: Int) throws {
        var traces = 0
        for scene in Scene.all[first..<min(first + 24, Scene.all.count)] {
            let file = TemporaryFile(), device = Device(.reference)
            try device.startCapture(to: file.path)
            _ = try scene.outputs(on: device)
            try device.stopCapture()
            let capture = try Capture(contentsOf: file.path)
            for frame in capture.frames {
                guard let draw = frame.draws.last, let (width, height) = try size(of: draw, capture) else { continue }
                for (x, y) in [(width / 2, height / 2), (width / 4, height / 3), (width * 3 / 4, height * 3 / 4)] {
                    guard let trace = try? capture.trace(x: x, y: y, of: draw, in: frame, on: Device(.reference)) else { continue }
                    #expect(trace.isProven && trace.end != .cutOff, "\(scene) at (\(x), \(y)): \(trace.contradictions)")
                    check(trace, "\(scene)")
                    traces += 1
                    break
                }
                if let trace = try? capture.trace(vertex: 0, of: draw, in: frame, on: Device(.reference)) {
                    #expect(trace.isProven, "\(scene): \(trace.contradictions)")
                    check(trace, "\(scene)")
                    traces += 1
                }
            }
        }
        #expect(traces >= 12, "\(traces) traces")
    }
    private func size(of draw: CapturedDraw, _ capture: Capture) throws -> (Int, Int)? {
        for frame in capture.frames where frame.draws.contains(draw) {
            let framebuffer = frame.table.framebuffers[draw.framebuffer]
            guard let attachment = framebuffer.color.compactMap(\.value).first ?? framebuffer.depth else { continue }
            let texture = frame.table.textures[attachment.texture].descriptor
            return (texture.width >> attachment.level, texture.height >> attachment.level)
        }
        return nil
    }
    /// Checks that a trace can be inspected at each step, and that each value follows from earlier values. In a long trace, only the first
    /// 400 steps and the first 2000 operations are checked.
    private func check(_ trace: ShaderTrace, _ name: String) {
        for step in trace.allSteps.prefix(400) {
            _ = trace.variables(at: step.index)
            #expect(!step.stack.isEmpty && step.stack.last?.function == "main" && step.activeLanes[trace.lane], "\(name), step \(step.index)")
        }
        for operation in trace.operations.prefix(2000).map(trace.operation) {
            guard let opcode = Opcode.allCases.first(where: { "\($0)" == operation.name }), opcode.computes, opcode != .bitcast else { continue }
            let words = operation.operands.map { $0.words[0] } + [0, 0, 0]
            let expected = opcode.evaluate(words[0], words[1], words[2]), found = operation.results[trace.lane].words[0]
            #expect(expected == found || Float(bitPattern: expected).isNaN && Float(bitPattern: found).isNaN, "\(name): \(operation)")
        }
    }
}
