// Trigonometry: sin, cos and tan of any finite angle in radians. The error of sin and cos is at most 2 units in the last place for angles
// up to 105615, and at most 3 for larger angles. The error of tan is at most 4 units in the last place. Odd functions keep the sign of
// zero; infinities and NaN give NaN.

extension LaneArithmetic {
    @inline(never) package func sin(_ x: Float) -> Float {
        let (r, quadrant) = reduceQuadrant(fabs(x))
        let sign = xor(signBit(x), and(shl(quadrant, by: 30), int(0x8000_0000)))
        return flip(sineOrCosine(r, quadrant), sign: sign)
    }

    @inline(never) package func cos(_ x: Float) -> Float {
        let (r, quadrant) = reduceQuadrant(fabs(x))
        let next = iadd(quadrant, int(1))
        let sign = and(shl(next, by: 30), int(0x8000_0000))
        return flip(sineOrCosine(r, next), sign: sign)
    }

    @inline(never) package func tan(_ x: Float) -> Float {
        let (r, quadrant) = reduceQuadrant(fabs(x))
        let z = fmul(r, r)
        let sine = sinePolynomial(r, z), cosine = cosinePolynomial(z)
        let isOdd = isOddQuadrant(quadrant)
        let ratio = fdiv(selectFloat(isOdd, cosine, sine), selectFloat(isOdd, sine, cosine))
        let sign = xor(signBit(x), and(shl(quadrant, by: 31), int(0x8000_0000)))
        return flip(ratio, sign: sign)
    }

    @inline(__always) private func isOddQuadrant(_ quadrant: Int) -> Mask {
        ieq(and(quadrant, int(1)), int(1))
    }

    @inline(__always) private func sineOrCosine(_ r: Float, _ quadrant: Int) -> Float {
        let z = fmul(r, r)
        return selectFloat(isOddQuadrant(quadrant), cosinePolynomial(z), sinePolynomial(r, z))
    }

    /// Returns sin r for |r| ≤ π/4. The polynomial's own error, without rounding errors, is 2^-28.
    @inline(__always) private func sinePolynomial(_ r: Float, _ z: Float) -> Float {
        var p = fma(float(-0x1.9956b6p-13), z, 0x1.11077ep-7)
        p = fma(p, z, -0x1.555546p-3)
        return fma(fmul(r, z), p, r)
    }

    /// Returns cos r for z = r² and |r| ≤ π/4. The polynomial's own error, without rounding errors, is 2^-33.
    @inline(__always) private func cosinePolynomial(_ z: Float) -> Float {
        var p = fma(float(0x1.99e80cp-16), z, -0x1.6c0c28p-10)
        p = fma(p, z, 0x1.55554ap-5)
        return fma(fmul(z, z), p, fma(float(-0.5), z, 1))
    }
}
