// Pipeline state: every fixed-function setting of a draw, as values with OpenGL's defaults.

/// How the vertices of a draw are joined to points, lines and triangles (OpenGL 3.3 §2.6.1).
public enum PrimitiveType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Each vertex is a point (GL_POINTS).
    case points
    /// Each pair of vertices is a line; a single vertex left over is ignored (GL_LINES).
    case lines
    /// Each vertex after the first is joined to the one before it (GL_LINE_STRIP).
    case lineStrip
    /// A strip whose last vertex is joined to the first (GL_LINE_LOOP).
    case lineLoop
    /// Each three vertices are a triangle; one or two left over are ignored (GL_TRIANGLES).
    case triangles
    /// Each vertex after the second makes a triangle with the two before it, every other one turned round (GL_TRIANGLE_STRIP).
    case triangleStrip
    /// Each vertex after the second makes a triangle with the one before it and the first (GL_TRIANGLE_FAN).
    case triangleFan
    /// Whether it makes triangles, which alone have sides and can be filled.
    package var isTriangles: Bool { self == .triangles || self == .triangleStrip || self == .triangleFan }
}

/// The size of the indices in a buffer. Indices have no sign.
public enum IndexType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// One byte, 0…255 (GL_UNSIGNED_BYTE).
    case uint8
    /// Two bytes, little endian, 0…65,535 (GL_UNSIGNED_SHORT).
    case uint16
    /// Four bytes, little endian (GL_UNSIGNED_INT).
    case uint32
    /// Bytes of one index: 1, 2 or 4.
    public var byteCount: Int { self == .uint8 ? 1 : self == .uint16 ? 2 : 4 }
    /// The index that starts a new primitive when `RasterState.primitiveRestart` is set: all bits are ones.
    public var restartIndex: UInt32 { self == .uint8 ? 0xFF : self == .uint16 ? 0xFFFF : 0xFFFF_FFFF }
}

/// When a test passes. The new value is on the left, the one that is stored on the right (OpenGL 3.3 §4.1.4, §4.1.5).
public enum CompareFunction: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Never passes (GL_NEVER).
    case never
    /// Passes when the new value is below the stored one (GL_LESS).
    case less
    /// Passes when the two are equal (GL_EQUAL).
    case equal
    /// Passes when the new value is not above the stored one (GL_LEQUAL).
    case lessEqual
    /// Passes when the new value is above the stored one (GL_GREATER).
    case greater
    /// Passes when the two differ (GL_NOTEQUAL).
    case notEqual
    /// Passes when the new value is not below the stored one (GL_GEQUAL).
    case greaterEqual
    /// Always passes (GL_ALWAYS).
    case always
}

/// Which triangles are dropped, by the side that they show to the viewer (OpenGL 3.3 §3.6.1). Points and lines have no sides and
/// stay.
public enum CullMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// All triangles are drawn.
    case none
    /// Triangles that show their front are dropped (GL_FRONT).
    case front
    /// Triangles that show their back are dropped (GL_BACK).
    case back
    /// All triangles are dropped (GL_FRONT_AND_BACK).
    case frontAndBack
}

/// The direction in which the corners of a front triangle follow one another in the window, with y up (glFrontFace).
public enum Winding: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Against the hands of a clock (GL_CCW).
    case counterClockwise
    /// With the hands of a clock (GL_CW).
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

/// Which vertex of a primitive gives the values of its `flat` varyings (OpenGL 3.3 §2.18).
public enum ProvokingVertex: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The first one (GL_FIRST_VERTEX_CONVENTION).
    case first
    /// The last one, as OpenGL does unless told otherwise (GL_LAST_VERTEX_CONVENTION).
    case last
}

/// The depth test and whether depth is written (OpenGL 3.3 §4.1.5).
public struct DepthState: Sendable, Hashable, Codable {
    /// A fragment passes when its depth compares like this with the depth that the pixel has.
    public var compare: CompareFunction
    /// Whether a fragment that passes stores its depth (glDepthMask).
    public var writes: Bool
    /// A depth test that writes unless told otherwise.
    public init(compare: CompareFunction, writes: Bool = true) { self.compare = compare; self.writes = writes }
    /// Nearer fragments win; of two at one depth, the first one drawn. OpenGL's default once the test is switched on.
    public static let less = DepthState(compare: .less)
    /// Nearer fragments win; of two at one depth, the last one drawn.
    public static let lessEqual = DepthState(compare: .lessEqual)
    /// Only fragments at the very depth that is stored pass, as in a second pass over the same geometry.
    public static let equal = DepthState(compare: .equal)
    /// Farther fragments win: for a depth range that runs from 1 to 0.
    public static let greater = DepthState(compare: .greater)
    /// Farther fragments win; of two at one depth, the last one drawn.
    public static let greaterEqual = DepthState(compare: .greaterEqual)
    /// Every fragment passes and writes its depth.
    public static let always = DepthState(compare: .always)
    /// Tests less-or-equal and writes nothing: for blended geometry, which must not hide what is drawn behind it later.
    public static let readOnly = DepthState(compare: .lessEqual, writes: false)
}

