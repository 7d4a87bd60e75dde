// Histories of pixels whose shaders read values of their neighbours.

import FrameCapture
import Raster
import Testing

@Suite("Histories and neighbours") struct QuadHistoryTests {
    /// Captures a frame of two triangles with slanting edges. The triangles' shader takes differences across the quad. Some of
    /// these differences use values of helper lanes or of centroids.
    private func capture(_ file: TemporaryFile, samples: Int) throws -> (capture: Capture, picture: Image) {
        let device = Device(.reference)
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8], depth: .depth32Float, samples: samples),
            result = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: """
            #version 450
            layout(location = 0) uniform float turn;
            layout(location = 0) centroid out vec2 place;
            void main() {
                vec2 corner = gl_VertexID == 0 ? vec2(-0.9, -0.8) : gl_VertexID == 1 ? vec2(0.9, -0.5) : vec2(-0.3, 0.95);
                place = corner * 3.0;
                gl_Position = vec4(corner * turn, 0.25 * turn, 1.0);
            }
            """, fragment: """
            #version 450
            layout(location = 0) centroid in vec2 place;
            layout(location = 0) out vec4 pixel;
            void main() {
                float own = gl_HelperInvocation ? 7.0 : gl_FragCoord.x;
                pixel = vec4(fract(abs(dFdx(own)) * 0.13), fract(abs(dFdy(own)) * 0.17), fract(fwidth(place.x) * 5.0), fract(dFdy(place.y) * 3.0));
            }
            """)
        var state = RasterState()
        state.depth = .less
        state.colorTargets = [ColorTargetState(blend: .alpha)]
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 1), label: "main") { pass in
            pass.setPipeline(pipeline)
            for turn in [Float(1), -1] {
                pass.setUniform("turn", turn)
                pass.draw(count: 3)
            }
            // The scissor starts at odd coordinates, so it cuts quads: pixels of a quad outside of the scissor are helpers, too.
            pass.setScissor(PixelRect(x: 3, y: 3, width: 3, height: 2))
            pass.setUniform("turn", Float(-0.9))
            pass.draw(count: 3)
        }
        if samples > 1, let from = target.color[0], let to = result.color[0] { frame.resolve(from, to: to) }
        try device.submit(frame)
        return (try Capture(contentsOf: file.path), try (samples > 1 ? result : target).readImage())
    }

    @Test("derivatives, centroids and helper lanes are the same as in the frame, so that every history is proven", arguments: [1, 4])
    func neighbours(samples: Int) throws {
        let file = TemporaryFile(), (capture, picture) = try capture(file, samples: samples), frame = capture.frames[0], device = Device(.reference)
        var colors: Set<SIMD4<UInt8>> = []
        for y in 0..<8 {
            for x in 0..<8 {
                let history = try capture.history(x: x, y: y, in: frame, of: frame.draws[2], on: device)
                #expect(history.isProven, "(\(x), \(y))")
                colors.insert(picture[x, y])
                guard samples == 1, case .numbers(let last) = history.events.last(where: { $0.fate == .written })?.after else { continue }
                #expect(SIMD4<UInt8>((0..<4).map { UInt8(last[$0] * 255 + 0.5) }) == picture[x, y], "(\(x), \(y))")
            }
        }
        // Checks that the colours really depend on neighbours: the picture has many colours.
        #expect(colors.count > 12)
        let jit = Device(.jit)
        for (x, y) in [(1, 6), (4, 4), (3, 1)] { #expect(try capture.history(x: x, y: y, in: frame, of: frame.draws[2], on: jit).isProven, "(\(x), \(y))") }
        // Computing the histories has not changed the frame.
        #expect(try capture.verify(frame, ways: [.reference]).passes)
    }

    /// A renderer that draws nothing.
    private final class Idle: Renderer {
        let name = "idle"
        func prepare(_ pipeline: Pipeline) throws {}
        func synchronize(_ texture: Texture) throws {}
        func execute(_ commands: [Command]) throws {}
    }

    @Test("a capture cannot make shaders run for longer than the device allows")
    func steps() throws {
        var generous = Device.Options(), strict = Device.Options()
        generous.shaderStepLimit = 1 << 30
        strict.shaderStepLimit = 1000
        let fixture = try TracedFixture("#version 330\nout vec4 pixel;\nvoid main() {\n    float sum = 0.0;\n    for (int i = 0; i < 5000; i++) { sum += 0.5; }\n    pixel = vec4(sum);\n}\n",
                                        deviceOptions: generous)
        let device = Device(renderer: Idle(), options: strict)
        let history = #expect(throws: RasterError.self) { _ = try fixture.capture.history(x: 1, y: 1, in: fixture.frame, on: device) }
        #expect(history?.code == .shaderDidNotEnd)
        let overlay = #expect(throws: RasterError.self) { _ = try fixture.capture.overlay(.cost, of: fixture.frame.draws[0], in: fixture.frame, on: device) }
        #expect(overlay?.code == .shaderDidNotEnd)
        // A verification makes devices with the default options, so the default step limit applies, although the recorded limit is larger.
        #expect(fixture.capture.stepLimit(on: Device.Options()) == Device.Options().shaderStepLimit && fixture.capture.stepLimit(on: strict) == 1000)
    }
}
