import Canvas
import Raster
import SeededRandom

/// The features of canvases that are compared with Cairo. Each feature has random drawings, which are the same in every run.
enum CairoFeature: String, CaseIterable {
    case fill, evenOdd, transforms, caps, joins, wideStrokes, dashes, hairlines
    case alpha, linear, radial, conic, pattern, smoothPattern, images
    case operators, blendModes, clips, layers, shadows
    case text, innerShadows, severalShadows, layerShadows

    static let side = 96
    static let drawingsOfEach = 16

    func drawing(_ number: Int) throws -> Canvas {
        var random = generator(number), canvas = Canvas()
        switch self {
        case .fill, .evenOdd:
            for _ in 0..<2 { canvas.fill(random.path(), with: random.color(), rule: self == .fill ? .nonZero : .evenOdd) }
        case .transforms:
            canvas.translate(48, 48)
            for _ in 0..<3 {
                canvas.saved { canvas in
                    canvas.rotate(random.number(-3...3))
                    canvas.scale(random.number(-1.5...1.5), random.number(0.3...1.5))
                    canvas.concatenate(AffineTransform(a: 1, b: 0, c: random.number(-0.5...0.5), d: 1, tx: -48, ty: -48))
                    if random.next() % 2 == 0 { canvas.fill(random.path(), with: random.color()) } else {
                        canvas.stroke(random.openPath(), with: random.color(), style: StrokeStyle(width: random.number(1...9), cap: .round, join: .round))
                    }
                }
            }
        case .caps, .joins, .wideStrokes, .dashes, .hairlines:
            for _ in 0..<2 { canvas.stroke(strokedPath(&random), with: random.color(), style: style(number, &random)) }
        case .alpha:
            canvas.alpha = random.number(0.2...0.9)
            for _ in 0..<3 { canvas.fill(random.path(), with: random.color(opaque: false)) }
        case .linear, .radial, .conic:
            canvas.fill(random.path(), with: .gradient(gradient(number, &random)))
            canvas.rotate(0.2)
            canvas.alpha = random.number(0.5...1)
            canvas.fill(random.path(), with: .gradient(gradient(number + 1, &random)))
        case .pattern, .smoothPattern:
            let place = AffineTransform.translation(random.number(0...50), random.number(0...50)) * .rotation(random.number(-3...3))
                * .scale(random.number(1.5...4), random.number(1.5...4))
            let tilings = ImagePattern.Tiling.allCases
            canvas.fill(random.path(), with: .pattern(ImagePattern(random.image(), transform: place, tiling: tilings[number % tilings.count],
                                                                   isSmooth: self == .smoothPattern)))
        case .images:
            canvas.rotate(random.number(-0.3...0.3))
            canvas.alpha = random.number(0.5...1)
            canvas.draw(random.image(), in: Rectangle(x: random.number(5...30), y: random.number(5...30), width: random.number(20...60),
                                                      height: random.number(20...60)))
        case .operators, .blendModes:
            let blended = blended(number)
            canvas = blended.backdrop
            canvas.blendMode = blended.mode
            canvas.fill(blended.path, with: .color(blended.color))
        case .clips:
            for _ in 0...number % 3 {
                canvas.clip(to: random.path(), rule: number % 2 == 0 ? .nonZero : .evenOdd)
                canvas.rotate(0.1)
            }
            canvas.fillEverything(with: random.color())
            canvas.fill(random.path(), with: random.color())
        case .layers:
            canvas.fill(random.path(), with: random.color())
            if number % 2 == 0 { canvas.clip(to: random.path()) }
            canvas.alpha = random.number(0.3...0.9)
            canvas.blendMode = [.sourceOver, .multiply, .xor, .destinationOver][number % 4]
            canvas.layer { canvas in
                canvas.fill(random.path(), with: random.color())
                canvas.alpha = 0.5
                canvas.layer { canvas in
                    canvas.fill(random.path(), with: random.color())
                    canvas.stroke(random.openPath(), with: random.color(), style: StrokeStyle(width: 5))
                }
            }
        case .shadows:
            canvas.shadows = [Shadow(offset: random.point(-9...9).rounded(.toNearestOrAwayFromZero), blur: number % 4 == 0 ? 0 : random.number(1...16),
                                     color: Color(0.1, 0, 0.3, random.number(0.3...1)))]
            canvas.fill(random.path(), with: random.color())
        case .text:
            // The text is plain, rotated or sheared, and has a colour or a gradient.
            canvas.translate(random.number(2...10), random.number(40...60))
            if number % 3 == 1 { canvas.rotate(random.number(-0.7...0.7)) }
            if number % 3 == 2 {
                canvas.concatenate(AffineTransform(a: random.number(0.5...1.5), b: 0, c: random.number(-0.6...0.6), d: random.number(0.5...1.5), tx: 0, ty: 0))
            }
            let words = ["Affine", "Wavy", "gqjy&@", "0123789", "fi fl ffi", "Ä ñ ç", "%&?!", "o8S$"]
            for line in 0..<2 {
                let paint = number % 2 == 0 ? random.color()
                    : .gradient(.linear(from: Point(0, 0), to: Point(60, 20), [random.opaqueColor(), random.opaqueColor()]))
                try canvas.draw(text: words[(number + 3 * line) % words.count], at: Point(0, Double(line) * 30 - 8), font: TestFont.sans,
                                size: random.number(8...34), paint: paint)
            }
        case .innerShadows:
            canvas.shadows = [random.shadow(.inner, isSharp: number % 4 == 0)]
            canvas.fill(random.path(), with: random.color())
        case .severalShadows:
            canvas.alpha = number % 2 == 0 ? 1 : random.number(0.4...0.9)
            for i in 0..<2 + number % 3 { canvas.shadows.append(random.shadow((number + i) % 3 == 0 ? .inner : .drop, isSharp: (number + i) % 5 == 0)) }
            canvas.fill(random.path(), with: random.color())
            canvas.stroke(random.openPath(), with: random.color(), style: StrokeStyle(width: random.number(2...7), join: .round))
        case .layerShadows:
            canvas.fill(random.path(), with: random.color())
            if number % 3 == 0 { canvas.clip(to: random.path()) }
            canvas.alpha = number % 2 == 0 ? 1 : random.number(0.4...0.9)
            canvas.blendMode = number % 4 == 3 ? .destinationOver : .sourceOver
            canvas.shadows = [random.shadow(.drop, isSharp: number % 5 == 0), random.shadow(.inner, isSharp: false)]
            canvas.layer { canvas in
                canvas.fill(random.path(), with: random.color())
                canvas.alpha = 0.6
                canvas.stroke(random.openPath(), with: random.color(), style: StrokeStyle(width: 6))
                canvas.shadows = [random.shadow(.drop, isSharp: number % 3 == 0)]
                canvas.fill(random.path(), with: random.color())
            }
        }
        return canvas
    }

