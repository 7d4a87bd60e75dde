// ShaderEmitter+Instructions: one instruction of the module as operations on lanes, or on scalars where it is uniform.

import Kernel
import Shading

extension ShaderEmitter {
    func emitInstruction(_ index: Int, _ instruction: Instruction) {
        let a = instruction.a, b = instruction.b, c = instruction.c
        let isUniform = uniformity.isUniformValue[index]

        func set(_ v: FloatLanes) { registers[index] = .float(v) }
        func set(_ v: UIntLanes) { registers[index] = .bits(v) }
        func set(_ v: IntLanes) { registers[index] = .bits(v.withSign(of: UInt32.self)) }
        func set(_ v: LaneMask) { registers[index] = .mask(v) }
        func set(_ v: Scalar<Float>) { registers[index] = .scalarFloat(v) }
        func set(_ v: Scalar<UInt32>) { registers[index] = .scalarBits(v) }
        func set(_ v: Scalar<Int32>) { registers[index] = .scalarBits(v.withSign(of: UInt32.self)) }
        func set(_ v: Condition) { registers[index] = .condition(v) }

        func float1(_ lanes: (FloatLanes) -> FloatLanes, _ scalar: (Scalar<Float>) -> Scalar<Float>) {
            if isUniform { set(scalar(sf(a))) } else { set(lanes(f(a))) }
        }
        func float2(_ lanes: (FloatLanes, FloatLanes) -> FloatLanes, _ scalar: (Scalar<Float>, Scalar<Float>) -> Scalar<Float>) {
            if isUniform { set(scalar(sf(a), sf(b))) } else { set(lanes(f(a), f(b))) }
        }
        func compareFloat(_ lanes: (FloatLanes, FloatLanes) -> LaneMask, _ scalar: (Scalar<Float>, Scalar<Float>) -> Condition) {
            if isUniform { set(scalar(sf(a), sf(b))) } else { set(lanes(f(a), f(b))) }
        }
        func uint2(_ lanes: (UIntLanes, UIntLanes) -> UIntLanes, _ scalar: (Scalar<UInt32>, Scalar<UInt32>) -> Scalar<UInt32>) {
            if isUniform { set(scalar(su(a), su(b))) } else { set(lanes(u(a), u(b))) }
        }
        func int2(_ lanes: (IntLanes, IntLanes) -> IntLanes, _ scalar: (Scalar<Int32>, Scalar<Int32>) -> Scalar<Int32>) {
            if isUniform { set(scalar(ss(a), ss(b))) } else { set(lanes(s(a), s(b))) }
        }
        func compareUInt(_ lanes: (UIntLanes, UIntLanes) -> LaneMask, _ scalar: (Scalar<UInt32>, Scalar<UInt32>) -> Condition) {
            if isUniform { set(scalar(su(a), su(b))) } else { set(lanes(u(a), u(b))) }
        }
        func compareInt(_ lanes: (IntLanes, IntLanes) -> LaneMask, _ scalar: (Scalar<Int32>, Scalar<Int32>) -> Condition) {
            if isUniform { set(scalar(ss(a), ss(b))) } else { set(lanes(s(a), s(b))) }
        }
        func logic(_ masks: (LaneMask, LaneMask) -> LaneMask, _ conditions: (Condition, Condition) -> Condition,
                   _ lanes: (UIntLanes, UIntLanes) -> UIntLanes, _ scalar: (Scalar<UInt32>, Scalar<UInt32>) -> Scalar<UInt32>) {
            if instruction.type == .bool {
                if isUniform { set(conditions(sc(a), sc(b))) } else { set(masks(m(a), m(b))) }
            } else {
                uint2(lanes, scalar)
            }
        }

        switch instruction.opcode {
        case .constant:
            if instruction.type == .bool { set(builder.condition(c != 0)) }
            else if instruction.type == .float { set(builder.scalar(Float(bitPattern: UInt32(bitPattern: c)))) }
            else { set(builder.scalar(UInt32(bitPattern: c))) }
        case .input: setBits(index, instruction.type, environment.input(Int(c)))
        case .builtin: setBits(index, instruction.type, environment.builtin(BuiltinInput(rawValue: c)!))
        case .uniform:
            let word = environment.uniformBlock(Int(b)).base.load(UInt32.self, at: Int(c) * 4, .constant)
            setScalarBits(index, instruction.type, word)
        case .uniformIndexed:
            let block = environment.uniformBlock(Int(b))
            if isUniform {
                let inside = su(a) .< block.words
                let safe = inside.choose(su(a), 0).withSign(of: Int32.self)
                setScalarBits(index, instruction.type, inside.choose(block.base.element(safe, stride: 4).load(UInt32.self, .constant), 0))
            } else {
                setBits(index, instruction.type, block.base.gather(UInt32.self, indices: u(a), below: block.words))
            }
        case .load:
            if isUniform, case .scalar(let variable) = slots[Int(c)] {
                setScalarBits(index, instruction.type, variable.value)
            } else {
                setBits(index, instruction.type, slot(Int(c)))
            }
        case .loadIndexed:
            setBits(index, instruction.type, loadElement(array: Int(c), u(a)))
        case .component: break   // set together with its instruction

        case .store: store(index, slot: Int(c), a)
        case .storeIndexed: storeElement(array: Int(c), u(a), u(b), mask(at: index))

        case .fadd: float2({ $0 + $1 }, { $0 + $1 })
        case .fsub: float2({ $0 - $1 }, { $0 - $1 })
        case .fmul: float2({ $0 * $1 }, { $0 * $1 })
        case .fdiv: float2({ $0 / $1 }, { $0 / $1 })
        case .fma: set(f(a).fusedMultiply(f(b), add: f(c)))
        case .fneg: float1({ -$0 }, { -$0 })
        case .fabs: float1({ $0.magnitude() }, { $0.magnitude() })
        case .fsign: set(f(a).signum())
        case .ffloor: float1({ $0.floor() }, { $0.floor() })
        case .fceil: float1({ $0.ceiling() }, { $0.ceiling() })
        case .ftrunc: float1({ $0.truncated() }, { $0.truncated() })
        case .froundEven: set(f(a).roundedToEven())
        case .fmin: float2({ $0.minimum($1) }, { $0.minimum($1) })
        case .fmax: float2({ $0.maximum($1) }, { $0.maximum($1) })
        case .fsqrt: float1({ $0.squareRoot() }, { $0.squareRoot() })
        case .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .exp, .exp2, .log, .log2:
            set(transcendental(instruction.opcode, [f(a)]))
        case .atan2, .pow: set(transcendental(instruction.opcode, [f(a), f(b)]))
        case .frexpSignificand: set(arithmetic.frexpSignificand(f(a)))
        case .frexpExponent: set(arithmetic.frexpExponent(f(a)))
        case .ldexp: set(arithmetic.ldexp(f(a), u(b)))
        case .fisnan: set(f(a).isNaN)
        case .fisinf: set(f(a).isInfinite)

        case .feq: compareFloat({ $0 .== $1 }, { $0 .== $1 })
        case .fne: compareFloat({ $0 .!= $1 }, { $0 .!= $1 })
        case .flt: compareFloat({ $0 .< $1 }, { $0 .< $1 })
        case .fle: compareFloat({ $0 .<= $1 }, { $0 .<= $1 })

        case .iadd: uint2({ $0 + $1 }, { $0 + $1 })
        case .isub: uint2({ $0 - $1 }, { $0 - $1 })
        case .imul: uint2({ $0 * $1 }, { $0 * $1 })
        case .ineg: if isUniform { set(builder.scalar(UInt32(0)) - su(a)) } else { set(builder.lanes(UInt32(0)) - u(a)) }
        case .iabs: set((s(a) .< 0).choose(-s(a), s(a)))
        case .isign: set(s(a).signum())
        case .idivS: set(s(a).divided(by: s(b)))
        case .idivU: set(u(a).divided(by: u(b)))
        case .iremS: set(s(a).remainder(by: s(b)))
        case .iremU: set(u(a).remainder(by: u(b)))
        case .iminS: set(s(a).minimum(s(b)))
        case .iminU: set(u(a).minimum(u(b)))
        case .imaxS: set(s(a).maximum(s(b)))
        case .imaxU: set(u(a).maximum(u(b)))
        case .imulHighS: set(s(a).multipliedHigh(s(b)))
        case .imulHighU: set(u(a).multipliedHigh(u(b)))
        case .iaddCarry: set((~u(a) .< u(b)).ones(UInt32.self) & 1)
        case .isubBorrow: set((u(a) .< u(b)).ones(UInt32.self) & 1)
        case .ieq:
            if isBool(a) {
                if isUniform { set(~(sc(a) ^ sc(b))) } else { set(~(m(a) ^ m(b))) }
            } else { compareUInt({ $0 .== $1 }, { $0 .== $1 }) }
        case .ine:
            if isBool(a) {
                if isUniform { set(sc(a) ^ sc(b)) } else { set(m(a) ^ m(b)) }
            } else { compareUInt({ $0 .!= $1 }, { $0 .!= $1 }) }
        case .iltS: compareInt({ $0 .< $1 }, { $0 .< $1 })
        case .iltU: compareUInt({ $0 .< $1 }, { $0 .< $1 })
        case .ileS: compareInt({ $0 .<= $1 }, { $0 .<= $1 })
        case .ileU: compareUInt({ $0 .<= $1 }, { $0 .<= $1 })
        case .shl: uint2({ $0 << $1 }, { $0 << $1 })
        case .shrS: int2({ $0 >> $1 }, { $0 >> $1 })
        case .shrU: uint2({ $0 >> $1 }, { $0 >> $1 })
        case .and: logic({ $0 & $1 }, { $0 & $1 }, { $0 & $1 }, { $0 & $1 })
        case .or: logic({ $0 | $1 }, { $0 | $1 }, { $0 | $1 }, { $0 | $1 })
        case .xor: logic({ $0 ^ $1 }, { $0 ^ $1 }, { $0 ^ $1 }, { $0 ^ $1 })
        case .not:
            if instruction.type == .bool {
                if isUniform { set(~sc(a)) } else { set(~m(a)) }
            } else if isUniform { set(~su(a)) } else { set(~u(a)) }
        case .bitfieldExtractS:
            let offset = u(b), bits = u(c)
            let top = u(a) << (builder.lanes(UInt32(32)) - bits - offset)
            let extracted = (top.withSign(of: Int32.self) >> (builder.lanes(UInt32(32)) - bits).withSign(of: Int32.self)).withSign(of: UInt32.self)
            set((isField(offset, bits) & (bits .!= 0)).choose(extracted, 0))
        case .bitfieldExtractU:
            set(isField(u(b), u(c)).choose((u(a) >> u(b)) & fieldMask(u(c)), 0))
        case .bitfieldInsertMask:
            set(isField(u(a), u(b)).choose(fieldMask(u(b)) << u(a), 0))
        case .bitReverse: set(u(a).bitReversed())
        case .bitCount: set(u(a).bitCount())
        case .findLSB: set((u(a) .== 0).choose(0xFFFF_FFFF, u(a).trailingZeros()))
        case .findMSBU: set(builder.lanes(UInt32(31)) - u(a).leadingZeros())
        case .findMSBS: set(builder.lanes(UInt32(31)) - (u(a) ^ (s(a) >> 31).withSign(of: UInt32.self)).leadingZeros())

        case .floatToInt: set(f(a).converted(to: Int32.self))
        case .floatToUint: set(f(a).converted(to: UInt32.self))
        case .intToFloat: if isUniform { set(ss(a).converted(to: Float.self)) } else { set(s(a).converted(to: Float.self)) }
        case .uintToFloat: if isUniform { set(su(a).converted(to: Float.self)) } else { set(u(a).converted(to: Float.self)) }
        case .packHalf: set(arithmetic.packHalf(f(a)))
        case .unpackHalf: set(arithmetic.unpackHalf(u(a)))
        case .bitcast where module.showsFloatBits(index):
            if isUniform {
                set((sf(a) .== sf(a)).choose(su(a), builder.scalar(Binary32.nanBits)))
            } else {
                set(arithmetic.observedBits(f(a)))
            }
        case .bitcast: if isUniform { setScalarBits(index, instruction.type, su(a)) } else { setBits(index, instruction.type, u(a)) }
        case .select: select(index, instruction, isUniform)

        case .ddxCoarse: set(coarse(f(a), 1))
        case .ddyCoarse: set(coarse(f(a), 2))
        case .ddxFine: set(f(a).shuffled(quads { ($0 & 2) | 1 }) - f(a).shuffled(quads { $0 & 2 }))
        case .ddyFine: set(f(a).shuffled(quads { ($0 & 1) | 2 }) - f(a).shuffled(quads { $0 & 1 }))

        case .texture: emitTexture(index, module.textureOperations[Int(c)])
        case .textureSize:
            let operation = module.textureOperations[Int(c)]
            setResults(index, environment.textureSize(operation, unitOffset: unitOffset(operation), level: s(a)))

        case .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard:
            preconditionFailure("control flow is emitted by structure")
        }
    }

