// SmallFloat: binary16, the unsigned 11- and 10-bit floats and the three floats with a shared exponent (OpenGL 3.3 §2.1.1 and
// §3.8.1). Only integer operations and single IEEE 754 operations are used, so that the bits do not depend on the CPU.
//
// Promises: decoding is exact. Encoding to binary16, 11 and 10 bits rounds to nearest, ties to even, and keeps subnormals. Every
// NaN becomes the same NaN. binary16 overflows to infinity. In the unsigned floats, finite overflow becomes the largest finite
// value and negative numbers become 0. The shared exponent follows the specification's equations: NaN and negative numbers give 0.

/// Returns the value of a binary16. A signalling NaN becomes quiet.
package func floatFromHalf(_ half: UInt16) -> Float {
    let sign = UInt32(half & 0x8000) << 16
    let exponent = UInt32(half >> 10) & 31
    let mantissa = UInt32(half) & 0x3FF
    if exponent == 0 { return Float(bitPattern: (Float(mantissa) * 0x1p-24).bitPattern | sign) }
    if exponent == 31 { return Float(bitPattern: sign | 0x7F80_0000 | mantissa << 13 | (mantissa == 0 ? 0 : 0x40_0000)) }
    return Float(bitPattern: sign | (exponent + 112) << 23 | mantissa << 13)
}

/// Returns the nearest binary16.
package func halfFromFloat(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    if magnitude > 0x7F80_0000 { return 0x7E00 }
    if magnitude >= 0x477F_F000 { return sign | 0x7C00 }   // 65520 and above round to infinity
    if magnitude < 0x3880_0000 {
        // Below 2⁻¹⁴: the last place of ½ + v is 2⁻²⁴, binary16's smallest step, so the addition rounds.
        let sum = Float(bitPattern: magnitude) + 0.5
        return sign | UInt16(truncatingIfNeeded: sum.bitPattern &- 0x3F00_0000)
    }
    let rounded = magnitude + 0xFFF + (magnitude >> 13 & 1)
    return sign | UInt16(truncatingIfNeeded: (rounded >> 13) - (112 << 10))
}

/// Returns the value of an unsigned float with 5 exponent bits and `mantissaBits` (6 or 5) mantissa bits.
package func floatFromUnsignedSmallFloat(_ code: UInt32, mantissaBits: UInt32) -> Float {
    floatFromHalf(UInt16(truncatingIfNeeded: code << (10 - mantissaBits)))
}

/// Returns the nearest unsigned float with 5 exponent bits and `mantissaBits` (6 or 5) mantissa bits.
package func unsignedSmallFloatFromFloat(_ value: Float, mantissaBits: UInt32) -> UInt32 {
    let infinity = UInt32(31) << mantissaBits
    if value.isNaN { return infinity | 1 }
    if value <= 0 { return 0 }
    if value == .infinity { return infinity }
    let bits = value.bitPattern
    if bits < 0x3880_0000 {
        // The last place of `anchor`, a power of two, is the format's smallest step, so the addition rounds.
        let anchor: Float = mantissaBits == 6 ? 8 : 16
        return (value + anchor).bitPattern - anchor.bitPattern
    }
    let dropped = 23 - mantissaBits
    let rounded = bits + ((UInt32(1) << (dropped - 1)) - 1) + (bits >> dropped & 1)
    return min((rounded >> dropped) - (112 << mantissaBits), infinity - 1)
}

/// Returns one colour of a shared-exponent texel, from its 9 mantissa bits and the 5 exponent bits.
package func floatFromSharedExponent(_ mantissa: UInt32, _ exponent: UInt32) -> Float {
    Float(mantissa) * Float(bitPattern: (exponent + 103) << 23)   // 2^(exponent − 15 − 9)
}

/// Returns the shared-exponent texel for three values, as in OpenGL 3.3 §3.8.1.
package func sharedExponentFromFloats(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
    func clamped(_ v: Float) -> Float { v > 0 ? min(v, 65408) : 0 }
    let r = clamped(red), g = clamped(green), b = clamped(blue)
    let largest = max(r, max(g, b))
    // The exponent of the largest value, at least −16, then biased by 15 + 1.
    var exponent = max(-16, Int(largest.bitPattern >> 23) - 127) + 16
    func mantissa(_ v: Float) -> UInt32 {
        let inverseScale = Double(bitPattern: UInt64(1023 + 24 - exponent) << 52)
        return UInt32(Double(v) * inverseScale + 0.5)
    }
    if mantissa(largest) == 512 { exponent += 1 }
    return mantissa(r) | mantissa(g) << 9 | mantissa(b) << 18 | UInt32(exponent) << 27
}
