// Commands: what an encoder records, as plain values. Renderers read them; nothing here executes.

/// A rectangle of pixels, from the bottom left of an image. As a scissor it may reach beyond the target: places are −2³⁰…2³⁰, sizes
/// 0…2³⁰.
public struct PixelRect: Sendable, Hashable, Codable {
    /// Pixels left of the rectangle.
    public var x: Int
    /// Rows below the rectangle.
    public var y: Int
    /// Pixels of a row of the rectangle.
    public var width: Int
    /// Rows of the rectangle.
    public var height: Int
    static let places = -(1 << 30)...(1 << 30), sizes = 0...(1 << 30)
    /// The rectangle whose lower left pixel is (x, y).
    public init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}

/// The rectangle of the target that clip space is mapped to, in pixels from the bottom left, and its depth range (OpenGL 3.3
/// §2.13.1). Places are −32768…32768, sizes 0…32768; depths are finite and held in 0…1.
public struct Viewport: Sendable, Hashable, Codable {
    /// Left edge in pixels.
    public var x: Float
    /// Lower edge in pixels.
    public var y: Float
    /// Pixels from clip x = −w to w.
    public var width: Float
    /// Pixels from clip y = −w to w.
    public var height: Float
    /// The depth of clip z = −w.
    public var depthNear: Float
    /// The depth of clip z = w.
    public var depthFar: Float
    /// By default at the target's lower left, with depths 0…1.
    public init(x: Float = 0, y: Float = 0, width: Float, height: Float, depthNear: Float = 0, depthFar: Float = 1) {
        self.x = x; self.y = y; self.width = width; self.height = height
        self.depthNear = depthNear; self.depthFar = depthFar
    }
}

/// The value that a colour attachment is cleared to: red, green, blue, alpha. The case must match the format's kind.
public enum ClearColor: Sendable, Hashable, Codable {
    /// For normalised and float formats. An sRGB format takes linear light.
    case float(SIMD4<Float>)
    /// For formats of signed integers.
    case int(SIMD4<Int32>)
    /// For formats of unsigned integers.
    case uint(SIMD4<UInt32>)
}

/// The values that a pass gives its attachments at its start, or a clear in its middle; nil leaves the contents.
public struct ClearValues: Sendable, Hashable, Codable {
    /// Indexed by colour attachment; with `allColors` the first one counts for every attachment.
    public var colors: [ClearColor?]
    /// Whether the first colour counts for every attachment.
    public var allColors: Bool
    /// The depth, held in 0…1.
    public var depth: Float?
    /// The stencil value.
    public var stencil: UInt8?
    /// By default keeps everything.
    public init(colors: [ClearColor?] = [], allColors: Bool = false, depth: Float? = nil, stencil: UInt8? = nil) {
        self.colors = colors; self.allColors = allColors; self.depth = depth; self.stencil = stencil
    }
    /// Keeps everything.
    public static let none = ClearValues()
    /// Clears every colour attachment to this value (0…1 for normalised formats), depth to 1 and stencil to 0.
    public static func color(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1) -> ClearValues {
        ClearValues(colors: [.float(.init(r, g, b, a))], allColors: true, depth: 1, stencil: 0)
    }
    /// Clears depth, and stencil where one is given, and keeps colours.
    public static func depth(_ depth: Float, stencil: UInt8? = nil) -> ClearValues { ClearValues(depth: depth, stencil: stencil) }
    /// The value for colour attachment `index`, 0 or more; nil where it is kept.
    public func color(_ index: Int) -> ClearColor? {
        if allColors { return colors.first ?? nil }
        return index < colors.count ? colors[index] : nil
    }
}

package struct VertexBufferBinding { package var buffer: Buffer; package var offset: Int }
package struct IndexBinding { package var buffer: Buffer; package var type: IndexType; package var offset: Int }
package struct UniformBufferBinding { package var buffer: Buffer; package var offset: Int; package var byteCount: Int }
package struct TextureBinding {
    package var texture: Texture
    package var sampler: Sampler
    /// Levels that may be read.
    package var levels: ClosedRange<Int>
    package init(texture: Texture, sampler: Sampler, levels: ClosedRange<Int>) {
        self.texture = texture; self.sampler = sampler; self.levels = levels
    }
}

