// CoverageKernel: finds the 2×2 quads that a draw's primitives cover in one tile, and queues them for the FragmentKernel. If the depth and
// stencil tests come before the shader, the CoverageKernel runs these tests. The code of a CoverageKernel depends only on FragmentTraits
// and state, not on the program, so programs with equal traits and state use the same CoverageKernel. TileCoverage calls the kernel or,
// until the kernel is compiled, ScalarCoverage.
//
// There are three ways to find the covered pixels. All three ways find the same pixels. The kernel chooses the way that takes the
// fewest steps for the size of the primitive's bounds in the tile:
// - Small primitives are covered in a grid of blocks (CoverageKernel+Small). Most small primitives have one block and need no loop.
// - Long thin primitives are covered quad by quad along their longer axis (CoverageKernel+Thin), unless coverage is tested at several
//   samples of a pixel. Most blocks in the bounds of a long thin primitive would be empty.
// - All other primitives are covered block by block (`coverBlocks`, in this file).
// The baseline tier has only the last way, because the first two ways are more code to compile. The last way works for every primitive.

import Kernel
import Shading

/// Draws the primitives of one draw's chunks in one tile (a chunk holds the records of a range of primitives; see GeometryWorker).
/// TileCoverage uses the coverage kernel or, until the kernel is compiled, ScalarCoverage. ScalarCoverage serves only plain draws, which
/// have one sample per pixel, no depth test and no stencil test.
struct TileCoverage: Sendable {
    /// The coverage kernel; nil if it is not compiled yet.
    let kernel: CompiledEntry<CoverageArguments>?
    /// The kernel that shades the queued quads; nil if the covered pixels need no shading.
    let shading: CompiledEntry<FragmentArguments>?
    /// The kernel that shades rectangles row by row; nil if rectangles go to the queue like all other primitives.
    let rows: CompiledEntry<RowsArguments>?
    let recordStride: Int
    let countsSamples: Bool
    let depthDirection: DepthDirection

    /// Returns whether ScalarCoverage can cover the primitives of a draw, so that the draw need not wait for the coverage kernel.
    /// - Parameter key: The coverage kernel's key.
    static func isPlain(_ traits: FragmentTraits, _ key: FragmentKey) -> Bool {
        traits.needsShading && key.samples == 1 && key.state.depth == nil && key.state.stencil == nil
    }

    /// - Parameters:
    ///   - parts: The lists of primitives that may touch the tile, in the order in which the primitives are drawn.
    ///   - depthBounds: The depth bounds of the tile.
    func draw(_ context: UnsafePointer<DrawContext>, _ parts: UnsafeBufferPointer<TileBin>, _ pixels: InclusivePixelBounds,
              _ depthBounds: UnsafeMutablePointer<DepthBounds>, report: UnsafeMutablePointer<KernelReport>) {
        depthDirection.apply(to: depthBounds)
        if let kernel {
            return kernel(CoverageArguments(context: context, report: report, bins: parts.baseAddress!, binCount: Int32(parts.count), x0: Int32(pixels.minX),
                                            y0: Int32(pixels.minY), x1: Int32(pixels.maxX), y1: Int32(pixels.maxY), depthBounds: depthBounds,
                                            shading: shading, rows: rows))
        }
        guard let shading else { preconditionFailure("what only tests has a kernel") }
        withTemporaryMemory(byteCount: QuadQueueLayout.byteCount(samples: 1), alignment: 64, name: "TileCoverage's queue") { memory in
            var cover = ScalarCoverage(memory, context, report, shading, pixels, countsSamples: countsSamples)
            for part in parts {
                for i in 0..<part.count { cover.cover(part.records + Int(part.indices[i]) * recordStride) }
            }
            cover.finish()
        }
    }
}

/// The arguments of a coverage kernel. One call draws the primitives of one draw in one tile.
struct CoverageArguments: KernelRecord {
    static let entry = EntryPoint<CoverageArguments>("coverage")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var bins: UnsafePointer<TileBin>
    var binCount: Int32
    /// The first and the last pixel of the tile, both included.
    var x0: Int32, y0: Int32, x1: Int32, y1: Int32
    /// The depth bounds of the tile.
    var depthBounds: UnsafeMutablePointer<DepthBounds>
    /// The kernel that shades the queued quads; nil if the covered pixels need no shading.
    var shading: CompiledEntry<FragmentArguments>?
    /// The kernel that shades rectangles row by row; nil if rectangles go to the queue like all other primitives.
    var rows: CompiledEntry<RowsArguments>?
}

