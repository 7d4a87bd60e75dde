// Sampler: how a texture is read (OpenGL 3.3 §3.8).

/// What a lookup beyond a texture's edge reads (OpenGL 3.3 table 3.19).
public enum WrapMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case `repeat`, mirroredRepeat, clampToEdge, clampToBorder, mirrorClampToEdge
}
/// Whether a lookup takes the nearest texel or the weighted mean of those around the point.
public enum FilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable { case nearest, linear }
/// Whether a lookup that shrinks a texture reads level 0, the nearest mip level, or the weighted mean of two.
public enum MipFilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable { case none, nearest, linear }

/// A value; texture and sampler are bound together. The default is linear without mipmaps, clamped to the edge.
public struct Sampler: Sendable, Hashable, Codable {
    public var minFilter: FilterMode = .linear
    public var magFilter: FilterMode = .linear
    public var mipFilter: MipFilterMode = .none
    public var wrapS: WrapMode = .clampToEdge
    public var wrapT: WrapMode = .clampToEdge
    public var wrapR: WrapMode = .clampToEdge
    /// RGBA for clampToBorder.
    public var borderColor: SIMD4<Float> = .zero
    /// Added to the level of detail; together with the shader's bias held in −16…16. Like those below a number.
    public var lodBias: Float = 0
    /// Bounds of the level of detail, after the bias.
    public var lodMin: Float = -1000
    public var lodMax: Float = 1000
    /// Below 2: isotropic; above 16 as 16.
    public var maxAnisotropy: Float = 1
    /// Depth textures read through shadow samplers: result = reference `compare` texel.
    public var compare: CompareFunction?
    /// Filtering crosses the edges of cube faces. GL_TEXTURE_CUBE_MAP_SEAMLESS.
    public var seamlessCube = true

    public init(min: FilterMode = .linear, mag: FilterMode = .linear, mip: MipFilterMode = .none, wrap: WrapMode = .clampToEdge,
                maxAnisotropy: Float = 1, compare: CompareFunction? = nil) {
        minFilter = min; magFilter = mag; mipFilter = mip
        wrapS = wrap; wrapT = wrap; wrapR = wrap
        self.maxAnisotropy = maxAnisotropy; self.compare = compare
    }
    public static let linear = Sampler()
    public static let nearest = Sampler(min: .nearest, mag: .nearest)
    public static let trilinear = Sampler(mip: .linear)
    public static let linearRepeat = Sampler(wrap: .repeat)
    public static let trilinearRepeat = Sampler(mip: .linear, wrap: .repeat)
}
