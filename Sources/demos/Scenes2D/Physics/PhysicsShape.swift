import CBox2D
public import Canvas
import Raster

/// A shape of a body, at the position on the canvas at which the body is made, in points, y down.
public enum PhysicsShape: Sendable, Hashable {
    /// A convex polygon with 3 or more corners, in either direction.
    case polygon([Point])
    /// A disc.
    case circle(center: Point, radius: Double)
    /// A line that stops bodies from both sides. An edge has no mass, so only fixed bodies can have edges.
    case edge(Point, Point)

    /// Returns a rectangle that is rotated about its centre by an angle in radians.
    public static func box(center: Point, width: Double, height: Double, angle: Double = 0) -> PhysicsShape {
        let turn = AffineTransform.rotation(angle), half = Point(width / 2, height / 2)
        return .polygon([Point(-half.x, -half.y), Point(half.x, -half.y), Point(half.x, half.y),
                         Point(-half.x, half.y)].map { center + turn.applyToOffset($0) })
    }
    /// Returns the sides of a rectangle as four edges: a closed room.
    public static func room(_ rectangle: Rectangle) -> [PhysicsShape] {
        let corners = [Point(rectangle.minX, rectangle.minY), Point(rectangle.maxX, rectangle.minY),
                       Point(rectangle.maxX, rectangle.maxY), Point(rectangle.minX, rectangle.maxY)]
        return corners.indices.map { .edge(corners[$0], corners[($0 + 1) % 4]) }
    }

    /// Returns four boxes around a rectangle: the walls of a room. If a body is pressed into a thin wall, the simulation could push the
    /// body out of the room. The walls are thick, so that bodies are pushed back into the room.
    /// - Parameters:
    ///   - r: The rectangle inside of the walls.
    ///   - thickness: The thickness in points; the walls lie outside the rectangle.
    public static func walls(around r: Rectangle, thickness: Double = 200) -> [PhysicsShape] {
        let t = thickness
        let boxes = [Rectangle(x: r.minX - t, y: r.maxY, width: r.width + 2 * t, height: t),
                     Rectangle(x: r.minX - t, y: r.minY - t, width: r.width + 2 * t, height: t),
                     Rectangle(x: r.minX - t, y: r.minY - t, width: t, height: r.height + 2 * t),
                     Rectangle(x: r.maxX, y: r.minY - t, width: t, height: r.height + 2 * t)]
        return boxes.map { .box(center: $0.center, width: $0.width, height: $0.height) }
    }

    /// The points that determine the shape's position.
    var points: [Point] {
        switch self {
        case .polygon(let corners): corners
        case .circle(let center, _): [center]
        case .edge(let start, let end): [start, end]
        }
    }
}

/// The material of a body.
public struct PhysicsMaterial: Sendable, Hashable {
    /// The density in kilograms per square metre, 0.001 to 10,000; initially 1.
    public var density: Double
    /// The friction, 0 to 10: 0 slides, 1 grips.
    public var friction: Double
    /// The restitution, 0 to 1. If the restitution is 0, the body does not bounce. If the restitution is 1, the body rises again to the
    /// height from which it fell.
    public var restitution: Double
    /// Bodies with the same group number above 0, such as the links of a rope, do not collide with each other; 0 to 32,767.
    public var group: Int
    /// Creates a material; by default with density 1, friction 0.2 and no restitution.
    public init(density: Double = 1, friction: Double = 0.2, restitution: Double = 0, group: Int = 0) {
        self.density = density; self.friction = friction; self.restitution = restitution; self.group = group
    }
    func validate() throws(PhysicsError) {
        try PhysicsError.require(density, in: 0.001...10_000, "density of a body")
        try PhysicsError.require(friction, in: 0...10, "friction of a body")
        try PhysicsError.require(restitution, in: 0...1, "restitution of a body")
        try PhysicsError.require(Double(group), in: 0...32_767, "group of a body")
    }
    var boxMaterial: box_material { box_material(friction: Float(friction), restitution: Float(restitution), group: Int16(-group)) }
}

