// TexelCodeKernel: the kernel half of PixelCodec. It converts texels of every colour format to register bits and back, and it loads and
// stores depth keys and stencil values. TexelCoding and TexelEncoding have the rules for both, so the kernel and PixelCodec give the same
// bits.

import Kernel

/// Converts the texels of one format, one texel per lane.
struct TexelCodeKernel {
    let builder: KernelBuilder
    let format: PixelFormat
    /// The addresses of the sRGB tables, from the draw's context.
    let sRGBDecode: Pointer
    let sRGBThresholds: Pointer

    // MARK: Numbers

    /// Does the work of `TexelEncoding.unorm` with the maximum 255, for up to four channels at once. Each code is a byte of a word,
    /// because x86 has instructions that limit integers to bytes. A test compares the codes with `TexelEncoding.unorm`. (The first
    /// operand of `lesser` is 1. A NaN therefore stays a NaN here and becomes 0 later.)
    static func unormBytes(_ channels: [FloatLanes]) -> UIntLanes {
        let codes = channels.map { v in (v.constant(1).lesser(v) * 255).roundedToInteger() }
        let none = codes[0].constant(0)
        func code(_ i: Int) -> IntLanes { i < codes.count ? codes[i] : none }
        return IntLanes.saturatedBytes(code(0), code(1), code(2), code(3))
    }

    // MARK: Colour

    /// Does the work of `PixelCodec.loadTexel` for the lanes of `mask`. The format must be a colour format.
    func load(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> [UIntLanes] {
        let layout = format.layout
        // If a texel has one word, or several channels in half a word, one load reads all channels.
        let whole = layout.bytesPerTexel == 4 ? plane.loadWords(position, mask: mask)
            : layout.bytesPerTexel == 2 && layout.channelCount > 2 ? plane.loadHalfWords(position, mask: mask) : nil
        return layout.decode(in: LaneDecoder(builder, sRGBDecode: { sRGBDecode }) { channel in
            if let whole { return LaneDecoder.field(channel, of: whole) }
            return self.load(channel, plane, position, mask: mask)
        })
    }

    /// Does the work of `PixelCodec.storeTexel` for the lanes of `mask`. The format must be a colour format.
    func store(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        let layout = format.layout
        if format.byteChannelCount == 4 {
            return plane.storeWords(Self.unormBytes(values.map { $0.reinterpreted(as: Float.self) }), position, mask: mask)
        }
        let codes = (0..<layout.channelCount).map { layout.encode($0, in: LaneEncoder(registers: values, thresholds: sRGBThresholds)) }
        if layout.bytesPerTexel == 4 { return plane.storeWords(word(of: codes), position, mask: mask) }
        if layout.bytesPerTexel == 2 && layout.channelCount > 2 { return plane.storeHalfWords(word(of: codes), position, mask: mask) }
        for (k, code) in codes.enumerated() { store(code, layout.channel(k), plane, position, mask: mask) }
    }
    /// Combines the codes of a format whose texel is one word.
    private func word(of codes: [UIntLanes]) -> UIntLanes {
        let layout = format.layout
        return codes.enumerated().dropFirst().reduce(codes[0] << layout.channel(0).shiftInWord) {
            $0 | $1.element << layout.channel($1.offset).shiftInWord
        }
    }
    /// Stores a channel that has bytes of its own.
    private func store(_ code: UIntLanes, _ channel: TexelChannel, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        switch channel.bits {
        case 8: plane.storeBytes(code, position, index: Int(channel.shift) / 8, mask: mask)
        case 16: plane.storeHalfWords(code, position, index: Int(channel.shift) / 16, mask: mask)
        default: plane.storeWords(code, position, index: Int(channel.shift) / 32, mask: mask)
        }
    }
    /// Loads a channel that has bytes of its own.
    private func load(_ channel: TexelChannel, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        switch channel.bits {
        case 8: plane.loadBytes(position, index: Int(channel.shift) / 8, mask: mask)
        case 16: plane.loadHalfWords(position, index: Int(channel.shift) / 16, mask: mask)
        default: plane.loadWords(position, index: Int(channel.shift) / 32, mask: mask)
        }
    }

    /// Does the work of `PixelCodec.combineTexel` for the lanes of `mask`. The format must have integers, or unorm or snorm
    /// channels.
    func combine(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask, _ operation: LogicOperation,
                 _ channels: ColorWriteMask) {
        let layout = format.layout, isHalfWord = layout.bytesPerTexel == 2 && layout.channelCount > 2
        let codes = (0..<layout.channelCount).map { layout.encode($0, in: LaneEncoder(registers: values, thresholds: sRGBThresholds)) }
        guard layout.bytesPerTexel == 4 || isHalfWord else {
            for (k, code) in codes.enumerated() where channels.contains(channel: k) {
                let channel = layout.channel(k)
                store(operation.result(code, load(channel, plane, position, mask: mask)), channel, plane, position, mask: mask)
            }
            return
        }
        let stored = isHalfWord ? plane.loadHalfWords(position, mask: mask) : plane.loadWords(position, mask: mask)
        let bits = layout.bits(of: channels).x
        let combined = (operation.result(word(of: codes), stored) & bits) | (stored & ~bits)
        if isHalfWord { plane.storeHalfWords(combined, position, mask: mask) } else { plane.storeWords(combined, position, mask: mask) }
    }

    // MARK: Codes of 8-bit unorm formats

    /// Returns the codes 0…255 of the channels as the bytes of one word, for the lanes of `mask`. Missing colours are 0, and a
    /// missing alpha is 255.
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

    /// - Parameter isClamped: Whether `depth` is known to lie in 0…1.
    func depthKey(_ depth: FloatLanes, isClamped: Bool) -> UIntLanes { format.layout.depthKey(depth, isClamped: isClamped) }
    func loadDepthKey(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        if format.bytesPerTexel == 2 { return plane.loadHalfWords(position, mask: mask) }
        let word = plane.loadWords(position, mask: mask)
        return format.layout.encoding == .float ? depthKey(word.asFloat, isClamped: false) : word & depthChannel.maximum
    }
    func storeDepthKey(_ key: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        if format.bytesPerTexel == 2 { return plane.storeHalfWords(key, position, mask: mask) }
        let bits = format.layout.depthBits(ofKey: key)
        if format.layout.encoding == .float { return plane.storeWords(bits, position, mask: mask) }
        let old = plane.loadWords(position, mask: mask)
        plane.storeWords((old & ~depthChannel.maximum) | bits, position, mask: mask)
    }
    private var depthChannel: TexelChannel {
        guard let channel = format.layout.depth else { preconditionFailure("\(format) has no depth") }
        return channel
    }
    /// The byte of the texel that holds the stencil.
    private var stencilByte: Int { Int(format.layout.stencil?.shift ?? 0) / 8 }
    func loadStencil(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        plane.loadBytes(position, index: stencilByte, mask: mask)
    }
    func storeStencil(_ value: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        plane.storeBytes(value, position, index: stencilByte, mask: mask)
    }
}
