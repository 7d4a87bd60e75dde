// ShaderStage: the stages that a program has.

/// The two programmable stages.
public enum ShaderStage: String, Sendable, Hashable, CaseIterable {
    /// Runs once per vertex and gives its position.
    case vertex
    /// Runs once per pixel or sample that a primitive covers and gives its colours.
    case fragment
}
