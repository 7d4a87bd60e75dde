import Canvas
import Testing

@Suite struct DashTests {
    /// Returns the first and last x of each dash of a horizontal line from x = 0 to x = `length`, with butt caps.
    private func extents(_ dashes: [Double], phase: Double = 0, length: Double = 100) throws -> [[Double]] {
        let path = Path([.move(to: Point(0, 0)), .line(to: Point(length, 0))])
        let outline = try path.strokeOutline(StrokeStyle(width: 2, dashes: dashes, dashPhase: phase), tolerance: 0.1)
        return (0..<outline.count).map { polyline in
            let x = outline.points[outline.range(of: polyline)].map(\.x)
            return [x.min()!, x.max()!]
        }
    }

    @Test("Dashes and gaps follow each other, starting at the phase") func phases() throws {
        #expect(try extents([30, 20]) == [[0, 30], [50, 80]])
        #expect(try extents([30, 20], phase: 10) == [[0, 20], [40, 70], [90, 100]])
        #expect(try extents([30, 20], phase: 30) == [[20, 50], [70, 100]])
        #expect(try extents([30, 20], phase: -10) == [[10, 40], [60, 90]])
        #expect(try extents([30, 20], phase: 5010) == extents([30, 20], phase: 10))
        #expect(try extents([40]) == [[0, 40], [80, 100]])
        #expect(try extents([10, 10, 30], length: 110) == [[0, 10], [20, 50], [60, 70], [100, 110]])
    }

    @Test("Invalid dash patterns draw a solid line") func solid() throws {
        for dashes in [[], [0], [0, 0], [-1, 5], [Double.nan, 3], [.infinity, 3], [1e308, 1e308]] { #expect(try extents(dashes) == [[0, 100]], "\(dashes)") }
        #expect(try extents([30, 20], phase: .nan) == extents([30, 20]))
        #expect(try extents([30, 20], phase: .infinity) == extents([30, 20]))
    }

    @Test("Dashes of length 0 are dots with round and square caps, and turn with the path") func dots() throws {
        let path = Path([.move(to: Point(0, 0)), .line(to: Point(30, 40))])
        let style = StrokeStyle(width: 2, cap: .square, dashes: [0, 10])
        let outline = try path.strokeOutline(style, tolerance: 0.1)
        #expect(outline.count == 6)
        #expect(outline.points[0] == Point(0, 0) + Point(-0.8, 0.6))
        #expect(outline.points.count == 6 * 6)
        #expect(try path.strokeOutline(StrokeStyle(width: 2, dashes: [0, 10]), tolerance: 0.1).count == 0)
    }

    @Test("If a closed path begins and ends inside of a dash, both parts are one dash with a corner") func closedPaths() throws {
        let square = Path([.move(to: Point(0, 0)), .line(to: Point(10, 0)), .line(to: Point(10, 10)), .line(to: Point(0, 10)), .close])
        // The dash that starts at length 35 covers the last 5 units of the left side and the first 5 units of the top. The dash's area,
        // including the miter, is 2·10.
        let outline = try square.strokeOutline(StrokeStyle(width: 2, dashes: [10, 30], dashPhase: 5), tolerance: 0.1)
        #expect(outline.count == 1)
        #expect(abs(abs(area(of: outline)) - 20) < 1e-9)
        #expect(outline.points.contains(Point(-1, -1)))
        // If a dash is longer than the path, the dashed outline equals the outline without dashes.
        #expect(try square.strokeOutline(StrokeStyle(width: 2, dashes: [50, 5]), tolerance: 0.1)
            == square.strokeOutline(StrokeStyle(width: 2), tolerance: 0.1))
    }

    @Test("Each subpath starts at the phase") func subpaths() throws {
        let one = Path([.move(to: Point(0, 0)), .line(to: Point(25, 0))]), other = Path([.move(to: Point(0, 9)), .line(to: Point(25, 9))])
        var both = one
        both.append(other)
        let style = StrokeStyle(width: 2, dashes: [10, 5])
        #expect(try both.strokeOutline(style, tolerance: 0.1).points
            == one.strokeOutline(style, tolerance: 0.1).points + other.strokeOutline(style, tolerance: 0.1).points)
    }

    @Test("The lengths of a hairline's dashes are transformed like the path, and the ends of the dashes are perpendicular to the line on the screen") func hairlines() throws {
        let style = StrokeStyle(width: 0, dashes: [10, 5], dashPhase: 2), transform = AffineTransform(a: 4, b: 0, c: 0, d: 0.5, tx: 0, ty: 0)
        func dashes(_ end: Point) throws -> [Polylines] {
            let outline = try Path([.move(to: Point(0, 0)), .line(to: end)]).hairlineOutline(style, transform, tolerance: 0.01)
            return (0..<outline.count).map { dash in
                var part = Polylines()
                (part.points, part.starts, part.isClosed) = (Array(outline.points[outline.range(of: dash)]), [0], [true])
                return part
            }
        }
        // The dashes of a line of length 30 have the lengths 8, 10 and 2.
        for end in [Point(30, 0), Point(0, 30), Point(24, 18)] {
            let found = try dashes(end), offset = transform.applyToOffset(end), scale = (offset * offset).sum().squareRoot() / 30
            #expect(found.count == 3 && zip(found, [8, 10, 2]).allSatisfy { abs(abs(area(of: $0)) - $1 * scale) < 1e-9 && $0.points.count == 4 }, "\(end)")
            // The line is one pixel wide, and its ends are perpendicular to the line, so each corner lies half a pixel beside the line's
            // middle.
            #expect(found.flatMap(\.points).allSatisfy { abs(abs($0.x * offset.y - $0.y * offset.x) / (scale * 30) - 0.5) < 1e-9 })
        }
        // The dashes and gaps of an arc add up to the length of its solid line.
        let arc = Path(circleAt: Point(0, 0), radius: 9), solid = try arc.hairlineOutline(StrokeStyle(width: 0), transform, tolerance: 0.01)
        let halves = try arc.hairlineOutline(StrokeStyle(width: 0, dashes: [3, 3]), transform, tolerance: 0.01)
        #expect(abs(area(of: halves) / area(of: solid) - 0.5) < 0.1 && halves.count == 9)
        // The square dot of a dash of length 0 is rotated like the line on the screen.
        let dot = try Path([.move(to: Point(0, 0)), .line(to: Point(1, 8))]).hairlineOutline(StrokeStyle(width: 0, cap: .square, dashes: [0, 100]), transform,
                                                                                             tolerance: 0.01)
        let half = 0.5.squareRoot()
        #expect(dot.count == 1 && dot.points.allSatisfy { abs($0.x) + abs($0.y) < half + 1e-9 }
                    && abs(dot.points.reduce(0) { max($0, abs($1.x)) } - half) < 1e-9)
    }

    @Test("Dashes that are far too fine for their path are refused; drawing them would take hours") func tooFine() {
        let error = #expect(throws: CanvasError.self) { try extents([1e-9, 1e-9]) }
        #expect(error?.code == .limitExceeded)
    }
}
