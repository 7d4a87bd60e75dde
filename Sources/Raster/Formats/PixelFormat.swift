// PixelFormat: the texel formats of textures and framebuffers. Codecs are in Texture/PixelCodec.swift.

/// How a texel is stored. Channel order in memory is R, G, B, A; multi-byte channels are little endian; packed formats
/// have the bit layout of OpenGL (`GL_UNSIGNED_SHORT_5_6_5`: red in the high bits).
public enum PixelFormat: String, Sendable, Hashable, CaseIterable, Codable {
    // unsigned normalised
    case r8, rg8, rgb8, rgba8
    case r16, rg16, rgba16
    // signed normalised
    case r8Snorm, rg8Snorm, rgb8Snorm, rgba8Snorm
    // sRGB-encoded colour, linear alpha
    case srgb8, srgb8Alpha8
    // half and single floats
    case r16Float, rg16Float, rgb16Float, rgba16Float
    case r32Float, rg32Float, rgb32Float, rgba32Float
    // integers
    case r8Int, rg8Int, rgba8Int, r8Uint, rg8Uint, rgba8Uint
    case r16Int, rg16Int, rgba16Int, r16Uint, rg16Uint, rgba16Uint
    case r32Int, rg32Int, rgba32Int, r32Uint, rg32Uint, rgba32Uint
    // packed
    case rgb565, rgba4444, rgb5a1, rgb10a2, rgb10a2Uint, rg11b10Float, rgb9e5
    // depth and stencil
    case depth16, depth24, depth32Float, depth24Stencil8, depth32FloatStencil8, stencil8

    public enum ChannelKind: Sendable, Hashable { case unorm, snorm, float, int, uint, depth, stencil, depthStencil }

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

    /// Bytes one texel takes in Raster's memory. depth24 and depth24Stencil8 take 4 (depth in the low 24 bits, stencil in
    /// the high 8); depth32FloatStencil8 takes 8 (float, then stencil in the low byte of the second word).
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

    /// Number of colour channels; 1 for depth or stencil alone, 2 for both.
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

    public var isSRGB: Bool { self == .srgb8 || self == .srgb8Alpha8 }
    public var isInteger: Bool { kind == .int || kind == .uint }
    public var hasDepth: Bool { kind == .depth || kind == .depthStencil }
    public var hasStencil: Bool { kind == .stencil || kind == .depthStencil }
    public var isColor: Bool { !hasDepth && !hasStencil }

    /// Whether a framebuffer may have it as a colour attachment (as OpenGL 3.3 requires, plus rgb8 and half/float RGB).
    public var isColorRenderable: Bool {
        guard isColor else { return false }
        switch self {
        case .rgb9e5, .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm, .srgb8: return false
        default: return true
        }
    }
    /// Whether linear filtering is defined for it. Integer formats and stencil have none.
    public var isFilterable: Bool { !isInteger && kind != .stencil }
}
