// GLContext+Linear: one-dimensional textures (OpenGL 3.3 §3.8.3).

import Raster

extension GLContext {
    package func glTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLint, _ width: GLsizei, _ border: GLint, _ format: GLenum, _ type: GLenum,
                              _ pixels: UnsafeRawPointer?) throws(GLError) {
        let box = ImageBox(width: Int(width), height: 1)
        if TextureKind(proxy: target, version) == .d1 { return specifyProxy(.d1, level, internalFormat, box) }
        try specify(imageTarget(target, dimensions: 1).texture, 0, level, internalFormat, box, border, format, type, pixels)
    }
    package func glTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ width: GLsizei, _ format: GLenum, _ type: GLenum,
                                 _ pixels: UnsafeRawPointer?) throws(GLError) {
        let box = ImageBox(x: Int(xoffset), width: Int(width), height: 1)
        try replacePart(imageTarget(target, dimensions: 1).texture, 0, level, box, format, type, pixels)
    }
    package func glTexStorage1D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei) throws(GLError) {
        try store(target, dimensions: 1, levels, internalFormat) { _ in ImageBox(width: Int(width), height: 1) }
    }
    package func glCopyTexImage1D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ x: GLint, _ y: GLint, _ width: GLsizei,
                                  _ border: GLint) throws(GLError) {
        try copyImage(imageTarget(target, dimensions: 1), level, internalFormat, x, y, width, 1, border, "glCopyTexImage1D")
    }
    package func glCopyTexSubImage1D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ x: GLint, _ y: GLint, _ width: GLsizei) throws(GLError) {
        try copyPart(imageTarget(target, dimensions: 1), level, xoffset, 0, 0, x, y, width, 1, "glCopyTexSubImage1D")
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
}
