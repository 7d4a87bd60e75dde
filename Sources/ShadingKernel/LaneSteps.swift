// LaneSteps: finds the values that rise from lane to lane by the same amount, for example the index of an invocation. If the index of a
// word rises in this way, the words of neighbouring lanes have a fixed distance. If the distance is one word, a single vector load or store
// can replace W accesses.

import Shading

struct LaneSteps {
    /// For each value: the difference between a lane's value and the value of the lane below, modulo 2³²; nil if the difference is not
    /// known to be the same for all lanes.
    private(set) var step: [UInt32?]

    init(_ module: ShaderModule, _ uniformity: UniformityAnalysis, lanes: Int) {
        step = Array(repeating: nil, count: module.instructions.count)
        guard module.instructions.contains(where: \.opcode.accessesMemory) else { return }
        for (index, instruction) in module.instructions.enumerated() {
            step[index] = uniformity.isUniformValue[index] ? 0 : known(module, instruction, lanes)
        }
    }

    private func known(_ module: ShaderModule, _ instruction: Instruction, _ lanes: Int) -> UInt32? {
        func a() -> UInt32? { step[Int(instruction.a)] }
        func b() -> UInt32? { step[Int(instruction.b)] }
        func constant(_ value: Int32) -> UInt32? {
            let source = module.instructions[Int(value)]
            return source.opcode == .constant ? UInt32(bitPattern: source.c) : nil
        }
        func both(_ combine: (UInt32, UInt32) -> UInt32) -> UInt32? { a().flatMap { a in b().map { combine(a, $0) } } }
        switch instruction.opcode {
        case .builtin where BuiltinInput(rawValue: instruction.c) == .localInvocationX && module.stage == .compute:
            let size = module.workGroupSize
            return size.x % lanes == 0 || size.y * size.z == 1 ? 1 : nil
        case .iadd: return both(&+)
        case .isub: return both(&-)
        case .imul:
            if let factor = constant(instruction.b) { return a().map { $0 &* factor } }
            return constant(instruction.a).flatMap { factor in b().map { $0 &* factor } }
        case .shl: return constant(instruction.b).flatMap { amount in a().map { $0 << (amount & 31) } }
        case .bitcast where instruction.type != .float && module.instructions[Int(instruction.a)].type != .float: return a()
        default: return nil
        }
    }
}
