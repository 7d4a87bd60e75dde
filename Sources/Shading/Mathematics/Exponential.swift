// Exponential: exp and exp2 with an error of at most 1.1 units in the last place (subnormal results are rounded once more). sinh,
// cosh and tanh use exp; their error is at most 2 units.
//
// An overflow gives +∞; an underflow gives a subnormal number or 0. For an integer operand, exp2 is exact. exp2(x) is 0 for every x below
// -149: such a power is not rounded up to 2^-149, the smallest subnormal number.

extension LaneArithmetic {
    @inline(never) package func exp2(_ x: Float) -> Float {
        exp2(x, plus: float(0))
    }

    /// Returns the power 2^(x + tail), for |tail| far below 1. `pow` needs `tail`, because the logarithm that `pow` computes has more bits
    /// than a float.
    @inline(__always) func exp2(_ x: Float, plus tail: Float) -> Float {
        // Powers below 2^-149 must give 0. For such powers, the code computes 2^-160, which is rounded to 0.
        let large = selectFloat(flt(x, float(-149)), float(-160), x)
        let bounded = selectFloat(flt(float(160), large), float(160), large)
        let shifted = fadd(bounded, float(Binary32.integerMagic))
        let whole = fsub(shifted, float(Binary32.integerMagic))
        let f = fadd(fsub(bounded, whole), tail)
        var p = fma(float(0x1.179a28p-13), f, 0x1.5ef4dep-10)
        p = fma(p, f, 0x1.3b6816p-7)
        p = fma(p, f, 0x1.c6af9ep-5)
        p = fma(p, f, 0x1.ebfb94p-3)
        p = fma(p, f, 0x1.62e430p-1)
        return scale(fma(p, f, 1), by: isub(bits(shifted), int(Binary32.integerMagicBits)))
    }

    @inline(never) package func exp(_ x: Float) -> Float {
        exp(x, scaledBy: 0)
    }

    /// Returns e^x · 2^extra. The result is correct even if e^x alone would overflow.
    @inline(__always) private func exp(_ x: Float, scaledBy extra: Int32) -> Float {
        let bounded = clamp(x, -110, 110)
        let magic = float(Binary32.integerMagic)
        let shifted = fma(bounded, float(0x1.715476p+0), magic)
        let negatedWhole = fsub(magic, shifted)
        let r = fma(negatedWhole, float(-0x1.05c610p-29), fma(negatedWhole, float(0x1.62e430p-1), bounded))
        var p = fma(float(0x1.6ac74ep-10), r, 0x1.123de0p-7)
        p = fma(p, r, 0x1.555858p-5)
        p = fma(p, r, 0x1.55548cp-3)
        p = fma(p, r, 0x1.fffffcp-2)
        let significand = fadd(fma(fmul(r, r), p, r), float(1))
        let bias = Binary32.integerMagicBits &- UInt32(bitPattern: extra)
        return scale(significand, by: isub(bits(shifted), int(bias)))
    }

    @inline(never) package func sinh(_ x: Float) -> Float {
        let a = fabs(x)
        let z = fmul(a, a)
        var p = fma(float(0x1.75a6f4p-19), z, 0x1.a02156p-13)
        p = fma(p, z, 0x1.1110e2p-7)
        p = fma(p, z, 0x1.555556p-3)
        let near = fma(fmul(a, z), p, a)
        let half = exp(a, scaledBy: -1)
        let far = fsub(half, fdiv(float(0.25), half))
        return flip(selectFloat(fle(a, float(1)), near, far), sign: signBit(x))
    }

    @inline(never) package func cosh(_ x: Float) -> Float {
        let half = exp(fabs(x), scaledBy: -1)
        return fadd(half, fdiv(float(0.25), half))
    }

    @inline(never) package func tanh(_ x: Float) -> Float {
        let a = fabs(x)
        let z = fmul(a, a)
        var p = fma(float(0x1.1acdeap-9), z, -0x1.0c8962p-7)
        p = fma(p, z, 0x1.63ad1ap-6)
        p = fma(p, z, -0x1.b9f220p-5)
        p = fma(p, z, 0x1.11107cp-3)
        p = fma(p, z, -0x1.555554p-2)
        let near = fma(fmul(a, z), p, a)
        let far = fsub(float(1), fdiv(float(2), fadd(exp(fadd(a, a), scaledBy: 0), float(1))))
        return flip(selectFloat(flt(a, float(0.625)), near, far), sign: signBit(x))
    }

    /// Limits x to the range low…high. A NaN stays NaN.
    @inline(__always) func clamp(_ x: Float, _ low: Swift.Float, _ high: Swift.Float) -> Float {
        let raised = selectFloat(flt(x, float(low)), float(low), x)
        return selectFloat(flt(float(high), raised), float(high), raised)
    }

    /// Returns a · 2^n for 2^-2 ≤ a ≤ 4 and |n| ≤ 250. Multiplies a by two powers of two, one after the other; only the second
    /// multiplication can round the result.
    @inline(__always) private func scale(_ a: Float, by n: Int) -> Float {
        let half = shrS(n, by: 1)
        return fmul(fmul(a, powerOfTwo(half)), powerOfTwo(isub(n, half)))
    }
}
