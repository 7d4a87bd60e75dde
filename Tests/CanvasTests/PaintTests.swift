import Canvas
import Raster
import SeededRandom
import Testing

@Suite("Gradients and patterns") struct PaintTests {
    let stage: Stage
    init() throws { stage = try Stage() }

    // MARK: Gradients

    private static let stops = [Gradient.Stop(0.1, Color(1, 0, 0)), Gradient.Stop(0.4, Color(0, 1, 0, 0.5)), Gradient.Stop(0.4, Color(0, 0, 1, 0.25)),
                                Gradient.Stop(0.9, Color(1, 1, 0, 0.8))]
    private static func color(_ t: Double, _ stops: [Gradient.Stop], _ spread: Gradient.Spread) -> SIMD4<Double> {
        func premultiplied(_ c: Color) -> SIMD4<Double> { SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) }
        var t = t
        switch spread {
        case .pad: break
        case .repeat: t -= t.rounded(.down)
        case .reflect: t = abs(t - 2 * (t / 2).rounded())
        case .none: if t < 0 || t > 1 { return .zero }
        }
        guard let next = stops.firstIndex(where: { $0.offset >= t }) else { return premultiplied(stops[stops.count - 1].color) }
        guard next > 0 else { return premultiplied(stops[0].color) }
        let part = (t - stops[next - 1].offset) / (stops[next].offset - stops[next - 1].offset)
        return premultiplied(stops[next - 1].color) * (1 - part) + premultiplied(stops[next].color) * part
    }
    /// Compares a gradient with a scalar computation. At a jump of the gradient's colours, the colour on either side of the jump is
    /// accepted.
    private func expect(_ gradient: Gradient, over transform: AffineTransform = .identity, _ t: (Point) -> Double?,
                        sourceLocation: SourceLocation = #_sourceLocation) throws {
        let pixels = try stage.pixels { canvas in
            canvas.transform = transform
            canvas.fillEverything(with: .gradient(gradient))
        }
        let inverse = try #require(transform.inverse)
        var worst = 0.0
        for y in 0..<64 {
            for x in 0..<64 {
                let found = SIMD4<Double>(pixels[x, y]), at = t(inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
                var least = Double.infinity
                for shift in [-3e-5, 0, 3e-5] {
                    let wanted = at.map { PaintTests.color($0 + shift, gradient.stops, gradient.spread) } ?? .zero
                    let difference: SIMD4<Double> = wanted * 255 - found
                    least = min(least, max(difference.max(), -difference.min()))
                }
                worst = max(worst, least)
            }
        }
        #expect(worst <= 1, sourceLocation: sourceLocation)
    }

    @Test("a linear gradient equals a scalar computation", arguments: Gradient.Spread.allCases) func linear(spread: Gradient.Spread) throws {
        let from = Point(20, 10), to = Point(40, 25), d = to - from
        try expect(Gradient(.linear(from: from, to: to), stops: PaintTests.stops, spread: spread)) { p in
            ((p.x - from.x) * d.x + (p.y - from.y) * d.y) / (d.x * d.x + d.y * d.y)
        }
    }
    @Test("a gradient follows the transform under which it is drawn") func transformed() throws {
        let transform = AffineTransform.translation(30, 20) * .rotation(0.7) * .scale(2, 0.5)
        try expect(Gradient(.linear(from: Point(0, 0), to: Point(12, 0)), stops: PaintTests.stops, spread: .reflect), over: transform) { $0.x / 12 }
    }
    @Test("a radial gradient equals a scalar computation", arguments: Gradient.Spread.allCases) func radial(spread: Gradient.Spread) throws {
        let center = Point(30, 35)
        try expect(Gradient(.radial(startCenter: center, startRadius: 5, endCenter: center, endRadius: 20), stops: PaintTests.stops, spread: spread)) { p in
            let d = p - center
            return ((d.x * d.x + d.y * d.y).squareRoot() - 5) / 15
        }
    }
    @Test("a gradient from a circle to a circle equals a scalar computation",
          arguments: [(Point(20, 30), 4.0, Point(40, 34), 12.0), (Point(25, 30), 2.0, Point(32, 31), 24.0), (Point(20, 20), 8.0, Point(44, 44), 8.0)])
    func circles(_ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double) throws {
        for spread in Gradient.Spread.allCases {
            try expect(Gradient(.radial(startCenter: start, startRadius: startRadius, endCenter: end, endRadius: endRadius), stops: PaintTests.stops,
                                spread: spread)) { p in
                // Finds the largest t whose circle goes through p and has a radius that is not negative.
                let way = end - start, u = p - start, step = endRadius - startRadius
                let a = way.x * way.x + way.y * way.y - step * step, b = u.x * way.x + u.y * way.y + startRadius * step,
                    c = u.x * u.x + u.y * u.y - startRadius * startRadius
                guard b * b - a * c >= 0 else { return nil }
                let root = (b * b - a * c).squareRoot()
                let found = [(b + root) / a, (b - root) / a].filter { startRadius + $0 * step >= 0 && (spread != .none || ($0 >= 0 && $0 <= 1)) }
                return found.max()
            }
        }
    }
    @Test("a conic gradient turns clockwise from its angle") func conic() throws {
        let center = Point(31, 33)
        try expect(Gradient(.conic(center: center, startAngle: 0.5), stops: PaintTests.stops)) { p in
            let turns = (atan2Of(p.y - center.y, p.x - center.x) - 0.5) / (2 * .pi)
            return turns - turns.rounded(.down)
        }
    }
    @Test("a gradient with very many stops equals a scalar computation") func manyStops() throws {
        var random = SeededGenerator(state: 5)
        let stops = (0...200).map { i in
            Gradient.Stop(Double(i) / 200, Color(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random), .random(in: 0...1, using: &random)))
        }
        try expect(Gradient(.linear(from: Point(3, 0), to: Point(6403, 0)), stops: stops, spread: .repeat)) { ($0.x - 3) / 6400 }
        try expect(Gradient(.linear(from: Point(60, 0), to: Point(4, 8)),
                            stops: Array(stops[0...9]).enumerated().map { Gradient.Stop(Double($0.offset) / 9, $0.element.color) })) { p in
            ((p.x - 60) * -56 + p.y * 8) / (56 * 56 + 64)
        }
    }
    @Test("far from the canvas' origin, gradients and patterns have the same colours as near to it", arguments: [30_000, 1 << 20, 1 << 22])
    func farAway(distance: Int) throws {
        let stops = PaintTests.stops
        func tile(_ origin: Int, _ paint: Paint) throws -> Pixels {
            var canvas = Canvas()
            canvas.translate(Double(origin), Double(-origin))
            canvas.fillEverything(with: paint)
            return try stage.pixels(canvas, origin: (origin, -origin))
        }
        let paints: [Paint] = [
            .gradient(Gradient(.linear(from: Point(20.25, 10), to: Point(28, 14)), stops: stops, spread: .reflect)),
            .gradient(Gradient(.radial(startCenter: Point(30, 30), startRadius: 0, endCenter: Point(30, 30), endRadius: 8), stops: [stops[0], stops[3]],
                               spread: .reflect)),
            .gradient(Gradient(.radial(startCenter: Point(20, 30), startRadius: 2, endCenter: Point(40, 33), endRadius: 9), stops: [stops[0], stops[3]])),
            .gradient(Gradient(.conic(center: Point(31.25, 30.5), startAngle: 1), stops: [stops[0], stops[3], Gradient.Stop(1, stops[0].color)])),
            .pattern(ImagePattern(PaintTests.picture, transform: .translation(3.25, 7.5) * .rotation(0.4) * .scale(2.5), tiling: .reflect)),
        ]
        for (number, paint) in paints.enumerated() {
            let near = try tile(0, paint)
            #expect(try tile(distance, paint).largestStep { x, y in SIMD4<Double>(near[x, y]) / 255 }.value <= 1, "paint \(number)")
        }
    }
    @Test("a gradient without stops or extent draws nothing, a gradient with a single stop draws its colour") func degenerate() throws {
        for gradient in [Gradient(.linear(from: Point(0, 0), to: Point(9, 0)), stops: []),
                         Gradient(.linear(from: Point(4, 4), to: Point(4, 4)), stops: PaintTests.stops),
                         Gradient(.radial(startCenter: Point(4, 4), startRadius: 3, endCenter: Point(4, 4), endRadius: 3), stops: PaintTests.stops)] {
            #expect(try stage.pixels { $0.fillEverything(with: .gradient(gradient)) }.largestDifference { _, _ in .zero }.value == 0)
        }
        let one = Gradient(.conic(center: Point(0, 0), startAngle: 0), stops: [Gradient.Stop(0.5, Color(0, 1, 0, 0.4))])
        #expect(try stage.pixels { $0.fillEverything(with: .gradient(one)) }.largestDifference { _, _ in SIMD4(0, 0.4, 0, 0.4) }.value <= 0.5)
    }

    // MARK: Patterns

    private static let picture: Image = {
        var random = SeededGenerator(state: 9), image = Image(width: 5, height: 4)
        for i in image.bytes.indices { image.bytes[i] = .random(in: 0...255, using: &random) }
        return image
    }()
    private static func texel(_ x: Int, _ y: Int, _ tiling: ImagePattern.Tiling) -> SIMD4<Double> {
        func wrap(_ i: Int, _ n: Int) -> Int? {
            switch tiling {
            case .none: return (0..<n).contains(i) ? i : nil
            case .pad: return min(max(i, 0), n - 1)
            case .repeat: return (i % n + n) % n
            case .reflect:
                let m = (i % (2 * n) + 2 * n) % (2 * n)
                return m < n ? m : 2 * n - 1 - m
            }
        }
        guard let i = wrap(x, 5), let j = wrap(y, 4) else { return .zero }
        let c: SIMD4<Double> = SIMD4<Double>(picture[i, j]) / 255
        return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
    }

    @Test("a pattern equals scalar lookups, nearest and bilinear, for each tiling", arguments: ImagePattern.Tiling.allCases, [false, true])
    func pattern(tiling: ImagePattern.Tiling, isSmooth: Bool) throws {
        let transform = AffineTransform.translation(20.3, 17.1) * .rotation(0.4) * .scale(3.1, 4.7)
        let inverse = try #require(transform.inverse)
        let pixels = try stage.pixels {
            $0.fillEverything(with: .pattern(ImagePattern(PaintTests.picture, transform: transform, tiling: tiling, isSmooth: isSmooth)))
        }
        let worst = pixels.largestDifference { x, y in
            let p = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - (isSmooth ? Point(0.5, 0.5) : Point(0, 0))
            let whole = Point(p.x.rounded(.down), p.y.rounded(.down)), part = p - whole, (i, j) = (Int(whole.x), Int(whole.y))
            guard isSmooth else { return PaintTests.texel(i, j, tiling) }
            let top = PaintTests.texel(i, j, tiling) * (1 - part.x) + PaintTests.texel(i + 1, j, tiling) * part.x
            let bottom = PaintTests.texel(i, j + 1, tiling) * (1 - part.x) + PaintTests.texel(i + 1, j + 1, tiling) * part.x
            return top * (1 - part.y) + bottom * part.y
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y))")
    }
    @Test("an image at whole pixels is drawn unchanged, upright, and with the canvas' alpha") func image() throws {
        let pixels = try stage.pixels { $0.draw(PaintTests.picture, in: Rectangle(x: 10, y: 20, width: 5, height: 4)) }
        #expect(pixels.largestDifference { x, y in
            (10..<15).contains(x) && (20..<24).contains(y) ? PaintTests.texel(x - 10, y - 20, .none) : .zero
        }.value <= 0.51)
        let faint = try stage.pixels { canvas in
            canvas.alpha = 0.25
            canvas.draw(PaintTests.picture, in: Rectangle(x: 0, y: 0, width: 50, height: 40), isSmooth: false)
        }
        #expect(faint.largestDifference { x, y in x < 50 && y < 40 ? PaintTests.texel(x / 10, y / 10, .none) / 4 : .zero }.value <= 1)
    }
    @Test("a picture of another format is drawn with its colours") func formats() throws {
        let gray = Image(width: 1, height: 1, format: .gray8, bytes: [100])
        #expect(try stage.pixels { $0.draw(gray, in: Rectangle(x: 0, y: 0, width: 64, height: 64)) }[30, 30] == SIMD4(100, 100, 100, 255))
        let wide = Image(width: 1, height: 1, format: .rgba16, bytes: [255, 255, 0, 0, 0, 128, 0, 128])
        #expect(try stage.pixels { $0.draw(wide, in: Rectangle(x: 0, y: 0, width: 64, height: 64)) }[30, 30] == SIMD4(128, 0, 64, 128))
    }
}
