// RecordedOutcome: a frame's error, and hashes of the textures and buffers that the frame wrote.

import CaptureFile

/// The outcome of a frame.
package struct RecordedOutcome: Sendable, Hashable {
    /// The renderer's error; empty if no error occurred.
    package var error: String
    /// The hashes of the textures that the frame wrote. The hashes are computed after the frame.
    package var results: [LevelHash]
    /// The hashes of the buffers that shaders of the frame wrote.
    package var buffers: [BufferHash]
    package init(error: String, results: [LevelHash], buffers: [BufferHash] = []) { self.error = error; self.results = results; self.buffers = buffers }
}
extension RecordedOutcome: FieldCodable {
    package static var blank: RecordedOutcome { RecordedOutcome(error: "", results: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&error)
        try c.code(&results)
        if c.version >= 2 { try c.code(&buffers) }
    }
}

/// The hash of a buffer.
package struct BufferHash: Sendable, Hashable {
    package var buffer: Int
    package var hash: ContentHash
    package init(buffer: Int, hash: ContentHash) { self.buffer = buffer; self.hash = hash }
}
extension BufferHash: FieldCodable {
    package static var blank: BufferHash { BufferHash(buffer: 0, hash: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&buffer)
        try c.code(&hash.low)
        try c.code(&hash.high)
    }
}

/// The hash of one level of a texture.
package struct LevelHash: Sendable, Hashable {
    package var texture: Int
    package var level: Int
    package var hash: ContentHash
    package init(texture: Int, level: Int, hash: ContentHash) { self.texture = texture; self.level = level; self.hash = hash }
}
extension LevelHash: FieldCodable {
    package static var blank: LevelHash { LevelHash(texture: 0, level: 0, hash: .none) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&texture)
        try c.code(&level)
        try c.code(&hash.low)
        try c.code(&hash.high)
    }
}

/// For each event of a frame, the hashes of the attachments' contents after the event.
package struct EventHashes: Sendable, Hashable {
    package var events: [AttachmentHashes]
    package init(events: [AttachmentHashes]) { self.events = events }
}
extension EventHashes: FieldCodable {
    package static var blank: EventHashes { EventHashes(events: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&events) }
}

package struct AttachmentHashes: Sendable, Hashable {
    /// The number of the event.
    package var event: Int
    /// The hashes of the existing attachments: first the colour attachments by number, then depth, then stencil. The hashes of the images
    /// and buffers that the shaders of the event write come after the attachments' hashes.
    package var hashes: [BlobReference]
    package init(event: Int, hashes: [BlobReference]) { self.event = event; self.hashes = hashes }
}
extension AttachmentHashes: FieldCodable {
    package static var blank: AttachmentHashes { AttachmentHashes(event: 0, hashes: []) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&event)
        try c.code(&hashes)
    }
}
