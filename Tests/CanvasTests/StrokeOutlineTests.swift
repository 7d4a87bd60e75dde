import Canvas
import SeededRandom
import Testing

@Suite struct StrokeOutlineTests {
    private func path(_ points: [Point], isClosed: Bool = false) -> Path {
        var path = Path()
        for point in points { path.line(to: point) }
        if isClosed { path.close() }
        return path
    }
    private func area(_ path: Path, _ style: StrokeStyle) throws -> Double {
        abs(CanvasTests.area(of: try path.strokeOutline(style, tolerance: 0.001)))
    }

    @Test("A point lies inside of a round stroke exactly if its distance from the path is at most half the width")
    func distances() throws {
        var random = SeededGenerator(state: 7)
        for round in 0..<60 {
            var path = Path()
            func point() -> Point { Point(Double.random(in: 0...100, using: &random), Double.random(in: 0...100, using: &random)) }
            path.move(to: point())
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: path.line(to: point())
                case 1: path.quadratic(to: point(), control: point())
                case 2: path.cubic(to: point(), control1: point(), control2: point())
                default: path.close(); path.line(to: point())
                }
            }
            if round % 3 == 0 { path.close() }
            let width = [0.5, 3, 20, 60, 150].randomElement(using: &random)!
            let outline = try path.strokeOutline(StrokeStyle(width: width, cap: .round, join: .round), tolerance: 0.01)
            let exact = try path.polylines(tolerance: 0.0005)
            for _ in 0..<400 {
                let probe = Point(Double.random(in: -60...160, using: &random), Double.random(in: -60...160, using: &random))
                let beyond = distance(probe, to: exact) - width / 2, count = winding(of: outline, around: probe)
                guard abs(beyond) > 0.025 else { continue }
                #expect((count != 0) == (beyond < 0), "round \(round), \(probe), \(beyond) beyond the edge, winding \(count)")
            }
        }
    }

    @Test("No piece of an outline cancels another: all windings have one sign", arguments: StrokeStyle.Join.allCases)
    func oneSign(join: StrokeStyle.Join) throws {
        var random = SeededGenerator(state: 11)
        for _ in 0..<30 {
            var path = Path()
            func point() -> Point { Point(Double.random(in: 0...30, using: &random), Double.random(in: 0...30, using: &random)) }
            path.move(to: point())
            for _ in 0..<6 { path.cubic(to: point(), control1: point(), control2: point()) }
            path.close()
            let outline = try path.strokeOutline(StrokeStyle(width: 12, cap: .square, join: join), tolerance: 0.05)
            for _ in 0..<200 {
                let probe = Point(Double.random(in: -10...40, using: &random), Double.random(in: -10...40, using: &random))
                #expect(winding(of: outline, around: probe) <= 0)
            }
        }
    }

    @Test("Areas of a line with each cap follow their formulas") func caps() throws {
        let line = path([Point(0, 0), Point(30, 40)])
        #expect(abs(try area(line, StrokeStyle(width: 10, cap: .butt)) - 500) < 1e-9)
        #expect(abs(try area(line, StrokeStyle(width: 10, cap: .square)) - 600) < 1e-9)
        #expect(abs(try area(line, StrokeStyle(width: 10, cap: .round)) - 500 - .pi * 25) < 0.04)
    }

    @Test("Areas of a right angle with each join follow their formulas") func joins() throws {
        // Outside of the rectangles of the two lines, the join is a square of 5 × 5, half of this square, or a quarter of a disc. The
        // rectangles of the two lines overlap in an area of 25, which is counted only once.
        let corner = path([Point(0, 0), Point(100, 0), Point(100, 100)])
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .miter)) - 2000) < 1e-9)
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .bevel)) - 1987.5) < 1e-9)
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .round)) - 1975 - 25 * .pi / 4) < 0.01)
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .miter, miterLimit: 1.42)) - 2000) < 1e-9)
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .miter, miterLimit: 1.41)) - 1987.5) < 1e-9)
        #expect(abs(try area(corner, StrokeStyle(width: 10, join: .miter, miterLimit: .nan)) - 1987.5) < 1e-9)
    }

    @Test("A needle's miter extends up to its limit, and at most to 1000 widths") func needles() throws {
        for (slope, limit, isMiter) in [(0.02, 120.0, true), (0.02, 80, false), (0.0021, .infinity, true), (0.0019, .infinity, false), (0.5, -3, false)] {
            let outline = try path([Point(0, slope * 50), Point(100, 0),
                                    Point(0, -slope * 50)]).strokeOutline(StrokeStyle(width: 2, miterLimit: limit), tolerance: 0.01)
            // The angle at the tip is about `slope`, so the miter extends about 2 / slope beyond the tip.
            #expect((outline.points.map(\.x).max()! > 102) == isMiter, "\(slope), \(limit)")
        }
    }

    @Test("A closed square has four joins, an open square two caps") func closed() throws {
        let corners = [Point(0, 0), Point(40, 0), Point(40, 40), Point(0, 40)]
        #expect(abs(try area(path(corners, isClosed: true), StrokeStyle(width: 4)) - (44 * 44 - 36 * 36)) < 1e-9)
        for (isClosed, expected) in [(true, true), (false, false)] {
            let outline = try path(corners + [Point(0, 0)], isClosed: isClosed).strokeOutline(StrokeStyle(width: 4), tolerance: 0.1)
            #expect((winding(of: outline, around: Point(-1, -1)) != 0) == expected)
        }
        // The outline is the same whether the path draws the last line itself or `close` adds this line.
        #expect(try path(corners + [Point(0, 0)], isClosed: true).strokeOutline(StrokeStyle(width: 4), tolerance: 0.1)
            == path(corners, isClosed: true).strokeOutline(StrokeStyle(width: 4), tolerance: 0.1))
    }

    @Test("A wide stroke of a small closed path has no hole") func wideStrokes() throws {
        let square = path([Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)], isClosed: true)
        for width in [3.9, 4, 5, 6, 9, 50] {
            let outline = try square.strokeOutline(StrokeStyle(width: width), tolerance: 0.1)
            #expect(winding(of: outline, around: Point(2, 2.01)) == 0 ? width < 4 : width >= 4)
        }
    }

    @Test("A subpath of length 0 is a dot with round and square caps; with butt caps, or without a line, it draws nothing") func dots() throws {
        let line = path([Point(5, 5), Point(5, 5)])
        var closed = Path()
        closed.move(to: Point(5, 5))
        let lone = closed
        closed.close()
        for dot in [Path([.move(to: Point(5, 5)), .line(to: Point(5, 5))]), line, closed] {
            #expect(abs(try area(dot, StrokeStyle(width: 10, cap: .round)) - 25 * .pi) < 0.04)
            #expect(abs(try area(dot, StrokeStyle(width: 10, cap: .square)) - 100) < 1e-9)
            #expect(try dot.strokeOutline(StrokeStyle(width: 10), tolerance: 0.1).count == 0)
        }
        #expect(try lone.strokeOutline(StrokeStyle(width: 10, cap: .round), tolerance: 0.1).count == 0)
    }

    @Test("A line that turns back ends flat, round, or with a miter that exceeds its limit") func turnsBack() throws {
        let back = path([Point(0, 0), Point(50, 0), Point(20, 0)])
        for (join, beyond) in [(StrokeStyle.Join.miter, 0.0), (.bevel, 0), (.round, 5)] {
            let outline = try back.strokeOutline(StrokeStyle(width: 10, join: join, miterLimit: 1e300), tolerance: 0.001)
            #expect(abs(outline.points.map(\.x).max()! - 50 - beyond) < 0.002)
        }
    }

    @Test("Widths of 0 or less draw nothing; infinite widths are refused") func widths() throws {
        let line = path([Point(0, 0), Point(9, 9)])
        for width in [0, -1, Double.nan, .infinity] { #expect(try line.strokeOutline(StrokeStyle(width: width), tolerance: 0.1).count == 0) }
        #expect(throws: CanvasError.self) { try line.strokeOutline(StrokeStyle(width: 1e101), tolerance: 0.1) }
        #expect(try line.strokeOutline(StrokeStyle(width: 1e100, cap: .round), tolerance: 1e-9).points.count < 10_000)
    }

    @Test("A wide stroke of a small circle is a disc of the same size with every join", arguments: StrokeStyle.Join.allCases)
    func thickCircle(join: StrokeStyle.Join) throws {
        // The circle has the radius 5 and consists of four cubic curves. The stroke is 60 wide.
        let k = 5 * 0.5522847498307936
        var circle = Path()
        circle.move(to: Point(5, 0))
        circle.cubic(to: Point(0, 5), control1: Point(5, k), control2: Point(k, 5))
        circle.cubic(to: Point(-5, 0), control1: Point(-k, 5), control2: Point(-5, k))
        circle.cubic(to: Point(0, -5), control1: Point(-5, -k), control2: Point(-k, -5))
        circle.cubic(to: Point(5, 0), control1: Point(k, -5), control2: Point(5, -k))
        circle.close()
        let outline = try circle.strokeOutline(StrokeStyle(width: 60, join: join), tolerance: 0.01)
        let radii = outline.points.map { ($0 * $0).sum().squareRoot() }
        #expect(abs(radii.max()! - 35) < 0.02)
        for i in 0..<60 {
            let offset = Point(Double(i * 7 % 60) - 30, Double(i * 13 % 60) - 30), radius = (offset * offset).sum().squareRoot()
            if abs(radius - 35) > 0.1 { #expect((winding(of: outline, around: offset) != 0) == (radius < 35)) }
        }
    }
}
