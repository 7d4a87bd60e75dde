// StageLowering+Outputs: outputs of a stage, including built-in outputs. Outputs are declared even if the shader does not write
// them, because the next stage may read them.

/// The slots of a built-in output. The module contains this output only if the shader stores to it.
struct BuiltinOutput {
    var builtIn: SPIRVBuiltIn
    var name: String
    var type: ValueType
    var slots: Range<Int>
}

extension StageLowering {
    func declareOutput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
        let decorations = spirv.decorations(variable.id)
        guard let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0,
              let type = spirv.valueType(variable.pointee) else { throw unsupported("the type of output '\(name)'") }
        if sharedLocations != nil, decorations.builtIn == nil, !name.hasPrefix("gl_") {
            try declareSharedOutput(variable, type, name: name)
            if let initializer = variable.initializer, let pointer = globals[variable.id] { try store(pointer, try constantValue(initializer)) }
            return
        }
        let count = placement.tightWordCount
        let first = builder.allocateSlots(count)
        try checkBudget()
        let pointer = Pointer(memory: .local(firstSlot: first, count: count), placement: placement, name: name)
        globals[variable.id] = pointer
        declareFeedback(variable, decorations, name: name)
        if let number = decorations.builtIn {
            try declareBuiltinOutput(number, slots: first ..< first + count, name: name, type: type)
        } else if isBuiltinBlock(variable.pointee), case .structure(let members)? = spirv.types[variable.pointee], case .structure(let fields) = placement {
            for (index, member) in members.enumerated() {
                guard let type = spirv.valueType(member) else { continue }
                let start = first + fields[index].offset, name = spirv.memberName(variable.pointee, index)
                if let number = spirv.decorations(variable.pointee, member: index).builtIn {
                    try declareBuiltinOutput(number, slots: start ..< start + type.scalarCount, name: name, type: type)
                } else {
                    legacyMembers.append(InterfaceVariable(name: name, type: type, location: -1, firstSlot: start))
                }
            }
        } else {
            if name.hasPrefix("gl_"), mentions[variable.id] != nil,
               !stage.rules.legacyOutputs.contains(name) {
                throw unsupported("'\(name)'")
            }
            var slot = first
            for part in try interfaceParts(variable, name: name) {
                var interface = part
                interface.firstSlot = slot
                slot += interface.type.scalarCount
                module.outputs.append(interface)
                builder.localVariables.append(LocalVariable(name: interface.name, type: interface.type, firstSlot: interface.firstSlot))
            }
        }
        if let initializer = variable.initializer { try store(pointer, try constantValue(initializer)) }
    }

    /// Records the places to which transform feedback writes a variable or the members of a block. `layout(xfb_buffer, xfb_offset,
    /// xfb_stride)` states these places (GLSL 4.60, 4.4.2.1).
    private func declareFeedback(_ variable: SPIRVVariable, _ decorations: SPIRVDecorations, name: String) {
        guard let buffer = decorations.feedbackBuffer, let stride = decorations.feedbackStride else { return }
        func add(_ name: String, buffer: Int, offset: Int?) {
            if let offset { module.feedbackPlaces.append(TransformFeedbackPlace(name: name, buffer: buffer, offset: offset, stride: stride)) }
        }
        func addMembers(of block: UInt32, _ count: Int, _ suffix: String, buffer: Int) {
            for index in 0..<count {
                let own = spirv.decorations(block, member: index), name = spirv.memberName(block, index)
                add(own.builtIn == nil ? "\(spirv.name(block))\(suffix).\(name)" : name, buffer: buffer, offset: own.offset)
            }
        }
        switch spirv.types[variable.pointee] {
        case .structure(let members) where spirv.decorations(variable.pointee).isBlock: addMembers(of: variable.pointee, members.count, "", buffer: buffer)
        case .array(let element, let count) where spirv.decorations(element).isBlock:
            guard case .structure(let members)? = spirv.types[element] else { return }
            for k in 0..<count { addMembers(of: element, members.count, "[\(k)]", buffer: buffer + k) }
        default: add(name, buffer: buffer, offset: decorations.offset)
        }
    }

    private func declareBuiltinOutput(_ number: UInt32, slots: Range<Int>, name: String, type: ValueType) throws(ShaderError) {
        guard let builtIn = SPIRVBuiltIn(rawValue: number) else { throw unsupported("'\(name)'") }
        builtinOutputs.append(BuiltinOutput(builtIn: builtIn, name: name, type: type, slots: slots))
    }

    /// Determines which built-in outputs are written, and finishes the module.
    func finishInterface() throws(ShaderError) {
        try checkBudget()
        var stored = [Bool](repeating: false, count: builder.slotCount)
        for node in builder.nodes {
            if node.opcode == .store { stored[Int(node.c)] = true }
            if node.opcode == .storeIndexed {
                let array = builder.localArrays[Int(node.c)]
                for slot in array.firstSlot ..< array.firstSlot + array.count { stored[slot] = true }
            }
        }
        for member in legacyMembers where stored[member.firstSlot ..< member.firstSlot + member.type.scalarCount].contains(true) {
            guard stage.rules.legacyOutputs.contains(member.name) else { throw unsupported("writing '\(member.name)'") }
            module.outputs.append(member)
            builder.localVariables.append(LocalVariable(name: member.name, type: member.type, firstSlot: member.firstSlot))
        }
        var observable = module.outputs.map { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount }
        if let (first, used) = sharedLocations { observable += used.map { first + 4 * $0 ..< first + 4 * $0 + 4 } }
        for output in builtinOutputs where output.slots.contains(where: { stored[$0] }) {
            guard stage.rules.builtinOutputs.contains(output.builtIn) else { throw unsupported("writing '\(output.name)'") }
            switch output.builtIn {
            case .position: module.builtinOutputs.position = output.slots.lowerBound
            case .pointSize: module.builtinOutputs.pointSize = output.slots.lowerBound
            case .clipDistance:
                module.builtinOutputs.clipDistance = output.slots.lowerBound
                module.builtinOutputs.clipDistanceCount = output.slots.count
            case .fragDepth: module.builtinOutputs.fragmentDepth = output.slots.lowerBound
            case .sampleMask: module.builtinOutputs.sampleMask = output.slots.lowerBound
            case .primitiveID: module.builtinOutputs.primitiveID = output.slots.lowerBound
            case .layer: module.builtinOutputs.layer = output.slots.lowerBound
            default: throw unsupported("writing '\(output.name)'")
            }
            observable.append(output.slots)
            builder.localVariables.append(LocalVariable(name: output.name, type: output.type, firstSlot: output.slots.lowerBound))
        }
        builder.finish(&module, observable: observable, contracts: !spirv.forbidsContraction)
    }
}
