// TileBin: the primitives of one chunk that may touch a tile.

/// The primitives of one chunk that may touch a tile, in memory that the coverage kernel reads.
package struct TileBin: BitwiseCopyable {
    package let records: UnsafeRawPointer
    /// The numbers of the records, rising.
    package let indices: UnsafePointer<UInt32>
    package let count: Int
    static let recordsOffset = 0, indicesOffset = 8, countOffset = 16, stride = 24
}
