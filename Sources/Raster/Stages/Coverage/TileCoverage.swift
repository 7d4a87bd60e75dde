// TileCoverage: draws the primitives that chunks have in a tile: by the coverage kernel or, until it is compiled, by ScalarCoverage.
// ScalarCoverage serves plain draws only: one sample per pixel, and no test before the shader.

import Kernel

struct TileCoverage: Sendable {
    /// nil where nothing is compiled.
    let kernel: CompiledEntry<CoverageArguments>?
    /// The entry that takes the queue; nil where there is nothing to shade.
    let shading: CompiledEntry<FragmentArguments>?
    /// Shades rectangles row by row; nil where the queue takes them, too.
    let rows: CompiledEntry<RowsArguments>?
    let recordStride: Int
    let countsSamples: Bool

    /// Whether draws can do without the kernel.
    /// - Parameter state: what coverage depends on.
    static func isPlain(_ traits: FragmentTraits, _ state: FragmentKey) -> Bool {
        traits.needsShading && state.samples == 1 && state.state.depth == nil && state.state.stencil == nil
    }

    /// - Parameter parts: in their order.
    func draw(_ context: UnsafePointer<DrawContext>, _ parts: UnsafeBufferPointer<TileBin>, _ pixels: PixelBounds, report: UnsafeMutablePointer<KernelReport>) {
        if let kernel {
            return kernel(CoverageArguments(context: context, report: report, bins: parts.baseAddress!, binCount: Int32(parts.count), x0: Int32(pixels.minX),
                                            y0: Int32(pixels.minY), x1: Int32(pixels.maxX), y1: Int32(pixels.maxY), shading: shading, rows: rows))
        }
        guard let shading else { preconditionFailure("what only tests has a kernel") }
        withTemporaryMemory(byteCount: QuadQueueLayout.byteCount, alignment: 64, name: "TileCoverage's queue") { memory in
            var cover = ScalarCoverage(memory, context, report, shading, pixels, countsSamples: countsSamples)
            for part in parts {
                for i in 0..<part.count { cover.cover(part.records + Int(part.indices[i]) * recordStride) }
            }
            cover.finish()
        }
    }
}
