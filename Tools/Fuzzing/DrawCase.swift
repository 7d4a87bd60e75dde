// DrawCase: passes with draws as values, with all fixed-function state.

import Raster
import SeededRandom

package struct DrawCase: FuzzCase {
    struct Draw: Sendable, Hashable {
        var state = RasterState()
        var primitive = PrimitiveType.triangles
        var positions: [SIMD4<Float>] = []
        var positionFormat = VertexFormat.float4
        var positionPadding = 0
        var colorFormat = VertexFormat.float4
        /// `colorPadding` is the number of unused bytes after each element. `colorOffset` is the number of unused bytes before the first
        /// element.
        var colorPadding = 0, colorOffset = 0
        var colorDivisor = 0
        var indices: [UInt32]?
        var indexType = IndexType.uint16
        var first = 0
        var baseVertex = 0, baseInstance = 0, instances = 1
        var viewport: Viewport?
        var scissor: PixelRect?
        var blendColor = SIMD4<Float>.zero
        var stencilFront: UInt8 = 0, stencilBack: UInt8 = 0
        var isCounted = false
        /// `captured`: the outputs that transform feedback writes; empty without transform feedback. `capturedSeparately`: whether each
        /// output has its own buffer. `captureRoom`: the number of bytes of each buffer.
        var captured: [String] = [], capturedSeparately = false, captureRoom = 0
        /// Whether transform feedback appends its vertices to the vertices that the last draw with the same outputs has written.
        var continuesFeedback = false
        /// The condition of the draw, which depends on the last occlusion query of the earlier passes. `anyPassed`: draws only if the query
        /// counted samples. `nonePassed`: draws only if the query counted no samples. `none`: always draws.
        var condition = Condition.none
        var fragment = Fragment.plain
        /// The geometry shader; nil if the draw has no geometry shader.
        var geometry: Geometry?
        /// Whether the vertex shader writes the size of points.
        var writesPointSize = false
        /// The source from which the last stage before rasterization takes gl_Layer.
        var layer = LayerChoice.none
        var way = Way.single
        var colorSource = ColorSource.buffer
        /// Whether the vertex shader writes two clip distances.
        var clips = false
        /// Whether the vertex shader writes its inputs into a buffer.
        var keepsVertices = false
        /// The image of the other target that the fragment shader reads.
        var reads = Reading.nothing
        /// The order of the channels in which the shader reads the image.
        var swizzle = TextureSwizzle.identity
    }
    /// The source of the vertex shader's colours: a vertex buffer, the layout's constant, or a value that the pass sets.
    enum ColorSource: String, Sendable, Hashable, CaseIterable { case buffer, layout, pass }
    enum Condition: String, Sendable, Hashable, CaseIterable { case none, anyPassed, nonePassed }
    enum Reading: String, Sendable, Hashable, CaseIterable { case nothing, color, depth, stencil }
    enum Fragment: String, Sendable, Hashable, CaseIterable {
        case plain, discards, writesDepth, facing, pointCoordinate, perSample, secondSource, derivative, layer
        case sampleInput, samplePosition, sampleMask, interpolates, returns, sampleMaskIn
        /// Fragments write images and a buffer. With `storesEarly`, a layout qualifier lets the tests run before the shader; with `stores`,
        /// the tests run after the shader. No result depends on the order of the fragments.
        case stores, storesEarly
        var writesMemory: Bool { self == .stores || self == .storesEarly }
    }
    /// The kind of the images that fragments write: two-dimensional images of one sample, images of buffers, or images of four samples.
    enum ImageKind: String, Sendable, Hashable, CaseIterable { case plain, buffer, multisampled }
    struct Pass: Sendable, Hashable {
        var clear: Float?
        var stencil: UInt8 = 0
        var draws: [Draw] = []
        /// Whether the target is cleared again in the middle of the pass, inside of the draw's scissor.
        var clearsWithin = false
        /// The bits that the clear in the middle of the pass writes.
        var clearMask = ClearMask.all
        /// Whether the pass draws into the second of two targets.
        var isSecond = false
        /// A change of one of the last draw's buffers before the pass; nil if there is no change.
        var update: Update?
        /// The part of the other target's colour image that is copied to this target's colour image before the pass, in eighths of the
        /// image's size; nil if nothing is copied.
        var copied: SIMD4<Int>?
        /// Whether the pass first repeats the last draw.
        var repeatsLast = false
        /// The way in which the pass first draws the vertices that transform feedback has written last in an earlier pass; nil if the pass
        /// does not draw such vertices.
        var written: Written?
    }
    struct Written: Sendable, Hashable {
        /// The type of primitive that the draw makes of the written vertices. If the property is nil, the draw repeats the primitives that
        /// transform feedback has written.
        var primitive: PrimitiveType?
        var instances = 1
    }
    struct Update: Sendable, Hashable {
        enum Part: String, Sendable, Hashable, CaseIterable { case positions, colors, indices }
        var part = Part.positions
        /// The offset of the changed bytes. The bytes at the buffer's beginning are copied to this offset, as many as fit up to the
        /// buffer's end.
        var offset = 0
    }

    package let seed: UInt64
    var width = 32, height = 32, samples = 1
    var colors: [PixelFormat] = [.rgba8]
    var depth: PixelFormat?
    /// `layers`: the layers of the targets. `layerCount`: the number of layers of arrays and volumes.
    var layers = Layers.none, layerCount = 1
    /// From each attachment to the next attachment, the width, the height and the number of layers grow by this number.
    var growth = 0
    /// Whether draws into images of sRGB formats encode the colours.
    var encodesSRGB = true
    var passes: [Pass] = []
    var images = ImageKind.plain
    /// The operations on the first colour image after the passes. `blits`: whether a part of the image is blitted into another part of a
    /// copy. `mipmaps`: whether mipmaps of this copy are generated. `blitFormat`: the format of a further image, to which the colour image
    /// is blitted; nil if there is no such blit.
    var blits = false, mipmaps = false, blitFormat: PixelFormat?
    /// Further operations after the passes. `copyFormat`: the format of an image to which a part of the first colour image is copied bit by
    /// bit; nil if there is no such copy. `blitsDepth`: whether depth and stencil are blitted.
    var copyFormat: PixelFormat?, blitsDepth = false
    /// Whether a single encoder records all passes.
    var isOneFrame = false

    package var reductions: [DrawCase] {
        var result: [DrawCase] = []
        func add(_ change: (inout DrawCase) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { result.append(copy) }
        }
        for i in passes.indices where passes.count > 1 { add { $0.passes.remove(at: i) } }
        for i in passes.indices {
            for j in passes[i].draws.indices { add { $0.passes[i].draws.remove(at: j) } }
        }
        add { $0.isOneFrame = false }
        add { $0.images = .plain }
        add { $0.blits = false }
        add { $0.mipmaps = false }
        add { $0.blitFormat = nil }
        add { $0.copyFormat = nil }
        add { $0.blitsDepth = false }
        add { $0.layers = .none; $0.layerCount = 1 }
        add { $0.growth = 0 }
        add { $0.samples = 1 }
        add { $0.depth = nil }
        add { $0.encodesSRGB = true }
        for i in colors.indices where colors.count > 1 { add { $0.colors.remove(at: i) } }
        for i in colors.indices { add { $0.colors[i] = .rgba8 } }
        for i in passes.indices {
            add { $0.passes[i].clearsWithin = false }
            add { $0.passes[i].clearMask = .all }
            add { $0.passes[i].isSecond = false }
            add { $0.passes[i].update = nil }
            add { $0.passes[i].copied = nil }
            add { $0.passes[i].repeatsLast = false }
            add { $0.passes[i].written = nil }
            add { $0.passes[i].written?.instances = 1 }
            add { $0.passes[i].clear = 0 }
            add { $0.passes[i].stencil = 0 }
            for j in passes[i].draws.indices {
                for smaller in passes[i].draws[j].reductions { add { $0.passes[i].draws[j] = smaller } }
            }
        }
        add { $0.width = 8; $0.height = 8 }
        return result
    }
}

