// ModuleAnalysis: facts about a ShaderModule that let the interpreter do less per quad.
//
// - Which values are never used.
// - Which values depend on constants and uniforms only: they are computed when uniforms are bound.
// - Which loads may be read in place: no store reaches their slot until their last use.
// - Which local slots may be read before they are written, and so must be zero at the start.

struct ModuleAnalysis {
    /// Values something with an effect depends on, and all instructions with an effect.
    private(set) var isLive: [Bool]
    /// Pure functions of constants and uniforms.
    private(set) var isInvariant: [Bool]
    /// Loads that need no copy.
    private(set) var isReadInPlace: [Bool]
    /// Slots that must be zeroed before a run in which all four lanes are active.
    private(set) var slotNeedsZero: [Bool]

    /// The same as ranges.
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
    /// For each instruction, the begin index of the innermost `loop` around it, or -1; for a begin, that of its parent.
    private var loopAround: [Int]
    private var loopEnd: [Int: Int] = [:]

    init(_ module: ShaderModule) {
        self.module = module
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

    private mutating func findLive() {
        var live = isLive
        for index in module.instructions.indices.reversed() {
            let instruction = module.instructions[index]
            if instruction.opcode.hasEffect { live[index] = true }
            guard live[index] else { continue }
            if instruction.opcode == .component { live[index - Int(instruction.c)] = true }
            module.forEachValueOperand(of: index) { live[$0] = true }
        }
        isLive = live
    }

    private mutating func findInvariant() {
        var invariant = isInvariant
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .constant, .uniform:
                invariant[index] = true
            case .input, .builtin, .load, .loadIndexed, .component, .texture, .textureSize:
                break
            default:
                if instruction.opcode.hasEffect { continue }
                var all = true
                module.forEachValueOperand(of: index) { if !invariant[$0] { all = false } }
                invariant[index] = all
            }
        }
        isInvariant = invariant
    }

    private mutating func findReadsInPlace() {
        var stores: [[Int]] = Array(repeating: [], count: module.localSlotCount)
        var lastUse: [Int] = Array(0 ..< module.instructions.count)
        for (index, instruction) in module.instructions.enumerated() {
            if instruction.opcode == .store {
                stores[Int(instruction.c)].append(index)
            } else if instruction.opcode == .storeIndexed {
                let array = module.localArrays[Int(instruction.c)]
                for slot in array.firstSlot ..< array.firstSlot + array.count { stores[slot].append(index) }
            }
        }
        // A bitcast is no copy either, so its uses are uses of its operand: hence the reverse order.
        for index in module.instructions.indices.reversed() where isLive[index] {
            let use = module.instructions[index].opcode == .bitcast ? lastUse[index] : index
            module.forEachValueOperand(of: index) { operand in
                // A use inside a loop that does not hold the definition is repeated until the loop ends.
                var reach = use
                var loop = loopAround[index]
                while loop > operand {
                    reach = max(reach, loopEnd[loop] ?? reach)
                    loop = loopAround[loop]
                }
                lastUse[operand] = max(lastUse[operand], reach)
            }
        }
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode == .load {
            // A store that is itself the last use reads before it writes.
            isReadInPlace[index] = !stores[Int(instruction.c)].contains { $0 > index && $0 < lastUse[index] }
        }
    }

    /// A slot is safe when a store comes first in the same run of the same construct: every lane that is active at the
    /// load was active at the store. Lanes that are switched off are seen by derivatives; a module that has any is given
    /// zeros unless the store stands outside all constructs, where all lanes are active.
    private mutating func findSlotsToZero() {
        let readsWholeQuad = module.instructions.contains {
            switch $0.opcode {
            case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine: true
            case .texture: module.textureOperations[Int($0.c)].readsWholeQuad
            default: false
            }
        }
        // For each slot the nesting depth of the outermost construct, open now, that has stored to it.
        var storedAtDepth = Array(repeating: Int.max, count: module.localSlotCount)
        var slotsStored: [[Int]] = [[]]
        func leaveConstruct() {
            for slot in slotsStored.removeLast() where storedAtDepth[slot] == slotsStored.count {
                storedAtDepth[slot] = Int.max
            }
        }
        for instruction in module.instructions {
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
                let array = module.localArrays[Int(instruction.c)]
                for slot in array.firstSlot ..< array.firstSlot + array.count where storedAtDepth[slot] == Int.max {
                    slotNeedsZero[slot] = true
                }
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

    /// Slots read from outside after the run.
    private var outputSlots: [Int] {
        var slots: [Int] = []
        for output in module.outputs { slots += output.firstSlot ..< output.firstSlot + output.type.scalarCount }
        let builtin = module.builtinOutputs
        if let position = builtin.position { slots += position ..< position + 4 }
        if let distance = builtin.clipDistance { slots += distance ..< distance + builtin.clipDistanceCount }
        slots += [builtin.pointSize, builtin.fragmentDepth, builtin.sampleMask].compactMap { $0 }
        return slots
    }
}
