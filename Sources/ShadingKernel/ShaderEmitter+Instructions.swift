// ShaderEmitter+Instructions: emits one instruction of the module as operations on lanes, or on scalars if the instruction is
// uniform. Instructions that compute only from their operands are emitted by `Opcode.evaluate`. This file handles instructions that
// need memory, the pipeline, a quad or a texture.

import Kernel
import Shading

extension ShaderEmitter {
    func emitInstruction(_ index: Int, _ instruction: Instruction) {
        let a = instruction.a, b = instruction.b, c = instruction.c
        let isUniform = uniformity.isUniformValue[index]

        func set(_ bits: UIntLanes) { registers[index] = EmittedValue(bits, as: instruction.type) }
        func set(_ bits: Scalar<UInt32>) { registers[index] = EmittedValue(bits, as: instruction.type) }

        switch instruction.opcode {
        case .constant: set(builder.scalar(UInt32(bitPattern: c)))
        case .input: set(environment.input(Int(c)))
        case .builtin:
            let builtin = BuiltinInput(rawValue: c)!
            if isUniform { set(environment.uniformBuiltin(builtin)) } else { set(environment.builtin(builtin)) }
        case .uniform: set(environment.uniformBlock(Int(b)).base.load(UInt32.self, at: Int(c) * 4, .constant))
        case .uniformIndexed:
            let block = environment.uniformBlock(Int(b))
            if isUniform {
                set(word(of: block.base, block.words, at: su(a), .constant))
            } else {
                set(block.base.gather(UInt32.self, indices: u(a), below: block.words))
            }
        case .load:
            if isUniform, case .scalar(let variable) = slots[Int(c)] {
                set(variable.value)
            } else {
                set(slot(Int(c)))
            }
        case .loadIndexed:
            if uniformity.isUniformValue[Int(a)] {
                set(loadElement(array: Int(c), su(a)))
            } else {
                set(loadElement(array: Int(c), u(a)))
            }
        case .component: break   // The texture instruction before this instruction has set the result.

        case .store: store(index, slot: Int(c), a)
        case .storeIndexed:
            if uniformity.isUniformValue[Int(a)] {
                storeElement(array: Int(c), su(a), u(b), mask(at: index))
            } else {
                storeElement(array: Int(c), u(a), u(b), mask(at: index))
            }

        case .storageLoad, .storageStore, .storageSize, .sharedLoad, .sharedStore, .atomic, .imageLoad, .imageStore, .imageSize, .barrier, .memoryBarrier:
            emitMemory(index, instruction)

        case .emitVertex: environment.emission?.emitVertex(slot, isActive: mask(at: index))
        case .endPrimitive: environment.emission?.endPrimitive(isActive: mask(at: index))

        case .ddxCoarse: registers[index] = .float(coarse(f(a), 1))
        case .ddyCoarse: registers[index] = .float(coarse(f(a), 2))
        case .ddxFine: registers[index] = .float(f(a).shuffled(quads { ($0 & 2) | 1 }) - f(a).shuffled(quads { $0 & 2 }))
        case .ddyFine: registers[index] = .float(f(a).shuffled(quads { ($0 & 1) | 2 }) - f(a).shuffled(quads { $0 & 1 }))

        case .texture: emitTexture(index, module.textureOperations[Int(c)])
        case .textureSize:
            let operation = module.textureOperations[Int(c)]
            setResults(index, environment.textureSize(operation, unitOffset: unitOffset(operation), level: s(a)))

        case .ifBegin, .elseBegin, .blockBegin, .loopBegin, .end, .exit, .discard:
            preconditionFailure("control flow is emitted by structure")

        case .floatToInt, .floatToUint:
            let source = module.instructions[Int(a)]
            if source.opcode == .builtin, let number = environment.wholeBuiltin(BuiltinInput(rawValue: source.c)!) {
                set(number)
            } else {
                compute(index, instruction, isUniform: isUniform)
            }

        case .fmin where !isUniform && floatFacts.isPlain(instruction): registers[index] = .float(f(a).lesser(f(b)))
        case .fmin where !isUniform && floatFacts.isPlainIfSwapped(instruction): registers[index] = .float(f(b).lesser(f(a)))
        case .fmax where !isUniform && floatFacts.isPlain(instruction): registers[index] = .float(f(a).greater(f(b)))
        case .fmax where !isUniform && floatFacts.isPlainIfSwapped(instruction): registers[index] = .float(f(b).greater(f(a)))

        default: compute(index, instruction, isUniform: isUniform)
        }
    }

