// SamplerKey: identifies the code of a texture unit's lookups. The code reads sizes, levels, borders and limits from the unit's
// TextureRecord, so the code does not depend on these values.
//
// Settings without effect get a fixed value, because each different value would need another kernel. With one level, the mip filter
// is `none`. Formats without filtering have the filter `nearest`. Seamless cubes have fixed wrap modes.

import Shading

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
        // Without a bias the level of detail lies within ±128.
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
    /// The keys of the texture units, up to the last unit that the stage reads; nil for empty units and for units that the stage
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
