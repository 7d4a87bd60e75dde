// VertexBatch: shaded vertices of one draw and instance, before clipping.
//
// One row of 32-bit words per vertex: clip position x y z w, point size in pixels, clip distances, then the varyings in
// the order of `ProgramInterface.varyings`. Owned raw memory, since rows are addressed in the inner loops.

import Memory
import Shading

struct VertexRowLayout: Sendable, Hashable {
    static let position = 0
    static let pointSize = 4
    static let clipDistances = 5
    let clipDistanceCount: Int
    let varyingCount: Int
    var varyings: Int { VertexRowLayout.clipDistances + clipDistanceCount }
    /// Words per vertex.
    var stride: Int { varyings + varyingCount }

    init(program: LinkedProgram) {
        clipDistanceCount = program.vertex.builtinOutputs.clipDistance == nil ? 0 : program.vertex.builtinOutputs.clipDistanceCount
        varyingCount = program.interface.varyings.count
    }
}

/// A shaded vertex: `VertexRowLayout.stride` words.
typealias VertexRow = UnsafeMutablePointer<Float>

final class VertexBatch {
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
