// VertexBatch: shaded vertices of one draw and instance, before clipping, a row each. Owned raw memory, since rows are addressed in
// the inner loops.

final class VertexBatch {
    let layout: VertexRowLayout
    let capacity: Int
    let rows: UnsafeMutablePointer<Float>

    init(layout: VertexRowLayout, capacity: Int) {
        self.layout = layout; self.capacity = capacity
        rows = .allocate(capacity: max(1, capacity * layout.stride))
        rows.initialize(repeating: 0, count: max(1, capacity * layout.stride))
    }
    deinit { rows.deallocate() }

    subscript(index: Int) -> VertexRow { rows + index * layout.stride }
}
