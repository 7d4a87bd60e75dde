// BlockBits: the bits of a compressed block, and the memory to which a decoder writes the block's texels.

/// A block of 128 bits, counted from the lowest bit of the first byte.
struct BlockBits {
    var low: UInt64, high: UInt64

    init(low: UInt64, high: UInt64) { self.low = low; self.high = high }
    init(_ block: UnsafeRawPointer) {
        low = UInt64(littleEndian: block.loadUnaligned(as: UInt64.self))
        high = UInt64(littleEndian: block.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Returns `count` bits, 0…32, from bit `first` on. Bits beyond the end are 0.
    @inline(__always) func bits(_ first: Int, _ count: Int) -> Int {
        guard count > 0, first < 128 else { return 0 }
        let word = first >= 64 ? high >> UInt64(first - 64) : first == 0 ? low : low >> UInt64(first) | high << UInt64(64 - first)
        return Int(word & (1 << UInt64(count) - 1))
    }
    @inline(__always) func bit(_ place: Int) -> Int { bits(place, 1) }

    /// The bits in the opposite order: bit n of the result is bit 127 − n.
    var reversed: BlockBits {
        func reversed(_ word: UInt64) -> UInt64 {
            var word = word.byteSwapped
            word = (word >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (word & 0x0F0F_0F0F_0F0F_0F0F) << 4
            word = (word >> 2) & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) << 2
            return (word >> 1) & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) << 1
        }
        return BlockBits(low: reversed(high), high: reversed(low))
    }
    /// Returns the first `count` bits; all other bits are 0.
    func prefix(_ count: Int) -> BlockBits {
        if count <= 0 { return BlockBits(low: 0, high: 0) }
        if count < 64 { return BlockBits(low: low & (1 << UInt64(count) - 1), high: 0) }
        return count >= 128 ? self : BlockBits(low: low, high: high & (1 << UInt64(count - 64) - 1))
    }
    /// Returns the bits from bit `first` on, moved to bit 0.
    func dropping(_ first: Int) -> BlockBits {
        if first >= 128 { return BlockBits(low: 0, high: 0) }
        if first >= 64 { return BlockBits(low: high >> UInt64(first - 64), high: 0) }
        return first == 0 ? self : BlockBits(low: low >> UInt64(first) | high << UInt64(64 - first), high: high >> UInt64(first))
    }
}

/// The texels of one decoded block: rows without gaps, in the format of the texture.
struct BlockTexels {
    let base: UnsafeMutableRawPointer
    /// The number of channels of a texel in memory.
    let channels: Int

    /// Writes the 8-bit channels that the format has.
    @inline(__always) func store(_ texel: Int, _ color: SIMD4<UInt8>) {
        for channel in 0..<channels { base.storeBytes(of: color[channel], toByteOffset: texel * channels + channel, as: UInt8.self) }
    }
    @inline(__always) func store(_ texel: Int, channel: Int, _ value: UInt8) {
        base.storeBytes(of: value, toByteOffset: texel * channels + channel, as: UInt8.self)
    }
    /// Writes one channel of 16 bits.
    @inline(__always) func store(_ texel: Int, channel: Int, _ value: UInt16) {
        base.storeBytes(of: value.littleEndian, toByteOffset: 2 * (texel * channels + channel), as: UInt16.self)
    }
}

/// Returns `value`, limited to 0…255.
@inline(__always) func clampedToByte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(max(value, 0), 255)) }

/// Widens a number of `count` bits, at least 1, to `width` bits by repeating its highest bits.
@inline(__always) func widened(_ value: Int, bits count: Int, to width: Int) -> Int {
    var result = value << (width - count), filled = count
    while filled < width {
        result |= result >> filled
        filled *= 2
    }
    return result & (1 << width - 1)
}
/// Widens a number of `count` bits, 1…8, to 8 bits by repeating its highest bits.
@inline(__always) func widenedToByte(_ value: Int, bits count: Int) -> Int { widened(value, bits: count, to: 8) }
