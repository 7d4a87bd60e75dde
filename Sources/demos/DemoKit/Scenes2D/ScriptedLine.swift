// ScriptedLine: the lines that the demo drop-shapes draws without the user: rings, stars, spirals, waves.

import Canvas
import Raster
import Scenes2D

/// A line that is drawn without the user. The line's position is given as fractions of the room's width and height.
struct ScriptedLine {
    /// The points relative to the line's middle. Each point is at most about 1 away from the middle.
    private let outline: [Point]
    /// The position of the line's middle, as fractions of the room's width and height.
    private let place: Point
    /// The line's radius in points in a room with enough space.
    private let size: Double
    let start: Double
    let end: Double

    /// Returns `count` lines. Each line begins at most half a second after the previous line, and all lines are drawn within six seconds.
    static func all(_ count: Int, seed: UInt64) -> [ScriptedLine] {
        var random = SplitMix64(seed: seed), lines: [ScriptedLine] = []
        let pause = min(0.5, 6 / Double(max(count, 1)))
        for i in 0..<count {
            let place = Point(0.3 + 0.4 * chance(&random), 0.16 + 0.14 * chance(&random)), size = 34 + 42 * chance(&random)
            let turn = AffineTransform.rotation(6.28 * chance(&random)), phase = 6.28 * chance(&random)
            lines.append(ScriptedLine(outline: outline(i, phase).map(turn.applyToOffset), place: place, size: size, start: Double(i) * pause,
                                      end: (Double(i) + 0.8) * pause))
        }
        return lines
    }
    /// A heart and a star that hang on springs at the sides of the room.
    static let hung = [
        ScriptedLine(outline: heart, place: Point(0.13, 0.42), size: 40, start: 0, end: 0),
        ScriptedLine(outline: outline(1, 0).map(AffineTransform.rotation(-.pi / 2).applyToOffset), place: Point(0.87, 0.34), size: 44, start: 0, end: 0),
    ]
    /// Returns the line's points in a room. If the room is too small for `count` lines of this size, the line is scaled down.
    func points(in room: Rectangle, count: Int, kind: DropShapes.BodyKind) -> [Point] {
        // The line is scaled down so that all lines together cover half of the room at most. A line of size 1 covers about two square
        // points, including the gaps around the line. The line's convex hull covers more.
        let area = kind == .hull ? 3.4 : 2.2,
            scale = min(1, (room.width * room.height * 0.5 / (Double(max(count, 1)) * area * 56 * 56)).squareRoot(), 0.2 * room.width / size)
        let middle = Point(room.x + place.x * room.width, room.y + place.y * room.height)
        return outline.map { middle + $0 * (size * scale) }
    }

    private static func chance(_ random: inout SplitMix64) -> Double { Double(random.floatUnit()) }
    /// Returns a curve around the origin. The distance from the origin is a function of the angle.
    private static func curve(_ turns: Double, _ count: Int, _ radius: (Double) -> Double) -> [Point] {
        var points: [Point] = []
        for i in 0...count {
            let angle = 2 * Double.pi * turns * Double(i) / Double(count), distance = radius(angle)
            points.append(Point(PortableMath.cosine(angle) * distance, PortableMath.sine(angle) * distance))
        }
        return points
    }
    private static func outline(_ number: Int, _ phase: Double) -> [Point] {
        switch number % 6 {
        // A ring that is not quite round, as if drawn by hand.
        case 0: return curve(0.98, 48) { 1 + 0.07 * PortableMath.sine(2 * $0 + phase) }
        case 1: return curve(1, 80) { 0.72 + 0.28 * PortableMath.cosine(5 * $0) }
        case 2: return curve(1.9, 60) { 0.25 + 0.075 * $0 }
        case 3:
            var wave: [Point] = []
            for i in 0...40 { wave.append(Point(0.06 * Double(i) - 1.2, 0.45 * PortableMath.sine(0.175 * Double(i) + phase))) }
            return wave
        case 4: return [Point(-0.9, -0.8), Point(1, -0.5), Point(0.1, 1), Point(-0.85, -0.75)]
        default: return curve(0.7, 36) { _ in 0.9 }
        }
    }
    private static let heart = (0...60).map { (i: Int) -> Point in
        let t = 2 * Double.pi * Double(i) / 60, s = PortableMath.sine(t)
        return Point(s * s * s,
                     (-13 * PortableMath.cosine(t) + 5 * PortableMath.cosine(2 * t) + 2 * PortableMath.cosine(3 * t) + PortableMath.cosine(4 * t)) / 16)
    }
    /// Draws the part of the line that is visible at the given time.
    func draw(_ points: [Point], into canvas: inout Canvas, at time: Double, style: DropShapes.Style) {
        let count = Int((Double(points.count) * (time - start) / (end - start)).rounded(.down))
        guard count > 1 else { return }
        canvas.stroke(Path(polygon: Array(points.prefix(count)), isClosed: false), with: .color(style.color),
                      style: StrokeStyle(width: style.width, cap: .round, join: .round))
    }
}
