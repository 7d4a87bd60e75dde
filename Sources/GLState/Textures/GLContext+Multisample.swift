// GLContext+Multisample: textures with several samples per texel, and arrays of such textures (OpenGL ES 3.1 §8.8, OpenGL 3.3 §3.8.4).

import Raster

extension GLContext {
    package func glTexImage2DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                         _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(.multisampled, target, samples, internalFormat, (width, height, 1), isImmutable: false, fixedsamplelocations)
    }
    package func glTexStorage2DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                           _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(.multisampled, target, samples, internalFormat, (width, height, 1), isImmutable: true, fixedsamplelocations)
    }
    package func glTexImage3DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                         _ depth: GLsizei, _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(.multisampledArray, target, samples, internalFormat, (width, height, depth), isImmutable: false, fixedsamplelocations)
    }
    package func glTexStorage3DMultisample(_ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                           _ depth: GLsizei, _ fixedsamplelocations: GLboolean) throws(GLError) {
        try specifyMultisampled(.multisampledArray, target, samples, internalFormat, (width, height, depth), isImmutable: true, fixedsamplelocations)
    }

    private func specifyMultisampled(_ kind: TextureKind, _ target: GLenum, _ samples: GLsizei, _ internalFormat: GLenum,
                                     _ size: (width: GLsizei, height: GLsizei, depth: GLsizei), isImmutable: Bool,
                                     _ fixedSampleLocations: GLboolean) throws(GLError) {
        if !isImmutable, TextureKind(proxy: target, version) == kind {
            proxies[kind] = try? multisampledImage(kind, samples, internalFormat, size, smallestSize: 0, fixedSampleLocations)
            return
        }
        guard TextureKind(target: target, version) == kind else { throw .invalidEnum("target", target) }
        let image = try multisampledImage(kind, samples, internalFormat, size, smallestSize: isImmutable ? 1 : 0, fixedSampleLocations)
        let texture = boundTexture(kind)
        guard !isImmutable || texture.name != 0 else { throw .invalidOperation("no texture is bound") }
        try checkMutable(texture)
        try texture.defineMultisampled(image, isImmutable: isImmutable, on: device)
    }
    private func multisampledImage(_ kind: TextureKind, _ samples: GLsizei, _ internalFormat: GLenum, _ size: (width: GLsizei, height: GLsizei, depth: GLsizei),
                                   smallestSize: Int, _ fixedSampleLocations: GLboolean) throws(GLError) -> TextureImage {
        guard let format = renderbufferFormat(internalFormat) else { throw .invalidEnum("internalformat", internalFormat) }
        guard samples > 0 else { throw .invalidValue("the number of samples is not positive") }
        let sizes = smallestSize...GLLimits.textureSize, depths = smallestSize...GLLimits.textureDepth(kind)
        guard sizes.contains(Int(size.width)), sizes.contains(Int(size.height)), depths.contains(Int(size.depth)) else {
            throw .invalidValue("an image of \(size.width)×\(size.height)×\(size.depth) texels is too small or too large")
        }
        guard samples <= (format.isInteger ? GLLimits.integerSamples : GLLimits.samples) else {
            throw .invalidOperation("a texture of this format cannot have \(samples) samples")
        }
        var image = TextureImage(format: format, internalFormat: internalFormat, width: Int(size.width), height: Int(size.height), depth: Int(size.depth))
        image.samples = GLLimits.sampleCount(atLeast: Int(samples))
        image.hasFixedSampleLocations = fixedSampleLocations != 0
        return image
    }
}
