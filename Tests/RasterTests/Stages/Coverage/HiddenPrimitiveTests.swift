// Passes with thousands of primitives over each other, most of them hidden, so that the tile renderer leaves primitives out. The reference
// renderer leaves out no primitive.

import Raster
import Scenes
import SeededRandom
import Testing

@Suite("Hidden primitives") struct HiddenPrimitiveTests {
    private static let vertex = """
        #version 330
        in vec4 corner; uniform vec2 depths; flat out int number;
        void main() { gl_Position = vec4(corner.xy, mix(depths.x, depths.y, corner.z), 1.0); number = gl_VertexID / 3; gl_PointSize = 1.0 + 20.0 * corner.w; }
        """
    private static let fragment = """
        #version 330
        flat in int number; out vec4 color; uniform int draw;
        void main() { color = vec4((number * 7 + draw * 13) & 255, (number >> 5) & 255, draw * 11, 255) / 255.0; }
        """
    private static let discarding = fragment.replacing("void main() {", with: "void main() { if (number % 5 == 3) discard;")

    private enum Step {
        case clear(Float, PixelRect?)
        case draw(Int, RasterState, PrimitiveType, depths: SIMD2<Float>, viewport: Viewport?, discards: Bool, first: Int, count: Int)
    }

    /// Returns random steps. Most draws keep the nearer depths and lie behind the earlier draws.
    private static func steps(_ random: inout SeededGenerator, vertexCount: Int) -> [Step] {
        let isReversed = Int.random(in: 0..<3, using: &random) == 0
        return (0..<12).map { number in
            func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
            if number > 0 && chance(9) {
                return .clear(Float.random(in: 0...1, using: &random), chance(2) ? PixelRect(x: 20, y: 10, width: 60, height: 50) : nil)
            }
            var state = RasterState()
            let usual: [CompareFunction] = isReversed ? [.greater, .greaterEqual] : [.less, .lessEqual]
            let compare = chance(8) ? CompareFunction.allCases.randomElement(using: &random)! : usual.randomElement(using: &random)!
            state.depth = chance(10) ? nil : DepthState(compare: compare, writes: !chance(6))
            if chance(10) { state.stencil = StencilState(both: StencilFaceState(depthFail: .incrementWrap)) }
            if chance(12) { state.polygonMode = .line }
            state.depthClamp = chance(4)
            if chance(6) { state.polygonOffset = PolygonOffset(factor: 1, units: 40) }
            let near = Float(number) / 12 - 0.9, depths = chance(5) ? SIMD2<Float>(-1.2, 1.2) : SIMD2(near, near + Float.random(in: 0...0.2, using: &random))
            var viewport: Viewport?
            if chance(8) {
                viewport = Viewport(x: 10, y: 5, width: 120, height: 90)
                viewport?.depthNear = 0.2
                viewport?.depthFar = 0.7
            }
            state.programPointSize = true
            let count = 3 * Int.random(in: 50...800, using: &random), first = 3 * Int.random(in: 0...(vertexCount - count) / 3, using: &random)
            let primitive: PrimitiveType = chance(12) ? .points : chance(12) ? .lines : .triangles
            return .draw(number, state, primitive, depths: isReversed ? -depths : depths, viewport: viewport, discards: chance(8), first: first, count: count)
        }
    }

    private static func draw(_ steps: [Step], _ corners: [SIMD4<Float>], depth: PixelFormat, samples: Int, on device: Device) throws -> [[Float]] {
        let target = try device.makeFramebuffer(width: 150, height: 100, color: [.rgba8], depth: depth, samples: samples)
        let buffer = try device.makeBuffer(corners), layout = VertexLayout(stride: 16, VertexAttribute("corner", .float4))
        let programs = try [fragment, discarding].map { try device.makeProgram(vertex: vertex, fragment: $0) }
        var pipelines: [Pipeline?] = []
        for step in steps {
            guard case .draw(_, let state, _, _, _, let discards, _, _) = step else { pipelines.append(nil); continue }
            pipelines.append(try device.makePipeline(program: programs[discards ? 1 : 0], vertexLayout: layout, state: state))
        }
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.clear(.depth(1))
            for (step, pipeline) in zip(steps, pipelines) {
                switch step {
                case .clear(let value, let rect):
                    pass.setScissor(rect)
                    pass.clear(.depth(value))
                    pass.setScissor(nil)
                case .draw(let number, _, let primitive, let depths, let viewport, _, let first, let count):
                    pass.setPipeline(pipeline!)
                    pass.setVertexBuffer(buffer)
                    pass.setUniform("draw", Int32(number))
                    pass.setUniform("depths", depths)
                    pass.setViewport(viewport ?? Viewport(x: 0, y: 0, width: 150, height: 100))
                    pass.draw(primitive, first: first, count: count)
                }
            }
        }
        try device.submit(encoder)
        let textures = [target.color[0]?.texture, target.depth?.texture].compactMap { $0 }
        return try textures.flatMap { texture in try (0..<samples).map { try SceneOutput(texture, sample: $0).values } }
    }

    @Test("a pass whose primitives hide each other has the reference's bits", arguments: 0..<12)
    func random(seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) + 77)
        let corners = (0..<800).flatMap { _ -> [SIMD4<Float>] in
            let size = Float.random(in: 0..<5, using: &random) < 1 ? Float(1.5) : 0.15, x = Float.random(in: -1...1, using: &random),
                y = Float.random(in: -1...1, using: &random), depth = Float.random(in: 0...0.8, using: &random)
            return (0..<3).map { _ in
                SIMD4(x + Float.random(in: -size...size, using: &random), y + Float.random(in: -size...size, using: &random),
                      depth + Float.random(in: 0...0.2, using: &random), Float.random(in: 0...1, using: &random))
            }
        }
        let steps = Self.steps(&random, vertexCount: corners.count)
        let format = [PixelFormat.depth24, .depth24Stencil8, .depth32Float, .depth16, .depth32FloatStencil8][seed % 5], samples = [1, 1, 4][seed % 3]
        let expected = try Self.draw(steps, corners, depth: format, samples: samples, on: Device(.reference))
        // Only optimised code leaves out hidden primitives.
        let ways = [TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, instructions: .x86v3, threads: 1),
                    TileConfiguration(lanes: 4, instructions: .x86v2, threads: 3)]
        for way in ways {
            let found = try Self.draw(steps, corners, depth: format, samples: samples, on: way.makeDevice())
            #expect(found == expected, "\(format), \(samples) samples, \(way): \(steps)")
        }
    }
}
