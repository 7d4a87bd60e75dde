import Memory

/// Finds vertices of a range that were met before. It is a small direct-mapped cache: after a miss a vertex is shaded twice, no more.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    /// Each entry has a vertex's number (32 bits), a stamp (16) and the vertex's index (16). It counts only if its stamp is the present one.
    private let entries: UnsafeMutablePointer<UInt64>
    private let memory: Allocation
    /// The present stamp, which lies behind the entries.
    private var stamp: UInt64 {
        get { entries[Self.size] }
        nonmutating set { entries[Self.size] = newValue }
    }
    init() {
        memory = Allocation(of: UInt64.self, count: Self.size + 1, name: "VertexReuse.entries")
        entries = memory.elements()
        entries.initialize(repeating: 0, count: Self.size + 1)
    }
    deinit { memory.free() }
    /// Forgets everything.
    func begin() {
        stamp &+= 1
        if stamp == 1 << 16 { entries.update(repeating: 0, count: Self.size); stamp = 1 }
    }
    /// The index of a vertex: that of before, or `next`, which is below 65536, if it is not found.
    @inline(__always) func index(of number: UInt32, _ next: Int) -> Int {
        let address = entries + Int(number & UInt32(Self.size - 1))
        let wanted = UInt64(number) << 16 | stamp
        let entry = address.pointee
        if entry >> 16 == wanted { return Int(truncatingIfNeeded: entry & 0xffff) }
        address.pointee = wanted << 16 | UInt64(truncatingIfNeeded: next)
        return next
    }
}
