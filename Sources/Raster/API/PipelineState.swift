// Pipeline state: every fixed-function setting of a draw, as values with OpenGL's defaults.

/// How the vertices of a draw form points, lines and triangles (OpenGL 3.3 §2.6.1).
public enum PrimitiveType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Each vertex is a point (GL_POINTS).
    case points
    /// Each pair of vertices is a line; a single vertex left over is ignored (GL_LINES).
    case lines
    /// A line joins each vertex after the first to the vertex before it (GL_LINE_STRIP).
    case lineStrip
    /// A line strip with one more line, from the last vertex to the first (GL_LINE_LOOP).
    case lineLoop
    /// Every three vertices form a triangle; one or two left over are ignored (GL_TRIANGLES).
    case triangles
    /// Each vertex after the second forms a triangle with the two vertices before it. The corners of every other triangle are
    /// reordered, so that all triangles have the same winding (GL_TRIANGLE_STRIP).
    case triangleStrip
    /// Each vertex after the second forms a triangle with the first vertex and the vertex before it (GL_TRIANGLE_FAN).
    case triangleFan
    /// Whether the vertices form triangles. Only triangles have sides and can be filled.
    package var isTriangles: Bool { self == .triangles || self == .triangleStrip || self == .triangleFan }
}

/// The size of the indices in a buffer. Indices are unsigned.
public enum IndexType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// One byte, 0…255 (GL_UNSIGNED_BYTE).
    case uint8
    /// Two bytes, little endian, 0…65,535 (GL_UNSIGNED_SHORT).
    case uint16
    /// Four bytes, little endian (GL_UNSIGNED_INT).
    case uint32
    /// The number of bytes of one index: 1, 2 or 4.
    public var byteCount: Int { self == .uint8 ? 1 : self == .uint16 ? 2 : 4 }
    /// The index that starts a new primitive if `RasterState.primitiveRestart` is set: all bits are ones.
    public var restartIndex: UInt32 { self == .uint8 ? 0xFF : self == .uint16 ? 0xFFFF : 0xFFFF_FFFF }
}

/// When a test passes: the comparison of the new value with the stored value (OpenGL 3.3 §4.1.4, §4.1.5).
public enum CompareFunction: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Never passes (GL_NEVER).
    case never
    /// Passes if the new value is below the stored value (GL_LESS).
    case less
    /// Passes if both values are equal (GL_EQUAL).
    case equal
    /// Passes if the new value is not above the stored value (GL_LEQUAL).
    case lessEqual
    /// Passes if the new value is above the stored value (GL_GREATER).
    case greater
    /// Passes if the values differ (GL_NOTEQUAL).
    case notEqual
    /// Passes if the new value is not below the stored value (GL_GEQUAL).
    case greaterEqual
    /// Always passes (GL_ALWAYS).
    case always
}

/// The triangles that are dropped, by the side that faces the viewer (OpenGL 3.3 §3.6.1). Points and lines have no sides and are
/// never dropped.
public enum CullMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// No triangle is dropped.
    case none
    /// Triangles whose front faces the viewer are dropped (GL_FRONT).
    case front
    /// Triangles whose back faces the viewer are dropped (GL_BACK).
    case back
    /// All triangles are dropped (GL_FRONT_AND_BACK).
    case frontAndBack
}

/// The order of the corners of a front-facing triangle in the window, with y up (glFrontFace).
public enum Winding: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Counterclockwise (GL_CCW).
    case counterClockwise
    /// Clockwise (GL_CW).
    case clockwise
}

/// Whether triangles are filled, or only their edges or corners are drawn (OpenGL 3.3 §3.6.4).
public enum PolygonMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The inside is filled (GL_FILL).
    case fill
    /// The edges are drawn as lines of `RasterState.lineWidth` (GL_LINE).
    case line
    /// The corners are drawn as points (GL_POINT).
    case point
}

/// The vertex of a primitive that gives its `flat` varyings (OpenGL 3.3 §2.18).
public enum ProvokingVertex: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The first vertex (GL_FIRST_VERTEX_CONVENTION).
    case first
    /// The last vertex, OpenGL's default (GL_LAST_VERTEX_CONVENTION).
    case last
}

