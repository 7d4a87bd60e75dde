// GuardedMemory: allocations that share no page with other memory. The pages before and after an allocation may not be accessed.
//
// The addresses of freed memory are reused only after thousands of other allocations have been freed. So an access to freed memory causes a
// fault instead of reaching a new allocation. The type is marked as unsafe because it manages pages by address; no other code in the
// process uses these pages by itself.

import Host

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package final class GuardedMemory: Sendable {
    /// The guarded memory of the process; nil if no environment variable asks for guarded memory.
    package static let shared: GuardedMemory? = MemoryGuard.current.map(GuardedMemory.init)

    package let settings: MemoryGuard
    private let records: Records
    private let state = Lock(State())

    /// Records of live and freed allocations. The table never moves and is never freed: the fault handler reads it at any time,
    /// without a lock.
    struct Records: @unchecked Sendable {
        let base: UnsafeMutablePointer<Record>
        /// The maximum number of allocations that exist at the same time. The system provides a page of the table when the page is used.
        static let capacity = 1 << 20
    }
    struct Record {
        enum Use: UInt8 { case unused, live, freed }
        var use: Use
        /// The start of the allocation's pages, guard pages included.
        var pages: UnsafeMutableRawPointer
        var pagesByteCount: Int
        var base: UnsafeMutableRawPointer
        var byteCount: Int
        var readableSlack: Int
        var fill: UInt8
        var name: StaticString
    }
    private struct State {
        /// The indices of records that were in use earlier and are free now.
        var unused: [Int] = []
        /// The number of records that the table contains so far.
        var count = 0
        /// The records of the allocations freed last, in a ring buffer; the next record is written at `nextFreed`.
        var freed: [Int] = []
        var nextFreed = 0
    }
    /// The maximum number of freed allocations whose addresses are kept reserved. When a further allocation is freed, the addresses that
    /// have been reserved longest may be reused.
    private static let freedCount = 4096
    /// The byte that fills the pages around an allocation.
    private static let surrounding: UInt8 = 0xC3

    init(_ settings: MemoryGuard) {
        self.settings = settings
        let size = Records.capacity * MemoryLayout<Record>.stride
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), memory != MAP_FAILED else {
            fatalError("there is not enough memory for the table of guarded memory")
        }
        records = Records(base: memory.assumingMemoryBound(to: Record.self))
        FaultReport.begin(records)
    }

    /// Returns nil if the system has no memory for the allocation, or for the list of its pages.
    func allocate(byteCount: Int, readableSlack: Int, alignment: Int, name: StaticString,
                  fill: UInt8) -> (base: UnsafeMutableRawPointer, record: UnsafeMutableRawPointer)? {
        let page = Int(sysconf(Int32(_SC_PAGESIZE))), used = byteCount + readableSlack
        precondition(byteCount >= 0 && alignment > 0 && alignment <= page && alignment & (alignment - 1) == 0)
        let inner = max(page, (used + page - 1) / page * page), whole = inner + 2 * page
        guard let pages = mmap(nil, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), pages != MAP_FAILED else { return nil }
        guard mprotect(pages + page, inner, PROT_READ | PROT_WRITE) == 0 else {
            munmap(pages, whole)
            return nil
        }
        let first = pages + page
        let base = settings.side == .start ? first : (first + (inner - used)).alignedDown(toMultipleOf: alignment)
        memset(first, Int32(Self.surrounding), base - first)
        // If the fill byte is zero, nothing needs to be written: fresh pages hold zeros, and a page that is never written takes no memory.
        if fill != 0 { memset(base, Int32(fill), byteCount) }
        memset(base + used, Int32(Self.surrounding), first + inner - (base + used))
        let number = state.withLock { state -> Int in
            if let unused = state.unused.popLast() { return unused }
            precondition(state.count < Records.capacity, "the table of guarded memory is full")
            state.count += 1
            return state.count - 1
        }
        let record = records.base + number
        record.initialize(to: Record(use: .live, pages: pages, pagesByteCount: whole, base: base, byteCount: byteCount, readableSlack: readableSlack,
                                     fill: fill, name: name))
        return (base, UnsafeMutableRawPointer(record))
    }

    func free(record address: UnsafeMutableRawPointer) {
        let record = address.assumingMemoryBound(to: Record.self), freed = record.pointee
        if freed.use != .live { FaultReport.end(freed, freed.base, "is freed twice") }
        checkSurroundings(freed)
        // The addresses of the allocation stay reserved, but its pages are released.
        guard mmap(freed.pages, freed.pagesByteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED else {
            fatalError("the pages of \(freed.name) cannot be released")
        }
        record.pointee.use = .freed
        let number = record - records.base
        let oldest = state.withLock { state -> Int? in
            if state.freed.count < Self.freedCount {
                state.freed.append(number)
                return nil
            }
            let oldest = state.freed[state.nextFreed]
            state.freed[state.nextFreed] = number
            state.nextFreed = (state.nextFreed + 1) % Self.freedCount
            return oldest
        }
        guard let oldest else { return }
        let gone = records.base[oldest]
        records.base[oldest].use = .unused
        munmap(gone.pages, gone.pagesByteCount)
        state.withLock { $0.unused.append(oldest) }
    }

    /// Finds out whether bytes that must not be written, and that no guard page protects, have changed. These bytes are the slack, and the
    /// bytes in the allocation's pages before and after the allocation.
    private func checkSurroundings(_ record: Record) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE))), first = record.pages + page, last = record.pages + record.pagesByteCount - page
        let end = record.base + record.byteCount, slackEnd = end + record.readableSlack
        func check(_ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer, _ byte: UInt8, _ told: StaticString) {
            for place in UnsafeRawBufferPointer(start: from, count: to - from).indices where (from + place).load(as: UInt8.self) != byte {
                FaultReport.end(record, from + place, told)
            }
        }
        check(first, record.base, Self.surrounding, "was written there before it was freed")
        check(end, slackEnd, 0, "was written there before it was freed, in read-only slack")
        check(slackEnd, last, Self.surrounding, "was written there before it was freed")
    }
}
