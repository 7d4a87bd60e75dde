// EACBlock: decodes one channel of EAC (Khronos Data Format Specification, chapter 22). A block is one number of 64 bits, with the highest
// byte first: a base, a multiplier, the number of a table of steps, and 3 bits for each texel, column by column.

struct EACBlock {
    /// For each table, the four steps below the base and the four steps above the base.
    private static let steps: [[Int]] = [
        [-3, -6, -9, -15, 2, 5, 8, 14], [-3, -7, -10, -13, 2, 6, 9, 12], [-2, -5, -8, -13, 1, 4, 7, 12], [-2, -4, -6, -13, 1, 3, 5, 12],
        [-3, -6, -8, -12, 2, 5, 7, 11], [-3, -7, -9, -11, 2, 6, 8, 10], [-4, -7, -8, -11, 3, 6, 7, 10], [-3, -5, -8, -11, 2, 4, 7, 10],
        [-2, -6, -8, -10, 1, 5, 7, 9], [-2, -5, -8, -10, 1, 4, 7, 9], [-2, -4, -8, -10, 1, 3, 7, 9], [-2, -5, -7, -10, 1, 4, 6, 9],
        [-3, -4, -7, -10, 2, 3, 6, 9], [-1, -2, -3, -10, 0, 1, 2, 9], [-4, -6, -8, -9, 3, 5, 7, 8], [-3, -5, -7, -9, 2, 4, 6, 8],
    ]

    private let base: Int, multiplier: Int, table: [Int]
    private let word: UInt64

    private init(_ block: UnsafeRawPointer) {
        word = UInt64(bigEndian: block.loadUnaligned(as: UInt64.self))
        base = Int(word >> 56); multiplier = Int(word >> 52 & 15)
        table = EACBlock.steps[Int(word >> 48 & 15)]
    }
    private func step(_ texel: Int) -> Int {
        let place = 4 * (texel & 3) + texel >> 2
        return table[Int(word >> UInt64(45 - 3 * place) & 7)]
    }

    /// Decodes alpha of 8 bits into the fourth channel.
    static func decodeAlpha(_ block: UnsafeRawPointer, to texels: BlockTexels) {
        let block = EACBlock(block)
        for texel in 0..<16 { texels.store(texel, channel: 3, clampedToByte(block.base + block.step(texel) * block.multiplier)) }
    }

    /// Decodes a channel of 11 bits, widened to 16 bits.
    static func decode(_ block: UnsafeRawPointer, isSigned: Bool, channel: Int, to texels: BlockTexels) {
        let block = EACBlock(block)
        // A multiplier of 0 means ⅛.
        let scale = block.multiplier == 0 ? 1 : 8 * block.multiplier
        // The codes −128 and −127 both mean −1.
        let base = isSigned ? 8 * max(-127, Int(Int8(truncatingIfNeeded: block.base))) : 8 * block.base + 4
        for texel in 0..<16 {
            let value = base + block.step(texel) * scale
            if isSigned {
                let limited = min(max(value, -1023), 1023), size = limited.magnitude, wide = Int(size << 5 | size >> 5)
                texels.store(texel, channel: channel, UInt16(bitPattern: Int16(limited < 0 ? -wide : wide)))
            } else {
                let limited = min(max(value, 0), 2047)
                texels.store(texel, channel: channel, UInt16(limited << 5 | limited >> 6))
            }
        }
    }
}
