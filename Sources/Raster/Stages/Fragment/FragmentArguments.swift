// FragmentArguments: the arguments of the two fragment kernels.

import Kernel

/// The arguments of the fragment kernel that shades quads.
struct FragmentArguments: KernelRecord {
    static let entry = EntryPoint<FragmentArguments>("shading")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    /// The memory of the queue; see QuadQueueLayout.
    var queue: UnsafeMutableRawPointer
    /// The number of quads in the queue.
    var count: Int32
}

/// The arguments of the fragment kernel that shades a rectangle row by row.
struct RowsArguments: KernelRecord {
    static let entry = EntryPoint<RowsArguments>("rows")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    /// The rectangle's PrimitiveRecord.
    var record: UnsafeRawPointer
    /// The first and the last pixel of the rectangle's part in the tile, both included.
    var x0: Int32, y0: Int32, x1: Int32, y1: Int32
}
