import Canvas
import Raster
import SeededRandom
import Testing

@Suite("Blend modes") struct BlendingTests {
    let stage: Stage
    init() throws { stage = try Stage() }

    /// Returns random colours, one for each column of the picture: some opaque, some grey, some transparent.
    private static func colors(_ count: Int, seed: UInt64) -> [Color] {
        var random = SeededGenerator(state: seed)
        func number() -> Double { Double.random(in: 0...1, using: &random) }
        return (0..<count).map { i in
            switch i % 6 {
            case 0: Color(number(), number(), number())
            case 1: Color(white: number(), alpha: number())
            case 2: Color([0, 1].randomElement(using: &random)!, [0, 1].randomElement(using: &random)!, [0, 1].randomElement(using: &random)!, number())
            case 3: i % 4 == 3 ? .clear : .white
            default: Color(number(), number(), number(), number())
            }
        }
    }
    private static func premultiplied(_ c: Color) -> SIMD4<Double> { SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha) }

    @Test("every mode gives the result of the W3C's formulas", arguments: BlendMode.allCases) func formulas(mode: BlendMode) throws {
        let columns = BlendingTests.colors(48, seed: 1), rows = BlendingTests.colors(24, seed: 2)
        func canvas(_ rows: ArraySlice<Color>) -> Canvas {
            var canvas = Canvas()
            for (x, color) in columns.enumerated() { canvas.fill(.box(Double(x), 0, 1, 24), with: .color(color)) }
            for (y, color) in zip(rows.indices, rows) {
                canvas.saved { canvas in
                    canvas.clip(to: .box(0, Double(y), 48, 1))
                    canvas.blendMode = mode
                    canvas.fill(.box(0, Double(y), 48, 1), with: .color(color))
                }
            }
            return canvas
        }
        let below = try stage.pixels(canvas([]), width: 48, height: 24), result = try stage.pixels(canvas(rows[...]), width: 48, height: 24)
        let worst = result.largestStep { x, y in
            BlendOracle.result(mode, source: BlendingTests.premultiplied(rows[y]), backdrop: SIMD4<Double>(below[x, y]) / 255)
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y)): \(result[worst.x, worst.y]), \(below[worst.x, worst.y]) below, \(rows[worst.y])")
    }

    @Test("a partly covered pixel lies between the backdrop and the mode's result",
          arguments: BlendMode.allCases.filter { ![.sourceIn, .sourceOut, .destinationIn, .destinationAtop].contains($0) })
    func partialCoverage(mode: BlendMode) throws {
        let columns = BlendingTests.colors(48, seed: 3), rows = BlendingTests.colors(12, seed: 4)
        func canvas(_ rows: ArraySlice<Color>) -> Canvas {
            var canvas = Canvas()
            for (x, color) in columns.enumerated() { canvas.fill(.box(Double(x), 0, 1, 12), with: .color(color)) }
            canvas.blendMode = mode
            for (y, color) in zip(rows.indices, rows) { canvas.fill(.box(0, Double(y) + 0.2, 48, 0.6), with: .color(color)) }
            return canvas
        }
        let below = try stage.pixels(canvas([]), width: 48, height: 12), result = try stage.pixels(canvas(rows[...]), width: 48, height: 12)
        let worst = result.largestStep { x, y in
            BlendOracle.result(mode, source: BlendingTests.premultiplied(rows[y]), backdrop: SIMD4<Double>(below[x, y]) / 255, coverage: 153.0 / 255)
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y)): \(result[worst.x, worst.y]), \(below[worst.x, worst.y]) below, \(rows[worst.y])")
    }

    @Test("modes that also act outside of the shape (such as in and out) change the whole clip, other modes change only the pixels that the shape covers",
          arguments: BlendMode.allCases)
    func reach(mode: BlendMode) throws {
        let ground = Color(0.2, 0.6, 0.4, 0.8), source = SIMD4(1, 0, 0, 1.0)
        let pixels = try stage.pixels(width: 32, height: 32, over: ground) { canvas in
            canvas.clip(to: .box(0, 0, 32, 16))
            canvas.blendMode = mode
            canvas.fill(.box(8, 8, 8, 16), with: .color(Color(1, 0, 0)))
        }
        let below = SIMD4<Double>(pixels[0, 31]) / 255
        #expect(pixels[0, 31] == SIMD4(41, 122, 82, 204))
        let isUnbounded = [.sourceIn, .sourceOut, .destinationIn, .destinationAtop].contains(mode)
        let worst = pixels.largestStep { x, y in
            if y >= 16 { return below }
            let isInside = x >= 8 && x < 16 && y >= 8
            return isInside || isUnbounded ? BlendOracle.result(mode, source: isInside ? source : .zero, backdrop: below) : below
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y)): \(pixels[worst.x, worst.y])")
    }
}
