import Canvas
import Raster
import Testing

@Suite("Clips, layers and shadows") struct LayerTests {
    let stage: Stage
    init() throws { stage = try Stage() }

    // MARK: Clips

    @Test("a clip multiplies coverage, and clips narrow each other") func clips() throws {
        let shape = Path.disc(30, 30, 22.3), first = Path.disc(38, 25, 20.1), second = Path.box(10.4, 12.6, 40.3, 25.2)
        func coverage(_ path: Path) throws -> Pixels { try stage.pixels { $0.fill(path, with: .color(.white)) } }
        let (a, b, c) = (try coverage(shape), try coverage(first), try coverage(second))
        let pixels = try stage.pixels { canvas in
            canvas.clip(to: first)
            canvas.clip(to: second)
            canvas.fill(shape, with: .color(.white))
        }
        #expect(pixels.largestDifference { x, y in SIMD4(repeating: Double(a[x, y].x) * Double(b[x, y].x) * Double(c[x, y].x) / (255 * 255 * 255)) }.value <= 1)
        // A clip also limits a fill of the whole canvas.
        let ground = try stage.pixels { canvas in
            canvas.clip(to: first)
            canvas.fillEverything(with: .color(.white))
        }
        #expect(ground == b)
    }
    @Test("a clip keeps its place under later transforms, obeys its rule, and ends when the state is restored") func clipState() throws {
        var ring = Path.disc(20, 20, 15)
        ring.append(.disc(20, 20, 7))
        let pixels = try stage.pixels { canvas in
            canvas.saved { canvas in
                canvas.clip(to: ring, rule: .evenOdd)
                canvas.translate(30, 30)
                canvas.fill(.box(-100, -100, 200, 200), with: .color(.white))
            }
            canvas.fill(.box(60, 60, 4, 4), with: .color(.white))
        }
        let expected = try stage.pixels { canvas in
            canvas.fill(ring, with: .color(.white), rule: .evenOdd)
            canvas.fill(.box(60, 60, 4, 4), with: .color(.white))
        }
        #expect(pixels == expected)
        #expect(try stage.pixels { canvas in
            canvas.clip(to: Path())
            canvas.fillEverything(with: .color(.white))
        }.largestDifference { _, _ in .zero }.value == 0)
    }

    // MARK: Layers

    @Test("a layer's shapes hide each other before its alpha makes them transparent") func layerAlpha() throws {
        let (a, b) = (Path.disc(25, 32, 15), Path.disc(38, 32, 15))
        let union = try stage.pixels { canvas in
            canvas.fill(a, with: .color(.white))
            canvas.fill(b, with: .color(.white))
        }
        let pixels = try stage.pixels { canvas in
            canvas.alpha = 0.4
            canvas.layer { layer in
                layer.fill(a, with: .color(.white))
                layer.fill(b, with: .color(.white))
            }
        }
        #expect(pixels.largestDifference { x, y in SIMD4<Double>(union[x, y]) / 255 * 0.4 }.value <= 1)
    }
    @Test("layers nest, blend and are clipped as one picture") func nested() throws {
        let pixels = try stage.pixels(over: Color(0, 0, 1)) { canvas in
            canvas.clip(to: .box(0, 0, 32, 64))
            canvas.blendMode = .plus
            canvas.layer { layer in
                layer.fill(.box(8, 8, 48, 48), with: .color(Color(1, 0, 0)))
                layer.blendMode = .destinationOut
                layer.layer { inner in inner.fill(.box(16, 16, 32, 32), with: .color(.white)) }
            }
        }
        #expect(pixels.largestDifference { x, y in
            let isRed = x < 32 && (8..<56).contains(x) && (8..<56).contains(y) && !((16..<48).contains(x) && (16..<48).contains(y))
            return SIMD4(isRed ? 1 : 0, 0, 1, 1)
        }.value == 0)
    }
    @Test("a small layer takes little memory, however large the target is") func layerSize() throws {
        let target = try stage.device.makeFramebuffer(width: 4096, height: 4096)
        var canvas = Canvas()
        canvas.alpha = 0.5
        canvas.layer { $0.fill(.box(4000, 4000, 20, 20), with: .color(.white)) }
        let before = stage.device.memoryInUse
        var encoder = stage.device.makeCommandEncoder()
        try stage.renderer.draw(canvas, into: &encoder, target: target)
        #expect(stage.device.memoryInUse - before < 2_000_000)
    }
    @Test("a layer under each of Porter and Duff's operators changes the same pixels as Cairo's group: clear and source change the whole clip",
          arguments: BlendMode.allCases.prefix(13))
    func layerOperators(mode: BlendMode) throws {
        var canvas = Canvas()
        canvas.fill(.box(0, 0, 44, 64), with: .color(Color(0.2, 0.6, 0.4, 0.8)))
        canvas.clip(to: .box(4, 8, 52, 40))
        canvas.blendMode = mode
        // With the blend modes `clear` and `source`, Cairo treats a layer's alpha as coverage, as if the alpha were part of the clip. The
        // canvas treats a layer's alpha like the alpha of a shape: as transparency of the picture. Because of this difference, the test
        // gives the layer the alpha 1 in the modes `clear` and `source`.
        canvas.alpha = mode == .clear || mode == .source ? 1 : 0.75
        canvas.layer { layer in
            layer.fill(.box(20, 20, 20, 8), with: .color(Color(1, 0.4, 0)))
            layer.fill(.box(30, 16, 24, 16), with: .color(Color(0, 0.2, 1, 0.5)))
        }
        let player = CairoPlayer(width: 64, height: 64)
        player.play(canvas.commands)
        let theirs = Pixels(Image(width: 64, height: 64, bytes: player.pixels))
        #expect(try stage.pixels(canvas).largestStep { x, y in SIMD4<Double>(theirs[x, y]) / 255 }.value <= 2)
    }
    @Test("in the modes clear and source a shape has no drop shadow, but has its inner shadow") func replacing() throws {
        let ground = Color(0, 0, 1), shape = Path.disc(30.5, 32, 17)
        func drawn(_ mode: BlendMode, _ shadows: [Shadow]) throws -> Pixels {
            try stage.pixels(over: ground) { canvas in
                canvas.blendMode = mode
                canvas.shadows = shadows
                canvas.fill(shape, with: .color(Color(1, 0, 0, 0.5)))
            }
        }
        let drop = Shadow(offset: Point(3, 4), blur: 5, color: .black), inner = Shadow(.inner, offset: Point(2, 3), blur: 4, color: Color(0, 1, 0, 0.8))
        for mode in [BlendMode.clear, .source] { #expect(try drawn(mode, [drop]) == drawn(mode, [])) }
        #expect(try drawn(.clear, [drop, inner]) == drawn(.clear, []))
        // The expected picture is the shape with its inner shadow on an empty picture, plus the ground outside of the shape.
        let alone = try stage.pixels { canvas in
            canvas.shadows = [inner]
            canvas.fill(shape, with: .color(Color(1, 0, 0, 0.5)))
        }
        let rest = try drawn(.clear, [])
        #expect(try drawn(.source, [drop, inner]).largestStep { x, y in (SIMD4<Double>(alone[x, y]) + SIMD4<Double>(rest[x, y])) / 255 }.value <= 1)
    }
    @Test("a canvas drawn into another is transformed and composed with it") func nestedCanvas() throws {
        var inner = Canvas()
        inner.clip(to: .box(0, 0, 5, 10))
        inner.fill(.box(0, 0, 10, 10), with: .color(.white))
        let pixels = try stage.pixels { canvas in
            canvas.translate(10, 20)
            canvas.scale(2, 2)
            canvas.alpha = 0.5
            canvas.draw(inner)
        }
        #expect(pixels.largestDifference { x, y in SIMD4(repeating: (10..<20).contains(x) && (20..<40).contains(y) ? 0.5 : 0) }.value <= 0.51)
    }
    @Test("the next frame reuses a frame's images, unless an encoder still holds them") func reuse() throws {
        var canvas = Canvas()
        canvas.shadows = [Shadow(offset: Point(3, 4), blur: 6, color: .black)]
        canvas.fill(.disc(32, 32, 20), with: .color(.white))
        let first = try stage.pixels(canvas)
        let memory = stage.device.memoryInUse
        for _ in 0..<5 { #expect(try stage.pixels(canvas) == first) }
        #expect(stage.device.memoryInUse <= memory)

        // Two encoders are recorded before either is submitted. Each encoder must draw its own shape.
        let targets = try (0..<2).map { _ in try stage.device.makeFramebuffer(width: 64, height: 64) }
        var encoders: [CommandEncoder] = []
        for (i, target) in targets.enumerated() {
            var shape = Canvas()
            shape.alpha = 0.5
            shape.layer { $0.fill(.disc(32, 32, 10 + 10 * Double(i)), with: .color(.white)) }
            var encoder = stage.device.makeCommandEncoder()
            try stage.renderer.draw(shape, into: &encoder, target: target, clear: .clear)
            encoders.append(encoder)
        }
        for encoder in encoders { try stage.device.submit(encoder) }
        let images = try targets.map { Pixels(try $0.color[0]!.texture.readImage()) }
        #expect(images[0][32, 17] == .zero && images[1][32, 17] == SIMD4(repeating: 128) && images[0][32, 28] == SIMD4(repeating: 128))
    }

    // MARK: Shadows

    /// Returns the alpha blurred with a Gaussian and moved by an offset in pixels.
    private static func blurred(_ alpha: [Double], _ width: Int, _ height: Int, _ deviation: Double, _ offset: Point) -> [Double] {
        func pass(_ source: [Double], _ step: Int, _ count: Int, _ lines: Int, _ lineStep: Int, _ shift: Double) -> [Double] {
            var result = [Double](repeating: 0, count: source.count)
            let reach = Int(deviation * 6) + 2
            for line in 0..<lines {
                for i in 0..<count {
                    var sum = 0.0, weights = 0.0
                    let center = Int((Double(i) - shift).rounded(.down))
                    for j in center - reach...center + reach {
                        let d = (Double(i) - shift - Double(j)) / deviation, weight = exponential(-d * d / 2)
                        weights += weight
                        if (0..<count).contains(j) { sum += weight * source[line * lineStep + j * step] }
                    }
                    result[line * lineStep + i * step] = sum / weights
                }
            }
            return result
        }
        return pass(pass(alpha, 1, width, height, width, offset.x), width, height, width, 1, offset.y)
    }

    @Test("a shadow is the shape's Gaussian, moved and coloured, below the shape",
          arguments: [(2.0, Point(3, 5)), (0.0, Point(3.25, -1.5)), (3.1, Point(-2.4, 1.7)), (9.0, Point(4, 0)), (17.3, Point(6.5, -3.2)),
                      (40.0, Point(0, 10))])
    func dropShadow(blur: Double, offset: Point) throws {
        let size = 160, shape = Path.disc(72.3, 80.6, 24)
        let alone = try stage.pixels(width: size, height: size) { $0.fill(shape, with: .color(Color(0, 1, 0, 0.7))) }
        let alpha = (0..<size * size).map { Double(alone[$0 % size, $0 / size].w) / 255 }
        // Before the blur, the shadow has the coverage of the shape, moved by the shadow's offset.
        let there = try stage.pixels(width: size, height: size) { canvas in
            canvas.translate(offset.x, offset.y)
            canvas.fill(shape, with: .color(.white))
        }
        let cast = (0..<size * size).map { 0.7 * Double(there[$0 % size, $0 / size].w) / 255 }
        let soft = blur > 0 ? LayerTests.blurred(cast, size, size, blur / 2, Point(0, 0)) : cast
        let pixels = try stage.pixels(width: size, height: size) { canvas in
            canvas.shadows = [Shadow(offset: offset, blur: blur, color: Color(1, 0, 0, 0.9))]
            canvas.fill(shape, with: .color(Color(0, 1, 0, 0.7)))
        }
        let worst = pixels.largestStep { x, y in
            let shadow = soft[y * size + x] * 0.9, a = alpha[y * size + x]
            return SIMD4(shadow * (1 - a), a, 0, shadow * (1 - a) + a)
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y))")
    }
    @Test("the part of a shadow that an opaque shape hides does not change the picture",
          arguments: [(2.0, Point(3, 5)), (7.0, Point(3.25, -1.5)), (16.0, Point(-2.4, 1.7)), (24.0, Point(4, 6)), (60.0, Point(0, 10))])
    func hiddenShadow(blur: Double, offset: Point) throws {
        let stage = try Stage()
        func drawn(_ clip: Path?, _ origin: (x: Int, y: Int) = (0, 0)) throws -> (Pixels, Int) {
            var canvas = Canvas()
            if let clip { canvas.clip(to: clip) }
            canvas.shadows = [Shadow(offset: offset, blur: blur, color: Color(0, 0, 1, 0.7))]
            canvas.fill(.disc(120.3, 117.8, 70), with: .color(Color(1, 0.5, 0)))
            canvas.fill(.box(30.5, 150.25, 100, 60), with: .color(Color(0, 0.5, 0)))
            canvas.stroke(.disc(170, 60, 40), with: .color(.black), style: StrokeStyle(width: 30))
            let pixels = try stage.pixels(canvas, width: 260, height: 240, origin: origin, over: .white)
            return (pixels, stage.renderer.statistics.maskBytes)
        }
        let (seen, bytes) = try drawn(nil)
        // Under a clip that is not a rectangle, all of the shadow is drawn. The disc of this clip contains the whole picture.
        let (whole, allBytes) = try drawn(.disc(130, 120, 1000))
        #expect(seen == whole)
        #expect(bytes < allBytes)
        // Draws the same drawing, moved so that the borders of the renderer's blocks of pixels lie elsewhere in the drawing.
        let (moved, _) = try drawn(nil, (-3, -5))
        for y in 5..<240 { for x in 3..<260 where moved[x, y] != seen[x - 3, y - 5] { Issue.record("the pixel \(x), \(y) differs"); return } }
    }
    @Test("a shadow without its shape is within 1/255 of a scalar Gaussian", arguments: [1.3, 4, 7.7, 8.3, 25, 60]) func shadowPrecision(blur: Double) throws {
        let size = 200, shape = Path.box(70.3, 60.2, 61, 73)
        let alone = try stage.pixels(width: size, height: size) { $0.fill(shape, with: .color(.white)) }
        let soft = LayerTests.blurred((0..<size * size).map { Double(alone[$0 % size, $0 / size].w) / 255 }, size, size, blur / 2, Point(0, 0))
        // The shape lies outside of the picture, and its shadow lies inside.
        let pixels = try stage.pixels(width: size, height: size) { canvas in
            canvas.translate(-300, 0)
            canvas.shadows = [Shadow(offset: Point(300, 0), blur: blur, color: .white)]
            canvas.fill(shape, with: .color(.black))
        }
        let worst = pixels.largestStep { x, y in SIMD4(repeating: soft[y * size + x]) }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y))")
    }
    @Test("an inner shadow lies on the shape outside of the moved shape", arguments: [0, 3.0, 12]) func innerShadow(blur: Double) throws {
        let size = 96, shape = Path.disc(45.5, 50, 30), offset = Point(4, 7)
        let alone = try stage.pixels(width: size, height: size) { $0.fill(shape, with: .color(.white)) }
        let alpha = (0..<size * size).map { Double(alone[$0 % size, $0 / size].w) / 255 }
        let soft = blur > 0 ? LayerTests.blurred(alpha, size, size, blur / 2, offset) : (0..<size * size).map { i in
            let x = i % size - 4, y = i / size - 7
            return x >= 0 && y >= 0 ? alpha[y * size + x] : 0
        }
        let pixels = try stage.pixels(width: size, height: size) { canvas in
            canvas.shadows = [Shadow(.inner, offset: offset, blur: blur, color: Color(1, 0, 0, 0.5))]
            canvas.fill(shape, with: .color(Color(0, 0, 1)))
        }
        let worst = pixels.largestStep { x, y in
            let a = alpha[y * size + x], s = (1 - soft[y * size + x]) * 0.5
            return SIMD4(a * s, 0, a * (1 - s), a)
        }
        #expect(worst.value <= 1, "at (\(worst.x), \(worst.y))")
    }
    @Test("layers, images and strokes cast the shadow of their visible parts") func shadowsOfAll() throws {
        let shadow = Shadow(offset: Point(20, 0), blur: 0, color: Color(1, 0, 0))
        let pixels = try stage.pixels { canvas in
            canvas.shadows = [shadow]
            canvas.layer { layer in
                layer.fill(.box(4, 4, 10, 10), with: .color(.black))
                layer.blendMode = .destinationOut
                layer.fill(.box(6, 6, 4, 4), with: .color(.black))
            }
            canvas.draw(Image(width: 1, height: 1, format: .rgba8, bytes: [0, 255, 0, 255]), in: Rectangle(x: 4, y: 20, width: 6, height: 6))
            canvas.stroke(.box(5, 41, 10, 10), with: .color(.white), style: StrokeStyle(width: 2))
        }
        let red = SIMD4(255, 0, 0, 255)
        #expect(pixels[25, 5] == red && pixels[27, 7] == .zero && pixels[26, 22] == red && pixels[31, 22] == .zero && pixels[25, 41] == red
                    && pixels[30, 46] == .zero)
    }
    @Test("shadows do not turn with the canvas, and the clip cuts them") func shadowSpace() throws {
        let pixels = try stage.pixels { canvas in
            canvas.clip(to: .box(0, 0, 64, 50))
            canvas.translate(20, 20)
            canvas.rotate(.pi / 2)
            canvas.shadows = [Shadow(offset: Point(0, 30), blur: 0, color: .white)]
            canvas.fill(.box(-5, -5, 10, 10), with: .color(.black))
        }
        #expect(pixels[20, 47] == SIMD4(repeating: 255) && pixels[20, 52] == .zero && pixels[50, 20] == .zero)
    }
    @Test("shadows in tiles have the same bits as the shadow drawn at once") func shadowTiles() throws {
        var canvas = Canvas()
        canvas.shadows = [Shadow(offset: Point(3.3, 4.1), blur: 5, color: .black), Shadow(.inner, offset: Point(1, 2), blur: 20, color: Color(1, 0, 0))]
        canvas.fill(.disc(48, 45, 30), with: .gradient(.linear(from: Point(10, 10), to: Point(80, 90), [.white, Color(0, 0.4, 1)])))
        let whole = try stage.pixels(canvas, width: 96, height: 96)
        for (x, y) in [(0, 0), (33, 7), (50, 50), (5, 61)] {
            let tile = try stage.pixels(canvas, width: 35, height: 35, origin: (x, y))
            for row in 0..<35 { for column in 0..<35 { #expect(tile[column, row] == whole[x + column, y + row], "(\(x + column), \(y + row))") } }
        }
    }
}
