// LimitLadder: finds the limit that removes a primitive. The lowest rung processes the primitive without the limits of the ladder. Each
// further rung restores one limit, in the order of the pipeline. The first rung that removes the primitive shows the reason: the limit
// that this rung restored.

import Shading

final class LimitLadder {
    /// One rung: the limits that are in force, and the loss that the last restored limit causes.
    struct Rung {
        var limits: PrimitiveLimits
        var loss: PipelineLoss
    }
    /// The rungs above the lowest rung. There is no rung for a limit that the draw does not have.
    let rungs: [Rung]
    private let call: DrawCall
    private let target: Framebuffer
    /// The limits that every rung keeps.
    private let base: PrimitiveLimits
    /// Element n is the processor that obeys the first n limits of the ladder. The element is nil until a primitive needs this processor.
    private var processors: [PrimitiveProcessor?]

    /// Three varyings after the program's varyings, for the weights of a primitive's three vertices.
    static let weights = [VaryingComponent](repeating: VaryingComponent(vertexSlot: -1, interpolation: .smooth, sampling: .center), count: 3)

    /// - Parameter limits: The limits that are removed and restored. All other limits stay in force.
    init(call: DrawCall, target: Framebuffer, limits: PrimitiveLimits) {
        self.call = call; self.target = target
        let state = call.pipeline.state, all = PrimitiveLimits(state)
        base = all.subtracting(limits)
        var current = base, rungs: [Rung] = []
        for (limit, loss) in PrimitiveLimits.losses {
            let added = limit.intersection(limits).intersection(all)
            if added.isEmpty || (limit == .rasterizerDiscard && !state.rasterizerDiscard) || (limit == .culling && state.cull == .none)
                || (limit == .scissor && call.scissor == nil) { continue }
            current.formUnion(added)
            rungs.append(Rung(limits: current, loss: loss))
        }
        self.rungs = rungs
        processors = Array(repeating: nil, count: rungs.count + 1)
    }

    /// Returns the processor that obeys the first `count` limits of the ladder.
    func processor(_ count: Int) -> PrimitiveProcessor {
        if let made = processors[count] { return made }
        let made = PrimitiveProcessor(call: call, target: target, limits: count == 0 ? base : rungs[count - 1].limits, additionalVaryings: LimitLadder.weights)
        processors[count] = made
        return made
    }
}
