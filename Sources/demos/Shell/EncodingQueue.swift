// EncodingQueue: has pictures encoded on the other cores while the next ones are drawn, and hands on what comes of it in order.

import Dispatch
import Synchronization

package final class EncodingQueue: Sendable {
    private let encoders = DispatchQueue(label: "encoding", attributes: .concurrent)
    private let deliverer = DispatchQueue(label: "writing")
    private let room: DispatchSemaphore
    private let failure = Mutex<(any Error)?>(nil)

    /// - Parameter limit: How many jobs there are at most, so that pictures do not fill the memory where drawing is faster.
    package init(limit: Int) { room = DispatchSemaphore(value: limit) }

    /// What an encoder has made; written before `isDone` is told, and read after.
    private final class Job<Encoded: Sendable>: Sendable {
        let result = Mutex<Result<Encoded, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    /// Runs `encode` beside other jobs', and `deliver` on one thread, in the order of the calls. Waits while there are as many jobs as the
    /// limit. Throws the first error of earlier jobs, after which nothing more is delivered.
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
    /// Waits until all is delivered. Throws the first error there was.
    package func finish() throws {
        drain()
        if let error = failure.withLock({ $0 }) { throw error }
    }
    /// Waits until no job is left, whatever became of it.
    package func drain() { deliverer.sync {} }
}
