// Framebuffer: the images that a render pass writes. All attachments have one size and one sample count.

/// One image of a texture: a level, and in it a slice (depth slice, array layer or cube face).
public struct Attachment {
    public var texture: Texture
    public var level: Int
    public var slice: Int
    public init(_ texture: Texture, level: Int = 0, slice: Int = 0) { self.texture = texture; self.level = level; self.slice = slice }
    public init(_ texture: Texture, face: CubeFace, level: Int = 0) { self.init(texture, level: level, slice: face.rawValue) }
    package func isSameImage(as other: Attachment) -> Bool {
        texture === other.texture && level == other.level && slice == other.slice
    }
}

/// Made by `Device.makeFramebuffer`. Belongs to one device. y = 0 is the bottom row.
public final class Framebuffer {
    public let width: Int
    public let height: Int
    public let samples: Int
    /// Indexed by fragment output location; nil where that output is thrown away.
    public let color: [Attachment?]
    public let depth: Attachment?
    /// The same attachment as `depth` for combined formats.
    public let stencil: Attachment?
    public let label: String
    /// The device that made it, which the program keeps as long as it asks for it here.
    public var device: Device {
        guard let owner else { preconditionFailure("a device is gone while what it made is asked for it") }
        return owner
    }
    /// nil when the device is gone.
    package private(set) weak var owner: Device?
    let access: DeviceAccess

    package init(width: Int, height: Int, samples: Int, color: [Attachment?], depth: Attachment?, stencil: Attachment?, label: String, device: Device) {
        self.width = width; self.height = height; self.samples = samples
        self.color = color; self.depth = depth; self.stencil = stencil; self.label = label; owner = device; access = device.access
    }
    package var name: String { label.isEmpty ? "framebuffer" : "framebuffer '\(label)'" }
    package var attachments: [Attachment] { color.compactMap { $0 } + [depth, stencil].compactMap { $0 } }
}
