// BC6HBlock: decodes blocks of BC6H, the format of BPTC for half floats (Khronos Data Format Specification, chapter 20). The endpoints'
// bits are scattered over the block. Each of the 14 modes has its own order of these bits.

enum BC6HBlock {
    private struct Mode {
        /// Whether all endpoints after the first endpoint are stored as differences from the first endpoint.
        var isRelative: Bool
        /// Whether the texels form two subsets.
        var hasPartition: Bool
        /// How many bits the first endpoint has in each channel.
        var bits: Int
        /// How many bits the endpoints after the first endpoint have in each channel.
        var otherBits: SIMD3<Int>
        /// For each bit of the block after the mode, in order, the place of this bit in the endpoints: the channel (0…2), the endpoint
        /// (0…3), and the number of the bit in the channel's value.
        var places: [(channel: Int, endpoint: Int, bit: Int)]

        /// - Parameter order: Fields such as "g2:0-3": bits 0 to 3 of endpoint 2's green, in the order of the block.
        init(isRelative: Bool, hasPartition: Bool, bits: Int, _ otherBits: SIMD3<Int>, _ order: String) {
            self.isRelative = isRelative; self.hasPartition = hasPartition; self.bits = bits; self.otherBits = otherBits
            places = order.split(separator: " ").flatMap { field in
                let name = Array(field.utf8.prefix(2)), range = field.dropFirst(3).split(separator: "-").compactMap { Int($0) }
                let channel = switch name[0] { case UInt8(ascii: "r"): 0; case UInt8(ascii: "g"): 1; default: 2 }
                return stride(from: range[0], through: range[range.count - 1], by: range[0] <= range[range.count - 1] ? 1 : -1)
                    .map { (channel, Int(name[1] - UInt8(ascii: "0")), $0) }
            }
        }
    }
    private static let modes: [Int: Mode] = [
        0: Mode(isRelative: true, hasPartition: true, bits: 10, SIMD3(5, 5, 5), """
            g2:4 b2:4 b3:4 r0:0-9 g0:0-9 b0:0-9 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3
            """),
        1: Mode(isRelative: true, hasPartition: true, bits: 7, SIMD3(6, 6, 6), """
            g2:5 g3:4 g3:5 r0:0-6 b3:0 b3:1 b2:4 g0:0-6 b2:5 b3:2 g2:4 b0:0-6 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 \
            b2:0-3 r2:0-5 r3:0-5
            """),
        2: Mode(isRelative: true, hasPartition: true, bits: 11, SIMD3(5, 4, 4), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-4 r0:10 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3
            """),
        6: Mode(isRelative: true, hasPartition: true, bits: 11, SIMD3(4, 5, 4), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 g3:4 g2:0-3 g1:0-4 g0:10 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-3 b3:0 b3:2 r3:0-3 \
            g2:4 b3:3
            """),
        10: Mode(isRelative: true, hasPartition: true, bits: 11, SIMD3(4, 4, 5), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 b2:4 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-4 b0:10 b2:0-3 r2:0-3 b3:1 b3:2 r3:0-3 \
            b3:4 b3:3
            """),
        14: Mode(isRelative: true, hasPartition: true, bits: 9, SIMD3(5, 5, 5), """
            r0:0-8 b2:4 g0:0-8 g2:4 b0:0-8 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 b3:3
            """),
        18: Mode(isRelative: true, hasPartition: true, bits: 8, SIMD3(6, 5, 5), """
            r0:0-7 g3:4 b2:4 g0:0-7 b3:2 g2:4 b0:0-7 b3:3 b3:4 r1:0-5 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-5 r3:0-5
            """),
        22: Mode(isRelative: true, hasPartition: true, bits: 8, SIMD3(5, 6, 5), """
            r0:0-7 b3:0 b2:4 g0:0-7 g2:5 g2:4 b0:0-7 g3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-5 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 \
            r3:0-4 b3:3
            """),
        26: Mode(isRelative: true, hasPartition: true, bits: 8, SIMD3(5, 5, 6), """
            r0:0-7 b3:1 b2:4 g0:0-7 b2:5 g2:4 b0:0-7 b3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-5 b2:0-3 r2:0-4 b3:2 \
            r3:0-4 b3:3
            """),
        30: Mode(isRelative: false, hasPartition: true, bits: 6, SIMD3(6, 6, 6), """
            r0:0-5 g3:4 b3:0 b3:1 b2:4 g0:0-5 g2:5 b2:5 b3:2 g2:4 b0:0-5 g3:5 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 b1:0-5 \
            b2:0-3 r2:0-5 r3:0-5
            """),
        3: Mode(isRelative: false, hasPartition: false, bits: 10, SIMD3(10, 10, 10), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-9 g1:0-9 b1:0-9
            """),
        7: Mode(isRelative: true, hasPartition: false, bits: 11, SIMD3(9, 9, 9), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-8 r0:10 g1:0-8 g0:10 b1:0-8 b0:10
            """),
        11: Mode(isRelative: true, hasPartition: false, bits: 12, SIMD3(8, 8, 8), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-7 r0:11-10 g1:0-7 g0:11-10 b1:0-7 b0:11-10
            """),
        15: Mode(isRelative: true, hasPartition: false, bits: 16, SIMD3(4, 4, 4), """
            r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:15-10 g1:0-3 g0:15-10 b1:0-3 b0:15-10
            """),
    ]

