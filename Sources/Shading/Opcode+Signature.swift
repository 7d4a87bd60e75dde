// Opcode+Signature: what each opcode's operands and result are. One table for the builder, the validator, the printer
// and the executors.

/// The meaning of one of the fields `a`, `b`, `c` of an instruction.
package enum OperandKind: UInt8, Sendable {
    /// Not used; -1.
    case none
    // Values: indices of instructions, by the type they must have.
    case float, int, uint
    /// int or uint
    case integer
    case bool
    /// bool, int or uint
    case bits
    case any
    /// bool, int, uint or float: the type of the result
    case result
    // Not values.
    case literal, input, builtin, block, slot, array, texture, component, instruction

    /// Whether a value of `type` may stand here, in an instruction whose result is of type `result`.
    package func accepts(_ type: ScalarType, result: ScalarType) -> Bool {
        switch self {
        case .float: type == .float
        case .int: type == .int
        case .uint: type == .uint
        case .integer: type == .int || type == .uint
        case .bool: type == .bool
        case .bits: type == .bool || type == .int || type == .uint
        case .any: type != .void
        case .result: type == result && type != .void
        default: false
        }
    }

    package var isValue: Bool { rawValue >= OperandKind.float.rawValue && rawValue <= OperandKind.result.rawValue }
}

/// The kind of an instruction's result.
package enum ResultKind: UInt8, Sendable {
    case none, bool, int, uint, integer, bits, float, any

    package func accepts(_ type: ScalarType) -> Bool {
        switch self {
        case .none: type == .void
        case .bool: type == .bool
        case .int: type == .int
        case .uint: type == .uint
        case .integer: type == .int || type == .uint
        case .bits: type == .bool || type == .int || type == .uint
        case .float: type == .float
        case .any: type != .void
        }
    }
}

package struct OpcodeSignature: Sendable {
    package var a: OperandKind
    package var b: OperandKind
    package var c: OperandKind
    package var result: ResultKind
    package init(_ a: OperandKind, _ b: OperandKind, _ c: OperandKind, _ result: ResultKind) {
        self.a = a; self.b = b; self.c = c; self.result = result
    }
}

extension Opcode {
    package var signature: OpcodeSignature {
        switch self {
        case .constant: .init(.none, .none, .literal, .any)
        case .input: .init(.none, .none, .input, .any)
        case .builtin: .init(.none, .none, .builtin, .any)
        case .uniform: .init(.none, .block, .literal, .any)
        case .uniformIndexed: .init(.int, .block, .none, .any)
        case .load: .init(.none, .none, .slot, .any)
        case .loadIndexed: .init(.int, .none, .array, .any)
        case .component: .init(.none, .none, .component, .any)
        case .store: .init(.any, .none, .slot, .none)
        case .storeIndexed: .init(.int, .any, .array, .none)

        case .fadd, .fsub, .fmul, .fdiv, .fmin, .fmax, .atan2, .pow: .init(.float, .float, .none, .float)
        case .fma: .init(.float, .float, .float, .float)
        case .fneg, .fabs, .fsign, .ffloor, .fceil, .ftrunc, .froundEven, .fsqrt,
             .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh,
             .exp, .exp2, .log, .log2, .frexpSignificand: .init(.float, .none, .none, .float)
        case .frexpExponent: .init(.float, .none, .none, .int)
        case .ldexp: .init(.float, .int, .none, .float)
        case .fisnan, .fisinf: .init(.float, .none, .none, .bool)
        case .feq, .fne, .flt, .fle: .init(.float, .float, .none, .bool)

        case .iadd, .isub, .imul, .idivS, .idivU, .iremS, .iremU, .iminS, .iminU, .imaxS, .imaxU,
             .imulHighS, .imulHighU, .iaddCarry, .isubBorrow, .shl, .shrS, .shrU:
            .init(.integer, .integer, .none, .integer)
        case .ineg, .iabs, .isign, .bitReverse, .bitCount, .findLSB, .findMSBS, .findMSBU:
            .init(.integer, .none, .none, .integer)
        case .ieq, .ine, .iltS, .iltU, .ileS, .ileU: .init(.integer, .integer, .none, .bool)
        case .and, .or, .xor: .init(.bits, .bits, .none, .bits)
        case .not: .init(.bits, .none, .none, .bits)
        case .bitfieldExtractS, .bitfieldExtractU: .init(.integer, .integer, .integer, .integer)
        case .bitfieldInsertMask: .init(.integer, .integer, .none, .integer)

        case .floatToInt: .init(.float, .none, .none, .int)
        case .floatToUint: .init(.float, .none, .none, .uint)
        case .intToFloat, .uintToFloat: .init(.integer, .none, .none, .float)
        case .packHalf: .init(.float, .none, .none, .uint)
        case .unpackHalf: .init(.integer, .none, .none, .float)
        case .bitcast: .init(.any, .none, .none, .any)
        case .select: .init(.bool, .result, .result, .any)
        case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine: .init(.float, .none, .none, .float)

        case .texture: .init(.none, .none, .texture, .any)
        case .textureSize: .init(.int, .none, .texture, .int)

        case .ifBegin: .init(.bool, .instruction, .instruction, .none)
        case .elseBegin, .blockBegin, .loopBegin, .end, .exit: .init(.none, .none, .instruction, .none)
        case .discard: .init(.none, .none, .none, .none)
        }
    }

    /// A result that depends on the operands alone and stays the same while the invocation runs.
    package var isPure: Bool {
        switch self {
        case .load, .loadIndexed, .component, .store, .storeIndexed, .texture, .textureSize,
             .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard: false
        default: true
        }
    }

    /// How many `component` instructions follow.
    package var extraResults: Int {
        switch self {
        case .texture: 3
        case .textureSize: 2
        default: 0
        }
    }
}
