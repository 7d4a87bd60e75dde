import Canvas
import Raster

/// The lines and spots of the overlay, which numbers must not cover.
struct XrayMarks {
    /// The areas of contacts, ends of joints, numbers and the legend.
    var boxes: [Rectangle] = []
    /// The lines of joints and arrows.
    var lines: [(from: Point, to: Point)] = []
    /// For each body, the sides of its outline and the bounds of the outline.
    private var outlines: [(bounds: Rectangle, sides: [(from: Point, to: Point)])] = []

    /// Adds the outlines of a body's shapes.
    mutating func add(_ body: PhysicsBody) {
        let transform = body.transform
        var sides: [(from: Point, to: Point)] = []
        for shape in body.shapes {
            var corners: [Point]
            switch shape {
            case .polygon(let own): corners = own
            case .edge(let start, let end): corners = [start, end]
            case .circle(let center, let radius): corners = XrayMarks.circle.map { center + $0 * radius }
            }
            corners = corners.map(transform.apply)
            for i in corners.indices { sides.append((corners[i], corners[(i + 1) % corners.count])) }
        }
        outlines.append((body.bounds, sides))
    }
    private static let circle = (0..<12).map { AffineTransform.rotation(Double($0) * .pi / 6).applyToOffset(Point(1, 0)) }

    /// Returns true if a rectangle covers no mark. A rectangle completely inside or outside a body covers no outline.
    func isFree(_ place: Rectangle) -> Bool {
        !boxes.contains { XrayMarks.overlap($0, place) } && !lines.contains { XrayMarks.meets(place, $0.from, $0.to) }
            && !outlines.contains { outline in
                XrayMarks.overlap(outline.bounds, place) && outline.sides.contains { XrayMarks.meets(place, $0.from, $0.to) }
            }
    }
    static func box(around point: Point, _ reach: Double) -> Rectangle {
        Rectangle(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    }
    static func overlap(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
    /// Returns true if a line passes through a rectangle. The parts of the line beyond the rectangle's sides are cut off one side
    /// after the other; the line passes through if a part is left.
    static func meets(_ place: Rectangle, _ from: Point, _ to: Point) -> Bool {
        var low = 0.0, high = 1.0
        let way = to - from
        for (start, step, first, last) in [(from.x, way.x, place.minX, place.maxX), (from.y, way.y, place.minY, place.maxY)] {
            if step == 0 {
                if start <= first || start >= last { return false }
                continue
            }
            let (a, b) = ((first - start) / step, (last - start) / step)
            low = max(low, min(a, b))
            high = min(high, max(a, b))
        }
        return low < high
    }
}
