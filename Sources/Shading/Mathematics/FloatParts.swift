// FloatParts: frexp, ldexp and binary16 packing as bit operations, each with a single definition.
//
// frexp: x = significand · 2^exponent with ½ ≤ |significand| < 1, also for subnormals. The significand of a zero, an infinity or a NaN is
// the number itself, and the exponent is 0. ldexp is exact, with two exceptions. A product below the smallest normal number becomes a zero
// with the sign of x, as in most hardware (GLSL 4.60, 8.3, allows this zero). A product above the largest number becomes an infinity.
// packHalf rounds to nearest even; 65520 and larger numbers become infinity, and every NaN becomes 0x7e00.

extension LaneArithmetic {
    package func frexpSignificand(_ x: Float) -> Float {
        let significand = float(bits: or(and(bits(normalised(x)), int(0x807f_ffff)), int(0x3f00_0000)))
        return selectFloat(hasExponent(x), significand, x)
    }

    package func frexpExponent(_ x: Float) -> Int {
        let biased = and(shrU(bits(normalised(x)), by: 23), int(0xff))
        let offset = selectInt(isSubnormal(x), int(126 + 24), int(126))
        return selectInt(hasExponent(x), isub(biased, offset), int(0))
    }

    @inline(never) package func ldexp(_ x: Float, _ exponent: Int) -> Float {
        let significand = fmul(frexpSignificand(x), float(2))
        let wanted = clampSigned(exponent, -600, 600)
        let total = iadd(wanted, isub(frexpExponent(x), int(1)))
        // powerOfTwo(-127) is 0, so a subnormal product becomes 0.
        let first = clampSigned(total, -127, 127)
        let second = clampSigned(isub(total, first), -126, 127)
        let scaled = fmul(fmul(significand, powerOfTwo(first)), powerOfTwo(second))
        return selectFloat(hasExponent(x), scaled, x)
    }

    /// Multiplies subnormals by 2^24, so that they become normal numbers.
    @inline(__always) private func normalised(_ x: Float) -> Float {
        selectFloat(isSubnormal(x), fmul(x, float(0x1p+24)), x)
    }

    @inline(__always) private func isSubnormal(_ x: Float) -> Mask {
        flt(fabs(x), float(0x1p-126))
    }

    /// Returns true if x is not zero, infinite or NaN.
    @inline(__always) private func hasExponent(_ x: Float) -> Mask {
        let a = fabs(x)
        return maskAnd(flt(float(0), a), flt(a, float(.infinity)))
    }

    @inline(__always) private func clampSigned(_ n: Int, _ low: Int32, _ high: Int32) -> Int {
        let bottom = int(UInt32(bitPattern: low)), top = int(UInt32(bitPattern: high))
        let raised = selectInt(iltS(n, bottom), bottom, n)
        return selectInt(iltS(top, raised), top, raised)
    }
}

extension BitArithmetic {
    package func packHalf(_ x: Float) -> Int {
        let magnitude = and(bits(x), int(0x7fff_ffff))
        let sign = and(shrU(bits(x), by: 16), int(0x8000))
        let odd = and(shrU(magnitude, by: 13), int(1))
        let normal = shrU(iadd(iadd(magnitude, odd), int(0xc800_0fff)), by: 13)
        // Adding ½ rounds the magnitude to a multiple of 2^-24, the unit of the subnormals. The low bits of the sum contain the
        // multiple of 2^-24.
        let subnormal = isub(bits(fadd(float(bits: magnitude), float(0.5))), int(0x3f00_0000))
        var half = selectInt(iltU(magnitude, int(0x3880_0000)), subnormal, and(normal, int(0xffff)))
        half = selectInt(iltU(magnitude, int(0x477f_f000)), half, int(0x7c00))
        return selectInt(iltU(int(Binary32.infinityBits), magnitude), int(0x7e00), or(half, sign))
    }

    package func unpackHalf(_ packed: Int) -> Float {
        let sign = shl(and(packed, int(0x8000)), by: 16)
        let magnitude = shl(and(packed, int(0x7fff)), by: 13)
        let normal = iadd(magnitude, int(0x3800_0000))
        let special = iadd(magnitude, int(0x7000_0000))
        let subnormal = bits(fsub(float(bits: iadd(magnitude, int(0x3880_0000))), float(0x1p-14)))
        var value = selectInt(iltU(magnitude, int(0x0080_0000)), subnormal, normal)
        value = selectInt(iltU(magnitude, int(0x0f80_0000)), value, special)
        return float(bits: or(value, sign))
    }
}
