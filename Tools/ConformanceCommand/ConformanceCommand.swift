// conformance: runs shader suites on Raster's renderers and on the system's OpenGL.

import ArgumentParser
import Conformance
import Foundation
import SystemGL
import Terminal
import Workers

/// The devices that run a suite.
enum DeviceChoice: String, ExpressibleByArgument, CaseIterable {
    /// Both of Raster's renderers.
    case raster
    case reference, jit, opengl
    /// Raster's renderers and the system's OpenGL.
    case all

    var kinds: [CaseDevice.Kind] {
        switch self {
        case .raster: [.reference, .jit]
        case .reference: [.reference]
        case .jit: [.jit]
        case .opengl: [.opengl]
        case .all: [.reference, .jit, .opengl]
        }
    }
}

extension CaseDevice.Form: ExpressibleByArgument {}

struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Runs shader test suites: Khronos .test files, piglit's .shader_test, .vert and .frag files.",
        discussion: """
            Every case runs in a worker process, so that a crash or a hang costs one case. The last lines are a table of \
            groups. Exit status: 0 if no case failed, 1 if a case failed, 2 if a file or the command line is wrong.

            Examples:
              conformance Tests/Conformance
              conformance VK-GL-CTS/data/gles3/shaders --filter arrays.constructor
              conformance piglit/tests/spec/glsl-1.10/execution --device all --json > result.json
            """,
        version: "conformance \(PackageVersion.text)")

    @Argument(help: "Files, or folders with all files in them.")
    var paths: [String]

    @Option(help: ArgumentHelp("raster (both of its renderers), reference, jit, opengl (the system's) or all.", valueName: "device"))
    var device = DeviceChoice.raster

    @Option(help: ArgumentHelp("Only cases whose name contains this text, or matches it if it has * or ?. May be repeated.", valueName: "text"))
    var filter: [String] = []

    @Option(help: ArgumentHelp("Lanes of the jit device: 4, 8 or 16. [default: best for this processor]", valueName: "count"))
    var lanes: Int?

    @Option(help: ArgumentHelp("Code of the jit device: full (optimised) or quick (as in first frames).", valueName: "form"))
    var form = CaseDevice.Form.full

    @Option(help: ArgumentHelp("The number of worker processes. [default: one per core]", valueName: "count"))
    var jobs: Int?

    @Option(help: ArgumentHelp("The time limit of a case on a device, in seconds.", valueName: "seconds"))
    var timeout = 30.0

    @Flag(help: "Write one JSON object to standard output instead of text.")
    var json = false

    @Flag(help: "List the names of the cases without running them.")
    var list = false

    @Flag(help: "Also print why cases were skipped.")
    var skipped = false

    @Flag(help: .hidden)
    var worker = false

    mutating func validate() throws {
        if let lanes, ![4, 8, 16].contains(lanes) { throw ValidationError("--lanes must be 4, 8 or 16, not \(lanes).") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be between 1 and 256, not \(jobs).") }
        if !(timeout >= 0.001 && timeout <= 1e6) { throw ValidationError("--timeout must be between 0.001 and 1000000 seconds, not \(timeout).") }
    }

    func run() throws {
        if worker {
            SystemGL.preferAccuracy()
            return try SuiteWorker.run(lanes: lanes, form: form)
        }
        if device.kinds.contains(.opengl), let reason = SystemGL.unavailableReason {
            printError("error: \(reason)")
            throw ExitCode(2)
        }
        var errors: [CaseFileError] = []
        let found = cases(&errors)
        for error in errors { printError("\(error)") }
        if list {
            for (test, _, _) in found { print(test.name) }
            throw ExitCode(errors.isEmpty ? 0 : 2)
        }
        let tasks = found.flatMap { test, source, index in device.kinds.map { SuiteRun.Task(test: test, source: source, index: index, device: $0) } }
        if tasks.isEmpty { printError("error: there is no case\(filter.isEmpty ? " in these files" : " whose name matches the filter")") }
        let suite = SuiteRun(workerCommand: workerCommand, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, timeout: timeout)
        let progress = ProgressLine()
        let records = suite.run(tasks) { done, record in
            progress.report(String("\(done) of \(tasks.count)  \(record.task.test.name) on \(record.task.device.rawValue)".prefix(150)))
        }
        progress.finish()
        let report = SuiteReport(records: SuiteRun.compareRenderers(records), errors: errors)
        print(json ? try report.json() : report.text(showsSkipped: skipped))
        throw ExitCode(report.exitCode)
    }

    private func cases(_ errors: inout [CaseFileError]) -> [(ConformanceCase, CaseSuite.Source, Int)] {
        let wanted = CaseFilter(filter)
        var result: [(ConformanceCase, CaseSuite.Source, Int)] = []
        for path in paths {
            do throws(CaseFileError) {
                for source in try CaseSuite.sources(under: path) {
                    do throws(CaseFileError) {
                        for (index, test) in try CaseSuite.cases(of: source).enumerated() where wanted.accepts(test.name) {
                            result.append((test, source, index))
                        }
                    } catch { errors.append(error) }
                }
            } catch { errors.append(error) }
        }
        return result
    }

    /// The command that starts this program as a worker.
    private var workerCommand: [String] {
        var command = [ChildProcess.thisProgram, "--worker", "--form", form.rawValue]
        if let lanes { command += ["--lanes", String(lanes)] }
        return command + ["-"]
    }
}

@main
enum Main {
    static func main() {
        do {
            try ConformanceCommand.parse().run()
        } catch let code as ExitCode {
            exit(code.rawValue)
        } catch {
            // If the command line is wrong, this program exits with 2; the argument parser itself would exit with 64. If the user asks for
            // help, the program exits with 0.
            let isFine = ConformanceCommand.exitCode(for: error) == .success
            if isFine { print(ConformanceCommand.fullMessage(for: error)) } else { printError(ConformanceCommand.fullMessage(for: error)) }
            exit(isFine ? 0 : 2)
        }
    }
}
