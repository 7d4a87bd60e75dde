import Canvas
import SeededRandom
import Testing

@Suite struct ExtremePathTests {
    @Test("Extreme coordinates, widths and lengths never do worse than throw, and never give numbers that are not finite") func extremes() {
        var random = SeededGenerator(state: 31), thrown = 0
        let numbers: [Double] = [0, -0.0, 1, -1, 0.1, 1e-320, 1e-200, 1e-20, 3e7, 1e15, 1e100, -1e100, 1e200, .nan, .infinity, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
        func number() -> Double { numbers.randomElement(using: &random)! }
        func point() -> Point { Point(number(), number()) }
        for _ in 0..<1500 {
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
            let isFinite = path.elements.allSatisfy { "\($0)".contains("nan") || "\($0)".contains("inf") ? false : true }
            do {
                let style = StrokeStyle(width: abs(number()), cap: .allCases.randomElement(using: &random)!, join: .allCases.randomElement(using: &random)!, miterLimit: number(),
                                        dashes: Bool.random(using: &random) ? [] : [number(), number()], dashPhase: number())
                let tolerance = [1e-3, 1, 1e9].randomElement(using: &random)!
                #expect(try path.polylines(tolerance: tolerance).points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
                #expect(try path.strokeOutline(style, tolerance: tolerance).points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
                let measure = try PathMeasure(path)
                #expect(measure.length.isFinite)
                for part in [measure.trimmed(from: number(), to: number()), path.reversed()] { try part.validate() }
                _ = measure.point(at: number())
                _ = measure.tangent(at: number())
                #expect(isFinite)
            } catch { thrown += 1 }
            _ = path.contains(point(), rule: .evenOdd)
            _ = (path.bounds, path.controlBounds, path.currentPoint)
            if path.elements.allSatisfy({ _ in isFinite }), let back = try? Path(svgPathData: path.svgPathData) { #expect(back == path) }
        }
        #expect((300..<1400).contains(thrown), "both sides are tried: \(thrown)")
    }
}
