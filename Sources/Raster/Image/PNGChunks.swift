// PNGChunks: the chunks of a PNG file, in order (PNG specification, third edition, 5.3). libspng reads the picture; PNGChunks names damaged
// chunks, and finds the chunks that libspng does not know.

package struct PNGChunks: Sequence {
    package struct Chunk: Sendable {
        /// The four letters of the type. A letter that is not ASCII appears as a replacement character.
        package let type: String
        /// The range of the chunk's data in the file, without length, type and checksum.
        package let data: Range<Int>
        /// The range of the whole chunk in the file.
        package var whole: Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }
        /// Whether a decoder may ignore the chunk: the first letter is in lower case.
        package var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }
    }
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The whole file.
    let bytes: [UInt8]
    /// - Parameter bytes: A file that begins with the signature.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the chunks up to and including IEND. The sequence ends earlier at a chunk that is longer than the rest of the file.
    package func makeIterator() -> AnyIterator<Chunk> {
        var place = PNGChunks.signature.count
        return AnyIterator {
            guard bytes.count - place >= 12, case let length = word(place), length <= bytes.count - place - 12 else { return nil }
            let chunk = Chunk(type: String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), data: place + 8..<place + 8 + length)
            place = chunk.type == "IEND" ? bytes.count : chunk.whole.upperBound
            return chunk
        }
    }

    /// Whether the chunk's checksum, which covers its type and its data, is right.
    package func isIntact(_ chunk: Chunk) -> Bool {
        CRC32.of(bytes[chunk.data.lowerBound - 4..<chunk.data.upperBound]) == UInt32(word(chunk.data.upperBound))
    }

    /// Returns the number that the four bytes at `place` represent, the most significant byte first.
    package func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) } }
}

/// The checksum of PNG's chunks (5.5): reflected polynomial 0xEDB88320.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 0xFF)] }
    }
}
