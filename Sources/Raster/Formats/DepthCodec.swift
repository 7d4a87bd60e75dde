// DepthCodec: depth and stencil in memory (OpenGL 3.3 §2.1.2, §4.1.5, §4.1.6), and depth as a key for comparisons.
//
// A depth key is a UInt32 that orders as the depth does. Promises:
// - unorm formats: the key is the stored integer: the depth clamped to 0…1, multiplied in binary32 by the
//   largest, and rounded to nearest, ties to even. NaN counts as 0.
// - float formats: the bits of the float made monotonic. −0 equals +0, NaN counts as 0; nothing is clamped.
// - Storing depth in a combined format keeps the stencil, and the other way round. Formats without the aspect read as 0
//   and ignore stores.

extension PixelCodec {
    /// The key of a depth value in a depth format.
    package static func depthKey(_ format: PixelFormat, _ depth: Float) -> UInt32 {
        switch format {
        case .depth16: return unormFromFloat(depth, 65535)
        case .depth24, .depth24Stencil8:
            let clamped: Float = depth > 0 ? (depth < 1 ? depth : 1) : 0
            // Adding 2⁵² rounds a double to an integer.
            return UInt32(truncatingIfNeeded: (Double(clamped * 16_777_215) + 0x1p52).bitPattern) & 0xFF_FFFF
        case .depth32Float, .depth32FloatStencil8:
            if depth == 0 || depth.isNaN { return 0x8000_0000 }
            let bits = depth.bitPattern
            return bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
        default: return 0
        }
    }

    /// The depth value of a key.
    package static func depthValue(_ format: PixelFormat, _ key: UInt32) -> Float {
        switch format {
        case .depth16: return Float(key) / 65535
        case .depth24, .depth24Stencil8: return Float(Double(key) / 16_777_215)
        case .depth32Float, .depth32FloatStencil8: return Float(bitPattern: key & 0x8000_0000 != 0 ? key & 0x7FFF_FFFF : ~key)
        default: return 0
        }
    }

    package static func loadDepthKey(_ format: PixelFormat, _ p: UnsafeRawPointer) -> UInt32 {
        switch format {
        case .depth16: return UInt32(UInt16(littleEndian: p.loadUnaligned(as: UInt16.self)))
        case .depth24, .depth24Stencil8: return UInt32(littleEndian: p.loadUnaligned(as: UInt32.self)) & 0xFF_FFFF
        case .depth32Float, .depth32FloatStencil8:
            return depthKey(format, Float(bitPattern: UInt32(littleEndian: p.loadUnaligned(as: UInt32.self))))
        default: return 0
        }
    }

    package static func storeDepthKey(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ key: UInt32) {
        switch format {
        case .depth16: p.storeBytes(of: UInt16(truncatingIfNeeded: key).littleEndian, as: UInt16.self)
        case .depth24, .depth24Stencil8:
            let old = UInt32(littleEndian: p.loadUnaligned(as: UInt32.self))
            p.storeBytes(of: (old & 0xFF00_0000 | key & 0xFF_FFFF).littleEndian, as: UInt32.self)
        case .depth32Float, .depth32FloatStencil8:
            p.storeBytes(of: depthValue(format, key).bitPattern.littleEndian, as: UInt32.self)
        default: break
        }
    }

    package static func loadStencil(_ format: PixelFormat, _ p: UnsafeRawPointer) -> UInt8 {
        switch format {
        case .stencil8: return p.load(as: UInt8.self)
        case .depth24Stencil8: return p.load(fromByteOffset: 3, as: UInt8.self)
        case .depth32FloatStencil8: return p.load(fromByteOffset: 4, as: UInt8.self)
        default: return 0
        }
    }

    package static func storeStencil(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ stencil: UInt8) {
        switch format {
        case .stencil8: p.storeBytes(of: stencil, as: UInt8.self)
        case .depth24Stencil8: p.storeBytes(of: stencil, toByteOffset: 3, as: UInt8.self)
        case .depth32FloatStencil8: p.storeBytes(of: stencil, toByteOffset: 4, as: UInt8.self)
        default: break
        }
    }
}
