// LibraryThread: a thread of the library. The thread has the default floating-point environment. The thread blocks the signals that are
// sent to the process, so that the host's signal handlers run on the host's threads.

import CHost
import Glibc

/// A thread that must be joined, except after `detach`.
package struct LibraryThread {
    /// The role of the thread when the process forks; see RasterThreadRole.
    package enum Role {
        /// A fork() waits for the thread, except while the thread is in `LibraryCall.pause`.
        case independent
        /// The thread works only for a thread that is inside a call of the library. This other thread waits for the work.
        case helper
        /// The thread works for its creator, which is the thread that started it. The creator waits for the work. If the creator is inside
        /// a call of the library, the new thread is a helper.
        case ofCreator

        fileprivate var value: RasterThreadRole {
            switch self {
            case .independent: RasterThreadIndependent
            case .helper: RasterThreadHelper
            case .ofCreator: RasterThreadOfCreator
            }
        }
    }
    private let thread: pthread_t

    /// The size of a stack on which shaders run and on which LLVM compiles kernels. A stack takes only address space, because the
    /// system provides each page of memory when the page is first used.
    package static let usualStackByteCount = 8 << 20

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts a thread. Returns nil if the system cannot start a thread with a stack of this size.
    package static func start(_ role: Role, stackByteCount: Int = usualStackByteCount, _ body: @escaping () -> Void) -> LibraryThread? {
        var thread = pthread_t()
        return begin(&thread, role, stackByteCount, isDetached: false, body) == 0 ? LibraryThread(thread: thread) : nil
    }
    /// Starts a thread that nobody joins. Returns the system's error number; 0 if the thread was started.
    package static func detach(_ role: Role, stackByteCount: Int = usualStackByteCount, _ body: @escaping () -> Void) -> Int32 {
        var thread = pthread_t()
        return begin(&thread, role, stackByteCount, isDetached: true, body)
    }
    private static func begin(_ thread: inout pthread_t, _ role: Role, _ stackByteCount: Int, isDetached: Bool, _ body: @escaping () -> Void) -> Int32 {
        let argument = Unmanaged.passRetained(Work(body))
        let status = RasterThreadStart(&thread, stackByteCount, isDetached ? 1 : 0, role.value, { argument in
            Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }, argument.toOpaque())
        if status != 0 { argument.release() }
        return status
    }

    /// Waits until the thread has ended.
    package func join() { pthread_join(thread, nil) }
}
