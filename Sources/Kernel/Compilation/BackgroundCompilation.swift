// BackgroundCompilation: a thread that compiles while other threads draw. On machines with few processors, the compiling thread's lower
// priority keeps the drawing threads fast. An exit of the process interrupts the current compilation (see CLLVM.c).

import CLLVM
import Host
import Memory

package final class BackgroundCompilation: Sendable {
    /// Compiling kernels in advance only saves time, so the work is dropped if memory is scarce.
    private let thread = WorkThread { !AddressSpace.isScarce } begin: { RasterYieldToOthers(BackgroundCompilation.niceness) }
    /// Because this thread has a lower priority, the drawing threads get most of the processors' time on a machine with few
    /// processors. The priority is not the lowest, because a drawing thread may have to wait for a kernel that this thread
    /// compiles.
    private static let niceness: Int32 = 5

    package init() {}

    /// Adds pieces of work, one for each kernel. The pieces run in the given order. Returns false if the work was dropped.
    @discardableResult
    package func add(_ work: [@Sendable () -> Void]) -> Bool { thread.add(work) }
    /// In a child process, continues with the work that was added before the fork().
    package func continueAfterFork() { if thread.isInterrupted { thread.add([]) } }
    /// Drops all work that has not begun. Work that is added later is dropped too.
    package func stop() { thread.stop() }

    /// Runs work that an exit of the process must not interrupt, and for which a fork() waits.
    package static func perform<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        try LibraryCall.performHere { () throws(Failure) in
            RasterCompilationBegin()
            defer { RasterCompilationEnd() }
            return try work()
        }
    }
    /// True if a kernel may be compiled on a thread other than the thread that needs the kernel. False if the process could not
    /// exit safely while another thread compiles.
    package static var isPossible: Bool { RasterExitIsSafe() != 0 }
    /// True if the process is exiting. After the exit has begun, only the exiting thread can still compile, so other threads deliver no
    /// more kernels.
    package static var hasEnded: Bool { RasterIsExiting() != 0 }
}
