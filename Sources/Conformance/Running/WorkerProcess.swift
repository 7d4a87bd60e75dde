// WorkerProcess: a child that runs cases. When it dies or does not answer in time, that costs one case, and another is made.

import Foundation
import Glibc

final class WorkerProcess {
    enum Answer {
        case result(CaseResult)
        /// It ended; its text on standard error goes with it.
        case died(String)
        case timeout
    }
    private let identifier: pid_t
    private let requests: Int32
    private let answers: Int32
    /// A file without a name, to which the child writes its standard output and error.
    private let messages: Int32
    private var buffered: [UInt8] = []
    private var hasEnded = false
    /// Held while a child is made.
    private static let birth = NSLock()

    struct StartFailure: Error, CustomStringConvertible { var description: String }

    /// - Parameter command: the program and its arguments.
    init(_ command: [String]) throws(StartFailure) {
        func check(_ ok: Bool, _ what: String) throws(StartFailure) {
            if !ok { throw StartFailure(description: "\(what): \(String(cString: strerror(errno)))") }
        }
        // Other workers must not hold these ends open, and between its birth and its mark a descriptor could be inherited.
        Self.birth.lock()
        defer { Self.birth.unlock() }
        var input: [Int32] = [-1, -1], output: [Int32] = [-1, -1]
        try check(pipe(&input) == 0 && pipe(&output) == 0, "there are no pipes for a worker process")
        defer { close(input[0]); close(output[1]) }
        var path = Array("\(NSTemporaryDirectory())/conformance-XXXXXX".utf8CString)
        messages = mkstemp(&path)
        if messages >= 0 { unlink(path) }
        for descriptor in input + output + [messages] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        requests = input[1]; answers = output[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        if messages >= 0 {
            posix_spawn_file_actions_adddup2(&actions, messages, 1)
            posix_spawn_file_actions_adddup2(&actions, messages, 2)
        }
        posix_spawn_file_actions_adddup2(&actions, output[1], WorkerLoop.answerDescriptor)
        // The threads of a test runner block signals, and children would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = command.map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, command[0], &actions, &attributes, arguments, environment)
        identifier = child
        guard code == 0 else {
            hasEnded = true
            throw StartFailure(description: "\(command[0]) cannot be started: \(String(cString: strerror(code)))")
        }
    }

    deinit {
        close(requests)
        close(answers)
        if !hasEnded {
            kill(identifier, SIGKILL)
            _ = wait()
        }
        if messages >= 0 { close(messages) }
    }

    /// - Parameter milliseconds: that it may take.
    func ask(_ request: WorkerRequest, milliseconds: Int) -> Answer {
        guard var line = try? JSONEncoder().encode(request) else { return .died("the request cannot be written") }
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
                if let result = try? JSONDecoder().decode(CaseResult.self, from: answer) { return .result(result) }
                return .died("its answer is not understood: \(String(decoding: answer, as: UTF8.self))")
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

    /// Waits for the child, which has closed its ends, and says how it ended.
    private func end() -> String {
        let status = wait()
        let signal = status & 0x7F
        let how = signal == 0 ? "the process ended with status \(status >> 8 & 0xFF)" : "the process died of signal \(signal) (\(String(cString: strsignal(signal))))"
        return how + message()
    }
    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        hasEnded = true
        return status
    }
    /// The line of the child's messages that says most: of a trap its reason, else the last.
    private func message() -> String {
        guard messages >= 0 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(messages, &bytes, bytes.count, 0)
        guard count > 0 else { return "" }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
        guard let line = lines.first(where: { $0.contains("Fatal error") || $0.contains("Assertion") }) ?? lines.last else { return "" }
        return ": " + line.prefix(300)
    }
}
