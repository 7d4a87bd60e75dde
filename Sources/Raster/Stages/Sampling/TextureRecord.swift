// TextureRecord: the layout of the record of a texture unit, as byte offsets. Compiled lookups read such records. A draw has an
// array of records, one per unit.
//
// A record has the sizes of each level both as integers and as floats. So if all lanes read one level, they load the sizes without
// a conversion. A record is valid as long as the texture's storage lives.

package enum TextureRecord {
    /// The address of the base level's first texel.
    static let base = 0
    /// The number of the last level, as an Int32 and as a float.
    static let lastLevel = 8, floatLastLevel = 12
    /// The sampler's settings for the level of detail and for anisotropy, as floats.
    static let lodBias = 16, lodMin = 20, lodMax = 24, maxAnisotropy = 28
    /// UInt32: the border colour as a texel of an 8-bit format.
    static let borderCodes = 32
    /// Four words: the border colour as register bits.
    static let border = 48
    /// The address of the table that decodes sRGB codes: 256 floats.
    static let sRGBDecode = 40
    /// The entries of the levels. An entry has the number of bytes from `base` to the level as an Int64, then the words for width,
    /// height and number of slices.
    static let levels = 64, levelStride = 64, levelOffset = 0
    /// The words of each axis. `count` is the number of texels and `last` is the index of the last texel, both as Int32. `float` is
    /// the number of texels and `float256` is 256 times this number, both as floats.
    enum AxisWord: Int, CaseIterable { case count, last, float, float256 }
    static func offset(of word: AxisWord, axis: Int) -> Int { 8 + 4 * (4 * axis + word.rawValue) }
    /// A texture with more levels would have sides of more than a million texels.
    static let maximumLevels = 21
    package static let stride = levels + maximumLevels * levelStride

    /// Returns the mip levels that the binding allows and that exist in the texture.
    static func levels(_ binding: TextureBinding) -> Range<Int> {
        (binding.levels.lowerBound..<(binding.levels.upperBound + 1)).clamped(to: binding.texture.storage.levels.indices)
    }

    /// Writes the record of a unit, `stride` bytes. For an empty unit it writes nothing, because no code reads that record.
    package static func write(_ binding: TextureBinding?, to record: UnsafeMutableRawPointer) {
        guard let binding, case let range = levels(binding), !range.isEmpty else { return }
        func put<T>(_ value: T, _ offset: Int) { record.storeBytes(of: value, toByteOffset: offset, as: T.self) }
        let storage = binding.texture.storage, start = binding.view.start(ofLevel: range.lowerBound)
        put(UnsafeRawPointer(storage.base) + start, base)
        put(Int32(range.count - 1), lastLevel); put(Float(range.count - 1), floatLastLevel)
        withUnsafeTemporaryAllocation(of: SampledLevel.self, capacity: 1) { none in
            let unit = BoundTexture(binding, levels: UnsafePointer(none.baseAddress!), levelCount: range.count)
            put(unit.lodBias, lodBias); put(unit.lodMin, lodMin); put(unit.lodMax, lodMax)
            put(Float(unit.maxAnisotropy), maxAnisotropy)
            put(unit.border, border)
            put((0..<4).reduce(UInt32(0)) { $0 | UInt32(truncatingIfNeeded: unit.borderCodes[$1]) << UInt32(8 * $1) }, borderCodes)
        }
        put(UnsafeRawPointer(SRGBTables.shared.decode), sRGBDecode)
        for (i, level) in storage.levels[range].prefix(maximumLevels).enumerated() {
            let entry = levels + i * levelStride
            put(Int64(binding.view.start(ofLevel: range.lowerBound + i) - start), entry + levelOffset)
            for (axis, size) in [level.width, level.height, binding.view.sliceCount(ofLevel: range.lowerBound + i)].enumerated() {
                func put<T>(_ value: T, _ word: AxisWord) { record.storeBytes(of: value, toByteOffset: entry + offset(of: word, axis: axis), as: T.self) }
                put(Int32(size), .count); put(Int32(size - 1), .last); put(Float(size), .float); put(Float(256 * size), .float256)
            }
        }
    }
}

extension TextureView {
    /// The number of bytes from the texture's first texel to the view's first layer in a mip level of the texture.
    func start(ofLevel level: Int) -> Int { texture.storage.levels[level].offset + layers.lowerBound * texture.storage.levels[level].bytesPerSlice }
    /// The number of the view's slices, layers or faces in a mip level of the texture. A 3D texture has fewer slices in smaller levels.
    func sliceCount(ofLevel level: Int) -> Int { type == .d3 ? texture.storage.levels[level].slices : layers.count }
}
