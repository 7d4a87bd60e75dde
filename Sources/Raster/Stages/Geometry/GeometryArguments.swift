// GeometryArguments: the arguments of the geometry kernel.

import Kernel

/// The arguments of one call of a geometry kernel, which runs the invocations for a chunk's primitives.
struct GeometryArguments: KernelRecord {
    static let entry = EntryPoint<GeometryArguments>("geometry")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var transform: UnsafePointer<TransformRecord>
    /// For each primitive, its vertices as numbers of rows of `inputs`.
    var vertices: UnsafePointer<UInt32>
    /// The number of each primitive within its instance.
    var ids: UnsafePointer<Int32>
    /// The address of vertex 0's row; see GeometryInputRows. Rows of vertices that no primitive has need not exist.
    var inputs: UnsafeRawPointer
    /// The number of primitives, which is at least 1, times the number of invocations for each of them.
    var invocationCount: Int32
    /// The number of vertices for which `rows` has room: W more than the invocations may emit.
    var capacity: Int32
    /// Scratch memory; see EmittedRows.
    var emitted: UnsafeMutableRawPointer
    /// Result: the emitted vertices in the order of the invocations; see VertexRows.
    var rows: UnsafeMutableRawPointer
    /// Results: for each emitted vertex, the number of vertices before it in its strip, and its gl_PrimitiveID if the shader writes it. Both
    /// have room for `capacity` elements.
    var stripNumbers: UnsafeMutablePointer<Int32>, primitiveIDs: UnsafeMutablePointer<Int32>
    /// Result: the number of emitted vertices.
    var vertexCount: UnsafeMutablePointer<Int32>
}
