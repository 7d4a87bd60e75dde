import Raster

/// A two-dimensional image of a frame: a slice of a level of a texture.
public struct PixelImage: Sendable, Hashable, CustomStringConvertible {
    /// Number of the texture in the frame.
    public let texture: Int
    /// The texture's label; empty for none.
    public let label: String
    /// The mip level.
    public let level: Int
    /// The layer, the face or the depth.
    public let slice: Int
    /// "#3 scene", with level and slice where they are not 0.
    public var description: String {
        "#\(texture)" + (label.isEmpty ? "" : " \(label)") + (level == 0 ? "" : " level \(level)") + (slice == 0 ? "" : " slice \(slice)")
    }
}

/// The terms of a blend: what the equation joined, as the target's arithmetic has it. Each factor belongs to the operand before it.
public struct PixelBlend: Sendable, Hashable {
    /// "add(sourceAlpha, oneMinusSourceAlpha)" for colour, then for alpha.
    public let equation: String
    /// The shader's output, clamped and rounded as the target's format asks for.
    public let source: StateValue
    /// The numbers of the source's factor, channel by channel.
    public let sourceFactor: StateValue
    /// The stored colour.
    public let destination: StateValue
    /// The numbers of the destination's factor, channel by channel.
    public let destinationFactor: StateValue
    /// The setting that joined them.
    let state: BlendState
}

/// The change of one image's sample by one event.
public struct PixelChange: Sendable, Hashable {
    /// The image.
    public let image: PixelImage
    /// The attachment that it is; color0 where no draw changed it.
    public let attachment: AttachmentName
    /// The shader's output, the fragment's depth, or the stencil reference; nil where it is no draw.
    public let output: StateValue?
    /// The value before; for a clear or a transfer that of the first sample.
    public let before: StateValue?
    /// The value afterwards.
    public let after: StateValue?
    /// nil where nothing is blended.
    public let blend: PixelBlend?
    /// The channels that are written, of "rgba"; nil for depth and stencil.
    public let writeMask: String?
    /// The format of the image.
    public let format: PixelFormat
}

/// One entry of a pixel's history: a fragment's sample, a clear, a transfer.
public struct PixelEvent: Sendable {
    /// The draw's number; nil where it is no draw.
    public internal(set) var draw: Int?
    /// The labels of the draw, or what the event is.
    public internal(set) var name: String
    /// The place in the source that recorded the draw, as `CapturedDraw.site` has it; empty where it is no draw.
    public internal(set) var site = ""
    /// Whether it was written, and if not, why.
    public internal(set) var fate: PixelFate
    /// Number of the sample, from 0 on; nil where no primitive is concerned.
    public internal(set) var sample: Int?
    /// Number of the primitive in its instance (gl_PrimitiveID); nil where none is concerned.
    public internal(set) var primitive: Int?
    /// Number of the instance; nil where no primitive is concerned.
    public internal(set) var instance: Int?
    /// The numbers of the primitive's vertices (gl_VertexID): one, two or three.
    public internal(set) var vertices: [Int] = []
    /// The weights of these vertices with perspective, where the shader's inputs are taken: in the pixel's centre, or at the sample where
    /// the shader runs for each sample. They have the bits of a varying that is 1 at one vertex and 0 at the others.
    public internal(set) var barycentrics: [Float] = []
    /// Whether the primitive shows its front; nil where none is concerned.
    public internal(set) var isFrontFacing: Bool?
    /// Whether depth and stencil were tested before the shader ran; nil where the sample did not come so far.
    public internal(set) var testsEarly: Bool?
    /// The fragment's depth as the buffer would hold it; nil without a depth test.
    public internal(set) var depth: Float?
    /// The depth that it was compared with.
    public internal(set) var storedDepth: Float?
    /// The comparison of the depth test.
    public internal(set) var depthCompare: CompareFunction?
    /// The reference value of the stencil test; nil without a stencil test.
    public internal(set) var stencilReference: Int?
    /// The stencil value that was stored.
    public internal(set) var storedStencil: Int?
    /// The comparison of the stencil test.
    public internal(set) var stencilCompare: CompareFunction?
    /// The bits of reference and stored value that the stencil test compares.
    var stencilReadMask: UInt8 = 0xFF
    /// What it changed, or wrote without a change: colour attachments, depth, stencil.
    public internal(set) var changes: [PixelChange] = []
    /// Whether a copy or blit took the value from the same pixel of an image of the same size, as a resolve does.
    public internal(set) var keepsPixel = false
    /// All images that the event draws to.
    public internal(set) var images: [PixelImage] = []
    /// The image that a transfer reads.
    public internal(set) var source: PixelImage?
    /// The pixel of that image, from the left and from the top: of several that are mixed, one in the middle of them.
    public internal(set) var sourcePixel: (x: Int, y: Int)?
    /// Samples per pixel of the images.
    var samples = 1
    /// Its number among the frame's events.
    var event = 0

    /// The change that a table shows: that of the first colour attachment, or else of depth, or else of stencil.
    public var mainChange: PixelChange? { changes.first }
    /// The shader's output for the first colour attachment that is written; nil where it did not run to its end.
    public var output: StateValue? { mainChange?.output }
    /// That attachment before.
    public var before: StateValue? { mainChange?.before }
    /// That attachment afterwards.
    public var after: StateValue? { mainChange?.after }
    /// Its blending: "add(sourceAlpha, oneMinusSourceAlpha)" for colour, then for alpha; nil for none.
    public var blend: String? { mainChange?.blend?.equation }
    /// The channels that are written, of "rgba".
    public var writeMask: String? { mainChange?.writeMask }
}
