// BackgroundCompilation: a thread that compiles while others draw. It starts with the first piece of work, ends when it is
// idle, and yields to those who draw where there are too few processors.
//
// Work that has begun is finished, by `stop` and by the exit of the process, which both wait for it; work that has not is
// dropped.

import CLLVM
import Glibc
import Synchronization

package final class BackgroundCompilation: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var thread: pthread_t?
        var isRunning = false, isStopped = false
    }
    private let state = Mutex(State())
    /// Those who draw get most of the time where processors are few. Not nearly all of it: they may come to wait for what
    /// is compiled here.
    private static let niceness: Int32 = 5

    package init() {}

    /// Work of one kernel each, in order.
    package func add(_ work: [@Sendable () -> Void]) {
        let ended = state.withLock { state -> pthread_t? in
            if state.isStopped { return nil }
            state.work += work
            if state.isRunning || state.work.isEmpty { return nil }
            let ended = state.thread
            state.thread = nil
            var thread = pthread_t()
            let argument = Unmanaged.passRetained(self).toOpaque()
            let status = pthread_create(&thread, nil, { argument in
                Unmanaged<BackgroundCompilation>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument)
            if status == 0 {
                state.thread = thread
                state.isRunning = true
            } else {
                Unmanaged<BackgroundCompilation>.fromOpaque(argument).release()
                state.work = []
            }
            return ended
        }
        if let ended { pthread_join(ended, nil) }
    }

    /// Returns when nothing is compiled any more; afterwards nothing is.
    package func stop() {
        let thread = state.withLock { state -> pthread_t? in
            state.isStopped = true
            state.work = []
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    private func run() {
        RasterYieldToOthers(Self.niceness)
        while let next = next() {
            guard RasterCompilationBegin() != 0 else { continue }
            next()
            RasterCompilationEnd()
        }
    }
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isRunning = !state.work.isEmpty
            return state.work.isEmpty ? nil : state.work.removeFirst()
        }
    }

    /// Does something that compiles, on a thread of somebody's, unless the process exits.
    package static func perform(_ work: () -> Void) {
        guard RasterCompilationBegin() != 0 else { return }
        defer { RasterCompilationEnd() }
        work()
    }
    /// Whether compilations may go on beside the thread that asked for them.
    package static var isPossible: Bool {
        guard RasterCompilationBegin() != 0 else { return false }
        RasterCompilationEnd()
        return true
    }
}
