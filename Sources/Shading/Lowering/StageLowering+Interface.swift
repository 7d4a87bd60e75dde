// StageLowering+Interface: module-scope variables: inputs, outputs, built-in variables, uniforms, private variables.
//
// Each member of a block is one interface variable with the name `Block.member`.

extension StageLowering {
    func declareInterface() throws(ShaderError) {
        findMentions()
        let start = line
        defer { line = start }
        try findSharedLocations()
        for variable in spirv.variables {
            let mention = mentions[variable.id]
            let isMentioned = mention != nil
            // Variables at module scope have no line, so messages use the line of the variable's first use.
            line = mention ?? start
            let name = spirv.name(variable.id)
            switch variable.storage {
            case SPIRVStorageClass.uniformConstant where name == "gl_NumSamples" && stage.rules.hasPixels:
                // GLSL declares this built-in variable as a uniform, but an application cannot set the variable's value.
                guard let placement = spirv.tightPlacement(variable.pointee) else { throw unsupported("'\(name)'") }
                globals[variable.id] = Pointer(memory: .input(first: inputSources.count, count: 1), placement: placement, name: name)
                inputSources.append(.builtin(.sampleCount, .int))
            case SPIRVStorageClass.uniformConstant, SPIRVStorageClass.uniform, SPIRVStorageClass.storageBuffer, SPIRVStorageClass.atomicCounter:
                guard let uniform = layout.uniforms[stage]?[variable.id] else {
                    if isMentioned { throw unsupported(layout.refusals[stage]?[variable.id] ?? "uniform '\(name)'") }
                    continue
                }
                globals[variable.id] = uniform
            case SPIRVStorageClass.private:
                guard isMentioned else { continue }
                let pointer = try localPointer(variable.pointee, name: name, scope: nil)
                globals[variable.id] = pointer
                if let initializer = variable.initializer { try store(pointer, try constantValue(initializer)) }
            case SPIRVStorageClass.input:
                if isMentioned { try declareInput(variable, name: name) }
            case SPIRVStorageClass.output:
                try declareOutput(variable, name: name)
            case SPIRVStorageClass.workgroup: break   // placeSharedVariables
            default:
                if isMentioned { throw unsupported("the storage of '\(name)'") }
            }
        }
        try placeSharedVariables()
        if stage.rules.inputs == .attributes { placeAttributes() }
    }

    /// Assigns the lowest free locations to attributes without a location.
    private func placeAttributes() {
        var taken: Set<Int> = []
        for input in module.inputs where input.location >= 0 {
            taken.formUnion(input.location ..< input.location + locationCount(input.type))
        }
        for index in module.inputs.indices where module.inputs[index].location < 0 {
            let count = locationCount(module.inputs[index].type)
            var location = 0
            while !taken.isDisjoint(with: location ..< location + count) { location += 1 }
            module.inputs[index].location = location
            taken.formUnion(location ..< location + count)
        }
    }

    /// Finds the variables that reachable functions use, and whether these functions call helperInvocationEXT().
    private func findMentions() {
        var reached: Set<UInt32> = [spirv.entryPoint]
        var pending = [spirv.entryPoint]
        while let id = pending.popLast() {
            guard let function = spirv.functions[id] else { continue }
            for block in function.blocks {
                for i in block.instructions {
                    func mention(_ ids: ArraySlice<UInt32>) {
                        for id in ids where mentions[id] == nil { mentions[id] = i.line }
                    }
                    let operands: ArraySlice<UInt32> = spirv.words[i.start + 1 ..< i.start + i.count]
                    switch i.opcode {
                    case .load, .accessChain, .inBoundsAccessChain, .copyObject, .imageTexelPointer, .arrayLength:
                        mention(operands.dropFirst(2).prefix(1))
                    case .store, .copyMemory, .atomicStore: mention(operands.prefix(2))
                    case let opcode? where opcode.isAtomic: mention(operands.dropFirst(2).prefix(1))
                    case .extInst: mention(operands.dropFirst(4))
                    case .isHelperInvocation: discardedSlot = discardedSlot ?? builder.allocateSlots(1)
                    case .functionCall:
                        mention(operands.dropFirst(3))
                        if let callee = operands.dropFirst(2).first, reached.insert(callee).inserted { pending.append(callee) }
                    default: break
                    }
                }
            }
        }
    }

