// GLThread: a separate thread for one OpenGL context.
//
// A context belongs to the thread on which it is current, and a thread has one current context. With a separate thread, the device
// may be used from any thread, and the caller's own OpenGL context, for example a window's, is not affected.

import Foundation

/// Runs closures one at a time on its thread, while the caller waits. Unchecked, because the compiler cannot see two facts. `job`
/// is accessed only while `condition` is locked. A job's captures are used by one thread at a time, because the caller sleeps until
/// the job is done.
final class GLThread: @unchecked Sendable {
    private let condition = NSCondition()
    private var job: (() -> Void)?
    private var isBusy = false
    private var isDone = false
    private var isStopped = false

    init(name: String) {
        let thread = Thread { [self] in loop() }
        thread.name = name
        // Shader compilers recurse deeply.
        thread.stackSize = 16 << 20
        thread.start()
    }

    private func loop() {
        while true {
            condition.lock()
            while job == nil && !isStopped { condition.wait() }
            guard job != nil else { return condition.unlock() }
            var next = job
            job = nil
            condition.unlock()
            next?()
            // The closure is released before the caller continues, because it must not outlive the call.
            next = nil
            condition.lock()
            isDone = true
            condition.broadcast()
            condition.unlock()
        }
    }

    /// Runs `body` on the thread, and returns its result or rethrows its error. Must not be called from the thread itself. Must not
    /// be called by two threads at once; a device is used by one thread at a time.
    func perform<Value>(_ body: () throws -> Value) throws -> Value {
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

    /// Ends the thread. `perform` must not be called afterwards.
    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }
}
