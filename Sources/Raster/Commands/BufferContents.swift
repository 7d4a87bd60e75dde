// BufferContents: the bytes that a buffer has at one place among recorded commands, before any command is executed.

/// Follows the updates of buffers in a list of commands.
struct BufferContents {
    private var updates: [(buffer: Buffer, offset: Int, bytes: [UInt8])] = []

    /// Notes the updates that a command makes.
    mutating func note(_ command: Command) {
        guard case .updateBuffer(let buffer, let offset, let bytes) = command, offset >= 0 else { return }
        updates.append((buffer, offset, bytes))
    }
    /// Returns bytes of a buffer after the noted updates. Bytes beyond the end of the buffer are zero.
    func bytes(of buffer: Buffer, offset: Int, count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        let known = max(0, min(count, buffer.byteCount - offset))
        result.replaceSubrange(0..<known, with: buffer.bytes[offset..<(offset + known)])
        for update in updates where update.buffer === buffer {
            let start = max(update.offset, offset), end = min(update.offset + update.bytes.count, offset + known)
            if start < end { result.replaceSubrange((start - offset)..<(end - offset), with: update.bytes[(start - update.offset)..<(end - update.offset)]) }
        }
        return result
    }
}
