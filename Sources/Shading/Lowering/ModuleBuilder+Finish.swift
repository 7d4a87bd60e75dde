// ModuleBuilder+Finish: converts nodes to the module, without unobserved nodes and unused slots, and with constants at the front.

extension ModuleBuilder {
    /// Fills `module` with the instructions, slots and tables. The module's interface must use slot numbers of this builder;
    /// `finish` renumbers them.
    /// - Parameters:
    ///   - observable: the slots that are read after the invocation has ended.
    ///   - contracts: whether products and sums may be fused.
    ///   - packsSlots: whether to remove unused slots and renumber the others.
    func finish(_ module: inout ShaderModule, observable: [Range<Int>], contracts: Bool, packsSlots: Bool = true) {
        keepBitsOfCopies()
        let live = Liveness(self, observable: observable + localVariables.map { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount })
        let nodes = contracts ? Contraction.apply(to: self, live: live.nodes, useCounts: live.useCounts) : live.nodes
        var emission = Emission(builder: self, live: nodes)
        emission.run(&module)
        module.writesMemory = module.instructions.contains { $0.opcode == .storageStore || $0.opcode == .imageStore }
            || module.atomicOperations.contains { if case .shared = $0.memory { false } else { true } }
        module.hasBarriers = module.instructions.contains { $0.opcode == .barrier }
        module.lookupGroups = module.foundLookupGroups()
        module.indexedUniforms = Set(indexedUniforms.lazy.filter { nodes[Int($0.key)] }.map(\.value))
        if packsSlots {
            packSlots(&module, observable: observable)
        } else {
            module.localSlotCount = slotCount
            module.localVariables = localVariables
        }
    }

    /// Removes slots that are no longer used. Consecutive slots (variables, arrays, outputs) stay consecutive.
    private func packSlots(_ module: inout ShaderModule, observable: [Range<Int>]) {
        var used = [Bool](repeating: false, count: slotCount)
        func mark(_ range: Range<Int>) { for slot in range { used[slot] = true } }
        observable.forEach(mark)
        for variable in localVariables { mark(variable.firstSlot ..< variable.firstSlot + variable.type.scalarCount) }
        for array in module.localArrays { mark(array.firstSlot ..< array.firstSlot + array.count) }
        for instruction in module.instructions where instruction.opcode == .load || instruction.opcode == .store {
            used[Int(instruction.c)] = true
        }
        var renumbered = [Int](repeating: 0, count: slotCount + 1)
        for slot in 0..<slotCount { renumbered[slot + 1] = renumbered[slot] + (used[slot] ? 1 : 0) }
        for index in module.instructions.indices {
            let opcode = module.instructions[index].opcode
            if opcode == .load || opcode == .store {
                module.instructions[index].c = Int32(renumbered[Int(module.instructions[index].c)])
            }
        }
        for index in module.localArrays.indices { module.localArrays[index].firstSlot = renumbered[module.localArrays[index].firstSlot] }
        module.localVariables = localVariables.map {
            LocalVariable(name: $0.name, type: $0.type, firstSlot: renumbered[$0.firstSlot], scope: $0.scope)
        }
        for index in module.outputs.indices { module.outputs[index].firstSlot = renumbered[module.outputs[index].firstSlot] }
        func renumber(_ slot: inout Int?) { slot = slot.map { renumbered[$0] } }
        renumber(&module.builtinOutputs.position)
        renumber(&module.builtinOutputs.pointSize)
        renumber(&module.builtinOutputs.clipDistance)
        renumber(&module.builtinOutputs.fragmentDepth)
        renumber(&module.builtinOutputs.sampleMask)
        renumber(&module.builtinOutputs.primitiveID)
        renumber(&module.builtinOutputs.layer)
        module.localSlotCount = renumbered[slotCount]
    }
}

/// Finds the nodes whose results are used or whose effects can be observed.
private struct Liveness {
    private let builder: ModuleBuilder
    private(set) var nodes: [Bool]
    /// For each node, the number of its uses as an operand.
    private(set) var useCounts: [Int32]
    private var pending: [Node] = []
    private var storesBySlot: [Int: [Node]] = [:]
    private var storesByArray: [Int: [Node]] = [:]
    private var slotIsRead: [Bool]
    private var arrayIsRead: [Bool]
    private var carried: [Int: Node] = [:]

