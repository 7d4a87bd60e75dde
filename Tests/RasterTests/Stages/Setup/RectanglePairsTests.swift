// Rectangles of two triangles: tests which pairs of triangles become one record, and that the common record does not change pixels.

import Raster
import SeededRandom
import Testing

@Suite("Rectangles of two triangles") struct RectanglePairsTests {
    private static let width = 150, height = 110
    private static let layout = VertexLayout(stride: 24, VertexAttribute("position", .float4), VertexAttribute("tint", .float2, offset: 16))

    /// The vertices of triangles: each has a position in pixels, depth, w, and a colour.
    private struct Mesh {
        var corners: [Float] = []
        mutating func add(_ x: Float, _ y: Float, z: Float = 0, w: Float = 1, _ tint: SIMD2<Float>) { corners += [x, y, z, w, tint.x, tint.y] }
        /// Appends two triangles that form a rectangle.
        /// - Parameters:
        ///   - order: The corners of both triangles. Corner 0 is the lower left; the other corners follow counter-clockwise.
        mutating func add(rectangle x: Float, _ y: Float, _ width: Float, _ height: Float, order: [Int] = [0, 1, 3, 3, 1, 2],
                          tints: [SIMD2<Float>] = [[0.25, 0.5]], z: [Float] = [0], nudged: Int? = nil) {
            let around: [(Float, Float)] = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            for (number, corner) in order.enumerated() {
                let off: Float = number == nudged ? 1.0 / 256 : 0
                add(around[corner].0 + off, around[corner].1, z: z[corner % z.count], tints[number / 3 % tints.count])
            }
        }
    }
    private static func pipeline(_ device: Device, interpolation: String = "flat", fragment: String = "result = vec4(color, 0.125, 1.0);",
                                 _ configure: (inout RasterState) -> Void = { _ in })
        throws -> Pipeline {
        let vertex = """
            #version 330
            in vec4 position;
            in vec2 tint;
            uniform vec2 size;
            \(interpolation) out vec2 color;
            void main() { color = tint; gl_Position = vec4((position.xy / size * 2.0 - 1.0) * position.w, position.zw); }
            """
        let program = try device.makeProgram(vertex: vertex, fragment: "#version 330\n\(interpolation) in vec2 color; out vec4 result; void main() { \(fragment) }")
        var state = RasterState()
        state.colorTargets = [ColorTargetState(blend: .additive)]
        configure(&state)
        return try device.makePipeline(program: program, vertexLayout: layout, state: state)
    }

