// Texture views, which show layers and faces of a texture as textures of other types.

import Raster
import Shading
import TestSupport
import Testing

@Test("compiled lookups in views of layers give the reference's bits", arguments: [TextureDimension.d2, .cube, .d2Array])
func viewKernels(dimension: TextureDimension) throws {
    let array = try viewedTexture(.d2Array, depth: 9), cube = try viewedTexture(.cube)
    let type: TextureType = switch dimension { case .d2: .d2; case .cube: .cube; default: .d2Array }
    let views = switch dimension {
    case .d2: [TextureView(array, as: type, layers: 4..<5), TextureView(cube, as: type, levels: 1...2, layers: 5..<6)]
    case .cube: [TextureView(array, as: type, layers: 3..<9), TextureView(cube, levels: 1...1)]
    default: [TextureView(array, levels: 1...2, layers: 2..<5), TextureView(cube, as: type, layers: 1..<4)]
    }
    for (number, view) in views.enumerated() {
        let binding = TextureBinding(view, sampler: .trilinearRepeat)
        for kind in [TextureOperation.Kind.sample, .fetch] where kind == .sample || dimension != .cube {
            let operation = TextureOperation(kind: kind, dimension: dimension, unit: 0)
            try checkSampler(SamplerComparison(operation: operation, bindings: [binding]), samplerTestRows(dimension, 128), "\(kind) \(dimension) \(number)")
            try checkSampler(SamplerComparison(operation: operation, bindings: [binding]), samplerTestRows(dimension, 64), "size \(number)", asksSize: true)
        }
    }
}

@Test("a view's texel is the texel of the layer that it names")
func viewTexels() throws {
    let texture = try viewedTexture(.d2Array, depth: 9)
    for layer in 0..<9 {
        let views = [(TextureView(texture, as: .d2, layers: layer..<(layer + 1)), 0), (TextureView(texture, layers: max(0, layer - 2)..<9), min(layer, 2))]
        for (view, slice) in views {
            let dimension: TextureDimension = view.type == .d2 ? .d2 : .d2Array, log = TexelLog(keeps: true)
            var request = TextureRequest()
            request.i = .init(repeating: 3); request.j = .init(repeating: 2); request.k = .init(repeating: Int32(slice)); request.level = .init(repeating: 1)
            let units = TextureUnits(bindings: [TextureBinding(view, sampler: .nearest)], log: log)
            let result = units.sample(TextureOperation(kind: .fetch, dimension: dimension, unit: 0), request, isFragment: true)
            let bytes = try texture.read(region: TextureRegion(x: 3, y: 2, z: layer, width: 1, height: 1), level: 1)
            let expected = bytes.map { (byte: UInt8) -> UInt32 in (Float(byte) / 255).bitPattern }
            #expect([result.x[0], result.y[0], result.z[0], result.w[0]] == expected)
            // The log, which debuggers read, has the layer's number in the texture, not in the view.
            #expect(log.texels.allSatisfy { $0.slice == layer && $0.level == 1 } && !log.texels.isEmpty)
        }
    }
}

@Test("views that do not fit their texture are errors; a pass may draw to a layer that the view does not show")
func viewErrors() throws {
    let device = Device(.reference)
    let array = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 4, depth: 7, mipLevels: 2))
    let volume = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: 8, height: 8, depth: 6))
    let other = try device.makeFramebuffer(width: 8, height: 8)
    func code(_ sampler: String, _ view: TextureView, _ target: Framebuffer? = nil) -> RasterError.Code? {
        RasterError.thrown {
            let program = try device.makeProgram(vertex: viewVertex, fragment: """
                #version 330
                uniform \(sampler) image;
                out vec4 result;
                void main() { result = vec4(textureSize(image, 0).x); }
                """)
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target ?? other) { pass in
                pass.setPipeline(try device.makePipeline(program: program, vertexLayout: .none))
                pass.setTexture("image", view)
                pass.draw(count: 3)
            }
            try device.submit(encoder)
        }?.code
    }
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: 6..<7)) == nil)
    #expect(code("sampler2DArray", TextureView(array, as: .d2, layers: 6..<7)) == .samplerTypeMismatch)
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: 7..<8)) == .invalidArgument)
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: -1..<0)) == .invalidArgument)
    #expect(code("sampler2D", TextureView(array, as: .d2)) == .invalidArgument)
    #expect(code("sampler2DArray", TextureView(array, layers: 3..<3)) == .invalidArgument)
    #expect(code("sampler2DArray", TextureView(array, layers: 0..<Int.max)) == .invalidArgument)
    #expect(code("samplerCube", TextureView(array, as: .cube, layers: 0..<6)) == .invalidArgument)
    #expect(code("sampler3D", TextureView(volume, layers: 0..<2)) == .invalidArgument)
    #expect(code("sampler2D", TextureView(volume, as: .d2, layers: 5..<6)) == nil)
    #expect(code("sampler2D", TextureView(volume, as: .d2, layers: 6..<7)) == .invalidArgument)
    let levels = try device.makeTexture(TextureDescriptor(type: .d3, format: .rgba8, width: 8, height: 8, depth: 6, mipLevels: 2))
    #expect(code("sampler2DArray", TextureView(levels, as: .d2Array, levels: 1...1, layers: 1..<3)) == nil)
    #expect(code("sampler2DArray", TextureView(levels, as: .d2Array, levels: 1...1, layers: 1..<4)) == .invalidArgument)
    #expect(code("sampler2DArray", TextureView(levels, as: .d2Array, layers: 1..<3)) == .invalidArgument)
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: 1..<2, readsStencil: true)) == .samplerTypeMismatch)
    let rectangle = try device.makeTexture(TextureDescriptor(type: .rectangle, format: .rgba8, width: 8, height: 8))
    #expect(code("sampler2D", TextureView(rectangle, as: .d2)) == .invalidArgument)
    #expect(code("sampler2DArray", TextureView(array, levels: 1...2)) == .incompleteTexture)
    let layer = try device.makeFramebuffer(color: [Attachment(array, slice: 2)])
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: 2..<3), layer) == .feedbackLoop)
    #expect(code("sampler2D", TextureView(array, as: .d2, layers: 3..<4), layer) == nil)
}

private let viewVertex = "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID * 2 - 1, gl_VertexID % 2 * 2 - 1, 0.0, 1.0); }"

private func viewedTexture(_ type: TextureType, depth: Int = 1) throws -> Texture {
    let texture = try Device(.reference).makeTexture(TextureDescriptor(type: type, format: .rgba8, width: 12, height: 12, depth: depth, mipLevels: 3))
    for level in 0..<3 {
        let whole = texture.region(ofLevel: level), count = whole.width * whole.height * whole.depth * 4
        try texture.replace(level: level, bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ $0 / 7 &+ level * 31) })
    }
    return texture
}
