// CompileDeadline: the time by which a program must be compiled.

struct CompileDeadline: Sendable {
    private let end: ContinuousClock.Instant
    private let limit: Duration

    init(_ limits: ShaderLimits) {
        // The duration is limited, because adding a larger duration to the current time would overflow.
        limit = min(max(limits.time, .zero), .seconds(1 << 30))
        end = .now + limit
    }

    /// After the deadline, throws the error that `failure` makes from a message and the limit in milliseconds.
    func check(_ failure: (String, Int) -> ShaderError) throws(ShaderError) {
        if .now <= end { return }
        throw failure("the program takes longer to compile than \(limit), the limit 'time'", Int(limit / .milliseconds(1)))
    }
}
