// Checks worker processes, reports and filters. The workers here are shell scripts, which can crash and hang on demand.

import Conformance
import Foundation
import TestSupport
import Testing

/// A worker in which every case passes, except if the name of the case's file requests another result.
private let worker = ["/bin/sh", "-c", """
    while read -r line; do
      case "$line" in
        *crash*) echo 'Fatal error: on purpose' >&2; kill -SEGV $$ ;;
        *exit*) exit 3 ;;
        *hang*) sleep 60 ;;
        *garbage*) echo nonsense >&3 ;;
        *bits*) case "$line" in *reference*) digest=1 ;; *) digest=2 ;; esac; echo '{"outcome":"pass","reason":"","digest":'$digest'}' >&3 ;;
        *) echo '{"outcome":"pass","reason":"","digest":7}' >&3 ;;
      esac
    done
    """]

private func task(_ file: String, _ device: CaseDevice.Kind = .reference) -> SuiteRun.Task {
    SuiteRun.Task(test: ConformanceCase(name: "group.\(file)", file: file, line: 4, content: .skipped("")), source: CaseSuite.Source(file: file, prefix: []),
                  index: 0, device: device)
}

@Suite("Suites in worker processes")
struct SuiteRunTests {
    @Test("a case that crashes, exits, hangs or prints garbage fails alone")
    func crash() {
        let files = ["a", "crash", "b", "exit", "c", "hang", "d", "garbage", "e"]
        let records = SuiteRun(workerCommand: worker, jobs: 2, timeout: 6).run(files.map { task($0) })
        #expect(records.map(\.task.source.file) == files)
        #expect(records.map(\.result.outcome) == [.pass, .crash, .pass, .crash, .pass, .timeout, .pass, .crash, .pass])
        #expect(records[1].result.reason.contains("signal 11") && records[1].result.reason.contains("on purpose"))
        #expect(records[3].result.reason.contains("status 3"))
    }

    @Test("a worker that cannot be started is reported for every case")
    func noWorker() {
        let records = SuiteRun(workerCommand: ["/nowhere/worker"], jobs: 1, timeout: 5).run([task("a"), task("b")])
        #expect(records.allSatisfy { $0.result.outcome == .crash && $0.result.reason.contains("/nowhere/worker") })
    }

    @Test("if no threads can be made, for instance with little memory, the caller's thread runs all cases")
    func noThreads() {
        var run = SuiteRun(workerCommand: worker, jobs: 4, timeout: 20)
        // This stack is larger than the address space of any process, so no thread can be started.
        run.stackByteCount = 1 << 50
        #expect(run.run(["a", "crash", "b", "c"].map { task($0) }).map(\.result.outcome) == [.pass, .crash, .pass, .pass])
    }

    @Test("processes are replaced after their share of cases, and no descriptor is left")
    func replaced() async {
        // The test counts descriptors in a separate process, in which no other test opens files.
        await promptly {
            await #expect(processExitsWith: .success) {
                var run = SuiteRun(workerCommand: worker, jobs: 1, timeout: 60)
                run.casesPerProcess = 2
                func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
                _ = run.run([task("a")])
                // Another thread of this process may open a descriptor during one of the three runs. If the code under test leaves a
                // descriptor open, each of the three runs leaves a descriptor open.
                let left = try (0..<3).map { _ in
                    let before = try descriptors()
                    try #require(run.run((0..<9).map { task("\($0)") }).allSatisfy { $0.result.outcome == .pass })
                    return try descriptors() - before
                }
                try #require(left.contains(0), "\(left) descriptors are left")
            }
        }
    }

    @Test("cases for which the renderers draw different bits fail")
    func bits() {
        let records = SuiteRun(workerCommand: worker, jobs: 1,
                               timeout: 20).run([task("bits", .reference), task("bits", .jit), task("a", .reference), task("a", .jit)])
        #expect(SuiteRun.compareRenderers(records).map(\.result.outcome) == [.pass, .fail, .pass, .pass])
    }

    @Test("the report counts, names failures by file and line, and its exit code is the worst result")
    func report() throws {
        let records = SuiteRun(workerCommand: worker, jobs: 1, timeout: 20).run([task("a"), task("exit")])
        let report = SuiteReport(records: records, errors: [])
        #expect(report.exitCode == 1)
        #expect(report.text().contains("exit:4: crash: group.exit on reference: the process ended with status 3"))
        #expect(SuiteReport(records: [records[0]], errors: []).exitCode == 0)
        #expect(SuiteReport(records: [records[0]], errors: [CaseFileError(file: "b", line: 1, "no")]).exitCode == 2)
        #expect(SuiteReport(records: [], errors: []).exitCode == 2)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
        let cases = try #require(json["cases"] as? [[String: Any]])
        #expect(cases.map { $0["outcome"] as? String } == ["pass", "crash"])
        #expect(cases[0]["file"] as? String == "a" && cases[0]["line"] as? Int == 4)
        #expect(((json["summary"] as? [String: Any])?["reference"] as? [String: Any])?["crash"] as? Int == 1)
    }

    @Test("filters accept parts of names, and patterns of whole names")
    func filters() {
        #expect(CaseFilter([]).accepts("a.b"))
        #expect(CaseFilter(["b"]).accepts("a.b.c") && !CaseFilter(["d"]).accepts("a.b.c"))
        #expect(CaseFilter(["a.*"]).accepts("a.b.c") && !CaseFilter(["b*"]).accepts("a.b.c") && CaseFilter(["d", "*.c"]).accepts("a.b.c"))
    }
}
