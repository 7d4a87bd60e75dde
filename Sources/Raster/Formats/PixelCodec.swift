// PixelCodec: one texel between memory and shader registers, for every PixelFormat (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8).
//
// A register is four words: float bits, or integers for the integer formats. Promises:
// - Loading: unorm c / (2ⁿ − 1), snorm max(c / (2ⁿ⁻¹ − 1), −1), each the nearest binary32; sRGB colour comes out
//   linear; depth is (d, 0, 0, 1), also from combined formats; stencil8 is (s, 0, 0, 1) as integers. Channels the format
//   lacks are 0, alpha is one.
// - Storing: unorm and snorm clamp, multiply by 2ⁿ − 1 (2ⁿ⁻¹ − 1) in binary32 and round to nearest, ties to even;
//   NaN gives 0. Integers keep their low bits. Half and small floats round as SmallFloat says; binary32 keeps its bits,
//   but every NaN becomes 0x7FC00000: which one an operation gives is left open, and what is stored is seen. A depth store leaves the stencil bits alone.
// - Channels narrower than a byte lie as PixelFormat says. No alignment is needed. Unsafe because texels are addressed
//   one by one in hot loops.

import Shading

private let one: UInt32 = 0x3F80_0000

@inline(__always) private func bits(_ r: Float, _ g: Float = 0, _ b: Float = 0, _ a: Float = 1) -> SIMD4<UInt32> {
    SIMD4(r.bitPattern, g.bitPattern, b.bitPattern, a.bitPattern)
}
@inline(__always) private func byte(_ p: UnsafeRawPointer, _ i: Int) -> UInt8 { p.load(fromByteOffset: i, as: UInt8.self) }
@inline(__always) private func short(_ p: UnsafeRawPointer, _ i: Int) -> UInt16 {
    UInt16(littleEndian: p.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
}
@inline(__always) private func word(_ p: UnsafeRawPointer, _ i: Int) -> UInt32 {
    UInt32(littleEndian: p.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))
}
@inline(__always) private func unorm8(_ p: UnsafeRawPointer, _ i: Int) -> Float { Float(byte(p, i)) / 255 }
@inline(__always) private func unorm16(_ p: UnsafeRawPointer, _ i: Int) -> Float { Float(short(p, i)) / 65535 }
@inline(__always) private func snorm8(_ p: UnsafeRawPointer, _ i: Int) -> Float { max(Float(Int8(bitPattern: byte(p, i))) / 127, -1) }
@inline(__always) private func half(_ p: UnsafeRawPointer, _ i: Int) -> Float { floatFromHalf(short(p, i)) }
@inline(__always) private func field(_ v: UInt32, _ shift: UInt32, _ maximum: UInt32) -> Float { Float(v >> shift & maximum) / Float(maximum) }
@inline(__always) private func int8(_ p: UnsafeRawPointer, _ i: Int) -> UInt32 { UInt32(bitPattern: Int32(Int8(bitPattern: byte(p, i)))) }
@inline(__always) private func int16(_ p: UnsafeRawPointer, _ i: Int) -> UInt32 { UInt32(bitPattern: Int32(Int16(bitPattern: short(p, i)))) }

/// Clamps to 0…1 and scales to 0…maximum (below 2²²); adding 2²³ rounds to nearest even into the low bits.
@inline(__always) package func unormFromFloat(_ v: Float, _ maximum: Float) -> UInt32 {
    let clamped: Float = v > 0 ? (v < 1 ? v : 1) : 0
    return (clamped * maximum + 0x1p23).bitPattern & 0x7F_FFFF
}
/// Clamps to −1…1 and scales to −127…127.
@inline(__always) private func snorm8FromFloat(_ v: Float) -> UInt8 {
    let clamped: Float = v > -1 ? (v < 1 ? v : 1) : v.isNaN ? 0 : -1
    // 1.5 · 2²³ keeps the sum in one binade for both signs.
    return UInt8(truncatingIfNeeded: (clamped * 127 + 0x1.8p23).bitPattern)
}
@inline(__always) private func put8(_ p: UnsafeMutableRawPointer, _ i: Int, _ v: UInt32) {
    p.storeBytes(of: UInt8(truncatingIfNeeded: v), toByteOffset: i, as: UInt8.self)
}
@inline(__always) private func put16(_ p: UnsafeMutableRawPointer, _ i: Int, _ v: UInt32) {
    p.storeBytes(of: UInt16(truncatingIfNeeded: v).littleEndian, toByteOffset: 2 * i, as: UInt16.self)
}
@inline(__always) private func put32(_ p: UnsafeMutableRawPointer, _ i: Int, _ v: UInt32) {
    p.storeBytes(of: v.littleEndian, toByteOffset: 4 * i, as: UInt32.self)
}

