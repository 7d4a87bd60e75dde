// GLContext+TexImage: images of textures, and parts of images (OpenGL ES 3.0.6 §3.8.3, §3.8.5).

import Raster

extension GLContext {
    package func glTexImage2D(_ target: GLenum, _ level: GLint, _ internalFormat: GLint, _ width: GLsizei, _ height: GLsizei, _ border: GLint,
                              _ format: GLenum, _ type: GLenum, _ pixels: UnsafeRawPointer?) throws(GLError) {
        if let kind = TextureKind(proxy: target, version), kind.imageDimensions == 2 {
            return specifyProxy(kind, level, internalFormat, kind.box(width: width, height: height))
        }
        let (texture, face) = try imageTarget(target, dimensions: 2)
        try specify(texture, face, level, internalFormat, texture.kind.box(width: width, height: height), border, format, type, pixels)
    }
    package func glTexImage3D(_ target: GLenum, _ level: GLint, _ internalFormat: GLint, _ width: GLsizei, _ height: GLsizei, _ depth: GLsizei,
                              _ border: GLint, _ format: GLenum, _ type: GLenum, _ pixels: UnsafeRawPointer?) throws(GLError) {
        let box = ImageBox(width: Int(width), height: Int(height), depth: Int(depth))
        if let kind = TextureKind(proxy: target, version), kind.imageDimensions == 3 { return specifyProxy(kind, level, internalFormat, box) }
        let texture = try imageTarget(target, dimensions: 3).texture
        try specify(texture, 0, level, internalFormat, box, border, format, type, pixels)
    }

    func specify(_ texture: TextureObject, _ face: Int, _ level: GLint, _ internalFormat: GLint, _ box: ImageBox, _ border: GLint, _ format: GLenum,
                 _ type: GLenum, _ pixels: UnsafeRawPointer?) throws(GLError) {
        try checkTransfer(format, type)
        let name = GLenum(bitPattern: internalFormat)
        guard TransferFormat.isInternalFormat(name, version) else { throw .invalidValue("internalformat cannot be \(name.hexadecimal)") }
        try checkImageSize(texture.kind, level, box, border)
        guard let imageFormat = TransferFormat(name, format, type).imageFormat(version) else {
            throw .invalidOperation("pixels of format \(format.hexadecimal) and type \(type.hexadecimal) do not fit internal format \(name.hexadecimal)")
        }
        try checkVolumeFormat(imageFormat, texture.type)
        try checkMutable(texture)
        let layout = try PixelLayout(pixelStore.unpack, format, type, width: box.width, height: box.height, depth: box.depth, isVolume: texture.kind.isVolume)
        let source = try pixelSource(pixels, byteCount: layout.byteCount, typeSize: layout.typeSize)
        let image = TextureImage(format: imageFormat, internalFormat: name, width: box.width, height: box.height, depth: box.depth)
        try texture.define(image, level: Int(level), face: face, on: device)
        if let source { try replace(box, of: texture, level: Int(level), face: face, source, layout) }
    }

