// Fibers: functions that take turns on one thread. Each function has a separate stack (see Fiber.h).

import CHost

/// The fibers of one thread. Another thread may use the fibers later, but two threads never use the fibers at the same time.
package final class Fibers: @unchecked Sendable {
    /// The number of fibers.
    package let count: Int
    /// The minimum number of bytes of each fiber's stack.
    package let stackByteCount: Int
    /// The pointer that a fiber passes to `wait`.
    package let reference: OpaquePointer

    /// Returns nil if the system has no memory for the stacks, or if the library does not support fibers on this processor.
    package init?(count: Int, stackByteCount: Int) {
        guard let made = RasterFibersMake(max(1, count), max(0, stackByteCount)) else { return nil }
        reference = made
        self.count = max(1, count); self.stackByteCount = stackByteCount
    }
    deinit { RasterFibersFree(reference) }

    /// A fiber calls this function with `reference` to let the other fibers run. The call returns when each of the other fibers has waited
    /// or ended once.
    package static let wait: @convention(c) (OpaquePointer) -> Void = { RasterFiberWait($0) }

    /// Calls `body` once on each fiber: on fiber k with the address `arguments + k * stride`. Returns when all calls have returned.
    /// The fibers take turns in ascending order.
    package func run(count: Int, arguments: UnsafeMutableRawPointer, stride: Int, _ body: @convention(c) (UnsafeMutableRawPointer) -> Void) {
        RasterFibersRun(reference, max(0, min(count, self.count)), body, arguments, max(0, stride))
    }
}
