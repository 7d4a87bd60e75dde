// KernelTextureUnit: a texture unit of a draw, as kernels see it. SamplerKey has the facts on which the code of the unit's lookups depends.
// TextureRecord has the values that the code loads: sizes, levels, borders and limits. AlikeUnits says which units' lookups share work.
// BoundTexture describes a texture unit for scalar lookups.

import Kernel
import Shading

/// Identifies the code of a texture unit's lookups.
///
/// Settings without effect get a fixed value, because each different value would need another kernel. If a texture has one level, the mip
/// filter is `none`. Formats without filtering have the filter `nearest`. Seamless cubes have fixed wrap modes.
package struct SamplerKey: Sendable, Hashable {
    var type: TextureDimension
    /// The number of samples of a texel.
    var samples: Int
    var format: PixelFormat
    /// Whether lookups read the stencil of a format with depth and stencil.
    var readsStencil: Bool
    var wrapS = WrapMode.clampToEdge, wrapT = WrapMode.clampToEdge, wrapR = WrapMode.clampToEdge
    var minFilter: FilterMode
    var magFilter: FilterMode
    var mipFilter: MipFilterMode
    var hasSeveralLevels: Bool
    var isAnisotropic: Bool
    var compare: CompareFunction
    var isSeamlessCube: Bool
    /// Whether the sampler has a bias, or a bound that can limit the level of detail.
    var limitsLevel: Bool
    /// The source of each component of a lookup's result.
    var swizzle: TextureSwizzle
    /// Whether the texture is so large that 32-bit offsets cannot reach all texels.
    var isLarge: Bool

    /// Returns nil if the texture has no readable level.
    package init?(_ binding: TextureBinding) {
        let texture = binding.texture, sampler = binding.sampler, storage = texture.storage
        let levels = TextureRecord.levels(binding)
        if levels.isEmpty { return nil }
        type = binding.view.dimension
        samples = storage.samples
        format = texture.format
        readsStencil = binding.view.readsStencil
        isSeamlessCube = type.isCube && sampler.seamlessCube
        if !isSeamlessCube { wrapS = type.wrap(sampler.wrapS, axis: 0); wrapT = type.wrap(sampler.wrapT, axis: 1) }
        if type == .d3 { wrapR = sampler.wrapR }
        let isFilterable = format.isFilterable && !readsStencil
        minFilter = isFilterable ? sampler.minFilter : .nearest
        magFilter = isFilterable ? sampler.magFilter : .nearest
        hasSeveralLevels = levels.count > 1
        mipFilter = levels.count == 1 ? .none : !isFilterable && sampler.mipFilter == .linear ? .nearest : sampler.mipFilter
        isAnisotropic = sampler.maxAnisotropy >= 2 && minFilter == .linear
        compare = sampler.compare ?? .lessEqual
        // Without a bias, the level of detail lies within ±128, so bounds beyond ±150 limit nothing.
        limitsLevel = sampler.lodBias != 0 || !(sampler.lodMin <= -150) || !(sampler.lodMax >= 150)
        swizzle = binding.view.swizzle
        isLarge = storage.byteCount > Int(Int32.max) - 64
    }

    /// The facts that determine which positions a lookup reads. The facts that concern only the values of texels are left out.
    var addressing: Addressing {
        var key = self
        key.format = .rgba8
        key.readsStencil = false
        key.compare = .lessEqual
        key.swizzle = .identity
        return Addressing(key: key, bytesPerTexel: bytesPerTexel)
    }
    struct Addressing: Hashable { fileprivate var key: SamplerKey; fileprivate var bytesPerTexel: Int }

    /// The layout in which lookups read texels.
    var layout: TexelLayout { readsStencil ? format.layout.ofStencil : format.layout }
    var bytesPerTexel: Int { format.bytesPerTexel }
    var wordsPerTexel: Int { (bytesPerTexel + 3) / 4 }
    /// The number of channels, 1…4, if the format is filtered in fixed point; 0 for other formats.
    var fixedPointChannels: Int { format.byteChannelCount }
    /// Whether a lookup has to compute its level of detail.
    var dependsOnLevel: Bool { mipFilter != .none || minFilter != magFilter }
    /// Whether a lookup is always one probe of the base level, independent of its footprint.
    var readsOneLevel: Bool { !dependsOnLevel && !isAnisotropic }
}

extension SamplerKey {
    /// Returns the keys of the texture units, up to the last unit that the stage reads; nil for empty units and for units that the stage
    /// does not read.
    static func states(of call: some ShaderResources, readBy module: ShaderModule) -> [SamplerKey?] {
        var result: [SamplerKey?] = []
        for operation in module.textureOperations {
            for unit in operation.unit..<operation.unit + max(1, operation.unitCount) where call.textures.indices.contains(unit) {
                if result.count <= unit { result += [SamplerKey?](repeating: nil, count: unit + 1 - result.count) }
                result[unit] = call.textures[unit].flatMap { SamplerKey($0) }
            }
        }
        return result
    }
}

