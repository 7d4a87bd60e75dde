import Raster
import SeededRandom
import TestSupport
import Testing

/// Tests all code paths from a triangle's indices to its record. The pictures are compared with the reference renderer.
@Suite("Triangle set-up") struct TriangleSetupTests {
    private static let vertexShader = """
        in vec3 position; in vec3 color; in vec4 more;
        out vec3 tint; flat out vec2 plain; noperspective out vec2 straight; out float last;
        uniform float limit;
        void main() {
            float x = 0.0;
            // Endless where the limit is negative.
            while (x > limit + color.x) x += 0.0;
            gl_Position = vec4(position.xy, position.z, 1.0 + 0.25 * more.x);
            tint = color; plain = more.xy; straight = more.zw; last = more.y;
        }
        """
    private static let fragmentShader = """
        in vec3 tint; flat in vec2 plain; noperspective in vec2 straight; in float last; out vec4 pixel;
        void main() { pixel = vec4(fract(tint.x + plain.x), fract(tint.y + straight.x), fract(tint.z + last + plain.y), 1.0 + float(gl_PrimitiveID % 7) / 16.0 - straight.y * 0.0); }
        """
    private static let layout = VertexLayout(stride: 44, VertexAttribute("position", .float3), VertexAttribute("color", .float3, offset: 12),
                                             VertexAttribute("more", .normalized(.int16, 4), offset: 24))
    private static let size = 96

    struct Draw {
        var vertices: [Float]
        var indices: [UInt32] = []
        var type = IndexType.uint32
        var primitive = PrimitiveType.triangles
        var instances = 1
        var baseVertex = 0
        var state = RasterState()
        var scissor: PixelRect?
        var samples = 1
    }

