// DrawingFixture: a short way to draw something in a test.

import Raster
import Shading

/// Draws vertices, with 2D or clip-space positions and one colour each, into a small rgba8 target.
struct DrawingFixture {
    static let vertexShader = """
        in vec4 position; in vec4 color; out vec4 tint;
        void main() { gl_Position = position; tint = color; gl_PointSize = 1.0; }
        """
    static let fragmentShader = "in vec4 tint; out vec4 pixel; void main() { pixel = tint; }"
    static let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4), VertexAttribute("color", .float4, offset: 16))

    let device: Device
    let target: Framebuffer

    init(on device: Device = Device(.reference), width: Int = 32, height: Int = 32, color: [PixelFormat] = [.rgba8], depth: PixelFormat? = nil,
         samples: Int = 1) throws {
        self.device = device
        target = try device.makeFramebuffer(width: width, height: height, color: color, depth: depth, samples: samples)
    }

    func pipeline(fragment: String = fragmentShader, vertex: String = vertexShader, _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
        var state = RasterState()
        configure(&state)
        return try device.makePipeline(program: try device.makeProgram(vertex: vertex, fragment: fragment), vertexLayout: DrawingFixture.layout, state: state)
    }

    /// Returns a vertex at window position (x, y) in pixels from the bottom-left.
    func vertex(_ x: Float, _ y: Float, z: Float = 0, w: Float = 1, color: SIMD4<Float> = .one) -> [Float] {
        [(x / Float(target.width) * 2 - 1) * w, (y / Float(target.height) * 2 - 1) * w, z * w, w, color.x, color.y, color.z, color.w]
    }

    func draw(_ vertices: [Float], _ primitive: PrimitiveType = .triangles, pipeline: Pipeline? = nil, clear: ClearValues = .color(0, 0, 0, 0),
              _ configure: (inout RenderPass) -> Void = { _ in }) throws {
        let buffer = try device.makeBuffer(vertices)
        let pipeline = try pipeline ?? self.pipeline()
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: clear) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            configure(&pass)
            pass.draw(primitive, count: vertices.count / 8)
        }
        try device.submit(encoder)
    }

    /// Returns the red channel of every pixel, row 0 at the bottom.
    func red() throws -> [[UInt8]] {
        let image = try target.readImage()
        return (0..<target.height).map { y in (0..<target.width).map { x in image[x, target.height - 1 - y].x } }
    }
}
