// QuadQueueLayout: the layout of a QuadQueue's memory.

/// Byte offsets. First come the quads' first pixels (32 bits: x, and y in the upper half).
enum QuadQueueLayout {
    /// The most quads in a queue: few enough for it to stay in the nearest cache.
    static let capacity = 512
    /// How many words may be written behind the last quad: kernels store whole vectors, of which not all words count.
    static let slack = 32
    /// Where the words of each kind begin.
    static let covered = 4 * (capacity + slack), records = 2 * covered, byteCount = 4 * covered
}
