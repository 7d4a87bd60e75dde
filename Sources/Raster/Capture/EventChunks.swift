// EventChunks: the events of a frame as payloads of chunks. Each event is encoded when it is added, so that nothing of it is kept beside its
// bytes; the payloads wait until what they name stands in the file.

import CaptureFile

package struct EventChunks {
    /// So many events stand in one chunk at most, and not many more bytes: a reader takes no chunk of any size.
    private static let length = 512
    private static let byteCount = 8 << 20

    private var payloads: [[UInt8]] = []
    private var coder = FieldCoder()
    private var count = 0
    package init() {}

    package mutating func append(_ event: RecordedEvent) {
        var event = event
        // Writing never fails.
        try? event.code(&coder)
        count += 1
        if count == EventChunks.length || coder.bytes.count >= EventChunks.byteCount { seal() }
    }
    /// The payloads of all events since the last call, each an `EventList`.
    package mutating func take() -> [[UInt8]] {
        seal()
        defer { payloads = [] }
        return payloads
    }
    private mutating func seal() {
        if count == 0 { return }
        var list = FieldCoder()
        list.reserve(coder.bytes.count + 4)
        // Writing never fails.
        try? list.codeList(count: count, elements: coder.bytes)
        payloads.append(list.bytes)
        coder.removeAll()
        count = 0
    }
}
