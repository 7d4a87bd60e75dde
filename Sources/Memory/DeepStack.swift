// DeepStack: runs deeply recursive work on a thread of its own with a large enough stack. Deeply recursive work makes one nested
// call for each level of its input.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum DeepStack {
    /// The work of the thread. The thread that waits reads the result only after it has joined the thread that works.
    private final class Job {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
    }

    /// Runs `work` on another thread and waits for it. Returns nil if the system cannot start a thread with such a stack.
    /// - Parameter byteCount: the size of the stack. A large stack takes only address space, because the system provides each page
    ///   of memory when the page is first used.
    package static func run<Result>(byteCount: Int, _ work: () -> Result) -> Result? {
        var result: Result?
        return withoutActuallyEscaping(work) { work in
            withUnsafeMutablePointer(to: &result) { result in
                let argument = Unmanaged.passRetained(Job { result.pointee = work() })
                defer { argument.release() }
                var attributes = pthread_attr_t()
                pthread_attr_init(&attributes)
                defer { pthread_attr_destroy(&attributes) }
                pthread_attr_setstacksize(&attributes, byteCount)
                var thread = pthread_t()
                let status = pthread_create(&thread, &attributes, { argument in
                    if let argument { Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue().work() }
                    return nil
                }, argument.toOpaque())
                guard status == 0 else { return nil }
                pthread_join(thread, nil)
                return result.pointee
            }
        }
    }
}