/// Counts the samples that pass all tests in the draws between two calls of `RenderPass.setOcclusionQuery`.
public final class OcclusionQuery {
    /// The number of samples of all submits so far, 0 at first. `Device.submit` adds to it before it returns.
    public package(set) var count: UInt64 = 0
    /// A query that has counted nothing.
    public init() {}
}

/// One draw with everything it depends on. It never changes, so it is a value; but one that is handed on by reference,
/// because thousands of draws have many parts to count references of.
package final class DrawCall {
    package let pipeline: Pipeline
    package let primitive: PrimitiveType
    package let first: Int
    package let count: Int
    package let instanceCount: Int
    package let baseVertex: Int
    package let baseInstance: Int
    package let indices: IndexBinding?
    /// Indexed by slot.
    package let vertexBuffers: [VertexBufferBinding?]
    /// The default block, 32-bit words.
    package let uniforms: [UInt32]
    /// Indexed by uniform block − 1.
    package let uniformBuffers: [UniformBufferBinding?]
    /// Indexed by texture unit.
    package let textures: [TextureBinding?]
    package let viewport: Viewport
    package let scissor: PixelRect?
    package let blendColor: SIMD4<Float>
    package let stencilReferenceFront: UInt8
    package let stencilReferenceBack: UInt8
    package let query: OcclusionQuery?
    package let label: String

    package init(pipeline: Pipeline, primitive: PrimitiveType, first: Int, count: Int, instanceCount: Int, baseVertex: Int, baseInstance: Int,
                 indices: IndexBinding?, vertexBuffers: [VertexBufferBinding?], uniforms: [UInt32], uniformBuffers: [UniformBufferBinding?],
                 textures: [TextureBinding?], viewport: Viewport, scissor: PixelRect?, blendColor: SIMD4<Float>, stencilReferenceFront: UInt8,
                 stencilReferenceBack: UInt8, query: OcclusionQuery?, label: String) {
        self.pipeline = pipeline; self.primitive = primitive; self.first = first; self.count = count; self.instanceCount = instanceCount
        self.baseVertex = baseVertex; self.baseInstance = baseInstance; self.indices = indices; self.vertexBuffers = vertexBuffers
        self.uniforms = uniforms; self.uniformBuffers = uniformBuffers; self.textures = textures; self.viewport = viewport
        self.scissor = scissor; self.blendColor = blendColor; self.stencilReferenceFront = stencilReferenceFront
        self.stencilReferenceBack = stencilReferenceBack; self.query = query; self.label = label
    }
}

/// A clear inside a pass: obeys the scissor, and the write masks given here.
package struct ClearCall {
    package var values: ClearValues
    package var scissor: PixelRect?
}

package enum PassOperation {
    case draw(DrawCall)
    indirect case clear(ClearCall)
    case pushGroup(String)
    case popGroup
}

package struct RenderPassCommand {
    package var label: String
    package var target: Framebuffer
    package var clear: ClearValues
    package var operations: [PassOperation]
}

/// Copies between images of equal texel size, no conversion, no scaling.
package struct CopyTextureCommand {
    package var source: Texture, sourceLevel: Int, sourceRegion: TextureRegion
    package var destination: Texture, destinationLevel: Int, destinationX: Int, destinationY: Int, destinationZ: Int
}

/// glBlitFramebuffer for one attachment pair: scales, flips (negative extents by swapped corners), converts formats,
/// resolves multisampling. Rectangles are corner coordinates in pixels.
package struct BlitCommand {
    package var source: Attachment
    package var sourceCorners: (x0: Int, y0: Int, x1: Int, y1: Int)
    package var destination: Attachment
    package var destinationCorners: (x0: Int, y0: Int, x1: Int, y1: Int)
    package var filter: FilterMode
}

package enum Command {
    case renderPass(RenderPassCommand)
    case copyTexture(CopyTextureCommand)
    case blit(BlitCommand)
    /// Fills levels 1… from level 0.
    case generateMipmaps(Texture)
    case updateBuffer(Buffer, offset: Int, bytes: [UInt8])
}
