// Guarded memory and checked code, observed from outside: an access beyond an allocation ends the process with a sentence that
// names the allocation. An access inside of the allocation does not end the process.

import Foundation
import Memory
import TestSupport
import Testing

/// Runs memory-probe to its end.
private func probe(_ thing: String, guarding: String?) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    environment["RASTER_GUARD_MEMORY"] = guarding
    // Without SWIFT_BACKTRACE=enable=no, Swift's own crash report would follow the sentence about the guarded memory.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return try ProgramRun([RunningProgram.path(ofBuilt: "memory-probe"), thing], environment: environment)
}

@Suite("Guarded memory") struct MemoryGuardTests {
    @Test("an access beyond the guarded side, or to freed memory, ends the process by its signal and is named", arguments: [
        ("end", "behind", "'the probe's block' of 100 bytes is accessed there, which ends the process: 0 bytes after its end."),
        ("end", "behind slack", "'the probe's zeros' of 100 bytes is accessed there, which ends the process: 8 bytes after its end (8 more may be read)."),
        ("start", "before", "'the probe's block' of 100 bytes is accessed there, which ends the process: 1 bytes before its beginning."),
        ("end", "after free", "'the probe's block' of 100 bytes is used there after it was freed: at byte 5."),
        ("start", "after free", "'the probe's block' of 100 bytes is used there after it was freed: at byte 5."),
    ])
    func faults(guarding: String, thing: String, sentence: String) throws {
        let result = try probe(thing, guarding: guarding)
        #expect(result.status == -SIGSEGV && result.errors == "Guarded memory: \(sentence)\n", "\(result)")
        // Checks that the wrong access is not noticed if RASTER_GUARD_MEMORY is not set.
        #expect(try probe(thing, guarding: nil).status == 0)
    }

    @Test("a write at a place without a guard page is reported when the memory is freed", arguments: [
        ("end", "slack written", "'the probe's zeros' of 100 bytes was written there before it was freed, in read-only slack: 3 bytes after its end (8 more may be read)."),
        ("end", "written before", "'the probe's block' of 100 bytes was written there before it was freed: 3 bytes before its beginning."),
        ("start", "written behind", "'the probe's block' of 100 bytes was written there before it was freed: 1 bytes after its end."),
        ("end", "free twice", "'the probe's block' of 100 bytes is freed twice: at byte 0."),
    ])
    func writes(guarding: String, thing: String, sentence: String) throws {
        let result = try probe(thing, guarding: guarding)
        #expect(result.status == -SIGABRT && result.errors == "Guarded memory: \(sentence)\n", "\(result)")
    }

    @Test("fresh memory is filled with the requested byte, zeroed memory with zeros",
          arguments: [("end", "165 165 0\n"), ("start:5a", "90 90 0\n"), ("end:FF", "255 255 0\n")])
    func fill(guarding: String, output: String) throws {
        #expect(try probe("fresh", guarding: guarding).output == output)
    }

    @Test("an unknown word is reported, and nothing runs without a guard", arguments: ["yes", "end:", "end:100", "start:5a:1", ":5a"])
    func unknownWord(word: String) throws {
        let result = try probe("fresh", guarding: word)
        #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("RASTER_GUARD_MEMORY is '\(word)': use end or start"), "\(result)")
    }
}

@Suite("Checked code") struct MemoryCheckTests {
    @Test("code that leaves its local memory, a table, or the declared size of an argument ends the process and is named", arguments: [
        ("own memory", "an access at byte 4 of the probe's own, which has 32 bytes"),
        ("own memory before", "an access at byte -4 of the probe's own, which has 32 bytes"),
        ("masked", "an access at byte 32 of the probe's own, which has 32 bytes"),
        ("gather", "an access at byte 32 of the probe's own, which has 32 bytes"),
        ("scatter", "an access at byte -4 of the probe's own, which has 32 bytes"),
        ("table", "an access at byte 12 of a table among the code, which has 12 bytes"),
        ("clear", "an access at byte 0 of the probe's own, which has 32 bytes"),
        ("part", "an access at byte 8 of the probe's part, which has 8 bytes"),
    ])
    func leaves(thing: String, sentence: String) throws {
        let result = try probe(thing, guarding: "start")
        #expect(result.status == -SIGABRT && result.errors == "Checked code: \(sentence), ends the process.\n", "\(result)")
    }

    @Test("code that leaves the memory of an argument ends at the next page")
    func leavesArgument() throws {
        let result = try probe("kernel behind", guarding: "end")
        #expect(result.status == -SIGSEGV && result.errors.hasPrefix("Guarded memory: 'the probe's words' of 64 bytes is accessed there, which ends the process"),
                "\(result)")
        #expect(try probe("kernel inside", guarding: "end").status == 0)
    }

    @Test("memory that a function reads before it writes is filled with the requested byte")
    func fill() throws {
        for (word, digits) in [("end:5a", "5a5a5a5a"), ("start:ff", "ffffffff")] {
            let result = try probe("uninitialised", guarding: word), words = result.output.split(whereSeparator: \.isWhitespace).map(String.init)
            #expect(words == Array(repeating: digits, count: 8) + Array(repeating: "0", count: 8), "\(result)")
        }
    }
}
