// QuadQueueLayout: the layout of a QuadQueue's memory.

/// Byte offsets. At offset 0 are the quads' first pixels (32 bits: x in the lower half, y in the upper half).
enum QuadQueueLayout {
    /// The largest number of quads in a queue. It is small enough for the queue to stay in the nearest cache.
    static let capacity = 512
    /// The number of quads that may be written behind the last quad. Kernels store whole vectors, of which only some elements
    /// count.
    static let slack = 32
    /// The offsets of the covered lanes and of the records' addresses, and the size of the memory.
    static let covered = 4 * (capacity + slack), records = 2 * covered, byteCount = 4 * covered
}
