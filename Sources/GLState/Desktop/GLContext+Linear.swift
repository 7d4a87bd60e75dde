// GLContext+Linear: one-dimensional textures (OpenGL 3.3 §3.8.3). They are two-dimensional textures of one row; see LinearSamplers.

import Raster

extension GLContext {
    /// The target with which the functions of two dimensions reach the texture that is bound to GL_TEXTURE_1D. OpenGL has no such number, so that
    /// programs reach it only through the functions of one dimension.
    static let linearTarget: GLenum = 0xFFFF_0000 | GL_TEXTURE_1D

    private func checkLinear(_ target: GLenum) throws(GLError) {
        guard target == GL_TEXTURE_1D else { throw .invalidEnum("target", target) }
        guard textureUnits[activeUnit].linear != nil else { throw .invalidOperation("no texture is bound to GL_TEXTURE_1D") }
    }
    package func glTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLint, _ width: GLsizei, _ border: GLint, _ format: GLenum, _ type: GLenum,
                              _ pixels: UnsafeRawPointer?) throws(GLError) {
        if target == GL_PROXY_TEXTURE_1D { return specifyProxy(.d2, level, internalFormat, ImageBox(width: Int(width), height: 1)) }
        try checkLinear(target)
        try glTexImage2D(Self.linearTarget, level, internalFormat, width, 1, border, format, type, pixels)
    }
    package func glTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ width: GLsizei, _ format: GLenum, _ type: GLenum,
                                 _ pixels: UnsafeRawPointer?) throws(GLError) {
        try checkLinear(target)
        try glTexSubImage2D(Self.linearTarget, level, xoffset, 0, width, 1, format, type, pixels)
    }
    package func glTexStorage1D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei) throws(GLError) {
        try checkLinear(target)
        try glTexStorage2D(Self.linearTarget, levels, internalFormat, width, 1)
    }
    package func glCopyTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ x: GLint, _ y: GLint, _ width: GLsizei,
                                  _ border: GLint) throws(GLError) {
        try checkLinear(target)
        try glCopyTexImage2D(Self.linearTarget, level, internalFormat, x, y, width, 1, border)
    }
    package func glCopyTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ x: GLint, _ y: GLint, _ width: GLsizei) throws(GLError) {
        try checkLinear(target)
        try glCopyTexSubImage2D(Self.linearTarget, level, xoffset, 0, x, y, width, 1)
    }
    /// No compressed format has one-dimensional images (OpenGL 3.3 §3.8.4).
    package func glCompressedTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ width: GLsizei, _ border: GLint,
                                        _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) {
        throw .invalidEnum("internalformat", internalFormat)
    }
    package func glCompressedTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ width: GLsizei, _ format: GLenum, _ imageSize: GLsizei,
                                           _ data: UnsafeRawPointer?) throws(GLError) {
        throw .invalidEnum("format", format)
    }
    package func glFramebufferTexture1D(_ target: GLenum, _ attachment: GLenum, _ textarget: GLenum, _ texture: GLuint, _ level: GLint) throws(GLError) {
        guard texture == 0 || textarget == GL_TEXTURE_1D else { throw .invalidEnum("textarget", textarget) }
        try glFramebufferTexture2D(target, attachment, GL_TEXTURE_1D, texture, level)
    }
}