    private func setBits(_ index: Int, _ type: ScalarType, _ v: UIntLanes) {
        switch type {
        case .float: registers[index] = .float(v.reinterpreted(as: Float.self))
        case .bool: registers[index] = .mask(v .!= 0)
        default: registers[index] = .bits(v)
        }
    }
    private func setScalarBits(_ index: Int, _ type: ScalarType, _ v: Scalar<UInt32>) {
        switch type {
        case .float: registers[index] = .scalarFloat(v.reinterpreted(as: Float.self))
        case .bool: registers[index] = .condition(v .!= 0)
        default: registers[index] = .scalarBits(v)
        }
    }

    private func select(_ index: Int, _ instruction: Instruction, _ isUniform: Bool) {
        let a = instruction.a, b = instruction.b, c = instruction.c
        switch (instruction.type, isUniform) {
        case (.bool, true): registers[index] = .condition((sc(a) & sc(b)) | (~sc(a) & sc(c)))
        case (.bool, false): registers[index] = .mask((m(a) & m(b)) | (~m(a) & m(c)))
        case (.float, true): registers[index] = .scalarFloat(sc(a).choose(sf(b), sf(c)))
        case (.float, false): registers[index] = .float(m(a).choose(f(b), f(c)))
        case (_, true): registers[index] = .scalarBits(sc(a).choose(su(b), su(c)))
        case (_, false): registers[index] = .bits(m(a).choose(u(b), u(c)))
        }
    }

