// fuzz: draws random cases on both renderers and reports where they differ.

import ArgumentParser
import Foundation
import Fuzzing
import Memory

@main
struct FuzzCommand: ParsableCommand {
    enum Kind: String, ExpressibleByArgument, CaseIterable { case shaders, draws, all }

    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Draws random cases on the reference renderer and on the compiled one, and compares every bit.",
        discussion: "Findings go to standard output, progress to standard error. The exit code is 1 when there are findings.")

    @Option(help: "The first seed; each case takes the next.") var seed: UInt64 = 1
    @Option(help: "How many seeds.") var count = 1000
    @Option(help: "What is random: shaders, draws or all.") var kind = Kind.all
    @Flag(help: "Make each finding smaller before it is printed.") var reduce = false
    @Flag(help: "Print findings as JSON, one object a line.") var json = false
    @Option(help: "Seconds after which a case counts as hanging.") var timeout = 120
    @Flag(help: "Print the case of the first seed and draw nothing.") var show = false
    @Option(help: ArgumentHelp("Guard the workers' memory, and have their code check its accesses, as RASTER_GUARD_MEMORY does.", valueName: "end|start[:fill]"))
    var `guard`: String?
    @Flag(help: .hidden) var worker = false

    func validate() throws {
        guard count > 0, UInt64(count) <= UInt64.max - seed else { throw ValidationError("--count is \(count); use 1 or more, so that seed and count stay below 2⁶⁴.") }
        if let word = `guard`, MemoryGuard(word) == nil { throw ValidationError("--guard is \(word); use end or start, with a byte if you like, as in end:5a.") }
        guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout is \(timeout); use 1 to 86400 seconds.") }
    }

    func run() throws {
        if show { return showCase() }
        if worker { return try FuzzWorker(kinds: kinds, reduces: reduce).run(seed: seed, count: count) }
        let found = try FuzzRun(command: self).run()
        if found > 0 { throw ExitCode(1) }
    }

    var kinds: [FuzzKind] { kind == .all ? FuzzKind.allCases : kind == .shaders ? [.shader] : [.draw] }

    private func showCase() {
        for kind in kinds { print(kind.description(seed: seed)) }
    }
}
