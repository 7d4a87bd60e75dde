// PixelTransfer: converts pixels of the program's memory to Raster's texels (OpenGL ES 3.0.6 §3.8.3).

import Raster

package enum PixelTransfer {
    /// Converts the pixels of an image to the texels of a format.
    /// - Parameters:
    ///   - start: The start of the memory that `layout` describes; `layout.byteCount` bytes are read.
    ///   - destination: Returns the address of the first texel of a row, given the index of the row's image and the index of the row in this
    ///     image.
    package static func unpack(_ start: UnsafeRawPointer, _ layout: PixelLayout, to format: GLFormat,
                               _ destination: (_ image: Int, _ row: Int) -> UnsafeMutableRawPointer) {
        let conversion = TexelConversion(unpacking: layout.format, layout.type, to: format, swapsBytes: layout.swapsBytes)
        for image in 0..<layout.depth {
            for row in 0..<layout.height {
                conversion.convert(start + (layout.offset + image * layout.bytesPerImage + row * layout.bytesPerRow), destination(image, row), layout.width)
            }
        }
    }

    /// Returns the format of Raster in which texels have the same bits as pixels of this format and type; nil if Raster has no such format.
    package static func pixelFormat(_ format: GLenum, _ type: GLenum) -> PixelFormat? {
        switch type {
        case GL_UNSIGNED_SHORT_5_6_5: return .rgb565
        case GL_UNSIGNED_SHORT_4_4_4_4: return .rgba4444
        case GL_UNSIGNED_SHORT_5_5_5_1: return .rgb5a1
        case GL_UNSIGNED_INT_2_10_10_10_REV: return format == GL_RGBA_INTEGER ? .rgb10a2Uint : .rgb10a2
        case GL_UNSIGNED_INT_10F_11F_11F_REV: return .rg11b10Float
        case GL_UNSIGNED_INT_5_9_9_9_REV: return .rgb9e5
        default: break
        }
        switch format {
        case GL_DEPTH_COMPONENT:
            return type == GL_UNSIGNED_SHORT ? .depth16 : type == GL_FLOAT ? .depth32Float : nil
        case GL_STENCIL_INDEX: return type == GL_UNSIGNED_BYTE ? .stencil8 : nil
        case GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER: return pick(format, integers[type])
        case GL_RED, GL_ALPHA, GL_LUMINANCE, GL_RG, GL_LUMINANCE_ALPHA, GL_RGB, GL_SRGB_EXT, GL_RGBA, GL_BGRA_EXT, GL_SRGB_ALPHA_EXT:
            return pick(format, numbers[type])
        default: return nil
        }
    }
    /// Returns the format in `formats` for pixels with as many components as `format` has; nil if there is no such format. `formats` begins
    /// with the format for one component.
    private static func pick(_ format: GLenum, _ formats: [PixelFormat?]?) -> PixelFormat? { formats?[PixelLayout.componentCount(format) - 1] }

    /// The formats of one to four components by type.
    private static let numbers: [GLenum: [PixelFormat?]] = [
        GL_UNSIGNED_BYTE: [.r8, .rg8, .rgb8, .rgba8], GL_BYTE: [.r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm],
        GL_UNSIGNED_SHORT: [.r16, .rg16, nil, .rgba16], GL_SHORT: [.r16Snorm, .rg16Snorm, nil, .rgba16Snorm],
        GL_HALF_FLOAT: [.r16Float, .rg16Float, .rgb16Float, .rgba16Float], GL_HALF_FLOAT_OES: [.r16Float, .rg16Float, .rgb16Float, .rgba16Float],
        GL_FLOAT: [.r32Float, .rg32Float, .rgb32Float, .rgba32Float],
    ]
    private static let integers: [GLenum: [PixelFormat?]] = [
        GL_UNSIGNED_BYTE: [.r8Uint, .rg8Uint, nil, .rgba8Uint], GL_BYTE: [.r8Int, .rg8Int, nil, .rgba8Int],
        GL_UNSIGNED_SHORT: [.r16Uint, .rg16Uint, nil, .rgba16Uint], GL_SHORT: [.r16Int, .rg16Int, nil, .rgba16Int],
        GL_UNSIGNED_INT: [.r32Uint, .rg32Uint, nil, .rgba32Uint], GL_INT: [.r32Int, .rg32Int, nil, .rgba32Int],
    ]
}
