// DeviceAccess: ensures that only one thread at a time is inside a device or its resources.
//
// Two threads must not use parts of a device at the same time. The compiler prevents applications from sharing a device between threads,
// but `unsafe` keywords and old language modes bypass the compiler. If two threads therefore enter a device at the same time, DeviceAccess
// throws an error before the second thread changes anything. The second thread does not wait, because overlapping calls are a mistake in
// the application and waiting would hide the mistake.

import CHost
import Host
import Synchronization

/// A device and its resources share this object, so the object exists as long as the device or any of these resources.
package final class DeviceAccess: Sendable {
    /// The thread that is inside the device; 0 if no thread is inside. Entering is an acquire operation, and leaving is a release
    /// operation. So a thread that enters reads all changes that the previous thread made. Threads may therefore take turns without any
    /// other synchronisation.
    private let holder = Atomic<UInt>(0)

    package init() {}

    /// Runs a call of the library while no other thread is inside the device. Nested calls come from the same thread and are allowed.
    /// Throws `deviceInUse` if another thread is inside the device, and throws the errors of `body`.
    @inline(__always)
    package func held<Result>(_ subject: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
        try LibraryCall.perform { try heldByHost(subject(), body) }
    }
    /// Does the same as `held`, for calls that only copy bytes. Calls that only copy bytes need little stack, so they run on the caller's
    /// thread even if this thread has a small stack.
    @inline(__always)
    package func heldBriefly<Result>(_ subject: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
        try LibraryCall.performHere { try heldByHost(subject(), body) }
    }
    /// Does the same as `held`, for a body that is code of the application. The body runs on the application's thread with the
    /// application's floating-point settings; see LibraryCall.
    @inline(__always)
    package func heldByHost<Result>(_ subject: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result {
        let thread = RasterThreadIdentity()
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
