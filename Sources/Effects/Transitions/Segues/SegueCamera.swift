// SegueCamera: the camera of the three-dimensional transitions. A picture of height 1 fills the view's height if the picture is `distance`
// away from the camera.

import Raster

struct SegueCamera {
    /// The vertical angle of view, in radians.
    let fovy: Float
    /// The distance at which a height of 1 fills the view: 0.5 / tan(fovy / 2).
    let distance: Float

    init(degrees: Double) {
        let half = degrees * .pi / 360
        fovy = Float(2 * half)
        distance = Float(0.5 / PortableMath.tangent(half))
    }
    func projection(ratio: Float, near: Float = 0.1) -> Matrix4 { .perspective(fovy: fovy, aspect: ratio, near: near, far: 100) }
    /// The matrix that moves the plane z = 0, which contains the pictures, to the distance at which the pictures fill the view.
    var pictureToEye: Matrix4 { .translation(0, 0, -distance) }
}

/// Returns sin(π · progress): 0 at both ends of the transition, 1 in the middle.
func swell(_ progress: Double) -> Float { Float(PortableMath.sine(.pi * progress)) }

/// Returns a rotation by `angle` radians. The rotation moves the near side of a body in the given direction. The axis is y for left
/// and right, and x for up and down.
func turn(_ angle: Double, towards direction: TransitionDirection) -> Matrix4 {
    let angle = Float(angle) * direction.sign
    return direction.isHorizontal ? .rotationY(angle) : .rotationX(-angle)
}
