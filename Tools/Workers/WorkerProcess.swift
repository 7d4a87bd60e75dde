// WorkerProcess: a child process that answers requests. If the child dies or does not answer in time, only the current request is
// lost. The caller then starts another child.

import Foundation
import Glibc
import Synchronization

package enum WorkerAnswer<Reply> {
    case result(Reply)
    /// The worker ended. The error's text states how the worker ended, and quotes the worker's last message.
    case died(String)
    case timeout
}

package final class WorkerProcess {
    private let child: ChildProcess
    private let requests: Int32
    private let answers: Int32
    /// An unnamed file that receives the child's standard output and error.
    private let messages: Int32
    private var buffered: [UInt8] = []
    private let relayedPrefix: String?
    /// Whether the last request was answered. If the request was answered, the child now waits for the next request.
    private var isIdle = true
    /// The lines from workers that this process has already shown.
    private static let relayed = Mutex(Set<String>())

    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - relayedPrefix: The text with which messages for the user begin. If a line of the worker begins with this text, the line is
    ///     copied to this process's standard error; equal lines are copied only once.
    package init(_ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
                 relaying relayedPrefix: String? = nil) throws(ChildProcess.StartFailure) {
        self.relayedPrefix = relayedPrefix
        // If a worker dies while a request is written, the signal SIGPIPE must not end this process.
        signal(SIGPIPE, SIG_IGN)
        var input: (reading: Int32, writing: Int32) = (-1, -1), output = input, log: Int32 = -1
        defer { close(input.reading); close(output.writing) }
        do {
            child = try ChildProcess(command, environment: environment) { () throws(ChildProcess.StartFailure) in
                input = try ChildProcess.pipe()
                output = try ChildProcess.pipe()
                var path = Array("\(NSTemporaryDirectory())/worker-XXXXXX".utf8CString)
                log = mkstemp(&path)
                var streams: [Int32: ChildProcess.Stream] = [0: .ours(input.reading), WorkerLoop.answerDescriptor: .ours(output.writing)]
                if log >= 0 {
                    unlink(path)
                    ChildProcess.keep(log)
                    streams[1] = .ours(log)
                    streams[2] = .ours(log)
                }
                return streams
            }
        } catch {
            close(input.writing); close(output.reading); close(log)
            throw error
        }
        requests = input.writing; answers = output.reading; messages = log
    }

    /// Ends the child by closing the child's standard input. The child then has five seconds to complete its files. A child that is
    /// still running after this time is killed.
    deinit {
        close(requests)
        let deadline = ContinuousClock.now + .seconds(5)
        while isIdle, child.poll() == nil, ContinuousClock.now < deadline { usleep(500) }
        relayMessages()
        close(answers)
        if messages >= 0 { close(messages) }
    }

    /// - Parameter milliseconds: The time limit for the answer.
    package func ask<Reply: Decodable>(_ request: some Encodable, milliseconds: Int) -> WorkerAnswer<Reply> {
        guard var line = try? JSONEncoder().encode(request) else { return .died("the request cannot be written") }
        isIdle = false
        defer { relayMessages() }
        line.append(UInt8(ascii: "\n"))
        if messages >= 0 { ftruncate(messages, 0); lseek(messages, 0, SEEK_SET) }
        let written = line.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = write(requests, bytes.baseAddress! + sent, bytes.count - sent)
                if count > 0 { sent += count } else if errno != EINTR { return false }
            }
            return true
        }
        guard written else { return .died(end()) }
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            if let newline = buffered.firstIndex(of: UInt8(ascii: "\n")) {
                let answer = Data(buffered[..<newline])
                buffered.removeSubrange(...newline)
                isIdle = true
                if let result = try? JSONDecoder().decode(Reply.self, from: answer) { return .result(result) }
                return .died("its answer is not valid: \(String(decoding: answer, as: UTF8.self))")
            }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return .timeout }
            var request = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            let wait = min(1000, left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
            guard poll(&request, 1, Int32(wait)) > 0 else { continue }
            let count = read(answers, &chunk, chunk.count)
            if count > 0 { buffered += chunk[..<count] } else if count == 0 || errno != EINTR { return .died(end()) }
        }
    }

    /// Waits for the end of a child that has closed its descriptors, and returns how the child ended.
    private func end() -> String { "\(child.wait())" + message() }

    /// Returns the most useful line of the child's messages: the reason for a trap, or otherwise the last line.
    private func message() -> String {
        let lines = messageLines().filter { line in !(relayedPrefix.map { line.hasPrefix($0) } ?? false) }
        guard let line = lines.first(where: { $0.contains("Fatal error") || $0.contains("Assertion") }) ?? lines.last else { return "" }
        return ": " + line.prefix(300)
    }
    private func messageLines() -> [String] {
        guard messages >= 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(messages, &bytes, bytes.count, 0)
        guard count > 0 else { return [] }
        return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    private func relayMessages() {
        guard let relayedPrefix else { return }
        for line in messageLines() where line.hasPrefix(relayedPrefix) && Self.relayed.withLock({ $0.insert(line).inserted }) {
            FileHandle.standardError.write(Data((line + "\n").utf8))
        }
    }
}
