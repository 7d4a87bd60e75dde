// GLContext+AttachedTextures: the functions with which desktop OpenGL attaches textures (OpenGL 3.3 §4.4.2).

import Raster

extension GLContext {
    package func glFramebufferTexture1D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        try attachImage(target, attachment, texture, level) { kind throws(GLError) in
            guard textarget == GL_TEXTURE_1D else { throw .invalidEnum("textarget", textarget) }
            return kind == .d1 ? textarget : nil
        }
    }
    package func glFramebufferTexture3D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint,
                                        _ zoffset: GLint) throws(GLError) {
        guard texture == 0 || textarget == GL_TEXTURE_3D else { throw .invalidEnum("textarget", textarget) }
        guard texture == 0 || share.textures[texture].map({ $0.kind == .d3 }) ?? true else {
            throw .invalidOperation("texture \(texture) is not three-dimensional")
        }
        try glFramebufferTextureLayer(target, attachment, texture, level, zoffset)
    }
    /// Attaches a level of a texture. If the level is a single image, the image is attached as by glFramebufferTexture2D. If the level has
    /// several layers, slices or faces, all of these images are attached.
    package func glFramebufferTexture(_ target: GLenum, _ attachment: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        guard texture == 0 || share.textures[texture] != nil else { throw .invalidValue("there is no texture \(texture)") }
        guard let object = share.textures[texture], object.kind == .cube || object.kind.hasLayers else {
            return try attachImage(target, attachment, texture, level) { kind throws(GLError) in
                guard kind != .buffer else { throw .invalidOperation("texels of a buffer cannot be drawn") }
                return kind.target
            }
        }
        try attachLayers(of: object, target, attachment, level)
    }
}
