// Bins: each tile has a bin that lists primitives. A tile must list every primitive that covers a sample in the tile, as the reference
// renderer's coverage shows. A tile must not list a triangle that is too far from the tile. The tests compute the distance in double
// precision.

import Raster
import SeededRandom
import Testing

@Suite("Bins") struct BinnedPrimitivesTests {
    private struct Tile: Hashable { var x: Int, y: Int }
    private static let width = 330, height = 200

    /// Primitives, with corners in pixels.
    private struct Shapes {
        var primitive: PrimitiveType
        var corners: [SIMD2<Float>] = []
        var samples = 1
        var size: Int { switch primitive { case .points: 1; case .lines: 2; default: 3 } }
        var count: Int { corners.count / size }
        var floats: [Float] { corners.flatMap { [$0.x, $0.y] } }
    }

    private func record(_ shapes: Shapes, _ pipeline: Pipeline, _ vertices: Buffer, first: Int, count: Int) -> (inout RenderPass) -> Void {
        { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setUniform("size", SIMD2(Float(Self.width), Float(Self.height)))
            pass.draw(shapes.primitive, first: first * shapes.size, count: count * shapes.size)
        }
    }

    /// Returns, for each primitive, the tiles in which the reference renderer covers a sample.
    private func covered(_ shapes: Shapes, _ stages: TileStages) throws -> [Set<Tile>] {
        let device = stages.device, pipeline = try stages.pipeline()
        let target = try device.makeFramebuffer(width: Self.width, height: Self.height, color: [.r32Uint], samples: shapes.samples)
        let vertices = try device.makeBuffer(shapes.floats), texture = try #require(target.color[0]).texture
        return try (0..<shapes.count).map { number in
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: ClearValues(colors: [.uint(.zero)]), record(shapes, pipeline, vertices, first: number, count: 1))
            try device.submit(encoder)
            var tiles: Set<Tile> = []
            for sample in 0..<shapes.samples { for y in 0..<Self.height { for x in 0..<Self.width {
                let address = texture.storage.address(level: 0, slice: 0, x: x, y: y, sample: sample)
                if address.load(as: UInt32.self) != 0 { tiles.insert(Tile(x: x / TileGrid.tileSize, y: y / TileGrid.tileSize)) }
            } } }
            return tiles
        }
    }

    /// Returns, for each primitive, the tiles whose bins list the primitive. Also checks that each bin lists its records in ascending
    /// order, and each record only once.
    private func listed(_ shapes: Shapes, _ stages: TileStages) throws -> [Set<Tile>] {
        let pipeline = try stages.pipeline(), vertices = try stages.device.makeBuffer(shapes.floats)
        let target = try stages.device.makeFramebuffer(width: Self.width, height: Self.height, color: [.r32Uint], samples: shapes.samples)
        let pass = try #require(stages.pass(target, record(shapes, pipeline, vertices, first: 0, count: shapes.count)))
        let plan = try #require(try stages.plans(pass).first), worker = GeometryWorker(number: 0, lanes: stages.lanes)
        var found = Array(repeating: Set<Tile>(), count: shapes.count)
        withExtendedLifetime((plan, worker)) {
            worker.begin()
            let bins = worker.process(PrimitiveRange(plan: .passUnretained(plan), first: 0, count: shapes.count)).takeUnretainedValue()
            bins.forEachTile { x, y in
                let bin = bins.tileBin(x, y)
                for i in 0..<bin.count {
                    #expect(i == 0 || bin.indices[i - 1] < bin.indices[i], "the bin of tile (\(x), \(y)) is not in order")
                    let record = bin.records + Int(bin.indices[i]) * plan.recordStride
                    found[Int(record.primitive.pointee.primitiveID)].insert(Tile(x: x, y: y))
                }
            }
            worker.end()
        }
        return found
    }

    /// Returns the distance of a triangle from the rectangle of a tile's pixel centres, along the axis with the largest distance. The
    /// distance is below zero if the triangle and the rectangle overlap. A tile at the edge of the target counts as endless beyond this
    /// edge, because the bounds of a primitive are cut at the edge of the target.
    private func distance(_ corners: ArraySlice<SIMD2<Float>>, _ tile: Tile) -> Double {
        let points = corners.map { SIMD2<Double>($0) }
        let size = Double(TileGrid.tileSize), corner = SIMD2(Double(tile.x), Double(tile.y)) * size + 0.5
        let grid = TileGrid(width: Self.width, height: Self.height), beyond = 1e6
        let low = SIMD2(tile.x == 0 ? -beyond : corner.x, tile.y == 0 ? -beyond : corner.y)
        let high = SIMD2(tile.x == grid.columns - 1 ? beyond : corner.x + size - 1, tile.y == grid.rows - 1 ? beyond : corner.y + size - 1)
        let box = [low, SIMD2(high.x, low.y), SIMD2(low.x, high.y), high]
        var axes: [SIMD2<Double>] = [SIMD2(1, 0), SIMD2(0, 1)]
        for i in points.indices {
            let edge = points[(i + 1) % points.count] - points[i], length = (edge * edge).sum().squareRoot()
            if length > 0 { axes.append(SIMD2(-edge.y, edge.x) / length) }
        }
        return axes.map { axis -> Double in
            let a = points.map { ($0 * axis).sum() }, b = box.map { ($0 * axis).sum() }
            return max(a.min()! - b.max()!, b.min()! - a.max()!)
        }.max()!
    }

    /// - Parameter isTight: Whether the function also checks that each tile lists only triangles that touch the tile. Pass false if the
    ///   bounds of all primitives contain the same tiles: then all these tiles list all primitives, without a test of the edges.
    private func check(_ shapes: Shapes, lanes: Int, _ name: String, isTight: Bool = true) throws {
        let stages = TileStages(lanes: lanes)
        let expected = try covered(shapes, stages), found = try listed(shapes, stages)
        #expect(expected.contains { !$0.isEmpty }, "\(name) covers nothing")
        for number in 0..<shapes.count {
            let corners = shapes.corners[number * shapes.size..<(number + 1) * shapes.size]
            #expect(expected[number].isSubset(of: found[number]), "\(name), number \(number), \(Array(corners)): \(expected[number].subtracting(found[number])) have no bin for it")
            // The limit is 1.5 pixels, because a sample lies up to half a pixel from the pixel's centre, and corners are rounded to
            // 1/256 pixel.
            guard shapes.size == 3 && isTight else { continue }
            for tile in found[number] where distance(corners, tile) >= 1.5 { Issue.record("\(name), number \(number), \(Array(corners)) is listed far away in \(tile)") }
        }
    }

    private static func random(_ count: Int, size: Float, _ random: inout SeededGenerator) -> [SIMD2<Float>] {
        (0..<count).flatMap { _ -> [SIMD2<Float>] in
            let center = SIMD2(Float.random(in: -20...Float(width) + 20, using: &random), .random(in: -20...Float(height) + 20, using: &random))
            return (0..<3).map { _ in center + SIMD2(.random(in: -size...size, using: &random), .random(in: -size...size, using: &random)) }
        }
    }

    @Test("a tile lists every primitive that covers a sample in the tile, and no primitive that does not touch the tile", arguments: [1, 4])
    func triangles(samples: Int) throws {
        var random = SeededGenerator(state: 21)
        for (size, name) in [(Float(3), "small triangles"), (60, "triangles as large as a tile"), (400, "triangles larger than the target")] {
            try check(Shapes(primitive: .triangles, corners: Self.random(24, size: size, &random), samples: samples), lanes: samples == 1 ? 8 : 16, name)
        }
        // Adds long thin triangles in all directions.
        let slanting = (0..<24).flatMap { i -> [SIMD2<Float>] in
            let y = Float(i) * 13 - 40
            return [SIMD2(-5, y), SIMD2(335, Float(Self.height) - y), SIMD2(335, Float(Self.height) - y + 3)]
        }
        try check(Shapes(primitive: .triangles, corners: slanting, samples: samples), lanes: 8, "slanting triangles")
    }

    /// The corners of the triangles are the corners of tiles, and points half a pixel beside these corners. The last pixel centre
    /// of a tile is half a pixel from the tile's edge, but a sample may lie nearer to the edge.
    @Test("triangles whose edges run along the edges of tiles are listed on the right side", arguments: [1, 4])
    func tileEdges(samples: Int) throws {
        var corners: [SIMD2<Float>] = []
        for x in [Float(63), 63.4, 63.5, 64, 64.4, 64.5, 65] { for y in [Float(127), 127.5, 128, 128.25, 128.5] {
            corners += [SIMD2(x, y), SIMD2(x + 2, y), SIMD2(x, y + 2)]
            corners += [SIMD2(x - 40, y), SIMD2(x, y - 40), SIMD2(x, y)]
        } }
        try check(Shapes(primitive: .triangles, corners: corners, samples: samples), lanes: 4, "edges of tiles")
    }

    @Test("clipped triangles, lines and points are listed in every tile that they cover")
    func others() throws {
        var random = SeededGenerator(state: 9)
        // The triangles extend beyond the guard band, so that the clipper cuts them.
        try check(Shapes(primitive: .triangles, corners: Self.random(16, size: 300_000, &random)), lanes: 8, "clipped triangles", isTight: false)
        try check(Shapes(primitive: .lines, corners: Array(Self.random(20, size: 150, &random).prefix(60))), lanes: 8, "lines")
        try check(Shapes(primitive: .points, corners: Self.random(20, size: 90, &random)), lanes: 8, "points of nine pixels")
    }

    @Test("if all primitives reach the same tiles, each of these tiles lists all of them")
    func everywhere() throws {
        let whole = [SIMD2<Float>(-10, -10), SIMD2(1000, -10), SIMD2(-10, 1000)], stages = TileStages()
        let found = try listed(Shapes(primitive: .triangles, corners: (0..<5).flatMap { _ in whole }), stages)
        #expect(found.count == 5 && found.allSatisfy { $0.count == 6 * 4 })
    }
}
