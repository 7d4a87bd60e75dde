// IntegerSequence: sequences of integers in ASTC blocks (Khronos Data Format Specification, chapter 23, "Integer Sequence Encoding"). The
// numbers of a sequence have a common range. If the size of the range is no power of two, each number has a digit of base 3 or 5, and one
// group of bits holds five digits of base 3 or three digits of base 5.

/// The range of a sequence's numbers: 0…2ⁿ − 1, 0…3·2ⁿ − 1 or 0…5·2ⁿ − 1.
struct IntegerRange {
    var bits: Int
    /// The base of the highest digit: 3 or 5; 1 if the numbers have no digit of base 3 or 5.
    var base = 1

    /// Returns the number of bits that a sequence of `count` numbers takes.
    func bitCount(_ count: Int) -> Int {
        let digits = base == 3 ? (8 * count + 4) / 5 : base == 5 ? (7 * count + 2) / 3 : 0
        return digits + bits * count
    }
    /// All ranges of colours, from the largest to 0…5.
    static let colors: [IntegerRange] = [
        IntegerRange(bits: 8), IntegerRange(bits: 6, base: 3), IntegerRange(bits: 5, base: 5), IntegerRange(bits: 7), IntegerRange(bits: 5, base: 3),
        IntegerRange(bits: 4, base: 5), IntegerRange(bits: 6), IntegerRange(bits: 4, base: 3), IntegerRange(bits: 3, base: 5), IntegerRange(bits: 5),
        IntegerRange(bits: 3, base: 3), IntegerRange(bits: 2, base: 5), IntegerRange(bits: 4), IntegerRange(bits: 2, base: 3), IntegerRange(bits: 1, base: 5),
        IntegerRange(bits: 3), IntegerRange(bits: 1, base: 3),
    ]
    /// The ranges of weights, by the range number 2…7, with low and high precision.
    static let weights: [[IntegerRange]] = [
        [IntegerRange(bits: 1), IntegerRange(bits: 0, base: 3), IntegerRange(bits: 2), IntegerRange(bits: 0, base: 5), IntegerRange(bits: 1, base: 3),
         IntegerRange(bits: 3)],
        [IntegerRange(bits: 1, base: 5), IntegerRange(bits: 2, base: 3), IntegerRange(bits: 4), IntegerRange(bits: 2, base: 5),
         IntegerRange(bits: 3, base: 3), IntegerRange(bits: 5)],
    ]

    /// A number of a sequence: its digit, which is 0 if the range has no digits, and its lower bits.
    struct Number {
        var digit = 0, low = 0
    }

    /// Reads a sequence from bit 0 of `stream` on. Bits beyond the sequence's end count as 0.
    func numbers(_ stream: BlockBits, count: Int) -> [Number] {
        let stream = stream.prefix(bitCount(count))
        var result: [Number] = [], place = 0
        func next(_ count: Int) -> Int {
            defer { place += count }
            return stream.bits(place, count)
        }
        // In the stream, the bits of a group of digits are split: after each number's own bits, a few of the group's bits follow. For each
        // number of the group, `parts` has the count of the group's bits that follow the number's own bits.
        let parts = base == 3 ? [2, 2, 1, 2, 1] : base == 5 ? [3, 2, 2] : [0]
        while result.count < count {
            var group = 0, shift = 0, lows: [Int] = []
            for part in parts {
                lows.append(next(bits))
                group |= next(part) << shift
                shift += part
            }
            let digits = base == 3 ? IntegerRange.trits(group) : base == 5 ? IntegerRange.quints(group) : [0]
            for (low, digit) in zip(lows, digits) where result.count < count { result.append(Number(digit: digit, low: low)) }
        }
        return result
    }

