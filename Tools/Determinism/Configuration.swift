// Configuration: the settings for drawing: the renderer, the number of lanes, the number of threads, and the tiers of code.

import ArgumentParser
import Kernel
import Raster

enum Configuration: CustomStringConvertible, ExpressibleByArgument {
    case reference
    case compiled(lanes: Int, instructions: Device.InstructionSet = .host, threads: Int, tiers: TierPolicy)

    /// All configurations that run on this processor: every number of lanes, several thread counts, every tier, and the instructions of
    /// older processors.
    static let all: [Configuration] = every.filter {
        if case .compiled(_, let instructions, _, _) = $0 { instructions.runsHere } else { true }
    }
    private static let every: [Configuration] = [
        .reference, .compiled(lanes: 4, threads: 1, tiers: .optimized), .compiled(lanes: 8, threads: 3, tiers: .optimized),
        .compiled(lanes: 16, threads: 2, tiers: .optimized),
        .compiled(lanes: 4, threads: 5, tiers: .baseline), .compiled(lanes: 8, threads: 2, tiers: .baseline),
        .compiled(lanes: 16, threads: 8, tiers: .baseline),
        .compiled(lanes: 16, threads: 2, tiers: .baselineThenOptimized),
        .compiled(lanes: 8, instructions: .x86v3, threads: 2, tiers: .optimized), .compiled(lanes: 4, instructions: .x86v2, threads: 2, tiers: .optimized),
    ]

    var description: String {
        switch self {
        case .reference: "reference"
        case .compiled(let lanes, let instructions, let threads, let tiers): "\(lanes)/\(threads)/\(tiers)" + (instructions == .host ? "" : "/\(instructions)")
        }
    }
    /// Parses "reference", or the lanes, the threads and the tiers in a form such as "16/2/optimized" or "8/2/optimized/x86v3".
    init?(argument: String) {
        let parts = argument.split(separator: "/")
        if argument == "reference" {
            self = .reference
            return
        }
        let tiers: [String: TierPolicy] = ["optimized": .optimized, "baseline": .baseline, "baselineThenOptimized": .baselineThenOptimized]
        guard parts.count == 3 || parts.count == 4, let instructions = parts.count == 3 ? .host : Device.InstructionSet(rawValue: String(parts[3])),
              let lanes = Int(parts[0]), [4, 8, 16].contains(lanes), let threads = Int(parts[1]), (1...64).contains(threads),
              let tier = tiers[String(parts[2])] else { return nil }
        self = .compiled(lanes: lanes, instructions: instructions, threads: threads, tiers: tier)
    }

    func makeDevice() throws -> Device {
        switch self {
        case .reference: Device(.reference)
        case .compiled(let lanes, let instructions, let threads, let tiers):
            Device(renderer: try TileRenderer(lanes: lanes, instructions: instructions, threads: threads, stepLimit: Device.Options().shaderStepLimit,
                                              cache: CodeCache(.none), tiers: tiers))
        }
    }
}
