// ScratchArray: memory that is reused from shape to shape. Therefore, no memory is allocated while a row of pixels is handled. The code is
// unsafe because checks of uniqueness and bounds at each element would slow down the inner loops of scan conversion. Code that writes beyond
// `count` must call `reserve` first.

import Memory

struct ScratchArray<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    var count = 0
    private(set) var capacity: Int
    private var allocation: Allocation
    private let name: StaticString

    init(_ name: StaticString, capacity: Int = 64) {
        allocation = Allocation(of: Element.self, count: capacity, name: name)
        base = allocation.elements()
        self.capacity = capacity
        self.name = name
    }
    /// Frees the memory. The owner must call this method exactly once, as the last call.
    func free() { allocation.free() }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        @inline(__always) nonmutating set {
            assert(index >= 0 && index < count)
            base[index] = newValue
        }
    }
    @inline(__always) mutating func append(_ element: Element) {
        if count == capacity { grow(count + 1) }
        base[count] = element
        count &+= 1
    }
    /// Makes room for `capacity` elements and keeps the first `count` elements.
    @inline(__always) mutating func reserve(_ capacity: Int) {
        if capacity > self.capacity { grow(capacity) }
    }
    /// Makes room for `count` elements and sets them all to `element`.
    mutating func fill(_ count: Int, with element: Element) {
        reserve(count)
        base.update(repeating: element, count: count)
        self.count = count
    }
    @inline(never) private mutating func grow(_ wanted: Int) {
        let room = max(wanted, capacity * 2), larger = Allocation(of: Element.self, count: room, name: name)
        larger.elements(Element.self).update(from: base, count: count)
        allocation.free()
        allocation = larger
        base = larger.elements()
        capacity = room
    }
}