    init(_ builder: ModuleBuilder, observable: [Range<Int>]) {
        self.builder = builder
        nodes = [Bool](repeating: false, count: builder.nodes.count)
        useCounts = [Int32](repeating: 0, count: builder.nodes.count)
        slotIsRead = [Bool](repeating: false, count: builder.slotCount)
        arrayIsRead = [Bool](repeating: false, count: builder.localArrays.count)
        for (value, slot) in builder.carriers { carried[slot] = value }
        for node in builder.entry + builder.body {
            let instruction = builder.nodes[Int(node)]
            switch instruction.opcode {
            case .store: storesBySlot[Int(instruction.c), default: []].append(node)
            case .storeIndexed: storesByArray[Int(instruction.c), default: []].append(node)
            case .exit, .discard, .loopBegin, .storageStore, .sharedStore, .atomic, .imageStore, .barrier, .memoryBarrier,
                 .emitVertex, .endPrimitive: mark(node)
            default: break
            }
        }
        for range in observable { for slot in range { read(slot: slot) } }
        while let node = pending.popLast() { follow(node) }
    }

    private mutating func mark(_ node: Node) {
        guard node >= 0 else { return }
        useCounts[Int(node)] += 1
        if nodes[Int(node)] { return }
        nodes[Int(node)] = true
        pending.append(node)
    }

    private mutating func read(slot: Int) {
        guard !slotIsRead[slot] else { return }
        slotIsRead[slot] = true
        for node in storesBySlot[slot] ?? [] { mark(node) }
        if let value = carried[slot] { mark(value) }
        for (index, array) in builder.localArrays.enumerated()
        where slot >= array.firstSlot && slot < array.firstSlot + array.count {
            for node in storesByArray[index] ?? [] { mark(node) }
        }
    }

    private mutating func read(array: Int) {
        guard !arrayIsRead[array] else { return }
        arrayIsRead[array] = true
        let slots = builder.localArrays[array].firstSlot ..< builder.localArrays[array].firstSlot + builder.localArrays[array].count
        for slot in slots { read(slot: slot) }
    }

    private mutating func follow(_ node: Node) {
        let instruction = builder.nodes[Int(node)]
        let definition = instruction.opcode.definition
        if definition.a.isValue { mark(instruction.a) }
        if definition.b.isValue { mark(instruction.b) }
        if definition.c.isValue { mark(instruction.c) }
        mark(builder.nodeParents[Int(node)])
        switch instruction.opcode {
        case .load: read(slot: Int(instruction.c))
        case .loadIndexed: read(array: Int(instruction.c))
        case .component: mark(node - instruction.c)
        case .texture, .textureSize: builder.textureOperations[Int(instruction.c)].valueOperands.forEach { mark($0) }
        case .imageLoad, .imageStore, .imageSize: builder.imageOperations[Int(instruction.c)].valueOperands.forEach { mark($0) }
        case .atomic:
            let operation = builder.atomicOperations[Int(instruction.c)]
            operation.valueOperands.forEach { mark($0) }
            if let image = operation.imageOperation { builder.imageOperations[image].valueOperands.forEach { mark($0) } }
        default: break
        }
    }
}

/// Writes the live nodes in their final order and with their final numbers.
private struct Emission {
    let builder: ModuleBuilder
    let live: [Bool]
    private var numbers: [Int32]
    private var instructions: [Instruction] = []
    private var locations: [Int32] = []
    private var open: [(begin: Node, at: Int, elseAt: Int)] = []
    /// The exits of each open block, as instruction numbers. When the block ends, `close` writes the number of the block into each of its
    /// exits.
    private var exitsByBlock: [Node: [Int]] = [:]
    private var blockHasExit: Set<Node> = []
    private var arrayNumbers: [Int32]
    private var arrays: [LocalArray] = []
    private var textureOperations: [TextureOperation] = []
    private var imageOperations: [ImageOperation] = []
    private var atomicOperations: [AtomicOperation] = []

    init(builder: ModuleBuilder, live: [Bool]) {
        self.builder = builder
        self.live = live
        numbers = [Int32](repeating: -1, count: builder.nodes.count)
        arrayNumbers = [Int32](repeating: -1, count: builder.localArrays.count)
        for node in builder.body where builder.nodes[Int(node)].opcode == .exit { blockHasExit.insert(builder.nodes[Int(node)].c) }
    }

    mutating func run(_ module: inout ShaderModule) {
        for node in builder.nodes.indices where live[node] && builder.nodes[node].opcode == .constant {
            numbers[node] = Int32(instructions.count)
            add(builder.nodes[node], Node(node))
        }
        module.constantCount = instructions.count
        for node in builder.entry + builder.body { emit(node) }
        module.instructions = instructions
        module.instructionLocations = locations
        module.localArrays = arrays
        module.textureOperations = textureOperations
        module.imageOperations = imageOperations
        module.atomicOperations = atomicOperations
        module.namedValues = builder.namedValues.map { value in
            var value = value
            value.instructions = value.instructions.map { numbers[Int($0)] }
            return value
        }
        module.usesDiscard = instructions.contains { $0.opcode == .discard }
    }

