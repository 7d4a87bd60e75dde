// VertexBatch: the shaded vertices of one draw and instance before clipping. Each vertex is a row of words. The batch owns raw
// memory, because inner loops access rows by their addresses.

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
