// KernelEntries: how the tile renderer's kernels are called.

/// Arguments: context, report, vertex numbers, instance numbers (Int32, padded to whole groups), count, the chunk's memory
/// (see VertexRows), capacity, transform (see below)
typealias VertexEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafePointer<Int32>, UnsafePointer<Int32>, Int32, UnsafeMutableRawPointer, Int32, UnsafeRawPointer
) -> Void

/// Arguments: corners (three UInt32 per triangle, padded to whole groups), count, provoking vertices (UInt32), the step from one
/// to the next, primitive IDs (Int32), row of vertex 0 (see VertexRows), SetupRecord, records, their tiles (see
/// TileRange.init(packed:)), needsClipping and scratch (numbers, Int32), counts (two Int32: records and needsClipping). Records, tiles,
/// needsClipping and scratch need room for as many as there are triangles and `slack` more.
typealias SetupEntry = @convention(c) (
    UnsafePointer<UInt32>, Int32, UnsafePointer<UInt32>, Int32, UnsafePointer<Int32>, UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer,
    UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
) -> Void

/// Arguments of the fragment kernel's entry: context, report, queue, how many quads it has.
typealias FragmentEntry = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32) -> Void
/// Arguments of the coverage kernel's entry:
/// context, report, what there is for the tile (TileBin), how many of those, tile x0 y0 x1 y1 (pixels, inclusive), the
/// fragment kernel's entry.
typealias CoverageEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer, Int32, Int32, Int32, Int32, Int32, FragmentEntry?
) -> Void
