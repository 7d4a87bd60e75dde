// BC7Block: decodes blocks of BC7, the format of BPTC for colours of 8 bits (Khronos Data Format Specification, chapter 20). A block has
// one of eight modes. The modes differ only in the number of bits of each field.

enum BC7Block {
    private struct Mode {
        var subsets: Int, partitionBits: Int, rotationBits: Int, selectionBits: Int, colorBits: Int, alphaBits: Int
        /// The lowest bits of endpoints may be stored apart from the other bits. `endpointBits` is the number of lowest bits that each
        /// endpoint has for itself. `sharedBits` is the number of lowest bits that both endpoints of a subset share.
        var endpointBits: Int, sharedBits: Int
        var indexBits: Int, secondIndexBits: Int
        init(_ n: Int...) {
            (subsets, partitionBits, rotationBits, selectionBits, colorBits) = (n[0], n[1], n[2], n[3], n[4])
            (alphaBits, endpointBits, sharedBits, indexBits, secondIndexBits) = (n[5], n[6], n[7], n[8], n[9])
        }
    }
    private static let modes = [
        Mode(3, 4, 0, 0, 4, 0, 1, 0, 3, 0), Mode(2, 6, 0, 0, 6, 0, 0, 1, 3, 0), Mode(3, 6, 0, 0, 5, 0, 0, 0, 2, 0), Mode(2, 6, 0, 0, 7, 0, 1, 0, 2, 0),
        Mode(1, 0, 2, 1, 5, 6, 0, 0, 2, 3), Mode(1, 0, 2, 0, 7, 8, 0, 0, 2, 2), Mode(1, 0, 0, 0, 7, 7, 1, 0, 4, 0), Mode(2, 6, 0, 0, 5, 5, 1, 0, 2, 0),
    ]

    static func decode(_ block: UnsafeRawPointer, to texels: BlockTexels) {
        let bits = BlockBits(block), number = bits.bits(0, 8).trailingZeroBitCount
        // A block whose lowest byte is 0 has no mode; the specification reserves such blocks.
        guard number < 8 else {
            for texel in 0..<16 { texels.store(texel, .zero) }
            return
        }
        let mode = modes[number]
        var place = number + 1
        func next(_ count: Int) -> Int {
            defer { place += count }
            return bits.bits(place, count)
        }
        let partition = next(mode.partitionBits), rotation = next(mode.rotationBits), isSwapped = next(mode.selectionBits) == 1
        var endpoints = [SIMD4<Int>](repeating: SIMD4(0, 0, 0, 255), count: 2 * mode.subsets)
        for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
            for i in endpoints.indices { endpoints[i][channel] = next(channel < 3 ? mode.colorBits : mode.alphaBits) }
        }
        let extra = mode.endpointBits + mode.sharedBits
        if extra > 0 {
            let lowest = (0..<(mode.endpointBits > 0 ? endpoints.count : mode.subsets)).map { _ in next(1) }
            for i in endpoints.indices { endpoints[i] = endpoints[i] &<< 1 | SIMD4(repeating: lowest[mode.endpointBits > 0 ? i : i / 2]) }
        }
        for i in endpoints.indices {
            for channel in 0..<3 { endpoints[i][channel] = widenedToByte(endpoints[i][channel], bits: mode.colorBits + extra) }
            endpoints[i].w = mode.alphaBits > 0 ? widenedToByte(endpoints[i].w, bits: mode.alphaBits + extra) : 255
        }
        let first = BPTCPartitions.indices(bits, at: place, count: mode.indexBits, partition: partition, subsets: mode.subsets)
        place += 16 * mode.indexBits - mode.subsets
        let second = mode.secondIndexBits == 0 ? first : BPTCPartitions.indices(bits, at: place, count: mode.secondIndexBits, partition: 0, subsets: 1)
        let secondBits = mode.secondIndexBits == 0 ? mode.indexBits : mode.secondIndexBits
        for texel in 0..<16 {
            let subset = BPTCPartitions.subset(texel, partition: partition, subsets: mode.subsets), a = endpoints[2 * subset], b = endpoints[2 * subset + 1]
            var colorWeight = BPTCPartitions.weight(first[texel], bits: mode.indexBits)
            var alphaWeight = BPTCPartitions.weight(second[texel], bits: secondBits)
            if isSwapped { swap(&colorWeight, &alphaWeight) }
            var color = SIMD4<UInt8>()
            for channel in 0..<4 { color[channel] = UInt8(BPTCPartitions.mixed(a[channel], b[channel], channel < 3 ? colorWeight : alphaWeight)) }
            if rotation > 0 { (color[rotation - 1], color.w) = (color.w, color[rotation - 1]) }
            texels.store(texel, color)
        }
    }
}
