// DesktopFormat: the internal formats of desktop OpenGL (OpenGL 3.3 §3.8.1, tables 3.12 to 3.15), and the formats and types of a program's
// pixels that each internal format accepts.

import Raster

enum DesktopFormat {
    /// Returns the format in which an image with an internal format is stored; nil if there is no such internal format. If Raster does not
    /// have the format, the smallest of Raster's formats with at least as many bits is used. Generic compressed formats are stored
    /// uncompressed.
    static func image(_ internalFormat: GLenum, _ version: GLVersion = .legacy33) -> GLFormat? {
        if !version.allowsLegacy, legacyNames.contains(internalFormat) { return nil }
        return FormatTable.sized(names[internalFormat] ?? internalFormat)
    }

    private static let names: [GLenum: GLenum] = [
        GL_RED: GL_R8, GL_RG: GL_RG8, GL_RGB: GL_RGB8, GL_RGBA: GL_RGBA8, GL_BGRA_EXT: GL_RGBA8, GL_SRGB_EXT: GL_SRGB8, GL_SRGB_ALPHA_EXT: GL_SRGB8_ALPHA8,
        GL_R3_G3_B2: GL_RGB8, GL_RGB4: GL_RGB565, GL_RGB5: GL_RGB565, GL_RGB10: GL_RGB10_EXT, GL_RGB12: GL_RGB16_EXT, GL_RGBA2: GL_RGBA4,
        GL_RGBA12: GL_RGBA16_EXT,
        GL_DEPTH_COMPONENT: GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32_OES: GL_DEPTH_COMPONENT32F, GL_DEPTH_STENCIL: GL_DEPTH24_STENCIL8,
        GL_STENCIL_INDEX: GL_STENCIL_INDEX8, GL_STENCIL_INDEX1: GL_STENCIL_INDEX8, GL_STENCIL_INDEX4: GL_STENCIL_INDEX8, GL_STENCIL_INDEX16: GL_STENCIL_INDEX8,
        GL_COMPRESSED_RED: GL_R8, GL_COMPRESSED_RG: GL_RG8, GL_COMPRESSED_RGB: GL_RGB8, GL_COMPRESSED_RGBA: GL_RGBA8, GL_COMPRESSED_SRGB: GL_SRGB8,
        GL_COMPRESSED_SRGB_ALPHA: GL_SRGB8_ALPHA8,
        // In OpenGL 1.0, the internal format was the number of components, and images could consist of luminance and alpha.
        1: GL_LUMINANCE8_EXT, 2: GL_LUMINANCE8_ALPHA8_EXT, 3: GL_RGB8, 4: GL_RGBA8,
        GL_LUMINANCE: GL_LUMINANCE8_EXT, GL_LUMINANCE_ALPHA: GL_LUMINANCE8_ALPHA8_EXT, GL_ALPHA: GL_ALPHA8_EXT,
        GL_LUMINANCE16: GL_LUMINANCE16F_EXT, GL_LUMINANCE16_ALPHA16: GL_LUMINANCE_ALPHA16F_EXT, GL_ALPHA16: GL_ALPHA16F_EXT,
    ]

    /// The names that the core profile does not have.
    private static let legacyNames: Set<GLenum> = [
        1, 2, 3, 4, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_ALPHA, GL_LUMINANCE8_EXT, GL_LUMINANCE8_ALPHA8_EXT, GL_ALPHA8_EXT, GL_LUMINANCE16, GL_ALPHA16,
        GL_LUMINANCE16_ALPHA16,
    ]

    static func isFormat(_ format: GLenum) -> Bool { PixelComponents.orders[format] != nil }
    static func isType(_ type: GLenum) -> Bool {
        switch type {
        case GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT, GL_HALF_FLOAT, GL_FLOAT,
             GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV, GL_UNSIGNED_INT_24_8, GL_FLOAT_32_UNSIGNED_INT_24_8_REV: true
        default: PixelComponents.packed[type] != nil
        }
    }

    /// Checks that a format and a type fit together (table 3.5).
    static func check(_ format: GLenum, _ type: GLenum, _ version: GLVersion) throws(GLError) {
        let isLegacy = format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA
        guard isFormat(format), !isLegacy || version.allowsLegacy else { throw .invalidEnum("format", format) }
        guard isType(type) else { throw .invalidEnum("type", type) }
        let components = PixelComponents.packed[type]?.0.count
        let fits = switch type {
        case GL_UNSIGNED_INT_24_8, GL_FLOAT_32_UNSIGNED_INT_24_8_REV: format == GL_DEPTH_STENCIL
        case GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV: format == GL_RGB
        case _ where components == 3: format == GL_RGB || format == GL_RGB_INTEGER
        case _ where components == 4: [GL_RGBA, GL_BGRA_EXT, GL_RGBA_INTEGER, GL_BGRA_INTEGER].contains(format)
        case GL_FLOAT, GL_HALF_FLOAT: format != GL_DEPTH_STENCIL && (!PixelComponents.isInteger(format) || format == GL_STENCIL_INDEX)
        default: format != GL_DEPTH_STENCIL
        }
        guard fits else { throw .invalidOperation("pixels of format \(format.hexadecimal) cannot have type \(type.hexadecimal)") }
    }

    /// Returns whether an image can be filled with pixels of a format (§3.8.3). The image must contain depth for pixels with depth, and
    /// stencil for pixels with stencil. For all other pixels, the image must contain colours, which are integers exactly if the pixels are
    /// integers.
    static func fits(_ format: GLenum, _ image: GLFormat) -> Bool {
        switch format {
        case GL_DEPTH_COMPONENT: image.hasDepth
        case GL_DEPTH_STENCIL: image.hasDepth && image.hasStencil
        case GL_STENCIL_INDEX: image.hasStencil
        default: image.isColor && image.isInteger == PixelComponents.isInteger(format)
        }
    }
}

extension TransferFormat {
    /// Returns whether `TexelConversion` can convert pixels of this format and type to the image's texels without `DesktopConversion`.
    static func isDirect(_ format: GLenum, _ type: GLenum, _ image: GLFormat) -> Bool { direct.contains(TransferFormat(image.internalFormat, format, type)) }
}
