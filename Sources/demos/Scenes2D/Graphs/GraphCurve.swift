public import Canvas

/// A curve through points with rising x. The drawn path consists of cubic pieces. The height at an x is computed from the same pieces, so a
/// dot at this height lies exactly on the path.
public struct GraphCurve: Sendable, Hashable {
    /// The interpolation between points.
    public enum Interpolation: String, Sendable, Hashable, CaseIterable, Codable {
        /// Straight lines.
        case straight
        /// Smooth: the slope at a point is the slope of the line from the previous to the next point (Catmull and Rom 1974). The
        /// curve may exceed the data.
        case catmullRom
        /// Smooth, and never beyond the data: the curve rises where the data rise, and is level at the extremes of the data (Fritsch and
        /// Carlson 1980).
        case monotone
    }
    /// The points, with rising x.
    public let points: [Point]
    /// The slope at each point.
    public let slopes: [Double]
    /// The interpolation between points.
    public let interpolation: Interpolation

    /// Creates a curve through points. Points that are not finite, or whose x does not exceed the previous point's x, are left out.
    public init(_ points: [Point], interpolation: Interpolation) {
        var kept: [Point] = []
        kept.reserveCapacity(points.count)
        for point in points where point.x.isFinite && point.y.isFinite && (kept.last.map { $0.x < point.x } ?? true) { kept.append(point) }
        self.points = kept
        self.interpolation = interpolation
        slopes = switch interpolation {
        case .straight: [Double](repeating: 0, count: kept.count)
        case .catmullRom: GraphCurve.catmullRomSlopes(kept)
        case .monotone: GraphCurve.monotoneSlopes(kept)
        }
    }

    private static func secants(_ points: [Point]) -> [Double] {
        zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    }
    private static func catmullRomSlopes(_ points: [Point]) -> [Double] {
        guard points.count > 1 else { return points.map { _ in 0 } }
        return points.indices.map { i in
            let before = points[max(i - 1, 0)], after = points[min(i + 1, points.count - 1)]
            return (after.y - before.y) / (after.x - before.x)
        }
    }
    /// Returns the slopes at the points by Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation" (1980). A secant is the slope of
    /// the straight line between neighbouring points. The slope at a point is the mean of the secants on both sides, and 0 at an extreme.
    /// For each piece, the slopes at its two ends, divided by the secant of the piece, form a vector. If this vector is longer than 3, both
    /// slopes are scaled down.
    private static func monotoneSlopes(_ points: [Point]) -> [Double] {
        guard points.count > 1 else { return points.map { _ in 0 } }
        let secants = secants(points)
        var slopes = points.indices.map { i in
            if i == 0 { return secants[0] }
            if i == points.count - 1 { return secants[i - 1] }
            return secants[i - 1] * secants[i] <= 0 ? 0 : (secants[i - 1] + secants[i]) / 2
        }
        for (i, secant) in secants.enumerated() {
            if secant == 0 { slopes[i] = 0; slopes[i + 1] = 0; continue }
            let a = slopes[i] / secant, b = slopes[i + 1] / secant, square = a * a + b * b
            if square > 9 {
                let share = 3 / square.squareRoot()
                slopes[i] = share * a * secant
                slopes[i + 1] = share * b * secant
            }
        }
        return slopes
    }

