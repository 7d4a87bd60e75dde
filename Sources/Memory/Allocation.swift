// Allocation: memory whose raw addresses kernels and loops use. All such memory is allocated through this type, so that a single option can
// guard all this memory (see MemoryGuard). If the option is not set, the memory comes directly from the system. The type is marked as
// unsafe because it returns addresses. The code that makes an allocation must free it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct Allocation {
    /// The address of the first byte, a multiple of 64, so that rows begin on cache lines. If memory is guarded, the address is a
    /// multiple of the requested alignment instead.
    package let base: UnsafeMutableRawPointer
    /// The address to pass to the system's `free`; if memory is guarded, the address of the allocation's record.
    private let origin: UnsafeMutableRawPointer
    private static let lineSize = 64

    /// Allocates memory that is not initialised. If the system has no memory, this initialiser ends the process, just as Swift ends the
    /// process after a failed allocation.
    /// - Parameters:
    ///   - alignment: the alignment on which users of the memory rely; a power of two. The smaller the alignment, the fewer
    ///     bytes can lie between the memory's end and the guard page.
    ///   - name: the purpose of the memory. A report of an access outside the memory contains this name.
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

    /// Allocates memory that is filled with zeros. The system provides each page when the page is first used. Returns nil if the system has
    /// no memory.
    /// - Parameter readableSlack: the number of bytes after the memory's end that may be read, but not written. The readable bytes after
    ///   the memory's end are zeros too.
    package init?(zeros byteCount: Int, readableSlack: Int, alignment: Int, name: StaticString) {
        if let guarded = GuardedMemory.shared {
            guard let made = guarded.allocate(byteCount: byteCount, readableSlack: readableSlack, alignment: alignment, name: name, fill: 0) else { return nil }
            (base, origin) = (made.base, made.record)
        } else {
            // `calloc` may return an unaligned address. The additional `lineSize` bytes leave room to move the start to a multiple of
            // `lineSize`.
            guard let memory = calloc(1, byteCount + readableSlack + Self.lineSize) else { return nil }
            (base, origin) = (memory.alignedUp(toMultipleOf: Self.lineSize), memory)
        }
    }

    /// Frees the memory. If memory is guarded, `free` reports bytes that were written outside of the memory, and every later access
    /// to the memory is reported when it happens.
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
    /// Allocates room for `count` elements. The caller initialises the elements, and deinitialises them before `free`.
    package init<Element>(of _: Element.Type, count: Int, name: StaticString) {
        self.init(byteCount: count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment, name: name)
    }
    package func elements<Element>(_: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
        base.assumingMemoryBound(to: Element.self)
    }
}
