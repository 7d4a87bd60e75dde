// LimitLadder: finds out what keeps a primitive from being drawn. Its lowest step takes away all that may keep it; each step further up
// puts one of these limits back, in the order of the pipeline. The limit at which the primitive vanishes is the reason.

import Shading

final class LimitLadder {
    /// A limit, and what is said of a sample that it takes away.
    struct Step {
        var limits: PrimitiveLimits
        var outcome: ProbedFragment.Outcome
    }
    /// Above the lowest one. Limits that the draw does not have are left out.
    let steps: [Step]
    private let call: DrawCall
    private let target: Framebuffer
    /// Those that are always there.
    private let base: PrimitiveLimits
    /// Indexed by the number of limits that are back; made when the first primitive needs them.
    private var processors: [PrimitiveProcessor?]

    /// The weights of a primitive's three vertices, as varyings behind those of the program.
    static let weights = [VaryingComponent](repeating: VaryingComponent(vertexSlot: -1, interpolation: .smooth, sampling: .center), count: 3)

    /// - Parameter limits: Those that are taken away and put back; the others stay.
    init(call: DrawCall, target: Framebuffer, limits: PrimitiveLimits) {
        self.call = call; self.target = target
        let state = call.pipeline.state, all = PrimitiveLimits(state)
        base = all.subtracting(limits)
        let order: [(PrimitiveLimits, ProbedFragment.Outcome)] = [
            (.near, .nearClipped), (.far, .farClipped), (.clipDistances, .clippedByShader), ([.sides, .target], .viewportClipped), (.culling, .culled),
            (.scissor, .scissorClipped),
        ]
        var current = base, steps: [Step] = []
        for (limit, outcome) in order {
            let added = limit.intersection(limits).intersection(all)
            if added.isEmpty || (limit == .culling && state.cull == .none) || (limit == .scissor && call.scissor == nil) { continue }
            current.formUnion(added)
            steps.append(Step(limits: current, outcome: outcome))
        }
        self.steps = steps
        processors = Array(repeating: nil, count: steps.count + 1)
    }

    /// - Parameter count: The number of limits that are back.
    func processor(_ count: Int) -> PrimitiveProcessor {
        if let made = processors[count] { return made }
        let made = PrimitiveProcessor(call: call, target: target, limits: count == 0 ? base : steps[count - 1].limits, additionalVaryings: LimitLadder.weights)
        processors[count] = made
        return made
    }
}
