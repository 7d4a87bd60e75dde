// TurningTransitions: pictures on rigid bodies that rotate: box, flip, cube, doors.
//
// The surfaces of each transition depend only on the progress and on the frame's ratio of width to height. A body is made in the picture's
// proportions, then rotated and moved. A body is never scaled after a rotation, because such a scaling would distort its right angles.

public import Raster

private let camera = SegueCamera(degrees: 45)

extension Transition {
    /// Draws the bodies of one frame over a grey background.
    fileprivate func draw(_ surfaces: [Surface], _ frame: TransitionFrame, over background: Float, light: SurfaceLight = .white,
                          into encoder: inout CommandEncoder) throws {
        try TransitionSurfaces.of(device).draw(frame, background: .color(background), surfaces, projection: camera.projection(ratio: frame.ratio),
                                               light: light, into: &encoder, label: name)
    }
}

/// The source is the front of a slab, and the destination is its back. The slab makes half a turn. During the turn, the slab moves away from
/// the eye and comes back. On each side of the slab, both pictures continue as mirror images to the middle of the side. Both pictures are
/// therefore visible even while only a side of the slab faces the eye.
public final class BoxTransition: Transition {
    public let device: Device
    public let name = "box"
    /// The direction of the turn: the near side of the slab moves in this direction.
    public var direction: TransitionDirection
    /// The duration is 2 seconds.
    public var duration: Double { 2 }
    public var easing: Easing { .quadraticInOut }

    /// Half of the slab's thickness, for pictures of height 1.
    private static let depth: Float = 0.1
    /// The brightness of the slab's sides. The sides are darker, so the edges between sides and pictures are visible.
    private static let sideLight: Float = 0.7

    /// Creates a slab that turns in the given direction.
    public init(device: Device, direction: TransitionDirection = .left) { self.device = device; self.direction = direction }

    package static func surfaces(progress: Double, ratio: Float, direction: TransitionDirection) -> [Surface] {
        let half = SIMD2(ratio / 2, 0.5)
        // At rest, the slab's front is at the distance at which a picture fills the view, and the slab's middle is behind the front. During
        // the turn, the slab moves back by a greater distance than its edge comes forward.
        let back = (direction.isHorizontal ? half.x : half.y) + 0.12
        let matrix = Matrix4.translation(0, 0, -camera.distance - depth - back * swell(progress)) * turn(.pi * progress, towards: direction)
        /// Converts a point of the slab to a position in eye space. The point's coordinates are −1…1 on each axis.
        func place(_ corner: SIMD3<Float>) -> SIMD3<Float> { matrix.transformPoint(corner * SIMD3(half.x, half.y, depth)) }
        var front = Surface(.source), behind = Surface(.destination)
        /// Adds a piece of the front picture or of the back picture. The corners have the same order as in `addQuad`. A corner in
        /// the middle of the slab's thickness (z = 0) shows a point inside of the picture, as in a mirror: the corner's picture
        /// coordinates are scaled by `inside` towards the picture's middle.
        func add(_ corners: [SIMD3<Float>], isBehind: Bool, inside: SIMD2<Float> = .one, light: Float = 1) {
            func uv(_ corner: SIMD3<Float>) -> SIMD2<Float> {
                let shown = SIMD2(corner.x, corner.y) * (corner.z == 0 ? inside : .one)
                // The picture on the back must be upright after the slab has turned.
                let turned: SIMD2<Float> = !isBehind ? .one : direction.isHorizontal ? SIMD2(-1, 1) : SIMD2(1, -1)
                return (shown * turned + 1) / 2
            }
            let places = (place(corners[0]), place(corners[1]), place(corners[2]), place(corners[3]))
            if isBehind {
                behind.addQuad(places, low: uv(corners[0]), high: uv(corners[2]), light: light)
            } else {
                front.addQuad(places, low: uv(corners[0]), high: uv(corners[2]), light: light)
            }
        }
        add([SIMD3(-1, -1, 1), SIMD3(1, -1, 1), SIMD3(1, 1, 1), SIMD3(-1, 1, 1)], isBehind: false)
        add(direction.isHorizontal ? [SIMD3(1, -1, -1), SIMD3(-1, -1, -1), SIMD3(-1, 1, -1), SIMD3(1, 1, -1)]
                                   : [SIMD3(-1, 1, -1), SIMD3(1, 1, -1), SIMD3(1, -1, -1), SIMD3(-1, -1, -1)], isBehind: true)
        let across = SIMD2(1 - depth / half.x, 1), along = SIMD2(1, 1 - depth / half.y)
        let sides: [(corners: [SIMD3<Float>], inside: SIMD2<Float>)] = [
            ([SIMD3(1, -1, 1), SIMD3(1, -1, -1), SIMD3(1, 1, -1), SIMD3(1, 1, 1)], across),
            ([SIMD3(-1, -1, -1), SIMD3(-1, -1, 1), SIMD3(-1, 1, 1), SIMD3(-1, 1, -1)], across),
            ([SIMD3(-1, 1, 1), SIMD3(1, 1, 1), SIMD3(1, 1, -1), SIMD3(-1, 1, -1)], along),
            ([SIMD3(-1, -1, -1), SIMD3(1, -1, -1), SIMD3(1, -1, 1), SIMD3(-1, -1, 1)], along),
        ]
        for side in sides {
            for isBehind in [false, true] {
                let corners = side.corners.map { SIMD3($0.x, $0.y, isBehind ? min($0.z, 0) : max($0.z, 0)) }
                add(corners, isBehind: isBehind, inside: side.inside, light: sideLight)
            }
        }
        return [front, behind]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try draw(Self.surfaces(progress: frame.progress, ratio: frame.ratio, direction: direction), frame, over: 0.08, light: .soft, into: &encoder)
    }
}

