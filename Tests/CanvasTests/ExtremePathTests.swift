import Canvas
import SeededRandom
import Testing

@Suite struct ExtremePathTests {
    private static let numbers: [Double] = [0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, 1e-200, 1e-20, 3e7, 1e15, 1e30, 1e100, -1e100, 1e200, .nan, .infinity,
                                            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

    private static func path(_ random: inout SeededGenerator) -> Path {
        func number() -> Double { numbers.randomElement(using: &random)! }
        func point() -> Point { Point(number(), number()) }
        var path = Path()
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: path.move(to: point())
            case 1: path.line(to: point())
            case 2: path.quadratic(to: point(), control: point())
            case 3: path.cubic(to: point(), control1: point(), control2: point())
            case 4: path.arc(center: point(), radii: Size(width: number(), height: number()), rotation: number(), startAngle: number(), endAngle: number())
            case 5: path.arc(tangent1End: point(), tangent2End: point(), radius: number())
            case 6: path.append(Path(roundedRectangle: Rectangle(point(), point()), cornerRadius: number()))
            default: path.close()
            }
        }
        return path
    }
    private static func style(_ random: inout SeededGenerator) -> StrokeStyle {
        func number() -> Double { numbers.randomElement(using: &random)! }
        return StrokeStyle(width: abs(number()), cap: .allCases.randomElement(using: &random)!, join: .allCases.randomElement(using: &random)!,
                           miterLimit: number(),
                           dashes: Bool.random(using: &random) ? [] : [number(), number()], dashPhase: number())
    }

    @Test("With extreme coordinates, widths and lengths, paths either throw or give finite numbers") func extremes() {
        var random = SeededGenerator(state: 31), thrown = 0, mostPoints = 0
        func number() -> Double { Self.numbers.randomElement(using: &random)! }
        for _ in 0..<400 {
            let path = Self.path(&random), style = Self.style(&random)
            let isFinite = (try? path.validate()) != nil
            do {
                let tolerance = [1e-3, 1, 1e9].randomElement(using: &random)!
                #expect(try path.polylines(tolerance: tolerance).points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
                let outline = try path.strokeOutline(style, tolerance: tolerance)
                #expect(outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
                if style.dashes.isEmpty { mostPoints = max(mostPoints, outline.points.count) }
                let measure = try PathMeasure(path)
                #expect(measure.length.isFinite)
                for part in [measure.trimmed(from: number(), to: number()), path.reversed()] { try part.validate() }
                _ = measure.point(at: number())
                _ = measure.tangent(at: number())
                #expect(isFinite)
            } catch { thrown += 1 }
            _ = path.contains(Point(number(), number()), rule: .evenOdd)
            _ = (path.bounds, path.controlBounds, path.currentPoint)
            if isFinite, let back = try? Path(svgPathData: path.svgPathData) { #expect(back == path) }
        }
        #expect((80..<380).contains(thrown), "both sides are tried: \(thrown)")
        // No outline has more than a million points, however large the curve and its stroke are.
        #expect(mostPoints < 1_000_000, "\(mostPoints)")
    }

    @Test("Extreme paths under extreme transforms are drawn or refused") func drawings() throws {
        var random = SeededGenerator(state: 32), drawn = 0
        let stage = try Stage()
        for _ in 0..<120 {
            var canvas = Canvas()
            let path = Self.path(&random), style = Self.style(&random)
            func number() -> Double { [1e-30, 1e-9, 0.01, 1, 1, 1, 30, 1e9, 1e30].randomElement(using: &random)! }
            canvas.concatenate(AffineTransform(a: number(), b: Bool.random(using: &random) ? 0 : number(), c: 0, d: -number(), tx: number(), ty: number()))
            if Bool.random(using: &random) { canvas.clip(to: Self.path(&random), rule: .evenOdd) }
            if Bool.random(using: &random) { canvas.fill(path, with: .color(.white)) } else { canvas.stroke(path, with: .color(.white), style: style) }
            do {
                _ = try stage.pixels(canvas)
                drawn += 1
            } catch let error as CanvasError {
                #expect(!error.description.isEmpty)
            }
        }
        #expect((15..<115).contains(drawn), "both sides are tried: \(drawn)")
    }

    @Test("A wide round stroke of a curve that extends far beyond the picture covers the pixels within half its width") func wide() throws {
        // The path is a circle with a radius of a million pixels, and its stroke is half a million pixels wide. Near the outer
        // border of the stroke, a pixel is covered if its distance from the centre is small enough.
        let stage = try Stage(), radius = 1e6, width = 5e5
        var canvas = Canvas()
        canvas.stroke(Path(circleAt: Point(32 - radius - width / 2, 30), radius: radius), with: .color(.white), style: StrokeStyle(width: width, join: .round))
        let pixels = try stage.pixels(canvas)
        // The border lies at x = 32. The polyline deviates from the circle by 2⁻²⁴ of the radius.
        for y in 0..<64 { #expect(pixels[30, y].w == 255 && pixels[31, y].w >= 230 && pixels[32, y].w <= 25 && pixels[33, y].w == 0) }
    }
}
