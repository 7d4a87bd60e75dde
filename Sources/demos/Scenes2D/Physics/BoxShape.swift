import CBox2D
import Canvas
import Raster

/// A shape in the form that Box2D accepts: coordinates are floats in metres relative to the body's centre, and a polygon has at
/// most as many corners as Box2D allows.
enum BoxShape {
    case polygon([box_point])
    case circle(center: box_point, radius: Float)
    case edge(box_point, box_point)

    /// Returns the given shapes as parts that Box2D accepts. Polygons with more corners than the library accepts are divided.
    static func parts(of shapes: [PhysicsShape], around center: Point, pointsPerMeter: Double, leavesOutSlivers: Bool) throws(PhysicsError) -> [BoxShape] {
        func local(_ point: Point) -> box_point {
            let place = (point - center) / pointsPerMeter
            return box_point(x: Float(place.x), y: Float(place.y))
        }
        let smallest = Double(box_smallest_length()) * pointsPerMeter
        var parts: [BoxShape] = []
        for (i, shape) in shapes.enumerated() {
            switch shape {
            case .circle(let middle, let radius):
                try PhysicsError.require(radius, in: smallest...10_000, "radius of shape \(i)")
                parts.append(.circle(center: local(middle), radius: Float(radius / pointsPerMeter)))
            case .edge(let start, let end):
                let apart = end - start
                guard (apart * apart).sum().squareRoot() > smallest else {
                    throw PhysicsError(.degenerateShape, "shape \(i)", "is an edge with length 0", remedy: "make it longer than \(smallest) points")
                }
                parts.append(.edge(local(start), local(end)))
            case .polygon(let corners):
                guard corners.count >= 3 else {
                    throw PhysicsError(.degenerateShape, "shape \(i)", "has \(corners.count) corners", remedy: "a polygon needs three corners")
                }
                guard corners.count <= 1000 else {
                    throw PhysicsError(.tooManyPoints, "shape \(i)", "has \(corners.count) corners", remedy: "give at most 1000")
                }
                for piece in pieces(corners) {
                    let polygon = piece.map(local)
                    guard box_polygon_is_sound(polygon, Int32(polygon.count)) else {
                        if leavesOutSlivers { continue }
                        throw PhysicsError(.degenerateShape, "shape \(i)", "is not convex, or too thin for the simulation",
                                           remedy: "give convex polygons whose corners are more than \(smallest) points apart and not on a line")
                    }
                    parts.append(.polygon(polygon))
                }
            }
        }
        return parts
    }
    /// Divides a convex polygon into pieces that Box2D accepts: each piece has few enough corners, in the required order. A polygon with
    /// too many corners is cut along a line from its first corner to the corner in the middle of the list. Such a cut divides a round
    /// polygon into two halves of about equal size.
    static func pieces(_ corners: [Point]) -> [[Point]] {
        var area = 0.0
        for i in corners.indices {
            let a = corners[i] - corners[0], b = corners[(i + 1) % corners.count] - corners[0]
            area += a.x * b.y - a.y * b.x
        }
        return split(area < 0 ? corners.reversed() : corners)
    }
    private static func split(_ corners: [Point]) -> [[Point]] {
        guard corners.count > Int(box_polygon_limit()) else { return [corners] }
        let half = corners.count / 2
        return split(Array(corners[...half])) + split(Array(corners[half...]) + [corners[0]])
    }

    func add(to body: OpaquePointer, _ material: box_material) {
        switch self {
        case .polygon(let corners): box_body_add_polygon(body, corners, Int32(corners.count), material)
        case .circle(let center, let radius): box_body_add_circle(body, center, radius, material)
        case .edge(let start, let end): box_body_add_edge(body, start, end, material)
        }
    }
}
