// MemoryGuard: the option that guards memory, RASTER_GUARD_MEMORY in the environment.
//
//   end        each allocation ends at a page that nobody may touch
//   start      each allocation begins directly after a page that nobody may touch
//   end:5a     fresh memory is full of this byte (hexadecimal) instead of a5; zeroed memory stays zero
//
// An access beyond the guarded side, or to freed memory, ends the process with a sentence that names the allocation.
// A write beyond the unguarded side, or into slack that may only be read, is reported when the memory is freed.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct MemoryGuard: Sendable, Hashable {
    package enum Side: String, Sendable, Hashable { case start, end }
    package var side: Side
    /// The byte that fills memory which is not initialised. If code depends on the content of uninitialised memory, another fill byte
    /// changes the results of the code.
    package var fill: UInt8

    package init(side: Side, fill: UInt8 = 0xA5) { self.side = side; self.fill = fill }

    /// Returns nil if the text is not a valid setting.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let side = Side(rawValue: String(parts[0])) else { return nil }
        self.init(side: side)
        if parts.count == 2 {
            guard let fill = UInt8(parts[1], radix: 16) else { return nil }
            self.fill = fill
        }
    }

    /// The guard that RASTER_GUARD_MEMORY requests; nil if the variable is not set or is empty. An invalid value of the variable ends the
    /// process, because otherwise the user would believe that memory is guarded.
    package static let current: MemoryGuard? = {
        guard let value = getenv("RASTER_GUARD_MEMORY").map({ String(cString: $0) }), !value.isEmpty else { return nil }
        if let wanted = MemoryGuard(value) { return wanted }
        writeToStandardError("RASTER_GUARD_MEMORY is '\(value)': use end or start, optionally with the byte that fills fresh memory, such as end:5a\n")
        exit(2)
    }()
}

/// Writes the text with one system call and no buffer, because the process is about to end.
package func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(2, bytes, bytes.count)
}