    private func picture(_ draw: Draw, on device: Device) throws -> Image {
        let target = try device.makeFramebuffer(width: Self.size, height: Self.size, depth: .depth24, samples: draw.samples)
        let resolved = try device.makeFramebuffer(width: Self.size, height: Self.size)
        let program = try device.makeProgram(vertex: Self.vertexShader, fragment: Self.fragmentShader)
        let pipeline = try device.makePipeline(program: program, vertexLayout: Self.layout, state: draw.state)
        let vertices = try device.makeBuffer(draw.vertices)
        let indices = switch draw.type {
        case .uint8: try device.makeBuffer(draw.indices.map { UInt8(truncatingIfNeeded: $0) })
        case .uint16: try device.makeBuffer(draw.indices.map { UInt16(truncatingIfNeeded: $0) })
        case .uint32: try device.makeBuffer(draw.indices)
        }
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setScissor(draw.scissor)
            if draw.indices.isEmpty {
                pass.draw(draw.primitive, count: draw.vertices.count / 11, instances: draw.instances)
            } else {
                pass.drawIndexed(indices, type: draw.type, draw.primitive, count: draw.indices.count, instances: draw.instances, baseVertex: draw.baseVertex)
            }
        }
        if draw.samples > 1 { encoder.resolve(target.color[0]!, to: resolved.color[0]!) }
        try device.submit(encoder)
        return try (draw.samples > 1 ? resolved : target).readImage()
    }

    private func expectSame(_ draw: Draw, _ what: String, _ configuration: TileConfiguration, mayBeEmpty: Bool = false) throws {
        let expected = try picture(draw, on: Device(.reference)), actual = try picture(draw, on: try configuration.makeDevice())
        #expect(try PictureComparison.difference(what, expected: expected, actual: actual) == nil)
        #expect(mayBeEmpty || expected.bytes.contains { $0 != 0 }, "\(what) draws nothing")
    }

    /// Returns a vertex of 11 words.
    private func vertex(_ x: Float, _ y: Float, _ randomness: inout SeededGenerator) -> [Float] {
        let numbers = (0..<5).map { _ in Float.random(in: 0...1, using: &randomness) }
        // Each of the two words contains two shorts, which are not negative.
        let words = (0..<2).map { _ in Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &randomness) & 0x3fff_3fff) }
        return [x, y, numbers[0] * 2 - 1, numbers[1], numbers[2], numbers[3]] + words + [0, 0, 0]
    }
    /// Returns a grid of n × n cells over a square of side 2 · `scale`. The inner vertices are moved at random.
    private func grid(_ n: Int, scale: Float = 0.9, _ randomness: inout SeededGenerator) -> (vertices: [Float], indices: [UInt32]) {
        var vertices: [Float] = [], indices: [UInt32] = []
        for i in 0...n { for j in 0...n {
            func place(_ k: Int) -> Float { scale * (2 * (Float(k) + Float.random(in: -0.6...0.6, using: &randomness)) / Float(n) - 1) }
            vertices += vertex(place(j), place(i), &randomness)
        } }
        let row = UInt32(n + 1)
        for i in 0..<UInt32(n) { for j in 0..<UInt32(n) {
            let k = i * row + j
            indices += [k, k + 1, k + row, k + 1, k + row + 1, k + row]
        } }
        return (vertices, indices)
    }

    @Test("triangles around the size of a pixel cover the same pixels", arguments: TileConfiguration.all)
    func smallTriangles(configuration: TileConfiguration) throws {
        var randomness = SeededGenerator(state: 5)
        for (cull, winding) in [(CullMode.none, Winding.counterClockwise), (.back, .counterClockwise), (.back, .clockwise), (.front, .clockwise)] {
            for cells in [40, 120] {
                let mesh = grid(cells, &randomness)
                var draw = Draw(vertices: mesh.vertices, indices: mesh.indices)
                draw.state.cull = cull; draw.state.frontFace = winding
                draw.state.provokingVertex = cells == 40 ? .first : .last
                try expectSame(draw, "\(cells) cells, cull \(cull), \(winding)", configuration, mayBeEmpty: cull != .none)
                draw.scissor = PixelRect(x: 30, y: 17, width: 21, height: 40)
                try expectSame(draw, "\(cells) cells, cull \(cull), \(winding), scissor", configuration, mayBeEmpty: cull != .none)
            }
        }
        let mesh = grid(90, &randomness)
        try expectSame(Draw(vertices: mesh.vertices, indices: mesh.indices, samples: 4), "multisampled", configuration)
    }

    @Test("huge triangles beside small ones cover the same pixels", arguments: TileConfiguration.all)
    func hugeTriangles(configuration: TileConfiguration) throws {
        var randomness = SeededGenerator(state: 6)
        let mesh = grid(12, &randomness)
        var draw = Draw(vertices: mesh.vertices, indices: mesh.indices)
        // The large triangles extend up to the guard band or beyond it.
        for reach in [3, 60, 330, 2000] as [Float] {
            for _ in 0..<24 {
                let first = UInt32(draw.vertices.count / 11)
                for _ in 0..<3 {
                    draw.vertices += vertex(.random(in: -reach...reach, using: &randomness), .random(in: -reach...reach, using: &randomness), &randomness)
                }
                draw.indices.insert(contentsOf: [first, first + 1, first + 2], at: 3 * Int.random(in: 0..<200, using: &randomness))
            }
        }
        draw.state.depth = DepthState(compare: .less)
        try expectSame(draw, "huge", configuration)
        draw.scissor = PixelRect(x: 40, y: 40, width: 2, height: 2)
        try expectSame(draw, "huge, through a hole of two by two pixels", configuration)
    }

    @Test("close indices and indices far apart give the same picture", arguments: TileConfiguration.all)
    func indices(configuration: TileConfiguration) throws {
        var randomness = SeededGenerator(state: 7)
        let small = grid(14, &randomness), large = grid(70, &randomness)
        for type in [IndexType.uint8, .uint16, .uint32] {
            let mesh = type == .uint8 ? small : large
            try expectSame(Draw(vertices: mesh.vertices, indices: mesh.indices, type: type), "\(type)", configuration)
            try expectSame(Draw(vertices: mesh.vertices, indices: mesh.indices, type: type, instances: 3), "\(type), instances", configuration)
            var shuffled = Draw(vertices: mesh.vertices, type: type)
            shuffled.indices = stride(from: 0, to: mesh.indices.count, by: 3).shuffled(using: &randomness).flatMap { mesh.indices[$0..<$0 + 3] }
            shuffled.state.depth = DepthState(compare: .less)
            try expectSame(shuffled, "\(type), shuffled", configuration)
            try expectSame(Draw(vertices: mesh.vertices, indices: mesh.indices, type: type, baseVertex: 9), "\(type), base vertex", configuration)
        }
        // The sum of index and base vertex wraps around to a number inside of the buffer.
        try expectSame(Draw(vertices: large.vertices, indices: large.indices.map { $0 &- 9 }, type: .uint32, baseVertex: 9), "wrapped", configuration)
        var triangles: [Float] = []
        for index in large.indices { triangles += large.vertices[11 * Int(index)..<11 * Int(index) + 11] }
        try expectSame(Draw(vertices: triangles), "without indices", configuration)
        for primitive in [PrimitiveType.triangleStrip, .triangleFan] {
            var draw = Draw(vertices: large.vertices, primitive: primitive)
            draw.state.provokingVertex = .first
            try expectSame(draw, "\(primitive)", configuration)
        }
    }

    @Test("a vertex that no triangle uses is not shaded", arguments: TileConfiguration.all)
    func unusedVertices(configuration: TileConfiguration) throws {
        var randomness = SeededGenerator(state: 8)
        let mesh = grid(20, &randomness)
        var draw = Draw(vertices: mesh.vertices, indices: mesh.indices)
        // The red value of this vertex makes the shader's loop endless, but no index refers to the vertex.
        draw.vertices[11 * 30 + 3] = -1
        draw.indices = stride(from: 0, to: draw.indices.count, by: 3).filter { !draw.indices[$0..<$0 + 3].contains(30) }.flatMap { draw.indices[$0..<$0 + 3] }
        try expectSame(draw, "unused", configuration)
    }
}