/// The depth test and whether depth is written (OpenGL 3.3 §4.1.5).
public struct DepthState: Sendable, Hashable, Codable {
    /// The comparison of the fragment's depth with the stored depth. The fragment passes if it holds.
    public var compare: CompareFunction
    /// Whether a fragment that passes stores its depth (glDepthMask).
    public var writes: Bool
    /// A depth test; by default it also writes depth.
    public init(compare: CompareFunction, writes: Bool = true) { self.compare = compare; self.writes = writes }
    /// Nearer fragments win; at equal depth, the first one drawn. This is OpenGL's default test.
    public static let less = DepthState(compare: .less)
    /// Nearer fragments win; at equal depth, the last one drawn.
    public static let lessEqual = DepthState(compare: .lessEqual)
    /// Only fragments whose depth equals the stored depth pass, as in a second pass over the same geometry.
    public static let equal = DepthState(compare: .equal)
    /// Fragments of greater depth win. These are the nearer ones if the depth range runs from 1 to 0.
    public static let greater = DepthState(compare: .greater)
    /// Fragments of greater depth win; at equal depth, the last one drawn.
    public static let greaterEqual = DepthState(compare: .greaterEqual)
    /// Every fragment passes and writes its depth.
    public static let always = DepthState(compare: .always)
    /// Tests less-or-equal and writes no depth. Use it for blended geometry, which must not hide geometry drawn behind it later.
    public static let readOnly = DepthState(compare: .lessEqual, writes: false)
}

/// How a test's outcome changes the stencil value of a sample (OpenGL 3.3 §4.1.4).
public enum StencilOperation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The value stays (GL_KEEP).
    case keep
    /// The value becomes 0 (GL_ZERO).
    case zero
    /// The value becomes the reference value (GL_REPLACE).
    case replace
    /// The value grows by 1 and stops at 255 (GL_INCR).
    case incrementClamp
    /// The value shrinks by 1 and stops at 0 (GL_DECR).
    case decrementClamp
    /// All bits of the value are inverted (GL_INVERT).
    case invert
    /// The value grows by 1; 255 becomes 0 (GL_INCR_WRAP).
    case incrementWrap
    /// The value shrinks by 1; 0 becomes 255 (GL_DECR_WRAP).
    case decrementWrap
}

/// The stencil test of one side (OpenGL 3.3 §4.1.4). `RenderPass.setStencilReference` sets its reference value.
public struct StencilFaceState: Sendable, Hashable, Codable {
    /// The comparison of the masked reference value with the masked stored value. The test passes if it holds.
    public var compare: CompareFunction
    /// The change of the stored value if the stencil test fails.
    public var stencilFail: StencilOperation
    /// The change of the stored value if the stencil test passes and the depth test fails.
    public var depthFail: StencilOperation
    /// The change of the stored value if both tests pass, or if the stencil test passes and there is no depth test.
    public var pass: StencilOperation
    /// The bits of the reference and stored values that are compared.
    public var readMask: UInt8
    /// The bits of the stored value that may change.
    public var writeMask: UInt8
    /// By default the test always passes and changes nothing.
    public init(compare: CompareFunction = .always, stencilFail: StencilOperation = .keep, depthFail: StencilOperation = .keep,
                pass: StencilOperation = .keep, readMask: UInt8 = 0xFF, writeMask: UInt8 = 0xFF) {
        self.compare = compare; self.stencilFail = stencilFail; self.depthFail = depthFail; self.pass = pass
        self.readMask = readMask; self.writeMask = writeMask
    }
}

/// The stencil tests of front-facing and back-facing triangles. Points and lines use the front's test.
public struct StencilState: Sendable, Hashable, Codable {
    /// The test of front-facing triangles, points and lines.
    public var front: StencilFaceState
    /// The test of back-facing triangles.
    public var back: StencilFaceState
    /// Each side has a test of its own.
    public init(front: StencilFaceState, back: StencilFaceState) { self.front = front; self.back = back }
    /// Both sides have the same test.
    public init(both: StencilFaceState) { self.init(front: both, back: both) }
}

/// How the weighted colours of the fragment (source) and of the target (destination) are combined (OpenGL 3.3 §4.1.7). `min` and
/// `max` ignore the weights.
public enum BlendEquation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Source plus destination (GL_FUNC_ADD).
    case add
    /// Source minus destination (GL_FUNC_SUBTRACT).
    case subtract
    /// Destination minus source (GL_FUNC_REVERSE_SUBTRACT).
    case reverseSubtract
    /// The smaller value in each channel (GL_MIN).
    case min
    /// The larger value in each channel (GL_MAX).
    case max
}

