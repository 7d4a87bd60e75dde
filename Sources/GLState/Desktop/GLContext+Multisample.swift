// GLContext+Multisample: textures with several samples (OpenGL 3.3 §3.8.4). They can be attached to framebuffers, drawn and resolved with
// glBlitFramebuffer. Shaders cannot read them: the compiler refuses sampler2DMS.

import Raster

extension GLContext {
    package func glTexImage2DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                         _ fixedsamplelocations: GLboolean) throws(GLError) {
        guard target == GL_TEXTURE_2D_MULTISAMPLE else { throw .invalidEnum("target", target) }
        guard let format = renderbufferFormat(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        guard samples > 0 else { throw .invalidValue("the number of samples is not positive") }
        guard samples <= (format.isInteger ? 1 : GLLimits.samples) else {
            throw .invalidOperation("a texture of this format cannot have \(samples) samples")
        }
        let sizes = 0...GLLimits.textureSize
        guard sizes.contains(Int(width)), sizes.contains(Int(height)) else {
            throw .invalidValue("an image of \(width)×\(height) texels is negative or too large")
        }
        guard let texture = textureUnits[activeUnit].multisampled else { throw .invalidOperation("no texture is bound to GL_TEXTURE_2D_MULTISAMPLE") }
        let image = TextureImage(format: format, internalFormat: internalFormat, width: Int(width), height: Int(height))
        try texture.defineMultisampled(image, samples: format.isInteger ? 1 : GLLimits.samples, on: device)
    }
}
