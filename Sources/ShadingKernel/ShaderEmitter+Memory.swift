// ShaderEmitter+Memory: emits the instructions that access shared memory. The invocations share three kinds of memory: storage blocks, the
// work group's memory, and images.
//
// Every access checks its index. If it is known when the code is emitted that the lanes access consecutive words, the code of the
// optimised tier first tests whether all these words exist. Usually all the words exist, and then one vector load or store accesses
// all of them. Atomic operations run lane by lane, because several lanes may use the same word. A single operation suffices if the word's
// index is uniform, the shader does not use the old values, and the function has a neutral value (see `neutral`). In this case the emitted
// code first combines the lanes' operands.

import Kernel
import Shading

extension ShaderModule {
    /// Whether results can depend on the order in which invocations run. The order matters if the shader uses the old value of an atomic
    /// operation on a storage block or an image, or if such an operation writes a value that depends on which invocation comes last.
    package var showsOrderOfAtomics: Bool {
        orderedAtomics.contains { index in
            if case .shared = atomicOperations[Int(instructions[index].c)].memory { false } else { true }
        }
    }
    /// Whether results can depend on which invocations execute an instruction together. The grouping of invocations matters under two
    /// conditions. First, an invocation executes several atomic operations; operations on shared variables count too. Second, the old value
    /// of one of these operations is used, or one of these operations writes a value that depends on which invocation comes last.
    package var showsOrderOfSeveralAtomics: Bool {
        guard !orderedAtomics.isEmpty else { return false }
        let all = instructions.indices.filter { instructions[$0].opcode == .atomic }
        let loops = instructions.indices.filter { instructions[$0].opcode == .loopBegin }
        return all.count > 1 || loops.contains { $0 < all[0] && all[0] < Int(instructions[$0].c) }
    }
    /// The atomic operations whose order of execution can change a result.
    private var orderedAtomics: [Int] {
        guard instructions.contains(where: { $0.opcode == .atomic }) else { return [] }
        let used = usedValues
        return instructions.indices.filter { index in
            guard instructions[index].opcode == .atomic else { return false }
            let function = atomicOperations[Int(instructions[index].c)].function
            return used.contains(index) || function == .exchange || function == .compareExchange
        }
    }
}

/// Words that a shader accesses by index.
private struct WordMemory {
    let base: Pointer
    let words: Scalar<UInt32>
    let access: WordAccess
}

extension ShaderEmitter {
    func emitMemory(_ index: Int, _ instruction: Instruction) {
        let memory = environment.memory, number = Int(instruction.c)
        if let row = rows.emitted[index] { return row.isStore ? store(row, index) : load(row) }
        if rows.covered.contains(index) { return }
        switch instruction.opcode {
        case .storageLoad: registers[index] = load(index, from: storage(number))
        case .sharedLoad: registers[index] = load(index, from: shared)
        case .storageStore: store(index, to: storage(number))
        case .sharedStore: store(index, to: shared)
        case .storageSize: registers[index] = .scalarBits(memory.storageBlock(number).byteCount)
        case .atomic: registers[index] = EmittedValue(atomic(index, module.atomicOperations[number]), as: instruction.type)
        case .imageLoad:
            let operation = module.imageOperations[number]
            setResults(index, memory.loadImage(operation, operands(operation), mask: mask(at: index)))
        case .imageStore:
            let operation = module.imageOperations[number]
            memory.storeImage(operation, operands(operation), texel: operation.values.map(u), mask: writers(at: index))
        case .imageSize:
            let operation = module.imageOperations[number]
            setResults(index, memory.imageSize(operation, unitOffset: unitOffset(operation.unitIndex, count: operation.unitCount)))
        case .barrier: memory.waitForWorkGroup()
        case .memoryBarrier: builder.fence()
        default: preconditionFailure("\(instruction.opcode) uses no shared memory")
        }
    }

    private func storage(_ number: Int) -> WordMemory {
        let block = environment.memory.storageBlock(number)
        return WordMemory(base: block.base, words: block.words, access: environment.memory.access)
    }
    private var shared: WordMemory {
        WordMemory(base: environment.memory.sharedWords, words: builder.scalar(UInt32(module.sharedWordCount)), access: .onlyThisThread)
    }
    private func operands(_ operation: ImageOperation) -> ImageOperands {
        var operands = ImageOperands()
        operands.unitOffset = unitOffset(operation.unitIndex, count: operation.unitCount)
        operands.coordinate = operation.coordinate.map(s)
        operands.sample = operation.sample < 0 ? nil : s(operation.sample)
        operands.isRow = operation.coordinate.first.map(isConsecutive) ?? false
            && (operation.coordinate.dropFirst() + (operation.sample < 0 ? [] : [operation.sample])).allSatisfy { uniformity.isUniformValue[Int($0)] }
        return operands
    }
    /// Returns the lanes that write at an instruction: the active lanes, without helper lanes.
    private func writers(at index: Int) -> LaneMask {
        var lanes = mask(at: index)
        if let writers = environment.memory.writers { lanes &= writers }
        return killsLanes ? lanes & ~flow.killed : lanes
    }

