// Features that make programs short: bindings that stay with their program, literals, layouts made from structures, default values
// of attributes, pools.

import Kernel
import Raster
import Shading
import Synchronization
import TestSupport
import Testing

/// Returns whether a type can be copied: Swift chooses this overload only for types that can be copied.
private func isCopyable<Value>(_: Value.Type) -> Bool { true }
@_disfavoredOverload private func isCopyable<Value: ~Copyable>(_: Value.Type) -> Bool { false }

@Suite("Conveniences") struct ConvenienceTests {
    private static let corners: [Float] = [-1, -1, 3, -1, -1, 3]
    private static let vertex = "in vec2 place; void main() { gl_Position = vec4(place, 0.0, 1.0); }"
    private static let layout = VertexLayout(stride: 8, VertexAttribute("place", .float2))

    /// Returns the colour of one pixel drawn by the fragment shader.
    private func pixel(_ fragment: String, vertex: String = vertex, layout: VertexLayout = layout,
                       _ body: (inout RenderPass) throws -> Void) throws -> SIMD4<UInt8> {
        let device = Device(.reference), target = try device.makeFramebuffer(width: 1, height: 1)
        let program = try device.makeProgram(vertex: vertex, fragment: fragment)
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout.withDefaults(for: program))
        let buffer = try device.makeBuffer(Self.corners)
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            try body(&pass)
            pass.draw(count: 3)
        }
        try device.submit(frame)
        return try target.readImage()[0, 0]
    }

    @Test("a program keeps its uniforms, blocks and textures while other programs are used", arguments: Device.Kind.allCases) func programsKeepBindings(kind: Device.Kind) throws {
        let device = Device(kind), target = try device.makeFramebuffer(width: 2, height: 1)
        func pipeline(_ fragment: String) throws -> Pipeline {
            try device.makePipeline(program: device.makeProgram(vertex: Self.vertex, fragment: fragment), vertexLayout: Self.layout)
        }
        let first = try pipeline("uniform float red; uniform Block { float green; }; uniform sampler2D map; out vec4 pixel; void main() { pixel = vec4(red, green, texture(map, vec2(0.5)).b, 1.0); }")
        let second = try pipeline("uniform float red; out vec4 pixel; void main() { pixel = vec4(red, 0.0, 0.0, 1.0); }")
        let buffer = try device.makeBuffer(Self.corners), block = try device.makeBuffer([0.6, 0, 0, 0] as [Float])
        let map = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [0, 0, 204, 255]))
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setVertexBuffer(buffer)
            pass.setPipeline(first)
            pass.setUniform("red", Float(0.2)); pass.setUniformBuffer("Block", block); pass.setTexture("map", map)
            pass.setPipeline(second)
            pass.setUniform("red", Float(1))
            pass.setScissor(PixelRect(x: 0, y: 0, width: 1, height: 1))
            pass.draw(count: 3)
            pass.setPipeline(first)
            pass.draw(count: 3)
            pass.setPipeline(second)
            pass.setScissor(PixelRect(x: 1, y: 0, width: 1, height: 1))
            pass.draw(count: 3)
        }
        try device.submit(frame)
        let image = try target.readImage()
        #expect(image[0, 0] == SIMD4(51, 153, 204, 255) && image[1, 0] == SIMD4(255, 0, 0, 255))
    }

    @Test("literals and Swift's own numbers are converted to the uniform's type") func literals() throws {
        let all = "uniform float f; uniform int i; uniform uint u; uniform bool b; uniform vec3 v; uniform vec2 w[2]; uniform mat4 m; out vec4 pixel;"
            + " void main() { pixel = f == 2.0 && i == -3 && u == 4u && b && v == vec3(1.0, 0.5, 0.0) && w[1] == vec2(3.0, 4.0) && m[3].y == 7.0 ? vec4(1.0) : vec4(0.0); }"
        let drawn = try pixel("#version 330\n" + all) { pass in
            pass.setUniform("f", 2)
            pass.setUniform("i", -3)
            pass.setUniform("u", 4)
            pass.setUniform("b", true)
            pass.setUniform("v", [1, 0.5, 0])
            pass.setUniform("w", [1, 2, 3, 4])
            pass.setUniform("m", .translation(0, 7, 0))
        }
        #expect(drawn == SIMD4(repeating: 255))
    }

    @Test("matrices that are not square are stored column by column") func shapes() throws {
        let drawn = try pixel("""
            #version 330
            uniform mat2x3 a; uniform mat2x4 b; uniform mat3x2 c; uniform mat3x4 d; uniform mat4x2 e; uniform mat4x3 f; out vec4 pixel;
            void main() { pixel = a[1].z == 6.0 && b[1].x == 5.0 && c[2].x == 5.0 && d[2].w == 12.0 && e[3].y == 8.0 && f[3].z == 12.0 ? vec4(1.0) : vec4(0.0); }
            """) { pass in
            pass.setUniform("a", Matrix2x3([1, 2, 3], [4, 5, 6]))
            pass.setUniform("b", Matrix2x4([1, 2, 3, 4], [5, 6, 7, 8]))
            pass.setUniform("c", Matrix3x2([1, 2], [3, 4], [5, 6]))
            pass.setUniform("d", Matrix3x4([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]))
            pass.setUniform("e", Matrix4x2([1, 2], [3, 4], [5, 6], [7, 8]))
            pass.setUniform("f", Matrix4x3([1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]))
        }
        #expect(drawn == SIMD4(repeating: 255))
    }

    @Test("a layout made from a structure has Swift's offsets; with a default value, a missing attribute has OpenGL's value") func layouts() throws {
        struct Vertex { var position: SIMD3<Float>; var place: SIMD2<Float>; var color: SIMD4<UInt8>; var bone: UInt32 }
        let layout = try VertexLayout(of: Vertex.self, VertexField("position", \.position), VertexField("place", \.place), VertexField("color", \.color),
                                      VertexField("bone", \.bone))
        #expect(layout == VertexLayout(stride: 32, VertexAttribute("position", .float3), VertexAttribute("place", .float2, offset: 16),
                                       VertexAttribute("color", .unorm8x4, offset: 24), VertexAttribute("bone", .integer(.uint32, 1), offset: 28)))
        #expect(RasterError.thrown { _ = try VertexLayout(of: Vertex.self, VertexField("place", \.place, as: .float4)) }?.description
            == "attribute 'place' of Vertex is not a stored property with room for scaled(Raster.VertexComponent.float32, 4); name a stored property, and a format of its size [invalidArgument]")
        let drawn = try pixel("in vec4 tint; out vec4 pixel; void main() { pixel = tint; }",
                              vertex: "in vec2 place; in vec4 color; out vec4 tint; void main() { tint = color; gl_Position = vec4(place, 0.0, 1.0); }") { _ in }
        #expect(drawn == SIMD4(0, 0, 0, 255))
    }

    @Test("a program reports the uniforms that its shaders read, and those that have no effect") func activity() throws {
        let device = Device(.reference)
        let program = try device.makeProgram(vertex: Self.vertex, fragment: """
            struct Light { vec3 color; float power; };
            uniform float a, unread, uncalled, canceled; uniform vec2 list[2], idleList[2]; uniform sampler2D map, idle, maps[2]; uniform int i;
            uniform Light lights[3]; uniform mat4 turn;
            out vec4 pixel;
            float other() { return uncalled; }
            void main() {
                pixel = (texture(map, list[1]) + texture(maps[1], list[0])) * a + vec4(lights[i].color, turn[i % 4].x);
                if (false) { pixel *= canceled; }
            }
            """)
        for name in ["a", "list", "list[1]", "map", "maps", "i", "turn", "lights[0].color", "lights[2].color"] {
            #expect(program.isActive(uniform: name), "\(name)")
        }
        for name in ["unread", "uncalled", "canceled", "idleList", "idleList[0]", "idle", "lights[0].power", "lights[2].power", "lights[3].color",
                     "place", "a[0]", ""] {
            #expect(!program.isActive(uniform: name), "\(name)")
        }
        // A uniform that no shader reads can still be set.
        var frame = device.makeCommandEncoder()
        try frame.render(to: device.makeFramebuffer(width: 1, height: 1)) { pass in
            pass.setPipeline(try device.makePipeline(program: program, vertexLayout: Self.layout))
            pass.setUniform("unread", 1.0)
        }
        try device.submit(frame)
    }

    @Test("matrices and quaternions can be stored in buffers, and a pass cannot be copied out of its closure") func kinds() throws {
        #expect(try Device(.reference).makeBuffer([Matrix4.identity, .identity]).byteCount == 128)
        #expect(try Device(.reference).makeBuffer([Quaternion.identity]).byteCount == MemoryLayout<Quaternion>.stride)
        #expect(isCopyable(CommandEncoder.self) && !isCopyable(RenderPass.self))
    }

    @Test("a PNG has the same pixels with every compression", arguments: Image.PNGOptions.Filter.allCases) func compression(filter: Image.PNGOptions.Filter) throws {
        var random = SystemlessNoise()
        let image = Image(width: 33, height: 9, bytes: (0 ..< 33 * 9 * 4).map { _ in random.next() })
        for level in [0, 1, 9] { #expect(try Image(data: image.pngData(Image.PNGOptions(filter: filter, level: level))) == image) }
    }
    private struct SystemlessNoise {
        var state: UInt32 = 1; mutating func next() -> UInt8 { state = state &* 1_664_525 &+ 1_013_904_223; return UInt8(state >> 24) & 0x3F }
    }

    @Test("a pool of devices draws the pictures of many tasks, equal to those of a single device, and makes its programs once per device") func pool() async throws {
        final class Painter {
            static let made = Atomic<Int>(0)
            let device: Device, target: Framebuffer, pipeline: Pipeline, corners: Buffer
            init(_ device: Device) throws {
                self.device = device
                target = try device.makeFramebuffer(width: 4, height: 4)
                pipeline = try device.makePipeline(program: device.makeProgram(vertex: ConvenienceTests.vertex,
                                                                               fragment: "uniform float level; out vec4 pixel; void main() { pixel = vec4(level); }"),
                                                   vertexLayout: ConvenienceTests.layout)
                corners = try device.makeBuffer(ConvenienceTests.corners)
                Self.made.add(1, ordering: .relaxed)
            }
            func draw(_ level: Int) throws -> Image {
                var frame = device.makeCommandEncoder()
                frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
                    pass.setPipeline(pipeline); pass.setVertexBuffer(corners); pass.setUniform("level", Double(level) / 255); pass.draw(count: 3)
                }
                try device.submit(frame)
                return try target.readImage()
            }
        }
        let pool = DevicePool(.reference, count: 3) { try Painter($0) }
        let levels = try await withThrowingTaskGroup(of: (Int, UInt8).self) { group in
            for level in 0..<200 { group.addTask { (level, try await pool.run { try $0.draw(level) }[1, 1].x) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(levels.count == 200 && levels.allSatisfy { $0.key == Int($0.value) })
        #expect((1...3).contains(Painter.made.load(ordering: .relaxed)))
        await #expect(throws: RasterError.self) { try await pool.run { _ = try $0.device.makeBuffer(byteCount: -1) } }
        #expect(try await pool.run { try $0.draw(7) }[0, 0].x == 7, "a body that throws leaves the device to the next")
    }

    @Test("without a code cache on disk, the devices of a pool compile common code once, and draw the same as a single device") func sharedCode() async throws {
        struct Drawn { let device: Device, frame: CommandEncoder, target: Framebuffer
            init(_ device: Device) throws {
                self.device = device
                let target = try device.makeFramebuffer(width: 8, height: 8)
                self.target = target
                let pipeline = try device.makePipeline(program: device.makeProgram(vertex: ConvenienceTests.vertex,
                                                                                   fragment: "out vec4 pixel; void main() { pixel = vec4(gl_FragCoord.xy / 8.0, 0.5, 1.0); }"),
                                                       vertexLayout: ConvenienceTests.layout)
                var frame = device.makeCommandEncoder()
                let buffer = try device.makeBuffer(ConvenienceTests.corners)
                frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(buffer)
                    pass.draw(count: 3)
                }
                self.frame = frame
            }
            func draw() throws -> (bytes: [UInt8], compiler: KernelCompiler?) {
                try device.submit(frame)
                try device.prepare(frame)
                return (try target.readImage().bytes, (device.renderer as? TileRenderer)?.compiler)
            }
        }
        var options = Device.Options()
        options.codeCache = .none
        options.threads = 1
        let alone = try Drawn(Device(.jit, options: options)).draw()
        let count = 4, pool = DevicePool(.jit, count: count, options: options) { try Drawn($0) }
        let together = try await withThrowingTaskGroup(of: (bytes: [UInt8], compiler: KernelCompiler?).self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await pool.run { try $0.draw() }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let compiled = try #require(alone.compiler).statistics.compiled
        #expect(compiled > 0 && together.count == count && together.allSatisfy { $0.bytes == alone.bytes })
        let compilers = together.compactMap(\.compiler)
        #expect(Set(compilers.map(ObjectIdentifier.init)).count == 1 && compilers.allSatisfy { $0.statistics.compiled == compiled })
    }

    @Test("the nearest name has the fewest edits, else begins with the given text, else contains it") func nearestNames() {
        let names = ["fade", "page-curl", "curl-of-the-page", "ripple", "swirl"]
        #expect(NearestName.of("faed", among: names) == "fade")
        #expect(NearestName.of("Rip", among: names) == "ripple")
        #expect(NearestName.of("page-", among: names) == "page-curl")
        #expect(NearestName.of("curl", among: ["fade", "page-curl"]) == "page-curl")
        #expect(NearestName.of("CURL", among: names) == "curl-of-the-page", "a beginning counts more than a part")
        #expect(NearestName.of("ge", among: names) == nil && NearestName.of("box", among: names) == nil && NearestName.of("", among: names) == nil)
    }
}
