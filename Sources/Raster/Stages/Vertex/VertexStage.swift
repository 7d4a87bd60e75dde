// VertexStage: runs the vertex shader for a list of vertices, four at a time, and writes a VertexBatch.

import Memory
import Shading

struct VertexStage<Observer: VertexObserver> {
    let fetcher: VertexFetcher
    let interpreter: Interpreter
    let layout: VertexRowLayout
    let program: LinkedProgram
    /// The size of points in pixels; nil if points get the size that the shader writes.
    let fixedPointSize: Float?
    let baseVertex: Int
    let baseInstance: Int
    let observer: Observer

    /// Shades vertices of one instance. `vertices` has the indices of the vertices' buffer elements; the base vertex was already added to
    /// these indices. Row i of the result belongs to vertices[i].
    func run(_ vertices: [Int], instance: Int) throws -> VertexBatch {
        let batch = VertexBatch(layout: layout, capacity: vertices.count)
        let outputs = program.vertex.builtinOutputs
        let feedback = layout.feedbackCount > 0 ? program.interface.transformFeedback?.slots ?? [] : []
        let varyings = program.geometry == nil ? program.interface.varyings.map(\.vertexSlot) : program.interface.geometryInputs
        let builtins = interpreter.builtins
        func set(_ builtin: BuiltinInput, _ value: SIMD4<UInt32>) { builtins[Int(builtin.rawValue)] = value }
        set(.instanceID, .init(repeating: UInt32(truncatingIfNeeded: instance)))
        set(.baseVertex, .init(repeating: UInt32(truncatingIfNeeded: baseVertex)))
        set(.baseInstance, .init(repeating: UInt32(truncatingIfNeeded: baseInstance)))

        var start = 0
        while start < vertices.count {
            let count = min(4, vertices.count - start)
            var active = SIMDMask<SIMD4<Int32>>(repeating: false)
            for lane in 0..<count {
                active[lane] = true
                let vertex = vertices[start + lane]
                builtins[Int(BuiltinInput.vertexID.rawValue)][lane] = UInt32(truncatingIfNeeded: vertex)
                for fetch in fetcher.fetches {
                    let value = fetcher.components(fetch, vertex: vertex, instance: instance, baseInstance: baseInstance)
                    for k in 0..<fetch.componentCount { interpreter.inputs[fetch.firstComponent + k][lane] = value[k] }
                }
            }
            try observer.run(interpreter, active: active, vertices: VertexQuad(vertices: vertices[start..<(start + count)], instance: instance))
            let locals = interpreter.locals
            for lane in 0..<count {
                let row = batch[start + lane]
                for k in 0..<4 {
                    row[VertexRowLayout.position + k] = outputs.position.map { Float(bitPattern: locals[$0 + k][lane]) } ?? 0
                }
                row[VertexRowLayout.pointSize] = fixedPointSize ?? outputs.pointSize.map { Float(bitPattern: locals[$0][lane]) } ?? 0
                for k in 0..<layout.clipDistanceCount {
                    row[VertexRowLayout.clipDistances + k] = Float(bitPattern: locals[outputs.clipDistance! + k][lane])
                }
                for (k, slot) in feedback.enumerated() { row[layout.feedback + k] = slot < 0 ? 0 : Float(bitPattern: locals[slot][lane]) }
                for (k, slot) in varyings.enumerated() {
                    row[layout.varyings + k] = slot < 0 ? 0 : Float(bitPattern: locals[slot][lane])
                }
            }
            start += count
        }
        observer.shaded(batch)
        return batch
    }
}

/// The shaded vertices of one draw and instance before clipping. Each vertex is a row of words. The batch owns raw memory, because
/// inner loops access rows by their addresses.
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
