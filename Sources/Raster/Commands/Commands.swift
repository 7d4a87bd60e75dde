// Commands: what an encoder records, as plain values. Renderers read them; nothing here executes.

/// A rectangle in window pixels, origin bottom-left.
public struct PixelRect: Sendable, Hashable, Codable {
    public var x: Int, y: Int, width: Int, height: Int
    public init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}

/// Window transform (OpenGL 3.3 §2.13.1), pixels from the bottom-left, and the depth range.
public struct Viewport: Sendable, Hashable, Codable {
    public var x: Float, y: Float, width: Float, height: Float
    public var depthNear: Float, depthFar: Float
    public init(x: Float = 0, y: Float = 0, width: Float, height: Float, depthNear: Float = 0, depthFar: Float = 1) {
        self.x = x; self.y = y; self.width = width; self.height = height
        self.depthNear = depthNear; self.depthFar = depthFar
    }
}

/// A clear value for a colour attachment; the case must match the format's kind.
public enum ClearColor: Sendable, Hashable, Codable {
    case float(SIMD4<Float>), int(SIMD4<Int32>), uint(SIMD4<UInt32>)
}

/// What a pass or a clear command sets. nil leaves the contents.
public struct ClearValues: Sendable, Hashable, Codable {
    /// Indexed by colour attachment; a single entry with `allColors` counts for every attachment.
    public var colors: [ClearColor?]
    public var allColors: Bool
    public var depth: Float?
    public var stencil: UInt8?
    public init(colors: [ClearColor?] = [], allColors: Bool = false, depth: Float? = nil, stencil: UInt8? = nil) {
        self.colors = colors; self.allColors = allColors; self.depth = depth; self.stencil = stencil
    }
    /// Keeps everything.
    public static let none = ClearValues()
    /// Every colour attachment to this value, depth to 1, stencil to 0.
    public static func color(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1) -> ClearValues {
        ClearValues(colors: [.float(.init(r, g, b, a))], allColors: true, depth: 1, stencil: 0)
    }
    public static func depth(_ depth: Float, stencil: UInt8? = nil) -> ClearValues { ClearValues(depth: depth, stencil: stencil) }
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

/// Counts the samples that pass all tests between begin and end. Read `count` after submit.
public final class OcclusionQuery {
    public package(set) var count: UInt64 = 0
    public init() {}
}

/// One draw with everything it depends on.
package struct DrawCall {
    package var pipeline: Pipeline
    package var primitive: PrimitiveType
    package var first: Int
    package var count: Int
    package var instanceCount: Int
    package var baseVertex: Int
    package var baseInstance: Int
    package var indices: IndexBinding?
    /// Indexed by slot.
    package var vertexBuffers: [VertexBufferBinding?]
    /// The default block, 32-bit words.
    package var uniforms: [UInt32]
    /// Indexed by uniform block − 1.
    package var uniformBuffers: [UniformBufferBinding?]
    /// Indexed by texture unit.
    package var textures: [TextureBinding?]
    package var viewport: Viewport
    package var scissor: PixelRect?
    package var blendColor: SIMD4<Float>
    package var stencilReferenceFront: UInt8
    package var stencilReferenceBack: UInt8
    package var query: OcclusionQuery?
    package var label: String
}

/// A clear inside a pass: obeys the scissor, and the write masks given here.
package struct ClearCall {
    package var values: ClearValues
    package var scissor: PixelRect?
}

package enum PassOperation {
    case draw(DrawCall)
    case clear(ClearCall)
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