// MARK: Records

/// The record of a texture unit, which compiled lookups read. A draw has an array of records, one per unit. The LevelRecords of the unit's
/// levels follow the struct in memory.
///
/// A record has the sizes of each level both as integers and as floats. So if all lanes read one level, the code loads the sizes without a
/// conversion. A record is valid as long as the texture's storage lives.
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
    /// The number of bytes from one record of an array to the next record.
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
    /// Fills the record up to the size of a cache line. This size is a power of two, so kernels find the record of a level with a shift.
    private let padding: Int64 = 0
}

extension TextureRecord {
    /// Returns the mip levels that the binding allows and that exist in the texture.
    static func levels(_ binding: TextureBinding) -> Range<Int> {
        (binding.levels.lowerBound..<(binding.levels.upperBound + 1)).clamped(to: binding.texture.storage.levels.indices)
    }

    /// Writes the record of a unit, `stride` bytes. For an empty unit, the function writes nothing, because no code reads the record of an
    /// empty unit.
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
    /// Returns the number of bytes from the texture's first texel to the view's first layer in a mip level of the texture.
    func start(ofLevel level: Int) -> Int { texture.storage.levels[level].offset + layers.lowerBound * texture.storage.levels[level].bytesPerSlice }
    /// Returns how many slices, layers or faces the view has in a mip level of the texture. A 3D texture has fewer slices in smaller
    /// levels.
    func sliceCount(ofLevel level: Int) -> Int { type == .d3 ? texture.storage.levels[level].slices : layers.count }
}

// MARK: Units that share work

/// Says which texture units of a draw are alike. Two units are alike if their textures have the same shape and texels of the same number of
/// bytes, and if their samplers are equal apart from border colours and comparisons. Lookups in alike units at the same coordinate share
/// work, because they have the same level of detail and read texels at the same byte offsets of their textures. Formats, border colours,
/// comparisons and the order of channels may differ.
///
/// If a shader has no lookups that could share work, AlikeUnits is empty, so that draws with other textures use the same kernel.
package struct AlikeUnits: Sendable, Hashable {
    /// For each unit, the number of the first unit that is alike; the unit's own number if no earlier unit is alike. The list is empty if
    /// no lookups share work.
    private let firstAlike: [Int]

    /// Finds the alike units among the units that the module's groups of lookups read.
    package init(of call: some ShaderResources, readBy module: ShaderModule) { self.init(call.textures, module) }

    package init(_ textures: [TextureBinding?], _ module: ShaderModule) {
        self.init(textures, groups: module.lookupGroups.map { $0.map { module.textureOperations[Int(module.instructions[$0].c)].unit } })
    }

    /// - Parameter groups: The units of each group of lookups.
    package init(_ textures: [TextureBinding?], groups: [[Int]]) {
        if groups.isEmpty {
            firstAlike = []
            return
        }
        let read = Set(groups.joined()).sorted()
        var result: [Int] = []
        for unit in read where textures.indices.contains(unit) {
            guard let binding = textures[unit] else { continue }
            let first = read.first { other in other == unit || textures[other].map { Self.areAlike($0, binding) } ?? false }!
            if first == unit { continue }
            if result.count <= unit { result += result.count...unit }
            result[unit] = first
        }
        firstAlike = result
    }

    /// Whether two different units are alike.
    func contains(_ unit: Int, _ other: Int) -> Bool {
        func first(_ unit: Int) -> Int { firstAlike.indices.contains(unit) ? firstAlike[unit] : unit }
        return unit != other && first(unit) == first(other)
    }

    private static func areAlike(_ a: TextureBinding, _ b: TextureBinding) -> Bool {
        guard let key = SamplerKey(a), let other = SamplerKey(b), key.addressing == other.addressing else { return false }
        let s = a.sampler, t = b.sampler
        guard s.lodBias == t.lodBias, s.lodMin == t.lodMin, s.lodMax == t.lodMax, s.maxAnisotropy == t.maxAnisotropy else { return false }
        let levels = TextureRecord.levels(a), others = TextureRecord.levels(b)
        guard levels.count == others.count else { return false }
        func places(_ binding: TextureBinding, _ levels: Range<Int>, _ number: Int) -> [Int] {
            let level = binding.texture.storage.levels[levels.lowerBound + number]
            return [binding.view.start(ofLevel: levels.lowerBound + number) - binding.view.start(ofLevel: levels.lowerBound), level.width, level.height,
                    binding.view.sliceCount(ofLevel: levels.lowerBound + number)]
        }
        return levels.indices.allSatisfy {
            let number = $0 - levels.lowerBound
            return places(a, levels, number) == places(b, others, number)
        }
    }
}
