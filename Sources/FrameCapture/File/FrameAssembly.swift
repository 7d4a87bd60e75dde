// FrameAssembly: puts the chunks of each frame together, and tells which frames are whole.

import CaptureFile
import Raster

struct FrameAssembly {
    private(set) var frames: [CapturedFrame] = []
    private(set) var damage: [String] = []

    init(_ reader: CaptureReader) {
        var chunks: [UInt32: [ChunkEntry]] = [:]
        for chunk in reader.chunks where chunk.header.type != .blob && chunk.header.type != .capture && ChunkType.known[chunk.header.type] != nil {
            chunks[chunk.header.frame, default: []].append(chunk)
        }
        for (number, list) in chunks.sorted(by: { $0.key < $1.key }) {
            do throws(CaptureFileError) {
                frames.append(try FrameAssembly.frame(Int(number), list, reader))
            } catch {
                damage.append("frame \(number) is lost: \(error.subject) \(error.problem)")
            }
        }
    }

    private static func frame(_ number: Int, _ chunks: [ChunkEntry], _ reader: CaptureReader) throws(CaptureFileError) -> CapturedFrame {
        func records<Record: FieldCodable>(_ type: ChunkType, _: Record.Type) throws(CaptureFileError) -> [Record] {
            var list: [Record] = []
            for chunk in chunks where chunk.header.type == type {
                list.append(try Record(decoding: reader.payload(of: chunk), subject: "chunk '\(type)' at byte \(chunk.offset)"))
            }
            return list
        }
        guard let table = try records(.resources, ResourceTable.self).last else { throw .damaged("its list of resources", "is not there") }
        guard let end = try records(.frame, RecordedFrame.self).last else { throw .damaged("its end", "is not there: the capture stopped before it was written") }
        let events = try records(.events, EventList.self).flatMap(\.events)
        guard events.count == end.eventCount else { throw .damaged("its list of events", "has \(events.count) instead of \(end.eventCount)") }
        for blob in blobs(of: table, events) where !reader.contains(blob) { throw .damaged("contents \(blob.hash)", "are not there") }
        // Hashes that were found afterwards are useful, but the frame is whole without them.
        let outcome = try? records(.outcome, RecordedOutcome.self).last
        let hashes = try? records(.hashes, EventHashes.self).last
        return try CapturedFrame(number: number, label: end.label, table: table, events: events, outcome: outcome, hashes: hashes)
    }

    static func blobs(of table: ResourceTable, _ events: [RecordedEvent]) -> [BlobReference] {
        table.textures.flatMap(\.levels) + table.buffers.map(\.contents)
            + table.programs.flatMap { [$0.vertex.text, $0.fragment.text] + $0.includes.map(\.source.text) }
            + events.compactMap { if case .updateBuffer(let update) = $0 { update.bytes } else { nil } }
    }
}
