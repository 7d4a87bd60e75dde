// AllocationCounter: finds whether code calls malloc at all, even if the code frees the memory at once.
//
// If a thread frees a small block, glibc keeps the block in a cache of the thread, and glibc's count of bytes in use does not fall. The
// cache of a new thread is empty, so on a new thread the first malloc of each size raises the count, whether the block is freed or not.
// Other threads of the process may also raise the count, so the result is the smallest of several attempts.

import Foundation
import Glibc
import Host

enum AllocationCounter {
    /// Returns the number of bytes by which `body` raises glibc's count of bytes in use; nil if the system has no such count. `body`
    /// first runs on the caller's thread, and then `attempts` times, each time on a new thread. The result is the smallest increase on a
    /// new thread. Small allocations count once per size.
    static func bytes(attempts: Int = 40, _ body: @escaping () -> Void) -> UInt? {
        #if arch(x86_64)
        // struct mallinfo2 has ten fields of type size_t. The function returns this structure through a pointer, which the caller
        // passes as the first argument. The eighth field is the number of bytes in use.
        typealias Information = @convention(c) (UnsafeMutablePointer<UInt>) -> UnsafeMutablePointer<UInt>
        guard let address = dlsym(nil, "mallinfo2") else { return nil }
        let information = unsafeBitCast(address, to: Information.self)
        body()
        // The threads run one after the other while the caller waits, so that only one thread uses `body`'s objects.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) var smallest = UInt.max
        for _ in 0..<attempts {
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                // The first call of the library on a thread asks the system for the bounds of the thread's stack, which allocates memory.
                LibraryCall.perform {}
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
