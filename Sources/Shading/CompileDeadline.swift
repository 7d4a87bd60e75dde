// CompileDeadline: until when a program has to be compiled.

struct CompileDeadline: Sendable {
    private let end: ContinuousClock.Instant
    private let limit: Duration

    init(_ limits: ShaderLimits) {
        // An instant beyond all measure cannot be calculated with.
        limit = min(max(limits.time, .zero), .seconds(1 << 30))
        end = .now + limit
    }

    /// Throws the error that `failure` makes from a message and the limit in milliseconds, once the time is over.
    func check(_ failure: (String, Int) -> ShaderError) throws(ShaderError) {
        if .now <= end { return }
        throw failure("the program takes longer to compile than \(limit), the limit 'time'", Int(limit / .milliseconds(1)))
    }
}
