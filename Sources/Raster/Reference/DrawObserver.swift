// DrawObserver: observes a draw on the reference renderer, in the order of the pipeline. The default implementation of every event does
// nothing. The code of the stages is generic over the observer's type. Without an observer, the optimiser therefore removes the calls. The
// same observer may observe several draws, one after the other.

import Shading

package protocol DrawObserver: VertexObserver, FragmentObserver {
    /// Whether vertex rows have room for `LimitLadder.weights` after the program's varyings.
    var weighsVertices: Bool { get }
    /// The log that receives the texels of lookups; nil if the texels are not logged.
    var texels: TexelLog? { get }
    /// Returns the texture units that the draw's shaders read.
    func textures(of call: DrawCall) -> (vertex: any TextureSampling, fragment: any TextureSampling)
    /// Called when a draw begins. `layout` is the layout of the draw's vertex rows.
    func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout)
    /// Called when an instance of the draw begins.
    func begin(instance: Int)
    /// Runs the geometry shader like `Interpreter.run(active:)`. The shader's inputs are already set in the interpreter.
    func run(_ interpreter: Interpreter, geometry active: SIMDMask<SIMD4<Int32>>) throws
    /// Called before a primitive is clipped, culled and set up.
    /// - Returns: The primitive to draw; nil if the primitive is not to be drawn.
    func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive?
    /// Called for each part of the primitive that is left after clipping, culling and set-up.
    func setUp(_ primitive: SetupPrimitive)
    /// Called after the primitive was drawn or left out. `primitive` is the primitive that `begin` received.
    func end(_ primitive: ShadedPrimitive)
}

extension DrawObserver {
    @inline(__always) package var weighsVertices: Bool { false }
    @inline(__always) package var texels: TexelLog? { nil }
    @inline(__always) package func textures(of call: DrawCall) -> (vertex: any TextureSampling, fragment: any TextureSampling) {
        let units = TextureUnits(bindings: call.textures, log: texels)
        return (units, units)
    }
    @inline(__always) package func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout) {}
    @inline(__always) package func begin(instance: Int) {}
    @inline(__always) package func run(_ interpreter: Interpreter, geometry active: SIMDMask<SIMD4<Int32>>) throws { _ = try interpreter.run(active: active) }
    @inline(__always) package func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? { primitive }
    @inline(__always) package func setUp(_ primitive: SetupPrimitive) {}
    @inline(__always) package func end(_ primitive: ShadedPrimitive) {}
}

/// The observer that ignores all events, for draws without an observer.
struct NoObserver: DrawObserver {}

/// An invocation of a geometry shader.
package struct GeometryEmitter: Sendable, Hashable {
    /// The number of the primitive that the invocation reads, within its instance.
    package var primitive: Int
    /// The number of the invocation among the invocations for the primitive.
    package var invocation: Int
}

/// An assembled primitive with its shaded vertices.
package struct ShadedPrimitive {
    let assembled: AssembledPrimitive
    /// The rows of the corners. A point has one corner and a line has two; the corners beyond these are copies of `a`.
    var a: VertexRow
    var b: VertexRow
    var c: VertexRow
    /// The row of the vertex whose values become the flat varyings.
    let provoking: VertexRow
    /// The gl_VertexID of `a`, `b` and `c`.
    let vertices: (a: Int, b: Int, c: Int)
    /// The invocation of the geometry shader that emitted the primitive; nil if the program has no geometry shader. If the program has a
    /// geometry shader, the corners are not vertices of the draw.
    var emitter: GeometryEmitter?

    /// The rows of the primitive's corners without copies: one, two or three rows.
    var corners: ArraySlice<VertexRow> { [a, b, c].prefix(assembled.count) }
}

extension PrimitiveProcessor {
    func process(_ primitive: ShadedPrimitive, _ emit: (SetupPrimitive) throws -> Void) rethrows {
        try process(primitive.assembled, a: primitive.a, b: primitive.b, c: primitive.c, provoking: primitive.provoking, emit)
    }
}
