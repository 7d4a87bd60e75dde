// Layered attachments in captures: the replay, the history of a pixel in a layer, overlays of layers, and draws whose layer does not exist.

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

    @Test("an overlay counts the fragments of the layer that is looked at, with each scope", arguments: OverlayScope.allCases)
    func overlays(scope: OverlayScope) throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file)
        for (layer, written) in [(nil, 0), (0, 0), (1, scope == .draw ? 0 : 1), (2, 1)] as [(Int?, Double)] {
            let image = try capture.overlay(.overdraw, of: frame.draws[1], in: frame, layer: layer, scope: scope, on: Device(.reference))
            #expect(image.isProven && image.numbers?.values == [Double](repeating: written, count: 64) && image.subject?.image.slice == layer ?? 0)
            #expect(image.subject?.passes.map(\.image?.slice) == [layer ?? 0])
        }
    }

    @Test("every overlay, the contribution of a draw and its numbers show the chosen layer, and refuse layers that do not exist")
    func chosenLayer() throws {
        let file = TemporaryFile(), (capture, frame) = try capture(to: file), draw = frame.draws[1]
        for overlay in Overlay.allCases {
            let image = try capture.overlay(overlay, of: draw, in: frame, layer: 2, on: Device(.reference))
            // The draw fills layer 2 with the value 2/5, which is the byte 102. An overlay with numbers may draw its own colours over this
            // value, so only overlays without numbers are compared.
            if overlay.isPicture { #expect(image.picture[3, 4] == SIMD4(repeating: 102), "\(overlay)") }
            #expect(image.isProven && (image.numbers.map { $0.width == 8 && $0.height == 8 } ?? overlay.isPicture), "\(overlay)")
        }
        for (layer, alpha) in [(1, 0), (2, 255)] as [(Int, UInt8)] {
            let (picture, isProven) = try capture.contribution(of: draw, in: frame, layer: layer)
            #expect(isProven && picture[3, 4].w == alpha)
        }
        let replayer = try Replayer(frame, of: capture, on: Device(.reference))
        try replayer.run()
        #expect(try replayer.numbers(layer: 1, of: draw)[0, 0] == Double(0.2 as Float))
        #expect(try replayer.numbers(.depth, layer: 1, of: draw)[0, 0] == 0.5 && replayer.numbers(.depth, layer: 0, of: draw)[0, 0] != 0.5)
        #expect(try replayer.picture(layer: 2, of: draw).picture[0, 0].x == 102)
        for layer in [-1, 3, Int.max] {
            let error = #expect(throws: RasterError.self) { _ = try capture.overlay(.overdraw, of: draw, in: frame, layer: layer) }
            #expect(error?.code == .invalidArgument && error?.remedy == "use 0 to 2", "\(String(describing: error))")
        }
    }

    @Test("framescope image writes the layer that --layer names")
    func command() throws {
        let file = TemporaryFile(), output = TemporaryFile(".csv"), picture = TemporaryFile(".png"), (_, _) = try capture(to: file)
        let answer = try framescope("image", file.path, "@1", "--overlay", "overdraw", "--layer", "2", "--json", "-o", output.path)
        #expect(answer.status == 0 && answer.members["total"] as? Double == 64 && answer.members["layer"] as? Int == 2, "\(answer)")
        #expect(try framescope("image", file.path, "@1", "--layer", "1", "-o", picture.path).status == 0)
        #expect(try Image.read(from: picture.path).converted(to: .rgba8)[5, 5].x == 51)
        #expect(try framescope("image", file.path, "@1", "--layer", "3", "-o", picture.path).errors.contains("use 0 to 2"))
        #expect(try framescope("image", file.path, "texture:shelf", "--layer", "1", "-o", picture.path).status == 2)
    }

    @Test("a single attached slice is its own layer")
    func slice() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 4, height: 4, depth: 3))
        let target = try device.makeFramebuffer(color: [Attachment(texture, slice: 2)])
        let pipeline = try device.makePipeline(program: try device.makeProgram(
            vertex: "#version 330\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }",
            fragment: "#version 330\nout vec4 c; void main() { c = vec4(1); }"), vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first), draw = frame.draws[0]
        for layer in [nil, 2] {
            #expect(try capture.overlay(.overdraw, of: draw, in: frame, layer: layer, scope: .frame).numbers?.values.allSatisfy { $0 == 1 } == true)
        }
        let error = #expect(throws: RasterError.self) { _ = try capture.overlay(.overdraw, of: draw, in: frame, layer: 0) }
        #expect(error?.remedy == "use layer 2")
    }

    @Test("counts follow a draw that reads a layer of an array")
    func followedLayers() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 8, depth: 3, label: "shelf"))
        let layers = try device.makeFramebuffer(color: [Attachment(layersOf: texture)])
        let screen = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8])
        let corner = "vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1)"
        let fill = try device.makePipeline(program: try device.makeProgram(vertex: """
            #version 330
            #extension GL_AMD_vertex_shader_layer : require
            uniform int layer;
            void main() { gl_Position = \(corner); gl_Layer = layer; }
            """, fragment: "#version 330\nout vec4 c; void main() { c = vec4(1); }"), vertexLayout: .none)
        let read = try device.makePipeline(program: try device.makeProgram(
            vertex: "#version 330\nvoid main() { gl_Position = \(corner); }",
            fragment: """
                #version 330
                uniform sampler2DArray shelf; uniform int layer; out vec4 c;
                void main() { c = texelFetch(shelf, ivec3(gl_FragCoord.xy, layer), 0); }
                """), vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: layers, clear: .color(0, 0, 0, 0), label: "shelves") { pass in
            pass.setPipeline(fill)
            for layer in [1, 2, 2, 1, 2] {
                pass.setUniform("layer", Int32(layer))
                pass.draw(count: 3)
            }
        }
        for layer in 0..<3 {
            encoder.render(to: screen, clear: .color(0, 0, 0, 0), label: "screen \(layer)") { pass in
                pass.setPipeline(read)
                pass.setTexture("shelf", texture)
                pass.setUniform("layer", Int32(layer))
                pass.draw(count: 3)
            }
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = try #require(capture.frames.first)
        for (layer, written) in [0, 2, 3].enumerated() {
            let own = try capture.overlay(.overdraw, of: frame.draws[4], in: frame, layer: layer, scope: .frame)
            #expect(own.isProven && own.numbers?.values == [Double](repeating: Double(written), count: 64), "layer \(layer)")
            let seen = try capture.overlay(.overdraw, of: frame.draws[5 + layer], in: frame, scope: .frame)
            #expect(seen.isProven && seen.numbers?.values == [Double](repeating: Double(written + 1), count: 64), "the screen that shows layer \(layer)")
        }
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
