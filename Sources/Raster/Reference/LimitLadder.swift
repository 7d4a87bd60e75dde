// LimitLadder: finds the limit that removes a primitive. The lowest rung processes the primitive without any of the limits; each
// further rung restores one limit, in the order of the pipeline. The limit whose rung removes the primitive is the reason.

import Shading

final class LimitLadder {
    /// The limits that are in force, and the loss that the last restored limit causes.
    struct Rung {
        var limits: PrimitiveLimits
        var loss: PipelineLoss
    }
    /// The rungs above the lowest one. Limits that the draw does not have are left out.
    let rungs: [Rung]
    private let call: DrawCall
    private let target: Framebuffer
    /// The limits that every rung keeps.
    private let base: PrimitiveLimits
    /// A processor for each number of restored limits. Each processor is made when the first primitive needs it.
    private var processors: [PrimitiveProcessor?]

    /// Room for the weights of a primitive's three vertices, as varyings behind the program's varyings.
    static let weights = [VaryingComponent](repeating: VaryingComponent(vertexSlot: -1, interpolation: .smooth, sampling: .center), count: 3)

    /// - Parameter limits: The limits that are removed and restored. All other limits stay in force.
    init(call: DrawCall, target: Framebuffer, limits: PrimitiveLimits) {
        self.call = call; self.target = target
        let state = call.pipeline.state, all = PrimitiveLimits(state)
        base = all.subtracting(limits)
        var current = base, rungs: [Rung] = []
        for (limit, loss) in PrimitiveLimits.losses {
            let added = limit.intersection(limits).intersection(all)
            if added.isEmpty || (limit == .culling && state.cull == .none) || (limit == .scissor && call.scissor == nil) { continue }
            current.formUnion(added)
            rungs.append(Rung(limits: current, loss: loss))
        }
        self.rungs = rungs
        processors = Array(repeating: nil, count: rungs.count + 1)
    }

    /// Returns the processor that obeys the first `count` restored limits.
    func processor(_ count: Int) -> PrimitiveProcessor {
        if let made = processors[count] { return made }
        let made = PrimitiveProcessor(call: call, target: target, limits: count == 0 ? base : rungs[count - 1].limits, additionalVaryings: LimitLadder.weights)
        processors[count] = made
        return made
    }
}
