/// A rectangle with sides along the axes, in points, y down: `x` and `y` are its upper left corner.
public struct Rectangle: Sendable, Hashable, Codable {
    /// The left side.
    public var x: Double
    /// The upper side.
    public var y: Double
    /// The extent to the right; 0 or more.
    public var width: Double
    /// The extent downwards; 0 or more.
    public var height: Double

    /// Creates a rectangle from one of its corners and its extents. With a negative extent, the rectangle extends from the corner to the
    /// left or upwards.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = width < 0 ? x + width : x
        self.y = height < 0 ? y + height : y
        self.width = abs(width); self.height = abs(height)
    }
    /// Creates the smallest rectangle that contains both points.
    public init(_ a: Point, _ b: Point) {
        self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
    }
    /// The left side.
    public var minX: Double { x }
    /// The upper side.
    public var minY: Double { y }
    /// The right side.
    public var maxX: Double { x + width }
    /// The lower side.
    public var maxY: Double { y + height }
    /// The point in the middle.
    public var center: Point { Point(x + width / 2, y + height / 2) }
    /// True if the area is 0.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Returns the rectangle with each side moved inwards, or outwards for negative distances. The rectangle shrinks at most to a point at
    /// the centre.
    public func inset(dx: Double, dy: Double) -> Rectangle {
        let (dx, dy) = (min(dx, width / 2), min(dy, height / 2))
        return Rectangle(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }
    /// Returns true if the point lies inside or on the left or upper side.
    public func contains(_ point: Point) -> Bool { point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY }
    /// Returns the smallest rectangle that contains both rectangles.
    public func union(_ other: Rectangle) -> Rectangle {
        Rectangle(Point(min(minX, other.minX), min(minY, other.minY)), Point(max(maxX, other.maxX), max(maxY, other.maxY)))
    }
    /// Returns the common part of both rectangles; nil if the rectangles have no common part.
    public func intersection(_ other: Rectangle) -> Rectangle? {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX)), (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
        return left <= right && top <= bottom ? Rectangle(Point(left, top), Point(right, bottom)) : nil
    }
}
