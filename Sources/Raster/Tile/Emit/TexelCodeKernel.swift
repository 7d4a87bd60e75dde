// TexelCodeKernel: PixelCodec in lanes: texels of every colour format to register bits and back, depth keys, stencil.
// The same operations in the same order as PixelCodec, so the same bits.

import Kernel
import ShadingKernel

/// One lane-wide texel as register bits, and its raw words where several forms share them.
struct TexelCodeKernel {
    let builder: KernelBuilder
    let format: PixelFormat
    /// Addresses of the sRGB tables, from the draw's context.
    let sRGBDecode: Pointer
    let sRGBThresholds: Pointer

    private var arithmetic: KernelArithmetic { KernelArithmetic(builder) }

    // MARK: Numbers

    /// unormFromFloat.
    static func unorm(_ v: FloatLanes, _ maximum: Float) -> UIntLanes {
        let clamped = (v .> 0).choose(v.lesser(v.constant(1)), 0)
        return (clamped * maximum + 0x1p23).bits & 0x7F_FFFF
    }
    /// unormFromFloat of up to four channels as the bytes of words. (1 comes first so that a NaN stays, and becomes 0.)
    static func unormBytes(_ channels: [FloatLanes]) -> UIntLanes {
        let codes = channels.map { v in (v.constant(1).lesser(v) * 255).roundedToInteger() }
        let none = codes[0].constant(0)
        func code(_ i: Int) -> IntLanes { i < codes.count ? codes[i] : none }
        return IntLanes.saturatedBytes(code(0), code(1), code(2), code(3))
    }
    private func snorm8(_ v: FloatLanes) -> UIntLanes {
        let clamped = (v .> -1).choose(v.lesser(v.constant(1)), v.isNaN.choose(0, builder.lanes(Float(-1))))
        return (clamped * 127 + 0x1.8p23).bits & 0xFF
    }
    private func fraction(_ code: UIntLanes, _ maximum: Float) -> UIntLanes { (code.converted(to: Float.self) / maximum).bits }
    private func signed(_ code: UIntLanes, bits: UInt32) -> UIntLanes {
        ((code << (32 - bits)).withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self)
    }
    /// floatFromHalf: a signalling NaN becomes quiet.
    private func float(half code: UIntLanes) -> UIntLanes {
        let value = arithmetic.unpackHalf(code).bits
        let isNaN = (code & 0x7FFF) .> 0x7C00
        return isNaN.choose(value | 0x40_0000, value)
    }
    private func smallFloat(_ v: FloatLanes, mantissaBits: UInt32) -> UIntLanes {
        let infinity = UInt32(31) << mantissaBits
        let anchor: Float = mantissaBits == 6 ? 8 : 16
        let small = (v + anchor).bits - anchor.bitPattern
        let dropped = 23 - mantissaBits
        let rounded = v.bits + ((UInt32(1) << (dropped - 1)) - 1) + ((v.bits >> dropped) & 1)
        let normal = ((rounded >> dropped) - (112 << mantissaBits)).minimum(infinity - 1)
        var code = (v.bits .< 0x3880_0000).choose(small, normal)
        code = (v .== .infinity).choose(builder.lanes(infinity), code)
        code = (v .<= 0).choose(0, code)
        return v.isNaN.choose(builder.lanes(infinity | 1), code)
    }
    /// sRGBFromLinear: the last threshold not above the value, by binary search.
    private func sRGB(_ v: FloatLanes) -> UIntLanes {
        var code = builder.lanes(UInt32(0))
        for step in [128, 64, 32, 16, 8, 4, 2, 1] as [UInt32] {
            let candidate = code + step
            let threshold = sRGBThresholds.gather(Float.self, indices: candidate.withSign(of: Int32.self))
            code = (v .>= threshold).choose(candidate, code)
        }
        return code
    }
    private func linear(_ code: UIntLanes) -> UIntLanes { sRGBDecode.gather(UInt32.self, indices: code.withSign(of: Int32.self)) }

    private var one: UIntLanes { builder.lanes(format.isInteger ? 1 : Float(1).bitPattern) }
    private var zero: UIntLanes { builder.lanes(UInt32(0)) }
    private func filled(_ channels: [UIntLanes]) -> [UIntLanes] {
        (0..<4).map { $0 < channels.count ? channels[$0] : $0 == 3 ? one : zero }
    }

    // MARK: Colour

