// Checks that a program or test run that hangs is ended, and that the message names the program or the test. Also checks the message
// about a test run that crashes.

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
        // Swift Testing begins these two lines with ━ instead of ✔ if a test had issues that the test expects.
        let expected = "echo '◇ Test run started.'; echo '━ Test \"one\" passed after 1 seconds with 1 known issue.'; "
            + "echo '━ Test run with 1 test in 1 suite passed after 1 seconds with 1 known issue.'"
        #expect(try ProgramRun([script, "sh", "-c", expected], environment: environment).status == 0)
        let bad = try ProgramRun([script, "sh", "-c", "echo '✘ Test \"bad\" recorded an issue at a.swift:1:1: it is wrong'; exit 1"], environment: environment)
        #expect(bad.status == 1 && bad.output.hasSuffix("✘ Test \"bad\" recorded an issue at a.swift:1:1: it is wrong\n") && bad.output.contains("What failed"))
    }

    @Test("a run of tests that a signal or exit() ends fails, and its last lines say why") func crash() throws {
        let folder = try TemporaryFolder(), log = folder.url.appendingPathComponent("test.log").path
        let environment = ProcessInfo.processInfo.environment.merging(["TEST_LOG": log]) { $1 }
        let script = packageFolder.appendingPathComponent("scripts/test").path
        func words(_ commands: String) throws -> String {
            let result = try ProgramRun([script, "sh", "-c", "echo '◇ Test run started.'; echo '◇ Test \"one\" started.'; \(commands)"], environment: environment)
            #expect(result.status != 0)
            return result.output
        }
        let unfinished = "Tests that began and did not end:\n\"one\"\n"
        let ended = try words("kill -SEGV $$")
        #expect(ended.hasSuffix("THE TESTS CRASHED: signal 11 (SIGSEGV) ended their process.\n" + unfinished), "\(ended)")
        #expect(try words("exit 0").hasSuffix("THE TESTS DID NOT FINISH: their process ended without a result. A test may have called exit().\n" + unfinished))
        // The output has the runtime's backtrace, and SwiftPM's sentence in the middle of a line. Between the lines of the backtrace is a
        // line of a test, which comes from another thread.
        let backtrace = """
            cat << 'END'
            *** Signal 4: Backtracing from 0x55... done ***
            *** Swift runtime failure: arithmetic overflow ***
            Thread 1 "queue" crashed:

              0 [inlined] [system] 0x000055 Swift runtime failure: arithmetic overflow in P.xctest at //<compiler-generated>
            ◇ Test case passing 1 argument n → 1 to "one" started.
              1                    0x000055 Stars.count() + 2041 in P.xctest at \(packageFolder.path)/Tests/Stars.swift:63:9
              2 [async]            0x00007f closure #1 in Runner.run() in libTesting.so
            Registers:
            0x000055–0x0000error: Process 'P.xctest' exited with unexpected signal code 4
            END
            exit 1
            """
        let told = try words(backtrace)
        #expect(told.hasSuffix("""
            THE TESTS CRASHED: signal 4 (SIGILL) ended their process.
            Swift runtime failure: arithmetic overflow
            The thread that crashed was in
                Stars.count() + 2041 at Tests/Stars.swift:63:9

            """ + unfinished), "\(told)")
    }
}
