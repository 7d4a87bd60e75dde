// ASTCBlock: decodes 2D blocks of ASTC in the profile of low dynamic range (Khronos Data Format Specification, chapter 23).
//
// A block has a small grid of weights, spread over the texels, and one to four pairs of colours. The weights mix the two colours of a pair.
// Colours have 8 bits per channel: the specification's mode decode_unorm8, or its sRGB mode. All texels of a block that breaks the rules
// are magenta.

struct ASTCBlock {
    private let bits: BlockBits
    private let width: Int, height: Int, isSRGB: Bool

    static let errorColor = SIMD4<UInt8>(255, 0, 255, 255)

    static func decode(_ block: UnsafeRawPointer, width: Int, height: Int, isSRGB: Bool, to texels: BlockTexels) {
        let block = ASTCBlock(bits: BlockBits(block), width: width, height: height, isSRGB: isSRGB)
        if block.bits.bits(0, 9) == 0x1FC { return block.fill(block.voidExtentColor, texels) }
        if !block.mix(texels) { block.fill(errorColor, texels) }
    }

    private func fill(_ color: SIMD4<UInt8>, _ texels: BlockTexels) { for texel in 0..<(width * height) { texels.store(texel, color) } }

    // MARK: Blocks of one colour

    private var voidExtentColor: SIMD4<UInt8> {
        // Bit 9 marks colours of high dynamic range, and bits 10 and 11 are reserved.
        guard bits.bits(9, 3) == 6 else { return ASTCBlock.errorColor }
        let place = [0, 1, 2, 3].map { bits.bits(12 + 13 * $0, 13) }
        let hasExtent = place.contains { $0 != 0x1FFF }
        if hasExtent && (place[0] >= place[1] || place[2] >= place[3]) { return ASTCBlock.errorColor }
        return SIMD4(UInt8(bits.bits(72, 8)), UInt8(bits.bits(88, 8)), UInt8(bits.bits(104, 8)), UInt8(bits.bits(120, 8)))
    }

    // MARK: The grid of weights

    private struct WeightGrid {
        var width = 0, height = 0, isDual = false
        var range = IntegerRange(bits: 1)
        var count: Int { width * height * (isDual ? 2 : 1) }
    }

    /// The size and range of the grid of weights; nil if the size or the range is reserved or too large.
    private var grid: WeightGrid? {
        var result = WeightGrid()
        var precision = bits.bit(9), isDual = bits.bit(10)
        let rangeNumber: Int
        if bits.bits(0, 2) != 0 {
            rangeNumber = bits.bits(0, 2) << 1 | bits.bit(4)
            let a = bits.bits(5, 2), b = bits.bits(7, 2)
            switch bits.bits(2, 2) {
            case 0: (result.width, result.height) = (b + 4, a + 2)
            case 1: (result.width, result.height) = (b + 8, a + 2)
            case 2: (result.width, result.height) = (a + 2, b + 8)
            default: (result.width, result.height) = b < 2 ? (a + 2, b + 6) : (b, a + 2)
            }
        } else {
            rangeNumber = bits.bits(2, 2) << 1 | bits.bit(4)
            let a = bits.bits(5, 2)
            switch bits.bits(7, 2) {
            case 0: (result.width, result.height) = (12, a + 2)
            case 1: (result.width, result.height) = (a + 2, 12)
            case 2:
                (result.width, result.height) = (a + 6, bits.bits(9, 2) + 6)
                (precision, isDual) = (0, 0)
            default:
                guard a < 2 else { return nil }
                (result.width, result.height) = a == 0 ? (6, 10) : (10, 6)
            }
        }
        guard rangeNumber >= 2 else { return nil }
        result.range = IntegerRange.weights[precision][rangeNumber - 2]
        result.isDual = isDual == 1
        guard result.width <= width, result.height <= height, result.count <= 64, (24...96).contains(result.range.bitCount(result.count)) else { return nil }
        return result
    }

