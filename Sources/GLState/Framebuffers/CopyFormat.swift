import Raster

/// The rules for copies from images to textures: which formats fit together, and which format a new texture gets (OpenGL ES 3.0.6 §3.8.5).
enum CopyFormat {
    /// Returns the format of the texture that glCopyTexImage2D makes.
    static func format(_ internalFormat: GLenum, from source: GLFormat, _ version: GLVersion) throws(GLError) -> GLFormat {
        if version.isDesktop { return try desktop(internalFormat, from: source) }
        if let base = unsizedBases[internalFormat] { return try unsized(base, from: source) }
        guard version.hasES3, let format = FormatTable.sized(internalFormat), format.isColor, format.compressed == nil, format.pixelFormat.kind != .snorm,
              format.pixelFormat != .rgb9e5 else { throw .invalidEnum("internalformat", internalFormat) }
        try check(source, to: format)
        guard source.isSRGB == format.isSRGB else { throw .invalidOperation("only one of the images is encoded in sRGB") }
        let a = format.bits, b = source.bits
        func fits(_ size: Int, _ sourceSize: Int) -> Bool { size == 0 || size == sourceSize }
        guard fits(a.red, b.red), fits(a.green, b.green), fits(a.blue, b.blue), fits(a.alpha, b.alpha) else {
            throw .invalidOperation("the components of the sized format have other sizes than those of the framebuffer")
        }
        return format
    }

    /// Returns the format of the texture that a copy makes in desktop OpenGL. Colours are converted to any format, and depth keeps the
    /// framebuffer's format (OpenGL 3.3 §3.8.2).
    private static func desktop(_ internalFormat: GLenum, from source: GLFormat) throws(GLError) -> GLFormat {
        guard let format = DesktopFormat.image(internalFormat), format.compressed == nil else { throw .invalidEnum("internalformat", internalFormat) }
        guard !format.hasDepth else { return source }
        guard format.isColor, format.isInteger == source.isInteger, format.pixelFormat != .rgb9e5 else {
            throw .invalidOperation("colours of the framebuffer cannot become texels of format \(internalFormat.hexadecimal)")
        }
        return format
    }

    private static let unsizedBases: [GLenum: GLFormat.Base] = [
        GL_RGBA: .rgba, GL_RGB: .rgb, GL_LUMINANCE_ALPHA: .luminanceAlpha, GL_LUMINANCE: .luminance, GL_ALPHA: .alpha, GL_RED: .red, GL_RG: .rg,
        GL_BGRA_EXT: .rgba,
    ]
    /// Returns the smallest format that has the components of the base format `base`, with the component sizes of the source (table 3.17).
    private static func unsized(_ base: GLFormat.Base, from source: GLFormat) throws(GLError) -> GLFormat {
        let bits = source.bits
        func fits(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> Bool {
            bits.red <= red && bits.green <= green && bits.blue <= blue && (base != .rgba || bits.alpha <= alpha)
        }
        let isHalf = source.pixelFormat.kind == .float && bits.red <= 16, isFloat = source.pixelFormat.kind == .float
        func number(_ unorm: GLenum, _ half: GLenum, _ float: GLenum) -> GLenum { isHalf ? half : isFloat ? float : unorm }
        let name = switch base {
        case .rgba: source.isSRGB ? GL_SRGB8_ALPHA8 : fits(4, 4, 4, 4) ? GL_RGBA4 : fits(5, 5, 5, 1) ? GL_RGB5_A1 : number(GL_RGBA8, GL_RGBA16F, GL_RGBA32F)
        case .rgb: source.isSRGB ? GL_SRGB8 : fits(5, 6, 5, 0) ? GL_RGB565 : number(GL_RGB8, GL_RGB16F, GL_RGB32F)
        case .luminanceAlpha: number(GL_LUMINANCE8_ALPHA8_EXT, GL_LUMINANCE_ALPHA16F_EXT, GL_LUMINANCE_ALPHA32F_EXT)
        case .luminance: number(GL_LUMINANCE8_EXT, GL_LUMINANCE16F_EXT, GL_LUMINANCE32F_EXT)
        case .alpha: number(GL_ALPHA8_EXT, GL_ALPHA16F_EXT, GL_ALPHA32F_EXT)
        case .rg: number(GL_RG8, GL_RG16F, GL_RG32F)
        default: number(GL_R8, GL_R16F, GL_R32F)
        }
        guard let format = FormatTable.sized(name) else { throw .invalidOperation("there is no format with these components") }
        try check(source, to: format)
        guard isFloat || fits(8, 8, 8, 8) else { throw .invalidOperation("the framebuffer has components of more than 8 bits, so the format must be sized") }
        return format
    }

    /// Checks that the source has all components of the texture, with numbers of the same kind (tables 3.15 and 3.16).
    static func check(_ source: GLFormat, to format: GLFormat, _ version: GLVersion = .es3) throws(GLError) {
        if version.isDesktop {
            guard format.isColor ? source.isColor && format.isInteger == source.isInteger : format === source else {
                throw .invalidOperation("the framebuffer and the texture have numbers of different kinds")
            }
            return
        }
        guard format.isColor, format.compressed == nil, format.pixelFormat != .rgb9e5 else {
            throw .invalidOperation("colours cannot be copied to a texture of this format")
        }
        let components = SourceComponents(format.base), given = SourceComponents(source.base)
        guard given.isSuperset(of: components) else { throw .invalidOperation("the framebuffer lacks components of the texture's format") }
        guard source.pixelFormat.kind == format.pixelFormat.kind else {
            throw .invalidOperation("the framebuffer and the texture have numbers of different kinds")
        }
    }
    private struct SourceComponents: OptionSet {
        let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
        init(_ base: GLFormat.Base) {
            self = switch base {
            case .red, .luminance: [.red]
            case .rg: [.red, .green]
            case .rgb: [.red, .green, .blue]
            case .rgba: [.red, .green, .blue, .alpha]
            case .alpha: [.alpha]
            case .luminanceAlpha: [.red, .alpha]
            case .depth, .depthStencil, .stencil: []
            }
        }
        static let red = Self(rawValue: 1), green = Self(rawValue: 2), blue = Self(rawValue: 4), alpha = Self(rawValue: 8)
    }
}
