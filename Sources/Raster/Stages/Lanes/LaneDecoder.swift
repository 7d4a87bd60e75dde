// LaneDecoder: the TexelDecoder in lanes. It decodes the texels of all formats to register bits. Sampling and blending read texels
// with it.
//
// A fraction c / m of integers is computed as c·A + c·B. A is the first 8 bits of 1/m, B is the rest. c·A is exact, and the sum is
// the binary32 nearest to c / m for all codes of up to 16 bits; the tests check this. For m = 2²⁴ − 1 the fraction is
// x + x·(2⁻²⁴ + 2⁻⁴⁷) with x = c·2⁻²⁴.

import Kernel
import Shading
import ShadingKernel

/// Returns c / maximum for an integer c in 0…maximum or −maximum…0. `maximum` is 2ⁿ − 1 with n ≤ 16.
func fraction(_ code: FloatLanes, _ maximum: Float) -> FloatLanes {
    if maximum == 1 { return code }
    let exact = 1 / Double(maximum)
    let unit = Double(sign: .plus, exponent: exact.exponent - 7, significand: 1)
    let high = (exact / unit).rounded(.down) * unit
    return code.fusedMultiply(Float(high), add: code * Float(exact - high))
}

struct LaneDecoder: TexelDecoder {
    let builder: KernelBuilder
    /// Returns the address of the sRGB table of 256 floats.
    let sRGBDecode: () -> Pointer
    let bits: (TexelChannel) -> UIntLanes

    /// Decodes a texel from its raw words.
    init(_ builder: KernelBuilder, words: [UIntLanes], sRGBDecode: @escaping () -> Pointer) {
        self.init(builder, sRGBDecode: sRGBDecode) { LaneDecoder.field($0, of: words[$0.word]) }
    }
    /// - Parameter bits: Returns the bits of a channel.
    init(_ builder: KernelBuilder, sRGBDecode: @escaping () -> Pointer, bits: @escaping (TexelChannel) -> UIntLanes) {
        self.builder = builder; self.sRGBDecode = sRGBDecode; self.bits = bits
    }

    static func field(_ channel: TexelChannel, of word: UIntLanes) -> UIntLanes {
        let shift = channel.shiftInWord
        if channel.bits == 32 { return word }
        if channel.bits == 8 && shift % 8 == 0 { return word.byte(Int(shift) / 8) }
        let shifted = shift == 0 ? word : word >> shift
        return shift + UInt32(channel.bits) == 32 ? shifted : shifted & channel.maximum
    }

    private func number(_ code: UIntLanes) -> FloatLanes { code.withSign(of: Int32.self).converted(to: Float.self) }
    func code(_ channel: TexelChannel) -> UIntLanes { bits(channel) }
    func constant(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    func shiftedLeft(_ code: UIntLanes, by bits: UInt32) -> UIntLanes { code << bits }
    func signExtended(_ code: UIntLanes, bits: UInt32) -> UIntLanes {
        ((code << (32 - bits)).withSign(of: Int32.self) >> Int32(32 - bits)).withSign(of: UInt32.self)
    }
    func fraction(_ code: UIntLanes, _ maximum: UInt32) -> UIntLanes {
        if maximum < 1 << 16 { return Raster.fraction(number(code), Float(maximum)).bits }
        precondition(maximum == 0xFF_FFFF, "no format has unorm channels of another size")
        let x = number(code) * 0x1p-24
        return (x + x * 0x1.000002p-24).bits
    }
    func signedFraction(_ code: UIntLanes, _ maximum: UInt32) -> UIntLanes {
        Raster.fraction(number(code), Float(maximum)).greater(builder.lanes(Float(-1))).bits
    }
    func linear(sRGB code: UIntLanes) -> UIntLanes { sRGBDecode().gather(UInt32.self, indices: code.withSign(of: Int32.self)) }
    func float(half code: UIntLanes) -> UIntLanes {
        let value = KernelArithmetic(builder).unpackHalf(code).bits
        return ((code & 0x7FFF) .> 0x7C00).choose(value | 0x40_0000, value)
    }
    func float(mantissa: UIntLanes, sharedExponent: UIntLanes) -> UIntLanes {
        (number(mantissa) * ((sharedExponent + 103) << 23).reinterpreted(as: Float.self)).bits
    }
    func depth(float bits: UIntLanes) -> UIntLanes {
        let depth = bits.reinterpreted(as: Float.self)
        return ((depth .== 0) | depth.isNaN).choose(0, bits)
    }
}

extension TexelLayout {
    /// Returns all four components as register bits.
    func decode(in decoder: LaneDecoder) -> [UIntLanes] { (0..<4).map { decode($0, in: decoder) } }
}
