// StageLowering+Interface: module-scope variables: inputs, outputs, built-in variables, uniforms, private variables.
//
// Inputs are declared only if the stage uses them; outputs always, because the next stage may read them. Each member of a block is
// one interface variable with the name `Block.member`.

/// The source of one component of an input variable.
enum InputSource {
    /// A component of the module's inputs.
    case component(Int, ScalarType)
    case builtin(BuiltinInput, ScalarType)
    /// gl_FragCoord.x or .y with layout qualifiers: `fromTop` counts rows from the top; `isCorner` gives pixel corners, which are
    /// half a pixel less.
    case windowCoordinate(BuiltinInput, fromTop: Bool, isCorner: Bool)
}

extension StageLowering {
    func declareInterface() throws(ShaderError) {
        findMentions()
        let start = line
        defer { line = start }
        for variable in spirv.variables {
            let mention = mentions[variable.id]
            let isMentioned = mention != nil
            // Variables at module scope have no line, so the line of the first use is taken.
            line = mention ?? start
            let name = spirv.name(variable.id)
            switch variable.storage {
            case SPIRVStorageClass.uniformConstant where name == "gl_NumSamples" && stage.rules.hasPixels:
                // A uniform in GLSL, but no application sets it.
                guard let placement = spirv.tightPlacement(variable.pointee) else { throw unsupported("'\(name)'") }
                globals[variable.id] = Pointer(memory: .input(first: inputSources.count, count: 1), placement: placement, name: name)
                inputSources.append(.builtin(.sampleCount, .int))
            case SPIRVStorageClass.uniformConstant, SPIRVStorageClass.uniform:
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
            default:
                if isMentioned { throw unsupported("buffer, shared or other storage of '\(name)'") }
            }
        }
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

    /// Finds the variables that reachable functions use.
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
                    case .store, .copyMemory: mention(operands.prefix(2))
                    case .extInst: mention(operands.dropFirst(4))
                    case .functionCall:
                        mention(operands.dropFirst(3))
                        if let callee = operands.dropFirst(2).first, reached.insert(callee).inserted { pending.append(callee) }
                    default: break
                    }
                }
            }
        }
    }

    // MARK: Inputs

    private func declareInput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
        let decorations = spirv.decorations(variable.id)
        if let builtIn = decorations.builtIn { return try declareBuiltinInput(variable, builtIn, name: name) }
        if name.hasPrefix("gl_"), !stage.rules.legacyInputs.contains(name) {
            throw unsupported("'\(name)'")
        }
        guard let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0,
              spirv.valueType(variable.pointee) != nil else { throw unsupported("the type of input '\(name)'") }
        let first = inputSources.count
        for part in try interfaceParts(variable, name: name) {
            var interface = part
            interface.firstSlot = module.inputComponentCount
            module.inputs.append(interface)
            if interface.sampling == .sample { module.runsPerSample = true }
            let scalars = scalarList(interface.type)
            for (k, type) in scalars.enumerated() {
                inputSources.append(.component(module.inputComponentCount + k, type))
            }
            module.inputComponentCount += scalars.count
        }
        let count = inputSources.count - first
        globals[variable.id] = Pointer(memory: .input(first: first, count: count), placement: placement, name: name)
    }

    private func declareBuiltinInput(_ variable: SPIRVVariable, _ number: UInt32, name: String) throws(ShaderError) {
        let first = inputSources.count
        let types = try scalarTypes(variable.pointee)
        guard let placement = spirv.tightPlacement(variable.pointee) else { throw unsupported("'\(name)'") }
        let sources: [InputSource]
        guard let builtIn = SPIRVBuiltIn(rawValue: number), stage.rules.builtinInputs.contains(builtIn) else {
            throw unsupported("'\(name)' in the \(stage.rawValue) stage")
        }
        switch builtIn {
        case .vertexID, .vertexIndex: sources = [.builtin(.vertexID, .int)]
        case .instanceID, .instanceIndex: sources = [.builtin(.instanceID, .int)]
        case .baseVertex: sources = [.builtin(.baseVertex, .int)]
        case .baseInstance: sources = [.builtin(.baseInstance, .int)]
        case .drawIndex: sources = [.builtin(.drawID, .int)]
        case .fragCoord:
            let isCorner = spirv.executionModes.contains(SPIRVExecutionMode.pixelCenterInteger)
            let fromTop = spirv.executionModes.contains(SPIRVExecutionMode.originUpperLeft)
            sources = [.windowCoordinate(.fragCoordX, fromTop: false, isCorner: isCorner),
                       .windowCoordinate(.fragCoordY, fromTop: fromTop, isCorner: isCorner),
                       .builtin(.fragCoordZ, .float), .builtin(.fragCoordW, .float)]
        case .frontFacing: sources = [.builtin(.frontFacing, .bool)]
        case .pointCoord: sources = [.builtin(.pointCoordX, .float), .builtin(.pointCoordY, .float)]
        case .primitiveID: sources = [.builtin(.primitiveID, .int)]
        case .layer: sources = [.builtin(.layer, .int)]
        case .helperInvocation: sources = [.builtin(.helperInvocation, .bool)]
        case .sampleID:
            sources = [.builtin(.sampleID, .int)]
            module.runsPerSample = true
        case .samplePosition:
            sources = [.builtin(.samplePositionX, .float), .builtin(.samplePositionY, .float)]
            module.runsPerSample = true
        case .clipDistance:
            // Interpolated like a varying; the linker finds the vertex stage's slots by this name.
            module.inputs.append(InterfaceVariable(name: Self.clipDistanceName, type: .array(.scalar(.float), types.count),
                                                   location: -1, firstSlot: module.inputComponentCount))
            sources = types.indices.map { .component(module.inputComponentCount + $0, .float) }
            module.inputComponentCount += types.count
        default: throw unsupported("'\(name)' in the \(stage.rawValue) stage")
        }
        guard sources.count == types.count, zip(sources, types).allSatisfy({ $0.type == $1 }) else {
            throw unsupported("the type of '\(name)'")
        }
        inputSources += sources
        globals[variable.id] = Pointer(memory: .input(first: first, count: sources.count), placement: placement, name: name)
    }

    static var clipDistanceName: String { "gl_ClipDistance" }

    func readInput(_ index: Int) throws(ShaderError) -> Node {
        guard inputSources.indices.contains(index) else { throw malformed("an input out of range") }
        return value(of: inputSources[index]) { builder.pure($0.opcode, $0.type, $0.a, $0.b, $0.c) }
    }

    private func value(of source: InputSource, _ emit: (Instruction) -> Node) -> Node {
        switch source {
        case .component(let component, let type): return emit(Instruction(.input, type, c: Int32(component)))
        case .builtin(let builtin, let type): return emit(Instruction(.builtin, type, c: builtin.rawValue))
        case .windowCoordinate(let builtin, let fromTop, let isCorner):
            var coordinate = emit(Instruction(.builtin, .float, c: builtin.rawValue))
            if fromTop, let word = layout.targetHeightWord {
                let height = emit(Instruction(.uniform, .float, b: 0, c: Int32(word)))
                coordinate = emit(Instruction(.fsub, .float, a: height, b: coordinate))
            }
            return isCorner ? emit(Instruction(.fsub, .float, a: coordinate, b: builder.float(0.5))) : coordinate
        }
    }

    /// The first of the local slots that hold a copy of these inputs for dynamic indices. The copy is made at entry.
    func copiedInput(first: Int, count: Int) throws(ShaderError) -> Int {
        if let slot = inputCopies[first] { return slot }
        let slot = builder.allocateSlots(count)
        inputCopies[first] = slot
        builder.atEntry {
            for k in 0..<count {
                builder.store(slot + k, value(of: inputSources[first + k], builder.append))
            }
        }
        return slot
    }

    // MARK: Outputs

    private func declareOutput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
        let decorations = spirv.decorations(variable.id)
        guard let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0,
              let type = spirv.valueType(variable.pointee) else { throw unsupported("the type of output '\(name)'") }
        let count = placement.tightWordCount
        let first = builder.allocateSlots(count)
        try checkBudget()
        let pointer = Pointer(memory: .local(firstSlot: first, count: count), placement: placement, name: name)
        globals[variable.id] = pointer
        if let number = decorations.builtIn {
            try declareBuiltinOutput(number, slots: first ..< first + count, name: name, type: type)
        } else if case .structure(let members)? = spirv.types[variable.pointee],
                  spirv.decorations(variable.pointee, member: 0).builtIn != nil, case .structure(let fields) = placement {
            for (index, member) in members.enumerated() {
                guard let number = spirv.decorations(variable.pointee, member: index).builtIn, let type = spirv.valueType(member) else { continue }
                let start = first + fields[index].offset
                try declareBuiltinOutput(number, slots: start ..< start + type.scalarCount,
                                         name: spirv.memberName(variable.pointee, index), type: type)
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

    private func declareBuiltinOutput(_ number: UInt32, slots: Range<Int>, name: String, type: ValueType) throws(ShaderError) {
        guard let builtIn = SPIRVBuiltIn(rawValue: number) else { throw unsupported("'\(name)'") }
        builtinOutputs.append(BuiltinOutput(builtIn: builtIn, name: name, type: type, slots: slots))
    }

    /// The interface variables of a variable: one, or one for each member of a block, with names, locations and interpolation.
    /// `firstSlot` stays 0.
    private func interfaceParts(_ variable: SPIRVVariable, name: String) throws(ShaderError) -> [InterfaceVariable] {
        let decorations = spirv.decorations(variable.id)
        let isInput = variable.storage == SPIRVStorageClass.input
        // Only built-in variables have no location; fragment outputs of this kind are at location 0.
        var location = decorations.location ?? (!isInput && stage.rules.outputs == .targets ? 0 : -1)
        func part(_ name: String, _ type: ValueType, _ own: SPIRVDecorations) -> InterfaceVariable {
            defer { if location >= 0 { location += locationCount(type) } }
            let isInteger = scalarList(type).contains { $0 != .float }
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
                let own = spirv.decorations(block, member: index)
                if let explicit = own.location { location = explicit }
                parts.append(part("\(spirv.name(block))\(suffix).\(spirv.memberName(block, index))", type, own))
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
        // Varyings match by name, so their component does not matter.
        guard decorations.component == 0 || (isInput ? stage.rules.inputs : stage.rules.outputs) == .varyings else {
            throw failure("'\(name)' : a layout with a component is not supported here; declare one vector for the location")
        }
        var single = part(name, type, SPIRVDecorations())
        // EXT_blend_func_extended in ES 1.00 names the second colour instead of assigning an index.
        if name == "gl_SecondaryFragColorEXT" || name == "gl_SecondaryFragDataEXT" { single.blendIndex = 1 }
        return [single]
    }

    private func scalarList(_ type: ValueType) -> [ScalarType] {
        switch type {
        case .scalar(let scalar): [scalar]
        case .vector(let scalar, let count): Array(repeating: scalar, count: count)
        case .matrix(let columns, let rows): Array(repeating: .float, count: columns * rows)
        case .array(let element, let count): Array(repeatElement(scalarList(element), count: count).joined())
        case .structure(_, let fields): fields.flatMap { scalarList($0.type) }
        }
    }

    private func locationCount(_ type: ValueType) -> Int {
        switch type {
        case .scalar, .vector: 1
        case .matrix(let columns, _): columns
        case .array(let element, let count): count * locationCount(element)
        case .structure(_, let fields): fields.reduce(0) { $0 + locationCount($1.type) }
        }
    }

    // MARK: Finishing

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
        var observable = module.outputs.map { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount }
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
            default: throw unsupported("writing '\(output.name)'")
            }
            observable.append(output.slots)
            builder.localVariables.append(LocalVariable(name: output.name, type: output.type, firstSlot: output.slots.lowerBound))
        }
        builder.finish(&module, observable: observable, contracts: !spirv.forbidsContraction)
    }
}

/// The slots of a built-in output. The module contains it only if the shader stores to it.
struct BuiltinOutput {
    var builtIn: SPIRVBuiltIn
    var name: String
    var type: ValueType
    var slots: Range<Int>
}

extension InputSource {
    var type: ScalarType {
        switch self {
        case .component(_, let type), .builtin(_, let type): type
        case .windowCoordinate: .float
        }
    }
}
