import Canvas
import SeededRandom
import Testing

@Suite struct PathShapeTests {
    private func area(_ path: Path) throws -> Double { CanvasTests.area(of: try path.polylines(tolerance: 1e-6)) }
    private func near(_ a: Double, _ b: Double, _ error: Double) -> Bool { abs(a - b) <= error }

    @Test("Areas of shapes follow their formulas, and all shapes run clockwise on the screen") func areas() throws {
        let frame = Rectangle(x: -3, y: 7, width: 40, height: 20)
        #expect(try area(Path(rectangle: frame)) == 800)
        #expect(near(try area(Path(ovalIn: frame)), .pi * 200, 0.005))
        #expect(near(try area(Path(circleAt: Point(5, 5), radius: 100)), .pi * 10000, 0.3))
        #expect(near(try area(Path(roundedRectangle: frame, cornerRadius: 6)), 800 - 36 * (4 - .pi), 0.001))
        let radii = CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 0)
        #expect(near(try area(Path(roundedRectangle: frame, cornerRadii: radii)), 800 - (1 - .pi / 4) * 14, 0.001))
        // If radii are too large, all four radii are reduced by the same factor, here to half of the height.
        #expect(near(try area(Path(roundedRectangle: frame, cornerRadius: 50)), 800 - 100 * (4 - .pi), 0.005))
        #expect(Path(roundedRectangle: frame, cornerRadius: -1) == Path(roundedRectangle: frame, cornerRadius: 0))
        #expect(try area(Path(roundedRectangle: frame, cornerRadius: 0)) == 800)
        #expect(try area(Path(polygon: [Point(0, 0), Point(4, 0), Point(0, 3)])) == 6)
        #expect(Path(polygon: []).isEmpty)
    }

    @Test("Points of circles and arcs lie at the radius, to 4.3e-6 of the radius") func circles() throws {
        var arc = Path()
        arc.arc(center: Point(3, 4), radius: 100, startAngle: 0.3, endAngle: 5, clockwise: true)
        for path in [Path(circleAt: Point(3, 4), radius: 100), arc] {
            let lines = try path.polylines(tolerance: 1e-7)
            #expect(lines.points.allSatisfy { abs((($0 - Point(3, 4)) * ($0 - Point(3, 4))).sum().squareRoot() - 100) < 4.3e-4 })
        }
        let length = try arc.length()
        #expect(abs(length - 470) < 2e-3)
    }

    @Test("Arcs follow HTML's rules for angles and begin with a line") func arcs() throws {
        func arc(_ start: Double, _ end: Double, _ clockwise: Bool) throws -> Double {
            var path = Path()
            path.arc(center: Point(0, 0), radius: 1, startAngle: start, endAngle: end, clockwise: clockwise)
            return try path.length()
        }
        #expect(near(try arc(0, 1, true), 1, 1e-5))
        #expect(near(try arc(0, 1, false), 2 * .pi - 1, 1e-4))
        #expect(near(try arc(1, 0, true), 2 * .pi - 1, 1e-4))
        #expect(near(try arc(0, 7, true), 2 * .pi, 1e-4))
        #expect(near(try arc(7, 0, false), 2 * .pi, 1e-4))
        #expect(near(try arc(0, -7, true), 4 * .pi - 7, 1e-4))
        #expect(try arc(2, 2, true) == 0)
        var path = Path()
        path.move(to: Point(-1, 0))
        path.arc(center: Point(5, 0), radius: 2, startAngle: 0, endAngle: .pi / 2)
        #expect(path.elements[1] == .line(to: Point(7, 0)))
        let end = try #require(path.currentPoint)
        #expect(near(end.x, 5, 1e-12) && near(end.y, 2, 1e-12))
        path.arc(center: Point(0, 0), radius: 1, startAngle: .nan, endAngle: 1)
        #expect(throws: CanvasError.self) { try path.validate() }
        var endless = Path()
        endless.arc(center: Point(0, 0), radius: 1, startAngle: -.infinity, endAngle: .infinity)
        #expect(throws: CanvasError.self) { try endless.validate() }
    }

    @Test("Elliptical arcs are turned and stretched circles") func ellipses() throws {
        var path = Path()
        path.arc(center: Point(10, 20), radii: Size(width: 30, height: 10), rotation: 0.5, startAngle: 1, endAngle: 3)
        for point in try path.polylines(tolerance: 1e-6).points {
            let p = AffineTransform.rotation(-0.5).apply(point - Point(10, 20)) / Point(30, 10)
            #expect(near((p * p).sum(), 1, 1e-5))
        }
    }

    @Test("An arc between tangents touches both lines, as HTML's arcTo does") func tangents() throws {
        var path = Path()
        path.move(to: Point(0, 0))
        path.arc(tangent1End: Point(100, 0), tangent2End: Point(100, 100), radius: 20)
        #expect(path.elements[1] == .line(to: Point(80, 0)))
        #expect(path.currentPoint == Point(100, 20))
        for point in try path.polylines(tolerance: 1e-5).points.dropFirst(2) {
            let offset = point - Point(80, 20)
            #expect(near((offset * offset).sum().squareRoot(), 20, 1e-3))
        }
        // The second path turns in the opposite direction, and its corner has an obtuse angle.
        path = Path()
        path.move(to: Point(0, 0))
        path.arc(tangent1End: Point(100, 0), tangent2End: Point(200, -50), radius: 30)
        let measure = try PathMeasure(path), last = try #require(measure.tangent(at: measure.length))
        #expect(near(last.x, 2 / 5.0.squareRoot(), 1e-4) && near(last.y, -1 / 5.0.squareRoot(), 1e-4))
        // In each of these cases there is no corner to round, so the result is a line.
        for (corner, end, radius) in [(Point(5, 5), Point(9, 9), 3.0), (Point(0, 0), Point(9, 0), 3), (Point(5, 0), Point(5, 9), 0),
                                      (Point(5, 0), Point(5, 0), 3)] {
            var path = Path()
            path.move(to: Point(0, 0))
            path.arc(tangent1End: corner, tangent2End: end, radius: radius)
            #expect(path.elements == [.move(to: Point(0, 0)), .line(to: corner)])
        }
    }

    @Test("Bounds contain the curve and touch it; control bounds contain the control points") func bounds() throws {
        let oval = Path(ovalIn: Rectangle(x: 2, y: 3, width: 10, height: 4))
        let box = try #require(oval.bounds)
        #expect(near(box.minX, 2, 1e-9) && near(box.maxX, 12, 1e-9) && near(box.minY, 3, 1e-9) && near(box.maxY, 7, 1e-9))
        var random = SeededGenerator(state: 3)
        for _ in 0..<50 {
            func point() -> Point { Point(Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random)) }
            var path = Path()
            path.move(to: point())
            path.cubic(to: point(), control1: point(), control2: point())
            path.quadratic(to: point(), control: point())
            let tight = try #require(path.bounds), control = try #require(path.controlBounds), points = try path.polylines(tolerance: 1e-5).points
            for (bound, value) in [(tight.minX, points.map(\.x).min()!), (tight.maxX, points.map(\.x).max()!), (tight.minY, points.map(\.y).min()!),
                                   (tight.maxY, points.map(\.y).max()!)] {
                #expect(near(bound, value, 2e-5))
            }
            #expect(control.union(tight) == control)
        }
        #expect(Path().bounds == nil)
        #expect(Path([.move(to: Point(1, 1))]).bounds == nil)
        #expect(Path([.move(to: Point(1, 1)), .line(to: Point(.nan, 2))]).bounds == nil)
    }

    @Test("A transformed path is the path of the transformed points") func transforms() {
        let map = AffineTransform(a: 1, b: 2, c: -3, d: 0.5, tx: 7, ty: -1)
        var path = Path(ovalIn: Rectangle(x: 0, y: 0, width: 3, height: 4))
        let elements = path.elements
        path.apply(map)
        #expect(path.elements.count == elements.count)
        for (a, b) in zip(elements, path.elements) {
            if case .cubic(_, let control, let to) = a {
                #expect(b == .cubic(control1: { if case .cubic(let c, _, _) = a { map.apply(c) } else { to } }(), control2: map.apply(control),
                                    to: map.apply(to)))
            }
        }
        #expect(path.elements.first == .move(to: map.apply(Point(3, 2))) && path.elements.last == .close)
    }

    @Test("Reversed paths have the same lines in the opposite direction, and reversing twice restores the path") func reversing() throws {
        var path = Path()
        path.move(to: Point(0, 0)); path.line(to: Point(10, 0)); path.quadratic(to: Point(10, 10), control: Point(15, 5)); path.close()
        path.line(to: Point(-5, 5))
        path.move(to: Point(20, 0)); path.cubic(to: Point(30, 0), control1: Point(22, 9), control2: Point(28, -9)); path.line(to: Point(40, 0))
        let reversed = path.reversed(), forth = try PathMeasure(path), back = try PathMeasure(reversed)
        #expect(near(forth.length, back.length, 1e-9))
        #expect(reversed.elements.first == .move(to: Point(40, 0)))
        #expect(reversed.reversed().reversed() == reversed)
        #expect(try area(Path(ovalIn: Rectangle(x: 0, y: 0, width: 4, height: 4)).reversed()) < -12)
        let open = Path([.move(to: Point(0, 0)), .cubic(control1: Point(1, 5), control2: Point(4, 4), to: Point(9, 0)), .line(to: Point(12, 3))])
        let a = try PathMeasure(open), b = try PathMeasure(open.reversed())
        for i in 0...10 {
            let p = try #require(a.point(at: a.length * Double(i) / 10)), q = try #require(b.point(at: a.length * Double(10 - i) / 10))
            #expect(near(p.x, q.x, 1e-7) && near(p.y, q.y, 1e-7))
        }
        #expect(open.reversed().reversed() == open)
        #expect(Path().reversed().isEmpty)
        let square = Path(rectangle: Rectangle(x: 0, y: 0, width: 2, height: 2))
        #expect(square.reversed().elements == [.move(to: Point(0, 0)), .line(to: Point(0, 2)), .line(to: Point(2, 2)), .line(to: Point(2, 0)), .close])
    }
}
