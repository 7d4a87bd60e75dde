// TextureSampling: the interface through which the interpreter reads textures. The module Raster implements this interface.

/// One float for each lane of a quad, lane = 2·dy + dx.
public typealias QuadFloat = SIMD4<Float>
/// One int for each lane of a quad, lane = 2·dy + dx.
public typealias QuadInt = SIMD4<Int32>
/// One uint for each lane of a quad, lane = 2·dy + dx.
public typealias QuadUInt = SIMD4<UInt32>

/// The evaluated operands of one texture instruction, for a quad.
public struct TextureRequest: Sendable {
    /// The texture unit of each lane; the index is clamped to the range of the sampler array.
    public var unit = QuadInt()
    /// The coordinates of float lookups: s, t, r or a direction. The layer of a 1D or 2D array is in the coordinate r.
    public var s = QuadFloat(), t = QuadFloat(), r = QuadFloat()
    /// The layer of an array of cubes.
    public var layer = QuadFloat()
    /// Integer coordinates of texelFetch.
    public var i = QuadInt(), j = QuadInt(), k = QuadInt()
    /// The reference value with which texels are compared.
    public var reference = QuadFloat()
    /// The explicit level, or the bias of an implicit level.
    public var lod = QuadFloat()
    /// The sample that texelFetch reads from a multisampled texture.
    public var sample = QuadInt()
    /// The level of texelFetch.
    public var level = QuadInt()
    /// Derivatives of s, t and r along window x. For `LevelOfDetail.gradient`, these are the operands `gradientX`; for `implicit` and
    /// `bias`, these are the quad's coarse differences.
    public var dsdx = QuadFloat(), dtdx = QuadFloat(), drdx = QuadFloat()
    /// Derivatives of s, t and r along window y, from the same source as `dsdx`.
    public var dsdy = QuadFloat(), dtdy = QuadFloat(), drdy = QuadFloat()
    /// Offsets in texels along s, t and r.
    public var offsetS = QuadInt(), offsetT = QuadInt(), offsetR = QuadInt()
    /// Creates a request in which everything is zero.
    public init() {}
}

/// Four components for each lane of a quad, as register bits. The texture's format determines whether the components are float, int or
/// uint.
public struct TextureResult: Sendable {
    /// The four components: red, green, blue and alpha, or the results of a comparison or gather.
    public var x = QuadUInt(), y = QuadUInt(), z = QuadUInt(), w = QuadUInt()
    /// Creates a result in which everything is zero.
    public init() {}
}

/// The texture units of a draw. All functions are defined for every argument: an empty unit reads as (0, 0, 0, 1), and reads out of
/// range give zero.
public protocol TextureSampling {
    /// Executes one texture instruction.
    /// - Parameters:
    ///   - operation: The instruction.
    ///   - request: The instruction's evaluated operands.
    ///   - isFragment: Whether implicit derivatives are defined. In the vertex stage, an implicit level is level 0.
    func sample(_ operation: TextureOperation, _ request: TextureRequest, isFragment: Bool) -> TextureResult
    /// Returns the size, in texels, of `level` of the texture at `unit`: the width, the height, and the depth or number of layers. Returns
    /// (0, 0, 0) if the unit or level is out of range.
    func size(unit: Int, level: Int) -> (width: Int, height: Int, depth: Int)
}
