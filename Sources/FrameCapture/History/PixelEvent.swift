import Raster

/// A two-dimensional image of a frame: one slice of one level of a texture.
public struct PixelImage: Sendable, Hashable, CustomStringConvertible {
    /// The texture's number in the frame.
    public let texture: Int
    /// The texture's label; empty if the texture has no label.
    public let label: String
    /// The mip level.
    public let level: Int
    /// The slice: the number of a layer, a cube face, or a depth slice.
    public let slice: Int
    /// The image as text, such as "#3 scene", with the level if the level is not 0, and with the slice if the slice is not 0.
    public var description: String {
        "#\(texture)" + (label.isEmpty ? "" : " \(label)") + (level == 0 ? "" : " level \(level)") + (slice == 0 ? "" : " slice \(slice)")
    }
}

/// The terms of a blend, in the arithmetic of the target. `sourceFactor` is multiplied by `source`, and `destinationFactor` by
/// `destination`.
public struct PixelBlend: Sendable, Hashable {
    /// The equation for colour, then the equation for alpha, each in a form such as "add(sourceAlpha, oneMinusSourceAlpha)".
    public let equation: String
    /// The shader's output, clamped and rounded to the target's format.
    public let source: StateValue
    /// The values of the factor for the source, channel by channel.
    public let sourceFactor: StateValue
    /// The stored colour.
    public let destination: StateValue
    /// The values of the factor for the destination, channel by channel.
    public let destinationFactor: StateValue
    /// The pipeline's blend state.
    let state: BlendState
}

/// The change that one event makes to a sample of one image.
public struct PixelChange: Sendable, Hashable {
    /// The image.
    public let image: PixelImage
    /// The attachment to which the image is bound; color0 for transfers, and for images into which shaders store values.
    public let attachment: AttachmentName
    /// The shader's output, the fragment's depth, or the stencil reference; nil for clears, transfers and stored values.
    public let output: StateValue?
    /// The sample's value before the event; for a clear or a transfer, the value of the pixel's first sample.
    public let before: StateValue?
    /// The sample's value after the event.
    public let after: StateValue?
    /// The terms of the blend; nil if blending is off.
    public let blend: PixelBlend?
    /// The letters of the written channels, such as "rgb" or "a"; nil for depth and stencil, for clears of all channels, for transfers, and
    /// for stored values.
    public let writeMask: String?
    /// The format of the image.
    public let format: PixelFormat
}

/// The invocation of a geometry shader that emitted a primitive.
public struct PixelEmitter: Sendable, Hashable {
    /// The number of the primitive that the invocation read: the value of gl_PrimitiveIDIn.
    public let primitive: Int
    /// The value of gl_InvocationID; nil if the shader has one invocation for each primitive.
    public let invocation: Int?
}

/// One entry of a pixel's history: a sample of a fragment, a clear or a transfer.
public struct PixelEvent: Sendable {
    /// The draw's number; nil if the event is no draw.
    public internal(set) var draw: Int?
    /// The dispatch's number; nil if the event is no dispatch.
    public internal(set) var dispatch: Int?
    /// The labels of the draw, or a description of an event that is no draw.
    public internal(set) var name: String
    /// The place in the source that recorded the draw, as in `CapturedDraw.site`; empty if the event is no draw.
    public internal(set) var site = ""
    /// Whether the sample was written and, if it was not written, the reason.
    public internal(set) var fate: PixelFate
    /// The sample's number in the pixel, from 0; nil if the event has no primitive.
    public internal(set) var sample: Int?
    /// The primitive's number in its instance (gl_PrimitiveID); nil if the event has no primitive. If a geometry shader emitted the
    /// primitive, the shader has chosen the primitive's number.
    public internal(set) var primitive: Int?
    /// The invocation of the geometry shader that emitted the primitive; nil if the draw has no geometry shader.
    public internal(set) var emitter: PixelEmitter?
    /// The instance's number; nil if the event has no primitive.
    public internal(set) var instance: Int?
    /// The vertex numbers (gl_VertexID) of the primitive: one, two or three numbers.
    public internal(set) var vertices: [Int] = []
    /// The perspective weights of the primitive's vertices at the point of interpolation: the pixel's centre, or the sample if the
    /// shader runs per sample. Each weight is bit-equal to a varying that is 1 at the weight's vertex and 0 at
    /// the other vertices.
    public internal(set) var barycentrics: [Float] = []
    /// Whether the primitive is front-facing; nil if the event has no primitive.
    public internal(set) var isFrontFacing: Bool?
    /// Whether depth and stencil were tested before the shader ran; nil if the sample did not reach the depth and stencil tests.
    public internal(set) var testsEarly: Bool?
    /// The fragment's depth in the format of the depth buffer; nil without a depth test.
    public internal(set) var depth: Float?
    /// The stored depth, with which the depth test compared `depth`; nil without a depth test.
    public internal(set) var storedDepth: Float?
    /// The comparison function of the depth test; nil without a depth test.
    public internal(set) var depthCompare: CompareFunction?
    /// The reference value of the stencil test; nil without a stencil test.
    public internal(set) var stencilReference: Int?
    /// The stored stencil value; nil without a stencil test.
    public internal(set) var storedStencil: Int?
    /// The comparison function of the stencil test; nil without a stencil test.
    public internal(set) var stencilCompare: CompareFunction?
    /// The stencil read mask, which selects the bits for the stencil test.
    var stencilReadMask: UInt8 = 0xFF
    /// The changes of the written images: first of the colour attachments, then of the depth, then of the stencil values. A written value
    /// may equal the old value.
    public internal(set) var changes: [PixelChange] = []
    /// Whether the event is a copy, blit or resolve that reads the pixel at the same position, in an image of equal size.
    public internal(set) var keepsPixel = false
    /// Whether the attachments of the changes belong to the framebuffer with the number 0 of OpenGL.
    package internal(set) var isOfDefaultFramebuffer = false
    /// All images to which the event draws.
    public internal(set) var images: [PixelImage] = []
    /// The image that a transfer reads; nil if the event is no transfer.
    public internal(set) var source: PixelImage?
    /// The transfer's source pixel, from the left and from the top; nil if the event is no transfer. If a transfer mixes several pixels,
    /// `sourcePixel` is the middle pixel.
    public internal(set) var sourcePixel: (x: Int, y: Int)?
    /// The settings of the draw; nil if the event is no draw.
    var settings: DrawSettings?
    /// The number of samples per pixel of the event's images.
    var samples = 1
    /// The index of the event in the frame.
    var event = 0

    /// The change that a table shows: the change of the first written colour attachment; without colours, the change of depth; without
    /// depth, the change of stencil. The value is nil if the event changes nothing.
    public var mainChange: PixelChange? { changes.first }
    /// The shader's output in `mainChange`, usually a colour; nil if the shader did not run to its end.
    public var output: StateValue? { mainChange?.output }
    /// The value in `mainChange` before the event; nil if the event changes nothing.
    public var before: StateValue? { mainChange?.before }
    /// The value in `mainChange` after the event; nil if the event changes nothing.
    public var after: StateValue? { mainChange?.after }
    /// The blend equations of `mainChange`, as in `PixelBlend.equation`; nil if blending is off.
    public var blend: String? { mainChange?.blend?.equation }
    /// The letters of the written channels in `mainChange`, as in `PixelChange.writeMask`; nil if the event changes nothing.
    public var writeMask: String? { mainChange?.writeMask }
}
