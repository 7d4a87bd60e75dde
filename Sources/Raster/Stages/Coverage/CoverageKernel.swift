// CoverageKernel: finds the 2×2 quads that a draw's primitives cover in one tile, and queues them for the FragmentKernel. If the
// tests come before the shader, it runs them. Its code depends on no program, only on FragmentTraits and state, so many programs
// share it.
//
// CoverageKernel+Path chooses how a primitive is covered.

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
        builder.define(CoverageArguments.entry) { arguments in
            let kernel = CoverageKernel(builder, key, traits, arguments)
            let parts = RecordPointer<TileBin>(array: arguments.load(\.bins, .constant)), partCount = arguments.load(\.binCount, .constant)
            func pixel(_ field: KeyPath<CoverageArguments, Int32>) -> Scalar<Int32> { arguments.load(field, .constant) }
            let tile = (x0: pixel(\.x0), y0: pixel(\.y0), x1: pixel(\.x1), y1: pixel(\.y1))
            let shading = arguments.load(\.shading, .constant), rows = arguments.load(\.rows, .constant)
            let planes = DepthPlanes(kernel)
            // The call follows C's convention, which does not save the vector registers.
            let queue = QuadQueue(builder, block: kernel.block, shadingBlock: .shading(lanes: 2 * builder.lanes)) { memory, count in
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
            let thin = builder.tier.choosesCoverage && kernel.samples == 1 ? ThinCoverage(builder) : nil
            let stride = PrimitiveRecord.stride(varyings: traits.varyingCount)
            builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                let part = Part(parts, number)
                // The records of a batch are rarely in a near cache. So the kernel prefetches a record some records ahead. At the
                // end of a part it prefetches the first records of the next part.
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
