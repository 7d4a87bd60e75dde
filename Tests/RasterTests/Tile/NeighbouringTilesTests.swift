import Raster
import SeededRandom
import Testing

/// Tiles that touch are drawn by different threads at the same time. The memory of the pixel after the last pixel of a row belongs to the
/// first pixel of the next row, which lies in another tile.
@Suite("Threads draw neighbouring tiles") struct NeighbouringTilesTests {
    private static let ways = [
        TileConfiguration(lanes: 8, instructions: .x86v3, threads: 2), TileConfiguration(lanes: 4, instructions: .x86v2, threads: 2),
        TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, instructions: .x86v3, threads: 2, tiers: .baseline),
    ]

    @Test("additively blended points in the first and last column of an even and an odd target are all counted", arguments: ways,
          [PixelFormat.r8, .rg8, .rgba8, .r16Float, .rgba16Float, .rgba32Float])
    func countsPoints(way: TileConfiguration, format: PixelFormat) throws {
        let device = try way.makeDevice()
        for (width, height) in [(65, 65), (66, 130), (129, 3), (1, 1)] {
            let fixture = try DrawingFixture(on: device, width: width, height: height, color: [format])
            // Floats count in 256ths, which half floats add without rounding.
            let isFloat = format.kind == .float, unit = isFloat ? "256.0" : "255.0"
            let pipeline = try fixture.pipeline(fragment: "out vec4 pixel; void main() { pixel = vec4(1.0 / \(unit)); }") {
                $0.colorTargets = [ColorTargetState(blend: .additive)]
            }
            var random = SeededGenerator(state: UInt64(width)), vertices: [Float] = []
            var expected = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: height)
            for i in 0..<3000 {
                let x = [0, width - 1, min(width - 1, 63)][i % 3], y = Int.random(in: 0..<height, using: &random)
                if expected[y][x] == 250 { continue }
                expected[y][x] += 1
                vertices += fixture.vertex(Float(x) + 0.5, Float(y) + 0.5)
            }
            if isFloat { expected = expected.map { $0.map { UInt8((Float($0) / 256 * 255).rounded(.toNearestOrEven)) } } }
            for _ in 0..<4 {
                try fixture.draw(vertices, .points, pipeline: pipeline)
                #expect(try fixture.red() == expected, "\(width)×\(height)")
            }
        }
    }
}