    package func glTexSubImage2D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ width: GLsizei, _ height: GLsizei,
                                 _ format: GLenum, _ type: GLenum, _ pixels: UnsafeRawPointer?) throws(GLError) {
        let (texture, face) = try imageTarget(target, dimensions: 2)
        try replacePart(texture, face, level, texture.kind.box(x: xoffset, y: yoffset, width: width, height: height), format, type, pixels)
    }
    package func glTexSubImage3D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ zoffset: GLint, _ width: GLsizei,
                                 _ height: GLsizei, _ depth: GLsizei, _ format: GLenum, _ type: GLenum, _ pixels: UnsafeRawPointer?) throws(GLError) {
        let texture = try imageTarget(target, dimensions: 3).texture
        let box = ImageBox(x: Int(xoffset), y: Int(yoffset), z: Int(zoffset), width: Int(width), height: Int(height), depth: Int(depth))
        try replacePart(texture, 0, level, box, format, type, pixels)
    }

    func replacePart(_ texture: TextureObject, _ face: Int, _ level: GLint, _ box: ImageBox, _ format: GLenum, _ type: GLenum,
                     _ pixels: UnsafeRawPointer?) throws(GLError) {
        try checkTransfer(format, type)
        let image = try checkedImage(texture, face, level, box)
        let fits = version.isDesktop ? DesktopFormat.fits(format, image.format) : TransferFormat(image.internalFormat, format, type).canReplacePart
        guard fits else {
            throw .invalidOperation("pixels of format \(format.hexadecimal) and type \(type.hexadecimal) do not fit the image's internal format"
                                    + " \(image.internalFormat.hexadecimal)")
        }
        let layout = try PixelLayout(pixelStore.unpack, format, type, width: box.width, height: box.height, depth: box.depth, isVolume: texture.kind.isVolume)
        if let source = try pixelSource(pixels, byteCount: layout.byteCount, typeSize: layout.typeSize) {
            try replace(box, of: texture, level: Int(level), face: face, source, layout)
        }
    }

    // MARK: Checks that several functions have in common

    private func checkTransfer(_ format: GLenum, _ type: GLenum) throws(GLError) {
        if version.isDesktop { return try DesktopFormat.check(format, type, version) }
        guard TransferFormat.isFormat(format, version) else { throw .invalidEnum("format", format) }
        guard TransferFormat.isType(type, version) else { throw .invalidEnum("type", type) }
    }
    /// Checks the number of a level, and the size of a new image for this level.
    func checkImageSize(_ kind: TextureKind, _ level: GLint, _ box: ImageBox, _ border: GLint) throws(GLError) {
        try checkLevel(kind, level)
        let limit = max(1, GLLimits.textureSize(kind) >> Int(level)), layers = GLLimits.textureDepth(kind)
        let depthLimit = kind == .d3 ? max(1, layers >> Int(level)) : layers
        guard (0...limit).contains(box.width), (0...limit).contains(box.height), (0...depthLimit).contains(box.depth) else {
            throw .invalidValue("an image of level \(level) cannot have \(box.width)×\(box.height)×\(box.depth) texels")
        }
        guard !kind.type.isCube || box.width == box.height else { throw .invalidValue("a face of a cube has as many rows as columns") }
        guard kind != .cubeArray || box.depth % 6 == 0 else { throw .invalidValue("an array of cubes has six layers for each cube, not \(box.depth) in all") }
        guard border == 0 else { throw .invalidValue("the border is not 0") }
    }
    func checkLevel(_ kind: TextureKind, _ level: GLint) throws(GLError) {
        let last = kind.hasMipmaps ? TextureDescriptor.fullMipLevelCount(width: GLLimits.textureSize(kind), height: 1) - 1 : 0
        guard (0...last).contains(Int(level)) else { throw .invalidValue("there is no level \(level)") }
    }
    /// Throws an error for a three-dimensional image of depth or stencil, because OpenGL has no such images.
    func checkVolumeFormat(_ format: GLFormat, _ type: TextureType) throws(GLError) {
        guard type != .d3 || format.isColor else { throw .invalidOperation("a three-dimensional texture cannot have depth or stencil") }
    }
    /// Throws an error if glTexStorage2D or a similar function has fixed the sizes and formats of the texture's images (§3.8.4).
    package func checkMutable(_ texture: TextureObject) throws(GLError) {
        guard !texture.isImmutable else { throw .invalidOperation("the texture's storage was fixed by glTexStorage") }
    }
    /// Returns the image in which a call replaces a box.
    /// - Throws: `invalidValue` if the box does not lie in the image, `invalidOperation` if there is no image.
    func checkedImage(_ texture: TextureObject, _ face: Int, _ level: GLint, _ box: ImageBox) throws(GLError) -> TextureImage {
        try checkLevel(texture.kind, level)
        guard box.width >= 0, box.height >= 0, box.depth >= 0 else { throw .invalidValue("a size of the part is negative") }
        guard let image = texture.image(level: Int(level), face: face) else { throw .invalidOperation("level \(level) has no image") }
        func isInside(_ start: Int, _ count: Int, _ size: Int) -> Bool { start >= 0 && start + count <= size }
        guard isInside(box.x, box.width, image.width), isInside(box.y, box.height, image.height), isInside(box.z, box.depth, image.depth) else {
            throw .invalidValue("the part does not lie in the image of \(image.width)×\(image.height)×\(image.depth) texels")
        }
        return image
    }
}
