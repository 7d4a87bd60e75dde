// QuadLanes: values that the four lanes of a quad share. A shared value is stored once for each quad, in a vector of W/4 lanes.

import Kernel

extension Lanes {
    /// Returns the value of lane `lane` (0 to 3) of each quad.
    package func ofQuads(_ lane: Int) -> Lanes { shuffled(Array(stride(from: lane, to: count, by: 4))) }
    /// Copies the value of each quad to the quad's four lanes.
    package var onQuads: Lanes { shuffled((0 ..< 4 * count).map { $0 / 4 }) }
}

extension LaneMask {
    /// Copies the truth value of each quad to the quad's four lanes.
    package var onQuads: LaneMask { ones(Int32.self).onQuads.topBit }
    /// A mask that holds in all four lanes of a quad if this mask holds in at least one lane of the quad.
    package var inWholeQuads: LaneMask {
        let pairs = self | shuffled((0 ..< count).map { $0 ^ 1 })
        return pairs | pairs.shuffled((0 ..< count).map { $0 ^ 2 })
    }
}
