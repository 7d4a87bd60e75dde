// TransferFormat: the table of the formats and types of pixels that fit each internal format (OpenGL ES 3.0.6 tables 3.2 and 3.3).

import Raster

/// A format and type of glTexImage2D, and an internal format that pixels of this format and type fit.
package struct TransferFormat: Hashable, Sendable {
    /// The internal format that the program passed: sized, or unsized such as GL_RGBA.
    package var internalFormat: GLenum
    package var format: GLenum
    package var type: GLenum
    package init(_ internalFormat: GLenum, _ format: GLenum, _ type: GLenum) {
        self.internalFormat = internalFormat; self.format = format; self.type = type
    }

    /// Returns the format of an image that a program specifies with these formats and this type; nil if the combination is not allowed.
    func imageFormat(_ version: GLVersion) -> GLFormat? {
        if version.isDesktop { return DesktopFormat.image(internalFormat, version).flatMap { DesktopFormat.fits(format, $0) ? $0 : nil } }
        guard let row = Self.rows[self], row.isOffered(version) else { return nil }
        return row.format
    }
    /// Whether pixels of this format and type can replace a part of an image with this internal format, whichever function made the image.
    var canReplacePart: Bool { Self.rows[self] != nil }

    static func isFormat(_ format: GLenum, _ version: GLVersion) -> Bool { names(version).formats.contains(format) }
    static func isType(_ type: GLenum, _ version: GLVersion) -> Bool { names(version).types.contains(type) }
    static func isInternalFormat(_ internalFormat: GLenum, _ version: GLVersion) -> Bool {
        version.isDesktop ? DesktopFormat.image(internalFormat, version) != nil : names(version).internalFormats.contains(internalFormat)
    }

    private struct Names { var formats: Set<GLenum>, types: Set<GLenum>, internalFormats: Set<GLenum> }
    private static func names(_ version: GLVersion) -> Names { version.hasES31 ? namesOfES31 : version.hasES3 ? namesOfES3 : namesOfES2 }
    private static let namesOfES31 = names(offeredBy: .es31), namesOfES3 = names(offeredBy: .es3), namesOfES2 = names(offeredBy: .es2)
    private static func names(offeredBy version: GLVersion) -> Names {
        let keys = rows.filter { $0.value.isOffered(version) }.keys
        return Names(formats: Set(keys.map(\.format)), types: Set(keys.map(\.type)), internalFormats: Set(keys.map(\.internalFormat)))
    }

    /// The formats and types that fit each sized internal format.
    static let direct = Set(rows.map { TransferFormat($0.value.format.internalFormat, $0.key.format, $0.key.type) })

    private struct Row: Sendable {
        var format: GLFormat
        var isES2: Bool
        /// Textures that contain only stencil values come from an extension of OpenGL ES 3.1 (OES_texture_stencil8).
        func isOffered(_ version: GLVersion) -> Bool { format.base == .stencil ? version.hasES31 : version.hasES3 || isES2 }
    }
    private static let rows: [TransferFormat: Row] = {
        var rows: [TransferFormat: Row] = [:]
        for (format, types) in sized {
            for (type, internalFormats) in types {
                for name in internalFormats {
                    let isES2 = type != GL_HALF_FLOAT && GLFormat.sizedFormatsOfES2.contains(name)
                    rows[TransferFormat(name, format, type)] = FormatTable.sized(name).map { Row(format: $0, isES2: isES2) }
                }
            }
        }
        for (unsized, types) in unsized {
            for (type, name) in types {
                // For these unsized internal formats, the program passes the same constant as internal format and as format. With
                // GL_SRGB_EXT, too, the program passes the same constant twice. The sized internal format GL_SRGB8 of OpenGL ES 3.0
                // differs: with GL_SRGB8, the program passes the format GL_RGB.
                rows[TransferFormat(unsized, unsized, type)] = FormatTable.sized(name).map { Row(format: $0, isES2: true) }
            }
        }
        return rows
    }()

    /// For each format and type, the sized internal formats that pixels of this format and type fit.
    private static let sized: [(GLenum, [(GLenum, [GLenum])])] = [
        (GL_RGBA, [(GL_UNSIGNED_BYTE, [GL_RGBA8, GL_RGB5_A1, GL_RGBA4, GL_SRGB8_ALPHA8]), (GL_BYTE, [GL_RGBA8_SNORM]),
                   (GL_UNSIGNED_SHORT_4_4_4_4, [GL_RGBA4]), (GL_UNSIGNED_SHORT_5_5_5_1, [GL_RGB5_A1]),
                   (GL_UNSIGNED_INT_2_10_10_10_REV, [GL_RGB10_A2, GL_RGB5_A1]), (GL_HALF_FLOAT, [GL_RGBA16F]), (GL_HALF_FLOAT_OES, [GL_RGBA16F]),
                   (GL_FLOAT, [GL_RGBA32F, GL_RGBA16F]), (GL_UNSIGNED_SHORT, [GL_RGBA16_EXT]), (GL_SHORT, [GL_RGBA16_SNORM_EXT])]),
        (GL_RGBA_INTEGER, [(GL_UNSIGNED_BYTE, [GL_RGBA8UI]), (GL_BYTE, [GL_RGBA8I]), (GL_UNSIGNED_SHORT, [GL_RGBA16UI]), (GL_SHORT, [GL_RGBA16I]),
                           (GL_UNSIGNED_INT, [GL_RGBA32UI]), (GL_INT, [GL_RGBA32I]), (GL_UNSIGNED_INT_2_10_10_10_REV, [GL_RGB10_A2UI])]),
        (GL_RGB, [(GL_UNSIGNED_BYTE, [GL_RGB8, GL_RGB565, GL_SRGB8]), (GL_BYTE, [GL_RGB8_SNORM]), (GL_UNSIGNED_SHORT_5_6_5, [GL_RGB565]),
                  (GL_UNSIGNED_INT_10F_11F_11F_REV, [GL_R11F_G11F_B10F]), (GL_UNSIGNED_INT_5_9_9_9_REV, [GL_RGB9_E5]),
                  (GL_HALF_FLOAT, [GL_RGB16F, GL_R11F_G11F_B10F, GL_RGB9_E5]), (GL_HALF_FLOAT_OES, [GL_RGB16F]),
                  (GL_FLOAT, [GL_RGB32F, GL_RGB16F, GL_R11F_G11F_B10F, GL_RGB9_E5]), (GL_UNSIGNED_INT_2_10_10_10_REV, [GL_RGB10_EXT]),
                  (GL_UNSIGNED_SHORT, [GL_RGB16_EXT]), (GL_SHORT, [GL_RGB16_SNORM_EXT])]),
        (GL_RGB_INTEGER, [(GL_UNSIGNED_BYTE, [GL_RGB8UI]), (GL_BYTE, [GL_RGB8I]), (GL_UNSIGNED_SHORT, [GL_RGB16UI]), (GL_SHORT, [GL_RGB16I]),
                          (GL_UNSIGNED_INT, [GL_RGB32UI]), (GL_INT, [GL_RGB32I])]),
        (GL_RG, [(GL_UNSIGNED_BYTE, [GL_RG8]), (GL_BYTE, [GL_RG8_SNORM]), (GL_HALF_FLOAT, [GL_RG16F]), (GL_HALF_FLOAT_OES, [GL_RG16F]),
                 (GL_FLOAT, [GL_RG32F, GL_RG16F]), (GL_UNSIGNED_SHORT, [GL_RG16_EXT]), (GL_SHORT, [GL_RG16_SNORM_EXT])]),
        (GL_RG_INTEGER, [(GL_UNSIGNED_BYTE, [GL_RG8UI]), (GL_BYTE, [GL_RG8I]), (GL_UNSIGNED_SHORT, [GL_RG16UI]), (GL_SHORT, [GL_RG16I]),
                         (GL_UNSIGNED_INT, [GL_RG32UI]), (GL_INT, [GL_RG32I])]),
        (GL_RED, [(GL_UNSIGNED_BYTE, [GL_R8]), (GL_BYTE, [GL_R8_SNORM]), (GL_HALF_FLOAT, [GL_R16F]), (GL_HALF_FLOAT_OES, [GL_R16F]),
                  (GL_FLOAT, [GL_R32F, GL_R16F]), (GL_UNSIGNED_SHORT, [GL_R16_EXT]), (GL_SHORT, [GL_R16_SNORM_EXT])]),
        (GL_RED_INTEGER, [(GL_UNSIGNED_BYTE, [GL_R8UI]), (GL_BYTE, [GL_R8I]), (GL_UNSIGNED_SHORT, [GL_R16UI]), (GL_SHORT, [GL_R16I]),
                          (GL_UNSIGNED_INT, [GL_R32UI]), (GL_INT, [GL_R32I])]),
        (GL_DEPTH_COMPONENT, [(GL_UNSIGNED_SHORT, [GL_DEPTH_COMPONENT16]), (GL_UNSIGNED_INT, [GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16]),
                              (GL_FLOAT, [GL_DEPTH_COMPONENT32F])]),
        (GL_DEPTH_STENCIL, [(GL_UNSIGNED_INT_24_8, [GL_DEPTH24_STENCIL8]), (GL_FLOAT_32_UNSIGNED_INT_24_8_REV, [GL_DEPTH32F_STENCIL8])]),
        (GL_STENCIL_INDEX, [(GL_UNSIGNED_BYTE, [GL_STENCIL_INDEX8])]),
        (GL_LUMINANCE_ALPHA, [(GL_UNSIGNED_BYTE, [GL_LUMINANCE8_ALPHA8_EXT]), (GL_FLOAT, [GL_LUMINANCE_ALPHA32F_EXT, GL_LUMINANCE_ALPHA16F_EXT]),
                              (GL_HALF_FLOAT_OES, [GL_LUMINANCE_ALPHA16F_EXT])]),
        (GL_LUMINANCE, [(GL_UNSIGNED_BYTE, [GL_LUMINANCE8_EXT]), (GL_FLOAT, [GL_LUMINANCE32F_EXT, GL_LUMINANCE16F_EXT]),
                        (GL_HALF_FLOAT_OES, [GL_LUMINANCE16F_EXT])]),
        (GL_ALPHA, [(GL_UNSIGNED_BYTE, [GL_ALPHA8_EXT]), (GL_FLOAT, [GL_ALPHA32F_EXT, GL_ALPHA16F_EXT]), (GL_HALF_FLOAT_OES, [GL_ALPHA16F_EXT])]),
        (GL_BGRA_EXT, [(GL_UNSIGNED_BYTE, [GL_BGRA8_EXT])]),
    ]
    /// For each unsized internal format and type, the effective sized internal format (§3.8.3).
    private static let unsized: [(GLenum, [(GLenum, GLenum)])] = [
        (GL_RGBA, [(GL_UNSIGNED_BYTE, GL_RGBA8), (GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA4), (GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1),
                   (GL_FLOAT, GL_RGBA32F), (GL_HALF_FLOAT_OES, GL_RGBA16F), (GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_A2)]),
        (GL_RGB, [(GL_UNSIGNED_BYTE, GL_RGB8), (GL_UNSIGNED_SHORT_5_6_5, GL_RGB565), (GL_FLOAT, GL_RGB32F), (GL_HALF_FLOAT_OES, GL_RGB16F),
                  (GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_EXT)]),
        (GL_LUMINANCE_ALPHA, [(GL_UNSIGNED_BYTE, GL_LUMINANCE8_ALPHA8_EXT), (GL_FLOAT, GL_LUMINANCE_ALPHA32F_EXT),
                              (GL_HALF_FLOAT_OES, GL_LUMINANCE_ALPHA16F_EXT)]),
        (GL_LUMINANCE, [(GL_UNSIGNED_BYTE, GL_LUMINANCE8_EXT), (GL_FLOAT, GL_LUMINANCE32F_EXT), (GL_HALF_FLOAT_OES, GL_LUMINANCE16F_EXT)]),
        (GL_ALPHA, [(GL_UNSIGNED_BYTE, GL_ALPHA8_EXT), (GL_FLOAT, GL_ALPHA32F_EXT), (GL_HALF_FLOAT_OES, GL_ALPHA16F_EXT)]),
        (GL_BGRA_EXT, [(GL_UNSIGNED_BYTE, GL_BGRA8_EXT)]),
        (GL_RED, [(GL_UNSIGNED_BYTE, GL_R8), (GL_FLOAT, GL_R32F), (GL_HALF_FLOAT_OES, GL_R16F)]),
        (GL_RG, [(GL_UNSIGNED_BYTE, GL_RG8), (GL_FLOAT, GL_RG32F), (GL_HALF_FLOAT_OES, GL_RG16F)]),
        (GL_SRGB_EXT, [(GL_UNSIGNED_BYTE, GL_SRGB8)]), (GL_SRGB_ALPHA_EXT, [(GL_UNSIGNED_BYTE, GL_SRGB8_ALPHA8)]),
        (GL_DEPTH_COMPONENT, [(GL_UNSIGNED_SHORT, GL_DEPTH_COMPONENT16), (GL_UNSIGNED_INT, GL_DEPTH_COMPONENT24)]),
        (GL_DEPTH_STENCIL, [(GL_UNSIGNED_INT_24_8, GL_DEPTH24_STENCIL8)]),
    ]
}
