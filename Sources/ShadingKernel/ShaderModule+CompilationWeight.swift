// The weight of a module: LLVM's time grows with it, evenly for quick code and faster than that for full code.

import Shading

extension ShaderModule {
    /// About the number of values that LLVM gets to see: one for each instruction, and for an exit one for each construct that it
    /// leaves, since every construct on the way carries the mask of the lanes that have gone.
    package var compilationWeight: Int {
        var depths: [Int: Int] = [:], depth = 0, weight = instructions.count
        for (index, instruction) in instructions.enumerated() {
            switch instruction.opcode {
            case .ifBegin, .blockBegin, .loopBegin:
                depths[index] = depth
                depth += 1
            case .end: depth -= 1
            case .exit: weight += depth - (depths[Int(instruction.c)] ?? depth)
            case .discard: weight += depth
            default: break
            }
        }
        return weight
    }
}
