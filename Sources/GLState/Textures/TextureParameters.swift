import Raster

/// The parameters of a texture (OpenGL ES 3.0.6 table 6.10).
package struct TextureParameters: Equatable {
    package var sampler = SamplerParameters()
    package var baseLevel = 0
    package var maxLevel = 1000
    /// Whether lookups read the depth or the stencil of a texture that has depth and stencil (GL_DEPTH_STENCIL_TEXTURE_MODE).
    package var depthStencilMode = GL_DEPTH_COMPONENT
    /// The values of GL_TEXTURE_SWIZZLE_R to GL_TEXTURE_SWIZZLE_A.
    package var swizzle = Swizzle()

    package struct Swizzle: Equatable {
        package var red = GL_RED, green = GL_GREEN, blue = GL_BLUE, alpha = GL_ALPHA
    }

    /// Returns the source of each component, which depends on the program's swizzle and on the format's own swizzle.
    func swizzle(of format: GLFormat, isLuminanceDepth: Bool) -> TextureSwizzle {
        let given = format.hasDepth && isLuminanceDepth ? TextureSwizzle.luminance : format.swizzle
        func source(_ choice: GLenum) -> TextureSwizzle.Source {
            switch choice {
            case GL_RED: given.red
            case GL_GREEN: given.green
            case GL_BLUE: given.blue
            case GL_ALPHA: given.alpha
            case GL_ONE: .one
            default: .zero
            }
        }
        return TextureSwizzle(red: source(swizzle.red), green: source(swizzle.green), blue: source(swizzle.blue), alpha: source(swizzle.alpha))
    }
}

/// The parameters that a texture and a sampler object have in common (OpenGL ES 3.0.6 table 6.12).
package struct SamplerParameters: Equatable {
    package var minFilter = GL_NEAREST_MIPMAP_LINEAR
    package var magFilter = GL_LINEAR
    package var wrapS = GL_REPEAT, wrapT = GL_REPEAT, wrapR = GL_REPEAT
    package var minLOD: Float = -1000
    package var maxLOD: Float = 1000
    package var compareMode = GL_NONE
    package var compareFunction = GL_LEQUAL
    package var maxAnisotropy: Float = 1
    /// The value of GL_TEXTURE_LOD_BIAS, which only desktop OpenGL has.
    package var lodBias: Float = 0
    package var borderColor = BorderColor.floats(.zero)

    /// The initial parameters of rectangle textures (OpenGL 3.3 §3.8.8).
    static let ofRectangles: SamplerParameters = {
        var parameters = SamplerParameters()
        parameters.minFilter = GL_LINEAR
        parameters.wrapS = GL_CLAMP_TO_EDGE; parameters.wrapT = GL_CLAMP_TO_EDGE; parameters.wrapR = GL_CLAMP_TO_EDGE
        return parameters
    }()
    /// Whether a rectangle texture can be read with these parameters: such a texture has no mipmap and does not repeat (OpenGL 3.3 §3.8.8).
    var fitsRectangles: Bool { !readsMipmaps && [wrapS, wrapT].allSatisfy { $0 == GL_CLAMP_TO_EDGE || $0 == GL_CLAMP_TO_BORDER_EXT } }

    /// A border colour keeps the type with which the program set it (EXT_texture_border_clamp).
    package enum BorderColor: Equatable {
        case floats(SIMD4<Float>), ints(SIMD4<Int32>), uints(SIMD4<UInt32>)
        package var floats: SIMD4<Float> {
            switch self {
            case .floats(let color): color
            case .ints(let color): SIMD4<Float>(color)
            case .uints(let color): SIMD4<Float>(color)
            }
        }
    }

    /// Whether lookups may read levels other than the base level.
    var readsMipmaps: Bool { minFilter != GL_NEAREST && minFilter != GL_LINEAR }
    /// Whether lookups take the nearest texel in all cases.
    var isNearest: Bool { magFilter == GL_NEAREST && (minFilter == GL_NEAREST || minFilter == GL_NEAREST_MIPMAP_NEAREST) }
    var compares: Bool { compareMode == GL_COMPARE_REF_TO_TEXTURE }

    /// Returns Raster's sampler for textures of a format.
    func sampler(for format: GLFormat, isSeamless: Bool) -> Sampler {
        var sampler = Sampler()
        switch minFilter {
        case GL_NEAREST: (sampler.minFilter, sampler.mipFilter) = (.nearest, .none)
        case GL_LINEAR: (sampler.minFilter, sampler.mipFilter) = (.linear, .none)
        case GL_NEAREST_MIPMAP_NEAREST: (sampler.minFilter, sampler.mipFilter) = (.nearest, .nearest)
        case GL_LINEAR_MIPMAP_NEAREST: (sampler.minFilter, sampler.mipFilter) = (.linear, .nearest)
        case GL_NEAREST_MIPMAP_LINEAR: (sampler.minFilter, sampler.mipFilter) = (.nearest, .linear)
        default: (sampler.minFilter, sampler.mipFilter) = (.linear, .linear)
        }
        sampler.magFilter = magFilter == GL_NEAREST ? .nearest : .linear
        sampler.wrapS = Self.wrapModes[wrapS] ?? .repeat
        sampler.wrapT = Self.wrapModes[wrapT] ?? .repeat
        sampler.wrapR = Self.wrapModes[wrapR] ?? .repeat
        sampler.lodBias = lodBias.isNaN ? 0 : lodBias
        sampler.lodMin = minLOD.isNaN ? -1000 : minLOD
        sampler.lodMax = maxLOD.isNaN ? 1000 : maxLOD
        // Anisotropy applies only to linear filters, because a nearest filter reads only one texel.
        if minFilter != GL_NEAREST && minFilter != GL_NEAREST_MIPMAP_NEAREST { sampler.maxAnisotropy = min(maxAnisotropy, GLLimits.anisotropy) }
        if format.hasDepth && compares { sampler.compare = Self.compareFunctions[compareFunction] }
        sampler.seamlessCube = isSeamless
        sampler.borderColor = border(format)
        return sampler
    }
    /// Returns the border in the channels of Raster's texels, before their swizzle.
    private func border(_ format: GLFormat) -> SIMD4<Float> {
        let color = borderColor.floats
        switch format.base {
        case .alpha: return SIMD4(color.w, 0, 0, 0)
        case .luminanceAlpha: return SIMD4(color.x, color.w, 0, 0)
        default: return color
        }
    }

    static let wrapModes: [GLenum: WrapMode] = [
        GL_REPEAT: .repeat, GL_CLAMP_TO_EDGE: .clampToEdge, GL_MIRRORED_REPEAT: .mirroredRepeat, GL_CLAMP_TO_BORDER_EXT: .clampToBorder,
        GL_MIRROR_CLAMP_TO_EDGE_EXT: .mirrorClampToEdge,
    ]
    static let compareFunctions: [GLenum: CompareFunction] = [
        GL_NEVER: .never, GL_LESS: .less, GL_EQUAL: .equal, GL_LEQUAL: .lessEqual, GL_GREATER: .greater, GL_NOTEQUAL: .notEqual,
        GL_GEQUAL: .greaterEqual, GL_ALWAYS: .always,
    ]
}
