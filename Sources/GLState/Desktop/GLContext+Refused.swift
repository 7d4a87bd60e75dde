// GLContext+Refused: functions of OpenGL 3.3 for kinds of textures and images that Raster does not have: one-dimensional textures,
// arrays of multisampled textures, and layered attachments. They raise GL_INVALID_OPERATION, and the debug output says why.

import Raster

extension GLContext {
    private static let noOneDimensionalTextures = GLError.invalidOperation("Raster has no one-dimensional textures; use a texture of one row")

    package func glTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLint, _ width: GLsizei, _ border: GLint, _ format: GLenum, _ type: GLenum,
                              _ pixels: UnsafeRawPointer?) throws(GLError) { throw Self.noOneDimensionalTextures }
    package func glTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ width: GLsizei, _ format: GLenum, _ type: GLenum,
                                 _ pixels: UnsafeRawPointer?) throws(GLError) { throw Self.noOneDimensionalTextures }
    package func glTexStorage1D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei) throws(GLError) {
        throw Self.noOneDimensionalTextures
    }
    package func glCompressedTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ width: GLsizei, _ border: GLint,
                                        _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) { throw Self.noOneDimensionalTextures }
    package func glCompressedTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ width: GLsizei, _ format: GLenum, _ imageSize: GLsizei,
                                           _ data: UnsafeRawPointer?) throws(GLError) { throw Self.noOneDimensionalTextures }
    package func glCopyTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ x: GLint, _ y: GLint, _ width: GLsizei,
                                  _ border: GLint) throws(GLError) { throw Self.noOneDimensionalTextures }
    package func glCopyTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ x: GLint, _ y: GLint, _ width: GLsizei) throws(GLError) {
        throw Self.noOneDimensionalTextures
    }
    package func glFramebufferTexture1D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        guard texture == 0 else { throw Self.noOneDimensionalTextures }
        try glFramebufferTexture2D(target, attachment, GL_TEXTURE_2D, 0, 0)
    }

    package func glTexImage3DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                         _ depth: GLsizei, _ fixedsamplelocations: GLboolean) throws(GLError) {
        throw .invalidOperation("Raster has no arrays of textures with several samples; use a renderbuffer with glRenderbufferStorageMultisample")
    }

    // MARK: Attachments

    package func glFramebufferTexture3D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint,
                                        _ zoffset: GLint) throws(GLError) {
        guard texture == 0 || textarget == GL_TEXTURE_3D else { throw .invalidEnum("textarget", textarget) }
        try glFramebufferTextureLayer(target, attachment, texture, level, zoffset)
    }
    /// A texture of one image is attached as by glFramebufferTexture2D; all layers of a texture cannot be attached at once.
    package func glFramebufferTexture(_ target: GLenum, _ attachment: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        if texture != 0 {
            guard let object = share.textures[texture] else { throw .invalidValue("there is no texture \(texture)") }
            guard object.type == .d2 else { throw .invalidOperation("Raster has no layered attachments, because it has no geometry shaders") }
            return try glFramebufferTexture2D(target, attachment, object.target, texture, level)
        }
        try glFramebufferTexture2D(target, attachment, GL_TEXTURE_2D, 0, level)
    }
}
