// KernelEntries: the types of the functions by which Swift calls the tile renderer's kernels.

/// The entry of the vertex kernel. Its arguments: context, report, vertex numbers, instance numbers (Int32, padded to whole groups), count,
/// the chunk's memory (see VertexRows), capacity, TransformRecord.
typealias VertexEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafePointer<Int32>, UnsafePointer<Int32>, Int32, UnsafeMutableRawPointer, Int32, UnsafeRawPointer
) -> Void

/// The entry of the set-up kernel. Its arguments: corners (three UInt32 per triangle, padded to whole groups), count, provoking vertices (UInt32), the step from one
/// to the next, primitive IDs (Int32), row of vertex 0 (see VertexRows), SetupRecord, records, their tiles (see
/// TileRange.init(packed:)), needsClipping and scratch (numbers, Int32), counts (two Int32: records and needsClipping). Records, tiles,
/// needsClipping and scratch need room for as many as there are triangles and `slack` more.
typealias SetupEntry = @convention(c) (
    UnsafePointer<UInt32>, Int32, UnsafePointer<UInt32>, Int32, UnsafePointer<Int32>, UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer,
    UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
) -> Void

/// The entry of the fragment kernel. Its arguments: context, report, queue (see QuadQueueLayout), the number of its quads.
typealias FragmentEntry = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Void
/// The entry of the fragment kernel that shades row by row. Its arguments: context, report, a rectangle's record, its first and last pixel in the tile (x0, y0, x1, y1).
typealias RowsEntry = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int32, Int32, Int32) -> Void
/// The entry of the coverage kernel. Its arguments: context, report, the tile's bins (TileBin), their number, the tile's first and last pixel
/// (x0, y0, x1, y1), the fragment kernel's entry, that for rows.
typealias CoverageEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int32, Int32, Int32, Int32, FragmentEntry?, RowsEntry?
) -> Void
