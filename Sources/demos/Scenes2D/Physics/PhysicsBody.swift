import CBox2D
public import Canvas
import Raster

/// A body of a `PhysicsWorld`. Reading a body's properties never affects the simulation. A removed body keeps its last state.
public final class PhysicsBody {
    /// A force that acts on a body in every step.
    public struct Push: Sendable, Hashable {
        /// The force in newtons, y down; up to 1e6 along each axis.
        public var force: Point
        /// The point of the body at which the force acts; nil for the body's centre. The coordinates of `point` are the coordinates that
        /// the point has when the body is at its original position.
        public var point: Point?
        /// Creates a push: a force, and the point at which the force acts.
        public init(_ force: Point, at point: Point? = nil) { self.force = force; self.point = point }
    }
    /// The shapes of the body, at their original positions. `transform` maps the shapes to their current positions.
    public let shapes: [PhysicsShape]
    /// True if the body never moves.
    public let isFixed: Bool
    /// The mass in kilograms; 0 for a fixed body.
    public let mass: Double
    /// The centre of mass, in points.
    public private(set) var position: Point
    /// The rotation since the body was made, in radians, clockwise on the screen, −π to π.
    public private(set) var angle = 0.0
    /// The velocity of the centre, in points per second.
    public private(set) var velocity = Point(0, 0)
    /// The angular velocity in radians per second, clockwise on the screen.
    public private(set) var angularVelocity = 0.0
    /// True if the body may move in the next step. A body at rest sleeps until something touches it.
    public private(set) var isAwake = true
    /// The forces that act on the body in every step, until they are replaced.
    public private(set) var pushes: [Push] = []
    /// Recent impulses, each with its point and with the number of the step in which it acted.
    private(set) var strikes: [(impulse: Point, point: Point, step: Int)] = []
    /// The world of the body; nil after the body was removed from the world.
    public private(set) weak var world: PhysicsWorld?

    let number: UInt32
    private(set) var handle: OpaquePointer?
    /// The centre of mass at the time when the body was made.
    private let center: Point

    init(handle: OpaquePointer, world: PhysicsWorld, number: UInt32, shapes: [PhysicsShape], isFixed: Bool, mass: Double, center: Point) {
        self.handle = handle; self.world = world; self.number = number; self.shapes = shapes; self.isFixed = isFixed; self.mass = mass
        self.center = center
        position = center
    }
    /// The transform from the original positions of the body's shapes to their current positions.
    public var transform: AffineTransform { .translation(position.x, position.y) * .rotation(angle) * .translation(-center.x, -center.y) }

