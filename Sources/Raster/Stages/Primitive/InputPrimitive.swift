// InputPrimitive: the vertices of a primitive in the order in which a geometry shader reads them. For primitives with adjacency, this file
// also finds the corners (OpenGL 4.6 §10.1.11 to §10.1.14).

/// The vertices that a geometry shader reads: positions in the draw's vertex sequence.
struct InputPrimitive {
    /// The number of vertices: 1, 2, 3, 4 or 6.
    var count: Int
    /// The positions of the vertices, in the order of gl_in.
    var positions: SIMD8<Int>
    /// gl_PrimitiveIDIn.
    var id: Int

    init(_ positions: Int..., id: Int) {
        count = positions.count
        self.positions = SIMD8(repeating: 0)
        for (k, position) in positions.enumerated() { self.positions[k] = position }
        self.id = id
    }
    /// Makes a primitive without adjacent vertices. If the first vertex is the provoking vertex, a triangle begins with the provoking
    /// vertex, in the order in which transform feedback writes triangles (OpenGL 4.6, table 13.2). The winding does not change.
    init(_ primitive: AssembledPrimitive, firstProvokes: Bool) {
        count = primitive.count
        let corners = [primitive.a, primitive.b, primitive.c], first = count == 3 && firstProvokes ? primitive.provokingCorner : 0
        positions = SIMD8(corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3], 0, 0, 0, 0, 0)
        id = primitive.id
    }

    /// Makes primitive `k` of a run of `vertexCount` vertices. `primitive` is a type with adjacency. If the first vertex is the provoking
    /// vertex, a triangle begins with the provoking vertex.
    init(_ primitive: PrimitiveType, _ k: Int, of vertexCount: Int, firstProvokes: Bool) {
        switch primitive {
        case .linesAdjacency: self.init(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3, id: k)
        case .lineStripAdjacency: self.init(k, k + 1, k + 2, k + 3, id: k)
        case .trianglesAdjacency: self.init(6 * k, 6 * k + 1, 6 * k + 2, 6 * k + 3, 6 * k + 4, 6 * k + 5, id: k)
        case .triangleStripAdjacency:
            // OpenGL 4.6, table 10.1. The triangles of the strip consist of the vertices with even numbers; the other vertices are adjacent
            // vertices. Beyond the edge to the next triangle of the strip lies the last vertex of the next triangle. The last triangle has
            // no next triangle: beyond its last edge lies a vertex that no other triangle uses.
            let first = 2 * k, before = k == 0 ? 1 : first - 2, beside = first + 3
            let after = k + 1 == Self.count(primitive, of: vertexCount) ? first + 5 : first + 6
            if k % 2 == 0 {
                self.init(first, before, first + 2, after, first + 4, beside, id: k)
            } else if firstProvokes {
                self.init(first, beside, first + 4, after, first + 2, before, id: k)
            } else {
                self.init(first + 2, before, first, beside, first + 4, after, id: k)
            }
        case .points, .lines, .lineStrip, .lineLoop, .triangles, .triangleStrip, .triangleFan:
            preconditionFailure("\(primitive) has no adjacent vertices")
        }
    }

    /// Returns the number of primitives with adjacency that a run of `vertexCount` vertices makes.
    static func count(_ primitive: PrimitiveType, of vertexCount: Int) -> Int {
        switch primitive {
        case .linesAdjacency: vertexCount / 4
        case .lineStripAdjacency: max(0, vertexCount - 3)
        case .trianglesAdjacency: vertexCount / 6
        case .triangleStripAdjacency: max(0, vertexCount / 2 - 2)
        case .points, .lines, .lineStrip, .lineLoop, .triangles, .triangleStrip, .triangleFan:
            preconditionFailure("\(primitive) has no adjacent vertices")
        }
    }

    /// Returns the primitive without its adjacent vertices.
    /// - Parameter firstProvokes: Whether the provoking vertex is the primitive's first vertex in the vertex sequence. If false, the
    ///   provoking vertex is the last vertex.
    func withoutAdjacency(firstProvokes: Bool) -> AssembledPrimitive {
        if count == 4 {
            return AssembledPrimitive(count: 2, a: positions[1], b: positions[2], c: positions[2], provoking: positions[firstProvokes ? 1 : 2], id: id)
        }
        return AssembledPrimitive(count: 3, a: positions[0], b: positions[2], c: positions[4], provoking: positions[firstProvokes ? 0 : 4], id: id)
    }
}
