public import Canvas
import Raster

/// The smallest convex polygon around points.
public enum ConvexHull {
    /// Returns the corners of the hull, clockwise on the screen, starting at the leftmost corner. Points on a side are not corners. The
    /// algorithm is Andrew's monotone chain. Points are rounded to a grid of 1/256 point, so that all tests can be computed exactly.
    /// - Throws: `PhysicsError` if a coordinate is not finite or beyond a million points, or if all points lie on one line.
    public static func corners(of points: [Point]) throws(PhysicsError) -> [Point] {
        let sorted = Set(try GridPoint.points(points)).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: some Sequence<GridPoint>) -> [GridPoint] {
            var chain: [GridPoint] = []
            for point in points {
                while chain.count >= 2, GridPoint.cross(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 { chain.removeLast() }
                chain.append(point)
            }
            // The last point of this chain is also the first point of the other chain, so this chain leaves the point out.
            return chain.dropLast()
        }
        let hull = chain(sorted) + chain(sorted.reversed())
        guard hull.count >= 3 else {
            throw PhysicsError(.degenerateShape, "the hull of \(points.count) points", "has no area", remedy: "give points that do not lie on one line")
        }
        return hull.map(\.point)
    }

    /// Removes corners of a convex polygon until at most `limit` corners are left, and returns the polygon of these corners. The polygon
    /// keeps at least three corners. Each round removes corners at which the outline turns by less than a tolerance, but never two
    /// neighbouring corners. The tolerance rises by a degree per round.
    public static func thinned(_ hull: [Point], to limit: Int = 12) -> [Point] {
        var corners = hull, tolerance = 0.0
        while corners.count > max(limit, 3) {
            // The turns of a convex polygon add up to a full circle, so the loop ends long before the tolerance reaches a half circle.
            tolerance += .pi / 180
            guard tolerance < .pi else { return corners }
            let turns = corners.indices.map { turn(corners, $0) }
            var dropped = Set<Int>()
            for i in corners.indices.sorted(by: { (turns[$0], $0) < (turns[$1], $1) }) where turns[i] < tolerance {
                let count = corners.count
                guard count - dropped.count > max(limit, 3) else { break }
                if !dropped.contains((i + 1) % count), !dropped.contains((i + count - 1) % count) { dropped.insert(i) }
            }
            corners = corners.indices.filter { !dropped.contains($0) }.map { corners[$0] }
        }
        return corners
    }
    /// Returns a convex polygon with at most `limit` corners, 3 or more, that contains the given polygon. While there are too many
    /// corners, the side whose removal adds the smallest area is removed, and the two neighbouring sides are extended until they meet.
    /// - Parameters:
    ///   - hull: The corners in order, in either direction.
    ///   - limit: The maximum number of corners, 3 or more.
    public static func enclosing(_ hull: [Point], sides limit: Int = 12) -> [Point] {
        var corners = hull
        while corners.count > max(limit, 3) {
            var best: (side: Int, meeting: Point, area: Double)?
            for i in corners.indices {
                let count = corners.count, a = corners[i], b = corners[(i + 1) % count]
                let into = a - corners[(i + count - 1) % count], out = b - corners[(i + 2) % count]
                // The lines through the previous side and through the next side meet at the point a + into·s = b + out·t.
                let turn = into.x * out.y - into.y * out.x, way = b - a
                guard turn != 0 else { continue }
                let s = (way.x * out.y - way.y * out.x) / turn, t = (way.x * into.y - way.y * into.x) / turn
                guard s >= 0, t >= 0 else { continue }
                let meeting = a + into * s, area = abs(way.x * (meeting - a).y - way.y * (meeting - a).x)
                if area < best?.area ?? .infinity { best = (i, meeting, area) }
            }
            guard let best else { return corners }
            corners[best.side] = best.meeting
            corners.remove(at: (best.side + 1) % corners.count)
        }
        return corners
    }
    /// Returns the turn of the outline at a corner, in radians.
    private static func turn(_ corners: [Point], _ i: Int) -> Double {
        let count = corners.count, into = corners[i] - corners[(i + count - 1) % count], out = corners[(i + 1) % count] - corners[i]
        return abs(PortableMath.arctangent(into.x * out.y - into.y * out.x, (into * out).sum()))
    }
}
