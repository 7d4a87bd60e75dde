// ProgramRun: a program that a test runs to its end, as a user does, with a time limit. If the program hangs, its test fails and
// names the program, instead of blocking all other tests.

import Foundation
import Glibc
import Workers

/// A running program. The program's standard input, output and error are files, so the program and the test cannot block each other.
package final class RunningProgram {
    private let command: [String]
    private let child: ChildProcess
    private let files: [Int32]

    /// Returns the path of an executable of this package. All executables, including the tests, are in one folder.
    package static func path(ofBuilt name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// - Parameters:
    ///   - command: The program and its arguments. If the program is a name and not a path, it is searched for in the folders of PATH.
    ///   - environment: The environment of the program; nil for the environment of this process.
    ///   - folder: The working directory of the program; nil for the working directory of this process.
    ///   - input: The bytes of the program's standard input.
    package init(_ command: [String], environment: [String: String]? = nil, folder: URL? = nil, input: [UInt8] = []) throws {
        self.command = command
        var files: [Int32] = []
        do {
            child = try ChildProcess(command, environment: environment ?? ProcessInfo.processInfo.environment,
                                     folder: folder?.path) { () throws(ChildProcess.StartFailure) in
                for _ in 0..<3 { files.append(try Self.makeFile()) }
                let written = input.withUnsafeBytes { pwrite(files[0], $0.baseAddress, $0.count, 0) }
                guard written == input.count else { throw .init(description: "the standard input of '\(command.joined(separator: " "))' cannot be written") }
                return [0: .ours(files[0]), 1: .ours(files[1]), 2: .ours(files[2])]
            }
        } catch {
            files.forEach { close($0) }
            throw error
        }
        self.files = files
    }
    deinit { files.forEach { close($0) } }

    /// Makes a file without a name.
    private static func makeFile() throws(ChildProcess.StartFailure) -> Int32 {
        var path = Array("\(NSTemporaryDirectory())/program-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw .init(description: "no temporary file can be made: \(String(cString: strerror(errno)))") }
        unlink(path)
        ChildProcess.keep(file)
        return file
    }

    package func send(_ signal: Int32) { child.send(signal) }

    /// The time limit of a program in seconds, unless a test gives another limit.
    package static let patience = 400.0

    /// Waits for the program's end. A program that has not ended after the given time is killed, and the thrown error contains the
    /// program's output.
    package func finish(seconds: Double = patience) throws -> ProgramRun {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            switch child.poll() {
            case .status(let status): return ProgramRun(status: status, data: contents(1), errors: text(2))
            case .signal(let signal): return ProgramRun(status: -signal, data: contents(1), errors: text(2))
            case nil: break
            }
            guard ContinuousClock.now < deadline else {
                child.send(SIGKILL)
                throw Overtime(description: "'\(command.joined(separator: " "))' did not end in \(seconds) s, and was killed; it had said: \(text(1).suffix(2000)) \(text(2).suffix(2000))")
            }
            usleep(2000)
        }
    }
    private struct Overtime: Error, CustomStringConvertible { var description: String }

    private func text(_ number: Int) -> String { String(decoding: contents(number), as: UTF8.self) }
    private func contents(_ number: Int) -> Data {
        var information = stat()
        guard fstat(files[number], &information) == 0, information.st_size > 0 else { return Data() }
        var data = Data(count: Int(information.st_size))
        let count = data.withUnsafeMutableBytes { pread(files[number], $0.baseAddress, $0.count, 0) }
        return data.prefix(max(0, count))
    }
}

/// A finished program.
package struct ProgramRun {
    /// The exit status, or minus the number of the signal that ended the program.
    package let status: Int32
    /// The bytes that the program wrote to its standard output.
    package let data: Data
    /// The text that the program wrote to its standard error.
    package let errors: String
    package var output: String { String(decoding: data, as: UTF8.self) }

    fileprivate init(status: Int32, data: Data, errors: String) {
        self.status = status; self.data = data; self.errors = errors
    }
    /// Runs a program to its end: see `RunningProgram`.
    package init(_ command: [String], environment: [String: String]? = nil, folder: URL? = nil, input: [UInt8] = [],
                 seconds: Double = RunningProgram.patience) throws {
        self = try RunningProgram(command, environment: environment, folder: folder, input: input).finish(seconds: seconds)
    }
}
