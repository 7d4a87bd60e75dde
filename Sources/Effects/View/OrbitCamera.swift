// OrbitCamera: a camera that turns around a point, as viewers of things have it.

import Raster

/// A camera that looks at a point from a distance, turned by two angles: drags turn it, the wheel brings it nearer. The horizon stays level.
public struct OrbitCamera: Sendable, Hashable {
    /// The point in the middle of the picture.
    public var target: SIMD3<Float>
    /// The distance of the eye from it, above 0.
    public var distance: Float
    /// The turn around the upright axis in radians: 0 looks along −z, π / 2 along −x.
    public var yaw: Float
    /// The height of the eye as an angle in radians, held between −1.55 and 1.55 by `drag`.
    public var pitch: Float
    /// The full vertical angle of view in radians; where a picture is higher than wide, the horizontal one.
    public var fieldOfView: Float

    /// By default five units away from the origin and a little above it.
    public init(target: SIMD3<Float> = .zero, distance: Float = 5, yaw: Float = 0.5, pitch: Float = 0.35, fieldOfView: Float = 0.8) {
        self.target = target; self.distance = distance; self.yaw = yaw; self.pitch = pitch; self.fieldOfView = fieldOfView
    }
    /// The place of the eye.
    public var eye: SIMD3<Float> {
        let level = Elementary.cosine(Double(pitch))
        return target + SIMD3(Float(Elementary.sine(Double(yaw)) * level), Float(Elementary.sine(Double(pitch))), Float(Elementary.cosine(Double(yaw)) * level)) * distance
    }
    /// World to eye space.
    public var view: Matrix4 { .lookAt(eye: eye, center: target) }
    /// Eye to clip space for a picture `aspect` times as wide as high, from a hundredth of the distance to a hundred times it.
    public func projection(aspect: Float) -> Matrix4 {
        let half = Elementary.arctangent(Elementary.tangent(Double(fieldOfView) / 2), Double(min(1, aspect)))
        return .perspective(fovy: Float(2 * half), aspect: aspect, near: distance / 100, far: distance * 100)
    }
    /// Radians that a drag turns by for each pixel of the pointer's way: the rule for all that is turned by dragging. A drag over 400 pixels turns half around.
    public static let radiansPerPixel: Float = 0.008
    /// Turns by a move of the pointer in pixels, x to the right and y up, as if the thing were held.
    public mutating func drag(dx: Float, dy: Float) {
        yaw -= dx * OrbitCamera.radiansPerPixel
        pitch = min(max(pitch - dy * OrbitCamera.radiansPerPixel, -1.55), 1.55)
    }
    /// Comes nearer by steps of the wheel, each by an eighth; negative ones go away.
    public mutating func zoom(steps: Float) { distance *= Float(Elementary.power(1.125, Double(-min(max(steps, -100), 100)))) }
    /// Takes the distance at which a ball of this radius around the target fills the smaller side of a picture.
    public mutating func frame(radius: Float) { distance = radius / Float(Elementary.sine(Double(fieldOfView) / 2)) }
}
