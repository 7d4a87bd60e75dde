// FrameLock: Dear ImGui keeps its current context in a global variable. Code that uses it holds this lock, so that panels on
// different threads do not interfere.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Recursive, because a panel may be built while another is. `@unchecked Sendable`, because the mutex is made for sharing and never
/// moves.
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
