// InverseTrigonometry: asin, acos, atan and atan2 in radians, with an error of at most 3 units in the last place.
//
// asin and acos of |x| > 1 are NaN. atan2 treats zeros and infinities like C's atan2 (GLSL leaves them undefined): atan2(±0, +0) =
// ±0, atan2(±0, -0) = ±π, atan2(±∞, ±∞) = ±π/4 or ±3π/4.

extension LaneArithmetic {
    @inline(never) package func asin(_ x: Float) -> Float {
        let a = fabs(x)
        let (p, isNearOne) = arcsineCore(a)
        let far = fsub(float(0x1.921fb6p+0), fma(p, float(2), 0x1.777a5cp-25))
        return flip(selectFloat(isNearOne, far, p), sign: signBit(x))
    }

    @inline(never) package func acos(_ x: Float) -> Float {
        let (p, isNearOne) = arcsineCore(fabs(x))
        let isNegative = flt(x, float(0))
        let twice = fmul(p, float(2))
        let supplement = fsub(float(0x1.921fb6p+1), fadd(twice, float(0x1.777a5cp-24)))
        let near = selectFloat(isNegative, supplement, twice)
        let signed = flip(p, sign: signBit(x))
        let middle = fsub(float(0x1.921fb6p+0), fadd(signed, float(0x1.777a5cp-25)))
        return selectFloat(isNearOne, near, middle)
    }

    @inline(never) package func atan(_ x: Float) -> Float {
        let a = fabs(x)
        let isSteep = flt(float(1), a)
        let angle = arctangentCore(numerator: selectFloat(isSteep, float(1), a), denominator: selectFloat(isSteep, a, float(1)))
        return flip(selectFloat(isSteep, complementary(angle), angle), sign: signBit(x))
    }

    @inline(never) package func atan2(_ y: Float, _ x: Float) -> Float {
        let a = fabs(y), b = fabs(x)
        let isSteep = flt(b, a)
        var small = selectFloat(isSteep, b, a), large = selectFloat(isSteep, a, b)
        // A quotient with infinite operands is replaced by 0/1 or 1/1, and 0/0 is replaced by 0/1. Very large operands are scaled
        // down, so that their sum is finite.
        let isInfinite = feq(large, float(.infinity))
        small = selectFloat(isInfinite, selectFloat(feq(small, large), float(1), float(0)), small)
        large = selectFloat(maskOr(isInfinite, feq(large, float(0))), float(1), large)
        let scale = selectFloat(flt(float(0x1p+125), large), float(0.25), float(1))
        var angle = arctangentCore(numerator: fmul(small, scale), denominator: fmul(large, scale))
        angle = selectFloat(isSteep, complementary(angle), angle)
        let supplementary = fsub(float(0x1.921fb6p+1), fadd(angle, float(0x1.777a5cp-24)))
        angle = selectFloat(iltS(bits(x), int(0)), supplementary, angle)
        angle = flip(angle, sign: signBit(y))
        return selectFloat(maskOr(isNaN(x), isNaN(y)), float(.nan), angle)
    }

    /// For 0 ≤ a ≤ ½, returns asin a. For larger a, returns asin √((1-a)/2), and the returned mask is true. The result for a > 1 and for
    /// NaN is NaN.
    @inline(__always) private func arcsineCore(_ a: Float) -> (Float, Mask) {
        let isNearOne = flt(float(0.5), a)
        let half = fmul(fsub(float(1), a), float(0.5))
        let z = selectFloat(isNearOne, half, fmul(a, a))
        let s = selectFloat(isNearOne, fsqrt(half), a)
        var p = fma(float(0x1.349e02p-5), z, 0x1.d58a52p-7)
        p = fma(p, z, 0x1.04cd0ap-5)
        p = fma(p, z, 0x1.6ca7dcp-5)
        p = fma(p, z, 0x1.3338aap-4)
        p = fma(p, z, 0x1.55554cp-3)
        return (fma(fmul(s, z), p, s), isNearOne)
    }

    /// Returns atan(numerator / denominator) for 0 ≤ numerator ≤ denominator ≠ 0, both finite. A single division suffices: if the quotient
    /// is above tan π/8, the code computes the difference between the angle and π/4.
    @inline(__always) private func arctangentCore(numerator: Float, denominator: Float) -> Float {
        let isFar = flt(fmul(denominator, float(0x1.a8279ap-2)), numerator)
        let top = selectFloat(isFar, fsub(numerator, denominator), numerator)
        let bottom = selectFloat(isFar, fadd(numerator, denominator), denominator)
        let t = fdiv(top, bottom)
        let z = fmul(t, t)
        var p = fma(float(-0x1.f31d6ep-5), z, 0x1.b22eccp-4)
        p = fma(p, z, -0x1.23ba42p-3)
        p = fma(p, z, 0x1.9991e8p-3)
        p = fma(p, z, -0x1.55554ap-2)
        let angle = fma(fmul(t, z), p, t)
        let fromDiagonal = fadd(float(0x1.921fb6p-1), fadd(angle, float(-0x1.777a5cp-26)))
        return selectFloat(isFar, fromDiagonal, angle)
    }

    /// Returns π/2 minus the angle.
    @inline(__always) private func complementary(_ angle: Float) -> Float {
        fsub(float(0x1.921fb6p+0), fadd(angle, float(0x1.777a5cp-25)))
    }
}
