/// The triangles to drop, chosen by the side that faces the viewer (OpenGL 3.3 §3.6.1). Points and lines have no sides and are
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

/// The order of the corners of a front-facing triangle, clockwise or counter-clockwise in the window, with y up (glFrontFace).
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

/// The vertex whose values become the `flat` varyings of a primitive (OpenGL 3.3 §2.18).
public enum ProvokingVertex: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The first vertex (GL_FIRST_VERTEX_CONVENTION).
    case first
    /// The last vertex, OpenGL's default (GL_LAST_VERTEX_CONVENTION).
    case last
}

/// A shift of the depth of triangles (OpenGL 3.3 §3.6.5). The shift keeps a surface from hiding an object that lies on the
/// surface. The depth grows by factor · maximum depth slope + units · smallest depth step of the format. Both numbers are finite.
public struct PolygonOffset: Sendable, Hashable, Codable {
    /// The factor that multiplies the triangle's maximum change of depth per pixel.
    public var factor: Float
    /// The factor that multiplies the smallest depth step of the format.
    public var units: Float
    /// Positive numbers move the triangle away from the viewer, negative numbers towards the viewer.
    public init(factor: Float, units: Float) { self.factor = factor; self.units = units }
    /// No shift.
    public static let none = PolygonOffset(factor: 0, units: 0)
}

/// All fixed-function settings for turning primitives into fragments and fragments into pixels. A new state has OpenGL's defaults.
public struct RasterState: Sendable, Hashable, Codable {
    /// The sides of triangles that are dropped.
    public var cull: CullMode = .none
    /// The winding of front-facing triangles.
    public var frontFace: Winding = .counterClockwise
    /// Whether triangles are filled, drawn as lines, or as points.
    public var polygonMode: PolygonMode = .fill
    /// The vertex whose values become the primitive's `flat` varyings.
    public var provokingVertex: ProvokingVertex = .last
    /// The shift of the depth of triangles; none by default.
    public var polygonOffset: PolygonOffset = .none
    /// Whether depth is clamped to the depth range. If true, primitives are not clipped at the near and far planes (GL_DEPTH_CLAMP).
    public var depthClamp = false
    /// The width of lines in pixels, above 0 and up to `Device.maximumLineWidth`. Without multisampling, the width is rounded to a
    /// whole number, at least 1.
    public var lineWidth: Float = 1
    /// The size of points in pixels, above 0 and up to `Device.maximumPointSize`, for programs that do not write gl_PointSize. A
    /// size below 1 counts as 1.
    public var pointSize: Float = 1
    /// Whether primitives are dropped before they become fragments (GL_RASTERIZER_DISCARD). Transform feedback still writes them.
    public var rasterizerDiscard = false
    /// Whether the index whose bits are all ones starts a new primitive (GL_PRIMITIVE_RESTART_FIXED_INDEX).
    public var primitiveRestart = false
    /// Whether a fragment's alpha decides how many samples the fragment covers; only with multisampling (OpenGL 3.3 §4.1.3).
    public var alphaToCoverage = false
    /// Whether each colour output's alpha becomes 1, after it has decided about coverage; only with multisampling (OpenGL 3.3 §4.1.3).
    public var alphaToOne = false
    /// The mask of the samples to write: with multisampling, sample s is written only if bit s is set (OpenGL 3.3 §4.1.3).
    public var sampleMask: UInt32 = 0xFFFF_FFFF
    /// The depth test. If nil, depth is neither tested nor written.
    public var depth: DepthState?
    /// The stencil test. If nil, stencil is neither tested nor written.
    public var stencil: StencilState?
    /// The write settings, one entry per colour attachment. A missing entry means no blending, and all channels written.
    public var colorTargets: [ColorTargetState] = []
    /// Makes a state with OpenGL's defaults: each fragment replaces the pixel's colour.
    public init() {}
    /// The state of colour attachment `index`, 0 or more: its entry in `colorTargets`, or the default if there is no entry.
    public func colorTarget(_ index: Int) -> ColorTargetState { index < colorTargets.count ? colorTargets[index] : ColorTargetState() }
}
