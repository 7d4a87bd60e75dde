// S3TCBlock: decodes blocks of S3TC, also called DXT1 to DXT5 or BC1 to BC3 (Khronos Data Format Specification, chapter 18).
//
// The specification defines the colours between two endpoints as real numbers. S3TCBlock widens the endpoints to 8 bits, and rounds the
// mixed colours to the nearest code.

enum S3TCBlock {
    /// The colour of the fourth code if the block's mode has only three colours.
    enum Missing {
        case black, transparent
    }

    /// Decodes 8 bytes of colour: two endpoints of 5, 6 and 5 bits, then 2 bits for each texel.
    /// - Parameter missing: The fourth colour if the first endpoint is not the larger number; nil if the block always has four colours.
    static func decodeColor(_ block: UnsafeRawPointer, missing: Missing?, to texels: BlockTexels) {
        let word = UInt64(littleEndian: block.loadUnaligned(as: UInt64.self))
        let first = Int(word & 0xFFFF), second = Int(word >> 16 & 0xFFFF), a = color(first), b = color(second)
        var palette = [a, b, a, b]
        if let missing, first <= second {
            palette[2] = mixed(a, b, 1, 1)
            palette[3] = SIMD4(0, 0, 0, missing == .transparent ? 0 : 255)
        } else {
            palette[2] = mixed(a, b, 2, 1)
            palette[3] = mixed(a, b, 1, 2)
        }
        for texel in 0..<16 {
            let color = palette[Int(word >> UInt64(32 + 2 * texel) & 3)]
            texels.store(texel, SIMD4(truncatingIfNeeded: color))
        }
    }

    private static func color(_ code: Int) -> SIMD4<Int> {
        SIMD4(widenedToByte(code >> 11, bits: 5), widenedToByte(code >> 5 & 63, bits: 6), widenedToByte(code & 31, bits: 5), 255)
    }
    private static func mixed(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ weightA: Int, _ weightB: Int) -> SIMD4<Int> {
        let sum = weightA + weightB
        return (a &* weightA &+ b &* weightB &+ sum / 2) / sum
    }

    /// DXT3: decodes 8 bytes with 4 bits of alpha for each texel, then 8 bytes of colour.
    static func decodeExplicitAlpha(_ block: UnsafeRawPointer, to texels: BlockTexels) {
        decodeColor(block + 8, missing: nil, to: texels)
        let alpha = UInt64(littleEndian: block.loadUnaligned(as: UInt64.self))
        for texel in 0..<16 { texels.store(texel, channel: 3, UInt8(alpha >> UInt64(4 * texel) & 15) * 17) }
    }
    /// DXT5: decodes 8 bytes of alpha as a block of RGTC, then 8 bytes of colour.
    static func decodeInterpolatedAlpha(_ block: UnsafeRawPointer, to texels: BlockTexels) {
        decodeColor(block + 8, missing: nil, to: texels)
        RGTCBlock.decode(block, isSigned: false, channel: 3, to: texels)
    }
}
