// FractalTile: a small picture of a symbol's turtle command.

import Canvas
import Raster

/// A tile that shows what a symbol draws: a straight line for the command that draws a line, a bend by the system's angle for a turn, a sprout
/// for a symbol without a drawing rule.
struct FractalTile {
    let system: LSystem
    var font: Font?

    /// Returns the drawing rule whose picture represents a symbol: the symbol's rule with the most visible effect.
    private func rule(of symbol: Character) -> DrawingRule? {
        let order: [DrawingRule.Kind] = [.dot, .line, .curve, .push, .pop, .rotate, .pitch, .roll, .move, .scatter, .length, .width, .color]
        let rules = system.drawing.filter { $0.symbol.first == symbol }
        return rules.min { (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0) }
    }
    /// Returns the effect of a symbol in a few words.
    func meaning(of supply: RuleEditor.Supply) -> String {
        switch supply {
        case .kind(let kind): "new: " + FractalTile.word(kind, 1)
        case .symbol(let symbol):
            system.drawing.filter { $0.symbol.first == symbol }.map { FractalTile.word($0.kind, $0.amount) }.reduce("") { $0.isEmpty ? $1 : $0 + ", " + $1 }
                .ifEmpty(system.rules.contains { $0.symbol.first == symbol } ? "grows by its rule" : "does nothing")
        }
    }
    private static func word(_ kind: DrawingRule.Kind, _ amount: Double) -> String {
        switch kind {
        case .line: "draw a line"
        case .move: "move without drawing"
        case .curve: amount < 0 ? "draw an arc to the right" : "draw an arc to the left"
        case .rotate: amount < 0 ? "turn right" : "turn left"
        case .pitch: "turn out of the plane"
        case .roll: "roll about the way ahead"
        case .scatter: "turn by chance"
        case .dot: "draw a dot"
        case .push: "remember the place"
        case .pop: "go back to it"
        case .width: amount < 1 ? "thinner lines" : "thicker lines"
        case .length: amount < 1 ? "shorter lines" : "longer lines"
        case .color: "another colour"
        }
    }
    private static func color(_ kind: DrawingRule.Kind?) -> Color {
        switch kind {
        case .line?, .curve?, .move?: Color(hex: 0x2F80ED)
        case .rotate?, .pitch?, .roll?, .scatter?: Color(hex: 0xE07A1F)
        case .push?, .pop?: Color(hex: 0x3B9B4F)
        case .dot?: Color(hex: 0xC9497E)
        case .width?, .length?, .color?: Color(hex: 0x8A5BD6)
        case nil: Color(hex: 0x4E5D78)
        }
    }

    /// Draws a tile.
    /// - Parameters:
    ///   - strength: The opacity: 1 for a normal tile, less for a tile that will be removed.
    func draw(_ supply: RuleEditor.Supply, in place: Rectangle, on canvas: inout Canvas, strength: Double = 1, isLifted: Bool = false) throws {
        let rule: DrawingRule? = switch supply {
        case .symbol(let symbol): rule(of: symbol)
        case .kind(let kind): DrawingRule("", kind, kind == .width || kind == .length ? 0.7 : 1)
        }
        let color = FractalTile.color(rule?.kind), shape = Path(roundedRectangle: place, cornerRadius: place.width * 0.2)
        try canvas.saved { canvas in
            canvas.alpha = strength
            canvas.saved { canvas in
                if isLifted { canvas.shadows = [Shadow(offset: Point(0, place.width * 0.12), blur: place.width * 0.3, color: Color(white: 0, alpha: 0.6))] }
                canvas.fill(shape, with: .gradient(.linear(from: Point(0, place.minY), to: Point(0, place.maxY),
                                                           [color.mixed(with: .white, 0.14), color.mixed(with: .black, 0.16)])))
            }
            var letter: Character?
            if case .symbol(let symbol) = supply { letter = symbol }
            let icon = Canvas.icon(of: rule, angle: system.angle, palette: system.palette)
            canvas.saved { canvas in
                canvas.translate(place.center.x, place.center.y - (letter == nil || font == nil ? 0 : place.height * 0.05))
                canvas.scale(place.width * 0.34, place.width * 0.34)
                canvas.draw(icon)
            }
            guard let letter, let font, place.width >= 12 else { return }
            let text = try TextLayout(String(letter), font: font, size: place.width * 0.27, paint: .color(Color(white: 1, alpha: 0.92)))
            canvas.draw(text, at: Point(place.maxX - text.bounds.width - place.width * 0.07, place.maxY - text.bounds.height - place.width * 0.01))
        }
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}

extension Canvas {
    private static let ink = Paint.color(Color(white: 1))
    private static let pale = Paint.color(Color(white: 1, alpha: 0.5))
    private static let pen = StrokeStyle(width: 0.22, cap: .round, join: .round)
    private static let thin = StrokeStyle(width: 0.15, cap: .round, join: .round)

    private mutating func line(_ points: Point..., paint: Paint = Canvas.ink, style: StrokeStyle = Canvas.pen) {
        stroke(Path(polygon: points, isClosed: false), with: paint, style: style)
    }
    private mutating func node(_ center: Point, _ radius: Double = 0.2) { fill(Path(circleAt: center, radius: radius), with: Canvas.ink) }
    /// Draws the head of an arrow that points in a direction.
    private mutating func head(at tip: Point, along way: Point) {
        let length = max((way.x * way.x + way.y * way.y).squareRoot(), 1e-9), d = Point(way.x / length, way.y / length), side = Point(-d.y, d.x)
        fill(Path(polygon: [tip + d * 0.3, tip + side * 0.26, tip - side * 0.26]), with: Canvas.ink)
    }
    private static func direction(_ angle: Double) -> Point { Point(-PortableMath.sine(angle), -PortableMath.cosine(angle)) }
    private mutating func arc(_ radii: Size, at center: Point, from start: Double, to end: Double, points count: Int = 16) -> (end: Point, way: Point) {
        let places = (0...count).map { step in
            let angle = start + (end - start) * Double(step) / Double(count)
            return center + Point(-radii.width * PortableMath.sine(angle), -radii.height * PortableMath.cosine(angle))
        }
        stroke(Path(polygon: places, isClosed: false), with: Canvas.ink, style: Canvas.thin)
        return (places[count], places[count] - places[count - 1])
    }

