// Opcode: the operations of a ShaderModule. The result of each operation is bit-exact. Opcode+Table has a row for each opcode, with
// its operands, result and kind, and evaluates the opcodes that compute.

/// The operation of an instruction. `a`, `b` and `c` are the instruction's operands: values (indices of instructions), unless the case says
/// otherwise. The suffix S means that the integers are signed; the suffix U means that they are unsigned.
public enum Opcode: UInt8, Sendable, Hashable, CaseIterable {
    // Sources of values

    /// A constant whose bits are in c. All constants are at the start of the module.
    case constant
    /// Component c of the inputs; see `ShaderModule.inputs`.
    case input
    /// A value that the pipeline provides: c is the raw value of a `BuiltinInput`.
    case builtin
    /// Word c of uniform block b.
    case uniform
    /// The word at index a (a value, int) of uniform block b.
    case uniformIndexed
    /// The value in local slot c.
    case load
    /// The element at index a (a value, int) of local array c.
    case loadIndexed
    /// Result number c of the instruction whose index is c less than this instruction's index.
    case component

    // Effects

    /// Writes value a to local slot c.
    case store
    /// Writes value b to the element at index a (a value, int) of local array c.
    case storeIndexed

    // Memory that invocations share. Words have 32 bits. Reads outside of the memory give 0; writes and atomic operations outside
    // of the memory change nothing, and such an atomic operation gives 0. Only active lanes that are neither discarded nor helpers
    // write.

    /// The word at index a (a value, int; the bits are an unsigned number) of storage block c.
    case storageLoad
    /// Writes value b to the word at index a (a value, int) of storage block c.
    case storageStore
    /// The number of bytes of the buffer range that is bound to storage block c (int).
    case storageSize
    /// The word at index a (a value, int) of the work group's memory (`shared` variables).
    case sharedLoad
    /// Writes value b to the word at index a (a value, int) of the work group's memory.
    case sharedStore
    /// Reads a word, computes a new value and writes this value. No other invocation can access the word between the read and the write.
    /// The result is the word's old value. c is an index into `ShaderModule.atomicOperations`. The lanes run in ascending order.
    case atomic
    /// The texel of an image: this instruction gives the first component, and three `component` instructions follow. c is an index into
    /// `ShaderModule.imageOperations`.
    case imageLoad
    /// Writes a texel of an image. c is an index into `ShaderModule.imageOperations`.
    case imageStore
    /// The size of an image. This opcode has four results: the width; the height; the depth or the number of layers (for an array
    /// of cubes: 6 times the number of cubes); and the number of samples. c is an index into `ShaderModule.imageOperations`.
    case imageSize

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
    /// −1, 0 or 1, depending on the sign of a.
    case fsign
    /// The largest integer not above a.
    case ffloor
    /// The smallest integer not below a.
    case fceil
    /// The integer part of a.
    case ftrunc
    /// The nearest integer; halves are rounded to even.
    case froundEven
    /// The smaller operand; b if the operands are equal. If one operand is NaN, the result is the other operand. If the operands
    /// are −0 and 0, the sign of the result is unspecified.
    case fmin
    /// The larger operand; b if the operands are equal. If one operand is NaN, the result is the other operand. If the operands are
    /// −0 and 0, the sign of the result is unspecified.
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
    /// The significand of a. The significand's magnitude is at least 0.5 and below 1; for a = 0, the significand is zero.
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

