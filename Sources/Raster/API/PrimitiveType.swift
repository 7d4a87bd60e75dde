import Shading

/// How the vertices of a draw form points, lines and triangles (OpenGL 3.3 §2.6.1).
public enum PrimitiveType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Each vertex is a point (GL_POINTS).
    case points
    /// Each pair of vertices is a line; a single vertex left over is ignored (GL_LINES).
    case lines
    /// Each vertex after the first forms a line with the vertex before it (GL_LINE_STRIP).
    case lineStrip
    /// A line strip with one more line, from the last vertex to the first (GL_LINE_LOOP).
    case lineLoop
    /// Every three vertices form a triangle; one or two vertices left over are ignored (GL_TRIANGLES).
    case triangles
    /// Each vertex after the second forms a triangle with the two vertices before it. The corners of every other triangle are
    /// reordered, so that all triangles have the same winding (GL_TRIANGLE_STRIP).
    case triangleStrip
    /// Each vertex after the second forms a triangle with the first vertex and the vertex before it (GL_TRIANGLE_FAN).
    case triangleFan
    /// Every four vertices form a line, from the second to the third vertex. A geometry shader also reads the first and the fourth vertex;
    /// without a geometry shader, these two vertices are ignored (GL_LINES_ADJACENCY, OpenGL 4.6 §10.1.11).
    case linesAdjacency
    /// Each vertex from the third to the last but one forms a line with the vertex before it. For each line, a geometry shader also reads
    /// the vertex before the line and the vertex after the line (GL_LINE_STRIP_ADJACENCY, §10.1.12).
    case lineStripAdjacency
    /// Every six vertices form a triangle, whose corners are the first, third and fifth vertex. A geometry shader also reads the second,
    /// fourth and sixth vertex, which lie beyond the triangle's edges (GL_TRIANGLES_ADJACENCY, §10.1.13).
    case trianglesAdjacency
    /// The first vertex and every second vertex after it form a triangle strip. A geometry shader also reads the vertices beyond the edges
    /// of each triangle (GL_TRIANGLE_STRIP_ADJACENCY, §10.1.14).
    case triangleStripAdjacency

    /// Whether the vertices form triangles. Only triangles have sides and can be filled.
    package var isTriangles: Bool { assembled == .triangles }
    /// The primitives that a geometry shader reads in draws of this type.
    package var geometryInput: GeometryLayout.Input {
        switch self {
        case .points: .points
        case .lines, .lineStrip, .lineLoop: .lines
        case .triangles, .triangleStrip, .triangleFan: .triangles
        case .linesAdjacency, .lineStripAdjacency: .linesAdjacency
        case .trianglesAdjacency, .triangleStripAdjacency: .trianglesAdjacency
        }
    }
}

/// The size of the indices in a buffer. Indices are unsigned.
public enum IndexType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// One byte, 0…255 (GL_UNSIGNED_BYTE).
    case uint8
    /// Two bytes, little endian, 0…65,535 (GL_UNSIGNED_SHORT).
    case uint16
    /// Four bytes, little endian (GL_UNSIGNED_INT).
    case uint32
    /// The number of bytes of one index: 1, 2 or 4.
    public var byteCount: Int { self == .uint8 ? 1 : self == .uint16 ? 2 : 4 }
    /// The index whose bits are all ones. This index starts a new primitive if `RasterState.primitiveRestart` is true and
    /// `RasterState.restartIndex` is nil.
    public var restartIndex: UInt32 { self == .uint8 ? 0xFF : self == .uint16 ? 0xFFFF : 0xFFFF_FFFF }
}
