// StageLowering+Inputs: inputs of a stage, including built-in inputs. An input is declared only if the stage uses it.

/// The source of one component of an input variable.
enum InputSource {
    /// A component of the module's inputs.
    case component(Int, ScalarType)
    case builtin(BuiltinInput, ScalarType)
    /// gl_FragCoord.x or gl_FragCoord.y with layout qualifiers. If `fromTop` is true, rows are counted from the top. If `isCorner`
    /// is true, the coordinate is that of the pixel's corner, which is half a pixel less than the centre's coordinate.
    case windowCoordinate(BuiltinInput, fromTop: Bool, isCorner: Bool)
}

extension StageLowering {
    func declareInput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
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
            let scalars = interface.type.scalars
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
        case .sampleMask: sources = [.builtin(.sampleMask, .int)]
        case .clipDistance:
            // Clip distances are interpolated like a varying. By this name, the linker finds the slots of the vertex stage.
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

    /// A dynamic index needs a copy of the inputs in local slots, which is made at entry. Returns the first slot of the copy.
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
}

extension InputSource {
    var type: ScalarType {
        switch self {
        case .component(_, let type), .builtin(_, let type): type
        case .windowCoordinate: .float
        }
    }
}
