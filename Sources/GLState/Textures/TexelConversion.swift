// TexelConversion: converts rows of pixels. For the common pairs of formats, bytes are copied or reordered. For all other pairs,
// `PixelCodec` loads each texel as the four words that a shader would get, and stores these words in the other format.

import Raster

/// A conversion of a row of pixels to another format.
enum TexelConversion {
    /// Pixels and texels have the same bits.
    case copy(bytesPerPixel: Int)
    /// Each pixel has four bytes; the first and the third byte are exchanged.
    case swapRedAndBlue
    /// Each pixel has three components of `size` bytes. Each texel gets a fourth component with the bits `one`.
    case addAlpha(size: Int, one: UInt32)
    /// Each pixel keeps only its first bytes.
    case dropChannels(from: Int, to: Int)
    /// A depth of 32 bits is shortened: either its upper 24 bits become the low bits of a word, or its upper 16 bits become a number of 16 bits.
    case shortenDepth(bytes: Int)
    /// The stencil moves from the low to the high byte.
    case rotateStencil
    /// Depth as a float is limited to 0…1 (§3.8.3).
    case clampDepth
    /// Depth as a float is limited to 0…1. The word after the depth contains the stencil, and the unused bits of this word become zero.
    case clampDepthAndStencil
    /// Components of eight bits become the bits of a packed format of two bytes.
    case narrow(from: PixelFormat, to: PixelFormat)
    /// Each float becomes a half float.
    case halve(components: Int)
    case recode(PixelFormat, PixelFormat)
    /// Pixels are converted in the same way as `recode` converts to `rgba8`; then red and blue are exchanged.
    case recodeToBGRA(PixelFormat)
    /// Pixels that only desktop OpenGL allows.
    case desktop(DesktopConversion)

    /// Creates the conversion of the program's pixels to texels. `TransferFormat` has checked that the pixels fit the format.
    init(unpacking format: GLenum, _ type: GLenum, to target: GLFormat, swapsBytes: Bool = false) {
        let texels = target.pixelFormat.withoutSRGB
        if swapsBytes || !TransferFormat.isDirect(format, type, target) {
            self = Self.desktop(unpacking: format, type, to: target, swapsBytes)
            return
        }
        if format == GL_BGRA_EXT { self = .swapRedAndBlue; return }
        switch (type, texels) {
        case (GL_UNSIGNED_INT, .depth24), (GL_UNSIGNED_INT, .depth16): self = .shortenDepth(bytes: texels.bytesPerTexel); return
        case (GL_UNSIGNED_INT_24_8, _): self = .rotateStencil; return
        case (GL_FLOAT_32_UNSIGNED_INT_24_8_REV, _): self = .clampDepthAndStencil; return
        case (GL_FLOAT, .depth32Float): self = .clampDepth; return
        default: break
        }
        guard let pixels = PixelTransfer.pixelFormat(format, type) else {
            // The pixels have three components: integers, or 16-bit numbers. Raster stores a fourth component after these three components.
            let size = PixelLayout.size(ofType: type)
            self = .addAlpha(size: size, one: target.isInteger ? 1 : type == GL_SHORT ? 0x7FFF : 0xFFFF)
            return
        }
        self = Self.between(pixels, texels)
    }

    /// Creates the conversion of texels to the program's pixels.
    init(packing texels: PixelFormat, to format: GLenum, _ type: GLenum) {
        let texels = texels.withoutSRGB
        if format == GL_BGRA_EXT {
            self = texels == .rgba8 ? .swapRedAndBlue : .recodeToBGRA(texels)
        } else {
            self = Self.between(texels, PixelTransfer.pixelFormat(format, type) ?? texels)
        }
    }

    /// Returns the conversion of pixels that OpenGL ES does not allow for the format. The common conversions only move bytes.
    private static func desktop(unpacking format: GLenum, _ type: GLenum, to target: GLFormat, _ swapsBytes: Bool) -> TexelConversion {
        let isBytes = type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_INT_8_8_8_8_REV
        if !swapsBytes, isBytes, target.base == .rgba, target.pixelFormat.withoutSRGB == .rgba8 {
            if format == GL_BGRA_EXT { return .swapRedAndBlue }
            if format == GL_RGBA { return .copy(bytesPerPixel: 4) }
            if format == GL_RGB { return .addAlpha(size: 1, one: 0xFF) }
        }
        return .desktop(DesktopConversion(format, type, target, swapsBytes: swapsBytes, isUnpacking: true))
    }

    private static func between(_ from: PixelFormat, _ to: PixelFormat) -> TexelConversion {
        if from == to { return .copy(bytesPerPixel: from.bytesPerTexel) }
        if from == .rgb8 && to == .rgba8 { return .addAlpha(size: 1, one: 0xFF) }
        if from.byteChannelCount >= max(3, to.channelCount), [.rgb565, .rgba4444, .rgb5a1].contains(to) { return .narrow(from: from, to: to) }
        let bytes: [PixelFormat] = [.r8, .rg8, .rgb8, .rgba8]
        if bytes.contains(from), bytes.contains(to), to.channelCount < from.channelCount {
            return .dropChannels(from: from.channelCount, to: to.channelCount)
        }
        switch (from, to) {
        case (.r32Float, .r16Float), (.rg32Float, .rg16Float), (.rgb32Float, .rgb16Float), (.rgba32Float, .rgba16Float):
            return .halve(components: from.channelCount)
        default: return .recode(from, to)
        }
    }

