// Makes canvases from random numbers. Every call of a canvas can occur, in any order. Most numbers are ordinary, some are the
// largest or smallest possible numbers, and some are not finite.

import Canvas
import Raster
import SeededRandom

extension CanvasCase {
    package init(seed: UInt64) {
        self.seed = seed
        var source = CanvasSource(seed: seed)
        (width, height) = (source.random.pick([1, 7, 33, 64, 64, 130]), source.random.pick([1, 5, 32, 64, 65]))
        for number in 0..<source.random.int(1...2) {
            var frame = Frame()
            // The next frame is usually the same drawing at another place. Moved drawings test the state that the renderer keeps
            // between frames.
            if number > 0, !source.random.once(in: 3) { frame = frames[0] } else { frame.steps = source.steps(source.random.int(1...10), depth: 0) }
            if source.random.once(in: 3) { frame.scale = source.random.pick([0.5, 1.25, 2, 3, 1e-3, 100, 0, -1, .nan, 1e30, .leastNonzeroMagnitude]) }
            if source.random.once(in: 3) {
                (frame.x, frame.y) = (source.random.pick([0, 5, -30, 8190, 24570, -24580, 4_194_304, -4_194_304, 4_194_305, Int.max, Int.min]),
                                      source.random.pick([0, 3, -7, 32760, -4_194_000]))
            }
            if number == 0 || source.random.once(in: 2) {
                frame.clear = source.random.pick([Color.white, .black, .clear, Color(0.2, 0.5, 0.9, 0.5), Color(.nan, 2, -1, 0.5)])
            }
            frames.append(frame)
        }
    }
}

/// Makes the steps of a case.
private struct CanvasSource {
    var random: SeededGenerator
    /// The allowed random numbers: only ordinary numbers; ordinary and extreme numbers; or all numbers, even numbers that are not finite.
    private enum Numbers: CaseIterable { case ordinary, extreme, impossible }
    private let numbers: Numbers
    private var copies = 0

    init(seed: UInt64) {
        random = SeededGenerator(state: seed ^ 0xCA27)
        numbers = random.once(in: 2) ? .ordinary : random.pick([.extreme, .extreme, .impossible])
    }

