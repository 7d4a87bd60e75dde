import Raster
import SeededRandom
import Testing

@Suite("Line coverage") struct LineCoverageTests {
    @Test("thin lines cover exactly the pixels whose diamonds they leave", arguments: Device.Kind.allCases)
    func diamondExit(kind: Device.Kind) throws {
        let size = 16, device = Device(kind)
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(state: seed)
            let fixture = try DrawingFixture(on: device, width: size, height: size)
            let pipeline = try fixture.pipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            var vertices: [Float] = []
            var expected = [[Int]](repeating: [Int](repeating: 0, count: size), count: size)
            for _ in 0..<40 {
                // The ends are multiples of an eighth of a pixel, so that many ends lie on centres, corners and edges of diamonds.
                let ends = (0..<2).map { _ in (Int.random(in: 8...120, using: &random), Int.random(in: 8...120, using: &random)) }
                for (x, y) in ends { vertices += fixture.vertex(Float(x) / 8, Float(y) / 8, color: .init(1 / 255, 0, 0, 0)) }
                for y in 0..<size {
                    for x in 0..<size where Diamond(pixelX: x, y).isLeft(from: ends[0], to: ends[1]) { expected[y][x] += 1 }
                }
            }
            try fixture.draw(vertices, .lines, pipeline: pipeline)
            let red = try fixture.red()
            for y in 0..<size { for x in 0..<size { #expect(Int(red[y][x]) == expected[y][x], "seed \(seed), (\(x), \(y))") } }
        }
    }

    @Test("a line that leaves a viewport smaller than the target is clipped to it", arguments: Device.Kind.allCases)
    func clippedAtViewport(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 32, height: 32)
        try fixture.draw(fixture.vertex(-8, 16.25) + fixture.vertex(64, 16.25), .lines) { $0.setViewport(Viewport(x: 8, y: 8, width: 16, height: 16)) }
        let red = try fixture.red()
        for y in 0..<32 { for x in 0..<32 { #expect((red[y][x] > 0) == (y == 16 && (8..<24).contains(x)), "(\(x), \(y))") } }
    }
}

/// The diamond |x| + |y| < ½ around a pixel centre, as defined in OpenGL 3.3 §3.5.1, in exact integers: an eighth of a pixel is 2²²
/// units, ε is 2¹², and ε² is 1. The ends of the lines are multiples of an eighth of a pixel, and the lines are at most 16 pixels long,
/// so a line crosses the diamond either exactly at a corner or an edge, or so far from corners and edges that the small shift by ε does
/// not matter.
private struct Diamond {
    let x: Int, y: Int
    init(pixelX: Int, _ pixelY: Int) { x = (8 * pixelX + 4) << 22; y = (8 * pixelY + 4) << 22 }

    /// Returns a number below zero if the position is inside the half plane of one side.
    private func side(_ p: (Int, Int), _ sx: Int, _ sy: Int) -> Int { sx * (p.0 - x) + sy * (p.1 - y) - (4 << 22) }
    private static let sides = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

    /// Returns whether the line, with its ends moved by (−ε, −ε²), meets the diamond and does not end in the diamond. The ends are in
    /// eighths of a pixel.
    func isLeft(from a: (Int, Int), to b: (Int, Int)) -> Bool {
        let p = ((a.0 << 22) - 4096, (a.1 << 22) - 1), q = ((b.0 << 22) - 4096, (b.1 << 22) - 1)
        if Diamond.sides.allSatisfy({ side(q, $0.0, $0.1) < 0 }) { return false }
        // Finds the part of the line inside of all sides: its first and last place along the line, as fractions with positive
        // denominators.
        var first = (0, 1), last = (1, 1)
        for (sx, sy) in Diamond.sides {
            let u = side(p, sx, sy), v = side(q, sx, sy)
            if u >= 0 && v >= 0 { return false }
            if u < 0 && v < 0 { continue }
            let crossing = u > v ? (u, u - v) : (-u, v - u)
            if u < 0 {
                if crossing.0 * last.1 < last.0 * crossing.1 { last = crossing }
            } else if crossing.0 * first.1 > first.0 * crossing.1 { first = crossing }
        }
        return first.0 * last.1 < last.0 * first.1
    }
}
