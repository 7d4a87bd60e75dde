// GLPixelFormat: OpenGL's internal formats for Raster's texel formats, and the conversion of texels between their layouts.

import CSystemGL
import Raster

/// The internal format of a texture in OpenGL, and the format and type of its texels in host memory.
struct GLPixelFormat {
    var internalFormat: GLenum
    var format: GLenum
    var type: GLenum

    init(_ pixelFormat: PixelFormat) {
        let layout = pixelFormat.layout
        internalFormat = GLenum(layout.glInternalFormat); type = GLenum(layout.glType.rawValue)
        let integers = [GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER], colors = [GL_RED, GL_RG, GL_RGB, GL_RGBA]
        let texelFormat = switch pixelFormat.kind {
        case .depth: GL_DEPTH_COMPONENT
        case .stencil: GL_STENCIL_INDEX
        case .depthStencil: GL_DEPTH_STENCIL
        case .int, .uint: integers[layout.channelCount - 1]
        case .unorm, .snorm, .float: colors[layout.channelCount - 1]
        }
        format = GLenum(texelFormat)
    }
}

extension PixelFormat {
    /// Whether Raster and OpenGL store a texel's word differently. The property is true for formats with 24-bit depth. Raster has the depth
    /// in the low bits of a word, but the two corresponding formats of OpenGL have the depth in the high bits.
    var storesWordsDifferently: Bool { self == .depth24 || self == .depth24Stencil8 }

    /// Converts a word of Raster's storage to OpenGL's layout. For depth24, the depth is widened to 32 bits by repeating its high
    /// bits.
    func wordForGL(_ word: UInt32) -> UInt32 {
        self == .depth24 ? (word << 8) | ((word >> 16) & 0xFF) : (word << 8) | (word >> 24)
    }
    func wordFromGL(_ word: UInt32) -> UInt32 {
        self == .depth24 ? word >> 8 : (word >> 8) | (word << 24)
    }
}
