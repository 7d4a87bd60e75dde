public import Canvas

/// Reduces the points of a drawn line.
public enum LineSimplification {
    /// Returns some of the points, chosen by the method of Douglas and Peucker. No point of the line is farther from the simplified
    /// line than the tolerance. The first and the last point are kept.
    public static func simplified(_ points: [Point], tolerance: Double) -> [Point] {
        guard points.count > 2 else { return points }
        var keep = [Bool](repeating: false, count: points.count)
        keep[0] = true
        keep[points.count - 1] = true
        var ranges = [(0, points.count - 1)]
        while let (first, last) = ranges.popLast() {
            guard last - first > 1 else { continue }
            var furthest = first, distance = 0.0
            for i in (first + 1)..<last {
                let d = squaredDistance(points[i], points[first], points[last])
                if d > distance { (furthest, distance) = (i, d) }
            }
            guard distance > tolerance * tolerance else { continue }
            keep[furthest] = true
            ranges.append((first, furthest))
            ranges.append((furthest, last))
        }
        return points.indices.filter { keep[$0] }.map { points[$0] }
    }
    /// Simplifies with the smallest tolerance of 0.5, 1, 2, 4 … points that leaves at most the given number of points, 2 or more.
    public static func simplified(_ points: [Point], toAtMost limit: Int) -> [Point] {
        var tolerance = 0.5, result = simplified(points, tolerance: tolerance)
        while result.count > max(limit, 2), tolerance < 1e9 {
            tolerance *= 2
            result = simplified(result, tolerance: tolerance)
        }
        return result
    }
    private static func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let along = b - a, length = (along * along).sum()
        let share = length > 0 ? min(max(((p - a) * along).sum() / length, 0), 1) : 0
        let apart = p - (a + along * share)
        return (apart * apart).sum()
    }
}
