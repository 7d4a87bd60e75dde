// CoverageKernel: finds the 2×2 quads that a draw's primitives cover in one tile, and queues them for the FragmentKernel. If the tests come
// before the shader, the CoverageKernel runs the tests. The code of a CoverageKernel depends only on FragmentTraits and state, not on the
// program, so programs with equal traits and state use the same CoverageKernel.
//
// There are three ways to find the covered pixels. All three ways find the same pixels. The kernel chooses the way that takes the
// fewest steps for the size of the primitive's bounds in the tile:
// - Small primitives are covered in a grid of blocks (CoverageKernel+Small). Most small primitives have one block and need no loop.
// - Long thin primitives are covered quad by quad along their longer axis (+Thin). Most blocks in their bounds would be empty.
// - All other primitives are covered block by block (+Blocks).
// The baseline tier has only the last way, which works for every primitive, because the first two ways are more code to compile.

import Kernel
import Shading

struct CoverageKernel: PixelKernel {
    let builder: KernelBuilder
    let key: FragmentKey
    let traits: FragmentTraits
    let block: TileBlock
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>

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
                // The call of `shading` follows C's calling convention, which does not preserve the vector registers.
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
                builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                    let part = Part(parts, number)
                    // The records of a batch are rarely in the fast caches. So the kernel prefetches each record several records before
                    // it needs the record. At the end of a part it prefetches the first records of the next part.
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
                            kernel.cover(record, tile: tile, memory: memory, thin, planes, queue)
                        }
                    }
                }
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

    /// The sizes at which coverage changes from one way to another. These sizes were chosen by measurements.
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
    private func bounds(of record: Pointer, in tile: TileBounds) -> TileBounds {
        func bound(_ i: Int) -> Scalar<Int32> { RecordPointer<PrimitiveRecord>(array: record).load(i, of: \.bounds) }
        return (x0: bound(0).maximum(tile.x0), y0: bound(1).maximum(tile.y0), x1: bound(2).minimum(tile.x1), y1: bound(3).minimum(tile.y1))
    }

    /// If the record is a rectangle and `rows` is not null, shades the waiting quads and then the rectangle row by row. Otherwise calls
    /// `otherwise`, which covers the primitive.
    /// - Parameter rows: The entry of the kernel that shades rectangles row by row, or null.
    func shadeRows(_ record: Pointer, tile: TileBounds, by rows: EntryPointer<RowsArguments>, _ queue: QuadQueue, else otherwise: () -> Void) {
        if !traits.shadesRows { return otherwise() }
        // RectanglePairs sets all coefficients of a rectangle's edges to 0. Every other primitive has at least one coefficient that is not 0.
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
