// WorkerProcess: this program once more, with what it says read line by line, never waiting longer than a limit.

import Foundation

final class WorkerProcess {
    enum Ending: Equatable, CustomStringConvertible {
        case finished, failed(status: Int32), killed(signal: Int32), hung
        var description: String {
            switch self {
            case .finished: "it finished"
            case .failed(let status): "it ended with status \(status)"
            case .killed(let signal): "it was ended by signal \(signal)"
            case .hung: "it did not answer in time"
            }
        }
    }
    private let process = Process()
    private let output = Pipe()
    private var buffer: [UInt8] = []
    private var isHung = false

    init(_ command: FuzzCommand, seed: UInt64, count: Int) throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0].contains("/") ? CommandLine.arguments[0] : "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--worker", "--seed", "\(seed)", "--count", "\(count)", "--kind", command.kind.rawValue] + (command.reduce ? ["--reduce"] : [])
        if let word = command.guard {
            var environment = ProcessInfo.processInfo.environment
            environment["RASTER_GUARD_MEMORY"] = word
            process.environment = environment
        }
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// nil when there is no more, or when nothing came for `timeout` seconds.
    func nextLine(timeout: Int) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(timeout * 1000))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { isHung = true; return nil }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            buffer += data
        }
    }

    /// Ends it if it still runs.
    func end() -> Ending {
        if isHung { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        if isHung { return .hung }
        if process.terminationReason == .uncaughtSignal { return .killed(signal: process.terminationStatus) }
        return process.terminationStatus == 0 ? .finished : .failed(status: process.terminationStatus)
    }
}