/// The source turns over like a sheet of paper. The destination is on the back of the sheet.
public final class FlipTransition: Transition {
    public let device: Device
    public let name = "flip"
    /// The direction in which the near side of the sheet moves.
    public var direction: TransitionDirection
    public var easing: Easing { .quadraticInOut }

    /// Creates a sheet that turns in the given direction.
    public init(device: Device, direction: TransitionDirection = .left) { self.device = device; self.direction = direction }

    package static func surfaces(progress: Double, ratio: Float, direction: TransitionDirection) -> [Surface] {
        let x = ratio / 2, y: Float = 0.5
        // During the turn, the edge of the sheet comes forward. The sheet moves back by the same distance, so that the edge stays in the view.
        let matrix = Matrix4.translation(0, 0, -camera.distance - swell(progress) * (direction.isHorizontal ? x : y)) * turn(.pi * progress, towards: direction)
        func p(_ a: Float, _ b: Float) -> SIMD3<Float> { matrix.transformPoint(SIMD3(a * x, b * y, 0)) }
        var front = Surface(.source), back = Surface(.destination)
        front.addQuad((p(-1, -1), p(1, -1), p(1, 1), p(-1, 1)))
        back.addQuad(direction.isHorizontal ? (p(1, -1), p(-1, -1), p(-1, 1), p(1, 1)) : (p(-1, 1), p(1, 1), p(1, -1), p(-1, -1)))
        return [front, back]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try draw(Self.surfaces(progress: frame.progress, ratio: frame.ratio, direction: direction), frame, over: 0.08, light: .soft, into: &encoder)
    }
}

/// Source and destination are neighbouring faces of a cube, which makes a quarter turn.
public final class CubeTransition: Transition {
    public let device: Device
    public let name = "cube"
    /// The direction in which the pictures move.
    public var direction: TransitionDirection
    public var easing: Easing { .cubicInOut }

    /// Creates a cube that turns in the given direction.
    public init(device: Device, direction: TransitionDirection = .left) { self.device = device; self.direction = direction }

    package static func surfaces(progress: Double, ratio: Float, direction: TransitionDirection) -> [Surface] {
        let side = direction.isHorizontal ? ratio : 1
        let toMiddle = Matrix4.translation(0, 0, -camera.distance - side / 2 - 0.35 * side * swell(progress))
        /// Returns a picture as a face of the cube. The face is rotated from the front by the given angle.
        func face(_ content: Surface.Content, _ angle: Double) -> Surface {
            var surface = Surface(content)
            surface.addRectangle(from: SIMD2(-ratio / 2, -0.5), to: SIMD2(ratio / 2, 0.5),
                                 toMiddle * turn(angle, towards: direction) * .translation(0, 0, side / 2))
            return surface
        }
        return [face(.source, .pi / 2 * progress), face(.destination, .pi / 2 * (progress - 1))]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try draw(Self.surfaces(progress: frame.progress, ratio: frame.ratio, direction: direction), frame, over: 0.08, into: &encoder)
    }
}

/// The source opens like a pair of doors, and the destination, which is behind the doors, comes forward.
public final class DoorsTransition: Transition {
    public let device: Device
    public let name = "doors"
    /// Whether the hinges of the doors are at the top and the bottom, instead of at the left and the right.
    public var isVertical: Bool
    public var duration: Double { 1.5 }
    public var easing: Easing { .quadraticInOut }

    /// Creates doors whose hinges are at the left and the right or, if `vertical` is true, at the top and the bottom.
    public init(device: Device, vertical: Bool = false) { self.device = device; isVertical = vertical }

    package static func surfaces(progress: Double, ratio: Float, isVertical: Bool) -> [Surface] {
        let x = ratio / 2, y: Float = 0.5, angle = Float(.pi / 2 * progress)
        var room = Surface(.destination), doors = Surface(.source)
        room.addRectangle(from: SIMD2(-x, -y), to: SIMD2(x, y), .translation(0, 0, -camera.distance - 0.6 * Float(1 - progress)))
        /// Adds the door at the given side: −1 is left or bottom, 1 is right or top. The door rotates about its outer edge, and its
        /// free edge moves towards the eye.
        func door(_ side: Float) {
            let hinge = isVertical ? SIMD3<Float>(0, side * y, -camera.distance) : SIMD3(side * x, 0, -camera.distance)
            let matrix = Matrix4.translation(hinge) * (isVertical ? .rotationX(-side * angle) : .rotationY(side * angle))
                * .translation(-SIMD3(hinge.x, hinge.y, 0))
            if isVertical {
                doors.addRectangle(from: SIMD2(-x, min(0, side * y)), to: SIMD2(x, max(0, side * y)),
                                   uv: (SIMD2(0, side < 0 ? 0 : 0.5), SIMD2(1, side < 0 ? 0.5 : 1)), matrix)
            } else {
                doors.addRectangle(from: SIMD2(min(0, side * x), -y), to: SIMD2(max(0, side * x), y),
                                   uv: (SIMD2(side < 0 ? 0 : 0.5, 0), SIMD2(side < 0 ? 0.5 : 1, 1)), matrix)
            }
        }
        door(-1)
        door(1)
        return [room, doors]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try draw(Self.surfaces(progress: frame.progress, ratio: frame.ratio, isVertical: isVertical), frame, over: 0.05, into: &encoder)
    }
}
