// Configuration: the settings for drawing: the renderer, the numbers of lanes and threads, and the tiers of code.

import ArgumentParser
import Kernel
import Raster

enum Configuration: CustomStringConvertible, ExpressibleByArgument {
    case reference
    case compiled(lanes: Int, threads: Int, tiers: TierPolicy)

    /// All configurations: every lane width, several numbers of threads, and every tier.
    static let all: [Configuration] = [
        .reference, .compiled(lanes: 4, threads: 1, tiers: .optimized), .compiled(lanes: 8, threads: 3, tiers: .optimized),
        .compiled(lanes: 16, threads: 2, tiers: .optimized),
        .compiled(lanes: 4, threads: 5, tiers: .baseline), .compiled(lanes: 8, threads: 2, tiers: .baseline),
        .compiled(lanes: 16, threads: 8, tiers: .baseline),
        .compiled(lanes: 16, threads: 2, tiers: .baselineThenOptimized),
    ]

    var description: String {
        switch self {
        case .reference: "reference"
        case .compiled(let lanes, let threads, let tiers): "\(lanes)/\(threads)/\(tiers)"
        }
    }
    /// Parses "reference", or the lanes, the threads and the tiers in a form such as "16/2/optimized".
    init?(argument: String) {
        let parts = argument.split(separator: "/")
        if argument == "reference" {
            self = .reference
            return
        }
        let tiers: [String: TierPolicy] = ["optimized": .optimized, "baseline": .baseline, "baselineThenOptimized": .baselineThenOptimized]
        guard parts.count == 3, let lanes = Int(parts[0]), [4, 8, 16].contains(lanes), let threads = Int(parts[1]), (1...64).contains(threads),
              let tier = tiers[String(parts[2])] else { return nil }
        self = .compiled(lanes: lanes, threads: threads, tiers: tier)
    }

    func makeDevice() throws -> Device {
        switch self {
        case .reference: Device(.reference)
        case .compiled(let lanes, let threads, let tiers):
            Device(renderer: try TileRenderer(lanes: lanes, threads: threads, stepLimit: Device.Options().shaderStepLimit, cache: CodeCache(.none),
                                              tiers: tiers))
        }
    }
}
