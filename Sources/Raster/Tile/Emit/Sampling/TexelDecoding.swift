// TexelDecoding: PixelCodec.loadTexel in lanes, from raw words to four words of register bits, for every format.
//
// Fractions c / m of whole numbers are c·A + c·B with A the first 8 bits of 1/m and B the rest: c·A is exact, and the sum is
// the nearest binary32 for all codes of up to 16 bits, as the tests check. For 2²⁴ − 1 it is x + x·2⁻²⁴ with x = c·2⁻²⁴.

import Kernel
import Shading
import ShadingKernel

/// c / maximum for whole numbers c of 0…maximum, or their negatives; maximum = 2ⁿ − 1, n ≤ 16.
func fraction(_ code: FloatLanes, _ maximum: Float) -> FloatLanes {
    if maximum == 1 { return code }
    let exact = 1 / Double(maximum)
    let unit = Double(sign: .plus, exponent: exact.exponent - 7, significand: 1)
    let high = (exact / unit).rounded(.down) * unit
    return code.fusedMultiply(Float(high), add: code * Float(exact - high))
}

extension SampleEmitter {
    private func number(_ code: UIntLanes) -> FloatLanes { code.withSign(of: Int32.self).converted(to: Float.self) }
    private func unorm(_ code: UIntLanes, _ maximum: Float) -> UIntLanes { fraction(number(code), maximum).bits }
    private func field(_ v: UIntLanes, _ shift: UInt32, _ maximum: UInt32) -> UIntLanes {
        unorm((shift == 0 ? v : v >> shift) & maximum, Float(maximum))
    }
    private func signed(_ code: UIntLanes, at shift: UInt32, bits: UInt32) -> UIntLanes {
        let high = 32 - bits - shift
        return ((high == 0 ? code : code << high).withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self)
    }
    private func snorm8(_ code: UIntLanes) -> UIntLanes {
        fraction(code.withSign(of: Int32.self).converted(to: Float.self), 127).greater(builder.lanes(Float(-1))).bits
    }
    /// floatFromHalf: a signalling NaN becomes quiet.
    private func float(half code: UIntLanes) -> UIntLanes {
        let value = KernelArithmetic(builder).unpackHalf(code & 0xFFFF).bits
        return ((code & 0x7FFF) .> 0x7C00).choose(value | 0x40_0000, value)
    }
    private func linear(_ code: UIntLanes) -> UIntLanes {
        record.loadPointer(at: TextureRecord.sRGBDecode, .constant).gather(UInt32.self, indices: code.withSign(of: Int32.self))
    }

    /// - Returns: four words.
    func decode(_ words: [UIntLanes]) -> [UIntLanes] {
        let format = state.format, n = format.isColor ? format.channelCount : 1
        func byte(_ i: Int) -> UIntLanes { words[i / 4].byte(i % 4) }
        func half(_ i: Int) -> UIntLanes { i % 2 == 0 ? words[i / 2] & 0xFFFF : words[i / 2] >> 16 }
        func filled(_ channels: [UIntLanes], one: UInt32 = Float(1).bitPattern) -> [UIntLanes] {
            (0..<4).map { $0 < channels.count ? channels[$0] : builder.lanes($0 == 3 ? one : 0) }
        }
        func each(_ channel: (Int) -> UIntLanes) -> [UIntLanes] { filled((0..<n).map(channel)) }
        func eachInteger(_ channel: (Int) -> UIntLanes) -> [UIntLanes] { filled((0..<n).map(channel), one: 1) }
        switch format {
        case .r8, .rg8, .rgb8, .rgba8: return each { unorm(byte($0), 255) }
        case .r16, .rg16, .rgba16: return each { unorm(half($0), 65535) }
        case .r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm: return each { snorm8(signed(words[0], at: UInt32(8 * $0), bits: 8)) }
        case .srgb8, .srgb8Alpha8: return each { $0 < 3 ? linear(byte($0)) : unorm(byte(3), 255) }
        case .r16Float, .rg16Float, .rgb16Float, .rgba16Float: return each { float(half: half($0)) }
        case .r32Float, .rg32Float, .rgb32Float, .rgba32Float: return each { words[$0] }
        case .r8Int, .rg8Int, .rgba8Int: return eachInteger { signed(words[0], at: UInt32(8 * $0), bits: 8) }
        case .r8Uint, .rg8Uint, .rgba8Uint: return eachInteger(byte)
        case .r16Int, .rg16Int, .rgba16Int: return eachInteger { signed(words[$0 / 2], at: UInt32(16 * ($0 % 2)), bits: 16) }
        case .r16Uint, .rg16Uint, .rgba16Uint: return eachInteger(half)
        case .r32Int, .rg32Int, .rgba32Int, .r32Uint, .rg32Uint, .rgba32Uint: return eachInteger { words[$0] }
        case .rgb565: return filled([field(words[0], 11, 31), field(words[0], 5, 63), field(words[0], 0, 31)])
        case .rgba4444: return [field(words[0], 12, 15), field(words[0], 8, 15), field(words[0], 4, 15), field(words[0], 0, 15)]
        case .rgb5a1: return [field(words[0], 11, 31), field(words[0], 6, 31), field(words[0], 1, 31), field(words[0], 0, 1)]
        case .rgb10a2: return [field(words[0], 0, 1023), field(words[0], 10, 1023), field(words[0], 20, 1023), field(words[0], 30, 3)]
        case .rgb10a2Uint: return [words[0] & 1023, (words[0] >> 10) & 1023, (words[0] >> 20) & 1023, words[0] >> 30]
        case .rg11b10Float:
            return filled([float(half: (words[0] & 0x7FF) << 4), float(half: ((words[0] >> 11) & 0x7FF) << 4), float(half: (words[0] >> 22) << 5)])
        case .rgb9e5:
            let scale = (((words[0] >> 27) + 103) << 23).reinterpreted(as: Float.self)
            return filled([0, 9, 18].map { (number((words[0] >> $0) & 0x1FF) * scale).bits })
        case .depth16: return filled([unorm(half(0), 65535)])
        case .depth24, .depth24Stencil8:
            let x = number(words[0] & 0xFF_FFFF) * 0x1p-24
            return filled([(x + x * 0x1.000002p-24).bits])
        case .depth32Float, .depth32FloatStencil8:
            // −0 and NaN count as 0.
            let depth = words[0].reinterpreted(as: Float.self)
            return filled([((depth .== 0) | depth.isNaN).choose(0, words[0])])
        case .stencil8: return filled([byte(0)], one: 1)
        }
    }
}
