// The instructions that give a value.

import Kernel
import Shading

extension ShaderLowering {
    func value(_ index: Int) -> Register {
        let instruction = module.instructions[index]
        switch instruction.opcode {
        case .uniform:
            return typed(.word(environment.uniformWord(block: Int(instruction.b), word: Int(instruction.c), builder)), instruction.type)
        case .uniformIndexed:
            let block = Int(instruction.b)
            switch typed(register(instruction.a), .uint) {
            case .word(let word): return typed(.word(environment.uniformWord(block: block, word: word, builder)), instruction.type)
            case let words: return typed(.words(environment.uniformWords(block: block, words: LaneShape.words(words), builder)), instruction.type)
            }
        case .load:
            let register = typed(slots.load(Int(instruction.c)), instruction.type)
            return register
        case .loadIndexed:
            return typed(.words(slots.load(array: Int(instruction.c), typed(register(instruction.a), .uint))), instruction.type)
        case .texture, .textureSize:
            return lookUp(index, instruction)
        case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine:
            return difference(instruction)
        case .idivS, .idivU, .iremS, .iremU:
            // Through lanes in any case.
            let quotient = division(instruction)
            return analysis.isUniform[index] ? .word(quotient[0]) : .words(quotient)
        default:
            return analysis.isUniform[index] ? pure(instruction, ScalarShape.self) : pure(instruction, LaneShape.self)
        }
    }

