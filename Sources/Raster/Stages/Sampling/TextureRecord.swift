// TextureRecord: the record of a texture unit, which compiled lookups read. A draw has an array of records, one per unit.
//
// A record has the sizes of each level both as integers and as floats. So if all lanes read one level, they load the sizes without
// a conversion. A record is valid as long as the texture's storage lives.

import Kernel

/// A texture unit. The LevelRecords of its levels follow the struct in memory.
package struct TextureRecord: KernelRecord {
    /// The address of the base level's first texel.
    var base: UnsafeRawPointer
    /// The number of the last level, as an integer and as a float.
    var lastLevel: Int32, floatLastLevel: Float
    /// The sampler's settings for the level of detail and for anisotropy.
    var lodBias: Float, lodMin: Float, lodMax: Float, maxAnisotropy: Float
    /// The border colour as a texel of an 8-bit format.
    var borderCodes: UInt32
    /// The address of the table that decodes sRGB codes: 256 floats.
    var sRGBDecode: UnsafeRawPointer
    /// The border colour as register bits.
    var borderRed: UInt32, borderGreen: UInt32, borderBlue: UInt32, borderAlpha: UInt32

    static let border: [KeyPath<TextureRecord, UInt32> & Sendable] = [\.borderRed, \.borderGreen, \.borderBlue, \.borderAlpha]
    /// The byte offset of the first LevelRecord.
    static let levels = MemoryLayout<TextureRecord>.stride
    /// A texture with more levels would have sides of more than a million texels.
    static let maximumLevels = 21
    /// The number of bytes from one record of an array to the next.
    package static let stride = levels + maximumLevels * MemoryLayout<LevelRecord>.stride
}

/// A level's size along one axis.
struct AxisRecord: KernelRecord {
    /// The number of texels, and the index of the last texel.
    var count: Int32, last: Int32
    /// The number of texels, and 256 times this number.
    var float: Float, float256: Float

    init(_ size: Int) { count = Int32(size); last = Int32(size - 1); float = Float(size); float256 = Float(256 * size) }
}

/// A level of a texture unit.
struct LevelRecord: KernelRecord {
    /// The number of bytes from `TextureRecord.base` to the level.
    var offset: Int64
    var width: AxisRecord, height: AxisRecord, slices: AxisRecord
    /// Fills the record up to a cache line, so that kernels find a level by a shift.
    private let padding: Int64 = 0
}

extension TextureRecord {
    /// Returns the mip levels that the binding allows and that exist in the texture.
    static func levels(_ binding: TextureBinding) -> Range<Int> {
        (binding.levels.lowerBound..<(binding.levels.upperBound + 1)).clamped(to: binding.texture.storage.levels.indices)
    }

    /// Writes the record of a unit, `stride` bytes. For an empty unit it writes nothing, because no code reads that record.
    package static func write(_ binding: TextureBinding?, to memory: UnsafeMutableRawPointer) {
        guard let binding, case let range = levels(binding), !range.isEmpty else { return }
        let storage = binding.texture.storage, start = binding.view.start(ofLevel: range.lowerBound)
        let record = withUnsafeTemporaryAllocation(of: SampledLevel.self, capacity: 1) { none in
            let unit = BoundTexture(binding, levels: UnsafePointer(none.baseAddress!), levelCount: range.count)
            return TextureRecord(base: UnsafeRawPointer(storage.base) + start, lastLevel: Int32(range.count - 1), floatLastLevel: Float(range.count - 1),
                                 lodBias: unit.lodBias, lodMin: unit.lodMin, lodMax: unit.lodMax, maxAnisotropy: Float(unit.maxAnisotropy),
                                 borderCodes: (0..<4).reduce(UInt32(0)) { $0 | UInt32(truncatingIfNeeded: unit.borderCodes[$1]) << UInt32(8 * $1) },
                                 sRGBDecode: UnsafeRawPointer(SRGBTables.shared.decode),
                                 borderRed: unit.border.x, borderGreen: unit.border.y, borderBlue: unit.border.z, borderAlpha: unit.border.w)
        }
        memory.storeBytes(of: record, as: TextureRecord.self)
        for (number, level) in storage.levels[range].prefix(maximumLevels).enumerated() {
            let record = LevelRecord(offset: Int64(binding.view.start(ofLevel: range.lowerBound + number) - start), width: AxisRecord(level.width),
                                     height: AxisRecord(level.height), slices: AxisRecord(binding.view.sliceCount(ofLevel: range.lowerBound + number)))
            memory.storeBytes(of: record, toByteOffset: levels + number * MemoryLayout<LevelRecord>.stride, as: LevelRecord.self)
        }
    }
}

extension TextureView {
    /// The number of bytes from the texture's first texel to the view's first layer in a mip level of the texture.
    func start(ofLevel level: Int) -> Int { texture.storage.levels[level].offset + layers.lowerBound * texture.storage.levels[level].bytesPerSlice }
    /// The number of the view's slices, layers or faces in a mip level of the texture. A 3D texture has fewer slices in smaller levels.
    func sliceCount(ofLevel level: Int) -> Int { type == .d3 ? texture.storage.levels[level].slices : layers.count }
}
