// TileBin: what one chunk has for a tile, as the coverage kernel reads it.

/// What one chunk has for a tile, as the coverage kernel reads it.
package struct TileBin: BitwiseCopyable {
    package let records: UnsafeRawPointer
    /// Numbers of the records.
    package let indices: UnsafePointer<UInt32>
    package let count: Int
    static let recordsOffset = 0, indicesOffset = 8, countOffset = 16, stride = 24
}
