import Raster
import SeededRandom
import Testing

@Suite("Coverage") struct CoverageTests {
    private static let step = SIMD4<Float>(1 / 255, 0, 0, 0)

    /// Returns a pipeline in which each triangle adds 1/255 to the pixels that it covers, so that the red byte counts the
    /// triangles.
    private func counting(_ fixture: DrawingFixture) throws -> Pipeline {
        try fixture.pipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
    }

    @Test("triangles that share edges and corners cover every pixel exactly once", arguments: Device.Kind.allCases)
    func sharedEdgesAreWatertight(kind: Device.Kind) throws {
        let device = Device(kind)
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededGenerator(state: seed)
            let fixture = try DrawingFixture(on: device, width: 40, height: 40)
            // Draws a fan of triangles from an inner point to a closed outline around the whole target. Positions are multiples of 1/4
            // pixel, so they often lie on pixel centres and shared edges.
            let centre = (Float(Int.random(in: 40...120, using: &random)) / 4, Float(Int.random(in: 40...120, using: &random)) / 4)
            var outline: [(Float, Float)] = [(-10, -10)]
            for x in stride(from: Float(0), to: 50, by: 5) { outline.append((x, -10)) }
            outline.append((50, -10))
            for y in stride(from: Float(0), to: 50, by: 7) { outline.append((50, y)) }
            outline.append((50, 50)); outline.append((20, 50)); outline.append((-10, 50)); outline.append((-10, 13.5))
            var vertices: [Float] = []
            for i in outline.indices {
                let p = outline[i], q = outline[(i + 1) % outline.count]
                let mid = ((p.0 + centre.0) / 2, (p.1 + centre.1) / 2), mid2 = ((q.0 + centre.0) / 2, (q.1 + centre.1) / 2)
                for t in [[centre, mid, mid2], [mid, p, q], [mid, q, mid2]] {
                    // Triangles get a random winding, which must not change the coverage.
                    let corners = Bool.random(using: &random) ? t : t.reversed()
                    for c in corners { vertices += fixture.vertex(c.0, c.1, color: Self.step) }
                }
            }
            try fixture.draw(vertices, pipeline: try counting(fixture))
            #expect(try fixture.red().allSatisfy { $0.allSatisfy { $0 == 1 } }, "seed \(seed)")
        }
    }

    @Test("a pixel centre on a left or bottom edge is inside, on a right or top edge outside", arguments: Device.Kind.allCases)
    func leftBottomRule(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 8, height: 8)
        // Edges run exactly through the pixel centres 2.5 and 5.5.
        let corners: [(Float, Float)] = [(2.5, 2.5), (5.5, 2.5), (5.5, 5.5), (2.5, 2.5), (5.5, 5.5), (2.5, 5.5)]
        try fixture.draw(corners.flatMap { fixture.vertex($0.0, $0.1) })
        let red = try fixture.red()
        for y in 0..<8 { for x in 0..<8 { #expect((red[y][x] == 255) == ((2...4).contains(x) && (2...4).contains(y)), "(\(x), \(y))") } }
    }

    @Test("a triangle far larger than the guard band covers the same pixels as an exact half plane", arguments: Device.Kind.allCases)
    func hugeTriangles(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 16, height: 16)
        // The edge from (8, −∞) to (8, ∞) splits the target; the other corners are a million pixels away.
        try fixture.draw([(8, -1e6), (1e6, 0), (8, 1e6)].flatMap { fixture.vertex(Float($0.0), Float($0.1)) })
        let red = try fixture.red()
        for y in 0..<16 { for x in 0..<16 { #expect((red[y][x] == 255) == (x >= 8), "(\(x), \(y))") } }
    }

    @Test("clipping at the near plane leaves no gap between neighbours", arguments: Device.Kind.allCases)
    func nearClippingIsWatertight(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 48, height: 48)
        // The floor is a grid of cells that extends behind the eye. The positions are projected here, as a vertex shader would do.
        var vertices: [Float] = []
        func project(_ x: Float, _ z: Float) -> [Float] {
            // The camera is at height 1 and looks along −z, with the near plane at 0.1, so the clip coordinates are (x, −1, z', w) with w
            // = −z.
            let w = -z
            return [x, -1, w - 0.2, w, Self.step.x, 0, 0, 0]
        }
        for i in -6..<6 { for j in -6..<6 {
            let x0 = Float(i) * 0.37, x1 = Float(i + 1) * 0.37, z0 = Float(j) * 0.61, z1 = Float(j + 1) * 0.61
            vertices += project(x0, z0) + project(x1, z0) + project(x1, z1)
            vertices += project(x0, z0) + project(x1, z1) + project(x0, z1)
        } }
        try fixture.draw(vertices, pipeline: try counting(fixture))
        let covered = try fixture.red().flatMap { $0 }
        #expect(covered.allSatisfy { $0 <= 1 })
        #expect(covered.filter { $0 == 1 }.count > 500)
        // Checks that there is no gap between the covered pixels of a row.
        for row in try fixture.red() {
            guard let first = row.firstIndex(of: 1), let last = row.lastIndex(of: 1) else { continue }
            #expect(row[first...last].allSatisfy { $0 == 1 })
        }
    }

    @Test("a line strip draws every pixel of a diagonal zigzag once", arguments: Device.Kind.allCases)
    func lineStripsDrawPixelsOnce(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 32, height: 32)
        let points: [(Float, Float)] = [(2.5, 2.5), (20.5, 9.5), (29.5, 27.5), (12.5, 21.5), (3.5, 28.5)]
        try fixture.draw(points.flatMap { fixture.vertex($0.0, $0.1, color: Self.step) }, .lineStrip, pipeline: try counting(fixture))
        let covered = try fixture.red().flatMap { $0 }
        #expect(covered.max() == 1)
        // Each line covers one pixel per step along its major axis.
        #expect(covered.filter { $0 == 1 }.count == 18 + 18 + 17 + 9)
    }

    /// In each round, one component of a corner is not finite; in some rounds, all later components of the corner are not finite either.
    @Test("a primitive with a corner that is NaN or infinite draws nothing, and its neighbours are drawn", arguments: Device.Kind.allCases)
    func notFinitePositions(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 8, height: 8)
        let corners = [(0, 0), (8, 0), (0, 8)].flatMap { fixture.vertex($0.0, $0.1) }
        func drawn(_ vertices: [Float], _ primitive: PrimitiveType) throws -> [[UInt8]] {
            try fixture.draw(vertices, primitive)
            return try fixture.red()
        }
        let good = (line: try drawn(Array(corners[8...]), .lineStrip), points: try drawn(Array(corners[8...]), .points))
        #expect(good.line.flatMap { $0 }.contains(255))
        for value in [Float.nan, .infinity, -.infinity] {
            for k in 0..<4 {
                for last in [k, 3] {
                    var vertices = corners
                    for component in k...last { vertices[component] = value }
                    let name = "\(value) in components \(k) to \(last)"
                    #expect(try drawn(vertices, .triangles).allSatisfy { $0.allSatisfy { $0 == 0 } }, "\(name), triangle")
                    #expect(try drawn(vertices, .lineStrip) == good.line, "\(name), line strip")
                    #expect(try drawn(vertices, .points) == good.points, "\(name), points")
                    // The triangle with the bad corner comes first, the good triangle second.
                    #expect(try drawn(vertices + corners, .triangles) == drawn(corners, .triangles), "\(name), two triangles")
                }
            }
        }
    }
}
