// ShaderStage: the stages of a program.

/// The programmable stages.
public enum ShaderStage: String, Sendable, Hashable, CaseIterable {
    /// Runs once for each vertex and computes the vertex's position.
    case vertex
    /// Runs once or several times for each primitive, reads all its vertices, and emits the vertices of other primitives.
    case geometry
    /// Runs once for each pixel or sample that a primitive covers, and computes the colours of this pixel or sample.
    case fragment
    /// Runs once for each invocation of a dispatch. A compute shader belongs to no draw: it reads and writes buffers and images.
    case compute
}
