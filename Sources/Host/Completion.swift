// Completion: an event that happens only once. Threads can wait for the event.

import Glibc

package final class Completion: Sendable {
    private let state = Lock(false)
    /// The fork count of the process in which the event can happen.
    private let process = Fork.count

    package init() {}

    package func happen() { state.withLock { $0 = true } }
    package var hasHappened: Bool { state.withLock { $0 } }

    /// Waits until the event has happened. Returns earlier if `gaveUp` becomes true. In a child process, which fork() has made, the event can
    /// no longer happen, so the function returns immediately.
    package func wait(orUntil gaveUp: () -> Bool = { false }) {
        LibraryCall.pause {
            var microseconds: UInt32 = 50
            while !hasHappened, !gaveUp(), process == Fork.count {
                usleep(microseconds)
                microseconds = min(2 * microseconds, 1000)
            }
        }
    }
}
