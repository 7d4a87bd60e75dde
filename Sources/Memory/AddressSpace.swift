// AddressSpace: whether the process may still have memory. Swift, glslang and LLVM end the process where an allocation fails, so code that needs much memory asks before.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum AddressSpace {
    /// Whether `byteCount` bytes may be mapped now. Costs a call of the system where the process has no limit on its address space (`ulimit -v`), and three calls where it has one.
    /// Other threads may take the room before the caller does: ask for more than the caller needs.
    package static func hasRoom(for byteCount: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return true }
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), memory != MAP_FAILED else { return false }
        munmap(memory, byteCount)
        return true
    }
    /// Whether there is so little room that threads, whose stacks and heaps are large, had better not be started for speed alone.
    package static var isScarce: Bool { !hasRoom(for: 1 << 30) }
}
