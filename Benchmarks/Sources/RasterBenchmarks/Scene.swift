// Scene: a benchmark. A scene is set up once per device and then draws frames into a 1280×720 target.

import Raster
import Shading

/// A scene on one device: `make` makes resources, and the closure that it returns records one frame.
struct Scene {
    let name: String
    let what: String
    /// The number of samples per pixel. The target has RGBA8 colour and 24-bit depth, unless the scene says otherwise.
    let samples: Int
    /// The largest accepted fraction of pixels that differ by more than 8/255 between the two renderers. The tolerance is above
    /// zero only if the specification allows several results. A scene with a tolerance above zero states the reason.
    let tolerance: Double
    let make: (Device, Framebuffer) throws -> (inout CommandEncoder, Int) throws -> Void

    init(_ name: String, _ what: String, samples: Int = 1, tolerance: Double = 0.001,
         make: @escaping (Device, Framebuffer) throws -> (inout CommandEncoder, Int) throws -> Void) {
        self.name = name; self.what = what; self.samples = samples; self.tolerance = tolerance; self.make = make
    }
}

enum Shader {
    /// The vertex shader for two triangles that cover the whole screen. The shader's output `uv` is 0…1.
    static let screen = """
        in vec2 corner; out vec2 uv;
        void main() { uv = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }
        """
    static let mesh = """
        in vec3 position; in vec3 normal; in vec2 uv;
        uniform mat4 mvp; uniform mat4 model;
        out vec3 worldNormal; out vec3 worldPosition; out vec2 texCoord;
        void main() {
            worldNormal = mat3(model) * normal;
            worldPosition = (model * vec4(position, 1.0)).xyz;
            texCoord = uv;
            gl_Position = mvp * vec4(position, 1.0);
        }
        """
    static let blinnPhong = """
        in vec3 worldNormal; in vec3 worldPosition; out vec4 color;
        uniform vec3 eye;
        void main() {
            vec3 n = normalize(worldNormal);
            vec3 l = normalize(vec3(0.5, 1.0, 0.7));
            vec3 h = normalize(l + normalize(eye - worldPosition));
            float diffuse = max(dot(n, l), 0.0);
            float specular = pow(max(dot(n, h), 0.0), 32.0);
            color = vec4(vec3(0.8, 0.4, 0.1) * (0.15 + diffuse) + vec3(0.6) * specular, 1.0);
        }
        """
}

/// The four corners of the screen as a strip.
struct ScreenQuad {
    let pipeline: Pipeline
    let corners: Buffer
    init(_ device: Device, fragment: String, blend: BlendState? = nil) throws {
        let program = try device.makeProgram(vertex: Shader.screen, fragment: fragment)
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("corner", .float2)), blend: blend)
        corners = try device.makeBuffer([Float](arrayLiteral: -1, -1, 1, -1, -1, 1, 1, 1))
    }
    func draw(_ pass: inout RenderPass) { pass.draw(.triangleStrip, count: 4) }
    func bind(_ pass: inout RenderPass) { pass.setPipeline(pipeline); pass.setVertexBuffer(corners) }
}

/// A mesh in buffers, with a pipeline.
struct MeshDraw {
    let pipeline: Pipeline
    let vertices: Buffer
    let indices: Buffer
    let count: Int
    init(_ device: Device, _ mesh: Mesh, vertex: String = Shader.mesh, fragment: String, cull: CullMode = .back, depth: DepthState? = .less) throws {
        let program = try device.makeProgram(vertex: vertex, fragment: fragment)
        pipeline = try device.makePipeline(program: program, vertexLayout: Mesh.layout, depth: depth, cull: cull)
        vertices = try device.makeBuffer(mesh.vertices)
        indices = try device.makeBuffer(mesh.indices)
        count = mesh.indices.count
    }
    func bind(_ pass: inout RenderPass) { pass.setPipeline(pipeline); pass.setVertexBuffer(vertices) }
    func draw(_ pass: inout RenderPass) { pass.drawIndexed(indices, type: .uint32, count: count) }
}
