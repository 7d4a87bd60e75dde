// DeepStack: runs deeply recursive work on a separate thread whose stack is large enough. Work is deeply recursive if it makes one nested
// call for each level of its input.

import CHost

package enum DeepStack {
    /// Runs `work` on another thread, and waits for the end of `work`. The other thread counts as the calling thread: RasterThreadIdentity
    /// returns the same number on both threads (see RasterThreadActsFor). Returns nil if the system cannot start a thread with a stack of
    /// this size.
    /// - Parameter byteCount: The size of the stack. A large stack takes only address space, because the system provides each page
    ///   of memory when the page is first used.
    package static func run<Result>(byteCount: Int, _ work: () -> Result) -> Result? {
        var result: Result?
        let caller = RasterThreadIdentity()
        withoutActuallyEscaping(work) { work in
            withUnsafeMutablePointer(to: &result) { result in
                let thread = LibraryThread.start(.ofCreator, stackByteCount: byteCount) {
                    RasterThreadActsFor(caller)
                    // The waiting thread reads the result only after it has joined this thread, so the two threads never access the result at once.
                    result.pointee = work()
                }
                thread?.join()
            }
        }
        return result
    }
}
