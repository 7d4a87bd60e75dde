// Observers of a draw on the reference renderer: the order of the events, and two observers at once.

import Raster
import Shading
import Testing

@Suite("Observers of a draw") struct DrawObserverTests {
    /// Records the events of a draw.
    private final class Diary: DrawObserver {
        private(set) var events: [String] = []
        let lastStep: QuadStep
        init(lastStep: QuadStep = .output) { self.lastStep = lastStep }

        func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) { events.append("draw") }
        func begin(instance: Int) { events.append("instance \(instance)") }
        func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
            events.append("run vertices \(Array(vertices.vertices))")
            _ = try interpreter.run(active: active)
        }
        func shaded(_ batch: VertexBatch) { events.append("shaded") }
        func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? {
            events.append("primitive")
            return primitive
        }
        func setUp(_ primitive: SetupPrimitive) { events.append("set up") }
        func beginQuad(_ quad: FragmentQuad, of primitive: SetupPrimitive) { events.append("quad \(quad.x) \(quad.y) \(quad.samples[0])") }
        func lost(lane: Int, samples: UInt32, _ loss: PipelineLoss) {
            if samples != 0 { events.append("\(loss) \(lane) \(samples)") }
        }
        func reachedTests(lane: Int, samples: UInt32) { events.append("reached tests \(lane) \(samples)") }
        func willTest(_ test: DepthStencilTest, lane: Int, sample: Int, z: Float) { events.append("will test \(z)") }
        func didTest(_ test: DepthStencilTest, lane: Int, sample: Int) { events.append("did test") }
        func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
            events.append("run fragments \(fragments.samples[0])")
            return try interpreter.run(active: SIMDMask(repeating: true))
        }
        func passed(lane: Int, samples: UInt32) { events.append("passed \(lane) \(samples)") }
        func willWrite(_ merger: OutputMerger, lane: Int, sample: Int) { events.append("will write") }
        func didWrite(_ merger: OutputMerger, lane: Int, sample: Int, locals: UnsafePointer<SIMD4<UInt32>>) { events.append("did write") }
        func endQuad() { events.append("end of quad") }
        func end(_ primitive: ShadedPrimitive) { events.append("end of primitive") }
    }

    private let fixture: DrawingFixture
    init() throws { fixture = try DrawingFixture(width: 2, height: 2, depth: .depth32Float) }

    /// Returns commands that draw a triangle over the lower left pixel, `count` times.
    private func commands(count: Int = 1, fragment: String = DrawingFixture.fragmentShader) throws -> [Command] {
        let pipeline = try fixture.pipeline(fragment: fragment) { $0.depth = .less }
        let vertices = fixture.vertex(0, 0, color: SIMD4(0.5, 0, 0, 1)) + fixture.vertex(1.2, 0) + fixture.vertex(0, 1.2)
        let buffer = try fixture.device.makeBuffer(vertices)
        var encoder = fixture.device.makeCommandEncoder()
        encoder.render(to: fixture.target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            for _ in 0..<count { pass.draw(count: 3) }
        }
        return try fixture.device.checkedCommands(of: encoder)
    }
    private func execute(_ commands: [Command], _ observer: some DrawObserver) throws -> [UInt8] {
        try ReferenceRenderer(stepLimit: 100).execute(commands, observer: observer)
        return try fixture.target.readImage().bytes
    }

    private let front = ["draw", "instance 0", "run vertices [0, 1, 2]", "shaded", "primitive", "set up", "quad 0 0 1"]
    private let tests = ["reached tests 0 1", "will test 0.5", "did test"]

    @Test("an observer sees the steps of a draw in the order of the pipeline")
    func order() throws {
        let diary = Diary()
        let observed = try execute(commands(), diary)
        #expect(diary.events == front + tests + ["run fragments 1", "passed 0 1", "will write", "did write", "end of quad", "end of primitive"])
        try ReferenceRenderer(stepLimit: 100).execute(commands())
        #expect(try fixture.target.readImage().bytes == observed && observed.contains { $0 != 0 })
    }

    @Test("an observer is told why samples are lost; if a shader discards, the tests come after the shader")
    func losses() throws {
        let twice = Diary()
        _ = try execute(commands(count: 2), twice)
        #expect(Array(twice.events.suffix(from: 16)) == front + tests + ["depthFailed 0 1", "end of quad", "end of primitive"])
        let discarding = Diary()
        _ = try execute(commands(fragment: "in vec4 tint; out vec4 pixel; void main() { if (tint.a > 0.0) discard; pixel = tint; }"), discarding)
        #expect(discarding.events == front + ["run fragments 1", "discarded 0 1", "end of quad", "end of primitive"])
    }

    @Test("a quad ends after the last step that an observer needs, unless this step depends on the shader")
    func lastStep() throws {
        let coverage = Diary(lastStep: .coverage), early = Diary(lastStep: .tests), late = Diary(lastStep: .tests)
        _ = try execute(commands(), coverage)
        #expect(coverage.events == front + ["end of quad", "end of primitive"])
        _ = try execute(commands(), early)
        #expect(early.events.filter { $0 == "passed 0 1" || $0.hasPrefix("run fragments") } == ["passed 0 1"])
        _ = try execute(commands(fragment: "in vec4 tint; out vec4 pixel; void main() { if (tint.a < 0.0) discard; pixel = tint; }"), late)
        #expect(late.events.filter { $0 == "passed 0 1" || $0.hasPrefix("run fragments") } == ["run fragments 1", "passed 0 1"])
    }

    @Test("of two observers the first runs the shaders, and both see everything else")
    func pair() throws {
        let first = Diary(lastStep: .coverage), second = Diary(), alone = Diary()
        _ = try execute(commands(), ObserverPair(first, second))
        _ = try execute(commands(), alone)
        #expect(first.events == alone.events && second.events == alone.events.filter { !$0.hasPrefix("run ") })
    }
}
