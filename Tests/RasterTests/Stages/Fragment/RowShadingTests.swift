// Rectangles that are shaded row by row have the same bits as in the reference, with every output. Code that shades by rows is used
// only if no pixel reads its neighbours.

import Kernel
import Raster
import SeededRandom
import TestSupport
import Testing

@Suite("Rectangles shaded row by row") struct RowShadingTests {
    /// The size of the target: two tiles and some pixels wide, one tile and some pixels high. The width is not a multiple of any
    /// number of lanes.
    private static let width = 139, height = 71
    private static let layout = VertexLayout(stride: 24, VertexAttribute("position", .float2), VertexAttribute("tint", .float4, offset: 8))

    private static func program(_ device: Device, _ fragment: String) throws -> Program {
        try device.makeProgram(vertex: """
            #version 330
            in vec2 position;
            in vec4 tint;
            uniform vec2 size;
            flat out vec4 color;
            void main() { color = tint; gl_Position = vec4(position / size * 2.0 - 1.0, 0.25, 1.0); }
            """, fragment: "#version 330\nflat in vec4 color;\n" + fragment)
    }
    /// Returns corners and colours of rectangles. A triangle follows after some of the rectangles.
    private static func mesh(_ random: inout SeededGenerator) -> [Float] {
        var corners: [Float] = []
        for number in 0..<160 {
            let x = Float(Int.random(in: -20...150, using: &random)), y = Float(Int.random(in: -12...80, using: &random))
            // The widths are a few pixels, a number of lanes, one pixel more or less than a number of lanes, or large.
            let width = Float([1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 120].randomElement(using: &random)!)
            let height = Float([1, 2, 3, 8, 11, 40].randomElement(using: &random)!)
            let tint = (0..<4).map { _ in Float.random(in: 0...0.4, using: &random) }
            var points: [(Float, Float)] = [(x, y), (x + width, y), (x, y + height), (x, y + height), (x + width, y), (x + width, y + height)]
            // The triangle tests that primitives before and after a rectangle keep their order.
            if number % 3 == 0 { points += [(x - 5, y - 3), (x + width, y + 2), (x + 4, y + height + 6)] }
            for (x, y) in points { corners += [x, y] + tint }
        }
        return corners
    }

    /// A drawing: a fragment shader, and the formats and states of its colour targets.
    private struct Drawing {
        let name: String
        let fragment: String
        var formats: [PixelFormat] = [.rgba8]
        var targets: [ColorTargetState] = []
        var clears: [ClearColor] { formats.map { "\($0)".hasSuffix("Uint") ? .uint(.zero) : "\($0)".hasSuffix("Int") ? .int(.zero) : .float(.zero) } }
    }
    private static let mixed = "color * fract(gl_FragCoord.x * 0.37 + gl_FragCoord.y * 0.61)"
    private static func plain(_ format: PixelFormat) -> Drawing {
        let type = "\(format)".hasSuffix("Uint") ? "uvec4" : "\(format)".hasSuffix("Int") ? "ivec4" : "vec4"
        let value = type == "vec4" ? "\(mixed) * 3.0 - 0.3" : "\(type)(\(mixed) * 300.0)"
        return Drawing(name: "\(format)", fragment: "out \(type) result; void main() { result = \(value); }", formats: [format])
    }
    private static let drawings: [Drawing] = [.r8, .rgb8, .rgba8, .srgb8Alpha8, .rgb565, .rgba4444, .rg16, .r32Float, .rgba16Float, .rgb32Float, .r16Int,
                                              .rgba32Uint].map(plain) + [
        Drawing(name: "blended bytes", fragment: "out vec4 result; void main() { result = \(mixed); }", targets: [ColorTargetState(blend: .premultiplied)]),
        Drawing(name: "blended floats", fragment: "out vec4 result; void main() { result = \(mixed); }", formats: [.rgba16Float],
                targets: [ColorTargetState(blend: .additive)]),
        Drawing(name: "some channels", fragment: "out vec4 result; void main() { result = \(mixed); }", targets: [ColorTargetState(writeMask: [.red, .alpha])]),
        Drawing(name: "several attachments", fragment: "layout(location = 0) out vec4 a; layout(location = 2) out vec2 b; void main() { a = \(mixed); b = a.yx; }",
                formats: [.rgba8, .r8, .rg32Float], targets: [ColorTargetState(blend: .premultiplied), ColorTargetState(), ColorTargetState()]),
        Drawing(name: "bytes of a texture, one after the other", fragment: """
            uniform sampler2D mask; out vec4 result;
            void main() {
                int index = int(color.x * 9000.0) + int(gl_FragCoord.y) * int(color.y * 100.0) + int(gl_FragCoord.x);
                result = color * texelFetch(mask, ivec2(index & 63, index >> 6), 0).r;
            }
            """, targets: [ColorTargetState(blend: .premultiplied)]),
        Drawing(name: "texels at the pixel, and beyond the texture", fragment: """
            uniform sampler2D mask; out vec4 result;
            void main() {
                ivec2 pixel = ivec2(gl_FragCoord.xy);
                result = vec4(texelFetch(mask, pixel, 0).r, texelFetch(mask, pixel - ivec2(17, 3), 0).r, texelFetch(mask, 2 * pixel, 0).r, texelFetch(mask, pixel, int(color.z * 9.0)).r);
            }
            """),
        Drawing(name: "branches, arrays and selection", fragment: """
            out vec4 result;
            void main() {
                float values[4] = float[4](color.x, color.y, color.z, gl_FragCoord.x * 0.01);
                int i = int(gl_FragCoord.x) & 3;
                vec4 sum = vec4(values[i]);
                if (int(gl_FragCoord.y) % 3 == 0) { values[(i + 1) & 3] = 0.5; sum += vec4(values[i], values[(i + 1) & 3], 0.0, 0.1); }
                result = gl_FrontFacing ? sum : sum.wzyx;
            }
            """),
    ]