    /// A pure instruction, for lanes or for all of them at once.
    private func pure<S: Shape>(_ instruction: Instruction, _ shape: S.Type) -> Register {
        if instruction.opcode.isTranscendental { return transcendental(instruction, shape) }
        let arithmetic = KernelArithmetic<S>(builder: builder, sharedCode: sharedCode)
        var a: S.Floats { S.floats(register(instruction.a)) }
        var b: S.Floats { S.floats(register(instruction.b)) }
        var i: S.Integers { S.integers(register(instruction.a)) }
        var j: S.Integers { S.integers(register(instruction.b)) }
        var u: S.Words { S.words(register(instruction.a)) }
        var v: S.Words { S.words(register(instruction.b)) }
        switch instruction.opcode {
        case .fadd: return S.register(a + b)
        case .fsub: return S.register(a - b)
        case .fmul: return S.register(a * b)
        case .fdiv: return S.register(a / b)
        case .fma: return S.register(a.fusedMultiply(b, add: S.floats(register(instruction.c))))
        case .fneg: return S.register(-a)
        case .fabs: return S.register(a.magnitude())
        case .fsign: return S.register((a .> 0).choose(1, (a .< 0).choose(-1, S.float(0, builder))))
        case .ffloor: return S.register(a.floor())
        case .fceil: return S.register(a.ceiling())
        case .ftrunc: return S.register(a.truncated())
        case .froundEven: return S.register(a.roundedToEven())
        case .fmin: return S.register(a.minimum(b))
        case .fmax: return S.register(a.maximum(b))
        case .fsqrt: return S.register(a.squareRoot())
        case .frexpSignificand: return S.register(arithmetic.frexpSignificand(a))
        case .frexpExponent: return S.register(arithmetic.frexpExponent(a))
        case .ldexp: return S.register(arithmetic.ldexp(a, v))
        case .fisnan: return S.register(a.isNaN)
        case .fisinf: return S.register(a.isInfinite)

        case .feq: return S.register(a .== b)
        case .fne: return S.register(a .!= b)
        case .flt: return S.register(a .< b)
        case .fle: return S.register(a .<= b)

        case .iadd: return S.register(u + v)
        case .isub: return S.register(u - v)
        case .imul: return S.register(u * v)
        case .ineg: return S.register(-u)
        case .iabs: return S.register(i.magnitude())
        case .isign: return S.register((i .> 0).choose(1, i >> 31))
        case .iminS: return S.register(i.minimum(j))
        case .iminU: return S.register(u.minimum(v))
        case .imaxS: return S.register(i.maximum(j))
        case .imaxU: return S.register(u.maximum(v))
        case .imulHighS: return S.register(S.multipliedHigh(i, j))
        case .imulHighU: return S.register(S.multipliedHigh(u, v))
        case .iaddCarry: return S.register((~u .< v).choose(1, S.word(0, builder)))
        case .isubBorrow: return S.register((u .< v).choose(1, S.word(0, builder)))
        case .ieq: return S.register(u .== v)
        case .ine: return S.register(u .!= v)
        case .iltS: return S.register(i .< j)
        case .iltU: return S.register(u .< v)
        case .ileS: return S.register(i .<= j)
        case .ileU: return S.register(u .<= v)
        case .shl: return S.register(u << v)
        case .shrS: return S.register(i >> j)
        case .shrU: return S.register(u >> v)
        case .and: return logic(instruction, shape, { $0 & $1 }, { $0 & $1 })
        case .or: return logic(instruction, shape, { $0 | $1 }, { $0 | $1 })
        case .xor: return logic(instruction, shape, { $0 ^ $1 }, { $0 ^ $1 })
        case .not: return instruction.type == .bool ? S.register(~S.truth(register(instruction.a))) : S.register(~u)
        case .bitfieldInsertMask: return S.register((fieldMask(v) << u) & isField(u, v, shape))
        case .bitfieldExtractU:
            let count = S.words(register(instruction.c))
            return S.register((u >> v) & fieldMask(count) & isField(v, count, shape))
        case .bitfieldExtractS:
            // The field is shifted to the top and back; a field of no bits has no sign to extend.
            let count = S.words(register(instruction.c))
            let top = S.signed(u << (32 - count - v))
            let extracted = S.unsigned(top >> S.signed(32 - count)) & isField(v, count, shape)
            return S.register((count .!= 0).choose(extracted, 0))
        case .bitReverse: return S.register(u.bitReversed())
        case .bitCount: return S.register(u.bitCount())
        case .findLSB: return S.register((u .== 0).choose(.max, u.trailingZeros()))
        case .findMSBU: return S.register(31 - u.leadingZeros())
        case .findMSBS: return S.register(31 - (u ^ S.unsigned(i >> 31)).leadingZeros())

        case .floatToInt: return S.register(S.toSigned(a))
        case .floatToUint: return S.register(S.toUnsigned(a))
        case .intToFloat: return S.register(S.converted(i))
        case .uintToFloat: return S.register(S.converted(u))
        case .packHalf: return S.register(arithmetic.packHalf(a))
        case .unpackHalf: return S.register(arithmetic.unpackHalf(u))
        case .bitcast: return typed(register(instruction.a), instruction.type)
        case .select: return choice(instruction, shape)
        default: preconditionFailure("\(instruction.opcode) is no pure instruction")
        }
    }

    private func logic<S: Shape>(_ instruction: Instruction, _: S.Type, _ truths: (S.Truth, S.Truth) -> S.Truth, _ words: (S.Words, S.Words) -> S.Words) -> Register {
        let a = register(instruction.a), b = register(instruction.b)
        return instruction.type == .bool ? S.register(truths(S.truth(a), S.truth(b))) : S.register(words(S.words(a), S.words(b)))
    }

    private func choice<S: Shape>(_ instruction: Instruction, _: S.Type) -> Register {
        let condition = register(instruction.a), a = register(instruction.b), b = register(instruction.c)
        // Lanes may be chosen between by a condition that they share.
        if case .condition(let shared) = condition {
            switch instruction.type {
            case .float: return S.register(shared.choose(S.floats(a), S.floats(b)))
            case .bool: return S.register(shared.choose(S.truth(a), S.truth(b)))
            default: return S.register(shared.choose(S.words(a), S.words(b)))
            }
        }
        let truth = S.truth(condition)
        switch instruction.type {
        case .float: return S.register(truth.choose(S.floats(a), S.floats(b)))
        case .bool: return S.register(truth.choose(S.truth(a), S.truth(b)))
        default: return S.register(truth.choose(S.words(a), S.words(b)))
        }
    }

