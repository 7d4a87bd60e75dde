// Opcode: the operations of a ShaderModule, each defined to the bit. Opcode+Table has a row for each, with its operands, its result
// and its kind, and evaluates those that compute.

/// The operation of an instruction. `a`, `b` and `c` are its operands: values (indices of instructions) unless the case says
/// otherwise. A suffix S takes integers as signed, U as unsigned.
public enum Opcode: UInt8, Sendable, Hashable, CaseIterable {
    // Sources of values

    /// The bits in c. All constants stand first in the module.
    case constant
    /// Component c of the inputs; see `ShaderModule.inputs`.
    case input
    /// A value of the pipeline's: c is the raw value of a `BuiltinInput`.
    case builtin
    /// Word c of uniform block b.
    case uniform
    /// Word a (a value, int) of uniform block b.
    case uniformIndexed
    /// Local slot c.
    case load
    /// Word a (a value, int) of local array c.
    case loadIndexed
    /// Component c of the instruction with several results that stands c places before this one.
    case component

    // Effects

    /// Writes value a to local slot c.
    case store
    /// Writes value b to word a (a value, int) of local array c.
    case storeIndexed

    // Float arithmetic (IEEE 754 binary32, round to nearest even, denormals kept)

    /// a + b.
    case fadd
    /// a − b.
    case fsub
    /// a · b.
    case fmul
    /// a / b.
    case fdiv
    /// a · b + c, rounded once.
    case fma
    /// −a.
    case fneg
    /// |a|.
    case fabs
    /// −1, 0 or 1 by the sign of a.
    case fsign
    /// The largest integer not above a.
    case ffloor
    /// The smallest integer not below a.
    case fceil
    /// The integer part of a.
    case ftrunc
    /// The nearest integer; halves go to the even one.
    case froundEven
    /// The smaller one, b when they are equal. If one operand is NaN the other is the result. Which zero comes out of −0 and 0 is
    /// left open.
    case fmin
    /// The larger one, b when they are equal. If one operand is NaN the other is the result. Which zero comes out of −0 and 0 is
    /// left open.
    case fmax
    /// The square root, correctly rounded.
    case fsqrt
    /// The sine of a, in radians.
    case sin
    /// The cosine of a, in radians.
    case cos
    /// The tangent of a, in radians.
    case tan
    /// The arc sine in radians, −π/2…π/2.
    case asin
    /// The arc cosine in radians, 0…π.
    case acos
    /// The arc tangent in radians, −π/2…π/2.
    case atan
    /// The angle of the point (b, a) in radians, −π…π.
    case atan2
    /// The hyperbolic sine.
    case sinh
    /// The hyperbolic cosine.
    case cosh
    /// The hyperbolic tangent.
    case tanh
    /// The inverse of the hyperbolic sine.
    case asinh
    /// The inverse of the hyperbolic cosine, 0 or more.
    case acosh
    /// The inverse of the hyperbolic tangent.
    case atanh
    /// e to the power of a.
    case exp
    /// 2 to the power of a.
    case exp2
    /// The natural logarithm.
    case log
    /// The logarithm to base 2.
    case log2
    /// a to the power of b.
    case pow
    /// The significand of a, of magnitude 0.5 up to but not 1; zero for zero.
    case frexpSignificand
    /// The exponent (int) that belongs to `frexpSignificand`.
    case frexpExponent
    /// a · 2ᵇ, where b is an int.
    case ldexp
    /// Whether a is NaN (bool).
    case fisnan
    /// Whether a is infinite (bool).
    case fisinf

    // Float comparison (bool)

    /// a equals b; false when one is NaN.
    case feq
    /// a differs from b; true when one is NaN.
    case fne
    /// a < b; false when one is NaN.
    case flt
    /// a ≤ b; false when one is NaN.
    case fle

    // Integer arithmetic (two's complement, wraps)

