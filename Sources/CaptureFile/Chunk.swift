// Chunk: the pieces of a capture. The file is a header of 32 bytes, then chunks one after another. Each chunk is a header of 64
// bytes and its stored bytes. Written bytes never change. The page TheCaptureFile of FrameCapture's documentation has the table
// of all fields.

/// Four letters that name the kind of a chunk.
package struct ChunkType: Sendable, Hashable, CustomStringConvertible {
    package var code: UInt32
    package init(code: UInt32) { self.code = code }
    package init(_ letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4)
        code = letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
    package var description: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * UInt32($0))) }
        return letters.allSatisfy { (0x21...0x7E).contains($0) } ? String(decoding: letters, as: UTF8.self) : "0x" + String(code, radix: 16)
    }

    /// The origin of the capture: the captured program, and the machine on which the program ran.
    package static let capture = ChunkType("CAPT")
    /// The bytes of a resource or of another object. Other chunks refer to these bytes by the hash of the bytes.
    package static let blob = ChunkType("BLOB")
    /// The resources of a frame.
    package static let resources = ChunkType("RSRC")
    /// Some of a frame's events.
    package static let events = ChunkType("EVTS")
    /// The end of a submit. The frame's chunks for this submit and for earlier submits are written before this chunk.
    package static let frame = ChunkType("FRAM")
    /// How the frame ended: its error, and hashes of its final images.
    package static let outcome = ChunkType("DONE")
    /// For each draw, the names of the captured program's functions that led to the draw.
    package static let callers = ChunkType("CALL")
    /// The locations of the programs' uniforms.
    package static let locations = ChunkType("ULOC")
    /// Hashes of the images after each event.
    package static let hashes = ChunkType("HASH")
    /// The index: the headers of all earlier chunks, with their offsets.
    package static let index = ChunkType("INDX")
    /// The newest version of each chunk type that this reader can read.
    package static let known: [ChunkType: UInt16] = [
        .capture: 2, .blob: 1, .resources: 5, .events: 4, .frame: 1, .callers: 1, .locations: 1, .outcome: 2, .hashes: 1, .index: 1,
    ]
}

package struct ChunkHeader: Sendable, Hashable {
    package static let byteCount = 64
    /// The marker "RCHK" at the start of each header; a search for chunks looks for this marker.
    static let marker: UInt32 = 0x4B48_4352
    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// A reader that does not know this chunk's type or version must refuse the whole capture.
        package static let required = Flags(rawValue: 1)
        /// The stored bytes are a zstd frame.
        package static let compressed = Flags(rawValue: 2)
    }
    package var type: ChunkType
    package var version: UInt16 = 1
    package var flags: Flags
    /// The number of the frame that the chunk belongs to, from 0.
    package var frame: UInt32
    package var storedByteCount: UInt64 = 0
    package var rawByteCount: UInt64
    /// For a blob, the hash of its uncompressed bytes.
    package var hash: ContentHash
    /// CRC-32C of the stored bytes.
    package var checksum: UInt32 = 0

    package init(type: ChunkType, flags: Flags, frame: UInt32, rawByteCount: UInt64, hash: ContentHash) {
        self.type = type; self.flags = flags; self.frame = frame; self.rawByteCount = rawByteCount; self.hash = hash
    }

    /// The bytes of the header. `init(decoding:)` reads the fields in the same order.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ChunkHeader.marker)
        bytes.append(littleEndian: type.code)
        bytes.append(littleEndian: version)
        bytes.append(littleEndian: flags.rawValue)
        bytes.append(littleEndian: frame)
        bytes.append(littleEndian: storedByteCount)
        bytes.append(littleEndian: rawByteCount)
        bytes.append(littleEndian: hash.low)
        bytes.append(littleEndian: hash.high)
        bytes.append(littleEndian: checksum)
        bytes.append(littleEndian: 0 as UInt64)
        let ownChecksum = bytes.withUnsafeBytes { Checksum.of($0) }
        bytes.append(littleEndian: ownChecksum)
        return bytes
    }

    /// Decodes a header of the index. The headers in the index have no marker.
    init?(decodingUnmarked bytes: UnsafeRawBufferPointer) {
        var whole = withUnsafeBytes(of: ChunkHeader.marker.littleEndian) { [UInt8]($0) }
        whole += bytes
        guard let header = whole.withUnsafeBytes({ ChunkHeader(decoding: $0) }) else { return nil }
        self = header
    }
    /// Decodes a header; nil if the bytes are damaged or are no header.
    init?(decoding bytes: UnsafeRawBufferPointer) {
        guard bytes.count == ChunkHeader.byteCount, UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)) == ChunkHeader.marker,
              UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 60, as: UInt32.self)) == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<60]))
        else { return nil }
        var numbers = NumberReader(bytes, from: 4)
        type = ChunkType(code: numbers.next())
        version = numbers.next()
        flags = Flags(rawValue: numbers.next())
        frame = numbers.next()
        storedByteCount = numbers.next()
        rawByteCount = numbers.next()
        hash = ContentHash(low: numbers.next(), high: numbers.next())
        checksum = numbers.next()
        // Lengths are limited, so that a sum of lengths does not overflow. No real file has 2⁴⁸ bytes.
        guard storedByteCount < 1 << 48, rawByteCount < 1 << 48 else { return nil }
    }
}

package enum FileHeader {
    package static let byteCount = 32
    /// Like PNG's signature, this signature has a byte that never occurs in text, the name of the format, and line ends that a transfer in
    /// text mode would change.
    static let signature: [UInt8] = [0x89, 0x52, 0x43, 0x41, 0x50, 0x0D, 0x0A, 0x1A]
    /// The version of the file format. The version changes if the arrangement of chunks or the hash function for contents changes.
    /// Version 1 named contents by MurmurHash3.
    static let version: UInt32 = 2

    static var encoded: [UInt8] {
        var bytes = signature
        bytes.append(littleEndian: version)
        bytes.append(littleEndian: UInt32(byteCount))
        bytes.append(littleEndian: 0 as UInt64)
        bytes.append(littleEndian: 0 as UInt32)
        let checksum = bytes.withUnsafeBytes { Checksum.of($0) }
        bytes.append(littleEndian: checksum)
        return bytes
    }
    /// Returns the version of the file; nil if the bytes are damaged or are no header of a capture.
    static func version(of bytes: UnsafeRawBufferPointer) -> UInt32? {
        guard bytes.count == byteCount, bytes.starts(with: signature),
              UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 28, as: UInt32.self))
              == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<28])) else { return nil }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    }
}

/// A chunk that lies in a capture file: its position and its header.
package struct ChunkEntry: Sendable, Hashable {
    /// The offset of the chunk's header, in bytes from the start of the file.
    package var offset: UInt64
    package var header: ChunkHeader
    var payloadOffset: UInt64 { offset + UInt64(ChunkHeader.byteCount) }
    package var end: UInt64 { payloadOffset + header.storedByteCount }
}

/// The last bytes of a finished file, at the end of the index.
enum Trailer {
    static let byteCount = 16
    static let signature: [UInt8] = [0x52, 0x43, 0x41, 0x50, 0x2D, 0x45, 0x4E, 0x44]   // RCAP-END
}