    /// Sets the forces that act on the body in the next step and all later steps; an empty list removes all forces.
    public func setPushes(_ pushes: [Push]) throws(PhysicsError) {
        for push in pushes {
            try PhysicsError.require(push.force.x, in: -1e6...1e6, "x of a push")
            try PhysicsError.require(push.force.y, in: -1e6...1e6, "y of a push")
            if let point = push.point { try PhysicsWorld.validate(point, "a push") }
        }
        self.pushes = pushes
    }
    /// Applies an impulse once.
    /// - Parameter impulse: The impulse in newton seconds; up to 1e6 along each axis. The impulse is clamped so that it changes the
    ///   body's velocity by at most 10,000 m/s.
    /// - Parameter point: The point at which the impulse acts, in points of the canvas; nil for the body's centre.
    public func strike(_ impulse: Point, at point: Point? = nil) throws(PhysicsError) {
        try PhysicsError.require(impulse.x, in: -1e6...1e6, "x of an impulse")
        try PhysicsError.require(impulse.y, in: -1e6...1e6, "y of an impulse")
        if let point { try PhysicsWorld.validate(point, "an impulse") }
        guard let world, let handle else { throw PhysicsError(.wrongWorld, "a body", "is not in a world", remedy: "apply the impulse before the body is removed") }
        guard !isFixed else { return }
        let greatest = 10_000 * mass, length = (impulse * impulse).sum().squareRoot()
        guard length <= greatest else {
            throw PhysicsError(.outOfRange, "an impulse of \(length) Ns", "is too strong for \(mass) kg", remedy: "give at most \(greatest) Ns")
        }
        let place = point ?? position
        box_body_strike(handle, box_point(x: Float(impulse.x), y: Float(impulse.y)), world.boxPoint(place))
        strikes = Array(strikes.suffix(7)) + [(impulse, place, world.stepCount)]
        read()
    }
    /// Sets the velocity in points per second (up to 1e6 along each axis), and the angular velocity in radians per second clockwise
    /// (up to 1000).
    public func setVelocity(_ velocity: Point, angular: Double = 0) throws(PhysicsError) {
        try PhysicsError.require(velocity.x, in: -1e6...1e6, "x of a velocity")
        try PhysicsError.require(velocity.y, in: -1e6...1e6, "y of a velocity")
        try PhysicsError.require(angular, in: -1000...1000, "an angular velocity")
        guard let world, let handle else { throw PhysicsError(.wrongWorld, "a body", "is not in a world", remedy: "move the body before it is removed") }
        box_body_set_velocity(handle, world.boxPoint(velocity), Float(angular))
        read()
    }
    /// Moves the body's centre to a point at once. Bodies between the old and the new position have no effect.
    public func move(to point: Point) throws(PhysicsError) {
        try PhysicsWorld.validate(point, "a body")
        guard let world, let handle else { throw PhysicsError(.wrongWorld, "a body", "is not in a world", remedy: "move the body before it is removed") }
        guard !isFixed else { throw PhysicsError(.invalidShape, "a fixed body", "cannot be moved", remedy: "remove it, and add another body") }
        box_body_set_position(handle, world.boxPoint(point), Float(angle))
        read()
    }
    /// Sets the damping of linear and angular movement, in 1/s, 0 to 100.
    public func setDamping(_ damping: Double) throws(PhysicsError) {
        try PhysicsError.require(damping, in: 0...100, "damping of a body")
        guard let handle else { throw PhysicsError(.wrongWorld, "a body", "is not in a world", remedy: "set the damping before the body is removed") }
        box_body_set_damping(handle, Float(damping), Float(damping))
    }
    /// Wakes the body, so that it takes part in the next step.
    public func wake() {
        guard let handle, !isFixed else { return }
        box_body_wake(handle)
        isAwake = true
    }
    /// Returns true if a point of the canvas lies in one of the body's shapes.
    public func contains(_ point: Point) -> Bool {
        guard let world, let handle, abs(point.x) <= 1e6, abs(point.y) <= 1e6 else { return false }
        return box_body_contains(handle, world.boxPoint(point))
    }
    /// The smallest axis-parallel rectangle around the body's shapes at their current positions, including the skin of polygons
    /// and edges (`PhysicsWorld.skin`); empty for a removed body.
    public var bounds: Rectangle {
        guard let world, let handle else { return Rectangle(x: position.x, y: position.y, width: 0, height: 0) }
        let bounds = box_body_bounds(handle)
        return Rectangle(world.point(bounds.lower), world.point(bounds.upper))
    }
    /// True if the body overlaps another body, or is so near to another body that the simulation pushes both apart. If `overlapsAnother` is
    /// true for a new body, the body does not stay in place. Bodies of the same group are ignored.
    public var overlapsAnother: Bool {
        guard world != nil, let handle else { return false }
        return box_body_overlaps(handle)
    }

    func applyPushes() {
        guard let world, let handle, !isFixed, !pushes.isEmpty else { return }
        let transform = transform
        for push in pushes {
            // The force is clamped to an acceleration of 10,000 m/s², because stronger forces would move the body
            // beyond the range of floats within a few steps.
            let length = (push.force * push.force).sum().squareRoot(), greatest = 10_000 * mass
            let force = length > greatest ? push.force * (greatest / length) : push.force
            box_body_push(handle, box_point(x: Float(force.x), y: Float(force.y)), world.boxPoint(push.point.map(transform.apply) ?? position))
        }
    }
    func read() {
        guard let world, let handle, !isFixed else { return }
        let motion = box_body_motion(handle)
        let numbers = [motion.position.x, motion.position.y, motion.angle, motion.velocity.x, motion.velocity.y, motion.angular_velocity]
        guard numbers.allSatisfy({ abs($0) < 1e9 }) else {
            // With very different masses or forces, the simulation may exceed the range of floats. If a number of the body's motion is
            // too large or NaN, the body stops at its last valid position.
            box_body_set_position(handle, world.boxPoint(position), Float(angle))
            box_body_set_velocity(handle, box_point(), 0)
            velocity = Point(0, 0)
            angularVelocity = 0
            return
        }
        position = world.point(motion.position)
        angle = Double(motion.angle)
        velocity = world.point(motion.velocity)
        angularVelocity = Double(motion.angular_velocity)
        isAwake = motion.is_awake
    }
    func forget() {
        handle = nil
        world = nil
    }
}
