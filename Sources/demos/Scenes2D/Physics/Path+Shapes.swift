import Canvas

extension Path {
    /// Returns a circle made of four cubic curves.
    static func disc(_ center: Point, radius: Double) -> Path {
        rounded(Rectangle(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), radius: radius)
    }
    /// Returns a rectangle with rounded corners. Each corner is a cubic curve that is nearly a quarter of a circle.
    static func rounded(_ r: Rectangle, radius: Double) -> Path {
        let radius = min(radius, r.width / 2, r.height / 2)
        // The distance from a corner to the inner control points. With this distance, a cubic curve is nearly a quarter of a
        // circle.
        let c = radius * (1 - 0.5522847498)
        var path = Path()
        path.move(to: Point(r.minX + radius, r.minY))
        path.line(to: Point(r.maxX - radius, r.minY))
        path.cubic(to: Point(r.maxX, r.minY + radius), control1: Point(r.maxX - c, r.minY), control2: Point(r.maxX, r.minY + c))
        path.line(to: Point(r.maxX, r.maxY - radius))
        path.cubic(to: Point(r.maxX - radius, r.maxY), control1: Point(r.maxX, r.maxY - c), control2: Point(r.maxX - c, r.maxY))
        path.line(to: Point(r.minX + radius, r.maxY))
        path.cubic(to: Point(r.minX, r.maxY - radius), control1: Point(r.minX + c, r.maxY), control2: Point(r.minX, r.maxY - c))
        path.line(to: Point(r.minX, r.minY + radius))
        path.cubic(to: Point(r.minX + radius, r.minY), control1: Point(r.minX, r.minY + c), control2: Point(r.minX + c, r.minY))
        path.close()
        return path
    }
    /// Returns a path of straight lines from point to point.
    static func lines(_ points: [Point], closed: Bool = false) -> Path {
        var path = Path(points.enumerated().map { $0.offset == 0 ? .move(to: $0.element) : .line(to: $0.element) })
        if closed { path.close() }
        return path
    }
}
