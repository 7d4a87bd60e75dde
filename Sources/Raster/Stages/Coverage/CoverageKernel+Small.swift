// Small coverage: covers primitives that lie within a grid of blocks. If a block has m×n pixels, the grid has m×n blocks. Blocks begin at
// even pixels, so most small primitives fit into one block. A primitive that fits into one block needs neither a loop nor a search for
// empty blocks.

import Kernel

extension CoverageKernel {
    /// Covers a primitive that lies within the grid.
    /// - Parameters:
    ///   - bounds: The primitive's bounds within the tile.
    ///   - last: The last pixel of the bounds, relative to the first pixel of the first block.
    func coverGrid(_ primitive: CoverageEdges, tile: TileBounds, _ bounds: TileBounds, _ last: (x: Scalar<Int32>, y: Scalar<Int32>), memory: Pointer,
                   _ planes: DepthPlanes, _ queue: QuadQueue) {
        let first = (x: bounds.x0 & ~1, y: bounds.y0 & ~1), width = Int32(block.width), height = Int32(block.height)
        let laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY)
        let edges = 0..<primitive.count, starts = primitive.values(x: first.x, y: first.y), steps = edges.map(primitive.stepsInBlock)
        /// The values of the edge functions in the first block, by sample and edge.
        let values = starts.map { start in edges.map { e in steps[e].x + steps[e].y + primitive.spread(start, e) } }

        /// - Parameter further: Returns the difference between an edge's value in this block and the same edge's value in the first block;
        ///   nil for the first block.
        func cover(_ x: Scalar<Int32>, _ y: Scalar<Int32>, further: (_ edge: Int) -> IntLanes?) {
            let position = block(x, y, tile)
            let px = position.x(), py = position.y()
            var outside = (px - bounds.x0.broadcast()) | (bounds.x1.broadcast() - px)
            outside = outside | (py - bounds.y0.broadcast()) | (bounds.y1.broadcast() - py)
            let further = edges.map(further)
            let masks = (0..<coverageCount).map { s -> LaneMask in
                if isMultisampled && key.state.sampleMask & (1 << UInt32(s)) == 0 { return builder.mask(false) }
                let signs = edges.map { e -> IntLanes in further[e].map { values[s][e] + $0 } ?? values[s][e] }
                return signs.reduce(outside, |) .>= 0
            }
            testAndQueue(masks, position, primitive.record, planes, queue)
        }

        builder.if((last.x .< width) & (last.y .< height), {
            cover(first.x, first.y) { _ in nil }
        }, else: {
            // In the following code, each lane belongs to one block of the grid. The lane that usually has the pixel in column x and row y
            // of a block belongs to the block in column x and row y of the grid. `most` has the greatest value of each edge function in the
            // first block.
            let greatest = starts.dropFirst().reduce(starts[0]) { $0.maximum($1) }
            let most = greatest + primitive.greatestInBlock
            var live = (last.x.broadcast() - laneX * width) | (last.y.broadcast() - laneY * height)
            for e in edges {
                let further = steps[e].x * width + steps[e].y * height
                blockValue(memory, edge: e, store: further)
                live = live | (further + primitive.spread(most, e))
            }
            builder.forEachBit((live .>= 0).bits) { number in
                let column = number & (width - 1), row = number >> Int32(block.width.trailingZeroBitCount)
                cover(first.x + column * width, first.y + row * height) { blockValue(memory, edge: $0, number).broadcast() }
            }
        })
    }
}
