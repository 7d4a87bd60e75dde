/// Which texel a lookup reads that leaves the texture at an edge (OpenGL 3.3 table 3.19).
public enum WrapMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The texture is repeated like tiles (GL_REPEAT).
    case `repeat`
    /// Every other repetition is mirrored (GL_MIRRORED_REPEAT).
    case mirroredRepeat
    /// The texel at the edge goes on (GL_CLAMP_TO_EDGE).
    case clampToEdge
    /// `Sampler.borderColor` is read (GL_CLAMP_TO_BORDER).
    case clampToBorder
    /// The texture is mirrored once at 0, then its edge goes on (GL_MIRROR_CLAMP_TO_EDGE).
    case mirrorClampToEdge
}

/// Whether a lookup takes the nearest texel or the weighted mean of those around the point.
public enum FilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The nearest texel (GL_NEAREST).
    case nearest
    /// The weighted mean of the texels around the point, two in each direction (GL_LINEAR).
    case linear
}

/// Whether a lookup that shrinks a texture reads level 0, the nearest mip level, or the weighted mean of two.
public enum MipFilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The first level alone; the others need not be there.
    case none
    /// The nearest level (GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST).
    case nearest
    /// The weighted mean of the two nearest levels (GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR).
    case linear
}

/// How a texture is read: filters, edges, levels of detail (OpenGL 3.3 §3.8). A value; texture and sampler are bound together. The
/// default is linear without mipmaps, clamped to the edge.
public struct Sampler: Sendable, Hashable, Codable {
    /// The filter for lookups that shrink the texture (GL_TEXTURE_MIN_FILTER without its mip part).
    public var minFilter: FilterMode = .linear
    /// The filter for lookups that enlarge the texture (GL_TEXTURE_MAG_FILTER).
    public var magFilter: FilterMode = .linear
    /// How lookups that shrink the texture choose between mip levels.
    public var mipFilter: MipFilterMode = .none
    /// The edges left and right.
    public var wrapS: WrapMode = .clampToEdge
    /// The edges at bottom and top.
    public var wrapT: WrapMode = .clampToEdge
    /// The edges in depth, of 3D textures.
    public var wrapR: WrapMode = .clampToEdge
    /// Red, green, blue and alpha that `WrapMode.clampToBorder` reads.
    public var borderColor: SIMD4<Float> = .zero
    /// Added to the level of detail; together with the shader's bias it is held in −16…16. Like the bounds below it must not be
    /// NaN.
    public var lodBias: Float = 0
    /// Smallest level of detail after the bias (GL_TEXTURE_MIN_LOD).
    public var lodMin: Float = -1000
    /// Largest level of detail after the bias (GL_TEXTURE_MAX_LOD).
    public var lodMax: Float = 1000
    /// How many samples a lookup may take along a stretched footprint. Below 2 the filter is isotropic; more than 16 counts as 16.
    public var maxAnisotropy: Float = 1
    /// For depth textures that are read through shadow samplers: the result is 1 where the reference value compares like this with
    /// the texel, else 0. nil for all others.
    public var compare: CompareFunction?
    /// Whether filtering goes on across the edges of cube faces (GL_TEXTURE_CUBE_MAP_SEAMLESS).
    public var seamlessCube = true

    /// The common settings, one wrap mode for all directions; the rest has the defaults of the properties.
    public init(min: FilterMode = .linear, mag: FilterMode = .linear, mip: MipFilterMode = .none, wrap: WrapMode = .clampToEdge,
                maxAnisotropy: Float = 1, compare: CompareFunction? = nil) {
        minFilter = min; magFilter = mag; mipFilter = mip
        wrapS = wrap; wrapT = wrap; wrapR = wrap
        self.maxAnisotropy = maxAnisotropy; self.compare = compare
    }
    /// Linear, without mipmaps, clamped to the edge.
    public static let linear = Sampler()
    /// The nearest texel, without mipmaps, clamped to the edge.
    public static let nearest = Sampler(min: .nearest, mag: .nearest)
    /// Linear in the level and between levels, clamped to the edge.
    public static let trilinear = Sampler(mip: .linear)
    /// Linear, without mipmaps, repeated.
    public static let linearRepeat = Sampler(wrap: .repeat)
    /// Linear in the level and between levels, repeated.
    public static let trilinearRepeat = Sampler(mip: .linear, wrap: .repeat)
}
