// GLContext+TexStorage: textures whose sizes never change (OpenGL ES 3.0.6 §3.8.4), mipmaps that are computed (§3.8.10.5), and textures
// that show an image of EGL (OES_EGL_image).

import Raster

extension GLContext {
    package func glTexStorage2D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        if target == Self.linearTarget { return try store(imageTarget2D(target).texture, levels, internalFormat, Int(width), Int(height), 1) }
        guard let type = textureType(target), type == .d2 || type == .cube else { throw .invalidEnum("target", target) }
        try store(boundTexture(type), levels, internalFormat, Int(width), Int(height), 1)
    }
    package func glTexStorage3D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                _ depth: GLsizei) throws(GLError) {
        guard let type = textureType(target), type == .d3 || type == .d2Array else { throw .invalidEnum("target", target) }
        try store(boundTexture(type), levels, internalFormat, Int(width), Int(height), Int(depth))
    }

    private func store(_ texture: TextureObject, _ levels: GLsizei, _ internalFormat: GLenum, _ width: Int, _ height: Int, _ depth: Int) throws(GLError) {
        guard let format = FormatTable.sized(internalFormat), format.isStorageFormat(version) else { throw .invalidEnum("internalformat", internalFormat) }
        guard levels >= 1, width >= 1, height >= 1, depth >= 1 else { throw .invalidValue("the levels or sizes are below 1") }
        try checkImageSize(texture.type, 0, width, height, depth, 0)
        try checkVolumeFormat(format, texture.type)
        if format.compressed != nil { try checkCompressedType(format, texture.type) }
        let image = TextureImage(format: format, internalFormat: internalFormat, width: width, height: height, depth: depth)
        let most = image.fullLevelCount(texture.type)
        guard Int(levels) <= most else { throw .invalidOperation("a texture of this size has \(most) levels, not \(levels)") }
        guard texture.name != 0 else { throw .invalidOperation("no texture is bound") }
        try checkMutable(texture)
        try texture.defineAll(image, levelCount: Int(levels), on: device)
    }

    package func glGenerateMipmap(_ target: GLenum) throws(GLError) {
        let texture = try boundTexture(target: target)
        guard let levels = texture.mipmapLevels(), let base = texture.image(level: levels.lowerBound) else {
            throw .invalidOperation("the base level has no image")
        }
        guard texture.isCubeComplete else { throw .invalidOperation("the faces of the base level differ") }
        guard base.format.compressed == nil else { throw .invalidOperation("levels of compressed images cannot be computed") }
        // Unsized formats are allowed, except those of depth. sRGB without an alpha is not colour-renderable.
        guard base.format.isColor, version.isDesktop || base.format.isFilterable && (base.isUnsized || base.format.isColorRenderable(version)) else {
            throw .invalidOperation("levels of format \(base.internalFormat.hexadecimal) cannot be computed")
        }
        guard levels.count > 1, let levelsTexture = try texture.consolidate(levels, keepsTexels: false, on: device) else { return }
        commands.append(.generateMipmaps(levelsTexture))
        texture.use.mark(commands)
    }

    package func glEGLImageTargetTexture2DOES(_ target: GLenum, _ image: UnsafeMutableRawPointer?) throws(GLError) {
        guard target == GL_TEXTURE_2D else { throw .invalidEnum("target", target) }
        guard let source = EGLImageSource.find(image) else { throw .invalidValue("the image does not exist") }
        let texture = boundTexture(.d2)
        try checkMutable(texture)
        texture.show(source)
    }
}

extension GLFormat {
    /// Whether glTexStorage2D accepts the format. In OpenGL ES 2.0 these are the formats of EXT_texture_storage.
    fileprivate func isStorageFormat(_ version: GLVersion) -> Bool {
        if compressed != nil { return isCompressedFormat(version) }
        if base == .stencil { return false }
        return version.hasES3 || Self.sizedFormatsOfES2.contains(internalFormat)
    }
}