    /// Whether a equals b; false if an operand is NaN.
    case feq
    /// Whether a differs from b; true if an operand is NaN.
    case fne
    /// Whether a < b; false if an operand is NaN.
    case flt
    /// Whether a ≤ b; false if an operand is NaN.
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
    /// −1, 0 or 1, depending on the sign of a.
    case isign
    /// a / b, rounded towards zero. Division by zero gives 0. The most negative integer divided by −1 gives the most negative integer.
    case idivS
    /// a / b, rounded down. Division by zero gives 0.
    case idivU
    /// The remainder of `idivS`, with the sign of a. The remainder is 0 for division by zero, and for the most negative integer divided by −1.
    case iremS
    /// The remainder of `idivU`. Division by zero gives 0.
    case iremU
    /// The smaller operand, compared as signed integers.
    case iminS
    /// The smaller operand, compared as unsigned integers.
    case iminU
    /// The larger operand, compared as signed integers.
    case imaxS
    /// The larger operand, compared as unsigned integers.
    case imaxU
    /// The high 32 bits of the signed product.
    case imulHighS
    /// The high 32 bits of the unsigned product.
    case imulHighU
    /// 1 if the unsigned sum a + b overflows 32 bits, else 0.
    case iaddCarry
    /// 1 if a < b as unsigned integers, else 0.
    case isubBorrow
    /// Whether a equals b (bool).
    case ieq
    /// Whether a differs from b (bool).
    case ine
    /// Whether a < b as signed integers (bool).
    case iltS
    /// Whether a < b as unsigned integers (bool).
    case iltU
    /// Whether a ≤ b as signed integers (bool).
    case ileS
    /// Whether a ≤ b as unsigned integers (bool).
    case ileU
    /// a shifted left by (b modulo 32) bits.
    case shl
    /// a shifted right by (b modulo 32) bits and filled with the sign bit.
    case shrS
    /// a shifted right by (b modulo 32) bits and filled with zeros.
    case shrU
    /// Bitwise and, of integers or bools.
    case and
    /// Bitwise or, of integers or bools.
    case or
    /// Bitwise exclusive or, of integers or bools.
    case xor
    /// Bitwise not, of an integer or bool.
    case not
    /// The c bits of a that begin at bit b, sign-extended.
    case bitfieldExtractS
    /// The c bits of a that begin at bit b, zero-extended.
    case bitfieldExtractU
    /// ((1 << b) − 1) << a if a + b ≤ 32, else 0.
    case bitfieldInsertMask
    /// The bits of operand a in reverse order.
    case bitReverse
    /// The number of set bits in operand a, as an int.
    case bitCount
    /// The index of the lowest set bit of operand a, as an int; −1 if no bit is set.
    case findLSB
    /// The index of the highest bit of operand a that differs from the operand's sign bit, as an int; −1 if all bits equal the sign bit.
    case findMSBS
    /// The index of the highest set bit of operand a, as an int; −1 if no bit is set.
    case findMSBU

    // Conversion

    /// a rounded towards zero. A NaN gives 0; a number out of range gives the nearest int.
    case floatToInt
    /// a rounded towards zero. A NaN gives 0; a number out of range gives the nearest uint.
    case floatToUint
    /// The float nearest to a signed integer; halves are rounded to even.
    case intToFloat
    /// The float nearest to an unsigned integer; halves are rounded to even.
    case uintToFloat
    /// The bits of the nearest binary16, in the low half of a uint; halves are rounded to even.
    case packHalf
    /// The binary16 number in the low half of a, as a float.
    case unpackHalf
    /// The bits of a, read as another type. From float to int or uint, every NaN becomes 0x7FC00000.
    case bitcast
    /// b if a (bool) is true, else c.
    case select

    // Quad operations

    /// The value of a in lane 1 minus the value of a in lane 0, for all lanes of the quad.
    case ddxCoarse
    /// The value of a in lane 2 minus the value of a in lane 0, for all lanes of the quad.
    case ddyCoarse
    /// The difference between the values of a in the two lanes of the lane's own row in the quad.
    case ddxFine
    /// The difference between the values of a in the two lanes of the lane's own column in the quad.
    case ddyFine

    // Textures. c is an index into ShaderModule.textureOperations

    /// A lookup with four results: one is the result of this instruction, and three are the results of the `component` instructions
    /// that follow.
    case texture
    /// The size of level a (an int value) of a texture. This opcode has three results: width, height, and depth or number of layers.
    case textureSize

    // Structured control flow

    /// Lanes in which a is true continue; the other lanes wait at b, the index of the matching `elseBegin` or `end`. c is the index
    /// of the `end`.
    case ifBegin
    /// Lanes in which the condition was false continue; the other lanes wait at the `end` at index c.
    case elseBegin
    /// Begins a construct that lanes can leave with `exit`; c is the index of its `end`.
    case blockBegin
    /// Begins a loop. c is the index of the loop's `end`. At the loop's `end`, the loop repeats while a lane that is not discarded is active.
    case loopBegin
    /// Ends the construct that begins at index c.
    case end
    /// The active lanes leave the enclosing block that begins at index c: they wait at the block's `end`.
    case exit
    /// Discards the active lanes. If lanes are discarded inside loops, they leave all enclosing loops. Discarded lanes continue as
    /// helper lanes, so that the derivatives of their neighbours stay defined.
    case discard
    /// All invocations of the work group wait for each other at this instruction (`barrier()`), and then see what the other invocations
    /// wrote before the barrier. The invocations do not wait for invocations that have ended.
    case barrier
    /// The memory accesses before this instruction come before the accesses after this instruction, for other invocations too
    /// (`memoryBarrier()` and similar functions).
    case memoryBarrier

    // Geometry shaders

    /// The active lanes emit a vertex with the present values of the output slots (`EmitVertex()`).
    case emitVertex
    /// The active lanes end their strip of primitives (`EndPrimitive()`).
    case endPrimitive
}

extension Opcode {
    /// Whether the instruction accesses memory that invocations share, or orders such accesses.
    package var accessesMemory: Bool {
        switch self {
        case .storageLoad, .storageStore, .storageSize, .sharedLoad, .sharedStore, .atomic, .imageLoad, .imageStore, .imageSize, .barrier,
             .memoryBarrier: true
        default: false
        }
    }
}
