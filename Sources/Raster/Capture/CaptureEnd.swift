// CaptureEnd: completes the files of a process's captures when it exits, and tells which requested captures were not made.

import Glibc
import Synchronization

enum CaptureEnd {
    /// Unchecked because a session is used with its lock held alone.
    private struct Reference: @unchecked Sendable { weak var session: CaptureSession? }
    private struct State {
        var isRegistered = false
        var sessions: [ObjectIdentifier: Reference] = [:]
        var tasks: [@Sendable () -> Void] = []
        /// Lines that were told.
        var told: Set<String> = []
        /// Why captures are missing, and how many devices have that reason.
        var shortfalls: [(reason: String, count: Int)] = []
        /// Files that have other names than the requested file.
        var otherFiles: [String] = []
    }
    private static let state = Mutex(State())

    static func add(_ session: CaptureSession) {
        let reference = Reference(session: session), key = ObjectIdentifier(session)
        state.withLock { state in
            state.sessions[key] = reference
            register(&state)
        }
    }
    static func remove(_ session: CaptureSession) {
        let key = ObjectIdentifier(session)
        _ = state.withLock { $0.sessions.removeValue(forKey: key) }
    }
    static func atExit(_ task: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.tasks.append(task)
            register(&state)
        }
    }
    private static func register(_ state: inout State) {
        if !state.isRegistered { atexit { CaptureEnd.run() } }
        state.isRegistered = true
    }

    /// - Parameter reason: A sentence, which is told when the process exits.
    static func note(shortfall reason: String) {
        state.withLock { state in
            if let known = state.shortfalls.firstIndex(where: { $0.reason == reason }) { state.shortfalls[known].count += 1 } else { state.shortfalls.append((reason, 1)) }
        }
    }
    static func note(otherFile path: String) { state.withLock { $0.otherFiles.append(path) } }

    /// Writes a line to standard error, unless it was told before: programs make thousands of devices.
    static func tell(_ line: String) {
        guard state.withLock({ $0.told.insert(line).inserted }) else { return }
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func run() {
        let (references, tasks) = state.withLock { (Array($0.sessions.values), $0.tasks) }
        for reference in references { reference.session?.finishAtExit() }
        for task in tasks { task() }
        let (shortfalls, otherFiles) = state.withLock { ($0.shortfalls.map { $0.count == 1 ? $0.reason : "\($0.reason) (\($0.count) devices)" }, $0.otherFiles) }
        if !otherFiles.isEmpty {
            let shown = otherFiles.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
            tell("Raster captured further devices into \(shown)" + (otherFiles.count > 4 ? " and \(otherFiles.count - 4) more files" : ""))
        }
        for line in shortfalls { tell(line) }
    }
}
