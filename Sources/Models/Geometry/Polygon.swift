// Polygon: polygons become triangles. A convex polygon becomes a fan; from every other polygon, one ear after another is cut off. An ear is a
// corner whose triangle contains no other corner.

import Raster

enum Polygon {
    /// A polygon with more corners than this number becomes a fan, because cutting off its ears would take long.
    static let mostCorners = 1024

    /// Calls `body` with the indices of the three corners of each triangle.
    static func triangulate(_ corners: [SIMD3<Float>], _ body: (Int, Int, Int) -> Void) {
        let count = corners.count
        guard count >= 3 else { return }
        if count == 3 { return body(0, 1, 2) }
        // `normal` is the polygon's normal. `flat` projects a corner to a plane: `flat` drops the axis along which the normal is longest.
        var normal = SIMD3<Float>.zero
        for i in 0..<count {
            let a = corners[i] - corners[0], b = corners[(i + 1) % count] - corners[0]
            normal += a.cross(b)
        }
        let size = SIMD3(abs(normal.x), abs(normal.y), abs(normal.z))
        let flat = corners.map { corner -> SIMD2<Float> in
            if size.z >= size.x, size.z >= size.y { return normal.z < 0 ? SIMD2(corner.y, corner.x) : SIMD2(corner.x, corner.y) }
            if size.y >= size.x { return normal.y < 0 ? SIMD2(corner.x, corner.z) : SIMD2(corner.z, corner.x) }
            return normal.x < 0 ? SIMD2(corner.z, corner.y) : SIMD2(corner.y, corner.z)
        }
        func turn(_ a: Int, _ b: Int, _ c: Int) -> Float {
            let u = flat[b] - flat[a], v = flat[c] - flat[b]
            return u.x * v.y - u.y * v.x
        }
        let isConvex = (0..<count).allSatisfy { turn($0, ($0 + 1) % count, ($0 + 2) % count) >= 0 }
        if isConvex || count > mostCorners || normal == .zero {
            for i in 2..<count { body(0, i - 1, i) }
            return
        }
        var left = Array(0..<count), at = 0, misses = 0, tries = 0
        while left.count > 3 {
            let n = left.count, a = left[(at + n - 1) % n], b = left[at % n], c = left[(at + 1) % n]
            func isInside(_ p: Int) -> Bool {
                p != a && p != b && p != c && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0
                    && flat[p] != flat[a] && flat[p] != flat[b] && flat[p] != flat[c]
            }
            tries += 1
            // The corner `b` is cut off if `b` is an ear. The corner `b` is also cut off if the search has taken too long, or if no corner
            // is an ear, because the polygon crosses itself.
            if misses > n || tries > 16 * count || (turn(a, b, c) > 0 && !left.contains(where: isInside)) {
                body(a, b, c)
                left.remove(at: at % n)
                at = at % n == n - 1 ? 0 : max(at % n - 1, 0)
                misses = 0
            } else {
                at = (at + 1) % n
                misses += 1
            }
        }
        body(left[0], left[1], left[2])
    }
}
