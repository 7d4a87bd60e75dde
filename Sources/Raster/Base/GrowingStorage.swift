// Storage, RawStorage: memory for the workers' scratch data. The memory only grows and is never initialised, because scratch data is
// written before it is read. The memory is not a Swift array, because kernels need the address of the memory.
//
// A Storage holds only a pointer to the address of the memory, so that owners can store the Storage in a constant (`let`). If a class had a
// variable property instead, Swift would check every change of the property for exclusive access, which costs time.

import Memory

package struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private let raw: RawStorage
    /// - Parameter name: See the initialiser of RawStorage.
    init(_ name: StaticString) { raw = RawStorage(name, alignment: MemoryLayout<Element>.alignment) }
    package var base: UnsafeMutablePointer<Element> { raw.base.assumingMemoryBound(to: Element.self) }
    /// Makes room for `count` elements. The contents are lost if the memory grows.
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
    ///   - name: The name of the memory and of its owner, for reports of accesses beyond the end of the memory.
    ///   - alignment: The alignment that code using the memory expects.
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
    /// Makes room for `byteCount` bytes. The contents are lost if the memory grows.
    func reserve(byteCount: Int) {
        if hasRoom(byteCount) { return }
        memory.pointee.allocation.free()
        grow(byteCount)
    }
    /// Makes room for `byteCount` bytes and keeps the first `kept` bytes.
    func extend(byteCount: Int, keeping kept: Int) {
        if hasRoom(byteCount) { return }
        let old = memory.pointee.allocation
        grow(byteCount)
        base.copyMemory(from: old.base, byteCount: kept)
        old.free()
    }
    func exchange(_ other: borrowing RawStorage) { swap(&memory.pointee, &other.memory.pointee) }

    // Returns whether the memory has room for `byteCount` bytes. Guarded memory is allocated anew for each request, with exactly the
    // requested size. The guards then find code that accesses more memory than it requested.
    private func hasRoom(_ byteCount: Int) -> Bool { byteCount <= memory.pointee.capacity && MemoryGuard.current == nil }
    private func grow(_ byteCount: Int) {
        let capacity = MemoryGuard.current == nil ? max(byteCount, memory.pointee.capacity * 2) : byteCount
        memory.pointee.allocation = Allocation(byteCount: capacity, alignment: alignment, name: memory.pointee.name)
        memory.pointee.capacity = capacity
    }
}
