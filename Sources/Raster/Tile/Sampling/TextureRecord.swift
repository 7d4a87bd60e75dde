// TextureRecord: what sampling code reads about a texture unit, as byte offsets; a draw has an array of them, one per unit.
//
// Sizes are those of the base level in texels; a level's size is max(1, size >> level). Valid as long as the texture's
// storage lives.

package enum TextureRecord {
    /// Address of the base level's first texel.
    static let base = 0
    /// Int32: width, height, slices, last level.
    static let width = 8, height = 12, slices = 16, lastLevel = 20
    /// The same as floats.
    static let floatWidth = 24, floatHeight = 28, floatSlices = 32, floatLastLevel = 36
    /// Floats.
    static let lodBias = 40, lodMin = 44, lodMax = 48, maxAnisotropy = 52
    /// UInt32: the border as a texel of an 8-bit format.
    static let borderCodes = 56
    /// Four words: the border as register bits.
    static let border = 64
    /// Address of 256 floats.
    static let sRGBDecode = 80
    /// Int64 per level: bytes from `base`.
    static let levelOffsets = 88
    /// Levels beyond 21 would need textures of more than a million texels a side.
    static let maximumLevels = 21
    package static let stride = 256

    /// The levels that may be read: those of the binding that the texture has.
    static func levels(_ binding: TextureBinding) -> Range<Int> {
        (binding.levels.lowerBound..<(binding.levels.upperBound + 1)).clamped(to: binding.texture.storage.levels.indices)
    }

    /// Fills `stride` bytes. Of an empty unit nothing is read.
    package static func write(_ binding: TextureBinding?, to record: UnsafeMutableRawPointer) {
        guard let binding, case let range = levels(binding), !range.isEmpty else { return }
        func put<T>(_ value: T, _ offset: Int) { record.storeBytes(of: value, toByteOffset: offset, as: T.self) }
        let storage = binding.texture.storage, first = storage.levels[range.lowerBound]
        put(UnsafeRawPointer(storage.base) + first.offset, base)
        for (value, integer, float) in [(first.width, width, floatWidth), (first.height, height, floatHeight), (first.slices, slices, floatSlices),
                                        (range.count - 1, lastLevel, floatLastLevel)] {
            put(Int32(value), integer); put(Float(value), float)
        }
        withUnsafeTemporaryAllocation(of: SampledLevel.self, capacity: 1) { none in
            let unit = SamplerUnit(binding, levels: UnsafePointer(none.baseAddress!), levelCount: range.count)
            put(unit.lodBias, lodBias); put(unit.lodMin, lodMin); put(unit.lodMax, lodMax)
            put(Float(unit.maxAnisotropy), maxAnisotropy)
            put(unit.border, border)
            put((0..<4).reduce(UInt32(0)) { $0 | UInt32(truncatingIfNeeded: unit.borderCodes[$1]) << UInt32(8 * $1) }, borderCodes)
        }
        put(UnsafeRawPointer(SRGBTables.shared.decode), sRGBDecode)
        for (i, level) in range.prefix(maximumLevels).enumerated() { put(Int64(storage.levels[level].offset - first.offset), levelOffsets + 8 * i) }
    }
}
