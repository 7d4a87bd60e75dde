// GLThread: a separate thread for one OpenGL context.
//
// An OpenGL context belongs to the thread on which it is current, and a thread has at most one current context. Because the context has a separate
// thread, callers may use the device from any thread. The caller's own OpenGL context, for example the context of a window, stays current.

import Foundation
import Host
import Raster

/// Runs closures one after the other on a separate thread, while the caller waits. The class is marked as unchecked, because the compiler
/// cannot see two facts. First, `job` is accessed only while `condition` is locked. Second, only one thread at a time uses the variables
/// that a job captures, because the caller sleeps until the job is done.
package final class GLThread: @unchecked Sendable {
    private let name: String
    private let condition = NSCondition()
    private var job: (() -> Void)?
    private var isBusy = false
    private var isDone = false
    private var isStopped = false

    /// Throws `outOfMemory` if the system cannot start a thread with a stack of this size.
    /// - Parameter stackByteCount: The size of the thread's stack. The default stack is large, because shader compilers recurse deeply.
    package init(name: String, stackByteCount: Int = 16 << 20) throws(RasterError) {
        self.name = name
        let status = LibraryThread.detach(.helper, stackByteCount: stackByteCount) { [self] in loop() }
        guard status == 0 else {
            throw RasterError(.outOfMemory, "the system's OpenGL", "cannot start its thread (\(String(cString: strerror(status))))",
                              remedy: "raise the limits on memory and threads, see ulimit")
        }
    }

    private func loop() {
        Thread.current.name = name
        while true {
            condition.lock()
            while job == nil && !isStopped { condition.wait() }
            guard job != nil else { return condition.unlock() }
            var next = job
            job = nil
            condition.unlock()
            next?()
            // The closure is released before the caller continues, because the closure must not outlive the call.
            next = nil
            condition.lock()
            isDone = true
            condition.broadcast()
            condition.unlock()
        }
    }

    /// Runs `body` on the thread and returns or rethrows its outcome. This function must not be called from the context's thread itself, or
    /// by two threads at once; a device is used by only one thread at a time.
    package func perform<Value>(_ body: () throws -> Value) throws -> Value {
        var result: Result<Value, any Error>?
        withoutActuallyEscaping({ result = Result(catching: body) }) { escapable in
            condition.lock()
            precondition(!isBusy, "a device is used by two threads at once")
            isBusy = true
            isDone = false
            job = escapable
            condition.broadcast()
            while !isDone { condition.wait() }
            isBusy = false
            condition.unlock()
        }
        return try result!.get()
    }

    /// Ends the thread. After this call, `perform` must not be called again.
    package func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }
}
