// UniformityAnalysis: finds the values that are equal in all lanes of a kernel.
//
// A construct (if, block, loop) is divergent if lanes may take different paths through it. A value or slot is uniform if at every
// point all lanes hold the same bits. A uniform value is computed once, as a scalar, and a branch that depends on a uniform value
// is a real branch. The analysis first assumes that all values are uniform. Then the analysis repeatedly marks values that may
// differ between lanes as not uniform, until nothing changes.

import Shading

package struct UniformityAnalysis {
    package private(set) var isUniformValue: [Bool]
    package private(set) var isUniformSlot: [Bool]
    /// For the index of each ifBegin, blockBegin or loopBegin: whether lanes may diverge in this construct.
    package private(set) var isDivergent: [Bool]
    /// For each instruction, the begin index of the innermost enclosing construct; -1 outside of all constructs. The begin of a
    /// construct is an instruction too, so the indices form a linked list of constructs.
    package private(set) var enclosing: [Int]

    package init(_ module: ShaderModule) {
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

    /// Whether some lanes may be inactive at an instruction.
    package func isInDivergentFlow(_ index: Int) -> Bool {
        var construct = enclosing[index]
        while construct >= 0 {
            if isDivergent[construct] { return true }
            construct = enclosing[construct]
        }
        return false
    }

    private mutating func pass(_ module: ShaderModule) -> Bool {
        var changed = false
        func mark(_ flag: inout Bool, _ value: Bool) { if flag != value { flag = value; changed = true } }
        for (index, instruction) in module.instructions.enumerated() {
            switch instruction.opcode {
            case .store:
                let slot = Int(instruction.c)
                if isUniformSlot[slot] && (!isUniformValue[Int(instruction.a)] || isInDivergentFlow(index)) { mark(&isUniformSlot[slot], false) }
            case .ifBegin:
                if !isDivergent[index] && !isUniformValue[Int(instruction.a)] { mark(&isDivergent[index], true) }
            case .exit:
                // Lanes leave a block at different times if any construct between the exit and the end of this block is divergent.
                var between = enclosing[index], passed: [Int] = [], isApart = false
                while between >= 0 && between != Int(instruction.c) {
                    passed.append(between)
                    isApart = isApart || isDivergent[between]
                    between = enclosing[between]
                }
                if isApart {
                    mark(&isDivergent[Int(instruction.c)], true)
                    var isInside = false
                    for construct in passed {
                        // A loop is divergent if lanes diverge inside the loop.
                        if isInside && module.instructions[construct].opcode != .ifBegin { mark(&isDivergent[construct], true) }
                        isInside = isInside || isDivergent[construct]
                    }
                }
            case .discard:
                var around = enclosing[index]
                var insideLoop = false
                var list: [Int] = []
                while around >= 0 { list.append(around); around = enclosing[around] }
                for construct in list.reversed() {
                    insideLoop = insideLoop || module.instructions[construct].opcode == .loopBegin
                    if insideLoop && module.instructions[construct].opcode != .ifBegin { mark(&isDivergent[construct], true) }
                }
            default:
                if isUniformValue[index] && !staysUniform(module, index, instruction) { mark(&isUniformValue[index], false) }
            }
        }
        return changed
    }

    private func staysUniform(_ module: ShaderModule, _ index: Int, _ instruction: Instruction) -> Bool {
        switch instruction.opcode {
        case .constant, .uniform: return true
        case .load: return isUniformSlot[Int(instruction.c)]
        case .uniformIndexed: break
        default: guard instruction.opcode.definition.kind == .simple else { return false }
        }
        var all = true
        module.forEachValueOperand(of: index) { all = all && isUniformValue[$0] }
        return all
    }
}
