// Fibers: functions that take turns on one thread, each with a stack of its own (see Fiber.h).

import CHost

/// The fibers of one thread. Another thread may use them later, but never at the same time.
package final class Fibers: @unchecked Sendable {
    /// The number of fibers.
    package let count: Int
    /// The number of bytes that each fiber's stack has at least.
    package let stackByteCount: Int
    /// The fibers as `wait` takes them.
    package let reference: OpaquePointer

    /// Returns nil if the system has no memory for the stacks, or if there are no fibers on this processor.
    package init?(count: Int, stackByteCount: Int) {
        guard let made = RasterFibersMake(max(1, count), max(0, stackByteCount)) else { return nil }
        reference = made
        self.count = max(1, count); self.stackByteCount = stackByteCount
    }
    deinit { RasterFibersFree(reference) }

    /// A fiber calls this function with `reference`. It goes on when each of the other fibers has waited or ended once.
    package static let wait: @convention(c) (OpaquePointer) -> Void = { RasterFiberWait($0) }

    /// Calls `body` once on each fiber: on fiber k with the address `arguments + k * stride`. Returns when all calls have returned.
    /// The fibers take turns in ascending order.
    package func run(count: Int, arguments: UnsafeMutableRawPointer, stride: Int, _ body: @convention(c) (UnsafeMutableRawPointer) -> Void) {
        RasterFibersRun(reference, max(0, min(count, self.count)), body, arguments, max(0, stride))
    }
}