    /// loadTexel for the lanes of `mask`.
    func load(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> [UIntLanes] {
        let n = format.channelCount
        func word(_ i: Int = 0) -> UIntLanes { plane.loadWords(position, index: i, mask: mask) }
        func half(_ i: Int = 0) -> UIntLanes { plane.loadHalfWords(position, index: i, mask: mask) }
        /// Byte i, from the whole word where there is one.
        func bytes() -> [UIntLanes] {
            if plane.bytesPerTexel == 4 { let w = word(); return (0..<n).map { w.byte($0) } }
            return (0..<n).map { plane.loadBytes(position, index: $0, mask: mask) }
        }
        func halves() -> [UIntLanes] {
            if plane.bytesPerTexel == 4 && n == 2 { let w = word(); return [w & 0xFFFF, w >> 16] }
            return (0..<n).map { half($0) }
        }
        func field(_ v: UIntLanes, _ shift: UInt32, _ maximum: UInt32) -> UIntLanes { fraction((v >> shift) & maximum, Float(maximum)) }
        switch format {
        case .r8, .rg8, .rgb8, .rgba8: return filled(bytes().map { fraction($0, 255) })
        case .r16, .rg16, .rgba16: return filled(halves().map { fraction($0, 65535) })
        case .srgb8, .srgb8Alpha8:
            let b = bytes()
            return filled(b.enumerated().map { $0 < 3 ? linear($1) : fraction($1, 255) })
        case .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm:
            return filled(bytes().map {
                (signed($0, bits: 8).withSign(of: Int32.self).converted(to: Float.self) / 127).greater(builder.lanes(Float(-1))).bits
            })
        case .r16Float, .rg16Float, .rgb16Float, .rgba16Float: return filled(halves().map { float(half: $0) })
        case .r32Float, .rg32Float, .rgb32Float, .rgba32Float, .r32Int, .rg32Int, .rgba32Int, .r32Uint, .rg32Uint, .rgba32Uint:
            return filled((0..<n).map { word($0) })
        case .r8Int, .rg8Int, .rgba8Int: return filled(bytes().map { signed($0, bits: 8) })
        case .r8Uint, .rg8Uint, .rgba8Uint: return filled(bytes())
        case .r16Int, .rg16Int, .rgba16Int: return filled(halves().map { signed($0, bits: 16) })
        case .r16Uint, .rg16Uint, .rgba16Uint: return filled(halves())
        case .rgb565: let v = half(); return filled([field(v, 11, 31), field(v, 5, 63), field(v, 0, 31)])
        case .rgba4444: let v = half(); return [field(v, 12, 15), field(v, 8, 15), field(v, 4, 15), field(v, 0, 15)]
        case .rgb5a1: let v = half(); return [field(v, 11, 31), field(v, 6, 31), field(v, 1, 31), field(v, 0, 1)]
        case .rgb10a2: let v = word(); return [field(v, 0, 1023), field(v, 10, 1023), field(v, 20, 1023), field(v, 30, 3)]
        case .rgb10a2Uint: let v = word(); return [v & 1023, (v >> 10) & 1023, (v >> 20) & 1023, v >> 30]
        case .rg11b10Float:
            let v = word()
            return filled([float(half: (v & 0x7FF) << 4), float(half: ((v >> 11) & 0x7FF) << 4), float(half: (v >> 22) << 5)])
        case .rgb9e5, .depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8, .stencil8:
            preconditionFailure("\(format) is no colour target")
        }
    }

    /// storeTexel for the lanes of `mask`.
    func store(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        let n = format.channelCount
        func f(_ i: Int) -> FloatLanes { values[i].reinterpreted(as: Float.self) }
        func word(_ v: UIntLanes, _ i: Int = 0) { plane.storeWords(v, position, index: i, mask: mask) }
        func half(_ v: UIntLanes, _ i: Int = 0) { plane.storeHalfWords(v, position, index: i, mask: mask) }
        func bytes(_ codes: [UIntLanes]) {
            if plane.bytesPerTexel == 4 { word(codes[0] | codes[1] << 8 | codes[2] << 16 | codes[3] << 24) }
            else { for (i, code) in codes.enumerated() { plane.storeBytes(code, position, index: i, mask: mask) } }
        }
        func halves(_ codes: [UIntLanes]) {
            if plane.bytesPerTexel == 4 && n == 2 { word(codes[0] | codes[1] << 16) }
            else { for (i, code) in codes.enumerated() { half(code, i) } }
        }
        func field(_ i: Int, _ maximum: Float, _ shift: UInt32) -> UIntLanes { Self.unorm(f(i), maximum) << shift }
        switch format {
        case .rgba8: word(Self.unormBytes((0..<4).map(f)))
        case .r8, .rg8, .rgb8: bytes((0..<n).map { Self.unorm(f($0), 255) })
        case .r16, .rg16, .rgba16: halves((0..<n).map { Self.unorm(f($0), 65535) })
        case .srgb8, .srgb8Alpha8: bytes((0..<n).map { $0 < 3 ? sRGB(f($0)) : Self.unorm(f(3), 255) })
        case .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm: bytes((0..<n).map { snorm8(f($0)) })
        case .r16Float, .rg16Float, .rgb16Float, .rgba16Float: halves((0..<n).map { arithmetic.packHalf(f($0)) })
        case .r32Float, .rg32Float, .rgb32Float, .rgba32Float: for i in 0..<n { word(arithmetic.observedBits(f(i)), i) }
        case .r32Int, .rg32Int, .rgba32Int, .r32Uint, .rg32Uint, .rgba32Uint: for i in 0..<n { word(values[i], i) }
        case .r8Int, .rg8Int, .rgba8Int, .r8Uint, .rg8Uint, .rgba8Uint: bytes((0..<n).map { values[$0] & 0xFF })
        case .r16Int, .rg16Int, .rgba16Int, .r16Uint, .rg16Uint, .rgba16Uint: halves((0..<n).map { values[$0] & 0xFFFF })
        case .rgb565: half(field(0, 31, 11) | field(1, 63, 5) | field(2, 31, 0))
        case .rgba4444: half(field(0, 15, 12) | field(1, 15, 8) | field(2, 15, 4) | field(3, 15, 0))
        case .rgb5a1: half(field(0, 31, 11) | field(1, 31, 6) | field(2, 31, 1) | field(3, 1, 0))
        case .rgb10a2: word(field(0, 1023, 0) | field(1, 1023, 10) | field(2, 1023, 20) | field(3, 3, 30))
        case .rgb10a2Uint: word((values[0] & 1023) | (values[1] & 1023) << 10 | (values[2] & 1023) << 20 | values[3] << 30)
        case .rg11b10Float:
            word(smallFloat(f(0), mantissaBits: 6) | smallFloat(f(1), mantissaBits: 6) << 11 | smallFloat(f(2), mantissaBits: 5) << 22)
        case .rgb9e5, .depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8, .stencil8:
            preconditionFailure("\(format) is no colour target")
        }
    }

    // MARK: Codes of 8-bit unorm formats

    /// The channels' codes 0…255 as bytes of words, for the lanes of `mask`; those the format lacks are 0, 0, 0, 255.
    func loadCodes(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        if plane.bytesPerTexel == 4 { return plane.loadWords(position, mask: mask) }
        let codes = (0..<format.channelCount).map { plane.loadBytes(position, index: $0, mask: mask) }
        func code(_ i: Int) -> UIntLanes { i < codes.count ? codes[i] : builder.lanes(UInt32(i == 3 ? 255 : 0)) }
        return UIntLanes.packedBytes(code(0), code(1), code(2), code(3))
    }
    func storeCodes(_ words: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        if plane.bytesPerTexel == 4 { return plane.storeWords(words, position, mask: mask) }
        for i in 0..<format.channelCount { plane.storeBytes(words.byte(i), position, index: i, mask: mask) }
    }

    // MARK: Depth and stencil

    /// - Parameter isClamped: it is known to lie in 0…1.
    func depthKey(_ depth: FloatLanes, isClamped: Bool) -> UIntLanes {
        switch format {
        case .depth16: return Self.unorm(depth, 65535)
        case .depth24, .depth24Stencil8:
            let clamped = isClamped ? depth : (depth .> 0).choose(depth.lesser(depth.constant(1)), 0)
            return (clamped * 16_777_215).roundedToInteger().withSign(of: UInt32.self)
        case .depth32Float, .depth32FloatStencil8:
            let bits = depth.bits
            let ordered = (bits .>= 0x8000_0000).choose(~bits, bits | 0x8000_0000)
            return ((depth .== 0) | depth.isNaN).choose(0x8000_0000, ordered)
        default: preconditionFailure("\(format) has no depth")
        }
    }
    func loadDepthKey(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        switch format {
        case .depth16: plane.loadHalfWords(position, mask: mask)
        case .depth24, .depth24Stencil8: plane.loadWords(position, mask: mask) & 0xFF_FFFF
        default: depthKey(plane.loadWords(position, mask: mask).reinterpreted(as: Float.self), isClamped: false)
        }
    }
    func storeDepthKey(_ key: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        switch format {
        case .depth16: plane.storeHalfWords(key, position, mask: mask)
        case .depth24, .depth24Stencil8:
            let old = plane.loadWords(position, mask: mask)
            plane.storeWords((old & 0xFF00_0000) | key, position, mask: mask)
        default:
            plane.storeWords((key .>= 0x8000_0000).choose(key & 0x7FFF_FFFF, ~key), position, mask: mask)
        }
    }
    /// Byte of the texel that holds the stencil.
    private var stencilByte: Int { format == .depth24Stencil8 ? 3 : format == .depth32FloatStencil8 ? 4 : 0 }
    func loadStencil(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        plane.loadBytes(position, index: stencilByte, mask: mask)
    }
    func storeStencil(_ value: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        plane.storeBytes(value, position, index: stencilByte, mask: mask)
    }
}