    /// (1 << count) - 1 for count ≤ 32.
    private func fieldMask<Words: ArithmeticValue>(_ count: Words) -> Words where Words.Element == UInt32 {
        (count .== 32).choose(.max, (count.constant(1) << count) - 1)
    }
    /// All ones where 0 ≤ offset, 0 ≤ count and offset + count ≤ 32.
    private func isField<S: Shape>(_ offset: S.Words, _ count: S.Words, _: S.Type) -> S.Words {
        // As unsigned numbers, so that negative ones are too large.
        let holds = (offset .<= 32) & (count .<= 32) & (offset + count .<= 32)
        return holds.choose(.max, S.word(0, builder))
    }

    private func division(_ instruction: Instruction) -> UIntLanes {
        let a = LaneShape.words(register(instruction.a)), b = LaneShape.words(register(instruction.b))
        let i = LaneShape.signed(a), j = LaneShape.signed(b)
        return switch instruction.opcode {
        case .idivS: LaneShape.unsigned(i.divided(by: j))
        case .iremS: LaneShape.unsigned(i.remainder(by: j))
        case .idivU: a.divided(by: b)
        default: a.remainder(by: b)
        }
    }

    // MARK: Transcendental functions

    /// Where one occurs often its code is emitted once and called, so that compile time stays in bounds.
    private func transcendental<S: Shape>(_ instruction: Instruction, _ shape: S.Type) -> Register {
        let opcode = instruction.opcode
        let a = S.floats(register(instruction.a))
        let b = opcode.valueOperandCount > 1 ? S.floats(register(instruction.b)) : a
        let arithmetic = KernelArithmetic<S>(builder: builder, sharedCode: sharedCode)
        guard occurrences[opcode]! > 16 else { return S.register(function(opcode, arithmetic, a, b)) }
        let type = S.Floats.kernelType
        let result = sharedCode.call("\(opcode) \(shape)", [a, b], types: [type, type], results: [type]) {
            [function(opcode, arithmetic, $0[0].value(), $0[1].value())]
        }
        return S.register(result[0].value(as: S.Floats.self))
    }

    private func function<S: Shape>(_ opcode: Opcode, _ l: KernelArithmetic<S>, _ x: S.Floats, _ y: S.Floats) -> S.Floats {
        switch opcode {
        case .sin: l.sin(x)
        case .cos: l.cos(x)
        case .tan: l.tan(x)
        case .asin: l.asin(x)
        case .acos: l.acos(x)
        case .atan: l.atan(x)
        case .atan2: l.atan2(x, y)
        case .sinh: l.sinh(x)
        case .cosh: l.cosh(x)
        case .tanh: l.tanh(x)
        case .asinh: l.asinh(x)
        case .acosh: l.acosh(x)
        case .atanh: l.atanh(x)
        case .exp: l.exp(x)
        case .exp2: l.exp2(x)
        case .log: l.log(x)
        case .log2: l.log2(x)
        case .pow: l.pow(x, y)
        default: preconditionFailure("\(opcode) is no transcendental function")
        }
    }

    // MARK: Quads

    private func difference(_ instruction: Instruction) -> Register {
        let operand = register(instruction.a)
        if case .float(let value) = operand { return .float(value - value) }
        let value = LaneShape.floats(operand)
        switch instruction.opcode {
        case .ddxCoarse: return .floats(value.acrossQuad(1, 1, 1, 1) - value.acrossQuad(0, 0, 0, 0))
        case .ddyCoarse: return .floats(value.acrossQuad(2, 2, 2, 2) - value.acrossQuad(0, 0, 0, 0))
        case .ddxFine: return .floats(value.acrossQuad(1, 1, 3, 3) - value.acrossQuad(0, 0, 2, 2))
        default: return .floats(value.acrossQuad(2, 3, 2, 3) - value.acrossQuad(0, 1, 0, 1))
        }
    }
}

extension FloatLanes {
    /// In each quad, lane k of the result is lane `sources[k]`.
    func acrossQuad(_ sources: Int...) -> FloatLanes { shuffled((0 ..< count).map { $0 / 4 * 4 + sources[$0 % 4] }) }
}
