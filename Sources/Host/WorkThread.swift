// WorkThread: runs pieces of work one after the other on a separate thread. The thread starts with the first piece of work and ends when no
// work is left.
//
// No other thread waits for the work thread. After `stop` the work thread finishes its current piece of work and ends. A fork() waits for
// the end of the current piece of work. In the child process the work thread does not exist. So in the child process, the next call of
// `add` starts a new thread, which does the remaining work.

import CHost

package final class WorkThread: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        /// The fork count of the process in which the thread runs; nil if no thread runs.
        var running: UInt?
        var isStopped = false
    }
    private let state = Lock(State())
    private let begin: @Sendable () -> Void
    private let mayStart: @Sendable () -> Bool

    /// - Parameters:
    ///   - mayStart: Whether a thread may be started now. If the closure returns false, all work is dropped.
    ///   - begin: Runs on the thread before its first piece of work.
    package init(mayStart: @escaping @Sendable () -> Bool = { true }, begin: @escaping @Sendable () -> Void = {}) {
        self.mayStart = mayStart
        self.begin = begin
    }

    /// Whether there is work from before a fork(). The thread that would do this work does not exist in this process.
    package var isInterrupted: Bool { state.withLock { $0.running != nil && $0.running != Fork.count } }

    /// Adds pieces of work. The pieces run in the given order. Returns false if the work was dropped.
    @discardableResult
    package func add(_ work: [@Sendable () -> Void]) -> Bool {
        state.withLock { state in
            if state.isStopped { return false }
            state.work += work
            if state.running == Fork.count || state.work.isEmpty { return true }
            guard mayStart(), LibraryThread.detach(.independent, { [self] in run() }) == 0 else {
                state.running = nil
                state.work = []
                return false
            }
            state.running = Fork.count
            return true
        }
    }

    /// Drops all work that has not begun. Work that is added later is dropped too.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.work = []
        }
    }

    private func run() {
        begin()
        while let next = next() {
            next()
            LibraryCall.pause {}
        }
    }
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.work.isEmpty {
                state.running = nil
                return nil
            }
            return state.work.removeFirst()
        }
    }
}
