import Canvas
import SeededRandom
import Testing

@Suite struct PathContainsTests {
    @Test("A point is inside exactly if fine polylines wind around it, under both rules") func againstPolylines() throws {
        var random = SeededGenerator(state: 21)
        for _ in 0..<60 {
            func point() -> Point { Point(Double.random(in: 0...10, using: &random), Double.random(in: 0...10, using: &random)) }
            var path = Path()
            for _ in 0..<2 {
                path.move(to: point())
                for _ in 0..<3 {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: path.line(to: point())
                    case 1: path.quadratic(to: point(), control: point())
                    default: path.cubic(to: point(), control1: point(), control2: point())
                    }
                }
                if Bool.random(using: &random) { path.close(); path.line(to: point()) }
            }
            let lines = try path.polylines(tolerance: 1e-5)
            for _ in 0..<50 {
                let probe = point()
                var closed = lines
                closed.isClosed = closed.isClosed.map { _ in true }
                guard distance(probe, to: closed) > 1e-4 else { continue }
                let count = winding(of: lines, around: probe)
                #expect(path.contains(probe) == (count != 0))
                #expect(path.contains(probe, rule: .evenOdd) == !count.isMultiple(of: 2))
            }
        }
    }

    @Test("The edge of a curve is found to the last digits") func edges() {
        let circle = Path(circleAt: Point(0, 0), radius: 1)
        #expect(circle.contains(Point(1 - 1e-15, 0)))
        #expect(!circle.contains(Point(1 + 1e-15, 0)))
        #expect(circle.contains(Point(0, 0)) && !circle.contains(Point(2, 0)) && !circle.contains(Point(-2, 0)))
        // The tested points lie at the height of a corner. A horizontal ray through a corner meets two lines at once.
        let diamond = Path(polygon: [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)])
        #expect(diamond.contains(Point(0, 0)) && !diamond.contains(Point(-2, 0)) && !diamond.contains(Point(-0.5, -1)))
    }

    @Test("Nested squares of one direction have a hole only under the even-odd rule") func rules() {
        var path = Path(rectangle: Rectangle(x: 0, y: 0, width: 9, height: 9))
        path.append(Path(rectangle: Rectangle(x: 3, y: 3, width: 3, height: 3)))
        #expect(path.contains(Point(4, 4)) && !path.contains(Point(4, 4), rule: .evenOdd) && path.contains(Point(1, 1), rule: .evenOdd))
    }

    @Test("No point is inside of a path that cannot be drawn") func invalid() {
        #expect(!Path([.move(to: Point(0, 0)), .line(to: Point(.nan, 0)), .line(to: Point(9, 9))]).contains(Point(1, 0.5)))
        #expect(!Path(rectangle: Rectangle(x: 0, y: 0, width: 9, height: 9)).contains(Point(.nan, 1)))
        #expect(!Path().contains(Point(0, 0)))
    }

    @Test("A stroke contains the points up to half of its width beside the path, and none in the gaps of its dashes") func strokes() throws {
        let path = Path([.move(to: Point(0, 0)), .line(to: Point(20, 0))]), style = StrokeStyle(width: 4, dashes: [6, 4])
        #expect(try path.strokeContains(Point(3, 1.99), style: style))
        #expect(try !path.strokeContains(Point(3, 2.01), style: style))
        #expect(try !path.strokeContains(Point(8, 0), style: style))
        #expect(try !path.strokeContains(Point(3, 0), style: StrokeStyle(width: 0)))
    }
}
