// TextureSampling: the question that the interpreter puts to the texture units. Raster answers it.

/// One float for each lane of a quad, lane = 2·dy + dx.
public typealias QuadFloat = SIMD4<Float>
/// One int for each lane of a quad, lane = 2·dy + dx.
public typealias QuadInt = SIMD4<Int32>
/// One uint for each lane of a quad, lane = 2·dy + dx.
public typealias QuadUInt = SIMD4<UInt32>

/// The evaluated operands of one texture instruction, for a quad.
public struct TextureRequest: Sendable {
    /// Texture unit per lane, clamped into the sampler array.
    public var unit = QuadInt()
    /// Coordinates of float lookups: s, t, r or a direction; the layer of a 2D array stands in r.
    public var s = QuadFloat(), t = QuadFloat(), r = QuadFloat()
    /// Integer coordinates of texelFetch.
    public var i = QuadInt(), j = QuadInt(), k = QuadInt()
    /// The value that texels are compared with.
    public var reference = QuadFloat()
    /// The explicit level or the bias.
    public var lod = QuadFloat()
    /// The level of texelFetch.
    public var level = QuadInt()
    /// Derivatives of s, t and r along window x: given (gradient), or the quad's coarse differences (implicit, bias).
    public var dsdx = QuadFloat(), dtdx = QuadFloat(), drdx = QuadFloat()
    /// Derivatives of s, t and r along window y, from the same source.
    public var dsdy = QuadFloat(), dtdy = QuadFloat(), drdy = QuadFloat()
    /// Offsets in texels along s, t and r.
    public var offsetS = QuadInt(), offsetT = QuadInt(), offsetR = QuadInt()
    /// All zero.
    public init() {}
}

/// Four components for a quad, as register bits (float, int or uint as the texture's format says).
public struct TextureResult: Sendable {
    /// Red, green, blue and alpha, or the results of a comparison or gather.
    public var x = QuadUInt(), y = QuadUInt(), z = QuadUInt(), w = QuadUInt()
    /// All zero.
    public init() {}
}

/// The texture units bound to a draw. All functions are total: an empty unit reads (0, 0, 0, 1), out of range reads zero.
public protocol TextureSampling {
    /// Answers one texture instruction.
    /// - Parameters:
    ///   - operation: The instruction.
    ///   - request: Its evaluated operands.
    ///   - isFragment: Whether implicit derivatives mean something; in the vertex stage implicit means level 0.
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult
    /// Width, height, depth or layers in texels at `level`, of the texture at `unit`; (0,0,0) when out of range.
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int)
}
