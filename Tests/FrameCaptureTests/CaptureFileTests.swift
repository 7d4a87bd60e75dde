// The file of a capture: written contents are read back, and damage is reported.

import CaptureFile
import SeededRandom
import Testing

@Suite("Capture files") struct CaptureFileTests {
    /// Writes some blobs and records. Some of these blobs and records cannot be compressed.
    private func write(_ file: TemporaryFile, finishes: Bool = true) throws -> (blobs: [(BlobReference, [UInt8])], records: [[UInt8]]) {
        var random = SeededGenerator(state: 7)
        let writer = try CaptureWriter(path: file.path)
        var blobs: [(BlobReference, [UInt8])] = [], records: [[UInt8]] = []
        for number in 0..<8 {
            let size = [0, 1, 100, 5000, 70_000, 300_000, 64, 1000][number]
            let bytes = (0..<size).map { number % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : UInt8(truncatingIfNeeded: $0 / 7) }
            blobs.append((try bytes.withUnsafeBytes { try writer.blob($0, frame: number) }, bytes))
            let record = (0..<(number * 90)).map { UInt8(truncatingIfNeeded: $0 * number) }
            try writer.append(.events, frame: number, record)
            records.append(record)
        }
        if finishes { try writer.finish() }
        return (blobs, records)
    }

