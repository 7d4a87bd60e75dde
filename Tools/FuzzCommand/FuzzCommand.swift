// fuzz: draws random cases on both renderers and reports the differences.

import ArgumentParser
import Foundation
import Fuzzing
import Memory
import Workers

@main
struct FuzzCommand: ParsableCommand {
    enum Kind: String, ExpressibleByArgument, CaseIterable { case shaders, draws, canvases, driver, compute, all }

    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Draws random cases on the reference renderer and on the compiled one, and compares every bit.",
        discussion: "Findings go to standard output, progress to standard error. The exit code is 1 when there are findings.",
        version: "fuzz \(PackageVersion.text)")

    @Option(help: "The seed of the first case; each following case has the next seed.") var seed: UInt64 = 1
    @Option(help: "How many seeds.") var count = 1000
    @Option(help: "What is random: shaders, draws, canvases, driver (calls of OpenGL), compute (dispatches), or all.") var kind = Kind.all
    @Option(help: "The number of processes that draw at the same time. [default: one per core]") var jobs: Int?
    @Flag(help: "Reduce each finding before it is printed, and print it as the Swift code of a scene.") var reduce = false
    @Flag(help: "Print findings as JSON, one object a line.") var json = false
    @Option(help: "Seconds after which a case counts as hanging.") var timeout = 120
    @Flag(help: "Print the case of the first seed and draw nothing.") var show = false
    @Flag(help: "Use the code cache. Cases of the driver have few shaders, and are then drawn many times faster.") var keepCode = false
    @Option(help: ArgumentHelp("Guard the workers' memory, and have their code check its accesses, as RASTER_GUARD_MEMORY does.",
                               valueName: "end|start[:fill]"))
    var `guard`: String?
    @Flag(help: .hidden) var worker = false

    func validate() throws {
        guard count > 0, UInt64(count) <= UInt64.max - seed else {
            throw ValidationError("--count is \(count); use 1 or more, so that seed and count stay below 2⁶⁴.")
        }
        if let word = `guard`, MemoryGuard(word) == nil {
            throw ValidationError("--guard is \(word); use end or start, optionally with a byte, such as end:5a.")
        }
        guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout is \(timeout); use 1 to 86400 seconds.") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is \(jobs); use 1 to 256.") }
    }

    func run() throws {
        if worker { return try FuzzWorker.run() }
        if show { return kinds.forEach { print($0.makeCase(seed: seed).description) } }
        var run = FuzzRun(workerCommand: [ChildProcess.thisProgram, "--worker"], kinds: kinds, seed: seed, count: count)
        run.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        run.seconds = timeout
        run.reduces = reduce
        run.keepsCode = keepCode
        run.memoryGuard = `guard`
        let json = json
        let summary = try run.run { summary in
            if summary.drawn % 50 == 0 { FileHandle.standardError.write(Data("\(summary)\n".utf8)) }
        } tell: { report in
            // Each report is written immediately. If a long run is stopped, the earlier findings are not lost.
            let text = json ? (try? JSONEncoder().encode(report)) ?? Data() : Data("\(report)\n".utf8)
            FileHandle.standardOutput.write(text + Data("\n".utf8))
        }
        FileHandle.standardError.write(Data("\(summary)\n".utf8))
        if summary.found > 0 { throw ExitCode(1) }
    }

    private var kinds: [FuzzKind] { FuzzKind.allCases.filter { kind == .all || $0.optionName == kind.rawValue } }
}
