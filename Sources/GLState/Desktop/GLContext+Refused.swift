// GLContext+Refused: functions of OpenGL 3.3 for kinds of images that Raster does not have: arrays of multisampled textures, and layered
// attachments. They raise GL_INVALID_OPERATION, and the debug output says why.

import Raster

extension GLContext {
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
