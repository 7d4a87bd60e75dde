// Draws with numbers at the ends of their allowed ranges: both renderers give the same pixels.

import Kernel
import Raster
import Scenes
import SeededRandom
import Testing

@Suite("Extreme draws") struct ExtremeDrawTests {
    private static let configurations = TileConfiguration.all.filter { $0.threads != 8 && $0.tiers != .baselineThenOptimized }

    /// A device, and the programs that were made on it.
    private final class Canvas {
        let device: Device
        private var programs: [String: Program] = [:]
        init(_ device: Device) { self.device = device }

        func program(_ vertex: String, _ fragment: String) throws -> Program {
            if let known = programs[vertex + fragment] { return known }
            let made = try device.makeProgram(vertex: vertex, fragment: fragment)
            programs[vertex + fragment] = made
            return made
        }
        func picture(_ samples: Int, _ width: Int, _ height: Int, _ draw: (Canvas, inout RenderPass) throws -> Void) throws -> [UInt8] {
            let target = try device.makeFramebuffer(width: width, height: height, depth: .depth32Float, samples: samples)
            let resolved = try device.makeTexture(TextureDescriptor(format: .rgba8, width: width, height: height))
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { try draw(self, &$0) }
            encoder.resolve(target.color[0]!, to: Raster.Attachment(resolved))
            try device.submit(encoder)
            return try resolved.read()
        }
    }

    /// The reference renderer, and the tile renderer in every configuration. The reference renderer takes most of the time, so it
    /// draws only once.
    private struct Canvases {
        let reference = Canvas(Device(.reference)), tiles: [(configuration: TileConfiguration, canvas: Canvas)]
        init() throws { tiles = try configurations.map { ($0, Canvas(try $0.makeDevice())) } }

        /// Draws with all devices, and compares every byte of the colours.
        func compare(_ name: String, samples: Int = 1, width: Int = 64, height: Int = 48, _ draw: (Canvas, inout RenderPass) throws -> Void) throws {
            let expected = try reference.picture(samples, width, height, draw)
            #expect(expected.contains { $0 != 0 }, "\(name): nothing is drawn")
            for (configuration, canvas) in tiles {
                let actual = try canvas.picture(samples, width, height, draw)
                let different = expected.indices.filter { expected[$0] != actual[$0] }, first = (different.first ?? 0) / 4
                #expect(different.isEmpty, "\(name), \(configuration): \(different.count) bytes, first of pixel \(first % width), \(first / width)")
            }
        }
    }

    private static let vertexShader = """
        in vec4 place;
        out vec3 tint;
        void main() { gl_Position = place; gl_PointSize = 3000.0; tint = vec3(place.xy * 0.5 + 0.5, float(gl_VertexID & 3) / 3.0); }
        """
    private static let fragmentShader = "in vec3 tint; out vec4 pixel; void main() { pixel = vec4(fract(tint * 3.0), 1.0); }"
    private static let layout = VertexLayout(stride: 16, VertexAttribute("place", .float4))

    @Test("the widest lines and largest points, plain and multisampled", arguments: [1, 4]) func widest(samples: Int) throws {
        let canvases = try Canvases()
        var random = SeededGenerator(state: 5)
        let vertices = (0..<40).flatMap { _ -> [Float] in [.random(in: -1.2...1.2, using: &random), .random(in: -1.2...1.2, using: &random), 0, 1] }
        for (width, count) in [(Float(1000), 4), (Device.maximumLineWidth, 2), (Device.maximumLineWidth, 12), (97.5, 40), (0.01, 40)] {
            for primitive in [PrimitiveType.lines, .points] {
                try canvases.compare("\(count) \(primitive) of width \(width), \(samples) samples", samples: samples) { canvas, pass in
                    var state = RasterState()
                    state.lineWidth = width; state.pointSize = width
                    state.colorTargets = [ColorTargetState(blend: .additive)]
                    let program = try canvas.program(Self.vertexShader, "in vec3 tint; out vec4 pixel; void main() { pixel = vec4(tint * 0.2, 0.1); }")
                    pass.setPipeline(try canvas.device.makePipeline(program: program, vertexLayout: Self.layout, state: state))
                    pass.setVertexBuffer(try canvas.device.makeBuffer(vertices))
                    pass.draw(primitive, count: count)
                }
            }
        }
    }

