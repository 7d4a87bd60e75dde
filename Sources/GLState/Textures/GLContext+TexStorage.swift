// GLContext+TexStorage: makes textures whose sizes never change (OpenGL ES 3.0.6 §3.8.4), computes mipmaps (§3.8.10.5), and makes textures
// show EGL images (OES_EGL_image).

import Raster

extension GLContext {
    package func glTexStorage2D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        try store(target, dimensions: 2, levels, internalFormat) { $0.box(width: width, height: height) }
    }
    package func glTexStorage3D(_ target: GLenum, _ levels: GLsizei, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei,
                                _ depth: GLsizei) throws(GLError) {
        try store(target, dimensions: 3, levels, internalFormat) { _ in ImageBox(width: Int(width), height: Int(height), depth: Int(depth)) }
    }

    /// - Parameters:
    ///   - dimensions: The number of dimensions, which is part of the function's name.
    ///   - box: Returns the box of level 0.
    func store(_ target: GLenum, dimensions: Int, _ levels: GLsizei, _ internalFormat: GLenum, _ box: (TextureKind) -> ImageBox) throws(GLError) {
        guard let kind = TextureKind(target: target, version), kind.imageDimensions == dimensions else { throw .invalidEnum("target", target) }
        let texture = boundTexture(kind), box = box(kind)
        guard let format = FormatTable.sized(internalFormat), format.isStorageFormat(version) else { throw .invalidEnum("internalformat", internalFormat) }
        guard levels >= 1, box.width >= 1, box.height >= 1, box.depth >= 1 else { throw .invalidValue("the levels or sizes are below 1") }
        try checkImageSize(kind, 0, box, 0)
        try checkVolumeFormat(format, texture.type)
        if format.compressed != nil { try checkCompressedType(format, texture.type) }
        let image = TextureImage(format: format, internalFormat: internalFormat, width: box.width, height: box.height, depth: box.depth)
        let most = kind.hasMipmaps ? image.fullLevelCount(kind.type) : 1
        guard Int(levels) <= most else { throw .invalidOperation("a texture of this size has \(most) levels, not \(levels)") }
        guard texture.name != 0 else { throw .invalidOperation("no texture is bound") }
        try checkMutable(texture)
        try texture.defineAll(image, levelCount: Int(levels), on: device)
    }

    package func glGenerateMipmap(_ target: GLenum) throws(GLError) {
        let texture = try boundTexture(target: target)
        guard texture.kind.hasMipmaps else { throw .invalidEnum("target", target) }
        guard let levels = texture.mipmapLevels(), let base = texture.image(level: levels.lowerBound) else {
            throw .invalidOperation("the base level has no image")
        }
        guard texture.isCubeComplete else { throw .invalidOperation("the faces of the base level differ") }
        guard base.format.compressed == nil else { throw .invalidOperation("levels of compressed images cannot be computed") }
        // Unsized formats are allowed, except for unsized depth formats. A sized format must be colour-renderable, so sRGB without alpha is
        // not allowed.
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
    /// Returns whether glTexStorage2D accepts the format. OpenGL ES 2.0 accepts the formats of EXT_texture_storage.
    fileprivate func isStorageFormat(_ version: GLVersion) -> Bool {
        if compressed != nil { return isCompressedFormat(version) }
        if base == .stencil { return version.hasES31 }
        return version.hasES3 || Self.sizedFormatsOfES2.contains(internalFormat)
    }
}
