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
    /// For each byte of a pixel, the index of the corresponding byte of a texel; nil if the components of pixels or texels are not bytes.
    private let byteOrder: [Int]?

    init(_ format: GLenum, _ type: GLenum, _ image: GLFormat, swapsBytes: Bool, isUnpacking: Bool) {
        pixels = PixelComponents(format, type, swapsBytes: swapsBytes)
        bytesPerPixel = PixelLayout.bytesPerPixel(format, type)
        texels = image.pixelFormat.withoutSRGB
        base = image.base
        hasDepth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL
        hasStencil = format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL
        self.isUnpacking = isUnpacking
        let isOfBytes = type == GL_UNSIGNED_BYTE && !pixels.isLuminance && (texels == .rgba8 && base == .rgba || texels == .rgb8) && !hasDepth && !hasStencil
        // If the pixels lack components, copying bytes would leave some bytes of a texel unset, so `byteOrder` is nil for such pixels.
        let order = pixels.order, channelCount = texels.channelCount
        byteOrder = isOfBytes && order.allSatisfy { $0 < channelCount } && (!isUnpacking || order.count == channelCount) ? order : nil
    }

    func convert(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
        let texelSize = texels.bytesPerTexel
        if let byteOrder { return moveBytes(source, target, count, byteOrder, texelSize) }
        if !isUnpacking, hasDepth, !hasStencil, pixels.type == GL_FLOAT, !pixels.swapsBytes, texels == .depth24 || texels == .depth24Stencil8 {
            for i in 0..<count {
                let code = source.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self) & 0xFF_FFFF
                target.storeBytes(of: Float(code) / 0xFF_FFFF, toByteOffset: 4 * i, as: Float.self)
            }
            return
        }
        for i in 0..<count {
            if isUnpacking {
                unpack(source + i * bytesPerPixel, target + i * texelSize)
            } else {
                pack(source + i * texelSize, target + i * bytesPerPixel)
            }
        }
    }
    private func moveBytes(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ order: [Int], _ texelSize: Int) {
        order.withUnsafeBufferPointer { order in
            for i in 0..<count {
                for k in 0..<order.count {
                    let inPixel = i * order.count + k, inTexel = i * texelSize + order[k]
                    let byte = source.load(fromByteOffset: isUnpacking ? inPixel : inTexel, as: UInt8.self)
                    target.storeBytes(of: byte, toByteOffset: isUnpacking ? inTexel : inPixel, as: UInt8.self)
                }
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
        // If a format has no alpha, but Raster stores the format in four channels, alpha is 1.
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
        // If a program reads back a luminance, red has the value of the luminance, and green and blue are 0 (§6.1.4).
        case .luminance: SIMD4(color.x, 0, 0, one)
        case .luminanceAlpha: SIMD4(color.x, 0, 0, color.y)
        case .rgb: SIMD4(color.x, color.y, color.z, one)
        default: color
        }
        pixels.store(value, target)
    }
}
