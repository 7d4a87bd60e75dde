// GLContext+Multisample: textures with several samples (OpenGL ES 3.1 §8.8, OpenGL 3.3 §3.8.4).

import Raster

extension GLContext {
    package func glTexImage2DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                         _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(target, samples, internalFormat, width, height, smallestSize: 0, isImmutable: false, fixedsamplelocations)
    }
    package func glTexStorage2DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                           _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(target, samples, internalFormat, width, height, smallestSize: 1, isImmutable: true, fixedsamplelocations)
    }
    private func specifyMultisampled(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                     smallestSize: Int, isImmutable: Bool, _ fixedSampleLocations: GLboolean) throws(GLError) {
        guard target == GL_TEXTURE_2D_MULTISAMPLE, version.hasES31 else { throw .invalidEnum("target", target) }
        guard let format = renderbufferFormat(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        guard samples > 0 else { throw .invalidValue("the number of samples is not positive") }
        let sizes = smallestSize...GLLimits.textureSize
        guard sizes.contains(Int(width)), sizes.contains(Int(height)) else {
            throw .invalidValue("an image of \(width)×\(height) texels is too small or too large")
        }
        guard samples <= (format.isInteger ? GLLimits.integerSamples : GLLimits.samples) else {
            throw .invalidOperation("a texture of this format cannot have \(samples) samples")
        }
        guard let texture = textureUnits[activeUnit].multisampled else { throw .invalidOperation("no texture is bound to GL_TEXTURE_2D_MULTISAMPLE") }
        try checkMutable(texture)
        var image = TextureImage(format: format, internalFormat: internalFormat, width: Int(width), height: Int(height))
        image.samples = GLLimits.sampleCount(atLeast: Int(samples))
        image.hasFixedSampleLocations = fixedSampleLocations != 0
        try texture.defineMultisampled(image, isImmutable: isImmutable, on: device)
    }
}
