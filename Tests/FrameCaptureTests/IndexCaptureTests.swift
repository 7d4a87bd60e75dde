// Captures of draws whose indices begin at any byte of a buffer, as OpenGL programs may draw them.

import FrameCapture
import Raster
import Testing

@Suite("Indices in captures") struct IndexCaptureTests {
    @Test("a draw whose indices begin at any byte of their buffer is drawn again with the same bits", arguments: [0, 2, 3, 52])
    func offset(byte: Int) throws {
        let device = Device(.reference), file = TemporaryFile(), target = try device.makeFramebuffer(width: 8, height: 8)
        let pipeline = try device.makePipeline(program: try device.makeProgram(
            vertex: "in vec2 place; void main() { gl_Position = vec4(place, 0, 1); }", fragment: "out vec4 c; void main() { c = vec4(1); }"),
            vertexLayout: VertexLayout(stride: 8, VertexAttribute("place", .float2)))
        let corners = try device.makeBuffer([-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
        // The buffer has the indices of one triangle, which covers half of the image. If the bytes before the indices were read as indices,
        // these bytes would name vertices that do not exist.
        let indices = try device.makeBuffer([UInt8](repeating: 3, count: byte) + [0, 0, 1, 0, 2, 0])
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(corners)
            pass.drawIndexed(IndexBinding(buffer: indices, type: .uint16, offset: byte), .triangles, first: 0, count: 3)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first)
        #expect(try capture.verify(frame, ways: [.reference, .jit(lanes: 8, isBaseline: true)]).passes)
        let replayer = try Replayer(frame, of: capture, on: device)
        try replayer.run()
        let picture = try #require(try replayer.result())
        #expect(picture[1, 6] == SIMD4(255, 255, 255, 255) && picture[6, 1] == SIMD4(0, 0, 0, 255), "the draw drew its triangle")
    }
}
