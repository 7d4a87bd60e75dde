// BackgroundCompilation: a thread that compiles while others draw. It starts with the first piece of work, ends when it is
// idle, and yields to those who draw where there are too few processors.
//
// Nobody waits for it: after `stop` it finishes the piece it is at and ends, and a process that exits stops it where it is
// (see CLLVM.c).

import CLLVM
import Glibc
import Memory
import Synchronization

package final class BackgroundCompilation: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isRunning = false, isStopped = false
    }
    private let state = Mutex(State())
    /// Those who draw get most of the time where processors are few. Not nearly all of it: they may come to wait for what
    /// is compiled here.
    private static let niceness: Int32 = 5

    package init() {}

    /// Work of one kernel each, in order.
    package func add(_ work: [@Sendable () -> Void]) {
        state.withLock { state in
            if state.isStopped { return }
            state.work += work
            if state.isRunning || state.work.isEmpty { return }
            // Compiling ahead only saves time: it is left out where there is little memory.
            if AddressSpace.isScarce { return state.work = [] }
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            defer { pthread_attr_destroy(&attributes) }
            pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
            var thread = pthread_t()
            let argument = Unmanaged.passRetained(self).toOpaque()
            let status = pthread_create(&thread, &attributes, { argument in
                Unmanaged<BackgroundCompilation>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument)
            if status == 0 {
                state.isRunning = true
            } else {
                Unmanaged<BackgroundCompilation>.fromOpaque(argument).release()
                state.work = []
            }
        }
    }

    /// Work that has not begun is dropped, and so is what is added from now on.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.work = []
        }
    }

    private func run() {
        RasterYieldToOthers(Self.niceness)
        while let next = next() { next() }
    }
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isRunning = !state.work.isEmpty
            return state.work.isEmpty ? nil : state.work.removeFirst()
        }
    }

    /// Does work that an exit of the process must not interrupt in the middle.
    package static func perform<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        RasterCompilationBegin()
        defer { RasterCompilationEnd() }
        return try work()
    }
    /// Whether compilations may go on beside the thread that asked for them.
    package static var isPossible: Bool { RasterExitIsSafe() != 0 }
    /// Whether the process exits, so that nothing more comes from other threads.
    package static var hasEnded: Bool { RasterIsExiting() != 0 }
}
