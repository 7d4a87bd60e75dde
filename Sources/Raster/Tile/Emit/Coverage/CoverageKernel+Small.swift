// Small coverage: primitives within a grid of as many blocks as a block has pixels, the same number across and down. Most have
// one block only, which begins at an even pixel: for them there is neither a loop nor a look at blocks that may be empty.

import Kernel

extension CoverageKernel {
    /// Takes a primitive if it is small.
    /// - Parameters:
    ///   - bounds: those of the primitive within the tile.
    ///   - otherwise: what to do if not.
    func coverSmall(_ record: Pointer, _ bounds: TileBounds, memory: Pointer, _ planes: DepthPlanes, _ queue: QuadQueue, else otherwise: () -> Void) {
        let first = (x: bounds.x0 & ~1, y: bounds.y0 & ~1), width = Int32(block.width), height = Int32(block.height)
        let last = (x: bounds.x1 - first.x, y: bounds.y1 - first.y)
        builder.if((last.x .< min(width * width, Self.thinLength)) & (last.y .< min(height * height, Self.thinLength)), {
            coverGrid(record, bounds, first, last, memory: memory, planes, queue)
        }, else: otherwise)
    }

    /// - Parameters:
    ///   - first: the first pixel of the first block.
    ///   - last: the last pixel of the bounds, relative to it.
    private func coverGrid(_ record: Pointer, _ bounds: TileBounds, _ first: (x: Scalar<Int32>, y: Scalar<Int32>), _ last: (x: Scalar<Int32>, y: Scalar<Int32>),
                           memory: Pointer, _ planes: DepthPlanes, _ queue: QuadQueue) {
        let width = Int32(block.width), height = Int32(block.height), laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY)
        let edges = 0..<key.edgeCount, starts = edgeValues(record, x: first.x, y: first.y)
        func spread(_ values: IntLanes, _ edge: Int) -> IntLanes { values.shuffled([Int](repeating: edge, count: builder.lanes)) }
        let steps = edges.map { e -> (x: IntLanes, y: IntLanes) in
            let a = record.load(Int32.self, at: PrimitiveRecord.edgeA + 4 * e), b = record.load(Int32.self, at: PrimitiveRecord.edgeB + 4 * e)
            return (a.broadcast() * laneX, b.broadcast() * laneY)
        }
        /// In the first block.
        let values = starts.map { start in edges.map { e in steps[e].x + steps[e].y + spread(start, e) } }

        /// - Parameter further: what an edge has more in this block than in the first.
        func cover(_ x: Scalar<Int32>, _ y: Scalar<Int32>, further: (_ edge: Int) -> IntLanes?) {
            let position = LanePixels(x: { x.broadcast() + laneX }, y: { y.broadcast() + laneY }, corner: (x, y), isBlock: nil)
            let px = position.x(), py = position.y()
            var outside = (px - bounds.x0.broadcast()) | (bounds.x1.broadcast() - px)
            outside = outside | (py - bounds.y0.broadcast()) | (bounds.y1.broadcast() - py)
            let further = edges.map(further)
            let masks = (0..<samples).map { s -> LaneMask in
                if samples > 1 && key.state.sampleMask & (1 << UInt32(s)) == 0 { return builder.mask(false) }
                let signs = edges.map { e -> IntLanes in further[e].map { values[s][e] + $0 } ?? values[s][e] }
                return signs.reduce(outside, |) .>= 0
            }
            testAndQueue(masks, position, record, planes, queue)
        }

        builder.if((last.x .< width) & (last.y .< height), {
            cover(first.x, first.y) { _ in nil }
        }, else: {
            // The greatest values of the edges in the blocks, which lie as the pixels of a block do.
            let a = record.loadLanes(Int32.self, at: PrimitiveRecord.edgeA, count: 4, alignment: 4)
            let b = record.loadLanes(Int32.self, at: PrimitiveRecord.edgeB, count: 4, alignment: 4)
            let greatest = starts.dropFirst().reduce(starts[0]) { $0.maximum($1) }
            let most = greatest + a.maximum(a.constant(0)) * (width - 1) + b.maximum(b.constant(0)) * (height - 1)
            var live = (last.x.broadcast() - laneX * width) | (last.y.broadcast() - laneY * height)
            for e in edges {
                let further = steps[e].x * width + steps[e].y * height
                blockValue(memory, edge: e, store: further)
                live = live | (further + spread(most, e))
            }
            builder.forEachBit((live .>= 0).bits) { number in
                let column = number & (width - 1), row = number >> Int32(block.width.trailingZeroBitCount)
                cover(first.x + column * width, first.y + row * height) { blockValue(memory, edge: $0, number).broadcast() }
            }
        })
    }
}