    /// Returns the interface variables of a variable, with names, locations and interpolation: one for each member if the variable is a
    /// block, otherwise only one. `firstSlot` stays 0.
    func interfaceParts(_ variable: SPIRVVariable, name: String) throws(ShaderError) -> [InterfaceVariable] {
        let decorations = spirv.decorations(variable.id)
        let isInput = variable.storage == SPIRVStorageClass.input
        // Only built-in variables have no location. A built-in variable that is a fragment output is at location 0.
        var location = decorations.location ?? (!isInput && stage.rules.outputs == .targets ? 0 : -1)
        func part(_ name: String, _ type: ValueType, _ own: SPIRVDecorations) -> InterfaceVariable {
            defer { if location >= 0 { location += locationCount(type) } }
            let isInteger = type.scalars.contains { $0 != .float }
            let isFlat = own.isFlat || decorations.isFlat || (isInteger && isInput && stage.rules.inputs == .varyings)
            let interpolation: InterpolationQualifier = isFlat ? .flat
                : own.isNoPerspective || decorations.isNoPerspective ? .noPerspective : .smooth
            let sampling: InterpolationSampling = own.sampling != .center ? own.sampling : decorations.sampling
            return InterfaceVariable(name: name, type: type, location: location, firstSlot: 0, interpolation: interpolation,
                                     sampling: sampling, blendIndex: decorations.index)
        }
        func blockParts(_ block: UInt32, _ members: [UInt32], _ suffix: String) throws(ShaderError) -> [InterfaceVariable] {
            var parts: [InterfaceVariable] = []
            for (index, member) in members.enumerated() {
                guard let type = spirv.valueType(member) else { throw unsupported("the type of a member of '\(name)'") }
                let own = spirv.decorations(block, member: index), memberName = spirv.memberName(block, index)
                if let explicit = own.location { location = explicit }
                var member = part("\(spirv.name(block))\(suffix).\(memberName)", type, own)
                member.listedName = spirv.listedPrefix(ofBlock: block, variable) + memberName
                member.isPlacedInBlock = own.location != nil
                parts.append(member)
            }
            return parts
        }
        switch spirv.types[variable.pointee] {
        case .structure(let members) where spirv.decorations(variable.pointee).isBlock:
            return try blockParts(variable.pointee, members, "")
        case .array(let element, let count) where spirv.decorations(element).isBlock:
            guard case .structure(let members)? = spirv.types[element] else { break }
            var parts: [InterfaceVariable] = []
            for k in 0..<count { parts += try blockParts(element, members, "[\(k)]") }
            return parts
        default: break
        }
        guard let type = spirv.valueType(variable.pointee) else { throw unsupported("the type of '\(name)'") }
        var single = part(name, type, SPIRVDecorations())
        single.component = decorations.component
        // In ES 1.00, EXT_blend_func_extended gives the second colour a separate name instead of an index.
        if name == "gl_SecondaryFragColorEXT" || name == "gl_SecondaryFragDataEXT" { single.blendIndex = 1 }
        return [single]
    }

    /// Returns whether the type is the block gl_PerVertex. The members of this block that belong to fixed function are no built-in
    /// variables of SPIR-V.
    func isBuiltinBlock(_ type: UInt32) -> Bool { spirv.decorations(type, member: 0).builtIn != nil || spirv.name(type) == "gl_PerVertex" }

    func locationCount(_ type: ValueType) -> Int {
        switch type {
        case .scalar, .vector: 1
        case .matrix(let columns, _): columns
        case .array(let element, let count): count * locationCount(element)
        case .structure(_, let fields): fields.reduce(0) { $0 + locationCount($1.type) }
        }
    }
}

extension SPIRVModule {
    /// Returns the prefix of the names of a block's members in queries: `Block.`, or an empty string if the block has no instance name.
    func listedPrefix(ofBlock block: UInt32, _ variable: SPIRVVariable) -> String { name(variable.id).isEmpty ? "" : name(block) + "." }
}
