import Raster
import SeededRandom
import Testing

/// Draws pictures with fetches. Along a row of pixels, the fetched texels are consecutive, nearly consecutive, or not consecutive.
@Suite("Fetches along rows") struct FetchedRowsTests {
    private static let formats: [PixelFormat] = [.r8, .rg8, .r16Float, .rgba8, .r32Float, .rgb8, .rgba16Float]
    /// Expressions for the texel that the pixel p reads; `size` is the size of the level.
    private static let ways = [
        "p", "p + ivec2(3, 2)", "p - ivec2(5, 4)", "p + ivec2(0, size.y - 9)", "-p", "p.yx", "p * ivec2(2, 1)", "p / ivec2(2, 1)", "p ^ ivec2(1, 0)",
        "ivec2(p.x, 7)", "ivec2(p.x + 0x7ffffff0, p.y)",
        // These expressions fold rows of pixels into the rows of a texture: within a row of pixels, the fetches may reach the end
        // of a row of the texture and continue at the start of its next row.
        "ivec2((p.x + p.y * 40) % size.x, (p.x + p.y * 40) / size.x)", "ivec2((p.x + p.y * 37 + 5) % size.x, (p.x + p.y * 37 + 5) / size.x)",
    ]

    @Test("texels read along rows, beside them and beyond the edges have the reference's bits", arguments: formats)
    func sameBits(format: PixelFormat) throws {
        for (number, way) in Self.ways.enumerated() {
            let level = ["0", "1", "int(p.x / 8 % 3)", "int(p.y) - 1"][number % 4]
            let fragment = """
                #version 330
                uniform sampler2D image;
                out vec4 result;
                void main() {
                    ivec2 p = ivec2(gl_FragCoord.xy);
                    uint above = uint(gl_FragCoord.y) + uint(gl_FragCoord.x) / 16u;
                    int level = \(level);
                    ivec2 size = textureSize(image, clamp(level, 0, 2));
                    result = texelFetch(image, \(way), level) + vec4(0.0, 0.0, float(above & 1u) * 0.25, 0.0);
                }
                """
            let expected = try Self.picture(Device(.reference), format, fragment)
            #expect(Set(expected).count > 2, "\(way) reads something")
            // Compiling takes most of the time, so only the formats of 1 and 4 bytes are drawn with each number of lanes. The other
            // formats are drawn with a single number of lanes, which differs from expression to expression.
            let lanes = [4, 8, 16], kind = Self.formats.firstIndex(of: format)!
            for lanes in format == .r8 || format == .rgba8 ? lanes : [lanes[(number + kind) % 3]] {
                let device = try TileConfiguration(lanes: lanes, threads: 1).makeDevice()
                #expect(try Self.picture(device, format, fragment) == expected, "\(way), level \(level), \(lanes) lanes")
            }
        }
    }

    @Test("the integer part of a coordinate is the pixel's, at every sample", arguments: [4, 8, 16])
    func wholeCoordinates(lanes: Int) throws {
        let fragment = """
            #version 400
            out vec4 result;
            void main() { result = vec4(float(int(gl_FragCoord.x)) / 64.0, float(uint(gl_FragCoord.y)) / 64.0, float(gl_SampleID) / 4.0, 1.0); }
            """
        #expect(try Self.picture(TileConfiguration(lanes: lanes, threads: 1).makeDevice(), .r8, fragment, samples: 4)
                == Self.picture(Device(.reference), .r8, fragment, samples: 4))
    }

    /// Returns a picture of a background and small triangles over the background. Neighbouring quads of these triangles come from
    /// different triangles.
    private static func picture(_ device: Device, _ format: PixelFormat, _ fragment: String, samples: Int = 1) throws -> [SIMD4<UInt8>] {
        let width = 45, height = 27
        let image = try device.makeTexture(TextureDescriptor(format: format, width: 40, height: 24, mipLevels: 3))
        var random = SeededGenerator(state: 5)
        for level in 0..<3 {
            let bytes = max(1, 40 >> level) * max(1, 24 >> level) * format.bytesPerTexel
            try image.replace(level: level, bytes: (0..<bytes).map { _ in UInt8.random(in: 0...60, using: &random) })
        }
        let target = try device.makeFramebuffer(width: width, height: height, color: [.rgba8], samples: samples)
        let program = try device.makeProgram(vertex: "#version 330\nin vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }", fragment: fragment)
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), blend: .additive)
        var corners: [Float] = [-1, -1, 3, -1, -1, 3]
        for _ in 0..<60 {
            let x = Float.random(in: -1...1, using: &random), y = Float.random(in: -1...1, using: &random)
            for _ in 0..<3 { corners += [x + .random(in: -0.2...0.2, using: &random), y + .random(in: -0.3...0.3, using: &random)] }
        }
        let buffer = try device.makeBuffer(corners)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            if pipeline.program.uniforms["image"] != nil { pass.setTexture("image", image, .nearest) }
            pass.setVertexBuffer(buffer)
            pass.draw(.triangles, count: corners.count / 2)
        }
        try device.submit(encoder)
        let picture = try target.readImage()
        return (0..<width * height).map { picture[$0 % width, $0 / width] }
    }
}
