// TexelLayout: a row of the table of pixel formats, with the places and the encoding of a texel's channels.

/// The position of a channel's bits. `shift` counts from the lowest bit of the texel's first byte.
package struct TexelChannel: BitwiseCopyable, Sendable {
    package var shift: UInt8
    package var bits: UInt8
    /// The largest integer in the channel.
    package var maximum: UInt32 { bits == 32 ? .max : 1 << UInt32(bits) - 1 }
    /// The index, within the texel, of the 32-bit word that contains the channel. No channel lies in two words.
    package var word: Int { Int(shift) / 32 }
    /// The position of the channel's lowest bit within its 32-bit word.
    package var shiftInWord: UInt32 { UInt32(shift) % 32 }
}

package struct TexelLayout: BitwiseCopyable, Sendable {
    /// How the code c of a channel, an integer of n bits, represents a value.
    package enum Encoding: UInt8, BitwiseCopyable, Sendable {
        /// c / (2ⁿ − 1)
        case unorm
        /// max(c / (2ⁿ⁻¹ − 1), −1)
        case snorm
        /// Colours are sRGB codes; alpha is unorm.
        case sRGB
        /// A binary32, a binary16, or an unsigned float of 11 or 10 bits with 5 exponent bits.
        case float
        /// Nine mantissa bits per colour; the three colours share one exponent in the highest five bits.
        case sharedExponent
        case int, uint
    }
    /// OpenGL's type of a texel in host memory. The raw value is OpenGL's constant.
    package enum GLType: UInt32, BitwiseCopyable, Sendable {
        case byte = 0x1400, unsignedByte = 0x1401, short = 0x1402, unsignedShort = 0x1403, int = 0x1404, unsignedInt = 0x1405
        case float = 0x1406, halfFloat = 0x140B
        case unsignedShort4444 = 0x8033, unsignedShort5551 = 0x8034, unsignedShort565 = 0x8363
        case unsignedInt2101010Reversed = 0x8368, unsignedInt248 = 0x84FA, unsignedInt101111FloatReversed = 0x8C3B
        case unsignedInt5999Reversed = 0x8C3E, float32UnsignedInt248Reversed = 0x8DAD
    }

    package var bytesPerTexel: Int
    /// The number of colour channels. Depth or stencil alone counts as one channel, and both together count as two channels.
    package var channelCount: Int
    package var encoding: Encoding
    package var isColorRenderable: Bool
    /// OpenGL's internal format.
    package var glInternalFormat: UInt32
    package var glType: GLType
    private var first: TexelChannel, second: TexelChannel, third: TexelChannel, fourth: TexelChannel
    /// Whether the format has depth, and whether the format has stencil. `hasDepth` and `hasStencil` are false for colour formats.
    private var hasDepth: Bool, hasStencil: Bool

    /// Returns channel k. Channels 0 to 3 are red, green, blue, alpha. In depth and stencil formats, depth comes before stencil.
    package func channel(_ k: Int) -> TexelChannel {
        switch k { case 0: first; case 1: second; case 2: third; default: fourth }
    }

    package var kind: PixelFormat.ChannelKind {
        if hasDepth { return hasStencil ? .depthStencil : .depth }
        if hasStencil { return .stencil }
        switch encoding {
        case .unorm, .sRGB: return .unorm
        case .snorm: return .snorm
        case .float, .sharedExponent: return .float
        case .int: return .int
        case .uint: return .uint
        }
    }
    /// The number of channels that shaders read. In a format with depth and stencil, shaders read only depth.
    package var readChannelCount: Int { hasDepth ? 1 : channelCount }
    /// The position of the depth bits; nil if the format has no depth.
    package var depth: TexelChannel? { hasDepth ? first : nil }
    /// The position of the stencil bits, a whole byte; nil if the format has no stencil.
    package var stencil: TexelChannel? { hasStencil ? (hasDepth ? second : first) : nil }
    /// The layout for lookups that read only the stencil of a texel, as an unsigned integer. The format must have stencil.
    package var ofStencil: TexelLayout {
        var result = self
        result.first = stencil ?? first
        result.channelCount = 1; result.encoding = .uint; result.hasDepth = false
        return result
    }
    /// The alpha that shaders read from a format without alpha: the bits of the number 1.
    package var one: UInt32 {
        switch encoding { case .int, .uint: 1; default: 0x3F80_0000 }
    }

    // MARK: Rows

    private init(_ bytes: Int, _ count: Int, _ channels: (Int) -> (shift: Int, bits: Int), _ encoding: Encoding, _ format: UInt32, _ type: GLType,
                 isColorRenderable: Bool, hasDepth: Bool = false, hasStencil: Bool = false) {
        func channel(_ k: Int) -> TexelChannel {
            if k >= count { return TexelChannel(shift: 0, bits: 0) }
            let (shift, bits) = channels(k)
            return TexelChannel(shift: UInt8(shift), bits: UInt8(bits))
        }
        bytesPerTexel = bytes; channelCount = count; self.encoding = encoding; self.isColorRenderable = isColorRenderable
        glInternalFormat = format; glType = type
        first = channel(0); second = channel(1); third = channel(2); fourth = channel(3)
        self.hasDepth = hasDepth; self.hasStencil = hasStencil
    }
    /// Makes the row of a format with channels of equal size, one after the other.
    static func plain(_ count: Int, _ bits: Int, _ encoding: Encoding, _ format: UInt32, _ type: GLType, isColorRenderable: Bool = true) -> TexelLayout {
        TexelLayout(count * bits / 8, count, { ($0 * bits, bits) }, encoding, format, type, isColorRenderable: isColorRenderable)
    }
    /// Makes the row of a format whose channels are bit fields of one word.
    static func packed(_ bytes: Int, _ channels: [(shift: Int, bits: Int)], _ encoding: Encoding, _ format: UInt32, _ type: GLType,
                       isColorRenderable: Bool = true) -> TexelLayout {
        TexelLayout(bytes, channels.count, { channels[$0] }, encoding, format, type, isColorRenderable: isColorRenderable)
    }
    /// Makes the row of a format whose depth begins at bit 0 and whose stencil has 8 bits.
    static func depthStencil(_ bytes: Int, depth: (bits: Int, encoding: Encoding)? = nil, stencilBit: Int? = nil,
                             _ format: UInt32, _ type: GLType) -> TexelLayout {
        let parts = [depth.map { (0, $0.bits) }, stencilBit.map { ($0, 8) }].compactMap { $0 }
        return TexelLayout(bytes, parts.count, { parts[$0] }, depth?.encoding ?? .uint, format, type, isColorRenderable: false,
                           hasDepth: depth != nil, hasStencil: stencilBit != nil)
    }
}
