// SetupKey: what the code that sets triangles up depends on.

import Shading

struct SetupKey: Sendable, Hashable {
    var interpolations: [InterpolationQualifier]
    var cull: CullMode
    var frontFace: Winding
    var isMultisampled: Bool

    /// The only winding that is not culled, if it is the only one.
    var windingKept: Winding? {
        switch cull {
        case .none, .frontAndBack: nil
        case .back: frontFace
        case .front: frontFace == .clockwise ? .counterClockwise : .clockwise
        }
    }
    /// How far triangles reach beyond the pixel centres that they cover, in 1/256 pixel.
    var reach: Int32 { TriangleRules.reach(isMultisampled: isMultisampled) }
}
