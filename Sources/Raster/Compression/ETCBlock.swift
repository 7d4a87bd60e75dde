// ETCBlock: decodes colours of ETC1 and ETC2 (Khronos Data Format Specification, chapters 21 and 22). A block is one number of 64 bits,
// with the highest byte first.
//
// ETC1 halves the block, and gives each half a colour and a table of brightness steps. ETC2 adds three modes, T, H and planar. A decoder
// recognises a block of the modes T, H or planar by a colour that overflows in ETC1's differential mode.

enum ETCBlock {
    /// The brightness steps of ETC1's tables: the small step and the large step.
    private static let steps: [(Int, Int)] = [(2, 8), (5, 17), (9, 29), (13, 42), (18, 60), (24, 80), (33, 106), (47, 183)]
    /// The distances of the modes T and H.
    private static let distances = [3, 6, 11, 16, 23, 32, 41, 64]

    /// Decodes a block of colour.
    /// - Parameter hasTransparency: Whether the format has one bit of alpha. In other formats, one bit of the block chooses between ETC1's
    ///   two modes. In a format with one bit of alpha, this bit states whether the block is opaque, and the mode is always the differential
    ///   mode.
    static func decode(_ block: UnsafeRawPointer, hasTransparency: Bool, to texels: BlockTexels) {
        let word = UInt64(bigEndian: block.loadUnaligned(as: UInt64.self))
        func bits(_ first: Int, _ count: Int) -> Int { Int(word >> UInt64(first) & (1 << UInt64(count) - 1)) }
        let flag = bits(33, 1) == 1, isOpaque = !hasTransparency || flag
        guard hasTransparency || flag else {
            func wide(_ place: Int) -> Int { bits(place, 4) * 17 }
            return halves(word, SIMD3(wide(60), wide(52), wide(44)), SIMD3(wide(56), wide(48), wide(40)), isOpaque: true, texels)
        }
        let base = SIMD3(bits(59, 5), bits(51, 5), bits(43, 5))
        func signed(_ place: Int) -> Int { (bits(place, 3) ^ 4) - 4 }
        let other = base &+ SIMD3(signed(56), signed(48), signed(40))
        func isInside(_ value: Int) -> Bool { (0...31).contains(value) }
        if !isInside(other.x) {
            let a = SIMD3(bits(59, 2) << 2 | bits(56, 2), bits(52, 4), bits(48, 4)) &* 17, b = SIMD3(bits(44, 4), bits(40, 4), bits(36, 4)) &* 17
            let distance = distances[bits(34, 2) << 1 | bits(32, 1)]
            return paint(word, [a, b &+ distance, b, b &- distance], isOpaque: isOpaque, texels)
        }
        if !isInside(other.y) {
            let a = SIMD3(bits(59, 4), bits(56, 3) << 1 | bits(52, 1), bits(51, 1) << 3 | bits(47, 3)), b = SIMD3(bits(43, 4), bits(39, 4), bits(35, 4))
            func number(_ color: SIMD3<Int>) -> Int { color.x << 8 | color.y << 4 | color.z }
            let distance = distances[bits(34, 1) << 2 | bits(32, 1) << 1 | (number(a) >= number(b) ? 1 : 0)]
            let first = a &* 17, second = b &* 17
            return paint(word, [first &+ distance, first &- distance, second &+ distance, second &- distance], isOpaque: isOpaque, texels)
        }
        if !isInside(other.z) {
            func six(_ value: Int) -> Int { widenedToByte(value, bits: 6) }
            func seven(_ value: Int) -> Int { widenedToByte(value, bits: 7) }
            let origin = SIMD3(six(bits(57, 6)), seven(bits(56, 1) << 6 | bits(49, 6)), six(bits(48, 1) << 5 | bits(43, 2) << 3 | bits(39, 3)))
            let right = SIMD3(six(bits(34, 5) << 1 | bits(32, 1)), seven(bits(25, 7)), six(bits(19, 6)))
            return planar(origin, right, SIMD3(six(bits(13, 6)), seven(bits(6, 7)), six(bits(0, 6))), texels)
        }
        func wide(_ color: SIMD3<Int>) -> SIMD3<Int> { SIMD3((0..<3).map { widenedToByte(color[$0], bits: 5) }) }
        halves(word, wide(base), wide(other), isOpaque: isOpaque, texels)
    }

    /// Returns the code of a texel, 0…3. The codes lie column by column, and the high bits of all codes lie apart from the low bits.
    private static func code(_ word: UInt64, _ x: Int, _ y: Int) -> Int {
        let place = UInt64(4 * x + y)
        return Int(word >> (16 + place) & 1) << 1 | Int(word >> place & 1)
    }
    private static func store(_ texels: BlockTexels, _ x: Int, _ y: Int, _ color: SIMD3<Int>) {
        texels.store(4 * y + x, SIMD4(clampedToByte(color.x), clampedToByte(color.y), clampedToByte(color.z), 255))
    }

    /// Decodes ETC1's modes: two halves, each with a colour and a table.
    private static func halves(_ word: UInt64, _ first: SIMD3<Int>, _ second: SIMD3<Int>, isOpaque: Bool, _ texels: BlockTexels) {
        let isFlipped = word >> 32 & 1 == 1, tables = [steps[Int(word >> 37 & 7)], steps[Int(word >> 34 & 7)]]
        for y in 0..<4 {
            for x in 0..<4 {
                let isSecond = (isFlipped ? y : x) >= 2, (small, large) = tables[isSecond ? 1 : 0], color = isSecond ? second : first
                let code = code(word, x, y)
                if !isOpaque && code == 2 { texels.store(4 * y + x, .zero); continue }
                let step = switch code { case 0: isOpaque ? small : 0; case 1: large; case 2: -small; default: -large }
                store(texels, x, y, color &+ step)
            }
        }
    }
    /// Decodes the modes T and H: four colours.
    private static func paint(_ word: UInt64, _ colors: [SIMD3<Int>], isOpaque: Bool, _ texels: BlockTexels) {
        for y in 0..<4 {
            for x in 0..<4 {
                let code = code(word, x, y)
                if !isOpaque && code == 2 { texels.store(4 * y + x, .zero) } else { store(texels, x, y, colors[code]) }
            }
        }
    }
    /// Decodes the planar mode: a colour that changes linearly from the origin to the right and down. The planar mode is always opaque.
    private static func planar(_ origin: SIMD3<Int>, _ right: SIMD3<Int>, _ down: SIMD3<Int>, _ texels: BlockTexels) {
        for y in 0..<4 {
            for x in 0..<4 {
                let sum = (right &- origin) &* x &+ (down &- origin) &* y &+ origin &* 4 &+ 2
                store(texels, x, y, sum &>> 2)
            }
        }
    }
}
