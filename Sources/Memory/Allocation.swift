// Allocation: all memory that kernels and the loops with raw addresses reach comes from here, so that one option can watch
// all of it (see MemoryGuard). Without the option this is the system's memory, and nothing else happens.
// Unsafe because it hands out addresses; who makes an allocation frees it.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct Allocation {
    /// A multiple of 64, so that rows begin on cache lines. Where memory is guarded: a multiple of the alignment that was asked for.
    package let base: UnsafeMutableRawPointer
    /// The address that `free` takes back.
    private let origin: UnsafeMutableRawPointer
    private static let lineSize = 64

    /// Memory that is not initialised. A process without memory for it ends here, as where Swift allocates.
    /// - Parameters:
    ///   - alignment: what code that reaches the memory takes for granted; a power of two. The smaller, the fewer bytes lie
    ///     between the end and the page that guards it.
    ///   - name: what it is for, to be told when something reaches past it.
    package init(byteCount: Int, alignment: Int, name: StaticString) {
        if let guarded = GuardedMemory.shared {
            guard let made = guarded.allocate(byteCount: byteCount, readableSlack: 0, alignment: alignment, name: name, fill: guarded.settings.fill) else {
                fatalError("there is no memory left to guard \(byteCount) bytes for \(name); see vm.max_map_count")
            }
            (base, origin) = (made.base, made.record)
        } else {
            var memory: UnsafeMutableRawPointer?
            guard posix_memalign(&memory, Self.lineSize, max(1, byteCount)) == 0, let memory else {
                fatalError("there is no memory left for \(byteCount) bytes of \(name)")
            }
            (base, origin) = (memory, memory)
        }
    }

    /// Memory full of zeros, whose pages come when they are first used; nil where the system has none.
    /// - Parameter readableSlack: bytes behind the end that may be read, and never written: zeros too.
    package init?(zeros byteCount: Int, readableSlack: Int, alignment: Int, name: StaticString) {
        if let guarded = GuardedMemory.shared {
            guard let made = guarded.allocate(byteCount: byteCount, readableSlack: readableSlack, alignment: alignment, name: name, fill: 0) else { return nil }
            (base, origin) = (made.base, made.record)
        } else {
            // Room to begin at a multiple.
            guard let memory = calloc(1, byteCount + readableSlack + Self.lineSize) else { return nil }
            (base, origin) = (memory.alignedUp(toMultipleOf: Self.lineSize), memory)
        }
    }

    /// Ends it. Where memory is guarded, what was written outside of it is told now, and every later use when it happens.
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
    /// Room for `count` elements, not initialised. Who makes them ends them, before `free`.
    package init<Element>(of _: Element.Type, count: Int, name: StaticString) {
        self.init(byteCount: count * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment, name: name)
    }
    package func elements<Element>(_: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
        base.assumingMemoryBound(to: Element.self)
    }
}
