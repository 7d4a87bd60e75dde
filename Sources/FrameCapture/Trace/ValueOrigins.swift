// ValueOrigins: follows the final values of a traced shader backwards, through the recorded run, to the origins of these values.

import Shading

struct ValueOrigins {
    /// The origin of a value.
    enum Source: Hashable {
        /// A word of a uniform block.
        case uniform(block: Int, word: Int)
        /// A component of an input, which is an attribute or a varying.
        case input(Int)
        /// A texture lookup: an index into the run's lookups.
        case lookup(Int)
        /// An operation whose operands are good and whose result is bad, such as NaN or zero; also a read of a built-in input or of
        /// a texture's size.
        case operation(Int)
        /// A constant in the source, which an operation copied.
        case constant(at: Int)
        /// A local slot whose value was used before any operation wrote the slot.
        case unwritten(Int)
    }
    private let run: RecordedRun
    private let analysis: RunAnalysis

    init(_ trace: ShaderTrace) { run = trace.run; analysis = trace.analysis }

    /// Returns the texture lookups whose results determine the final values of local slots. A factor that is multiplied by zero
    /// does not influence the product, so the search does not follow this factor.
    func lookups(feeding slots: [Int]) -> [Int] {
        var walk = Walk(), found: Set<Int> = []
        for slot in slots { if let write = analysis.lastWrite(slot: slot, before: run.count) { walk.push(write.operation) } }
        while let operation = walk.next() {
            if run.instruction(operation).opcode == .texture {
                if let number = lookup(at: operation) { found.insert(number) }
                continue
            }
            for case .operation(let operand) in factors(operation) { walk.push(operand) }
        }
        return found.sorted()
    }

    /// Returns the origins of bad values in local slots; a bad value is, for example, NaN or zero. If the result of an operation is bad,
    /// the search continues with the bad operands. If no operand is bad, the origin is the operation itself. But if the operation copies a
    /// constant or reads a slot without a value, the origin is the constant or the slot.
    /// - Parameter begins: Returns whether to follow a slot's value.
    func causes(of slots: [Int], where isBad: (UInt32) -> Bool, begins: (UInt32) -> Bool) -> [Source] {
        var walk = Walk(), found: [Source] = []
        func add(_ source: Source) { if !found.contains(source) { found.append(source) } }
        for slot in slots {
            guard let write = analysis.lastWrite(slot: slot, before: run.count) else {
                if isBad(0) { add(.unwritten(slot)) }
                continue
            }
            if begins(write.value) { walk.push(write.operation) }
        }
        while let operation = walk.next() {
            let instruction = run.instruction(operation)
            switch instruction.opcode {
            case .uniform: add(.uniform(block: Int(instruction.b), word: Int(instruction.c)))
            case .uniformIndexed: add(.uniform(block: Int(instruction.b), word: index(operation, instruction)))
            case .input: add(.input(Int(instruction.c)))
            case .builtin, .textureSize: add(.operation(operation))
            case .texture: if let number = lookup(at: operation) { add(.lookup(number)) }
            default:
                let parts = operands(operation)
                let bad = parts.compactMap { part -> Int? in if case .operation(let operand) = part, isBad(value(operand)) { operand } else { nil } }
                if !bad.isEmpty {
                    bad.forEach { walk.push($0) }
                } else if let slot = parts.lazy.compactMap({ part -> Int? in if case .unwritten(let slot) = part { slot } else { nil } }).first, isBad(0) {
                    add(.unwritten(slot))
                } else if instruction.opcode == .store || instruction.opcode == .storeIndexed || instruction.opcode == .select {
                    add(.constant(at: operation))
                } else {
                    add(.operation(operation))
                }
            }
        }
        return found
    }

    /// The operations that are still to be examined, without duplicates.
    private struct Walk {
        private var waiting: [Int] = []
        private var seen: Set<Int> = []
        mutating func push(_ operation: Int) { if seen.insert(operation).inserted { waiting.append(operation) } }
        mutating func next() -> Int? { waiting.popLast() }
    }
    private enum Operand {
        case constant(UInt32)
        case operation(Int)
        case unwritten(Int)
    }

