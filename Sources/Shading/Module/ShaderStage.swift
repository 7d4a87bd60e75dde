// ShaderStage: the stages of a program.

/// The two programmable stages.
public enum ShaderStage: String, Sendable, Hashable, CaseIterable {
    /// Runs once per vertex and computes its position.
    case vertex
    /// Runs once per pixel or sample that a primitive covers, and computes the colours of the pixel or sample.
    case fragment
}
