// GLContext+GetTexImage: images of textures that the program reads back (OpenGL 3.3 §6.1.4).

import Raster

extension GLContext {
    /// Returns the texture that is bound to a target of glTexImage1D to glTexImage3D, and the image of a level; the image is nil if the
    /// level has no image.
    func queriedImage(_ target: GLenum, _ level: GLint) throws(GLError) -> (texture: TextureObject, image: TextureImage?) {
        let (texture, face) = try imageTarget(target, dimensions: TextureKind(target: target, version)?.imageDimensions ?? 2)
        try checkLevel(texture.kind, level)
        return (texture, texture.image(level: Int(level), face: face))
    }

    package func glGetTexImage(_ target: GLenum, _ level: GLint, _ format: GLenum, _ type: GLenum, _ pixels: UnsafeMutableRawPointer?) throws(GLError) {
        let (texture, found) = try queriedImage(target, level)
        try DesktopFormat.check(format, type, version)
        guard let image = found, let texels = image.texture else { return }
        guard DesktopFormat.fits(format, image.format) else { throw .invalidOperation("pixels of format \(format.hexadecimal) do not fit the image") }
        let layout = try PixelLayout(pixelStore.pack, format, type, width: image.width, height: image.height, depth: image.depth,
                                     isVolume: texture.kind.isVolume)
        guard let memory = try pixelTarget(pixels, byteCount: layout.byteCount, typeSize: layout.typeSize) else { return }
        texture.use.finish()
        try GLError.rethrowing { try texels.prepareForHostAccess() }
        for slice in 0..<image.depth {
            let attachment = Attachment(texels, level: image.textureLevel, slice: image.textureSlice + slice)
            let reader = PixelReader(attachment, to: ReadFormat(format: format, type: type), desktop: image.format, swapsBytes: layout.swapsBytes)
            reader.copy(PixelRect(x: 0, y: 0, width: image.width, height: image.height), to: memory + slice * layout.bytesPerImage, layout)
        }
    }
    /// Returns the address to which a call writes pixels: in the program's memory, or in the pixel pack buffer; nil if the program passes
    /// NULL, or if the buffer is empty.
    private func pixelTarget(_ pointer: UnsafeMutableRawPointer?, byteCount: Int, typeSize: Int) throws(GLError) -> UnsafeMutableRawPointer? {
        guard let object = buffers.pixelPack else { return pointer }
        let offset = Int(bitPattern: pointer)
        guard object.map == nil else { throw .invalidOperation("the pixel pack buffer is mapped") }
        guard offset >= 0, offset % typeSize == 0 else { throw .invalidOperation("the offset \(offset) is no multiple of \(typeSize)") }
        guard byteCount <= object.byteCount, offset <= object.byteCount - byteCount else {
            throw .invalidOperation("the pixels reach beyond the end of the pixel pack buffer")
        }
        object.use.finish()
        guard let buffer = object.buffer else { return nil }
        buffer.hostVersion &+= 1
        return buffer.base + offset
    }

    package func glGetCompressedTexImage(_ target: GLenum, _ level: GLint, _ img: UnsafeMutableRawPointer?) throws(GLError) {
        let (texture, image) = try queriedImage(target, level)
        guard image?.format.compressed != nil else { throw .invalidOperation("level \(level) has no compressed image") }
        guard let blocks = texture.blocks(level: Int(level), face: FramebufferAttachment.face(of: target)) else {
            throw .invalidOperation("the blocks of the image are not known: it shows an image of EGL")
        }
        guard let memory = try pixelTarget(img, byteCount: blocks.bytes.count, typeSize: 1) else { return }
        blocks.bytes.withUnsafeBytes { if let start = $0.baseAddress { memory.copyMemory(from: start, byteCount: $0.count) } }
    }
}

extension GLContext {
    /// If the image could be made, records it as the proxy's image. If the image could not be made, the proxy has no image, and queries
    /// return the size 0.
    func specifyProxy(_ kind: TextureKind, _ level: GLint, _ internalFormat: GLint, _ box: ImageBox) {
        let name = GLenum(bitPattern: internalFormat)
        do throws(GLError) {
            try checkImageSize(kind, level, box, 0)
            proxies[kind] = DesktopFormat.image(name, version).map {
                TextureImage(format: $0, internalFormat: name, width: box.width, height: box.height, depth: box.depth)
            }
        } catch {
            proxies[kind] = nil
        }
    }
}
