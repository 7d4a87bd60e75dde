// PassReader: reads the operations of a pass in order and makes batches from these operations. Any worker may read a pass while the
// other workers draw earlier batches.

/// The clears and primitive ranges of one part of a pass, in order.
package final class PassBatch {
    package fileprivate(set) var steps: [TileSteps.Step] = []
    package fileprivate(set) var ranges: [PrimitiveRange] = []
    package fileprivate(set) var clears: [ClearCall] = []
    /// The number of primitives to draw in all ranges together. For a draw with a geometry shader, the maximum number of emitted primitives
    /// counts.
    package fileprivate(set) var primitiveCount = 0
    /// The plans that ranges of this batch refer to. A range does not retain its plan; this array retains all plans.
    fileprivate var draws: [DrawPlan] = []
    /// The chunk of each range, by the range's number.
    package let chunkList = Storage<Unmanaged<BinnedPrimitives>>("PassBatch.chunkList")
    var chunks: UnsafeBufferPointer<Unmanaged<BinnedPrimitives>> { UnsafeBufferPointer(start: chunkList.base, count: ranges.count) }
    package init() {}
    package var isEmpty: Bool { steps.isEmpty }

    fileprivate func removeAll() {
        steps.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        clears.removeAll(keepingCapacity: true)
        draws.removeAll(keepingCapacity: true)
        primitiveCount = 0
    }
}

package final class PassReader {
    /// A run of consecutive draws with the same kernels.
    package struct KernelRun {
        let kernels: DrawKernels
        /// The number of the first draw after the run.
        var end: Int
        package init(kernels: DrawKernels, end: Int) { self.kernels = kernels; self.end = end }
    }

    private let pass: RenderPassCommand
    private let runs: [KernelRun]
    private let threadCount: Int
    private let stepLimit: Int
    private let whole: InclusivePixelBounds
    /// Whether transform feedback writes primitives of a geometry shader in this pass. Then ranges take their places in the buffers one after
    /// another, so they must be processed in order, by one thread.
    package let countsFeedback: Bool
    /// The next operation to read. The clear at the start of the pass comes before the first operation. `hasBegun` says whether this clear
    /// was read.
    private var operation = 0
    private var hasBegun = false
    private var draw = 0
    private var run = 0
    /// The draw that has been read only in part, and the number of its next primitive; nil if there is no such draw.
    private var unfinished: (plan: DrawPlan, first: Int)?

    /// The maximum number of primitives in a batch. This number is so small that the primitives' records stay in the cache, and
    /// that the bins stay small even if each primitive covers the whole target.
    private let batchSize: Int
    private static let largestBatch = 1 << 14, mostListed = 1 << 25
    /// The maximum number of ranges in a batch. The chunks of three batches are in use at the same time, and the chunks of small draws
    /// should stay in the cache.
    private static let mostRanges = 512

    package init(_ pass: RenderPassCommand, _ runs: [KernelRun], threadCount: Int, stepLimit: Int) {
        self.pass = pass; self.runs = runs; self.threadCount = threadCount; self.stepLimit = stepLimit
        whole = .whole(pass.target)
        countsFeedback = runs.contains { $0.kernels.geometry != nil } && pass.operations.contains {
            if case .draw(let call) = $0 { call.feedback != nil && call.pipeline.program.linked.geometry != nil } else { false }
        }
        let grid = TileGrid(pass.target)
        batchSize = min(Self.largestBatch, max(1, Self.mostListed / (grid.columns * grid.rows)))
    }

    /// Whether the whole pass was read.
    package var isAtEnd: Bool { hasBegun && unfinished == nil && operation == pass.operations.count }

    /// Replaces the contents of `batch` by the next part of the pass. At the end of the pass, `batch` becomes empty.
    package func fill(_ batch: PassBatch) {
        batch.removeAll()
        if !hasBegun {
            clear(ClearCall(values: pass.clear), whole, batch)
            hasBegun = true
        }
        while batch.primitiveCount < batchSize, batch.ranges.count < Self.mostRanges {
            if let (plan, first) = unfinished {
                append(plan, from: first, batch)
                continue
            }
            if operation == pass.operations.count { break }
            switch pass.operations[operation] {
            case .draw(let call): begin(call)
            case .clear(let call): clear(call, call.scissor.map { whole.intersection(InclusivePixelBounds($0)) } ?? whole, batch)
            case .pushGroup, .popGroup: break
            }
            operation += 1
        }
        batch.chunkList.reserve(batch.ranges.count)
    }

    private func clear(_ clear: ClearCall, _ area: InclusivePixelBounds, _ batch: PassBatch) {
        if area.isEmpty { return }
        batch.steps.append(.clear(batch.clears.count, area))
        batch.clears.append(clear)
    }

    private func begin(_ call: DrawCall) {
        let number = draw
        draw += 1
        guard call.count > 0, call.instanceCount > 0 else { return }
        while number >= runs[run].end { run += 1 }
        let plan = DrawPlan(call: call, number: number, target: pass.target, stepLimit: stepLimit, kernels: runs[run].kernels,
                            countsFeedback: countsFeedback)
        if plan.geometry == nil { call.primitiveQuery?.count += UInt64(plan.primitives.count) }
        if plan.primitives.count > 0 { unfinished = (plan, 0) }
    }

    /// Appends ranges of a draw until the batch is full or the draw ends.
    private func append(_ plan: DrawPlan, from first: Int, _ batch: PassBatch) {
        let total = plan.primitives.count, share = 4 * threadCount, weight = plan.drawnPerPrimitive
        let drawn = min(max((total * weight + share - 1) / share, BinnedPrimitives.sizes.lowerBound), BinnedPrimitives.sizes.upperBound, batchSize)
        let size = max(drawn / weight, min(plan.fewestPrimitives, batchSize / weight), 1)
        if first == 0 && total > size { plan.fill() }
        batch.draws.append(plan)
        var next = first
        while next < total && batch.primitiveCount < batchSize {
            let count = min(size, total - next)
            batch.steps.append(.chunk(batch.ranges.count))
            batch.ranges.append(PrimitiveRange(plan: .passUnretained(plan), first: next, count: count))
            batch.primitiveCount += count * weight
            next += count
        }
        unfinished = next < total ? (plan, next) : nil
    }
}
