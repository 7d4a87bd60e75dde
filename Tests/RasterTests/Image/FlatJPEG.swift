// FlatJPEG: writes baseline JPEG whose blocks of 8×8 samples have one value each, with any number of components and any sampling
// factors, so that the pixels are known without a transform.

struct FlatJPEG {
    struct Component {
        var across = 1, down = 1
        /// The value, 0…255, of the block in this column and row of the component.
        var value: (Int, Int) -> Int
    }
    var width: Int, height: Int
    var components: [Component]
    /// The number of the transform in an Adobe marker; nil leaves the marker out.
    var adobeTransform: UInt8?
    /// Whole segments to write after the start of the file.
    var segments: [UInt8] = []

    static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] { [0xFF, marker] + big(data.count + 2) + data }
    private static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    func file() -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8] + segments
        if let adobeTransform { file += Self.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform]) }
        // All quantizers are 8, so the first coefficient of a block, after the division by its quantizer, is the block's value minus 128.
        file += Self.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        file += Self.segment(0xC0, [8] + Self.big(height) + Self.big(width) + [UInt8(components.count)]
                             + components.enumerated().flatMap { [UInt8($0.offset + 1), UInt8($0.element.across << 4 | $0.element.down), 0] })
        // The first Huffman table has codes of four bits for the twelve sizes of differences. The second table has a code of one bit for
        // the end of a block.
        let lengths: [UInt8] = [0, 0, 0, 12] + [UInt8](repeating: 0, count: 12), sizes = [UInt8](0..<12)
        file += Self.segment(0xC4, [0] + lengths + sizes)
        file += Self.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        file += Self.segment(0xDA, [UInt8(components.count)] + components.indices.flatMap { [UInt8($0 + 1), 0] } + [0, 63, 0])
        return file + scan() + [0xFF, 0xD9]
    }

    private func scan() -> [UInt8] {
        var bytes: [UInt8] = [], accumulator = 0, bits = 0
        func put(_ value: Int, _ count: Int) {
            for k in (0..<count).reversed() {
                accumulator = accumulator << 1 | value >> k & 1
                bits += 1
                if bits == 8 {
                    bytes += accumulator == 255 ? [255, 0] : [UInt8(accumulator)]
                    (accumulator, bits) = (0, 0)
                }
            }
        }
        let most = (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
        // A single component is stored block by block, whatever its sampling factors are.
        let factors = components.count == 1 ? [(1, 1)] : components.map { ($0.across, $0.down) }
        let unit = components.count == 1 ? (8, 8) : (8 * most.0, 8 * most.1)
        var before = [Int](repeating: 0, count: components.count)
        for row in 0..<(height + unit.1 - 1) / unit.1 {
            for column in 0..<(width + unit.0 - 1) / unit.0 {
                for (c, component) in components.enumerated() {
                    for y in 0..<factors[c].1 {
                        for x in 0..<factors[c].0 {
                            let value = component.value(column * factors[c].0 + x, row * factors[c].1 + y) - 128, difference = value - before[c]
                            before[c] = value
                            let size = Int.bitWidth - abs(difference).leadingZeroBitCount
                            put(size, 4)
                            put(difference < 0 ? difference + 1 << size - 1 : difference, size)
                            put(0, 1)
                        }
                    }
                }
            }
        }
        if bits > 0 { put((1 << (8 - bits)) - 1, 8 - bits) }
        return bytes
    }
}
