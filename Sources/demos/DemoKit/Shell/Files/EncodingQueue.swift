// EncodingQueue: encodes pictures on other cores while the next pictures are drawn, and delivers the results in order.

import Dispatch
import Synchronization

package final class EncodingQueue: Sendable {
    private let encoders = DispatchQueue(label: "encoding", attributes: .concurrent)
    private let deliverer = DispatchQueue(label: "writing")
    private let room: DispatchSemaphore
    private let failure = Mutex<(any Error)?>(nil)

    /// - Parameter limit: The maximum number of simultaneous jobs. Without a limit, the waiting pictures would fill the memory if
    ///   drawing is faster than encoding.
    package init(limit: Int) { room = DispatchSemaphore(value: limit) }

    /// A job and its result. The result is written before `isDone` is signalled, and is read only after this signal.
    private final class Job<Encoded: Sendable>: Sendable {
        let result = Mutex<Result<Encoded, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// Runs `encode` in parallel with other jobs, and `deliver` on one thread, in the order of the calls. Waits until the number of
    /// jobs is below the limit. Throws the first error of earlier jobs; nothing is delivered after an error.
    package func add<Encoded: Sendable>(_ encode: @escaping @Sendable () throws -> Encoded, deliver: @escaping @Sendable (Encoded) throws -> Void) throws {
        room.wait()
        if let error = failure.withLock({ $0 }) {
            room.signal()
            throw error
        }
        let job = Job<Encoded>()
        encoders.async {
            job.result.withLock { $0 = Result { try encode() } }
            job.isDone.signal()
        }
        deliverer.async { [self] in
            defer { room.signal() }
            job.isDone.wait()
            guard failure.withLock({ $0 == nil }) else { return }
            do {
                if let result = job.result.withLock({ $0 }) { try deliver(result.get()) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }
    /// Waits until all results are delivered. Throws the first error if there was an error.
    package func finish() throws {
        drain()
        if let error = failure.withLock({ $0 }) { throw error }
    }
    /// Waits until no job is left, whether or not the jobs succeeded.
    package func drain() { deliverer.sync {} }
}
