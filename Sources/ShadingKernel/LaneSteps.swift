// LaneSteps: finds the values that rise from lane to lane by the same amount, for example the index of an invocation. If the index of a
// word rises in this way, the words of neighbouring lanes have a fixed distance. If the distance is one word, a single vector load or store
// can replace W accesses.
//
// The lowering limits many indices with a minimum, so that an index beyond the end of an array reaches no other variable. A limited index
// rises only in the lanes that the limit does not change. So a step comes with a limit, and the emitted code tests whether all lanes lie
// below the limit.

import Shading

/// The distance between the values of neighbouring lanes.
struct LaneStep: Equatable {
    /// The difference between a lane's value and the value of the lane below, modulo 2³².
    var step: UInt32
    /// If the value of lane 0 plus W − 1 steps is below this number, all lanes have the distance `step`; nil if all lanes always have this
    /// distance.
    var limit: UInt32?
}

struct LaneSteps {
    /// For each value, its step; nil if the lanes are not known to have the same distance.
    private let steps: [LaneStep?]
    /// The maximum step of a value that is limited. Up to this step, W − 1 steps are less than 2³².
    private static let largestLimitedStep: UInt32 = 1 << 16

    init(_ module: ShaderModule, _ uniformity: UniformityAnalysis, lanes: Int) {
        var steps = [LaneStep?](repeating: nil, count: module.instructions.count)
        if module.instructions.contains(where: \.opcode.accessesMemory) {
            for (index, instruction) in module.instructions.enumerated() {
                steps[index] = uniformity.isUniformValue[index] ? LaneStep(step: 0) : Self.step(of: instruction, in: module, steps, lanes)
            }
        }
        self.steps = steps
    }

    subscript(value: Int32) -> LaneStep? { steps[Int(value)] }

    private static func step(of instruction: Instruction, in module: ShaderModule, _ steps: [LaneStep?], _ lanes: Int) -> LaneStep? {
        func step(_ value: Int32) -> LaneStep? { steps[Int(value)] }
        func constant(_ value: Int32) -> UInt32? {
            let source = module.instructions[Int(value)]
            return source.opcode == .constant ? UInt32(bitPattern: source.c) : nil
        }
        /// Returns the step of the sum of a value and a constant.
        func plus(_ value: LaneStep, _ added: UInt32) -> LaneStep? {
            guard let limit = value.limit else { return value }
            let (sum, overflows) = limit.addingReportingOverflow(added)
            return overflows ? nil : LaneStep(step: value.step, limit: sum)
        }
        func times(_ value: LaneStep, _ factor: UInt32) -> LaneStep? {
            guard let limit = value.limit else { return LaneStep(step: value.step &* factor) }
            // A distance that wraps around would be small again, although the limit changes the lanes between.
            let (product, overflows) = limit.multipliedReportingOverflow(by: factor), (step, wraps) = value.step.multipliedReportingOverflow(by: factor)
            return overflows || wraps || factor == 0 ? nil : LaneStep(step: step, limit: product)
        }
        let a = instruction.a, b = instruction.b
        switch instruction.opcode {
        case .builtin where BuiltinInput(rawValue: instruction.c) == .localInvocationX && module.stage == .compute:
            let size = module.workGroupSize
            return size.x % lanes == 0 || size.y * size.z == 1 ? LaneStep(step: 1) : nil
        case .iadd:
            guard let first = step(a), let second = step(b) else { return nil }
            if let added = constant(b) { return plus(first, added) }
            if let added = constant(a) { return plus(second, added) }
            return first.limit == nil && second.limit == nil ? LaneStep(step: first.step &+ second.step) : nil
        case .isub:
            guard let first = step(a), let second = step(b), first.limit == nil, second.limit == nil else { return nil }
            return LaneStep(step: first.step &- second.step)
        case .imul:
            if let factor = constant(b) { return step(a).flatMap { times($0, factor) } }
            return constant(a).flatMap { factor in step(b).flatMap { times($0, factor) } }
        case .shl: return constant(b).flatMap { amount in step(a).flatMap { times($0, 1 << (amount & 31)) } }
        case .iminU:
            guard let limit = constant(b), let value = step(a), value.step <= largestLimitedStep else { return nil }
            return LaneStep(step: value.step, limit: min(limit, value.limit ?? limit))
        case .bitcast where instruction.type != .float && module.instructions[Int(a)].type != .float: return step(a)
        default: return nil
        }
    }
}
