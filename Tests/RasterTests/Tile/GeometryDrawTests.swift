// Draws with geometry shaders: the tile renderer gives the bits, the written vertices and the counts of the reference renderer.

import Kernel
import Raster
import Shading
import TestSupport
import Testing

@Suite("Geometry shaders in the tile renderer") struct GeometryDrawTests {
    /// Three configurations with different numbers of lanes and threads. Together, the configurations use both tiers.
    private static let ways = [
        TileConfiguration(lanes: 16, threads: 7), TileConfiguration(lanes: 8, threads: 2), TileConfiguration(lanes: 4, threads: 1, tiers: .baseline),
    ]
    private static let vertexShader = """
        #version 330
        in vec4 position; in vec4 color; out vec4 tint; flat out int number;
        void main() { gl_Position = position; gl_PointSize = 3.0; tint = color; number = gl_VertexID + 1000 * gl_InstanceID; }
        """
    private static let fragmentShader = """
        #version 330
        in vec4 color; flat in ivec2 numbers; out vec4 pixel;
        void main() {
            if (color.a < 0.2) discard;
            pixel = vec4(color.rg, float((numbers.x * 7 + numbers.y * 13 + gl_PrimitiveID * 5) & 31) / 31.0, 1.0);
        }
        """
    /// Returns a geometry shader with the given layouts and the statements `body`, which may call `put`.
    private static func geometry(_ layouts: String, _ body: String, declarations: String = "") -> String {
        """
        #version 400
        \(layouts)
        in vec4 tint[]; flat in int number[]; out vec4 color; flat out ivec2 numbers;
        \(declarations)
        void put(vec4 position, vec4 value, int second) {
            gl_Position = position; color = value; numbers = ivec2(number[0], second); gl_PrimitiveID = gl_PrimitiveIDIn; gl_PointSize = 2.0 + float(second & 3);
            EmitVertex();
        }
        void main() { \(body) }
        """
    }

    /// The results of a device: pictures, and the numbers from queries and buffers.
    private struct Result: Equatable {
        var pictures: [Image] = []
        var numbers: [UInt64] = []
    }
    /// Runs `body` on the reference renderer and with each configuration in `ways`, and expects equal results.
    private static func expectReference(_ ways: [TileConfiguration] = ways, _ body: (Device) throws -> Result) throws {
        let expected = try body(Device(.reference))
        for way in ways {
            let device = try way.makeDevice(), actual = try body(device)
            for (number, pair) in zip(expected.pictures, actual.pictures).enumerated() {
                let difference = try PictureComparison.difference("\(way.testDescription), picture \(number)", expected: pair.0, actual: pair.1)
                #expect(difference == nil)
            }
            #expect(actual.numbers == expected.numbers, "\(way.testDescription)")
            let renderer = try #require(device.renderer as? TileRenderer)
            #expect(renderer.passCounts.reference == 0, "\(way.testDescription)")
        }
        // Checks that `body` has drawn something, because two empty results are equal too.
        #expect(expected.pictures.contains { image in image.bytes.contains { $0 != image.bytes[0] } } || expected.numbers.contains { $0 != 0 })
    }

    private static func program(_ device: Device, _ geometry: String, feedback: [String]? = nil) throws -> Program {
        try device.makeProgram(vertex: ShaderSource(text: vertexShader, name: "vertex"), geometry: ShaderSource(text: geometry, name: "geometry"),
                               fragment: ShaderSource(text: fragmentShader, name: "fragment"),
                               options: ShaderCompileOptions(transformFeedback: feedback.map { TransformFeedbackOutputs($0) }))
    }
    private static func pipeline(_ device: Device, _ geometry: String, feedback: [String]? = nil,
                                 _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        var state = RasterState()
        configure(&state)
        return try device.makePipeline(program: try program(device, geometry, feedback: feedback), vertexLayout: DrawingFixture.layout, state: state)
    }
    /// Returns vertices at places that look random. Some vertices are outside of the view volume.
    private static func vertices(_ count: Int) -> [Float] {
        var all: [Float] = []
        for i in 0..<count {
            func part(_ factor: Int, _ period: Int) -> Float { Float(i * factor % period) / Float(period - 1) }
            let x = part(37, 101) * 2.1 - 1.05, y = part(53, 97) * 2.1 - 1.05, z = part(1, 9) - 0.5, w = 1 + part(1, 5)
            all += [x * w, y * w, z * w, w]
            all += [part(1, 11), part(1, 13), part(1, 3), part(1, 17) * 2]
        }
        return all
    }

