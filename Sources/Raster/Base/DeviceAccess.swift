// DeviceAccess: sees to it that one thread at a time is inside of a device and of what the device made.
//
// Nothing of a device is made for two threads at once, and the compiler keeps it from being handed about; but `unsafe` words and
// old language modes get around the compiler. Then the second thread is refused here, before it touches anything. Nobody
// waits: calls that meet are a mistake in the program, and one that waits hides it.

import Synchronization

#if canImport(Glibc)
import Glibc
/// A handle is an address, never 0.
private var currentThread: UInt { UInt(pthread_self()) }
#elseif canImport(Musl)
import Musl
private var currentThread: UInt { UInt(bitPattern: pthread_self()) }
#endif

/// Shared by a device and what it made, so that it lasts as long as any of these.
package final class DeviceAccess: Sendable {
    /// The thread that is inside; 0 for none. Entering acquires what the last one released, so that threads may follow one another
    /// without any other order between them.
    private let holder = Atomic<UInt>(0)

    package init() {}

    /// Does something to the device that no other thread may come into; calls from within are the same thread's, and pass.
    /// Throws `deviceInUse` where another thread is inside, and what `body` throws.
    @inline(__always)
    package func held<Result>(_ subject: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
        let thread = currentThread
        let (isEntered, other) = holder.compareExchange(expected: 0, desired: thread, successOrdering: .acquiring, failureOrdering: .relaxed)
        if !isEntered && other != thread { throw Self.refusal(subject()) }
        defer { if isEntered { holder.store(0, ordering: .releasing) } }
        return try body()
    }

    @inline(never)
    private static func refusal(_ subject: String) -> RasterError {
        RasterError(.deviceInUse, subject, "is called while another thread uses the same device",
                    remedy: "give each thread its own device, or use the device from one thread or actor")
    }
}
