import CBox2D
public import Canvas
import Raster

/// Rigid bodies that fall, swing and collide on a canvas: in points, y down. Box2D simulates the bodies in steps of 1/120 second.
///
///     let world = try PhysicsWorld(gravity: Point(0, 7))
///     let floor = try world.addBody([.edge(Point(0, 400), Point(600, 400))], isFixed: true)
///     let ball = try world.addBody([.circle(center: Point(300, 100), radius: 20)])
///     world.advance(to: 1.5)
///     canvas.concatenate(ball.transform)        // a drawing at the ball's first position now appears at the ball's current position
///
/// A point is 1/`pointsPerMeter` of a metre. Gravity and forces are in metres, seconds and kilograms; positions, sizes and
/// velocities are in points.
///
/// **Reproducible bits.** With the same calls at the same times, a world moves in the same way at any frame rate. Box2D computes in
/// floats. Sums, products, quotients and square roots are rounded in the same way by every x86-64 processor; sines and cosines come
/// from the C library, which has different code for different processors. A world keeps angles between −π and π. For every float
/// below 16 radians, glibc 2.36 gives the same bits with and without fused multiplication; all these floats were tested. For angles
/// above 16 radians, some results differ. With another version of glibc or Box2D, or on another architecture (whose compiler may
/// fuse products), bodies may move differently.
public final class PhysicsWorld {
    /// The maximum number of bodies of a world.
    public static let maximumBodies = 1000
    /// The maximum number of shapes of all bodies together.
    public static let maximumShapes = 20_000
    /// The maximum number of joints.
    public static let maximumJoints = 2000
    /// The number of steps per second.
    public static let stepsPerSecond = 120.0
    /// The maximum time in seconds that one call of `advance` simulates. Without a maximum, a call with a distant time would take
    /// too long. The time beyond the maximum is skipped.
    public static let longestAdvance = 120.0

    /// The number of points per metre, 1 to 10,000.
    public let pointsPerMeter: Double
    /// The gravity in m/s². y points down, so (0, 7) is a downward gravity; Box2D, whose y points up, calls this gravity (0, −7). The
    /// gravity is at most 1000 along each axis.
    public private(set) var gravity: Point
    /// The bodies, in the order in which they were added.
    public private(set) var bodies: [PhysicsBody] = []
    /// The joints, in the order in which they were added.
    public private(set) var joints: [PhysicsJoint] = []
    /// The number of steps, including the steps that were skipped while the world was at rest.
    public private(set) var stepCount = 0
    /// The simulated time in seconds.
    public var time: Double { Double(stepCount) / PhysicsWorld.stepsPerSecond }
    /// Polygons and edges stop other bodies at this distance from their outlines: Box2D's 0.01 m, in points. Discs have no skin. If one
    /// polygon rests on another, the two skins overlap by half a skin, so the outlines are one and a half skins apart. If each polygon is
    /// half a skin smaller than its drawing on every side, the two drawings do not overlap, and the gap of half a skin between them is
    /// hardly visible.
    public var skin: Double { Double(box_polygon_skin()) * pointsPerMeter }
    /// True if a body may move in the next step.
    public var isAwake: Bool { bodies.contains { !$0.isFixed && $0.isAwake } }

    let handle: OpaquePointer
    private var nextNumber: UInt32 = 1
    private var shapeCount = 0
    /// The fixed body to which every snap is attached.
    private let ground: OpaquePointer

    /// Creates an empty world at time 0.
    /// - Throws: `PhysicsError` if a number is out of range.
    public init(gravity: Point = Point(0, 9.81), pointsPerMeter: Double = 100) throws(PhysicsError) {
        try PhysicsError.require(pointsPerMeter, in: 1...10_000, "pointsPerMeter of a world")
        try PhysicsWorld.validate(gravity: gravity)
        self.gravity = gravity; self.pointsPerMeter = pointsPerMeter
        handle = box_world_make(box_point(x: Float(gravity.x), y: Float(gravity.y)))
        var definition = box_body_definition()
        ground = box_body_make(handle, &definition)
    }
    deinit {
        for body in bodies { body.forget() }
        for joint in joints { joint.forget() }
        box_world_destroy(handle)
    }
    private static func validate(gravity: Point) throws(PhysicsError) {
        try PhysicsError.require(gravity.x, in: -1000...1000, "x of gravity")
        try PhysicsError.require(gravity.y, in: -1000...1000, "y of gravity")
    }
    /// Changes the gravity and wakes all bodies.
    public func setGravity(_ gravity: Point) throws(PhysicsError) {
        try PhysicsWorld.validate(gravity: gravity)
        self.gravity = gravity
        box_world_set_gravity(handle, box_point(x: Float(gravity.x), y: Float(gravity.y)))
        for body in bodies where !body.isFixed { body.wake() }
    }

