public import Canvas

/// A simple polygon divided into convex parts that cover exactly the same area. Ear clipping makes triangles; then neighbouring
/// parts are joined if the joined part is convex (Hertel and Mehlhorn). The algorithm gives at most four times as many parts as the
/// optimal decomposition, and usually only a few more parts than the optimum.
public struct ConvexDecomposition: Sendable {
    /// The maximum number of corners of an outline.
    public static let maximumCorners = 2048
    /// The corners of each part, clockwise on the screen.
    public let parts: [[Point]]

    /// Decomposes a closed outline: a side leads from the last point to the first. Points are rounded to a grid of 1/256 point, so that all
    /// tests can be computed exactly.
    /// - Parameters:
    ///   - outline: The corners in order, in either direction.
    ///   - limit: The maximum number of corners of a part, 3 or more.
    /// - Throws: `PhysicsError` if the outline crosses or touches itself, has no area, or has too many corners.
    public init(of outline: [Point], limit: Int = 8) throws(PhysicsError) {
        guard outline.count <= ConvexDecomposition.maximumCorners else {
            throw PhysicsError(.tooManyPoints, "the outline", "has \(outline.count) corners",
                               remedy: "simplify it to \(ConvexDecomposition.maximumCorners) corners with LineSimplification")
        }
        let corners = ConvexDecomposition.cleaned(try GridPoint.points(outline))
        guard corners.count >= 3 else {
            throw PhysicsError(.degenerateShape, "the outline", "has no area", remedy: "give corners that do not lie on one line")
        }
        guard ConvexDecomposition.isSimple(corners) else {
            throw PhysicsError(.invalidShape, "the outline", "crosses or touches itself", remedy: "give a simple outline, or make a body of its stroke")
        }
        let rings = ConvexDecomposition.merged(try ConvexDecomposition.triangles(corners), corners, limit: max(limit, 3))
        parts = rings.map { $0.map { corners[$0].point } }
    }

    /// Returns true if an outline can be decomposed: the outline must have an area and must neither cross nor touch itself.
    public static func canDecompose(_ outline: [Point]) -> Bool {
        guard outline.count <= maximumCorners, let points = try? GridPoint.points(outline) else { return false }
        let corners = cleaned(points)
        return corners.count >= 3 && isSimple(corners)
    }

    /// Returns the points, but leaves out repeated points, points on the straight line between their neighbours, and the tips of
    /// spikes. The result runs in the direction from the x axis to the y axis.
    static func cleaned(_ points: [GridPoint]) -> [GridPoint] {
        var corners: [GridPoint] = []
        for point in points {
            corners.append(point)
            while let last = corners.last, corners.count >= 2 {
                if corners[corners.count - 2] == last {
                    corners.removeLast()
                } else if corners.count >= 3, GridPoint.cross(corners[corners.count - 3], corners[corners.count - 2], last) == 0 {
                    corners.remove(at: corners.count - 2)
                } else {
                    break
                }
            }
        }
        // The list is a ring: its last points are also tested together with its first points.
        while corners.count >= 3 {
            let count = corners.count
            if corners[count - 1] == corners[0] || GridPoint.cross(corners[count - 2], corners[count - 1], corners[0]) == 0 {
                corners.removeLast()
            } else if GridPoint.cross(corners[count - 1], corners[0], corners[1]) == 0 {
                corners.removeFirst()
            } else {
                break
            }
        }
        return corners.count >= 3 && GridPoint.doubledArea(corners) < 0 ? corners.reversed() : corners
    }
    static func isSimple(_ corners: [GridPoint]) -> Bool {
        let count = corners.count
        for i in 0..<count {
            for k in (i + 1)..<max(count, i + 1) {
                let areNeighbours = k == i + 1 || (i == 0 && k == count - 1)
                let (a, b, c, d) = (corners[i], corners[(i + 1) % count], corners[k], corners[(k + 1) % count])
                if areNeighbours {
                    // Neighbouring sides always share a corner, but must not overlap: one side must not run back along the other side. In
                    // a triangle with an area, sides cannot overlap.
                    if count == 3 { continue }
                    let (far, other) = k == i + 1 ? (d, a) : (c, b), shared = k == i + 1 ? b : a
                    if GridPoint.cross(shared, far, other) == 0, GridPoint.isBetween(far, shared, other) || GridPoint.isBetween(other, shared, far) {
                        return false
                    }
                } else if GridPoint.meet(a, b, c, d) {
                    return false
                }
            }
        }
        return true
    }

