// QuadArithmetic: LaneArithmetic on four lanes, as the interpreter runs it, and the operations of `Opcode` that a
// code generator has instructions for but baseline SIMD has not: rounding to integers and saturating conversions.
//
// Everything is spelled so that it stays in 128-bit registers on a CPU without SSE4 or FMA; the results are those of
// the IEEE operation in each lane.

package struct QuadArithmetic: LaneArithmetic {
    package typealias Float = SIMD4<Swift.Float>
    package typealias Int = SIMD4<UInt32>
    package typealias Mask = SIMDMask<SIMD4<Int32>>

    @inline(__always) package init() {}

    @inline(__always) package func float(_ value: Swift.Float) -> Float { Float(repeating: value) }
    @inline(__always) package func int(_ bits: UInt32) -> Int { Int(repeating: bits) }

    @inline(__always) package func fadd(_ a: Float, _ b: Float) -> Float { a + b }
    @inline(__always) package func fsub(_ a: Float, _ b: Float) -> Float { a - b }
    @inline(__always) package func fmul(_ a: Float, _ b: Float) -> Float { a * b }
    @inline(__always) package func fdiv(_ a: Float, _ b: Float) -> Float { a / b }
    @inline(__always) package func fma(_ a: Float, _ b: Float, _ c: Float) -> Float { fusedMultiplyAdd(a, b, c) }
    @inline(__always) package func fsqrt(_ a: Float) -> Float { a.squareRoot() }
    @inline(__always) package func flt(_ a: Float, _ b: Float) -> Mask { a .< b }
    @inline(__always) package func fle(_ a: Float, _ b: Float) -> Mask { a .<= b }
    @inline(__always) package func feq(_ a: Float, _ b: Float) -> Mask { a .== b }

    @inline(__always) package func iadd(_ a: Int, _ b: Int) -> Int { a &+ b }
    @inline(__always) package func isub(_ a: Int, _ b: Int) -> Int { a &- b }
    @inline(__always) package func imul(_ a: Int, _ b: Int) -> Int { a &* b }
    @inline(__always) package func imulHighU(_ a: Int, _ b: Int) -> Int {
        let wide = SIMD4<UInt64>(truncatingIfNeeded: a) &* SIMD4<UInt64>(truncatingIfNeeded: b)
        return Int(truncatingIfNeeded: wide &>> 32)
    }
    @inline(__always) package func and(_ a: Int, _ b: Int) -> Int { a & b }
    @inline(__always) package func or(_ a: Int, _ b: Int) -> Int { a | b }
    @inline(__always) package func xor(_ a: Int, _ b: Int) -> Int { a ^ b }
    @inline(__always) package func shl(_ a: Int, _ amount: Int) -> Int { a &<< amount }
    @inline(__always) package func shrU(_ a: Int, _ amount: Int) -> Int { a &>> amount }
    @inline(__always) package func shrS(_ a: Int, _ amount: Int) -> Int {
        unsigned(signed(a) &>> signed(amount))
    }
    @inline(__always) package func ieq(_ a: Int, _ b: Int) -> Mask { a .== b }
    @inline(__always) package func iltS(_ a: Int, _ b: Int) -> Mask { signed(a) .< signed(b) }
    @inline(__always) package func iltU(_ a: Int, _ b: Int) -> Mask { a .< b }

    @inline(__always) package func intToFloat(_ a: Int) -> Float { Float(signed(a)) }
    @inline(__always) package func bits(_ a: Float) -> Int { unsafeBitCast(a, to: Int.self) }
    @inline(__always) package func float(bits a: Int) -> Float { unsafeBitCast(a, to: Float.self) }

    @inline(__always) package func maskAnd(_ a: Mask, _ b: Mask) -> Mask { a .& b }
    @inline(__always) package func maskOr(_ a: Mask, _ b: Mask) -> Mask { a .| b }
    @inline(__always) package func maskNot(_ a: Mask) -> Mask { .!a }
    @inline(__always) package func selectFloat(_ condition: Mask, _ a: Float, _ b: Float) -> Float {
        float(bits: selectInt(condition, bits(a), bits(b)))
    }
    @inline(__always) package func selectInt(_ condition: Mask, _ a: Int, _ b: Int) -> Int {
        let mask = bits(of: condition)
        return (a & mask) | (b & ~mask)
    }

    @inline(__always)
    package func choose(_ condition: Mask, rare: () -> (Float, Int), usual: (Float, Int)) -> (Float, Int) {
        guard Self.any(bits(of: condition)) else { return usual }
        let value = rare()
        return (selectFloat(condition, value.0, usual.0), selectInt(condition, value.1, usual.1))
    }

    // MARK: Beyond LaneArithmetic

    /// All ones where the mask holds: the register form of a bool.
    @inline(__always) func bits(of mask: Mask) -> Int { unsafeBitCast(mask, to: Int.self) }
    @inline(__always) func signed(_ a: Int) -> SIMD4<Int32> { unsafeBitCast(a, to: SIMD4<Int32>.self) }
    @inline(__always) func unsigned(_ a: SIMD4<Int32>) -> Int { unsafeBitCast(a, to: Int.self) }

    /// Whether a bit is set in any lane.
    @inline(__always) static func any(_ a: Int) -> Bool {
        let halves = unsafeBitCast(a, to: SIMD2<UInt64>.self)
        return (halves[0] | halves[1]) != 0
    }

    /// Adding 2^23 to |x| < 2^23 rounds it to an integer. The sign is put back, so that -0.3 becomes -0.
    @inline(__always) func froundEven(_ x: Float) -> Float {
        let a = fabs(x)
        let rounded = (a + 0x1p+23) - 0x1p+23
        let magnitude = selectFloat(a .< 0x1p+23, rounded, a)
        return float(bits: bits(magnitude) | signBit(x))
    }

    @inline(__always) func ftrunc(_ x: Float) -> Float {
        let a = fabs(x)
        let rounded = (a + 0x1p+23) - 0x1p+23
        let lowered = rounded - selectFloat(a .< rounded, float(1), float(0))
        let magnitude = selectFloat(a .< 0x1p+23, lowered, a)
        return float(bits: bits(magnitude) | signBit(x))
    }

    @inline(__always) func ffloor(_ x: Float) -> Float {
        let rounded = froundEven(x)
        let lowered = rounded - selectFloat(x .< rounded, float(1), float(0))
        // 0 - 0 is +0: floor(-0) keeps its sign.
        return float(bits: bits(lowered) | signBit(x))
    }

    @inline(__always) func fceil(_ x: Float) -> Float { fneg(ffloor(fneg(x))) }

    /// -1, 0 or 1; zeros and NaN give +0.
    @inline(__always) func fsign(_ x: Float) -> Float {
        let one = Swift.Float(1).bitPattern
        return float(bits: (bits(of: x .> 0) & one) | (bits(of: x .< 0) & (one | 0x8000_0000)))
    }

    /// a < b ? a : b, but never NaN unless both are.
    @inline(__always) func fmin(_ a: Float, _ b: Float) -> Float {
        selectFloat((a .< b) .| isNaN(b), a, b)
    }

    /// b < a ? a : b, but never NaN unless both are.
    @inline(__always) func fmax(_ a: Float, _ b: Float) -> Float {
        selectFloat((b .< a) .| isNaN(b), a, b)
    }

    @inline(__always) func floatToInt(_ x: Float) -> Int {
        var result = integerBits(ftrunc(x))
        result = selectInt(x .< 0x1p+31, result, int(0x7fff_ffff))
        result = selectInt(x .< -0x1p+31, int(0x8000_0000), result)
        return selectInt(isNaN(x), int(0), result)
    }

    @inline(__always) func floatToUint(_ x: Float) -> Int {
        var result = integerBits(ftrunc(x))
        result = selectInt(x .< 0x1p+32, result, int(0xffff_ffff))
        return selectInt(x .> 0, result, int(0))
    }

    @inline(__always) func uintToFloat(_ a: Int) -> Float {
        // Both halves convert exactly and their sum rounds once.
        let high = Float(signed(a &>> 16)) * 65536
        return high + Float(signed(a & 0xffff))
    }

    /// The integer value of x modulo 2^32, for integral |x| ≤ 2^32; anything for other operands.
    @inline(__always) private func integerBits(_ x: Float) -> Int {
        let shiftedHigh = x * 0x1p-16 + Binary32.integerMagic
        let low = x - (shiftedHigh - Binary32.integerMagic) * 0x1p+16
        let shiftedLow = low + Binary32.integerMagic
        let highBits = bits(shiftedHigh) &- Binary32.integerMagicBits
        return (highBits &<< 16) &+ (bits(shiftedLow) &- Binary32.integerMagicBits)
    }
}
