/// The texel that a lookup reads beyond an edge of the texture (OpenGL 3.3 table 3.19).
public enum WrapMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The texture repeats like tiles (GL_REPEAT).
    case `repeat`
    /// The texture repeats, and every other repetition is mirrored (GL_MIRRORED_REPEAT).
    case mirroredRepeat
    /// The texel at the edge is read (GL_CLAMP_TO_EDGE).
    case clampToEdge
    /// `Sampler.borderColor` is read (GL_CLAMP_TO_BORDER).
    case clampToBorder
    /// The texture is mirrored once at 0; beyond the mirrored copy, the texel at the edge is read (GL_MIRROR_CLAMP_TO_EDGE).
    case mirrorClampToEdge
}

/// The result of a lookup in one mip level: the nearest texel, or the weighted mean of the texels around the point.
public enum FilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The nearest texel (GL_NEAREST).
    case nearest
    /// The weighted mean of the texels around the point, two in each direction (GL_LINEAR).
    case linear
}

/// The result of a lookup that shrinks a texture: the colour from level 0, the colour from the nearest mip level, or the weighted mean of
/// the colours from two mip levels.
public enum MipFilterMode: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Only level 0; the other levels need not exist.
    case none
    /// The nearest level (GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST).
    case nearest
    /// The weighted mean of the two nearest levels (GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR).
    case linear
}

/// How lookups read a texture: filters, edges, levels of detail (OpenGL 3.3 §3.8). A sampler is a value that is
/// bound together with a texture. The default sampler filters linearly without mipmaps and clamps to the edge.
public struct Sampler: Sendable, Hashable, Codable {
    /// The filter for lookups that shrink the texture (GL_TEXTURE_MIN_FILTER without its mip part).
    public var minFilter: FilterMode = .linear
    /// The filter for lookups that enlarge the texture (GL_TEXTURE_MAG_FILTER).
    public var magFilter: FilterMode = .linear
    /// How lookups that shrink the texture choose between mip levels.
    public var mipFilter: MipFilterMode = .none
    /// The wrap mode at the left and right edges.
    public var wrapS: WrapMode = .clampToEdge
    /// The wrap mode at the bottom and top edges.
    public var wrapT: WrapMode = .clampToEdge
    /// The wrap mode in depth, for 3D textures.
    public var wrapR: WrapMode = .clampToEdge
    /// The red, green, blue and alpha that `WrapMode.clampToBorder` reads.
    public var borderColor: SIMD4<Float> = .zero
    /// The red, green, blue and alpha that `WrapMode.clampToBorder` reads from integer formats and from stencil. If nil, `borderColor` is
    /// converted to integers; floats cannot give every integer above 2²⁴. For unsigned formats, the elements have the bits of the unsigned
    /// numbers.
    public var integerBorderColor: SIMD4<Int32>?
    /// The bias added to the level of detail. The sum of this bias and the shader's
    /// bias is clamped to −16…16. `lodBias`, `lodMin` and `lodMax` must not be NaN.
    public var lodBias: Float = 0
    /// The minimum of the level of detail, applied after the bias (GL_TEXTURE_MIN_LOD).
    public var lodMin: Float = -1000
    /// The maximum of the level of detail, applied after the bias (GL_TEXTURE_MAX_LOD).
    public var lodMax: Float = 1000
    /// The maximum number of samples that a lookup takes along the longer axis of the area that a pixel covers in the texture. With a
    /// number below 2, the filter is isotropic. Numbers above 16 count as 16. The number must not be NaN.
    public var maxAnisotropy: Float = 1
    /// The comparison for depth textures that are read through shadow samplers; nil for all other textures. The result is 1 if the
    /// comparison of the reference value with the texel holds, else 0.
    public var compare: CompareFunction?
    /// Whether filtering continues across the edges of cube faces (GL_TEXTURE_CUBE_MAP_SEAMLESS).
    public var seamlessCube = true

    /// Makes a sampler with one wrap mode for all directions. The properties that are not parameters have their defaults.
    public init(min: FilterMode = .linear, mag: FilterMode = .linear, mip: MipFilterMode = .none, wrap: WrapMode = .clampToEdge,
                maxAnisotropy: Float = 1, compare: CompareFunction? = nil) {
        minFilter = min; magFilter = mag; mipFilter = mip
        wrapS = wrap; wrapT = wrap; wrapR = wrap
        self.maxAnisotropy = maxAnisotropy; self.compare = compare
    }
    /// Linear filtering without mipmaps, clamped to the edge.
    public static let linear = Sampler()
    /// The nearest texel, without mipmaps, clamped to the edge.
    public static let nearest = Sampler(min: .nearest, mag: .nearest)
    /// Linear filtering within and between mip levels, clamped to the edge.
    public static let trilinear = Sampler(mip: .linear)
    /// Linear filtering without mipmaps; the texture repeats.
    public static let linearRepeat = Sampler(wrap: .repeat)
    /// Linear filtering within and between mip levels; the texture repeats.
    public static let trilinearRepeat = Sampler(mip: .linear, wrap: .repeat)
}
