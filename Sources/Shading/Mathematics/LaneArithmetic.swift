// LaneArithmetic: the operations that evaluate opcodes, and from which the transcendental functions are composed.
//
// Each executor has a separate conformance. The interpreter's conformance computes four lanes at once; a code generator's
// conformance emits one instruction per call. So each function that uses the protocol is written only once, and every executor
// gives the same bits. Some requirements have a default implementation that consists of other operations. A conformance replaces a default
// implementation if its processor has an instruction that gives the same bits.
//
// Requirements for a conformance:
// - Floats are IEEE 754 binary32. Every operation rounds once, to nearest even, and denormals are kept. No operation may be
//   contracted, reassociated or replaced by an estimate.
// - Integers have 32 bits and no sign; the suffixes S and U mark operations that depend on the sign. Integers wrap.
// - Operations act on each lane independently and are defined for all operands: no operation traps. If the result of an operation
//   is NaN, the bits of the NaN are unspecified.
//
// Functions that use the protocol choose between lane values only with `selectFloat`, `selectInt` and `choose`, not with Swift's
// control flow. The operations have the same names as the cases of `Opcode`.

package protocol LaneArithmetic: BitArithmetic {
    // Floats
    func fmul(_ a: Float, _ b: Float) -> Float
    func fdiv(_ a: Float, _ b: Float) -> Float
    /// Returns a·b + c, rounded once.
    func fma(_ a: Float, _ b: Float, _ c: Float) -> Float
    /// Returns the square root, correctly rounded; NaN for negative operands other than -0.
    func fsqrt(_ a: Float) -> Float
    /// Returns whether a < b. The comparisons `flt`, `fle` and `feq` are ordered: each is false if an operand is NaN.
    func flt(_ a: Float, _ b: Float) -> Mask
    func fle(_ a: Float, _ b: Float) -> Mask
    func feq(_ a: Float, _ b: Float) -> Mask
    // Default implementations in LaneArithmetic+Floats
    func fne(_ a: Float, _ b: Float) -> Mask
    func isNaN(_ a: Float) -> Mask
    func fneg(_ a: Float) -> Float
    func fabs(_ a: Float) -> Float
    func ffloor(_ a: Float) -> Float
    func fceil(_ a: Float) -> Float
    func ftrunc(_ a: Float) -> Float
    func froundEven(_ a: Float) -> Float
    func fmin(_ a: Float, _ b: Float) -> Float
    func fmax(_ a: Float, _ b: Float) -> Float

    // Integers
    func imul(_ a: Int, _ b: Int) -> Int
    /// Returns the upper 32 bits of the unsigned 64-bit product.
    func imulHighU(_ a: Int, _ b: Int) -> Int
    func xor(_ a: Int, _ b: Int) -> Int
    /// `amount`, the number of bits by which the value is shifted, is taken modulo 32.
    func shrS(_ a: Int, _ amount: Int) -> Int
    func ieq(_ a: Int, _ b: Int) -> Mask
    func iltS(_ a: Int, _ b: Int) -> Mask
    func bitCount(_ a: Int) -> Int
    /// Returns the number of leading zero bits; 32 for 0.
    func leadingZeros(_ a: Int) -> Int
    /// Returns the quotient; `iremU` returns the remainder. Division by zero gives the quotient 0 and the remainder 0.
    func idivU(_ a: Int, _ b: Int) -> Int
    func iremU(_ a: Int, _ b: Int) -> Int
    // Default implementations in LaneArithmetic+Integers
    func ine(_ a: Int, _ b: Int) -> Mask
    func ileS(_ a: Int, _ b: Int) -> Mask
    func ileU(_ a: Int, _ b: Int) -> Mask
    func iminS(_ a: Int, _ b: Int) -> Int
    func iminU(_ a: Int, _ b: Int) -> Int
    func imaxS(_ a: Int, _ b: Int) -> Int
    func imaxU(_ a: Int, _ b: Int) -> Int
    func imulHighS(_ a: Int, _ b: Int) -> Int
    func idivS(_ a: Int, _ b: Int) -> Int
    func iremS(_ a: Int, _ b: Int) -> Int
    func bitReverse(_ a: Int) -> Int

    // Conversions
    /// Converts a signed integer, rounded to nearest even.
    func intToFloat(_ a: Int) -> Float
    // Default implementations in LaneArithmetic+Floats
    func uintToFloat(_ a: Int) -> Float
    func floatToInt(_ a: Float) -> Int
    func floatToUint(_ a: Float) -> Int

    // Masks
    func maskAnd(_ a: Mask, _ b: Mask) -> Mask
    func maskOr(_ a: Mask, _ b: Mask) -> Mask
    func maskXor(_ a: Mask, _ b: Mask) -> Mask
    func maskNot(_ a: Mask) -> Mask
    func selectFloat(_ condition: Mask, _ a: Float, _ b: Float) -> Float

    /// Returns the value of `rare` in lanes in which the condition holds, and `usual` in the other lanes. The closure for `rare` must be
    /// pure, because the closure is not evaluated if no lane needs its result.
    func choose(_ condition: Mask, rare: () -> (Float, Int), usual: (Float, Int)) -> (Float, Int)

    /// Returns `body(x)`. Use this function if the body has long code. A code generator may emit the body only once, as a function with the
    /// name `name`, and emit a call of this function. The body may use only its operand and constants.
    func shared(_ name: StaticString, _ x: Float, _ body: (Float) -> (Float, Int)) -> (Float, Int)
}

