// TextureSampling: what the Interpreter asks of the texture units. Raster answers; Shading only states the question.

/// Four lanes of a quad, lane = 2·dy + dx.
public typealias QuadFloat = SIMD4<Float>
/// Four lanes of a quad, lane = 2·dy + dx.
public typealias QuadInt = SIMD4<Int32>
/// Four lanes of a quad, lane = 2·dy + dx.
public typealias QuadUInt = SIMD4<UInt32>

/// The evaluated operands of one texture instruction, for a quad.
public struct TextureRequest: Sendable {
    /// Texture unit per lane, clamped into the sampler array.
    public var unit = QuadInt()
    /// s, t, r or a direction; for d2Array the layer stands in [2]. Float lookups.
    public var s = QuadFloat(), t = QuadFloat(), r = QuadFloat()
    /// Integer coordinates: texelFetch.
    public var i = QuadInt(), j = QuadInt(), k = QuadInt()
    public var reference = QuadFloat()
    /// Explicit level or bias. For fetch, the level as integer is in `level`.
    public var lod = QuadFloat()
    public var level = QuadInt()
    /// Derivatives of s, t, r along window x and y: given (gradient), or the quad's coarse differences (implicit, bias).
    public var dsdx = QuadFloat(), dtdx = QuadFloat(), drdx = QuadFloat()
    public var dsdy = QuadFloat(), dtdy = QuadFloat(), drdy = QuadFloat()
    public var offsetS = QuadInt(), offsetT = QuadInt(), offsetR = QuadInt()
    public init() {}
}

/// Four components for a quad, as register bits (float, int or uint as the texture's format says).
public struct TextureResult: Sendable {
    public var x = QuadUInt(), y = QuadUInt(), z = QuadUInt(), w = QuadUInt()
    public init() {}
}

/// The texture units bound to a draw. All functions are total: an empty unit reads (0, 0, 0, 1), out of range reads zero.
public protocol TextureSampling {
    /// `isFragment` tells whether implicit derivatives are meaningful; in the vertex stage implicit means level 0.
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult
    /// Width, height, depth or layers in texels at `level`, of the texture at `unit`; (0,0,0) when out of range.
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int)
}
