// CoverageKernel: finds the 2×2 quads that the primitives of a draw cover in one tile, tests them where the tests come before
// the shader, and queues them for the FragmentKernel. It depends on no program, only on FragmentTraits and state, so that many
// programs share its code.
//
// CoverageKernel+Path has the ways that primitives are covered.

import Kernel
import Shading

struct CoverageKernel: PixelKernel {
    let builder: KernelBuilder
    let key: FragmentKey
    let traits: FragmentTraits
    let block: TileBlock
    let context: Pointer
    let report: Pointer

    static let entryName = "coverage"
    private static let recordsAhead: Int32 = 6

    private init(_ builder: KernelBuilder, _ key: FragmentKey, _ traits: FragmentTraits, _ arguments: [KernelArgument]) {
        self.builder = builder; self.key = key; self.traits = traits
        block = .coverage(lanes: builder.lanes)
        context = arguments[0].pointer.bounded(bytes: DrawContext.byteCount(blockCount: 0, fetchCount: 0), "what a draw's context has for coverage")
        report = arguments[1].pointer.bounded(bytes: KernelReport.byteCount, "KernelReport")
    }

    static func build(_ builder: KernelBuilder, traits: FragmentTraits, key: FragmentKey) {
        let parameters: [KernelType] = [.pointer, .pointer, .pointer, .int32, .int32, .int32, .int32, .int32, .pointer, .pointer]
        builder.entry(entryName, parameters) { arguments in
            let kernel = CoverageKernel(builder, key, traits, arguments)
            let parts = arguments[2].pointer, partCount = arguments[3].scalar(Int32.self)
            let tile = (4...7).map { arguments[$0].scalar(Int32.self) }
            let planes = DepthPlanes(kernel)
            // By C's convention, which does not save the vector registers.
            let queue = QuadQueue(builder, block: kernel.block, shadingBlock: .shading(lanes: 2 * builder.lanes)) { memory, count in
                builder.call(at: arguments[8].pointer, FragmentKernel.signature, [kernel.context, kernel.report, memory, count])
                if traits.hasLoops {
                    builder.if(kernel.report.load(Int32.self, at: KernelReport.failedLoop) .>= 0, isRare: true) { builder.returnNow() }
                }
            }
            let memory = builder.localMemory(bytes: kernel.edgeMemory, name: "coverage's edges"), prefetches = builder.tier.prefetchesRecords
            let thin = builder.tier.choosesCoverage && kernel.samples == 1 ? ThinCoverage(builder) : nil
            let stride = PrimitiveRecord.stride(varyings: traits.varyingCount)
            builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                let part = Part(parts, number)
                // Records of a batch come from far away in memory. The kernel asks for them ahead of time: for those of the next part with the
                // last ones of this part.
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
                    let record = part.records.element(part.indices.element(i, stride: 4).load(Int32.self), stride: stride).bounded(bytes: stride, "PrimitiveRecord")
                    let bounds = (tile[0], tile[1], tile[2], tile[3])
                    kernel.shadeRows(record, tile: bounds, by: arguments[9].pointer, queue) {
                        kernel.cover(record, tile: bounds, memory: memory, thin, planes, queue)
                    }
                }
            }
            if traits.needsShading { queue.finish() }
        }
    }

    /// The primitives of one range that reach the tile; see TileBin.
    private struct Part {
        let records: Pointer, indices: Pointer, count: Scalar<Int32>
        init(_ parts: Pointer, _ number: Scalar<Int32>) {
            let part = parts.element(number, stride: TileBin.stride)
            records = part.loadPointer(at: TileBin.recordsOffset)
            indices = part.loadPointer(at: TileBin.indicesOffset)
            count = part.load(at: TileBin.countOffset)
        }
    }
}
