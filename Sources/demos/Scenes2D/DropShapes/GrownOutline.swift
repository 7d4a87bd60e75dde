import Canvas

/// Enlarges an outline by a distance, as a stroke along the outline would.
enum GrownOutline {
    /// Returns the corners of a simple polygon that is enlarged by a distance to all sides. Rounded corners are approximated by
    /// tangents of a circle.
    /// - Returns: nil if the outline has no area, or if the result would cross itself, as in a dent narrower than twice the
    ///   distance.
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
                // In a dent, the two moved sides intersect. If the dent is very narrow, the moved sides do not intersect, and the outline
                // cannot be enlarged.
                let cosine = (first * second).sum()
                guard cosine > -0.9 else { return nil }
                grown.append(ring[i] + (first + second) * (distance / (1 + cosine)))
            }
        }
        return ConvexDecomposition.canDecompose(grown) ? grown : nil
    }
    private static func direction(from a: Point, to b: Point) -> Point { (b - a) / ((b - a) * (b - a)).sum().squareRoot() }
    /// Returns the points at which tangents of the unit circle intersect. The tangents touch the circle at the two given points,
    /// and also at points between these two if the turn is more than 45 degrees.
    private static func tangents(_ first: Point, _ second: Point, along: Point, depth: Int) -> [Point] {
        let cosine = (first * second).sum()
        if cosine > 0.7 || depth == 0 { return [(first + second) / (1 + max(cosine, -0.5))] }
        // At the tip of a spike, the arc is a half circle, whose middle lies in the direction of the spike.
        let sum = first + second, length = (sum * sum).sum().squareRoot(), middle = length > 1e-6 ? sum / length : along
        return tangents(first, middle, along: along, depth: depth - 1) + tangents(middle, second, along: along, depth: depth - 1)
    }
}
