// StoreAnalysis: finds the stores that may write inactive lanes too, because nothing reads the old values of these lanes.
//
// A store that qualifies is emitted as a plain assignment. A store that obeys the mask must keep the old value of inactive lanes.
// In a loop, keeping the old values makes each variable of the loop's body occupy a register from turn to turn.
//
// A region is an arm of an `if`, the body of a `block` or `loop`, or the whole shader. A store qualifies if every load of its slot
// comes after the store, inside the same region. Then every lane that reaches a load of the slot has passed the store: within a region,
// a lane that becomes inactive stays inactive, unless it waits in a construct that began after the store. Outputs count as loaded at
// the shader's end. Derivatives read inactive lanes, so no store qualifies in a shader with derivatives in divergent flow.

import Shading

struct StoreAnalysis {
    /// For each instruction: whether the instruction is a store that may write all lanes.
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

        /// The range of the innermost region around each instruction.
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

    /// Whether a derivative is computed where some lanes may be inactive.
    static func showsOtherLanes(_ module: ShaderModule, _ uniformity: UniformityAnalysis) -> Bool {
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