    // MARK: Words

    /// Loads the word at an index that all lanes share. If the index is outside of the memory, the result is 0. At least 4 bytes at the
    /// address `base` can be read.
    func word(of base: Pointer, _ words: Scalar<UInt32>, at index: Scalar<UInt32>, _ policy: LoadPolicy) -> Scalar<UInt32> {
        let inside = index .< words
        let safe = inside.choose(index, 0).withSign(of: Int32.self)
        return inside.choose(base.element(safe, stride: 4).load(UInt32.self, policy), 0)
    }

    private func load(_ index: Int, from memory: WordMemory) -> EmittedValue {
        let instruction = module.instructions[index]
        if uniformity.isUniformValue[index] {
            return EmittedValue(word(of: memory.base, memory.words, at: su(instruction.a), .plain), as: instruction.type)
        }
        let indices = u(instruction.a)
        func gather() -> UIntLanes { memory.base.gather(UInt32.self, indices: indices, below: memory.words) }
        guard isConsecutive(instruction.a) else { return EmittedValue(gather(), as: instruction.type) }
        let first = firstLane(of: instruction.a)
        let words = builder.choose(hasAll(from: first, memory, limit(of: instruction.a))) {
            place(first, memory).loadLanes(UInt32.self)
        } else: { gather() }
        return EmittedValue(words, as: instruction.type)
    }

    private func store(_ index: Int, to memory: WordMemory) {
        let instruction = module.instructions[index], lanes = writers(at: index)
        if uniformity.isUniformValue[Int(instruction.a)] && uniformity.isUniformValue[Int(instruction.b)] {
            let isWritten = lanes.isKnownFull ? su(instruction.a) .< memory.words : lanes.any & (su(instruction.a) .< memory.words)
            return builder.if(isWritten) { place(su(instruction.a), memory).store(su(instruction.b)) }
        }
        let indices = u(instruction.a), values = u(instruction.b)
        func scatter() {
            memory.base.scatter(values, indices: indices.withSign(of: Int32.self), mask: (indices .< memory.words.broadcast()) & lanes)
        }
        guard isConsecutive(instruction.a) else { return scatter() }
        let first = firstLane(of: instruction.a)
        builder.if(hasAll(from: first, memory, limit(of: instruction.a))) {
            if lanes.isKnownFull { place(first, memory).store(values) } else { place(first, memory).store(values, mask: lanes) }
        } else: {
            scatter()
        }
    }

    /// Returns whether the emitted code has a path for lanes that access consecutive words. Words are consecutive if each lane's index is
    /// the index of the lane below plus 1.
    private func isConsecutive(_ index: Int32) -> Bool { builder.tier == .optimized && steps[index]?.step == 1 }
    private func limit(of index: Int32) -> UInt32? { steps[index]?.limit }
    /// Returns the value in the lowest lane. If the value is a sum, difference, product or minimum, this function computes the value again as a
    /// scalar, which costs less than taking a lane out of a vector.
    private func firstLane(of value: Int32) -> Scalar<UInt32> {
        if uniformity.isUniformValue[Int(value)] { return su(value) }
        let instruction = module.instructions[Int(value)]
        return switch instruction.opcode {
        case .iadd: firstLane(of: instruction.a) + firstLane(of: instruction.b)
        case .isub: firstLane(of: instruction.a) - firstLane(of: instruction.b)
        case .imul: firstLane(of: instruction.a) * firstLane(of: instruction.b)
        case .iminU: firstLane(of: instruction.a).minimum(firstLane(of: instruction.b))
        default: u(value)[0]
        }
    }
    /// Returns whether the memory has the word at index `first` and all words up to index `first` + `span` − 1, and whether these indices are
    /// below the limit.
    private func hasAll(from first: Scalar<UInt32>, span: Int? = nil, _ memory: WordMemory, _ limit: UInt32?) -> Condition {
        let words = limit.map { memory.words.minimum($0) } ?? memory.words, span = UInt32(span ?? builder.lanes)
        return first .< (words .>= span).choose(words - (span - 1), 0)
    }
    private func place(_ index: Scalar<UInt32>, _ memory: WordMemory) -> Pointer { memory.base.element(index.widened(to: Int64.self), stride: 4) }

    // MARK: Rows

