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

    @Test("depths and stencils of points and lines in the first and last column of an even and an odd target are the reference's", arguments: ways,
          [PixelFormat.depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8])
    func testsDepth(way: TileConfiguration, format: PixelFormat) throws {
        for (width, height) in [(65, 65), (66, 130)] {
            func draw(on device: Device, repeats: Int) throws -> [(depths: [Float], stencils: [UInt8])] {
                let fixture = try DrawingFixture(on: device, width: width, height: height, depth: format)
                let pipeline = try fixture.pipeline {
                    $0.depth = .less
                    let counting = StencilFaceState(compare: .always, depthFail: .incrementWrap, pass: .incrementWrap)
                    if format.hasStencil { $0.stencil = StencilState(both: counting) }
                }
                var random = SeededGenerator(state: 3), points: [Float] = [], lines: [Float] = []
                for i in 0..<3000 {
                    let x = Float(i % 2 == 0 ? 0 : width - 1) + 0.5, y = Float(Int.random(in: 0..<height, using: &random)), z = 1 - Float(i) / 2000
                    points += fixture.vertex(x, y + 0.5, z: z)
                    // Lines are covered quad by quad. Each line reaches over a random part of the column.
                    if i % 8 < 2 { lines += fixture.vertex(x, 0, z: z) + fixture.vertex(x, y + 1, z: z) }
                }
                return try (0..<repeats).map { _ in
                    try fixture.draw(points, .points, pipeline: pipeline)
                    let depths = try fixture.target.readDepth()
                    try fixture.draw(lines, .lines, pipeline: pipeline)
                    return (depths + (try fixture.target.readDepth()), format.hasStencil ? try fixture.target.readStencil() : [])
                }
            }
            let expected = try draw(on: Device(.reference), repeats: 1)[0]
            for actual in try draw(on: way.makeDevice(), repeats: 4) {
                #expect(actual.depths == expected.depths, "\(width)×\(height)")
                #expect(actual.stencils == expected.stencils, "\(width)×\(height)")
            }
        }
    }
}
