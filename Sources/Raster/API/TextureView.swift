/// The source of each component of a lookup's result (GL_TEXTURE_SWIZZLE_R to GL_TEXTURE_SWIZZLE_A, OpenGL 3.3 §3.8.16).
///
/// The swizzle applies to the results of all lookups: filtered ones, fetches, comparisons and borders. `textureGather` reads the
/// channel that the swizzle names for the chosen component. A format's missing channels count as 0, missing alpha as 1.
public struct TextureSwizzle: Sendable, Hashable, Codable {
    /// A channel of the texture, or a constant.
    public enum Source: UInt8, Sendable, Hashable, CaseIterable, Codable {
        /// The texture's red channel, the depth, or the outcome of a comparison (GL_RED).
        case red
        /// The texture's green channel (GL_GREEN).
        case green
        /// The texture's blue channel (GL_BLUE).
        case blue
        /// The texture's alpha channel (GL_ALPHA).
        case alpha
        /// The number 0 (GL_ZERO).
        case zero
        /// The number 1, an integer for integer formats (GL_ONE).
        case one
    }
    /// The source of the result's first component.
    public var red: Source
    /// The source of the result's second component.
    public var green: Source
    /// The source of the result's third component.
    public var blue: Source
    /// The source of the result's fourth component.
    public var alpha: Source

    /// By default each component has its own channel as its source.
    public init(red: Source = .red, green: Source = .green, blue: Source = .blue, alpha: Source = .alpha) {
        self.red = red; self.green = green; self.blue = blue; self.alpha = alpha
    }
    /// Each component has its own channel as its source.
    public static let identity = TextureSwizzle()
    /// Red in the three colours and an alpha of 1: a texture of one channel looks grey, as with GL_LUMINANCE.
    public static let luminance = TextureSwizzle(red: .red, green: .red, blue: .red, alpha: .one)

    /// The source of component 0…3.
    package subscript(component: Int) -> Source {
        switch component {
        case 0: red
        case 1: green
        case 2: blue
        default: alpha
        }
    }
}

/// How a draw sees a texture: the mip levels that lookups may read, and the order of the channels. A view is a value that refers to
/// the texture's texels; it holds no copy of them.
public struct TextureView {
    /// The texture that the view shows.
    public var texture: Texture
    /// The mip levels that may be read. The first of these levels is the view's level 0 (GL_TEXTURE_BASE_LEVEL,
    /// GL_TEXTURE_MAX_LEVEL).
    public var levels: ClosedRange<Int>
    /// The source of each component of a lookup's result.
    public var swizzle: TextureSwizzle

    /// - Parameters:
    ///   - texture: The texture that the view shows.
    ///   - levels: The mip levels that may be read; nil for all levels.
    ///   - swizzle: The source of each component of a lookup's result.
    public init(_ texture: Texture, levels: ClosedRange<Int>? = nil, swizzle: TextureSwizzle = .identity) {
        self.texture = texture; self.levels = levels ?? 0...(texture.descriptor.mipLevels - 1); self.swizzle = swizzle
    }
}
