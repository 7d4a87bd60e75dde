// FuzzWorker: the process that draws cases, and the requests to this process. A crash or hang in this process does not affect other cases.

import Raster
import Workers

package struct FuzzRequest: Sendable, Codable {
    package var kind: FuzzKind
    package var seed: UInt64
    /// The indices of the reductions that are applied to the seed's case, one after another. The request contains these indices instead of
    /// the reduced case itself.
    package var steps: [Int] = []
    package var configurations: [FuzzConfiguration]
}

/// The result of `Fuzzer.check`.
package struct FuzzReply: Sendable, Codable {
    package var finding: FuzzFinding?
    package var refusal: String?
}

package enum FuzzWorker {
    /// Reads requests from standard input, and answers each request, until standard input ends.
    package static func run() throws {
        var known = KnownCase(kind: .shader, seed: 0)
        try WorkerLoop.run { (request: FuzzRequest) -> FuzzReply in
            if !known.leads(to: request) { known = KnownCase(kind: request.kind, seed: request.seed) }
            let (finding, refusal) = try Fuzzer().check(known.take(request.steps), request.configurations)
            return FuzzReply(finding: finding, refusal: refusal)
        }
    }
}

/// The current case and its reductions. The reductions are kept, because many reductions are tried, and making reductions takes time.
private struct KnownCase {
    let kind: FuzzKind, seed: UInt64
    private var steps: [Int] = []
    private var current: any FuzzCase
    private var reductions: [any FuzzCase]?

    init(kind: FuzzKind, seed: UInt64) {
        self.kind = kind; self.seed = seed
        current = kind.makeCase(seed: seed)
    }
    func leads(to request: FuzzRequest) -> Bool {
        request.kind == kind && request.seed == seed && request.steps.starts(with: steps)
    }
    /// Applies the steps, and returns the case after the last step. The case before the last step becomes the current case.
    mutating func take(_ wanted: [Int]) throws -> any FuzzCase {
        guard let last = wanted.last else { return current }
        for step in wanted.dropLast().dropFirst(steps.count) {
            current = try smaller(step)
            steps.append(step)
            reductions = nil
        }
        // If all wanted steps are already applied, the current case is the wanted case.
        return wanted.count == steps.count ? current : try smaller(last)
    }
    private mutating func smaller(_ step: Int) throws -> any FuzzCase {
        let all: [any FuzzCase] = reductions ?? current.reductions
        reductions = all
        guard all.indices.contains(step) else { throw FuzzProtocolError(description: "reduction \(step) of \(all.count) is asked for") }
        return all[step]
    }
}

private struct FuzzProtocolError: Error, CustomStringConvertible { var description: String }