/// Lists the primitives of one chunk that may touch a tile.
package struct TileBin: KernelRecord {
    package let records: UnsafeRawPointer
    /// The indices of the primitives' records, in rising order.
    package let indices: UnsafePointer<UInt32>
    private let primitiveCount: Int32
    package var count: Int { Int(primitiveCount) }

    init(records: UnsafeRawPointer, indices: UnsafePointer<UInt32>, count: Int) {
        self.records = records; self.indices = indices; primitiveCount = Int32(truncatingIfNeeded: count)
    }
    /// The field with the number of primitives. Kernels read the number through this key path.
    static let countField: KeyPath<TileBin, Int32> & Sendable = \.primitiveCount
}

// MARK: Kernel

struct CoverageKernel: PixelKernel {
    let builder: KernelBuilder
    let key: FragmentKey
    let traits: FragmentTraits
    private(set) var block: TileBlock
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>
    /// A copy of this kernel that has eight lanes for eight neighbouring pixels of a row.
    var inRows: CoverageKernel {
        var result = self
        result.block = .row(lanes: 8)
        return result
    }

    private static let recordsAhead: Int32 = 6

    private init(_ builder: KernelBuilder, _ key: FragmentKey, _ traits: FragmentTraits, _ arguments: RecordPointer<CoverageArguments>) {
        self.builder = builder; self.key = key; self.traits = traits
        block = .coverage(lanes: builder.lanes)
        context = arguments.record(\.context, "a draw's context for coverage")
        report = arguments.record(\.report, "KernelReport")
    }

    static func build(_ builder: KernelBuilder, traits: FragmentTraits, key: FragmentKey) {
        let queued = builder.tier.queuedBlock(lanes: builder.lanes, hasLoops: traits.hasLoops)
        builder.withLanes(builder.tier.coverageLanes(builder.lanes, hasLoops: traits.hasLoops)) {
            builder.define(CoverageArguments.entry) { arguments in
                let kernel = CoverageKernel(builder, key, traits, arguments)
                let parts = RecordPointer<TileBin>(array: arguments.load(\.bins, .constant)), partCount = arguments.load(\.binCount, .constant)
                func pixel(_ field: KeyPath<CoverageArguments, Int32>) -> Scalar<Int32> { arguments.load(field, .constant) }
                let tile = (x0: pixel(\.x0), y0: pixel(\.y0), x1: pixel(\.x1), y1: pixel(\.y1))
                let shading = arguments.load(\.shading, .constant), rows = arguments.load(\.rows, .constant)
                let planes = DepthPlanes(kernel)
                // The call of `shading` follows C's calling convention, which does not preserve the vector registers. So quads are
                // queued, and one call shades many of them.
                let queue = QuadQueue(builder, samples: key.samples, block: kernel.block, shadingBlock: queued) { memory, count in
                    builder.call(shading) { call in
                        call.store(kernel.context.pointer, \.context)
                        call.store(kernel.report.pointer, \.report)
                        call.store(memory, \.queue)
                        call.store(count, \.count)
                    }
                    if traits.hasLoops {
                        builder.if(kernel.report.load(\.failedLoop) .>= 0, isRare: true) { builder.returnNow() }
                    }
                }
                let memory = builder.localMemory(bytes: kernel.edgeMemory, name: "coverage's edges"), prefetches = builder.tier.prefetchesRecords
                let thin = builder.tier.choosesCoverage && kernel.coverageCount == 1 ? ThinCoverage(builder) : nil
                let stride = PrimitiveRecord.stride(varyings: traits.varyingCount)
                let hidden = HiddenPrimitives(kernel, arguments.load(\.depthBounds, .constant), tile), processed = builder.variable(builder.scalar(Int32(0)))
                builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                    let part = Part(parts, number)
                    processed.value = processed.value + part.count
                    // The records of a batch are rarely in the fast caches. So the kernel prefetches records ahead: while it processes a
                    // record, it prefetches a record some places further on. At the end of a part, the kernel prefetches the first records
                    // of the next part.
                    let next = Part(parts, (number + 1).minimum(partCount - 1))
                    if prefetches { Part(parts, (number + 2).minimum(partCount - 1)).indices.prefetch() }
                    builder.forEach(from: builder.scalar(Int32(0)), to: part.count) { i in
                        if prefetches {
                            let further = i + recordsAhead, isHere = further .< part.count
                            let index = isHere.choose(further, (further - part.count).minimum(next.count - 1))
                            let ahead = isHere.choose(part.records, next.records)
                                .element(isHere.choose(part.indices, next.indices).element(index, stride: 4).load(Int32.self), stride: stride)
                            for line in Swift.stride(from: 0, to: stride, by: 64) { (ahead + line).prefetch() }
                        }
                        let record = part.records.element(part.indices.element(i, stride: 4).load(Int32.self), stride: stride)
                            .bounded(bytes: stride, "PrimitiveRecord")
                        kernel.shadeRows(record, tile: tile, by: rows, queue) {
                            let bounds = kernel.bounds(of: record, in: tile)
                            func cover() { kernel.cover(record, tile: tile, bounds, memory: memory, thin, planes, queue) }
                            if let hidden { hidden.unlessHidden(record, bounds, cover) } else { cover() }
                        }
                    }
                }
                hidden?.finish(processed: processed.value)
                if traits.needsShading { queue.finish() }
            }
        }
    }

    /// The primitives of one chunk that may touch the tile; see TileBin.
    private struct Part {
        let records: Pointer, indices: Pointer, count: Scalar<Int32>
        init(_ parts: RecordPointer<TileBin>, _ number: Scalar<Int32>) {
            let part = parts.element(number)
            records = part.load(\.records)
            indices = part.load(\.indices)
            count = part.load(TileBin.countField)
        }
    }
}

