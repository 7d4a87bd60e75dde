// Coverage by blocks: finds, block by block, the pixels or samples of a tile that a primitive covers, and runs the tests that come
// before the shader. Quads with passing pixels go to the queue.

import Kernel
import Shading

extension CoverageKernel {
    /// Covers a primitive block by block.
    /// - Parameters:
    ///   - bounds: The primitive's bounds within the tile.
    ///   - corners: The edges' values at the tile's first pixel, by sample.
    func coverBlocks(_ primitive: CoverageEdges, tile: TileBounds, _ bounds: TileBounds, _ corners: [IntLanes], memory: Pointer, _ planes: DepthPlanes,
                     _ queue: QuadQueue) {
        let (minX, minY, maxX, maxY) = bounds
        // Because a block may begin at any quad, most small primitives need only one block.
        let firstX = minX & ~1, firstY = minY & ~1
        let width = Int32(block.width), height = Int32(block.height)
        let isOneBlock = (maxX - firstX .< width) & (maxY - firstY .< height)
        let edges = Edges(self, primitive, corners, from: tile, first: (firstX, firstY)), record = primitive.record
        let laneX = builder.lanes(block.laneX), laneY = builder.lanes(block.laneY)

        func coverBlock(_ number: Scalar<Int32>, _ x: Scalar<Int32>, _ y: Scalar<Int32>, isWhole: Condition, _ planes: DepthPlanes) {
            let position = LanePixels(x: { x.broadcast() + laneX }, y: { y.broadcast() + laneY }, corner: (x, y), isBlock: nil)
            let masks = (0..<coverageCount).map { s in
                let isLeftOut = isMultisampled && key.state.sampleMask & (1 << UInt32(s)) == 0
                return builder.variable(builder.mask(!isLeftOut))
            }
            builder.if(~isWhole) {
                let x = position.x(), y = position.y()
                var bounds = (x - minX.broadcast()) | (maxX.broadcast() - x)
                bounds = bounds | (y - minY.broadcast()) | (maxY.broadcast() - y)
                let blocks = (0..<primitive.count).map { blockValue(memory, edge: $0, number).broadcast() }
                for s in 0..<coverageCount {
                    let signs = blocks.enumerated().map { $1 + edges.lanes[s][$0] }.reduce(bounds, |)
                    masks[s].value = masks[s].value & (signs .>= 0)
                }
            }
            testAndQueue(masks.map(\.value), position, record, planes, queue)
        }

        // Whether completely covered blocks go to the queue at once, because there is nothing to test or count.
        let allSamples = SamplePositions.all(samples), writesAll = !isMultisampled || key.state.sampleMask & allSamples == allSamples
        let queuesWholeBlocks = testsEarly && needsShading && !hasTests && !key.countsSamples && writesAll

        func coverRow(_ y: Scalar<Int32>, _ ofBlocks: [Variable<IntLanes>]) {
            let planes = planes.atRows(y), dy = y - firstY
            // Each iteration processes W blocks of the row.
            builder.forEach(from: firstX, to: maxX + 1, step: width * Int32(builder.lanes)) { groupX in
                let live = builder.variable(builder.scalar(UInt32(1))), whole = builder.variable(builder.scalar(UInt32(0)))
                builder.if(~isOneBlock) {
                    let blockX = groupX.broadcast() + builder.laneIndices * width
                    var most = maxX.broadcast() - blockX
                    // `least` is 0 or more if the primitive covers the whole block.
                    let insideY = (y - minY) | (maxY - (y + (height - 1)))
                    var least = insideY.broadcast() | (blockX - minX.broadcast()) | ((maxX - (width - 1)).broadcast() - blockX)
                    for e in 0..<primitive.count {
                        let step: Scalar<Int32> = primitive.a(e) * (groupX - firstX) + primitive.b(e) * dy
                        let value = ofBlocks[e].value + step.broadcast()
                        blockValue(memory, edge: e, store: value)
                        most = most | value
                        least = least | (value - primitive.spread(edges.range, e))
                    }
                    live.value = (most .>= 0).bits
                    whole.value = (least .>= 0).bits
                }
                if queuesWholeBlocks {
                    // The completely covered blocks of a row lie side by side, because primitives are convex.
                    let count = whole.value.bitCount().withSign(of: Int32.self)
                    builder.if(count .!= 0) {
                        live.value = live.value & ~whole.value
                        let x = groupX + whole.value.trailingZeros().withSign(of: Int32.self) * width
                        queue.push(blocks: count, x: x, y: y, record: record)
                    }
                }
                builder.forEachBit(live.value) { number in
                    let isWhole = ((whole.value >> number.withSign(of: UInt32.self)) & 1) .!= 0
                    coverBlock(number, groupX + number * width, y, isWhole: isWhole, planes)
                }
            }
        }

        let ofBlocks = (0..<primitive.count).map { _ in builder.variable(builder.lanes(Int32(0))) }
        builder.if(isOneBlock, {
            for e in 0..<primitive.count { blockValue(memory, edge: e, store: edges.most[e]) }
        }, else: {
            for e in 0..<primitive.count { ofBlocks[e].value = edges.most[e].broadcast() + primitive.a(e).broadcast() * (builder.laneIndices * width) }
        })
        // Each iteration processes W rows of blocks. If a primitive has few rows, all of its rows are processed. Otherwise the rows
        // that lie outside of an edge are left out first: a long thin triangle misses most rows of a group.
        let rowOffsets = builder.laneIndices * height
        let isLow = maxY - firstY .< Limits.rowsOfBlocks * height
        builder.forEach(from: firstY, to: maxY + 1, step: height * Int32(builder.lanes)) { groupY in
            let rows = builder.variable(builder.scalar(UInt32(1)))
            builder.if(~isOneBlock) {
                let inBounds: IntLanes = maxY.broadcast() - (groupY.broadcast() + rowOffsets)
                rows.value = (builder.choose(isLow, { inBounds }, else: {
                    let lastStep = (maxX - firstX) & ~(width - 1)
                    return (0..<primitive.count).map { e -> IntLanes in
                        let most: Scalar<Int32> = edges.most[e] + primitive.a(e).maximum(0) * lastStep + primitive.b(e) * (groupY - firstY)
                        return most.broadcast() + primitive.b(e).broadcast() * rowOffsets
                    }.reduce(inBounds, |)
                }) .>= 0).bits
            }
            builder.forEachBit(rows.value) { row in coverRow(groupY + row * height, ofBlocks) }
        }
    }

