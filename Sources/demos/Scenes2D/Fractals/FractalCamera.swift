import Canvas
public import Raster

/// A camera for a fractal in space. The camera is as near as possible to the fractal, under the condition that the whole fractal is in the
/// picture at every angle of the rotation.
///
/// A point that rotates about the y axis moves along a circle. A formula of the circle's radius and height gives the camera distance that
/// the whole circle needs, so the code tries no separate angles. All parts stay in the picture at every angle. A growing drawing stays in
/// the picture too, because a growing drawing is always a part of the complete drawing.
public struct FractalCamera: Sendable, Hashable {
    /// The distance of the camera from the centre of the drawing, in radii of the sphere around the drawing.
    public let distance: Double
    /// The upward shift of the camera, perpendicular to the direction in which the camera looks. With this shift, the picture has
    /// equal free space above and below the drawing.
    public let rise: Double
    /// The downward tilt in radians.
    public let tilt: Double
    /// The ratio of the picture's width to its height.
    public let aspect: Double
    /// `near`: the distance of the near plane. `far`: the distance of the far plane.
    private let near: Double, far: Double

    /// The tangent of half of the vertical field of view.
    private static let slope = 0.41

    /// Creates a camera for a drawing.
    /// - Parameters:
    ///   - bodies: All bodies of the complete drawing.
    ///   - tilt: The downward tilt in radians; within a quarter of a turn to either side.
    ///   - aspect: The ratio of the picture's width to its height, above 0.
    ///   - margin: The fraction of the picture's width and height that stays free at each side, from 0 to below 0.5.
    public init(fitting bodies: [FractalBody], tilt: Double, aspect: Double, margin: Double = 0.05) {
        let free = 1 - 2 * min(max(margin, 0), 0.49), up = FractalCamera.slope * free, side = up * max(aspect, 0.01)
        let cosine = PortableMath.cosine(tilt), sine = PortableMath.sine(tilt)
        // In perspective, a sphere covers more of the picture than a disc of the same radius at the sphere's centre, so the radius is
        // multiplied by `upReach` vertically and by `sideReach` horizontally.
        let upReach = (1 + 1 / (up * up)).squareRoot(), sideReach = (1 + 1 / (side * side)).squareRoot()
        let across = (cosine * cosine + 1 / (side * side)).squareRoot(), upper = abs(cosine - sine / up), lower = abs(cosine + sine / up)
        var (top, bottom, sides, front, back) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for body in bodies {
            for end in [body.from, body.to] {
                let y = Double(end.y), r = Double(body.radius), ring = (Double(end.x) * Double(end.x) + Double(end.z) * Double(end.z)).squareRoot()
                // The body's end moves along a circle. `top` is raised to the camera distance at which the whole circle is below the
                // picture's upper edge, unless `top` is already larger. The following lines compute the distances for the lower edge and
                // for the sides.
                top = max(top, y * (sine + cosine / up) + ring * upper + r * upReach)
                bottom = max(bottom, y * (sine - cosine / up) + ring * lower + r * upReach)
                sides = max(sides, y * sine + ring * across + r * sideReach)
                front = max(front, y * sine + ring * abs(cosine) + r)
                back = min(back, y * sine - ring * abs(cosine) - r)
            }
        }
        self.tilt = tilt; self.aspect = max(aspect, 0.01)
        distance = max(sides, (top + bottom) / 2, front + 0.05)
        rise = (top - bottom) / 2 * up
        near = max((distance - front) * 0.9, 0.01)
        far = max(distance - back, near) * 1.1
    }
    /// Returns the transform from the space of bodies to camera space.
    public func view(angle: Double) -> Matrix4 { Matrix4.translation(0, Float(-rise), Float(-distance)) * .rotationX(Float(tilt)) * .rotationY(Float(angle)) }
    /// The projection to the picture.
    public var projection: Matrix4 {
        Matrix4.perspective(fovy: Float(2 * PortableMath.arctangent(FractalCamera.slope, 1)), aspect: Float(aspect), near: Float(near), far: Float(far))
    }
}
