// Pass values: arguments of a render pass that are not resources: rectangles, the viewport, clear values.

/// A rectangle of pixels; the origin is the bottom left of the image. A scissor may
/// reach beyond the target: x and y are −2³⁰…2³⁰, and width and height are 0…2³⁰.
public struct PixelRect: Sendable, Hashable, Codable {
    /// The number of pixels left of the rectangle.
    public var x: Int
    /// The number of rows below the rectangle.
    public var y: Int
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    static let places = -(1 << 30)...(1 << 30), sizes = 0...(1 << 30)
    /// Makes the rectangle whose lower left pixel is (x, y).
    public init(x: Int, y: Int, width: Int, height: Int) { self.x = x; self.y = y; self.width = width; self.height = height }
}

/// The rectangle of the target to which clip space is mapped, in pixels from the bottom left, and the depth range (OpenGL 3.3
/// §2.13.1). x and y are −32768…32768, and width and height are 0…32768. Depths are finite and clamped to 0…1.
public struct Viewport: Sendable, Hashable, Codable {
    /// The left edge in pixels.
    public var x: Float
    /// The lower edge in pixels.
    public var y: Float
    /// The width in pixels, from clip x = −w to x = w.
    public var width: Float
    /// The height in pixels, from clip y = −w to y = w.
    public var height: Float
    /// The depth of clip z = −w.
    public var depthNear: Float
    /// The depth of clip z = w.
    public var depthFar: Float
    /// By default the viewport is at the target's lower left, and the depths are 0…1.
    public init(x: Float = 0, y: Float = 0, width: Float, height: Float, depthNear: Float = 0, depthFar: Float = 1) {
        self.x = x; self.y = y; self.width = width; self.height = height
        self.depthNear = depthNear; self.depthFar = depthFar
    }
}

/// The value to which a colour attachment is cleared: red, green, blue, alpha. The enum case must match the kind of the attachment's format.
public enum ClearColor: Sendable, Hashable, Codable {
    /// A value for normalised and float formats. For sRGB formats the value is linear light.
    case float(SIMD4<Float>)
    /// A value for formats of signed integers.
    case int(SIMD4<Int32>)
    /// A value for formats of unsigned integers.
    case uint(SIMD4<UInt32>)
}

/// The values to which a pass clears its attachments, at the start or in the middle of the pass. An attachment with the value nil keeps its
/// contents.
public struct ClearValues: Sendable, Hashable, Codable {
    /// The clear values, indexed by colour attachment. If `allColors` is true, the first value applies to every attachment.
    public var colors: [ClearColor?]
    /// Whether the first colour applies to every attachment.
    public var allColors: Bool
    /// The depth, clamped to 0…1; nil if the depth attachment keeps its contents.
    public var depth: Float?
    /// The stencil value; nil if the stencil attachment keeps its contents.
    public var stencil: UInt8?
    /// By default all attachments keep their contents.
    public init(colors: [ClearColor?] = [], allColors: Bool = false, depth: Float? = nil, stencil: UInt8? = nil) {
        self.colors = colors; self.allColors = allColors; self.depth = depth; self.stencil = stencil
    }
    /// Keeps the contents of all attachments.
    public static let none = ClearValues()
    /// Clears every colour attachment to this value (0…1 for normalised formats), depth to 1 and stencil to 0.
    public static func color(_ r: Float, _ g: Float, _ b: Float, _ a: Float = 1) -> ClearValues {
        ClearValues(colors: [.float(.init(r, g, b, a))], allColors: true, depth: 1, stencil: 0)
    }
    /// Clears depth. Clears stencil unless `stencil` is nil. Keeps colours.
    public static func depth(_ depth: Float, stencil: UInt8? = nil) -> ClearValues { ClearValues(depth: depth, stencil: stencil) }
    /// Returns the clear value for the colour attachment `index` (0 or more); nil if the attachment keeps its contents.
    public func color(_ index: Int) -> ClearColor? {
        if allColors { return colors.first ?? nil }
        return index < colors.count ? colors[index] : nil
    }
}

/// The bits of the attachments that a clear in the middle of a pass writes (glColorMaski and glStencilMask, OpenGL 3.3 §4.2.3). All other
/// bits keep their values. Depth has no mask: a clear without a depth value keeps depth.
public struct ClearMask: Sendable, Hashable, Codable {
    /// The channels that are written, indexed by colour attachment. In an attachment without an element, all channels are written.
    /// If `allColors` is true, the first element applies to every attachment.
    public var colors: [ColorWriteMask]
    /// Whether the first element of `colors` applies to every attachment.
    public var allColors: Bool
    /// The stencil bits that are written.
    public var stencil: UInt8
    /// By default every bit is written.
    public init(colors: [ColorWriteMask] = [], allColors: Bool = false, stencil: UInt8 = 0xFF) {
        self.colors = colors; self.allColors = allColors; self.stencil = stencil
    }
    /// Writes every bit.
    public static let all = ClearMask()
    /// Writes these channels of every colour attachment, and all stencil bits.
    public static func colors(_ channels: ColorWriteMask) -> ClearMask { ClearMask(colors: [channels], allColors: true) }
    /// Returns the channels that are written in the colour attachment `index` (0 or more).
    public func color(_ index: Int) -> ColorWriteMask {
        if allColors { return colors.first ?? .all }
        return index < colors.count ? colors[index] : .all
    }
}

extension ClearValues {
    /// Returns these values, but with nil for each attachment in which the mask allows no bit to be written.
    /// - Parameter colorCount: The number of colour attachments.
    package func passing(_ mask: ClearMask, colorCount: Int) -> ClearValues {
        ClearValues(colors: (0..<colorCount).map { mask.color($0).isEmpty ? nil : color($0) }, depth: depth, stencil: mask.stencil == 0 ? nil : stencil)
    }
}
