// AddressSpace: tells whether the process may still get memory. Swift, glslang and LLVM end the process if an allocation fails, so
// code that needs much memory first asks here.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum AddressSpace {
    /// Returns true if `byteCount` bytes can be mapped now. Costs one system call if the process has no limit on its address space
    /// (`ulimit -v`), and three calls otherwise. Other threads may take the memory before the caller uses it, so ask for more than
    /// the caller needs.
    package static func hasRoom(for byteCount: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return true }
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
              memory != MAP_FAILED else { return false }
        munmap(memory, byteCount)
        return true
    }
    /// True if 1 GiB can no longer be mapped. In this case code should not start threads only for speed, because threads have large
    /// stacks and heaps.
    package static var isScarce: Bool { !hasRoom(for: 1 << 30) }
}
