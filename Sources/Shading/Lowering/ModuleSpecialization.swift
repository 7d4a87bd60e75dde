// ModuleSpecialization: makes a copy of a ShaderModule that gives the same bits with less work. Optimised code is compiled from the
// specialised module. The interpreter and debuggers run the module as it was lowered.
//
// Counted loops are written out turn by turn, so the counter is a constant in each turn. Expressions of constants are evaluated, whatever
// their opcode. Values that are computed several times in the same way are computed only once. An array whose indices are all constants
// becomes plain slots. If the index of an access to a small array differs between lanes, the access becomes selections among the array's
// elements.

extension ShaderModule {
    /// Returns the specialised module. Outputs keep their slots, and `origins` has the index of the original instruction for each
    /// instruction.
    /// - Parameter differsInLanes: Whether the value of an instruction may differ between the lanes of a kernel. If the index of an array
    ///   access does not differ between the lanes, one load or store accesses the element for all lanes, so no selections are needed.
    /// - Precondition: no derivative is computed at a place where lanes may be inactive. Inactive lanes may hold other values than in the
    ///   original module.
    package func specialized(differsInLanes: @escaping (Int) -> Bool = { _ in true }) -> ShaderModule {
        let rewriter = ModuleRewriter(self, differsInLanes)
        _ = rewriter.rewrite(constantCount ..< instructions.count)
        var result = self
        rewriter.builder.finish(&result, observable: outputSlots.map { $0 ..< $0 + 1 }, contracts: false, packsSlots: false)
        // Specialisation may remove the last `discard`, store or barrier. But other kernels of the same draw rely on `usesDiscard` and
        // similar properties of the original module. So the specialised module keeps the original values.
        result.usesDiscard = usesDiscard
        result.writesMemory = writesMemory
        result.hasBarriers = hasBarriers
        result.origins = result.instructionLocations
        // A module that was made by hand has no locations.
        result.instructionLocations = instructionLocations.isEmpty ? [] : result.origins.map { instructionLocations[Int($0)] }
        return result
    }

    /// The local slots that are read after the shader has ended, and whenever a geometry shader emits a vertex.
    package var outputSlots: [Int] {
        outputs.flatMap { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount } + builtinOutputs.slots
    }
}

private final class ModuleRewriter {
    let builder = ModuleBuilder()
    private let module: ShaderModule
    /// The node of each instruction's value, or of each construct's begin.
    private var nodes: [Node]
    private let loops: CountedLoops
    /// The blocks that some lanes leave by an exit. The lanes that leave a block continue after the block.
    private var hasArrivals: Set<Node> = []
    private let differsInLanes: (Int) -> Bool

    init(_ module: ShaderModule, _ differsInLanes: @escaping (Int) -> Bool) {
        self.module = module
        self.differsInLanes = differsInLanes
        nodes = Array(repeating: -1, count: module.instructions.count)
        loops = CountedLoops(module)
        builder.foldsExactly = true
        _ = builder.allocateSlots(module.localSlotCount)
        for index in 0 ..< module.constantCount {
            nodes[index] = builder.constant(UInt32(bitPattern: module.instructions[index].c), module.instructions[index].type)
        }
    }