    /// An invocation emits 0 to 8 vertices in one or two strips. Neighbouring primitives have different numbers of vertices. The maximum is
    /// 6 vertices, so some invocations emit more vertices than the maximum.
    private static let uneven = geometry("layout(triangles, invocations = 2) in; layout(triangle_strip, max_vertices = 6) out;", """
        int count = (gl_PrimitiveIDIn * 5 + gl_InvocationID * 3) % 9;
        for (int i = 0; i < count; ++i) {
            vec4 place = gl_in[(i + gl_InvocationID) % 3].gl_Position;
            put(place + vec4(0.03 * float(i), 0.05 * float(i * i), 0.0, 0.0), tint[i % 3], i);
            if (i == 3 && gl_PrimitiveIDIn % 2 == 0) EndPrimitive();
        }
        """)

    @Test("lanes that emit different numbers of vertices, in many ranges of primitives, with restarts and instances")
    func uneven() throws {
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 150, height: 90, depth: .depth24)
            var indices: [UInt16] = []
            for i in 0..<360 { indices.append(i % 97 == 96 ? .max : UInt16(i * 11 % 240)) }
            let vertices = try device.makeBuffer(Self.vertices(240)), buffer = try device.makeBuffer(indices)
            let pipeline = try Self.pipeline(device, Self.uneven) { state in
                state.primitiveRestart = true
                state.depth = .less
            }
            var encoder = device.makeCommandEncoder()
            let query = PrimitiveQuery(), samples = OcclusionQuery()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setPrimitiveQuery(query)
                pass.setOcclusionQuery(samples)
                pass.drawIndexed(buffer, .triangleStrip, count: 360, instances: 2)
                pass.drawIndexed(buffer, first: 5, count: 150)
                pass.drawIndexed(buffer, .triangleFan, count: 60)
            }
            try device.submit(encoder)
            return Result(pictures: [try fixture.target.readImage()], numbers: [query.count, samples.count])
        }
    }

    @Test("emitted triangles are clipped, culled by their winding and multisampled; lines and points are drawn with their widths")
    func primitives() throws {
        let large = Self.geometry("layout(points) in; layout(triangle_strip, max_vertices = 4) out;", """
            vec4 p = gl_in[0].gl_Position;
            for (int i = 0; i < 4; ++i) put(p + vec4(float(i & 1) * 3.0 - 1.0, float(i >> 1) * 50.0 - 1.0, float(i) * 0.7 - 1.2, float(i) - 0.5), tint[0], i);
            """)
        let outlines = Self.geometry("layout(triangles) in; layout(line_strip, max_vertices = 4) out;", """
            for (int i = 0; i < 4; ++i) put(gl_in[i % 3].gl_Position, tint[i % 3], i);
            """)
        let corners = Self.geometry("layout(lines) in; layout(points, max_vertices = 2) out;", """
            for (int i = 0; i < 2; ++i) put(gl_in[i].gl_Position * vec4(0.9, 0.9, 1.0, 1.0), tint[i], i + gl_PrimitiveIDIn);
            """)
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 100, height: 70, samples: 4)
            let vertices = try device.makeBuffer(Self.vertices(60))
            let pipelines: [(Pipeline, PrimitiveType)] = [
                (try Self.pipeline(device, large) { $0.cull = .back; $0.provokingVertex = .first }, .points),
                (try Self.pipeline(device, outlines) { $0.lineWidth = 2 }, .triangles),
                (try Self.pipeline(device, corners) { $0.programPointSize = true }, .lineStrip),
                (try Self.pipeline(device, Self.uneven) { $0.polygonMode = .line }, .triangleStrip),
            ]
            return Result(pictures: try pipelines.map { pipeline, primitive in
                var encoder = device.makeCommandEncoder()
                encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.draw(primitive, count: 60)
                }
                try device.submit(encoder)
                return try fixture.target.readImage()
            })
        }
    }

    @Test("adjacent vertices reach the shader, and the indices of inputs may differ between lanes")
    func adjacency() throws {
        let six = Self.geometry("layout(triangles_adjacency) in; layout(triangle_strip, max_vertices = 6) out;", """
            for (int i = 0; i < 6; ++i) put(gl_in[(i * 5 + gl_PrimitiveIDIn) % 6].gl_Position * vec4(0.8, 0.8, 1.0, 1.0), tint[i], number[i]);
            """)
        let four = Self.geometry("layout(lines_adjacency) in; layout(line_strip, max_vertices = 3) out;", """
            for (int i = 0; i < 3; ++i) put(gl_in[i + gl_PrimitiveIDIn % 2].gl_Position, tint[i], number[3]);
            """)
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 90, height: 70)
            let vertices = try device.makeBuffer(Self.vertices(64))
            let (triangles, lines) = (try Self.pipeline(device, six), try Self.pipeline(device, four))
            var encoder = device.makeCommandEncoder()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                pass.setVertexBuffer(vertices)
                pass.setPipeline(triangles)
                pass.draw(.trianglesAdjacency, count: 40)
                pass.draw(.triangleStripAdjacency, first: 7, count: 23, instances: 2)
                pass.setPipeline(lines)
                pass.draw(.linesAdjacency, count: 42)
                pass.draw(.lineStripAdjacency, first: 3, count: 30)
            }
            try device.submit(encoder)
            return Result(pictures: [try fixture.target.readImage()])
        }
    }

    @Test("32 invocations that emit more vertices than they may, and shaders that emit nothing")
    func extremes() throws {
        let most = Self.geometry("layout(points, invocations = 32) in; layout(points, max_vertices = 78) out;", """
            for (int i = 0; i < 80; ++i) put(gl_in[0].gl_Position + vec4(float(gl_InvocationID) * 0.01, float(i) * 0.01, 0.0, 0.0), tint[0], i);
            """)
        let none = [
            Self.geometry("layout(points) in; layout(points, max_vertices = 1) out;", "if (number[0] < 0) put(vec4(0.0), tint[0], 0);"),
            Self.geometry("layout(points) in; layout(triangle_strip, max_vertices = 5) out;", """
                for (int i = 0; i < 2; ++i) {
                    put(gl_in[0].gl_Position, tint[0], i);
                    put(gl_in[0].gl_Position, tint[0], i);
                    EndPrimitive();
                    EndPrimitive();
                }
                """),
            Self.geometry("layout(points) in; layout(points, max_vertices = 9) out;", ""),
        ]
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 64, height: 48)
            let vertices = try device.makeBuffer(Self.vertices(20)), query = PrimitiveQuery()
            let pipelines = try ([most] + none).map { try Self.pipeline(device, $0) }
            var encoder = device.makeCommandEncoder()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                pass.setVertexBuffer(vertices)
                pass.setPrimitiveQuery(query)
                for (number, pipeline) in pipelines.enumerated() {
                    pass.setPipeline(pipeline)
                    pass.draw(.points, count: number == 0 ? 4 : 20)
                }
            }
            try device.submit(encoder)
            return Result(pictures: [try fixture.target.readImage()], numbers: [query.count])
        }
    }

    @Test("transform feedback writes emitted primitives in their order, up to the end of the buffer, and other draws go on behind them")
    func feedback() throws {
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 40, height: 40)
            let vertices = try device.makeBuffer(Self.vertices(200)), query = PrimitiveQuery()
            let names = ["gl_Position", "numbers"]
            let pipelines = [
                try Self.pipeline(device, Self.uneven, feedback: names) { $0.provokingVertex = .first },
                try Self.pipeline(device, Self.uneven, feedback: names) { $0.rasterizerDiscard = true },
            ]
            let plain = try device.makePipeline(program: try device.makeProgram(
                vertex: ShaderSource(text: """
                    #version 330
                    in vec4 position; flat out ivec2 numbers; void main() { gl_Position = position.wzyx; numbers = ivec2(gl_VertexID, 77); }
                    """, name: "vertex"),
                fragment: ShaderSource(text: "#version 330\nvoid main() {}", name: "fragment"),
                options: ShaderCompileOptions(transformFeedback: TransformFeedbackOutputs(names))), vertexLayout: DrawingFixture.layout)
            // The second buffer is too small for all primitives.
            let buffers = [try device.makeBuffer(byteCount: 24 * 3 * 2500), try device.makeBuffer(byteCount: 24 * 3 * 301 + 8)]
            let objects = buffers.map { TransformFeedback(.triangles, into: .init($0)) }
            var encoder = device.makeCommandEncoder()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                pass.setVertexBuffer(vertices)
                pass.setPrimitiveQuery(query)
                for object in objects {
                    pass.setTransformFeedback(object)
                    for pipeline in pipelines + [plain, pipelines[0]] {
                        pass.setPipeline(pipeline)
                        pass.draw(.triangleStrip, count: 150)
                    }
                }
            }
            try device.submit(encoder)
            let words = buffers.flatMap { buffer in (0..<buffer.byteCount / 4).map { UInt64(buffer.bytes.load(fromByteOffset: 4 * $0, as: UInt32.self)) } }
            let counts = objects.flatMap { [UInt64($0.generatedPrimitiveCount), UInt64($0.writtenPrimitiveCount)] }
            return Result(pictures: [try fixture.target.readImage()], numbers: counts + [query.count] + words)
        }
    }

    @Test("a geometry shader reads textures, and writes a buffer in each of its invocations and in no others")
    func memory() throws {
        let shader = Self.geometry("layout(points, invocations = 3) in; layout(points, max_vertices = 1) out;", """
            atomicAdd(counts[number[0] % 5], 1u);
            if (gl_PrimitiveIDIn % 3 == 0) return;
            put(gl_in[0].gl_Position, texture(image, tint[0].rg) + tint[0], gl_InvocationID);
            """, declarations: "layout(std430, binding = 0) buffer Counts { uint counts[]; }; uniform sampler2D image;")
            .replacingOccurrences(of: "#version 400", with: "#version 430")
        try Self.expectReference { device in
            let fixture = try DrawingFixture(on: device, width: 40, height: 40)
            let vertices = try device.makeBuffer(Self.vertices(37)), counts = try device.makeBuffer(byteCount: 20)
            var image = Image(width: 4, height: 4)
            for y in 0..<4 { for x in 0..<4 { image[x, y] = SIMD4(UInt8(x * 80), UInt8(y * 80), 9, 255) } }
            let texture = try device.makeTexture(from: image, mipmapped: true), pipeline = try Self.pipeline(device, shader)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setTexture("image", texture, .trilinear)
                pass.setStorageBuffer("Counts", counts)
                pass.draw(.points, count: 37)
            }
            try device.submit(encoder)
            return Result(pictures: [try fixture.target.readImage()],
                          numbers: (0..<5).map { UInt64(counts.bytes.load(fromByteOffset: 4 * $0, as: UInt32.self)) })
        }
    }

    @Test("an endless loop in a geometry shader is stopped with an error that names the shader", arguments: ways)
    func endless(way: TileConfiguration) throws {
        let device = Device(renderer: try TileRenderer(lanes: way.lanes, threads: way.threads, stepLimit: 1000, cache: CodeCache(.none), tiers: way.tiers))
        let shader = Self.geometry("layout(points) in; layout(points, max_vertices = 2) out;", "while (number[0] >= 0) put(gl_in[0].gl_Position, tint[0], 1);")
        let fixture = try DrawingFixture(on: device), pipeline = try Self.pipeline(device, shader)
        let error = RasterError.thrown { try fixture.draw(Self.vertices(3), .points, pipeline: pipeline) }
        #expect(error?.code == .shaderDidNotEnd && "\(error.map { "\($0)" } ?? "")".contains("geometry"), "\(String(describing: error))")
    }
}
