// Pipeline state: every fixed-function setting of a draw, as values with GL's defaults.

/// What the vertices of a draw form (OpenGL 3.3 §2.6.1).
public enum PrimitiveType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case points, lines, lineStrip, lineLoop, triangles, triangleStrip, triangleFan
    package var isTriangles: Bool { self == .triangles || self == .triangleStrip || self == .triangleFan }
}

/// How wide the indices of a buffer are, without sign.
public enum IndexType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case uint8, uint16, uint32
    public var byteCount: Int { self == .uint8 ? 1 : self == .uint16 ? 2 : 4 }
    /// The index that restarts a primitive: all bits set.
    public var restartIndex: UInt32 { self == .uint8 ? 0xFF : self == .uint16 ? 0xFFFF : 0xFFFF_FFFF }
}

/// When a test passes: the new value, on the left, compared with the one that is there.
public enum CompareFunction: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case never, less, equal, lessEqual, greater, notEqual, greaterEqual, always
}

/// Which triangles are left out, by the side that they show. Points and lines have no sides.
public enum CullMode: UInt8, Sendable, Hashable, CaseIterable, Codable { case none, front, back, frontAndBack }
/// The direction in which a front triangle's corners follow one another in the window, with y up.
public enum Winding: UInt8, Sendable, Hashable, CaseIterable, Codable { case counterClockwise, clockwise }
/// Whether triangles are filled, or only their edges or corners are drawn (OpenGL 3.3 §3.6.4).
public enum PolygonMode: UInt8, Sendable, Hashable, CaseIterable, Codable { case fill, line, point }
/// Which vertex of a primitive gives its `flat` varyings (OpenGL 3.3 §2.18).
public enum ProvokingVertex: UInt8, Sendable, Hashable, CaseIterable, Codable { case first, last }

/// The depth test and whether depth is written (OpenGL 3.3 §4.1.5).
public struct DepthState: Sendable, Hashable, Codable {
    public var compare: CompareFunction
    public var writes: Bool
    public init(compare: CompareFunction, writes: Bool = true) { self.compare = compare; self.writes = writes }
    public static let less = DepthState(compare: .less)
    public static let lessEqual = DepthState(compare: .lessEqual)
    public static let equal = DepthState(compare: .equal)
    public static let greater = DepthState(compare: .greater)
    public static let greaterEqual = DepthState(compare: .greaterEqual)
    public static let always = DepthState(compare: .always)
    /// Tests less-or-equal and writes nothing: for blended geometry.
    public static let readOnly = DepthState(compare: .lessEqual, writes: false)
}

/// What becomes of a stencil value after a test (OpenGL 3.3 §4.1.4).
public enum StencilOperation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case keep, zero, replace, incrementClamp, decrementClamp, invert, incrementWrap, decrementWrap
}

/// One face's stencil test (OpenGL 3.3 §4.1.4). The reference value is dynamic: `RenderPass.setStencilReference`.
public struct StencilFaceState: Sendable, Hashable, Codable {
    public var compare: CompareFunction
    public var stencilFail: StencilOperation
    public var depthFail: StencilOperation
    public var pass: StencilOperation
    public var readMask: UInt8
    public var writeMask: UInt8
    public init(compare: CompareFunction = .always, stencilFail: StencilOperation = .keep, depthFail: StencilOperation = .keep,
                pass: StencilOperation = .keep, readMask: UInt8 = 0xFF, writeMask: UInt8 = 0xFF) {
        self.compare = compare; self.stencilFail = stencilFail; self.depthFail = depthFail; self.pass = pass
        self.readMask = readMask; self.writeMask = writeMask
    }
}

/// The stencil tests of triangles that show their front and their back. Points and lines take the front's.
public struct StencilState: Sendable, Hashable, Codable {
    public var front: StencilFaceState
    public var back: StencilFaceState
    public init(front: StencilFaceState, back: StencilFaceState) { self.front = front; self.back = back }
    public init(both: StencilFaceState) { self.init(front: both, back: both) }
}

/// How the weighted colours of fragment and target are put together (OpenGL 3.3 §4.1.7). Minimum and maximum take no weights.
public enum BlendEquation: UInt8, Sendable, Hashable, CaseIterable, Codable { case add, subtract, reverseSubtract, min, max }

/// What a colour is multiplied by before it is blended (OpenGL 3.3 table 4.2). The second source is the fragment output with index 1.
public enum BlendFactor: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case zero, one
    case sourceColor, oneMinusSourceColor, destinationColor, oneMinusDestinationColor
    case sourceAlpha, oneMinusSourceAlpha, destinationAlpha, oneMinusDestinationAlpha
    case constantColor, oneMinusConstantColor, constantAlpha, oneMinusConstantAlpha
    case sourceAlphaSaturated
    case source1Color, oneMinusSource1Color, source1Alpha, oneMinusSource1Alpha
    public var usesSecondSource: Bool { rawValue >= BlendFactor.source1Color.rawValue }
}

