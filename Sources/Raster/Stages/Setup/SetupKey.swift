// SetupKey: identifies the code of a SetupKernel.

import Shading

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
