// Clipper: cuts primitives at the view volume and the user's clip distances, in clip space (OpenGL 3.3 §2.17).
//
// Primitives are cut exactly at the near, far and user planes. At the left, right, bottom and top sides, lines are cut at the view volume.
// If the state clips lines after they are widened, lines are cut at the guard band (see ViewportTransform) instead. Triangles are always
// cut at the guard band, not at the sides of the view volume; the pixels of these triangles between the window and the guard band are
// dropped one by one. A new vertex on an edge is always computed from the inside end of the edge towards the outside end. So triangles that
// share an edge get the same new vertex and leave no gap.

import Memory
import Shading

struct Clipper {
    let layout: VertexRowLayout
    let interpolations: [InterpolationQualifier]
    let transform: ViewportTransform
    private let planes: [Plane]
    /// Whether triangles that lie outside of a side of the view volume are dropped.
    private let clipsSides: Bool
    /// Whether points and lines are clipped at the sides of the view volume. If false, points and lines are clipped at the guard band.
    private let clipsThinSides: Bool

    init(layout: VertexRowLayout, interpolations: [InterpolationQualifier], transform: ViewportTransform, limits: PrimitiveLimits, state: RasterState) {
        self.layout = layout; self.interpolations = interpolations; self.transform = transform
        clipsSides = limits.contains(.sides)
        clipsThinSides = clipsSides && !state.clipsAfterWidening
        planes = ClipPlane.planes(limits).map { .volume($0) }
            + (limits.contains(.clipDistances) ? state.clipDistances.numbers(below: layout.clipDistanceCount).map { .user($0) } : [])
    }

    private enum Plane { case volume(ClipPlane), user(Int) }

    /// Returns the signed distance of a vertex from a plane: ≥ 0 inside.
    /// - Parameter atViewVolume: Whether the side planes are the planes of the view volume. If false, the side planes are the planes of the
    ///   guard band.
    private func distance(_ v: VertexRow, _ plane: Plane, atViewVolume: Bool = false) -> Float {
        switch plane {
        case .volume(let plane):
            ClipPosition(v).distance(plane, guardX: atViewVolume ? 1 : transform.guardX, guardY: atViewVolume ? 1 : transform.guardY)
        case .user(let i): v[VertexRowLayout.clipDistances + i]
        }
    }

    /// Returns whether all vertices are outside of the same side of the view volume.
    private func areOutside(_ vertices: VertexRow...) -> Bool {
        ViewSide.allCases.contains { side in vertices.allSatisfy { ClipPosition($0).isOutside(side) } }
    }

    private func isInside(_ v: VertexRow) -> Bool {
        for plane in planes where !(distance(v, plane) >= 0) { return false }
        return true
    }

    func clipPoint(_ v: VertexRow) -> Bool {
        // If points are clipped at the sides, a point whose centre lies outside of a side is not drawn.
        if clipsThinSides && !(abs(v[0]) <= v[3] && abs(v[1]) <= v[3]) { return false }
        guard v[3] > 0 else { return false }
        return isInside(v)
    }

    /// Returns the visible part of a line; nil if no part of the line is visible. `scratch` holds new vertices.
    func clipLine(_ a: VertexRow, _ b: VertexRow, scratch: RowScratch) -> (VertexRow, VertexRow)? {
        if clipsThinSides && areOutside(a, b) { return nil }
        var start = a, end = b
        for plane in planes {
            let ds = distance(start, plane, atViewVolume: clipsThinSides), de = distance(end, plane, atViewVolume: clipsThinSides)
            switch (ds >= 0, de >= 0) {
            case (true, true): break
            case (false, false): return nil
            case (true, false): end = cut(inside: start, ds, outside: end, de, scratch)
            case (false, true): start = cut(inside: end, de, outside: start, ds, scratch)
            }
        }
        return (start, end)
    }

