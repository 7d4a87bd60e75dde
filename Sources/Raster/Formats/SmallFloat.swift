// SmallFloat: converts one number to or from binary16, unsigned floats of 11 and 10 bits, and three floats with a shared exponent
// (OpenGL 3.3 §2.1.1 and §3.8.1). TexelEncoding has the rules of the small floats. FloatParts of the module Shading has the rules
// of binary16. Only integer operations and single IEEE 754 operations are used, so that the bits do not depend on the CPU.
//
// Promises: decoding is exact. Encoding to binary16, 11 and 10 bits rounds to nearest, ties to even, and keeps subnormals. Every NaN becomes the
// same NaN. In binary16, an overflow becomes infinity. In the unsigned floats, a finite overflow becomes the largest finite value,
// and negative numbers become 0. Shared-exponent texels follow the specification's equations: NaN and negative numbers give 0.

/// Returns the value of a binary16. A signalling NaN becomes quiet.
package func floatFromHalf(_ half: UInt16) -> Float { UInt32(half).quietNumberOfHalf }

/// Returns the nearest binary16.
package func halfFromFloat(_ value: Float) -> UInt16 { UInt16(truncatingIfNeeded: value.half) }

/// Returns the value of an unsigned float with 5 exponent bits and `mantissaBits` (6 or 5) mantissa bits.
package func floatFromUnsignedSmallFloat(_ code: UInt32, mantissaBits: UInt32) -> Float {
    floatFromHalf(UInt16(truncatingIfNeeded: code << (10 - mantissaBits)))
}

/// Returns the nearest unsigned float with 5 exponent bits and `mantissaBits` (6 or 5) mantissa bits.
package func unsignedSmallFloatFromFloat(_ value: Float, mantissaBits: UInt32) -> UInt32 {
    TexelEncoding.smallFloat(value, mantissaBits: mantissaBits)
}

/// Returns one colour channel of a shared-exponent texel, from its 9 mantissa bits and the 5 exponent bits.
package func floatFromSharedExponent(_ mantissa: UInt32, _ exponent: UInt32) -> Float {
    TexelEncoding.float(mantissa: mantissa, sharedExponent: exponent)
}

/// Returns the shared-exponent texel for three values, as in OpenGL 3.3 §3.8.1.
package func sharedExponentFromFloats(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
    func clamped(_ v: Float) -> Float { v > 0 ? min(v, 65408) : 0 }
    let r = clamped(red), g = clamped(green), b = clamped(blue)
    let largest = max(r, max(g, b))
    // The shared exponent is the exponent of the largest value, at least −16, plus the bias 15, plus 1.
    var exponent = max(-16, Int(largest.bitPattern >> 23) - 127) + 16
    func mantissa(_ v: Float) -> UInt32 {
        let inverseScale = Double(bitPattern: UInt64(1023 + 24 - exponent) << 52)
        return UInt32(Double(v) * inverseScale + 0.5)
    }
    if mantissa(largest) == 512 { exponent += 1 }
    return mantissa(r) | mantissa(g) << 9 | mantissa(b) << 18 | UInt32(exponent) << 27
}
