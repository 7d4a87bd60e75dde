// GLPixelFormat: Raster's texel formats as OpenGL's internal formats, and how texels travel between the two memories.

import CSystemGL
import Raster

/// Internal format of the texture, and the format and type of its texels in host memory.
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
    /// Raster keeps 24-bit depth in the low bits; OpenGL's two words for it have it in the high bits.
    var storesWordsDifferently: Bool { self == .depth24 || self == .depth24Stencil8 }

    /// A word of Raster's storage as OpenGL takes it. A lone depth becomes 32 bits by repeating its high bits.
    func wordForGL(_ word: UInt32) -> UInt32 {
        self == .depth24 ? (word << 8) | ((word >> 16) & 0xFF) : (word << 8) | (word >> 24)
    }
    func wordFromGL(_ word: UInt32) -> UInt32 {
        self == .depth24 ? word >> 8 : (word >> 8) | (word << 24)
    }
}
