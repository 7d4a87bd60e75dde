// Fuzzer: draws a case on the reference renderer and on the compiled one, and makes it smaller while they differ.

import Raster

/// Something to draw that a seed describes wholly.
package protocol FuzzCase: Sendable, Hashable, CustomStringConvertible {
    init(seed: UInt64)
    /// Draws on a device and collects the images that are there then.
    func outcome(on device: Device) -> FuzzOutcome
    /// Cases that lack something, those that lack most first.
    var reductions: [Self] { get }
}

/// Two renderers that do not agree.
package struct FuzzFinding: Sendable, Hashable {
    package var configuration: FuzzConfiguration
    package var difference: String
}

package struct Fuzzer: Sendable {
    /// Changes the pictures of a configuration: tests see with it that differences are found.
    package var alteration: @Sendable (_ description: String, inout FuzzOutcome) -> Void
    /// Called before each drawing: who waits for a reduction sees that it goes on.
    package var progress: @Sendable () -> Void
    package init(alteration: @escaping @Sendable (_ description: String, inout FuzzOutcome) -> Void = { _, _ in },
                 progress: @escaping @Sendable () -> Void = {}) {
        self.alteration = alteration; self.progress = progress
    }

    /// The first configuration that draws otherwise than the reference. A case that both refuse is in `refusal`.
    package func check<Case: FuzzCase>(_ tried: Case, _ configurations: [FuzzConfiguration]) throws -> (finding: FuzzFinding?, refusal: String?) {
        progress()
        let expected = tried.outcome(on: Device(.reference))
        for configuration in configurations {
            let device = try configuration.makeDevice()
            var actual = tried.outcome(on: device)
            alteration(tried.description, &actual)
            if let renderer = device.renderer as? TileRenderer, renderer.passCounts.reference > 0 {
                return (FuzzFinding(configuration: configuration, difference: "kernels could not be compiled"), nil)
            }
            if let difference = expected.difference(from: actual) {
                return (FuzzFinding(configuration: configuration, difference: difference), nil)
            }
        }
        return (nil, expected.error)
    }

    /// Removes parts as long as the renderers differ in the finding's configuration. `limit` bounds the cases that are drawn.
    package func reduce<Case: FuzzCase>(_ found: Case, _ finding: FuzzFinding, limit: Int = 2000) throws -> (Case, FuzzFinding) {
        var smallest = found, last = finding
        var candidates = smallest.reductions, position = 0, tried = 0
        // An error is another defect than a wrong picture.
        let isError = finding.difference.hasPrefix("error")
        // After the last success every candidate is tried once more.
        var failuresInARow = 0
        while failuresInARow < candidates.count && tried < limit {
            if position >= candidates.count { position = 0 }
            tried += 1
            if let next = try check(candidates[position], [finding.configuration]).finding, next.difference.hasPrefix("error") == isError {
                smallest = candidates[position]
                last = next
                candidates = smallest.reductions
                failuresInARow = 0
            } else {
                position += 1
                failuresInARow += 1
            }
        }
        return (smallest, last)
    }
}
