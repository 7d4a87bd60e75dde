import Raster

/// A two-dimensional image of a frame: one slice of one level of a texture.
public struct PixelImage: Sendable, Hashable, CustomStringConvertible {
    /// The texture's number in the frame.
    public let texture: Int
    /// The texture's label; empty if the texture has none.
    public let label: String
    /// The mip level.
    public let level: Int
    /// The slice: a layer, a cube face or a depth.
    public let slice: Int
    /// "#3 scene", with level and slice if they are not 0.
    public var description: String {
        "#\(texture)" + (label.isEmpty ? "" : " \(label)") + (level == 0 ? "" : " level \(level)") + (slice == 0 ? "" : " slice \(slice)")
    }
}

/// The terms of a blend, in the arithmetic of the target. `sourceFactor` is multiplied by `source`, and `destinationFactor` by
/// `destination`.
public struct PixelBlend: Sendable, Hashable {
    /// The equation for colour, then the equation for alpha: "add(sourceAlpha, oneMinusSourceAlpha)".
    public let equation: String
    /// The shader's output, clamped and rounded to the target's format.
    public let source: StateValue
    /// The values of the source's factor, channel by channel.
    public let sourceFactor: StateValue
    /// The stored colour.
    public let destination: StateValue
    /// The values of the destination's factor, channel by channel.
    public let destinationFactor: StateValue
    /// The pipeline's blend state.
    let state: BlendState
}

/// The change of one image's sample by one event.
public struct PixelChange: Sendable, Hashable {
    /// The image.
    public let image: PixelImage
    /// The attachment to which the image is bound; color0 if the event is no draw.
    public let attachment: AttachmentName
    /// The shader's output, the fragment's depth, or the stencil reference; nil if the event is no draw.
    public let output: StateValue?
    /// The value before the event; for a clear or a transfer, the value of the first sample.
    public let before: StateValue?
    /// The value after the event.
    public let after: StateValue?
    /// The terms of the blend; nil without blending.
    public let blend: PixelBlend?
    /// The letters of the written channels, out of "rgba"; nil for depth and stencil.
    public let writeMask: String?
    /// The format of the image.
    public let format: PixelFormat
}

/// One entry of a pixel's history: a sample of a fragment, a clear or a transfer.
public struct PixelEvent: Sendable {
    /// The draw's number; nil if the event is no draw.
    public internal(set) var draw: Int?
    /// The labels of the draw; if the event is no draw, a description of the event.
    public internal(set) var name: String
    /// The place in the source that recorded the draw, as in `CapturedDraw.site`; empty if the event is no draw.
    public internal(set) var site = ""
    /// Whether the sample was written, or why it was not.
    public internal(set) var fate: PixelFate
    /// The sample's number, from 0; nil if the event has no primitive.
    public internal(set) var sample: Int?
    /// The primitive's number in its instance (gl_PrimitiveID); nil if the event has no primitive.
    public internal(set) var primitive: Int?
    /// The instance's number; nil if the event has no primitive.
    public internal(set) var instance: Int?
    /// The numbers of the primitive's vertices (gl_VertexID): one, two or three.
    public internal(set) var vertices: [Int] = []
    /// The perspective weights of these vertices at the point at which the shader's inputs are interpolated: the pixel's centre, or
    /// the sample if the shader runs per sample. Each weight is bit-equal to a varying that is 1 at the weight's vertex and 0 at
    /// the other vertices.
    public internal(set) var barycentrics: [Float] = []
    /// Whether the primitive is front-facing; nil if the event has no primitive.
    public internal(set) var isFrontFacing: Bool?
    /// Whether depth and stencil were tested before the shader ran; nil if the sample did not reach these tests.
    public internal(set) var testsEarly: Bool?
    /// The fragment's depth as the buffer stores it; nil without a depth test.
    public internal(set) var depth: Float?
    /// The stored depth with which the depth test compared `depth`.
    public internal(set) var storedDepth: Float?
    /// The comparison function of the depth test.
    public internal(set) var depthCompare: CompareFunction?
    /// The reference value of the stencil test; nil without a stencil test.
    public internal(set) var stencilReference: Int?
    /// The stored stencil value.
    public internal(set) var storedStencil: Int?
    /// The comparison function of the stencil test.
    public internal(set) var stencilCompare: CompareFunction?
    /// The stencil read mask: the bits that the stencil test compares.
    var stencilReadMask: UInt8 = 0xFF
    /// The written values, even if they equal the stored values: first the values of the colour attachments, then depth, then
    /// stencil.
    public internal(set) var changes: [PixelChange] = []
    /// Whether a copy or blit took the value from the same pixel of an image of the same size. A resolve does this, too.
    public internal(set) var keepsPixel = false
    /// All images that the event draws to.
    public internal(set) var images: [PixelImage] = []
    /// The image that a transfer reads.
    public internal(set) var source: PixelImage?
    /// The pixel of that image, from the left and from the top. If several pixels are mixed, this is the pixel in the middle.
    public internal(set) var sourcePixel: (x: Int, y: Int)?
    /// The images' samples per pixel.
    var samples = 1
    /// The index of the event in the frame.
    var event = 0

    /// The change that a table shows: that of the first colour attachment, else that of depth, else that of stencil.
    public var mainChange: PixelChange? { changes.first }
    /// The output of `mainChange`, usually the shader's colour; nil if the shader did not run to its end.
    public var output: StateValue? { mainChange?.output }
    /// The value of that attachment before the event.
    public var before: StateValue? { mainChange?.before }
    /// The value of that attachment after the event.
    public var after: StateValue? { mainChange?.after }
    /// The blend equations of that attachment, as in `PixelBlend.equation`; nil without blending.
    public var blend: String? { mainChange?.blend?.equation }
    /// The letters of the written channels of that attachment, out of "rgba".
    public var writeMask: String? { mainChange?.writeMask }
}
