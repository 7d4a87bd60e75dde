/// How a texel of a texture or framebuffer is stored. The order of the channels in memory is red, green, blue, alpha. Channels of
/// several bytes are little endian. Packed formats have OpenGL's bit layout. `PixelCodec` defines the values of the channels.
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
    /// One signed channel of 16 bits, −1…1 (GL_R16_SNORM).
    case r16Snorm
    /// Two signed channels of 16 bits, −1…1 (GL_RG16_SNORM).
    case rg16Snorm
    /// Four signed channels of 16 bits, −1…1 (GL_RGBA16_SNORM).
    case rgba16Snorm
    /// Three channels of 8 bits, encoded in sRGB; shaders read and write linear light, 0…1 (GL_SRGB8).
    case srgb8
    /// Colour as in `srgb8`, and 8 bits of linear alpha (GL_SRGB8_ALPHA8).
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
    /// Three signed integers of 32 bits (GL_RGB32I).
    case rgb32Int
    /// Four signed integers of 32 bits (GL_RGBA32I).
    case rgba32Int
    /// One unsigned integer of 32 bits (GL_R32UI).
    case r32Uint
    /// Two unsigned integers of 32 bits (GL_RG32UI).
    case rg32Uint
    /// Three unsigned integers of 32 bits (GL_RGB32UI).
    case rgb32Uint
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
    /// Four bytes: red in the low 11 bits, green in 11, blue in 10, as small unsigned floats (GL_R11F_G11F_B10F).
    case rg11b10Float
    /// Four bytes: red, green and blue in 9 bits each, from the low end; a shared exponent in the high 5 bits (GL_RGB9_E5).
    case rgb9e5
    /// Depth in 16 bits, 0…1 (GL_DEPTH_COMPONENT16).
    case depth16
    /// Depth in the low 24 bits of four bytes, 0…1 (GL_DEPTH_COMPONENT24).
    case depth24
    /// Depth as a float, 0…1 (GL_DEPTH_COMPONENT32F).
    case depth32Float
    /// Depth in the low 24 bits of four bytes, stencil in the high 8 bits (GL_DEPTH24_STENCIL8).
    case depth24Stencil8
    /// Depth as a float, then four bytes with the stencil in the lowest byte (GL_DEPTH32F_STENCIL8).
    case depth32FloatStencil8
    /// Stencil in 8 bits (GL_STENCIL_INDEX8).
    case stencil8

    /// The kind of number that the bits of a channel represent.
    public enum ChannelKind: Sendable, Hashable {
        /// Unsigned and normalised: the integers 0…2ⁿ − 1 represent 0…1.
        case unorm
        /// Signed and normalised: the integers represent −1…1; the lowest two integers both represent −1.
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
}
