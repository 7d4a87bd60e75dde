// WholeTexelFilter: linear filtering of texels of four half floats. It computes what TexelFiltering defines for each channel.
//
// The four channels of a texel stay side by side in the registers, as they lie in memory: one instruction converts the channels of
// several texels, and the mixes use weights that are repeated four times. Only the result is split into channels, once for each
// lookup instead of once for each of the four texels.

import Kernel

extension SampleEmitter {
    /// Whether the channels of texels stay together until they are mixed.
    var filtersWholeTexels: Bool {
        state.format == .rgba16Float && builder.tier == .optimized && builder.target.hasHalfConversion && !state.isSeamlessCube
    }
    func hasBorder(_ taps: AxisTaps) -> Bool { taps.firstIsBorder != nil || taps.secondIsBorder != nil }

    /// Returns one filtered value per channel. No texel may be a border.
    func wholeTexelMix(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [FloatLanes] {
        let start = slice.map { $0 * level.height.count }, lanes = builder.lanes
        let bottom = row(start.map { $0 + y.first } ?? y.first, level), top = row(start.map { $0 + y.second } ?? y.second, level)
        func texels(_ row: TexelRow, _ column: IntLanes) -> FloatLanes {
            wide(row, bytes(column), at: 0).reinterpreted(as: UInt16.self).convertedFromHalf()
        }
        func repeated(_ weight: FloatLanes) -> FloatLanes { weight.shuffled((0 ..< 4 * lanes).map { $0 / 4 }) }
        func mix(_ a: FloatLanes, _ b: FloatLanes, _ weight: FloatLanes) -> FloatLanes { (b - a).fusedMultiply(weight, add: a) }
        let wx = repeated(x.weight!), wy = repeated(y.weight!)
        let mixed = mix(mix(texels(bottom, x.first), texels(bottom, x.second), wx), mix(texels(top, x.first), texels(top, x.second), wx), wy)
        return (0..<4).map { channel in mixed.shuffled((0..<lanes).map { 4 * $0 + channel }) }
    }
}
