// Replayer+Images: the contents of attachments after a replay.

import CaptureFile
import Raster

/// An image that a draw writes.
public enum AttachmentName: Sendable, Hashable, CustomStringConvertible {
    /// The colour attachment that a fragment output writes.
    case color(Int)
    /// The depth attachment.
    case depth
    /// The stencil attachment.
    case stencil

    /// Reads a name in the form of `description`: color0 (or color), color1, …, depth, stencil; or OpenGL's name of an attachment, such as
    /// GL_COLOR_ATTACHMENT1 or GL_BACK. Returns nil for any other text.
    public init?(_ text: String) {
        switch text {
        case "depth", "GL_DEPTH", "GL_DEPTH_ATTACHMENT": self = .depth
        case "stencil", "GL_STENCIL", "GL_STENCIL_ATTACHMENT": self = .stencil
        case "color", "GL_BACK", "GL_BACK_LEFT": self = .color(0)
        default:
            guard let prefix = ["color", "GL_COLOR_ATTACHMENT"].first(where: text.hasPrefix), let number = Int(text.dropFirst(prefix.count)),
                  number >= 0 else { return nil }
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
    /// Returns a draw's attachment after the last replay, in a form for comparison: colours in 8 bits, depth 0…1 as grey in 16
    /// bits, the stencil value as grey in 8 bits; the top row first. For viewing, use `picture(_:of:as:)`, which shows more details.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such attachment, or `invalidFormat` if the attachment
    ///   holds integers.
    public func image(_ attachment: AttachmentName = .color(0), of draw: CapturedDraw) throws -> Image {
        let target = framebuffers[draw.framebuffer]
        try target.require(attachment, in: capture.vocabulary)
        if let image = target.attachment(attachment) { try requireNoIntegers(image.texture, "\(attachment) of draw @\(draw.number)") }
        return try picture(attachment, of: draw, as: .standard).picture
    }
    /// Returns a level of a texture after the last replay, in the form of `image(_:of:)`, except that colours of 16 bits stay 16
    /// bits. For viewing, use `picture(ofTexture:level:layer:as:)`, which shows more details.
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such texture, level or layer, or `invalidFormat` if the
    ///   texture holds integers.
    public func image(ofTexture name: String, level: Int = 0, layer: Int = 0) throws -> Image {
        try requireNoIntegers(image(named: name, level: level, layer: layer).texture, "texture '\(name)'")
        return try picture(ofTexture: name, level: level, layer: layer, as: .standard).picture
    }
    private func requireNoIntegers(_ texture: Texture, _ subject: String) throws {
        guard texture.format.isInteger else { return }
        throw RasterError(.invalidFormat, subject, "holds integers (\(texture.format)), which a picture cannot hold unchanged",
                          remedy: "look at them with framescope image, or compare the numbers of framescope image -o FILE.csv")
    }

    /// Returns the hash of an attachment's image, or of all its layers, with all samples.
    func hash(of attachment: Attachment) throws -> BlobReference {
        let texture = attachment.texture
        try texture.prepareForHostAccess()
        let bytes = UnsafeRawBufferPointer(attachment.imageBytes)
        return BlobReference(hash: ContentHash(of: bytes), byteCount: bytes.count)
    }
    /// Returns the hash of one mip level of a texture.
    func hash(ofTexture number: Int, level: Int) throws -> ContentHash {
        let texture = textures[number]
        try texture.prepareForHostAccess()
        guard texture.storage.levels.indices.contains(level) else {
            throw RasterError(.invalidCapture, "the outcome of frame \(frame.number)", "names level \(level) of texture \(number), which does not exist",
                              remedy: "capture the frame again")
        }
        return ContentHash(of: texture.storage.bytes(ofLevel: level))
    }
}
