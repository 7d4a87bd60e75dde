// DesktopConversion: converts rows between pixels of desktop OpenGL and texels, pixel by pixel (OpenGL 3.3 §3.7.2, §4.3.1).

import Raster

/// A conversion between the program's pixels and the texels of a format, through red, green, blue and alpha.
struct DesktopConversion {
    private let pixels: PixelComponents
    private let bytesPerPixel: Int
    private let texels: PixelFormat
    private let base: GLFormat.Base
    private let hasDepth: Bool, hasStencil: Bool
    /// Whether the program's pixels are the source.
    private let isUnpacking: Bool

    init(_ format: GLenum, _ type: GLenum, _ image: GLFormat, swapsBytes: Bool, isUnpacking: Bool) {
        pixels = PixelComponents(format, type, swapsBytes: swapsBytes)
        bytesPerPixel = PixelLayout.bytesPerPixel(format, type)
        texels = image.pixelFormat.withoutSRGB
        base = image.base
        hasDepth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL
        hasStencil = format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL
        self.isUnpacking = isUnpacking
    }

    func convert(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
        let texelSize = texels.bytesPerTexel
        for i in 0..<count {
            if isUnpacking {
                unpack(source + i * bytesPerPixel, target + i * texelSize)
            } else {
                pack(source + i * texelSize, target + i * bytesPerPixel)
            }
        }
    }
    private func unpack(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        guard !hasDepth, !hasStencil else {
            let value = pixels.loadDepthStencil(source)
            if hasDepth { PixelCodec.storeDepthKey(texels, target, PixelCodec.depthKey(texels, value.depth)) }
            if hasStencil { PixelCodec.storeStencil(texels, target, value.stencil) }
            return
        }
        let color = pixels.load(source)
        let value = switch base {
        case .alpha: SIMD4(color.w, 0, 0, 0)
        case .luminanceAlpha: SIMD4(color.x, color.w, 0, 0)
        // Formats without alpha are stored with an alpha of 1 where Raster has four channels.
        case .rgb: SIMD4(color.x, color.y, color.z, texels.isInteger ? 1 : Float(1).bitPattern)
        default: color
        }
        PixelCodec.storeTexel(texels, target, value)
    }
    private func pack(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        guard !hasDepth, !hasStencil else {
            let depth = PixelCodec.depthValue(texels, PixelCodec.loadDepthKey(texels, source))
            return pixels.storeDepthStencil(depth, PixelCodec.loadStencil(texels, source), target)
        }
        let color = PixelCodec.loadTexel(texels, source), one = texels.isInteger ? 1 : Float(1).bitPattern
        let value = switch base {
        case .alpha: SIMD4(0, 0, 0, color.x)
        // A luminance becomes red alone when it is read back (§6.1.4).
        case .luminance: SIMD4(color.x, 0, 0, one)
        case .luminanceAlpha: SIMD4(color.x, 0, 0, color.y)
        case .rgb: SIMD4(color.x, color.y, color.z, one)
        default: color
        }
        pixels.store(value, target)
    }
}
