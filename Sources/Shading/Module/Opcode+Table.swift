// Opcode+Table: the table of opcodes. A row of the table states an opcode's operands, result and cost. All executors use
// `evaluate`, the only definition of the opcodes that depend only on their operands. To add an opcode, see "An opcode, a built-in
// function" in CONTRIBUTING.md.

extension Opcode {
    package var definition: OpcodeDefinition {
        switch self {
        case .constant: .init(.source, .none, .none, .literal, gives: .any)
        case .input: .init(.source, .none, .none, .input, gives: .any)
        case .builtin: .init(.source, .none, .none, .builtin, gives: .any)
        case .uniform: .init(.source, .none, .block, .literal, gives: .any)
        case .uniformIndexed: .init(.source, .int, .block, gives: .any)
        case .load: .init(.read, .none, .none, .slot, gives: .any)
        case .loadIndexed: .init(.read, .int, .none, .array, gives: .any)
        case .component: .init(.read, .none, .none, .component, gives: .any)
        case .store: .init(.effect, .any, .none, .slot)
        case .storeIndexed: .init(.effect, .int, .any, .array)

        case .storageLoad: .init(.read, .int, .none, .storage, gives: .any)
        case .storageStore: .init(.effect, .int, .any, .storage)
        case .storageSize: .init(.read, .none, .none, .storage, gives: .int)
        case .sharedLoad: .init(.read, .int, gives: .any)
        case .sharedStore: .init(.effect, .int, .any)
        case .atomic: .init(.effect, .none, .none, .atomic, gives: .any)
        case .imageLoad: .init(.read, .none, .none, .image, gives: .any)
        case .imageStore: .init(.effect, .none, .none, .image)
        case .imageSize: .init(.read, .none, .none, .image, gives: .int)

        case .fadd, .fsub, .fmul, .fdiv: .init(.simple, .float, .float, gives: .float)
        case .fma: .init(.compound, .float, .float, .float, gives: .float, function: .fma)
        case .fneg: .init(.simple, .float, gives: .float)
        case .fabs: .init(.simple, .float, gives: .float, function: .fAbs)
        case .fsign: .init(.compound, .float, gives: .float, function: .fSign)
        case .ffloor: .init(.simple, .float, gives: .float, function: .floor)
        case .fceil: .init(.simple, .float, gives: .float, function: .ceil)
        case .ftrunc: .init(.simple, .float, gives: .float, function: .trunc)
        case .froundEven: .init(.compound, .float, gives: .float, function: .round, alias: .roundEven)
        case .fmin: .init(.simple, .float, .float, gives: .float, function: .fMin, alias: .nMin)
        case .fmax: .init(.simple, .float, .float, gives: .float, function: .fMax, alias: .nMax)
        case .fsqrt: .init(.simple, .float, gives: .float, function: .sqrt)
        case .sin: .init(.function, .float, gives: .float, function: .sin)
        case .cos: .init(.function, .float, gives: .float, function: .cos)
        case .tan: .init(.function, .float, gives: .float, function: .tan)
        case .asin: .init(.function, .float, gives: .float, function: .asin)
        case .acos: .init(.function, .float, gives: .float, function: .acos)
        case .atan: .init(.function, .float, gives: .float, function: .atan)
        case .sinh: .init(.function, .float, gives: .float, function: .sinh)
        case .cosh: .init(.function, .float, gives: .float, function: .cosh)
        case .tanh: .init(.function, .float, gives: .float, function: .tanh)
        case .asinh: .init(.function, .float, gives: .float, function: .asinh)
        case .acosh: .init(.function, .float, gives: .float, function: .acosh)
        case .atanh: .init(.function, .float, gives: .float, function: .atanh)
        case .atan2: .init(.function, .float, .float, gives: .float, function: .atan2)
        case .exp: .init(.function, .float, gives: .float, function: .exp)
        case .log: .init(.function, .float, gives: .float, function: .log)
        case .exp2: .init(.function, .float, gives: .float, function: .exp2)
        case .log2: .init(.function, .float, gives: .float, function: .log2)
        // `GLSLFunction.pow` becomes this opcode, except for the exponents for which a power becomes a product.
        case .pow: .init(.function, .float, .float, gives: .float)
        case .frexpSignificand: .init(.compound, .float, gives: .float)
        case .frexpExponent: .init(.compound, .float, gives: .int)
        case .ldexp: .init(.compound, .float, .int, gives: .float, function: .ldexp)
        case .fisnan, .fisinf: .init(.compound, .float, gives: .bool)
        case .feq, .fne, .flt, .fle: .init(.simple, .float, .float, gives: .bool)

        case .iadd, .isub, .imul: .init(.simple, .integer, .integer, gives: .integer)
        case .ineg: .init(.simple, .integer, gives: .integer)
        case .iabs: .init(.compound, .integer, gives: .integer, function: .sAbs)
        case .isign: .init(.compound, .integer, gives: .integer, function: .sSign)
        case .idivS, .idivU, .iremS, .iremU: .init(.long, .integer, .integer, gives: .integer)
        case .iminS: .init(.simple, .integer, .integer, gives: .integer, function: .sMin)
        case .iminU: .init(.simple, .integer, .integer, gives: .integer, function: .uMin)
        case .imaxS: .init(.simple, .integer, .integer, gives: .integer, function: .sMax)
        case .imaxU: .init(.simple, .integer, .integer, gives: .integer, function: .uMax)
        case .imulHighS, .imulHighU, .iaddCarry, .isubBorrow: .init(.compound, .integer, .integer, gives: .integer)
        case .ieq, .ine, .iltS, .iltU, .ileS, .ileU: .init(.simple, .integer, .integer, gives: .bool)
        case .shl, .shrS, .shrU: .init(.simple, .integer, .integer, gives: .integer)
        case .and, .or, .xor: .init(.simple, .bits, .bits, gives: .bits)
        case .not: .init(.simple, .bits, gives: .bits)
        case .bitfieldExtractS, .bitfieldExtractU: .init(.compound, .integer, .integer, .integer, gives: .integer)
        case .bitfieldInsertMask: .init(.compound, .integer, .integer, gives: .integer)
        case .bitReverse, .bitCount: .init(.compound, .integer, gives: .integer)
        case .findLSB: .init(.compound, .integer, gives: .integer, function: .findILsb)
        case .findMSBS: .init(.compound, .integer, gives: .integer, function: .findSMsb)
        case .findMSBU: .init(.compound, .integer, gives: .integer, function: .findUMsb)

        case .floatToInt: .init(.compound, .float, gives: .int)
        case .floatToUint: .init(.compound, .float, gives: .uint)
        case .intToFloat, .uintToFloat: .init(.simple, .integer, gives: .float)
        case .packHalf: .init(.compound, .float, gives: .uint)
        case .unpackHalf: .init(.compound, .integer, gives: .float)
        case .bitcast: .init(.simple, .any, gives: .any)
        case .select: .init(.simple, .bool, .result, .result, gives: .any)
        case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine: .init(.derivative, .float, gives: .float)

        case .texture: .init(.lookup, .none, .none, .texture, gives: .any)
        case .textureSize: .init(.lookup, .int, .none, .texture, gives: .int)

        case .ifBegin: .init(.flow, .bool, .instruction, .instruction)
        case .elseBegin, .blockBegin, .loopBegin, .end, .exit: .init(.flow, .none, .none, .instruction)
        case .discard, .barrier, .memoryBarrier: .init(.flow)
        case .emitVertex, .endPrimitive: .init(.effect)
        }
    }

