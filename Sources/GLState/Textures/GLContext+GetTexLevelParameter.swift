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
        // The size of a proxy's image shows whether the image could be made; see glTexImage2D.
        if let kind = TextureKind(proxy: target, version) { return try property(pname, of: proxies[kind], kind) }
        if let kind = TextureKind(target: target, version), kind.imageDimensions == 0 {
            try checkLevel(kind, level)
            let texture = boundTexture(kind)
            return try kind == .buffer ? property(pname, of: texture.bufferTexels) : property(pname, of: texture.image(level: 0), kind)
        }
        let (texture, image) = try queriedImage(target, level)
        return try property(pname, of: image, texture.kind)
    }
    /// Returns a property of a buffer texture. The texels of a buffer texture count as an image with one row (OpenGL 3.3 §6.1.3,
    /// ARB_texture_buffer_range).
    private func property(_ pname: GLenum, of texels: BufferTexture?) throws(GLError) -> Int {
        switch pname {
        case GL_TEXTURE_BUFFER_DATA_STORE_BINDING: return Int(texels?.object.name ?? 0)
        case GL_TEXTURE_BUFFER_OFFSET: return texels?.offset ?? 0
        case GL_TEXTURE_BUFFER_SIZE: return texels.map { $0.byteCount ?? $0.object.byteCount } ?? 0
        default:
            let image = texels.map { TextureImage(format: $0.format, internalFormat: $0.format.internalFormat, width: $0.texelCount, height: 1) }
            return try property(pname, of: image, .buffer)
        }
    }
    private func property(_ pname: GLenum, of image: TextureImage?, _ kind: TextureKind) throws(GLError) -> Int {
        let bits = image?.format.bits ?? GLFormat.Bits(), base = image?.format.base
        let numbers = Int(image?.format.componentType ?? GL_NONE)
        let isLuminance = base == .luminance || base == .luminanceAlpha
        switch pname {
        case GL_TEXTURE_WIDTH: return image?.width ?? 0
        // In a one-dimensional array, the layers count as the rows of the image.
        case GL_TEXTURE_HEIGHT: return (kind == .d1Array ? image?.depth : image?.height) ?? 0
        case GL_TEXTURE_DEPTH: return (kind == .d1Array ? image?.height : image?.depth) ?? 0
        case GL_TEXTURE_INTERNAL_FORMAT: return Int(image?.internalFormat ?? (version.isES ? GL_R8 : GL_RGBA))
        case GL_TEXTURE_RED_SIZE: return isLuminance ? 0 : bits.red
        case GL_TEXTURE_GREEN_SIZE: return bits.green
        case GL_TEXTURE_BLUE_SIZE: return bits.blue
        case GL_TEXTURE_ALPHA_SIZE: return bits.alpha
        case GL_TEXTURE_DEPTH_SIZE: return bits.depth
        case GL_TEXTURE_STENCIL_SIZE: return bits.stencil
        case GL_TEXTURE_SHARED_SIZE: return image?.format.internalFormat == GL_RGB9_E5 ? 5 : 0
        case GL_TEXTURE_RED_TYPE: return bits.red > 0 ? numbers : 0
        case GL_TEXTURE_GREEN_TYPE: return bits.green > 0 ? numbers : 0
        case GL_TEXTURE_BLUE_TYPE: return bits.blue > 0 ? numbers : 0
        case GL_TEXTURE_ALPHA_TYPE: return bits.alpha > 0 ? numbers : 0
        case GL_TEXTURE_DEPTH_TYPE: return bits.depth > 0 ? numbers : 0
        case GL_TEXTURE_COMPRESSED: return image?.format.compressed == nil ? 0 : 1
        case GL_TEXTURE_COMPRESSED_IMAGE_SIZE where version.isDesktop:
            guard let image, let compressed = image.format.compressed else { throw .invalidOperation("the image is not compressed") }
            return compressed.byteCount(width: image.width, height: image.height, depth: image.depth)
        case GL_TEXTURE_SAMPLES: return image?.samples ?? 0
        case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: return image?.hasFixedSampleLocations == false ? 0 : 1
        case GL_TEXTURE_BUFFER_DATA_STORE_BINDING, GL_TEXTURE_BUFFER_OFFSET, GL_TEXTURE_BUFFER_SIZE: return 0
        default: throw .invalidEnum("pname", pname)
        }
    }
}
