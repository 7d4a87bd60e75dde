// TexelCoding: converts the channels of a texel to registers and back (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8), for Swift's numbers and
// for the lanes of kernels. TexelEncoding has the rule of each encoding. PixelCodec lists the promises.

/// Returns the channels of one texel. A code is the bits of a channel as an integer; results are register bits.
protocol TexelDecoder {
    associatedtype Word: RuleWord
    /// The bits of a channel.
    func code(_ channel: TexelChannel) -> Word
    func constant(_ bits: UInt32) -> Word
    /// The bits of element `code` of `SRGBTables.decode`.
    func linear(sRGB code: Word) -> Word
}

extension TexelLayout {
    /// Returns component k of the texel as register bits: red, green, blue, alpha, or depth or stencil. A component that the format
    /// lacks is 0, except that a missing alpha is 1.
    @inline(__always)
    func decode<Decoder: TexelDecoder>(_ k: Int, in d: Decoder) -> Decoder.Word {
        if k >= readChannelCount { return d.constant(k == 3 ? one : 0) }
        let channel = channel(k), bits = UInt32(channel.bits), code = d.code(channel)
        switch encoding {
        case .unorm: return TexelEncoding.fraction(code, channel.maximum).bits
        case .snorm: return TexelEncoding.signedFraction(TexelEncoding.signExtended(code, bits: bits), channel.maximum >> 1).bits
        case .sRGB: return k < 3 ? d.linear(sRGB: code) : TexelEncoding.fraction(code, channel.maximum).bits
        case .float:
            if bits == 32 { return depth == nil ? code : TexelEncoding.depth(float: code) }
            return (bits == 16 ? code : code << (15 - bits)).quietNumberOfHalf.bits
        case .sharedExponent:
            return TexelEncoding.float(mantissa: code, sharedExponent: d.code(TexelChannel(shift: 27, bits: 5))).bits
        case .int: return bits == 32 ? code : TexelEncoding.signExtended(code, bits: bits)
        case .uint: return code
        }
    }
}

/// Returns the register bits that are written to a texel of a colour format.
protocol TexelEncoder {
    associatedtype Word: RuleWord
    /// Component k of the register bits.
    func register(_ k: Int) -> Word
    /// Calls `TexelEncoding.sRGB` with the thresholds of `SRGBTables`.
    func sRGB(linear word: Word) -> Word
}

extension TexelLayout {
    /// Returns the bits of channel k of a colour format without a shared exponent.
    @inline(__always)
    func encode<Encoder: TexelEncoder>(_ k: Int, in e: Encoder) -> Encoder.Word {
        let channel = channel(k), bits = UInt32(channel.bits), word = e.register(k)
        switch encoding {
        case .unorm: return TexelEncoding.unorm(word.asFloat, channel.maximum)
        case .snorm: return TexelEncoding.snorm(word.asFloat, bits: bits)
        case .sRGB: return k < 3 ? e.sRGB(linear: word) : TexelEncoding.unorm(word.asFloat, channel.maximum)
        case .float:
            switch bits {
            case 32: return TexelEncoding.observed(word.asFloat)
            case 16: return word.asFloat.half
            default: return TexelEncoding.smallFloat(word.asFloat, mantissaBits: bits - 5)
            }
        case .sharedExponent: preconditionFailure("the channels of a shared exponent are written together")
        case .int, .uint: return bits == 32 ? word : word & word.constant(1 << bits - 1)
        }
    }
}
