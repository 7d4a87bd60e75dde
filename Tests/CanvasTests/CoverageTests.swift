import Canvas
import SeededRandom
import Testing

@Suite struct CoverageTests {
    private let bounds = CoverageBounds(x: 0, y: 0, width: 24, height: 24)

    /// The largest change of a coverage by rounding, in units of 1/255. Positions are rounded to 1/65536 of a pixel, and the
    /// coverage is rounded to 1/255.
    private static let rounding = 0.5 + 255 * 1e-4

    @Test("A polygon whose direction of turning is known gets the same bytes as without this knowledge") func turns() {
        var random = SeededGenerator(state: 21), rasterizer = CoverageRasterizer(), turning = 0
        for number in 0..<400 {
            let count = Int(random.number(3...14)), radius = random.number(1...90), center = random.point(0...60)
            let isEven = number % 2 == 0
            var polygon = (0..<count).map { i -> Point in
                let turn = AffineTransform.rotation((Double(i) + random.number(0...0.8)) / Double(count) * 2 * .pi)
                return center + Point(turn.a, turn.b) * (isEven ? radius : random.number(0.5...1) * radius)
            }
            if number % 3 == 0 { polygon.reverse() }
            let lines = Polylines(polygon)
            if lines.turn == 0 { continue }
            turning += 1
            for transform in [AffineTransform.identity, AffineTransform(a: -0.7, b: 0.3, c: 0.2, d: 1.1, tx: 30, ty: -4)] {
                for rule in [FillRule.nonZero, .evenOdd] {
                    let bounds = CoverageBounds(x: 5, y: 3, width: 90, height: 70)
                    let sums = CoveragePicture(lines, transform, rule: rule, turn: lines.turn, within: bounds, by: &rasterizer)
                    #expect(sums == CoveragePicture(lines, transform, rule: rule, within: bounds, by: &rasterizer), "polygon \(number)")
                }
            }
        }
        #expect(turning > 250, "\(turning)")
    }
    @Test("The direction of turning is 0 (unknown) for polygons that may cross themselves or have holes") func noTurn() {
        let star = (0..<10).map { i -> Point in
            let turn = AffineTransform.rotation(Double(i) * 0.8 * .pi)
            return Point(turn.a, turn.b)
        }
        let bow: [Point] = [Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)]
        let hook: [Point] = [Point(0, 0), Point(9, 0), Point(9, 9), Point(8, 9), Point(8, 1), Point(0, 1)]
        let flat: [Point] = [Point(0, 0), Point(1, 1), Point(2, 2)], broken: [Point] = [Point(0, 0), Point(.nan, 1), Point(3, 0)]
        for points in [star, bow, hook, flat, broken, [Point(0, 0), Point(1, 1)], []] { #expect(Polylines(points).turn == 0, "\(points)") }
        #expect(Polylines([Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]).turn == -1
                    && Polylines([Point(0, 0), Point(0, 4), Point(4, 4), Point(4, 0)]).turn == 1)
        var ring = Polylines([Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)])
        ring.starts.append(ring.points.count)
        ring.points += [Point(1, 1), Point(2, 1), Point(2, 2)]
        #expect(ring.turn == 0)
    }
    @Test("A polygon covers its area in each pixel, to the nearest 1/255") func simplePolygons() {
        var random = SeededGenerator(state: 1), rasterizer = CoverageRasterizer()
        for round in 0..<60 {
            // The corners lie around a centre in the order of their angles, so that the polygon does not cross itself. In every
            // third round the corners lie on the borders of pixels or in the middle of pixels.
            let count = 3 + round % 14, center = random.point(8...16)
            let polygon = (0..<count).map { index in
                let angle = (Double(index) + random.number(0...0.9)) / Double(count) * 2 * .pi
                let point = center + Point(cosine(angle), sine(angle)) * random.number(1...11)
                return round % 3 == 0 ? Point((point.x * 2).rounded() / 2, (point.y * 2).rounded() / 2) : point
            }
            // The rounding of the corners may make the polygon cross itself. A polygon that crosses itself is skipped, because other
            // tests cover such polygons.
            if round % 3 == 0 && Self.crossesItself(polygon) { continue }
            let picture = CoveragePicture(Polylines(polygon), rule: round % 2 == 0 ? .nonZero : .evenOdd, within: bounds, by: &rasterizer)
            for y in 0..<24 {
                for x in 0..<24 {
                    let area = AreaOracle.area(polygon, x: x, y: y)
                    if abs(Double(picture[x, y]) - area * 255) > Self.rounding {
                        Issue.record("polygon \(round) covers \(area * 255) of pixel \(x), \(y), not \(picture[x, y])")
                        return
                    }
                }
            }
        }
    }
    private func sine(_ angle: Double) -> Double { AffineTransform.rotation(angle).b }
    private func cosine(_ angle: Double) -> Double { AffineTransform.rotation(angle).a }
    private static func crossesItself(_ polygon: [Point]) -> Bool {
        func side(_ a: Point, _ b: Point, _ c: Point) -> Double { (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) }
        for i in 0..<polygon.count {
            for j in 0..<i {
                let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count]), (c, d) = (polygon[j], polygon[(j + 1) % polygon.count])
                if side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) <= 0 { return true }
            }
        }
        return false
    }

    @Test("At crossing edges, each part of a pixel counts once, or alternates under the even-odd rule", arguments: FillRule.allCases)
    func crossings(rule: FillRule) {
        var random = SeededGenerator(state: 2), rasterizer = CoverageRasterizer()
        for round in 0..<60 {
            let size = [2.0, 4, 12, 24][round % 4]
            let polygons = (0...round % 3).map { _ in (0..<3 + round % 7).map { _ in random.point(12 - size / 2...12 + size / 2) } }
            let picture = CoveragePicture(Polylines(polygons), rule: rule, within: bounds, by: &rasterizer)
            let lines = 256
            let areas = AreaOracle.areas(polygons, rule, width: 24, height: 24, lines: lines)
            for (pixel, area) in areas.enumerated() {
                // Each line represents a strip of the pixel. If edges begin, end or cross in the strip, the error is at most half of the
                // strip. The errors of the strips have different signs and mostly cancel each other.
                let bound = Self.rounding + 255 * 2 / Double(lines)
                if abs(Double(picture.bytes[pixel]) - area * 255) > bound {
                    Issue.record("drawing \(round) covers \(area * 255) of pixel \(pixel % 24), \(pixel / 24), not \(picture.bytes[pixel])")
                    return
                }
            }
        }
    }

    @Test("A rectangle with sides inside of pixels covers these fractions") func fractionalRectangle() {
        let picture = CoveragePicture(Polylines(Polylines.rectangle(2.25, 3.5, 20.75, 21.2)), within: bounds)
        for y in 0..<24 {
            for x in 0..<24 {
                let wide = max(0, min(20.75, Double(x + 1)) - max(2.25, Double(x))), high = max(0, min(21.2, Double(y + 1)) - max(3.5, Double(y)))
                #expect(abs(Double(picture[x, y]) - wide * high * 255) <= Self.rounding)
            }
        }
    }
    @Test("A rectangle covers the same as another outline of it, and a rectangle of whole pixels needs no mask") func rectangles() {
        var random = SeededGenerator(state: 6)
        for round in 0..<60 {
            var (a, b) = (random.point(-3...27), random.point(-3...27))
            if round % 4 == 0 { (a, b) = (Point(a.x.rounded(), a.y), Point(b.x.rounded(), b.y.rounded())) }
            if round % 5 == 0 { b.y = a.y + 0.3 }
            // `turned` is the same rectangle with another first corner, or in the opposite direction.
            let turned = round % 2 == 0 ? Polylines.rectangle(a.x, a.y, b.x, b.y) : [Point(a.x, b.y), a, Point(b.x, a.y), b].reversed()
            let more = [a, Point((a.x + b.x) / 2, a.y), Point(b.x, a.y), b, Point(a.x, b.y)]
            let (plain, other) = (CoveragePicture(Polylines(turned), within: bounds), CoveragePicture(Polylines(more), within: bounds))
            for pixel in plain.bytes.indices { #expect(abs(Int(plain.bytes[pixel]) - Int(other.bytes[pixel])) <= 1) }
        }
        var rasterizer = CoverageRasterizer(), coverage = Coverage()
        rasterizer.rasterize(Polylines(Polylines.rectangle(3, 4, 20, 5)), transform: .identity, rule: .nonZero,
                             within: CoverageBounds(x: 0, y: 0, width: 10, height: 10), into: &coverage)
        #expect(coverage.pieces == [CoveragePiece(x: 3, y: 4, width: 7, height: 1)])
        #expect(coverage.mask.isEmpty)
    }
    @Test("A shape drawn over itself covers no more than once, and nothing under the even-odd rule") func twice() {
        var random = SeededGenerator(state: 3)
        for _ in 0..<20 {
            let polygon = (0..<5).map { _ in random.point(1...23) }
            let once = CoveragePicture(Polylines(polygon), within: bounds)
            #expect(CoveragePicture(Polylines(polygon, polygon), within: bounds) == once)
            #expect(CoveragePicture(Polylines(polygon, polygon), rule: .evenOdd, within: bounds).bytes.allSatisfy { $0 == 0 })
            #expect(CoveragePicture(Polylines(polygon, polygon.reversed()), within: bounds).bytes.allSatisfy { $0 == 0 })
        }
    }
    @Test("Thin strips side by side cover the area of their union") func thinStrips() {
        // Each strip is a hundredth of a pixel wide. A rasterizer that counts samples would miss some of these strips or count some twice.
        let strips = (0..<100).map { i in Polylines.rectangle(5 + Double(i) / 100, 2, 5 + Double(i + 1) / 100, 20.5) }
        let picture = CoveragePicture(Polylines(strips), within: bounds)
        #expect(picture == CoveragePicture(Polylines(Polylines.rectangle(5, 2, 6, 20.5)), within: bounds))
    }
    @Test("Shapes that share an edge cover together the area of their union") func sharedEdges() {
        var random = SeededGenerator(state: 4)
        for _ in 0..<40 {
            let (a, b, c, d) = (Point(1, 1), random.point(14...23), Point(random.number(1...5), random.number(14...23)), Point(23, 1))
            let one = CoveragePicture(Polylines([a, b, c]), within: bounds), other = CoveragePicture(Polylines([a, d, b]), within: bounds)
            let both = CoveragePicture(Polylines([a, d, b, c]), within: bounds)
            for pixel in both.bytes.indices {
                #expect(abs(Int(one.bytes[pixel]) + Int(other.bytes[pixel]) - Int(both.bytes[pixel])) <= 1)
            }
        }
    }
    @Test("A shape and the rest of a rectangle cover the rectangle") func complement() {
        var random = SeededGenerator(state: 5)
        for round in 0..<40 {
            let polygon = (0..<3 + round % 6).map { _ in random.point(-3...27) }
            let shape = CoveragePicture(Polylines(polygon), rule: .evenOdd, within: bounds)
            let rest = CoveragePicture(Polylines(Polylines.rectangle(-30, -30, 60, 60), polygon), rule: .evenOdd, within: bounds)
            for pixel in shape.bytes.indices {
                // The sum is 256 if both coverages lie half-way between two multiples of 1/255, because both coverages are then rounded up.
                #expect([255, 256].contains(Int(shape.bytes[pixel]) + Int(rest.bytes[pixel])))
            }
        }
    }
}