    /// Returns the visible polygon of a triangle: at least 3 vertices in the triangle's winding, or no vertices if nothing is visible. The
    /// result is valid until the next use of `scratch`.
    func clipTriangle(_ a: VertexRow, _ b: VertexRow, _ c: VertexRow, scratch: RowScratch) -> UnsafeBufferPointer<VertexRow> {
        var polygon = scratch.polygon, next = scratch.nextPolygon
        polygon[0] = a; polygon[1] = b; polygon[2] = c
        var count = 3
        let nothing = UnsafeBufferPointer<VertexRow>(start: nil, count: 0)
        if clipsSides && areOutside(a, b, c) { return nothing }
        if isInside(a) && isInside(b) && isInside(c) { return UnsafeBufferPointer(start: polygon, count: 3) }
        for plane in planes {
            var nextCount = 0
            func keep(_ vertex: VertexRow) { next[nextCount] = vertex; nextCount += 1 }
            var current = polygon[0], dc = distance(current, plane)
            let first = current, firstDistance = dc
            for i in 0..<count {
                let isLast = i + 1 == count
                let following = isLast ? first : polygon[i + 1], df = isLast ? firstDistance : distance(following, plane)
                if dc >= 0 { keep(current) }
                if dc >= 0 && !(df >= 0) { keep(cut(inside: current, dc, outside: following, df, scratch)) }
                if !(dc >= 0) && df >= 0 { keep(cut(inside: following, df, outside: current, dc, scratch)) }
                current = following; dc = df
            }
            if nextCount < 3 { return nothing }
            swap(&polygon, &next)
            count = nextCount
        }
        return UnsafeBufferPointer(start: polygon, count: count)
    }

    private func cut(inside: VertexRow, _ di: Float, outside: VertexRow, _ d: Float, _ scratch: RowScratch) -> VertexRow {
        let t = di / (di - d)
        let row = scratch.next()
        for k in 0..<layout.feedback { row[k] = inside[k] + t * (outside[k] - inside[k]) }
        // noPerspective varyings change linearly in the window. So the weight of noPerspective varyings, `windowT`, is the new vertex's
        // position along the edge as measured in the window. This position exists only if both ends of the edge lie in front of the eye.
        let wi = inside[3], wo = outside[3]
        let windowT = wi > 0 && wo > 0 ? t * wo / ((1 - t) * wi + t * wo) : t
        for k in 0..<layout.varyingCount {
            let i = layout.varyings + k
            switch interpolations[k] {
            case .smooth: row[i] = inside[i] + t * (outside[i] - inside[i])
            case .noPerspective: row[i] = inside[i] + windowT * (outside[i] - inside[i])
            case .flat: row[i] = inside[i]
            }
        }
        return row
    }
}

/// The memory of the vertices that clipping makes. This memory is emptied for each primitive.
final class RowScratch {
    private let stride: Int
    private let rows: UnsafeMutablePointer<Float>
    private let memory: [Allocation]
    private var used = 0
    /// Makes memory for the vertices of one primitive that `planeCount` planes cut. In exact arithmetic, each plane adds at most two new
    /// vertices to a triangle.
    init(layout: VertexRowLayout, planeCount: Int) {
        stride = layout.stride
        // There is room for more than two vertices for each plane, because rounding may add a few vertices.
        capacity = 8 * planeCount + 16
        memory = [Allocation(of: Float.self, count: stride * capacity, name: "RowScratch.rows"),
                  Allocation(of: VertexRow.self, count: capacity + 3, name: "RowScratch.polygon"),
                  Allocation(of: VertexRow.self, count: capacity + 3, name: "RowScratch.nextPolygon")]
        rows = memory[0].elements()
        rows.initialize(repeating: 0, count: stride * capacity)
        polygon = memory[1].elements(); nextPolygon = memory[2].elements()
    }
    private let capacity: Int
    /// The vertices of the polygon before a cut (`polygon`) and after the cut (`nextPolygon`).
    let polygon: UnsafeMutablePointer<VertexRow>, nextPolygon: UnsafeMutablePointer<VertexRow>
    deinit { for part in memory { part.free() } }
    func reset() { used = 0 }
    func next() -> VertexRow {
        precondition(used < capacity)
        defer { used += 1 }
        return rows + used * stride
    }
}
