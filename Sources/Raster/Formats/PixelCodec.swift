// PixelCodec: converts one texel between memory and shader registers, for every PixelFormat (OpenGL 3.3 §2.1.2, §3.8.1, §4.1.8).
//
// A register is four words: float bits, or integers for the integer formats. Promises:
// - Loading: unorm is c / (2ⁿ − 1), snorm is max(c / (2ⁿ⁻¹ − 1), −1), each as the nearest binary32. sRGB colours are decoded to
//   linear light. Depth is (d, 0, 0, 1), in combined formats too. stencil8 is (s, 0, 0, 1) as integers. A colour channel that the format
//   lacks is 0; a missing alpha is 1.
// - Storing: unorm and snorm are clamped, multiplied by 2ⁿ − 1 (snorm: 2ⁿ⁻¹ − 1) in binary32 and rounded to nearest, ties to even; NaN
//   gives 0. Integers keep their low bits. Half and small floats round as in SmallFloat. A binary32 keeps its bits, except that every NaN
//   becomes 0x7FC00000: the bits of an operation's NaN are unspecified, and an application could see these bits in a stored texel. A depth
//   store keeps the stencil bits.
// - PixelFormat defines the places of channels narrower than a byte. No alignment is needed. The code is unsafe, because hot loops
//   address single texels.

package enum PixelCodec {
    /// Returns the texel at `p` as register bits.
    package static func loadTexel(_ format: PixelFormat, _ p: UnsafeRawPointer) -> SIMD4<UInt32> { loadTexel(format.layout, p) }
    package static func loadTexel(_ layout: TexelLayout, _ p: UnsafeRawPointer) -> SIMD4<UInt32> {
        let decoder = ScalarDecoder(words: load(p, layout.bytesPerTexel))
        return SIMD4(layout.decode(0, in: decoder), layout.decode(1, in: decoder), layout.decode(2, in: decoder), layout.decode(3, in: decoder))
    }

    /// Writes register bits to the texel at `p`.
    package static func storeTexel(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ v: SIMD4<UInt32>) {
        if format.layout.depth != nil { return storeDepthKey(format, p, depthKey(format, Float(bitPattern: v.x))) }
        store(words(format, v), p, format.layout.bytesPerTexel)
    }
    /// Combines register bits with the texel of a colour format at `p`.
    /// - Parameters:
    ///   - bits: For each word of the texel, the mask of the bits that may change.
    ///   - combine: Returns a word of the texel, given the word of `v` and the stored word.
    static func combineTexel(_ format: PixelFormat, _ p: UnsafeMutableRawPointer, _ v: SIMD4<UInt32>, _ bits: SIMD4<UInt32>,
                             _ combine: (UInt32, UInt32) -> UInt32) {
        let byteCount = format.layout.bytesPerTexel, stored = load(p, byteCount)
        var words = Self.words(format, v)
        for i in 0..<4 { words[i] = (combine(words[i], stored[i]) & bits[i]) | (stored[i] & ~bits[i]) }
        store(words, p, byteCount)
    }
    /// Returns the words of a texel that stores the colour `v`.
    @inline(__always)
    private static func words(_ format: PixelFormat, _ v: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let layout = format.layout
        var words = SIMD4<UInt32>.zero
        if layout.encoding == .sharedExponent {
            words.x = sharedExponentFromFloats(Float(bitPattern: v.x), Float(bitPattern: v.y), Float(bitPattern: v.z))
        } else {
            for k in 0..<layout.channelCount {
                let channel = layout.channel(k)
                words[channel.word] |= layout.encode(k, in: ScalarEncoder(registers: v)) << channel.shiftInWord
            }
        }
        return words
    }

    // MARK: Texels in memory, as little-endian words

    @inline(__always)
    private static func load(_ p: UnsafeRawPointer, _ byteCount: Int) -> SIMD4<UInt32> {
        func word(_ i: Int) -> UInt32 { UInt32(littleEndian: p.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)) }
        func short(_ i: Int) -> UInt32 { UInt32(UInt16(littleEndian: p.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))) }
        func byte(_ i: Int) -> UInt32 { UInt32(p.load(fromByteOffset: i, as: UInt8.self)) }
        switch byteCount {
        case 1: return SIMD4(byte(0), 0, 0, 0)
        case 2: return SIMD4(short(0), 0, 0, 0)
        case 3: return SIMD4(short(0) | byte(2) << 16, 0, 0, 0)
        case 4: return SIMD4(word(0), 0, 0, 0)
        case 6: return SIMD4(word(0), short(2), 0, 0)
        case 8: return SIMD4(word(0), word(1), 0, 0)
        case 12: return SIMD4(word(0), word(1), word(2), 0)
        default: return SIMD4(word(0), word(1), word(2), word(3))
        }
    }

    @inline(__always)
    private static func store(_ words: SIMD4<UInt32>, _ p: UnsafeMutableRawPointer, _ byteCount: Int) {
        func word(_ i: Int) { p.storeBytes(of: words[i].littleEndian, toByteOffset: 4 * i, as: UInt32.self) }
        func short(_ i: Int) { p.storeBytes(of: UInt16(truncatingIfNeeded: words[i]).littleEndian, toByteOffset: 4 * i, as: UInt16.self) }
        switch byteCount {
        case 1: p.storeBytes(of: UInt8(truncatingIfNeeded: words.x), as: UInt8.self)
        case 2: short(0)
        case 3:
            short(0)
            p.storeBytes(of: UInt8(truncatingIfNeeded: words.x >> 16), toByteOffset: 2, as: UInt8.self)
        case 4: word(0)
        case 6: word(0); short(1)
        default: for i in 0..<byteCount / 4 { word(i) }
        }
    }
}

/// Decodes a texel with Swift's scalar arithmetic.
private struct ScalarDecoder: TexelDecoder {
    let words: SIMD4<UInt32>
    @inline(__always) func code(_ channel: TexelChannel) -> UInt32 { words[channel.word] >> channel.shiftInWord & channel.maximum }
    @inline(__always) func constant(_ bits: UInt32) -> UInt32 { bits }
    @inline(__always) func linear(sRGB code: UInt32) -> UInt32 { linearFromSRGB(UInt8(truncatingIfNeeded: code)).bitPattern }
}

private struct ScalarEncoder: TexelEncoder {
    let registers: SIMD4<UInt32>
    @inline(__always) func register(_ k: Int) -> UInt32 { registers[k] }
    @inline(__always) func sRGB(linear word: UInt32) -> UInt32 { UInt32(sRGBFromLinear(Float(bitPattern: word))) }
}
