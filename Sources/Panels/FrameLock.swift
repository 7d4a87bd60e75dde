// FrameLock: a lock that all code that uses Dear ImGui holds. Dear ImGui keeps its current context in a global variable, so panels on
// different threads would interfere without the lock.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lock is recursive, because a closure that builds a panel may build another panel. The class is `@unchecked Sendable`, because the
/// compiler does not know that threads may share the mutex, which never moves in memory.
final class FrameLock: @unchecked Sendable {
    static let shared = FrameLock()
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    private init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }
    func held<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
