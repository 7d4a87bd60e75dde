// QuadLanes: what is the same in the four lanes of a quad, held once for each quad, in W/4 lanes.

import Kernel

extension Lanes {
    /// What a lane of each quad has.
    package func ofQuads(_ lane: Int) -> Lanes { shuffled(Array(stride(from: lane, to: count, by: 4))) }
    /// From one per quad to the same in its four lanes.
    package var onQuads: Lanes { shuffled((0 ..< 4 * count).map { $0 / 4 }) }
}

extension LaneMask {
    /// From one per quad to the same in its four lanes.
    package var onQuads: LaneMask { ones(Int32.self).onQuads.topBit }
    /// All lanes of the quads in which it holds in some lane.
    package var inWholeQuads: LaneMask {
        let pairs = self | shuffled((0 ..< count).map { $0 ^ 1 })
        return pairs | pairs.shuffled((0 ..< count).map { $0 ^ 2 })
    }
}
