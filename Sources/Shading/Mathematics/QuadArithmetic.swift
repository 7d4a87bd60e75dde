// QuadArithmetic: LaneArithmetic on four lanes, for the interpreter.
//
// The code is written so that on a CPU without SSE4 or FMA all values stay in 128-bit registers. Each lane has the result of the
// IEEE operation.

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
    @inline(__always) package func bitCount(_ a: Int) -> Int {
        Int(UInt32(a[0].nonzeroBitCount), UInt32(a[1].nonzeroBitCount), UInt32(a[2].nonzeroBitCount), UInt32(a[3].nonzeroBitCount))
    }
    @inline(__always) package func leadingZeros(_ a: Int) -> Int {
        Int(UInt32(a[0].leadingZeroBitCount), UInt32(a[1].leadingZeroBitCount),
            UInt32(a[2].leadingZeroBitCount), UInt32(a[3].leadingZeroBitCount))
    }
    @inline(never) package func idivU(_ a: Int, _ b: Int) -> Int {
        let isZero = b .== 0
        let divisor = selectInt(isZero, int(1), b)
        let quotient = Int(a[0] / divisor[0], a[1] / divisor[1], a[2] / divisor[2], a[3] / divisor[3])
        return selectInt(isZero, int(0), quotient)
    }
    @inline(never) package func iremU(_ a: Int, _ b: Int) -> Int {
        let divisor = selectInt(b .== 0, int(1), b)
        return Int(a[0] % divisor[0], a[1] % divisor[1], a[2] % divisor[2], a[3] % divisor[3])
    }

    @inline(__always) package func intToFloat(_ a: Int) -> Float { Float(signed(a)) }
    @inline(__always) package func bits(_ a: Float) -> Int { unsafeBitCast(a, to: Int.self) }
    @inline(__always) package func float(bits a: Int) -> Float { unsafeBitCast(a, to: Float.self) }

    @inline(__always) package func maskAnd(_ a: Mask, _ b: Mask) -> Mask { a .& b }
    @inline(__always) package func maskOr(_ a: Mask, _ b: Mask) -> Mask { a .| b }
    @inline(__always) package func maskXor(_ a: Mask, _ b: Mask) -> Mask { a .^ b }
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

    /// Returns the form of a bool in a register: all bits are ones if the mask holds, else zeros.
    @inline(__always) func bits(of mask: Mask) -> Int { unsafeBitCast(mask, to: Int.self) }
    @inline(__always) func signed(_ a: Int) -> SIMD4<Int32> { unsafeBitCast(a, to: SIMD4<Int32>.self) }
    @inline(__always) func unsigned(_ a: SIMD4<Int32>) -> Int { unsafeBitCast(a, to: Int.self) }

    /// Returns whether any bit is set in any lane.
    @inline(__always) static func any(_ a: Int) -> Bool {
        let halves = unsafeBitCast(a, to: SIMD2<UInt64>.self)
        return (halves[0] | halves[1]) != 0
    }
}
