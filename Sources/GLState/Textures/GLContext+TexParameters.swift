// GLContext+TexParameters: parameters of textures (OpenGL ES 3.0.6 §3.8.7, §6.1.3).

import Raster

extension GLContext {
    package func glTexParameteri(_ target: GLenum, _ pname: GLenum, _ param: GLint) throws(GLError) {
        try setTextureParameter(target, pname, .int(param))
    }
    package func glTexParameterf(_ target: GLenum, _ pname: GLenum, _ param: GLfloat) throws(GLError) {
        try setTextureParameter(target, pname, .float(param))
    }
    package func glTexParameteriv(_ target: GLenum, _ pname: GLenum, _ params: UnsafePointer<GLint>?) throws(GLError) {
        try setTextureParameter(target, pname, params.map { .ints($0) })
    }
    package func glTexParameterfv(_ target: GLenum, _ pname: GLenum, _ params: UnsafePointer<GLfloat>?) throws(GLError) {
        try setTextureParameter(target, pname, params.map { .floats($0) })
    }
    package func glTexParameterIiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafePointer<GLint>?) throws(GLError) {
        try setTextureParameter(target, pname, params.map { .pureInts($0) })
    }
    package func glTexParameterIuiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafePointer<GLuint>?) throws(GLError) {
        try setTextureParameter(target, pname, params.map { .pureUints($0) })
    }
    package func glGetTexParameteriv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = try textureParameter(target, pname)
        if let params { value.write(params) }
    }
    package func glGetTexParameterfv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        let value = try textureParameter(target, pname)
        if let params { value.write(params) }
    }
    package func glGetTexParameterIiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = try textureParameter(target, pname)
        if let params { value.write(params, isPure: true) }
    }
    package func glGetTexParameterIuiv(_ target: GLenum, _ pname: GLenum, _ params: UnsafeMutablePointer<GLuint>?) throws(GLError) {
        let value = try textureParameter(target, pname)
        params?.withMemoryRebound(to: GLint.self, capacity: 4) { value.write($0, isPure: true) }
    }

    /// - Parameter values: The program's values; nil if the program passed NULL. If the program passed NULL, the call only checks the other
    ///   arguments.
    private func setTextureParameter(_ target: GLenum, _ name: GLenum, _ values: ParameterValues?) throws(GLError) {
        let texture = try boundTexture(target: target), kind = texture.kind
        guard kind != .buffer else { throw .invalidEnum("target", target) }
        guard let values else { return }
        var parameters = texture.parameters
        let isES3 = version.hasES3
        switch name {
        case GL_TEXTURE_BASE_LEVEL where isES3:
            let level = try Self.level(values)
            guard level == 0 || kind.hasMipmaps else { throw .invalidOperation("a multisampled or rectangle texture has only level 0") }
            parameters.baseLevel = level
        case GL_TEXTURE_MAX_LEVEL where isES3: parameters.maxLevel = try Self.level(values)
        case GL_TEXTURE_SWIZZLE_RGBA where version.isDesktop && values.isArray:
            parameters.swizzle = TextureParameters.Swizzle(red: try Self.swizzle(values), green: try Self.swizzle(values.element(1)),
                                                           blue: try Self.swizzle(values.element(2)), alpha: try Self.swizzle(values.element(3)))
        case GL_TEXTURE_SWIZZLE_R where isES3: parameters.swizzle.red = try Self.swizzle(values)
        case GL_TEXTURE_SWIZZLE_G where isES3: parameters.swizzle.green = try Self.swizzle(values)
        case GL_TEXTURE_SWIZZLE_B where isES3: parameters.swizzle.blue = try Self.swizzle(values)
        case GL_TEXTURE_SWIZZLE_A where isES3: parameters.swizzle.alpha = try Self.swizzle(values)
        case GL_DEPTH_STENCIL_TEXTURE_MODE where version.hasES31:
            guard values.constant == GL_DEPTH_COMPONENT || values.constant == GL_STENCIL_INDEX else { throw .invalidEnum("the mode", values.constant) }
            parameters.depthStencilMode = values.constant
        default:
            // A multisampled texture is not filtered, so it does not have the parameters of samplers (OpenGL ES 3.1 §8.9).
            if kind.isMultisampled, parameters.sampler.value(name, version) != nil { throw .invalidEnum("pname", name) }
            guard try parameters.sampler.set(name, values, version) else { throw .invalidEnum("pname", name) }
            guard kind != .rectangle || parameters.sampler.fitsRectangles else {
                throw .invalidEnum("parameter \(name.hexadecimal) of a rectangle texture", values.constant)
            }
        }
        texture.parameters = parameters
    }
    private static func level(_ values: ParameterValues) throws(GLError) -> Int {
        guard values.int >= 0 else { throw .invalidValue("the level is negative") }
        return values.int
    }
    private static func swizzle(_ values: ParameterValues) throws(GLError) -> GLenum {
        guard [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA, GL_ZERO, GL_ONE].contains(values.constant) else {
            throw .invalidEnum("the source of a component", values.constant)
        }
        return values.constant
    }

    private func textureParameter(_ target: GLenum, _ name: GLenum) throws(GLError) -> QueriedValue {
        let texture = try boundTexture(target: target), parameters = texture.parameters
        guard texture.kind != .buffer else { throw .invalidEnum("target", target) }
        let isES3 = version.hasES3
        switch name {
        case GL_TEXTURE_BASE_LEVEL where isES3: return .int(parameters.baseLevel)
        case GL_TEXTURE_MAX_LEVEL where isES3: return .int(parameters.maxLevel)
        case GL_TEXTURE_SWIZZLE_RGBA where version.isDesktop:
            let swizzle = parameters.swizzle
            return .constants([swizzle.red, swizzle.green, swizzle.blue, swizzle.alpha])
        case GL_TEXTURE_SWIZZLE_R where isES3: return .constant(parameters.swizzle.red)
        case GL_TEXTURE_SWIZZLE_G where isES3: return .constant(parameters.swizzle.green)
        case GL_TEXTURE_SWIZZLE_B where isES3: return .constant(parameters.swizzle.blue)
        case GL_TEXTURE_SWIZZLE_A where isES3: return .constant(parameters.swizzle.alpha)
        case GL_DEPTH_STENCIL_TEXTURE_MODE where version.hasES31: return .constant(parameters.depthStencilMode)
        case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE where version.hasES31: return .constant(GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE)
        case GL_TEXTURE_IMMUTABLE_FORMAT: return .int(texture.isImmutable ? 1 : 0)
        case GL_TEXTURE_IMMUTABLE_LEVELS where isES3: return .int(texture.immutableLevelCount ?? 0)
        default:
            guard let value = parameters.sampler.value(name, version) else { throw .invalidEnum("pname", name) }
            return value
        }
    }
}