    // MARK: Edge values of blocks, by edge and block

    var edgeMemory: Int { 4 * builder.lanes * key.edgeCount }
    func blockValue(_ memory: Pointer, edge: Int, _ number: Scalar<Int32>) -> Scalar<Int32> {
        (memory + 4 * builder.lanes * edge).element(number, stride: 4).load()
    }
    func blockValue(_ memory: Pointer, edge: Int, store values: IntLanes) { memory.store(values, at: 4 * builder.lanes * edge) }
    private func blockValue(_ memory: Pointer, edge: Int, store first: Scalar<Int32>) { memory.store(first, at: 4 * builder.lanes * edge) }

    /// Runs the early tests on a block, or on quads of one primitive, and queues the quads with passing pixels.
    /// - Parameters:
    ///   - covered: The covered lanes, one mask for each of the `coverageCount` points of a pixel.
    ///   - quadPixels: The quads' first pixels, see QuadQueue; nil if the quads form the block at `position`.
    func testAndQueue(_ covered: [LaneMask], _ position: LanePixels, quadPixels: UIntLanes? = nil, _ record: Pointer,
                      _ planes: DepthPlanes, _ queue: QuadQueue) {
        let covered = covered.count == samples ? covered : Array(repeating: covered[0], count: samples)
        var masks = covered
        if testsEarly {
            let interpolation = Interpolation(self, records: [record], position: position, covered: covered, sample: nil)
            masks = test(masks, position, isFront: interpolation.isFront, planes) { interpolation.depth(sample: $0) }
            count(masks)
        }
        if needsShading { queue.push(masks.map { quadPixels == nil ? block.inQuads($0.bits) : $0.bits }, position, quadPixels: quadPixels, record: record) }
    }

    /// The edge functions of a primitive in the blocks of a tile.
    private struct Edges {
        /// For each edge, the greatest value of its edge function in the first block, over all samples.
        let most: IntLanes
        /// For each edge, the difference between the greatest and the least value of its edge function in a block, over all samples.
        let range: IntLanes
        /// By sample and edge, the difference between each lane's value and the edge's greatest value in the block. This difference
        /// is never positive.
        let lanes: [[IntLanes]]

        /// - Parameter corners: The edges' values at the tile's first pixel, by sample.
        init(_ kernel: CoverageKernel, _ edges: CoverageEdges, _ corners: [IntLanes], from tile: TileBounds, first: (x: Scalar<Int32>, y: Scalar<Int32>)) {
            let greatest = corners.dropFirst().reduce(corners[0]) { $0.maximum($1) }, smallest = corners.dropFirst().reduce(corners[0]) { $0.minimum($1) }
            let above = edges.greatestInBlock
            most = greatest + above + edges.a * (first.x - tile.x0).broadcast(4) + edges.b * (first.y - tile.y0).broadcast(4)
            range = greatest - smallest + edges.rangeInBlock
            lanes = corners.map { corner in
                let below = corner - greatest - above
                return (0..<edges.count).map { e in
                    let steps = edges.stepsInBlock(e)
                    return steps.x + steps.y + edges.spread(below, e)
                }
            }
        }
    }
}