    // MARK: Bodies

    /// Adds a body of shapes at their drawn positions. If the new body begins inside other bodies, a gentle force pushes the bodies apart.
    /// The new body does not collide with such a body until the two bodies have separated.
    /// - Parameters:
    ///   - shapes: At least one shape, whose points lie at most 10,000 points from the origin. Shapes of one body may overlap; the
    ///     area of an overlap then counts twice in the mass.
    ///   - material: The density, friction and restitution.
    ///   - isFixed: True if the body never moves; only fixed bodies may have edges.
    ///   - fastMoving: True to prevent the body from passing through other moving bodies.
    ///   - damping: The damping of linear and angular movement, in 1/s, 0 to 100.
    ///   - leavesOutSlivers: True to leave out polygons that are too thin to simulate, as long as other shapes remain; false to throw an error.
    /// - Throws: `PhysicsError` if a shape has no area, is not convex, or is too thin to simulate (about 0.01 m), or if there are
    ///   too many shapes.
    @discardableResult
    public func addBody(_ shapes: [PhysicsShape], material: PhysicsMaterial = PhysicsMaterial(), isFixed: Bool = false, fastMoving: Bool = false,
                        damping: Double = 0, leavesOutSlivers: Bool = false) throws(PhysicsError) -> PhysicsBody {
        try material.validate()
        try PhysicsError.require(damping, in: 0...100, "damping of a body")
        guard bodies.count < PhysicsWorld.maximumBodies else {
            throw PhysicsError(.tooManyBodies, "the world", "has \(bodies.count) bodies", remedy: "remove some first")
        }
        guard !shapes.isEmpty else { throw PhysicsError(.degenerateShape, "a body", "has no shapes", remedy: "give at least one") }
        guard shapes.count <= PhysicsWorld.maximumShapes - shapeCount else {
            throw PhysicsError(.tooManyBodies, "a body of \(shapes.count) shapes", "does not fit into the world, which has \(shapeCount)",
                               remedy: "simplify the body; a world has at most \(PhysicsWorld.maximumShapes)")
        }
        for (i, shape) in shapes.enumerated() {
            for point in shape.points {
                try PhysicsError.require(point.x, in: -10_000...10_000, "x of a point of shape \(i)")
                try PhysicsError.require(point.y, in: -10_000...10_000, "y of a point of shape \(i)")
            }
        }
        let mass = MassProperties(shapes)
        guard isFixed || !shapes.contains(where: { if case .edge = $0 { true } else { false } }) else {
            throw PhysicsError(.invalidShape, "a body that moves", "has an edge, which has no mass", remedy: "make it fixed, or give it polygons and circles")
        }
        let parts = try BoxShape.parts(of: shapes, around: isFixed ? Point(0, 0) : mass.center, pointsPerMeter: pointsPerMeter,
                                       leavesOutSlivers: leavesOutSlivers)
        guard !parts.isEmpty else {
            throw PhysicsError(.degenerateShape, "a body", "is too thin for the simulation", remedy: "give it an area")
        }
        let kilograms = mass.area * material.density / (pointsPerMeter * pointsPerMeter)
        let inertia = mass.moment * material.density / (pointsPerMeter * pointsPerMeter * pointsPerMeter * pointsPerMeter)
        // For masses below a billionth of a kilogram, the inertia is too small for floats.
        guard isFixed || (kilograms >= 1e-9 && Float(inertia) >= 1e-15) else {
            throw PhysicsError(.degenerateShape, "a body", "has a mass of \(kilograms) kg", remedy: "make it larger or denser")
        }
        var definition = box_body_definition()
        definition.number = nextNumber
        definition.is_dynamic = !isFixed
        definition.is_bullet = fastMoving
        definition.position = isFixed ? box_point() : boxPoint(mass.center)
        definition.linear_damping = Float(damping)
        definition.angular_damping = Float(damping)
        definition.gravity_scale = 1
        let made: OpaquePointer = box_body_make(handle, &definition)
        for part in parts { part.add(to: made, material.boxMaterial) }
        if !isFixed { box_body_set_mass(made, Float(kilograms), Float(inertia)) }
        let body = PhysicsBody(handle: made, world: self, number: nextNumber, shapes: shapes, isFixed: isFixed,
                               mass: isFixed ? 0 : kilograms, center: isFixed ? Point(0, 0) : mass.center)
        nextNumber += 1
        shapeCount += shapes.count
        bodies.append(body)
        return body
    }
    /// Removes a body and its joints. A removed body keeps its last state.
    public func remove(_ body: PhysicsBody) throws(PhysicsError) {
        let made = try handle(of: body)
        for joint in joints where joint.first === body || joint.second === body { try remove(joint) }
        bodies.removeAll { $0 === body }
        shapeCount -= body.shapes.count
        body.forget()
        box_body_destroy(made)
    }
    /// Returns the last added movable body that contains a point; nil if no movable body contains the point.
    public func body(at point: Point) -> PhysicsBody? {
        guard abs(point.x) <= 1e6, abs(point.y) <= 1e6 else { return nil }
        return bodies.last { body in
            guard !body.isFixed, let made = body.handle else { return false }
            return box_body_contains(made, boxPoint(point))
        }
    }
    func handle(of body: PhysicsBody) throws(PhysicsError) -> OpaquePointer {
        guard let made = body.handle, body.world === self else {
            throw PhysicsError(.wrongWorld, "a body", "is not in this world", remedy: "use the world that made it, before it is removed")
        }
        return made
    }

