// LaneTexelCoding: decodes and encodes the texels of all formats in the lanes of kernels.

import Kernel

/// Decodes texels to register bits. Sampling and blending read texels with LaneDecoder.
struct LaneDecoder: TexelDecoder {
    let builder: KernelBuilder
    /// Returns the address of the table that decodes sRGB codes: 256 floats.
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

    func code(_ channel: TexelChannel) -> UIntLanes { bits(channel) }
    func constant(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    func linear(sRGB code: UIntLanes) -> UIntLanes { sRGBDecode().gather(UInt32.self, indices: code.withSign(of: Int32.self)) }
}

extension TexelLayout {
    /// Returns all four components as register bits.
    func decode(in decoder: LaneDecoder) -> [UIntLanes] { (0..<4).map { decode($0, in: decoder) } }
}

/// The TexelEncoder for the lanes of kernels. Blending and image stores write texels with LaneEncoder.
struct LaneEncoder: TexelEncoder {
    let registers: [UIntLanes]
    /// The address of `SRGBTables.thresholds`.
    let thresholds: Pointer
    func register(_ k: Int) -> UIntLanes { registers[k] }
    func sRGB(linear word: UIntLanes) -> UIntLanes {
        TexelEncoding.sRGB(word.asFloat) { thresholds.gather(Float.self, indices: $0.withSign(of: Int32.self)) }
    }
}
