// Lock: protects a value that several threads use.
//
// Swift's `Mutex` identifies a thread by a number that the thread reads once. If the thread calls fork(), the thread has another number in
// the child process, but `Mutex` still uses the old number. So in the child process, a `Mutex` fails as soon as two threads compete for the
// `Mutex`. `Lock` works in the parent process and in the child process: a fork() waits until no other thread holds a lock.

import CHost
import Glibc

/// `Lock` is marked as `@unchecked Sendable`, because only one thread at a time reads or writes the value.
package final class Lock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value.initialize(to: value)
        pthread_mutex_init(mutex, nil)
    }
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Waits until no other thread holds the lock, and calls `body` while this thread holds the lock. `body` must not ask for the same
    /// lock.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        RasterSharedBegin()
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            RasterSharedEnd()
        }
        return try body(&value.pointee)
    }
    /// Calls `body` and returns its result, unless another thread holds the lock. If another thread holds the lock, the result is nil.
    package func withLockIfAvailable<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result? {
        RasterSharedBegin()
        defer { RasterSharedEnd() }
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
