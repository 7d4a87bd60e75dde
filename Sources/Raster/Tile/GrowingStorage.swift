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
}

/// Finds vertices of a chunk that were met before. A small direct-mapped cache: a miss only means shading twice.
struct VertexReuse: ~Copyable {
    private static let size = 2048
    private let numbers: UnsafeMutablePointer<Int32>
    private let places: UnsafeMutablePointer<Int32>
    private let stamps: UnsafeMutablePointer<UInt32>
    private var stamp: UInt32 = 0
    init() {
        numbers = .allocate(capacity: Self.size); places = .allocate(capacity: Self.size); stamps = .allocate(capacity: Self.size)
        numbers.initialize(repeating: 0, count: Self.size); places.initialize(repeating: 0, count: Self.size)
        stamps.initialize(repeating: 0, count: Self.size)
    }
    deinit { numbers.deallocate(); places.deallocate(); stamps.deallocate() }
    /// Forgets everything.
    mutating func begin() {
        stamp &+= 1
        if stamp == 0 { stamps.update(repeating: 0, count: Self.size); stamp = 1 }
    }
    @inline(__always) func find(_ number: Int32) -> Int32? {
        let slot = Int(UInt32(bitPattern: number) & UInt32(Self.size - 1))
        return stamps[slot] == stamp && numbers[slot] == number ? places[slot] : nil
    }
    @inline(__always) func insert(_ number: Int32, _ place: Int32) {
        let slot = Int(UInt32(bitPattern: number) & UInt32(Self.size - 1))
        stamps[slot] = stamp; numbers[slot] = number; places[slot] = place
    }
}
