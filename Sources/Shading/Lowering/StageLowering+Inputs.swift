// StageLowering+Inputs: inputs of a stage, including built-in inputs. An input is declared only if the stage uses it.

/// The source of one component of an input variable.
enum InputSource {
    /// A component of the module's inputs.
    case component(Int, ScalarType)
    case builtin(BuiltinInput, ScalarType)
    /// The int 0, which is the value of gl_ViewportIndex, because there is only one viewport.
    case zero
    /// gl_FragCoord.x or gl_FragCoord.y with layout qualifiers. If `fromTop` is true, rows are counted from the top. If `isCorner` is true,
    /// the value is the coordinate of the pixel's corner, which is half a pixel less than the coordinate of the centre.
    case windowCoordinate(BuiltinInput, fromTop: Bool, isCorner: Bool)
    /// The position of the invocation in the dispatch along an axis: gl_GlobalInvocationID.
    case globalInvocation(axis: Int32)
    /// The index of the invocation in its work group: gl_LocalInvocationIndex.
    case localInvocationIndex
}

extension StageLowering {
    func declareInput(_ variable: SPIRVVariable, name: String) throws(ShaderError) {
        let decorations = spirv.decorations(variable.id)
        if let builtIn = decorations.builtIn { return try declareBuiltinInput(variable, builtIn, name: name) }
        if stage == .geometry { return try declareVertexInput(variable, name: name) }
        if name.hasPrefix("gl_"), name != Self.fragmentBlock, !stage.rules.legacyInputs.contains(name) {
            throw unsupported("'\(name)'")
        }
        guard let placement = spirv.tightPlacement(variable.pointee), placement.unitCount == 0,
              spirv.valueType(variable.pointee) != nil else { throw unsupported("the type of input '\(name)'") }
        let first = inputSources.count
        let isFixedFunction = spirv.name(variable.pointee) == Self.fragmentBlock
        let read = isFixedFunction ? membersRead(of: variable.id) : nil
        for (index, part) in try interfaceParts(variable, name: name).enumerated() {
            var interface = part
            if let read {
                guard read.contains(index) else {
                    inputSources += Array(repeating: .zero, count: part.type.scalarCount)
                    continue
                }
                interface.name = spirv.memberName(variable.pointee, index)
                interface.listedName = interface.name
                interface.location = -1
            }
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
        case .invocationID: sources = [.builtin(.invocationID, .int)]
        case .layer: sources = [.builtin(.layer, .int)]
        case .viewportIndex: sources = [.zero]
        case .helperInvocation: sources = [.builtin(.helperInvocation, .bool)]
        case .sampleID:
            sources = [.builtin(.sampleID, .int)]
            module.runsPerSample = true
        case .samplePosition:
            sources = [.builtin(.samplePositionX, .float), .builtin(.samplePositionY, .float)]
            module.runsPerSample = true
        case .sampleMask: sources = [.builtin(.sampleMask, .int)]
        case .workGroupCount: sources = Self.axes.map { .builtin(BuiltinInput.along($0, from: .workGroupCountX), .uint) }
        case .workGroup: sources = Self.axes.map { .builtin(BuiltinInput.along($0, from: .workGroupX), .uint) }
        case .localInvocation: sources = Self.axes.map { .builtin(BuiltinInput.along($0, from: .localInvocationX), .uint) }
        case .globalInvocation: sources = Self.axes.map { .globalInvocation(axis: $0) }
        case .localInvocationIndex: sources = [.localInvocationIndex]
        case .clipDistance:
            // Clip distances are interpolated like a varying. By the name `clipDistanceName`, the linker finds the slots that the preceding
            // stage writes.
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

    /// The block that has the inputs of fixed function in fragment shaders of GLSL 1.50 and later. The members of this block become
    /// ordinary inputs, in the same way as the variables of fixed function in older versions.
    private static var fragmentBlock: String { "gl_PerFragment" }

    /// Returns the indices of the block's members that functions access. Every access names a member, because a block without an instance
    /// name cannot be accessed as a whole.
    private func membersRead(of variable: UInt32) -> Set<Int> {
        var result: Set<Int> = []
        for instruction in spirv.functions.values.lazy.flatMap(\.blocks).flatMap(\.instructions) {
            guard instruction.opcode == .accessChain || instruction.opcode == .inBoundsAccessChain, instruction.count > 4,
                  spirv.words[instruction.start + 3] == variable else { continue }
            if case .scalar(let index)? = spirv.constants[spirv.words[instruction.start + 4]]?.value { result.insert(Int(index)) }
        }
        return result
    }

    private static let axes: [Int32] = [0, 1, 2]
    static var clipDistanceName: String { "gl_ClipDistance" }

    func readInput(_ index: Int) throws(ShaderError) -> Node {
        guard inputSources.indices.contains(index) else { throw malformed("an input out of range") }
        return value(of: inputSources[index]) { builder.pure($0.opcode, $0.type, $0.a, $0.b, $0.c) }
    }

    private func value(of source: InputSource, _ emit: (Instruction) -> Node) -> Node {
        switch source {
        case .component(let component, let type): return emit(Instruction(.input, type, c: Int32(component)))
        case .builtin(let builtin, let type): return emit(Instruction(.builtin, type, c: builtin.rawValue))
        case .zero: return builder.int(0)
        case .windowCoordinate(let builtin, let fromTop, let isCorner):
            var coordinate = emit(Instruction(.builtin, .float, c: builtin.rawValue))
            if fromTop, let word = layout.targetHeightWord {
                let height = emit(Instruction(.uniform, .float, b: 0, c: Int32(word)))
                coordinate = emit(Instruction(.fsub, .float, a: height, b: coordinate))
            }
            return isCorner ? emit(Instruction(.fsub, .float, a: coordinate, b: builder.float(0.5))) : coordinate
        case .globalInvocation(let axis):
            // No sum overflows: a dispatch has at most 65535 work groups along an axis, and a work group at most 1024 invocations.
            let group = emit(Instruction(.builtin, .uint, c: BuiltinInput.along(axis, from: .workGroupX).rawValue))
            let first = product(group, module.workGroupSize[Int(axis)], emit)
            return sum(first, localInvocation(axis, emit), emit)
        case .localInvocationIndex:
            let size = module.workGroupSize
            let row = sum(product(localInvocation(2, emit), size.y, emit), localInvocation(1, emit), emit)
            return sum(product(row, size.x, emit), localInvocation(0, emit), emit)
        }
    }

    /// Returns a node for the invocation's position in its work group along an axis; the constant 0 if the size of the work group along
    /// this axis is 1.
    private func localInvocation(_ axis: Int32, _ emit: (Instruction) -> Node) -> Node {
        module.workGroupSize[Int(axis)] == 1 ? builder.uint(0)
            : emit(Instruction(.builtin, .uint, c: BuiltinInput.along(axis, from: .localInvocationX).rawValue))
    }
    private func product(_ value: Node, _ factor: Int, _ emit: (Instruction) -> Node) -> Node {
        if factor == 1 || builder.constantBits(value) == 0 { return value }
        return emit(Instruction(.imul, .uint, a: value, b: builder.uint(UInt32(factor))))
    }
    private func sum(_ a: Node, _ b: Node, _ emit: (Instruction) -> Node) -> Node {
        if builder.constantBits(a) == 0 { return b }
        return builder.constantBits(b) == 0 ? a : emit(Instruction(.iadd, .uint, a: a, b: b))
    }

    /// Copies inputs to local slots at entry, because a dynamic index can only select among local slots. Returns the first slot of the
    /// copy.
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
        case .zero: .int
        case .windowCoordinate: .float
        case .globalInvocation, .localInvocationIndex: .uint
        }
    }
}
