// FragmentKernel: the code that turns the primitives of one draw in one tile into pixels. It computes what FragmentStage
// does, W pixels at a time, with the same operations in the same order.
//
// It works in two steps. Coverage with the early tests finds the 2×2 quads that each primitive draws and queues them
// (FragmentKernel+Coverage). Shading takes them from the queue, W/2 at a time, with the late tests and the outputs
// (FragmentKernel+Shading). So small primitives share the lanes, and the shader runs without the branches of coverage.
// Shading has 2·W lanes, two registers for each value: its steps wait for one another, and a processor looks too few
// instructions ahead to begin the next batch meanwhile. The quick form has W lanes, which is less code.
//
// Each step is a kernel of its own, so that both are compiled at once: shading per program, raster state and target formats,
// coverage for all programs that have the same FragmentTraits.

import Kernel
import Shading
import ShadingKernel

/// Arguments of the shading kernel's entry: context, report, queue, how many quads it has.
typealias ShadingEntry = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Void
/// Arguments of the coverage kernel's entry:
/// context, report, what there is for the tile (TilePart), how many of those, tile x0 y0 x1 y1 (pixels, inclusive), the
/// shading kernel's entry.
typealias FragmentEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int32, Int32, Int32, Int32, ShadingEntry?
) -> Void

/// What coverage has to know of the program.
struct FragmentTraits: Sendable, Hashable {
    var varyingCount: Int
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool
    /// Whether anything is left to do for what passes the early tests.
    var needsShading: Bool
    var hasLoops: Bool

    init(_ program: LinkedProgram, _ key: FragmentKernelState) {
        let module = program.fragment
        let usesCoverageOutput = module.builtinOutputs.sampleMask != nil || (key.state.alphaToCoverage && key.samples > 1)
        varyingCount = program.interface.varyings.count
        testsEarly = module.earlyFragmentTests || (!module.usesDiscard && module.builtinOutputs.fragmentDepth == nil && !usesCoverageOutput)
        needsShading = !testsEarly || module.instructions.count > module.constantCount
        hasLoops = module.hasLoops
    }
}

struct FragmentKernel {
    let builder: KernelBuilder
    /// nil in coverage, whose code is for many programs.
    let program: LinkedProgram!
    let key: FragmentKernelState
    let traits: FragmentTraits
    let block: TileBlock
    /// Fixed while a function is built.
    let context: Pointer
    let report: Pointer

    static let coverageEntryName = "coverage", shadingEntryName = "shading"
    private static let recordsAhead: Int32 = 6
    private static let shadingSignature = KernelSignature([.pointer, .pointer, .pointer, .int32])

    private init(_ builder: KernelBuilder, _ program: LinkedProgram?, _ key: FragmentKernelState, _ traits: FragmentTraits, _ block: TileBlock,
                 _ arguments: [KernelArgument]) {
        self.builder = builder; self.program = program; self.key = key; self.traits = traits; self.block = block
        let contextByteCount = DrawContext.byteCount(blockCount: program?.interface.uniformBlocks.count ?? 0, fetchCount: 0)
        context = arguments[0].pointer.bounded(bytes: contextByteCount, "what a draw's context has for fragments")
        report = arguments[1].pointer.bounded(bytes: KernelReport.byteCount, "KernelReport")
    }

    static func buildShading(_ builder: KernelBuilder, program: LinkedProgram, key: FragmentKernelState) {
        builder.hasHotLoops = program.fragment.hasLoops
        let block = builder.form == .quick ? TileBlock.quickShading(lanes: max(8, builder.lanes)) : .shading(lanes: 2 * builder.lanes)
        builder.withLanes(block.lanes) {
            builder.entry(shadingEntryName, shadingSignature.parameters) { arguments in
                FragmentKernel(builder, program, key, FragmentTraits(program, key), block, arguments)
                    .shade(arguments[2].pointer.bounded(bytes: QuadQueue.byteCount, "a queue of quads"), count: arguments[3].scalar())
            }
        }
    }

