// LittleEndian: writes and reads the fields of headers and of the index. Each field is a number at a fixed offset.

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
}

/// Reads numbers one after another. There must be enough bytes for all numbers that are read.
struct NumberReader {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer, from position: Int) { self.bytes = bytes; self.position = position }

    mutating func next<Number: FixedWidthInteger>() -> Number {
        defer { position += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
}
