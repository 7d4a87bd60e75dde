// Pass values: what a program gives to a render pass besides resources: rectangles, the viewport, clear values, queries.

/// A rectangle in window pixels, origin bottom-left. As a scissor it may reach beyond the target: places are −2³⁰…2³⁰, sizes
/// 0…2³⁰.
public struct PixelRect: Sendable, Hashable, Codable {
    public var x: Int, y: Int, width: Int, height: Int
    static let places = -(1 << 30)...(1 << 30), sizes = 0...(1 << 30)
    public init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}

/// Window transform (OpenGL 3.3 §2.13.1), pixels from the bottom-left, and the depth range. Places are −32768…32768, sizes
/// 0…32768; depths are finite and held in 0…1.
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

/// Counts the samples that pass all tests between begin and end. Read `count` after submit.
public final class OcclusionQuery {
    public package(set) var count: UInt64 = 0
    public init() {}
}
