// PixelKernel: code that the kernels for coverage and for shading share. It accesses the draw's context and the attachments, and
// runs the depth and stencil tests.

import Kernel
import Shading

/// A kernel whose lanes stand for pixels of a tile's quads.
protocol PixelKernel {
    var builder: KernelBuilder { get }
    var key: FragmentKey { get }
    var traits: FragmentTraits { get }
    var block: TileBlock { get }
    /// The addresses of the DrawContext and the KernelReport. Both addresses stay the same while a function is built.
    var context: RecordPointer<DrawContext> { get }
    var report: RecordPointer<KernelReport> { get }
}

extension PixelKernel {
    var samples: Int { key.samples }
    var positions: [(x: Int, y: Int)] { key.state.samplePositions(samples) }
    var isMultisampled: Bool { key.isMultisampled }
    var testsEarly: Bool { traits.testsEarly }
    var needsShading: Bool { traits.needsShading }

    var hasTests: Bool { (key.depthFormat != nil && key.state.depth != nil) || (key.stencilFormat != nil && key.state.stencil != nil) }

    func count(_ masks: [LaneMask]) {
        guard key.countsSamples else { return }
        var sum = report.load(\.passedSamples)
        for mask in masks { sum = sum + mask.bits.bitCount().widened(to: UInt64.self) }
        report.store(sum, \.passedSamples)
    }

    /// Runs the depth and stencil tests for each sample. Returns the lanes that pass, by sample.
    /// - Parameter depth: Returns the window depth at a sample, 0…1.
    func test(_ masks: [LaneMask], _ position: LanePixels, isFront: LaneMask, _ planes: DepthPlanes, depth: (Int) -> FloatLanes) -> [LaneMask] {
        if !hasTests { return masks }
        let test = DepthStencilKernel(
            builder: builder, depth: key.depthFormat == nil ? nil : key.state.depth, stencil: key.stencilFormat == nil ? nil : key.state.stencil,
            depthCode: planes.depthCode, stencilCode: planes.stencilCode,
            referenceFront: context.load(\.stencilReferenceFront, .constant),
            referenceBack: context.load(\.stencilReferenceBack, .constant))
        return masks.enumerated().map { s, mask in
            test.test(depthPlane: planes.depth?[s], stencilPlane: planes.stencil?[s], position, z: depth(s), isFront: isFront, mask: mask)
        }
    }

    // MARK: Attachments

    /// Returns an attachment's planes, one per sample; nil if there is no attachment.
    /// - Parameter sample: The number of the only sample whose plane is wanted; nil for the planes of all samples.
    func planes(_ image: RecordPointer<ImageRecord>, _ format: PixelFormat?, isBlended: Bool = false, sample: Scalar<Int32>? = nil) -> [TexelPlane]? {
        guard let format else { return nil }
        let base = image.load(\.base, .constant), row = image.load(\.bytesPerRow, .constant)
        let bytesPerSample = image.load(\.bytesPerSample, .constant)
        func plane(at base: Pointer) -> TexelPlane {
            TexelPlane(builder: builder, block: block, base: base, bytesPerRow: row, bytesPerTexel: format.bytesPerTexel, isBlended: isBlended)
        }
        if let sample { return [plane(at: base + bytesPerSample * sample.widened(to: Int64.self))] }
        return (0..<samples).map { plane(at: $0 == 0 ? base : base + bytesPerSample * Int64($0)) }
    }
    func code(_ format: PixelFormat) -> TexelCodeKernel {
        TexelCodeKernel(builder: builder, format: format, sRGBDecode: context.load(\.sRGBDecode, .constant),
                        sRGBThresholds: context.load(\.sRGBThresholds, .constant))
    }
}

/// The depth and stencil attachments in a kernel.
struct DepthPlanes {
    private(set) var depth: [TexelPlane]?
    let stencil: [TexelPlane]?
    let depthCode: TexelCodeKernel?
    let stencilCode: TexelCodeKernel?

    /// - Parameter sample: The number of the only sample that is wanted; nil for all samples.
    init(_ kernel: some PixelKernel, sample: Scalar<Int32>? = nil) {
        depth = kernel.planes(kernel.context.part(\.depth), kernel.key.depthFormat, sample: sample)
        stencil = kernel.planes(kernel.context.part(\.stencil), kernel.key.stencilFormat, sample: sample)
        depthCode = kernel.key.depthFormat.map(kernel.code)
        stencilCode = kernel.key.stencilFormat.map(kernel.code)
    }

    /// Returns the planes for blocks whose first row is `y`. The addresses of the rows are computed only once for all blocks of this row.
    func atRows(_ y: Scalar<Int32>) -> DepthPlanes {
        var result = self
        result.depth = depth.map { $0.map { $0.atRows(y) } }
        return result
    }
}
