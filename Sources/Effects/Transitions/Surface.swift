import Raster

/// A corner of a triangle in eye space.
package struct SurfaceVertex: BitwiseCopyable, Sendable {
    package var x, y, z: Float
    /// The z component of the unit normal, multiplied by the surface's share of light. The light shines from the eye.
    package var facing: Float
    /// The position in the picture, 0…1; v grows upwards.
    package var u, v: Float

    package init(_ position: SIMD3<Float>, facing: Float = 1, uv: SIMD2<Float>) {
        (x, y, z, self.facing, u, v) = (position.x, position.y, position.z, facing, uv.x, uv.y)
    }
    package var position: SIMD3<Float> { SIMD3(x, y, z) }
    static let layout = VertexLayout(stride: 24, VertexAttribute("position", .float3), VertexAttribute("facing", .float1, offset: 12),
                                     VertexAttribute("texCoord", .float2, offset: 16))
}

/// Triangles that show one picture or colour. The corners of each triangle are counter-clockwise as seen from the front. The backs of the
/// triangles are not drawn.
package struct Surface: Sendable {
    package enum Content: Hashable, Sendable {
        case source, destination
        case color(SIMD3<Float>)
    }
    package var content: Content
    package var vertices: [SurfaceVertex]

    package init(_ content: Content, _ vertices: [SurfaceVertex] = []) { self.content = content; self.vertices = vertices }

    /// Adds a flat piece of a picture. The piece shows the part of the picture from `low` to `high`. The corners, seen from the
    /// front, are lower left, lower right, upper right, upper left. `light` is the fraction of the light that falls onto the piece.
    mutating func addQuad(_ corners: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), low: SIMD2<Float> = .zero, high: SIMD2<Float> = .one,
                          light: Float = 1) {
        let normal = (corners.1 - corners.0).cross(corners.3 - corners.0)
        let length = normal.length, facing = (length > 0 ? normal.z / length : 1) * light
        let a = SurfaceVertex(corners.0, facing: facing, uv: low), b = SurfaceVertex(corners.1, facing: facing, uv: SIMD2(high.x, low.y))
        let c = SurfaceVertex(corners.2, facing: facing, uv: high), d = SurfaceVertex(corners.3, facing: facing, uv: SIMD2(low.x, high.y))
        vertices += [a, b, c, a, c, d]
    }
    /// Adds a piece of a picture: a rectangle of the plane z = 0, from `low` to `high`, transformed by a matrix.
    mutating func addRectangle(from low: SIMD2<Float>, to high: SIMD2<Float>, uv: (SIMD2<Float>, SIMD2<Float>) = (.zero, .one), _ matrix: Matrix4) {
        func corner(_ x: Float, _ y: Float) -> SIMD3<Float> { matrix.transformPoint(SIMD3(x, y, 0)) }
        addQuad((corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)), low: uv.0, high: uv.1)
    }
}

extension Surface {
    /// Returns whether the front of at least one triangle may be visible in the view. A few comparisons per triangle avoid draws of
    /// surfaces that face away from the eye.
    func mayBeSeen(_ projection: Matrix4) -> Bool {
        // The margin is larger than the difference between the device's arithmetic and the arithmetic of this function.
        let room: Float = 1e-4
        return stride(from: 0, to: vertices.count - vertices.count % 3, by: 3).contains { first in
            let corners = (0..<3).map { projection * SIMD4(vertices[first + $0].position, 1) }
            let isOutside = (0..<3).contains { axis in
                corners.allSatisfy { $0[axis] > $0.w + room * abs($0.w) } || corners.allSatisfy { $0[axis] < -$0.w - room * abs($0.w) }
            }
            if isOutside { return false }
            // If a corner is behind the eye, the order of the corners on the screen does not show which side is visible.
            guard corners.allSatisfy({ $0.w > room }) else { return true }
            let places = corners.map { SIMD2($0.x, $0.y) / $0.w }, a = places[1] - places[0], b = places[2] - places[0]
            return a.x * b.y - a.y * b.x > -room * room
        }
    }
}

/// The light on surfaces: min(1, ambient + diffuse · facing). If the light is 1, the bytes of a picture do not change.
struct SurfaceLight {
    var ambient: Float, diffuse: Float
    /// Pictures keep their colours.
    static let none = SurfaceLight(ambient: 1, diffuse: 0)
    /// ES 1.1's default material (ambient 0.2, diffuse 0.8) in white light, with the default ambient light of 0.2. For a surface that faces
    /// the eye, ambient + diffuse is above 1, so the light is limited to 1.
    static let white = SurfaceLight(ambient: 0.24, diffuse: 0.8)
    /// The light for a surface on a dark background. A surface that faces away is dimmer but still recognizable.
    static let soft = SurfaceLight(ambient: 0.6, diffuse: 0.45)
}
