// AlikeUnits: the texture units of a draw whose lookups at one coordinate share work: these lookups have the same level of detail, and they
// read texels at the same byte offsets of their textures. Two units are alike if their textures have one shape and their samplers are
// equal. Formats, border colours and the order of channels may differ.
//
// Kernels depend on which units are alike only if the shader has lookups that could share work.

import Shading

package struct AlikeUnits: Sendable, Hashable {
    /// For each unit, the first unit that is like it; empty if no lookups share work.
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
