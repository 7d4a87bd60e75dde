// FuzzConfiguration: the configurations of the tile renderer for drawing a case.

import Kernel
import Raster
import SeededRandom

package struct FuzzConfiguration: Sendable, Hashable, Codable, CustomStringConvertible {
    package var lanes: Int
    package var instructions: Device.InstructionSet
    package var threads: Int
    package var tiers: TierPolicy
    /// Whether compiled code is read from the code cache and kept in the code cache. By default the cache is off, because most cases have
    /// code that no other case has.
    package var keepsCode = false
    package var description: String { "\(lanes) lanes, \(instructions) instructions, \(threads) threads, \(tiers)" }

    package init(lanes: Int, instructions: Device.InstructionSet = .host, threads: Int, tiers: TierPolicy) {
        self.lanes = lanes; self.instructions = instructions; self.threads = threads; self.tiers = tiers
    }

    /// Returns the configurations for a seed. Every seed is drawn with the baseline tier. Every second seed is also drawn with the
    /// optimised tier. Compilation takes four times as long in the optimised tier. Every eighth seed is also drawn by a renderer that
    /// changes from baseline to optimised code. Compiling takes most of the time. In the same time, drawing more cases finds more errors
    /// than drawing each case in more configurations. The code uses the instructions of this processor, or only the instructions of an
    /// older processor.
    package static func choices(seed: UInt64) -> [FuzzConfiguration] {
        var random = SeededGenerator(state: seed ^ 0xC0FF_EE00)
        let lanes = [4, 8, 16].shuffled(using: &random)
        let instructions = Device.InstructionSet.allCases.filter(\.runsHere).shuffled(using: &random)
        func configuration(_ index: Int, _ tiers: TierPolicy) -> FuzzConfiguration {
            FuzzConfiguration(lanes: lanes[index], instructions: instructions[index % instructions.count], threads: random.pick([1, 2, 5]), tiers: tiers)
        }
        var result = [configuration(0, .baseline)]
        if random.once(in: 2) { result.append(configuration(1, .optimized)) }
        if random.once(in: 8) { result.append(configuration(2, .baselineThenOptimized)) }
        return result
    }

    /// Returns a new device. Each drawing gets a new device, because errors that depend on old contents of memory usually show only in the
    /// first draw of a device.
    package func makeDevice() throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes, instructions: instructions, threads: threads, stepLimit: Device.Options().shaderStepLimit,
                                          cache: CodeCache(keepsCode ? .standard : .none), tiers: tiers))
    }
}