/// The factor that multiplies a colour before blending (OpenGL 3.3 table 4.2). The source is the fragment's output with index 0,
/// the second source its output with index 1, the destination the pixel, and the constant the pass's blend colour.
public enum BlendFactor: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The number 0 (GL_ZERO).
    case zero
    /// The number 1 (GL_ONE).
    case one
    /// The source's colour, channel by channel (GL_SRC_COLOR).
    case sourceColor
    /// 1 minus the source's colour (GL_ONE_MINUS_SRC_COLOR).
    case oneMinusSourceColor
    /// The destination's colour, channel by channel (GL_DST_COLOR).
    case destinationColor
    /// 1 minus the destination's colour (GL_ONE_MINUS_DST_COLOR).
    case oneMinusDestinationColor
    /// The source's alpha (GL_SRC_ALPHA).
    case sourceAlpha
    /// 1 minus the source's alpha (GL_ONE_MINUS_SRC_ALPHA).
    case oneMinusSourceAlpha
    /// The destination's alpha, which is 1 in a format without alpha (GL_DST_ALPHA).
    case destinationAlpha
    /// 1 minus the destination's alpha (GL_ONE_MINUS_DST_ALPHA).
    case oneMinusDestinationAlpha
    /// The colour of `RenderPass.setBlendColor`, channel by channel (GL_CONSTANT_COLOR).
    case constantColor
    /// 1 minus the colour of `RenderPass.setBlendColor` (GL_ONE_MINUS_CONSTANT_COLOR).
    case oneMinusConstantColor
    /// The alpha of `RenderPass.setBlendColor` (GL_CONSTANT_ALPHA).
    case constantAlpha
    /// 1 minus the alpha of `RenderPass.setBlendColor` (GL_ONE_MINUS_CONSTANT_ALPHA).
    case oneMinusConstantAlpha
    /// The smaller of the source's alpha and 1 minus the destination's alpha; the factor for alpha itself is 1
    /// (GL_SRC_ALPHA_SATURATE).
    case sourceAlphaSaturated
    /// The second source's colour (GL_SRC1_COLOR).
    case source1Color
    /// 1 minus the second source's colour (GL_ONE_MINUS_SRC1_COLOR).
    case oneMinusSource1Color
    /// The second source's alpha (GL_SRC1_ALPHA).
    case source1Alpha
    /// 1 minus the second source's alpha (GL_ONE_MINUS_SRC1_ALPHA).
    case oneMinusSource1Alpha
    /// Whether the program must have an output with `layout(index = 1)`.
    public var usesSecondSource: Bool { rawValue >= BlendFactor.source1Color.rawValue }
}

/// Blending of one colour target (OpenGL 3.3 §4.1.7).
public struct BlendState: Sendable, Hashable, Codable {
    /// How red, green and blue are combined.
    public var colorEquation: BlendEquation
    /// The weight of the fragment's red, green and blue.
    public var colorSource: BlendFactor
    /// The weight of the pixel's red, green and blue.
    public var colorDestination: BlendFactor
    /// How alpha is combined.
    public var alphaEquation: BlendEquation
    /// The weight of the fragment's alpha.
    public var alphaSource: BlendFactor
    /// The weight of the pixel's alpha.
    public var alphaDestination: BlendFactor
    /// Blends colour and alpha separately (glBlendFuncSeparate, glBlendEquationSeparate).
    public init(colorEquation: BlendEquation = .add, colorSource: BlendFactor, colorDestination: BlendFactor,
                alphaEquation: BlendEquation, alphaSource: BlendFactor, alphaDestination: BlendFactor) {
        self.colorEquation = colorEquation; self.colorSource = colorSource; self.colorDestination = colorDestination
        self.alphaEquation = alphaEquation; self.alphaSource = alphaSource; self.alphaDestination = alphaDestination
    }
    /// Blends colour and alpha in the same way (glBlendFunc, glBlendEquation).
    public init(equation: BlendEquation = .add, source: BlendFactor, destination: BlendFactor) {
        self.init(colorEquation: equation, colorSource: source, colorDestination: destination,
                  alphaEquation: equation, alphaSource: source, alphaDestination: destination)
    }
    /// Blends the fragment over the pixel by its alpha, for colours that are not premultiplied. The pixel's alpha accumulates
    /// coverage.
    public static let alpha = BlendState(colorSource: .sourceAlpha, colorDestination: .oneMinusSourceAlpha,
                                         alphaEquation: .add, alphaSource: .one, alphaDestination: .oneMinusSourceAlpha)
    /// Blends the fragment over the pixel by its alpha, for premultiplied colours: those already multiplied by alpha.
    public static let premultiplied = BlendState(source: .one, destination: .oneMinusSourceAlpha)
    /// Adds the fragment to the pixel, like light.
    public static let additive = BlendState(source: .one, destination: .one)
    /// Multiplies the pixel by the fragment, like coloured glass.
    public static let multiply = BlendState(source: .destinationColor, destination: .zero)
}

