import Raster

/// A format and type of glReadPixels (OpenGL ES 3.0.6 §4.3.2).
package struct ReadFormat: Equatable {
    package var format: GLenum
    package var type: GLenum

    /// Returns the pair that fits an image best: GL_IMPLEMENTATION_COLOR_READ_FORMAT and GL_IMPLEMENTATION_COLOR_READ_TYPE. Its pixels have the
    /// layout of the texels.
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

    /// Returns the format in which pixels of this format and type lie in memory; nil if the image cannot be read so.
    package func pixelFormat(for image: GLFormat, _ version: GLVersion) -> PixelFormat? {
        if self == Self.best(for: image, version) { return image.pixelFormat.codes }
        switch (image.pixelFormat.kind, format, type) {
        case (.unorm, GL_RGBA, GL_UNSIGNED_BYTE), (.snorm, GL_RGBA, GL_UNSIGNED_BYTE), (.unorm, GL_BGRA_EXT, GL_UNSIGNED_BYTE): return .rgba8
        case (.float, GL_RGBA, GL_FLOAT): return .rgba32Float
        case (.int, GL_RGBA_INTEGER, GL_INT): return .rgba32Int
        case (.uint, GL_RGBA_INTEGER, GL_UNSIGNED_INT): return .rgba32Uint
        default: return nil
        }
    }
    /// Whether red and blue change places on the way to memory.
    package var swapsRedAndBlue: Bool { format == GL_BGRA_EXT }

    /// - Throws: `invalidEnum` if the numbers are no format and type.
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

extension PixelFormat {
    /// The format that reads the codes of sRGB as numbers from 0 to 1; other formats are unchanged.
    package var codes: PixelFormat {
        switch self {
        case .srgb8: .rgb8
        case .srgb8Alpha8: .rgba8
        default: self
        }
    }
}

/// Copies texels of an image to pixels in memory.
struct PixelReader {
    private let image: Attachment
    /// The format of the texels and the format of the pixels in memory.
    private let source: PixelFormat, target: PixelFormat
    private let swapsRedAndBlue: Bool

    init(_ image: Attachment, to target: PixelFormat, _ form: ReadFormat) {
        self.image = image; source = image.texture.format.codes; self.target = target; swapsRedAndBlue = form.swapsRedAndBlue
    }

    /// Copies a rectangle. Pixels outside of the image are undefined, so their memory keeps its bytes.
    func copy(_ area: PixelRect, to memory: UnsafeMutableRawPointer, _ layout: PixelLayout) {
        let size = image.size, inside = area.clipped(width: size.width, height: size.height)
        guard inside.width > 0 else { return }
        for row in 0..<inside.height {
            let place = layout.offset + (inside.y + row - area.y) * layout.bytesPerRow + (inside.x - area.x) * layout.bytesPerPixel
            copyRow(x: inside.x, y: inside.y + row, count: inside.width, to: memory + place)
        }
    }
    /// Copies `count` texels of a row, all of which exist.
    func copyRow(x: Int, y: Int, count: Int, to pixels: UnsafeMutableRawPointer) {
        let from = image.texture.storage.address(level: image.level, slice: image.slice, x: x, y: y)
        if source == target { pixels.copyMemory(from: from, byteCount: count * target.bytesPerTexel) } else {
            for i in 0..<count {
                PixelCodec.storeTexel(target, pixels + i * target.bytesPerTexel, PixelCodec.loadTexel(source, from + i * source.bytesPerTexel))
            }
        }
        guard swapsRedAndBlue else { return }
        let bytes = pixels.assumingMemoryBound(to: UInt8.self)
        for i in 0..<count { (bytes[4 * i], bytes[4 * i + 2]) = (bytes[4 * i + 2], bytes[4 * i]) }
    }
}
