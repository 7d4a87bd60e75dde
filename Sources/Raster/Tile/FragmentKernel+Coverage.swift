// Coverage: which pixels or samples of a tile a primitive covers, block by block, and the tests that come before the
// shader. What is left goes to the queue.

import Kernel
import Shading

extension FragmentKernel {
    typealias TileBounds = (x0: Scalar<Int32>, y0: Scalar<Int32>, x1: Scalar<Int32>, y1: Scalar<Int32>)

    /// Widest change of an edge function within a tile; beyond it the sign is settled for the whole tile.
    private static let settled: Int64 = 1 << 30

    /// - Parameter offset: where the primitive's record is.
    func cover(_ offset: Scalar<Int32>, tile: TileBounds, _ planes: DepthPlanes, _ queue: QuadQueue) {
        let record = records + offset
        func bound(_ i: Int) -> Scalar<Int32> { record.load(Int32.self, at: PrimitiveRecord.bounds + 4 * i) }
        let minX = bound(0).maximum(tile.x0), minY = bound(1).maximum(tile.y0)
        let maxX = bound(2).minimum(tile.x1), maxY = bound(3).minimum(tile.y1)

        let edges = (0..<key.edgeCount).map { Edge(self, record, number: $0, tile: (tile.x0, tile.y0)) }
        let laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY)
        // Blocks begin at any quad, so most small primitives need only one.
        let firstX = minX & ~1, firstY = minY & ~1
        let isOneBlock = (maxX - firstX .< Int32(block.width)) & (maxY - firstY .< Int32(block.height))

        func coverBlock(_ x: Scalar<Int32>, _ y: Scalar<Int32>, isWhole: Condition, _ planes: DepthPlanes) {
            let position = BlockPosition(x: x.broadcast() + laneX, y: y.broadcast() + laneY, corner: (x, y), isBlock: nil)
            let masks = (0..<samples).map { s in
                let isLeftOut = samples > 1 && key.state.sampleMask & (1 << UInt32(s)) == 0
                return builder.variable(builder.mask(!isLeftOut))
            }
            builder.if(~isWhole) {
                var bounds = (position.x - minX.broadcast()) | (maxX.broadcast() - position.x)
                bounds = bounds | (position.y - minY.broadcast()) | (maxY.broadcast() - position.y)
                let dx = x - tile.x0, dy = y - tile.y0
                for s in 0..<samples {
                    let signs = edges.map { ($0.corner[s] + $0.a * dx + $0.b * dy).broadcast() + $0.lanes }.reduce(bounds, |)
                    masks[s].value = masks[s].value & (signs .>= 0)
                }
            }
            finish(masks.map(\.value), position, record, offset, planes, queue)
        }

        // Nothing is left to be tested: they go to the queue as they are.
        let queuesWholeBlocks = testsEarly && needsShading && !hasTests && !key.countsSamples && (samples == 1 || key.state.sampleMask & 15 == 15)

        func coverRow(_ y: Scalar<Int32>) {
            let planes = planes.atRows(y)
            let dy = y - tile.y0
            // As many blocks of the row at a time as there are lanes.
            builder.forEach(from: firstX, to: maxX + 1, step: Int32(block.width * builder.lanes)) { groupX in
                let live = builder.variable(builder.scalar(UInt32(1))), whole = builder.variable(builder.scalar(UInt32(0)))
                builder.if(~isOneBlock) {
                    let blockX = groupX.broadcast() + builder.laneIndices * Int32(block.width)
                    let steps = edges.map { ($0.a * (groupX - tile.x0) + $0.b * dy) }
                    // Negative where some edge leaves out the whole block.
                    let most = zip(edges, steps).map { ($0.most(block) + $1).broadcast() + $0.blocks(block) }.reduce(maxX.broadcast() - blockX, |)
                    live.value = (most .>= 0).bits
                    // Not negative where the primitive covers the whole block.
                    let insideY = (y - minY) | (maxY - (y + Int32(block.height - 1)))
                    let inside = insideY.broadcast() | (blockX - minX.broadcast()) | ((maxX - Int32(block.width - 1)).broadcast() - blockX)
                    let least = zip(edges, steps).map { ($0.least(block) + $1).broadcast() + $0.blocks(block) }.reduce(inside, |)
                    whole.value = (least .>= 0).bits
                }
                if queuesWholeBlocks {
                    // They lie side by side, as primitives are convex.
                    let count = whole.value.bitCount().withSign(of: Int32.self)
                    builder.if(count .!= 0) {
                        live.value = live.value & ~whole.value
                        let x = groupX + whole.value.trailingZeros().withSign(of: Int32.self) * Int32(block.width)
                        queue.push(blocks: count, x: x, y: y, samples: samples, record: offset)
                    }
                }
                builder.forEachBit(live.value) { number in
                    let isWhole = ((whole.value >> number.withSign(of: UInt32.self)) & 1) .!= 0
                    coverBlock(groupX + number * Int32(block.width), y, isWhole: isWhole, planes)
                }
            }
        }

