// Opcode+Operands: which fields of an instruction name values, and what an instruction may do besides giving a result.

extension Opcode {
    /// How many of `a`, `b`, `c`, in this order, are values. `texture` names its values in its TextureOperation.
    package var valueOperandCount: Int {
        switch self {
        case .constant, .input, .builtin, .uniform, .load, .component, .texture,
             .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard:
            0
        case .uniformIndexed, .loadIndexed, .store, .textureSize, .ifBegin,
             .fneg, .fabs, .fsign, .ffloor, .fceil, .ftrunc, .froundEven, .fsqrt,
             .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh,
             .exp, .exp2, .log, .log2, .frexpSignificand, .frexpExponent, .fisnan, .fisinf,
             .ineg, .iabs, .isign, .not, .bitReverse, .bitCount, .findLSB, .findMSBS, .findMSBU,
             .floatToInt, .floatToUint, .intToFloat, .uintToFloat, .packHalf, .unpackHalf, .bitcast,
             .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine:
            1
        case .storeIndexed,
             .fadd, .fsub, .fmul, .fdiv, .fmin, .fmax, .atan2, .pow, .ldexp,
             .feq, .fne, .flt, .fle,
             .iadd, .isub, .imul, .idivS, .idivU, .iremS, .iremU, .iminS, .iminU, .imaxS, .imaxU,
             .imulHighS, .imulHighU, .iaddCarry, .isubBorrow, .ieq, .ine, .iltS, .iltU, .ileS, .ileU,
             .shl, .shrS, .shrU, .and, .or, .xor, .bitfieldInsertMask:
            2
        case .fma, .bitfieldExtractS, .bitfieldExtractU, .select:
            3
        }
    }

    /// Stores, control flow and discard: what happens apart from the result.
    package var hasEffect: Bool {
        switch self {
        case .store, .storeIndexed, .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard: true
        default: false
        }
    }
}

extension TextureOperation {
    /// Every value the operation reads.
    package var valueOperands: [Int32] {
        (coordinate + gradientX + gradientY + offset + [unitIndex, reference, lod]).filter { $0 >= 0 }
    }

    /// Whether the lookup needs the other lanes of the quad, for the derivatives of its coordinate.
    package var readsWholeQuad: Bool {
        kind == .sample && (levelOfDetail == .implicit || levelOfDetail == .bias)
    }
}

extension ShaderModule {
    /// Calls `body` with every value that instruction `index` reads.
    package func forEachValueOperand(of index: Int, _ body: (Int) -> Void) {
        let instruction = instructions[index]
        let count = instruction.opcode.valueOperandCount
        if count > 0 { body(Int(instruction.a)) }
        if count > 1 { body(Int(instruction.b)) }
        if count > 2 { body(Int(instruction.c)) }
        if instruction.opcode == .texture {
            for operand in textureOperations[Int(instruction.c)].valueOperands { body(Int(operand)) }
        }
    }
}