    /// Returns the curve's height at an x. Outside the points, returns the height at the nearest end; nil if there are no points.
    public func value(at x: Double) -> Double? {
        guard let first = points.first, let last = points.last, !x.isNaN else { return nil }
        if x <= first.x { return first.y }
        if x >= last.x { return last.y }
        // Finds the last point at or before x.
        var low = 0, high = points.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].x <= x { low = middle } else { high = middle }
        }
        return value(of: low, at: x)
    }
    func value(of piece: Int, at x: Double) -> Double {
        let a = points[piece], b = points[piece + 1], width = b.x - a.x, t = (x - a.x) / width
        guard interpolation != .straight else { return a.y + (b.y - a.y) * t }
        // The Bézier form of the path. The control points divide the piece's width into thirds, so x is a linear function of t.
        let c = a.y + slopes[piece] * width / 3, d = b.y - slopes[piece + 1] * width / 3, u = 1 - t
        return u * u * u * a.y + 3 * u * u * t * c + 3 * u * t * t * d + t * t * t * b.y
    }
    /// The smallest and the largest height of the curve; nil if there are no points.
    public var range: ClosedRange<Double>? {
        guard let first = points.first else { return nil }
        var low = first.y, high = first.y
        func take(_ y: Double) { low = min(low, y); high = max(high, y) }
        for point in points { take(point.y) }
        if interpolation == .catmullRom {
            for i in points.indices.dropLast() { for x in extremes(of: i) { take(value(of: i, at: x)) } }
        }
        return low...high
    }
    /// Returns the x coordinates within a piece at which the curve is level.
    private func extremes(of piece: Int) -> [Double] {
        let a = points[piece], b = points[piece + 1], width = b.x - a.x
        let c = a.y + slopes[piece] * width / 3, d = b.y - slopes[piece + 1] * width / 3
        // p, q and r are the Bézier coefficients of the derivative, divided by 3. The lines below compute the zeros of the derivative.
        let p = c - a.y, q = d - c, r = b.y - d, squared = p - 2 * q + r, discriminant = q * q - p * r
        guard discriminant >= 0 else { return [] }
        // This form of the quadratic formula loses no digits if the quadratic coefficient is small.
        let s = q - p, w = -(s + (s < 0 ? -1 : 1) * discriminant.squareRoot())
        let zeros = [w / squared, p / w]
        return zeros.filter { $0 > 0 && $0 < 1 }.map { a.x + $0 * width }
    }

    /// Returns the curve as a path; the path is empty if the curve has fewer than two points.
    public func path() -> Path {
        var path = Path()
        guard points.count > 1, let first = points.first else { return path }
        path.move(to: first)
        for i in points.indices.dropLast() {
            let a = points[i], b = points[i + 1], third = (b.x - a.x) / 3
            if interpolation == .straight { path.line(to: b) } else {
                path.cubic(to: b, control1: Point(a.x + third, a.y + slopes[i] * third), control2: Point(b.x - third, b.y - slopes[i + 1] * third))
            }
        }
        return path
    }
    /// Returns the area between the curve and a level, as a closed path.
    public func area(to level: Double) -> Path {
        var path = path()
        guard let first = points.first, let last = points.last, !path.isEmpty else { return path }
        path.line(to: Point(last.x, level))
        path.line(to: Point(first.x, level))
        path.close()
        return path
    }
}

/// A table of a curve's height at each whole x, for a dot that follows the curve in every frame.
public struct GraphLookup: Sendable, Hashable {
    /// The first x of the table.
    public let start: Int
    /// The heights at `start`, `start + 1` and so on.
    public let heights: [Double]

    /// Creates a table from the curve's first to its last whole x; empty if the curve has no points or is longer than
    /// `maximumCount`.
    public init(_ curve: GraphCurve) {
        guard let first = curve.points.first?.x, let last = curve.points.last?.x, abs(first) < 1e9, abs(last) < 1e9,
              last - first < Double(GraphLookup.maximumCount) else {
            (start, heights) = (0, [])
            return
        }
        let from = Int(first.rounded(.down)), to = Int(last.rounded(.up))
        start = from
        var piece = 0
        heights = (from...to).map { x in
            let x = min(max(Double(x), first), last)
            while piece + 2 < curve.points.count, curve.points[piece + 1].x <= x { piece += 1 }
            return curve.points.count > 1 ? curve.value(of: piece, at: x) : curve.points[0].y
        }
    }
    /// The maximum number of heights.
    public static let maximumCount = 1 << 20
    /// Returns the height at an x, by linear interpolation of the table. Beyond the table, returns the height at its nearest end;
    /// nil for an empty table.
    public func height(at x: Double) -> Double? {
        guard let last = heights.last, !x.isNaN else { return nil }
        let place = x - Double(start)
        if place <= 0 { return heights[0] }
        if place >= Double(heights.count - 1) { return last }
        let i = Int(place), share = place - Double(i)
        return heights[i] + (heights[i + 1] - heights[i]) * share
    }
}
