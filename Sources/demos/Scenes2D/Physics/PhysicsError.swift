/// The error of a refused request to a simulation or a scene based on one. It names the thing, the problem and the remedy. If it is
/// thrown, nothing has changed.
public struct PhysicsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Sendable, Hashable {
        /// A number is NaN or infinite.
        case notFinite
        /// A number is finite and out of its range.
        case outOfRange
        /// Points coincide or lie on a line, or a shape is too thin to have a mass.
        case degenerateShape
        /// A polygon is not convex or crosses itself, although this is required.
        case invalidShape
        /// A shape has too many points.
        case tooManyPoints
        /// A world has too many bodies, shapes or joints.
        case tooManyBodies
        /// There is no free place for a new body.
        case noRoom
        /// A body was removed from its world, or belongs to another world.
        case wrongWorld
    }
    /// The kind of refusal.
    public var code: Code
    /// The refused thing: "corner 3 of a polygon".
    public var subject: String
    /// The mistake, as the rest of a sentence that begins with the subject: "is not finite".
    public var problem: String
    /// The fix: "give finite coordinates".
    public var remedy: String

    /// Creates an error from the parts of its message.
    public init(_ code: Code, _ subject: String, _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line.
    public var description: String { "\(subject) \(problem); \(remedy) [\(code.rawValue)]" }

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