/// How a test's outcome changes the stencil value of a sample (OpenGL 3.3 §4.1.4).
public enum StencilOperation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The value stays (GL_KEEP).
    case keep
    /// It becomes 0 (GL_ZERO).
    case zero
    /// It becomes the reference value (GL_REPLACE).
    case replace
    /// It grows by 1 and stops at 255 (GL_INCR).
    case incrementClamp
    /// It shrinks by 1 and stops at 0 (GL_DECR).
    case decrementClamp
    /// All its bits change (GL_INVERT).
    case invert
    /// It grows by 1; 255 becomes 0 (GL_INCR_WRAP).
    case incrementWrap
    /// It shrinks by 1; 0 becomes 255 (GL_DECR_WRAP).
    case decrementWrap
}

/// One face's stencil test (OpenGL 3.3 §4.1.4). The reference value is dynamic: `RenderPass.setStencilReference`.
public struct StencilFaceState: Sendable, Hashable, Codable {
    /// The test passes when the reference value, masked, compares like this with the stored value, masked.
    public var compare: CompareFunction
    /// The change of the stored value when the stencil test fails.
    public var stencilFail: StencilOperation
    /// The change of the stored value when the stencil test passes and the depth test fails.
    public var depthFail: StencilOperation
    /// The change of the stored value when both tests pass, or when there is no depth test.
    public var pass: StencilOperation
    /// Bits of reference and stored value that are compared.
    public var readMask: UInt8
    /// Bits of the stored value that may change.
    public var writeMask: UInt8
    /// The defaults always pass and change nothing.
    public init(compare: CompareFunction = .always, stencilFail: StencilOperation = .keep, depthFail: StencilOperation = .keep,
                pass: StencilOperation = .keep, readMask: UInt8 = 0xFF, writeMask: UInt8 = 0xFF) {
        self.compare = compare; self.stencilFail = stencilFail; self.depthFail = depthFail; self.pass = pass
        self.readMask = readMask; self.writeMask = writeMask
    }
}

/// The stencil tests of triangles that show their front and their back. Points and lines take the front's.
public struct StencilState: Sendable, Hashable, Codable {
    /// For triangles that show their front, points and lines.
    public var front: StencilFaceState
    /// For triangles that show their back.
    public var back: StencilFaceState
    /// Each side has a test of its own.
    public init(front: StencilFaceState, back: StencilFaceState) { self.front = front; self.back = back }
    /// Both sides have the same test.
    public init(both: StencilFaceState) { self.init(front: both, back: both) }
}

/// How the weighted colours of fragment (source) and target (destination) are combined (OpenGL 3.3 §4.1.7). Minimum and maximum
/// take no weights.
public enum BlendEquation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Source plus destination (GL_FUNC_ADD).
    case add
    /// Source minus destination (GL_FUNC_SUBTRACT).
    case subtract
    /// Destination minus source (GL_FUNC_REVERSE_SUBTRACT).
    case reverseSubtract
    /// The smaller one of each channel (GL_MIN).
    case min
    /// The larger one of each channel (GL_MAX).
    case max
}

