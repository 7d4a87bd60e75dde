// Which way a primitive is covered. Three ways find the same pixels; the size of its bounds in the tile tells which of them takes
// the fewest steps:
// - small primitives in a grid of blocks (CoverageKernel+Small): most have one block, and no loop;
// - long thin ones quad by quad along their longer axis (+Thin): most blocks of their bounds would be empty;
// - all others block by block (+Blocks).
// The baseline tier has the last way only: the others are code to compile, and every primitive may be taken block by block.

import Kernel

extension CoverageKernel {
    typealias TileBounds = (x0: Scalar<Int32>, y0: Scalar<Int32>, x1: Scalar<Int32>, y1: Scalar<Int32>)

    /// The thresholds, found by measuring.
    enum Limits {
        /// Pixels along, from which on a primitive is long. A smaller one may be taken in a grid.
        static let long: Int32 = 12
        /// Pixels across, below which a long primitive is thin.
        static let thin: Int32 = 6
        /// Rows of blocks from which on those that no edge reaches are found before their blocks are looked at.
        static let rowsOfBlocks: Int32 = 3

        /// Pixels from the first to the last one of a grid of blocks as long as a block is, along an axis.
        static func grid(blockSize: Int) -> Int32 { min(Int32(blockSize * blockSize), long) }
    }

    /// The pixels of a primitive's bounds that lie in the tile.
    private func bounds(of record: Pointer, in tile: TileBounds) -> TileBounds {
        func bound(_ i: Int) -> Scalar<Int32> { record.load(Int32.self, at: PrimitiveRecord.bounds + 4 * i) }
        return (x0: bound(0).maximum(tile.x0), y0: bound(1).maximum(tile.y0), x1: bound(2).minimum(tile.x1), y1: bound(3).minimum(tile.y1))
    }

    /// Has a rectangle shaded row by row, after what waits in the queue, where there is a kernel for it; else takes the other way.
    /// - Parameter rows: The entry of the kernel, or null.
    func shadeRows(_ record: Pointer, tile: TileBounds, by rows: EntryPointer<RowsArguments>, _ queue: QuadQueue, else otherwise: () -> Void) {
        if !traits.shadesRows { return otherwise() }
        // Of the coefficients of real edges not all are 0.
        let coefficients = record.loadLanes(Int32.self, at: PrimitiveRecord.edgeA, count: 8, alignment: 4)
        builder.if(rows.isThere & (coefficients .!= 0).none, {
            let bounds = bounds(of: record, in: tile)
            queue.finish()
            builder.call(rows) { call in
                call.store(context.pointer, \.context)
                call.store(report.pointer, \.report)
                call.store(record, \.record)
                call.store(bounds.x0, \.x0)
                call.store(bounds.y0, \.y0)
                call.store(bounds.x1, \.x1)
                call.store(bounds.y1, \.y1)
            }
        }, else: otherwise)
    }

    /// - Parameters:
    ///   - memory: for `edgeMemory` bytes.
    func cover(_ record: Pointer, tile: TileBounds, memory: Pointer, _ thin: ThinCoverage?, _ planes: DepthPlanes, _ queue: QuadQueue) {
        let bounds = bounds(of: record, in: tile)
        let edges = CoverageEdges(self, record)
        func coverBlocks(_ corners: [IntLanes]) { self.coverBlocks(edges, tile: tile, bounds, corners, memory: memory, planes, queue) }
        func corners() -> [IntLanes] { edges.values(x: tile.x0, y: tile.y0) }
        if !builder.tier.choosesCoverage { return coverBlocks(corners()) }

        let last = (x: bounds.x1 - (bounds.x0 & ~1), y: bounds.y1 - (bounds.y0 & ~1))
        builder.if((last.x .< Limits.grid(blockSize: block.width)) & (last.y .< Limits.grid(blockSize: block.height)), {
            coverGrid(edges, bounds, last, memory: memory, planes, queue)
        }, else: {
            let corners = corners()
            guard let thin else { return coverBlocks(corners) }
            let isTaken = builder.variable(builder.condition(false))
            builder.if((bounds.x1 - bounds.x0).maximum(bounds.y1 - bounds.y0) .>= Limits.long) {
                isTaken.value = coverThin(edges, tile: tile, bounds, corners: corners[0], thin, planes, queue)
            }
            builder.if(~isTaken.value) { coverBlocks(corners) }
        })
    }
}
