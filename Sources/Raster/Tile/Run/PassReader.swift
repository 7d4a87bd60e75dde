// PassReader: takes the operations of a pass one after the other and makes batches of them. Any worker may do so, while the
// others draw what was read before.

/// Clears, and parts of draws, in order.
package final class PassBatch {
    package fileprivate(set) var steps: [TileWork.Step] = []
    package fileprivate(set) var parts: [PrimitiveRange] = []
    package fileprivate(set) var clears: [ClearValues] = []
    /// In all parts.
    package fileprivate(set) var primitiveCount = 0
    /// The draws that have parts in it: the parts do not keep them.
    fileprivate var draws: [DrawPlan] = []
    /// What has been made of the parts, by their numbers.
    package let chunkList = Storage<Unmanaged<BinnedPrimitives>>("PassBatch.chunkList")
    var chunks: UnsafeBufferPointer<Unmanaged<BinnedPrimitives>> { UnsafeBufferPointer(start: chunkList.base, count: parts.count) }
    package init() {}
    package var isEmpty: Bool { steps.isEmpty }

    fileprivate func removeAll() {
        steps.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        clears.removeAll(keepingCapacity: true)
        draws.removeAll(keepingCapacity: true)
        primitiveCount = 0
    }
}

package final class PassReader {
    /// Draws that follow one another and have the same kernels.
    package struct Run {
        let kernels: DrawKernels
        /// The number of the first draw behind them.
        var end: Int
        package init(kernels: DrawKernels, end: Int) { self.kernels = kernels; self.end = end }
    }

    private let pass: RenderPassCommand
    private let runs: [Run]
    private let threadCount: Int
    private let stepLimit: Int
    private let whole: PixelBounds
    /// What is to be read next; the pass begins with its clear.
    private var operation = 0
    private var hasBegun = false
    private var draw = 0
    private var run = 0
    /// The draw that has parts left, and the first primitive of the next.
    private var unfinished: (plan: DrawPlan, first: Int)?

    /// Primitives in a batch: few enough for their records to stay in the cache, and for what tiles list of them to stay small even
    /// if each covers the whole target.
    private let batchSize: Int
    private static let largestBatch = 1 << 14, mostListed = 1 << 25

    package init(_ pass: RenderPassCommand, _ runs: [Run], threadCount: Int, stepLimit: Int) {
        self.pass = pass; self.runs = runs; self.threadCount = threadCount; self.stepLimit = stepLimit
        whole = .whole(pass.target)
        let grid = TileGrid(width: pass.target.width, height: pass.target.height)
        batchSize = min(Self.largestBatch, max(1, Self.mostListed / (grid.columns * grid.rows)))
    }

    /// Nothing is left but empty batches.
    package var isAtEnd: Bool { hasBegun && unfinished == nil && operation == pass.operations.count }

    /// Makes the next batch, which is empty at the end of the pass. What it had before is dropped.
    package func fill(_ batch: PassBatch) {
        batch.removeAll()
        if !hasBegun {
            clear(pass.clear, whole, batch)
            hasBegun = true
        }
        while batch.primitiveCount < batchSize {
            if let (plan, first) = unfinished {
                append(plan, from: first, batch)
                continue
            }
            if operation == pass.operations.count { break }
            switch pass.operations[operation] {
            case .draw(let call): begin(call)
            case .clear(let call): clear(call.values, call.scissor.map { whole.intersection(PixelBounds($0)) } ?? whole, batch)
            case .pushGroup, .popGroup: break
            }
            operation += 1
        }
        batch.chunkList.reserve(batch.parts.count)
    }

    private func clear(_ values: ClearValues, _ area: PixelBounds, _ batch: PassBatch) {
        if area.isEmpty { return }
        batch.steps.append(.clear(batch.clears.count, area))
        batch.clears.append(values)
    }

    private func begin(_ call: DrawCall) {
        let number = draw
        draw += 1
        guard call.count > 0, call.instanceCount > 0 else { return }
        while number >= runs[run].end { run += 1 }
        let plan = DrawPlan(call: call, number: number, target: pass.target, stepLimit: stepLimit, kernels: runs[run].kernels)
        if plan.primitives.count > 0 { unfinished = (plan, 0) }
    }

    /// Appends the parts of a draw until the batch is full.
    private func append(_ plan: DrawPlan, from first: Int, _ batch: PassBatch) {
        let total = plan.primitives.count, share = 4 * threadCount
        let size = min(max((total + share - 1) / share, BinnedPrimitives.sizes.lowerBound), BinnedPrimitives.sizes.upperBound, batchSize)
        if first == 0 && total > size { plan.fill() }
        batch.draws.append(plan)
        var next = first
        while next < total && batch.primitiveCount < batchSize {
            let count = min(size, total - next)
            batch.steps.append(.chunk(batch.parts.count))
            batch.parts.append(PrimitiveRange(plan: .passUnretained(plan), first: next, count: count))
            batch.primitiveCount += count
            next += count
        }
        unfinished = next < total ? (plan, next) : nil
    }
}
