// MemoryPages: large blocks of memory get their pages from the system all at once. Otherwise the first touch of every page is
// an interruption of its own, which together take longer than to fill the block.
// Unsafe because it names memory by address; it changes no byte of it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension UnsafeMutableRawPointer {
    /// MADV_POPULATE_WRITE of Linux 5.14, which older headers lack; older kernels refuse it, which does no harm.
    private static let populateForWriting: Int32 = 23

    /// Fetches the pages of a block that is about to be written from its first byte to its last.
    func fetchPages(byteCount: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = alignedUp(toMultipleOf: page), last = (self + byteCount).alignedDown(toMultipleOf: page)
        if last - first >= 64 * page { madvise(first, last - first, Self.populateForWriting) }
    }
}
