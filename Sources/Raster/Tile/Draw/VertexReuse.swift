import Memory

/// Finds vertices that occurred earlier in a range. VertexReuse is a small direct-mapped cache: a vertex that is no longer in the
/// cache is shaded again.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    /// Each entry has a vertex's number (32 bits), a stamp (16) and the vertex's index (16). An entry is valid only if its stamp is
    /// the current stamp.
    private let entries: UnsafeMutablePointer<UInt64>
    private let memory: Allocation
    /// The current stamp, which is stored after the cache's entries.
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
    /// Returns the index that an earlier call gave to the vertex. A vertex that is not found gets the index `next`, which must be below 65536.
    @inline(__always) func index(of number: UInt32, _ next: Int) -> Int {
        let address = entries + Int(number & UInt32(Self.size - 1))
        let wanted = UInt64(number) << 16 | stamp
        let entry = address.pointee
        if entry >> 16 == wanted { return Int(truncatingIfNeeded: entry & 0xffff) }
        address.pointee = wanted << 16 | UInt64(truncatingIfNeeded: next)
        return next
    }
}
