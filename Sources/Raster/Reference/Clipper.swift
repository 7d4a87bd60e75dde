// Clipper: cuts primitives at the view volume and the user's clip distances, in clip space (OpenGL 3.3 §2.17).
//
// Near, far and user planes are exact cuts. At the sides lines are cut at the view volume, too; triangles only where they
// leave the guard band: what lies between the window and the guard band is dropped pixel by pixel. A new vertex is always computed from the inside
// end of the edge towards the outside end, so that triangles sharing an edge get the same vertex and stay watertight.

import Shading

struct Clipper {
    let layout: VertexRowLayout
    let interpolations: [InterpolationQualifier]
    let transform: ViewportTransform
    let clipsDepth: Bool

    /// Smallest w that is divided by, where near and far do not bound it.
    static let minimumW: Float = 1e-20

    private enum Plane { case left, right, bottom, top, near, far, positiveW, user(Int) }

    /// Signed distance: inside when ≥ 0. The side planes are those of the guard band, or of the view volume itself.
    private func distance(_ v: VertexRow, _ plane: Plane, atViewVolume: Bool = false) -> Float {
        let guardX = atViewVolume ? 1 : transform.guardX, guardY = atViewVolume ? 1 : transform.guardY
        return switch plane {
        case .left: guardX * v[3] + v[0]
        case .right: guardX * v[3] - v[0]
        case .bottom: guardY * v[3] + v[1]
        case .top: guardY * v[3] - v[1]
        case .near: v[3] + v[2]
        case .far: v[3] - v[2]
        case .positiveW: v[3] - Clipper.minimumW
        case .user(let i): v[VertexRowLayout.clipDistances + i]
        }
    }

    private var planes: [Plane] {
        (clipsDepth ? [.near, .far] : []) + [.positiveW, .left, .right, .bottom, .top] + (0..<layout.clipDistanceCount).map { .user($0) }
    }

    /// True when every vertex lies outside one and the same side of the view volume, so that nothing can be visible.
    private func isOutside(_ vertices: [VertexRow]) -> Bool {
        vertices.allSatisfy { $0[0] < -$0[3] } || vertices.allSatisfy { $0[0] > $0[3] }
            || vertices.allSatisfy { $0[1] < -$0[3] } || vertices.allSatisfy { $0[1] > $0[3] }
    }

    private func isInside(_ v: VertexRow) -> Bool {
        for plane in planes where !(distance(v, plane) >= 0) { return false }
        return true
    }

    func clipPoint(_ v: VertexRow) -> Bool {
        // A point lives or dies with its centre.
        guard abs(v[0]) <= v[3], abs(v[1]) <= v[3], v[3] > 0 else { return false }
        return isInside(v)
    }

    /// The visible part of a line, or nil. `scratch` keeps new vertices alive.
    func clipLine(_ a: VertexRow, _ b: VertexRow, scratch: RowScratch) -> (VertexRow, VertexRow)? {
        if isOutside([a, b]) { return nil }
        var start = a, end = b
        for plane in planes {
            let ds = distance(start, plane, atViewVolume: true), de = distance(end, plane, atViewVolume: true)
            switch (ds >= 0, de >= 0) {
            case (true, true): break
            case (false, false): return nil
            case (true, false): end = cut(inside: start, ds, outside: end, de, scratch)
            case (false, true): start = cut(inside: end, de, outside: start, ds, scratch)
            }
        }
        return (start, end)
    }

    /// The visible polygon of a triangle: empty, or 3 and more vertices in the triangle's winding.
    func clipTriangle(_ a: VertexRow, _ b: VertexRow, _ c: VertexRow, scratch: RowScratch) -> [VertexRow] {
        var polygon = [a, b, c]
        if isOutside(polygon) { return [] }
        if isInside(a) && isInside(b) && isInside(c) { return polygon }
        for plane in planes {
            var next: [VertexRow] = []
            for i in polygon.indices {
                let current = polygon[i], following = polygon[(i + 1) % polygon.count]
                let dc = distance(current, plane), df = distance(following, plane)
                if dc >= 0 { next.append(current) }
                if dc >= 0 && !(df >= 0) { next.append(cut(inside: current, dc, outside: following, df, scratch)) }
                if !(dc >= 0) && df >= 0 { next.append(cut(inside: following, df, outside: current, dc, scratch)) }
            }
            polygon = next
            if polygon.count < 3 { return [] }
        }
        return polygon
    }

    private func cut(inside: VertexRow, _ di: Float, outside: VertexRow, _ d: Float, _ scratch: RowScratch) -> VertexRow {
        let t = di / (di - d)
        let row = scratch.next()
        for k in 0..<layout.varyings { row[k] = inside[k] + t * (outside[k] - inside[k]) }
        // Linear in the window: the parameter has to be taken there, where both ends are in front of the eye.
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

/// Rows for vertices that clipping makes; reset per primitive.
final class RowScratch {
    private let stride: Int
    private let rows: UnsafeMutablePointer<Float>
    private var used = 0
    /// A triangle cut by p planes gets at most two new vertices per plane.
    init(layout: VertexRowLayout, planeCount: Int) {
        stride = layout.stride
        capacity = 2 * planeCount + 4
        rows = .allocate(capacity: stride * capacity)
        rows.initialize(repeating: 0, count: stride * capacity)
    }
    private let capacity: Int
    deinit { rows.deallocate() }
    func reset() { used = 0 }
    func next() -> VertexRow {
        precondition(used < capacity)
        defer { used += 1 }
        return rows + used * stride
    }
}
