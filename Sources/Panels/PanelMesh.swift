// PanelMesh: antialiases Dear ImGui's triangles in a way that gives the same bits on every processor.
//
// Dear ImGui can antialias edges itself, but Dear ImGui computes the directions of edges with the processor's estimate of 1/√x. The
// estimate of 1/√x differs between manufacturers, so pixels would differ between machines. Therefore Dear ImGui is set to make fills
// without antialiasing and lines with antialiasing. The corners of the fills and the centre points of the lines do not depend on the
// processor. This file recognises fills and lines by the pattern of their indices. The file computes the edges of fills and lines with
// square roots and divisions, whose results IEEE 754 defines exactly. An edge is one pixel wide: half of the edge lies inside a fill, half
// outside.
//
// Text, pictures and rectangles along the axes need no antialiasing and stay unchanged.

struct PanelMesh {
    private(set) var vertices: [PanelVertex] = []
    private(set) var indices: [UInt32] = []

    /// Appends the triangles of one command; indices are relative to the first of `vertices`, and v coordinates are
    /// multiplied by `textureGrowth`.
    mutating func append(vertices: Slice<UnsafeBufferPointer<PanelVertex>>, indices: Slice<UnsafeBufferPointer<UInt16>>, textureGrowth: Float) {
        let before = self.vertices.count
        defer { if textureGrowth != 1 { for i in before..<self.vertices.count { self.vertices[i].v *= textureGrowth } } }
        let source = PanelTriangles(vertices: UnsafeBufferPointer(rebasing: vertices), indices: UnsafeBufferPointer(rebasing: indices))
        var place = 0
        while place + 3 <= source.indices.count {
            if let line = source.line(at: place) {
                append(line)
                place += line.indexCount
            } else {
                let corners = source.fan(at: place)
                append(fan: corners)
                place += 3 * (corners.count - 2)
            }
        }
    }

    // MARK: fills

    private mutating func append(fan corners: [PanelVertex]) {
        // A fully transparent triangle changes no pixel, so the triangle is left out.
        guard corners.contains(where: { $0.color >> 24 != 0 }) else { return }
        guard PanelMesh.hasSlopes(corners) else {
            appendFan(corners)
            return
        }
        let normals = corners.indices.map { normal(corners[$0], corners[($0 + 1) % corners.count]) }
        // y points down. Therefore normals point outwards if the corners run clockwise.
        let half: Float = PanelMesh.area(corners) >= 0 ? 0.5 : -0.5
        let offsets = corners.indices.map { miter(normals[($0 + corners.count - 1) % corners.count], normals[$0]) * half }
        appendFan(zip(corners, offsets).map { $0.moved(by: -$1) })
        appendStrip(zip(corners, offsets).map { [$0.moved(by: -$1), $0.moved(by: $1).transparent] }, isClosed: true)
    }
    /// Returns true for a polygon in one colour with an edge that is not along an axis. Glyphs and pictures are excluded by their
    /// varying texture coordinates.
    private static func hasSlopes(_ corners: [PanelVertex]) -> Bool {
        let first = corners[0]
        guard corners.allSatisfy({ $0.u == first.u && $0.v == first.v && $0.color == first.color }) else { return false }
        return corners.indices.contains { i in
            let a = corners[i], b = corners[(i + 1) % corners.count]
            return a.x != b.x && a.y != b.y
        }
    }
    /// Returns twice the signed area of the polygon.
    private static func area(_ corners: [PanelVertex]) -> Double {
        var sum = 0.0
        for i in corners.indices {
            let a = corners[i], b = corners[(i + 1) % corners.count]
            sum += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
        }
        return sum
    }
    private mutating func appendFan(_ corners: [PanelVertex]) {
        let base = UInt32(vertices.count)
        vertices += corners
        for i in 2..<UInt32(corners.count) { indices += [base, base + i - 1, base + i] }
    }

    // MARK: lines

    private mutating func append(_ line: PanelLine) {
        let points = line.points, last = points.count - 1
        guard points[0].color >> 24 != 0 else { return }
        var normals = points.indices.map { normal(points[$0], points[($0 + 1) % points.count]) }
        if !line.isClosed { normals[last] = normals[last - 1] }
        let core = max(0, (line.width - 1) / 2)
        appendStrip(points.indices.map { i in
            let before = i > 0 ? normals[i - 1] : line.isClosed ? normals[last] : normals[0]
            let across = miter(before, normals[i]), p = points[i]
            let edges = [p.moved(by: across * (core + 1)).transparent, p.moved(by: -across * (core + 1)).transparent]
            let inner = core > 0 ? [p.moved(by: across * core), p.moved(by: -across * core)] : [p]
            return [edges[0]] + inner + [edges[1]]
        }, isClosed: line.isClosed)
    }