/// Blending of one colour target (OpenGL 3.3 §4.1.7).
public struct BlendState: Sendable, Hashable, Codable {
    public var colorEquation: BlendEquation
    public var colorSource: BlendFactor
    public var colorDestination: BlendFactor
    public var alphaEquation: BlendEquation
    public var alphaSource: BlendFactor
    public var alphaDestination: BlendFactor
    public init(colorEquation: BlendEquation = .add, colorSource: BlendFactor, colorDestination: BlendFactor,
                alphaEquation: BlendEquation, alphaSource: BlendFactor, alphaDestination: BlendFactor) {
        self.colorEquation = colorEquation; self.colorSource = colorSource; self.colorDestination = colorDestination
        self.alphaEquation = alphaEquation; self.alphaSource = alphaSource; self.alphaDestination = alphaDestination
    }
    public init(equation: BlendEquation = .add, source: BlendFactor, destination: BlendFactor) {
        self.init(colorEquation: equation, colorSource: source, colorDestination: destination,
                  alphaEquation: equation, alphaSource: source, alphaDestination: destination)
    }
    /// Straight alpha over: source alpha, one minus source alpha; alpha accumulates coverage.
    public static let alpha = BlendState(colorSource: .sourceAlpha, colorDestination: .oneMinusSourceAlpha,
                                         alphaEquation: .add, alphaSource: .one, alphaDestination: .oneMinusSourceAlpha)
    /// Premultiplied source over.
    public static let premultiplied = BlendState(source: .one, destination: .oneMinusSourceAlpha)
    public static let additive = BlendState(source: .one, destination: .one)
    public static let multiply = BlendState(source: .destinationColor, destination: .zero)
}

/// Channels of a colour attachment that are written; the others stay as they are.
public struct ColorWriteMask: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let red = ColorWriteMask(rawValue: 1), green = ColorWriteMask(rawValue: 2)
    public static let blue = ColorWriteMask(rawValue: 4), alpha = ColorWriteMask(rawValue: 8)
    public static let all: ColorWriteMask = [.red, .green, .blue, .alpha]
    public static let none: ColorWriteMask = []
}

/// How one colour attachment is written: blended or not, and which channels.
public struct ColorTargetState: Sendable, Hashable, Codable {
    public var blend: BlendState?
    public var writeMask: ColorWriteMask
    public init(blend: BlendState? = nil, writeMask: ColorWriteMask = .all) { self.blend = blend; self.writeMask = writeMask }
}

/// Polygon offset (OpenGL 3.3 §3.6.5), finite numbers: factor · maximum depth slope + units · smallest resolvable depth step.
public struct PolygonOffset: Sendable, Hashable, Codable {
    public var factor: Float
    public var units: Float
    public init(factor: Float, units: Float) { self.factor = factor; self.units = units }
    public static let none = PolygonOffset(factor: 0, units: 0)
}

/// Everything fixed about how primitives become fragments and fragments become pixels.
public struct RasterState: Sendable, Hashable, Codable {
    public var cull: CullMode = .none
    public var frontFace: Winding = .counterClockwise
    public var polygonMode: PolygonMode = .fill
    public var provokingVertex: ProvokingVertex = .last
    public var polygonOffset: PolygonOffset = .none
    /// Depth is clamped to the depth range instead of clipped at near and far.
    public var depthClamp = false
    /// Pixels. Width of lines, above 0 and up to `Device.maximumLineWidth`; without multisampling at least one pixel is drawn.
    public var lineWidth: Float = 1
    /// Pixels. Size of points when the program does not write gl_PointSize: above 0 and up to `Device.maximumPointSize`; at least one
    /// pixel is drawn.
    public var pointSize: Float = 1
    /// The all-ones index starts a new primitive.
    public var primitiveRestart = false
    /// Multisampling: alpha decides how many samples a fragment covers.
    public var alphaToCoverage = false
    /// Multisampling: bit s lets sample s be written.
    public var sampleMask: UInt32 = 0xFFFF_FFFF
    /// nil: no depth test and no depth write.
    public var depth: DepthState?
    public var stencil: StencilState?
    /// One entry per colour target; a missing entry means no blending, all channels written.
    public var colorTargets: [ColorTargetState] = []
    public init() {}
    public func colorTarget(_ index: Int) -> ColorTargetState { index < colorTargets.count ? colorTargets[index] : ColorTargetState() }
}
