import Raster

/// A format and type of glReadPixels (OpenGL ES 3.0.6 §4.3.2).
package struct ReadFormat: Equatable {
    package var format: GLenum
    package var type: GLenum

    /// Returns the pair that fits an image best: GL_IMPLEMENTATION_COLOR_READ_FORMAT and GL_IMPLEMENTATION_COLOR_READ_TYPE. Pixels of this
    /// format and type have the same layout as the texels.
    package static func best(for image: GLFormat, _ version: GLVersion) -> ReadFormat {
        let layout = image.pixelFormat.layout
        let format = switch layout.channelCount {
        case 1: image.isInteger ? GL_RED_INTEGER : GL_RED
        case 2: image.isInteger ? GL_RG_INTEGER : GL_RG
        case 3: image.isInteger ? GL_RGB_INTEGER : GL_RGB
        default: image.isInteger ? GL_RGBA_INTEGER : GL_RGBA
        }
        let type = layout.glType == .halfFloat && !version.hasES3 ? GL_HALF_FLOAT_OES : layout.glType.rawValue
        return ReadFormat(format: format, type: type)
    }

    /// Returns whether pixels of the image can be read in this format and type.
    package func fits(_ image: GLFormat, _ version: GLVersion) -> Bool {
        switch (image.pixelFormat.kind, format, type) {
        case (.unorm, GL_RGBA, GL_UNSIGNED_BYTE), (.unorm, GL_BGRA_EXT, GL_UNSIGNED_BYTE), (.float, GL_RGBA, GL_FLOAT), (.int, GL_RGBA_INTEGER, GL_INT),
             (.uint, GL_RGBA_INTEGER, GL_UNSIGNED_INT): true
        // Channels of 16 bits can be read as 16-bit numbers without loss (EXT_texture_norm16).
        case (.unorm, GL_RGBA, GL_UNSIGNED_SHORT): image.bits.red == 16 || self == Self.best(for: image, version)
        default: self == Self.best(for: image, version)
        }
    }

    /// Returns whether `TexelConversion` can convert the image's texels without `DesktopConversion`.
    fileprivate func isDirect(_ image: GLFormat) -> Bool {
        guard image.isColor, image.base != .alpha, image.base != .luminance, image.base != .luminanceAlpha else { return false }
        if format == GL_BGRA_EXT { return type == GL_UNSIGNED_BYTE && !image.isInteger }
        return PixelComponents.orders[format]?.first == 0 && format != GL_LUMINANCE && format != GL_LUMINANCE_ALPHA && format != GL_BGR
            && PixelTransfer.pixelFormat(format, type) != nil && (image.base == .rgba || image.pixelFormat.channelCount < 4)
    }

    /// - Throws: `invalidEnum` if `format` is not a format, or `type` is not a type.
    package func checkNames() throws(GLError) {
        switch format {
        case GL_RED, GL_RG, GL_RGB, GL_RGBA, GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER, GL_BGRA_EXT, GL_ALPHA, GL_LUMINANCE,
             GL_LUMINANCE_ALPHA, GL_DEPTH_COMPONENT, GL_DEPTH_STENCIL: break
        default: throw .invalidEnum("format", format)
        }
        switch type {
        case GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT, GL_FLOAT, GL_HALF_FLOAT, GL_HALF_FLOAT_OES: break
        default: guard PixelLayout.isPacked(type) else { throw .invalidEnum("type", type) }
        }
    }
}

/// Copies texels of an image to pixels in memory.
struct PixelReader {
    private let image: Attachment
    private let conversion: TexelConversion

    /// - Parameter desktop: The format of the image in OpenGL, if all formats and types of desktop OpenGL are allowed; nil if only the
    ///   formats and types of OpenGL ES are allowed.
    init(_ image: Attachment, to form: ReadFormat, desktop: GLFormat? = nil, swapsBytes: Bool = false) {
        self.image = image
        if let desktop, swapsBytes || !form.isDirect(desktop) {
            conversion = .desktop(DesktopConversion(form.format, form.type, desktop, swapsBytes: swapsBytes, isUnpacking: false))
            return
        }
        conversion = TexelConversion(packing: image.texture.format, to: form.format, form.type)
    }

    /// Copies a rectangle. Pixels outside of the image are undefined, so the memory of such pixels keeps its bytes.
    func copy(_ area: PixelRect, to memory: UnsafeMutableRawPointer, _ layout: PixelLayout) {
        let size = image.size, inside = area.clipped(width: size.width, height: size.height)
        guard inside.width > 0 else { return }
        for row in 0..<inside.height {
            let place = layout.offset + (inside.y + row - area.y) * layout.bytesPerRow + (inside.x - area.x) * layout.bytesPerPixel
            let texels = image.texture.storage.address(level: image.level, slice: image.slice, x: inside.x, y: inside.y + row)
            conversion.convert(texels, memory + place, inside.width)
        }
    }
}
