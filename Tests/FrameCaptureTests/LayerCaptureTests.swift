// Layered attachments in captures: the replay, the history of a pixel in a layer, and draws whose layer does not exist.

import FrameCapture
import Raster
import Testing

@Suite("Layers in captures") struct LayerCaptureTests {
    /// Captures a frame of three draws: into layer 1, into layer 2, and into layer 7, which does not exist.
    private func capture(to file: TemporaryFile) throws -> (capture: Capture, frame: CapturedFrame) {
        let device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 8, depth: 3, label: "shelf"))
        let depth = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .depth32Float, width: 8, height: 8, depth: 3))
        let target = try device.makeFramebuffer(color: [Attachment(layersOf: texture)], depth: Attachment(layersOf: depth))
        var state = RasterState()
        state.depth = DepthState(compare: .less)
        let pipeline = try device.makePipeline(program: try device.makeProgram(vertex: """
            #version 330
            #extension GL_AMD_vertex_shader_layer : require
            in vec2 place; uniform int layer;
            void main() { gl_Position = vec4(place, 0, 1); gl_Layer = layer; }
            """, fragment: "#version 330\nuniform int layer; out vec4 c; void main() { c = vec4(float(layer) / 5.0); }"),
            vertexLayout: VertexLayout(stride: 8, VertexAttribute("place", .float2)), state: state)
        let corners = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float])
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0), label: "shelves") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(corners)
            for layer in [1, 2, 7] {
                pass.setUniform("layer", Int32(layer))
                pass.draw(count: 3, label: "into \(layer)")
            }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return (capture, try #require(capture.frames.first))
    }

    @Test("a replay draws all layers with the same bits on each renderer")
    func replay() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        #expect(try capture.verify(frame, ways: [.reference]).passes)
        for kind in Device.Kind.allCases {
            let replayer = try Replayer(frame, of: capture, on: Device(kind))
            try replayer.run()
            let reds = try (0..<3).map { try replayer.image(ofTexture: "shelf", layer: $0)[2, 2].x }
            #expect(reds == [0, 51, 102])
        }
    }

    @Test("the history of a pixel in a layer has the draw into this layer, and names the layer")
    func history() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        for layer in 0..<3 {
            let history = try capture.history(x: 3, y: 4, in: frame, image: .layer(layer, of: .texture("shelf")))
            let changes = history.events.filter { event in event.draw != nil && event.changes.contains { $0.image.slice == layer } }
            #expect(history.isProven && history.image.slice == layer && changes.compactMap(\.draw) == (layer == 0 ? [] : [layer - 1]))
        }
        #expect(throws: RasterError.self) { try capture.history(x: 3, y: 4, in: frame, image: .layer(3, of: .texture("shelf"))) }
        #expect(try capture.state(of: frame.draws[0], in: frame)["target.color0.layers"] == .text("all"))
    }

    @Test("a draw into a layer that does not exist is explained")
    func missingLayer() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        let verdict = try capture.verdict(of: frame.draws[2], in: frame)
        #expect(verdict.sentence.contains("gl_Layer"), "\(verdict.sentence)")
        let lost = try capture.history(x: 3, y: 4, in: frame).events.filter { $0.draw == 2 }
        #expect(lost.map(\.fate) == [.lost(.layerMissing)])
    }
}
