// Raster as a library in processes that behave differently from Raster's demos. Each situation runs in a separate process.

import Foundation
import TestSupport
import Testing

/// Runs guest-probe to its end.
private func probe(_ situation: String, _ arguments: String..., environment extra: [String: String] = [:]) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment.merging(extra) { $1 }
    // Without SWIFT_BACKTRACE=enable=no, Swift's own crash report would take minutes.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return try ProgramRun([RunningProgram.path(ofBuilt: "guest-probe"), situation] + arguments, environment: environment)
}

@Suite("Raster in another program's process") struct GuestTests {
    @Test("the signals of the process reach the host's thread, not those of the library")
    func signals() throws {
        let run = try probe("signals")
        #expect(run.status == 0 && run.output == "100 of 100 in the main thread\n", "\(run)")
    }

    @Test("the host's rounding mode, flush-to-zero and traps change no picture, and stay as they are")
    func floatingPoint() throws {
        let run = try probe("floating-point")
        #expect(run.status == 0 && run.output == (0..<8).map { "setting \($0): same picture, kept\n" }.joined(), "\(run)")
    }

    @Test("threads with small stacks, and coroutines, draw")
    func smallStacks() throws {
        let run = try probe("small-stack")
        #expect(run.status == 0 && run.output == "6 of 6 same\n", "\(run)")
    }

    @Test("compiled code does not call functions of the host's mathematics library")
    func mathematics() throws {
        let run = try probe("mathematics")
        #expect(run.status == 0 && run.output == "0 of 64 wrong\n", "\(run)")
    }

    @Test("after a fork between submits, parent and child draw the same pictures")
    func fork() throws {
        let run = try probe("fork")
        #expect(run.status == 0 && run.output == "50 of 50 same in both processes\n", "\(run)")
    }

    @Test("a thread may fork while another thread draws and compiles")
    func forkElsewhere() throws {
        let run = try probe("fork-elsewhere")
        #expect(run.status == 0 && run.output == "25 of 25 children same, 0 wrong in the parent, which drew on\n", "\(run)")
    }

    @Test("a thread may fork while another thread waits for it in the middle of a call")
    func forkWhileWaiting() throws {
        let run = try probe("fork-while-waiting")
        #expect(run.status == 0 && run.output == "same in the child\na program\n", "\(run)")
    }

    @Test("a host that uses the same LLVM library is not disturbed")
    func sharedLLVM() throws {
        let run = try probe("llvm")
        #expect(run.status == 0 && (run.output == "no library\n" || run.output == """
            same picture
            the host's modules are right
            registered
            the host's object is destroyed

            """), "\(run)")
    }

    @Test("a host that draws with the system's OpenGL is not disturbed, and does not disturb Raster")
    func sharedWithMesa() throws {
        let run = try probe("mesa")
        #expect(run.status == 0 && (run.output == "no OpenGL\n" || run.output == "same picture\nOpenGL's picture is the same\n"), "\(run)")
    }

    @Test("a shared library that contains Raster may be closed and opened again")
    func reload() throws {
        let library = RunningProgram.path(ofBuilt: "libguest-library.so")
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "guest-host"), library], environment: ProcessInfo.processInfo.environment)
        #expect(run.status == 0 && run.output == "4 of 4 same\n", "\(run)")
    }

    @Test("many devices draw, are made and freed at once, and draw the same pictures")
    func devices() throws {
        let run = try probe("devices")
        #expect(run.status == 0 && run.output == "24 of 24 devices same\n", "\(run)")
    }
}
