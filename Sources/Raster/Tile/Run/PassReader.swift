// PassReader: reads the operations of a pass in order and makes batches from these operations. Any worker may read a pass while the
// other workers draw earlier batches. TileSteps, at the end of the file, lists the steps of a batch for each tile.

/// The clears and primitive ranges of one part of a pass, in order.
package final class PassBatch {
    package fileprivate(set) var steps: [TileSteps.Step] = []
    package fileprivate(set) var ranges: [PrimitiveRange] = []
    package fileprivate(set) var clears: [ClearCall] = []
    /// The number of primitives to draw in all ranges together. For a draw with a geometry shader, this number includes the maximum number
    /// of primitives that the shader may emit.
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
    /// Whether transform feedback writes primitives of a geometry shader in this pass. If so, room in the buffers is reserved range by
    /// range, and one thread must process the ranges in order.
    package let countsFeedback: Bool
    /// The next operation to read. The clear at the start of the pass comes before the first operation. `hasBegun` says whether this clear
    /// was read.
    private var operation = 0
    private var hasBegun = false
    private var draw = 0
    private var run = 0
    /// The draw that has been read only in part, and the number of its next primitive; nil if there is no such draw.
    private var unfinished: (plan: DrawPlan, first: Int)?

    /// The maximum number of primitives in a batch. This number is so small that the primitives' records stay in the caches, and
    /// that the bins stay small even if each primitive covers the whole target.
    ///
    /// From eight threads on, the number grows with the number of threads, because each further processor has a cache of its own. There is a
    /// second reason for larger batches: the threads wait for each other at the end of each batch. In a small batch of a mesh, most
    /// primitives lie in a few tiles. Threads that find no tile to draw wait.
    private let batchSize: Int
    private static func largestBatch(threadCount: Int) -> Int { (1 << 14) * min(max(threadCount / 4, 1), 4) }
    private static let mostListed = 1 << 25
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
        batchSize = min(Self.largestBatch(threadCount: threadCount), max(1, Self.mostListed / (grid.columns * grid.rows)))
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
        // A draw is cut into four ranges for each thread, within the limits of `sizes`.
        let total = plan.primitives.count, parts = 4 * threadCount, weight = plan.drawnPerPrimitive
        let drawn = min(max((total * weight + parts - 1) / parts, BinnedPrimitives.sizes.lowerBound), BinnedPrimitives.sizes.upperBound, batchSize)
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

// MARK: Steps by tile

/// Lists, for each tile, the steps of a batch that concern the tile, in the order of the pass: clears that reach the tile, and chunks that
/// have primitives in the tile.
package final class TileSteps {
    private let starts = Storage<Int32>("TileSteps.starts")
    private let listed = Storage<Int32>("TileSteps.listed")
    /// The tiles that have steps.
    private let tileList = Storage<Int32>("TileSteps.tileList")
    private var tileCount = 0
    package init() {}
    package var tiles: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: tileList.base, count: tileCount) }

    /// One step of a batch.
    package enum Step {
        /// Draws the chunk that has this number in the batch.
        case chunk(Int)
        /// Clears an area to the values of the clear that has this number in the batch.
        case clear(Int, InclusivePixelBounds)
    }

    /// Lists, for each tile of the grid, the indices of the tile's steps in `steps`.
    package func collect(_ steps: [Step], _ chunks: UnsafePointer<Unmanaged<BinnedPrimitives>>, _ grid: TileGrid) {
        let tileCount = grid.tileCount
        starts.reserve(tileCount + 1)
        let starts = starts.base
        starts.update(repeating: 0, count: tileCount + 1)
        for step in steps { Self.forEachTile(step, chunks, grid) { starts[$0] += 1 } }
        tileList.reserve(tileCount)
        var sum: Int32 = 0, listedTiles = 0
        for tile in 0..<tileCount {
            let n = starts[tile]
            starts[tile] = sum
            sum += n
            // The entry is written even if this tile has no steps; the next tile then overwrites the entry. So the loop needs no branch.
            tileList.base[listedTiles] = Int32(truncatingIfNeeded: tile)
            if n > 0 { listedTiles += 1 }
        }
        self.tileCount = listedTiles
        listed.reserve(Int(sum))
        let listed = listed.base
        for (number, step) in steps.enumerated() {
            Self.forEachTile(step, chunks, grid) { tile in
                listed[Int(starts[tile])] = Int32(truncatingIfNeeded: number)
                starts[tile] += 1
            }
        }
        // Each start index has moved to the end of its list, where the next list starts. This loop moves the start indices back.
        for tile in stride(from: tileCount, through: 1, by: -1) { starts[tile] = starts[tile - 1] }
        starts[0] = 0
    }

    package func steps(of tile: Int) -> UnsafeBufferPointer<Int32> {
        let start = Int(starts.base[tile])
        return UnsafeBufferPointer(start: listed.base + start, count: Int(starts.base[tile + 1]) - start)
    }

    @inline(__always)
    private static func forEachTile(_ step: Step, _ chunks: UnsafePointer<Unmanaged<BinnedPrimitives>>, _ grid: TileGrid, _ body: (Int) -> Void) {
        switch step {
        case .chunk(let number): chunks[number]._withUnsafeGuaranteedRef { $0.forEachTile { x, y in body(y * grid.columns + x) } }
        case .clear(_, let area):
            if area.isEmpty { return }
            for layer in 0..<grid.layerCount {
                for y in (area.minY / TileGrid.tileSize)...(area.maxY / TileGrid.tileSize) {
                    for x in (area.minX / TileGrid.tileSize)...(area.maxX / TileGrid.tileSize) { body((layer * grid.rows + y) * grid.columns + x) }
                }
            }
        }
    }
}
