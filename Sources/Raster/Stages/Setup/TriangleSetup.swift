// TriangleSetup: rejects, culls and sets up filled triangles. It calls a SetupKernel or, until the kernel is compiled,
// ScalarTriangleSetup.

import Kernel
import Shading

/// TriangleSetup is a class. Workers that share a TriangleSetup then do not count references to its members.
final class TriangleSetup: Sendable {
    /// The compiled SetupKernel; nil if it is not compiled yet.
    private let kernel: CompiledEntry<SetupArguments>?
    private let state: SetupKey
    private let joinsRectangles: Bool

    init(kernel: CompiledEntry<SetupArguments>?, state: SetupKey, joinsRectangles: Bool) {
        self.kernel = kernel; self.state = state; self.joinsRectangles = joinsRectangles
    }

    /// Sets up the triangles. Writes to `counts` the number of records and the number of triangles that have to be clipped.
    func run(_ arguments: SetupArguments) {
        if let kernel { kernel(arguments) } else { ScalarTriangleSetup(arguments, state).run() }
        if joinsRectangles {
            let pairs = RectanglePairs(records: arguments.records, tiles: arguments.tiles, varyingCount: state.interpolations.count)
            arguments.counts.pointee.records = Int32(truncatingIfNeeded: pairs.join(Int(arguments.counts.pointee.records)))
        }
    }
}

/// Identifies the code of a SetupKernel.
struct SetupKey: Sendable, Hashable {
    var interpolations: [InterpolationQualifier]
    var cull: CullMode
    var frontFace: Winding
    /// See `RasterState.coverageCount`.
    var coverageCount: Int

    /// The winding that is kept if the other winding is culled; nil if neither or both windings are culled.
    var windingKept: Winding? {
        switch cull {
        case .none, .frontAndBack: nil
        case .back: frontFace
        case .front: frontFace == .clockwise ? .counterClockwise : .clockwise
        }
    }
    var isMultisampled: Bool { coverageCount > 1 }
    /// The maximum distance, along x or y, between a sample and the centre of its pixel, in 1/256 pixel.
    var reach: Int32 { TriangleRules.reach(coverageCount: coverageCount) }
}

/// The arguments of set-up, which makes records of filled triangles. Each of `records`, `tiles`, `needsClipping` and `visible` has
/// room for one element per triangle and for `slack` more elements.
struct SetupArguments: KernelRecord {
    static let entry = EntryPoint<SetupArguments>("triangles")
    /// The maximum number of elements that set-up may write after the last element of each result, because set-up stores whole vectors.
    static let slack = 16

    /// The three vertices of each triangle, padded to whole groups of lanes.
    var corners: UnsafePointer<UInt32>
    var count: Int32
    /// The number of elements from one triangle's element of `provoking` to the next triangle's element.
    var provokingStep: Int32
    var provoking: UnsafePointer<UInt32>
    /// The number of each triangle within its instance.
    var ids: UnsafePointer<Int32>
    /// The address of vertex 0's row (see VertexRows). Rows of vertices that no triangle uses need not exist.
    var rows: UnsafeRawPointer
    var draw: UnsafePointer<SetupRecord>
    /// Result: the PrimitiveRecords of the triangles that may be visible, in order.
    var records: UnsafeMutableRawPointer
    /// Result: the tiles that each record's bounds touch (see `TileRange.init(packed:)`).
    var tiles: UnsafeMutablePointer<UInt32>
    /// Result: the numbers of the triangles that have to be clipped first.
    var needsClipping: UnsafeMutablePointer<Int32>
    /// Scratch memory: the numbers of the triangles that get records.
    var visible: UnsafeMutablePointer<Int32>
    /// Result: the number of records, and the number of triangles that have to be clipped.
    var counts: UnsafeMutablePointer<SetupCounts>
}

struct SetupCounts: KernelRecord {
    var records: Int32 = 0
    var needsClipping: Int32 = 0
}

/// The pixels that triangles of a draw may cover: the first and the last pixel along each axis.
struct SetupRecord: KernelRecord {
    var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

    init(_ bounds: InclusivePixelBounds) {
        minX = Int32(truncatingIfNeeded: bounds.minX); minY = Int32(truncatingIfNeeded: bounds.minY)
        maxX = Int32(truncatingIfNeeded: bounds.maxX); maxY = Int32(truncatingIfNeeded: bounds.maxY)
    }
}
