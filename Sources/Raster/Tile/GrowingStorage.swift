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
