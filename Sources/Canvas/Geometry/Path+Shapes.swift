/// The radii of a rectangle's four corners, in points; 0 for a sharp corner.
public struct CornerRadii: Sendable, Hashable, Codable {
    /// The upper left corner's radius.
    public var topLeft: Double
    /// The upper right corner's radius.
    public var topRight: Double
    /// The lower right corner's radius.
    public var bottomRight: Double
    /// The lower left corner's radius.
    public var bottomLeft: Double
    /// Creates the radii of four corners. By default, all corners are sharp.
    public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
        self.topLeft = topLeft; self.topRight = topRight; self.bottomRight = bottomRight; self.bottomLeft = bottomLeft
    }
}

extension Path {
    /// Creates a closed rectangle, clockwise from its upper left corner.
    public init(rectangle: Rectangle) {
        self.init(polygon: [Point(rectangle.minX, rectangle.minY), Point(rectangle.maxX, rectangle.minY),
                            Point(rectangle.maxX, rectangle.maxY), Point(rectangle.minX, rectangle.maxY)])
    }
    /// Creates a closed ellipse that touches all sides of a rectangle, clockwise from the ellipse's rightmost point. The distance between
    /// the path's cubics and the exact ellipse is at most 4.3e-6 of the radius.
    public init(ovalIn rectangle: Rectangle) {
        let right = Point(rectangle.width / 2, 0), down = Point(0, rectangle.height / 2), center = rectangle.center
        self.init()
        move(to: center + right)
        appendQuarter(center, right, down)
        appendQuarter(center, down, -right)
        appendQuarter(center, -right, -down)
        appendQuarter(center, -down, right)
        close()
    }
    /// Creates a closed circle, clockwise from its rightmost point.
    public init(circleAt center: Point, radius: Double) {
        self.init(ovalIn: Rectangle(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }
    /// Creates a rectangle with four rounded corners of the same radius. The radius is clamped to half of the shorter side.
    public init(roundedRectangle rectangle: Rectangle, cornerRadius radius: Double) {
        self.init(roundedRectangle: rectangle, cornerRadii: CornerRadii(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius))
    }
    /// Creates a closed rectangle with a radius for each corner, clockwise from the end of the upper left corner. Negative radii count as
    /// 0. If two radii together exceed the side between them, all radii are reduced by the same factor, as in CSS (Backgrounds and
    /// Borders Level 3, section 4.5).
    public init(roundedRectangle r: Rectangle, cornerRadii radii: CornerRadii) {
        self.init()
        var (topLeft, topRight) = (max(radii.topLeft, 0), max(radii.topRight, 0))
        var (bottomRight, bottomLeft) = (max(radii.bottomRight, 0), max(radii.bottomLeft, 0))
        var factor = 1.0
        for (side, sum) in [(r.width, topLeft + topRight), (r.width, bottomLeft + bottomRight), (r.height, topLeft + bottomLeft),
                            (r.height, topRight + bottomRight)]
        where sum > side { factor = min(factor, side / sum) }
        topLeft *= factor; topRight *= factor; bottomRight *= factor; bottomLeft *= factor
        move(to: Point(r.minX + topLeft, r.minY))
        appendSide(to: Point(r.maxX - topRight, r.minY))
        appendCorner(Point(r.maxX - topRight, r.minY + topRight), Point(0, -topRight), Point(topRight, 0))
        appendSide(to: Point(r.maxX, r.maxY - bottomRight))
        appendCorner(Point(r.maxX - bottomRight, r.maxY - bottomRight), Point(bottomRight, 0), Point(0, bottomRight))
        appendSide(to: Point(r.minX + bottomLeft, r.maxY))
        appendCorner(Point(r.minX + bottomLeft, r.maxY - bottomLeft), Point(0, bottomLeft), Point(-bottomLeft, 0))
        appendSide(to: Point(r.minX, r.minY + topLeft))
        appendCorner(Point(r.minX + topLeft, r.minY + topLeft), Point(-topLeft, 0), Point(0, -topLeft))
        close()
    }
    /// Creates a path of straight lines from point to point, closed by default. The path is empty if there are no points.
    public init(polygon points: [Point], isClosed: Bool = true) {
        self.init()
        elements.reserveCapacity(points.count + 1)
        for point in points { line(to: point) }
        if isClosed { close() }
    }

    private mutating func appendSide(to end: Point) {
        if currentPoint != end { line(to: end) }
    }
    private mutating func appendCorner(_ center: Point, _ from: Point, _ to: Point) {
        if from != to { appendQuarter(center, from, to) }
    }
    /// Adds a quarter of an ellipse around a centre. The quarter connects the ends of two half axes.
    mutating func appendQuarter(_ center: Point, _ from: Point, _ to: Point) {
        // `diagonal` is √½. `reach` is 4/3·tan(π/16): for an eighth of a circle, the distance from an end of the arc to the nearer control point.
        let diagonal = 0.5.squareRoot(), reach = 0.26521648983954400922
        let middle = (from + to) * diagonal, tangent = (to - from) * (diagonal * reach)
        elements.append(.cubic(control1: center + from + to * reach, control2: center + middle - tangent, to: center + middle))
        elements.append(.cubic(control1: center + middle + tangent, control2: center + to + from * reach, to: center + to))
    }
}
