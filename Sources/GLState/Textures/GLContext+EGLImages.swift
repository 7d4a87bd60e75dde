// GLContext+EGLImages: makes EGL images from a context's textures and renderbuffers (EGL_KHR_gl_texture_2D_image,
// EGL_KHR_gl_renderbuffer_image).

import Raster

extension GLContext {
    /// The reason why an EGL image cannot be made from an object.
    package enum ImageRefusal: Error {
        /// No texture or renderbuffer has the name, or the object has no texels or is incomplete (EGL_BAD_PARAMETER).
        case badObject(String)
        /// The level does not exist (EGL_BAD_MATCH).
        case badLevel(String)
        /// The object already shows the texels of an EGL image (EGL_BAD_ACCESS).
        case isShared
    }

    /// Makes an image of one layer, slice or face of a texture's level.
    package func makeImage(texture name: GLuint, target: GLenum, level: Int, layer: Int) throws(ImageRefusal) -> EGLImageSource {
        guard name != 0, let texture = share.textures[name], texture.target == target else {
            throw .badObject("\(name) is the name of no texture of this kind")
        }
        guard !texture.isShared else { throw .isShared }
        guard level >= 0, level < GLLimits.textureLevels else { throw .badLevel("the texture has no level \(level)") }
        guard texture.hasOnlyLevelZero ? level == 0 : texture.isMipmapComplete else {
            throw .badObject("the texture has several levels and is incomplete, or it lacks level \(level)")
        }
        guard texture.isCubeComplete else { throw .badObject("the faces of the cube do not fit together") }
        texture.use.finish()
        guard texture.image(level: level)?.texture != nil else { throw .badLevel("the texture has no level \(level)") }
        guard let source = texture.makeImageSource(level: level, layer: layer) else { throw .badObject("the texture has no slice \(layer)") }
        return source
    }
    /// Makes an image of a renderbuffer.
    package func makeImage(renderbuffer name: GLuint) throws(ImageRefusal) -> EGLImageSource {
        guard name != 0, let renderbuffer = share.renderbuffers[name] else { throw .badObject("\(name) is the name of no renderbuffer") }
        guard !renderbuffer.isShared else { throw .isShared }
        guard renderbuffer.samples == 0 else { throw .badObject("the renderbuffer is multisampled") }
        renderbuffer.use.finish()
        guard let source = renderbuffer.makeImageSource() else { throw .badObject("the renderbuffer has no image") }
        return source
    }
}

extension TextureObject {
    /// Whether no level above level 0 is defined.
    fileprivate var hasOnlyLevelZero: Bool {
        (0..<faceCount).allSatisfy { face in (1..<GLLimits.textureLevels).allSatisfy { image(level: $0, face: face) == nil } }
    }
    /// Whether the levels from the base level on form a mipmap (OpenGL ES 3.0.6 §3.8.10).
    fileprivate var isMipmapComplete: Bool {
        guard let levels = mipmapLevels(), let base = image(level: levels.lowerBound) else { return false }
        return levels.allSatisfy { level in
            let size = base.size(type, reducedBy: level - levels.lowerBound)
            return (0..<faceCount).allSatisfy { image(level: level, face: $0)?.isAlike(base, size) ?? false }
        }
    }
}