extension DrawCase.Draw {
    var reductions: [DrawCase.Draw] {
        var result: [DrawCase.Draw] = []
        func add(_ change: (inout DrawCase.Draw) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { result.append(copy) }
        }
        func reset<Value>(_ path: WritableKeyPath<DrawCase.Draw, Value>) { let plain = DrawCase.Draw(); add { $0[keyPath: path] = plain[keyPath: path] } }
        add { $0.state = RasterState() }
        reset(\.state.cull); reset(\.state.frontFace); reset(\.state.polygonMode); reset(\.state.provokingVertex); reset(\.state.polygonOffset)
        reset(\.state.depthClamp); reset(\.state.lineWidth); reset(\.state.pointSize); reset(\.state.primitiveRestart); reset(\.state.alphaToCoverage)
        reset(\.state.alphaToOne); reset(\.state.programPointSize); reset(\.state.clipDistances); reset(\.state.multisample)
        reset(\.state.minimumSampleShading); reset(\.state.clipsAfterWidening)
        reset(\.state.restartIndex); reset(\.state.pointSpriteOrigin); reset(\.state.logicOperation)
        reset(\.state.sampleMask); reset(\.state.depth); reset(\.state.stencil); reset(\.state.colorTargets)
        for i in state.colorTargets.indices { add { $0.state.colorTargets[i] = ColorTargetState() }; add { $0.state.colorTargets[i].writeMask = .all } }
        if state.depth != nil { add { $0.state.depth = .always } }
        if let stencil = state.stencil {
            add { $0.state.stencil = StencilState(both: stencil.front) }
            add { $0.state.stencil = StencilState(both: StencilFaceState(pass: .replace)) }
        }
        reset(\.fragment)
        reset(\.geometry)
        for smaller in geometry?.reductions ?? [] { add { $0.geometry = smaller } }
        reset(\.viewport)
        reset(\.scissor)
        reset(\.blendColor)
        reset(\.isCounted); reset(\.captured); reset(\.continuesFeedback); reset(\.state.rasterizerDiscard)
        reset(\.condition)
        reset(\.writesPointSize)
        reset(\.layer); reset(\.way); reset(\.colorSource)
        reset(\.clips)
        reset(\.keepsVertices)
        reset(\.reads)
        reset(\.swizzle)
        reset(\.colorFormat); reset(\.colorPadding); reset(\.colorOffset); reset(\.colorDivisor); reset(\.positionFormat); reset(\.positionPadding)
        reset(\.instances); reset(\.baseInstance); reset(\.baseVertex); reset(\.first); reset(\.indices); reset(\.stencilFront); reset(\.stencilBack)
        add { $0.instances = $0.instances > 1 ? $0.instances / 2 : $0.instances }
        // Makes the draw begin with the first element of its buffer.
        add { $0.first = 0 }
        // Removes half of the indices or positions, then a quarter of them, and so on, down to three elements. A short list also
        // loses single elements.
        if let indices {
            for size in Self.sizes(indices.count) {
                for start in stride(from: 0, to: indices.count, by: size) { add { $0.indices!.removeSubrange(start..<min(start + size, indices.count)) } }
            }
        }
        for size in Self.sizes(positions.count) {
            for start in stride(from: 0, to: positions.count, by: size) { add { $0.positions.removeSubrange(start..<min(start + size, positions.count)) } }
        }
        for i in positions.indices where positions.count < 12 {
            add { $0.positions[i].w = 1 }
            add { $0.positions[i].z = 0 }
            add { $0.positions[i] = SIMD4($0.positions[i].x.rounded(), $0.positions[i].y.rounded(), $0.positions[i].z, $0.positions[i].w) }
        }
        return result
    }
    private static func sizes(_ count: Int) -> [Int] {
        var sizes: [Int] = []
        var size = count / 2 / 3 * 3
        while size >= 3 { sizes.append(size); size = size / 2 / 3 * 3 }
        return sizes + (count <= 12 && count > 0 ? [1] : [])
    }
}
