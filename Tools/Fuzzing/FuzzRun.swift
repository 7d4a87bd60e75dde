// FuzzRun: draws the cases of many seeds, in parallel in worker processes, and reduces the failing cases.

import Foundation
import Raster
import Workers

package struct FuzzSummary: Sendable, Hashable, CustomStringConvertible {
    package var drawn = 0, found = 0, seed: UInt64 = 0
    package var description: String { "\(drawn) cases drawn, \(found) findings, at seed \(seed)" }
}

package struct FuzzRun: Sendable {
    /// The command that starts a worker (see `FuzzWorker`): the program and its arguments.
    package var workerCommand: [String]
    package var kinds: [FuzzKind]
    package var seed: UInt64
    package var count: Int
    package var jobs = 1
    /// The time limit of a case in seconds.
    package var seconds = 120
    package var reduces = false
    /// The maximum number of cases to try for the reduction of one finding.
    package var reductionLimit = 2000
    /// The number of cases that one process draws before another process replaces this process. The new process has none of the memory that
    /// a case may have corrupted.
    package var casesPerProcess = 50
    /// Whether the workers use the code cache of the environment.
    package var keepsCode = false
    /// The value of RASTER_GUARD_MEMORY for the workers; nil if the workers inherit the variable unchanged.
    package var memoryGuard: String?

    package init(workerCommand: [String], kinds: [FuzzKind], seed: UInt64, count: Int) {
        self.workerCommand = workerCommand; self.kinds = kinds; self.seed = seed; self.count = count
    }

    /// Draws one case for each seed and each kind. Several threads call `progress` and `tell`, but never at the same time.
    package func run(progress: @escaping @Sendable (FuzzSummary) -> Void = { _ in }, tell: @escaping @Sendable (FuzzReport) -> Void) throws -> FuzzSummary {
        let board = FuzzBoard(kinds: kinds, seed: seed, count: count)
        DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
            var worker = FuzzAsker(run: self)
            do {
                while let (kind, seed) = board.next() {
                    let report = try worker.report(kind, seed)
                    board.finish(seed, report, progress, tell)
                }
            } catch { board.stop(error) }
        }
        return try board.result()
    }
}

/// One of the workers of a run. The worker is started again after its process dies.
private struct FuzzAsker {
    let run: FuzzRun
    private var process: WorkerProcess?
    private var drawn: [String] = []

    init(run: FuzzRun) { self.run = run }

    private enum Verdict {
        case agrees, refused(String), differs(FuzzFinding), crashed(String), hung
        var finding: FuzzReport.Finding? {
            switch self {
            case .agrees: nil
            case .refused: .refusal
            case .differs: .difference
            case .crashed: .crash
            case .hung: .hang
            }
        }
        /// Returns whether the same defect may have caused this verdict and the verdict `other`.
        func isLike(_ other: Verdict) -> Bool {
            if case .differs(let a) = self, case .differs(let b) = other { return a.isError == b.isError }
            return finding == other.finding
        }
    }