    /// a + b.
    case iadd
    /// a − b.
    case isub
    /// a · b, the low 32 bits.
    case imul
    /// −a.
    case ineg
    /// |a|.
    case iabs
    /// −1, 0 or 1 by the sign of a.
    case isign
    /// a / b, rounded towards zero. Division by zero gives 0, the lowest number by −1 itself.
    case idivS
    /// a / b, rounded down. Division by zero gives 0.
    case idivU
    /// The remainder of `idivS`, with the sign of a. By zero it is 0, and so it is of the lowest number by −1.
    case iremS
    /// The remainder of `idivU`. By zero it is 0.
    case iremU
    /// The smaller one, as signed numbers.
    case iminS
    /// The smaller one, as unsigned numbers.
    case iminU
    /// The larger one, as signed numbers.
    case imaxS
    /// The larger one, as unsigned numbers.
    case imaxU
    /// The high 32 bits of the signed product.
    case imulHighS
    /// The high 32 bits of the unsigned product.
    case imulHighU
    /// 1 where a + b overflows 32 bits unsigned, else 0.
    case iaddCarry
    /// 1 where a < b unsigned, else 0.
    case isubBorrow
    /// a equals b (bool).
    case ieq
    /// a differs from b (bool).
    case ine
    /// a < b, as signed numbers (bool).
    case iltS
    /// a < b, as unsigned numbers (bool).
    case iltU
    /// a ≤ b, as signed numbers (bool).
    case ileS
    /// a ≤ b, as unsigned numbers (bool).
    case ileU
    /// a shifted to the left by b modulo 32.
    case shl
    /// a shifted to the right by b modulo 32, filled with the sign.
    case shrS
    /// a shifted to the right by b modulo 32, filled with zeros.
    case shrU
    /// The bits that both have; also of bools.
    case and
    /// The bits that one has; also of bools.
    case or
    /// The bits in which they differ; also of bools.
    case xor
    /// All bits turned; also of a bool.
    case not
    /// c bits of a from bit b on, filled with the highest of them.
    case bitfieldExtractS
    /// c bits of a from bit b on, filled with zeros.
    case bitfieldExtractU
    /// ((1 << b) − 1) << a for a + b ≤ 32, else 0.
    case bitfieldInsertMask
    /// The bits of a in reverse order.
    case bitReverse
    /// The number of ones in a (int).
    case bitCount
    /// The lowest bit of a that is one (int); −1 where there is none.
    case findLSB
    /// The highest bit of a that differs from its sign (int); −1 where there is none.
    case findMSBS
    /// The highest bit of a that is one (int); −1 where there is none.
    case findMSBU

    // Conversion

    /// Rounds towards zero. NaN gives 0, numbers out of range the nearest int.
    case floatToInt
    /// Rounds towards zero. NaN gives 0, numbers out of range the nearest uint.
    case floatToUint
    /// The nearest float of a signed integer; halves go to the even one.
    case intToFloat
    /// The nearest float of an unsigned integer; halves go to the even one.
    case uintToFloat
    /// The bits of the nearest binary16 in the low half of a uint; halves go to the even one.
    case packHalf
    /// The float of the binary16 in the low half of a.
    case unpackHalf
    /// Reads the bits of a as another type; from float to int or uint every NaN becomes 0x7FC00000.
    case bitcast
    /// b where a (bool) is true, else c.
    case select

    // Quad operations

    /// The difference of a between lanes 1 and 0, for all lanes of the quad.
    case ddxCoarse
    /// The difference of a between lanes 2 and 0, for all lanes of the quad.
    case ddyCoarse
    /// The difference of a along the lane's own row.
    case ddxFine
    /// The difference of a along the lane's own column.
    case ddyFine

    // Textures. c is an index into ShaderModule.textureOperations

    /// A lookup with four results: its own and those of three `component` that follow.
    case texture
    /// Size of a level (a: int value) with three results: width, height, depth or layers.
    case textureSize

    // Structured control flow

    /// Lanes for which a is true go on; the others wait for b, the matching `elseBegin` or `end`. c is the index of the `end`.
    case ifBegin
    /// Lanes for which the condition was false go on, the others wait for the `end` at c.
    case elseBegin
    /// Begins a construct that lanes can leave by `exit`; c is the index of its `end`.
    case blockBegin
    /// Begins a loop; c is the index of its `end`, at which it repeats while a lane that is not discarded is active.
    case loopBegin
    /// Ends the construct that begins at c.
    case end
    /// The active lanes leave the `blockBegin` at c, in which this stands: they wait for its `end`.
    case exit
    /// Discards the active lanes. Inside of loops they also leave every enclosing loop; they go on as helper lanes, so that
    /// derivatives of their neighbours stay defined.
    case discard
}
