import Canvas
public import Raster

/// Where a fractal in space is seen from: as near as the whole of it stays in the picture while it turns.
///
/// A point that turns about the y axis goes along a ring. How far the camera must be for all of a ring is a formula of the ring's radius and height, so nothing is sampled:
/// no turn, and no part of a growing drawing, which is always a part of the whole, reaches beyond the picture.
public struct FractalCamera: Sendable, Hashable {
    /// How far it is from the middle of the drawing, in radii of the ball about it.
    public let distance: Double
    /// How far the camera is shifted upwards across its direction, so that the drawing has as much room above the middle of the picture as below it.
    public let rise: Double
    /// How far it looks down, in radians.
    public let tilt: Double
    /// The picture's width by its height.
    public let aspect: Double
    /// The nearest and the furthest that anything can be.
    private let near: Double, far: Double

    /// Tangents of half of the field of view, from top to bottom.
    private static let slope = 0.41

    /// A camera for a drawing.
    /// - Parameters:
    ///   - bodies: All bodies of the drawing, grown up.
    ///   - tilt: How far it looks down, in radians; within a quarter of a turn to either side.
    ///   - aspect: The picture's width by its height, above 0.
    ///   - margin: The share of the picture's width and height that stays free at each side, 0 to below 0.5.
    public init(fitting bodies: [FractalBody], tilt: Double, aspect: Double, margin: Double = 0.05) {
        let free = 1 - 2 * min(max(margin, 0), 0.49), up = FractalCamera.slope * free, side = up * max(aspect, 0.01)
        let cosine = Elementary.cosine(tilt), sine = Elementary.sine(tilt)
        // What a sphere's outline needs beyond its middle: the tangent from the camera touches it above the middle.
        let upReach = (1 + 1 / (up * up)).squareRoot(), sideReach = (1 + 1 / (side * side)).squareRoot()
        let across = (cosine * cosine + 1 / (side * side)).squareRoot(), upper = abs(cosine - sine / up), lower = abs(cosine + sine / up)
        var (top, bottom, sides, front, back) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for body in bodies {
            for end in [body.from, body.to] {
                let y = Double(end.y), r = Double(body.radius), ring = (Double(end.x) * Double(end.x) + Double(end.z) * Double(end.z)).squareRoot()
                // The largest, around the ring, of the depth towards the camera and of the height by the slope of the picture's edge.
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
    /// The turn of bodies into the camera's space.
    public func view(angle: Double) -> Matrix4 { Matrix4.translation(0, Float(-rise), Float(-distance)) * .rotationX(Float(tilt)) * .rotationY(Float(angle)) }
    /// The projection onto the picture.
    public var projection: Matrix4 {
        Matrix4.perspective(fovy: Float(2 * Elementary.arctangent(FractalCamera.slope, 1)), aspect: Float(aspect), near: Float(near), far: Float(far))
    }
}
