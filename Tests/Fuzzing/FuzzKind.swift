// FuzzKind: which generator makes a case, and one seed checked from beginning to end.

import Raster

/// The result of one seed.
package struct FuzzReport: Sendable, Hashable, Codable {
    package var kind: FuzzKind
    package var seed: UInt64
    /// "difference", "crash" or "hang"; nil where all agree.
    package var finding: String?
    /// "8 lanes, 2 threads, full".
    package var configuration: String?
    /// The difference between the renderers, in words; nil for none.
    package var difference: String?
    /// The error with which both renderers refuse the case; nil when they draw it.
    package var refusal: String?
    /// The case, made smaller where that was asked for.
    package var source: String?
    package init(kind: FuzzKind, seed: UInt64) { self.kind = kind; self.seed = seed }
}

package enum FuzzKind: String, Sendable, Hashable, CaseIterable, Codable {
    case shader, draw

    package func description(seed: UInt64) -> String {
        switch self {
        case .shader: ShaderCase(seed: seed).description
        case .draw: DrawCase(seed: seed).description
        }
    }

    package func report(seed: UInt64, reduces: Bool, fuzzer: Fuzzer = Fuzzer()) throws -> FuzzReport {
        switch self {
        case .shader: try report(ShaderCase(seed: seed), seed, reduces, fuzzer)
        case .draw: try report(DrawCase(seed: seed), seed, reduces, fuzzer)
        }
    }

    private func report<Case: FuzzCase>(_ tried: Case, _ seed: UInt64, _ reduces: Bool, _ fuzzer: Fuzzer) throws -> FuzzReport {
        var report = FuzzReport(kind: self, seed: seed)
        let (finding, refusal) = try fuzzer.check(tried, FuzzConfiguration.choices(seed: seed))
        report.refusal = refusal
        guard let finding else { return report }
        let (smallest, last) = reduces ? try fuzzer.reduce(tried, finding) : (tried, finding)
        report.finding = "difference"
        report.configuration = last.configuration.description
        report.difference = last.difference
        report.source = smallest.description
        return report
    }
}