    private static func picture(_ drawing: Drawing, on device: Device) throws -> [[UInt8]] {
        var random = SeededGenerator(state: 5)
        let vertices = mesh(&random), buffer = try device.makeBuffer(vertices)
        let mask = try device.makeTexture(TextureDescriptor(format: .r8, width: 64, height: 96, mipLevels: 2))
        try mask.replace(bytes: (0..<64 * 96).map { _ in UInt8.random(in: 0...255, using: &random) })
        try mask.replace(level: 1, bytes: (0..<32 * 48).map { _ in UInt8.random(in: 0...255, using: &random) })
        let target = try device.makeFramebuffer(width: width, height: height, color: drawing.formats)
        let program = try program(device, drawing.fragment)
        var state = RasterState()
        state.colorTargets = drawing.targets
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: ClearValues(colors: drawing.clears)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            pass.setUniform("size", SIMD2(Float(width), Float(height)))
            if drawing.fragment.contains("mask") { pass.setTexture("mask", mask, .nearest) }
            pass.draw(.triangles, count: vertices.count / 6)
        }
        try device.submit(encoder)
        return try target.color.map { attachment in try #require(attachment).texture.read() }
    }

    @Test("rectangles have the reference's bits in all formats, blended, masked, with fetched texels, and between triangles",
          arguments: TileConfiguration.all.prefix(3)) func sameBits(configuration: TileConfiguration) throws {
        let device = try configuration.makeDevice(), reference = Device(.reference)
        for drawing in Self.drawings {
            let expected = try Self.picture(drawing, on: reference)
            #expect(expected.contains { Set($0).count > 8 }, "\(drawing.name) shows something")
            #expect(try Self.picture(drawing, on: device) == expected, "\(drawing.name)")
        }
    }

    /// Returns the number of kernels that a draw needs.
    private func kernelCount(_ fragment: String, samples: Int = 1, depth: Bool = false, isFlat: Bool = true, query: Bool = false) throws -> Int {
        let renderer = try TileRenderer(lanes: 8, threads: 1, stepLimit: 1 << 22, cache: CodeCache(.none), tiers: .optimized),
            device = Device(renderer: renderer)
        let input = isFlat ? "flat" : "smooth"
        let program = try device.makeProgram(vertex: "#version 330\n\(input) out vec4 color; void main() { color = vec4(gl_VertexID); gl_Position = vec4(0.0); }",
                                             fragment: "#version 330\n\(input) in vec4 color; uniform sampler2D mask; out vec4 result; void main() { \(fragment) }")
        var state = RasterState()
        if depth { state.depth = .less }
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state),
            texture = try device.makeTexture(TextureDescriptor(format: .r8, width: 4, height: 4))
        let target = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba8], depth: depth ? .depth24 : nil, samples: samples)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            if fragment.contains("mask") { pass.setTexture("mask", texture, .nearest) }
            if query { pass.setOcclusionQuery(OcclusionQuery()) }
            pass.draw(.triangles, count: 6)
        }
        try device.submit(encoder)
        return renderer.compiler.statistics.compiled
    }

    @Test("code for rows exists only if no pixel reads its neighbours and no test is enabled") func onlyWherePossible() throws {
        let fetch = "result = color * texelFetch(mask, ivec2(gl_FragCoord.xy), 0);"
        #expect(try kernelCount(fetch) == 5)
        #expect(try kernelCount("result = color;") == 5)
        for other in ["result = dFdx(gl_FragCoord);", "result = texture(mask, color.xy);", "if (gl_FragCoord.x > 3.0) discard; result = color;",
                      "result = color; for (int i = 0; i < int(color.x); i++) result += color;", "result = color * float(gl_PrimitiveID);"] {
            #expect(try kernelCount(other) == 4, "\(other)")
        }
        #expect(try kernelCount(fetch, samples: 4) == 4)
        #expect(try kernelCount(fetch, depth: true) == 4)
        #expect(try kernelCount(fetch, isFlat: false) == 4)
        #expect(try kernelCount(fetch, query: true) == 4)
    }
}
