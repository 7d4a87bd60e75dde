// TexelCoding: what the channels of a texel mean, and how registers become channels (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8), once for
// numbers in Swift and for the lanes of kernels. PixelCodec says what is promised.

/// The arithmetic in which texels are read. Codes are the bits of a channel as a whole number; results are register bits.
protocol TexelDecoder {
    associatedtype Word
    /// The bits of a channel.
    func code(_ channel: TexelChannel) -> Word
    func constant(_ bits: UInt32) -> Word
    func shiftedLeft(_ code: Word, by bits: UInt32) -> Word
    /// With the sign in the highest of `bits` bits.
    func signExtended(_ code: Word, bits: UInt32) -> Word
    /// code / maximum as the nearest binary32.
    func fraction(_ code: Word, _ maximum: UInt32) -> Word
    /// max(code / maximum, −1), of a number with a sign.
    func signedFraction(_ code: Word, _ maximum: UInt32) -> Word
    func linear(sRGB code: Word) -> Word
    /// The value of a binary16; a signalling NaN becomes quiet.
    func float(half code: Word) -> Word
    /// mantissa · 2^(exponent − 24), of 9 and 5 bits.
    func float(mantissa: Word, sharedExponent: Word) -> Word
    /// Depth in binary32 as it is read: −0 and NaN are 0.
    func depth(float bits: Word) -> Word
}

extension TexelLayout {
    /// Component k of the texel as register bits: red, green, blue, alpha, or depth or stencil. A component that the format lacks is
    /// 0, alpha is one.
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

/// The arithmetic in which texels of colour formats are written, from register bits to the bits of a channel.
protocol TexelEncoder {
    associatedtype Word
    /// Component k of the register.
    func register(_ k: Int) -> Word
    /// The low bits.
    func truncated(_ word: Word, bits: UInt32) -> Word
    /// Clamped to 0…1, times the maximum (below 2²²), rounded to nearest even; NaN gives 0.
    func unorm(_ word: Word, _ maximum: UInt32) -> Word
    /// Clamped to −1…1, times 127, rounded to nearest even, in 8 bits; NaN gives 0.
    func snorm8(_ word: Word) -> Word
    func sRGB(linear word: Word) -> Word
    /// The nearest binary16.
    func half(_ word: Word) -> Word
    /// The nearest float without sign, of 5 bits of exponent.
    func smallFloat(_ word: Word, mantissaBits: UInt32) -> Word
    /// binary32, with one NaN for all.
    func observed(_ word: Word) -> Word
}

extension TexelLayout {
    /// The bits of channel k of a colour format without a shared exponent.
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
