// CoverageArguments: the arguments of the coverage kernel.

import Kernel

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

/// The list of those primitives of one chunk that may touch a tile.
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
