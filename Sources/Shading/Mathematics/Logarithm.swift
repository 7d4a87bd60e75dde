// Logarithm: log and log2 with an error of at most 2 units in the last place. asinh, acosh and atanh use the logarithm; their error
// is at most 3 units.
//
// The logarithm of 0 is -∞. The logarithm of a negative number is NaN. The logarithm of +∞ is +∞. log2 of a power of two is exact.

extension LaneArithmetic {
    @inline(never) package func log(_ x: Float) -> Float { naturalLogarithm(x) }

    @inline(__always) private func naturalLogarithm(_ x: Float) -> Float {
        let (k, f) = splitNearOne(x)
        let fractional = logarithmOfOnePlus(f)
        let finite = fma(k, float(0x1.62e430p-1), fma(k, float(-0x1.05c610p-29), fractional))
        return withLogarithmEdges(finite, x)
    }

    @inline(never) package func log2(_ x: Float) -> Float {
        let (k, f) = splitNearOne(x)
        let fractional = logarithmOfOnePlus(f)
        let finite = fma(fractional, float(0x1.715476p+0), fma(fractional, float(0x1.4ae0c0p-26), k))
        return withLogarithmEdges(finite, x)
    }

    @inline(never) package func asinh(_ x: Float) -> Float {
        let a = fabs(x)
        let square = fmul(a, a)
        let near = log1p(fadd(a, fdiv(square, fadd(float(1), fsqrt(fadd(square, float(1)))))))
        let far = fadd(naturalLogarithm(a), float(0x1.62e430p-1))
        return flip(selectFloat(flt(a, float(0x1p+14)), near, far), sign: signBit(x))
    }

    @inline(never) package func acosh(_ x: Float) -> Float {
        let t = fsub(x, float(1))
        let near = log1p(fadd(t, fsqrt(fma(t, t, fadd(t, t)))))
        let far = fadd(naturalLogarithm(x), float(0x1.62e430p-1))
        let result = selectFloat(flt(x, float(0x1p+14)), near, far)
        return selectFloat(fle(float(1), x), result, float(.nan))
    }

    @inline(never) package func atanh(_ x: Float) -> Float {
        let a = fabs(x)
        let result = fmul(float(0.5), log1p(fdiv(fadd(a, a), fsub(float(1), a))))
        return flip(result, sign: signBit(x))
    }

    /// Returns log(1 + u) for u > -1. The code corrects the rounding error of the sum 1 + u.
    @inline(__always) private func log1p(_ u: Float) -> Float {
        let sum = fadd(float(1), u)
        let lost = fdiv(fsub(u, fsub(sum, float(1))), sum)
        let finite = fadd(naturalLogarithm(sum), lost)
        return selectFloat(flt(u, float(.infinity)), finite, fadd(u, u))
    }

    /// Splits a finite x > 0: x = 2^k · (1 + f), where √½ ≤ 1 + f < √2 and k is an integer.
    @inline(__always) func splitNearOne(_ x: Float) -> (k: Float, f: Float) {
        let isTiny = flt(x, float(0x1p-126))
        let normal = bits(selectFloat(isTiny, fmul(x, float(0x1p+24)), x))
        let offset = isub(normal, int(0x3f35_04f3))
        let exponent = shrS(offset, by: 23)
        // To convert the exponent to a float, the code adds the exponent to the bits of 1.5 · 2^23. A conversion in this way is exact.
        let converted = fsub(float(bits: iadd(exponent, int(Binary32.integerMagicBits))), float(Binary32.integerMagic))
        let k = fsub(converted, selectFloat(isTiny, float(24), float(0)))
        let significand = float(bits: iadd(and(offset, int(0x007f_ffff)), int(0x3f35_04f3)))
        return (k, fsub(significand, float(1)))
    }

    /// Returns log(1 + f) for √½ - 1 ≤ f ≤ √2 - 1. The polynomial's own error, without rounding errors, is 2^-27.
    @inline(__always) private func logarithmOfOnePlus(_ f: Float) -> Float {
        var p = fma(float(0x1.b0242ep-5), f, -0x1.be7a68p-4)
        p = fma(p, f, 0x1.f00f40p-4)
        p = fma(p, f, -0x1.010122p-3)
        p = fma(p, f, 0x1.23036cp-3)
        p = fma(p, f, -0x1.552f18p-3)
        p = fma(p, f, 0x1.99a540p-3)
        p = fma(p, f, -0x1.000070p-2)
        p = fma(p, f, 0x1.555548p-2)
        return fma(fmul(f, f), fma(p, f, -0.5), f)
    }

    @inline(__always) private func withLogarithmEdges(_ finite: Float, _ x: Float) -> Float {
        let isPositive = flt(float(0), x)
        let zeroOrNot = selectFloat(feq(x, float(0)), float(-.infinity), float(.nan))
        let unbounded = selectFloat(flt(x, float(.infinity)), finite, x)
        return selectFloat(isPositive, unbounded, zeroOrNot)
    }
}
