// Checks that a program or test run that hangs is ended, and that the message names the program or the test.

import Foundation
import TestSupport
import Testing

@Suite("Programs and tests that hang") struct HangTests {
    @Test("a program that does not end is killed in time, and the error has its name and its output") func program() throws {
        let error = #expect(throws: (any Error).self) { try ProgramRun(["sh", "-c", "echo here; echo there >&2; exec sleep 1000"], seconds: 0.5) }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("sleep 1000' did not end in 0.5 s") && words.contains("here") && words.contains("there"), "\(words)")
    }

    @Test("a finished program has its status or signal, its output and its errors, and reads its input") func endings() throws {
        let told = try ProgramRun(["sh", "-c", "cat; pwd >&2; exit 3"], folder: URL(fileURLWithPath: "/usr"), input: Array("words".utf8))
        #expect(told.status == 3 && told.output == "words" && told.errors == "/usr\n")
        #expect(try ProgramRun(["sh", "-c", "kill -TERM $$"]).status == -SIGTERM)
        #expect(try ProgramRun(["sh", "-c", "echo $A"], environment: ["PATH": "/usr/bin:/bin", "A": "b"]).output == "b\n")
        #expect(throws: (any Error).self) { try ProgramRun(["/nowhere/program"]) }
    }

    @Test("a hanging run of tests is ended, with its stacks and the tests that did not end") func run() throws {
        let folder = try TemporaryFolder(), log = folder.url.appendingPathComponent("test.log").path
        let environment = ProcessInfo.processInfo.environment.merging(["TEST_LOG": log, "TEST_PATIENCE": "2"]) { $1 }
        let script = packageFolder.appendingPathComponent("scripts/test").path
        let hanging = """
            echo '◇ Test run started.'; echo '◇ Test "one that ends" started.'; echo '◇ Test "one that hangs" started.'; echo '◇ Test "two cases" started.'
            echo '◇ Test case passing 1 argument n → 1 to "two cases" started.'; echo '✔ Test "one that ends" passed after 0.1 seconds.'
            echo '✔ Test "two cases" with 2 test cases passed after 0.1 seconds.'; sleep 1000
            """
        let result = try ProgramRun([script, "sh", "-c", hanging], environment: environment), words = result.output
        #expect(result.status != 0)
        #expect(words.contains("Nothing was printed for 2 s") && words.contains("sleep 1000"), "\(words)")
        #expect(words.hasSuffix("Tests that began and did not end:\n\"one that hangs\"\n"), "\(words)")
        let good = try ProgramRun([script, "sh", "-c", "echo good"], environment: environment)
        #expect(good.status == 0 && good.output == "good\n")
        let bad = try ProgramRun([script, "sh", "-c", "echo '✘ Test \"bad\" recorded an issue at a.swift:1:1: it is wrong'; exit 1"], environment: environment)
        #expect(bad.status == 1 && bad.output.hasSuffix("✘ Test \"bad\" recorded an issue at a.swift:1:1: it is wrong\n") && bad.output.contains("What failed"))
    }
}
