// Primitive+Tangents: tangents for normal maps, from positions and texture coordinates.
//
// The tangent of a corner is the direction in which u grows, in the plane of the corner's triangle. The tangent of a vertex is the average
// of the tangents of its corners, weighted by the corners' angles. Triangles with a mirrored texture and other triangles have separate
// averages. If a vertex belongs to triangles of both kinds, the vertex becomes two vertices.

import Raster

extension Model.Primitive {
    /// - Parameter texCoord: The set of texture coordinates, 0 or 1.
    mutating func makeTangents(texCoord: Int) {
        // Each vertex has two sums: the first for triangles with an upright texture, the second for triangles with a mirrored texture.
        let count = vertices.count
        var sums = [SIMD3<Float>](repeating: .zero, count: count * 2), isUsed = [Bool](repeating: false, count: count * 2)
        var isMirrored = [Bool](repeating: false, count: indices.count / 3)
        func place(_ i: Int) -> SIMD2<Float> { texCoord == 0 ? SIMD2(vertices[i].u, vertices[i].v) : SIMD2(vertices[i].u1, vertices[i].v1) }
        for face in isMirrored.indices {
            let (i, j, k) = (Int(indices[3 * face]), Int(indices[3 * face + 1]), Int(indices[3 * face + 2]))
            let (a, b, c) = (vertices[i].position, vertices[j].position, vertices[k].position)
            let e1 = b - a, e2 = c - a, d1 = place(j) - place(i), d2 = place(k) - place(i)
            let area = d1.x * d2.y - d2.x * d1.y
            isMirrored[face] = area < 0
            let direction = ((e1 * d2.y - e2 * d1.y) * (area < 0 ? -1 : 1)).normalized
            add(direction, at: i, between: b - a, c - a, face)
            add(direction, at: j, between: c - b, a - b, face)
            add(direction, at: k, between: a - c, b - c, face)
        }
        func add(_ direction: SIMD3<Float>, at i: Int, between a: SIMD3<Float>, _ b: SIMD3<Float>, _ face: Int) {
            let slot = isMirrored[face] ? count + i : i, normal = vertices[i].normal
            isUsed[slot] = true
            let cosine = a.normalized.dot(b.normalized)
            let flat = (direction - normal * direction.dot(normal)).normalized
            sums[slot] += flat * Float(PortableMath.arccosine(Double(min(max(cosine, -1), 1))))
        }
        // A vertex that belongs only to mirrored triangles keeps its index. A vertex that belongs to both kinds of triangles gets a copy for
        // the mirrored triangles.
        var copies: [Int: UInt32] = [:], copied: [Int] = []
        for i in 0..<count where isUsed[count + i] && isUsed[i] {
            copies[i] = UInt32(count + copied.count)
            copied.append(i)
        }
        func set(_ vertex: inout Model.Vertex, _ sum: SIMD3<Float>, _ sign: Float) {
            let tangent = sum.normalized
            vertex.tangent = tangent == .zero ? Self.anyTangent(vertex.normal) : tangent
            vertex.tangentSign = sign
        }
        for i in 0..<count {
            let mirrored = isUsed[count + i] && !isUsed[i]
            set(&vertices[i], mirrored ? sums[count + i] : sums[i], mirrored ? -1 : 1)
        }
        for i in copied {
            var vertex = vertices[i]
            set(&vertex, sums[count + i], -1)
            vertices.append(vertex)
        }
        func extended<Element>(_ elements: [Element]) -> [Element] { elements.isEmpty ? [] : elements + copied.map { elements[$0] } }
        influences = influences.map(extended)
        let places = targets.isEmpty ? [] : Array(0..<count) + copied
        targets = targets.map { $0.rearranged(places) }
        for face in isMirrored.indices where isMirrored[face] {
            for corner in (3 * face)..<(3 * face + 3) { if let copy = copies[Int(indices[corner])] { indices[corner] = copy } }
        }
        hasTangents = true
    }
    /// Returns a unit vector perpendicular to a unit normal.
    private static func anyTangent(_ normal: SIMD3<Float>) -> SIMD3<Float> {
        let axis: SIMD3<Float> = abs(normal.x) < 0.9 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
        let tangent = (axis - normal * axis.dot(normal)).normalized
        return tangent == .zero ? SIMD3(1, 0, 0) : tangent
    }
}
