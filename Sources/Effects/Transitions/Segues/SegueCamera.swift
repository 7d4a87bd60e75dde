// SegueCamera: the eye of the transitions in space. A picture of height 1 at its distance fills the view from bottom to top.

import Raster

struct SegueCamera {
    /// The angle from the bottom of the view to its top, in radians.
    let fovy: Float
    /// The distance at which a height of 1 fills the view: 0.5 / tan(fovy / 2).
    let distance: Float

    init(degrees: Double) {
        let half = degrees * .pi / 360
        fovy = Float(2 * half)
        distance = Float(0.5 / Elementary.tangent(half))
    }
    func projection(ratio: Float, near: Float = 0.1) -> Matrix4 { .perspective(fovy: fovy, aspect: ratio, near: near, far: 100) }
    /// Takes the plane z = 0, in which pictures lie, to where they fill the view.
    var pictureToEye: Matrix4 { .translation(0, 0, -distance) }
}

/// sin(π · progress): 0 at both ends, 1 in the middle.
func swell(_ progress: Double) -> Float { Float(Elementary.sine(.pi * progress)) }

/// A turn about the axis across the direction that something moves in, as its near side goes that way: about y for left and right, about x
/// for up and down. Radians.
func turn(_ angle: Double, towards direction: TransitionDirection) -> Matrix4 {
    let angle = Float(angle) * direction.sign
    return direction.isHorizontal ? .rotationY(angle) : .rotationX(-angle)
}
