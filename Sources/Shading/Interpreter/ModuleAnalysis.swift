// ModuleAnalysis: facts about a ShaderModule that save work per quad in the interpreter.
//
// - The values that are never used, and the stores to slots that are never read. The interpreter skips these values and stores.
// - The values that depend only on constants and uniforms. The interpreter computes these values when uniforms are bound.
// - The loads that need no copy of their slot, because no store writes the slot before the last use of the loaded value.
// - The local slots that may be read before they are written, and that must therefore be zero at the start.

struct ModuleAnalysis {
    /// True for instructions with an effect (control flow, discard, stores to shared memory and so on), for stores to slots that
    /// are read, and for the values on which such instructions depend.
    private(set) var isLive: [Bool]
    /// True for values that depend only on constants and uniforms.
    private(set) var isInvariant: [Bool]
    /// True for loads whose value is read directly from the slot, without a copy.
    private(set) var isReadInPlace: [Bool]
    /// True for slots that must be set to zero before a run in which all four lanes are active.
    private(set) var slotNeedsZero: [Bool]

    /// The slots that must be set to zero, grouped into ranges.
    var zeroRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        for slot in slotNeedsZero.indices where slotNeedsZero[slot] {
            if let last = ranges.last, last.upperBound == slot {
                ranges[ranges.count - 1] = last.lowerBound ..< slot + 1
            } else {
                ranges.append(slot ..< slot + 1)
            }
        }
        return ranges
    }

    private let module: ShaderModule
    /// For each instruction, the index of the `loopBegin` of the innermost loop around the instruction, or -1. For a `loopBegin` itself,
    /// the entry is the `loopBegin` of the enclosing loop.
    private var loopAround: [Int]
    /// The slots that code outside of the module reads.
    private let outputSlots: [Int]
    private var loopEnd: [Int: Int] = [:]

    init(_ module: ShaderModule) {
        self.module = module
        outputSlots = module.outputSlots
        let count = module.instructions.count
        isLive = Array(repeating: false, count: count)
        isInvariant = isLive
        isReadInPlace = isLive
        loopAround = Array(repeating: -1, count: count)
        slotNeedsZero = Array(repeating: false, count: module.localSlotCount)
        findLoops()
        findLive()
        findInvariant()
        findReadsInPlace()
        findSlotsToZero()
    }

    private mutating func findLoops() {
        var loops: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            if instruction.opcode == .end, loops.last == Int(instruction.c) {
                loopEnd[loops.removeLast()] = index
            }
            loopAround[index] = loops.last ?? -1
            if instruction.opcode == .loopBegin { loops.append(index) }
        }
    }

    /// Finds the live instructions. A slot is read if it is an output or if a live load reads it. All stores to a slot that is read
    /// are live. The set of live instructions and the set of read slots grow together until nothing changes.
    private mutating func findLive() {
        var slotIsRead = Array(repeating: false, count: module.localSlotCount)
        for slot in outputSlots { slotIsRead[slot] = true }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in module.instructions.indices.reversed() {
                let instruction = module.instructions[index]
                switch instruction.opcode {
                case .store: if slotIsRead[Int(instruction.c)] { isLive[index] = true }
                case .storeIndexed: if slots(ofArray: instruction).contains(where: { slotIsRead[$0] }) { isLive[index] = true }
                default: if instruction.opcode.hasEffect { isLive[index] = true }
                }
                guard isLive[index] else { continue }
                var used: [Int] = []
                module.forEachValueOperand(of: index) { used.append($0) }
                if instruction.opcode == .component { used.append(index - Int(instruction.c)) }
                for value in used { isLive[value] = true }
                let read = switch instruction.opcode {
                case .load: Int(instruction.c) ..< Int(instruction.c) + 1
                case .loadIndexed: slots(ofArray: instruction)
                default: 0 ..< 0
                }
                for slot in read where !slotIsRead[slot] {
                    slotIsRead[slot] = true
                    hasChanged = true
                }
            }
        }
    }

    private func slots(ofArray instruction: Instruction) -> Range<Int> {
        let array = module.localArrays[Int(instruction.c)]
        return array.firstSlot ..< array.firstSlot + array.count
    }

    private mutating func findInvariant() {
        var invariant = isInvariant
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .constant, .uniform:
                invariant[index] = true
            case .input, .builtin:
                break
            default:
                switch instruction.opcode.definition.kind {
                case .read, .lookup, .effect, .flow: continue
                case .source, .simple, .compound, .long, .function, .derivative: break
                }
                var all = true
                module.forEachValueOperand(of: index) { if !invariant[$0] { all = false } }
                invariant[index] = all
            }
        }
        isInvariant = invariant
    }

    private mutating func findReadsInPlace() {
        var stores: [[Int]] = Array(repeating: [], count: module.localSlotCount)
        for (index, instruction) in module.instructions.enumerated() {
            if instruction.opcode == .store {
                stores[Int(instruction.c)].append(index)
            } else if instruction.opcode == .storeIndexed {
                for slot in slots(ofArray: instruction) { stores[slot].append(index) }
            }
        }
        let lastUse = lastUses { self.isLive[$0] }
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode == .load {
            // If the last use is itself a store to the slot, the slot still holds the loaded value at this use, because a store reads its
            // operand before it writes.
            let next = first(after: index, in: stores[Int(instruction.c)])
            isReadInPlace[index] = next == nil || next! >= lastUse[index]
        }
    }

    /// Returns, for each instruction, the index of the last instruction that uses its value.
    /// - Parameter counts: returns whether an instruction's uses of values are taken into account.
    private func lastUses(_ counts: (Int) -> Bool) -> [Int] {
        var lastUse: [Int] = Array(0 ..< module.instructions.count)
        // Usually a bitcast makes no copy, so a use of the bitcast's result is also a use of its operand. The loop visits the instructions
        // in reverse order, so that the uses of a bitcast are known when the bitcast is reached.
        for index in module.instructions.indices.reversed() where counts(index) {
            let use = module.instructions[index].opcode == .bitcast && !module.showsFloatBits(index) ? lastUse[index] : index
            module.forEachValueOperand(of: index) { operand in
                // If a use is inside a loop and the definition is outside of the loop, the use repeats until the loop ends. So the value
                // must live until the loop's end.
                var reach = use
                var loop = loopAround[index]
                while loop > operand {
                    reach = max(reach, loopEnd[loop] ?? reach)
                    loop = loopAround[loop]
                }
                lastUse[operand] = max(lastUse[operand], reach)
            }
        }
        return lastUse
    }

    /// Finds the values that are defined before a barrier and used after the barrier. Values that depend only on uniforms are left out,
    /// because they are the same in all quads.
    /// - Parameter everyInstruction: whether instructions that are not live are taken into account too.
    func valuesAcrossBarriers(everyInstruction: Bool) -> [Int] {
        let barriers = module.instructions.indices.filter { module.instructions[$0].opcode == .barrier }
        guard !barriers.isEmpty else { return [] }
        let lastUse = lastUses { everyInstruction || self.isLive[$0] }
        return module.instructions.indices.filter { value in
            guard !isInvariant[value], let barrier = first(after: value, in: barriers) else { return false }
            return barrier < lastUse[value]
        }
    }

    /// Returns the first number above `index` in an ascending list of numbers; nil if there is no such number.
    private func first(after index: Int, in list: [Int]) -> Int? {
        var low = 0, high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low < list.count ? list[low] : nil
    }

    /// Finds the slots that must be set to zero. A slot need not be set to zero if a store precedes the load in the same construct,
    /// because every lane that is active at the load was active at the store. But derivatives read inactive lanes too. So in a module
    /// with derivatives, the slot must be set to zero unless the store is outside all constructs, where all lanes are active.
    private mutating func findSlotsToZero() {
        let readsWholeQuad = module.instructions.indices.contains {
            let instruction = module.instructions[$0]
            return switch instruction.opcode {
            case _ where !isLive[$0]: false
            case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine: true
            case .texture: module.textureOperations[Int(instruction.c)].readsWholeQuad
            default: false
            }
        }
        // For each slot, the nesting depth at which a store to the slot has been found, as long as the construct at this depth is open;
        // else `Int.max`.
        var storedAtDepth = Array(repeating: Int.max, count: module.localSlotCount)
        var slotsStored: [[Int]] = [[]]
        func leaveConstruct() {
            for slot in slotsStored.removeLast() where storedAtDepth[slot] == slotsStored.count {
                storedAtDepth[slot] = Int.max
            }
        }
        for (index, instruction) in module.instructions.enumerated() where isLive[index] {
            switch instruction.opcode {
            case .store:
                let slot = Int(instruction.c), depth = slotsStored.count - 1
                if storedAtDepth[slot] == Int.max && (depth == 0 || !readsWholeQuad) {
                    storedAtDepth[slot] = depth
                    slotsStored[depth].append(slot)
                }
            case .load:
                let slot = Int(instruction.c)
                if storedAtDepth[slot] == Int.max { slotNeedsZero[slot] = true }
            case .loadIndexed:
                for slot in slots(ofArray: instruction) where storedAtDepth[slot] == Int.max {
                    slotNeedsZero[slot] = true
                }
            case .emitVertex:
                for slot in outputSlots where storedAtDepth[slot] == Int.max { slotNeedsZero[slot] = true }
            case .ifBegin, .blockBegin, .loopBegin:
                slotsStored.append([])
            case .elseBegin:
                leaveConstruct()
                slotsStored.append([])
            case .end:
                leaveConstruct()
            default:
                break
            }
        }
        for slot in outputSlots where storedAtDepth[slot] == Int.max { slotNeedsZero[slot] = true }
    }
}