    /// Returns the weights of all texels in one plane, 0…64.
    private func weights(_ stored: [Int], _ grid: WeightGrid, plane: Int) -> [Int] {
        let planes = grid.isDual ? 2 : 1
        func weight(_ x: Int, _ y: Int) -> Int {
            let place = (y * grid.width + x) * planes + plane
            // The factor of a neighbour beyond the grid is 0, so the weight that is returned for such a neighbour does not matter.
            return place < stored.count ? stored[place] : 0
        }
        func scale(_ size: Int) -> Int { (1024 + size / 2) / (size - 1) }
        let scaleX = scale(width), scaleY = scale(height)
        return (0..<(width * height)).map { texel in
            let gx = (scaleX * (texel % width) * (grid.width - 1) + 32) >> 6, gy = (scaleY * (texel / width) * (grid.height - 1) + 32) >> 6
            let x = gx >> 4, y = gy >> 4, fx = gx & 15, fy = gy & 15
            let both = (fx * fy + 8) >> 4
            let sum = weight(x, y) * (16 - fx - fy + both) + weight(x + 1, y) * (fx - both) + weight(x, y + 1) * (fy - both) + weight(x + 1, y + 1) * both
            return (sum + 8) >> 4
        }
    }

    // MARK: Colours

    /// A pair of colours; nil for the modes of high dynamic range.
    private typealias Pair = (SIMD4<Int>, SIMD4<Int>)?

    /// Decodes all texels. Returns false if the block breaks a rule.
    private func mix(_ texels: BlockTexels) -> Bool {
        guard let grid else { return false }
        let partitions = bits.bits(11, 2) + 1
        if partitions == 4 && grid.isDual { return false }
        let weightBits = grid.range.bitCount(grid.count)
        var modes = [Int](repeating: 0, count: partitions), end = 128 - weightBits, start = 17
        if partitions == 1 {
            modes[0] = bits.bits(13, 4)
        } else {
            start = 29
            let selector = bits.bits(23, 2)
            if selector == 0 {
                modes = modes.map { _ in bits.bits(25, 4) }
            } else {
                // The colour modes have more bits than the fixed field. The remaining bits lie directly below the bits of the weights.
                let extra = 3 * partitions - 4
                end -= extra
                let field = bits.bits(25, 4) | bits.bits(end, extra) << 4
                for i in 0..<partitions {
                    modes[i] = (selector - 1 + field >> i & 1) << 2 | field >> (partitions + 2 * i) & 3
                }
            }
        }
        var selected = 0
        if grid.isDual {
            end -= 2
            selected = bits.bits(end, 2)
        }
        let count = modes.reduce(0) { $0 + 2 * ($1 >> 2 + 1) }
        guard count <= 18, end - start >= (13 * count + 4) / 5, let range = IntegerRange.colors.first(where: { $0.bitCount(count) <= end - start }) else {
            return false
        }
        var values = range.numbers(bits.dropping(start), count: count).map { range.color($0) }[...]
        let pairs = modes.map { mode in
            defer { values = values.dropFirst(2 * (mode >> 2 + 1)) }
            return ASTCBlock.endpoints(mode, Array(values.prefix(2 * (mode >> 2 + 1))))
        }
        let stored = grid.range.numbers(bits.reversed, count: grid.count).map { grid.range.weight($0) }
        let first = weights(stored, grid, plane: 0), second = grid.isDual ? weights(stored, grid, plane: 1) : first
        let seed = bits.bits(13, 10)
        for texel in 0..<(width * height) {
            let partition = partitions == 1 ? 0 : ASTCBlock.partition(seed, texel % width, texel / width, partitions, isSmall: width * height < 31)
            guard let pair = pairs[partition] else { texels.store(texel, ASTCBlock.errorColor); continue }
            var color = SIMD4<UInt8>()
            for channel in 0..<4 {
                let weight = grid.isDual && channel == selected ? second[texel] : first[texel]
                color[channel] = mixed(pair.0[channel], pair.1[channel], weight)
            }
            texels.store(texel, color)
        }
        return true
    }

    /// Widens two channels to 16 bits and mixes them. Returns the high byte of the mix.
    private func mixed(_ a: Int, _ b: Int, _ weight: Int) -> UInt8 {
        func wide(_ value: Int) -> Int { value << 8 | (isSRGB ? 0x80 : value) }
        return UInt8((wide(a) * (64 - weight) + wide(b) * weight + 32) >> 14)
    }

