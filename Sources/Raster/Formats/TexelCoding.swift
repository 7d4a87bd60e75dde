// TexelCoding: converts the channels of a texel to registers and back (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8), for Swift's numbers and for the
// lanes of kernels. TexelEncoding has the rule of each encoding: the rule converts numbers to the codes of channels, and codes to numbers
// (§2.1.1, §2.1.2, §3.8.1, §3.8.15, §4.1.8; depth §2.1.2, §4.1.6). The reference renderer applies the rules to single numbers. Kernels
// apply the same rules to lanes of numbers. PixelCodec and DepthCodec list the promises.

/// Returns the channels of one texel. A code is the bits of a channel as an integer; results are register bits.
protocol TexelDecoder {
    associatedtype Word: RuleWord
    /// Returns the bits of a channel.
    func code(_ channel: TexelChannel) -> Word
    func constant(_ bits: UInt32) -> Word
    /// Returns the bits of element `code` of `SRGBTables.decode`.
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
    /// Returns component k of the register bits.
    func register(_ k: Int) -> Word
    /// Calls `TexelEncoding.sRGB` with the table `SRGBTables.encode`.
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

// MARK: Encodings

/// The rules of the encodings.
enum TexelEncoding {
    // MARK: From numbers to codes

    /// Returns the number limited to 0…1; NaN gives 0 (§2.1.2).
    @inline(__always)
    static func clampedToUnit<Number: RuleFloat>(_ v: Number) -> Number {
        Number.choose(Number.isGreater(v, v.constant(0)), v.lesser(v.constant(1)), v.constant(0))
    }

    /// Clamps the number to 0…1 and scales it to 0…maximum. `maximum` is below 2²² (§2.1.2). Adding 2²³ rounds to nearest even and
    /// leaves the integer in the low bits.
    @inline(__always)
    static func unorm<Number: RuleFloat>(_ v: Number, _ maximum: UInt32) -> Number.Word {
        let bits = (clampedToUnit(v) * v.constant(Float(maximum)) + v.constant(0x1p23)).bits
        return bits & bits.constant(0x7F_FFFF)
    }

    /// Clamps the number to −1…1 and scales it to −(2ⁿ⁻¹ − 1)…2ⁿ⁻¹ − 1, in n = `bits` bits, 8 or 16; NaN gives 0 (§2.1.2).
    @inline(__always)
    static func snorm<Number: RuleFloat>(_ v: Number, bits count: UInt32) -> Number.Word {
        let isInside = Number.isGreater(v, v.constant(-1)), upper = v.lesser(v.constant(1))
        let clamped = Number.choose(isInside, upper, Number.choose(v.isNaN, v.constant(0), v.constant(-1)))
        // Floats from 2²³ to 2²⁴ are integers, so adding 1.5 · 2²³ rounds the number. The sum lies between 2²³ and 2²⁴ for numbers of both
        // signs.
        let bits = (clamped * v.constant(Float(1 << (count - 1) - 1 as UInt32)) + v.constant(0x1.8p23)).bits
        return bits & bits.constant(1 << count - 1)
    }

    /// Returns the 8-bit sRGB code nearest to a linear value (§4.1.8). Values below 0 and NaN give 0, values above 1 give 255.
    /// - Parameter entry: Returns the entry of the table `SRGBTables.encode` at an index.
    @inline(__always)
    static func sRGB<Number: RuleFloat>(_ v: Number, entry: (Number.Word) -> Number.Word) -> Number.Word {
        let lowest = v.constant(SRGBTables.lowestEncoded)
        let bits = Number.choose(Number.isGreater(v, lowest), v.lesser(v.constant(1)), lowest).bits
        let found = entry((bits >> 16) &- bits.constant(SRGBTables.lowestEncoded.bitPattern >> 16))
        let isBelow = Number.Word.isLess(bits & bits.constant(0xFFFF), found & bits.constant(0x1_FFFF))
        return (found >> 17) &+ Number.Word.choose(isBelow, bits.constant(0), bits.constant(1))
    }

