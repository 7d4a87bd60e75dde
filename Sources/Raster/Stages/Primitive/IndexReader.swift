// IndexReader: reads the indices of a draw, of any index type, as 32-bit numbers. It reads memory without checks, because the renderers read
// very many indices. Validation has already checked that the index buffer is large enough for the indices of the draw.

/// The indices of a draw.
struct IndexReader {
    let base: UnsafeRawPointer
    let type: IndexType
    init(_ binding: IndexBinding) { base = UnsafeRawPointer(binding.buffer.base) + binding.offset; type = binding.type }
    @inline(__always)
    func index(_ i: Int) -> UInt32 {
        switch type {
        case .uint8: UInt32(base.load(fromByteOffset: i, as: UInt8.self))
        case .uint16: UInt32(base.loadUnaligned(fromByteOffset: i * 2, as: UInt16.self))
        case .uint32: base.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
        }
    }
}
