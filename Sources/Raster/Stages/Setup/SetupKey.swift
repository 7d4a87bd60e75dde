// SetupKey: identifies the code that sets triangles up.

import Shading

struct SetupKey: Sendable, Hashable {
    var interpolations: [InterpolationQualifier]
    var cull: CullMode
    var frontFace: Winding
    var isMultisampled: Bool

    /// The winding that is kept if the other one is culled; nil if neither or both are culled.
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
