// Transform feedback in captures: the recorded objects, the buffers that a frame writes, and the answers about them.

import FrameCapture
import Raster
import Shading
import Testing

@Suite("Transform feedback in captures") struct FeedbackCaptureTests {
    private let device = Device(.reference)

    /// Captures a frame that moves three corners with transform feedback, and draws a triangle from the moved corners. Before the capture, a
    /// frame has written one point.
    private func capture(to file: TemporaryFile) throws -> (capture: Capture, frame: CapturedFrame) {
        let target = try device.makeFramebuffer(width: 8, height: 8), layout = VertexLayout(stride: 8, VertexAttribute("place", .float2))
        let mover = try device.makeProgram(
            vertex: ShaderSource(text: "in vec2 place; out vec2 moved; void main() { moved = place * 2.0; gl_Position = vec4(0); }", name: "mover"),
            fragment: ShaderSource(text: "void main() {}", name: "nothing"),
            options: ShaderCompileOptions(transformFeedback: TransformFeedbackOutputs(["moved"])))
        var state = RasterState()
        state.rasterizerDiscard = true
        let moving = try device.makePipeline(program: mover, vertexLayout: layout, state: state)
        let showing = try device.makePipeline(program: try device.makeProgram(
            vertex: "in vec2 place; void main() { gl_Position = vec4(place, 0, 1); }", fragment: "out vec4 c; void main() { c = vec4(1); }"), vertexLayout: layout)
        let corners = try device.makeBuffer([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5] as [Float]), moved = try device.makeBuffer(byteCount: 32, label: "moved")
        let feedback = TransformFeedback(.points, into: .init(moved))
        func move(_ count: Int, _ encoder: inout CommandEncoder) {
            encoder.render(to: target, label: "move") { pass in
                pass.setPipeline(moving)
                pass.setVertexBuffer(corners)
                pass.setTransformFeedback(feedback)
                pass.draw(.points, count: count, label: "mover")
            }
        }
        var earlier = device.makeCommandEncoder()
        move(1, &earlier)
        try device.submit(earlier)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        move(3, &encoder)
        encoder.render(to: target, clear: .color(0, 0, 0), label: "show") { pass in
            pass.setPipeline(showing)
            pass.setVertexBuffer(moved, offset: 8)
            pass.draw(count: 3, label: "triangle")
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return (capture, try #require(capture.frames.first))
    }

    @Test("a replay writes the same buffers on each renderer, and continues behind the primitives of earlier frames")
    func replay() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        #expect(try capture.verify(frame, ways: [.reference]).passes)
        for kind in Device.Kind.allCases {
            let replayer = try Replayer(frame, of: capture, on: Device(kind))
            for _ in 0..<2 {
                try replayer.run()
                #expect(try replayer.result()?[1, 6] == SIMD4(255, 255, 255, 255))
                #expect(replayer.feedbacks[0].writtenPrimitiveCount == 4)
            }
        }
    }

    @Test("the state of a draw names its transform feedback, and shows the bytes that an earlier draw has written")
    func state() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        let mover = try capture.state(of: frame.draws[0], in: frame), triangle = try capture.state(of: frame.draws[1], in: frame)
        #expect(mover["feedback"] == .text("#0") && mover["program.feedback"] == .text("moved (interleaved)") && triangle["feedback"] == .text("none"))
        #expect(frame.settings(of: frame.draws[0]).contains("rasterizer discard"))
        #expect(try capture.bytes(ofBuffer: 1, in: frame, before: frame.draws[1].event).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
                == [-1, -1, -1, -1, 1, -1, -1, 1])
    }

    @Test("a draw that writes only a buffer is visible through the draw that reads the buffer")
    func verdict() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        let verdict = try capture.verdict(of: frame.draws[0], in: frame)
        #expect(verdict.seen > 0 && verdict.changed == 0, "\(verdict.sentence)")
        #expect(try !capture.findings(in: frame).contains { $0.name == .drawWithoutEffect && $0.draws.contains(0) })
    }
}
