// VertexBatch: the shaded vertices of one draw and instance before clipping, one row for each vertex. It owns raw memory, because the inner
// loops address rows by pointers.

import Memory

package final class VertexBatch {
    let layout: VertexRowLayout
    let capacity: Int
    let rows: UnsafeMutablePointer<Float>
    private let memory: Allocation

    init(layout: VertexRowLayout, capacity: Int) {
        self.layout = layout; self.capacity = capacity
        memory = Allocation(of: Float.self, count: capacity * layout.stride, name: "VertexBatch.rows")
        rows = memory.elements()
        rows.initialize(repeating: 0, count: capacity * layout.stride)
    }
    deinit { memory.free() }

    subscript(index: Int) -> VertexRow { rows + index * layout.stride }
}
