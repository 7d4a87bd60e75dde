/// A picture of the effects that draws have on the pixels of their target.
public enum Overlay: String, Sendable, Hashable, CaseIterable {
    /// The pixels that the draw covers, with the written pixels in another colour.
    case drawcall
    /// The edges of the draw's primitives, drawn without culling and without tests.
    case wireframe
    /// The pixels at which the draw passes or fails the depth test. Without a depth test, all fragments pass.
    case depth
    /// The pixels at which the draw passes or fails the stencil test.
    case stencil
    /// The pixels of triangles that face culling keeps, and the pixels of triangles that face culling removes.
    case backFace = "back-face"
    /// The pixels inside of the viewport and inside of the scissor.
    case viewport
    /// The pixels whose values are NaN, infinite or negative after the draw.
    case nan
    /// The pixels with a channel below 0 or above 1 after the draw.
    case clipping
    /// The picture after the draw, drawn onto colours that were set to zero before the draw. Depth and stencil are unchanged.
    case clearDraw = "clear-draw"
    /// The picture after the draw, in a pass that began with all colours set to zero. Depth and stencil are unchanged.
    case clearPass = "clear-pass"
    /// The number of fragment-shader runs for the pixel's quad of 2×2 pixels.
    case quadOverdraw = "quad-overdraw"
    /// The area of the primitive that wrote the pixel last, in pixels.
    case triangleSize = "triangle-size"
    /// The number of written fragments.
    case overdraw
    /// The number of runs of the fragment shader.
    case invocations
    /// The number of discarded fragments.
    case discard
    /// The finest mip level that the shader's lookups read; textures with a single level are ignored.
    case mipLevel = "mip-level"
    /// The number of fragments that depth and stencil tests removed before the shader ran.
    case earlyTest = "early-test"
    /// The number of operations that the fragment shader executed.
    case cost

    /// A phrase that names the overlay's subject, such as "fragments that were written".
    public var title: String {
        switch self {
        case .drawcall: "pixels that the draw covers"
        case .wireframe: "edges of the primitives"
        case .depth: "outcome of the depth test"
        case .stencil: "outcome of the stencil test"
        case .backFace: "visible sides of triangles"
        case .viewport: "viewport and scissor"
        case .nan: "NaN, infinite or negative values"
        case .clipping: "values outside of 0…1"
        case .clearDraw: "the draw on cleared colours"
        case .clearPass: "the pass on cleared colours"
        case .quadOverdraw: "shading runs of the quad"
        case .triangleSize: "area of the primitive in pixels"
        case .overdraw: "fragments that were written"
        case .invocations: "runs of the fragment shader"
        case .discard: "fragments that were discarded"
        case .mipLevel: "mip level that is read"
        case .earlyTest: "fragments that failed an early test"
        case .cost: "operations that the fragment shader executed"
        }
    }
    /// Returns the title in the given vocabulary. In OpenGL's vocabulary, the title of an overlay about a test names the calls that set the test.
    /// - Parameter settings: The settings of the draw that the overlay covers; nil if the overlay covers several draws.
    func title(in words: Vocabulary, _ settings: DrawSettings?) -> String {
        guard words == .opengl else { return title }
        func list(_ calls: [OpenGLCall], orDisabled capability: String) -> String {
            calls.isEmpty ? ", with \(capability) disabled" : ": " + joined(calls.map(\.description))
        }
        switch self {
        case .clearPass: return "the draws to the framebuffer on cleared colours"
        case .depth:
            return title + (settings.map { settings in
                list(settings.state.depth.map { [OpenGLCall("glDepthFunc", $0.compare.openGLName)] } ?? [], orDisabled: "GL_DEPTH_TEST")
            } ?? "")
        case .stencil: return title + (settings.map { list($0.openGLStencilFunctions, orDisabled: "GL_STENCIL_TEST") } ?? "")
        case .backFace: return title + (settings.map { list($0.openGLCulling, orDisabled: "GL_CULL_FACE") } ?? "")
        case .viewport:
            guard let settings else { return "the rectangles of glViewport and glScissor" }
            return "the rectangle" + (settings.openGLScissor == nil ? "" : "s") + " of \(settings.openGLViewport)"
                + (settings.openGLScissor.map { " and \($0)" } ?? ", with GL_SCISSOR_TEST disabled")
        default: return title
        }
    }
    /// Whether the overlay can cover all draws of a pass or a frame. An overlay can cover all draws if the numbers of several draws can be
    /// combined.
    public var hasScope: Bool {
        switch self {
        case .drawcall, .wireframe, .depth, .stencil, .quadOverdraw, .triangleSize, .overdraw, .invocations, .discard, .mipLevel, .earlyTest, .cost: true
        case .backFace, .viewport, .nan, .clipping, .clearDraw, .clearPass: false
        }
    }
    /// Whether the overlay follows a frame's passes: if a draw reads image A and writes image B, the counts of A's pixels are added to the
    /// counts of B's pixels.
    public var followsPasses: Bool { workQuantity != nil }
    /// The quantity that the overlay counts from pass to pass; nil if `followsPasses` is false.
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
    /// Whether the overlay has only a picture, and no numbers.
    public var isPicture: Bool { self == .clearDraw || self == .clearPass }
}

/// The draws that an overlay covers, up to and including the chosen draw.
public enum OverlayScope: String, Sendable, Hashable, CaseIterable {
    /// The chosen draw alone.
    case draw
    /// The chosen draw and the earlier draws of its pass.
    case pass
    /// The chosen draw and the earlier draws of the frame that write the same image.
    case image
    /// The chosen draw, and all earlier draws of the frame that contribute to the chosen draw's image, even through other passes: if a
    /// counted draw reads an image, the earlier draws into this image are counted, too. If the overlay's `followsPasses` is false, the
    /// scope `frame` covers the same draws as the scope `image`.
    case frame
}