    /// Decodes the block to three half floats per texel. Blocks of a reserved mode are black.
    static func decode(_ block: UnsafeRawPointer, isSigned: Bool, to texels: BlockTexels) {
        let block = BlockBits(block), short = block.bits(0, 2), number = short < 2 ? short : block.bits(0, 5)
        guard let mode = modes[number] else {
            for texel in 0..<16 { for channel in 0..<3 { texels.store(texel, channel: channel, UInt16(0)) } }
            return
        }
        let start = short < 2 ? 2 : 5, subsets = mode.hasPartition ? 2 : 1
        var endpoints = [SIMD3<Int>](repeating: .zero, count: 4)
        for (offset, place) in mode.places.enumerated() { endpoints[place.endpoint][place.channel] |= block.bit(start + offset) << place.bit }
        for channel in 0..<3 {
            func extended(_ value: Int, _ bits: Int) -> Int { (value ^ 1 << (bits - 1)) - 1 << (bits - 1) }
            if isSigned { endpoints[0][channel] = extended(endpoints[0][channel], mode.bits) }
            for i in 1..<(2 * subsets) {
                if isSigned || mode.isRelative { endpoints[i][channel] = extended(endpoints[i][channel], mode.otherBits[channel]) }
                guard mode.isRelative else { continue }
                let sum = (endpoints[0][channel] + endpoints[i][channel]) & (1 << mode.bits - 1)
                endpoints[i][channel] = isSigned ? extended(sum, mode.bits) : sum
            }
            for i in 0..<(2 * subsets) { endpoints[i][channel] = unquantized(endpoints[i][channel], mode.bits, isSigned: isSigned) }
        }
        let partition = mode.hasPartition ? block.bits(77, 5) : 0, indexBits = mode.hasPartition ? 3 : 4
        let indices = BPTCPartitions.indices(block, at: mode.hasPartition ? 82 : 65, count: indexBits, partition: partition, subsets: subsets)
        for texel in 0..<16 {
            let subset = BPTCPartitions.subset(texel, partition: partition, subsets: subsets), a = endpoints[2 * subset], b = endpoints[2 * subset + 1]
            let weight = BPTCPartitions.weight(indices[texel], bits: indexBits)
            for channel in 0..<3 { texels.store(texel, channel: channel, half(BPTCPartitions.mixed(a[channel], b[channel], weight), isSigned: isSigned)) }
        }
    }

    /// Widens an endpoint's channel to an unsigned or a signed number of 16 bits.
    private static func unquantized(_ value: Int, _ bits: Int, isSigned: Bool) -> Int {
        if bits >= (isSigned ? 16 : 15) { return value }
        let size = Int(value.magnitude), largest = isSigned ? 1 << (bits - 1) - 1 : 1 << bits - 1
        let wide = size == 0 ? 0 : size >= largest ? (isSigned ? 0x7FFF : 0xFFFF) : (size << 15 + 0x4000) >> (bits - 1)
        return value < 0 ? -wide : wide
    }
    /// Returns the half float of a mixed value.
    private static func half(_ value: Int, isSigned: Bool) -> UInt16 {
        if !isSigned { return UInt16(truncatingIfNeeded: (value * 31) >> 6) }
        let size = UInt16(truncatingIfNeeded: (Int(value.magnitude) * 31) >> 5)
        return value < 0 ? size | 0x8000 : size
    }
}