/// The channels of a colour attachment that are written; the others stay as they are (glColorMask).
public struct ColorWriteMask: OptionSet, Sendable, Hashable, Codable {
    /// Bits 0 to 3: red, green, blue, alpha.
    public let rawValue: UInt8
    /// The channels whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The red channel.
    public static let red = ColorWriteMask(rawValue: 1)
    /// The green channel.
    public static let green = ColorWriteMask(rawValue: 2)
    /// The blue channel.
    public static let blue = ColorWriteMask(rawValue: 4)
    /// The alpha channel.
    public static let alpha = ColorWriteMask(rawValue: 8)
    /// Every channel, the default.
    public static let all: ColorWriteMask = [.red, .green, .blue, .alpha]
    /// No channel: the draw leaves the attachment as it is.
    public static let none: ColorWriteMask = []
}

/// How one colour attachment is written: blended or not, and which channels.
public struct ColorTargetState: Sendable, Hashable, Codable {
    /// How fragments are blended with the pixels; nil if they replace the pixels.
    public var blend: BlendState?
    /// The channels that are written.
    public var writeMask: ColorWriteMask
    /// By default fragments replace the pixels in all channels.
    public init(blend: BlendState? = nil, writeMask: ColorWriteMask = .all) { self.blend = blend; self.writeMask = writeMask }
}

/// A shift of the depth of triangles, so that a surface does not hide something that lies on it (OpenGL 3.3 §3.6.5). The depth
/// grows by factor · maximum depth slope + units · smallest depth step of the format. Both numbers are finite.
public struct PolygonOffset: Sendable, Hashable, Codable {
    /// The weight of the triangle's steepest change of depth per pixel.
    public var factor: Float
    /// The number of smallest depth steps.
    public var units: Float
    /// Positive numbers move the triangle away from the viewer, negative numbers towards the viewer.
    public init(factor: Float, units: Float) { self.factor = factor; self.units = units }
    /// No shift.
    public static let none = PolygonOffset(factor: 0, units: 0)
}

/// All fixed-function settings for making fragments from primitives and pixels from fragments. A new state has OpenGL's defaults.
public struct RasterState: Sendable, Hashable, Codable {
    /// The sides of triangles that are dropped.
    public var cull: CullMode = .none
    /// The winding of front-facing triangles.
    public var frontFace: Winding = .counterClockwise
    /// Whether triangles are filled, drawn as lines, or as points.
    public var polygonMode: PolygonMode = .fill
    /// The vertex that gives the primitive's `flat` varyings.
    public var provokingVertex: ProvokingVertex = .last
    /// The shift of the depth of triangles; none by default.
    public var polygonOffset: PolygonOffset = .none
    /// Whether depth is clamped to the depth range instead of clipping at the near and far planes (GL_DEPTH_CLAMP).
    public var depthClamp = false
    /// The width of lines in pixels, above 0 and up to `Device.maximumLineWidth`. Without multisampling it is rounded to a whole
    /// number, at least 1.
    public var lineWidth: Float = 1
    /// The size of points in pixels, above 0 and up to `Device.maximumPointSize`, for programs that do not write gl_PointSize. A
    /// smaller size than 1 counts as 1.
    public var pointSize: Float = 1
    /// Whether the index whose bits are all ones starts a new primitive (GL_PRIMITIVE_RESTART_FIXED_INDEX).
    public var primitiveRestart = false
    /// Whether, with multisampling, a fragment's alpha decides how many samples it covers (OpenGL 3.3 §4.1.3).
    public var alphaToCoverage = false
    /// With multisampling, sample s is written only if bit s is set (OpenGL 3.3 §4.1.3).
    public var sampleMask: UInt32 = 0xFFFF_FFFF
    /// The depth test. If nil, depth is neither tested nor written.
    public var depth: DepthState?
    /// The stencil test. If nil, stencil is neither tested nor written.
    public var stencil: StencilState?
    /// One entry per colour attachment. A missing entry means no blending and all channels written.
    public var colorTargets: [ColorTargetState] = []
    /// OpenGL's defaults: each fragment replaces the pixel's colour.
    public init() {}
    /// The state of colour attachment `index`, 0 or more: its entry, or the default if there is none.
    public func colorTarget(_ index: Int) -> ColorTargetState { index < colorTargets.count ? colorTargets[index] : ColorTargetState() }
}