    static let extremes: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, 1e-300, 1e-160, 1e-30, -1e-9, 0.1, 24576, 32000, 32768, -32769, 8_388_608, -8_388_609, 3e7, 1e9, -1e15, 1e30, 1e99,
        1e100, -1e100,
    ]
    static let impossible: [Double] = [.nan, .infinity, -.infinity, 1.1e100, -1e160, .greatestFiniteMagnitude]

    mutating func number(_ range: ClosedRange<Double> = -20...90) -> Double {
        if numbers != .ordinary, random.once(in: 12) { return random.pick(Self.extremes) }
        if numbers == .impossible, random.once(in: 20) { return random.pick(Self.impossible) }
        let value = Double.random(in: range, using: &random)
        // Many coordinates lie on corners and centres of pixels.
        switch random.int(0...3) {
        case 0: return value.rounded()
        case 1: return (value * 2).rounded() / 2
        default: return value
        }
    }
    mutating func point() -> Point { Point(number(), number()) }
    mutating func rectangle() -> Rectangle {
        random.once(in: 2) ? Rectangle(point(), point()) : Rectangle(x: number(), y: number(), width: number(-30...60), height: number(-30...60))
    }
    mutating func color() -> Color {
        if random.once(in: 20) { return Color(number(-1...2), number(-1...2), number(-1...2), number(-1...2)) }
        func share() -> Double { Double(random.int(0...255)) / 255 }
        return Color(share(), share(), share(), random.once(in: 2) ? 1 : share())
    }

    mutating func path() -> Path {
        switch random.int(0...9) {
        case 0: return Path(rectangle: rectangle())
        case 1: return Path(ovalIn: rectangle())
        case 2: return Path(roundedRectangle: rectangle(), cornerRadius: number(-2...20))
        case 3: return Path(circleAt: point(), radius: number(-1...40))
        default: break
        }
        var path = Path()
        for _ in 0..<random.pick([0, 1, 2, 3, 5, 8, 30]) {
            switch random.int(0...11) {
            case 0, 1: path.move(to: point())
            case 2, 3, 4, 5: path.line(to: point())
            case 6: path.quadratic(to: point(), control: point())
            case 7: path.cubic(to: point(), control1: point(), control2: point())
            case 8:
                path.arc(center: point(), radii: Size(width: number(0...40), height: number(0...40)), rotation: number(-4...4), startAngle: number(-7...7),
                         endAngle: number(-7...7))
            case 9: path.arc(tangent1End: point(), tangent2End: point(), radius: number(-1...30))
            // Draws a line of length zero from the current point.
            case 10: if let point = path.currentPoint { path.line(to: point) }
            default: path.close()
            }
        }
        return path
    }
    mutating func style() -> StrokeStyle {
        var style = StrokeStyle(width: random.pick([0, 0.2, 1, 2.5, 9, number(0...30)]), cap: random.pick(StrokeStyle.Cap.allCases),
                                join: random.pick(StrokeStyle.Join.allCases))
        if random.once(in: 4) { style.miterLimit = number(0...20) }
        if random.once(in: 3) { style.dashes = (0..<random.int(0...4)).map { _ in number(0...15) }; style.dashPhase = number(-20...20) }
        return style
    }
    mutating func transform() -> AffineTransform {
        switch random.int(0...4) {
        case 0: .translation(number(-40...40), number(-40...40))
        case 1: .scale(number(-2...2), number(-2...2))
        case 2: .rotation(number(-7...7))
        default: AffineTransform(a: number(-2...2), b: number(-1...1), c: number(-1...1), d: number(-2...2), tx: number(-40...80), ty: number(-40...80))
        }
    }
    mutating func image() -> Image {
        let (width, height) = (random.pick([0, 1, 2, 3, 4]), random.pick([1, 2, 3]))
        return Image(width: width, height: height, bytes: (0..<width * height * 4).map { _ in UInt8(random.int(0...255)) })
    }
    mutating func gradient() -> Gradient {
        let geometry: Gradient.Geometry = switch random.int(0...2) {
        case 0: .linear(from: point(), to: point())
        case 1: .radial(startCenter: point(), startRadius: number(0...30), endCenter: point(), endRadius: number(0...60))
        default: .conic(center: point(), startAngle: number(-7...7))
        }
        let stops = (0..<random.pick([0, 1, 2, 2, 3, 9])).map { index in Gradient.Stop(random.once(in: 5) ? number(-1...2) : Double(index) / 3, color()) }
        return Gradient(geometry, stops: stops, spread: random.pick(Gradient.Spread.allCases))
    }
    mutating func paint() -> Paint {
        switch random.int(0...7) {
        case 0, 1: .gradient(gradient())
        case 2: .pattern(ImagePattern(image(), transform: transform(), tiling: random.pick(ImagePattern.Tiling.allCases), isSmooth: random.once(in: 2)))
        default: .color(color())
        }
    }
    mutating func shadows() -> [Shadow] {
        (0..<random.int(0...2)).map { _ in
            // Larger blurs are not drawn, because they take much time and find no additional defects.
            let blur = random.pick([0, 0.3, 1, 4, 10, 30, 0, 2])
            return Shadow(random.pick(Shadow.Kind.allCases), offset: Point(number(-10...10), number(-10...10)),
                          blur: numbers == .impossible && random.once(in: 8) ? random.pick([.nan, -1, 1e300, .infinity, .leastNonzeroMagnitude]) : blur,
                          color: color())
        }
    }

    mutating func steps(_ count: Int, depth: Int) -> [CanvasCase.Step] { (0..<count).map { _ in step(depth: depth) } }
    private mutating func step(depth: Int) -> CanvasCase.Step {
        switch random.int(0...25) {
        case 0...4: return .fill(path(), random.pick(FillRule.allCases), paint())
        case 5...7: return .stroke(path(), style(), paint())
        case 8: return .fillEverything(paint())
        case 9: return .text(random.pick(["", "A", "fi\u{301}x", "\u{5D0}b\n\u{1F600}", "\u{0}\u{FEFF}"]), size: number(1...40), at: point(), paint())
        case 10:
            let ids = (0..<random.int(0...3)).map { _ in random.pick([0, 3, 36, 40, 5000, 65535, .max] as [UInt32]) }
            return .glyphs(ids, size: number(-5...60), at: ids.map { _ in point() }, paint())
        case 11: return .image(image(), rectangle(), isSmooth: random.once(in: 2))
        case 12: return .concatenate(transform())
        case 13: return random.once(in: 2) ? .setTransform(random.once(in: 2) ? .identity : transform()) : .rotate(number(-7...7))
        case 14: return .alpha(random.once(in: 8) ? number(-1...2) : random.pick([0, 0.25, 0.5, 1]))
        case 15: return .blendMode(random.pick(BlendMode.allCases))
        case 16: return .shadows(shadows())
        case 17, 18: return .clip(path(), random.pick(FillRule.allCases))
        case 19: return .save
        case 20: return .restore
        case 21:
            if random.once(in: 6) { return .removeAll }
            guard copies < 4, random.once(in: 2) else { return .restore }
            copies += 1
            return .drawItself
        case 22, 23, 24: return depth > 4 ? .save : .within(random.pick(CanvasCase.Block.allCases), steps(random.int(0...5), depth: depth + 1))
        default:
            let block = random.pick(CanvasCase.Block.allCases), most = block == .save ? 100_000 : block == .clip ? 400 : 70
            let count = random.pick([0, 2, 5, 63, 64, 65, most])
            // Every nested layer must be composed, which takes time, so nested blocks occur only at small depths.
            return depth > 1 ? .restore : .nested(block, count: count, steps(random.int(0...2), depth: depth + 1))
        }
    }
}