extension CoverageKernel {
    typealias TileBounds = (x0: Scalar<Int32>, y0: Scalar<Int32>, x1: Scalar<Int32>, y1: Scalar<Int32>)

    /// The sizes at which the kernel changes from one way of finding covered pixels to another way. These sizes were chosen by
    /// measurements.
    enum Limits {
        /// A primitive is called long if it extends over more than this many pixels along one axis. Shorter primitives may be
        /// covered in a grid.
        static let long: Int32 = 12
        /// A long primitive is called thin if its spans along the minor axis are shorter than this many pixels. A span reaches from
        /// the lowest to the highest pixel (see ThinCoverage).
        static let thin: Int32 = 6
        /// If a primitive has at least this many rows of blocks, the rows that the primitive misses are left out before any block
        /// is tested.
        static let rowsOfBlocks: Int32 = 3

        /// Returns the length in pixels of a grid of blocks along an axis. Along the axis, the grid has as many blocks as a block
        /// has pixels, but is not longer than `long`.
        static func grid(blockSize: Int) -> Int32 { min(Int32(blockSize * blockSize), long) }
    }

    /// See `RasterState.coverageCount`.
    var coverageCount: Int { key.state.coverageCount(samples) }

    /// Returns the part of a primitive's bounds that lies in the tile.
    fileprivate func bounds(of record: Pointer, in tile: TileBounds) -> TileBounds {
        func bound(_ i: Int) -> Scalar<Int32> { RecordPointer<PrimitiveRecord>(array: record).load(i, of: \.bounds) }
        return (x0: bound(0).maximum(tile.x0), y0: bound(1).maximum(tile.y0), x1: bound(2).minimum(tile.x1), y1: bound(3).minimum(tile.y1))
    }