        // As many rows of blocks at a time as there are lanes. A few are taken as they are; of more, those that some edge
        // leaves out are found first: long thin triangles miss most of them.
        let rowStep = Int32(block.height * builder.lanes), rowOffsets = builder.laneIndices * Int32(block.height)
        let isLow = maxY - firstY .< Int32(3 * block.height)
        let lastStep = (maxX - firstX) & ~Int32(block.width - 1)
        builder.forEach(from: firstY, to: maxY + 1, step: rowStep) { groupY in
            let rows = builder.variable(builder.scalar(UInt32(1)))
            builder.if(~isOneBlock) {
                let inBounds: IntLanes = maxY.broadcast() - (groupY.broadcast() + rowOffsets)
                rows.value = (builder.choose(isLow, { inBounds }, else: {
                    edges.map { edge -> IntLanes in
                        let start: Scalar<Int32> = edge.most(block) + edge.a * (firstX - tile.x0) + edge.b * (groupY - tile.y0)
                        let most: Scalar<Int32> = start + edge.a.maximum(0) * lastStep
                        return most.broadcast() + edge.b.broadcast() * rowOffsets
                    }.reduce(inBounds, |)
                }) .>= 0).bits
            }
            builder.forEachBit(rows.value) { row in coverRow(groupY + row * Int32(block.height)) }
        }
    }

    /// The early tests of a block.
    private func finish(_ covered: [LaneMask], _ position: BlockPosition, _ record: Pointer, _ offset: Scalar<Int32>, _ planes: DepthPlanes, _ queue: QuadQueue) {
        var masks = covered
        if testsEarly {
            let interpolation = Interpolation(kernel: self, records: [record], position: position, covered: covered, sample: nil)
            masks = test(masks, position, isFront: interpolation.isFront, planes) { interpolation.depth(sample: $0) }
            count(masks)
        }
        if needsShading { queue.push(masks, position, record: offset) }
    }

    /// One edge function in a tile, in whole pixels. A sample is inside when a·256x + b·256y + (a·ox + b·oy + c) ≥ 0, which is
    /// a·x + b·y + ⌊(a·ox + b·oy + c) / 256⌋ ≥ 0.
    private struct Edge {
        let a: Scalar<Int32>, b: Scalar<Int32>
        /// Value at the tile's corner, per sample.
        let corner: [Scalar<Int32>]
        /// What the lanes add to the value at their block's first pixel.
        let lanes: IntLanes

        init(_ kernel: FragmentKernel, _ record: Pointer, number: Int, tile: (x0: Scalar<Int32>, y0: Scalar<Int32>)) {
            let offset = PrimitiveRecord.edges + 16 * number
            let a = record.load(Int32.self, at: offset), b = record.load(Int32.self, at: offset + 4)
            let c = record.load(Int64.self, at: offset + 8)
            let wideA = a.widened(to: Int64.self), wideB = b.widened(to: Int64.self)
            let atCorner = wideA * tile.x0.widened(to: Int64.self) + wideB * tile.y0.widened(to: Int64.self)
            corner = kernel.positions.map { position in
                let constant = kernel.samples == 1 ? c : c + wideA * Int64(position.x) + wideB * Int64(position.y)
                return (atCorner + (constant >> 8)).maximum(-FragmentKernel.settled).minimum(FragmentKernel.settled).narrowed(to: Int32.self)
            }
            lanes = a.broadcast() * kernel.builder.lanes(kernel.block.laneX) + b.broadcast() * kernel.builder.lanes(kernel.block.laneY)
            self.a = a; self.b = b
        }

        /// Bounds of the values in the tile's first block.
        func most(_ block: TileBlock) -> Scalar<Int32> {
            corner.dropFirst().reduce(corner[0]) { $0.maximum($1) } + a.maximum(0) * Int32(block.width - 1) + b.maximum(0) * Int32(block.height - 1)
        }
        func least(_ block: TileBlock) -> Scalar<Int32> {
            corner.dropFirst().reduce(corner[0]) { $0.minimum($1) } + a.minimum(0) * Int32(block.width - 1) + b.minimum(0) * Int32(block.height - 1)
        }
        /// What the blocks of a row add to the value of the first.
        func blocks(_ block: TileBlock) -> IntLanes { a.broadcast() * (a.builder.laneIndices * Int32(block.width)) }
    }
}
