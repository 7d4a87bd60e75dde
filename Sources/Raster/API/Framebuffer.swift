/// An image that draws write: one slice (depth slice, array layer or cube face) of one mip level of a texture. A layered attachment has all
/// slices of the level.
public struct Attachment {
    /// The texture that the image belongs to.
    public var texture: Texture
    /// The mip level, from 0.
    public var level: Int
    /// The depth slice, array layer or cube face, from 0.
    public var slice: Int
    /// Whether the attachment has all slices of the level as its layers (OpenGL 3.3 §4.4.7); if true, `slice` is 0. gl_Layer selects the
    /// layer to which a primitive goes.
    public private(set) var isLayered = false
    /// By default the image is slice 0 of level 0. `Device.makeFramebuffer` checks that the image exists.
    public init(_ texture: Texture, level: Int = 0, slice: Int = 0) { self.texture = texture; self.level = level; self.slice = slice }
    /// Makes an attachment of one face of a cube texture.
    public init(_ texture: Texture, face: CubeFace, level: Int = 0) { self.init(texture, level: level, slice: face.rawValue) }
    /// Makes a layered attachment of all slices of a mip level: the layers of an array, the faces of a cube (face f of cube c in an array
    /// is layer 6·c + f), or the depth slices of a 3D texture. Reads and blits use layer 0 of a layered attachment.
    public init(layersOf texture: Texture, level: Int = 0) {
        self.init(texture, level: level)
        isLayered = true
    }
    package func isSameImage(as other: Attachment) -> Bool {
        texture === other.texture && level == other.level && slice == other.slice
    }
    /// Returns the image of one layer of a layered attachment.
    package func layer(_ number: Int) -> Attachment { Attachment(texture, level: level, slice: slice + number) }
    /// The slices of the level that draws may write.
    package var slices: Range<Int> { isLayered ? 0..<texture.storage.levels[level].slices : slice..<slice + 1 }
}

/// The images that a render pass writes. All images have the same sample count. If the sizes of the images differ, a pass writes the pixels
/// that all images have; the other pixels keep their contents (OpenGL 3.3 §4.4). A framebuffer may have no image at all: draws to such a
/// framebuffer are tested and counted, but write nothing. Either all attachments are layered, or no attachment is layered.
/// `Device.makeFramebuffer` makes a framebuffer for one device. The row y = 0 is at the bottom.
public final class Framebuffer {
    /// The number of pixels per row: the smallest width of the images.
    public let width: Int
    /// The number of rows: the smallest height of the images.
    public let height: Int
    /// The number of samples per pixel: 1, 2, 4, 8 or 16.
    public let samples: Int
    /// The number of layers that passes clear and draw: the smallest layer count of the attachments; 1 if the attachments are not layered.
    public let layerCount: Int
    /// Whether a primitive goes to the layer that the vertex or geometry shader writes to gl_Layer (OpenGL 3.3 §4.4.7). If the vertices of
    /// a primitive have different values of gl_Layer, the value of the provoking vertex selects the layer. A primitive whose layer does not
    /// exist is not drawn; if no shader writes gl_Layer, all primitives go to layer 0.
    public let isLayered: Bool
    /// The colour attachments by fragment output location. A nil entry discards the output of its location.
    public let color: [Attachment?]
    /// The depth attachment; nil if the framebuffer has no depth attachment.
    public let depth: Attachment?
    /// The stencil attachment; nil if the framebuffer has no stencil attachment. If the depth format has stencil too, the stencil
    /// attachment is the same image as `depth`.
    public let stencil: Attachment?
    /// Whether draws and clears encode colours in sRGB if the format of an attachment is sRGB (GL_FRAMEBUFFER_SRGB, OpenGL 3.3 §4.1.8). If
    /// false, draws and clears treat such an attachment as if its format was `rgba8`: the numbers are stored, blended and combined without
    /// conversion. Texture lookups, copies and reads of the image still decode sRGB.
    public let encodesSRGB: Bool
    /// The framebuffer's name in error messages; empty if the framebuffer has no name.
    public let label: String
    /// The device that made the framebuffer.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive; resources do
    ///   not keep their device alive.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the framebuffer; nil if the device no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    let access: DeviceAccess

    package init(width: Int, height: Int, samples: Int, layerCount: Int = 1, color: [Attachment?], depth: Attachment?, stencil: Attachment?,
                 encodesSRGB: Bool, label: String, device: Device) {
        self.width = width; self.height = height; self.samples = samples; self.layerCount = layerCount; self.encodesSRGB = encodesSRGB
        isLayered = (color.lazy.compactMap { $0 }.first ?? depth ?? stencil)?.isLayered ?? false
        self.color = color; self.depth = depth; self.stencil = stencil; self.label = label; maker = DeviceReference(device); access = device.access
    }
    /// A framebuffer that has the same images, but does not encode the colours of draws and clears in sRGB. If no format is sRGB, the
    /// result is this framebuffer itself.
    package var withoutSRGB: Framebuffer {
        guard encodesSRGB, color.contains(where: { $0?.texture.format.isSRGB == true }), let owner else { return self }
        if let twin { return twin }
        let made = Framebuffer(width: width, height: height, samples: samples, layerCount: layerCount, color: color, depth: depth, stencil: stencil,
                               encodesSRGB: false, label: label, device: owner)
        twin = made
        return made
    }
    private var twin: Framebuffer?
    /// Returns a framebuffer of the images of one layer. If this framebuffer is not layered, returns this framebuffer itself.
    package func layer(_ number: Int) -> Framebuffer {
        guard isLayered, let owner else { return self }
        return Framebuffer(width: width, height: height, samples: samples, color: color.map { $0?.layer(number) }, depth: depth?.layer(number),
                           stencil: stencil?.layer(number), encodesSRGB: encodesSRGB, label: label, device: owner)
    }
    package var name: String { label.isEmpty ? "framebuffer" : "framebuffer '\(label)'" }
    /// Returns the format in which draws and clears store the colours of an attachment.
    package func drawnFormat(_ attachment: Attachment) -> PixelFormat { encodesSRGB ? attachment.texture.format : attachment.texture.format.withoutSRGB }
    package var attachments: [Attachment] { color.compactMap { $0 } + [depth, stencil].compactMap { $0 } }
}