    private func expectAll(_ reader: CaptureReader, _ written: (blobs: [(BlobReference, [UInt8])], records: [[UInt8]])) throws {
        for (reference, bytes) in written.blobs { #expect(try reader.bytes(of: reference) == bytes) }
        let events = reader.chunks.filter { $0.header.type == .events }
        #expect(events.map { Int($0.header.frame) } == Array(0..<8))
        #expect(try events.map { try reader.payload(of: $0) } == written.records)
        #expect(reader.losses.isEmpty)
    }

    @Test("written contents are read back, with the index and without it")
    func roundTrip() throws {
        let file = TemporaryFile()
        let written = try write(file)
        let indexed = try CaptureReader(path: file.path)
        #expect(indexed.hasIndex)
        try expectAll(indexed, written)
        let other = TemporaryFile()
        _ = try write(other, finishes: false)
        let scanned = try CaptureReader(path: other.path)
        #expect(!scanned.hasIndex)
        try expectAll(scanned, written)
    }

    @Test("equal contents are stored once")
    func once() throws {
        let file = TemporaryFile(), writer = try CaptureWriter(path: file.path)
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * $0) }
        let first = try bytes.withUnsafeBytes { try writer.blob($0, frame: 0) }
        let size = writer.byteCount
        #expect(try bytes.withUnsafeBytes { try writer.blob($0, frame: 1) } == first)
        #expect(writer.byteCount == size)
    }

    @Test("a capture can be extended: its contents stay and are not written again")
    func appending() throws {
        let file = TemporaryFile()
        let written = try write(file)
        let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
        #expect(try written.blobs[5].1.withUnsafeBytes { try writer.blob($0, frame: 9) } == written.blobs[5].0)
        try writer.append(.hashes, frame: 3, isRequired: false, [1, 2, 3])
        try writer.finish()
        let reader = try CaptureReader(path: file.path)
        #expect(reader.hasIndex)
        try expectAll(reader, written)
        let added = try #require(reader.chunks.last)
        #expect(added.header.type == .hashes && added.header.frame == 3)
        #expect(try reader.payload(of: added) == [1, 2, 3])
        // If the second index is damaged, the reader finds the chunks one after the other.
        try file.write(Array(try file.bytes.dropLast()))
        let scanned = try CaptureReader(path: file.path)
        #expect(!scanned.hasIndex && scanned.chunks.filter { $0.header.type != .index } == reader.chunks)
    }

    @Test("an unknown optional chunk is skipped, an unknown required chunk is refused with its name")
    func unknown() throws {
        let file = TemporaryFile()
        let writer = try CaptureWriter(path: file.path)
        try writer.append(ChunkType("NEWS"), frame: 0, isRequired: false, [1])
        try writer.append(.events, frame: 0, [2])
        try writer.finish()
        #expect(try CaptureReader(path: file.path).chunks.count == 2)
        try writer.append(ChunkType("MUST"), frame: 0, [3])
        try writer.finish()
        let error = #expect(throws: CaptureFileError.self) { _ = try CaptureReader(path: file.path) }
        #expect(error?.code == .unsupported && error?.description.contains("MUST") == true)
        let newer = TemporaryFile(), next = try CaptureWriter(path: newer.path)
        let newest = try #require(ChunkType.known[.events])
        try next.append(.events, frame: 0, version: newest + 1, [3])
        let refused = #expect(throws: CaptureFileError.self) { _ = try CaptureReader(path: newer.path) }
        #expect(refused?.code == .unsupported && refused?.description.contains("version \(newest + 1)") == true)
    }

    @Test("a file that is no capture is refused as such")
    func noCapture() throws {
        let file = TemporaryFile()
        for bytes in [[], [1], Array("a text that is longer than the header of a capture, and is none".utf8), [UInt8](repeating: 0, count: 10_000)] as [[UInt8]] {
            try file.write(bytes)
            let error = #expect(throws: CaptureFileError.self) { _ = try CaptureReader(path: file.path) }
            #expect(error?.code == .damaged)
        }
        #expect(throws: CaptureFileError.self) { _ = try CaptureReader(path: "/") }
        #expect(throws: CaptureFileError.self) { _ = try CaptureReader(path: file.path + "-absent") }
        #expect(throws: CaptureFileError.self) { _ = try CaptureWriter(path: "/absent/folder/file") }
    }

    /// Returns the headers of the chunks that can be read.
    private func intact(_ reader: CaptureReader) -> Set<ChunkHeader> {
        Set(reader.chunks.filter { (try? reader.payload(of: $0)) != nil }.map(\.header))
    }

    @Test("a file truncated at any length has all chunks before the cut", arguments: [true, false])
    func truncation(isFinished: Bool) throws {
        let file = TemporaryFile(), cut = TemporaryFile()
        _ = try write(file, finishes: isFinished)
        let whole = try CaptureReader(path: file.path), bytes = try file.bytes
        var random = SeededGenerator(state: 11)
        for _ in 0..<1000 {
            let length = Int.random(in: 0..<bytes.count, using: &random)
            try cut.write(Array(bytes[..<length]))
            let expected = Set(whole.chunks.filter { $0.offset + 64 + $0.header.storedByteCount <= length }.map(\.header))
            do {
                let reader = try CaptureReader(path: cut.path)
                #expect(intact(reader) == expected)
                #expect(length == 32 || expected.count == whole.chunks.count || !reader.losses.isEmpty
                        || reader.chunks.last.map { $0.offset + 64 + $0.header.storedByteCount == length } == true)
            } catch {
                #expect(error.code == .damaged && expected.isEmpty)
            }
        }
    }

    @Test("a flipped byte damages the chunk that contains it and no other", arguments: [true, false])
    func flips(isFinished: Bool) throws {
        let file = TemporaryFile(), flipped = TemporaryFile()
        _ = try write(file, finishes: isFinished)
        let whole = try CaptureReader(path: file.path), bytes = try file.bytes
        let all = Set(whole.chunks.map(\.header))
        var random = SeededGenerator(state: 13)
        for _ in 0..<1000 {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            var damaged = bytes
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            try flipped.write(damaged)
            let hit = Set(whole.chunks.filter { ($0.offset..<($0.offset + 64 + $0.header.storedByteCount)).contains(UInt64(place)) }.map(\.header))
            let hitContents = Set(whole.chunks.filter { ($0.offset + 64..<($0.offset + 64 + $0.header.storedByteCount)).contains(UInt64(place)) }.map(\.header))
            let reader = try CaptureReader(path: flipped.path)
            let found = intact(reader)
            #expect(found.isDisjoint(with: hitContents), "byte \(place)")
            #expect(found.isSuperset(of: all.subtracting(hit)) && found.isSubset(of: all), "byte \(place)")
            try reader.checkAll()
            #expect(found == all || !reader.losses.isEmpty, "byte \(place)")
        }
    }

    @Test("a header with a wrong length, hash or version is detected, even if its own checksum is right")
    func statements() throws {
        let file = TemporaryFile(), changed = TemporaryFile(), (blobs, _) = try write(file, finishes: false), bytes = try file.bytes
        let whole = try CaptureReader(path: file.path), (reference, contents) = blobs[3]
        let chunk = try #require(whole.chunks.first { $0.header.hash == reference.hash && $0.header.type == .blob }), start = Int(chunk.offset)
        /// Opens the file after writing the bytes `new` at `place`. The file has a checksum directly after the `count` bytes at `header`.
        /// The function also corrects this checksum.
        func reader(_ new: [UInt8], at place: Int, header: Int, count: Int) throws(CaptureFileError) -> CaptureReader {
            var file = bytes
            file.replaceSubrange(place..<(place + new.count), with: new)
            let sum = file[header..<(header + count)].withUnsafeBytes { Checksum.of($0) }
            file.replaceSubrange((header + count)..<(header + count + 4), with: withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) })
            do { try changed.write(file) } catch { Issue.record(error) }
            return try CaptureReader(path: changed.path)
        }
        func eight(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(number).littleEndian) { [UInt8]($0) } }
        #expect(try reader(eight(contents.count), at: start + 24, header: start, count: 60).bytes(of: reference) == contents)
        // One stated length is one byte too large, and another is one byte too small.
        for count in [contents.count + 1, contents.count - 1] {
            let longer = try reader(eight(count), at: start + 24, header: start, count: 60)
            #expect(throws: CaptureFileError.self) { _ = try longer.bytes(of: BlobReference(hash: reference.hash, byteCount: count)) }
        }
        // The stated length is larger than any file, so the header is invalid. The later chunks are still found.
        for place in [16, 24] {
            let endless = try reader(eight(1 << 60), at: start + place, header: start, count: 60)
            #expect(!endless.losses.isEmpty && endless.chunks.count == whole.chunks.count - 1)
        }
        // Checks wrong lengths of an uncompressed record and of a compressed record.
        for number in [1, 7] as [UInt32] {
            let record = try #require(whole.chunks.first { $0.header.type == .events && $0.header.frame == number }), place = Int(record.offset),
                length = Int(record.header.rawByteCount)
            for count in [length - 1, length, length + 1] {
                let stated = try reader(eight(count), at: place + 24, header: place, count: 60),
                    chunk = try #require(stated.chunks.first { $0.offset == record.offset })
                #expect(((try? stated.payload(of: chunk)) != nil) == (count == length), "record \(number): \(count) of \(length) bytes")
            }
        }
        // A blob that is stored under the hash of other contents is refused.
        let named = try reader(eight(7) + eight(9), at: start + 32, header: start, count: 60)
        #expect(throws: CaptureFileError.self) { _ = try named.bytes(of: BlobReference(hash: ContentHash(low: 7, high: 9), byteCount: contents.count)) }
        // Other versions of the format are refused: version 1 named contents in another way, version 3 does not exist.
        for version in [1, 3] as [UInt8] {
            let other = #expect(throws: CaptureFileError.self) { _ = try reader([version, 0, 0, 0], at: 8, header: 0, count: 28) }
            #expect(other?.code == .unsupported && other?.description.contains("version \(version) of the file format") == true)
        }
    }

    @Test("lengths in a file are not trusted")
    func lengths() throws {
        let file = TemporaryFile(), writer = try CaptureWriter(path: file.path)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let reference = try zeros.withUnsafeBytes { try writer.blob($0, frame: 0) }
        try writer.finish()
        let reader = try CaptureReader(path: file.path)
        #expect(reader.byteCount < 1000)
        #expect(throws: CaptureFileError.self) { _ = try reader.bytes(of: reference, limit: 1 << 19) }
        #expect(throws: CaptureFileError.self) { _ = try reader.bytes(of: BlobReference(hash: reference.hash, byteCount: 1 << 40)) }
        #expect(throws: CaptureFileError.self) { _ = try reader.bytes(of: BlobReference(hash: reference.hash, byteCount: 5)) }
        #expect(try reader.bytes(of: reference) == zeros)
    }
}
