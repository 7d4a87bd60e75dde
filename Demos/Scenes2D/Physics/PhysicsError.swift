/// A refused request to a simulation or to a piece built on one: the thing, the problem and the remedy. Nothing has been changed when it is thrown.
public struct PhysicsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Sendable, Hashable {
        /// A number is NaN or infinite.
        case notFinite
        /// A number is finite and out of its range.
        case outOfRange
        /// Points lie on a line or on each other, or a shape is too thin to have a mass.
        case degenerateShape
        /// A polygon is not convex, or crosses itself, where it must not.
        case invalidShape
        /// There are more points than a shape may have.
        case tooManyPoints
        /// There are more bodies, shapes or joints than a world may have.
        case tooManyBodies
        /// No place is left where a new body would lie in no other one.
        case noRoom
        /// A body was removed from its world, or belongs to another one.
        case wrongWorld
    }
    /// The kind of refusal.
    public var code: Code
    /// The thing that was refused: "corner 3 of a polygon".
    public var subject: String
    /// The mistake, as the rest of a sentence that begins with the subject: "is not finite".
    public var problem: String
    /// The way out: "give finite coordinates".
    public var remedy: String

    /// The parts of the message, in the order in which it is read.
    public init(_ code: Code, _ subject: String, _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line.
    public var description: String { "\(subject) \(problem); \(remedy) [\(code.rawValue)]" }

    /// Refuses a number that is not finite or out of its range.
    static func require(_ value: Double, in range: ClosedRange<Double>, _ subject: String) throws(PhysicsError) {
        guard value.isFinite else { throw PhysicsError(.notFinite, subject, "is not finite", remedy: "give a number of \(range.lowerBound) to \(range.upperBound)") }
        guard range.contains(value) else { throw PhysicsError(.outOfRange, subject, "is \(value)", remedy: "give a number of \(range.lowerBound) to \(range.upperBound)") }
    }
}
