import Foundation

/// Runs `body` on a thread with a small stack, and waits until `body` has ended. On this thread, code that recurses once for each level
/// of its input ends the process.
/// - Parameter byteCount: The size of the stack. Secondary threads of macOS have 512 KiB.
package func onSmallStack<Value>(byteCount: Int = 512 << 10, _ body: () throws -> Value) throws -> Value {
    try withoutActuallyEscaping(body) { body in
        let work = Work(body), done = DispatchSemaphore(value: 0)
        let thread = Thread {
            work.run()
            done.signal()
        }
        thread.stackSize = byteCount
        thread.start()
        done.wait()
        return try work.result!.get()
    }
}

/// `@unchecked`, because the compiler does not see that the caller waits while the new thread works, and that the new thread
/// signals when the result is ready.
private final class Work<Value>: @unchecked Sendable {
    /// The closure is set to nil after the run, because this object may live longer than the call that passes the closure.
    private var body: (() throws -> Value)?
    private(set) var result: Result<Value, any Error>?
    init(_ body: @escaping () throws -> Value) { self.body = body }
    func run() {
        if let body { result = Result { try body() } }
        body = nil
    }
}
