import Raster

/// A light without size: the sun, a bulb or a spot light (KHR_lights_punctual).
///
/// The position and the direction are in world space. A light that is read from a file has the default position and the default direction. To
/// move the light to its node, use the node's matrix: `light.transformed(by: node.matrix)`.
public struct PunctualLight: Sendable, Hashable {
    /// The shape of a light.
    public enum Kind: Sendable, Hashable {
        /// A light that is infinitely far away, so the light has the same direction and strength everywhere.
        case directional
        /// A light that shines from a point in all directions.
        case point
        /// A light that shines from a point within a cone. The angles are half the opening of the cone, in radians, 0 ≤ inner < outer ≤ π/2.
        /// Inside of the inner angle the light has its full strength; outside of the outer angle there is no light.
        case spot(innerConeAngle: Float, outerConeAngle: Float)
    }
    /// The light's name in its file; it may be empty.
    public var name = ""
    /// The shape of the light.
    public var kind: Kind
    /// The linear colour; white by default.
    public var color: SIMD3<Float>
    /// The brightness: in lux (lm/m²) for a directional light, in candela (lm/sr) for the other kinds.
    public var intensity: Float
    /// The distance at which the light has faded to nothing; nil if the light fades only with the square of the distance. A
    /// directional light ignores this property.
    public var range: Float?
    /// The position of a point or a spot light.
    public var position = SIMD3<Float>(0, 0, 0)
    /// The direction in which a directional or a spot light shines, of any length above 0; −z by default.
    public var direction = SIMD3<Float>(0, 0, -1)

    /// Creates a light at the origin that shines along −z.
    public init(_ kind: Kind, color: SIMD3<Float> = SIMD3(1, 1, 1), intensity: Float = 1, range: Float? = nil) {
        self.kind = kind; self.color = color; self.intensity = intensity; self.range = range
    }
    /// The extension's default angles of a spot light: 0 and π/4.
    public static let defaultSpot = Kind.spot(innerConeAngle: 0, outerConeAngle: .pi / 4)

    /// Returns the light moved by the matrix of its node. The scale of the matrix changes neither strength nor range.
    public func transformed(by matrix: Matrix4) -> PunctualLight {
        var light = self
        let moved = matrix * SIMD4(position.x, position.y, position.z, 1), turned = matrix * SIMD4(direction.x, direction.y, direction.z, 0)
        light.position = SIMD3(moved.x, moved.y, moved.z)
        light.direction = SIMD3(turned.x, turned.y, turned.z)
        return light
    }
}
