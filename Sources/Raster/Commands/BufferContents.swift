// BufferContents: the bytes that a buffer has at one place among recorded commands, before any command is executed.

/// Follows the updates of buffers in a list of commands.
struct BufferContents {
    private var updates: [(buffer: Buffer, offset: Int, bytes: [UInt8])] = []
    private var written: Set<ObjectIdentifier> = []
    private var writtenFeedbacks: Set<ObjectIdentifier> = []

    /// Notes the buffers that a command changes.
    mutating func note(_ command: Command) {
        switch command {
        case .updateBuffer(let buffer, let offset, let bytes): if offset >= 0 { updates.append((buffer, offset, bytes)) }
        case .renderPass(let pass):
            for case .draw(let call) in pass.operations {
                if let feedback = call.feedback {
                    for target in feedback.targets { written.insert(ObjectIdentifier(target.buffer)) }
                    writtenFeedbacks.insert(ObjectIdentifier(feedback))
                }
                if pass.writesMemory { note(call) }
            }
        case .dispatch(let call): note(call)
        case .copyTexture, .blit, .generateMipmaps: break
        }
    }
    private mutating func note(_ call: some ShaderResources) {
        for binding in call.writtenBuffers { written.insert(ObjectIdentifier(binding.buffer)) }
    }
    /// Whether a shader or transform feedback writes the buffer. If so, the buffer's bytes are not known before the commands are executed.
    func isWritten(_ buffer: Buffer) -> Bool { written.contains(ObjectIdentifier(buffer)) }
    /// Whether a noted draw writes primitives through the transform feedback object. If so, the number of these primitives is not known
    /// before the commands are executed.
    func isWritten(_ feedback: TransformFeedback) -> Bool { writtenFeedbacks.contains(ObjectIdentifier(feedback)) }
    /// Whether a shader or transform feedback writes any buffer.
    var isAnyWritten: Bool { !written.isEmpty }
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
    /// Returns `count` 32-bit numbers that begin at byte `offset` of a buffer.
    func words(of buffer: Buffer, offset: Int, count: Int) -> [UInt32] {
        let bytes = bytes(of: buffer, offset: offset, count: 4 * count)
        return (0..<count).map { word in (0..<4).reduce(0) { $0 | UInt32(bytes[4 * word + $1]) << UInt32(8 * $1) } }
    }
}