    private mutating func add(_ instruction: Instruction, _ node: Node) {
        instructions.append(instruction)
        locations.append(builder.nodeLocations[Int(node)])
    }

    private func stays(_ begin: Node) -> Bool {
        switch builder.nodes[Int(begin)].opcode {
        case .blockBegin: blockHasExit.contains(begin)
        default: live[Int(begin)]
        }
    }

    private mutating func emit(_ node: Node) {
        var instruction = builder.nodes[Int(node)]
        switch instruction.opcode {
        case .ifBegin, .blockBegin, .loopBegin:
            guard stays(node) else { return }
            open.append((node, instructions.count, -1))
            if instruction.opcode == .ifBegin { instruction.a = numbers[Int(instruction.a)] }
        case .elseBegin:
            guard stays(instruction.c) else { return }
            open[open.count - 1].elseAt = instructions.count
            instructions[open[open.count - 1].at].b = Int32(instructions.count)
        case .end:
            guard stays(instruction.c) else { return }
            return add(Instruction(.end, .void, c: Int32(close())), node)
        case .exit:
            exitsByBlock[instruction.c, default: []].append(instructions.count)
        case .component:
            guard live[Int(node - instruction.c)] else { return }
        default:
            guard live[Int(node)] else { return }
            renumberOperands(&instruction)
        }
        numbers[Int(node)] = Int32(instructions.count)
        add(instruction, node)
        carry(node, instruction)
    }

    /// Completes the instructions that begin, divide and leave the innermost construct. The caller adds the construct's `end` as the next
    /// instruction. Returns the number of the construct's begin.
    private mutating func close() -> Int {
        let closed = open.removeLast()
        let end = Int32(instructions.count)
        instructions[closed.at].c = end
        if instructions[closed.at].opcode == .ifBegin {
            if closed.elseAt >= 0 { instructions[closed.elseAt].c = end } else { instructions[closed.at].b = end }
        }
        for exit in exitsByBlock[closed.begin] ?? [] { instructions[exit].c = Int32(closed.at) }
        return closed.at
    }

    /// If a value is used after its construct has ended, adds a store after the value. The store writes the value to its carrier slot (see
    /// `ModuleBuilder.carriers`). Code after the construct reads this slot.
    private mutating func carry(_ node: Node, _ instruction: Instruction) {
        var carriedNodes = [node]
        let base = instruction.opcode == .component ? node - instruction.c : node
        let extra = builder.nodes[Int(base)].opcode.extraResults
        if extra > 0 {
            // Component instructions must follow each other directly, so stores of components come after the last component.
            guard Int(node - base) == extra else { return }
            carriedNodes = (0...extra).map { base + Node($0) }
        }
        for value in carriedNodes {
            guard let slot = builder.carriers[value], live[Int(value)] else { continue }
            add(Instruction(.store, .void, a: numbers[Int(value)], c: Int32(slot)), node)
        }
    }

    private mutating func renumberOperands(_ instruction: inout Instruction) {
        let definition = instruction.opcode.definition
        if definition.a.isValue { instruction.a = numbers[Int(instruction.a)] }
        if definition.b.isValue { instruction.b = numbers[Int(instruction.b)] }
        if definition.c.isValue { instruction.c = numbers[Int(instruction.c)] }
        if definition.c == .array {
            let array = Int(instruction.c)
            if arrayNumbers[array] < 0 {
                arrayNumbers[array] = Int32(arrays.count)
                arrays.append(builder.localArrays[array])
            }
            instruction.c = arrayNumbers[array]
        }
        if definition.c == .texture {
            var operation = builder.textureOperations[Int(instruction.c)]
            operation.replaceOperands { numbers[Int($0)] }
            instruction.c = Int32(textureOperations.count)
            textureOperations.append(operation)
        }
        if definition.c == .image { instruction.c = Int32(add(imageOperation: Int(instruction.c))) }
        if definition.c == .atomic {
            var operation = builder.atomicOperations[Int(instruction.c)]
            operation.replaceOperands { numbers[Int($0)] }
            if let image = operation.imageOperation { operation.memory = .image(operation: add(imageOperation: image)) }
            instruction.c = Int32(atomicOperations.count)
            atomicOperations.append(operation)
        }
    }

    private mutating func add(imageOperation index: Int) -> Int {
        var operation = builder.imageOperations[index]
        operation.replaceOperands { numbers[Int($0)] }
        imageOperations.append(operation)
        return imageOperations.count - 1
    }
}
