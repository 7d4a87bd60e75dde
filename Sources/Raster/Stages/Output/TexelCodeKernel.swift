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

    fileprivate var arithmetic: KernelArithmetic { KernelArithmetic(builder) }

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
    fileprivate func snorm8(_ v: FloatLanes) -> UIntLanes {
        let clamped = (v .> -1).choose(v.lesser(v.constant(1)), v.isNaN.choose(0, builder.lanes(Float(-1))))
        return (clamped * 127 + 0x1.8p23).bits & 0xFF
    }
    fileprivate func smallFloat(_ v: FloatLanes, mantissaBits: UInt32) -> UIntLanes {
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
    fileprivate func sRGB(_ v: FloatLanes) -> UIntLanes {
        var code = builder.lanes(UInt32(0))
        for step in [128, 64, 32, 16, 8, 4, 2, 1] as [UInt32] {
            let candidate = code + step
            let threshold = sRGBThresholds.gather(Float.self, indices: candidate.withSign(of: Int32.self))
            code = (v .>= threshold).choose(candidate, code)
        }
        return code
    }

    // MARK: Colour

    /// loadTexel for the lanes of `mask`, of colour formats.
    func load(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> [UIntLanes] {
        let layout = format.layout
        // Channels that share a word, or half a word, are loaded at once.
        let whole = layout.bytesPerTexel == 4 ? plane.loadWords(position, mask: mask)
            : layout.bytesPerTexel == 2 && layout.channelCount > 2 ? plane.loadHalfWords(position, mask: mask) : nil
        return layout.decode(in: LaneDecoder(builder, sRGBDecode: { sRGBDecode }) { channel in
            if let whole { return LaneDecoder.field(channel, of: whole) }
            switch channel.bits {
            case 8: return plane.loadBytes(position, index: Int(channel.shift) / 8, mask: mask)
            case 16: return plane.loadHalfWords(position, index: Int(channel.shift) / 16, mask: mask)
            default: return plane.loadWords(position, index: Int(channel.shift) / 32, mask: mask)
            }
        })
    }

    /// storeTexel for the lanes of `mask`, of colour formats.
    func store(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        let layout = format.layout
        if format.byteChannelCount == 4 {
            return plane.storeWords(Self.unormBytes(values.map { $0.reinterpreted(as: Float.self) }), position, mask: mask)
        }
        let codes = (0..<layout.channelCount).map { layout.encode($0, in: LaneEncoder(kernel: self, registers: values)) }
        func whole() -> UIntLanes {
            codes.enumerated().dropFirst().reduce(codes[0] << layout.channel(0).shiftInWord) { $0 | $1.element << layout.channel($1.offset).shiftInWord }
        }
        if layout.bytesPerTexel == 4 { return plane.storeWords(whole(), position, mask: mask) }
        if layout.bytesPerTexel == 2 && layout.channelCount > 2 { return plane.storeHalfWords(whole(), position, mask: mask) }
        for (k, code) in codes.enumerated() {
            let channel = layout.channel(k)
            switch channel.bits {
            case 8: plane.storeBytes(code, position, index: Int(channel.shift) / 8, mask: mask)
            case 16: plane.storeHalfWords(code, position, index: Int(channel.shift) / 16, mask: mask)
            default: plane.storeWords(code, position, index: Int(channel.shift) / 32, mask: mask)
            }
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
        let maximum = depthChannel.maximum
        if format.layout.encoding == .float {
            let bits = depth.bits
            let ordered = (bits .>= 0x8000_0000).choose(~bits, bits | 0x8000_0000)
            return ((depth .== 0) | depth.isNaN).choose(0x8000_0000, ordered)
        }
        if maximum < 1 << 22 { return Self.unorm(depth, Float(maximum)) }
        let clamped = isClamped ? depth : (depth .> 0).choose(depth.lesser(depth.constant(1)), 0)
        return (clamped * Float(maximum)).roundedToInteger().withSign(of: UInt32.self)
    }
    func loadDepthKey(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        if format.bytesPerTexel == 2 { return plane.loadHalfWords(position, mask: mask) }
        let word = plane.loadWords(position, mask: mask)
        return format.layout.encoding == .float ? depthKey(word.reinterpreted(as: Float.self), isClamped: false) : word & depthChannel.maximum
    }
    func storeDepthKey(_ key: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        if format.bytesPerTexel == 2 { return plane.storeHalfWords(key, position, mask: mask) }
        if format.layout.encoding == .float {
            return plane.storeWords((key .>= 0x8000_0000).choose(key & 0x7FFF_FFFF, ~key), position, mask: mask)
        }
        let old = plane.loadWords(position, mask: mask)
        plane.storeWords((old & ~depthChannel.maximum) | key, position, mask: mask)
    }
    private var depthChannel: TexelChannel {
        guard let channel = format.layout.depth else { preconditionFailure("\(format) has no depth") }
        return channel
    }
    /// Byte of the texel that holds the stencil.
    private var stencilByte: Int { Int(format.layout.stencil?.shift ?? 0) / 8 }
    func loadStencil(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        plane.loadBytes(position, index: stencilByte, mask: mask)
    }
    func storeStencil(_ value: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        plane.storeBytes(value, position, index: stencilByte, mask: mask)
    }
}

private struct LaneEncoder: TexelEncoder {
    let kernel: TexelCodeKernel
    let registers: [UIntLanes]
    private func float(_ word: UIntLanes) -> FloatLanes { word.reinterpreted(as: Float.self) }
    func register(_ k: Int) -> UIntLanes { registers[k] }
    func truncated(_ word: UIntLanes, bits: UInt32) -> UIntLanes { word & (1 << bits - 1) }
    func unorm(_ word: UIntLanes, _ maximum: UInt32) -> UIntLanes { TexelCodeKernel.unorm(float(word), Float(maximum)) }
    func snorm8(_ word: UIntLanes) -> UIntLanes { kernel.snorm8(float(word)) }
    func sRGB(linear word: UIntLanes) -> UIntLanes { kernel.sRGB(float(word)) }
    func half(_ word: UIntLanes) -> UIntLanes { kernel.arithmetic.packHalf(float(word)) }
    func smallFloat(_ word: UIntLanes, mantissaBits: UInt32) -> UIntLanes { kernel.smallFloat(float(word), mantissaBits: mantissaBits) }
    func observed(_ word: UIntLanes) -> UIntLanes { kernel.arithmetic.observedBits(float(word)) }
}