    // MARK: Joints

    private func add(_ joint: PhysicsJoint) -> PhysicsJoint {
        joints.append(joint)
        return joint
    }
    private func makeRoomForJoint() throws(PhysicsError) {
        guard joints.count < PhysicsWorld.maximumJoints else {
            throw PhysicsError(.tooManyBodies, "the world", "has \(joints.count) joints", remedy: "remove some first")
        }
    }
    /// Joins two bodies, or a body and the canvas (nil), at a point about which they rotate. Joined bodies do not collide.
    @discardableResult
    public func pin(_ first: PhysicsBody?, _ second: PhysicsBody, at point: Point) throws(PhysicsError) -> PhysicsJoint {
        try makeRoomForJoint()
        try PhysicsWorld.validate(point, "a pin")
        var a = ground
        if let first { a = try handle(of: first) }
        let b = try handle(of: second)
        guard a != b else { throw PhysicsError(.invalidShape, "a pin", "joins a body to itself", remedy: "give two bodies") }
        return add(PhysicsJoint(handle: box_joint_make_pin(handle, a, b, boxPoint(point)), world: self, kind: .pin, first: first, second: second))
    }
    /// Keeps two points of bodies, or of a body and the canvas (nil), at their current distance.
    /// - Parameters:
    ///   - first: The first body; nil for the canvas.
    ///   - firstPoint: The point at which the joint holds the first body, in points of the canvas.
    ///   - second: The second body.
    ///   - secondPoint: The point at which the joint holds the second body.
    ///   - frequency: The oscillations per second of a spring that restores the distance, above 0, at most 30; nil for a rigid rod. For
    ///     two bodies, the frequency applies to their reduced mass.
    ///   - dampingRatio: 0 for endless oscillation, 1 for rest without oscillation; 0 to 10.
    @discardableResult
    public func connect(_ first: PhysicsBody?, at firstPoint: Point, _ second: PhysicsBody, at secondPoint: Point, frequency: Double? = nil,
                        dampingRatio: Double = 0.2) throws(PhysicsError) -> PhysicsJoint {
        try makeRoomForJoint()
        try PhysicsWorld.validate(firstPoint, "a joint")
        try PhysicsWorld.validate(secondPoint, "a joint")
        var a = ground
        if let first { a = try handle(of: first) }
        let b = try handle(of: second)
        guard a != b else { throw PhysicsError(.invalidShape, "a joint", "joins a body to itself", remedy: "give two bodies") }
        let apart = secondPoint - firstPoint
        guard (apart * apart).sum().squareRoot() > Double(box_smallest_length()) * pointsPerMeter else {
            throw PhysicsError(.degenerateShape, "a joint", "has no length", remedy: "use pin(_:_:at:) for points at the same place")
        }
        // In Box2D, a rod with stiffness 0 is rigid.
        var spring = (stiffness: 0.0, damping: 0.0)
        if let frequency { spring = try PhysicsWorld.spring(frequency, dampingRatio, mass: second.mass, first?.mass) }
        let made: OpaquePointer = box_joint_make_rod(handle, a, b, boxPoint(firstPoint), boxPoint(secondPoint), Float(spring.stiffness), Float(spring.damping))
        return add(PhysicsJoint(handle: made, world: self, kind: frequency == nil ? .rod : .spring, first: first, second: second))
    }
    /// Attaches a wheel to a body by a suspension: the wheel rotates about a point, which a spring holds on an axis of the body.
    /// Joined bodies do not collide.
    /// - Parameters:
    ///   - body: The body; nil for the canvas.
    ///   - wheel: The body that rotates.
    ///   - point: The point about which the wheel rotates, in points of the canvas: usually the wheel's centre.
    ///   - axis: The direction of the suspension; (0, 1) is vertical.
    ///   - frequency: The oscillations per second of the spring, above 0, at most 30.
    ///   - dampingRatio: 0 for endless oscillation, 1 for rest without oscillation; 0 to 10.
    ///   - reach: The maximum movement of the suspension to either side, in points; 0 to 10,000.
    /// - Throws: `PhysicsError` if a number is out of range, the axis has no direction, or a body is not in this world.
    @discardableResult
    public func wheel(_ body: PhysicsBody?, _ wheel: PhysicsBody, at point: Point, axis: Point = Point(0, 1), frequency: Double = 4, dampingRatio: Double = 0.5,
                      reach: Double = 20) throws(PhysicsError) -> PhysicsJoint {
        try makeRoomForJoint()
        try PhysicsWorld.validate(point, "a wheel")
        try PhysicsWorld.validate(axis, "the axis of a wheel")
        try PhysicsError.require(reach, in: 0...10_000, "reach of a wheel")
        var a = ground
        if let body { a = try handle(of: body) }
        let b = try handle(of: wheel)
        guard a != b else { throw PhysicsError(.invalidShape, "a wheel", "joins a body to itself", remedy: "give two bodies") }
        let length = (axis * axis).sum().squareRoot()
        guard length > 1e-6 else { throw PhysicsError(.degenerateShape, "the axis of a wheel", "has no direction", remedy: "give a direction such as (0, 1)") }
        let spring = try PhysicsWorld.spring(frequency, dampingRatio, mass: wheel.mass, body?.mass), along = axis / length
        let made: OpaquePointer = box_joint_make_wheel(handle, a, b, boxPoint(point), box_point(x: Float(along.x), y: Float(along.y)), Float(spring.stiffness),
                                                       Float(spring.damping), Float(reach / pointsPerMeter))
        return add(PhysicsJoint(handle: made, world: self, kind: .wheel, first: body, second: wheel))
    }
    /// Pulls a point of a body to a target. At first, the target is the position of this point. A program uses this joint for a body that a
    /// pointer holds.
    /// - Parameters:
    ///   - body: The body.
    ///   - point: The point at which the body is held, in points of the canvas.
    ///   - frequency: The oscillations per second of the pull, above 0, at most 30.
    ///   - dampingRatio: 0 for endless oscillation, 1 for rest without oscillation; 0 to 10.
    ///   - strength: The maximum force, as a multiple of the body's weight under a gravity of 10 m/s²; 0 to 10,000.
    @discardableResult
    public func snap(_ body: PhysicsBody, at point: Point, frequency: Double = 5, dampingRatio: Double = 0.7,
                     strength: Double = 100) throws(PhysicsError) -> PhysicsJoint {
        try makeRoomForJoint()
        try PhysicsWorld.validate(point, "a snap")
        try PhysicsError.require(strength, in: 0...10_000, "strength of a snap")
        let made = try handle(of: body)
        guard !body.isFixed else { throw PhysicsError(.invalidShape, "a snap", "pulls a fixed body", remedy: "give a moving body") }
        let spring = try PhysicsWorld.spring(frequency, dampingRatio, mass: body.mass, nil)
        let joint: OpaquePointer = box_joint_make_snap(handle, ground, made, boxPoint(point), Float(strength * 10 * body.mass), Float(spring.stiffness),
                                                       Float(spring.damping))
        return add(PhysicsJoint(handle: joint, world: self, kind: .snap, first: nil, second: body))
    }
    /// Removes a joint.
    public func remove(_ joint: PhysicsJoint) throws(PhysicsError) {
        guard let made = joint.handle, joint.world === self else {
            throw PhysicsError(.wrongWorld, "a joint", "is not in this world", remedy: "use the world that made it, before it is removed")
        }
        joints.removeAll { $0 === joint }
        joint.forget()
        box_joint_destroy(handle, made)
        joint.second.wake()
        joint.first?.wake()
    }
    /// Returns the stiffness and damping of a spring with this frequency between two masses.
    private static func spring(_ frequency: Double, _ dampingRatio: Double, mass: Double,
                               _ other: Double?) throws(PhysicsError) -> (stiffness: Double, damping: Double) {
        guard frequency > 0 else {
            throw PhysicsError(frequency.isFinite ? .outOfRange : .notFinite, "frequency of a spring", "is \(frequency)",
                               remedy: "give a frequency above 0, up to 30")
        }
        try PhysicsError.require(frequency, in: 0...30, "frequency of a spring")
        try PhysicsError.require(dampingRatio, in: 0...10, "damping ratio of a spring")
        let masses = [mass, other ?? 0].filter { $0 > 0 }
        let reduced = masses.count == 2 ? masses[0] * masses[1] / (masses[0] + masses[1]) : masses.first ?? 1
        let omega = 2 * Double.pi * frequency
        return (reduced * omega * omega, 2 * reduced * dampingRatio * omega)
    }
    static func validate(_ point: Point, _ subject: String) throws(PhysicsError) {
        try PhysicsError.require(point.x, in: -100_000...100_000, "x of the point of \(subject)")
        try PhysicsError.require(point.y, in: -100_000...100_000, "y of the point of \(subject)")
    }

