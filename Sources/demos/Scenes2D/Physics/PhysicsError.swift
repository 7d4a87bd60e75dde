public import Raster

/// A refused request to a simulation or to a scene that contains a simulation. If the error is thrown, nothing has changed.
public typealias PhysicsError = Refusal<PhysicsErrorCode>

/// The kinds of `PhysicsError`, for programs that handle some kinds.
public enum PhysicsErrorCode: String, Sendable, Hashable {
    /// A number is NaN or infinite.
    case notFinite
    /// A number is finite and out of its range.
    case outOfRange
    /// Points coincide or lie on a line, or a shape is too thin to have a mass.
    case degenerateShape
    /// A polygon is not convex or crosses itself, although a simple convex polygon is required.
    case invalidShape
    /// A shape has too many points.
    case tooManyPoints
    /// A world has too many bodies, shapes or joints.
    case tooManyBodies
    /// There is no free position for a new body.
    case noRoom
    /// A body was removed from its world, or belongs to another world.
    case wrongWorld
}

extension PhysicsError {
    /// Throws if a number is not finite or out of range.
    static func require(_ value: Double, in range: ClosedRange<Double>, _ subject: String) throws(PhysicsError) {
        guard value.isFinite else {
            throw PhysicsError(.notFinite, subject, "is not finite", remedy: "give a number of \(range.lowerBound) to \(range.upperBound)")
        }
        guard range.contains(value) else {
            throw PhysicsError(.outOfRange, subject, "is \(value)", remedy: "give a number of \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
