// Storage, RawStorage: memory that only grows and is never initialised, for the workers' scratch arrays, which are written
// before they are read. Not arrays: kernels get the addresses.

struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    init() { capacity = 16; base = .allocate(capacity: 16) }
    deinit { base.deallocate() }
    /// Room for `count` elements; the contents are lost when it has to grow.
    mutating func reserve(_ count: Int) {
        if count <= capacity { return }
        base.deallocate()
        capacity = max(count, capacity * 2)
        base = .allocate(capacity: capacity)
    }
}

struct RawStorage: ~Copyable {
    private(set) var base: UnsafeMutableRawPointer
    private var capacity: Int
    init() { capacity = 64; base = .allocate(byteCount: 64, alignment: 64) }
    deinit { base.deallocate() }
    mutating func reserve(byteCount: Int) {
        if byteCount <= capacity { return }
        base.deallocate()
        capacity = max(byteCount, capacity * 2)
        base = .allocate(byteCount: capacity, alignment: 64)
    }
    /// The same with the first bytes kept.
    mutating func extend(byteCount: Int, keeping kept: Int) {
        if byteCount <= capacity { return }
        let old = base
        capacity = max(byteCount, capacity * 2)
        base = .allocate(byteCount: capacity, alignment: 64)
        base.copyMemory(from: old, byteCount: kept)
        old.deallocate()
    }
}

/// Finds vertices of a chunk that were met before. A small direct-mapped cache: a miss only means shading twice.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    /// Number (32 bits), stamp (16), place (16): an entry counts with the present stamp only.
    private let entries: UnsafeMutablePointer<UInt64>
    private var stamp: UInt64 = 0
    init() {
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: 0, count: Self.size)
    }
    deinit { entries.deallocate() }
    /// Forgets everything.
    mutating func begin() {
        stamp &+= 1
        if stamp == 1 << 16 { entries.update(repeating: 0, count: Self.size); stamp = 1 }
    }
    /// The place of a vertex; `make` gives it, below 65536, when it is met first.
    @inline(__always) func place(of number: UInt32, _ make: () -> Int32) -> Int32 {
        let slot = entries + Int(number & UInt32(Self.size - 1))
        let wanted = UInt64(number) << 16 | stamp
        let entry = slot.pointee
        if entry >> 16 == wanted { return Int32(truncatingIfNeeded: entry & 0xffff) }
        let place = make()
        slot.pointee = wanted << 16 | UInt64(UInt32(bitPattern: place))
        return place
    }
}
