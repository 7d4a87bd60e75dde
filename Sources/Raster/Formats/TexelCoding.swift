// TexelCoding: converts the channels of a texel to registers and back (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8). The same code serves
// Swift's numbers and the lanes of kernels. PixelCodec lists the promises.

/// The arithmetic for reading texels. A code is the bits of a channel as an integer; results are register bits.
protocol TexelDecoder {
    associatedtype Word
    /// The bits of a channel.
    func code(_ channel: TexelChannel) -> Word
    func constant(_ bits: UInt32) -> Word
    func shiftedLeft(_ code: Word, by bits: UInt32) -> Word
    /// Extends the sign, which is the highest of `bits` bits.
    func signExtended(_ code: Word, bits: UInt32) -> Word
    /// code / maximum as the nearest binary32.
    func fraction(_ code: Word, _ maximum: UInt32) -> Word
    /// max(code / maximum, −1), for a signed code.
    func signedFraction(_ code: Word, _ maximum: UInt32) -> Word
    func linear(sRGB code: Word) -> Word
    /// The value of a binary16; a signalling NaN becomes quiet.
    func float(half code: Word) -> Word
    /// mantissa · 2^(exponent − 24), with 9 mantissa bits and 5 exponent bits.
    func float(mantissa: Word, sharedExponent: Word) -> Word
    /// The value of a binary32 depth: −0 and NaN become 0.
    func depth(float bits: Word) -> Word
}

extension TexelLayout {
    /// Returns component k of the texel as register bits: red, green, blue, alpha, or depth or stencil. A component that the format
    /// lacks is 0, or one for alpha.
    @inline(__always)
    func decode<Decoder: TexelDecoder>(_ k: Int, in d: Decoder) -> Decoder.Word {
        if k >= readChannelCount { return d.constant(k == 3 ? one : 0) }
        let channel = channel(k), bits = UInt32(channel.bits), code = d.code(channel)
        switch encoding {
        case .unorm: return d.fraction(code, channel.maximum)
        case .snorm: return d.signedFraction(d.signExtended(code, bits: bits), channel.maximum >> 1)
        case .sRGB: return k < 3 ? d.linear(sRGB: code) : d.fraction(code, channel.maximum)
        case .float:
            if bits == 32 { return depth == nil ? code : d.depth(float: code) }
            return d.float(half: bits == 16 ? code : d.shiftedLeft(code, by: 15 - bits))
        case .sharedExponent: return d.float(mantissa: code, sharedExponent: d.code(TexelChannel(shift: 27, bits: 5)))
        case .int: return bits == 32 ? code : d.signExtended(code, bits: bits)
        case .uint: return code
        }
    }
}

/// The arithmetic for writing texels of colour formats, from register bits to the bits of a channel.
protocol TexelEncoder {
    associatedtype Word
    /// Component k of the register.
    func register(_ k: Int) -> Word
    /// The low `bits` bits.
    func truncated(_ word: Word, bits: UInt32) -> Word
    /// The value clamped to 0…1, multiplied by `maximum` (below 2²²) and rounded to nearest even; NaN gives 0.
    func unorm(_ word: Word, _ maximum: UInt32) -> Word
    /// The value clamped to −1…1, multiplied by 127 and rounded to nearest even, in 8 bits; NaN gives 0.
    func snorm8(_ word: Word) -> Word
    func sRGB(linear word: Word) -> Word
    /// The nearest binary16.
    func half(_ word: Word) -> Word
    /// The nearest unsigned float with 5 exponent bits.
    func smallFloat(_ word: Word, mantissaBits: UInt32) -> Word
    /// The bits of a binary32; every NaN becomes the same NaN.
    func observed(_ word: Word) -> Word
}

extension TexelLayout {
    /// Returns the bits of channel k of a colour format without a shared exponent.
    @inline(__always)
    func encode<Encoder: TexelEncoder>(_ k: Int, in e: Encoder) -> Encoder.Word {
        let channel = channel(k), bits = UInt32(channel.bits), word = e.register(k)
        switch encoding {
        case .unorm: return e.unorm(word, channel.maximum)
        case .snorm: return e.snorm8(word)
        case .sRGB: return k < 3 ? e.sRGB(linear: word) : e.unorm(word, channel.maximum)
        case .float:
            switch bits {
            case 32: return e.observed(word)
            case 16: return e.half(word)
            default: return e.smallFloat(word, mantissaBits: bits - 5)
            }
        case .sharedExponent: preconditionFailure("the channels of a shared exponent are written together")
        case .int, .uint: return bits == 32 ? word : e.truncated(word, bits: bits)
        }
    }
}
