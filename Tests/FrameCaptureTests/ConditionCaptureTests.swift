// Captures of draws and clears that depend on a query: a capture states for each draw and clear whether it was executed or skipped. A
// replay needs no query.

import FrameCapture
import Raster
import Testing

@Suite("Captures of render conditions") struct ConditionCaptureTests {
    @Test("a capture of an encoder with conditions is one frame, shows skipped draws, and draws the same picture again", arguments: Device.Kind.allCases)
    func capture(kind: Device.Kind) throws {
        let device = Device(kind), file = TemporaryFile(), counted = OcclusionQuery(), empty = OcclusionQuery()
        let target = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "out vec4 color; void main() { color = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder(label: "conditions")
        encoder.render(to: target, clear: .color(1, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setOcclusionQuery(counted)
            pass.draw(count: 3, label: "counted")
        }
        encoder.writeTimestamp(TimestampQuery())
        encoder.render(to: target) { pass in
            pass.setRenderCondition(counted)
            pass.clear(.color(0, 0, 1))
            pass.setRenderCondition(empty)
            pass.clear(.color(0, 1, 0))
            pass.setPipeline(pipeline)
            pass.draw(count: 3, label: "hidden")
        }
        try device.submit(encoder)
        #expect(try target.readImage()[3, 3] == SIMD4(0, 0, 255, 255))
        let capture = try Capture(contentsOf: file.path)
        #expect(capture.frames.map(\.label) == ["conditions"])
        let frame = capture.frames[0]
        let counts = frame.events.compactMap { if case .draw(let draw) = $0 { draw.count } else { nil } }
        #expect(counts == [3, 0])
        #expect(frame.draws[1].name.contains("skipped: its query counted no samples"), "\(frame.draws[1].name)")
        #expect(frame.events.count { if case .clear = $0 { true } else { false } } == 1)
        #expect(try capture.verify(frame, ways: [.reference]).passes)
    }
}