    /// Unpacks five digits of base 3 from 8 bits.
    private static func trits(_ t: Int) -> [Int] {
        func bits(_ value: Int, _ high: Int, _ low: Int) -> Int { value >> low & (1 << (high - low + 1) - 1) }
        var digits = [0, 0, 0, 0, 0]
        let c: Int
        if bits(t, 4, 2) == 7 {
            c = bits(t, 7, 5) << 2 | bits(t, 1, 0)
            (digits[4], digits[3]) = (2, 2)
        } else {
            c = bits(t, 4, 0)
            (digits[4], digits[3]) = bits(t, 6, 5) == 3 ? (2, bits(t, 7, 7)) : (bits(t, 7, 7), bits(t, 6, 5))
        }
        if bits(c, 1, 0) == 3 {
            digits[2] = 2; digits[1] = bits(c, 4, 4)
            digits[0] = bits(c, 3, 3) << 1 | bits(c, 2, 2) & ~bits(c, 3, 3)
        } else if bits(c, 3, 2) == 3 {
            (digits[2], digits[1], digits[0]) = (2, 2, bits(c, 1, 0))
        } else {
            digits[2] = bits(c, 4, 4); digits[1] = bits(c, 3, 2)
            digits[0] = bits(c, 1, 1) << 1 | bits(c, 0, 0) & ~bits(c, 1, 1)
        }
        return digits
    }
    /// Unpacks three digits of base 5 from 7 bits.
    private static func quints(_ q: Int) -> [Int] {
        func bits(_ value: Int, _ high: Int, _ low: Int) -> Int { value >> low & (1 << (high - low + 1) - 1) }
        let lowest = bits(q, 0, 0)
        if bits(q, 2, 1) == 3 && bits(q, 6, 5) == 0 {
            return [4, 4, lowest << 2 | (bits(q, 4, 4) & ~lowest) << 1 | bits(q, 3, 3) & ~lowest]
        }
        let isLast = bits(q, 2, 1) == 3
        let c = isLast ? bits(q, 4, 3) << 3 | (bits(q, 6, 5) ^ 3) << 1 | lowest : bits(q, 4, 0)
        let second = isLast ? 4 : bits(q, 6, 5)
        return bits(c, 2, 0) == 5 ? [bits(c, 4, 3), 4, second] : [bits(c, 2, 0), bits(c, 4, 3), second]
    }
}

extension IntegerRange {
    /// The widened numbers of one range. The index of an element has the number's digit in the high bits, and the number's own bits in the
    /// low bits.
    private typealias Table = [UInt8]

    /// Returns a number of a sequence of colours, widened from this range to 0…255.
    func color(_ number: Number) -> Int { Int(IntegerRange.colorTables[tableNumber][number.digit << bits | number.low]) }
    /// Returns a number of a sequence of weights, widened from this range to 0…64.
    func weight(_ number: Number) -> Int { Int(IntegerRange.weightTables[tableNumber][number.digit << bits | number.low]) }

    private var tableNumber: Int { (base / 2) * 9 + bits }
    private static func tables(_ ranges: [IntegerRange], _ value: (IntegerRange, _ digit: Int, _ low: Int) -> Int) -> [Table] {
        var result = [Table](repeating: [], count: 27)
        for range in ranges {
            result[range.tableNumber] = (0..<range.base).flatMap { digit in (0..<1 << range.bits).map { UInt8(value(range, digit, $0)) } }
        }
        return result
    }

    private static let colorTables = tables(colors) { range, digit, low in
        range.base == 1 ? widenedToByte(low, bits: range.bits) : scrambled(colorRules[range.base == 3 ? 0 : 1][range.bits - 1], digit, low, width: 9)
    }
    private static let weightTables = tables(weights.flatMap { $0 }) { range, digit, low in
        let wide = switch (range.base, range.bits) {
        case (1, let bits): widened(low, bits: bits, to: 6)
        case (3, 0): [0, 32, 63][digit]
        case (_, 0): [0, 16, 32, 47, 63][digit]
        case (let base, let bits): scrambled(weightRules[base == 3 ? 0 : 1][bits - 1], digit, low, width: 7)
        }
        return wide > 32 ? wide + 1 : wide
    }

    /// The factor C of the specification, and the layout of the specification's number B, from the highest bit on. In the layout, the
    /// letter b is bit 1 of the number that is widened, c is bit 2, and so on.
    private typealias Rule = (factor: Int, layout: String)
    private static let colorRules: [[Rule]] = [
        [(204, "000000000"), (93, "b000b0bb0"), (44, "cb000cbcb"), (22, "dcb000dcb"), (11, "edcb000ed"), (5, "fedcb000f")],
        [(113, "000000000"), (54, "b0000bb00"), (26, "cb0000cbc"), (13, "dcb0000dc"), (6, "edcb0000e")],
    ]
    private static let weightRules: [[Rule]] = [
        [(50, "0000000"), (23, "b000b0b"), (11, "cb000cb")], [(28, "0000000"), (13, "b0000b0")],
    ]
    private static func scrambled(_ rule: Rule, _ digit: Int, _ low: Int, width: Int) -> Int {
        let spread = rule.layout.utf8.reduce(0) { $0 << 1 | ($1 == UInt8(ascii: "0") ? 0 : low >> Int($1 - UInt8(ascii: "a")) & 1) }
        let repeated = low & 1 == 1 ? 1 << width - 1 : 0
        return repeated & 1 << (width - 2) | ((digit * rule.factor + spread) ^ repeated) >> 2
    }
}
