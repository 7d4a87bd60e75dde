// TileCoverage: draws the primitives of chunks in one tile. TileCoverage uses the coverage kernel or, until the kernel is compiled,
// ScalarCoverage. ScalarCoverage serves only plain draws: one sample per pixel, and no test before the shader.

import Kernel

struct TileCoverage: Sendable {
    /// The coverage kernel; nil if it is not compiled yet.
    let kernel: CompiledEntry<CoverageArguments>?
    /// The kernel that shades the queued quads; nil if there is nothing to shade.
    let shading: CompiledEntry<FragmentArguments>?
    /// The kernel that shades rectangles row by row; nil if rectangles go to the queue as well.
    let rows: CompiledEntry<RowsArguments>?
    let recordStride: Int
    let countsSamples: Bool

    /// Returns whether draws are possible without the coverage kernel.
    /// - Parameter key: The coverage kernel's key.
    static func isPlain(_ traits: FragmentTraits, _ key: FragmentKey) -> Bool {
        traits.needsShading && key.samples == 1 && key.state.depth == nil && key.state.stencil == nil
    }

    /// - Parameter parts: The tile's bins, in the order in which they are drawn.
    func draw(_ context: UnsafePointer<DrawContext>, _ parts: UnsafeBufferPointer<TileBin>, _ pixels: InclusivePixelBounds,
              report: UnsafeMutablePointer<KernelReport>) {
        if let kernel {
            return kernel(CoverageArguments(context: context, report: report, bins: parts.baseAddress!, binCount: Int32(parts.count), x0: Int32(pixels.minX),
                                            y0: Int32(pixels.minY), x1: Int32(pixels.maxX), y1: Int32(pixels.maxY), shading: shading, rows: rows))
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
    /// The kernel that shades the queued quads; nil if there is nothing to shade.
    var shading: CompiledEntry<FragmentArguments>?
    /// The kernel that shades rectangles row by row; nil if rectangles go to the queue as well.
    var rows: CompiledEntry<RowsArguments>?
}

/// Lists the primitives of one chunk that may touch a tile.
package struct TileBin: KernelRecord {
    package let records: UnsafeRawPointer
    /// The numbers of the primitives' records, in rising order.
    package let indices: UnsafePointer<UInt32>
    private let primitiveCount: Int32
    package var count: Int { Int(primitiveCount) }

    init(records: UnsafeRawPointer, indices: UnsafePointer<UInt32>, count: Int) {
        self.records = records; self.indices = indices; primitiveCount = Int32(truncatingIfNeeded: count)
    }
    /// The key path of the number of primitives, for kernels.
    static let countField: KeyPath<TileBin, Int32> & Sendable = \.primitiveCount
}
