// SamplerParameters+Names: sets and returns the parameters that textures and samplers have in common (OpenGL ES 3.0.6 §3.8.2, table 3.19).

import Raster

extension SamplerParameters {
    /// Sets a parameter.
    /// - Returns: false if there is no parameter of this name.
    /// - Throws: `invalidEnum` or `invalidValue` if the parameter cannot have the value.
    mutating func set(_ name: GLenum, _ values: ParameterValues, _ version: GLVersion) throws(GLError) -> Bool {
        func constant(_ allowed: [GLenum]) throws(GLError) -> GLenum {
            // GL_CLAMP mixes the texels at the edge with the border colour. Most old programs do not want the border colour, so
            // GL_CLAMP_TO_EDGE is used.
            let value = values.constant == GL_CLAMP && version.allowsLegacy ? GL_CLAMP_TO_EDGE : values.constant
            guard allowed.contains(value) else { throw .invalidEnum("the value of parameter \(name.hexadecimal)", value) }
            return value
        }
        switch name {
        case GL_TEXTURE_MIN_FILTER: minFilter = try constant(Self.minFilters)
        case GL_TEXTURE_MAG_FILTER: magFilter = try constant([GL_NEAREST, GL_LINEAR])
        case GL_TEXTURE_WRAP_S: wrapS = try constant(Array(Self.wrapModes.keys))
        case GL_TEXTURE_WRAP_T: wrapT = try constant(Array(Self.wrapModes.keys))
        case GL_TEXTURE_WRAP_R where version.hasES3: wrapR = try constant(Array(Self.wrapModes.keys))
        case GL_TEXTURE_MIN_LOD where version.hasES3: minLOD = values.float
        case GL_TEXTURE_MAX_LOD where version.hasES3: maxLOD = values.float
        case GL_TEXTURE_COMPARE_MODE where version.hasES3: compareMode = try constant([GL_NONE, GL_COMPARE_REF_TO_TEXTURE])
        case GL_TEXTURE_COMPARE_FUNC where version.hasES3: compareFunction = try constant(Array(Self.compareFunctions.keys))
        case GL_TEXTURE_LOD_BIAS where version.isDesktop: lodBias = values.float
        case GL_TEXTURE_MAX_ANISOTROPY_EXT:
            guard values.float >= 1 else { throw .invalidValue("the anisotropy is below 1") }
            maxAnisotropy = values.float
        case GL_TEXTURE_BORDER_COLOR_EXT where values.isArray: borderColor = values.borderColor
        default: return false
        }
        return true
    }

    private static let minFilters = [GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST, GL_NEAREST_MIPMAP_LINEAR,
                                     GL_LINEAR_MIPMAP_LINEAR]

    /// Returns the value of a parameter; nil if there is no parameter of this name.
    func value(_ name: GLenum, _ version: GLVersion) -> QueriedValue? {
        switch name {
        case GL_TEXTURE_MIN_FILTER: .constant(minFilter)
        case GL_TEXTURE_MAG_FILTER: .constant(magFilter)
        case GL_TEXTURE_WRAP_S: .constant(wrapS)
        case GL_TEXTURE_WRAP_T: .constant(wrapT)
        case GL_TEXTURE_WRAP_R where version.hasES3: .constant(wrapR)
        case GL_TEXTURE_MIN_LOD where version.hasES3: .float(minLOD)
        case GL_TEXTURE_MAX_LOD where version.hasES3: .float(maxLOD)
        case GL_TEXTURE_COMPARE_MODE where version.hasES3: .constant(compareMode)
        case GL_TEXTURE_COMPARE_FUNC where version.hasES3: .constant(compareFunction)
        case GL_TEXTURE_LOD_BIAS where version.isDesktop: .float(lodBias)
        case GL_TEXTURE_MAX_ANISOTROPY_EXT: .float(maxAnisotropy)
        case GL_TEXTURE_BORDER_COLOR_EXT: .color(borderColor)
        default: nil
        }
    }
}