    /// Computes the result of an opcode with the executor's arithmetic. `computes` must be true for the opcode.
    package func evaluate<Operands: OpcodeOperands>(_ x: inout Operands) {
        if !evaluateIfItComputes(&x) { preconditionFailure("\(self) takes more than operands") }
    }

    /// If `computes` is true, computes the result and returns true; otherwise returns false. The function is inlined, so that LLVM
    /// can merge its switch with the switch of the interpreter's loop.
    @inline(always)
    func evaluateIfItComputes<Operands: OpcodeOperands>(_ x: inout Operands) -> Bool {
        let l = x.arithmetic
        switch self {
        case .fadd: x.set(l.fadd(x.fa, x.fb))
        case .fsub: x.set(l.fsub(x.fa, x.fb))
        case .fmul: x.set(l.fmul(x.fa, x.fb))
        case .fdiv: x.set(l.fdiv(x.fa, x.fb))
        case .fma: x.set(l.fma(x.fa, x.fb, x.fc))
        case .fneg: x.set(l.fneg(x.fa))
        case .fabs: x.set(l.fabs(x.fa))
        case .fsign: x.set(l.fsign(x.fa))
        case .ffloor: x.set(l.ffloor(x.fa))
        case .fceil: x.set(l.fceil(x.fa))
        case .ftrunc: x.set(l.ftrunc(x.fa))
        case .froundEven: x.set(l.froundEven(x.fa))
        case .fmin: x.set(l.fmin(x.fa, x.fb))
        case .fmax: x.set(l.fmax(x.fa, x.fb))
        case .fsqrt: x.set(l.fsqrt(x.fa))
        case .sin: x.set(l.sin(x.fa))
        case .cos: x.set(l.cos(x.fa))
        case .tan: x.set(l.tan(x.fa))
        case .asin: x.set(l.asin(x.fa))
        case .acos: x.set(l.acos(x.fa))
        case .atan: x.set(l.atan(x.fa))
        case .atan2: x.set(l.atan2(x.fa, x.fb))
        case .sinh: x.set(l.sinh(x.fa))
        case .cosh: x.set(l.cosh(x.fa))
        case .tanh: x.set(l.tanh(x.fa))
        case .asinh: x.set(l.asinh(x.fa))
        case .acosh: x.set(l.acosh(x.fa))
        case .atanh: x.set(l.atanh(x.fa))
        case .exp: x.set(l.exp(x.fa))
        case .exp2: x.set(l.exp2(x.fa))
        case .log: x.set(l.log(x.fa))
        case .log2: x.set(l.log2(x.fa))
        case .pow: x.set(l.pow(x.fa, x.fb))
        case .frexpSignificand: x.set(l.frexpSignificand(x.fa))
        case .frexpExponent: x.set(l.frexpExponent(x.fa))
        case .ldexp: x.set(l.ldexp(x.fa, x.ib))
        case .fisnan: x.set(l.isNaN(x.fa))
        case .fisinf: x.set(l.feq(l.fabs(x.fa), l.float(.infinity)))

        case .feq: x.set(l.feq(x.fa, x.fb))
        case .fne: x.set(l.fne(x.fa, x.fb))
        case .flt: x.set(l.flt(x.fa, x.fb))
        case .fle: x.set(l.fle(x.fa, x.fb))

        case .iadd: x.set(l.iadd(x.ia, x.ib))
        case .isub: x.set(l.isub(x.ia, x.ib))
        case .imul: x.set(l.imul(x.ia, x.ib))
        case .ineg: x.set(l.ineg(x.ia))
        case .iabs: x.set(l.iabs(x.ia))
        case .isign: x.set(l.isign(x.ia))
        case .idivS: x.set(l.idivS(x.ia, x.ib))
        case .idivU: x.set(l.idivU(x.ia, x.ib))
        case .iremS: x.set(l.iremS(x.ia, x.ib))
        case .iremU: x.set(l.iremU(x.ia, x.ib))
        case .iminS: x.set(l.iminS(x.ia, x.ib))
        case .iminU: x.set(l.iminU(x.ia, x.ib))
        case .imaxS: x.set(l.imaxS(x.ia, x.ib))
        case .imaxU: x.set(l.imaxU(x.ia, x.ib))
        case .imulHighS: x.set(l.imulHighS(x.ia, x.ib))
        case .imulHighU: x.set(l.imulHighU(x.ia, x.ib))
        case .iaddCarry: x.set(l.one(where: l.iltU(l.not(x.ia), x.ib)))
        case .isubBorrow: x.set(l.one(where: l.iltU(x.ia, x.ib)))
        case .ieq: x.set(l.ieq(x.ia, x.ib))
        case .ine: x.set(l.ine(x.ia, x.ib))
        case .iltS: x.set(l.iltS(x.ia, x.ib))
        case .iltU: x.set(l.iltU(x.ia, x.ib))
        case .ileS: x.set(l.ileS(x.ia, x.ib))
        case .ileU: x.set(l.ileU(x.ia, x.ib))
        case .shl: x.set(l.shl(x.ia, x.ib))
        case .shrS: x.set(l.shrS(x.ia, x.ib))
        case .shrU: x.set(l.shrU(x.ia, x.ib))
        case .and: if x.form == .mask { x.set(l.maskAnd(x.ma, x.mb)) } else { x.set(l.and(x.ia, x.ib)) }
        case .or: if x.form == .mask { x.set(l.maskOr(x.ma, x.mb)) } else { x.set(l.or(x.ia, x.ib)) }
        case .xor: if x.form == .mask { x.set(l.maskXor(x.ma, x.mb)) } else { x.set(l.xor(x.ia, x.ib)) }
        case .not: if x.form == .mask { x.set(l.maskNot(x.ma)) } else { x.set(l.not(x.ia)) }
        case .bitfieldExtractS: x.set(l.bitfieldExtractS(x.ia, x.ib, x.ic))
        case .bitfieldExtractU: x.set(l.bitfieldExtractU(x.ia, x.ib, x.ic))
        case .bitfieldInsertMask: x.set(l.bitfieldInsertMask(x.ia, x.ib))
        case .bitReverse: x.set(l.bitReverse(x.ia))
        case .bitCount: x.set(l.bitCount(x.ia))
        case .findLSB: x.set(l.findLSB(x.ia))
        case .findMSBS: x.set(l.findMSBS(x.ia))
        case .findMSBU: x.set(l.findMSBU(x.ia))

        case .floatToInt: x.set(l.floatToInt(x.fa))
        case .floatToUint: x.set(l.floatToUint(x.fa))
        case .intToFloat: x.set(l.intToFloat(x.ia))
        case .uintToFloat: x.set(l.uintToFloat(x.ia))
        case .packHalf: x.set(l.packHalf(x.fa))
        case .unpackHalf: x.set(l.unpackHalf(x.ia))
        case .bitcast: if x.showsFloatBits { x.set(l.observedBits(x.fa)) } else { x.copy() }
        case .select:
            switch x.form {
            case .float: x.set(l.selectFloat(x.ma, x.fb, x.fc))
            case .bits: x.set(l.selectInt(x.ma, x.ib, x.ic))
            case .mask: x.set(l.maskOr(l.maskAnd(x.ma, x.mb), l.maskAnd(l.maskNot(x.ma), x.mc)))
            }

        case .constant, .input, .builtin, .uniform, .uniformIndexed, .load, .loadIndexed, .component, .store, .storeIndexed,
             .storageLoad, .storageStore, .storageSize, .sharedLoad, .sharedStore, .atomic, .imageLoad, .imageStore, .imageSize,
             .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine, .texture, .textureSize,
             .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard, .barrier, .memoryBarrier,
             .emitVertex, .endPrimitive:
            return false
        }
        return true
    }
}