    /// Appends quads between neighbouring rows; all rows have the same number of vertices.
    private mutating func appendStrip(_ rows: [[PanelVertex]], isClosed: Bool) {
        let base = UInt32(vertices.count), width = UInt32(rows[0].count), count = UInt32(rows.count)
        for row in rows { vertices += row }
        for i in 0..<(isClosed ? count : count - 1) {
            let a = base + i * width, b = base + (i + 1) % count * width
            for k in 0..<width - 1 { indices += [a + k, a + k + 1, b + k + 1, a + k, b + k + 1, b + k] }
        }
    }
}

// MARK: directions

/// Returns the unit vector to the left of the direction from `a` to `b`, with y down; zero if the points are equal.
private func normal(_ a: PanelVertex, _ b: PanelVertex) -> SIMD2<Float> {
    let d = SIMD2(b.x - a.x, b.y - a.y), square = d.x * d.x + d.y * d.y
    guard square > 0 else { return .zero }
    return SIMD2(d.y, -d.x) / square.squareRoot()
}
/// Returns the offset from the corner between two edges to the point where the edges meet after both have been moved outwards
/// by 1. The offset is limited at sharp corners.
private func miter(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
    let middle = (a + b) * 0.5, square = middle.x * middle.x + middle.y * middle.y
    return square > 1e-6 ? middle * min(1 / square, 100) : middle
}

extension PanelVertex {
    fileprivate func moved(by offset: SIMD2<Float>) -> PanelVertex { PanelVertex(x: x + offset.x, y: y + offset.y, u: u, v: v, color: color) }
    fileprivate var transparent: PanelVertex { PanelVertex(x: x, y: y, u: u, v: v, color: color & 0x00FF_FFFF) }
}

// MARK: reading

/// A line drawn by Dear ImGui, given by its centre points.
private struct PanelLine {
    var points: [PanelVertex]
    var isClosed: Bool
    /// The width in pixels.
    var width: Float
    /// The number of indices that the line uses.
    var indexCount: Int
}

private struct PanelTriangles {
    let vertices: UnsafeBufferPointer<PanelVertex>
    let indices: UnsafeBufferPointer<UInt16>

    /// Returns the polygon that begins at this index: the triangles (a, a + 1, a + 2), (a, a + 2, a + 3) and so on. The polygon has at least
    /// one triangle.
    func fan(at place: Int) -> [PanelVertex] {
        let base = Int(indices[place])
        var corners = (0..<3).map { vertices[Int(indices[place + $0])] }
        guard Int(indices[place + 1]) == base + 1, Int(indices[place + 2]) == base + 2 else { return corners }
        var next = place + 3
        while next + 3 <= indices.count, Int(indices[next]) == base,
              Int(indices[next + 1]) == base + corners.count - 1, Int(indices[next + 2]) == base + corners.count {
            corners.append(vertices[base + corners.count])
            next += 3
        }
        return corners
    }

    /// Returns the line that begins at this index; nil if there is no such line. A line has three vertices per point (centre,
    /// left and right edge), and four triangles between neighbouring points.
    func line(at place: Int) -> PanelLine? {
        func joins(_ place: Int, _ a: Int, _ b: Int) -> Bool {
            guard place + 12 <= indices.count else { return false }
            let expected = [b, a, a + 2, a + 2, b + 2, b, b + 1, a + 1, a, a, b, b + 1]
            return expected.indices.allSatisfy { Int(indices[place + $0]) == expected[$0] }
        }
        let first = Int(indices[place + 1])
        var last = first, next = place
        while joins(next, last, last + 3) { last += 3; next += 12 }
        guard last > first else { return nil }
        let isClosed = joins(next, last, first)
        if isClosed { next += 12 }
        let points = stride(from: first, through: last, by: 3).map { vertices[$0] }
        return PanelLine(points: points, isClosed: isClosed, width: width(first, points), indexCount: next - place)
    }
    /// Returns the width of a line. CImGui makes Dear ImGui place the second vertex of a point one line width away from the point. Dear
    /// ImGui's position is approximate, so the width is rounded to quarters of a pixel.
    private func width(_ first: Int, _ points: [PanelVertex]) -> Float {
        let across = normal(points[0], points[1])
        let estimate = (vertices[first + 1].x - points[0].x) * across.x + (vertices[first + 1].y - points[0].y) * across.y
        return estimate >= 1 ? (min(estimate, 256) * 4).rounded() / 4 : 1
    }
}
