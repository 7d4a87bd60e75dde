// TierPolicy: the tiers of kernels with which the tile renderer draws. Tests draw with only one tier.

import Kernel

package enum TierPolicy: String, Sendable, Hashable, Codable {
    /// The baseline tier until the optimised tier is compiled; then the optimised tier.
    case baselineThenOptimized
    case optimized, baseline

    /// `first` is the tier that is compiled before the first draw. `best` is the tier that replaces it.
    var first: CompileTier { self == .optimized ? .optimized : .baseline }
    var best: CompileTier { self == .baseline ? .baseline : .optimized }
    /// Whether the best tier differs from the first tier.
    var improves: Bool { first != best }
}
