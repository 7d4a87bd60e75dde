// StoreAnalysis: finds the stores that may write inactive lanes too, because nothing reads the old values of these lanes.
//
// A store that may write inactive lanes is emitted as a plain assignment. Any other store must keep the old value of inactive lanes. A
// store that keeps old values needs a selection by the mask, and in a loop the stored variable occupies a register from turn to turn.
//
// A lane that is inactive at a store waits at the end of an enclosing block or loop, or it takes the other arm of an enclosing `if`. Later
// the lane continues at this end or in this arm. So a store may write inactive lanes if the store's slot is dead at all places at which
// these lanes may continue. A slot is dead at a place if each path from the place stores the slot again before the path loads the slot.
// This is the usual analysis of live variables, for the path of one lane. Outputs count as loaded at the shader's end. Derivatives read
// inactive lanes, so in a shader with derivatives in divergent flow, no store may write inactive lanes.

import Shading

package struct StoreAnalysis {
    /// For each instruction: whether the instruction is a store that may write all lanes.
    package private(set) var mayWriteAllLanes: [Bool]

    package init(_ module: ShaderModule, _ uniformity: UniformityAnalysis) {
        mayWriteAllLanes = Array(repeating: false, count: module.instructions.count)
        if Self.showsOtherLanes(module, uniformity) { return }

        let live = LiveSlots(module)
        /// `waiting` has one entry for the code outside of all constructs, and one entry for each open construct. Each entry has the slots
        /// that are live at the places where inactive lanes may continue. Lanes may be inactive because of a construct, or because of a
        /// construct around it. The construct's entry covers both kinds of inactive lanes. `open` has the instruction indices at which the
        /// open constructs begin.
        var waiting = [SlotSet(count: module.localSlotCount)], open: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .ifBegin, .blockBegin, .loopBegin:
                open.append(index)
                var slots = waiting.last!
                if instruction.opcode == .loopBegin || uniformity.isDivergent[index] { slots.formUnion(live.elsewhere[index]!) }
                waiting.append(slots)
            case .elseBegin:
                waiting[waiting.count - 1] = waiting[waiting.count - 2]
                if uniformity.isDivergent[open.last!] { waiting[waiting.count - 1].formUnion(live.behind[open.last!]!) }
            case .end:
                open.removeLast()
                waiting.removeLast()
            case .store: mayWriteAllLanes[index] = !waiting.last!.contains(Int(instruction.c))
            default: break
            }
        }
    }

    /// Returns whether the module computes a derivative at a place where some lanes may be inactive.
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

/// At each place where lanes wait or continue: each slot that a lane may load before the lane stores a new value to this slot.
private struct LiveSlots {
    /// By the index of a construct's begin: the slots that are live after the construct.
    private(set) var behind: [Int: SlotSet] = [:]
    /// By the index of a construct's begin: the slots that are live at the place where a lane continues if the lane does not take the
    /// construct's first arm. In an `if` with two arms, this place is the second arm; otherwise, this place is after the construct.
    private(set) var elsewhere: [Int: SlotSet] = [:]
    /// By the index of a loop's begin: the slots that are live at the start of a turn.
    private var atTurn: [Int: SlotSet] = [:]

    init(_ module: ShaderModule) {
        // The live slots at a loop's end depend on the live slots at the loop's begin. So the walk is repeated until no set at a loop's
        // begin grows.
        while walkBack(module) {}
    }

    /// Walks through the module from its end to its begin.
    /// - Returns: whether a loop's begin has more live slots than in the walk before.
    private mutating func walkBack(_ module: ShaderModule) -> Bool {
        var grows = false, live = SlotSet(count: module.localSlotCount), open: [Int] = []
        let outputs = module.outputSlots
        for slot in outputs { live.insert(slot) }
        for (index, instruction) in module.instructions.enumerated().reversed() {
            switch instruction.opcode {
            case .end:
                let begin = Int(instruction.c)
                open.append(begin)
                behind[begin] = live
                elsewhere[begin] = live
                if module.instructions[begin].opcode == .loopBegin, let next = atTurn[begin] { live.formUnion(next) }
            case .elseBegin:
                elsewhere[open.last!] = live
                live = behind[open.last!]!
            case .ifBegin: live.formUnion(elsewhere[open.removeLast()]!)
            case .blockBegin: open.removeLast()
            case .loopBegin:
                open.removeLast()
                let before = atTurn[index]
                atTurn[index] = live
                grows = grows || before != live
            case .exit: live = behind[Int(instruction.c)]!
            // A lane that is discarded inside loops continues after the outermost loop.
            case .discard: if let loop = open.first(where: { module.instructions[$0].opcode == .loopBegin }) { live.formUnion(behind[loop]!) }
            case .load: live.insert(Int(instruction.c))
            case .loadIndexed:
                let array = module.localArrays[Int(instruction.c)]
                for slot in array.firstSlot ..< array.firstSlot + array.count { live.insert(slot) }
            case .store: live.remove(Int(instruction.c))
            case .emitVertex: for slot in outputs { live.insert(slot) }
            default: break
            }
        }
        return grows
    }
}

/// A set of local slots, with one bit for each slot.
private struct SlotSet: Equatable {
    private var words: [UInt64]

    init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    func contains(_ slot: Int) -> Bool { words[slot / 64] >> UInt64(slot % 64) & 1 != 0 }
    mutating func insert(_ slot: Int) { words[slot / 64] |= 1 << UInt64(slot % 64) }
    mutating func remove(_ slot: Int) { words[slot / 64] &= ~(1 << UInt64(slot % 64)) }
    mutating func formUnion(_ other: SlotSet) { for index in words.indices { words[index] |= other.words[index] } }
}