    /// Returns the number of records for a mesh of triangles.
    private func recordCount(_ mesh: Mesh, _ make: (Device) throws -> Pipeline = { try Self.pipeline($0) }, samples: Int = 1) throws -> Int {
        let stages = TileStages(), pipeline = try make(stages.device), vertices = try stages.device.makeBuffer(mesh.corners), count = mesh.corners.count / 6
        let target = try stages.device.makeFramebuffer(width: Self.width, height: Self.height, samples: samples)
        let pass = try #require(stages.pass(target) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setUniform("size", SIMD2(Float(Self.width), Float(Self.height)))
            pass.draw(.triangles, count: count)
        })
        let plan = try #require(try stages.plans(pass).first), worker = GeometryWorker(number: 0, lanes: stages.lanes)
        return withExtendedLifetime((plan, worker)) {
            worker.begin()
            defer { worker.end() }
            return worker.process(PrimitiveRange(plan: .passUnretained(plan), first: 0, count: count / 3)).takeUnretainedValue().recordCount
        }
    }

    @Test("two triangles that form a rectangle of one colour are one record, in any order, and whatever is next to them") func joined() throws {
        for order in [[0, 1, 3, 3, 1, 2], [0, 1, 2, 0, 2, 3], [1, 3, 0, 2, 3, 1], [0, 3, 1, 1, 3, 2]] {
            var mesh = Mesh()
            mesh.add(rectangle: 10, 20, 30, 7, order: order)
            #expect(try recordCount(mesh) == 1, "\(order)")
        }
        var mesh = Mesh()
        mesh.add(3, 3, [1, 1]); mesh.add(50, 3, [1, 1]); mesh.add(3, 70, [1, 1])
        for number in 0..<9 { mesh.add(rectangle: Float(10 * number), 5.25, 10, 8, tints: [[Float(number), 0]]) }
        #expect(try recordCount(mesh) == 10)
    }

    @Test("triangles that differ, or do not form a rectangle, stay two records") func apart() throws {
        func two(_ change: (inout Mesh) -> Void, samples: Int = 1, _ make: (Device) throws -> Pipeline = { try Self.pipeline($0) }) throws -> Bool {
            var mesh = Mesh()
            change(&mesh)
            return try recordCount(mesh, make, samples: samples) == 2
        }
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7, tints: [[0.25, 0.5], [0.25, 0.25]]) }, "of two colours")
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7, z: [0, 0, 0.5, 0.5]) }, "a slope")
        for corner in 0..<6 { #expect(try two { $0.add(rectangle: 10, 20, 30, 7, nudged: corner) }, "corner \(corner) is off") }
        #expect(try two { $0.add(rectangle: 10.5, 20, 30, 7) }, "a side through centres")
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7.5) }, "a side through centres")
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7, order: [0, 1, 3, 3, 2, 1]) }, "faces to both sides")
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7, order: [0, 1, 3, 0, 1, 3]) }, "one triangle twice")
        #expect(try two { $0.add(rectangle: 10, 20, 30, 7, order: [0, 1, 3, 0, 1, 2]) }, "two that overlap")
        #expect(try two({ $0.add(rectangle: 10, 20, 30, 7) }) { try Self.pipeline($0, interpolation: "smooth") }, "what is interpolated")
        #expect(try two({ $0.add(rectangle: 10, 20, 30, 7) }) { try Self.pipeline($0, fragment: "result = vec4(float(gl_PrimitiveID));") },
                "what tells them apart")
        #expect(try two({ $0.add(rectangle: 10, 20, 30, 7) }, samples: 4), "several samples")
    }

    @Test("rectangles anywhere have the reference's bits, blended, depth-tested, culled and clipped", arguments: TileConfiguration.all) func sameBits(configuration: TileConfiguration) throws {
        func outputs(_ device: Device) throws -> [[UInt8]] {
            var random = SeededGenerator(state: 11), pictures: [[UInt8]] = []
            for round in 0..<6 {
                var mesh = Mesh()
                for _ in 0..<400 {
                    // The corners are multiples of a pixel or of a fraction of a pixel. Some rectangles extend beyond the edges,
                    // and some have no extent.
                    let unit: Float = [1, 0.5, 0.25, 1.0 / 256].randomElement(using: &random)!
                    func number(_ range: ClosedRange<Float>) -> Float { (Float.random(in: range, using: &random) / unit).rounded() * unit }
                    let order = [[0, 1, 3, 3, 1, 2], [0, 1, 2, 0, 2, 3], [0, 3, 1, 1, 3, 2]].randomElement(using: &random)!
                    let tint = SIMD2(Float.random(in: 0...0.2, using: &random), Float.random(in: 0...0.2, using: &random))
                    let z = Float.random(in: -0.9...0.9, using: &random)
                    mesh.add(rectangle: number(-20...160), number(-20...120), number(0...[4, 20, 90].randomElement(using: &random)!),
                             number(0...[4, 20, 60].randomElement(using: &random)!),
                             order: order, tints: Int.random(in: 0..<6, using: &random) == 0 ? [tint, tint.yx] : [tint], z: [z],
                             nudged: Int.random(in: 0..<30, using: &random))
                }
                let target = try device.makeFramebuffer(width: Self.width, height: Self.height, color: [.rgba8], depth: .depth24)
                let pipeline = try Self.pipeline(device, fragment: round == 4 ? "if (gl_FragCoord.x > 70.0) discard; result = vec4(color, 0.0, 1.0);"
                                                         : "result = vec4(color, 0.125, 1.0);") { state in
                    state.cull = round == 1 ? .back : .none
                    if round == 2 { state.depth = .less }
                    if round == 3 { state.colorTargets = [] }
                }
                let vertices = try device.makeBuffer(mesh.corners), query = OcclusionQuery()
                var encoder = device.makeCommandEncoder()
                encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)], depth: 1)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setUniform("size", SIMD2(Float(Self.width), Float(Self.height)))
                    if round == 5 { pass.setScissor(PixelRect(x: 13, y: 9, width: 80, height: 70)) }
                    pass.setOcclusionQuery(query)
                    pass.draw(.triangles, count: mesh.corners.count / 6)
                }
                try device.submit(encoder)
                let image = try target.readImage()
                pictures.append((0..<Self.width * Self.height).flatMap { index -> [UInt8] in
                    let texel = image[index % Self.width, index / Self.width]
                    return [texel.x, texel.y, texel.z, texel.w]
                } + withUnsafeBytes(of: query.count) { Array($0) })
            }
            return pictures
        }
        let expected = try outputs(Device(.reference)), found = try outputs(configuration.makeDevice())
        for round in expected.indices {
            #expect(Set(expected[round]).count > 8)
            #expect(expected[round] == found[round], "round \(round)")
        }
    }
}

extension SIMD2<Float> {
    fileprivate var yx: SIMD2<Float> { SIMD2(y, x) }
}
