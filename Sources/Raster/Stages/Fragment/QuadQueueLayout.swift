// QuadQueueLayout: the layout of a QuadQueue's memory.

/// Byte offsets. The first pixels of the quads begin at offset 0 (32 bits per quad: x in the lower half, y in the upper half).
enum QuadQueueLayout {
    /// The maximum number of quads in a queue. This number is so small that the queue fits into the processor's fastest cache.
    static let capacity = 512
    /// The number of quads that kernels may write after the last quad. Kernels store whole vectors, but only some elements of a
    /// vector are valid quads.
    static let slack = 32
    /// The byte offsets of the covered lanes, of the records' addresses, and of the covered lanes of samples 8…15 if there are any.
    static let covered = 4 * (capacity + slack), records = 2 * covered, coveredFurther = 4 * covered

    /// The number of samples whose covered lanes have place in 32 bits.
    static let samplesPerWord = 8
    /// Returns the byte offsets of the words with the covered lanes of a quad.
    static func coveredWords(samples: Int) -> [Int] { samples > samplesPerWord ? [covered, coveredFurther] : [covered] }
    /// Returns the size of the whole memory in bytes.
    static func byteCount(samples: Int) -> Int { coveredFurther + (samples > samplesPerWord ? covered : 0) }
}
