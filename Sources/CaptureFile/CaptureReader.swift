// CaptureReader: finds the chunks of a capture, and reads them. A finished file ends with an index of its chunks. Without an index, the
// reader finds the chunks one by one. After damaged bytes, the reader searches for the marker of the next chunk. Even for a damaged file,
// the reader uses no more memory than the caller allows, and the reader's time is proportional to the file's length.

/// Bytes that the reader cannot decode.
package struct CaptureLoss: Sendable, Hashable, CustomStringConvertible {
    /// The position of the first lost byte, in bytes from the start of the file.
    package var offset: UInt64
    package var byteCount: UInt64
    package var reason: String
    package var description: String { "\(byteCount) bytes at \(offset): \(reason)" }
}

package final class CaptureReader {
    private let file: HostDescriptor
    /// The size of the file, in bytes, when the reader opened it.
    package let byteCount: UInt64
    package private(set) var chunks: [ChunkEntry] = []
    package private(set) var losses: [CaptureLoss] = []
    /// Whether the reader has found the chunks through the index. Only a finished capture has an index.
    package private(set) var hasIndex = false
    private var blobs: [ContentHash: Int] = [:]
    package var path: String { file.path }
    package var subject: String { file.subject }

    /// The maximum allowed size of a record, in bytes. Real records are far shorter.
    package static let longestRecord = 64 << 20
    /// The number of stored bytes that are read at once.
    static let window = 1 << 18

    /// Throws `notReadable` if the file cannot be opened or read, `damaged` if the file has no chunk at all, and `unsupported` if a
    /// required chunk has an unknown type or version.
    package init(path: String) throws(CaptureFileError) {
        file = try HostDescriptor(path, for: .reading)
        byteCount = try file.byteCount()
        let start = try file.read(at: 0, count: FileHeader.byteCount)
        let version = start.withUnsafeBytes { FileHeader.version(of: $0) }
        if let version, version != FileHeader.version {
            throw CaptureFileError(.unsupported, subject, "has version \(version) of the file format", remedy: "read it with the version of Raster that wrote it; this one reads \(FileHeader.version)")
        }
        if let indexed = try indexedChunks() {
            chunks = indexed
            hasIndex = true
        } else {
            try scan()
        }
        if version == nil {
            guard !chunks.isEmpty else {
                throw CaptureFileError(.damaged, subject, start.isEmpty ? "is empty" : "is not a capture", remedy: "name a file that a capture was written to")
            }
            losses.insert(CaptureLoss(offset: 0, byteCount: UInt64(start.count), reason: "the file's header is damaged"), at: 0)
        }
        for (number, chunk) in chunks.enumerated() {
            let newest = ChunkType.known[chunk.header.type]
            if chunk.header.flags.contains(.required), chunk.header.version > newest ?? 0 {
                throw CaptureFileError(.unsupported, subject, newest == nil ? "has a chunk '\(chunk.header.type)' of an unknown type, which cannot be skipped"
                                       : "has version \(chunk.header.version) of chunk '\(chunk.header.type)'; \(newest ?? 0) is the newest known",
                                       remedy: "read it with the version of Raster that wrote it")
            }
            if chunk.header.type == .blob { blobs[chunk.header.hash] = number }
        }
    }

    private func failure(_ chunk: ChunkEntry, _ problem: String) -> CaptureFileError {
        .damaged("chunk '\(chunk.header.type)' at byte \(chunk.offset) of \(subject)", problem)
    }

    /// Returns the chunks that the index lists; nil if the file has no index or a damaged index.
    private func indexedChunks() throws(CaptureFileError) -> [ChunkEntry]? {
        guard byteCount >= UInt64(FileHeader.byteCount + ChunkHeader.byteCount + Trailer.byteCount) else { return nil }
        let trailer = try file.read(at: byteCount - UInt64(Trailer.byteCount), count: Trailer.byteCount)
        guard trailer.count == Trailer.byteCount, Array(trailer[8...]) == Trailer.signature else { return nil }
        let offset = UInt64(littleEndian: trailer.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
        guard let entry = try chunk(at: offset), entry.header.type == .index, entry.end == byteCount,
              entry.header.rawByteCount == entry.header.storedByteCount, entry.header.rawByteCount <= byteCount,
              let payload = try? payload(of: entry, limit: Int(byteCount)) else { return nil }
        let size = 8 + ChunkHeader.byteCount - 4, list = payload.count - Trailer.byteCount
        guard list >= 0, list % size == 0 else { return nil }
        return payload.withUnsafeBytes { bytes in
            var found: [ChunkEntry] = []
            for start in stride(from: 0, to: list, by: size) {
                let place = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                guard place < offset,
                      let header = ChunkHeader(decodingUnmarked: UnsafeRawBufferPointer(rebasing: bytes[(start + 8)..<(start + size)])) else { return nil }
                let entry = ChunkEntry(offset: place, header: header)
                guard entry.end <= offset else { return nil }
                found.append(entry)
            }
            return found
        }
    }

    /// Returns the chunk whose header is at `offset`; nil if there is no valid header at `offset`.
    private func chunk(at offset: UInt64) throws(CaptureFileError) -> ChunkEntry? {
        guard offset < byteCount, byteCount - offset >= UInt64(ChunkHeader.byteCount) else { return nil }
        let bytes = try file.read(at: offset, count: ChunkHeader.byteCount)
        return bytes.withUnsafeBytes { ChunkHeader(decoding: $0) }.map { ChunkEntry(offset: offset, header: $0) }
    }

    private func scan() throws(CaptureFileError) {
        var offset = UInt64(FileHeader.byteCount)
        while offset < byteCount {
            guard let entry = try chunk(at: offset) else {
                let next = try nextMarker(from: offset + 1)
                losses.append(CaptureLoss(offset: offset, byteCount: next - offset,
                                          reason: next == byteCount ? "the file ends in the middle of a chunk" : "a chunk's header is damaged"))
                offset = next
                continue
            }
            guard entry.end <= byteCount else {
                losses.append(CaptureLoss(offset: offset, byteCount: byteCount - offset, reason: "chunk '\(entry.header.type)' of frame \(entry.header.frame) is cut off"))
                return
            }
            if entry.header.type != .index { chunks.append(entry) }
            offset = entry.end
        }
    }
    /// Returns the offset of the next complete header. If no complete header follows, returns the offset of the file's end.
    private func nextMarker(from start: UInt64) throws(CaptureFileError) -> UInt64 {
        var offset = start
        let first = UInt8(truncatingIfNeeded: ChunkHeader.marker)
        while offset + UInt64(ChunkHeader.byteCount) <= byteCount {
            let bytes = try file.read(at: offset, count: CaptureReader.window)
            if bytes.count < ChunkHeader.byteCount { break }
            let places = bytes.count - ChunkHeader.byteCount + 1
            let found = bytes.withUnsafeBytes { bytes in
                (0..<places).first {
                    bytes[$0] == first && ChunkHeader(decoding: UnsafeRawBufferPointer(rebasing: bytes[$0..<($0 + ChunkHeader.byteCount)])) != nil
                }
            }
            if let found { return offset + UInt64(found) }
            offset += UInt64(places)
        }
        return byteCount
    }

    /// Returns the bytes of a chunk. Throws `damaged` if the bytes differ from the bytes that were written, or if the chunk has more than
    /// `limit` bytes.
    package func payload(of chunk: ChunkEntry, limit: Int = longestRecord) throws(CaptureFileError) -> [UInt8] {
        let count = Int(chunk.header.rawByteCount)
        guard count <= limit else { throw failure(chunk, "has \(count) bytes; at most \(limit) are read") }
        var failure: CaptureFileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            do throws(CaptureFileError) {
                try read(chunk, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[..<count]))
                initialized = count
            } catch { failure = error; initialized = 0 }
        }
        if let failure { throw failure }
        return bytes
    }
    /// Returns the bytes of a blob. Throws `damaged` if the blob is missing, or if its bytes differ from the bytes that were
    /// written.
    package func bytes(of blob: BlobReference, limit: Int = longestRecord) throws(CaptureFileError) -> [UInt8] {
        let chunk = try entry(of: blob), bytes = try payload(of: chunk, limit: limit)
        try check(blob, bytes.withUnsafeBytes { ContentHash(of: $0) }, chunk)
        return bytes
    }
    /// Reads a blob into memory that has the blob's size.
    package func read(_ blob: BlobReference, into target: UnsafeMutableRawBufferPointer) throws(CaptureFileError) {
        precondition(target.count == blob.byteCount)
        let chunk = try entry(of: blob)
        try read(chunk, into: target)
        try check(blob, ContentHash(of: UnsafeRawBufferPointer(target)), chunk)
    }
    /// Returns whether the file has the blob, according to the chunk headers. This function does not check the contents of the blob.
    package func contains(_ blob: BlobReference) -> Bool { (try? entry(of: blob)) != nil }

    private func entry(of blob: BlobReference) throws(CaptureFileError) -> ChunkEntry {
        guard let number = blobs[blob.hash] else { throw .damaged("contents \(blob.hash)", "are not in \(subject)") }
        guard chunks[number].header.rawByteCount == UInt64(blob.byteCount) else {
            throw failure(chunks[number], "has \(chunks[number].header.rawByteCount) bytes instead of \(blob.byteCount)")
        }
        return chunks[number]
    }
    private func check(_ blob: BlobReference, _ hash: ContentHash, _ chunk: ChunkEntry) throws(CaptureFileError) {
        guard hash == blob.hash else { throw failure(chunk, "does not match its hash") }
    }

    /// Reads a chunk's uncompressed bytes into `target`. The size of `target` must be the number of these bytes.
    private func read(_ chunk: ChunkEntry, into target: UnsafeMutableRawBufferPointer) throws(CaptureFileError) {
        if !chunk.header.flags.contains(.compressed) {
            guard chunk.header.storedByteCount == chunk.header.rawByteCount else { throw failure(chunk, "has two lengths") }
            guard try file.read(at: chunk.payloadOffset, into: target) == target.count else { throw failure(chunk, "is cut off") }
            guard Checksum.of(UnsafeRawBufferPointer(target)) == chunk.header.checksum else { throw failure(chunk, "has a wrong checksum") }
            return
        }
        guard var decompressor = Decompressor(into: target) else { throw failure(chunk, "cannot be read: there is not enough memory") }
        var isSound = true
        try forEachWindow(of: chunk) { bytes in isSound = isSound && decompressor.add(bytes) }
        guard isSound && decompressor.isFilled else { throw failure(chunk, "cannot be decompressed to its \(target.count) bytes") }
    }
    /// Calls `body` with the chunk's stored bytes, piece by piece. Throws `damaged` if the chunk is cut off, or if the checksum of all
    /// pieces is wrong.
    private func forEachWindow(of chunk: ChunkEntry, _ body: (UnsafeRawBufferPointer) -> Void) throws(CaptureFileError) {
        var sum = Checksum(), offset = chunk.payloadOffset
        while offset < chunk.end {
            let bytes = try file.read(at: offset, count: Int(min(UInt64(CaptureReader.window), chunk.end - offset)))
            if bytes.isEmpty { throw failure(chunk, "is cut off") }
            bytes.withUnsafeBytes { sum.add($0); body($0) }
            offset += UInt64(bytes.count)
        }
        guard sum.value == chunk.header.checksum else { throw failure(chunk, "has a wrong checksum") }
    }

    /// Reads every chunk once, and adds each damaged chunk to `losses`.
    package func checkAll() throws(CaptureFileError) {
        for chunk in chunks {
            do throws(CaptureFileError) { try forEachWindow(of: chunk) { _ in } } catch {
                guard error.code == .damaged else { throw error }
                losses.append(CaptureLoss(offset: chunk.offset, byteCount: chunk.end - chunk.offset,
                                          reason: "chunk '\(chunk.header.type)' of frame \(chunk.header.frame) \(error.problem)"))
            }
        }
    }
}
