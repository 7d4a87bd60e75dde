// TierPolicy: which tiers of its kernels the tile renderer draws with. Tests draw with one tier alone.

import Kernel

package enum TierPolicy: String, Sendable, Hashable, Codable {
    /// The baseline tier until the optimised one is compiled.
    case baselineThenOptimized
    case optimized, baseline

    /// The tier that is compiled before the first draw; below, the tier that replaces it.
    var first: CompileTier { self == .optimized ? .optimized : .baseline }
    var best: CompileTier { self == .baseline ? .baseline : .optimized }
    /// Whether the best tier comes after the first one.
    var improves: Bool { first != best }
}