    /// Rewrites the instructions of a range.
    /// - Returns: true if all lanes leave the innermost construct before the end of the range.
    func rewrite(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let instruction = module.instructions[index]
            builder.location = Int32(index)
            switch instruction.opcode {
            case .ifBegin:
                if rewriteBranch(index) { return true }
                index = Int(instruction.c)
            case .blockBegin:
                nodes[index] = builder.begin(.blockBegin)
                let leaves = rewrite(index + 1 ..< Int(instruction.c))
                builder.location = instruction.c
                builder.end()
                if leaves && !hasArrivals.contains(nodes[index]) { return true }
                index = Int(instruction.c)
            case .loopBegin:
                if rewriteLoop(index) { return true }
                index = Int(instruction.c)
            case .exit:
                hasArrivals.insert(nodes[Int(instruction.c)])
                // If lanes leave the innermost construct at the end of the construct's code, these lanes need no exit instruction, because
                // they reach the construct's end anyway.
                if builder.innermostConstruct != nodes[Int(instruction.c)] { builder.exit(nodes[Int(instruction.c)]) }
                return true
            case .discard: builder.discard()
            default: rewrite(index, instruction)
            }
            index += 1
        }
        return false
    }

    private func rewriteBranch(_ index: Int) -> Bool {
        let instruction = module.instructions[index], end = Int(instruction.c)
        let second = Int(instruction.b), hasElse = second > index && second < end
        if let condition = builder.constantBits(nodes[Int(instruction.a)]) {
            if condition != 0 { return rewrite(index + 1 ..< (hasElse ? second : end)) }
            return hasElse ? rewrite(second + 1 ..< end) : false
        }
        nodes[index] = builder.begin(.ifBegin, condition: nodes[Int(instruction.a)])
        let leavesFirst = rewrite(index + 1 ..< (hasElse ? second : end))
        var leavesSecond = false
        if hasElse {
            builder.location = Int32(second)
            builder.beginElse()
            leavesSecond = rewrite(second + 1 ..< end)
        }
        builder.location = Int32(end)
        builder.end()
        return leavesFirst && leavesSecond
    }

    private func rewriteLoop(_ index: Int) -> Bool {
        let instruction = module.instructions[index], end = Int(instruction.c)
        // The builder folds no instruction whose result is NaN. So if the loop's condition depends on a NaN, it is possible that
        // the loop does not end within the turns that are written out. In this case, the loop that follows these turns runs the
        // remaining turns.
        if let turns = loops.turns(of: index, start: { self.builder.knownBits($0) }) {
            for _ in 0 ... turns where rewrite(index + 1 ..< end) { return true }
        }
        var stored: Set<Int> = []
        for inner in module.instructions[index ..< end] {
            if inner.opcode == .store { stored.insert(Int(inner.c)) }
            if inner.opcode == .storeIndexed {
                let array = module.localArrays[Int(inner.c)]
                stored.formUnion(array.firstSlot ..< array.firstSlot + array.count)
            }
        }
        nodes[index] = builder.begin(.loopBegin, forgetting: stored)
        _ = rewrite(index + 1 ..< end)
        builder.location = Int32(end)
        builder.end()
        return false
    }

    /// Returns the elements that an instruction may access, if the array is small and the index differs between lanes; else nil.
    private func smallArrayAccess(_ instruction: Instruction) -> SmallArrayAccess? {
        differsInLanes(Int(instruction.a)) ? SmallArrayAccess(module, instruction) : nil
    }

    private func node(_ operand: Int32) -> Node { operand < 0 ? operand : nodes[Int(operand)] }

    private func imageOperation(_ index: Int) -> ImageOperation {
        var operation = module.imageOperations[index]
        operation.replaceOperands(node)
        return operation
    }

    private func rewrite(_ index: Int, _ instruction: Instruction) {
        switch instruction.opcode {
        case .constant: nodes[index] = builder.constant(UInt32(bitPattern: instruction.c), instruction.type)
        case .input, .builtin, .uniform:
            nodes[index] = builder.pure(instruction.opcode, instruction.type, instruction.a, instruction.b, instruction.c)
        case .load: nodes[index] = builder.load(Int(instruction.c), instruction.type)
        case .store: builder.store(Int(instruction.c), node(instruction.a))
        case .loadIndexed:
            let array = module.localArrays[Int(instruction.c)]
            if let element = builder.constantBits(node(instruction.a)) {
                nodes[index] = element < array.count ? builder.load(array.firstSlot + Int(element), instruction.type) : builder.constant(0, instruction.type)
            } else if let access = smallArrayAccess(instruction) {
                nodes[index] = builder.load(access.slots, number: node(access.number), instruction.type)
            } else {
                nodes[index] = builder.loadIndexed(builder.localArray(firstSlot: array.firstSlot, count: array.count), node(instruction.a), instruction.type)
            }
        case .storeIndexed:
            let array = module.localArrays[Int(instruction.c)]
            if let element = builder.constantBits(node(instruction.a)) {
                if element < array.count { builder.store(array.firstSlot + Int(element), node(instruction.b)) }
            } else if let access = smallArrayAccess(instruction) {
                builder.store(access.slots, number: node(access.number), node(instruction.b))
            } else {
                builder.storeIndexed(builder.localArray(firstSlot: array.firstSlot, count: array.count), node(instruction.a), node(instruction.b))
            }
        case .texture, .textureSize:
            var operation = module.textureOperations[Int(instruction.c)]
            operation.replaceOperands(node)
            let results = builder.texture(instruction.opcode, operation, level: node(instruction.a))
            for (k, result) in results.enumerated() where index + k < nodes.count { nodes[index + k] = result }
        case .storageLoad: nodes[index] = builder.load(.storage(block: Int(instruction.c)), node(instruction.a), instruction.type)
        case .sharedLoad: nodes[index] = builder.load(.shared(first: 0), node(instruction.a), instruction.type)
        case .storageStore: builder.store(.storage(block: Int(instruction.c)), node(instruction.a), node(instruction.b))
        case .sharedStore: builder.store(.shared(first: 0), node(instruction.a), node(instruction.b))
        case .storageSize: nodes[index] = builder.storageSize(Int(instruction.c))
        case .barrier, .memoryBarrier, .emitVertex, .endPrimitive: builder.addEffect(instruction.opcode)
        case .atomic:
            var operation = module.atomicOperations[Int(instruction.c)]
            operation.replaceOperands(node)
            nodes[index] = builder.atomic(operation, image: operation.imageOperation.map(imageOperation))
        case .imageStore: builder.storeImage(imageOperation(Int(instruction.c)))
        case .imageLoad, .imageSize:
            let operation = imageOperation(Int(instruction.c))
            let results = instruction.opcode == .imageLoad ? builder.loadImage(operation) : builder.imageSize(operation)
            for (k, result) in results.enumerated() where index + k < nodes.count { nodes[index + k] = result }
        case .component: break   // The instruction with several results before this instruction has already set the node.
        default:
            let definition = instruction.opcode.definition
            nodes[index] = builder.pure(instruction.opcode, instruction.type, definition.a.isValue ? node(instruction.a) : instruction.a,
                                        definition.b.isValue ? node(instruction.b) : instruction.b,
                                        definition.c.isValue ? node(instruction.c) : instruction.c)
        }
    }
}
