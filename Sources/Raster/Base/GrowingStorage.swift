// Storage, RawStorage: memory that only grows and is never initialised, for the workers' scratch arrays, which are written
// before they are read. Not arrays: kernels get the addresses.
//
// Where the memory is stands outside of the value, so that owners keep it in constants: what changes a variable of a class
// is checked for exclusive access, each time.

import Memory

package struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private let raw: RawStorage
    /// - Parameter name: see RawStorage.
    init(_ name: StaticString) { raw = RawStorage(name, alignment: MemoryLayout<Element>.alignment) }
    package var base: UnsafeMutablePointer<Element> { raw.base.assumingMemoryBound(to: Element.self) }
    /// Room for `count` elements; the contents are lost when it has to grow.
    func reserve(_ count: Int) { raw.reserve(byteCount: count * MemoryLayout<Element>.stride) }
}

struct RawStorage: ~Copyable {
    private struct State {
        var allocation: Allocation
        var capacity: Int
        var name: StaticString
    }
    private let memory: UnsafeMutablePointer<State>
    private let alignment: Int
    var base: UnsafeMutableRawPointer { memory.pointee.allocation.base }
    /// - Parameters:
    ///   - name: told when something reaches beyond the memory: whose it is, and what.
    ///   - alignment: what the code that reaches the memory takes for granted.
    init(_ name: StaticString, alignment: Int = 16) {
        self.alignment = alignment
        memory = .allocate(capacity: 1)
        let first = MemoryGuard.current == nil ? 64 : 0
        memory.initialize(to: State(allocation: Allocation(byteCount: first, alignment: alignment, name: name), capacity: first, name: name))
    }
    deinit {
        memory.pointee.allocation.free()
        memory.deallocate()
    }
    /// Room for as many bytes; the contents are lost when it has to grow.
    func reserve(byteCount: Int) {
        if hasRoom(byteCount) { return }
        memory.pointee.allocation.free()
        grow(byteCount)
    }
    /// The same with the first bytes kept.
    func extend(byteCount: Int, keeping kept: Int) {
        if hasRoom(byteCount) { return }
        let old = memory.pointee.allocation
        grow(byteCount)
        base.copyMemory(from: old.base, byteCount: kept)
        old.free()
    }
    func exchange(_ other: borrowing RawStorage) { swap(&memory.pointee, &other.memory.pointee) }

    // Guarded memory is new each time and has no room that nobody asked for: so what needs it has to ask.
    private func hasRoom(_ byteCount: Int) -> Bool { byteCount <= memory.pointee.capacity && MemoryGuard.current == nil }
    private func grow(_ byteCount: Int) {
        let capacity = MemoryGuard.current == nil ? max(byteCount, memory.pointee.capacity * 2) : byteCount
        memory.pointee.allocation = Allocation(byteCount: capacity, alignment: alignment, name: memory.pointee.name)
        memory.pointee.capacity = capacity
    }
}
