// CaptureEnd: completes the capture files of a process when the process exits, and reports the requested captures that were not made.

import Glibc
import Host

enum CaptureEnd {
    /// The conformance is `@unchecked` because the compiler cannot know that the session holds its own lock during every use.
    private struct Reference: @unchecked Sendable { weak var session: CaptureSession? }
    private struct State {
        var isRegistered = false
        var sessions: [ObjectIdentifier: Reference] = [:]
        var tasks: [@Sendable () -> Void] = []
        /// The lines that were already written to standard error.
        var told: Set<String> = []
        /// The reasons for missing captures, and the number of devices with each reason.
        var shortfalls: [(reason: String, count: Int)] = []
        /// The paths of the captures that did not get the requested path.
        var otherFiles: [String] = []
    }
    private static let state = Lock(State())

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

    /// - Parameter reason: A sentence that is written to standard error when the process exits.
    static func note(shortfall reason: String) {
        state.withLock { state in
            if let known = state.shortfalls.firstIndex(where: { $0.reason == reason }) {
                state.shortfalls[known].count += 1
            } else {
                state.shortfalls.append((reason, 1))
            }
        }
    }
    static func note(otherFile path: String) { state.withLock { $0.otherFiles.append(path) } }

    /// Writes a line to standard error. The same line is written only once, because applications may make thousands of devices.
    static func tell(_ line: String) {
        guard state.withLock({ $0.told.insert(line).inserted }) else { return }
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func run() {
        let (references, tasks) = state.withLock { (Array($0.sessions.values), $0.tasks) }
        for reference in references { reference.session?.finishAtExit() }
        for task in tasks { task() }
        let (shortfalls, otherFiles) = state.withLock {
            ($0.shortfalls.map { $0.count == 1 ? $0.reason : "\($0.reason) (\($0.count) devices)" }, $0.otherFiles)
        }
        if !otherFiles.isEmpty {
            let shown = otherFiles.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
            tell("Raster captured further devices into \(shown)" + (otherFiles.count > 4 ? " and \(otherFiles.count - 4) more files" : ""))
        }
        for line in shortfalls { tell(line) }
    }
}
