// OrbitCamera: a camera that turns around a point, as in viewers of models.

import Raster

/// A camera that looks at a point from a distance; two angles give its direction. Drags turn the camera, and the wheel moves the
/// camera nearer or farther away. The horizon stays level.
public struct OrbitCamera: Sendable, Hashable {
    /// The point at the centre of the picture.
    public var target: SIMD3<Float>
    /// The distance between the eye and the target, above 0.
    public var distance: Float
    /// The rotation around the upright axis in radians. At an angle of 0 the camera looks along −z, at π / 2 along −x.
    public var yaw: Float
    /// The elevation of the eye as an angle in radians; `drag` limits the angle to −1.55…1.55.
    public var pitch: Float
    /// The vertical angle of view in radians. If a picture is taller than wide, this property is the horizontal angle.
    public var fieldOfView: Float

    /// Creates a camera. By default, the camera is five units away from the origin and a little above the origin.
    public init(target: SIMD3<Float> = .zero, distance: Float = 5, yaw: Float = 0.5, pitch: Float = 0.35, fieldOfView: Float = 0.8) {
        self.target = target; self.distance = distance; self.yaw = yaw; self.pitch = pitch; self.fieldOfView = fieldOfView
    }
    /// The position of the eye.
    public var eye: SIMD3<Float> {
        let level = PortableMath.cosine(Double(pitch))
        return target + SIMD3(Float(PortableMath.sine(Double(yaw)) * level), Float(PortableMath.sine(Double(pitch))),
                              Float(PortableMath.cosine(Double(yaw)) * level)) * distance
    }
    /// The matrix from world space to eye space.
    public var view: Matrix4 { .lookAt(eye: eye, center: target) }
    /// Returns the matrix from eye space to clip space for a picture with this ratio of width to height. The distance of the near plane is
    /// a hundredth of the distance between eye and target; the distance of the far plane is a hundred times the distance between eye and
    /// target.
    public func projection(aspect: Float) -> Matrix4 {
        let half = PortableMath.arctangent(PortableMath.tangent(Double(fieldOfView) / 2), Double(min(1, aspect)))
        return .perspective(fovy: Float(2 * half), aspect: aspect, near: distance / 100, far: distance * 100)
    }
    /// The rotation in radians for each pixel of a drag. All objects that the user turns by dragging have this rate. A drag over
    /// 400 pixels makes half a turn.
    public static let radiansPerPixel: Float = 0.008
    /// Turns the camera as if the pointer held the object. `dx` and `dy` are the pointer's motion in pixels, to the right and
    /// upwards.
    public mutating func drag(dx: Float, dy: Float) {
        yaw -= dx * OrbitCamera.radiansPerPixel
        pitch = min(max(pitch - dy * OrbitCamera.radiansPerPixel, -1.55), 1.55)
    }
    /// Moves the camera nearer. Each step of the wheel divides the distance by 1.125; negative steps move the camera away.
    public mutating func zoom(steps: Float) { distance *= Float(PortableMath.power(1.125, Double(-min(max(steps, -100), 100)))) }
    /// Sets the camera's distance so that a ball of the given radius around the target fills the shorter side of a picture.
    public mutating func frame(radius: Float) { distance = radius / Float(PortableMath.sine(Double(fieldOfView) / 2)) }
}
