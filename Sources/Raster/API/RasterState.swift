import Shading

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

/// How triangles are drawn: filled, only the edges, or only the corners (OpenGL 3.3 §3.6.4).
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

/// The corner of a point at which gl_PointCoord is (0, 0) (GL_POINT_SPRITE_COORD_ORIGIN, OpenGL 3.3 §3.4).
public enum PointSpriteOrigin: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The upper left corner, OpenGL's default (GL_UPPER_LEFT).
    case upperLeft
    /// The lower left corner (GL_LOWER_LEFT).
    case lowerLeft
}

/// A shift of the depth of triangles (OpenGL 3.3 §3.6.5). The shift keeps a surface from hiding an object that lies on the surface. The
/// depth grows by factor · maximum depth slope + units · smallest depth difference that the depth format certainly distinguishes. `factor`
/// and `units` must be finite.
public struct PolygonOffset: Sendable, Hashable, Codable {
    /// The factor that multiplies the triangle's maximum change of depth per pixel.
    public var factor: Float
    /// The factor that multiplies the smallest depth difference that certainly gives different codes in the depth attachment.
    public var units: Float
    /// Positive numbers move the triangle away from the viewer, negative numbers towards the viewer.
    public init(factor: Float, units: Float) { self.factor = factor; self.units = units }
    /// No shift.
    public static let none = PolygonOffset(factor: 0, units: 0)
}

