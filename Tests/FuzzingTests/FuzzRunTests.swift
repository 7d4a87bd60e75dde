// Tests for runs of a fuzzer over many seeds. The workers here are shell scripts, which can crash and hang on demand.

import Fuzzing
import Testing

/// Collects reports. `@unchecked`, because the run calls the closure on one thread at a time, under a lock.
private final class Found: @unchecked Sendable { var reports: [FuzzReport] = [] }

/// Returns a worker, a shell script. `cases` are clauses of a shell's `case`, which answer the requests that match their patterns.
/// All other requests have no findings.
private func worker(_ cases: String) -> [String] {
    ["/bin/sh", "-c", """
        while read -r line; do
          case "$line" in
            \(cases)
            *) echo '{}' >&3 ;;
          esac
        done
        """]
}

@Suite("Runs of many seeds")
struct FuzzRunTests {
    private func run(_ cases: String, count: Int, jobs: Int = 1, seconds: Int = 20, reduces: Bool = false) throws -> (FuzzSummary, [FuzzReport]) {
        var run = FuzzRun(workerCommand: worker(cases), kinds: [.shader], seed: 1, count: count)
        run.jobs = jobs; run.seconds = seconds; run.reduces = reduces; run.reductionLimit = 30
        let found = Found()
        let summary = try run.run { found.reports.append($0) }
        return (summary, found.reports.sorted { $0.seed < $1.seed })
    }

    @Test("a case that crashes, hangs, differs or is refused does not affect other cases", arguments: [1, 2])
    func eachCostsItself(jobs: Int) throws {
        let (summary, reports) = try run("""
            *'"seed":3,'*|*'"seed":3}'*) echo 'free(): invalid pointer' >&2; kill -ABRT $$ ;;
            *'"seed":5,'*|*'"seed":5}'*) exec sleep 60 ;;
            *'"seed":6,'*|*'"seed":6}'*) echo '{"finding":{"configuration":{"lanes":4,"instructions":"host","threads":1,"tiers":"baseline","keepsCode":false},"difference":"one bit"}}' >&3 ;;
            *'"seed":8,'*|*'"seed":8}'*) echo '{"refusal":"no such type"}' >&3 ;;
            """, count: 9, jobs: jobs, seconds: 5)
        #expect(summary.drawn == 9 && summary.found == 4)
        #expect(reports.map(\.seed) == [3, 5, 6, 8])
        #expect(reports.map(\.finding) == [.crash, .hang, .difference, .refusal])
        #expect(reports[0].text.contains("signal 6") && reports[0].text.contains("invalid pointer"))
        // If a finding also occurs when its case runs alone, the report names the configuration.
        #expect(reports[0].configuration != nil)
        #expect(reports[2].configuration == "4 lanes, host instructions, 1 threads, baseline" && reports[2].text == "one bit")
        #expect(reports[3].text == "no such type")
    }

    @Test("a crashing case is reduced, each attempt in a new worker")
    func reducesCrashes() throws {
        let (_, reports) = try run("*'\"seed\":2,'*|*'\"seed\":2}'*) kill -SEGV $$ ;;", count: 2, reduces: true)
        let report = try #require(reports.first)
        #expect(reports.count == 1 && report.finding == .crash && report.text.contains("signal 11"))
        #expect(report.source.count < FuzzKind.shader.makeCase(seed: 2).description.count)
    }

    @Test("for a crash caused by an earlier case, the report names the earlier cases")
    func blamesTheProcess() throws {
        // The worker crashes at seed 4 only if the worker has drawn seed 2 before.
        let (_, reports) = try run("""
            *'"seed":2,'*|*'"seed":2}'*) spoilt=1; echo '{}' >&3 ;;
            *'"seed":4,'*|*'"seed":4}'*) if [ -n "$spoilt" ]; then kill -SEGV $$; fi; echo '{}' >&3 ;;
            """, count: 5)
        #expect(reports.map(\.seed) == [4])
        #expect(reports.first?.text.contains("shader 1, shader 2, shader 3") == true)
    }

    @Test("a worker that cannot be started ends the run with the reason")
    func noWorker() {
        let error = #expect(throws: (any Error).self) {
            try FuzzRun(workerCommand: ["/nowhere/worker"], kinds: [.shader], seed: 1, count: 3).run { _ in }
        }
        #expect(error.map { "\($0)" }?.contains("/nowhere/worker") == true)
    }
}
