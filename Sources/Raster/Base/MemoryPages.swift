// MemoryPages: requests all pages of a large block of memory from the system at once. Without this request, the first access to each page
// is a separate page fault, and all these page faults together take longer than filling the block. The code is unsafe because it passes
// addresses to the system. The code changes no byte of the block.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UnsafeMutableRawPointer {
    /// The constant MADV_POPULATE_WRITE of Linux 5.14, which older headers lack. Older kernels refuse the request, which does no harm.
    private static let populateForWriting: Int32 = 23

    /// Requests the pages of a block that will be written from its first to its last byte.
    func fetchPages(byteCount: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = alignedUp(toMultipleOf: page), last = (self + byteCount).alignedDown(toMultipleOf: page)
        if last - first >= 64 * page { madvise(first, last - first, Self.populateForWriting) }
    }
}
