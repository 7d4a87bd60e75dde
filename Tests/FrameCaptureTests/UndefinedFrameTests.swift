// A frame with the unusual commands that the OpenGL driver may pass to Raster: draws that OpenGL leaves undefined, a framebuffer with
// images of different sizes, a framebuffer without images, blits beyond the edges of images, logic operations, and values of attributes
// without a buffer. The frame is captured, drawn again and explained.

import FrameCapture
import Raster
import Testing

@Suite("Frames with undefined draws") struct UndefinedFrameTests {
    private func capture(_ file: TemporaryFile, _ kind: Device.Kind) throws -> Capture {
        var options = Device.Options()
        options.robustAccess = true
        let device = Device(kind, options: options)
        let program = try device.makeProgram(vertex: "in vec2 place; in vec4 paint; out vec4 tint; void main() { tint = paint; gl_Position = vec4(place, 0.0, 1.0); }", fragment: """
            uniform sampler2D image; in vec4 tint; layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;
            void main() { a = tint + texelFetch(image, ivec2(gl_FragCoord.xy), 0) * 0.5; b = tint; }
            """)
        var state = RasterState()
        state.logicOperation = .xor
        state.primitiveRestart = true
        state.restartIndex = 2
        let layout = VertexLayout(stride: 8, VertexAttribute("place", .float2)).withDefaults(for: program)
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state)
        let wide = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 24, height: 10, label: "wide"))
        let tall = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 12, height: 20, label: "tall"))
        let target = try device.makeFramebuffer(color: [Attachment(wide), Attachment(tall)])
        let nothing = try device.makeFramebuffer(width: 9, height: 9, color: [])
        let corners = try device.makeBuffer([-1, -1, 1, -1, 9, 9, -1, 1] as [Float]), indices = try device.makeBuffer([0, 1, 2, 0, 1, 3] as [UInt16])
        let query = OcclusionQuery()
        try device.captureNextFrame(to: file.path)
        try device.frame(label: "undefined") {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(0.25, 0.5, 0.75), label: "first") { _ in }
            for (place, target) in [target, nothing].enumerated() {
                encoder.render(to: target, label: place == 0 ? "undefined" : "nothing") { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(corners)
                    pass.setTexture("image", wide)
                    pass.setAttribute("paint", 1, 0.25, 0)
                    pass.setOcclusionQuery(query)
                    pass.drawIndexed(indices, count: 600)
                    pass.setAttribute("paint", .int(.init(0, 1, 0, 1)))
                    pass.draw(count: 30)
                }
            }
            encoder.blit(Attachment(wide), from: (-4, -4, 20, 6), to: Attachment(tall), in: (10, 22, -14, 12),
                         scissor: PixelRect(x: -5, y: 0, width: 14, height: 18))
            try device.submit(encoder)
        }
        #expect(query.count > 60)
        return try Capture(contentsOf: file.path)
    }

    @Test("the frame is drawn again with the same bits, and each of its pixels is explained", arguments: Device.Kind.allCases)
    func replay(kind: Device.Kind) throws {
        let file = TemporaryFile(), capture = try capture(file, kind), frame = try #require(capture.frames.first)
        let report = try capture.verify(frame, ways: [.reference, .jit(lanes: 4, isBaseline: true), .jit(lanes: 16, isBaseline: true)])
        #expect(report.passes && report.outcomeNote == nil, "\(report)")
        #expect(try capture.state(of: frame.draws[1], in: frame)["attribute.paint"]?.description.isEmpty == false)
        let device = Device(kind)
        for (x, y) in [(0, 0), (11, 3), (3, 9), (23, 9), (8, 19)] where x < 12 {
            #expect(try capture.history(x: x, y: y, in: frame, on: device).isProven)
        }
        for draw in frame.draws.prefix(2) {
            for attachment in [AttachmentName.color(0), .color(1)] {
                for image in try capture.overlays(Overlay.allCases, of: draw, in: frame, attachment: attachment, on: device) { _ = image }
            }
        }
        _ = try capture.overlays(Overlay.allCases.filter(\.hasScope), of: frame, on: device)
        // Questions about a draw without images have an answer or an error, but no trap.
        let last = try #require(frame.draws.last)
        #expect(throws: RasterError.self) { try capture.overlay(.depth, of: last, in: frame, on: device) }
        _ = try? capture.verdict(of: last, in: frame, on: kind)
    }
}