/// The form in which an executor stores a value. An executor that has only one form returns `bits` for all values.
package enum RegisterForm {
    case float, bits, mask
}

/// The operands of one instruction in an executor, and the destination of the instruction's result.
package protocol OpcodeOperands {
    associatedtype Arithmetic: LaneArithmetic
    var arithmetic: Arithmetic { get }
    /// The form of the result, which is also the form of operands with the result's type.
    var form: RegisterForm { get }
    /// Whether the instruction is a bitcast that turns the bits of a float into an integer; see `ShaderModule.showsFloatBits`.
    var showsFloatBits: Bool { get }

    // The operands in three forms: as floats, as integers or bits, and as masks. The module's types guarantee that each operand is
    // read in its own form.
    var fa: Arithmetic.Float { get }
    var fb: Arithmetic.Float { get }
    var fc: Arithmetic.Float { get }
    var ia: Arithmetic.Int { get }
    var ib: Arithmetic.Int { get }
    var ic: Arithmetic.Int { get }
    var ma: Arithmetic.Mask { get }
    var mb: Arithmetic.Mask { get }
    var mc: Arithmetic.Mask { get }

    mutating func set(_ result: Arithmetic.Float)
    mutating func set(_ result: Arithmetic.Int)
    mutating func set(_ result: Arithmetic.Mask)
    /// Sets the result to the bits of `a`, in the form of the result's type.
    mutating func copy()
}
