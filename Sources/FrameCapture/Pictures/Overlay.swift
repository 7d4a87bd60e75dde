/// A way of looking at what draws do to the pixels of their target.
public enum Overlay: String, Sendable, Hashable, CaseIterable {
    /// The pixels that the draw covers, and those of them that it writes.
    case drawcall
    /// The edges of its primitives, without culling and tests.
    case wireframe
    /// The pixels where it passes or fails the depth test. Without a test what comes to it passes.
    case depth
    /// The pixels where it passes or fails the stencil test.
    case stencil
    /// The pixels whose triangles are kept or culled by the side that they show.
    case backFace = "back-face"
    /// The pixels inside of the viewport and inside of the scissor.
    case viewport
    /// The pixels whose value afterwards is not a number, infinite, or below zero.
    case nan
    /// The pixels of which a channel is below 0 or above 1 afterwards.
    case clipping
    /// The picture that the draw leaves where colours were zero before it. Depth and stencil are as they were.
    case clearDraw = "clear-draw"
    /// The picture that its pass leaves up to the draw where colours were zero when the pass began. Depth and stencil are as they were.
    case clearPass = "clear-pass"
    /// The number of times that the quad of 2×2 pixels was shaded.
    case quadOverdraw = "quad-overdraw"
    /// The area in pixels of the primitive that was written last.
    case triangleSize = "triangle-size"
    /// The number of fragments that were written.
    case overdraw
    /// The number of runs of the fragment shader.
    case invocations
    /// The number of fragments that the shader discarded.
    case discard
    /// The finest mip level that the shader's lookups read, of textures that have several.
    case mipLevel = "mip-level"
    /// The number of fragments that depth and stencil tests removed before the shader ran.
    case earlyTest = "early-test"
    /// The number of operations that the fragment shader executed.
    case cost

    /// A sentence without its end: "fragments that were written".
    public var title: String {
        switch self {
        case .drawcall: "pixels that the draw covers"
        case .wireframe: "edges of the primitives"
        case .depth: "outcome of the depth test"
        case .stencil: "outcome of the stencil test"
        case .backFace: "sides that triangles show"
        case .viewport: "viewport and scissor"
        case .nan: "values that are no number, infinite or negative"
        case .clipping: "values outside of 0…1"
        case .clearDraw: "the draw on cleared colours"
        case .clearPass: "the pass on cleared colours"
        case .quadOverdraw: "times that the quad was shaded"
        case .triangleSize: "pixels of area of the primitive"
        case .overdraw: "fragments that were written"
        case .invocations: "runs of the fragment shader"
        case .discard: "fragments that were discarded"
        case .mipLevel: "mip level that is read"
        case .earlyTest: "fragments that failed an early test"
        case .cost: "operations that the fragment shader executed"
        }
    }
    /// Whether it sums up, so that it can be had for a pass or a frame as well as for one draw.
    public var hasScope: Bool {
        switch self {
        case .drawcall, .wireframe, .depth, .stencil, .quadOverdraw, .triangleSize, .overdraw, .invocations, .discard, .mipLevel, .earlyTest, .cost: true
        case .backFace, .viewport, .nan, .clipping, .clearDraw, .clearPass: false
        }
    }
    /// Whether the scope of a frame follows it through passes: whether counts of images that the draws read become counts of the images that they write.
    public var followsPasses: Bool { workQuantity != nil }
    /// The quantity that is counted where the overlay is followed through passes.
    package var workQuantity: WorkCounter.Quantity? {
        switch self {
        case .quadOverdraw: .shadedQuads
        case .overdraw: .written
        case .invocations: .shaded
        case .discard: .discarded
        case .mipLevel: .mipLevel
        case .earlyTest: .earlyKilled
        case .cost: .operations
        case .drawcall, .wireframe, .depth, .stencil, .backFace, .viewport, .nan, .clipping, .clearDraw, .clearPass, .triangleSize: nil
        }
    }
    /// Whether it is a picture alone and has no numbers.
    public var isPicture: Bool { self == .clearDraw || self == .clearPass }
}

/// The draws that an overlay looks at. They end with the draw that is asked for.
public enum OverlayScope: String, Sendable, Hashable, CaseIterable {
    /// That draw alone.
    case draw
    /// That draw and the draws before it in its pass.
    case pass
    /// That draw and the draws before it in the frame that write the same image.
    case image
    /// That draw and the draws before it in the frame that have a part in the contents of its image, through all passes: also draws into images
    /// that other draws read on the way. An overlay that does not follow passes counts the draws of `image`.
    case frame
}