    // MARK: Time

    /// Takes the steps up to the given time in seconds; takes no step if the world has already reached this time, or if nothing moves.
    public func advance(to time: Double) {
        guard time.isFinite, time > self.time else { return }
        // 1e-4 of a step is added, because rounding may make `time` slightly less than, for example, the duration of 3 steps.
        let target = Int((min(time, 1e12) * PhysicsWorld.stepsPerSecond + 1e-4).rounded(.down))
        var left = Int(PhysicsWorld.longestAdvance * PhysicsWorld.stepsPerSecond)
        while stepCount < target, left > 0, isMoving {
            step()
            left -= 1
        }
        stepCount = max(stepCount, target)
    }
    /// True if the next step may change something, because a body is awake or has pushes. If this property is false, `advance` takes no
    /// steps.
    public var isMoving: Bool { isAwake || bodies.contains { !$0.pushes.isEmpty } }

    /// Takes one step of 1/120 second.
    public func step() {
        for body in bodies { body.applyPushes() }
        box_world_step(handle, Float(1 / PhysicsWorld.stepsPerSecond), 16, 8)
        stepCount += 1
        for body in bodies { body.read() }
    }

    // MARK: Contacts

    /// A point at which two bodies touch.
    public struct Contact: Sendable {
        /// The indices of the first and the second body in `bodies`; nil if the body has been removed.
        public var first: Int?, second: Int?
        /// The point, in points of the canvas.
        public var point: Point
        /// The unit vector from the first body to the second.
        public var normal: Point
        /// The force that kept the bodies apart in the last step, in newtons.
        public var force: Double
    }
    /// The points at which bodies touched in the last step.
    public var contacts: [Contact] {
        let count = Int(box_world_contacts(handle, nil, 0))
        guard count > 0 else { return [] }
        var touching = [box_contact](repeating: box_contact(), count: count)
        let written = min(count, Int(box_world_contacts(handle, &touching, Int32(count))))
        let places = Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ($0.element.number, $0.offset) })
        return touching[..<written].map {
            Contact(first: places[$0.first_body], second: places[$0.second_body], point: point($0.point),
                    normal: Point(Double($0.normal.x), Double($0.normal.y)), force: Double($0.impulse) * PhysicsWorld.stepsPerSecond)
        }
    }

    func boxPoint(_ point: Point) -> box_point { box_point(x: Float(point.x / pointsPerMeter), y: Float(point.y / pointsPerMeter)) }
    func point(_ point: box_point) -> Point { Point(Double(point.x), Double(point.y)) * pointsPerMeter }
}
