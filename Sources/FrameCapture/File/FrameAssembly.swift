// FrameAssembly: combines the chunks of each frame, and finds the complete frames.

import CaptureFile
import Raster

struct FrameAssembly {
    private(set) var frames: [CapturedFrame] = []
    private(set) var damage: [String] = []

    init(_ reader: CaptureReader, _ sources: PackageSources? = nil) {
        var sites = CallSites(sources)
        var chunks: [UInt32: [ChunkEntry]] = [:]
        for chunk in reader.chunks where chunk.header.type != .blob && chunk.header.type != .capture && ChunkType.known[chunk.header.type] != nil {
            chunks[chunk.header.frame, default: []].append(chunk)
        }
        for (number, list) in chunks.sorted(by: { $0.key < $1.key }) {
            do throws(CaptureFileError) {
                let found = try FrameAssembly.frame(Int(number), list, &sites, reader)
                frames.append(found.frame)
                if let lost = found.lost { damage.append("frame \(number) ends after submit \(found.frame.submits.count): \(lost)") }
            } catch {
                damage.append("frame \(number) is lost: \(error.subject) \(error.problem)")
            }
        }
    }

    /// Reads the frame up to its last usable submit. A chunk of the type `frame` marks the end of each submit. If a chunk is damaged, its
    /// submit and all later submits are lost.
    private static func frame(_ number: Int, _ chunks: [ChunkEntry], _ sites: inout CallSites,
                              _ reader: CaptureReader) throws(CaptureFileError) -> (frame: CapturedFrame, lost: String?) {
        var ends: [(chunk: ChunkEntry, record: RecordedFrame)] = [], lost: CaptureFileError?
        for chunk in chunks where chunk.header.type == .frame {
            do throws(CaptureFileError) { ends.append((chunk, try record(chunk, RecordedFrame.self, reader))) } catch { lost = error }
        }
        // If events follow the end of the last submit, these events belong to a further submit, which the application did not finish.
        if let last = ends.last, let rest = chunks.last(where: { $0.header.type == .events }), rest.offset > last.chunk.offset {
            lost = .damaged("the end of a later submit", "is missing: the capture stopped before it was written")
        }
        for last in ends.indices.reversed() {
            do throws(CaptureFileError) {
                let frame = try CapturedFrame(number, chunks, ends: ends[...last].map { ($0.chunk.offset, $0.record) }, isWhole: lost == nil, &sites, reader)
                return (frame, lost.map { "\($0.subject) \($0.problem)" })
            } catch { lost = lost ?? error }
        }
        throw lost ?? .damaged("its end", "is missing: the capture stopped before it was written")
    }
    static func record<Record: FieldCodable>(_ chunk: ChunkEntry, _: Record.Type, _ reader: CaptureReader) throws(CaptureFileError) -> Record {
        try Record(decoding: reader.payload(of: chunk), version: chunk.header.version, subject: "chunk '\(chunk.header.type)' at byte \(chunk.offset)")
    }

    static func blobs(of table: ResourceTable, _ events: [RecordedEvent]) -> [BlobReference] {
        table.textures.flatMap(\.levels) + table.buffers.map(\.contents)
            + table.programs.flatMap { $0.shaders.map(\.shader.text) + $0.includes.map(\.source.text) }
            + table.computePrograms.flatMap { [$0.compute.text] + $0.includes.map(\.source.text) }
            + events.compactMap { if case .updateBuffer(let update) = $0 { update.bytes } else { nil } }
    }
}

/// The paths of source files, keyed by the names in the capture. Each path is looked up once.
private struct CallSites {
    private let sources: PackageSources?
    private var known: [String: String] = [:]
    init(_ sources: PackageSources?) { self.sources = sources }

    mutating func paths(of events: [RecordedEvent]) -> [String: String] {
        guard let sources else { return [:] }
        for event in events {
            let file: String
            switch event {
            case .draw(let draw): file = draw.file
            case .dispatch(let dispatch): file = dispatch.file
            default: continue
            }
            if known[file] == nil { known[file] = sources.path(of: file) ?? "" }
        }
        return known.filter { !$0.value.isEmpty }
    }
}

extension CapturedFrame {
    /// - Parameters:
    ///   - ends: The records at the ends of the frame's submits, each with its offset in the file. The last record contains the number of events.
    ///   - isWhole: Whether all submits can be read. The outcome and the hashes are valid only for all submits together.
    fileprivate init(_ number: Int, _ chunks: [ChunkEntry], ends: [(offset: UInt64, record: RecordedFrame)], isWhole: Bool, _ sites: inout CallSites,
                     _ reader: CaptureReader) throws(CaptureFileError) {
        guard let end = ends.last else { throw .damaged("its end", "is missing") }
        let written = chunks.filter { $0.offset < end.offset }
        guard let resources = written.last(where: { $0.header.type == .resources }) else { throw .damaged("its list of resources", "is missing") }
        let table = try FrameAssembly.record(resources, ResourceTable.self, reader)
        var events: [RecordedEvent] = []
        for chunk in written where chunk.header.type == .events { events += try FrameAssembly.record(chunk, EventList.self, reader).events }
        guard events.count == end.record.eventCount else { throw .damaged("its list of events", "has \(events.count) instead of \(end.record.eventCount)") }
        for blob in FrameAssembly.blobs(of: table, events) where !reader.contains(blob) { throw .damaged("contents \(blob.hash)", "are missing") }
        // The hashes are optional: a frame without hashes can be complete, too.
        func last<Record: FieldCodable>(_ type: ChunkType, _: Record.Type) -> Record? {
            guard isWhole, let chunk = chunks.last(where: { $0.header.type == type }) else { return nil }
            return try? FrameAssembly.record(chunk, Record.self, reader)
        }
        var submits: [Range<Int>] = []
        for (_, record) in ends {
            let first = submits.last?.upperBound ?? 0
            guard record.eventCount >= first, record.eventCount <= events.count else {
                throw .damaged("the end of submit \(submits.count)", "has \(record.eventCount) events")
            }
            submits.append(first..<record.eventCount)
        }
        try self.init(number: number, label: end.record.label, table: table, events: events, submits: submits, outcome: last(.outcome, RecordedOutcome.self),
                      hashes: last(.hashes, EventHashes.self), callers: last(.callers, RecordedCallers.self) ?? RecordedCallers(),
                      locations: last(.locations, RecordedLocations.self) ?? RecordedLocations(),
                      sites: sites.paths(of: events))
    }
}
