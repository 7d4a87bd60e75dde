// QuadLanes: values that the four lanes of a quad share. They are stored once for each quad, in W/4 lanes.

import Kernel

extension Lanes {
    /// The values of lane `lane` of each quad.
    package func ofQuads(_ lane: Int) -> Lanes { shuffled(Array(stride(from: lane, to: count, by: 4))) }
    /// Spreads the value of each quad to its four lanes.
    package var onQuads: Lanes { shuffled((0 ..< 4 * count).map { $0 / 4 }) }
}

extension LaneMask {
    /// Spreads the value of each quad to its four lanes.
    package var onQuads: LaneMask { ones(Int32.self).onQuads.topBit }
    /// All lanes of each quad in which the mask holds in at least one lane.
    package var inWholeQuads: LaneMask {
        let pairs = self | shuffled((0 ..< count).map { $0 ^ 1 })
        return pairs | pairs.shuffled((0 ..< count).map { $0 ^ 2 })
    }
}
