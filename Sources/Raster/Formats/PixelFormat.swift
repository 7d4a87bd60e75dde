/// How a texel of a texture or framebuffer is stored. Channels stand in memory as red, green, blue, alpha; those of several bytes
/// are little endian; packed formats have OpenGL's bits. The numbers that texels stand for are defined by `PixelCodec`.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// One channel of 8 bits, read as 0…1 (GL_R8).
    case r8
    /// Two channels of 8 bits, 0…1 (GL_RG8).
    case rg8
    /// Three channels of 8 bits, 0…1 (GL_RGB8).
    case rgb8
    /// Four channels of 8 bits, 0…1 (GL_RGBA8).
    case rgba8
    /// One channel of 16 bits, 0…1 (GL_R16).
    case r16
    /// Two channels of 16 bits, 0…1 (GL_RG16).
    case rg16
    /// Four channels of 16 bits, 0…1 (GL_RGBA16).
    case rgba16
    /// One signed channel of 8 bits, read as −1…1 (GL_R8_SNORM).
    case r8Snorm
    /// Two signed channels of 8 bits, −1…1 (GL_RG8_SNORM).
    case rg8Snorm
    /// Three signed channels of 8 bits, −1…1 (GL_RGB8_SNORM).
    case rgb8Snorm
    /// Four signed channels of 8 bits, −1…1 (GL_RGBA8_SNORM).
    case rgba8Snorm
    /// Three channels of 8 bits in sRGB's code; shaders read and write linear light, 0…1 (GL_SRGB8).
    case srgb8
    /// Colour as in `srgb8`, and 8 bits of alpha, which is linear (GL_SRGB8_ALPHA8).
    case srgb8Alpha8
    /// One half float (GL_R16F).
    case r16Float
    /// Two half floats (GL_RG16F).
    case rg16Float
    /// Three half floats (GL_RGB16F).
    case rgb16Float
    /// Four half floats (GL_RGBA16F).
    case rgba16Float
    /// One float (GL_R32F).
    case r32Float
    /// Two floats (GL_RG32F).
    case rg32Float
    /// Three floats (GL_RGB32F).
    case rgb32Float
    /// Four floats (GL_RGBA32F).
    case rgba32Float
    /// One signed integer of 8 bits (GL_R8I).
    case r8Int
    /// Two signed integers of 8 bits (GL_RG8I).
    case rg8Int
    /// Four signed integers of 8 bits (GL_RGBA8I).
    case rgba8Int
    /// One unsigned integer of 8 bits (GL_R8UI).
    case r8Uint
    /// Two unsigned integers of 8 bits (GL_RG8UI).
    case rg8Uint
    /// Four unsigned integers of 8 bits (GL_RGBA8UI).
    case rgba8Uint
    /// One signed integer of 16 bits (GL_R16I).
    case r16Int
    /// Two signed integers of 16 bits (GL_RG16I).
    case rg16Int
    /// Four signed integers of 16 bits (GL_RGBA16I).
    case rgba16Int
    /// One unsigned integer of 16 bits (GL_R16UI).
    case r16Uint
    /// Two unsigned integers of 16 bits (GL_RG16UI).
    case rg16Uint
    /// Four unsigned integers of 16 bits (GL_RGBA16UI).
    case rgba16Uint
    /// One signed integer of 32 bits (GL_R32I).
    case r32Int
    /// Two signed integers of 32 bits (GL_RG32I).
    case rg32Int
    /// Four signed integers of 32 bits (GL_RGBA32I).
    case rgba32Int
    /// One unsigned integer of 32 bits (GL_R32UI).
    case r32Uint
    /// Two unsigned integers of 32 bits (GL_RG32UI).
    case rg32Uint
    /// Four unsigned integers of 32 bits (GL_RGBA32UI).
    case rgba32Uint
    /// Two bytes: red in the high 5 bits, green in 6, blue in 5; 0…1 (GL_RGB565).
    case rgb565
    /// Two bytes: red in the high 4 bits, then green, blue and alpha in 4 each; 0…1 (GL_RGBA4).
    case rgba4444
    /// Two bytes: red in the high 5 bits, then green and blue in 5 each, alpha in the lowest bit; 0…1 (GL_RGB5_A1).
    case rgb5a1
    /// Four bytes: red in the low 10 bits, then green and blue in 10 each, alpha in the high 2; 0…1 (GL_RGB10_A2).
    case rgb10a2
    /// The bits of `rgb10a2` as unsigned integers (GL_RGB10_A2UI).
    case rgb10a2Uint
    /// Four bytes: red in the low 11 bits, green in 11, blue in 10, as small floats without sign (GL_R11F_G11F_B10F).
    case rg11b10Float
    /// Four bytes: red, green and blue in 9 bits each from the low end, with one exponent of 5 bits at the high end (GL_RGB9_E5).
    case rgb9e5
    /// Depth in 16 bits, 0…1 (GL_DEPTH_COMPONENT16).
    case depth16
    /// Depth in the low 24 bits of four bytes, 0…1 (GL_DEPTH_COMPONENT24).
    case depth24
    /// Depth as a float, 0…1 (GL_DEPTH_COMPONENT32F).
    case depth32Float
    /// Depth in the low 24 bits of four bytes, stencil in the high 8 (GL_DEPTH24_STENCIL8).
    case depth24Stencil8
    /// Depth as a float, then four bytes with the stencil in the lowest (GL_DEPTH32F_STENCIL8).
    case depth32FloatStencil8
    /// Stencil in 8 bits (GL_STENCIL_INDEX8).
    case stencil8

    /// How the bits of a channel are read.
    public enum ChannelKind: Sendable, Hashable {
        /// Unsigned and normalised: the integers 0…2ⁿ − 1 stand for 0…1.
        case unorm
        /// Signed and normalised: integers stand for −1…1, the lowest two both for −1.
        case snorm
        /// A float of 32, 16 or fewer bits.
        case float
        /// A signed integer, which shaders read through an `isampler`.
        case int
        /// An unsigned integer, which shaders read through a `usampler`.
        case uint
        /// Depth alone.
        case depth
        /// Stencil alone.
        case stencil
        /// Depth and stencil together.
        case depthStencil
    }

    /// How its channels are read.
    public var kind: ChannelKind {
        switch self {
        case .r8, .rg8, .rgb8, .rgba8, .r16, .rg16, .rgba16, .srgb8, .srgb8Alpha8, .rgb565, .rgba4444, .rgb5a1, .rgb10a2: .unorm
        case .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm: .snorm
        case .r16Float, .rg16Float, .rgb16Float, .rgba16Float, .r32Float, .rg32Float, .rgb32Float, .rgba32Float,
             .rg11b10Float, .rgb9e5: .float
        case .r8Int, .rg8Int, .rgba8Int, .r16Int, .rg16Int, .rgba16Int, .r32Int, .rg32Int, .rgba32Int: .int
        case .r8Uint, .rg8Uint, .rgba8Uint, .r16Uint, .rg16Uint, .rgba16Uint, .r32Uint, .rg32Uint, .rgba32Uint, .rgb10a2Uint: .uint
        case .depth16, .depth24, .depth32Float: .depth
        case .stencil8: .stencil
        case .depth24Stencil8, .depth32FloatStencil8: .depthStencil
        }
    }

    /// Bytes that one texel takes in Raster's memory.
    public var bytesPerTexel: Int {
        switch self {
        case .r8, .r8Snorm, .r8Int, .r8Uint, .stencil8: 1
        case .rg8, .rg8Snorm, .rg8Int, .rg8Uint, .r16, .r16Float, .r16Int, .r16Uint, .rgb565, .rgba4444, .rgb5a1, .depth16: 2
        case .rgb8, .rgb8Snorm, .srgb8: 3
        case .rgba8, .rgba8Snorm, .srgb8Alpha8, .rgba8Int, .rgba8Uint, .rg16, .rg16Float, .rg16Int, .rg16Uint, .r32Float, .r32Int,
             .r32Uint, .rgb10a2, .rgb10a2Uint, .rg11b10Float, .rgb9e5, .depth24, .depth32Float, .depth24Stencil8: 4
        case .rgb16Float: 6
        case .rgba16, .rgba16Float, .rgba16Int, .rgba16Uint, .rg32Float, .rg32Int, .rg32Uint, .depth32FloatStencil8: 8
        case .rgb32Float: 12
        case .rgba32Float, .rgba32Int, .rgba32Uint: 16
        }
    }

    /// Number of colour channels, 1…4; 1 for depth or stencil alone, 2 for both.
    public var channelCount: Int {
        switch self {
        case .r8, .r16, .r8Snorm, .r16Float, .r32Float, .r8Int, .r8Uint, .r16Int, .r16Uint, .r32Int, .r32Uint,
             .depth16, .depth24, .depth32Float, .stencil8: 1
        case .rg8, .rg16, .rg8Snorm, .rg16Float, .rg32Float, .rg8Int, .rg8Uint, .rg16Int, .rg16Uint, .rg32Int, .rg32Uint,
             .depth24Stencil8, .depth32FloatStencil8: 2
        case .rgb8, .rgb8Snorm, .srgb8, .rgb16Float, .rgb32Float, .rgb565, .rg11b10Float, .rgb9e5: 3
        case .rgba8, .rgba16, .rgba8Snorm, .srgb8Alpha8, .rgba16Float, .rgba32Float, .rgba8Int, .rgba8Uint, .rgba16Int, .rgba16Uint,
             .rgba32Int, .rgba32Uint, .rgba4444, .rgb5a1, .rgb10a2, .rgb10a2Uint: 4
        }
    }

    /// Whether its colours are in sRGB's code; shaders see linear light.
    public var isSRGB: Bool { self == .srgb8 || self == .srgb8Alpha8 }
    /// Whether shaders see its channels as integers.
    public var isInteger: Bool { kind == .int || kind == .uint }
    /// Whether it holds depth, alone or with stencil.
    public var hasDepth: Bool { kind == .depth || kind == .depthStencil }
    /// Whether it holds stencil, alone or with depth.
    public var hasStencil: Bool { kind == .stencil || kind == .depthStencil }
    /// Whether it holds neither depth nor stencil.
    public var isColor: Bool { !hasDepth && !hasStencil }

    /// Whether it can be a framebuffer's colour attachment: the formats that OpenGL 3.3 demands, and RGB of 8 bits, half floats and
    /// floats.
    public var isColorRenderable: Bool {
        guard isColor else { return false }
        switch self {
        case .rgb9e5, .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm, .srgb8: return false
        default: return true
        }
    }
    /// Whether linear filtering and mipmaps are defined for it: not for integers and not for stencil.
    public var isFilterable: Bool { !isInteger && kind != .stencil }
}
