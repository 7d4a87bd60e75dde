// Allocation: all memory that kernels and the loops with raw addresses use is allocated here, so that one option can guard all of
// it (see MemoryGuard). Without the option, this is the system's memory, and nothing else happens. Unsafe because it hands out
// addresses; the code that makes an allocation must free it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct Allocation {
    /// A multiple of 64, so that rows begin on cache lines. If memory is guarded: a multiple of the requested alignment.
    package let base: UnsafeMutableRawPointer
    /// The address that `free` takes back.
    private let origin: UnsafeMutableRawPointer
    private static let lineSize = 64

    /// Allocates memory that is not initialised. If there is no memory, the process ends here, as it does when a Swift allocation
    /// fails.
    /// - Parameters:
    ///   - alignment: the alignment that the code using the memory relies on; a power of two. The smaller it is, the fewer bytes
    ///     are left before the guard page.
    ///   - name: the purpose of the memory. The report of an access outside the memory names it.
    package init(byteCount: Int, alignment: Int, name: StaticString) {
        if let guarded = GuardedMemory.shared {
            guard let made = guarded.allocate(byteCount: byteCount, readableSlack: 0, alignment: alignment, name: name, fill: guarded.settings.fill) else {
                fatalError("there is not enough memory to guard \(byteCount) bytes for \(name); see vm.max_map_count")
            }
            (base, origin) = (made.base, made.record)
        } else {
            var memory: UnsafeMutableRawPointer?
            guard posix_memalign(&memory, Self.lineSize, max(1, byteCount)) == 0, let memory else {
                fatalError("there is not enough memory for \(byteCount) bytes of \(name)")
            }
            (base, origin) = (memory, memory)
        }
    }

    /// Allocates memory full of zeros, whose pages the system provides at their first use; nil if the system has none.
    /// - Parameter readableSlack: the number of bytes behind the end that may be read, and never written. They are zeros too.
    package init?(zeros byteCount: Int, readableSlack: Int, alignment: Int, name: StaticString) {
        if let guarded = GuardedMemory.shared {
            guard let made = guarded.allocate(byteCount: byteCount, readableSlack: readableSlack, alignment: alignment, name: name, fill: 0) else { return nil }
            (base, origin) = (made.base, made.record)
        } else {
            // The extra bytes allow the start to be aligned.
            guard let memory = calloc(1, byteCount + readableSlack + Self.lineSize) else { return nil }
            (base, origin) = (memory.alignedUp(toMultipleOf: Self.lineSize), memory)
        }
    }

    /// Frees the memory. If memory is guarded, bytes written outside of it are reported now, and every later access is reported
    /// when it happens.
    package func free() {
        if let guarded = GuardedMemory.shared { return guarded.free(record: origin) }
        #if canImport(Glibc)
        Glibc.free(origin)
        #elseif canImport(Musl)
        Musl.free(origin)
        #endif
    }
}

extension Allocation {
    /// Allocates room for `count` elements, not initialised. The caller initialises the elements, and deinitialises them before
    /// `free`.
    package init<Element>(of _: Element.Type, count: Int, name: StaticString) {
        self.init(byteCount: count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment, name: name)
    }
    package func elements<Element>(_: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
        base.assumingMemoryBound(to: Element.self)
    }
}
