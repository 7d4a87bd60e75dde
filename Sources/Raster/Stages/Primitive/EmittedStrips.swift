// EmittedStrips: turns the vertices that a geometry shader emits into points, lines and triangles (OpenGL 4.6 §11.3.4.1).

import Shading

/// The rule that makes primitives from emitted vertices. A primitive depends only on the number that its last vertex has in the strip.
struct EmittedStrips {
    let output: GeometryLayout.Output
    /// Whether the provoking vertex of a primitive is its first vertex. If false, the provoking vertex is the last vertex.
    let firstProvokes: Bool

    /// Returns the primitive whose last vertex is `vertex`; nil if the strip is too short so far. The caller sets the number of the primitive.
    /// - Parameters:
    ///   - vertex: The number of the emitted vertex. The vertices of a strip have consecutive numbers.
    ///   - number: The number of the vertex in its strip, from 0.
    @inline(__always)
    func primitive(endingAt vertex: Int, numberInStrip number: Int) -> AssembledPrimitive? {
        let cornerCount = output.cornerCount, first = vertex - (cornerCount - 1)
        guard number >= cornerCount - 1 else { return nil }
        let provoking = firstProvokes ? first : vertex
        switch output {
        case .points: return AssembledPrimitive(count: 1, a: vertex, b: vertex, c: vertex, provoking: vertex, id: 0)
        case .lineStrip: return AssembledPrimitive(count: 2, a: first, b: vertex, c: vertex, provoking: provoking, id: 0)
        case .triangleStrip:
            // In triangles whose number in the strip is odd, the first two vertices are swapped to keep the winding of the strip.
            let odd = number % 2
            return AssembledPrimitive(count: 3, a: first + odd, b: first + 1 - odd, c: vertex, provoking: provoking, id: 0)
        }
    }
}
