// AddressSpace: finds out whether the process can still get memory. Swift, glslang and LLVM end the process if an allocation fails, so code
// that needs much memory first calls `hasRoom`.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum AddressSpace {
    /// Returns true if `byteCount` bytes may be mapped now. The function makes one system call if the process has no limit on its address
    /// space (`ulimit -v`), otherwise three system calls. With a limit on the address space, the first call of the function makes up to two
    /// further system calls. Other threads may take this memory before the caller uses it, so pass a larger number than the caller needs.
    package static func hasRoom(for byteCount: Int) -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else { return true }
        _ = hasOneArena
        return canMap(byteCount)
    }
    private static func canMap(_ byteCount: Int) -> Bool {
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
              memory != MAP_FAILED else { return false }
        munmap(memory, byteCount)
        return true
    }
    /// If 1 GiB of memory cannot be mapped, limits glibc to a single arena (a heap of `malloc`). By default, glibc gives threads separate
    /// arenas, and each arena reserves 64 MiB of address space. The number of arenas depends on the moments at which the threads start. So
    /// without the limit, the same program might draw in one run and run out of memory in the next run.
    private static let hasOneArena: Bool = {
        typealias SetOption = @convention(c) (Int32, Int32) -> Int32
        // The function is looked up by name, because Swift's Glibc module lacks malloc.h, and other C libraries lack the function.
        guard !canMap(1 << 30), let function = dlsym(nil, "mallopt") else { return false }
        let maximumArenaCount: Int32 = -8
        return unsafeBitCast(function, to: SetOption.self)(maximumArenaCount, 1) != 0
    }()
    /// True if 1 GiB can no longer be mapped. Threads need large stacks and heaps. So if this property is true, code should not start
    /// threads that only save time.
    package static var isScarce: Bool { !hasRoom(for: 1 << 30) }
}
