// Adviser+Vertices: finds lists of triangles and lines that contain the same vertices several times.

import CaptureFile
import Raster

extension Adviser {
    /// The minimum number of vertices that an index buffer must save, summed over all instances. Shading a vertex takes some nanoseconds, so
    /// nobody would notice a smaller saving. A smaller saving would not justify the bytes of the index buffer and the search for equal
    /// vertices.
    private static let least = 2048

    func findRepeatedVertices() throws {
        var draws: [CapturedDraw] = [], saved: [Int: Int] = [:], indices: [Int: [UInt32]] = [:]
        for (draw, record) in self.draws where record.indices == nil && (record.primitive == .triangles || record.primitive == .lines) {
            guard let numbers = try firstOccurrences(record, before: draw.event) else { continue }
            let unique = Set(numbers).count
            guard 4 * unique <= 3 * numbers.count, (numbers.count - unique) * record.instanceCount >= Self.least else { continue }
            draws.append(draw)
            saved[draw.number] = numbers.count - unique
            indices[draw.number] = numbers
        }
        /// Returns the frame with a change: the given draws use index buffers.
        func variant(_ draws: [CapturedDraw]) throws -> FrameVariant {
            var events = frame.events, table = table, contents: [ContentHash: [UInt8]] = [:]
            for draw in draws {
                guard case .draw(var record) = events[draw.event], let numbers = indices[draw.number] else { continue }
                let bytes = numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) } }
                let reference = bytes.withUnsafeBytes { BlobReference(hash: ContentHash(of: $0), byteCount: $0.count) }
                contents[reference.hash] = bytes
                record.indices = RecordedIndices(buffer: table.buffers.count, type: .uint32, offset: 0)
                record.first = 0
                events[draw.event] = .draw(record)
                table.buffers.append(RecordedBuffer(byteCount: bytes.count, label: "indices of an experiment", contents: reference))
            }
            return try trial.variant(table: table, events: events, contents: contents)
        }
        try add(.recommendIndexedRendering, draws, mend: "Store each vertex once and draw with \(capture.vocabulary.choose("drawIndexed", opengl: "glDrawElements")).", variant: variant) { group in
            "\(group.subject) repeat\(group.count == 1 ? "s" : "") vertices: \(group.reduce(0) { $0 + (saved[$1.number] ?? 0) }) of \(group.reduce(0) { $0 + $1.count }) are copies of earlier ones."
        } saving: { group in "\(group.reduce(0) { $0 + (saved[$1.number] ?? 0) * $1.instanceCount }) of \(group.reduce(0) { $0 + $1.count * $1.instanceCount }) vertices" }
    }

    /// For each vertex of a draw, returns the index of the first vertex with the same attributes. Returns nil if the attributes cannot be read.
    private func firstOccurrences(_ record: RecordedDraw, before event: Int) throws -> [UInt32]? {
        let layout = table.pipelines[record.pipeline].layout
        var sources: [(bytes: [UInt8], start: Int, stride: Int, size: Int)] = []
        for attribute in layout.attributes where layout.buffers.indices.contains(attribute.slot) && layout.buffers[attribute.slot].divisor == 0 {
            guard let binding = record.vertexBuffers.first(where: { $0.slot == attribute.slot }) else { return nil }
            let stride = layout.buffers[attribute.slot].stride
            sources.append((try capture.bytes(ofBuffer: binding.buffer, in: frame, before: event), binding.offset + attribute.offset, stride,
                            attribute.format.byteCount))
        }
        if sources.isEmpty { return nil }
        var first: [[UInt8]: UInt32] = [:], numbers: [UInt32] = []
        numbers.reserveCapacity(record.count)
        for vertex in record.first..<(record.first + record.count) {
            var key: [UInt8] = []
            for source in sources {
                let start = source.start + vertex * source.stride
                guard start >= 0, start + source.size <= source.bytes.count else { return nil }
                key += source.bytes[start..<(start + source.size)]
            }
            let number = first[key] ?? UInt32(vertex)
            first[key] = number
            numbers.append(number)
        }
        return numbers
    }
}
