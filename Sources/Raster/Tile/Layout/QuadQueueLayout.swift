// QuadQueueLayout: where the memory of a QuadQueue has its values.

/// Byte offsets. First come the quads' first pixels (32 bits: x, and y in the upper half).
enum QuadQueueLayout {
    /// Quads: few enough for the queue to stay in the nearest cache.
    static let capacity = 512
    /// What may be written behind: vectors of W words of which not all count.
    static let slack = 32
    /// Where the values of a kind begin.
    static let covered = 4 * (capacity + slack), records = 2 * covered, byteCount = 4 * covered
}