    /// If the record is a rectangle and `rows` is not null, shades the waiting quads and then the rectangle row by row. Otherwise calls
    /// `otherwise`, which covers the primitive.
    /// - Parameter rows: The entry of the kernel that shades rectangles row by row, or null.
    func shadeRows(_ record: Pointer, tile: TileBounds, by rows: EntryPointer<RowsArguments>, _ queue: QuadQueue, else otherwise: () -> Void) {
        if !traits.shadesRows { return otherwise() }
        // RectanglePairs sets all coefficients of a rectangle's edges to 0. Every other primitive has at least one coefficient that is not
        // 0. So the coefficients alone show whether a record is a rectangle.
        let coefficients = record.loadLanes(Int32.self, at: PrimitiveRecord.offset(of: \.a), count: 8, alignment: 4)
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

    /// Covers a primitive in the way that takes the fewest steps.
    /// - Parameters:
    ///   - bounds: The part of the primitive's bounds that lies in the tile.
    ///   - memory: Memory of `edgeMemory` bytes.
    func cover(_ record: Pointer, tile: TileBounds, _ bounds: TileBounds, memory: Pointer, _ thin: ThinCoverage?, _ planes: DepthPlanes, _ queue: QuadQueue) {
        let edges = CoverageEdges(self, record)
        func coverBlocks(_ corners: [IntLanes]) { self.coverBlocks(edges, tile: tile, bounds, corners, memory: memory, planes, queue) }
        func corners() -> [IntLanes] { edges.values(x: tile.x0, y: tile.y0) }
        if !builder.tier.choosesCoverage { return coverBlocks(corners()) }

        let last = (x: bounds.x1 - (bounds.x0 & ~1), y: bounds.y1 - (bounds.y0 & ~1))
        builder.if((last.x .< Limits.grid(blockSize: block.width)) & (last.y .< Limits.grid(blockSize: block.height)), {
            coverGrid(edges, tile: tile, bounds, last, memory: memory, planes, queue)
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

// MARK: Edge functions
//
// The sample at the offset (ox, oy) from the centre of pixel (x, y), in 1/256 pixel, is inside if a·256x + b·256y + (a·ox + b·oy + c) ≥ 0
// for each edge. This condition is the same as a·x + b·y + ⌊(a·ox + b·oy + c) / 256⌋ ≥ 0. The constant of an edge needs 64 bits. So the
// value of an edge function at one pixel of a tile is computed with 64 bits, and then clamped to ±PrimitiveRecord.settled. An edge function
// changes by at most PrimitiveRecord.settled within a tile. So a value that is clamped keeps its sign at all pixels of the tile, and 32
// bits are enough for the clamped value and for the steps.

/// The edge functions of a primitive, as a kernel evaluates them: in steps of whole pixels. The edge functions determine which pixels and
/// samples lie inside the primitive (see EdgeFunction).
struct CoverageEdges {
    let record: Pointer
    private let fields: RecordPointer<PrimitiveRecord>
    /// The number of edges: 3 for filled triangles, 4 for all other primitives.
    let count: Int
    private let builder: KernelBuilder
    private let block: TileBlock
    private let samples: [SIMD2<Int32>]

    init(_ kernel: CoverageKernel, _ record: Pointer) {
        self.record = record
        fields = RecordPointer(array: record)
        builder = kernel.builder; block = kernel.block
        count = kernel.key.edgeCount
        samples = kernel.coverageCount == 1 ? [] : kernel.positions.map { SIMD2(Int32($0.x), Int32($0.y)) }
    }

    /// Returns the growth of an edge function from one pixel to the next: `a` to the right, `b` upwards.
    func a(_ edge: Int) -> Scalar<Int32> { fields.load(edge, of: \.a) }
    func b(_ edge: Int) -> Scalar<Int32> { fields.load(edge, of: \.b) }
    /// The growth of all edge functions from a pixel to the next pixel on the right. In memory, a record always has four edges.
    var a: IntLanes { fields.load(\.a) }
    var b: IntLanes { fields.load(\.b) }

    /// Returns the values of all edge functions at each of the `coverageCount` points of a pixel of the tile.
    func values(x: Scalar<Int32>, y: Scalar<Int32>) -> [IntLanes] {
        let a = a.widened(to: Int64.self), b = b.widened(to: Int64.self)
        let c = fields.load(\.c)
        let atPixel = a * x.widened(to: Int64.self).broadcast(4) + b * y.widened(to: Int64.self).broadcast(4)
        let constants = samples.isEmpty ? [c] : samples.map { c + a * Int64($0.x) + b * Int64($0.y) }
        return constants.map { constant -> IntLanes in
            (atPixel + (constant >> 8)).maximum(c.constant(-PrimitiveRecord.settled)).minimum(c.constant(PrimitiveRecord.settled)).narrowed(to: Int32.self)
        }
    }

    /// Returns the value of one edge function, repeated in all lanes.
    func spread(_ values: IntLanes, _ edge: Int) -> IntLanes { values.shuffled([Int](repeating: edge, count: builder.lanes)) }

    /// Returns the difference between an edge function's value at each pixel of a block and its value at the block's first pixel,
    /// in two parts: the steps to the right and the steps upwards.
    func stepsInBlock(_ edge: Int) -> (x: IntLanes, y: IntLanes) {
        (a(edge).broadcast() * builder.lanes(block.laneX), b(edge).broadcast() * builder.lanes(block.laneY))
    }

    /// For each edge function, the difference between the function's greatest value in a block and its value at the block's first pixel.
    var greatestInBlock: IntLanes {
        a.maximum(a.constant(0)) * Int32(block.width - 1) + b.maximum(b.constant(0)) * Int32(block.height - 1)
    }
    /// For each edge function, the difference between the function's greatest and least value in a block.
    var rangeInBlock: IntLanes { a.magnitude() * Int32(block.width - 1) + b.magnitude() * Int32(block.height - 1) }
}

// MARK: Coverage by blocks
//
// Finds, block by block, the pixels or samples of a tile that a primitive covers, and runs the tests that come before the shader. Quads with
// passing pixels go to the queue.

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

        func coverBlock(_ number: Scalar<Int32>, _ x: Scalar<Int32>, _ y: Scalar<Int32>, isWhole: Condition, _ planes: DepthPlanes) {
            let position = block(x, y, tile)
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
                    // `most` is negative if the block lies outside of the bounds or outside of an edge.
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
                    // All blocks between two completely covered blocks of a row are completely covered, because primitives are convex.
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

        // For each edge: the greatest value of the edge function in each of the first W blocks of the first row.
        let ofBlocks = (0..<primitive.count).map { _ in builder.variable(builder.lanes(Int32(0))) }
        builder.if(isOneBlock, {
            for e in 0..<primitive.count { blockValue(memory, edge: e, store: edges.most[e]) }
        }, else: {
            for e in 0..<primitive.count { ofBlocks[e].value = edges.most[e].broadcast() + primitive.a(e).broadcast() * (builder.laneIndices * width) }
        })
        // Each iteration processes W rows of blocks. If a primitive has few rows, all of its rows are processed. If a primitive has more
        // rows, the rows that lie outside of an edge are left out first, because a long thin triangle misses most of the W rows.
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

    /// Returns the pixels of a block that begins at the pixel (x, y). The block may reach beyond the tile.
    func block(_ x: Scalar<Int32>, _ y: Scalar<Int32>, _ tile: TileBounds) -> LanePixels {
        let isInside = (x .<= tile.x1 - Int32(block.width - 1)) & (y .<= tile.y1 - Int32(block.height - 1))
        return LanePixels(x: { x.broadcast() + builder.lanes(block.laneX) }, y: { y.broadcast() + builder.lanes(block.laneY) }, corner: (x, y), isBlock: nil,
                          rewriting: .allowedIf(isInside))
    }

    // MARK: Edge values of blocks, by edge and block

    var edgeMemory: Int { 4 * builder.lanes * key.edgeCount }
    func blockValue(_ memory: Pointer, edge: Int, _ number: Scalar<Int32>) -> Scalar<Int32> {
        (memory + 4 * builder.lanes * edge).element(number, stride: 4).load()
    }
    func blockValue(_ memory: Pointer, edge: Int, store values: IntLanes) { memory.store(values, at: 4 * builder.lanes * edge) }
    private func blockValue(_ memory: Pointer, edge: Int, store first: Scalar<Int32>) { memory.store(first, at: 4 * builder.lanes * edge) }

    /// For a block, or for quads of one primitive: runs the depth and stencil tests that come before the shader, and queues the quads with
    /// passing pixels.
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