    private mutating func ask(_ request: FuzzRequest, seconds: Int? = nil) throws -> Verdict {
        if drawn.count >= run.casesPerProcess { process = nil }
        if process == nil {
            process = try WorkerProcess(run.workerCommand, environment: environment, relaying: CaptureRun.noticePrefix)
            drawn = []
        }
        drawn.append("\(request.kind.rawValue) \(request.seed)")
        let answer: WorkerAnswer<FuzzReply> = process!.ask(request, milliseconds: 1000 * (seconds ?? run.seconds))
        switch answer {
        case .result(let reply):
            if let finding = reply.finding { return .differs(finding) }
            return reply.refusal.map { .refused($0) } ?? .agrees
        case .died(let how): process = nil; return .crashed(how)
        case .timeout: process = nil; return .hung
        }
    }
    /// With MALLOC_CHECK_ and MALLOC_PERTURB_, the C library checks the two ends of a block of memory when the block is freed, and overwrites freed memory.
    /// So if a worker writes outside of its memory, the worker ends, and the fault is noticed.
    private var environment: [String: String] {
        var result = ProcessInfo.processInfo.environment.merging(["MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "165"]) { $1 }
        // The C library's debug library is preloaded after the libraries that are already in the list, because the thread sanitizer must come
        // first.
        result["LD_PRELOAD"] = ((result["LD_PRELOAD"].map { [$0] } ?? []) + ["libc_malloc_debug.so.0"]).joined(separator: ":")
        result["RASTER_GUARD_MEMORY"] = run.memoryGuard
        return CaptureRun.environment(result)
    }

    /// Returns nil if there is nothing to report.
    mutating func report(_ kind: FuzzKind, _ seed: UInt64) throws -> FuzzReport? {
        var configurations = FuzzConfiguration.choices(seed: seed)
        for index in configurations.indices { configurations[index].keepsCode = run.keepsCode }
        var request = FuzzRequest(kind: kind, seed: seed, configurations: configurations)
        var verdict = try ask(request)
        guard let finding = verdict.finding else { return nil }
        var report = FuzzReport(kind: kind, seed: seed, finding: finding, text: "", source: "")
        var smallest = kind.makeCase(seed: seed)
        if finding == .crash || finding == .hang {
            // An earlier case may have caused the fault, and a process that has died cannot report the configuration with which it drew. So
            // the case is drawn again, with one configuration at a time, each in a new process.
            let before = drawn.dropLast()
            var alone: Verdict?
            for configuration in request.configurations {
                process = nil
                let again = try ask(FuzzRequest(kind: kind, seed: seed, configurations: [configuration]))
                if again.isLike(verdict) { alone = again; request.configurations = [configuration]; break }
            }
            guard let alone else {
                report.text = text(verdict) + "; it draws alone, so look at what the process drew before: \(before.joined(separator: ", "))"
                report.source = smallest.description
                return report
            }
            verdict = alone
        } else if case .differs(let found) = verdict { request.configurations = [found.configuration] }
        if run.reduces && finding != .refusal {
            var last = verdict
            // If a case hangs, each smaller case that also hangs takes the whole time limit. So only a few smaller cases are tried.
            smallest = try Fuzzer.reduce(smallest, limit: finding == .hang ? min(60, run.reductionLimit) : run.reductionLimit) { _, steps in
                var smaller = request
                smaller.steps = steps
                let next = try ask(smaller, seconds: finding == .hang ? min(10, run.seconds) : nil)
                if next.isLike(verdict) { last = next; return true }
                return false
            }
            verdict = last
        }
        if request.configurations.count == 1 { report.configuration = request.configurations[0].description }
        report.text = text(verdict)
        report.source = smallest.description
        return report
    }

    private func text(_ verdict: Verdict) -> String {
        switch verdict {
        case .agrees: ""
        case .refused(let text): text
        case .differs(let finding): finding.difference
        case .crashed(let how): how
        case .hung: "it did not end in \(run.seconds) s"
        }
    }
}

/// The remaining work and the findings, which the threads of a run share. `Sendable` is unchecked, because the compiler cannot see that
/// every access holds `lock`.
private final class FuzzBoard: @unchecked Sendable {
    private let lock = NSLock()
    private let kinds: [FuzzKind], seed: UInt64, count: Int
    private var position = 0
    private var summary = FuzzSummary()
    private var failure: Error?

    init(kinds: [FuzzKind], seed: UInt64, count: Int) { self.kinds = kinds; self.seed = seed; self.count = count }

    func next() -> (FuzzKind, UInt64)? {
        lock.withLock {
            guard failure == nil, position / kinds.count < count else { return nil }
            defer { position += 1 }
            return (kinds[position % kinds.count], seed + UInt64(position / kinds.count))
        }
    }
    func finish(_ seed: UInt64, _ report: FuzzReport?, _ progress: (FuzzSummary) -> Void, _ tell: (FuzzReport) -> Void) {
        lock.withLock {
            summary.drawn += 1
            summary.seed = max(summary.seed, seed)
            if let report { summary.found += 1; tell(report) }
            progress(summary)
        }
    }
    func stop(_ error: Error) { lock.withLock { failure = failure ?? error } }
    func result() throws -> FuzzSummary {
        try lock.withLock {
            if let failure { throw failure }
            return summary
        }
    }
}
