// Storage, RawStorage: memory that only grows and is never initialised, for the workers' scratch arrays, which are written
// before they are read. Not arrays: kernels get the addresses.
//
// Where the memory is stands outside of the value, so that owners keep it in constants: what changes a variable of a class
// is checked for exclusive access, each time.

struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private let raw = RawStorage()
    var base: UnsafeMutablePointer<Element> { raw.base.assumingMemoryBound(to: Element.self) }
    /// Room for `count` elements; the contents are lost when it has to grow.
    func reserve(_ count: Int) { raw.reserve(byteCount: count * MemoryLayout<Element>.stride) }
}

struct RawStorage: ~Copyable {
    private let memory: UnsafeMutablePointer<(base: UnsafeMutableRawPointer, capacity: Int)>
    var base: UnsafeMutableRawPointer { memory.pointee.base }
    init() {
        memory = .allocate(capacity: 1)
        memory.initialize(to: (.allocate(byteCount: 64, alignment: 64), 64))
    }
    deinit {
        base.deallocate()
        memory.deallocate()
    }
    /// Room for as many bytes; the contents are lost when it has to grow.
    func reserve(byteCount: Int) {
        if byteCount <= memory.pointee.capacity { return }
        base.deallocate()
        grow(byteCount)
    }
    /// The same with the first bytes kept.
    func extend(byteCount: Int, keeping kept: Int) {
        if byteCount <= memory.pointee.capacity { return }
        let old = base
        grow(byteCount)
        base.copyMemory(from: old, byteCount: kept)
        old.deallocate()
    }
    func exchange(_ other: borrowing RawStorage) { swap(&memory.pointee, &other.memory.pointee) }

    private func grow(_ byteCount: Int) {
        let capacity = max(byteCount, memory.pointee.capacity * 2)
        memory.pointee = (.allocate(byteCount: capacity, alignment: 64), capacity)
    }
}
