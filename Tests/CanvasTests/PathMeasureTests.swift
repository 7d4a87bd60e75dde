import Canvas
import SeededRandom
import Testing

@Suite struct PathMeasureTests {
    @Test("Lengths are the integral of the speed") func lengths() throws {
        var random = SeededGenerator(state: 5)
        for _ in 0..<30 {
            func point() -> Point { Point(Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random)) }
            let (a, b, c, d) = (point(), point(), point(), point())
            let path = Path([.move(to: a), .cubic(control1: b, control2: c, to: d)])
            // The expected length is an integral by Simpson's rule with 20,000 intervals.
            func speed(_ t: Double) -> Double {
                let s = 1 - t, v = (b - a) * (3 * s * s) + (c - b) * (6 * s * t) + (d - c) * (3 * t * t)
                return (v * v).sum().squareRoot()
            }
            var sum = speed(0) + speed(1)
            for i in 1..<20_000 { sum += speed(Double(i) / 20_000) * (i.isMultiple(of: 2) ? 2 : 4) }
            #expect(abs(try path.length() - sum / 60_000) < 2e-7)
        }
        // The length of the parabola y = x² from 0 to 1 has a formula.
        let parabola = Path([.move(to: Point(0, 0)), .quadratic(control: Point(0.5, 0), to: Point(1, 1))])
        #expect(abs(try parabola.length() - 1.4789428575445974) < 1e-12)
    }

    @Test("A cusp and curves along a line have the right lengths") func cusps() throws {
        // This curve runs on a straight line to a turning point and back. The curve's length is twice the distance from the start to the
        // turning point, minus the distance from the start to the end.
        let back = Path([.move(to: Point(0, 0)), .quadratic(control: Point(4, 0), to: Point(0, 0))])
        #expect(abs(try back.length() - 4) < 1e-6)
        let cusp = Path([.move(to: Point(0, 0)), .cubic(control1: Point(1, 1), control2: Point(0, 1), to: Point(1, 0))])
        let lines = try cusp.flattened(tolerance: 1e-12)
        #expect(abs(try cusp.length() - lines.length()) < 1e-6)
        #expect(try Path([.move(to: Point(1, 1)), .cubic(control1: Point(1, 1), control2: Point(1, 1), to: Point(1, 1))]).length() == 0)
    }

    @Test("Points at given lengths are exact along all subpaths, closing lines included") func points() throws {
        var path = Path(rectangle: Rectangle(x: 0, y: 0, width: 10, height: 5))
        path.move(to: Point(100, 0))
        path.line(to: Point(110, 0))
        let measure = try PathMeasure(path)
        #expect(measure.length == 40)
        for (length, point, tangent) in [(0.0, Point(0, 0), Point(1, 0)), (12, Point(10, 2), Point(0, 1)), (27, Point(0, 3), Point(0, -1)),
                                         (33, Point(103, 0), Point(1, 0)),
                                         (40, Point(110, 0), Point(1, 0)), (-5, Point(0, 0), Point(1, 0)), (99, Point(110, 0), Point(1, 0))] {
            #expect(measure.point(at: length) == point)
            #expect(measure.tangent(at: length) == tangent)
        }
        #expect(try PathMeasure(Path()).point(at: 0) == nil)
        #expect(try PathMeasure(Path()).tangent(at: 1) == nil)
        let curve = try PathMeasure(Path([.move(to: Point(0, 0)), .cubic(control1: Point(0, 50), control2: Point(90, -50), to: Point(40, 3))]))
        for i in 1..<20 {
            let part = curve.trimmed(from: 0, to: Double(i) / 20)
            #expect(abs(try part.length() - curve.length * Double(i) / 20) < 1e-7)
            let end = try #require(curve.point(at: curve.length * Double(i) / 20)), other = try #require(part.currentPoint)
            #expect(abs(end.x - other.x) + abs(end.y - other.y) < 1e-9)
        }
        // A curve has a direction at its start even if the first control point equals the start.
        let still = try PathMeasure(Path([.move(to: Point(0, 0)), .cubic(control1: Point(0, 0), control2: Point(5, 0), to: Point(9, 0))]))
        #expect(still.tangent(at: 0) == Point(1, 0))
    }

    @Test("The parts of a path add up to the whole, and whole subpaths stay closed") func trimming() throws {
        var path = Path(ovalIn: Rectangle(x: 0, y: 0, width: 10, height: 6))
        path.append(Path(rectangle: Rectangle(x: 20, y: 0, width: 10, height: 10)))
        path.move(to: Point(50, 0))
        path.quadratic(to: Point(60, 0), control: Point(55, 9))
        let measure = try PathMeasure(path)
        for cut in [0.1, 0.33, 0.5, 0.77] {
            let sum = try measure.trimmed(from: 0, to: cut).length() + measure.trimmed(from: cut, to: 1).length()
            #expect(abs(sum - measure.length) < 1e-6)
        }
        #expect(measure.trimmed(from: 0, to: 1) == path)
        #expect(measure.trimmed(from: -3, to: 9) == path)
        #expect(measure.trimmed(from: 0.4, to: 0.4).isEmpty)
        var line = Path([.move(to: Point(-10, 0)), .line(to: Point(0, 0))])
        line.append(Path(rectangle: Rectangle(x: 20, y: 0, width: 10, height: 10)))
        line.line(to: Point(20, -10))
        let other = try PathMeasure(line)
        #expect(other.trimmed(fromLength: 5, toLength: 55).elements
            == [.move(to: Point(-5, 0)), .line(to: Point(0, 0))] + Path(rectangle: Rectangle(x: 20, y: 0, width: 10, height: 10)).elements
            + [.move(to: Point(20, 0)), .line(to: Point(20, -5))])
        #expect(other.trimmed(fromLength: 15, toLength: 45).elements
            == [.move(to: Point(25, 0)), .line(to: Point(30, 0)), .line(to: Point(30, 10)), .line(to: Point(20, 10)), .line(to: Point(20, 5))])
    }

    @Test("A part that extends over the end continues at the start, in one piece if the path is one loop") func wrapping() throws {
        let square = try PathMeasure(Path(rectangle: Rectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(square.trimmed(from: 0.875, to: 0.125).elements == [.move(to: Point(0, 5)), .line(to: Point(0, 0)), .line(to: Point(5, 0))])
        let open = try PathMeasure(Path([.move(to: Point(0, 0)), .line(to: Point(10, 0))]))
        #expect(open.trimmed(from: 0.75, to: 0.25).elements == [.move(to: Point(7.5, 0)), .line(to: Point(10, 0)), .move(to: Point(0, 0)),
                                                                .line(to: Point(2.5, 0))])
    }

    @Test("Curves of the smallest lengths, whose halves do not add up to the whole length, are measured in few pieces") func tiny() throws {
        // The squares of the lengths of such curves are so small that they have few significant digits or none. If PathMeasure halved each
        // curve until the computed lengths agreed, two hundred of these curves would exceed the allowed number of pieces.
        var random = SeededGenerator(state: 8)
        for size: Double in [1e-152, 1e-155, 1e-158, 1e-161, 1e-200, .leastNonzeroMagnitude] {
            var path = Path()
            for _ in 0..<200 {
                func point() -> Point { Point(Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random)) * size }
                path.cubic(to: point(), control1: point(), control2: point())
            }
            let length = try path.length()
            #expect(length >= 0 && length < 2000 * size * 1.001 + 1e-150)
        }
        // Checks that slightly larger curves have the right length.
        let curve = Path([.move(to: Point(0, 0)), .cubic(control1: Point(0, 5), control2: Point(9, -5), to: Point(4, 3))]),
            small = curve.transformed(by: .scale(1e-140))
        #expect(abs(try small.length() / 1e-140 - curve.length()) < 1e-9)
    }

    @Test("Paths that cannot be measured are errors") func invalid() {
        #expect(throws: CanvasError.self) { try Path([.move(to: Point(0, 0)), .line(to: Point(.infinity, 0))]).length() }
    }
}