    // MARK: Instructions that only compute

    /// The maximum number of calls of the same function that are inlined. If a module has more calls of a function, no call is
    /// inlined, and the kernel contains the function once. Without this limit, large shaders would take seconds to compile.
    private static let mostInlined = 16

    private func compute(_ index: Int, _ instruction: Instruction, isUniform: Bool) {
        let opcode = instruction.opcode, type = instruction.type, showsFloatBits = module.showsFloatBits(index)
        let values = [instruction.a, instruction.b, instruction.c].prefix(opcode.valueOperandCount).map { registers[Int($0)] }
        func scalar(_ showsFloatBits: Bool, _ values: [EmittedValue]) -> EmittedValue {
            var operands = ScalarOperands(ScalarArithmetic(builder), type, showsFloatBits: showsFloatBits, values)
            opcode.evaluate(&operands)
            return operands.result
        }
        if isUniform, opcode.definition.kind == .function, occurrences[opcode]! > Self.mostInlined {
            let parameters = values.map(\.float)
            let shared = builder.sharedFunction("uniform \(opcode)", parameters.map { _ in .float }, results: [.float]) {
                [scalar(false, $0.map { .scalarFloat($0.value()) }).float]
            }
            registers[index] = .scalarFloat(builder.call(shared, parameters)[0].value())
        } else if isUniform {
            registers[index] = scalar(showsFloatBits, values)
        } else if opcode.definition.kind == .function, occurrences[opcode]! > Self.mostInlined {
            let parameters = values.map(\.floats)
            let shared = builder.sharedFunction("\(opcode)", parameters.map { _ in FloatLanes.kernelType }, results: [FloatLanes.kernelType]) {
                [computed(opcode, type, false, $0.map { .float($0.value()) }).floats]
            }
            registers[index] = .float(builder.call(shared, parameters)[0].value())
        } else {
            registers[index] = computed(opcode, type, showsFloatBits, values)
        }
    }

