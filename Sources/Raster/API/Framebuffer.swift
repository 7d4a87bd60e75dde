/// An image that can be drawn to: one level of a texture, and in it one slice (depth slice, array layer or cube face).
public struct Attachment {
    /// The texture that the image belongs to.
    public var texture: Texture
    /// Mip level, from 0.
    public var level: Int
    /// Depth slice, array layer or cube face, from 0.
    public var slice: Int
    /// By default a texture's first image. Whether it exists is checked when a framebuffer is made.
    public init(_ texture: Texture, level: Int = 0, slice: Int = 0) { self.texture = texture; self.level = level; self.slice = slice }
    /// A face of a cube texture.
    public init(_ texture: Texture, face: CubeFace, level: Int = 0) { self.init(texture, level: level, slice: face.rawValue) }
    package func isSameImage(as other: Attachment) -> Bool {
        texture === other.texture && level == other.level && slice == other.slice
    }
}

/// The images that a render pass writes, all of one size and one sample count. Made by `Device.makeFramebuffer` for one device. The
/// row y = 0 is at the bottom.
public final class Framebuffer {
    /// Pixels of a row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// Samples of a pixel: 1 or 4.
    public let samples: Int
    /// The colour attachments by fragment output location; nil where that output is thrown away.
    public let color: [Attachment?]
    /// The depth attachment, if there is one.
    public let depth: Attachment?
    /// The stencil attachment, if there is one. With a combined format it is the image of `depth`.
    public let stencil: Attachment?
    /// The name that error messages call it by; empty for none.
    public let label: String
    /// The device that made it.
    /// - Throws: `RasterError` with `wrongDevice` once the device is gone: the program must still hold it.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made it; nil once that is gone.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    let access: DeviceAccess

    package init(width: Int, height: Int, samples: Int, color: [Attachment?], depth: Attachment?, stencil: Attachment?, label: String, device: Device) {
        self.width = width; self.height = height; self.samples = samples
        self.color = color; self.depth = depth; self.stencil = stencil; self.label = label; maker = DeviceReference(device); access = device.access
    }
    package var name: String { label.isEmpty ? "framebuffer" : "framebuffer '\(label)'" }
    package var attachments: [Attachment] { color.compactMap { $0 } + [depth, stencil].compactMap { $0 } }
}