    // MARK: Transcendental functions

    /// A module with more calls of one function than this gets its code once, and calls it: large shaders would take
    /// seconds to compile otherwise.
    private static let mostInlined = 16

    private func transcendental(_ opcode: Opcode, _ x: [FloatLanes]) -> FloatLanes {
        if occurrences[opcode]! <= Self.mostInlined { return function(opcode, x) }
        let shared = builder.sharedFunction("\(opcode)", x.map { _ in FloatLanes.kernelType }, results: [FloatLanes.kernelType]) {
            [function(opcode, $0.map { $0.value() })]
        }
        return builder.call(shared, x)[0].value()
    }

    private func function(_ opcode: Opcode, _ x: [FloatLanes]) -> FloatLanes {
        switch opcode {
        case .sin: arithmetic.sin(x[0])
        case .cos: arithmetic.cos(x[0])
        case .tan: arithmetic.tan(x[0])
        case .asin: arithmetic.asin(x[0])
        case .acos: arithmetic.acos(x[0])
        case .atan: arithmetic.atan(x[0])
        case .atan2: arithmetic.atan2(x[0], x[1])
        case .sinh: arithmetic.sinh(x[0])
        case .cosh: arithmetic.cosh(x[0])
        case .tanh: arithmetic.tanh(x[0])
        case .asinh: arithmetic.asinh(x[0])
        case .acosh: arithmetic.acosh(x[0])
        case .atanh: arithmetic.atanh(x[0])
        case .exp: arithmetic.exp(x[0])
        case .exp2: arithmetic.exp2(x[0])
        case .log: arithmetic.log(x[0])
        case .log2: arithmetic.log2(x[0])
        case .pow: arithmetic.pow(x[0], x[1])
        default: preconditionFailure("\(opcode) is no transcendental function")
        }
    }

