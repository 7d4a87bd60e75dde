// Queries: numbers that draws and commands give back to the application. `Device.submit` returns only when everything is drawn, so
// applications need not wait for the result of a query.

/// A query whose count grows while commands run.
package protocol CountingQuery: AnyObject { var count: UInt64 { get set } }

/// A query that counts samples. The query counts each sample that passes all tests, in the draws between two calls of
/// `RenderPass.setOcclusionQuery` (GL_SAMPLES_PASSED, OpenGL 3.3 §4.1.6).
public final class OcclusionQuery: CountingQuery {
    /// The number of samples of all submits since the last `reset`, 0 at first. `Device.submit` adds to the number before it
    /// returns.
    public package(set) var count: UInt64 = 0
    /// Whether any sample passed (GL_ANY_SAMPLES_PASSED). The answer is always exact. OpenGL's GL_ANY_SAMPLES_PASSED_CONSERVATIVE allows
    /// inexact answers, so this property also answers such queries.
    public var hasPassed: Bool { count > 0 }
    /// Makes a query with the count 0.
    public init() {}
    /// Sets the count to 0 (glBeginQuery begins each query with 0).
    public func reset() { count = 0 }
}

/// A query that counts the points, lines or triangles of all instances, in the draws between two calls of `RenderPass.setPrimitiveQuery`.
/// Each primitive is counted before it is clipped or culled (GL_PRIMITIVES_GENERATED, OpenGL 3.3 §2.17).
public final class PrimitiveQuery: CountingQuery {
    /// The number of primitives of all submits since the last `reset`, 0 at first. `Device.submit` adds to the number before it
    /// returns.
    public package(set) var count: UInt64 = 0
    /// Makes a query with the count 0.
    public init() {}
    /// Sets the count to 0 (glBeginQuery begins each query with 0).
    public func reset() { count = 0 }
}

/// A query for the time at which the commands before `CommandEncoder.writeTimestamp` are complete (GL_TIMESTAMP). The difference of two
/// timestamps is the time that the commands between the timestamps took (GL_TIME_ELAPSED). The difference is the time on a clock, not the
/// sum of the times of all processors, and includes the time for compiling code that was not compiled before. Timestamps differ from run to
/// run; no picture depends on timestamps.
public final class TimestampQuery {
    /// The nanoseconds since a moment that is the same for all timestamps of the process; nil until a submit has written the time.
    public package(set) var nanoseconds: UInt64?
    /// Makes a query without a time.
    public init() {}

    private static let origin = ContinuousClock.now
    func write() {
        // The origin is read first, so that the origin is not later than the time.
        let origin = Self.origin, time = ContinuousClock.now - origin
        nanoseconds = UInt64(clamping: time.components.seconds) * 1_000_000_000 + UInt64(clamping: time.components.attoseconds / 1_000_000_000)
    }
}

/// A condition for draws and clears. These commands are executed only if the query counted samples. If the condition is inverted, these
/// commands are executed only if the query counted no samples (OpenGL 3.3 §2.15).
package struct RenderCondition {
    package var query: OcclusionQuery
    /// Whether the condition is met if the query counted no samples.
    package var isInverted: Bool
    package var isMet: Bool { query.hasPassed != isInverted }
    package init(query: OcclusionQuery, isInverted: Bool) { self.query = query; self.isInverted = isInverted }
}
