// Chooses how to cover a primitive. Three ways find the same pixels. The size of the primitive's bounds in the tile decides which
// of them takes the fewest steps:
// - Small primitives are covered in a grid of blocks (CoverageKernel+Small). Most of them have one block and need no loop.
// - Long thin primitives are covered quad by quad along their longer axis (+Thin). Most blocks of their bounds would be empty.
// - All others are covered block by block (+Blocks).
// The baseline tier has only the last way, which works for every primitive: the others would be more code to compile.

import Kernel

extension CoverageKernel {
    typealias TileBounds = (x0: Scalar<Int32>, y0: Scalar<Int32>, x1: Scalar<Int32>, y1: Scalar<Int32>)

    /// The thresholds, found by measuring.
    enum Limits {
        /// A primitive is long if it reaches over more than this many pixels along one axis. Shorter primitives may be covered in a
        /// grid.
        static let long: Int32 = 12
        /// A long primitive is thin if its spans along the minor axis are shorter than this many pixels. A span reaches from the
        /// lowest to the highest pixel (see ThinCoverage).
        static let thin: Int32 = 6
        /// If a primitive has at least this many rows of blocks, the rows that it misses are left out before their blocks are
        /// tested.
        static let rowsOfBlocks: Int32 = 3

        /// Returns the size in pixels of a grid of blocks along an axis. The grid has as many blocks along the axis as a block has
        /// pixels, but is not longer than `long`.
        static func grid(blockSize: Int) -> Int32 { min(Int32(blockSize * blockSize), long) }
    }

    /// Returns the pixels of a primitive's bounds that lie in the tile.
    private func bounds(of record: Pointer, in tile: TileBounds) -> TileBounds {
        func bound(_ i: Int) -> Scalar<Int32> { record.load(Int32.self, at: PrimitiveRecord.bounds + 4 * i) }
        return (x0: bound(0).maximum(tile.x0), y0: bound(1).maximum(tile.y0), x1: bound(2).minimum(tile.x1), y1: bound(3).minimum(tile.y1))
    }

    /// Shades a rectangle row by row if there is a kernel for that, after the quads that wait in the queue. `otherwise` covers all
    /// other primitives, and rectangles if there is no such kernel.
    /// - Parameter rows: The entry of the kernel, or null.
    func shadeRows(_ record: Pointer, tile: TileBounds, by rows: EntryPointer<RowsArguments>, _ queue: QuadQueue, else otherwise: () -> Void) {
        if !traits.shadesRows { return otherwise() }
        // RectanglePairs sets all coefficients of a rectangle's edges to 0. Other primitives have some that are not 0.
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

    /// Covers a primitive in the best way.
    /// - Parameter memory: Memory of `edgeMemory` bytes.
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
