// StoreAnalysis: the stores that may write lanes which are switched off, because nobody reads the old values of these lanes.
//
// Such a store is a plain assignment. One that obeys the mask has to keep the old value of the other lanes, and in a loop
// that keeps a register occupied, from turn to turn, for every variable of the loop's body.
//
// A region is an arm of an `if`, the body of a `block` or `loop`, or the shader. A store qualifies when every load of its
// slot stands within its region and behind it: a lane that comes to such a load came through the store just before, for
// within a region lanes only get fewer, but for those that wait inside of constructs which began later. Outputs are loaded
// at the shader's end. Derivatives show lanes that are switched off; a shader that takes them in divergent flow has no
// such store.

import Shading

struct StoreAnalysis {
    /// Whether each instruction is such a store.
    private(set) var mayWriteAllLanes: [Bool]

    init(_ module: ShaderModule, _ uniformity: UniformityAnalysis) {
        let count = module.instructions.count
        mayWriteAllLanes = Array(repeating: false, count: count)
        if Self.showsOtherLanes(module, uniformity) { return }

        var slots = [Slot](repeating: Slot(), count: module.localSlotCount)
        for array in module.localArrays {
            for slot in array.firstSlot ..< array.firstSlot + array.count { slots[slot].isLoadedElsewhere = true }
        }
        for slot in module.outputSlots { slots[slot].isLoadedElsewhere = true }

        /// Begin and end of the region around an instruction.
        var regions = [Range<Int>](repeating: 0 ..< count, count: count), open = [0 ..< count]
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .end, .elseBegin: open.removeLast()
            default: break
            }
            regions[index] = open.last!
            switch instruction.opcode {
            case .ifBegin: open.append(index ..< Int(instruction.b))
            case .elseBegin, .blockBegin, .loopBegin: open.append(index ..< Int(instruction.c))
            case .load: slots[Int(instruction.c)].add(load: index)
            default: break
            }
        }
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode == .store {
            mayWriteAllLanes[index] = slots[Int(instruction.c)].isLoadedOnly(in: index ..< regions[index].upperBound)
        }
    }

    private struct Slot {
        var isLoadedElsewhere = false
        var firstLoad = Int.max, lastLoad = Int.min
        mutating func add(load: Int) { firstLoad = min(firstLoad, load); lastLoad = max(lastLoad, load) }
        func isLoadedOnly(in range: Range<Int>) -> Bool { !isLoadedElsewhere && firstLoad >= range.lowerBound && lastLoad < range.upperBound }
    }

    private static func showsOtherLanes(_ module: ShaderModule, _ uniformity: UniformityAnalysis) -> Bool {
        module.instructions.enumerated().contains { index, instruction in
            let derives = switch instruction.opcode {
            case .ddxCoarse, .ddyCoarse, .ddxFine, .ddyFine: true
            case .texture: [.implicit, .bias].contains(module.textureOperations[Int(instruction.c)].levelOfDetail)
            default: false
            }
            return derives && uniformity.isInDivergentFlow(index)
        }
    }
}

extension ShaderModule {
    /// The local slots that are read when the shader has ended.
    fileprivate var outputSlots: [Int] {
        let own = outputs.flatMap { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount }
        let position = builtinOutputs.position.map { Array($0 ..< $0 + 4) } ?? []
        let distances = builtinOutputs.clipDistance.map { Array($0 ..< $0 + builtinOutputs.clipDistanceCount) } ?? []
        return own + position + distances + [builtinOutputs.pointSize, builtinOutputs.fragmentDepth, builtinOutputs.sampleMask].compactMap { $0 }
    }
}
