// LittleEndian: the numbers of headers and of the index, which stand at fixed places.

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
}

/// Takes numbers one after the other from bytes that have enough of them.
struct NumberReader {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer, from position: Int) { self.bytes = bytes; self.position = position }

    mutating func next<Number: FixedWidthInteger>() -> Number {
        defer { position += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
}