    func convert(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
        switch self {
        case .copy(let bytes): target.copyMemory(from: source, byteCount: count * bytes)
        case .swapRedAndBlue: Self.swapRedAndBlue(source, target, count)
        case .dropChannels(let from, let to):
            for i in 0..<count {
                for k in 0..<to { target.storeBytes(of: source.load(fromByteOffset: i * from + k, as: UInt8.self), toByteOffset: i * to + k, as: UInt8.self) }
            }
        case .addAlpha(let size, let one):
            switch size {
            case 1: Self.addAlpha(source, target, count, UInt8(truncatingIfNeeded: one))
            case 2: Self.addAlpha(source, target, count, UInt16(truncatingIfNeeded: one))
            default: Self.addAlpha(source, target, count, one)
            }
        case .shortenDepth(let bytes):
            for i in 0..<count {
                let depth = source.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
                if bytes == 2 {
                    target.storeBytes(of: UInt16(truncatingIfNeeded: depth >> 16), toByteOffset: 2 * i, as: UInt16.self)
                } else {
                    target.storeBytes(of: depth >> 8, toByteOffset: 4 * i, as: UInt32.self)
                }
            }
        case .rotateStencil:
            for i in 0..<count {
                let both = source.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
                target.storeBytes(of: both >> 8 | both << 24, toByteOffset: 4 * i, as: UInt32.self)
            }
        case .clampDepth: for i in 0..<count { Self.clampDepth(source + 4 * i, target + 4 * i) }
        case .clampDepthAndStencil:
            for i in 0..<count {
                Self.clampDepth(source + 8 * i, target + 8 * i)
                target.storeBytes(of: source.loadUnaligned(fromByteOffset: 8 * i + 4, as: UInt32.self) & 0xFF, toByteOffset: 8 * i + 4, as: UInt32.self)
            }
        case .narrow(let from, let to): Self.narrow(source, from.channelCount, target, to, count)
        case .halve(let components):
            for i in 0..<(count * components) {
                let half = halfFromFloat(source.loadUnaligned(fromByteOffset: 4 * i, as: Float.self))
                target.storeBytes(of: half, toByteOffset: 2 * i, as: UInt16.self)
            }
        case .recode(let from, let to): Self.recode(source, from, target, to, count)
        case .desktop(let conversion): conversion.convert(source, target, count)
        case .recodeToBGRA(let from):
            Self.recode(source, from, target, .rgba8, count)
            Self.swapRedAndBlue(target, target, count)
        }
    }

    private static func clampDepth(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let depth = source.loadUnaligned(as: Float.self)
        target.storeBytes(of: depth > 0 ? min(depth, 1) : 0, as: Float.self)
    }
    private static func swapRedAndBlue(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
        for i in 0..<count {
            let pixel = source.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
            let swapped = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
            target.storeBytes(of: swapped, toByteOffset: 4 * i, as: UInt32.self)
        }
    }
    @inline(__always)
    private static func addAlpha<Number: FixedWidthInteger & BitwiseCopyable>(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int,
                                                                           _ one: Number) {
        let size = MemoryLayout<Number>.size
        for i in 0..<count {
            for k in 0..<3 {
                let number = source.loadUnaligned(fromByteOffset: (3 * i + k) * size, as: Number.self)
                target.storeBytes(of: number, toByteOffset: (4 * i + k) * size, as: Number.self)
            }
            target.storeBytes(of: one, toByteOffset: (4 * i + 3) * size, as: Number.self)
        }
    }
    private static func narrow(_ source: UnsafeRawPointer, _ components: Int, _ target: UnsafeMutableRawPointer, _ to: PixelFormat, _ count: Int) {
        let channels = (0..<min(components, to.channelCount)).map { (maximum: to.layout.channel($0).maximum, shift: to.layout.channel($0).shiftInWord) }
        for i in 0..<count {
            var pixel: UInt32 = 0
            for (k, channel) in channels.enumerated() {
                // Rounds to the nearest code. For a byte c, the number c / 255 · maximum never lies halfway between two codes, so ties need
                // no rule.
                let code = UInt32(source.load(fromByteOffset: components * i + k, as: UInt8.self))
                pixel |= ((code * channel.maximum + 127) / 255) << channel.shift
            }
            target.storeBytes(of: UInt16(truncatingIfNeeded: pixel), toByteOffset: 2 * i, as: UInt16.self)
        }
    }
    private static func recode(_ source: UnsafeRawPointer, _ from: PixelFormat, _ target: UnsafeMutableRawPointer, _ to: PixelFormat, _ count: Int) {
        let step = from.bytesPerTexel, targetStep = to.bytesPerTexel
        for i in 0..<count { PixelCodec.storeTexel(to, target + i * targetStep, PixelCodec.loadTexel(from, source + i * step)) }
    }
}

extension PixelFormat {
    /// The format with the same bits but without sRGB encoding. Formats without sRGB encoding stay unchanged.
    var withoutSRGB: PixelFormat {
        switch self {
        case .srgb8: .rgb8
        case .srgb8Alpha8: .rgba8
        default: self
        }
    }
}
