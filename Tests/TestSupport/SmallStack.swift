import Foundation

/// Runs `body` on a thread whose stack is small, and waits for it: what calls itself once for each level of its input ends the process there.
/// - Parameter byteCount: the stack's size; 512 KiB are what secondary threads of macOS have.
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

/// Unchecked because the compiler does not see that one thread waits while the other works, and that it signals when its result is there.
private final class Work<Value>: @unchecked Sendable {
    /// Gone after the run, as it must not outlive the call that lent it.
    private var body: (() throws -> Value)?
    private(set) var result: Result<Value, any Error>?
    init(_ body: @escaping () throws -> Value) { self.body = body }
    func run() {
        if let body { result = Result { try body() } }
        body = nil
    }
}
