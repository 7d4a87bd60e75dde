import Canvas
import SeededRandom
import Testing

@Suite struct FlatteningTests {
    @Test("No point of a curve is farther from its polyline than the tolerance, and the polyline has few lines", arguments: [false, true])
    func tolerance(isAstride: Bool) throws {
        var random = SeededGenerator(state: 1)
        for _ in 0..<40 {
            func point() -> Point { Point(Double.random(in: -100...100, using: &random), Double.random(in: -100...100, using: &random)) }
            let (a, b, c, d) = (point(), point(), point(), point())
            var path = Path()
            path.move(to: a)
            path.cubic(to: d, control1: b, control2: c)
            let tolerance = [1, 0.1, 0.01].randomElement(using: &random)!
            let lines = try path.polylines(tolerance: tolerance, isAstride: isAstride)
            var worst = 0.0
            for i in 0...400 {
                let t = Double(i) / 400, s = 1 - t
                let curve = a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
                worst = max(worst, distance(curve, to: lines))
            }
            #expect(worst <= tolerance * 1.000001)
            #expect(worst >= tolerance / 30, "so many lines are not needed: \(lines.points.count)")
        }
    }

    @Test("A polyline that crosses its curve has fewer lines than one of chords, and deviates from the curve as much inside as outside", arguments: [1.0, 0.1, 0.01, 0.001])
    func astride(tolerance: Double) throws {
        let circle = Path(ovalIn: Rectangle(x: -50, y: -50, width: 100, height: 100))
        let onCurve = try circle.polylines(tolerance: tolerance), astride = try circle.polylines(tolerance: tolerance, isAstride: true)
        #expect(astride.points.count < onCurve.points.count || onCurve.points.count <= 16)
        let exact = abs(area(of: try circle.polylines(tolerance: 1e-7)))
        // Chords lie only on the inside of the curve.
        let lost = exact - abs(area(of: onCurve)), error = abs(abs(area(of: astride)) - exact)
        #expect(lost > 0)
        // If the polyline has many lines, the error of its area is half of the error of the polyline of chords. The lines lie outside of
        // the curve by a sixth of the distance by which chords of the same length lie inside.
        #expect(error < 0.75 * lost)
        // The middle of each line of the polyline is close to the curve.
        var farthest = 0.0
        for (a, b) in zip(astride.points, astride.points.dropFirst()) {
            let middle: Point = (a + b) * 0.5
            farthest = max(farthest, abs((middle * middle).sum().squareRoot() - 50))
        }
        #expect(farthest <= tolerance * 1.0001 + 0.015, "Bézier curves leave a circle by 1/3700 of its radius")
    }

    @Test("Polylines record where subpaths start and which are closed, and repeat no point") func subpaths() throws {
        var path = Path()
        path.move(to: Point(0, 0)); path.line(to: Point(1, 0)); path.line(to: Point(1, 0)); path.line(to: Point(0, 1)); path.line(to: Point(0, 0)); path.close()
        path.line(to: Point(5, 5))
        path.move(to: Point(9, 9))
        path.move(to: Point(2, 2)); path.line(to: Point(3, 2)); path.line(to: Point(3, 3))
        let lines = try path.polylines(tolerance: 0.1)
        #expect(lines.starts == [0, 3, 5])
        #expect(lines.isClosed == [true, false, false])
        #expect(lines.points == [Point(0, 0), Point(1, 0), Point(0, 1), Point(0, 0), Point(5, 5), Point(2, 2), Point(3, 2), Point(3, 3)])
    }

    @Test("A path without a first move begins at its first point") func firstPoint() {
        #expect(Path([.line(to: Point(1, 2)), .line(to: Point(3, 4))]).elements == [.move(to: Point(1, 2)), .line(to: Point(3, 4))])
        #expect(Path([.close, .quadratic(control: Point(1, 2), to: Point(3, 4))]).elements
            == [.move(to: Point(1, 2)), .quadratic(control: Point(1, 2), to: Point(3, 4))])
        #expect(Path([.close]).isEmpty)
    }

    @Test("A coordinate that is not finite or too large is an error that names its element", arguments: [Double.nan, .infinity, -.infinity, 1e101])
    func badCoordinates(value: Double) {
        var path = Path()
        path.move(to: Point(0, 0))
        path.cubic(to: Point(1, 1), control1: Point(2, value), control2: Point(3, 3))
        let expected = CanvasError(.invalidCoordinate, "element 1 (cubic) of the path", "has the coordinate \(value)",
                                   remedy: "give finite numbers between -1e100 and 1e100")
        for attempt in [{ _ = try path.polylines(tolerance: 1) }, { _ = try path.strokeOutline(StrokeStyle(), tolerance: 1) }] {
            let error = #expect(throws: CanvasError.self) { try attempt() }
            #expect(error?.description == expected.description)
        }
    }

    @Test("A path of ten million segments is refused at once") func tooManyElements() {
        let path = Path([Path.Element](repeating: .line(to: Point(1, 1)), count: Path.largestElementCount + 1))
        let error = #expect(throws: CanvasError.self) { try path.polylines(tolerance: 1) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("Curves of any size become a bounded number of lines") func hugeCurves() throws {
        var path = Path()
        path.move(to: Point(-1e100, 1e100))
        path.cubic(to: Point(1e100, 1e100), control1: Point(1e100, -1e100), control2: Point(-1e100, -1e100))
        let lines = try path.polylines(tolerance: 1e-9)
        #expect(lines.points.count <= 4097)
        #expect(lines.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        #expect(throws: CanvasError.self) { try path.polylines(tolerance: 0) }
        #expect(throws: CanvasError.self) { try path.polylines(tolerance: .nan) }
    }
}

/// Returns the distance of a point from the lines of open and closed polylines, by brute force.
func distance(_ point: Point, to lines: Polylines) -> Double {
    var least = Double.infinity
    for polyline in 0..<lines.count {
        let range = lines.range(of: polyline), last = lines.isClosed[polyline] ? range.upperBound : range.upperBound - 1
        for i in range.lowerBound..<last {
            let a = lines.points[i], b = lines.points[i + 1 == range.upperBound ? range.lowerBound : i + 1], d = b - a
            let t = max(0, min(1, ((point - a) * d).sum() / (d * d).sum())), offset = point - a - d * t
            least = min(least, (offset * offset).sum())
        }
    }
    return least.squareRoot()
}

/// Returns the winding number of closed polylines around a point.
func winding(of lines: Polylines, around point: Point) -> Int {
    var count = 0
    for polyline in 0..<lines.count {
        let range = lines.range(of: polyline)
        for i in range {
            let a = lines.points[i], b = lines.points[i + 1 == range.upperBound ? range.lowerBound : i + 1]
            guard (a.y <= point.y) != (b.y <= point.y) else { continue }
            let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
            if x > point.x { count += a.y < b.y ? 1 : -1 }
        }
    }
    return count
}

/// Returns the sum of the signed areas of all polylines, by the shoelace formula.
func area(of lines: Polylines) -> Double {
    var sum = 0.0
    for polyline in 0..<lines.count {
        let range = lines.range(of: polyline)
        for i in range {
            let a = lines.points[i], b = lines.points[i + 1 == range.upperBound ? range.lowerBound : i + 1]
            sum += a.x * b.y - a.y * b.x
        }
    }
    return sum / 2
}
