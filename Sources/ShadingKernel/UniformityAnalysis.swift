// UniformityAnalysis: finds the values that are equal in all lanes of a kernel.
//
// A construct (if, block, loop) is divergent if lanes may take different paths through it. A value or slot is uniform if at every
// point all lanes hold the same bits. A uniform value is computed once, as a scalar, and a branch that depends on a uniform value
// is a real branch. The analysis first assumes that all values are uniform. Then the analysis repeatedly marks values that may
// differ between lanes as not uniform, until nothing changes.
//
// A slot that is stored while some lanes are inactive can be uniform too. The condition is that the inactive lanes do not read the slot
// before they store to the slot again. A loop's counter is the usual example: lanes that have left the loop keep an older value of the
// counter, but no longer read the counter. So at every point the analysis knows the stale slots: the slots whose last store some of the
// active lanes may have missed.

import Shading

package struct UniformityAnalysis {
    package private(set) var isUniformValue: [Bool]
    package private(set) var isUniformSlot: [Bool]
    /// By the index of each ifBegin, blockBegin or loopBegin: whether the lanes may take different paths in this construct.
    package private(set) var isDivergent: [Bool]
    /// For each instruction, the begin index of the innermost enclosing construct; -1 outside of all constructs. The begin of a
    /// construct is an instruction too, so the indices form a linked list of constructs.
    package private(set) var enclosing: [Int]
    /// By the index of each loopBegin: the slots that are stale at the start of the second or a later turn.
    private var staleInLoop: [Int: Set<Int>] = [:]

    private let lanes: Int?

    /// - Parameter lanes: the number of lanes; nil if it is not known.
    package init(_ module: ShaderModule, lanes: Int? = nil) {
        self.lanes = lanes
        let count = module.instructions.count
        isUniformValue = Array(repeating: true, count: count)
        isUniformSlot = Array(repeating: true, count: module.localSlotCount)
        isDivergent = Array(repeating: false, count: count)
        enclosing = Array(repeating: -1, count: count)
        for array in module.localArrays {
            for slot in array.firstSlot ..< array.firstSlot + array.count { isUniformSlot[slot] = false }
        }
        var open: [Int] = []
        for (index, instruction) in module.instructions.enumerated() {
            if instruction.opcode == .end { open.removeLast() }
            enclosing[index] = open.last ?? -1
            switch instruction.opcode {
            case .ifBegin, .blockBegin, .loopBegin: open.append(index)
            default: break
            }
        }
        var changed = true
        while changed { changed = pass(module) }
    }

    /// Returns whether some lanes may be inactive at an instruction.
    package func isInDivergentFlow(_ index: Int) -> Bool {
        var construct = enclosing[index]
        while construct >= 0 {
            if isDivergent[construct] { return true }
            construct = enclosing[construct]
        }
        return false
    }

    /// A construct that is open at an instruction.
    private struct OpenConstruct {
        var begin: Int
        /// The slots that were stale at the construct's start.
        var staleAtStart: Set<Int>
        /// The slots that the construct has stored so far.
        var stored: Set<Int> = []
        /// The slots that were stale at the end of the first arm, or at one of the exits.
        var staleElsewhere: Set<Int> = []
        var hasElse = false
    }

    private mutating func pass(_ module: ShaderModule) -> Bool {
        var changed = false
        let outputs = module.outputSlots
        func mark(_ flag: inout Bool, _ value: Bool) { if flag != value { flag = value; changed = true } }
        var stale: Set<Int> = [], open: [OpenConstruct] = []
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .store:
                let slot = Int(instruction.c)
                guard isUniformSlot[slot] else { continue }
                if !isUniformValue[Int(instruction.a)] { mark(&isUniformSlot[slot], false) }
                stale.remove(slot)
                if !open.isEmpty { open[open.count - 1].stored.insert(slot) }
            case .ifBegin:
                if !isDivergent[index] && !isUniformValue[Int(instruction.a)] { mark(&isDivergent[index], true) }
                open.append(OpenConstruct(begin: index, staleAtStart: stale))
            case .elseBegin:
                let last = open.count - 1
                open[last].hasElse = true
                open[last].staleElsewhere = stale
                stale = open[last].staleAtStart
                if isDivergent[open[last].begin] { stale.formUnion(open[last].stored) }
            case .blockBegin: open.append(OpenConstruct(begin: index, staleAtStart: stale))
            case .loopBegin:
                open.append(OpenConstruct(begin: index, staleAtStart: stale))
                stale.formUnion(staleInLoop[index] ?? [])
            case .end:
                let closed = open.removeLast()
                if !open.isEmpty { open[open.count - 1].stored.formUnion(closed.stored) }
                if module.instructions[closed.begin].opcode == .loopBegin {
                    if !stale.isSubset(of: closed.staleAtStart.union(staleInLoop[closed.begin] ?? [])) {
                        staleInLoop[closed.begin, default: []].formUnion(stale)
                        changed = true
                    }
                    // Only discarded lanes continue after a loop, because all other lanes leave a loop by an exit from a block around the
                    // loop. The discarded lanes left the loop in different turns, so each discarded lane may have missed stores of the
                    // loop.
                    stale.formUnion(closed.stored)
                } else if isDivergent[closed.begin] {
                    stale = closed.staleAtStart.union(closed.stored)
                } else if module.instructions[closed.begin].opcode == .ifBegin && !closed.hasElse {
                    stale.formUnion(closed.staleAtStart)
                } else {
                    stale.formUnion(closed.staleElsewhere)
                }
            case .exit:
                if let target = open.lastIndex(where: { $0.begin == Int(instruction.c) }) { open[target].staleElsewhere.formUnion(stale) }
                markDivergence(of: index, module, mark)
            case .discard:
                var around = enclosing[index]
                var insideLoop = false
                var list: [Int] = []
                while around >= 0 { list.append(around); around = enclosing[around] }
                for construct in list.reversed() {
                    insideLoop = insideLoop || module.instructions[construct].opcode == .loopBegin
                    if insideLoop && module.instructions[construct].opcode != .ifBegin { mark(&isDivergent[construct], true) }
                }
            case .emitVertex: for slot in outputs where stale.contains(slot) { mark(&isUniformSlot[slot], false) }
            default:
                if instruction.opcode == .load && stale.contains(Int(instruction.c)) { mark(&isUniformSlot[Int(instruction.c)], false) }
                if isUniformValue[index] && !staysUniform(module, index, instruction) { mark(&isUniformValue[index], false) }
            }
        }
        // Outputs are read at the shader's end, so a stale output is not uniform.
        for slot in outputs where stale.contains(slot) { mark(&isUniformSlot[slot], false) }
        return changed
    }

    /// Marks the constructs that an exit makes divergent. If any construct between the exit and the block that the exit leaves is
    /// divergent, lanes leave this block at different times, so the block is divergent.
    private mutating func markDivergence(of exit: Int, _ module: ShaderModule, _ mark: (inout Bool, Bool) -> Void) {
        let target = Int(module.instructions[exit].c)
        var between = enclosing[exit], passed: [Int] = [], isApart = false
        while between >= 0 && between != target {
            passed.append(between)
            isApart = isApart || isDivergent[between]
            between = enclosing[between]
        }
        guard isApart else { return }
        mark(&isDivergent[target], true)
        var isInside = false
        for construct in passed {
            // Inside this loop or block, the exiting lanes have already diverged from other lanes, so the loop or block is divergent
            // too.
            if isInside && module.instructions[construct].opcode != .ifBegin { mark(&isDivergent[construct], true) }
            isInside = isInside || isDivergent[construct]
        }
    }

    private func staysUniform(_ module: ShaderModule, _ index: Int, _ instruction: Instruction) -> Bool {
        switch instruction.opcode {
        case .constant, .uniform: return true
        case .load: return isUniformSlot[Int(instruction.c)]
        // If the index is uniform, all lanes read the same word at the same moment, so the result is uniform.
        case .uniformIndexed, .storageLoad, .storageSize, .sharedLoad: break
        case .builtin: return BuiltinInput(rawValue: instruction.c)!.isUniform(in: module, lanes: lanes)
        default: guard instruction.opcode.computes else { return false }
        }
        var all = true
        module.forEachValueOperand(of: index) { all = all && isUniformValue[$0] }
        return all
    }
}

extension BuiltinInput {
    /// Returns whether all lanes share the built-in's value. The lanes of a kernel are consecutive invocations of a work group, x first.
    /// - Parameter lanes: the number of lanes; nil if it is not known.
    package func isUniform(in module: ShaderModule, lanes: Int?) -> Bool {
        guard module.stage == .compute else { return false }
        let size = module.workGroupSize
        func fills(_ row: Int) -> Bool { lanes.map { row % $0 == 0 } ?? false }
        return switch self {
        case .workGroupCountX, .workGroupCountY, .workGroupCountZ, .workGroupX, .workGroupY, .workGroupZ: true
        case .localInvocationX: size.x == 1
        case .localInvocationY: size.y == 1 || fills(size.x)
        case .localInvocationZ: size.z == 1 || fills(size.x * size.y)
        default: false
        }
    }
}
