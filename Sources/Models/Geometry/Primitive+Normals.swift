// Primitive+Normals: flat normals, or smooth normals that keep creases, for files without normals.

import Raster

extension Model.Primitive {
    /// Gives each triangle vertices of its own. All three vertices have the triangle's normal.
    mutating func makeFlat() {
        separateCorners()
        for first in stride(from: 0, to: indices.count, by: 3) {
            let normal = faceNormal(first)
            for k in 0..<3 { vertices[first + k].normal = normal }
        }
    }
    /// Returns the unit normal of the triangle whose first corner is `first`. A triangle without area has no normal; for such a triangle, the
    /// result is any unit vector, which keeps NaN out of shaders.
    private func faceNormal(_ first: Int) -> SIMD3<Float> {
        let area = faceArea(first)
        let normal = area.normalized
        return normal == .zero ? SIMD3(0, 0, 1) : normal
    }
    /// Returns a vector along the triangle's normal; the length of the vector is twice the triangle's area. Large and small triangles are
    /// scaled first, so that the products stay finite and above zero.
    private func faceArea(_ first: Int) -> SIMD3<Float> {
        let a = vertices[Int(indices[first])].position
        var b = vertices[Int(indices[first + 1])].position - a, c = vertices[Int(indices[first + 2])].position - a
        let size = max(max(abs(b.x), abs(b.y), abs(b.z)), max(abs(c.x), abs(c.y), abs(c.z)))
        guard size > 0, size.isFinite else { return .zero }
        if size < 1e-9 || size > 1e9 { b /= size; c /= size }
        return b.cross(c)
    }

    /// Makes each normal a unit vector. Zero normals are replaced by the sum of the normals of the triangles at the vertex.
    mutating func normalizeNormals() {
        var missing = false
        for i in vertices.indices {
            vertices[i].normal = vertices[i].normal.normalized
            if vertices[i].normal == .zero { missing = true }
        }
        guard missing else { return }
        var sums: [UInt32: SIMD3<Float>] = [:]
        for first in stride(from: 0, to: indices.count, by: 3) {
            let corners = indices[first..<(first + 3)]
            if corners.contains(where: { vertices[Int($0)].normal == .zero }) {
                let area = faceArea(first)
                for corner in corners where vertices[Int(corner)].normal == .zero { sums[corner, default: .zero] += area }
            }
        }
        for i in vertices.indices where vertices[i].normal == .zero {
            let normal = (sums[UInt32(i)] ?? .zero).normalized
            vertices[i].normal = normal == .zero ? SIMD3(0, 0, 1) : normal
        }
    }

    /// Gives each corner of each triangle a vertex of its own.
    private mutating func separateCorners() {
        func separated<Element>(_ elements: [Element]) -> [Element] { elements.isEmpty ? [] : indices.map { elements[Int($0)] } }
        vertices = separated(vertices)
        influences = influences.map(separated)
        let places = targets.isEmpty ? [] : indices.map { Int($0) }
        targets = targets.map { $0.rearranged(places) }
        indices = Array(0..<UInt32(indices.count))
    }

    /// Computes smooth normals of triangles. The normal of a corner is an average of the normals of triangles around the corner's position,
    /// weighted by area. A triangle belongs to this average if the angle between its plane and the plane of the corner's own triangle is at
    /// most `crease` degrees. Influences and targets must be empty.
    mutating func makeSmooth(crease: Double = 60) {
        let limit = Float(PortableMath.cosine(crease * .pi / 180)) - 1e-4
        // The corners, grouped by position. −0 and 0 are the same coordinate.
        var groups = [SIMD3<Float>: Int](minimumCapacity: min(vertices.count, 1 << 20)), groupOf = [Int](repeating: 0, count: vertices.count)
        for i in vertices.indices {
            let position = vertices[i].position + SIMD3<Float>.zero
            let group = groups[position] ?? groups.count
            groups[position] = group
            groupOf[i] = group
        }
        let faceCount = indices.count / 3
        let areas = (0..<faceCount).map { faceArea($0 * 3) }, units = areas.map(\.normalized)
        // `faces` lists the faces around each group, group by group; `starts` gives the index at which each group's faces begin.
        var starts = [Int](repeating: 0, count: groups.count + 1)
        for index in indices { starts[groupOf[Int(index)] + 1] += 1 }
        for i in 1..<starts.count { starts[i] += starts[i - 1] }
        var faces = [Int32](repeating: 0, count: indices.count), filled = starts
        for (corner, index) in indices.enumerated() {
            let group = groupOf[Int(index)]
            faces[filled[group]] = Int32(corner / 3)
            filled[group] += 1
        }
        // If the corners at a vertex have different normals, the vertex becomes several new vertices. The new vertices of a vertex form a
        // linked list: `firsts` has the index of the list's first vertex, and `nexts` the index of the next vertex.
        var made: [Model.Vertex] = [], firsts = [Int32](repeating: -1, count: vertices.count), nexts: [Int32] = []
        made.reserveCapacity(vertices.count)
        for corner in indices.indices {
            let source = Int(indices[corner]), group = groupOf[source], own = units[corner / 3]
            let around = faces[starts[group]..<starts[group + 1]]
            var sum = SIMD3<Float>.zero
            // At the tip of a fan with thousands of triangles, comparing each pair of triangles would take too long. At such a tip, each
            // triangle keeps its own normal.
            if around.count <= GeometryLimits.mostFacesAround {
                for face in around where own.dot(units[Int(face)]) >= limit { sum += areas[Int(face)] }
            }
            var normal = sum.normalized
            if normal == .zero { normal = own == .zero ? SIMD3(0, 0, 1) : own }
            var known = firsts[source], steps = 0
            while known >= 0, made[Int(known)].normal != normal, steps < GeometryLimits.mostFacesAround {
                known = nexts[Int(known)]
                steps += 1
            }
            if known < 0 || made[Int(known)].normal != normal {
                known = Int32(made.count)
                var vertex = vertices[source]
                vertex.normal = normal
                made.append(vertex)
                nexts.append(firsts[source])
                firsts[source] = known
            }
            indices[corner] = UInt32(known)
        }
        vertices = made
    }
    /// Replaces the vertices by the corners; equal corners share a vertex.
    mutating func share(_ corners: [Model.Vertex]) {
        var known = [Model.Vertex: UInt32](minimumCapacity: min(corners.count / 4, 1 << 20))
        vertices = []
        for (i, corner) in corners.enumerated() {
            if let index = known[corner] { indices[i] = index; continue }
            indices[i] = UInt32(vertices.count)
            known[corner] = indices[i]
            vertices.append(corner)
        }
    }
}

enum GeometryLimits {
    /// The largest number of triangles around a position for which normals are averaged.
    static let mostFacesAround = 512
}
