// BackgroundCompilation: a thread that compiles while other threads draw. The compiling thread starts with the first piece of work and
// ends when no work is left. On machines with few processors, the compiling thread's lower priority keeps the drawing threads fast.
//
// No other thread waits for this thread. After `stop` the compiling thread finishes its current piece of work and ends. An exit of
// the process interrupts the current compilation (see CLLVM.c).

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
    /// A lower priority gives drawing threads most of the time on a machine with few processors. The priority is not the lowest,
    /// because a drawing thread may have to wait for a kernel that this thread compiles.
    private static let niceness: Int32 = 5

    package init() {}

    /// Adds pieces of work, one for each kernel. The pieces run in the given order.
    package func add(_ work: [@Sendable () -> Void]) {
        state.withLock { state in
            if state.isStopped { return }
            state.work += work
            if state.isRunning || state.work.isEmpty { return }
            // Compiling kernels in advance only saves time, so the work is dropped if memory is scarce.
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

    /// Drops all work that has not begun. Work that is added later is dropped too.
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

    /// Runs work that an exit of the process must not interrupt.
    package static func perform<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        RasterCompilationBegin()
        defer { RasterCompilationEnd() }
        return try work()
    }
    /// True if a kernel may be compiled on a thread other than the thread that needs the kernel.
    package static var isPossible: Bool { RasterExitIsSafe() != 0 }
    /// True if the process is exiting. After the exit has begun, other threads produce no more results.
    package static var hasEnded: Bool { RasterIsExiting() != 0 }
}
