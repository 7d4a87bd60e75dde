// DrawObserver: observes a draw on the reference renderer, in the order of the pipeline. Every event has a default that does
// nothing. The stages are generic over the observer, so that without an observer the optimiser removes the calls. The same observer
// may see several draws in turn.

import Shading

package protocol DrawObserver: VertexObserver, FragmentObserver {
    /// Whether vertex rows have room for `LimitLadder.weights` behind the program's varyings.
    var weighsVertices: Bool { get }
    /// The log that receives the texels of lookups; nil for none.
    var texels: TexelLog? { get }
    /// Returns the texture units that the draw's shaders read.
    func textures(of call: DrawCall) -> (vertex: any TextureSampling, fragment: any TextureSampling)
    /// A draw begins. `layout` is the layout of its vertex rows.
    func begin(_ call: DrawCall, target: Framebuffer, layout: VertexRowLayout)
    /// An instance of the draw begins.
    func begin(instance: Int)
    /// A primitive is about to be clipped, culled and set up.
    /// - Returns: The primitive to draw; nil to leave it out.
    func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive?
    /// Something of the primitive is left after clipping, culling and set-up.
    func setUp(_ primitive: SetupPrimitive)
    /// The primitive is drawn, or left out. `primitive` is the primitive that `begin` received.
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
    @inline(__always) package func begin(_ primitive: ShadedPrimitive) -> ShadedPrimitive? { primitive }
    @inline(__always) package func setUp(_ primitive: SetupPrimitive) {}
    @inline(__always) package func end(_ primitive: ShadedPrimitive) {}
}

/// The observer of a draw that nobody observes.
struct NoObserver: DrawObserver {}

/// An assembled primitive with its shaded vertices.
package struct ShadedPrimitive {
    let assembled: AssembledPrimitive
    /// The rows of the corners. A point has one corner, a line has two; the rest repeats `a`.
    var a: VertexRow
    var b: VertexRow
    var c: VertexRow
    /// The row that gives the flat varyings.
    let provoking: VertexRow
    /// The numbers (gl_VertexID) of `a`, `b` and `c`.
    let vertices: (a: Int, b: Int, c: Int)

    /// The rows of the corners alone: one, two or three.
    var corners: ArraySlice<VertexRow> { [a, b, c].prefix(assembled.count) }
}

extension PrimitiveProcessor {
    func process(_ primitive: ShadedPrimitive, _ emit: (SetupPrimitive) throws -> Void) rethrows {
        try process(primitive.assembled, a: primitive.a, b: primitive.b, c: primitive.c, provoking: primitive.provoking, emit)
    }
}
