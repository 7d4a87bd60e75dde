// ParallelLoop: runs the turns of a loop on several threads that exist only for this loop. A turn takes much longer than starting a
// thread, for example because it compiles code or decodes a picture.

import Glibc
import Synchronization

package enum ParallelLoop {
    /// The number of processors that this process may use.
    package static let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private final class Turns: Sendable { let next = Atomic<Int>(0) }

    /// Calls `body` for each number below `count` and returns when all calls are done. If the system cannot start further threads, the
    /// calling thread does all the work.
    package static func run(count: Int, _ body: @Sendable (Int) -> Void) {
        let turns = Turns()
        withoutActuallyEscaping(body) { body in
            let work: @Sendable () -> Void = {
                while true {
                    let turn = turns.next.add(1, ordering: .relaxed).oldValue
                    if turn >= count { return }
                    body(turn)
                }
            }
            let threads = (1..<max(1, min(count, processorCount))).compactMap { _ in LibraryThread.start(.ofCreator, work) }
            work()
            for thread in threads { thread.join() }
        }
    }
}
