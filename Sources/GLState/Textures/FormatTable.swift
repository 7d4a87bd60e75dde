// FormatTable: the sized internal formats of OpenGL ES 2.0, 3.0 and the offered extensions (OpenGL ES 3.0.6 tables 3.12 to 3.14).

import Raster

package enum FormatTable {
    /// Returns the format for a sized internal format; nil if the driver does not have this internal format.
    package static func sized(_ internalFormat: GLenum) -> GLFormat? { byName[internalFormat] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.internalFormat, $0) })

    package static let all: [GLFormat] = normalized + floats + integers + depthsAndStencils + luminances + compressed

    private static let normalized = [
        GLFormat(GL_R8, .red, .r8, .all), GLFormat(GL_RG8, .rg, .rg8, .all), GLFormat(GL_RGB8, .rgb, .rgb8, .all), GLFormat(GL_RGBA8, .rgba, .rgba8, .all),
        GLFormat(GL_BGRA8_EXT, .rgba, .rgba8, .all),
        GLFormat(GL_SRGB8, .rgb, .srgb8), GLFormat(GL_SRGB8_ALPHA8, .rgba, .srgb8Alpha8, .all),
        GLFormat(GL_RGB565, .rgb, .rgb565, .all), GLFormat(GL_RGBA4, .rgba, .rgba4444, .all), GLFormat(GL_RGB5_A1, .rgba, .rgb5a1, .all),
        GLFormat(GL_RGB10_A2, .rgba, .rgb10a2, .es3), GLFormat(GL_RGB10_EXT, .rgb, .rgb10a2),
        GLFormat(GL_R8_SNORM, .red, .r8Snorm), GLFormat(GL_RG8_SNORM, .rg, .rg8Snorm), GLFormat(GL_RGB8_SNORM, .rgb, .rgb8Snorm),
        GLFormat(GL_RGBA8_SNORM, .rgba, .rgba8Snorm),
        GLFormat(GL_R16_EXT, .red, .r16, .es3), GLFormat(GL_RG16_EXT, .rg, .rg16, .es3), GLFormat(GL_RGB16_EXT, .rgb, .rgba16),
        GLFormat(GL_RGBA16_EXT, .rgba, .rgba16, .es3),
        GLFormat(GL_R16_SNORM_EXT, .red, .r16Snorm), GLFormat(GL_RG16_SNORM_EXT, .rg, .rg16Snorm), GLFormat(GL_RGB16_SNORM_EXT, .rgb, .rgba16Snorm),
        GLFormat(GL_RGBA16_SNORM_EXT, .rgba, .rgba16Snorm),
    ]
    // Images of floats can be colour attachments because of EXT_color_buffer_half_float and EXT_color_buffer_float.
    private static let floats = [
        GLFormat(GL_R16F, .red, .r16Float, .all), GLFormat(GL_RG16F, .rg, .rg16Float, .all), GLFormat(GL_RGB16F, .rgb, .rgb16Float, .all),
        GLFormat(GL_RGBA16F, .rgba, .rgba16Float, .all),
        GLFormat(GL_R32F, .red, .r32Float, .es3), GLFormat(GL_RG32F, .rg, .rg32Float, .es3), GLFormat(GL_RGB32F, .rgb, .rgb32Float),
        GLFormat(GL_RGBA32F, .rgba, .rgba32Float, .es3),
        GLFormat(GL_R11F_G11F_B10F, .rgb, .rg11b10Float, .es3), GLFormat(GL_RGB9_E5, .rgb, .rgb9e5),
    ]
    // Images of integers with three components are stored with a fourth component.
    private static let integers = [
        GLFormat(GL_R8I, .red, .r8Int, .es3), GLFormat(GL_RG8I, .rg, .rg8Int, .es3), GLFormat(GL_RGB8I, .rgb, .rgba8Int),
        GLFormat(GL_RGBA8I, .rgba, .rgba8Int, .es3),
        GLFormat(GL_R8UI, .red, .r8Uint, .es3), GLFormat(GL_RG8UI, .rg, .rg8Uint, .es3), GLFormat(GL_RGB8UI, .rgb, .rgba8Uint),
        GLFormat(GL_RGBA8UI, .rgba, .rgba8Uint, .es3),
        GLFormat(GL_R16I, .red, .r16Int, .es3), GLFormat(GL_RG16I, .rg, .rg16Int, .es3), GLFormat(GL_RGB16I, .rgb, .rgba16Int),
        GLFormat(GL_RGBA16I, .rgba, .rgba16Int, .es3),
        GLFormat(GL_R16UI, .red, .r16Uint, .es3), GLFormat(GL_RG16UI, .rg, .rg16Uint, .es3), GLFormat(GL_RGB16UI, .rgb, .rgba16Uint),
        GLFormat(GL_RGBA16UI, .rgba, .rgba16Uint, .es3),
        GLFormat(GL_R32I, .red, .r32Int, .es3), GLFormat(GL_RG32I, .rg, .rg32Int, .es3), GLFormat(GL_RGB32I, .rgb, .rgba32Int),
        GLFormat(GL_RGBA32I, .rgba, .rgba32Int, .es3),
        GLFormat(GL_R32UI, .red, .r32Uint, .es3), GLFormat(GL_RG32UI, .rg, .rg32Uint, .es3), GLFormat(GL_RGB32UI, .rgb, .rgba32Uint),
        GLFormat(GL_RGBA32UI, .rgba, .rgba32Uint, .es3),
        GLFormat(GL_RGB10_A2UI, .rgba, .rgb10a2Uint, .es3),
    ]
    private static let depthsAndStencils = [
        GLFormat(GL_DEPTH_COMPONENT16, .depth, .depth16), GLFormat(GL_DEPTH_COMPONENT24, .depth, .depth24),
        GLFormat(GL_DEPTH_COMPONENT32F, .depth, .depth32Float),
        GLFormat(GL_DEPTH24_STENCIL8, .depthStencil, .depth24Stencil8), GLFormat(GL_DEPTH32F_STENCIL8, .depthStencil, .depth32FloatStencil8),
        GLFormat(GL_STENCIL_INDEX8, .stencil, .stencil8),
    ]
    private static let luminances = [
        GLFormat(GL_ALPHA8_EXT, .alpha, .r8), GLFormat(GL_LUMINANCE8_EXT, .luminance, .r8), GLFormat(GL_LUMINANCE8_ALPHA8_EXT, .luminanceAlpha, .rg8),
        GLFormat(GL_ALPHA16F_EXT, .alpha, .r16Float), GLFormat(GL_LUMINANCE16F_EXT, .luminance, .r16Float),
        GLFormat(GL_LUMINANCE_ALPHA16F_EXT, .luminanceAlpha, .rg16Float),
        GLFormat(GL_ALPHA32F_EXT, .alpha, .r32Float), GLFormat(GL_LUMINANCE32F_EXT, .luminance, .r32Float),
        GLFormat(GL_LUMINANCE_ALPHA32F_EXT, .luminanceAlpha, .rg32Float),
    ]
}
