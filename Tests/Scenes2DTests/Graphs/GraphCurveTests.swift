import Canvas
import Scenes2D
import SeededRandom
import Testing

@Suite struct GraphCurveTests {
    private func data(_ random: inout SeededGenerator, count: Int) -> [Point] {
        var x = 0.0
        return (0..<count).map { _ in
            x += Double.random(in: 0.1..<3, using: &random)
            return Point(x, Double(Int.random(in: -5...5, using: &random)))
        }
    }
    @Test("Every line passes through its points", arguments: GraphCurve.Interpolation.allCases) func through(way: GraphCurve.Interpolation) {
        var random = SeededGenerator(state: 3)
        for _ in 0..<20 {
            let points = data(&random, count: 12), curve = GraphCurve(points, interpolation: way)
            for point in points { #expect(abs((curve.value(at: point.x) ?? .nan) - point.y) < 1e-12) }
        }
    }
    @Test("A monotone line rises if the data rise, and stays between neighbouring points") func monotone() {
        var random = SeededGenerator(state: 4)
        for _ in 0..<100 {
            let points = data(&random, count: 9), curve = GraphCurve(points, interpolation: .monotone)
            for (a, b) in zip(points, points.dropFirst()) {
                var last = a.y
                for step in 1...64 {
                    let y = curve.value(at: a.x + (b.x - a.x) * Double(step) / 64) ?? .nan
                    #expect((b.y >= a.y ? y - last : last - y) >= -1e-9, "\(points)")
                    last = y
                }
            }
            #expect(curve.range == points.map(\.y).min()!...points.map(\.y).max()!)
        }
    }
    @Test("A Catmull-Rom line reproduces a parabola, is smooth at its points, and may overshoot them") func catmullRom() {
        let parabola = (0..<9).map { Point(Double($0), Double(($0 - 4) * ($0 - 4))) }, curve = GraphCurve(parabola, interpolation: .catmullRom)
        for x in stride(from: 1.0, through: 7, by: 0.125) { #expect(abs((curve.value(at: x) ?? .nan) - (x - 4) * (x - 4)) < 1e-9) }
        let steps = GraphCurve([Point(0, 0), Point(1, 0), Point(2, 5), Point(3, 5), Point(4, 0)], interpolation: .catmullRom)
        #expect((steps.range?.upperBound ?? 0) > 5.1 && (steps.range?.lowerBound ?? 0) < -0.1)
        for x in [1.0, 2, 3] {
            let before = ((steps.value(at: x) ?? 0) - (steps.value(at: x - 1e-6) ?? 0)) / 1e-6,
                after = ((steps.value(at: x + 1e-6) ?? 0) - (steps.value(at: x) ?? 0)) / 1e-6
            #expect(abs(before - after) < 1e-4)
        }
    }
    @Test("The range of a Catmull-Rom line equals the range of finely sampled values") func range() {
        var random = SeededGenerator(state: 5)
        for _ in 0..<50 {
            let points = data(&random, count: 7), curve = GraphCurve(points, interpolation: .catmullRom)
            let samples = stride(from: points[0].x, through: points[6].x, by: 0.001).compactMap { curve.value(at: $0) } + points.map(\.y)
            let range = curve.range ?? 0...0
            #expect(abs(range.lowerBound - (samples.min() ?? .nan)) < 1e-3 && abs(range.upperBound - (samples.max() ?? .nan)) < 1e-3)
        }
    }
    @Test("The path equals the line: points of its Bézier pieces have the line's heights", arguments: GraphCurve.Interpolation.allCases)
    func path(way: GraphCurve.Interpolation) {
        var random = SeededGenerator(state: 6)
        let points = data(&random, count: 10), curve = GraphCurve(points, interpolation: way)
        var current = Point(0, 0), pieces = 0
        for element in curve.path().elements {
            switch element {
            case .move(let to): current = to
            case .line(let to):
                for t in [0.25, 0.5, 0.75] {
                    #expect(abs((curve.value(at: (current + (to - current) * t).x) ?? .nan) - (current + (to - current) * t).y) < 1e-9)
                }
                current = to
                pieces += 1
            case .cubic(let a, let b, let to):
                for t in [0.1, 0.35, 0.5, 0.9] {
                    let u = 1 - t, p = current * (u * u * u) + a * (3 * u * u * t) + b * (3 * u * t * t) + to * (t * t * t)
                    #expect(abs((curve.value(at: p.x) ?? .nan) - p.y) < 1e-9)
                }
                current = to
                pieces += 1
            default: Issue.record("a line has no \(element)")
            }
        }
        #expect(pieces == points.count - 1)
        #expect(curve.area(to: 9).elements.last == .close)
    }
    @Test("The table of heights equals the line at each whole pixel, and is straight between pixels") func lookup() {
        let curve = GraphCurve([Point(3.25, 10), Point(8, 40), Point(20.5, -3)], interpolation: .monotone), table = GraphLookup(curve)
        #expect(table.start == 3 && table.heights.count == 19)
        for x in 4...20 { #expect(table.height(at: Double(x)) == curve.value(at: Double(x))) }
        #expect(table.height(at: 5.5) == ((curve.value(at: 5) ?? 0) + (curve.value(at: 6) ?? 0)) / 2)
        #expect(table.height(at: -100) == 10 && table.height(at: 1e300) == -3 && table.height(at: .nan) == nil)
    }
    @Test("Points that are NaN, repeated or out of order are left out, and few or no points do not trap") func unusable() {
        let curve = GraphCurve([Point(0, 1), Point(0, 2), Point(.nan, 1), Point(1, .infinity), Point(-3, 1), Point(2, 5)], interpolation: .catmullRom)
        #expect(curve.points == [Point(0, 1), Point(2, 5)])
        for way in GraphCurve.Interpolation.allCases {
            let none = GraphCurve([], interpolation: way), one = GraphCurve([Point(2, 7)], interpolation: way)
            #expect(none.value(at: 0) == nil && none.path().isEmpty && none.area(to: 0).isEmpty && none.range == nil && GraphLookup(none).height(at: 0) == nil)
            #expect(one.value(at: 9) == 7 && one.path().isEmpty && GraphLookup(one).height(at: -1) == 7)
        }
        #expect(GraphLookup(GraphCurve([Point(0, 0), Point(1e8, 1)], interpolation: .straight)).heights.isEmpty)
        #expect(GraphLookup(GraphCurve([Point(-1e300, 0), Point(1e300, 1)], interpolation: .straight)).heights.isEmpty)
    }
}

@Suite struct GraphAxisTests {
    @Test("Ticks contain the range, are multiples of 1, 2 or 5 times a power of ten, and not too many") func ticks() {
        var random = SeededGenerator(state: 8)
        for _ in 0..<500 {
            let scales: [Double] = [1e-9, 1e-3, 0.1, 1, 30, 1e6, 1e12], scale = scales[Int.random(in: 0..<scales.count, using: &random)]
            let low = Double.random(in: -10...10, using: &random) * scale, high = low + Double.random(in: 0.001...20, using: &random) * scale,
                count = Int.random(in: 2...12, using: &random)
            let ticks = GraphTicks(low...high, count: count)
            #expect(ticks.values.count >= 2 && ticks.values.count <= count + 1, "\(low) \(high) \(count): \(ticks)")
            #expect((ticks.values.first ?? 1) <= low && (ticks.values.last ?? -1) >= high, "\(low) \(high): \(ticks)")
            var digit = ticks.step
            while digit < 0.99 { digit *= 10 }
            while digit > 9.9 { digit /= 10 }
            #expect(abs(digit - 1) < 1e-6 || abs(digit - 2) < 1e-6 || abs(digit - 5) < 1e-6, "\(ticks.step)")
        }
        #expect(GraphTicks(0...1, count: 5).values.map { GraphTicks(0...1, count: 5).text($0) } == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"])
        #expect(GraphTicks(-7...12, count: 4).values == [-10, -5, 0, 5, 10, 15] || GraphTicks(-7...12, count: 4).values == [-10, 0, 10, 20])
        for range in [5.0...5.0, 0...0, -Double.infinity...0, 1e300...1.0000001e300, -1.7e308...1.7e308, 1e-300...2e-300] {
            #expect(GraphTicks(range, count: 5).values.count >= 2)
        }
        for count in [-5, 0, 1, .max] { #expect(!GraphTicks(0...3, count: count).values.isEmpty) }
    }
    @Test("Numbers are written with their digits, and a minus sign as wide as a plus sign") func numbers() {
        #expect(GraphTicks.text(-2.345, decimals: 2) == "\u{2212}2.35" || GraphTicks.text(-2.345, decimals: 2) == "\u{2212}2.34")
        #expect(GraphTicks.text(0.05, decimals: 1) == "0.1" && GraphTicks.text(-0.01, decimals: 1) == "0.0" && GraphTicks.text(12, decimals: 0) == "12"
                    && GraphTicks.text(3, decimals: 3) == "3.000")
    }
    @Test("Dates and days of the week agree with the calendar") func calendar() {
        #expect(GraphTime("1970-01-01")?.seconds == 0 && GraphTime("1970-01-01T00:01:02")?.seconds == 62
                    && GraphTime("2000-03-01T00:00Z")?.seconds == 951_868_800)
        #expect(GraphTime("2026-11-22T14:30")?.weekday == "Sun" && GraphTime("2026-11-22 14:30")?.clock == "14:30" && GraphTime("1969-12-31")?.weekday == "Wed")
        var day = GraphTime("1895-12-30")?.seconds ?? 0, expected = (1895, 12, 30)
        // The expected dates are counted day by day for 150 years, by the rules for months and leap years.
        for _ in 0..<55_000 {
            let date = GraphTime(seconds: day + 3600).date
            #expect((date.year, date.month, date.day) == expected)
            #expect(GraphTime(year: expected.0, month: expected.1, day: expected.2).seconds == day)
            let isLeap = expected.0 % 4 == 0 && (expected.0 % 100 != 0 || expected.0 % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][expected.1 - 1]
            expected = expected.2 < length ? (expected.0, expected.1, expected.2 + 1) : expected.1 < 12 ? (expected.0, expected.1 + 1, 1)
                : (expected.0 + 1, 1, 1)
            day += 86_400
        }
        for text in ["", "2026", "2026-13-01", "2026-02-29", "2026-1-01", "2026-11-22T", "2026-11-22T25:00", "2026-11-22T12:60", "2026-11-22T12:30x",
                     "2026-11-22T24:01", "x026-11-22"] {
            #expect(GraphTime(text) == nil, "\(text)")
        }
        #expect(GraphTime("2026-11-22T12:30:15+02:00")?.clock == "12:30")
    }
    @Test("Placed labels do not touch and lie within the bounds; each label is at the first of its places that is free, and is left out only if none is free")
    func placement() {
        var random = SeededGenerator(state: 9)
        for _ in 0..<100 {
            let bounds = Rectangle(x: 0, y: 0, width: 300, height: 80)
            var placement = LabelPlacement(within: bounds)
            placement.block(Rectangle(x: 250, y: -20, width: 100, height: 50))
            for _ in 0..<40 {
                let candidates = (0..<3).map { _ in
                    Rectangle(x: Double.random(in: -20..<300, using: &random), y: Double.random(in: -20..<80, using: &random),
                              width: Double.random(in: 1..<40, using: &random), height: 12)
                }
                let free = candidates.indices.filter { placement.isFree(candidates[$0], gap: 5) }
                let chosen = placement.place(candidates, gap: 5, preferring: { $0.minX > 100 })
                #expect(chosen == free.first { candidates[$0].minX > 100 } ?? free.first)
            }
            for (i, a) in placement.taken.enumerated().dropFirst() {
                #expect(bounds.union(a) == bounds)
                for b in placement.taken[..<i] { #expect(a.minX >= b.maxX + 5 || b.minX >= a.maxX + 5 || a.minY >= b.maxY + 5 || b.minY >= a.maxY + 5) }
            }
        }
        var placement = LabelPlacement(within: Rectangle(x: 0, y: 0, width: 10, height: 10))
        for wrong in [Rectangle(x: .nan, y: 0, width: 1, height: 1), Rectangle(x: 0, y: 0, width: .infinity, height: 1),
                      Rectangle(x: 0, y: 0, width: 11, height: 1)] {
            #expect(placement.place([wrong]) == nil)
        }
        #expect(placement.place([]) == nil && placement.place([Rectangle(x: 0, y: 0, width: 10, height: 10)]) == 0)
    }
}
