import Canvas

/// An outline moved outwards, as far as a stroke around it reaches.
enum GrownOutline {
    /// The corners of the area that lies within a distance of a simple polygon: its corners are round there, by points on tangents of the circle.
    /// - Returns: nil where the outline has no area, or where the result would cross itself, as in a dent that is narrower than twice the distance.
    static func corners(of outline: [Point], distance: Double) -> [Point]? {
        let corners = outline.indices.filter { outline[$0] != outline[($0 + 1) % outline.count] }.map { outline[$0] }
        guard corners.count >= 3 else { return nil }
        var area = 0.0
        for i in corners.indices {
            let a = corners[i] - corners[0], b = corners[(i + 1) % corners.count] - corners[0]
            area += a.x * b.y - a.y * b.x
        }
        guard area != 0 else { return nil }
        let ring = area > 0 ? corners : corners.reversed()
        var grown: [Point] = []
        for i in ring.indices {
            let before = direction(from: ring[(i + ring.count - 1) % ring.count], to: ring[i]), after = direction(from: ring[i], to: ring[(i + 1) % ring.count])
            let (first, second) = (Point(before.y, -before.x), Point(after.y, -after.x))
            if before.x * after.y - before.y * after.x >= 0 {
                grown += tangents(first, second, along: before, depth: 3).map { ring[i] + $0 * distance }
            } else {
                // In a dent both sides meet before the corner; in a crack they never do.
                let cosine = (first * second).sum()
                guard cosine > -0.9 else { return nil }
                grown.append(ring[i] + (first + second) * (distance / (1 + cosine)))
            }
        }
        return ConvexDecomposition.canDecompose(grown) ? grown : nil
    }
    private static func direction(from a: Point, to b: Point) -> Point { (b - a) / ((b - a) * (b - a)).sum().squareRoot() }
    /// Where the tangents of the unit circle meet that touch it at two points, and at others between them where the turn is more than 45 degrees.
    private static func tangents(_ first: Point, _ second: Point, along: Point, depth: Int) -> [Point] {
        let cosine = (first * second).sum()
        if cosine > 0.7 || depth == 0 { return [(first + second) / (1 + max(cosine, -0.5))] }
        // At the end of a spike the circle is gone half around, past the way that led there.
        let sum = first + second, length = (sum * sum).sum().squareRoot(), middle = length > 1e-6 ? sum / length : along
        return tangents(first, middle, along: along, depth: depth - 1) + tangents(middle, second, along: along, depth: depth - 1)
    }
}
