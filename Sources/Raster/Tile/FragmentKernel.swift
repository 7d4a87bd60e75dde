// FragmentKernel: the code that turns the primitives of one draw in one tile into pixels. One kernel per program, raster
// state and target formats. It computes what FragmentStage does, W pixels at a time, with the same operations in the same
// order.
//
// It works in two steps. Coverage with the early tests finds the 2×2 quads that each primitive draws and queues them
// (FragmentKernel+Coverage). Shading takes them from the queue, W/2 at a time, with the late tests and the outputs
// (FragmentKernel+Shading). So small primitives share the lanes, and the shader runs without the branches of coverage.
// Shading has 2·W lanes, two registers for each value: its steps wait for one another, and a processor looks too few
// instructions ahead to begin the next batch meanwhile.

import Kernel
import Shading
import ShadingKernel

/// Arguments of the kernel's entry:
/// context, report, what there is for the tile (TilePart), how many of those, tile x0 y0 x1 y1 (pixels, inclusive).
typealias FragmentEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int32, Int32, Int32, Int32
) -> Void

struct FragmentKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: FragmentKernelState
    let block: TileBlock
    /// Fixed while a function is built.
    let context: Pointer
    let report: Pointer

    static let entryName = "fragments"
    private static let recordsAhead: Int32 = 6

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: FragmentKernelState) {
        let lanes = builder.lanes, shadingBlock = TileBlock.shading(lanes: 2 * lanes)
        func kernel(_ arguments: [KernelArgument], _ block: TileBlock) -> FragmentKernel {
            FragmentKernel(builder: builder, program: program, key: key, block: block, context: arguments[0].pointer, report: arguments[1].pointer)
        }
        // As an entry it is called by C's convention, which does not save the vector registers.
        let shading = builder.withLanes(2 * lanes) {
            builder.entry("shade", [.pointer, .pointer, .pointer, .int32]) { arguments in
                kernel(arguments, shadingBlock).shade(arguments[2].pointer, count: arguments[3].scalar())
            }
        }
        let parameters: [KernelType] = [.pointer, .pointer, .pointer, .int32, .int32, .int32, .int32, .int32]
        builder.entry(entryName, parameters) { arguments in
            let kernel = kernel(arguments, .coverage(lanes: lanes)), parts = arguments[2].pointer, partCount = arguments[3].scalar(Int32.self)
            let tile = (4...7).map { arguments[$0].scalar(Int32.self) }
            let planes = DepthPlanes(kernel)
            let queue = QuadQueue(builder, block: kernel.block, shadingBlock: shadingBlock) { memory, count in
                builder.call(shading, [kernel.context, kernel.report, memory, count])
                if kernel.module.hasLoops {
                    builder.if(kernel.report.load(Int32.self, at: KernelReport.failedLoop) .>= 0, isRare: true) { builder.returnNow() }
                }
            }
            let memory = builder.localMemory(bytes: kernel.rowMemory), thin = ThinCoverage(builder), stride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
            builder.forEach(from: builder.scalar(Int32(0)), to: partCount) { number in
                let part = parts.element(number, stride: TilePart.stride)
                let records = part.loadPointer(at: TilePart.recordsOffset), indices = part.loadPointer(at: TilePart.indicesOffset)
                func record(_ number: Scalar<Int32>) -> Pointer { records.element(indices.element(number, stride: 4).load(Int32.self), stride: stride) }
                // What a batch has comes from far: it is asked for in time.
                let next = parts.element((number + 1).minimum(partCount - 1), stride: TilePart.stride)
                next.loadPointer(at: TilePart.indicesOffset).prefetch()
                let count = part.load(Int32.self, at: TilePart.countOffset)
                builder.forEach(from: builder.scalar(Int32(0)), to: count) { i in
                    let ahead = record((i + recordsAhead).minimum(count - 1))
                    for line in Swift.stride(from: 0, to: stride, by: 64) { (ahead + line).prefetch() }
                    kernel.cover(record(i), tile: (tile[0], tile[1], tile[2], tile[3]), memory: memory, thin, planes, queue)
                }
            }
            queue.finish()
        }
    }

    var module: ShaderModule { program.fragment }
    var samples: Int { key.samples }
    var positions: [(x: Int, y: Int)] { samples == 4 ? FragmentStage.samplePositions4 : [(0, 0)] }
    private var usesCoverageOutput: Bool { module.builtinOutputs.sampleMask != nil || (key.state.alphaToCoverage && samples > 1) }
    /// Whether the depth and stencil tests come before the shader.
    var testsEarly: Bool {
        module.earlyFragmentTests || (!module.usesDiscard && module.builtinOutputs.fragmentDepth == nil && !usesCoverageOutput)
    }
    /// Whether anything is left to do for what passes the early tests.
    var needsShading: Bool { !testsEarly || module.instructions.count > module.constantCount }

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
    func planes(_ offset: Int, _ format: PixelFormat?) -> [TexelPlane]? {
        guard let format else { return nil }
        let base = context.loadPointer(at: offset, .constant)
        let row = context.load(Int64.self, at: offset + 8, .constant)
        let plane = context.load(Int64.self, at: offset + 16, .constant)
        let lastRow = context.load(Int32.self, at: DrawContext.lastRow, .constant)
        return (0..<samples).map {
            TexelPlane(builder: builder, block: block, base: $0 == 0 ? base : base + plane * Int64($0), bytesPerRow: row,
                       lastRow: lastRow, bytesPerTexel: format.bytesPerTexel)
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
