// LaneArithmetic+Floats: float operations that are composed of other operations. These operations use only instructions that every
// processor has for 128-bit registers, so the interpreter needs no instructions for rounding and saturation. Code generators use
// instructions for rounding and saturation if the processor has them.

extension LaneArithmetic {
    @inline(__always) package func fne(_ a: Float, _ b: Float) -> Mask { maskNot(feq(a, b)) }
    @inline(__always) package func isNaN(_ a: Float) -> Mask { maskNot(feq(a, a)) }
    @inline(__always) package func fneg(_ a: Float) -> Float { float(bits: xor(bits(a), int(0x8000_0000))) }
    @inline(__always) package func fabs(_ a: Float) -> Float { float(bits: and(bits(a), int(0x7fff_ffff))) }

    /// Returns the sign: -1, 0 or 1. Zeros and NaN give +0.
    @inline(__always) package func fsign(_ x: Float) -> Float {
        selectFloat(flt(float(0), x), float(1), selectFloat(flt(x, float(0)), float(-1), float(0)))
    }

    /// If |x| < 2^23, adding 2^23 rounds x to an integer. The sign is restored, so that -0.3 becomes -0.
    @inline(__always) package func froundEven(_ x: Float) -> Float {
        let a = fabs(x)
        let magnitude = selectFloat(flt(a, float(0x1p+23)), roundedSmall(a), a)
        return float(bits: or(bits(magnitude), signBit(x)))
    }

    @inline(__always) package func ftrunc(_ x: Float) -> Float {
        let a = fabs(x)
        let rounded = roundedSmall(a)
        let lowered = fsub(rounded, selectFloat(flt(a, rounded), float(1), float(0)))
        let magnitude = selectFloat(flt(a, float(0x1p+23)), lowered, a)
        return float(bits: or(bits(magnitude), signBit(x)))
    }

    @inline(__always) package func ffloor(_ x: Float) -> Float {
        let rounded = froundEven(x)
        let lowered = fsub(rounded, selectFloat(flt(x, rounded), float(1), float(0)))
        // The difference 0 - 0 is +0, but floor(-0) is -0. So the sign is restored.
        return float(bits: or(bits(lowered), signBit(x)))
    }

    @inline(__always) package func fceil(_ x: Float) -> Float { fneg(ffloor(fneg(x))) }

    /// Returns the nearest integer for 0 ≤ a < 2^23.
    @inline(__always) private func roundedSmall(_ a: Float) -> Float {
        fsub(fadd(a, float(0x1p+23)), float(0x1p+23))
    }

    /// Returns `a < b ? a : b`; but if only one operand is NaN, returns the other operand.
    @inline(__always) package func fmin(_ a: Float, _ b: Float) -> Float {
        selectFloat(maskOr(flt(a, b), isNaN(b)), a, b)
    }

    /// Returns `b < a ? a : b`; but if only one operand is NaN, returns the other operand.
    @inline(__always) package func fmax(_ a: Float, _ b: Float) -> Float {
        selectFloat(maskOr(flt(b, a), isNaN(b)), a, b)
    }

    // MARK: Conversions

    @inline(__always) package func floatToInt(_ x: Float) -> Int {
        var result = integerBits(ftrunc(x))
        result = selectInt(flt(x, float(0x1p+31)), result, int(0x7fff_ffff))
        result = selectInt(flt(x, float(-0x1p+31)), int(0x8000_0000), result)
        return selectInt(isNaN(x), int(0), result)
    }

    @inline(__always) package func floatToUint(_ x: Float) -> Int {
        var result = integerBits(ftrunc(x))
        result = selectInt(flt(x, float(0x1p+32)), result, int(0xffff_ffff))
        return selectInt(flt(float(0), x), result, int(0))
    }

    @inline(__always) package func uintToFloat(_ a: Int) -> Float {
        // Both halves of the integer are converted exactly, and their sum is rounded once.
        fadd(fmul(intToFloat(shrU(a, by: 16)), float(65536)), intToFloat(and(a, int(0xffff))))
    }

    /// Returns the integer value of x modulo 2^32, for integral |x| ≤ 2^32; unspecified for other operands.
    @inline(__always) private func integerBits(_ x: Float) -> Int {
        let magic = float(Binary32.integerMagic), magicBits = int(Binary32.integerMagicBits)
        let shiftedHigh = fadd(fmul(x, float(0x1p-16)), magic)
        let low = fsub(x, fmul(fsub(shiftedHigh, magic), float(0x1p+16)))
        let shiftedLow = fadd(low, magic)
        return iadd(shl(isub(bits(shiftedHigh), magicBits), by: 16), isub(bits(shiftedLow), magicBits))
    }
}
