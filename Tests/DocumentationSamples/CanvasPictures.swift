// CanvasPictures: the pictures and the code of the pages about canvases.

import Canvas
import Raster

package struct CanvasPictures {
    let renderer: CanvasRenderer

    package static let all = ["canvas", "canvas-shapes", "canvas-text", "canvas-gradients", "canvas-blending", "canvas-shadows"]

    package init(device: Device) throws { renderer = try CanvasRenderer(device: device) }

    /// Draws the named picture. Traps if no picture has the given name.
    package func draw(_ name: String, scale: Double = 1) throws -> Image {
        let (canvas, width, height) = switch name {
        case "canvas": (try sheet(), 640, 360)
        case "canvas-text": (try text(), 320, 120)
        case "canvas-shapes": (shapes(), 320, 120)
        case "canvas-gradients": (gradients(), 320, 110)
        case "canvas-blending": (blending(), 320, 200)
        case "canvas-shadows": (shadows(), 320, 120)
        default: preconditionFailure("no page has a picture \(name)")
        }
        return try renderer.image(of: canvas, width: Int(Double(width) * scale), height: Int(Double(height) * scale), scale: scale, background: .white)
    }

    /// Draws to a target, and makes a picture: the first code of the page.
    package static func begin(_ frame: Rectangle, _ gradient: Gradient, on device: Device, into encoder: inout CommandEncoder,
                              target: Framebuffer) throws -> Image {
        var canvas = Canvas()
        canvas.fill(Path(roundedRectangle: frame, cornerRadius: 14), with: .gradient(gradient))

        let renderer = try CanvasRenderer(device: device)
        try renderer.draw(canvas, into: &encoder, target: target, scale: 2, clear: .white)

        let picture = try renderer.image(of: canvas, width: 320, height: 110, background: .white)
        return picture
    }

    // MARK: Pieces of the pages

    private func shapes() -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .color(Color(hex: 0xF6F3EC)))

        var star = Path(polygon: (0..<5).map { i in
            let turn = AffineTransform.rotation(Double(i) * 0.8 * .pi)
            return turn.apply(Point(0, -40)) + Point(55, 62)
        })
        canvas.fill(star, with: .color(Color(hex: 0xF4B942)), rule: .evenOdd)
        canvas.stroke(star, with: .color(Color(hex: 0x8A5A00)), style: StrokeStyle(width: 3, join: .round))

        star.apply(.translation(80, 0))
        canvas.stroke(star, with: .color(Color(hex: 0x3D6B99)), style: StrokeStyle(width: 4, cap: .round, dashes: [1, 8]))

        canvas.fill(Path(roundedRectangle: Rectangle(x: 190, y: 22, width: 110, height: 34), cornerRadius: 12), with: .color(Color(hex: 0x4E9A82)))
        var wave = Path()
        wave.move(to: Point(190, 88))
        for i in 0..<3 {
            let x = 190 + Double(i) * 37
            wave.cubic(to: Point(x + 37, 88), control1: Point(x + 12, 60), control2: Point(x + 25, 116))
        }
        canvas.stroke(wave, with: .color(Color(hex: 0xB5476A)), style: StrokeStyle(width: 9, cap: .round))
        canvas.stroke(wave, with: .color(.white), style: StrokeStyle(width: 0))
        return canvas
    }

    private func gradients() -> Canvas {
        var canvas = Canvas()
        let sunset = [Color(hex: 0x2B1055), Color(hex: 0xD53A5B), Color(hex: 0xFFB56B)]
        let frames = (0..<4).map { Rectangle(x: 10 + Double($0) * 77, y: 10, width: 69, height: 90) }
        let linear = Gradient.linear(from: Point(10, 10), to: Point(79, 100), sunset)
        let radial = Gradient.radial(center: frames[1].center, radius: 42, sunset.reversed())
        let conic = Gradient(.conic(center: frames[2].center, startAngle: -.pi / 2), stops: [
            Gradient.Stop(0, sunset[0]), Gradient.Stop(0.4, sunset[1]), Gradient.Stop(0.8, sunset[2]), Gradient.Stop(1, sunset[0]),
        ])
        let stripes = Gradient.linear(from: Point(241, 10), to: Point(253, 22), [sunset[1], sunset[2]], spread: .reflect)
        for (frame, gradient) in zip(frames, [linear, radial, conic, stripes]) {
            canvas.fill(Path(roundedRectangle: frame, cornerRadius: 14), with: .gradient(gradient))
        }
        return canvas
    }

    private func text() throws -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .color(Color(hex: 0xF6F3EC)))
        let font = try Font(named: "DejaVu Sans")
        let ink = Gradient.linear(from: Point(0, 0), to: Point(150, 0), [Color(hex: 0x3D6B99), Color(hex: 0xB5476A)])
        try canvas.draw(text: "Affine", at: Point(16, 48), font: font, size: 40, paint: .gradient(ink))

        let options = TextLayout.Options(width: 150, alignment: .right)
        let layout = try TextLayout("Text is shaped by HarfBuzz and drawn as outlines: soft at any size, under any transform.", font: font, size: 11,
                                    options: options)
        canvas.draw(layout, at: Point(158, 10))

        canvas.translate(30, 106)
        canvas.rotate(-0.14)
        canvas.shadows = [Shadow(offset: Point(1, 2), blur: 3, color: Color(white: 0, alpha: 0.4))]
        try canvas.draw(text: "turned, with a shadow", at: Point(0, 0), font: font, size: 15, paint: .color(Color(hex: 0x4E9A82)))
        return canvas
    }

    private func blending() -> Canvas {
        var canvas = Canvas()
        let modes: [BlendMode] = [.sourceOver, .plus, .multiply, .screen, .overlay, .difference, .xor, .destinationOut, .colorDodge, .hue]
        for (i, mode) in modes.enumerated() {
            canvas.saved { canvas in
                canvas.translate(Double(i % 5) * 62 + 5, Double(i / 5) * 98 + 4)
                canvas.clip(to: Path(roundedRectangle: Rectangle(x: 0, y: 0, width: 58, height: 90), cornerRadius: 10))
                canvas.fillEverything(with: .color(Color(hex: 0xEDE6D6)))
                canvas.layer { layer in
                    layer.fill(Path(circleAt: Point(29, 34), radius: 24),
                               with: .gradient(.linear(from: Point(8, 10), to: Point(50, 58), [Color(hex: 0x1E88E5), Color(hex: 0x43A047)])))
                    layer.blendMode = mode
                    layer.fill(Path(circleAt: Point(29, 58), radius: 24), with: .color(Color(hex: 0xE5531A, alpha: 0.9)))
                }
            }
        }
        return canvas
    }

    private func shadows() -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .color(Color(hex: 0xE9EDF2)))
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 6), blur: 16, color: Color(white: 0, alpha: 0.35))]
            canvas.fill(Path(roundedRectangle: Rectangle(x: 24, y: 24, width: 76, height: 68), cornerRadius: 16), with: .color(.white))
        }
        canvas.saved { canvas in
            canvas.shadows = [Shadow(.inner, offset: Point(3, 4), blur: 10, color: Color(white: 0, alpha: 0.5)),
                              Shadow(offset: Point(1, 1.5), blur: 1, color: .white)]
            canvas.fill(Path(roundedRectangle: Rectangle(x: 122, y: 24, width: 76, height: 68), cornerRadius: 16), with: .color(Color(hex: 0xD3DAE4)))
        }
        canvas.saved { canvas in
            canvas.shadows = [Shadow(blur: 22, color: Color(hex: 0xFF4FA3)), Shadow(blur: 6, color: Color(hex: 0xFF9AD0))]
            canvas.fill(Path(roundedRectangle: Rectangle(x: 220, y: 24, width: 76, height: 68), cornerRadius: 16), with: .color(Color(hex: 0x2A1030)))
            canvas.stroke(Path(circleAt: Point(258, 58), radius: 18), with: .color(Color(hex: 0xFFD9EE)), style: StrokeStyle(width: 3))
        }
        return canvas
    }

    // MARK: The sheet

    /// Returns a canvas that uses all features of canvases in one picture.
    private func sheet() throws -> Canvas {
        var canvas = Canvas()
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, 360),
                                                      [Color(hex: 0x101B3B), Color(hex: 0x3B2A63), Color(hex: 0xC65B7C), Color(hex: 0xF6B26B)])))
        stars(&canvas)
        sun(&canvas)
        mountains(&canvas)
        flower(&canvas)
        cards(&canvas)
        try title(&canvas)
        return canvas
    }
    private func title(_ canvas: inout Canvas) throws {
        let font = try Font(named: "DejaVu Sans", style: Font.Style(weight: 700))
        try canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 3), blur: 8, color: Color(white: 0, alpha: 0.6))]
            let metal = Gradient.linear(from: Point(0, 6), to: Point(0, 44), [Color(hex: 0xFFF3DA), Color(hex: 0xFFC48A), Color(hex: 0xFF8FA0)])
            try canvas.draw(text: "Canvas", at: Point(30, 340), font: font, size: 42, paint: .gradient(metal))
        }
    }
    private func stars(_ canvas: inout Canvas) {
        var seed: UInt64 = 7
        func next() -> Double {
            seed = seed &* 6364136223846793005 &+ 1442695040888963407
            return Double(seed >> 40) / Double(1 << 24)
        }
        canvas.saved { canvas in
            canvas.blendMode = .plus
            for _ in 0..<140 {
                let at = Point(next() * 640, next() * 190), radius = 0.3 + next() * next() * 1.3
                canvas.fill(Path(circleAt: at, radius: radius), with: .color(Color(white: 1, alpha: 0.2 + 0.7 * next())))
            }
        }
    }
    private func sun(_ canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.shadows = [Shadow(blur: 60, color: Color(hex: 0xFFD08A, alpha: 0.8))]
            canvas.fill(Path(circleAt: Point(430, 232), radius: 52),
                        with: .gradient(.radial(center: Point(430, 224), radius: 64, [Color(hex: 0xFFF6D8), Color(hex: 0xFFC25E), Color(hex: 0xFF8A5B)])))
        }
        canvas.saved { canvas in
            canvas.blendMode = .screen
            for i in 0..<24 {
                canvas.saved { ray in
                    ray.translate(430, 232)
                    ray.rotate(Double(i) * .pi / 12)
                    ray.fill(Path(polygon: [Point(62, -1.2), Point(i % 2 == 0 ? 104 : 84, 0), Point(62, 1.2)]), with: .color(Color(hex: 0xFFC97A, alpha: 0.8)))
                }
            }
        }
    }
    private func ridge(_ base: Double, _ heights: [Double]) -> Path {
        var path = Path()
        path.move(to: Point(-10, 370))
        path.line(to: Point(-10, base))
        let step = 660 / Double(heights.count)
        for (i, height) in heights.enumerated() {
            let x = -10 + Double(i) * step
            path.cubic(to: Point(x + step, base - height), control1: Point(x + step * 0.45, (path.currentPoint ?? Point(0, base)).y),
                       control2: Point(x + step * 0.55, base - height))
        }
        path.line(to: Point(650, 370))
        path.close()
        return path
    }
    private func mountains(_ canvas: inout Canvas) {
        let ridges: [(Double, [Double], UInt32, UInt32)] = [
            (262, [30, 4, 44, 10, 26, 50, 12, 38], 0x7A4A7E, 0xB0607F), (292, [10, 42, 12, 30, 6, 26, 48, 8], 0x4B2F66, 0x7A4A7E),
            (326, [16, 2, 22, 34, 6, 18, 2, 26], 0x22183F, 0x3A2657),
        ]
        for (base, heights, dark, light) in ridges {
            canvas.fill(ridge(base, heights),
                        with: .gradient(.linear(from: Point(0, base - 50), to: Point(0, base + 60), [Color(hex: light), Color(hex: dark)])))
        }
        // The reflection of the sun in the lake, clipped to stripes.
        canvas.saved { canvas in
            var stripes = Path()
            for i in 0..<9 {
                stripes.append(Path(ovalIn: Rectangle(x: 430 - 44 + Double(i) * 2.5, y: 338 + Double(i) * 2.6, width: 88 - Double(i) * 5, height: 1.4)))
            }
            canvas.clip(to: stripes)
            canvas.fillEverything(with: .gradient(.linear(from: Point(380, 0), to: Point(480, 0),
                                                          [Color(hex: 0xFFD9A0, alpha: 0.2), Color(hex: 0xFFE9C4), Color(hex: 0xFFD9A0, alpha: 0.2)])))
        }
    }
    private func flower(_ canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.translate(96, 150)
            canvas.shadows = [Shadow(offset: Point(4, 8), blur: 14, color: Color(white: 0, alpha: 0.45))]
            canvas.layer { flower in
                for i in 0..<12 {
                    flower.saved { petal in
                        petal.rotate(Double(i) * .pi / 6)
                        var shape = Path()
                        shape.move(to: Point(0, 0))
                        shape.cubic(to: Point(0, -72), control1: Point(34, -24), control2: Point(22, -62))
                        shape.cubic(to: Point(0, 0), control1: Point(-22, -62), control2: Point(-34, -24))
                        petal.alpha = 0.82
                        petal.fill(shape, with: .gradient(.linear(from: Point(0, 0), to: Point(0, -72),
                                                                  [Color(hex: 0xFF5E8A), Color(hex: 0xFFA7C4), Color(hex: 0xFFE3EC)])))
                        petal.stroke(shape, with: .color(Color(hex: 0xB0284F, alpha: 0.6)), style: StrokeStyle(width: 0.8))
                    }
                }
                flower.shadows = [Shadow(.inner, offset: Point(1, 2), blur: 5, color: Color(hex: 0x6B2B00, alpha: 0.8))]
                flower.fill(Path(circleAt: Point(0, 0), radius: 15),
                            with: .gradient(.radial(center: Point(-4, -5), radius: 20, [Color(hex: 0xFFE27A), Color(hex: 0xF09A1A)])))
            }
        }
    }
    private func cards(_ canvas: inout Canvas) {
        // A pane of glass makes the picture behind the pane brighter, and has a bright edge.
        let glass = Path(roundedRectangle: Rectangle(x: 212, y: 46, width: 152, height: 108), cornerRadius: 18)
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 10), blur: 24, color: Color(white: 0, alpha: 0.4))]
            canvas.fill(glass, with: .gradient(.linear(from: Point(212, 46), to: Point(364, 154), [Color(white: 1, alpha: 0.34), Color(white: 1, alpha: 0.1)])))
            canvas.shadows = []
            canvas.stroke(glass, with: .gradient(.linear(from: Point(212, 46), to: Point(364, 154),
                                                         [Color(white: 1, alpha: 0.9), Color(white: 1, alpha: 0.1)])), style: StrokeStyle(width: 1.2))
        }
        // A progress ring.
        canvas.saved { canvas in
            canvas.translate(256, 100)
            let ring = Path(circleAt: Point(0, 0), radius: 28)
            canvas.stroke(ring, with: .color(Color(white: 1, alpha: 0.18)), style: StrokeStyle(width: 9))
            var arc = Path()
            arc.arc(center: Point(0, 0), radius: 28, startAngle: -.pi / 2, endAngle: 0.9 * .pi)
            let colors = Gradient(.conic(center: Point(0, 0), startAngle: -.pi / 2),
                                  stops: [Gradient.Stop(0, Color(hex: 0x5CE1E6)), Gradient.Stop(0.72, Color(hex: 0xB78CFF))])
            canvas.stroke(arc, with: .gradient(colors), style: StrokeStyle(width: 9, cap: .round))
        }
        // Bars with a dashed line over the bars.
        for (i, height) in [22.0, 38, 30, 54, 44].enumerated() {
            let bar = Rectangle(x: 298 + Double(i) * 11, y: 128 - height, width: 7, height: height)
            canvas.fill(Path(roundedRectangle: bar, cornerRadius: 3),
                        with: .gradient(.linear(from: Point(0, 72), to: Point(0, 128), [Color(hex: 0x9DFFCB), Color(hex: 0x2FA8A0)])))
        }
        canvas.stroke(Path(polygon: [Point(298, 104), Point(312, 92), Point(324, 98), Point(336, 76), Point(350, 82)], isClosed: false),
                      with: .color(Color(hex: 0xFFF1B8)),
                      style: StrokeStyle(width: 1.6, cap: .round, join: .round, dashes: [4, 3]))
        // A rotated chequered card: an image as paint.
        var checks = Image(width: 2, height: 2)
        for i in 0..<4 { checks[i % 2, i / 2] = (i == 0 || i == 3) ? SIMD4(255, 244, 224, 255) : SIMD4(226, 120, 96, 255) }
        canvas.saved { canvas in
            canvas.translate(560, 84)
            canvas.rotate(0.22)
            canvas.shadows = [Shadow(offset: Point(3, 6), blur: 10, color: Color(white: 0, alpha: 0.4))]
            canvas.fill(Path(roundedRectangle: Rectangle(x: -44, y: -44, width: 88, height: 88), cornerRadius: 10),
                        with: .pattern(ImagePattern(checks, transform: .translation(-44, -44) * .scale(11), isSmooth: false)))
            canvas.shadows = []
            canvas.blendMode = .multiply
            canvas.fill(Path(circleAt: Point(0, 0), radius: 30),
                        with: .gradient(.radial(center: Point(-8, -10), radius: 42, [Color(hex: 0x9BD7FF), Color(hex: 0x2956B2)])))
        }
    }
}
