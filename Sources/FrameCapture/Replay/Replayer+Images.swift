// Replayer+Images: what attachments hold after a replay.

import CaptureFile
import Raster

/// An image that a draw writes.
public enum AttachmentName: Sendable, Hashable, CustomStringConvertible {
    /// The colour attachment of a fragment output.
    case color(Int)
    /// The depth attachment.
    case depth
    /// The stencil attachment.
    case stencil

    /// From the text of `description`: color0 (or color), color1, …, depth, stencil.
    public init?(_ text: String) {
        switch text {
        case "depth": self = .depth
        case "stencil": self = .stencil
        case "color": self = .color(0)
        default:
            guard text.hasPrefix("color"), let number = Int(text.dropFirst(5)), number >= 0 else { return nil }
            self = .color(number)
        }
    }
    /// color0, color1, …, depth, stencil.
    public var description: String {
        switch self {
        case .color(let number): "color\(number)"
        case .depth: "depth"
        case .stencil: "stencil"
        }
    }
}

extension Replayer {
    /// An attachment of a draw as the last replay left it: colours in 8 bits, depth 0…1 as grey in 16 bits, the stencil value as grey in
    /// 8 bits; the top row first.
    /// - Throws: `RasterError` with `invalidArgument` where the draw has no such attachment, `invalidFormat` for one that holds integers.
    public func image(_ attachment: AttachmentName = .color(0), of draw: CapturedDraw) throws -> Image {
        let target = framebuffers[draw.framebuffer]
        let width = target.width, height = target.height
        switch attachment {
        case .color(let number): return try target.readImage(attachment: number)
        case .depth:
            let depths = try target.readDepth()
            var bytes = [UInt8](repeating: 0, count: 2 * width * height)
            for y in 0..<height {
                for x in 0..<width {
                    // A depth buffer of floats holds numbers of 0…1 alone.
                    let code = UInt16(min(max(depths[(height - 1 - y) * width + x], 0), 1) * 65535 + 0.5)
                    bytes[2 * (y * width + x)] = UInt8(truncatingIfNeeded: code)
                    bytes[2 * (y * width + x) + 1] = UInt8(truncatingIfNeeded: code >> 8)
                }
            }
            return Image(width: width, height: height, format: .gray16, bytes: bytes)
        case .stencil:
            let values = try target.readStencil()
            let rows = (0..<height).flatMap { y in values[((height - 1 - y) * width)..<((height - y) * width)] }
            return Image(width: width, height: height, format: .gray8, bytes: Array(rows))
        }
    }

    /// The bits of an attachment's image, all samples.
    func hash(of attachment: Attachment) throws -> BlobReference {
        let texture = attachment.texture
        try texture.prepareForHostAccess()
        let level = texture.storage.levels[attachment.level], all = texture.storage.bytes(ofLevel: attachment.level)
        let slice = UnsafeRawBufferPointer(rebasing: all[(attachment.slice * level.bytesPerSlice)..<((attachment.slice + 1) * level.bytesPerSlice)])
        return BlobReference(hash: ContentHash(of: slice), byteCount: slice.count)
    }
    /// The bits of a level of a texture of the frame.
    func hash(ofTexture number: Int, level: Int) throws -> ContentHash {
        let texture = textures[number]
        try texture.prepareForHostAccess()
        guard texture.storage.levels.indices.contains(level) else {
            throw RasterError(.invalidCapture, "the outcome of frame \(frame.number)", "names level \(level) of texture \(number), which it lacks", remedy: "capture the frame again")
        }
        return ContentHash(of: texture.storage.bytes(ofLevel: level))
    }
}