/// All fixed-function settings for turning primitives into fragments and fragments into pixels. A new state has OpenGL's defaults.
public struct RasterState: Sendable, Hashable, Codable {
    /// The triangles that are dropped, chosen by the side that faces the viewer.
    public var cull: CullMode = .none
    /// The winding of front-facing triangles.
    public var frontFace: Winding = .counterClockwise
    /// How triangles are drawn: filled, as lines, or as points.
    public var polygonMode: PolygonMode = .fill
    /// The vertex whose values become the primitive's `flat` varyings.
    public var provokingVertex: ProvokingVertex = .last
    /// The shift of the depth of triangles. By default, depths are not shifted.
    public var polygonOffset: PolygonOffset = .none
    /// Whether depth is clamped to the depth range. If true, primitives are not clipped at the near and far planes (GL_DEPTH_CLAMP).
    public var depthClamp = false
    /// The width of lines in pixels, above 0 and up to `Device.maximumLineWidth`. Without multisampling, the width is rounded to a
    /// whole number, at least 1.
    public var lineWidth: Float = 1
    /// The size of points in pixels, above 0 and up to `Device.maximumPointSize`, for shaders that do not write gl_PointSize. A size below
    /// 1 counts as 1.
    public var pointSize: Float = 1
    /// Whether points have the size that a shader writes to gl_PointSize (GL_PROGRAM_POINT_SIZE, OpenGL 3.3 §3.4). If false, all points
    /// have the size `pointSize`.
    public var programPointSize = true
    /// The clip distances that clip primitives: the distance gl_ClipDistance[i] clips if bit i is set (GL_CLIP_DISTANCEi, OpenGL 3.3
    /// §2.17). Bits of distances that the shader does not write have no effect.
    public var clipDistances: UInt8 = 0xFF
    /// Whether points and lines first get their size and width and are then clipped at the sides of the view volume. If true, all pixels of
    /// points and lines that lie in the viewport are drawn, as in OpenGL ES. If false, a point is drawn if its centre lies in the view
    /// volume, and a line is cut at the sides before it gets its width. If false, points and lines may also reach beyond the viewport
    /// (OpenGL 3.3 §2.17).
    public var clipsAfterWidening = false
    /// Whether primitives are dropped before they become fragments (GL_RASTERIZER_DISCARD). Transform feedback still writes the primitives.
    public var rasterizerDiscard = false
    /// Whether one special index starts a new primitive. The special index is `restartIndex` (GL_PRIMITIVE_RESTART) or, if `restartIndex`
    /// is nil, the index whose bits are all ones (GL_PRIMITIVE_RESTART_FIXED_INDEX).
    public var primitiveRestart = false
    /// The index that starts a new primitive if `primitiveRestart` is set (glPrimitiveRestartIndex). Indices are compared with this index
    /// before the base vertex is added. nil means the index whose bits are all ones. If `restartIndex` is too large for the type of the
    /// indices, no index starts a new primitive.
    public var restartIndex: UInt32?
    /// The corner of points at which gl_PointCoord is (0, 0).
    public var pointSpriteOrigin = PointSpriteOrigin.upperLeft
    /// Whether the coverage of a primitive is tested at each sample of a pixel separately (GL_MULTISAMPLE, OpenGL 3.3 §3.3.1). If false, a
    /// primitive that covers the centre of a pixel covers all samples of the pixel, and all other primitives cover no sample of the pixel.
    /// If `multisample` is false, lines and points have the shape that they have in a target with one sample per pixel, the shader runs
    /// once per pixel, and `alphaToCoverage`, `alphaToOne`, `sampleMask` and gl_SampleMask have no effect. In a target with one sample per
    /// pixel the setting has no effect.
    public var multisample = true
    /// Whether a fragment's alpha determines how many samples the fragment covers; only with multisampling (OpenGL 3.3 §4.1.3).
    public var alphaToCoverage = false
    /// Whether each colour output's alpha becomes 1, after `alphaToCoverage` has used the alpha; only with multisampling (OpenGL 3.3
    /// §4.1.3).
    public var alphaToOne = false
    /// The smallest fraction, 0…1, of a pixel's samples for which the fragment shader must run separately; only with multisampling
    /// (glMinSampleShading, OpenGL 4.6 §14.3.1.1). If this fraction is more than one sample, the shader runs once for each covered sample,
    /// and the shader's inputs are evaluated at the sample. With 0, the default, the shader runs once for each pixel, unless the shader
    /// reads gl_SampleID, gl_SamplePosition or a `sample` input.
    public var minimumSampleShading: Float = 0
    /// The mask of the samples to write: with multisampling, sample s is written only if bit s is set (OpenGL 3.3 §4.1.3).
    public var sampleMask: UInt32 = 0xFFFF_FFFF
    /// The depth test. If nil, depth is neither tested nor written.
    public var depth: DepthState?
    /// The stencil test. If nil, stencil is neither tested nor written.
    public var stencil: StencilState?
    /// The write settings, one entry per colour attachment. If an entry is missing, colours are not blended, and all channels are written.
    public var colorTargets: [ColorTargetState] = []
    /// The bitwise function that combines a fragment's colour with the pixel's colour in normalised and integer formats; nil if colours are
    /// not combined bitwise (GL_COLOR_LOGIC_OP). If a function is set, no attachment blends, and fragments replace the colours of float and
    /// sRGB formats.
    public var logicOperation: LogicOperation?
    /// Makes a state with OpenGL's defaults: each fragment replaces the pixel's colour.
    public init() {}
    /// Returns the write settings of colour attachment `index`, 0 or more: the attachment's entry in `colorTargets`, or the default if
    /// there is no entry. A logic operation switches blending off.
    public func colorTarget(_ index: Int) -> ColorTargetState {
        var target = index < colorTargets.count ? colorTargets[index] : ColorTargetState()
        if logicOperation != nil { target.blend = nil }
        return target
    }
    /// Returns whether coverage is tested for each sample of a pixel separately, in a target with this number of samples.
    package func isMultisampled(_ samples: Int) -> Bool { samples > 1 && multisample }
    /// Returns the number of points of a pixel at which coverage is tested: one point for each sample, or only the pixel's centre for all
    /// samples together.
    package func coverageCount(_ samples: Int) -> Int { isMultisampled(samples) ? samples : 1 }
    /// Returns whether `minimumSampleShading` makes the shader run for each sample. The result is true if the state demands more than one
    /// run for a pixel (OpenGL 4.6 §14.3.1.1 allows more runs than the state demands).
    package func shadesSamples(_ samples: Int) -> Bool { isMultisampled(samples) && minimumSampleShading * Float(samples) > 1 }
    /// Returns, for each sample of a pixel, the point at which the sample's coverage, depth and attributes are computed.
    package func samplePositions(_ samples: Int) -> [(x: Int, y: Int)] {
        multisample ? SamplePositions.positions(samples) : Array(repeating: (0, 0), count: samples)
    }
    /// Returns the index that starts a new primitive; nil if no index starts a new primitive.
    package func restartIndex(of type: IndexType) -> UInt32? { primitiveRestart ? restartIndex ?? type.restartIndex : nil }
}
