import Raster

/// Memory for vertices and indices that draws read from the program's own memory (client arrays). The bytes are copied when a draw is
/// recorded, because the program may change this memory as soon as the call of the draw has returned. After the recorded commands have run,
/// the memory of the copies is reused.
package struct ClientStreams {
    private var chunks: [Buffer] = []
    /// The memory consists of buffers, which are called chunks. `current` is the index in `chunks` of the buffer that is being filled.
    /// `used` is the number of bytes of this buffer that are in use.
    private var current = 0, used = 0
    private static var chunkByteCount: Int { 1 << 20 }

    package init() {}

    /// Reserves `byteCount` bytes in a buffer, and returns their place.
    package mutating func reserve(_ byteCount: Int, device: Device) throws(GLError) -> (buffer: Buffer, offset: Int) {
        // Attributes are read faster if they begin at multiples of 16 bytes.
        used = (used + 15) & ~15
        while current < chunks.count && chunks[current].byteCount - used < byteCount {
            current += 1
            used = 0
        }
        if current == chunks.count {
            let size = max(byteCount, Self.chunkByteCount)
            chunks.append(try GLError.rethrowing { try device.makeBuffer(byteCount: size, label: "client arrays") })
            used = 0
        }
        let buffer = chunks[current], offset = used
        used += byteCount
        buffer.hostVersion &+= 1
        return (buffer, offset)
    }
    /// Copies bytes from the program's memory.
    package mutating func copy(_ source: UnsafeRawPointer, _ byteCount: Int, device: Device) throws(GLError) -> (buffer: Buffer, offset: Int) {
        let place = try reserve(byteCount, device: device)
        (place.buffer.base + place.offset).copyMemory(from: source, byteCount: byteCount)
        return place
    }
    /// Makes all memory available again. Chunks of unusual size are freed.
    package mutating func reset() {
        if current == 0 && used == 0 { return }
        chunks.removeAll { $0.byteCount > Self.chunkByteCount }
        if chunks.count > 8 { chunks.removeSubrange(8...) }
        current = 0; used = 0
    }
}
