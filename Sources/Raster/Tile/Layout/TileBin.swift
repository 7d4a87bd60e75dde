// TileBin: what one chunk has for a tile, as the coverage kernel reads it.

/// What one chunk has for a tile, as the coverage kernel reads it.
struct TileBin: BitwiseCopyable {
    let records: UnsafeRawPointer
    /// Numbers of the records.
    let indices: UnsafePointer<UInt32>
    let count: Int
    static let recordsOffset = 0, indicesOffset = 8, countOffset = 16, stride = 24
}
