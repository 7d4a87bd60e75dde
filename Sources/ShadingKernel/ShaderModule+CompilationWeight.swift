// The compilation weight of a module. LLVM's compile time grows linearly with the weight in the baseline tier, and faster than
// linearly in the optimised tier.

import Shading

extension ShaderModule {
    /// The approximate number of values that LLVM processes. Each instruction counts as one value. An exit counts as one value for
    /// each construct that it leaves, because each such construct carries a mask of the lanes that have left. An emitted vertex counts as one
    /// value for each output.
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
            case .emitVertex: weight += outputSlots.count
            default: break
            }
        }
        return weight
    }
}