    private func generator(_ number: Int) -> SeededGenerator {
        SeededGenerator(state: UInt64(CairoFeature.allCases.firstIndex(of: self) ?? 0) << 32 | UInt64(number))
    }

    /// The parts of a drawing that tests the feature `operators` or `blendModes`.
    struct Blended {
        /// About a third of the backdrop is transparent, and a third is half transparent.
        var backdrop = Canvas()
        let path: Path, color: Color, mode: BlendMode
    }
    func blended(_ number: Int) -> Blended {
        var random = generator(number), backdrop = Canvas()
        backdrop.fill(random.path(), with: random.color())
        backdrop.fill(random.path(), with: random.color(opaque: false))
        let modes = self == .operators ? BlendMode.allCases.prefix(13) : BlendMode.allCases.dropFirst(13)
        return Blended(backdrop: backdrop, path: random.path(), color: random.opaqueColor().withAlpha(random.number(0.2...0.9)),
                       mode: modes[modes.startIndex + number % modes.count])
    }

    private func strokedPath(_ random: inout SeededGenerator) -> Path {
        switch self {
        // The curves are smooth, because Cairo's outlines of tight curves are not exact (see CairoCoverageTests.bounds).
        case .wideStrokes, .dashes: random.smoothPath()
        default: random.openPath()
        }
    }
    private func style(_ number: Int, _ random: inout SeededGenerator) -> StrokeStyle {
        var style = StrokeStyle(width: random.number(1...12))
        switch self {
        case .caps: style.cap = StrokeStyle.Cap.allCases[number % 3]
        case .joins:
            style.join = StrokeStyle.Join.allCases[number % 3]
            style.miterLimit = random.number(1...8)
        case .wideStrokes: style = StrokeStyle(width: random.number(8...24), cap: .round, join: .round)
        case .dashes:
            style.width = random.number(1...8)
            style.cap = StrokeStyle.Cap.allCases[number % 3]
            style.dashes = (0...number % 4).map { _ in random.number(3...14) }
            style.dashPhase = random.number(-20...20)
        default: style.width = 0
        }
        return style
    }
    private func gradient(_ number: Int, _ random: inout SeededGenerator) -> Gradient {
        let spreads: [Gradient.Spread] = [.pad, .reflect, .repeat, .none]
        var stops = (0..<2 + number % 4).map { Gradient.Stop(Double($0) / Double(1 + number % 4), random.opaqueColor()) }
        var spread = spreads[number / 2 % 4]
        // If a gradient repeats, its first and last colours are equal. With different first and last colours, the colour would jump where
        // the gradient repeats, and the two renderers may place a pixel on different sides of the jump.
        if spread == .repeat || self == .conic { stops[stops.count - 1].color = stops[0].color }
        if spread == .none { spread = .pad }
        switch self {
        case .linear: return Gradient(.linear(from: random.point(10...86), to: random.point(10...86)), stops: stops, spread: spread)
        case .radial:
            let center = random.point(30...66), radius = random.number(15...45)
            return Gradient(.radial(startCenter: center + random.point(-5...5), startRadius: random.number(0...8), endCenter: center, endRadius: radius),
                            stops: stops, spread: spread)
        default: return Gradient(.conic(center: random.point(30...66), startAngle: random.number(-3...3)), stops: stops)
        }
    }
}