/// The area, centre and second moment of area of shapes. Areas where shapes overlap count more than once. Lengths are in the
/// shapes' units.
struct MassProperties {
    private(set) var area = 0.0
    private(set) var center = Point(0, 0)
    /// The moment about the centre, in length to the fourth power.
    private(set) var moment = 0.0

    init(_ shapes: [PhysicsShape]) {
        for shape in shapes { add(shape) }
    }
    private mutating func add(_ shape: PhysicsShape) {
        switch shape {
        case .edge: break
        case .circle(let middle, let radius):
            let area = Double.pi * radius * radius
            add(area: area, center: middle, moment: area * radius * radius / 2)
        case .polygon(let corners):
            // The triangles all begin at the first corner, not at the origin, because a polygon far from the origin would lose
            // digits.
            for i in corners.indices.dropFirst().dropLast() {
                let a = corners[i] - corners[0], b = corners[i + 1] - corners[0]
                let area = abs(a.x * b.y - a.y * b.x) / 2
                let sides = [a, b, b - a].map { ($0 * $0).sum() }
                add(area: area, center: corners[0] + (a + b) / 3, moment: area * sides.reduce(0, +) / 36)
            }
        }
    }
    /// Adds a part by the parallel axis theorem.
    private mutating func add(area: Double, center: Point, moment: Double) {
        let sum = self.area + area
        guard sum > 0 else { return }
        let apart = center - self.center
        self.moment += moment + self.area * area / sum * (apart * apart).sum()
        self.center += apart * (area / sum)
        self.area = sum
    }
}

extension PhysicsShape {
    /// Returns a stroked line as shapes: a rectangle for each segment, and a disc at each point, like round caps and joins.
    public static func stroke(_ points: [Point], width: Double) -> [PhysicsShape] {
        points.map { .circle(center: $0, radius: width / 2) } + segments(points, halfWidth: width / 2, overhangs: points.map { _ in 0 })
    }
    /// - Parameter overhangs: For each point, the distance by which the adjacent rectangles extend beyond the point.
    private static func segments(_ points: [Point], halfWidth: Double, overhangs: [Double]) -> [PhysicsShape] {
        zip(points, points.dropFirst()).enumerated().filter { $0.element.0 != $0.element.1 }.map { i, ends in
            let along = ends.1 - ends.0, length = (along * along).sum().squareRoot(), side = Point(-along.y, along.x) * (halfWidth / length)
            let (a, b) = (ends.0 - along * (overhangs[i] / length), ends.1 + along * (overhangs[i + 1] / length))
            return .polygon([a - side, b - side, b + side, a + side])
        }
    }
    /// Returns a stroked line with discs of a different radius. Discs are placed only at the ends and at sharp turns, where a gap between
    /// rectangles would be visible. At slight turns, rectangles extend to the intersection of their outer sides, so that there is no gap
    /// between the rectangles.
    static func stroke(_ points: [Point], halfWidth: Double, discRadius: Double) -> [PhysicsShape] {
        var discs: [PhysicsShape] = [], overhangs = points.map { _ in 0.0 }
        for (i, point) in points.enumerated() {
            if i > 0, i < points.count - 1, points[i - 1] != point, points[i + 1] != point {
                let into = point - points[i - 1], out = points[i + 1] - point
                let cosine = (into * out).sum() / ((into * into).sum() * (out * out).sum()).squareRoot(), half = max((1 + cosine) / 2, 0).squareRoot()
                // `halfWidth * (1 - half)` is the depth of the wedge that a disc would fill.
                if halfWidth * (1 - half) < 0.1 {
                    overhangs[i] = halfWidth * max(1 - half * half, 0).squareRoot() / half
                    continue
                }
            }
            discs.append(.circle(center: point, radius: discRadius))
        }
        return discs + segments(points, halfWidth: halfWidth, overhangs: overhangs)
    }
}
