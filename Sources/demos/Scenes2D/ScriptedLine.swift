// ScriptedLine: what drop-shapes draws by itself: rings, stars, spirals, waves, as one draws them.

import Canvas
import Raster
import Scenes2D

/// A line that draws itself in half a second.
struct ScriptedLine {
    let points: [Point]
    let start: Double
    let end: Double

    static func all(_ count: Int, seed: UInt64) -> [ScriptedLine] {
        var random = SplitMix64(seed: seed), lines: [ScriptedLine] = []
        for i in 0..<count {
            let center = Point(190 + 580 * chance(&random), 110 + 70 * chance(&random)), size = 30 + 42 * chance(&random)
            let turn = AffineTransform.rotation(6.28 * chance(&random)), phase = 6.28 * chance(&random)
            var points: [Point] = []
            for point in outline(i, phase) { points.append(center + turn.applyToOffset(point * size)) }
            lines.append(ScriptedLine(points: points, start: Double(i) * 0.5, end: Double(i) * 0.5 + 0.4))
        }
        return lines
    }
    private static func chance(_ random: inout SplitMix64) -> Double { Double(random.floatUnit()) }
    /// A curve around the origin whose distance from it is a function of the angle.
    private static func curve(_ turns: Double, _ count: Int, _ radius: (Double) -> Double) -> [Point] {
        var points: [Point] = []
        for i in 0...count {
            let angle = 2 * Double.pi * turns * Double(i) / Double(count), distance = radius(angle)
            points.append(Point(Elementary.cosine(angle) * distance, Elementary.sine(angle) * distance))
        }
        return points
    }
    private static func outline(_ number: Int, _ phase: Double) -> [Point] {
        switch number % 6 {
        // A ring, not quite round, as one draws it.
        case 0: return curve(0.98, 48) { 1 + 0.07 * Elementary.sine(2 * $0 + phase) }
        case 1: return curve(1, 70) { 0.72 + 0.28 * Elementary.cosine(5 * $0) }
        case 2: return curve(1.9, 60) { 0.25 + 0.075 * $0 }
        case 3:
            var wave: [Point] = []
            for i in 0...40 { wave.append(Point(0.06 * Double(i) - 1.2, 0.45 * Elementary.sine(0.175 * Double(i) + phase))) }
            return wave
        case 4: return [Point(-0.9, -0.8), Point(1, -0.5), Point(0.1, 1), Point(-0.85, -0.75)]
        default: return curve(0.7, 36) { _ in 0.9 }
        }
    }
    func draw(into canvas: inout Canvas, at time: Double, style: DropShapes.Style) {
        let count = Int((Double(points.count) * (time - start) / (end - start)).rounded(.down))
        guard count > 1 else { return }
        var path = Path()
        for point in points.prefix(count) { path.line(to: point) }
        canvas.stroke(path, with: .color(style.color), style: StrokeStyle(width: style.width, cap: .round, join: .round))
    }
}