package enum PixelCodec {
    /// The texel at `p` as register bits.
    package static func loadTexel(_ format: PixelFormat, _ p: UnsafeRawPointer) -> SIMD4<UInt32> {
        switch format {
        case .r8: return bits(unorm8(p, 0))
        case .rg8: return bits(unorm8(p, 0), unorm8(p, 1))
        case .rgb8: return bits(unorm8(p, 0), unorm8(p, 1), unorm8(p, 2))
        case .rgba8: return bits(unorm8(p, 0), unorm8(p, 1), unorm8(p, 2), unorm8(p, 3))
        case .r16: return bits(unorm16(p, 0))
        case .rg16: return bits(unorm16(p, 0), unorm16(p, 1))
        case .rgba16: return bits(unorm16(p, 0), unorm16(p, 1), unorm16(p, 2), unorm16(p, 3))
        case .r8Snorm: return bits(snorm8(p, 0))
        case .rg8Snorm: return bits(snorm8(p, 0), snorm8(p, 1))
        case .rgb8Snorm: return bits(snorm8(p, 0), snorm8(p, 1), snorm8(p, 2))
        case .rgba8Snorm: return bits(snorm8(p, 0), snorm8(p, 1), snorm8(p, 2), snorm8(p, 3))
        case .srgb8: return bits(linearFromSRGB(byte(p, 0)), linearFromSRGB(byte(p, 1)), linearFromSRGB(byte(p, 2)))
        case .srgb8Alpha8: return bits(linearFromSRGB(byte(p, 0)), linearFromSRGB(byte(p, 1)), linearFromSRGB(byte(p, 2)), unorm8(p, 3))
        case .r16Float: return bits(half(p, 0))
        case .rg16Float: return bits(half(p, 0), half(p, 1))
        case .rgb16Float: return bits(half(p, 0), half(p, 1), half(p, 2))
        case .rgba16Float: return bits(half(p, 0), half(p, 1), half(p, 2), half(p, 3))
        case .r32Float: return SIMD4(word(p, 0), 0, 0, one)
        case .rg32Float: return SIMD4(word(p, 0), word(p, 1), 0, one)
        case .rgb32Float: return SIMD4(word(p, 0), word(p, 1), word(p, 2), one)
        case .rgba32Float, .rgba32Int, .rgba32Uint: return SIMD4(word(p, 0), word(p, 1), word(p, 2), word(p, 3))
        case .r8Int: return SIMD4(int8(p, 0), 0, 0, 1)
        case .rg8Int: return SIMD4(int8(p, 0), int8(p, 1), 0, 1)
        case .rgba8Int: return SIMD4(int8(p, 0), int8(p, 1), int8(p, 2), int8(p, 3))
        case .r8Uint: return SIMD4(UInt32(byte(p, 0)), 0, 0, 1)
        case .rg8Uint: return SIMD4(UInt32(byte(p, 0)), UInt32(byte(p, 1)), 0, 1)
        case .rgba8Uint: return SIMD4(UInt32(byte(p, 0)), UInt32(byte(p, 1)), UInt32(byte(p, 2)), UInt32(byte(p, 3)))
        case .r16Int: return SIMD4(int16(p, 0), 0, 0, 1)
        case .rg16Int: return SIMD4(int16(p, 0), int16(p, 1), 0, 1)
        case .rgba16Int: return SIMD4(int16(p, 0), int16(p, 1), int16(p, 2), int16(p, 3))
        case .r16Uint: return SIMD4(UInt32(short(p, 0)), 0, 0, 1)
        case .rg16Uint: return SIMD4(UInt32(short(p, 0)), UInt32(short(p, 1)), 0, 1)
        case .rgba16Uint: return SIMD4(UInt32(short(p, 0)), UInt32(short(p, 1)), UInt32(short(p, 2)), UInt32(short(p, 3)))
        case .r32Int, .r32Uint: return SIMD4(word(p, 0), 0, 0, 1)
        case .rg32Int, .rg32Uint: return SIMD4(word(p, 0), word(p, 1), 0, 1)
        case .rgb565:
            let v = UInt32(short(p, 0))
            return bits(field(v, 11, 31), field(v, 5, 63), field(v, 0, 31))
        case .rgba4444:
            let v = UInt32(short(p, 0))
            return bits(field(v, 12, 15), field(v, 8, 15), field(v, 4, 15), field(v, 0, 15))
        case .rgb5a1:
            let v = UInt32(short(p, 0))
            return bits(field(v, 11, 31), field(v, 6, 31), field(v, 1, 31), field(v, 0, 1))
        case .rgb10a2:
            let v = word(p, 0)
            return bits(field(v, 0, 1023), field(v, 10, 1023), field(v, 20, 1023), field(v, 30, 3))
        case .rgb10a2Uint:
            let v = word(p, 0)
            return SIMD4(v & 1023, v >> 10 & 1023, v >> 20 & 1023, v >> 30)
        case .rg11b10Float:
            let v = word(p, 0)
            return bits(floatFromUnsignedSmallFloat(v & 0x7FF, mantissaBits: 6), floatFromUnsignedSmallFloat(v >> 11 & 0x7FF, mantissaBits: 6),
                        floatFromUnsignedSmallFloat(v >> 22, mantissaBits: 5))
        case .rgb9e5:
            let v = floatsFromSharedExponent(word(p, 0))
            return bits(v.x, v.y, v.z)
        case .depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8:
            return bits(depthValue(format, loadDepthKey(format, p)))
        case .stencil8: return SIMD4(UInt32(byte(p, 0)), 0, 0, 1)
        }
    }

    /// Writes register bits to the texel at `p`.
    package static func storeTexel(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ v: SIMD4<UInt32>) {
        @inline(__always) func float(_ i: Int) -> Float { Float(bitPattern: v[i]) }
        @inline(__always) func unorm8s(_ count: Int) { for i in 0..<count { put8(p, i, unormFromFloat(float(i), 255)) } }
        @inline(__always) func unorm16s(_ count: Int) { for i in 0..<count { put16(p, i, unormFromFloat(float(i), 65535)) } }
        @inline(__always) func snorm8s(_ count: Int) { for i in 0..<count { put8(p, i, UInt32(snorm8FromFloat(float(i)))) } }
        @inline(__always) func halves(_ count: Int) { for i in 0..<count { put16(p, i, UInt32(halfFromFloat(float(i)))) } }
        @inline(__always) func bytes(_ count: Int) { for i in 0..<count { put8(p, i, v[i]) } }
        @inline(__always) func shorts(_ count: Int) { for i in 0..<count { put16(p, i, v[i]) } }
        @inline(__always) func words(_ count: Int) { for i in 0..<count { put32(p, i, v[i]) } }
        @inline(__always) func floats(_ count: Int) { for i in 0..<count { put32(p, i, Binary32.observed(v[i])) } }
        @inline(__always) func field(_ i: Int, _ maximum: Float, _ shift: UInt32) -> UInt32 { unormFromFloat(float(i), maximum) << shift }
        switch format {
        case .r8: unorm8s(1)
        case .rg8: unorm8s(2)
        case .rgb8: unorm8s(3)
        case .rgba8: unorm8s(4)
        case .r16: unorm16s(1)
        case .rg16: unorm16s(2)
        case .rgba16: unorm16s(4)
        case .r8Snorm: snorm8s(1)
        case .rg8Snorm: snorm8s(2)
        case .rgb8Snorm: snorm8s(3)
        case .rgba8Snorm: snorm8s(4)
        case .srgb8, .srgb8Alpha8:
            for i in 0..<3 { put8(p, i, UInt32(sRGBFromLinear(float(i)))) }
            if format == .srgb8Alpha8 { put8(p, 3, unormFromFloat(float(3), 255)) }
        case .r16Float: halves(1)
        case .rg16Float: halves(2)
        case .rgb16Float: halves(3)
        case .rgba16Float: halves(4)
        case .r32Float: floats(1)
        case .rg32Float: floats(2)
        case .rgb32Float: floats(3)
        case .rgba32Float: floats(4)
        case .r32Int, .r32Uint: words(1)
        case .rg32Int, .rg32Uint: words(2)
        case .rgba32Int, .rgba32Uint: words(4)
        case .r8Int, .r8Uint, .stencil8: bytes(1)
        case .rg8Int, .rg8Uint: bytes(2)
        case .rgba8Int, .rgba8Uint: bytes(4)
        case .r16Int, .r16Uint: shorts(1)
        case .rg16Int, .rg16Uint: shorts(2)
        case .rgba16Int, .rgba16Uint: shorts(4)
        case .rgb565: put16(p, 0, field(0, 31, 11) | field(1, 63, 5) | field(2, 31, 0))
        case .rgba4444: put16(p, 0, field(0, 15, 12) | field(1, 15, 8) | field(2, 15, 4) | field(3, 15, 0))
        case .rgb5a1: put16(p, 0, field(0, 31, 11) | field(1, 31, 6) | field(2, 31, 1) | field(3, 1, 0))
        case .rgb10a2: put32(p, 0, field(0, 1023, 0) | field(1, 1023, 10) | field(2, 1023, 20) | field(3, 3, 30))
        case .rgb10a2Uint: put32(p, 0, v.x & 1023 | (v.y & 1023) << 10 | (v.z & 1023) << 20 | v.w << 30)
        case .rg11b10Float:
            put32(p, 0, unsignedSmallFloatFromFloat(float(0), mantissaBits: 6) | unsignedSmallFloatFromFloat(float(1), mantissaBits: 6) << 11
                | unsignedSmallFloatFromFloat(float(2), mantissaBits: 5) << 22)
        case .rgb9e5: put32(p, 0, sharedExponentFromFloats(float(0), float(1), float(2)))
        case .depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8:
            storeDepthKey(format, p, depthKey(format, float(0)))
        }
    }
}
