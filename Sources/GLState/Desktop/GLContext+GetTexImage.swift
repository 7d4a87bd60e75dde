// GLContext+GetTexImage: images of textures that the program reads back (OpenGL 3.3 §6.1.4).

import Raster

extension GLContext {
    /// Returns the image of a target of glTexImage2D or glTexImage3D, and its texture; no image if the level has none.
    func queriedImage(_ target: GLenum, _ level: GLint) throws(GLError) -> (texture: TextureObject, image: TextureImage?) {
        let isVolume = target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY
        let (texture, face) = isVolume ? (try imageTarget3D(target), 0) : try imageTarget2D(target == GL_TEXTURE_1D ? Self.linearTarget : target)
        try checkLevel(texture.type, level)
        return (texture, texture.image(level: Int(level), face: face))
    }

    package func glGetTexImage(_ target: GLenum, _ level: GLint, _ format: GLenum, _ type: GLenum, _ pixels: UnsafeMutableRawPointer?) throws(GLError) {
        let (texture, found) = try queriedImage(target, level)
        try DesktopFormat.check(format, type, version)
        guard let image = found, let texels = image.texture else { return }
        guard DesktopFormat.fits(format, image.format) else { throw .invalidOperation("pixels of format \(format.hexadecimal) do not fit the image") }
        let layout = try PixelLayout(pixelStore.pack, format, type, width: image.width, height: image.height, depth: image.depth,
                                     isVolume: texture.type.isVolume)
        guard let memory = try pixelTarget(pixels, layout) else { return }
        texture.use.finish()
        try GLError.rethrowing { try texels.prepareForHostAccess() }
        for slice in 0..<image.depth {
            let attachment = Attachment(texels, level: image.textureLevel, slice: image.textureSlice + slice)
            let reader = PixelReader(attachment, to: ReadFormat(format: format, type: type), desktop: image.format, swapsBytes: layout.swapsBytes)
            reader.copy(PixelRect(x: 0, y: 0, width: image.width, height: image.height), to: memory + slice * layout.bytesPerImage, layout)
        }
    }
    /// The address to which a call writes pixels: the program's memory, or the pixel pack buffer; nil if there is none.
    private func pixelTarget(_ pointer: UnsafeMutableRawPointer?, _ layout: PixelLayout) throws(GLError) -> UnsafeMutableRawPointer? {
        guard let object = buffers.pixelPack else { return pointer }
        let offset = Int(bitPattern: pointer)
        guard object.map == nil else { throw .invalidOperation("the pixel pack buffer is mapped") }
        guard offset >= 0, offset % layout.typeSize == 0 else { throw .invalidOperation("the offset \(offset) is no multiple of \(layout.typeSize)") }
        guard layout.byteCount <= object.byteCount, offset <= object.byteCount - layout.byteCount else {
            throw .invalidOperation("the pixels reach beyond the end of the pixel pack buffer")
        }
        object.use.finish()
        guard let buffer = object.buffer else { return nil }
        buffer.hostVersion &+= 1
        return buffer.base + offset
    }

    /// Compressed images are stored decoded, so their blocks cannot be given back.
    package func glGetCompressedTexImage(_ target: GLenum, _ level: GLint, _ img: UnsafeMutableRawPointer?) throws(GLError) {
        _ = try queriedImage(target, level)
        throw .invalidOperation("blocks of compressed images are decoded when they are uploaded, and cannot be read back")
    }
}

/// The images that a program asked about with a proxy target, by the proxy's type (OpenGL 3.3 §3.8.17).
package struct TextureProxies {
    private var images: [TextureType: TextureImage] = [:]
    package init() {}
    subscript(type: TextureType) -> TextureImage? {
        get { images[type] }
        set { images[type] = newValue }
    }

    static func type(_ target: GLenum) -> TextureType? {
        switch target {
        case GL_PROXY_TEXTURE_2D, GL_PROXY_TEXTURE_1D: .d2
        case GL_PROXY_TEXTURE_3D: .d3
        case GL_PROXY_TEXTURE_CUBE_MAP: .cube
        case GL_PROXY_TEXTURE_2D_ARRAY: .d2Array
        default: nil
        }
    }
}

extension GLContext {
    /// Notes whether an image could be made; it has no size if it could not.
    func specifyProxy(_ type: TextureType, _ level: GLint, _ internalFormat: GLint, _ box: ImageBox) {
        let name = GLenum(bitPattern: internalFormat)
        do throws(GLError) {
            try checkImageSize(type, level, box.width, box.height, box.depth, 0)
            proxies[type] = DesktopFormat.image(name, version).map {
                TextureImage(format: $0, internalFormat: name, width: box.width, height: box.height, depth: box.depth)
            }
        } catch {
            proxies[type] = nil
        }
    }
}