    // MARK: Local memory

    private func store(_ index: Int, slot: Int, _ value: Int32) {
        switch slots[slot] {
        case .scalar(let variable): variable.value = su(value)
        case .lanes(let variable):
            let isMasked = uniformity.isInDivergentFlow(index) && !stores.mayWriteAllLanes[index]
            variable.value = isMasked ? flow.active.choose(u(value), variable.value) : u(value)
        case .memory(let address):
            let alignment = 4 * builder.lanes
            let old = address.loadLanes(UInt32.self, alignment: alignment)
            address.store(mask(at: index).choose(u(value), old), alignment: alignment)
        }
    }

    /// Word offset of each lane's element: W words per element.
    private func elementOffsets(_ element: UIntLanes) -> IntLanes {
        (element * UInt32(builder.lanes)).withSign(of: Int32.self) + builder.laneIndices
    }
    private func loadElement(array: Int, _ element: UIntLanes) -> UIntLanes {
        let inside = element .< UInt32(module.localArrays[array].count)
        return arrayBases[array].gather(UInt32.self, indices: elementOffsets(inside.choose(element, 0)), mask: inside)
    }
    private func storeElement(array: Int, _ element: UIntLanes, _ value: UIntLanes, _ mask: LaneMask) {
        let inside = (element .< UInt32(module.localArrays[array].count)) & mask
        arrayBases[array].scatter(value, indices: elementOffsets(inside.choose(element, 0)), mask: inside)
    }

