// VertexObserver: the part of a draw's observer that sees vertices. VertexStage calls the functions of the observer.

import Shading

/// Four vertices that are shaded together. Lanes beyond `vertices` are inactive.
package struct VertexQuad: Sendable {
    /// The vertices' numbers, which the shader reads as gl_VertexID.
    package var vertices: ArraySlice<Int>
    package var instance: Int
}

package protocol VertexObserver {
    /// Runs the vertex shader, as `Interpreter.run(active:)` does. The shader's inputs are already set in the interpreter.
    func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws
    /// Called after all vertices of a batch are shaded.
    func shaded(_ batch: VertexBatch)
}

extension VertexObserver {
    @inline(__always) package func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
        _ = try interpreter.run(active: active)
    }
    @inline(__always) package func shaded(_ batch: VertexBatch) {}
}
