import Raster

/// A sized internal format of OpenGL, and how Raster stores its texels. Textures and renderbuffers have the same formats (OpenGL ES 3.0.6
/// §3.8.3, §4.4.2). `FormatTable` contains one object for each format.
package final class GLFormat: Sendable {
    /// The sized internal format, such as GL_RGBA8.
    package let internalFormat: GLenum
    package let base: Base
    /// The format of the texels in Raster's memory.
    package let pixelFormat: PixelFormat
    /// The blocks of a compressed format; nil for all other formats.
    package let compressed: CompressedFormat?
    /// The contexts in which images of the format can be colour attachments.
    package let colorRendering: ColorRendering
    /// The bits of each component (GL_TEXTURE_RED_SIZE and so on).
    package let bits: Bits

    /// The components that an image has, whatever their sizes are (OpenGL ES 3.0.6 table 3.10).
    package enum Base: Sendable {
        case red, rg, rgb, rgba, alpha, luminance, luminanceAlpha, depth, depthStencil, stencil
    }
    package enum ColorRendering: Sendable { case none, all, es3 }
    package struct Bits: Sendable, Hashable {
        package var red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0
    }

    init(_ internalFormat: GLenum, _ base: Base, _ pixelFormat: PixelFormat, compressed: CompressedFormat? = nil, _ colorRendering: ColorRendering = .none) {
        self.internalFormat = internalFormat; self.base = base; self.pixelFormat = pixelFormat; self.compressed = compressed
        self.colorRendering = colorRendering
        let layout = pixelFormat.layout
        func size(_ k: Int) -> Int { k < layout.channelCount ? Int(layout.channel(k).bits) : 0 }
        var bits = Bits()
        switch base {
        case .depth, .depthStencil, .stencil:
            bits.depth = Int(layout.depth?.bits ?? 0)
            bits.stencil = Int(layout.stencil?.bits ?? 0)
        case .alpha: bits.alpha = size(0)
        case .luminance: bits.red = size(0)
        case .luminanceAlpha: bits.red = size(0); bits.alpha = size(1)
        case .red: bits.red = size(0)
        case .rg: bits.red = size(0); bits.green = size(1)
        case .rgb: bits.red = size(0); bits.green = size(1); bits.blue = size(2)
        case .rgba: bits.red = size(0); bits.green = size(1); bits.blue = size(2); bits.alpha = size(3)
        }
        self.bits = bits
    }

    package var hasDepth: Bool { pixelFormat.hasDepth }
    package var hasStencil: Bool { pixelFormat.hasStencil }
    package var isColor: Bool { pixelFormat.isColor }
    package var isInteger: Bool { pixelFormat.isInteger }
    package var isSRGB: Bool { pixelFormat.isSRGB }
    /// Whether linear filters are defined for the format (table 3.13; 32-bit floats by OES_texture_float_linear).
    package var isFilterable: Bool { pixelFormat.isFilterable }
    /// Returns whether an image of the format can be a colour attachment in a context of this version.
    package func isColorRenderable(_ version: GLVersion) -> Bool {
        if version.isDesktop { return pixelFormat.isColorRenderable && base != .alpha && base != .luminance && base != .luminanceAlpha }
        return switch colorRendering {
        case .none: false
        case .all: true
        case .es3: version.hasES3
        }
    }
    /// Returns whether glRenderbufferStorage accepts the format.
    package func isRenderbufferFormat(_ version: GLVersion) -> Bool {
        isColor ? isColorRenderable(version) && compressed == nil
            : (version.hasES3 || internalFormat != GL_DEPTH_COMPONENT32F && internalFormat != GL_DEPTH32F_STENCIL8)
    }
    /// The kind of number of each component (GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE).
    package var componentType: GLenum {
        switch pixelFormat.kind {
        case .unorm: GL_UNSIGNED_NORMALIZED
        case .snorm: GL_SIGNED_NORMALIZED
        case .float: GL_FLOAT
        case .int: GL_INT
        case .uint, .stencil: GL_UNSIGNED_INT
        case .depth, .depthStencil: pixelFormat.hasFixedPointDepth ? GL_UNSIGNED_NORMALIZED : GL_FLOAT
        }
    }
    /// For each component of a lookup's result, the component of Raster's texels that supplies the result's component (table 3.12).
    package var swizzle: TextureSwizzle {
        switch base {
        case .alpha: TextureSwizzle(red: .zero, green: .zero, blue: .zero, alpha: .red)
        case .luminance: .luminance
        case .luminanceAlpha: TextureSwizzle(red: .red, green: .red, blue: .red, alpha: .green)
        case .rgb: pixelFormat.channelCount == 4 ? TextureSwizzle(alpha: .one) : .identity
        case .red, .rg, .rgba, .depth, .depthStencil, .stencil: .identity
        }
    }
    /// The sized formats of textures in OpenGL ES 2.0 (EXT_texture_storage, OES_required_internalformat).
    static let sizedFormatsOfES2: Set<GLenum> = [
        GL_ALPHA8_EXT, GL_LUMINANCE8_EXT, GL_LUMINANCE8_ALPHA8_EXT, GL_RGB8, GL_RGBA8, GL_RGB565, GL_RGBA4, GL_RGB5_A1, GL_BGRA8_EXT, GL_R8, GL_RG8,
        GL_RGBA32F, GL_RGB32F, GL_RG32F, GL_R32F, GL_ALPHA32F_EXT, GL_LUMINANCE32F_EXT, GL_LUMINANCE_ALPHA32F_EXT,
        GL_RGBA16F, GL_RGB16F, GL_RG16F, GL_R16F, GL_ALPHA16F_EXT, GL_LUMINANCE16F_EXT, GL_LUMINANCE_ALPHA16F_EXT,
        GL_RGB10_A2, GL_RGB10_EXT, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH24_STENCIL8,
        GL_SRGB8_ALPHA8,
    ]
}
