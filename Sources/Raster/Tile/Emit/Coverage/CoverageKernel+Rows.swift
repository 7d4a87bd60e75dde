// Coverage row by row: the blocks of a primitive's bounds, each that has something tested at every pixel. The baseline tier
// has nothing else: what finds whole blocks and thin primitives sooner is code to compile.

import Kernel
import Shading

extension CoverageKernel {
    /// - Parameter corners: the values of `edgeValues` at the tile's first pixel.
    func coverRowByRow(_ record: Pointer, tile: TileBounds, _ bounds: TileBounds, _ corners: [IntLanes], _ planes: DepthPlanes, _ queue: QuadQueue) {
        let laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY), zero = builder.scalar(Int32(0))
        let width = Int32(block.width), height = Int32(block.height)
        let greatest = corners.dropFirst().reduce(corners[0]) { $0.maximum($1) }
        /// Edge functions in the block at the tile's first pixel: the greatest value, and by sample those of the lanes.
        let edges = (0..<key.edgeCount).map { e -> (a: Scalar<Int32>, b: Scalar<Int32>, most: Scalar<Int32>, lanes: [IntLanes]) in
            let a = record.load(Int32.self, at: PrimitiveRecord.edgeA + 4 * e), b = record.load(Int32.self, at: PrimitiveRecord.edgeB + 4 * e)
            let inBlock: IntLanes = a.broadcast() * laneX + b.broadcast() * laneY
            let most: Scalar<Int32> = greatest[e] + a.maximum(zero) * (width - 1) + b.maximum(zero) * (height - 1)
            return (a, b, most, corners.map { inBlock + $0.shuffled([Int](repeating: e, count: builder.lanes)) })
        }
        let minX = bounds.x0.broadcast(), minY = bounds.y0.broadcast(), maxX = bounds.x1.broadcast(), maxY = bounds.y1.broadcast()
        let firstX = bounds.x0 & ~1, firstY = bounds.y0 & ~1, isLow = bounds.y1 - firstY .< 3 * height
        // As many rows of blocks at a time as there are lanes. Of more than a few, those that some edge leaves out are found first:
        // long thin primitives miss most of them.
        builder.forEach(from: firstY, to: bounds.y1 + 1, step: height * Int32(builder.lanes)) { groupY in
            let inBounds: IntLanes = maxY - groupY.broadcast() - builder.laneIndices * height
            let rows = builder.choose(isLow, { inBounds }, else: {
                let lastStep = (bounds.x1 - firstX) & ~(width - 1)
                return edges.map { edge -> IntLanes in
                    let most: Scalar<Int32> = edge.most + edge.a * (firstX - tile.x0) + edge.a.maximum(zero) * lastStep + edge.b * (groupY - tile.y0)
                    return most.broadcast() + edge.b.broadcast() * (builder.laneIndices * height)
                }.reduce(inBounds, |)
            }) .>= 0
            builder.forEachBit(rows.bits) { row in
                let y = groupY + row * height
                let planes = planes.atRows(y)
                // As many blocks of the row at a time as there are lanes.
                builder.forEach(from: firstX, to: bounds.x1 + 1, step: width * Int32(builder.lanes)) { groupX in
                    let offsets = builder.laneIndices * width
                    let values = edges.map { edge -> IntLanes in
                        let first: Scalar<Int32> = edge.most + edge.a * (groupX - tile.x0) + edge.b * (y - tile.y0)
                        return first.broadcast() + edge.a.broadcast() * offsets
                    }
                    let live = values.reduce(maxX - groupX.broadcast() - offsets, |) .>= 0
                    builder.forEachBit(live.bits) { number in
                        let x = groupX + number * width
                        let position = LanePixels(x: { x.broadcast() + laneX }, y: { y.broadcast() + laneY }, corner: (x, y), isBlock: nil)
                        // Not negative where a pixel is inside.
                        let px = position.x(), py = position.y()
                        let inX: IntLanes = (px - minX) | (maxX - px), inY: IntLanes = (py - minY) | (maxY - py)
                        let steps = edges.map { edge -> IntLanes in
                            let step: Scalar<Int32> = edge.a * (x - tile.x0) + edge.b * (y - tile.y0)
                            return step.broadcast()
                        }
                        let masks = (0..<samples).map { s -> LaneMask in
                            if samples > 1 && key.state.sampleMask & (1 << UInt32(s)) == 0 { return builder.mask(false) }
                            return zip(edges, steps).reduce(inX | inY) { $0 | ($1.0.lanes[s] + $1.1) } .>= 0
                        }
                        builder.if(masks.dropFirst().reduce(masks[0]) { $0 | $1 }.any) { testAndQueue(masks, position, record, planes, queue) }
                    }
                }
            }
        }
    }
}
