// GeometryLayout: the layout qualifiers of a geometry shader (GLSL 4.60, 4.4.1.2 and 4.4.2.3).

/// The primitives that a geometry shader reads and makes, and the number of its invocations for each primitive.
public struct GeometryLayout: Sendable, Hashable {
    /// The primitives that the shader reads, `layout(…) in`.
    public enum Input: UInt8, Sendable, Hashable, CaseIterable {
        /// One vertex.
        case points
        /// Two vertices.
        case lines
        /// Four vertices: the vertex before the line, the two vertices of the line, and the vertex after the line.
        case linesAdjacency
        /// Three vertices.
        case triangles
        /// Six vertices: the corners are the vertices 0, 2 and 4. Each corner is followed by the vertex beyond the edge to the next corner.
        case trianglesAdjacency

        /// The number of vertices of a primitive.
        public var vertexCount: Int {
            switch self {
            case .points: 1
            case .lines: 2
            case .linesAdjacency: 4
            case .triangles: 3
            case .trianglesAdjacency: 6
            }
        }
        /// The name in GLSL.
        public var name: String {
            switch self {
            case .points: "points"
            case .lines: "lines"
            case .linesAdjacency: "lines_adjacency"
            case .triangles: "triangles"
            case .trianglesAdjacency: "triangles_adjacency"
            }
        }
    }
    /// The primitives that the shader makes, `layout(…) out`.
    public enum Output: UInt8, Sendable, Hashable, CaseIterable {
        /// Each emitted vertex is a point.
        case points
        /// Each emitted vertex after the first of a strip makes a line.
        case lineStrip
        /// Each emitted vertex after the second of a strip makes a triangle.
        case triangleStrip

        /// The number of corners of a primitive: 1, 2 or 3.
        public var cornerCount: Int { Int(rawValue) + 1 }
        /// The name in GLSL.
        public var name: String {
            switch self {
            case .points: "points"
            case .lineStrip: "line_strip"
            case .triangleStrip: "triangle_strip"
            }
        }
    }

    /// The primitives that the shader reads.
    public var input: Input
    /// The primitives that the shader makes.
    public var output: Output
    /// The maximum number of vertices that an invocation emits: `max_vertices`. Further vertices are dropped.
    public var maximumVertexCount: Int
    /// The number of invocations for each primitive: `invocations`, by default 1.
    public var invocationCount: Int

    /// Creates a layout.
    public init(input: Input, output: Output, maximumVertexCount: Int, invocationCount: Int = 1) {
        self.input = input; self.output = output
        self.maximumVertexCount = maximumVertexCount; self.invocationCount = invocationCount
    }

    /// The largest `max_vertices` (GL_MAX_GEOMETRY_OUTPUT_VERTICES).
    public static let vertexLimit = 256
    /// The largest number of scalars in all vertices that an invocation emits (GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS): `max_vertices` times
    /// the scalars of a vertex.
    public static let totalComponentLimit = 1024
    /// The largest number of scalars that the geometry shader reads from a vertex, and also the largest number of scalars in an
    /// emitted vertex (GL_MAX_GEOMETRY_INPUT_COMPONENTS, GL_MAX_GEOMETRY_OUTPUT_COMPONENTS). Built-in variables do not count.
    public static let componentLimit = 128
    /// The largest number of invocations for each primitive (GL_MAX_GEOMETRY_SHADER_INVOCATIONS).
    public static let invocationLimit = 32
}