    static func buildCoverage(_ builder: KernelBuilder, traits: FragmentTraits, key: FragmentKernelState) {
        let parameters: [KernelType] = [.pointer, .pointer, .pointer, .int32, .int32, .int32, .int32, .int32, .pointer]
        builder.entry(coverageEntryName, parameters) { arguments in
            let kernel = FragmentKernel(builder, nil, key, traits, .coverage(lanes: builder.lanes), arguments), parts = arguments[2].pointer, partCount = arguments[3].scalar(Int32.self)
            let tile = (4...7).map { arguments[$0].scalar(Int32.self) }
            let planes = DepthPlanes(kernel)
            // By C's convention, which does not save the vector registers.
            let queue = QuadQueue(builder, block: kernel.block, shadingBlock: .shading(lanes: 2 * builder.lanes)) { memory, count in
                builder.call(at: arguments[8].pointer, shadingSignature, [kernel.context, kernel.report, memory, count])
                if traits.hasLoops {
                    builder.if(kernel.report.load(Int32.self, at: KernelReport.failedLoop) .>= 0, isRare: true) { builder.returnNow() }
                }
            }
            let memory = builder.localMemory(bytes: kernel.edgeMemory, name: "coverage's edges"), thin = ThinCoverage(builder), isFull = builder.form == .full
            let stride = PrimitiveRecord.stride(varyings: traits.varyingCount)
            builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                let part = Part(parts, number)
                // What a batch has comes from far: it is asked for in time, the next part's records with the last of this one's.
                let next = Part(parts, (number + 1).minimum(partCount - 1))
                if isFull { Part(parts, (number + 2).minimum(partCount - 1)).indices.prefetch() }
                builder.forEach(from: builder.scalar(Int32(0)), to: part.count) { i in
                    if isFull {
                        let further = i + recordsAhead, isHere = further .< part.count
                        let index = isHere.choose(further, (further - part.count).minimum(next.count - 1))
                        let ahead = isHere.choose(part.records, next.records)
                            .element(isHere.choose(part.indices, next.indices).element(index, stride: 4).load(Int32.self), stride: stride)
                        for line in Swift.stride(from: 0, to: stride, by: 64) { (ahead + line).prefetch() }
                    }
                    let record = part.records.element(part.indices.element(i, stride: 4).load(Int32.self), stride: stride).bounded(bytes: stride, "PrimitiveRecord")
                    kernel.cover(record, tile: (tile[0], tile[1], tile[2], tile[3]), memory: memory, thin, planes, queue)
                }
            }
            if traits.needsShading { queue.finish() }
        }
    }

    /// What a chunk has for the tile; see TilePart.
    private struct Part {
        let records: Pointer, indices: Pointer, count: Scalar<Int32>
        init(_ parts: Pointer, _ number: Scalar<Int32>) {
            let part = parts.element(number, stride: TilePart.stride)
            records = part.loadPointer(at: TilePart.recordsOffset)
            indices = part.loadPointer(at: TilePart.indicesOffset)
            count = part.load(at: TilePart.countOffset)
        }
    }

    var module: ShaderModule { program.fragment }
    var samples: Int { key.samples }
    var positions: [(x: Int, y: Int)] { samples == 4 ? FragmentStage.samplePositions4 : [(0, 0)] }
    /// Whether quads that are there to fill up lanes may have inputs that no covered quad has, which loops could depend on.
    var fillsUpWithOtherInputs: Bool {
        guard module.hasLoops else { return false }
        let readsCentroid = samples > 1 && module.inputsRead.contains { program.interface.varyings[$0].sampling == .centroid }
        return readsCentroid || (module.runsPerSample && samples > 1)
            || module.instructions.contains { $0.opcode == .builtin && $0.c == BuiltinInput.helperInvocation.rawValue }
    }
    var testsEarly: Bool { traits.testsEarly }
    var needsShading: Bool { traits.needsShading }

    var hasTests: Bool { (key.depthFormat != nil && key.state.depth != nil) || (key.stencilFormat != nil && key.state.stencil != nil) }

    func count(_ masks: [LaneMask]) {
        guard key.countsSamples else { return }
        var sum = report.load(UInt64.self, at: KernelReport.passedSamples)
        for mask in masks { sum = sum + mask.bits.bitCount().widened(to: UInt64.self) }
        report.store(sum, at: KernelReport.passedSamples)
    }

    /// The tests, for each sample.
    /// - Parameters:
    ///   - isClamped: the depth is known to lie in 0…1.
    ///   - depth: window depth at a sample.
    func test(_ masks: [LaneMask], _ position: LanePixels, isFront: LaneMask, _ planes: DepthPlanes, isClamped: Bool = true,
              depth: (Int) -> FloatLanes) -> [LaneMask] {
        if !hasTests { return masks }
        let test = DepthStencilKernel(
            builder: builder, depth: key.depthFormat == nil ? nil : key.state.depth, stencil: key.stencilFormat == nil ? nil : key.state.stencil,
            depthCode: planes.depthCode, stencilCode: planes.stencilCode,
            referenceFront: context.load(UInt32.self, at: DrawContext.stencilReferenceFront, .constant),
            referenceBack: context.load(UInt32.self, at: DrawContext.stencilReferenceBack, .constant), isClamped: isClamped)
        return masks.enumerated().map { s, mask in
            test.test(depthPlane: planes.depth?[s], stencilPlane: planes.stencil?[s], position, z: depth(s), isFront: isFront, mask: mask)
        }
    }

    // MARK: Attachments

    /// An attachment's planes, one per sample; nil where there is none.
    func planes(_ offset: Int, _ format: PixelFormat?, isBlended: Bool = false) -> [TexelPlane]? {
        guard let format else { return nil }
        let base = context.loadPointer(at: offset, .constant)
        let row = context.load(Int64.self, at: offset + 8, .constant)
        let plane = context.load(Int64.self, at: offset + 16, .constant)
        return (0..<samples).map {
            TexelPlane(builder: builder, block: block, base: $0 == 0 ? base : base + plane * Int64($0), bytesPerRow: row,
                       bytesPerTexel: format.bytesPerTexel, isBlended: isBlended)
        }
    }
    func code(_ format: PixelFormat) -> TexelCodeKernel {
        TexelCodeKernel(builder: builder, format: format, sRGBDecode: context.loadPointer(at: DrawContext.sRGBDecode, .constant),
                        sRGBThresholds: context.loadPointer(at: DrawContext.sRGBThresholds, .constant))
    }
}

/// The depth and stencil attachments in a kernel.
struct DepthPlanes {
    private(set) var depth: [TexelPlane]?
    let stencil: [TexelPlane]?
    let depthCode: TexelCodeKernel?
    let stencilCode: TexelCodeKernel?

    init(_ kernel: FragmentKernel) {
        depth = kernel.planes(DrawContext.depth, kernel.key.depthFormat)
        stencil = kernel.planes(DrawContext.stencil, kernel.key.stencilFormat)
        depthCode = kernel.key.depthFormat.map(kernel.code)
        stencilCode = kernel.key.stencilFormat.map(kernel.code)
    }

    /// The same with the addresses of a row of blocks at hand.
    func atRows(_ y: Scalar<Int32>) -> DepthPlanes {
        var result = self
        result.depth = depth.map { $0.map { $0.atRows(y) } }
        return result
    }
}