/// The number by which a colour is multiplied before it is blended (OpenGL 3.3 table 4.2). Source is the fragment's output with
/// index 0, second source the one with index 1, destination the pixel, constant the pass's blend colour.
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
    /// 1 minus that colour (GL_ONE_MINUS_CONSTANT_COLOR).
    case oneMinusConstantColor
    /// The alpha of `RenderPass.setBlendColor` (GL_CONSTANT_ALPHA).
    case constantAlpha
    /// 1 minus that alpha (GL_ONE_MINUS_CONSTANT_ALPHA).
    case oneMinusConstantAlpha
    /// The smaller one of source alpha and 1 minus destination alpha; for alpha itself 1 (GL_SRC_ALPHA_SATURATE).
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
    /// Colour and alpha are blended each in its own way (glBlendFuncSeparate, glBlendEquationSeparate).
    public init(colorEquation: BlendEquation = .add, colorSource: BlendFactor, colorDestination: BlendFactor,
                alphaEquation: BlendEquation, alphaSource: BlendFactor, alphaDestination: BlendFactor) {
        self.colorEquation = colorEquation; self.colorSource = colorSource; self.colorDestination = colorDestination
        self.alphaEquation = alphaEquation; self.alphaSource = alphaSource; self.alphaDestination = alphaDestination
    }
    /// Colour and alpha are blended alike (glBlendFunc, glBlendEquation).
    public init(equation: BlendEquation = .add, source: BlendFactor, destination: BlendFactor) {
        self.init(colorEquation: equation, colorSource: source, colorDestination: destination,
                  alphaEquation: equation, alphaSource: source, alphaDestination: destination)
    }
    /// Draws over the pixel by alpha, for colours that are not premultiplied. Alpha sums up coverage.
    public static let alpha = BlendState(colorSource: .sourceAlpha, colorDestination: .oneMinusSourceAlpha,
                                         alphaEquation: .add, alphaSource: .one, alphaDestination: .oneMinusSourceAlpha)
    /// Draws over the pixel by alpha, for colours that are multiplied by it already.
    public static let premultiplied = BlendState(source: .one, destination: .oneMinusSourceAlpha)
    /// Adds the fragment to the pixel, as light does.
    public static let additive = BlendState(source: .one, destination: .one)
    /// Multiplies the pixel by the fragment, as a coloured glass does.
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
    /// How fragments are blended with the pixels; nil: they replace them.
    public var blend: BlendState?
    /// The channels that are written.
    public var writeMask: ColorWriteMask
    /// By default without blending, all channels written.
    public init(blend: BlendState? = nil, writeMask: ColorWriteMask = .all) { self.blend = blend; self.writeMask = writeMask }
}

/// A shift of the depth of filled triangles, so that what lies on a surface is not hidden by it (OpenGL 3.3 §3.6.5). Depth grows by
/// factor · maximum depth slope + units · smallest depth step that the format tells apart. Both numbers are finite.
public struct PolygonOffset: Sendable, Hashable, Codable {
    /// Weight of the triangle's steepest change of depth per pixel.
    public var factor: Float
    /// Number of smallest depth steps.
    public var units: Float
    /// Positive numbers move away from the viewer, negative ones nearer.
    public init(factor: Float, units: Float) { self.factor = factor; self.units = units }
    /// No shift.
    public static let none = PolygonOffset(factor: 0, units: 0)
}

/// Everything fixed about how primitives become fragments and fragments become pixels. A new one has OpenGL's defaults.
public struct RasterState: Sendable, Hashable, Codable {
    /// The sides of triangles that are dropped.
    public var cull: CullMode = .none
    /// The winding that makes a triangle's front.
    public var frontFace: Winding = .counterClockwise
    /// Whether triangles are filled, drawn as lines, or as points.
    public var polygonMode: PolygonMode = .fill
    /// The vertex whose `flat` varyings count for the primitive.
    public var provokingVertex: ProvokingVertex = .last
    /// The shift of the depth of triangles; none by default.
    public var polygonOffset: PolygonOffset = .none
    /// Depth is held in the depth range instead of clipped at the near and the far plane (GL_DEPTH_CLAMP).
    public var depthClamp = false
    /// The width of lines in pixels, above 0 and up to `Device.maximumLineWidth`. Without multisampling at least one pixel is
    /// drawn.
    public var lineWidth: Float = 1
    /// The size in pixels of points whose program does not write gl_PointSize, above 0 and up to `Device.maximumPointSize`. At
    /// least one pixel is drawn.
    public var pointSize: Float = 1
    /// The index of all ones starts a new primitive (GL_PRIMITIVE_RESTART_FIXED_INDEX).
    public var primitiveRestart = false
    /// With multisampling, a fragment's alpha decides how many samples it covers (OpenGL 3.3 §4.1.3).
    public var alphaToCoverage = false
    /// With multisampling, sample s is written only where bit s is set (OpenGL 3.3 §4.1.3).
    public var sampleMask: UInt32 = 0xFFFF_FFFF
    /// The depth test; nil: no test, and no depth is written.
    public var depth: DepthState?
    /// The stencil test; nil: no test, and no stencil is written.
    public var stencil: StencilState?
    /// One entry per colour attachment. A missing entry means no blending and all channels written.
    public var colorTargets: [ColorTargetState] = []
    /// OpenGL's defaults, with which each fragment replaces the pixel's colour.
    public init() {}
    /// The state of colour attachment `index`, 0 or more: its entry, or the default where there is none.
    public func colorTarget(_ index: Int) -> ColorTargetState { index < colorTargets.count ? colorTargets[index] : ColorTargetState() }
}
