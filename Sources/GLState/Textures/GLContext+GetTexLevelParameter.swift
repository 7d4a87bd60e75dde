// GLContext+GetTexLevelParameter: properties of textures' images (OpenGL ES 3.1 §8.10.3, OpenGL 3.3 §6.1.3).

import Raster

extension GLContext {
    package func glGetTexLevelParameteriv(_ target: GLenum, _ level: GLint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLint>?) throws(GLError) {
        let value = try levelParameter(target, level, pname)
        params?.pointee = GLint(clamping: value)
    }
    package func glGetTexLevelParameterfv(_ target: GLenum, _ level: GLint, _ pname: GLenum, _ params: UnsafeMutablePointer<GLfloat>?) throws(GLError) {
        let value = try levelParameter(target, level, pname)
        params?.pointee = GLfloat(value)
    }
    private func levelParameter(_ target: GLenum, _ level: GLint, _ pname: GLenum) throws(GLError) -> Int {
        if target == GL_TEXTURE_2D_MULTISAMPLE, version.hasES31 {
            guard level == 0 else { throw .invalidValue("a multisampled texture has only level 0") }
            return try property(pname, of: textureUnits[activeUnit].multisampled?.image(level: 0))
        }
        // A proxy says whether an image could be made; see glTexImage2D.
        let image = if version.isDesktop, let proxy = TextureProxies.type(target) { proxies[proxy] } else { try queriedImage(target, level).image }
        return try property(pname, of: image)
    }
    private func property(_ pname: GLenum, of image: TextureImage?) throws(GLError) -> Int {
        let bits = image?.format.bits ?? GLFormat.Bits(), base = image?.format.base
        let kind = Int(image?.format.componentType ?? GL_NONE)
        let isLuminance = base == .luminance || base == .luminanceAlpha
        switch pname {
        case GL_TEXTURE_WIDTH: return image?.width ?? 0
        case GL_TEXTURE_HEIGHT: return image?.height ?? 0
        case GL_TEXTURE_DEPTH: return image?.depth ?? 0
        case GL_TEXTURE_INTERNAL_FORMAT: return Int(image?.internalFormat ?? (version.isES ? GL_R8 : GL_RGBA))
        case GL_TEXTURE_RED_SIZE: return isLuminance ? 0 : bits.red
        case GL_TEXTURE_GREEN_SIZE: return bits.green
        case GL_TEXTURE_BLUE_SIZE: return bits.blue
        case GL_TEXTURE_ALPHA_SIZE: return bits.alpha
        case GL_TEXTURE_DEPTH_SIZE: return bits.depth
        case GL_TEXTURE_STENCIL_SIZE: return bits.stencil
        case GL_TEXTURE_SHARED_SIZE: return image?.format.internalFormat == GL_RGB9_E5 ? 5 : 0
        case GL_TEXTURE_RED_TYPE: return bits.red > 0 ? kind : 0
        case GL_TEXTURE_GREEN_TYPE: return bits.green > 0 ? kind : 0
        case GL_TEXTURE_BLUE_TYPE: return bits.blue > 0 ? kind : 0
        case GL_TEXTURE_ALPHA_TYPE: return bits.alpha > 0 ? kind : 0
        case GL_TEXTURE_DEPTH_TYPE: return bits.depth > 0 ? kind : 0
        case GL_TEXTURE_COMPRESSED: return image?.format.compressed == nil ? 0 : 1
        case GL_TEXTURE_COMPRESSED_IMAGE_SIZE where version.isDesktop:
            throw .invalidOperation("blocks of compressed images are decoded when they are uploaded, and cannot be read back")
        case GL_TEXTURE_SAMPLES: return image?.samples ?? 0
        case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: return image?.hasFixedSampleLocations == false ? 0 : 1
        case GL_TEXTURE_BUFFER_DATA_STORE_BINDING where version.isDesktop: return 0
        default: throw .invalidEnum("pname", pname)
        }
    }
}
