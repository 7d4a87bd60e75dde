// ShaderRunner: lets a debugger run the shaders of what the reference renderer draws, in its own way but with the same results.

import Shading

/// Four vertices that are shaded together. Lanes beyond `vertices` do not exist.
package struct VertexQuad: Sendable {
    /// Their numbers, which the shader sees as gl_VertexID.
    package var vertices: ArraySlice<Int>
    package var instance: Int
}

/// Four pixels that are shaded together, lane = 2·dy + dx.
package struct FragmentQuad: Sendable {
    /// Pixels from the left and from the bottom; even.
    package var x: Int
    package var y: Int
    package var primitive: Int
    package var instance: Int
    package var isFrontFacing: Bool
    /// The sample that this run is for; nil where it is for whole pixels.
    package var sample: Int?
    /// The samples of each lane that the shader runs for; a lane without any helps with derivatives.
    package var samples: SIMD4<UInt32>

    package init(x: Int, y: Int, primitive: Int, instance: Int, isFrontFacing: Bool, sample: Int?, samples: SIMD4<UInt32>) {
        self.x = x; self.y = y; self.primitive = primitive; self.instance = instance
        self.isFrontFacing = isFrontFacing; self.sample = sample; self.samples = samples
    }

    /// The pixel's lane in this quad; nil where the quad does not have it.
    package func lane(ofX x: Int, y: Int) -> Int? { x & ~1 == self.x && y & ~1 == self.y ? (y & 1) * 2 + (x & 1) : nil }
    /// All ones in the lanes that are there for themselves.
    package var covered: QuadUInt { QuadUInt().replacing(with: .max, where: samples .!= 0) }
}

package protocol ShaderRunner: AnyObject {
    /// Sees the texels that lookups take; nil for nobody.
    var texels: TexelLog? { get }
    /// Runs the interpreter, whose inputs are in place, as `Interpreter.run(active:)` does.
    func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws
    /// The same for fragments. Gives the lanes that were not discarded.
    func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>>
}
