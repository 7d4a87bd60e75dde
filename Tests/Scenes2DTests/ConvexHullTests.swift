import Canvas
import Scenes2D
import SeededRandom
import Testing

@Suite struct ConvexHullTests {
    static func random(_ count: Int, _ seed: UInt64, extent: Double = 100) -> [Point] {
        var random = SeededGenerator(state: seed)
        var points: [Point] = []
        for _ in 0..<count {
            let x = Double.random(in: 0...extent, using: &random), y = Double.random(in: 0...extent, using: &random)
            points.append(Point((x * 4).rounded() / 4, (y * 4).rounded() / 4))
        }
        return points
    }
    static func cross(_ a: Point, _ b: Point, _ c: Point) -> Double { (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) }
    static func area(_ corners: [Point]) -> Double {
        corners.indices.reduce(0) { $0 + cross(corners[0], corners[$1], corners[($1 + 1) % corners.count]) / 2 }
    }

    /// Brute force: two points are joined by a side of the hull if all other points lie on one side of the line through these two
    /// points. A point is a corner if two sides end at this point. Coordinates are multiples of a quarter, so the computation is exact
    /// in Double.
    @Test("The hull has the same corners as brute force finds", arguments: 0..<40) func bruteForce(seed: Int) throws {
        let points = Array(Set(ConvexHullTests.random(3 + seed, UInt64(seed) + 1, extent: seed < 20 ? 5 : 100)))
        var corners = Set<Point>()
        for a in points {
            for b in points where b != a {
                let others = points.map { ConvexHullTests.cross(a, b, $0) }
                guard others.allSatisfy({ $0 >= 0 }), others.contains(where: { $0 > 0 }) else { continue }
                // If several points are on one line, only the two outermost are corners.
                let onLine = zip(points, others).filter { $0.1 == 0 }.map(\.0).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
                corners.formUnion([onLine[0], onLine[onLine.count - 1]])
            }
        }
        guard !corners.isEmpty else {
            #expect(throws: PhysicsError.self) { try ConvexHull.corners(of: points) }
            return
        }
        let hull = try ConvexHull.corners(of: points)
        #expect(Set(hull) == corners && hull.count == corners.count)
        #expect(hull.indices.allSatisfy { ConvexHullTests.cross(hull[$0], hull[($0 + 1) % hull.count], hull[($0 + 2) % hull.count]) > 0 })
    }

    @Test("Points on one line, a single point and no points have no hull") func degenerate() {
        for points in [[], [Point(1, 1)], [Point(1, 1), Point(1, 1), Point(1, 1)], (0..<50).map { Point(Double($0), 2 * Double($0)) }] {
            #expect { try ConvexHull.corners(of: points) } throws: { ($0 as? PhysicsError)?.code == .degenerateShape }
        }
        for bad in [Double.nan, .infinity, -1e300] {
            #expect(throws: PhysicsError.self) { try ConvexHull.corners(of: [Point(0, 0), Point(1, 0), Point(bad, 1)]) }
        }
    }

    @Test("A hull of many sides is reduced to twelve, its flattest corners first") func thinning() throws {
        // A square with slightly bulging sides keeps its four corners.
        let square = [Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]
        var bulged: [Point] = []
        for (a, b) in zip(square, square.dropFirst() + [square[0]]) {
            for i in 0..<8 {
                let t = Double(i) / 8, out = Point((b - a).y, -(b - a).x) / 100
                bulged.append(a + (b - a) * t + out * (8 * t * (1 - t)))
            }
        }
        let hull = try ConvexHull.corners(of: bulged)
        #expect(hull.count == 32)
        let thin = ConvexHull.thinned(hull)
        #expect(thin.count == 12)
        #expect(square.allSatisfy(thin.contains))
        #expect(Set(thin).isSubset(of: Set(hull)))
        #expect(ConvexHullTests.area(thin) > 0.97 * ConvexHullTests.area(hull))
        #expect(ConvexHull.thinned(square) == square)
        // `circle` is the hull of a polygon with a thousand sides that is nearly a circle.
        let circle = try ConvexHull.corners(of: (0..<1000).map { AffineTransform.rotation(Double($0) * .pi / 500).apply(Point(500, 0)) })
        #expect(ConvexHull.thinned(circle).count == 12)
        #expect(ConvexHull.thinned(circle, to: 0).count == 3)
    }

    @Test("A simplified line stays within its tolerance") func simplification() {
        let line = (0..<2000).map { Point(Double($0), 40 * AffineTransform.rotation(Double($0) / 90).b) }
        let simple = LineSimplification.simplified(line, tolerance: 1)
        #expect(simple.count < 120 && simple.first == line.first && simple.last == line.last)
        for point in line {
            let nearest = zip(simple, simple.dropFirst()).map { a, b in
                let along = b - a, t = min(max(((point - a) * along).sum() / (along * along).sum(), 0), 1), apart = point - a - along * t
                return (apart * apart).sum().squareRoot()
            }.min()
            #expect(nearest.map { $0 <= 1 + 1e-9 } == true)
        }
        #expect(LineSimplification.simplified(line, toAtMost: 10).count <= 10)
        #expect(LineSimplification.simplified([Point](repeating: Point(3, 3), count: 9), tolerance: 1).count == 2)
    }

    @Test("A polygon of fewer sides contains the whole hull, and is only a little larger", arguments: [3, 4, 5, 12]) func enclosing(limit: Int) throws {
        for seed in 0..<20 {
            var random = SeededGenerator(state: UInt64(seed))
            let points = (0..<60).map { _ in
                AffineTransform.rotation(.random(in: 0...6.3, using: &random)).applyToOffset(Point(.random(in: 10...50, using: &random), 0))
                    * Point(1, seed % 2 == 0 ? 1 : 0.2)
            }
            let hull = try ConvexHull.corners(of: points), fewer = ConvexHull.enclosing(hull, sides: limit)
            #expect(fewer.count <= max(limit, 3) || hull.count <= limit)
            func area(_ p: [Point]) -> Double { p.indices.reduce(0) { $0 + p[$1].x * p[($1 + 1) % p.count].y - p[$1].y * p[($1 + 1) % p.count].x } / 2 }
            for i in fewer.indices {
                let (a, b) = (fewer[i], fewer[(i + 1) % fewer.count])
                for point in hull { #expect((b - a).x * (point - a).y - (b - a).y * (point - a).x > -1e-6) }
            }
            if limit == 12 { #expect(area(fewer) < 1.08 * area(hull)) }
        }
        #expect(ConvexHull.enclosing([Point(0, 0), Point(1, 0), Point(0, 1)], sides: 12).count == 3)
    }
}