    // MARK: Bit fields

    private func fieldMask(_ bits: UIntLanes) -> UIntLanes {
        (bits .== 32).choose(0xFFFF_FFFF, (builder.lanes(UInt32(1)) << bits) - 1)
    }
    private func isField(_ offset: UIntLanes, _ bits: UIntLanes) -> LaneMask {
        (offset .<= 32) & (bits .<= 32) & ((offset + bits) .<= 32)
    }

    // MARK: Quads and textures

    /// Gives each lane the value of that lane of its quad which `choose` names, given its own number in the quad.
    private func quads(_ choose: (Int) -> Int) -> [Int] { (0 ..< builder.lanes).map { ($0 & ~3) + choose($0 & 3) } }
    private func coarse(_ v: FloatLanes, _ other: Int) -> FloatLanes { v.shuffled(quads { _ in other }) - v.shuffled(quads { _ in 0 }) }

    private func unitOffset(_ operation: TextureOperation) -> IntLanes? {
        operation.unitIndex < 0 ? nil : s(operation.unitIndex).maximum(0).minimum(Int32(operation.unitCount - 1))
    }

    private func emitTexture(_ index: Int, _ operation: TextureOperation) {
        var operands = TextureOperands()
        operands.unitOffset = unitOffset(operation)
        if operation.kind == .fetch {
            operands.texel = operation.coordinate.map(s)
            operands.level = operation.lod >= 0 ? s(operation.lod) : builder.lanes(Int32(0))
        } else {
            operands.coordinate = operation.coordinate.map(f)
            if operation.reference >= 0 { operands.reference = f(operation.reference) }
            if operation.lod >= 0 { operands.lod = f(operation.lod) }
            switch operation.levelOfDetail {
            case .implicit, .bias:
                operands.gradientX = operands.coordinate.map { $0.ofQuads(1) - $0.ofQuads(0) }
                operands.gradientY = operands.coordinate.map { $0.ofQuads(2) - $0.ofQuads(0) }
            case .gradient:
                operands.gradientX = operation.gradientX.map(f)
                operands.gradientY = operation.gradientY.map(f)
            case .explicit: break
            }
        }
        operands.offset = operation.offset.map(s)
        setResults(index, environment.texture(operation, operands, mask: mask(at: index)))
    }

    /// The results of a texture instruction: itself and the `component` instructions behind it.
    private func setResults(_ index: Int, _ results: [UIntLanes]) {
        setBits(index, module.instructions[index].type, results[0])
        for k in 1 ..< results.count where index + k < module.instructions.count {
            let next = module.instructions[index + k]
            if next.opcode == .component && Int(next.c) == k { setBits(index + k, next.type, results[k]) }
        }
    }
}
