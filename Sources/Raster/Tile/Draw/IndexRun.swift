/// Identifies a part of a draw's indices. Equal runs give equal corners, as long as the buffers do not change.
struct IndexRun: Equatable {
    private let base: UnsafeRawPointer, type: IndexType
    private let first: Int, baseVertex: Int, start: Int, count: Int, instance: Int
    private let exactly: Bool, firstProvokes: Bool

    /// Returns nil unless the primitives are an indexed triangle list and belong to one instance. PrimitiveCorners keeps only the
    /// results for such runs.
    init?(_ plan: DrawPlan, first: Int, count: Int, exactly: Bool) {
        let source = plan.primitives
        guard source.isTriangleList, let indices = plan.indices, first % source.perInstance + count <= source.perInstance else { return nil }
        base = indices.base; type = indices.type
        self.first = plan.first; baseVertex = plan.baseVertex
        start = first % source.perInstance; self.count = count; instance = first / source.perInstance
        self.exactly = exactly; firstProvokes = source.firstProvokes
    }
}