extension LaneArithmetic {
    @inline(__always) package func shared(_ name: StaticString, _ x: Float, _ body: (Float) -> (Float, Int)) -> (Float, Int) {
        body(x)
    }
    @inline(__always) package func fma(_ a: Float, _ b: Float, _ c: Swift.Float) -> Float { fma(a, b, float(c)) }
    @inline(__always) package func shrS(_ a: Int, by amount: UInt32) -> Int { shrS(a, int(amount)) }
    /// Returns the bits of a float, in the form that a shader may observe. Every NaN gives the same bits, because the bits of a NaN that an
    /// operation produces are unspecified.
    @inline(__always) package func observedBits(_ a: Float) -> Int { selectInt(isNaN(a), int(Binary32.nanBits), bits(a)) }

    /// Returns the sign bit alone.
    @inline(__always) package func signBit(_ a: Float) -> Int { and(bits(a), int(0x8000_0000)) }
    /// Returns `a`, with the opposite sign if the top bit of `sign` is set. The other bits of `sign` must be zero.
    @inline(__always) package func flip(_ a: Float, sign: Int) -> Float { float(bits: xor(bits(a), sign)) }

    /// Returns 1 in lanes in which the mask holds, and 0 in the other lanes.
    @inline(__always) func one(where condition: Mask) -> Int { selectInt(condition, int(1), int(0)) }

    /// Returns 2^n for n in -126…127.
    @inline(__always) package func powerOfTwo(_ n: Int) -> Float { float(bits: shl(iadd(n, int(127)), by: 23)) }
}

/// Constants that several files of functions share.
package enum Binary32 {
    /// 1.5 · 2^23. If this number is added to an x with |x| < 2^22, the low bits of the sum hold x, rounded to an integer.
    package static let integerMagic: Float = 12_582_912
    package static let integerMagicBits: UInt32 = 0x4b40_0000
    package static let infinityBits: UInt32 = 0x7f80_0000
    /// The bits that a shader observes for every NaN.
    package static let nanBits: UInt32 = 0x7fc0_0000
    /// Returns the same as `LaneArithmetic.observedBits`, for the bits of a single number.
    @inline(__always) package static func observed(_ bits: UInt32) -> UInt32 { bits & 0x7fff_ffff > infinityBits ? nanBits : bits }
}
