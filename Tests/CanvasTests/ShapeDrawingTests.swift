import Canvas
import Raster
import Testing

@Suite("Shapes on a canvas") struct ShapeDrawingTests {
    let stage: Stage
    init() throws { stage = try Stage() }

    @Test("a rectangle of whole pixels covers them and no others") func wholePixels() throws {
        let pixels = try stage.pixels { $0.fill(.box(3, 5, 40, 20), with: .color(Color(1, 0.5, 0))) }
        #expect(pixels.largestDifference { x, y in x >= 3 && x < 43 && y >= 5 && y < 25 ? SIMD4(1, 0.5, 0, 1) : .zero }.value < 0.51)
    }
    @Test("at a rectangle's edge, a pixel's coverage is its part inside of the rectangle") func partialPixels() throws {
        let pixels = try stage.pixels { $0.fill(.box(3.25, 5.5, 40.5, 20.125), with: .color(Color(1, 1, 1))) }
        func overlap(_ i: Int, _ low: Double, _ high: Double) -> Double { max(0, min(Double(i + 1), high) - max(Double(i), low)) }
        #expect(pixels.largestDifference { x, y in SIMD4(repeating: overlap(x, 3.25, 43.75) * overlap(y, 5.5, 25.625)) }.value < 0.51)
    }
    @Test("a canvas' first row is the target's top row, and points are scaled to pixels") func upright() throws {
        var canvas = Canvas()
        canvas.fill(.box(0, 0, 10, 2), with: .color(.white))
        let pixels = try stage.pixels(canvas, width: 20, height: 20, scale: 2)
        #expect(pixels[19, 0] == SIMD4(repeating: 255) && pixels[19, 3] == SIMD4(repeating: 255) && pixels[0, 4] == .zero && pixels[0, 19] == .zero)
    }
    @Test("a transparent colour is mixed with the backdrop by its alpha and the canvas' alpha") func alpha() throws {
        let pixels = try stage.pixels(over: Color(0, 0, 1)) { canvas in
            canvas.alpha = 0.5
            canvas.fill(.box(0, 0, 64, 64), with: .color(Color(1, 0, 0, 0.5)))
        }
        #expect(pixels.largestDifference { _, _ in SIMD4(0.25, 0, 0.75, 1) }.value <= 1)
    }
    @Test("a disc has the area of a disc") func disc() throws {
        let pixels = try stage.pixels { $0.fill(.disc(32, 31.5, 25.25), with: .color(.white)) }
        var sum = 0
        for y in 0..<64 { for x in 0..<64 { sum += pixels[x, y].w } }
        let area = Double.pi * 25.25 * 25.25
        #expect(abs(Double(sum) / 255 - area) < area * 0.001)
    }
    @Test("a stroke covers the area of its width, straight and dashed") func stroke() throws {
        var line = Path()
        line.move(to: Point(4, 10)); line.line(to: Point(60, 10))
        let pixels = try stage.pixels { $0.stroke(line, with: .color(.white), style: StrokeStyle(width: 3)) }
        #expect(pixels.largestDifference { x, y in SIMD4(repeating: x >= 4 && x < 60 ? y == 8 || y == 11 ? 0.5 : y == 9 || y == 10 ? 1 : 0 : 0) }.value < 0.51)
        let dashed = try stage.pixels { $0.stroke(line, with: .color(.white), style: StrokeStyle(width: 2, dashes: [4, 8])) }
        #expect(dashed.largestDifference { x, y in SIMD4(repeating: x >= 4 && x < 60 && (x - 4) % 12 < 4 && (y == 9 || y == 10) ? 1 : 0) }.value < 0.51)
    }
    @Test("a stroke of width 0 is one pixel wide at every scale", arguments: [0.25, 1, 7]) func hairline(scale: Double) throws {
        var canvas = Canvas(), line = Path()
        line.move(to: Point(0, 10.5 / scale)); line.line(to: Point(64 / scale, 10.5 / scale))
        canvas.stroke(line, with: .color(.white), style: StrokeStyle(width: 0))
        let pixels = try stage.pixels(canvas, scale: scale)
        #expect(pixels.largestDifference { _, y in SIMD4(repeating: y == 10 ? 1 : 0) }.value < 0.51)
    }
    @Test("shapes that share an edge leave no seam when they are added") func seams() throws {
        let corner = Point(2.3, 3.1), other = Point(61.7, 58.9)
        func triangle(_ third: Point) -> Path { Path([.move(to: corner), .line(to: other), .line(to: third), .close]) }
        let pixels = try stage.pixels { canvas in
            canvas.blendMode = .plus
            canvas.fill(triangle(Point(61.7, 3.1)), with: .color(.white))
            canvas.fill(triangle(Point(2.3, 58.9)), with: .color(.white))
        }
        #expect((4..<60).allSatisfy { x in (5..<57).allSatisfy { y in pixels[x, y].x >= 254 } })
    }
    @Test("consecutive shapes of plain colours are one draw call in one pass") func batches() throws {
        var canvas = Canvas()
        for i in 0..<100 {
            canvas.fill(.box(Double(i % 10) * 6, Double(i / 10) * 6, 5, 5), with: .color(Color(hex: UInt32(i) * 12345)))
            canvas.stroke(.disc(Double(i % 10) * 6, Double(i / 10) * 6, 3), with: .color(.black))
        }
        _ = try stage.pixels(canvas)
        #expect(stage.renderer.statistics.drawCalls == 1)
        #expect(stage.renderer.statistics.passes == 1)
    }
    @Test("moving, turning and slightly scaling prepared paths flattens and strokes no path again") func prepared() throws {
        let paths = (0..<20).map { Path.disc(0, 0, Double(3 + $0)) }
        func frame(_ time: Double) throws -> CanvasRenderer.Statistics {
            var canvas = Canvas()
            for (i, path) in paths.enumerated() {
                canvas.saved { canvas in
                    canvas.translate(20 + time * Double(i), 30)
                    canvas.rotate(time)
                    canvas.scale(0.6 + time / 10, 0.6 + time / 10)
                    canvas.fill(path, with: .color(.white))
                    canvas.stroke(path, with: .color(.black), style: StrokeStyle(width: 2))
                }
            }
            _ = try stage.pixels(canvas)
            return stage.renderer.statistics
        }
        #expect(try frame(0).preparedPaths == 40)
        for time in 1...3 { #expect(try frame(Double(time)).preparedPaths == 0) }
        // The paths are new objects, but the renderer recognises equal paths by their elements.
        var canvas = Canvas()
        for i in 0..<20 { canvas.translate(0.5, 0); canvas.fill(.disc(0, 0, Double(3 + i)), with: .color(.white)) }
        _ = try stage.pixels(canvas)
        #expect(stage.renderer.statistics.preparedPaths == 0)
    }
    @Test("a canvas drawn in tiles has the same bits as the canvas drawn at once") func tiles() throws {
        var canvas = Canvas()
        canvas.fill(.disc(30.3, 31.7, 25), with: .color(Color(1, 0.3, 0.2, 0.7)))
        canvas.stroke(.disc(40.1, 20.2, 15), with: .color(Color(0, 0.3, 1)), style: StrokeStyle(width: 3.3, dashes: [5, 2.5]))
        let whole = try stage.pixels(canvas)
        for (x, y) in [(0, 0), (17, 5), (-3, 40), (31, 31)] {
            let tile = try stage.pixels(canvas, width: 32, height: 32, origin: (x, y))
            for row in 0..<32 {
                for column in 0..<32 where (0..<64).contains(x + column) && (0..<64).contains(y + row) {
                    #expect(tile[column, row] == whole[x + column, y + row])
                }
            }
        }
    }
    @Test("tiles far from the canvas' origin equal tiles near to it", arguments: [40_960, -65_536, 1 << 20]) func farTiles(distance: Int) throws {
        func tile(_ origin: Int) throws -> Pixels {
            var canvas = Canvas()
            canvas.translate(Double(origin), Double(-origin))
            canvas.clip(to: .disc(30, 30, 28))
            canvas.shadows = [Shadow(offset: Point(2, 3), blur: 12, color: .white)]
            canvas.fill(.disc(30.25, 31.5, 20), with: .gradient(.linear(from: Point(10, 10), to: Point(50, 50), [Color(1, 0, 0), Color(0, 0, 1)])))
            return try stage.pixels(canvas, origin: (origin, -origin))
        }
        let near = try tile(0)
        #expect(near[30, 30].w == 255)
        // A difference of one step is allowed, because gradients are computed in Float, which has fewer digits for fractions at large
        // coordinates.
        #expect(try tile(distance).largestStep { x, y in SIMD4<Double>(near[x, y]) / 255 }.value <= 1)
    }
    @Test("rectangles and lines are drawn without making a path") func convenience() throws {
        let frame = Rectangle(x: 10, y: 12, width: 30, height: 20)
        let short = try stage.pixels { canvas in
            canvas.fill(frame, with: .color(.white))
            canvas.stroke(frame, with: .color(.black), style: StrokeStyle(width: 3))
            canvas.line(from: Point(2, 3), to: Point(50, 60), with: .color(.white))
            canvas.clip(to: Rectangle(x: 50, y: 0, width: 5, height: 64))
            canvas.fillEverything(with: .color(.white))
        }
        let long = try stage.pixels { canvas in
            canvas.fill(.box(10, 12, 30, 20), with: .color(.white))
            canvas.stroke(.box(10, 12, 30, 20), with: .color(.black), style: StrokeStyle(width: 3))
            canvas.stroke(Path([.move(to: Point(2, 3)), .line(to: Point(50, 60))]), with: .color(.white))
            canvas.fill(.box(50, 0, 5, 64), with: .color(.white))
        }
        #expect(short == long)
    }
}
