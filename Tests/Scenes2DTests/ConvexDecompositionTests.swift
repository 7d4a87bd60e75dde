import Canvas
import Scenes2D
import SeededRandom
import Testing

@Suite struct ConvexDecompositionTests {
    /// Returns a simple polygon: a star around a centre, whose corners have random distances from the centre. Most of these stars
    /// have many concave corners.
    static func star(_ count: Int, seed: UInt64) -> [Point] {
        var random = SeededGenerator(state: seed)
        var corners: [Point] = []
        for i in 0..<count {
            let turn = AffineTransform.rotation(2 * Double.pi * Double(i) / Double(count)), distance = Double.random(in: 10...100, using: &random)
            corners.append(onGrid(turn.apply(Point(distance, 0)) + Point(200, 150)))
        }
        return corners
    }
    /// Returns the point rounded to multiples of 1/256.
    static func onGrid(_ point: Point) -> Point { Point((point.x * 256).rounded() / 256, (point.y * 256).rounded() / 256) }
    static func comb(_ teeth: Int) -> [Point] {
        var outline = [Point(0, 10), Point(0, 0), Point(Double(2 * teeth), 0), Point(Double(2 * teeth), 10)]
        for i in (0..<teeth).reversed() {
            outline += [Point(Double(2 * i) + 1, 10), Point(Double(2 * i) + 1, 1), Point(Double(2 * i), 1), Point(Double(2 * i), 10)]
        }
        return Array(outline.dropLast(2)) + [Point(0, 1)]
    }
    static let spiral: [Point] = {
        let inner = (0..<60).map { (i: Int) -> Point in AffineTransform.rotation(Double(i) * 0.3).apply(Point(10 + Double(i) * 3, 0)) }
        let outer = (0..<60).map { (i: Int) -> Point in AffineTransform.rotation(Double(i) * 0.3).apply(Point(18 + Double(i) * 3, 0)) }
        return inner + outer.reversed()
    }()

    private func check(_ outline: [Point], limit: Int = 8) throws {
        let parts = try ConvexDecomposition(of: outline, limit: limit).parts
        let whole = abs(ConvexHullTests.area(outline.map(ConvexDecompositionTests.onGrid)))
        // Coordinates are multiples of 1/256, so sums of areas are exact in Double.
        #expect(parts.reduce(0) { $0 + ConvexHullTests.area($1) } == whole)
        for part in parts {
            #expect((3...limit).contains(part.count))
            #expect(part.indices.allSatisfy { ConvexHullTests.cross(part[$0], part[($0 + 1) % part.count], part[($0 + 2) % part.count]) > 0 })
        }
        // The right total area is not enough: the parts could overlap or lie outside of the outline. If parts overlap or lie outside,
        // some point is inside the outline but in no part, or in a part but outside the outline.
        var random = SeededGenerator(state: 7)
        for _ in 0..<60 {
            let point = outline[Int.random(in: outline.indices, using: &random)]
                + Point(.random(in: -20...20, using: &random), .random(in: -20...20, using: &random))
            #expect(parts.count { holds($0, point) } == (holds(outline, point) ? 1 : 0))
        }
    }
    private func holds(_ outline: [Point], _ p: Point) -> Bool {
        var inside = false
        for (a, b) in zip(outline, outline.dropFirst() + [outline[0]]) where (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            inside.toggle()
        }
        return inside
    }

    @Test("Convex parts cover exactly a star's area", arguments: 3..<40) func stars(count: Int) throws {
        let star = ConvexDecompositionTests.star(count, seed: UInt64(count))
        try check(star)
        try check(star.reversed(), limit: 3 + count % 6)
    }
    @Test("Convex parts cover exactly combs and spirals") func combs() throws {
        for teeth in [1, 2, 9] { try check(ConvexDecompositionTests.comb(teeth)) }
        try check(ConvexDecompositionTests.spiral)
    }
    @Test("A convex outline is one part, and the letter L two") func few() throws {
        #expect(try ConvexDecomposition(of: [Point(0, 0), Point(9, 0), Point(9, 5), Point(0, 5)]).parts.count == 1)
        #expect(try ConvexDecomposition(of: [Point(0, 0), Point(9, 0), Point(9, 3), Point(3, 3), Point(3, 9), Point(0, 9)]).parts.count == 2)
    }
    @Test("Repeated points, points on a side and spikes change nothing") func repeated() throws {
        let square = [Point(0, 0), Point(5, 0), Point(9, 0), Point(9, 0), Point(9, 9), Point(9, 20), Point(9, 9), Point(0, 9), Point(0, 4), Point(0, 0)]
        #expect(try ConvexDecomposition(of: square).parts.count == 1)
        #expect(try abs(ConvexHullTests.area(ConvexDecomposition(of: square).parts[0])) == 81)
    }
    @Test("Outlines that cross, touch or have no area are refused with the matching error") func refused() {
        func code(_ outline: [Point]) -> PhysicsError.Code? {
            do { _ = try ConvexDecomposition(of: outline) } catch { return error.code }
            return nil
        }
        #expect(code([Point(0, 0), Point(9, 9), Point(9, 0), Point(0, 9)]) == .invalidShape)
        #expect(code([Point(0, 0), Point(9, 0), Point(9, 9), Point(4, 0), Point(0, 9)]) == .invalidShape)
        #expect(code([]) == .degenerateShape)
        #expect(code([Point(0, 0), Point(1, 1), Point(2, 2), Point(7, 7)]) == .degenerateShape)
        #expect(code([Point(0, 0), Point(.nan, 1), Point(2, 0)]) == .notFinite)
        #expect(code([Point(0, 0), Point(1e9, 1), Point(2, 0)]) == .outOfRange)
        #expect(code((0..<5000).map { Point(Double($0), 0) }) == .tooManyPoints)
        #expect(!ConvexDecomposition.canDecompose([Point(0, 0), Point(9, 9), Point(9, 0), Point(0, 9)]))
        #expect(ConvexDecomposition.canDecompose(ConvexDecompositionTests.spiral))
    }
}
