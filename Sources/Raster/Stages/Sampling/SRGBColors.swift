// SRGBColors: decodes sRGB texels of four bytes without gathers. A gather loads the decoded float of each channel and lane from a table of
// 256 floats, element by element, with many steps for each element.
//
// Some processors permute bytes: one instruction looks up 64 bytes in a table of 128 bytes. On these processors, the table of floats is
// divided into four planes of 256 bytes, one for each byte of a float. Two permutations and a selection give one byte of each of 64
// floats: the red, green, blue and alpha of 16 texels. The alpha of these floats is not used. Processors without mask registers have no
// fast gather. On these processors, each texel's bytes are read from memory, one by one, as indices into the table.

import Kernel

extension SampleEmitter {
    /// Returns red, green and blue of texels, as register bits; nil if the general decoder must decode the texels.
    func linearColors(_ texels: UIntLanes) -> [UIntLanes]? {
        guard state.format == .srgb8Alpha8, builder.tier == .optimized else { return nil }
        let table = shape.load(\.sRGBDecode, .constant)
        if builder.target.hasBytePermutation && builder.lanes % SRGBPlanes.texels == 0 {
            let planes = SRGBPlanes(table + SRGBTables.planeOffset)
            let parts = stride(from: 0, to: builder.lanes, by: SRGBPlanes.texels).map { planes.colors(texels.slice($0 ..< $0 + SRGBPlanes.texels)) }
            return (0..<3).map { color in parts.dropFirst().reduce(parts[0][color]) { $0.joined($1[color]) } }
        }
        return builder.target.hasMaskRegisters ? nil : table.loadEach(UInt32.self, byteIndices: texels, bytes: 0..<3)
    }
}

private struct SRGBPlanes {
    /// The number of texels in one register.
    static let texels = 16
    /// The four quarters of each plane.
    private let quarters: [[Lanes<UInt8>]]

    init(_ table: Pointer) {
        quarters = (0..<4).map { plane in
            (0..<4).map { quarter in table.loadLanes(UInt8.self, at: 256 * plane + 64 * quarter, count: 64, alignment: 64, .constant) }
        }
    }

    /// Returns red, green and blue of 16 texels.
    func colors(_ texels: UIntLanes) -> [UIntLanes] {
        /// Calls `index` with the number of each block of four texels, and with the place of each element in the block.
        func inBlocks(of count: Int, _ index: (_ block: Int, _ place: Int) -> Int) -> [Int] { (0 ..< 4 * count).map { index($0 / count, $0 % count) } }
        // In each block the bytes are put in the order of channels: four times red, four times green and so on.
        let codes = texels.reinterpreted(as: UInt8.self).shuffled(inBlocks(of: 16) { 16 * $0 + 4 * ($1 % 4) + $1 / 4 })
        let isUpperHalf = codes .>= 128
        let bytes = quarters.map { isUpperHalf.choose($0[2].permuted(with: $0[3], by: codes), $0[0].permuted(with: $0[1], by: codes)) }
        /// Alternates the bytes of two planes, for one half of each block: red and green, or blue and alpha.
        func words(_ low: Lanes<UInt8>, _ high: Lanes<UInt8>, half: Int) -> Lanes<UInt16> {
            low.shuffled(with: high, inBlocks(of: 16) { 16 * $0 + 8 * half + $1 / 2 + 64 * ($1 % 2) }).reinterpreted(as: UInt16.self)
        }
        return (0..<3).map { color in
            let low = words(bytes[0], bytes[1], half: color / 2), high = words(bytes[2], bytes[3], half: color / 2)
            return low.shuffled(with: high, inBlocks(of: 8) { 8 * $0 + 4 * (color % 2) + $1 / 2 + 32 * ($1 % 2) }).reinterpreted(as: UInt32.self)
        }
    }
}
