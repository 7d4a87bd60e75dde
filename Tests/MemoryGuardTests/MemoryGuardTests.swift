// Guarded memory and checked code, looked at from outside: what reaches beyond an allocation ends the process with a sentence
// that names it, and what stays inside does not.

import Foundation
import Memory
import Testing

/// memory-probe, run to its end.
private struct Probe {
    var status: Int32, signal: Int32, output: String, errors: String

    init(_ thing: String, guarding: String?) throws {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("memory-probe")
        process.arguments = [thing]
        var environment = ProcessInfo.processInfo.environment
        environment["RASTER_GUARD_MEMORY"] = guarding
        // Swift's own report of a crash would follow the sentence.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Each is less than a pipe holds.
        process.waitUntilExit()
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let isSignal = process.terminationReason == .uncaughtSignal
        status = isSignal ? 0 : process.terminationStatus
        signal = isSignal ? process.terminationStatus : 0
    }
}

@Suite("Guarded memory") struct MemoryGuardTests {
    @Test("an access beyond the guarded side, or of freed memory, ends the process by its signal and is named", arguments: [
        ("end", "behind", "'the probe's block' of 100 bytes ends the process by an access there: 0 bytes behind its end."),
        ("end", "behind slack", "'the probe's zeros' of 100 bytes ends the process by an access there: 8 bytes behind its end (8 more may be read)."),
        ("start", "before", "'the probe's block' of 100 bytes ends the process by an access there: 1 bytes before its beginning."),
        ("end", "after free", "'the probe's block' of 100 bytes is used there after it was freed: at byte 5."),
        ("start", "after free", "'the probe's block' of 100 bytes is used there after it was freed: at byte 5."),
    ])
    func faults(guarding: String, thing: String, sentence: String) throws {
        let probe = try Probe(thing, guarding: guarding)
        #expect(probe.signal == SIGSEGV && probe.errors == "Guarded memory: \(sentence)\n", "\(probe)")
        // Without the option the same is not seen, so it is the option that finds it.
        #expect(try Probe(thing, guarding: nil).status == 0)
    }

    @Test("what was written where no page guards is told when the memory is freed", arguments: [
        ("end", "slack written", "'the probe's zeros' of 100 bytes was written there before it was freed, in slack that may only be read: 3 bytes behind its end (8 more may be read)."),
        ("end", "written before", "'the probe's block' of 100 bytes was written there before it was freed: 3 bytes before its beginning."),
        ("start", "written behind", "'the probe's block' of 100 bytes was written there before it was freed: 1 bytes behind its end."),
        ("end", "free twice", "'the probe's block' of 100 bytes is freed twice: at byte 0."),
    ])
    func writes(guarding: String, thing: String, sentence: String) throws {
        let probe = try Probe(thing, guarding: guarding)
        #expect(probe.signal == SIGABRT && probe.errors == "Guarded memory: \(sentence)\n", "\(probe)")
    }

    @Test("fresh memory is full of the byte that was asked for, zeroed memory of zeros", arguments: [("end", "165 165 0\n"), ("start:5a", "90 90 0\n"), ("end:FF", "255 255 0\n")])
    func fill(guarding: String, output: String) throws {
        #expect(try Probe("fresh", guarding: guarding).output == output)
    }

    @Test("a word that means nothing is told, and nothing runs unguarded", arguments: ["yes", "end:", "end:100", "start:5a:1", ":5a"])
    func unknownWord(word: String) throws {
        let probe = try Probe("fresh", guarding: word)
        #expect(probe.status == 2 && probe.output.isEmpty && probe.errors.contains("RASTER_GUARD_MEMORY is '\(word)': use end or start"), "\(probe)")
    }
}

@Suite("Checked code") struct MemoryCheckTests {
    @Test("code that leaves memory of its own, a table, or what an entry says of an argument ends the process and is named", arguments: [
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
        let probe = try Probe(thing, guarding: "start")
        #expect(probe.signal == SIGABRT && probe.errors == "Checked code: \(sentence), ends the process.\n", "\(probe)")
    }

    @Test("code that leaves memory which it was given ends at the page behind")
    func leavesArgument() throws {
        let probe = try Probe("kernel behind", guarding: "end")
        #expect(probe.signal == SIGSEGV && probe.errors.hasPrefix("Guarded memory: 'the probe's words' of 64 bytes ends the process by an access there"), "\(probe)")
        #expect(try Probe("kernel inside", guarding: "end").status == 0)
    }

    @Test("memory that a function reads before it writes is full of the byte that was asked for")
    func fill() throws {
        for (word, digits) in [("end:5a", "5a5a5a5a"), ("start:ff", "ffffffff")] {
            let probe = try Probe("uninitialised", guarding: word), words = probe.output.split(whereSeparator: \.isWhitespace).map(String.init)
            #expect(words == Array(repeating: digits, count: 8) + Array(repeating: "0", count: 8), "\(probe)")
        }
    }
}
