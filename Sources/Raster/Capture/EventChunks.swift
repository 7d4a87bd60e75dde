// EventChunks: the events of a frame as payloads of chunks. Each event is encoded when it is added, and only the bytes are kept.
// The payloads are written after the resources that the events name.

import CaptureFile

package struct EventChunks {
    /// The maximum number of events in a chunk (`length`), and the approximate maximum number of bytes (`byteCount`). Readers limit the
    /// size of a chunk, so a frame with many events needs several chunks.
    private static let length = 512
    private static let byteCount = 8 << 20

    private var payloads: [[UInt8]] = []
    private var coder = FieldCoder()
    private var count = 0
    package init() {}

    package mutating func append(_ event: RecordedEvent) {
        var event = event
        // A writing coder throws no errors.
        try? event.code(&coder)
        count += 1
        if count == EventChunks.length || coder.bytes.count >= EventChunks.byteCount { seal() }
    }
    /// Returns the payloads of all events since the last call. Each payload is an `EventList`.
    package mutating func take() -> [[UInt8]] {
        seal()
        defer { payloads = [] }
        return payloads
    }
    private mutating func seal() {
        if count == 0 { return }
        var list = FieldCoder()
        list.reserve(coder.bytes.count + 4)
        // A writing coder throws no errors.
        try? list.codeList(count: count, elements: coder.bytes)
        payloads.append(list.bytes)
        coder.removeAll()
        count = 0
    }
}