    /// Returns the nearest unsigned float with 5 exponent bits and `mantissaBits` (6 or 5) mantissa bits (§2.1.1). Finite numbers above the
    /// format's largest number become this largest number. Negative numbers become 0.
    @inline(__always)
    static func smallFloat<Number: RuleFloat>(_ v: Number, mantissaBits: UInt32) -> Number.Word {
        typealias Word = Number.Word
        let infinity = UInt32(31) << mantissaBits, dropped = 23 - mantissaBits
        let bits = v.bits
        // Adding `anchor` rounds numbers below 2⁻¹⁴, because `anchor` is a power of two whose last place is the format's smallest step.
        let anchor: Float = mantissaBits == 6 ? 8 : 16
        let small = (v + v.constant(anchor)).bits &- bits.constant(anchor.bitPattern)
        let rounded = bits &+ bits.constant(1 << (dropped - 1) - 1) &+ ((bits >> dropped) & bits.constant(1))
        let normal = ((rounded >> dropped) &- bits.constant(112 << mantissaBits)).minimum(bits.constant(infinity - 1))
        var code = Word.choose(Word.isLess(bits, bits.constant(0x3880_0000)), small, normal)
        code = Word.choose(Number.isEqual(v, v.constant(.infinity)), bits.constant(infinity), code)
        code = Word.choose(Number.isAtMost(v, v.constant(0)), bits.constant(0), code)
        return Word.choose(v.isNaN, bits.constant(infinity | 1), code)
    }

    /// Returns the bits of a binary32; every NaN becomes the same NaN.
    @inline(__always)
    static func observed<Number: RuleFloat>(_ v: Number) -> Number.Word {
        Number.Word.choose(v.isNaN, v.bits.constant(Float.nan.bitPattern), v.bits)
    }

    // MARK: From codes to numbers

    /// Sign-extends an integer of `bits` bits.
    @inline(__always)
    static func signExtended<Word: RuleWord>(_ code: Word, bits: UInt32) -> Word { (code << (32 - bits)).shiftedRightWithSign(32 - bits) }

    /// Returns the binary32 nearest to code / maximum (§2.1.2).
    @inline(__always)
    static func fraction<Word: RuleWord>(_ code: Word, _ maximum: UInt32) -> Word.Number { code.number.fraction(of: maximum) }

    /// Returns max(code / maximum, −1), for a signed code (§3.8.1).
    @inline(__always)
    static func signedFraction<Word: RuleWord>(_ code: Word, _ maximum: UInt32) -> Word.Number {
        let fraction = fraction(code, maximum)
        return fraction.greater(fraction.constant(-1))
    }

    /// Returns mantissa · 2^(exponent − 24), with 9 mantissa bits and 5 exponent bits (§3.8.1).
    @inline(__always)
    static func float<Word: RuleWord>(mantissa: Word, sharedExponent: Word) -> Word.Number {
        mantissa.number * ((sharedExponent &+ sharedExponent.constant(103)) << 23).asFloat
    }

    /// Returns the bits that shaders read from a stored binary32 depth: −0 and NaN become 0.
    @inline(__always)
    static func depth<Word: RuleWord>(float bits: Word) -> Word {
        let depth = bits.asFloat
        return Word.choose(Word.either(Word.Number.isEqual(depth, depth.constant(0)), depth.isNaN), bits.constant(0), bits)
    }
}

// MARK: Depth keys

extension TexelLayout {
    /// Returns the key of a depth. Keys are integers with the same order as the stored depths (§4.1.6).
    /// - Parameter isClamped: Whether the depth is known to lie in 0…1.
    @inline(__always)
    func depthKey<Number: RuleFloat>(_ depth: Number, isClamped: Bool = false) -> Number.Word {
        if encoding == .float { return TexelEncoding.orderedKey(depth) }
        let maximum = channel(0).maximum
        if maximum < 1 << 22 { return TexelEncoding.unorm(depth, maximum) }
        let clamped = isClamped ? depth : TexelEncoding.clampedToUnit(depth)
        return (clamped * depth.constant(Float(maximum))).nearestInteger
    }

    /// Returns the bits that represent a depth key in memory.
    @inline(__always)
    func depthBits<Word: RuleWord>(ofKey key: Word) -> Word { encoding == .float ? TexelEncoding.bits(ofOrderedKey: key) : key }

    /// Returns the depth of a key.
    @inline(__always)
    func depthValue<Word: RuleWord>(ofKey key: Word) -> Word.Number {
        encoding == .float ? TexelEncoding.bits(ofOrderedKey: key).asFloat : TexelEncoding.fraction(key, channel(0).maximum)
    }
}

extension TexelEncoding {
    /// Returns the float's bits, changed so that greater floats give greater integers. −0 and NaN count as 0.
    @inline(__always)
    static func orderedKey<Number: RuleFloat>(_ depth: Number) -> Number.Word {
        typealias Word = Number.Word
        let bits = depth.bits, sign = bits.constant(0x8000_0000)
        let ordered = Word.choose(Word.isAtLeast(bits, sign), ~bits, bits | sign)
        return Word.choose(Word.either(Number.isEqual(depth, depth.constant(0)), depth.isNaN), sign, ordered)
    }

    @inline(__always)
    static func bits<Word: RuleWord>(ofOrderedKey key: Word) -> Word {
        Word.choose(Word.isAtLeast(key, key.constant(0x8000_0000)), key & key.constant(0x7FFF_FFFF), ~key)
    }
}
