// VertexArguments: the arguments of the vertex kernel.

import Kernel

/// The arguments of one call of a vertex kernel, which shades a chunk's vertices.
struct VertexArguments: KernelRecord {
    static let entry = EntryPoint<VertexArguments>("vertices")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var transform: UnsafePointer<TransformRecord>
    /// The number and the instance of each vertex, padded to whole groups of lanes.
    var numbers: UnsafePointer<Int32>, instances: UnsafePointer<Int32>
    var count: Int32
    /// The number of vertices for which `rows` has room.
    var capacity: Int32
    /// The results; see VertexRows.
    var rows: UnsafeMutableRawPointer
}

/// The values of a draw that vertex kernels need besides the context: the window transform, the size of points, and the base vertex
/// and instance.
struct TransformRecord: KernelRecord {
    var scaleX: Float, translateX: Float, scaleY: Float, translateY: Float, scaleZ: Float, translateZ: Float
    var guardX: Float, guardY: Float
    /// The size of points in pixels if the shader does not decide it.
    var pointSize: Float
    var baseVertex: Int32, baseInstance: Int32

    init(_ transform: ViewportTransform, _ call: DrawCall) {
        scaleX = transform.scaleX; translateX = transform.translateX
        scaleY = transform.scaleY; translateY = transform.translateY
        scaleZ = transform.scaleZ; translateZ = transform.translateZ
        guardX = transform.guardX; guardY = transform.guardY
        pointSize = call.pipeline.state.pointSize
        baseVertex = Int32(truncatingIfNeeded: call.baseVertex); baseInstance = Int32(truncatingIfNeeded: call.baseInstance)
    }
}
