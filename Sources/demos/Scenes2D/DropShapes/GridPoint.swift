import Canvas

/// A point on a grid of 1/256 point. A product of differences of coordinates fits into 64 bits, so a test whether a point lies to the
/// left of a line has no rounding errors.
struct GridPoint: Hashable {
    static let perPoint = 256.0
    /// The maximum coordinate, in points.
    static let limit = 1e6
    var x: Int64
    var y: Int64

    /// Finds the grid point nearest to a point. The point's coordinates must be finite, and their absolute values at most
    /// `GridPoint.limit`.
    init(_ point: Point) {
        x = Int64((point.x * GridPoint.perPoint).rounded())
        y = Int64((point.y * GridPoint.perPoint).rounded())
    }
    var point: Point { Point(Double(x), Double(y)) / GridPoint.perPoint }

    /// Returns the grid points of a list; an error names the index of the refused point.
    static func points(_ points: [Point]) throws(PhysicsError) -> [GridPoint] {
        var result: [GridPoint] = []
        result.reserveCapacity(points.count)
        for (i, point) in points.enumerated() {
            try PhysicsError.require(point.x, in: -limit...limit, "x of point \(i)")
            try PhysicsError.require(point.y, in: -limit...limit, "y of point \(i)")
            result.append(GridPoint(point))
        }
        return result
    }
    /// Returns twice the area of the triangle a, b, c; positive if a, b, c run in the direction from the x axis to the y axis.
    static func cross(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
    /// Returns true if c, which must lie on the line through a and b, lies between a and b or equals one of these points.
    static func isBetween(_ c: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
        min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x) && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y)
    }
    /// Returns true if the closed segments ab and cd have a common point.
    static func meet(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Bool {
        let (abc, abd, cda, cdb) = (cross(a, b, c).signum(), cross(a, b, d).signum(), cross(c, d, a).signum(), cross(c, d, b).signum())
        if abc * abd < 0 && cda * cdb < 0 { return true }
        return (abc == 0 && isBetween(c, a, b)) || (abd == 0 && isBetween(d, a, b)) || (cda == 0 && isBetween(a, c, d)) || (cdb == 0 && isBetween(b, c, d))
    }
    /// Returns twice the area of a closed polygon; positive if the polygon runs in the direction from the x axis to the y axis.
    static func doubledArea(_ polygon: [GridPoint]) -> Int64 {
        guard let first = polygon.first else { return 0 }
        // The doubled area of a simple polygon fits into 64 bits. Intermediate sums may wrap around, but the final sum is correct, because
        // the arithmetic is modulo 2⁶⁴.
        return polygon.indices.reduce(0) { $0 &+ cross(first, polygon[$1], polygon[($1 + 1) % polygon.count]) }
    }
}
