// CanvasScenes: drawings that Raster's canvas and Cairo draw in turn. The shapes move from frame to frame, so that no coverage can
// be reused.

import Canvas
import Raster

/// An object that moves and rotates from frame to frame.
struct CanvasItem {
    var path = Path()
    /// The stroke; nil for a fill.
    var stroke: StrokeStyle?
    var color: Color
    /// The centre of rotation.
    var center = Point(0, 0)
    /// The rotation in radians per frame.
    var turn = 0.0
    /// The movement in points per frame.
    var motion = Point(0, 0)
    var shadow: Shadow?
    /// Glyphs that are drawn instead of the path.
    var glyphs: GlyphRun?

    func transform(frame: Int) -> AffineTransform {
        let way = motion * Double(frame)
        return .translation(center.x + way.x, center.y + way.y) * .rotation(turn * Double(frame)) * .translation(-center.x, -center.y)
    }
}

struct CanvasScene {
    let name: String
    let what: String
    let make: () throws -> [CanvasItem]

    static var all: [CanvasScene] { [
        CanvasScene(name: "canvas-paths", what: "300 paths of many curves, filled and stroked") {
            var random = Numbers()
            return (0..<300).flatMap { _ -> [CanvasItem] in
                let center = random.place(), radius = random.number(20, 90)
                var path = Path()
                let count = 12 + Int(random.number(0, 20))
                func corner(_ index: Double, _ distance: Double) -> Point {
                    let turn = AffineTransform.rotation(index / Double(count) * 2 * .pi)
                    return center + Point(turn.a, turn.b) * (radius * distance)
                }
                path.move(to: corner(0, 1))
                for i in 1...count {
                    let end = Double(i)
                    path.cubic(to: i == count ? corner(0, 1) : corner(end, random.number(0.7, 1)), control1: corner(end - 0.8, random.number(0.5, 1.3)),
                               control2: corner(end - 0.3, random.number(0.5, 1.3)))
                }
                path.close()
                let item = CanvasItem(path: path, color: random.color(), center: center, turn: random.number(-0.02, 0.02),
                                      motion: Point(random.number(-0.5, 0.5), random.number(-0.5, 0.5)))
                var outline = item
                outline.stroke = StrokeStyle(width: random.number(1, 3), join: .round)
                outline.color = random.color()
                return [item, outline]
            }
        },
        CanvasScene(name: "canvas-shapes", what: "10,000 small discs and stars") {
            var random = Numbers()
            return (0..<10_000).map { i in
                let center = random.place(), radius = random.number(2, 8)
                var path = Path()
                if i % 2 == 0 {
                    path = .disc(center, radius)
                } else {
                    let points = 3 + i % 5
                    for k in 0..<2 * points {
                        let turn = AffineTransform.rotation(Double(k) * .pi / Double(points)),
                            corner = center + Point(turn.a, turn.b) * (k % 2 == 0 ? radius : radius * 0.45)
                        if k == 0 { path.move(to: corner) } else { path.line(to: corner) }
                    }
                    path.close()
                }
                return CanvasItem(path: path, color: random.color(), center: center, turn: 0.03, motion: Point(random.number(-1, 1), random.number(-1, 1)))
            }
        },
        CanvasScene(name: "canvas-lines", what: "100,000 segments of 500 stroked lines") {
            var random = Numbers()
            return (0..<500).map { _ in
                var at = random.place(), path = Path()
                path.move(to: at)
                var direction = random.number(0, 6.28)
                for _ in 0..<200 {
                    direction += random.number(-0.6, 0.6)
                    let turn = AffineTransform.rotation(direction)
                    at += Point(turn.a, turn.b) * random.number(2, 5)
                    path.line(to: at)
                }
                return CanvasItem(path: path, stroke: StrokeStyle(width: 1.25), color: random.color(), center: at, turn: 0.002,
                                  motion: Point(random.number(-0.5, 0.5), 0))
            }
        },
        CanvasScene(name: "canvas-shadows", what: "40 discs and stars with blurred shadows") {
            var random = Numbers()
            return (0..<40).map { i in
                let center = random.place(), radius = random.number(30, 80)
                return CanvasItem(path: .disc(center, radius), color: random.color(opaque: true), center: center,
                                  motion: Point(random.number(-1, 1), random.number(-1, 1)),
                                  shadow: Shadow(offset: Point(4, 6), blur: [8, 16, 24][i % 3], color: Color(white: 0, alpha: 0.6)))
            }
        },
        CanvasScene(name: "canvas-text", what: "a page of 9,000 glyphs, scrolling") {
            var random = Numbers()
            let font = try Font(named: "DejaVu Sans"), letters = Array("etaoinshrdlucmfwypvbgkjqxz".unicodeScalars)
            var items: [CanvasItem] = []
            for line in 0..<60 {
                var glyphs: [GlyphRun.Glyph] = [], x = 10.0
                while x < 1260 {
                    for _ in 0..<3 + Int(random.number(0, 6)) {
                        let share = random.number(0, 1)
                        guard let glyph = font.glyph(for: letters[Int(share * share * 26)]) else { continue }
                        glyphs.append(GlyphRun.Glyph(id: glyph, position: Point(x, Double(line) * 12 + 10)))
                        x += font.advance(of: glyph) * 11
                    }
                    x += 4
                }
                items.append(CanvasItem(color: .black, motion: Point(0, -0.5), glyphs: GlyphRun(font: font, size: 11, glyphs: glyphs)))
            }
            return items
        },
    ] }
}

extension Path {
    static func disc(_ center: Point, _ radius: Double) -> Path {
        let k = 0.5522847498307936 * radius
        var path = Path()
        path.move(to: center + Point(radius, 0))
        path.cubic(to: center + Point(0, radius), control1: center + Point(radius, k), control2: center + Point(k, radius))
        path.cubic(to: center + Point(-radius, 0), control1: center + Point(-k, radius), control2: center + Point(-radius, k))
        path.cubic(to: center + Point(0, -radius), control1: center + Point(-radius, -k), control2: center + Point(-k, -radius))
        path.cubic(to: center + Point(radius, 0), control1: center + Point(k, -radius), control2: center + Point(radius, -k))
        path.close()
        return path
    }
}

/// Random numbers that are the same in every run (SplitMix64).
private struct Numbers {
    private var state: UInt64 = 16
    mutating func number(_ low: Double, _ high: Double) -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return low + (high - low) * Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }
    mutating func place() -> Point { Point(number(0, 1280), number(0, 720)) }
    mutating func color(opaque: Bool = false) -> Color { Color(number(0, 1), number(0, 1), number(0, 1), opaque ? 1 : number(0.5, 1)) }
}