@Suite struct CoverageBoundsTests {
    private static func scribble(_ count: Int, _ range: ClosedRange<Double>, seed: UInt64) -> Polylines {
        var random = SeededGenerator(state: seed)
        return Polylines((0..<count).map { _ in random.point(range) })
    }

    @Test("A drawing in tiles has the same bits as the drawing at once", arguments: FillRule.allCases) func tiles(rule: FillRule) {
        var rasterizer = CoverageRasterizer()
        var drawings = [Self.scribble(30, -40...200, seed: 1), Self.scribble(400, 20...90, seed: 2), Self.scribble(3, -300...500, seed: 3)]
        // Adds small drawings, which the rasterizer draws as one piece.
        drawings.append(Self.scribble(9, 30...70, seed: 4))
        drawings.append(Polylines(Polylines.rectangle(-7.3, 5.4, 1e9, 100.7), Polylines.rectangle(33.3, -1e7, 64.9, 87.01)))
        // Adds a drawing that extends far beyond the left and right of the visible part.
        drawings.append(Polylines([Point(-5000, 10.5), Point(40.25, 10.5), Point(40.5, 90), Point(9000, 90.3), Point(9000, 95), Point(-5000, 99.9)]))
        for (number, lines) in drawings.enumerated() {
            let whole = CoveragePicture(lines, rule: rule, within: CoverageBounds(x: 0, y: 0, width: 130, height: 110), by: &rasterizer)
            for (width, height) in [(16, 16), (64, 13), (7, 110), (130, 1)] {
                for y in stride(from: 0, to: 110, by: height) {
                    for x in stride(from: 0, to: 130, by: width) {
                        let box = CoverageBounds(x: x, y: y, width: min(width, 130 - x), height: min(height, 110 - y))
                        let tile = CoveragePicture(lines, rule: rule, within: box, by: &rasterizer)
                        for row in 0..<box.height {
                            let start = (y + row) * 130 + x
                            guard Array(whole.bytes[start..<start + box.width]) == Array(tile.bytes[row * box.width..<(row + 1) * box.width]) else {
                                Issue.record("drawing \(number) differs in row \(y + row) of the tile \(box)")
                                return
                            }
                        }
                    }
                }
            }
        }
    }
    @Test("The visible part of a shape is drawn whatever the size of its coordinates") func huge() {
        let bounds = CoverageBounds(x: 0, y: 0, width: 80, height: 70)
        for far in [33_000, 1e6, 1e15, 1e100, 1e300, .greatestFiniteMagnitude] {
            #expect(CoveragePicture(Polylines(Polylines.rectangle(-far, -far, far, far)), within: bounds).bytes.allSatisfy { $0 == 255 })
            let half = CoveragePicture(Polylines(Polylines.rectangle(40.5, -far, far, far)), within: bounds)
            for y in 0..<70 {
                #expect(half[39, y] == 0)
                #expect(half[40, y] == 128)
                #expect(half[41, y] == 255)
            }
            let low = CoveragePicture(Polylines(Polylines.rectangle(-far, 30.25, far, far)), within: bounds)
            for x in 0..<80 {
                #expect(low[x, 29] == 0)
                #expect(low[x, 30] == 191)
                #expect(low[x, 31] == 255)
            }
            // Rectangles beside the visible part, on either side, draw nothing. Rectangles without thickness draw nothing.
            for empty in [Polylines.rectangle(-far, -far, -1, far), Polylines.rectangle(81, -far, far, far), Polylines.rectangle(-far, 3, far, 3),
                          Polylines.rectangle(3, -far, 3, far)] {
                #expect(CoveragePicture(Polylines(empty), within: bounds).bytes.allSatisfy { $0 == 0 })
            }
        }
        // One edge of the polygon is a long diagonal through the picture. The polygon covers half of each pixel on the diagonal.
        // The pixels on one side of the diagonal are covered; the pixels on the other side are empty.
        let diagonal = CoveragePicture(Polylines([Point(-1e6, -1e6), Point(1e6, 1e6), Point(-1e6, 1e6)]), within: bounds)
        for i in 0..<70 {
            #expect(diagonal[i, i] == 128)
            #expect(diagonal[i + 1, i] == 0)
            if i > 0 { #expect(diagonal[i - 1, i] == 255) }
        }
        // This polygon has a nearly level edge across the whole visible part.
        let level = CoveragePicture(Polylines([Point(-1e15, 10), Point(1e15, 11), Point(1e15, 60), Point(-1e15, 60)]), within: bounds)
        for x in 0..<80 { #expect(abs(level[x, 10] - 128) <= 1) }
    }
    @Test("A polygon that is empty or has a coordinate that is not a number covers nothing") func nothing() {
        let bounds = CoverageBounds(x: 0, y: 0, width: 20, height: 20)
        let square = Polylines.rectangle(2, 2, 9, 9)
        let numbers: [Double] = [.nan, .infinity, -.infinity]
        for number in numbers {
            for point in [Point(number, 3), Point(3, number), Point(number, number)] {
                #expect(CoveragePicture(Polylines([Point(1, 1), point, Point(9, 9)]), within: bounds).bytes.allSatisfy { $0 == 0 })
                // A second polygon, with finite points only, is still drawn.
                #expect(CoveragePicture(Polylines([Point(1, 1), point, Point(9, 9)], square),
                                        within: bounds) == CoveragePicture(Polylines(square), within: bounds))
            }
            #expect(CoveragePicture(Polylines(square), .scale(number), within: bounds).bytes.allSatisfy { $0 == 0 })
            #expect(CoveragePicture(Polylines(square), .translation(number, 0), within: bounds).bytes.allSatisfy { $0 == 0 })
        }
        #expect(CoveragePicture(Polylines(square), .scale(.greatestFiniteMagnitude), within: bounds).bytes.allSatisfy { $0 == 0 })
        #expect(CoveragePicture(Polylines(), within: bounds).bytes.allSatisfy { $0 == 0 })
        #expect(CoveragePicture(Polylines([Point(3, 3)], [Point(3, 3), Point(9, 9)], [Point](repeating: Point(4, 4), count: 5)),
                                within: bounds).bytes.allSatisfy { $0 == 0 })
        #expect(CoveragePicture(Polylines(square), .scale(0), within: bounds).bytes.allSatisfy { $0 == 0 })
        for box in [CoverageBounds(x: 3, y: 3, width: 0, height: 5), CoverageBounds(x: 3, y: 3, width: 5, height: 0),
                    CoverageBounds(x: .max, y: .min, width: 0, height: 0)] {
            #expect(CoveragePicture(Polylines(square), within: box).bytes.isEmpty)
        }
        var coverage = Coverage(), rasterizer = CoverageRasterizer()
        for box in [CoverageBounds(x: .min, y: .min, width: .max, height: .max), CoverageBounds(x: 1, y: 1, width: .min, height: -1),
                    CoverageBounds(x: .max, y: .max, width: .max, height: .max)] {
            rasterizer.rasterize(Polylines(square), transform: .identity, rule: .nonZero, within: box, into: &coverage)
        }
        #expect(coverage.pieces.isEmpty)
    }
    @Test("A scribble of ten thousand lines is drawn like any other, in bounded time") func scribble() {
        let bounds = CoverageBounds(x: 0, y: 0, width: 300, height: 40)
        var random = SeededGenerator(state: 9)
        let polygon = (0..<10_000).map { _ in random.point(-100...400) }
        let picture = CoveragePicture(Polylines(polygon), rule: .evenOdd, within: bounds)
        let areas = AreaOracle.areas([polygon], .evenOdd, width: 300, height: 2, lines: 64)
        // Hundreds of lines cross in each pixel of this picture. The rasterizer rounds the heights of so many lines in a pixel, so the
        // coverage of a single pixel may be wrong. On average half of the area is covered.
        let mean = picture.bytes.reduce(0.0) { $0 + Double($1) } / Double(picture.bytes.count)
        #expect(abs(mean - 127.5) < 2, "\(mean)")
        let error = areas.enumerated().reduce(0.0) { $0 + abs($1.element * 255 - Double(picture.bytes[$1.offset])) } / Double(areas.count)
        #expect(error < 12, "\(error)")
        // The whole scribble lies in one pixel.
        let dense = CoveragePicture(Polylines(polygon), AffineTransform(a: 0.002, b: 0, c: 0, d: 0.002, tx: 0.2, ty: 0.2),
                                    within: CoverageBounds(x: 0, y: 0, width: 1, height: 1))
        let area = AreaOracle.areas([polygon.map { $0 * 0.002 + Point(0.2, 0.2) }], .nonZero, width: 1, height: 1, lines: 256)[0]
        // Ten thousand edges in a pixel are sampled along 16 lines.
        #expect(abs(Double(dense.bytes[0]) - area * 255) < 8, "\(dense.bytes[0]), \(area * 255)")
    }
}
