// CaptureWriter: appends chunks to a capture. The writer writes a chunk's header after the chunk's payload. After a crash, the file therefore
// holds complete chunks, and perhaps an incomplete chunk, which the reader skips.

package final class CaptureWriter {
    private let file: HostDescriptor
    private let compressor: Compressor
    private var end: UInt64
    private var entries: [ChunkEntry]
    /// The hashes of the blobs in the file.
    private var blobs: Set<ContentHash>
    /// Chunks with fewer than `smallest` bytes are stored uncompressed, because compression would lengthen such chunks.
    private static let smallest = 128

    /// The time spent on compression, checksums and writing. The time to compute content hashes is not included.
    package private(set) var writingTime = Duration.zero

    package var path: String { file.path }
    package var byteCount: UInt64 { end }

    /// Begins a capture in a new file. An existing file at the path is replaced.
    package init(path: String) throws(CaptureFileError) {
        file = try HostDescriptor(path, for: .replacing)
        compressor = try CaptureWriter.makeCompressor()
        end = UInt64(FileHeader.byteCount)
        entries = []
        blobs = []
        try begin()
    }
    /// Continues a capture. The existing chunks stay, and `finish` writes a new index after all chunks.
    package init(appendingTo reader: CaptureReader) throws(CaptureFileError) {
        file = try HostDescriptor(reader.path, for: .appending)
        compressor = try CaptureWriter.makeCompressor()
        end = try file.byteCount()
        entries = reader.chunks
        blobs = Set(reader.chunks.filter { $0.header.type == .blob }.map(\.header.hash))
    }
    private static func makeCompressor() throws(CaptureFileError) -> Compressor {
        guard let made = Compressor() else {
            throw CaptureFileError(.notWritable, "a capture", "cannot be compressed: there is not enough memory", remedy: "free memory")
        }
        return made
    }
    private func begin() throws(CaptureFileError) { try write(FileHeader.encoded, at: 0) }
    private func write(_ bytes: [UInt8], at offset: UInt64) throws(CaptureFileError) {
        var failure: CaptureFileError?
        bytes.withUnsafeBytes { bytes in
            do throws(CaptureFileError) { try file.write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Removes all chunks. The file is then an empty capture.
    package func clear() throws(CaptureFileError) {
        end = UInt64(FileHeader.byteCount)
        entries = []
        blobs = []
        try file.truncate(to: end)
    }
    /// Removes the file. The writer must not be used after this call.
    package func remove() { file.remove() }

    /// - Parameter version: The version of the chunk's type; nil for the newest known version.
    package func append(_ type: ChunkType, frame: Int, isRequired: Bool = true, version: UInt16? = nil, _ payload: [UInt8]) throws(CaptureFileError) {
        var header = ChunkHeader(type: type, flags: isRequired ? .required : [], frame: UInt32(truncatingIfNeeded: frame),
                                 rawByteCount: UInt64(payload.count), hash: .none)
        header.version = version ?? ChunkType.known[type] ?? 1
        try append(header, payload)
    }
    private func append(_ header: ChunkHeader, _ payload: [UInt8], compresses: Bool = true) throws(CaptureFileError) {
        var failure: CaptureFileError?
        payload.withUnsafeBytes { bytes in
            do throws(CaptureFileError) { try append(header, bytes, compresses: compresses) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// If the file does not hold the bytes already, writes the bytes to the file.
    package func blob(_ bytes: UnsafeRawBufferPointer, frame: Int) throws(CaptureFileError) -> BlobReference {
        try blob(bytes, hash: ContentHash(of: bytes), frame: frame)
    }
    /// - Parameter hash: The hash of `bytes`.
    package func blob(_ bytes: UnsafeRawBufferPointer, hash: ContentHash, frame: Int) throws(CaptureFileError) -> BlobReference {
        let reference = BlobReference(hash: hash, byteCount: bytes.count)
        if blobs.contains(hash) { return reference }
        let header = ChunkHeader(type: .blob, flags: .required, frame: UInt32(truncatingIfNeeded: frame), rawByteCount: UInt64(bytes.count), hash: hash)
        try append(header, bytes)
        blobs.insert(hash)
        return reference
    }

    private func append(_ template: ChunkHeader, _ payload: UnsafeRawBufferPointer, compresses: Bool = true) throws(CaptureFileError) {
        let began = ContinuousClock.now
        defer { writingTime += ContinuousClock.now - began }
        var header = template, sum = Checksum()
        let start = end
        var next = start + UInt64(ChunkHeader.byteCount)
        func store(_ piece: UnsafeRawBufferPointer) throws(CaptureFileError) {
            try file.write(piece, at: next)
            sum.add(piece)
            next += UInt64(piece.count)
        }
        if compresses && payload.count >= CaptureWriter.smallest {
            header.flags.insert(.compressed)
            try compressor.compress(payload, to: store)
        } else {
            try store(payload)
        }
        header.storedByteCount = next - start - UInt64(ChunkHeader.byteCount)
        header.checksum = sum.value
        try write(header.encoded, at: start)
        end = next
        entries.append(ChunkEntry(offset: start, header: header))
    }

    /// Writes the index. The caller may then append more chunks and another index.
    package func finish() throws(CaptureFileError) {
        var payload: [UInt8] = []
        for entry in entries where entry.header.type != .index {
            payload.append(littleEndian: entry.offset)
            // The index has headers without markers, because a search for chunks must not find headers in the index.
            payload += entry.header.encoded[4...]
        }
        payload.append(littleEndian: end)
        payload += Trailer.signature
        let header = ChunkHeader(type: .index, flags: [], frame: 0, rawByteCount: UInt64(payload.count), hash: .none)
        try append(header, payload, compresses: false)
    }
}
