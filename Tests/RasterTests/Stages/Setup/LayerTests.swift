// Layered attachments: which targets are refused, and which primitives are drawn. `Scene.layers` compares pictures.

import Raster
import Testing

@Suite("Layered attachments") struct LayerTests {
    private static let vertexShader = """
        #version 330
        #extension GL_AMD_vertex_shader_layer : require
        in vec4 position; in vec4 color; out vec4 tint;
        void main() { gl_Position = vec4(position.xyz, 1); gl_Layer = int(position.w); tint = color; }
        """
    /// Makes a device: the reference renderer if `lanes` is 0, otherwise the tile renderer with this number of lanes.
    private func device(lanes: Int) -> Device {
        var options = Device.Options()
        options.lanes = lanes
        return lanes == 0 ? Device(.reference) : Device(.jit, options: options)
    }

    private func array(_ device: Device, layers: Int = 3, format: PixelFormat = .rgba8, size: Int = 8, samples: Int = 1) throws -> Texture {
        try device.makeTexture(TextureDescriptor(type: .d2Array, format: format, width: size, height: size, depth: layers, samples: samples))
    }
    private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }

    @Test("primitives whose layer does not exist are not drawn and not counted", arguments: [0, 4, 8, 16])
    func missingLayers(lanes: Int) throws {
        let device = device(lanes: lanes), texture = try array(device), target = try device.makeFramebuffer(color: [Attachment(layersOf: texture)])
        let program = try device.makeProgram(vertex: Self.vertexShader, fragment: DrawingFixture.fragmentShader)
        let pipeline = try device.makePipeline(program: program, vertexLayout: DrawingFixture.layout)
        var floats: [Float] = []
        for layer in [-1, 3, 1, 2_147_483_520, -2_147_483_648] as [Float] {
            for corner in [SIMD2<Float>(-1, -1), SIMD2(3, -1), SIMD2(-1, 3)] { floats += [corner.x, corner.y, 0, layer, 1, 1, 1, 1] }
        }
        let query = OcclusionQuery(), vertices = try device.makeBuffer(floats)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setOcclusionQuery(query)
            pass.draw(count: 15)
        }
        try device.submit(encoder)
        #expect(try (0..<3).map { try texture.readImage(slice: $0)[3, 3].x } == [0, 255, 0])
        #expect(query.count == 64)
    }

    @Test("all attachments are layered or none is, and a target has the layers that all attachments have")
    func validation() throws {
        let device = Device(.reference), three = try array(device), five = try array(device, layers: 5, size: 6)
        #expect(code { _ = try device.makeFramebuffer(color: [Attachment(layersOf: three), Attachment(five)]) } == .attachmentMismatch)
        #expect(code { _ = try device.makeFramebuffer(color: [Attachment(layersOf: three)], depth: Attachment(try array(device, format: .depth24))) }
                == .attachmentMismatch)
        #expect(code { _ = try device.makeFramebuffer(color: [Attachment(layersOf: three), Attachment(layersOf: try array(device, samples: 4))]) }
                == .attachmentMismatch)
        #expect(code { _ = try device.makeFramebuffer(color: [Attachment(layersOf: three, level: 1)]) } == .incompleteFramebuffer)
        let both = try device.makeFramebuffer(color: [Attachment(layersOf: five), Attachment(layersOf: three)])
        #expect(both.isLayered && both.layerCount == 3 && both.width == 6)
        let volume = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: 8, height: 8, depth: 8, mipLevels: 3))
        let cubes = try device.makeTexture(TextureDescriptor(type: .cubeArray, format: .rgba8, width: 8, height: 8, depth: 2))
        #expect(try device.makeFramebuffer(color: [Attachment(layersOf: volume, level: 2)]).layerCount == 2)
        #expect(try device.makeFramebuffer(color: [Attachment(layersOf: cubes)]).layerCount == 12)
        #expect(try !device.makeFramebuffer(color: [Attachment(cubes, slice: 3)]).isLayered)
    }

    @Test("a draw may not read any layer of its layered target")
    func feedbackLoop() throws {
        let device = Device(.reference), texture = try array(device)
        let target = try device.makeFramebuffer(color: [Attachment(layersOf: texture)])
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(0, 0, 0, 1); }", fragment: """
            uniform sampler2D layer; out vec4 pixel;
            void main() { pixel = texture(layer, vec2(0.5)); }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setTexture("layer", TextureView(texture, as: .d2, layers: 2..<3))
            pass.draw(.points, count: 1)
        }
        #expect(code { try device.submit(encoder) } == .feedbackLoop)
    }

    @Test("reads and blits use layer 0")
    func reads() throws {
        let device = Device(.reference), texture = try array(device), target = try device.makeFramebuffer(color: [Attachment(layersOf: texture)])
        let other = try device.makeFramebuffer(width: 8, height: 8)
        var encoder = device.makeCommandEncoder()
        for (layer, red) in [Float(1), 0, 0].enumerated() {
            encoder.render(to: try device.makeFramebuffer(color: [Attachment(texture, slice: layer)]), clear: .color(red, 0, 0)) { _ in }
        }
        if let color = target.color[0], let destination = other.color[0] { encoder.resolve(color, to: destination) }
        try device.submit(encoder)
        #expect(try target.readImage()[1, 1].x == 255 && other.readImage()[1, 1].x == 255)
    }
}