    private func memory(_ source: WordSource) -> WordMemory {
        switch source {
        case .storage(let number): storage(number)
        case .shared: shared
        }
    }
    /// Returns two values. `index` is the index of the word at which the row of lane 0 begins. `hasAll` is true if the rows of all lanes
    /// lie in the memory.
    private func start(_ row: MemoryRow, _ memory: WordMemory) -> (index: Scalar<UInt32>, hasAll: Condition) {
        let index = firstLane(of: row.base) + UInt32(bitPattern: row.offset), span = (builder.lanes - 1) * row.step + MemoryRows.width
        return (index, hasAll(from: index, span: span, memory, row.limit))
    }
    private func load(_ row: MemoryRow) {
        let memory = memory(row.source), start = start(row, memory)
        let results = row.members.map { _ in builder.variable(builder.lanes(UInt32(0))) }
        builder.if(start.hasAll) {
            let words = place(start.index, memory).loadRows((0 ..< builder.lanes).map { builder.scalar(Int64(4 * row.step * $0)) })
            for (result, word) in zip(results, words) { result.value = word }
        } else: {
            for (word, member) in row.members.enumerated() where member >= 0 {
                results[word].value = memory.base.gather(UInt32.self, indices: u(row.base) + UInt32(bitPattern: row.offset + Int32(word)), below: memory.words)
            }
        }
        for (word, member) in row.members.enumerated() where member >= 0 {
            registers[member] = EmittedValue(results[word].value, as: module.instructions[member].type)
        }
    }
    private func store(_ row: MemoryRow, _ index: Int) {
        let memory = memory(row.source), start = start(row, memory), lanes = writers(at: index)
        let words = row.members.map { u(module.instructions[$0].b) }
        builder.if(lanes.isKnownFull ? start.hasAll : start.hasAll & lanes.all) {
            place(start.index, memory).storeRows(words, stride: 4 * row.step)
        } else: {
            for (word, value) in words.enumerated() {
                let indices = u(row.base) + UInt32(bitPattern: row.offset + Int32(word))
                memory.base.scatter(value, indices: indices.withSign(of: Int32.self), mask: (indices .< memory.words.broadcast()) & lanes)
            }
        }
    }

    // MARK: Atomic operations

    private func atomic(_ index: Int, _ operation: AtomicOperation) -> UIntLanes {
        let lanes = writers(at: index)
        switch operation.memory {
        case .storage(let block, let place): return atomic(index, operation, storage(block), place, lanes)
        case .shared(let place): return atomic(index, operation, shared, place, lanes)
        case .image(let number):
            let image = module.imageOperations[number]
            return environment.memory.onImageWords(image, operands(image), mask: lanes) { base, offsets, lanes in
                each(operation, base, offsets, unit: 1, lanes, environment.memory.access)
            }
        }
    }

    private func atomic(_ index: Int, _ operation: AtomicOperation, _ memory: WordMemory, _ place: Int32, _ lanes: LaneMask) -> UIntLanes {
        if uniformity.isUniformValue[Int(place)], !usedValues.contains(index), let neutral = operation.neutral {
            let all = lanes.isKnownFull ? u(operation.value) : lanes.choose(u(operation.value), neutral), signed = all.withSign(of: Int32.self)
            let isWritten = lanes.isKnownFull ? su(place) .< memory.words : lanes.any & (su(place) .< memory.words)
            builder.if(isWritten) {
                let target = self.place(su(place), memory)
                if operation.isSigned {
                    _ = target.update(operation.wordFunction, combined(signed, operation.wordFunction), by: memory.access)
                } else {
                    _ = target.update(operation.wordFunction, combined(all, operation.wordFunction), by: memory.access)
                }
            }
            return builder.lanes(UInt32(0))
        }
        let indices = u(place)
        return each(operation, memory.base, indices.withSign(of: Int32.self), unit: 4, (indices .< memory.words.broadcast()) & lanes, memory.access)
    }

    private func each(_ operation: AtomicOperation, _ base: Pointer, _ places: Lanes<some IntegerElement>, unit: Int, _ lanes: LaneMask,
                      _ access: WordAccess) -> UIntLanes {
        let values = u(operation.value)
        if operation.function == .compareExchange {
            return base.compareExchangeEach(u(operation.comparator), values, places: places, unit: unit, mask: lanes, by: access)
        }
        guard operation.isSigned else { return base.updateEach(operation.wordFunction, values, places: places, unit: unit, mask: lanes, by: access) }
        return base.updateEach(operation.wordFunction, values.withSign(of: Int32.self), places: places, unit: unit, mask: lanes, by: access)
            .withSign(of: UInt32.self)
    }

    /// Combines the values of all lanes with the function, which must have a neutral value. The order does not matter, because
    /// every function with a neutral value gives the same result in any order.
    private func combined<Element: IntegerElement>(_ lanes: Lanes<Element>, _ function: WordFunction) -> Scalar<Element> {
        var rest = lanes
        while rest.count > 1 { rest = function.result(rest.lowHalf, rest.highHalf) }
        return rest[0]
    }
}

extension AtomicOperation {
    fileprivate var isSigned: Bool { type == .int }
    fileprivate var wordFunction: WordFunction {
        switch function {
        case .add: .add
        case .minimum: .minimum
        case .maximum: .maximum
        case .and: .and
        case .or: .or
        case .xor: .xor
        case .exchange, .compareExchange: .exchange
        }
    }
    /// The function's neutral value: an operand that leaves every word unchanged; nil if the function has no such operand.
    fileprivate var neutral: UInt32? {
        switch function {
        case .add, .or, .xor: 0
        case .and: .max
        case .minimum: isSigned ? UInt32(bitPattern: .max) : .max
        case .maximum: isSigned ? UInt32(bitPattern: .min) : 0
        case .exchange, .compareExchange: nil
        }
    }
}
