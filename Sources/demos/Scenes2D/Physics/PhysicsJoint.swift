import CBox2D
public import Canvas
import Raster

/// A joint between two bodies, or between a body and the canvas.
public final class PhysicsJoint {
    /// The kind of a joint.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A pin: a common point about which both bodies rotate.
        case pin
        /// A rod that keeps the distance between two points of the bodies constant.
        case rod
        /// A spring that restores the distance between two points of the bodies.
        case spring
        /// A spring that pulls a point of a body to a target.
        case snap
        /// A wheel that rotates about a point of a body, on a spring along an axis of that body.
        case wheel
        /// True if the joint is a spring.
        public var isSpringy: Bool { self == .spring || self == .snap || self == .wheel }
    }
    /// The kind of the joint.
    public let kind: Kind
    /// The first body; nil for the canvas.
    public let first: PhysicsBody?
    /// The second body.
    public let second: PhysicsBody
    /// The world of the joint; nil after the joint was removed.
    public private(set) weak var world: PhysicsWorld?
    private(set) var handle: OpaquePointer?

    init(handle: OpaquePointer, world: PhysicsWorld, kind: Kind, first: PhysicsBody?, second: PhysicsBody) {
        self.handle = handle; self.world = world; self.kind = kind; self.first = first; self.second = second
    }
    /// The state of a joint after the last step.
    public struct State: Sendable {
        /// The point at which the joint holds the first body, or the target of a snap, in points of the canvas.
        public var firstPoint: Point
        /// The point at which the joint holds the second body.
        public var secondPoint: Point
        /// The force on the second body in the last step, in newtons, y down.
        public var force: Point
    }
    /// The state of the joint after the last step; nil after the joint was removed.
    public var state: State? {
        guard let world, let handle else { return nil }
        let state = box_joint_current_state(handle, Float(1 / PhysicsWorld.stepsPerSecond))
        return State(firstPoint: world.point(state.first_point), secondPoint: world.point(state.second_point),
                     force: Point(Double(state.force.x), Double(state.force.y)))
    }
    /// Moves the target of a snap, in points of the canvas.
    public func setTarget(_ point: Point) throws(PhysicsError) {
        try PhysicsWorld.validate(point, "a snap")
        guard let world, let handle else {
            throw PhysicsError(.wrongWorld, "a joint", "is not in a world", remedy: "use the joint before it or its body is removed")
        }
        guard kind == .snap else { throw PhysicsError(.invalidShape, "a \(kind.rawValue)", "has no target", remedy: "make a snap") }
        box_joint_set_target(handle, world.boxPoint(point))
        second.wake()
    }
    /// Drives a wheel clockwise at `speed` radians per second (up to 1000). The torque is at most `torque` newton metres (0 to
    /// 1e6). If the torque is 0, the wheel rolls freely.
    public func setMotor(speed: Double, torque: Double) throws(PhysicsError) {
        try PhysicsError.require(speed, in: -1000...1000, "speed of a motor")
        try PhysicsError.require(torque, in: 0...1e6, "torque of a motor")
        guard world != nil, let handle else {
            throw PhysicsError(.wrongWorld, "a joint", "is not in a world", remedy: "use the joint before it or its body is removed")
        }
        guard kind == .wheel else { throw PhysicsError(.invalidShape, "a \(kind.rawValue)", "has no motor", remedy: "make a wheel") }
        box_joint_set_motor(handle, Float(speed), Float(torque))
        first?.wake()
        second.wake()
    }
    func forget() {
        handle = nil
        world = nil
    }
}
