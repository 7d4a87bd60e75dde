// Fuzzer: draws a case on the reference renderer and on the compiled renderer. If the results differ, Fuzzer reduces the case.

import Raster

/// A test drawing; a seed determines the drawing completely. The description of a case is Swift code for a scene.
package protocol FuzzCase: Sendable, Hashable, CustomStringConvertible {
    init(seed: UInt64)
    var seed: UInt64 { get }
    /// Draws on a device and returns the result.
    func outcome(on device: Device) -> FuzzOutcome
    /// Smaller variants of the case, the smallest first.
    var reductions: [Self] { get }
}

/// A disagreement between two renderers.
package struct FuzzFinding: Sendable, Hashable, Codable {
    package var configuration: FuzzConfiguration
    package var difference: String
    /// Whether the renderers throw different errors, or only one renderer throws an error. A difference between errors is another kind of
    /// defect than a wrong picture.
    package var isError: Bool { difference.hasPrefix("error") }
}

package struct Fuzzer: Sendable {
    /// Changes the result of a configuration, so that tests can check that differences are found.
    package var alteration: @Sendable (_ description: String, inout FuzzOutcome) -> Void
    package init(alteration: @escaping @Sendable (_ description: String, inout FuzzOutcome) -> Void = { _, _ in }) {
        self.alteration = alteration
    }

    /// Returns the first configuration whose result differs from the reference. If both renderers refuse a case, `refusal` receives
    /// the reason.
    package func check(_ tried: some FuzzCase, _ configurations: [FuzzConfiguration]) throws -> (finding: FuzzFinding?, refusal: String?) {
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
        if let configuration = configurations.first, expected.error == nil, tried.isCaptured,
           let difference = try tried.differenceOfCapture(configuration) {
            return (FuzzFinding(configuration: configuration, difference: difference), nil)
        }
        return (nil, expected.error.map { _ in expected.message ?? "" })
    }

    /// Removes parts of the case as long as the renderers differ in the finding's configuration.
    package func reduce(_ found: any FuzzCase, _ finding: FuzzFinding, limit: Int = 2000) throws -> (any FuzzCase, FuzzFinding) {
        var last = finding
        let smallest = try Self.reduce(found, limit: limit) { candidate, _ in
            guard let next = try check(candidate, [finding.configuration]).finding, next.isError == finding.isError else { return false }
            last = next
            return true
        }
        return (smallest, last)
    }

    /// Removes parts of the case as long as `fails` returns true. At most `limit` cases are tried.
    /// - Parameter fails: Receives a case, and the indices of the reductions that make the case, in the order of application.
    package static func reduce(_ found: any FuzzCase, limit: Int, fails: (any FuzzCase, [Int]) throws -> Bool) rethrows -> any FuzzCase {
        var smallest = found, steps: [Int] = []
        var candidates: [any FuzzCase] = smallest.reductions, position = 0, tried = 0
        // The search ends after every candidate was tried without a new success.
        var failuresInARow = 0
        while failuresInARow < candidates.count && tried < limit {
            if position >= candidates.count { position = 0 }
            tried += 1
            if try fails(candidates[position], steps + [position]) {
                smallest = candidates[position]
                steps.append(position)
                candidates = smallest.reductions
                failuresInARow = 0
            } else {
                position += 1
                failuresInARow += 1
            }
        }
        return smallest
    }
}
