// AllocationCounter: tells whether a piece of code calls malloc at all, even for something it frees at once.
//
// glibc's count of bytes in use does not fall when a thread frees a small block, for the block goes to a cache of the
// thread's own. So on a thread that has freed nothing yet every malloc, freed or not, makes the count rise, once for each
// size. The count is the whole process's: where other threads run, the smallest of several attempts counts.

import Foundation
import Glibc

enum AllocationCounter {
    /// The bytes that `body` made the count rise by in the quietest of `attempts` runs, each on a thread of its own, after
    /// one run on the caller's; nil where there is no count. Small allocations count once per size.
    static func bytes(attempts: Int = 40, _ body: @escaping () -> Void) -> UInt? {
        #if arch(x86_64)
        // struct mallinfo2 is ten sizes, returned through a pointer in the first argument's place; bytes in use are the eighth.
        typealias Information = @convention(c) (UnsafeMutablePointer<UInt>) -> UnsafeMutablePointer<UInt>
        guard let address = dlsym(nil, "mallinfo2") else { return nil }
        let information = unsafeBitCast(address, to: Information.self)
        body()
        // The threads run one at a time while the caller waits, so that only one of them uses `body`'s objects.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) var smallest = UInt.max
        for _ in 0..<attempts {
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                let numbers = UnsafeMutablePointer<UInt>.allocate(capacity: 10)
                let before = information(numbers)[7]
                body()
                let after = information(numbers)[7]
                if after >= before { smallest = min(smallest, after - before) }
                numbers.deallocate()
                done.signal()
            }
            thread.start()
            done.wait()
        }
        return smallest
        #else
        return nil
        #endif
    }
}
