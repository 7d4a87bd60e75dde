// GLPixelFormat: Raster's texel formats as OpenGL's internal formats, and how texels travel between the two memories.

import CSystemGL
import Raster

/// Internal format of the texture, and the format and type of its texels in host memory.
struct GLPixelFormat {
    var internalFormat: GLenum
    var format: GLenum
    var type: GLenum

    private init(_ internalFormat: Int32, _ format: Int32, _ type: Int32) {
        self.internalFormat = GLenum(internalFormat); self.format = GLenum(format); self.type = GLenum(type)
    }

    init(_ format: PixelFormat) {
        switch format {
        case .r8: self.init(GL_R8, GL_RED, GL_UNSIGNED_BYTE)
        case .rg8: self.init(GL_RG8, GL_RG, GL_UNSIGNED_BYTE)
        case .rgb8: self.init(GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE)
        case .rgba8: self.init(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE)
        case .r16: self.init(GL_R16, GL_RED, GL_UNSIGNED_SHORT)
        case .rg16: self.init(GL_RG16, GL_RG, GL_UNSIGNED_SHORT)
        case .rgba16: self.init(GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT)
        case .r8Snorm: self.init(GL_R8_SNORM, GL_RED, GL_BYTE)
        case .rg8Snorm: self.init(GL_RG8_SNORM, GL_RG, GL_BYTE)
        case .rgb8Snorm: self.init(GL_RGB8_SNORM, GL_RGB, GL_BYTE)
        case .rgba8Snorm: self.init(GL_RGBA8_SNORM, GL_RGBA, GL_BYTE)
        case .srgb8: self.init(GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE)
        case .srgb8Alpha8: self.init(GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE)
        case .r16Float: self.init(GL_R16F, GL_RED, GL_HALF_FLOAT)
        case .rg16Float: self.init(GL_RG16F, GL_RG, GL_HALF_FLOAT)
        case .rgb16Float: self.init(GL_RGB16F, GL_RGB, GL_HALF_FLOAT)
        case .rgba16Float: self.init(GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT)
        case .r32Float: self.init(GL_R32F, GL_RED, GL_FLOAT)
        case .rg32Float: self.init(GL_RG32F, GL_RG, GL_FLOAT)
        case .rgb32Float: self.init(GL_RGB32F, GL_RGB, GL_FLOAT)
        case .rgba32Float: self.init(GL_RGBA32F, GL_RGBA, GL_FLOAT)
        case .r8Int: self.init(GL_R8I, GL_RED_INTEGER, GL_BYTE)
        case .rg8Int: self.init(GL_RG8I, GL_RG_INTEGER, GL_BYTE)
        case .rgba8Int: self.init(GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE)
        case .r8Uint: self.init(GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE)
        case .rg8Uint: self.init(GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE)
        case .rgba8Uint: self.init(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE)
        case .r16Int: self.init(GL_R16I, GL_RED_INTEGER, GL_SHORT)
        case .rg16Int: self.init(GL_RG16I, GL_RG_INTEGER, GL_SHORT)
        case .rgba16Int: self.init(GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT)
        case .r16Uint: self.init(GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT)
        case .rg16Uint: self.init(GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT)
        case .rgba16Uint: self.init(GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT)
        case .r32Int: self.init(GL_R32I, GL_RED_INTEGER, GL_INT)
        case .rg32Int: self.init(GL_RG32I, GL_RG_INTEGER, GL_INT)
        case .rgba32Int: self.init(GL_RGBA32I, GL_RGBA_INTEGER, GL_INT)
        case .r32Uint: self.init(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT)
        case .rg32Uint: self.init(GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT)
        case .rgba32Uint: self.init(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT)
        case .rgb565: self.init(GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5)
        case .rgba4444: self.init(GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4)
        case .rgb5a1: self.init(GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1)
        case .rgb10a2: self.init(GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV)
        case .rgb10a2Uint: self.init(GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV)
        case .rg11b10Float: self.init(GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV)
        case .rgb9e5: self.init(GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV)
        case .depth16: self.init(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)
        case .depth24: self.init(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT)
        case .depth32Float: self.init(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT)
        case .depth24Stencil8: self.init(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
        case .depth32FloatStencil8: self.init(GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
        case .stencil8: self.init(GL_STENCIL_INDEX8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)
        }
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