    private static func endpoints(_ mode: Int, _ values: [Int]) -> Pair {
        var v = values
        /// In each pair of values, moves the highest bit of the second value to the first value. The remaining bits of the second value are
        /// a number with a sign.
        func moveBits(_ pairs: Int) {
            for i in 0..<pairs {
                v[2 * i] = v[2 * i] >> 1 | v[2 * i + 1] & 0x80
                v[2 * i + 1] = ((v[2 * i + 1] >> 1 & 0x3F) ^ 0x20) - 0x20
            }
        }
        func contracted(_ c: SIMD4<Int>) -> SIMD4<Int> { SIMD4((c.x + c.z) >> 1, (c.y + c.z) >> 1, c.z, c.w) }
        func limited(_ c: SIMD4<Int>) -> SIMD4<Int> { c.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) }
        func gray(_ value: Int, _ alpha: Int = 255) -> SIMD4<Int> { SIMD4(value, value, value, alpha) }
        switch mode {
        case 0: return (gray(v[0]), gray(v[1]))
        case 1:
            let low = v[0] >> 2 | v[1] & 0xC0
            return (gray(low), gray(min(255, low + v[1] & 0x3F)))
        case 4: return (gray(v[0], v[2]), gray(v[1], v[3]))
        case 5:
            moveBits(2)
            return (limited(gray(v[0], v[2])), limited(gray(v[0] + v[1], v[2] + v[3])))
        case 6, 10:
            let color = SIMD4(v[0], v[1], v[2], 255), alphas = mode == 10 ? (v[4], v[5]) : (255, 255)
            var low = (color &* v[3]) &>> 8, high = color
            low.w = alphas.0; high.w = alphas.1
            return (low, high)
        case 8, 12:
            let first = SIMD4(v[0], v[2], v[4], mode == 12 ? v[6] : 255), second = SIMD4(v[1], v[3], v[5], mode == 12 ? v[7] : 255)
            return v[1] + v[3] + v[5] >= v[0] + v[2] + v[4] ? (first, second) : (contracted(second), contracted(first))
        case 9, 13:
            moveBits(mode == 13 ? 4 : 3)
            let first = SIMD4(v[0], v[2], v[4], mode == 13 ? v[6] : 255)
            let second = SIMD4(v[0] + v[1], v[2] + v[3], v[4] + v[5], mode == 13 ? v[6] + v[7] : 255)
            return v[1] + v[3] + v[5] >= 0 ? (limited(first), limited(second)) : (limited(contracted(second)), limited(contracted(first)))
        default: return nil
        }
    }

    // MARK: Partitions

    /// Returns the partition of a texel, 0…`count` − 1, which the specification computes as a hash of the seed and of the texel's position.
    private static func partition(_ seed: Int, _ x: Int, _ y: Int, _ count: Int, isSmall: Bool) -> Int {
        let seed = seed + (count - 1) * 1024, hash = hash(UInt32(seed))
        let x = isSmall ? x << 1 : x, y = isSmall ? y << 1 : y
        let shifts = (seed & 2 != 0 ? 4 : 5, count == 3 ? 6 : 5), (even, odd) = seed & 1 != 0 ? (shifts.0, shifts.1) : (shifts.1, shifts.0)
        /// The hash consists of groups of four bits. Returns the square of the group with the index `number`, shifted right as the
        /// specification says.
        func factor(_ number: Int) -> Int {
            let bits = Int(hash >> UInt32(4 * number) & 15)
            return (bits * bits) >> (number % 2 == 0 ? even : odd)
        }
        func term(_ number: Int, _ shift: UInt32) -> Int { (factor(number) * x + factor(number + 1) * y + Int(hash >> shift)) & 63 }
        let a = term(0, 14), b = term(2, 10), c = count < 3 ? 0 : term(4, 6), d = count < 4 ? 0 : term(6, 2)
        if a >= b && a >= c && a >= d { return 0 }
        if b >= c && b >= d { return 1 }
        return c >= d ? 2 : 3
    }
    private static func hash(_ seed: UInt32) -> UInt32 {
        var p = seed
        p ^= p >> 15; p = p &- p << 17; p = p &+ p << 7; p = p &+ p << 4
        p ^= p >> 5; p = p &+ p << 16; p ^= p >> 7; p ^= p >> 3
        p ^= p << 6; p ^= p >> 17
        return p
    }
}
