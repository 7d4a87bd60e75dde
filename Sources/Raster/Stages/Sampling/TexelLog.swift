// TexelLog: records the texels that lookups read, for debuggers. Without a log, a lookup costs one comparison with nil per texel.

import Shading

/// One texel that a lookup read.
package struct TakenTexel: Sendable, Hashable {
    /// The lane, within the quad, that read the texel.
    package var lane: Int
    package var unit: Int
    /// The mip level, counted from the texture's base level.
    package var level: Int
    /// The texel's column, counted from the left.
    package var x: Int
    /// The texel's row, counted from the first row in memory.
    package var y: Int
    /// The depth slice, layer or face.
    package var slice: Int
    /// The texel as register bits.
    package var value: SIMD4<UInt32>
    /// Whether the lookup read the border colour, because the texel lies outside of the texture.
    package var isBorder: Bool
}

/// The mip levels that a filtered lookup chose.
package struct TakenLevel: Sendable, Hashable {
    package var lane: Int
    /// The level of detail: λ plus the sampler's bias and the shader's bias, limited to the sampler's bounds.
    package var detail: Float
    /// The number of the level that was read, or of the finer level if two levels were read, counted from the base level.
    package var level: Int
    /// The weight of the next level; 0 if only one level is read.
    package var nextWeight: Float
    /// The number of probes in `level`, along the longer axis of the footprint. This number is above 1 only if the filter is anisotropic. The
    /// next level has as many probes or fewer.
    package var probes: Int
}

package final class TexelLog {
    /// The number of texels that each lane read since `clear`.
    package private(set) var counts = SIMD4<UInt32>.zero
    /// The texels that lookups read since `clear`; empty if the texels are only counted.
    package private(set) var texels: [TakenTexel] = []
    package private(set) var levels: [TakenLevel] = []
    private let keeps: Bool
    private var lane = 0, unit = 0

    /// - Parameter keeps: Whether the log keeps the texels. If false, the log only counts the texels.
    package init(keeps: Bool) { self.keeps = keeps }

    package func clear() {
        counts = .zero
        texels.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
    }
    func begin(lane: Int, unit: Int) { self.lane = lane; self.unit = unit }
    func note(_ texture: BoundTexture, _ level: SampledLevel, x: Int, y: Int, slice: Int, isBorder: Bool, value: @autoclosure () -> SIMD4<UInt32>) {
        counts[lane] &+= 1
        guard keeps else { return }
        let number = (0..<texture.levelCount).first { texture.levels[$0].base == level.base } ?? 0
        texels.append(TakenTexel(lane: lane, unit: unit, level: number, x: x, y: y, slice: slice, value: value(), isBorder: isBorder))
    }
    func note(detail: Float, _ choice: (filter: FilterMode, level: Int, weight: Float), probes: Int) {
        if keeps { levels.append(TakenLevel(lane: lane, detail: detail, level: choice.level, nextWeight: choice.weight, probes: probes)) }
    }
}