    private func value(_ operation: Int) -> UInt32 { run.results[operation][run.lane] }
    private func lookup(at operation: Int) -> Int? {
        let place = run.lookups.partitionIndex { $0.operation >= operation }
        return place < run.lookups.count && run.lookups[place].operation == operation ? place : nil
    }
    private func operand(_ instruction: Int32, before operation: Int) -> Operand? {
        let module = run.module
        guard module.instructions.indices.contains(Int(instruction)) else { return nil }
        if module.instructions[Int(instruction)].opcode == .constant { return .constant(UInt32(bitPattern: module.instructions[Int(instruction)].c)) }
        return analysis.lastExecution(of: Int(instruction), before: operation).map { .operation($0) }
    }
    private func bits(_ operand: Operand?) -> UInt32? {
        switch operand {
        case .constant(let bits): bits
        case .operation(let operation): value(operation)
        case .unwritten: 0
        case nil: nil
        }
    }
    /// Returns the value of the operand `a` as an index into an array.
    private func index(_ operation: Int, _ instruction: Instruction) -> Int { Int(bits(operand(instruction.a, before: operation)) ?? 0) }
    private func written(_ slot: Int, before operation: Int) -> Operand {
        analysis.lastWrite(slot: slot, before: operation).map { .operation($0.operation) } ?? .unwritten(slot)
    }

    /// Returns the operands that determine the result of an operation.
    private func operands(_ operation: Int) -> [Operand] {
        let number = Int(run.instructions[operation]), instruction = run.module.instructions[number]
        switch instruction.opcode {
        case .component: return [operand(Int32(number) - instruction.c, before: operation)].compactMap { $0 }
        case .load: return [written(Int(instruction.c), before: operation)]
        case .loadIndexed:
            let array = run.module.localArrays[Int(instruction.c)], element = index(operation, instruction)
            return element >= 0 && element < array.count ? [written(array.firstSlot + element, before: operation)] : []
        case .store: return [operand(instruction.a, before: operation)].compactMap { $0 }
        case .storeIndexed: return [operand(instruction.b, before: operation)].compactMap { $0 }
        case .select:
            return [operand(bits(operand(instruction.a, before: operation)) == 0 ? instruction.c : instruction.b, before: operation)].compactMap { $0 }
        default:
            var list: [Operand] = []
            run.module.forEachValueOperand(of: number) { if let part = operand(Int32($0), before: operation) { list.append(part) } }
            return list
        }
    }
    /// Returns the operands that determine the result; if a product has a factor of zero, only the zero factors determine the result.
    private func factors(_ operation: Int) -> [Operand] {
        let all = operands(operation), opcode = run.instruction(operation).opcode
        guard opcode == .fmul || opcode == .fma, all.count >= 2 else { return all }
        func isZero(_ part: Operand) -> Bool { bits(part).map { Float(bitPattern: $0) == 0 } ?? false }
        let product = all.prefix(2)
        return product.contains(where: isZero) ? product.filter(isZero) + all.dropFirst(2) : all
    }
}

extension ShaderTrace {
    /// Returns the local slots of a colour output, component by component. If the shader has several colour outputs, the function chooses
    /// the output whose value has the given bits; if no output has these bits, the function chooses the first output.
    func slots(ofOutput bits: [UInt32]) -> [Int] {
        func isLike(_ slot: Int, _ word: UInt32) -> Bool {
            let value = run.locals[slot]
            return value == word || Float(bitPattern: value).isNaN && Float(bitPattern: word).isNaN
        }
        var first: [Int] = []
        for output in run.module.outputs where output.blendIndex == 0 {
            var size = output.type.scalarCount, count = 1
            if case .array(let element, let elements) = output.type { (size, count) = (element.scalarCount, elements) }
            guard size > 0 else { continue }
            for element in 0..<count {
                let slots = (0..<size).map { output.firstSlot + element * size + $0 }
                if first.isEmpty { first = slots }
                if zip(slots, bits).allSatisfy(isLike) { return slots }
            }
        }
        return first
    }
    /// Returns the uniform that contains a word of a block; nil if no uniform contains the word.
    func uniform(block: Int, word: Int) -> UniformMember? {
        guard uniformBlocks.indices.contains(block) else { return nil }
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        return uniformBlocks[block].members.first { UniformReader(bytes: empty, offset: 0).places(of: $0).contains(4 * word) }
    }
    /// - Parameter word: The index of the word in the block; nil if the shader indexes the block with a variable.
    func uniformName(block: Int, word: Int?) -> String? {
        guard uniformBlocks.indices.contains(block) else { return nil }
        guard let word else { return uniformBlocks[block].name.isEmpty ? nil : uniformBlocks[block].name }
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let member = uniform(block: block, word: word),
              let place = UniformReader(bytes: empty, offset: 0).places(of: member).firstIndex(of: 4 * word) else { return nil }
        return TracedValue.scalarName(of: member.isArray ? .array(member.type, member.arrayCount) : member.type, named: member.name, at: place)
    }
}