    /// Returns the picture of a drawing rule around the origin, about two units wide; a picture of a sprout if `rule` is nil.
    static func icon(of rule: DrawingRule?, angle: Double, palette: [Color]) -> Canvas {
        var canvas = Canvas()
        guard let rule else {
            canvas.line(Point(0, 0.85), Point(0, -0.1))
            for side in [-1.0, 1] {
                var leaf = Path()
                leaf.move(to: Point(0, 0.1))
                leaf.quadratic(to: Point(0.8 * side, -0.75), control: Point(0.1 * side, -0.75))
                leaf.quadratic(to: Point(0, 0.1), control: Point(0.8 * side, 0.05))
                leaf.close()
                canvas.fill(leaf, with: ink)
            }
            return canvas
        }
        // The drawn turn has between 17 and 160 degrees, because a smaller turn would be invisible, and a larger turn would be confusing.
        let turns = rule.amount * angle * .pi / 180, side = turns < 0 ? -1.0 : 1.0, turn = side * min(max(abs(turns), 0.3), 2.8)
        switch rule.kind {
        case .line:
            canvas.line(Point(0, 0.85), Point(0, -0.6))
            canvas.head(at: Point(0, -0.65), along: Point(0, -1))
        case .move:
            for y in [0.85, 0.35, -0.15] { canvas.line(Point(0, y), Point(0, y - 0.12)) }
            canvas.head(at: Point(0, -0.65), along: Point(0, -1))
        case .curve:
            // The arc begins upwards and bends to the side to which the command turns.
            let end = canvas.arc(Size(width: 1.1, height: 1.4), at: Point(-0.75 * side, 0.75), from: -side * .pi / 2, to: -side * 0.35)
            canvas.head(at: end.end, along: end.way)
        case .rotate:
            let corner = Point(0, 0.25), way = direction(turn)
            canvas.line(Point(0, 0.95), corner, paint: pale)
            canvas.line(corner, corner - Point(0, 0.85), paint: pale, style: StrokeStyle(width: 0.12, cap: .butt, dashes: [0.14, 0.12]))
            canvas.line(corner, corner + way * 0.95)
            let end = canvas.arc(Size(width: 0.58, height: 0.58), at: corner, from: 0, to: turn * 0.6)
            canvas.head(at: end.end, along: end.way)
        case .pitch:
            canvas.line(Point(0, 0.9), Point(0, -0.9), paint: pale)
            let end = canvas.arc(Size(width: 0.42, height: 0.8), at: Point(0, 0), from: .pi * 0.9, to: .pi * 0.9 - side * .pi * 1.35)
            canvas.head(at: end.end, along: end.way)
        case .roll:
            canvas.line(Point(0, 0.9), Point(0, -0.9), paint: pale)
            let end = canvas.arc(Size(width: 0.8, height: 0.34), at: Point(0, 0), from: side * 0.5, to: side * 0.5 + side * .pi * 1.5)
            canvas.head(at: end.end, along: end.way)
        case .scatter:
            for share in [-1.0, -0.5, 0.5, 1] { canvas.line(Point(0, 0.8), Point(0, 0.8) + direction(share * 0.6) * 1.5, paint: pale, style: thin) }
            canvas.line(Point(0, 0.8), Point(0, 0.8) + direction(0.18) * 1.6)
        case .dot: canvas.node(Point(0, 0), 0.62)
        case .push:
            canvas.line(Point(0, 0.9), Point(0, -0.85), paint: pale)
            canvas.line(Point(0, 0.2), Point(0.7, -0.5))
            canvas.node(Point(0, 0.2), 0.34)
        case .pop:
            canvas.line(Point(0, 0.9), Point(0, -0.85), paint: pale)
            canvas.fill(Path(circleAt: Point(0, 0.2), radius: 0.34), with: ink)
            let end = canvas.arc(Size(width: 0.65, height: 0.62), at: Point(0.1, -0.32), from: -0.2, to: -.pi * 0.82)
            canvas.head(at: end.end, along: end.way)
        case .width:
            let isThinner = abs(rule.amount) < 1, wide = isThinner ? 0.55 : 0.12, narrow = isThinner ? 0.12 : 0.55
            canvas.fill(Path(polygon: [Point(-wide, 0.85), Point(wide, 0.85), Point(narrow, -0.85), Point(-narrow, -0.85)]), with: ink)
        case .length:
            let isShorter = abs(rule.amount) < 1
            canvas.line(Point(-0.45, 0.85), Point(-0.45, isShorter ? -0.85 : 0.1))
            canvas.line(Point(0.45, 0.85), Point(0.45, isShorter ? 0.1 : -0.85))
        case .color:
            for index in 0..<3 {
                let color = palette.isEmpty ? .white : palette[min(palette.count - 1, index * (palette.count - 1) / 2)]
                let center = Point(0.42 * Double(index - 1), index == 1 ? -0.35 : 0.25)
                canvas.fill(Path(circleAt: center, radius: 0.46), with: ink)
                canvas.fill(Path(circleAt: center, radius: 0.36), with: .color(color))
            }
        }
        return canvas
    }
}
