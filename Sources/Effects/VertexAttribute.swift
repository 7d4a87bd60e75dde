// VertexAttribute: where the effects look for a vertex's data. A vertex layout for an effect names these locations.

/// The attribute locations that every effect reads, in GLKit's order.
public enum VertexAttribute: Int, Sendable, CaseIterable {
    /// Object space, 2 to 4 components.
    case position = 0
    /// Object space, 3 components, of any length.
    case normal = 1
    /// RGB or RGBA, 0…1.
    case color = 2
    /// Texture unit 0, 1 to 4 components, origin bottom-left.
    case texCoord0 = 3
    /// Texture unit 1, as `texCoord0`.
    case texCoord1 = 4
}