    @Test("depth offsets beyond all depths, and viewports at their limits") func offsets() throws {
        let canvases = try Canvases()
        let vertices: [Float] = [-1, -1, -0.5, 1, 1, -1, 0.5, 1, -1, 1, 0.9, 1, 1, 1, -0.9, 1]
        for (factor, units) in [(Float(1e38), Float(0)), (-1e38, 1e38), (.greatestFiniteMagnitude, -.greatestFiniteMagnitude), (0, 1e38),
                                (Float(bitPattern: 1), -1e38)] {
            for viewport in [Viewport(width: 64, height: 48), Viewport(x: -32768, y: -32768, width: 32768, height: 32768),
                             Viewport(x: -16000, y: -16000, width: 32768, height: 32768)] {
                try canvases.compare("offset \(factor), \(units) in \(viewport)") { canvas, pass in
                    var state = RasterState()
                    state.polygonOffset = PolygonOffset(factor: factor, units: units)
                    state.depth = .lessEqual
                    let program = try canvas.program(Self.vertexShader, Self.fragmentShader)
                    let buffer = try canvas.device.makeBuffer(vertices)
                    pass.setPipeline(try canvas.device.makePipeline(program: program, vertexLayout: Self.layout, state: state))
                    pass.setVertexBuffer(buffer)
                    pass.draw(.triangleStrip, count: 3)
                    pass.setViewport(viewport)
                    pass.draw(.triangleStrip, count: 4)
                }
            }
        }
    }

    @Test("vertices at the limits of strides, offsets, divisors and indices") func vertexFetch() throws {
        let canvases = try Canvases()
        let most = Int(Int32.max)
        let layouts: [(VertexBufferLayout, Int)] = [(VertexBufferLayout(stride: 0), 0), (VertexBufferLayout(stride: most), 0),
                                                    (VertexBufferLayout(stride: 16), most), (VertexBufferLayout(stride: 1), 3),
                                                    (VertexBufferLayout(stride: 0, divisor: most), 0), (VertexBufferLayout(stride: 4, divisor: 2), 2),
                                                    (VertexBufferLayout(stride: most, divisor: most), 0)]
        for (buffer, offset) in layouts {
            for (indices, base) in [([0, 1, 2], 0), ([.max, .max - 1, 0], 0), ([.max, 1, 2], 1), ([0, 1, 2], -1), ([3, 2, 1], most),
                                    ([1, 2, 3], Int(Int32.min))] as [([UInt32], Int)] {
                try canvases.compare("\(buffer), offset \(offset), indices \(indices) + \(base)", width: 16, height: 16) { canvas, pass in
                    let program = try canvas.program("""
                        in vec4 shift;
                        flat out vec4 tint;
                        void main() {
                            int corner = gl_VertexID & 3;
                            gl_Position = vec4(float(corner & 1) * 3.0 - 1.0, float(corner >> 1) * 3.0 - 1.0, 0.0, 1.0);
                            tint = fract(shift) + vec4(0.125, 0.0, float(gl_InstanceID) * 0.25, 1.0);
                        }
                        """, "flat in vec4 tint; out vec4 pixel; void main() { pixel = tint; }")
                    let layout = VertexLayout(buffers: [buffer], attributes: [VertexAttribute("shift", .float4, offset: offset)])
                    pass.setPipeline(try canvas.device.makePipeline(program: program, vertexLayout: layout, state: RasterState()))
                    pass.setVertexBuffer(try canvas.device.makeBuffer((0..<64).map { Float($0) * 0.0625 + 0.03125 }))
                    pass.drawIndexed(try canvas.device.makeBuffer(indices), type: .uint32, count: 3, instances: 3, baseVertex: base)
                    pass.drawIndexed(try canvas.device.makeBuffer([4, 5, 6] as [UInt32]), type: .uint32, count: 3)
                }
            }
        }
    }

    @Test("restarts between any number of indices, in draws of many chunks", arguments: PrimitiveType.allCases) func restarts(primitive: PrimitiveType) throws {
        let canvases = try Canvases()
        var random = SeededGenerator(state: 11)
        let vertices = (0..<200).flatMap { _ -> [Float] in [.random(in: -1...1, using: &random), .random(in: -1...1, using: &random), 0, 1] }
        for often in [2, 5, 40, 100_000] {
            let indices = (0..<6000).map { _ in Int.random(in: 0..<often, using: &random) == 0 ? UInt8.max : UInt8.random(in: 0..<200, using: &random) }
            for provoking in ProvokingVertex.allCases {
                try canvases.compare("\(primitive), a restart in \(often), \(provoking)", width: 32, height: 24) { canvas, pass in
                    var state = RasterState()
                    state.primitiveRestart = true
                    state.provokingVertex = provoking
                    let program = try canvas.program(
                        "in vec4 place; flat out int number; void main() { gl_Position = vec4(place.xy, 0.0, 1.0); number = gl_VertexID; gl_PointSize = 2.0; }",
                        "flat in int number; out vec4 pixel; void main() { pixel = vec4(float(number & 15) / 15.0, float(number >> 4) / 15.0, float(gl_PrimitiveID & 255) / 255.0, 1.0); }")
                    pass.setPipeline(try canvas.device.makePipeline(program: program, vertexLayout: Self.layout, state: state))
                    pass.setVertexBuffer(try canvas.device.makeBuffer(vertices))
                    pass.drawIndexed(try canvas.device.makeBuffer(indices), type: .uint8, primitive, first: 3, count: indices.count - 3, instances: 2)
                }
            }
        }
    }
}