extension SeededGenerator {
    mutating func opaqueColor() -> Color { Color(number(0...1), number(0...1), number(0...1)) }
    mutating func color(opaque: Bool = true) -> Paint { .color(opaqueColor().withAlpha(opaque ? 1 : number(0.2...0.9))) }
    /// Returns a random shadow. The offset of a sharp shadow is in whole pixels; the offset of a soft shadow has any value.
    mutating func shadow(_ kind: Shadow.Kind, isSharp: Bool) -> Shadow {
        let offset = point(-8...8)
        return Shadow(kind, offset: isSharp ? offset.rounded(.toNearestOrAwayFromZero) : offset, blur: isSharp ? 0 : number(1...14),
                      color: opaqueColor().withAlpha(number(0.3...1)))
    }
    /// Returns a closed outline: a polygon, a blob of curves, a star that crosses itself, or rectangles.
    mutating func path() -> Path {
        var path = Path()
        let center = point(30...66), radius = number(12...40)
        func around(_ angle: Double, _ distance: Double) -> Point {
            let turn = AffineTransform.rotation(angle)
            return center + Point(turn.a, turn.b) * distance
        }
        switch next() % 4 {
        case 0:
            let count = Int.random(in: 3...9, using: &self)
            for i in 0..<count {
                let corner = around(Double(i) / Double(count) * 6.283 + number(0...0.5), radius * number(0.4...1))
                if i == 0 { path.move(to: corner) } else { path.line(to: corner) }
            }
        case 1:
            let count = Int.random(in: 3...6, using: &self)
            path.move(to: around(0, radius))
            for i in 1...count {
                let end = Double(i) / Double(count) * 6.283, from = end - 6.283 / Double(count)
                path.cubic(to: around(end, radius), control1: around(from + number(0...1), radius * number(0.6...1.5)),
                           control2: around(end - number(0...1), radius * number(0.6...1.5)))
            }
        case 2:
            let count = [5, 7, 9][Int.random(in: 0...2, using: &self)], start = number(0...6)
            for i in 0..<count {
                let corner = around(start + Double(i * (count / 2)) / Double(count) * 6.283, radius)
                if i == 0 { path.move(to: corner) } else { path.line(to: corner) }
            }
        default:
            for _ in 0..<2 {
                let (a, b) = (center + point(-radius...radius), center + point(-radius...radius))
                path.move(to: a)
                path.line(to: Point(b.x, a.y))
                path.line(to: b)
                path.line(to: Point(a.x, b.y))
                path.close()
            }
            return path
        }
        path.close()
        return path
    }
    /// Returns lines with corners. Some of the paths are closed.
    mutating func openPath() -> Path {
        var path = Path()
        path.move(to: point(12...84))
        for _ in 0..<Int.random(in: 1...4, using: &self) { path.line(to: point(12...84)) }
        if next() % 3 == 0 { path.close() }
        return path
    }
    /// Returns curves without corners or tight bends.
    mutating func smoothPath() -> Path {
        var path = Path()
        let start = Point(number(5...20), number(15...80)), end = Point(number(76...91), number(15...80))
        path.move(to: start)
        path.cubic(to: end, control1: Point(number(30...45), number(-10...106)), control2: Point(number(50...66), number(-10...106)))
        return path
    }
    mutating func image() -> Image {
        var image = Image(width: 11, height: 7)
        for y in 0..<7 {
            for x in 0..<11 { image[x, y] = SIMD4(UInt8(next() & 255), UInt8(next() & 255), UInt8(next() & 255), next() % 3 == 0 ? UInt8(next() & 255) : 255) }
        }
        return image
    }
}