    private func computed(_ opcode: Opcode, _ type: ScalarType, _ showsFloatBits: Bool, _ values: [EmittedValue]) -> EmittedValue {
        var operands = LaneOperands(arithmetic, type, showsFloatBits: showsFloatBits, values)
        opcode.evaluate(&operands)
        return operands.result
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

    /// Returns the place of an array's element whose index is the same in all lanes, and whether the array has this element. If the array
    /// does not have the element, `place` is the place of the first element.
    private func element(array: Int, _ element: Scalar<UInt32>) -> (place: Pointer, exists: Condition) {
        let exists = element .< UInt32(module.localArrays[array].count)
        return (arrayBases[array].element(exists.choose(element, 0).withSign(of: Int32.self), stride: 4 * builder.lanes), exists)
    }
    private func loadElement(array: Int, _ index: Scalar<UInt32>) -> UIntLanes {
        let (place, exists) = element(array: array, index)
        return exists.choose(place.loadLanes(UInt32.self, alignment: 4 * builder.lanes), 0)
    }
    private func storeElement(array: Int, _ index: Scalar<UInt32>, _ value: UIntLanes, _ mask: LaneMask) {
        let (place, exists) = element(array: array, index), alignment = 4 * builder.lanes
        let chosen = mask.isKnownFull ? value : mask.choose(value, place.loadLanes(UInt32.self, alignment: alignment))
        builder.if(exists) { place.store(chosen, alignment: alignment) }
    }
    /// Returns the word offset of each lane's element. An element of a local array takes W words, one word for each lane.
    private func elementOffsets(_ element: UIntLanes) -> IntLanes {
        (element * UInt32(builder.lanes)).withSign(of: Int32.self) + builder.laneIndices
    }
    private func loadElement(array: Int, _ element: UIntLanes) -> UIntLanes {
        // On a processor without mask registers, a masked gather needs a branch for each lane. So this code gathers without a mask,
        // and lanes whose index is out of range read element 0.
        let inside = element .< UInt32(module.localArrays[array].count)
        return inside.choose(arrayBases[array].gather(UInt32.self, indices: elementOffsets(inside.choose(element, 0))), 0)
    }
    private func storeElement(array: Int, _ element: UIntLanes, _ value: UIntLanes, _ mask: LaneMask) {
        let inside = (element .< UInt32(module.localArrays[array].count)) & mask
        arrayBases[array].scatter(value, indices: elementOffsets(inside.choose(element, 0)), mask: inside)
    }

    // MARK: Quads and textures

    /// Returns, for each lane, the index of another lane of the lane's quad. `choose` maps a lane's number in the quad to the other lane's
    /// number.
    private func quads(_ choose: (Int) -> Int) -> [Int] { (0 ..< builder.lanes).map { ($0 & ~3) + choose($0 & 3) } }
    private func coarse(_ v: FloatLanes, _ other: Int) -> FloatLanes { v.shuffled(quads { _ in other }) - v.shuffled(quads { _ in 0 }) }

    private func unitOffset(_ operation: TextureOperation) -> IntLanes? { unitOffset(operation.unitIndex, count: operation.unitCount) }
    /// Returns the index into an array of units, clamped to the array; nil if the operation does not access an array.
    func unitOffset(_ index: Int32, count: Int) -> IntLanes? { index < 0 ? nil : s(index).maximum(0).minimum(Int32(count - 1)) }

    /// Emits a lookup, together with later lookups that share its work. Nothing is emitted for a lookup that was emitted together with an
    /// earlier lookup.
    private func emitTexture(_ index: Int, _ operation: TextureOperation) {
        guard emittedLookups.insert(index).inserted else { return }
        func isPartner(_ other: Int) -> Bool {
            !emittedLookups.contains(other) && environment.sharesWork(operation, module.textureOperations[Int(module.instructions[other].c)])
        }
        let together = [index] + (lookupGroups[index] ?? []).filter(isPartner)
        emittedLookups.formUnion(together)
        let operations = together.map { module.textureOperations[Int(module.instructions[$0].c)] }
        let results = environment.textures(operations, textureOperands(operation), mask: mask(at: index))
        for (lookup, result) in zip(together, results) { setResults(lookup, result) }
    }

    private func textureOperands(_ operation: TextureOperation) -> TextureOperands {
        var operands = TextureOperands()
        operands.unitOffset = unitOffset(operation)
        if operation.kind == .fetch {
            operands.texel = operation.coordinate.map(s)
            operands.level = operation.lod >= 0 ? s(operation.lod) : builder.lanes(Int32(0))
            if operation.sample >= 0 { operands.sample = s(operation.sample) }
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
        return operands
    }

    /// Sets the register of a texture instruction, and the registers of the `component` instructions after the texture instruction.
    func setResults(_ index: Int, _ results: [UIntLanes]) {
        registers[index] = EmittedValue(results[0], as: module.instructions[index].type)
        for k in 1 ..< results.count where index + k < module.instructions.count {
            let next = module.instructions[index + k]
            if next.opcode == .component && Int(next.c) == k { registers[index + k] = EmittedValue(results[k], as: next.type) }
        }
    }
}