    /// Triangulates by ear clipping, and returns three corner indices for each triangle.
    private static func triangles(_ corners: [GridPoint]) throws(PhysicsError) -> [[Int]] {
        var left = Array(corners.indices), result: [[Int]] = [], i = 0, tries = 0
        while left.count > 3 {
            let count = left.count
            guard tries < count else {
                throw PhysicsError(.invalidShape, "the outline", "cannot be divided into triangles", remedy: "give an outline that does not cross itself")
            }
            i %= count
            let (before, here, after) = (left[(i + count - 1) % count], left[i], left[(i + 1) % count])
            if isEar(corners[before], corners[here], corners[after], of: left, corners) {
                result.append([before, here, after])
                left.remove(at: i)
                // The search for the next ear continues after this ear. If the search began again at the first corner, all triangles might
                // meet in one corner.
                i += 1
                tries = 0
            } else {
                i += 1
                tries += 1
            }
        }
        if GridPoint.cross(corners[left[0]], corners[left[1]], corners[left[2]]) > 0 { result.append(left) }
        return result
    }
    private static func isEar(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, of left: [Int], _ corners: [GridPoint]) -> Bool {
        guard GridPoint.cross(a, b, c) > 0 else { return false }
        return !left.contains { number in
            let p = corners[number]
            guard p != a, p != b, p != c else { return false }
            return GridPoint.cross(a, b, p) >= 0 && GridPoint.cross(b, c, p) >= 0 && GridPoint.cross(c, a, p) >= 0
        }
    }

    /// Joins parts with a common side if the result is convex and has no more corners than the limit.
    private static func merged(_ triangles: [[Int]], _ corners: [GridPoint], limit: Int) -> [[Int]] {
        var parts: [[Int]?] = triangles
        struct Side: Hashable { var from: Int, to: Int }
        var owner: [Side: Int] = [:]
        for (i, triangle) in triangles.enumerated() {
            for k in triangle.indices { owner[Side(from: triangle[k], to: triangle[(k + 1) % 3])] = i }
        }
        for triangle in triangles {
            for k in triangle.indices {
                let side = Side(from: triangle[k], to: triangle[(k + 1) % 3]), back = Side(from: side.to, to: side.from)
                guard let first = owner[side], let second = owner[back], first != second, let a = parts[first], let b = parts[second],
                      a.count + b.count - 2 <= limit, let joined = join(a, b, from: side.from, to: side.to),
                      isConvex(joined, corners) else { continue }
                parts[first] = joined
                parts[second] = nil
                owner[side] = nil
                owner[back] = nil
                for m in joined.indices { owner[Side(from: joined[m], to: joined[(m + 1) % joined.count])] = first }
            }
        }
        return parts.compactMap { $0 }
    }
    /// Joins two rings at their common side. Ring `a` contains this side as `from`, `to`; ring `b` contains the same side in the opposite
    /// direction.
    private static func join(_ a: [Int], _ b: [Int], from: Int, to: Int) -> [Int]? {
        guard let start = a.firstIndex(of: to), let other = b.firstIndex(of: from) else { return nil }
        return a.indices.map { a[(start + $0) % a.count] } + b.indices.dropFirst().dropLast().map { b[(other + $0) % b.count] }
    }
    private static func isConvex(_ ring: [Int], _ corners: [GridPoint]) -> Bool {
        ring.indices.allSatisfy { i in
            GridPoint.cross(corners[ring[i]], corners[ring[(i + 1) % ring.count]], corners[ring[(i + 2) % ring.count]]) > 0
        }
    }
}
