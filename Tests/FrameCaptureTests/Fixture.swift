// A small program with every kind of content of a capture: two passes, groups, includes, defines, a texture with levels, a uniform
// block that is updated in the frame, indices, a resolve.

import Raster
import Shading

struct Fixture {
    let device: Device
    let scene: Framebuffer
    let picture: Framebuffer
    private let small: Framebuffer
    private let pipeline: Pipeline
    private let second: Pipeline
    let vertices: Buffer
    private let indices: Buffer
    private let block: Buffer
    private let texture: Texture
    let query = OcclusionQuery()

    static let fragment = """
        #version 330
        #include "tint.glsl"
        layout(std140) uniform Light { vec4 color; float gain[2]; };
        uniform sampler2D image;
        uniform vec2 shift;
        in vec2 place;
        out vec4 pixel;
        void main() { pixel = tint(texture(image, place + shift)) * color * gain[1] * SCALE; }
        """

    init(_ device: Device) throws {
        self.device = device
        scene = try device.makeFramebuffer(width: 48, height: 32, color: [.rgba8], depth: .depth24Stencil8, samples: 4, label: "scene")
        picture = try device.makeFramebuffer(width: 48, height: 32, label: "picture")
        small = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba16Float], label: "small")
        let options = ShaderCompileOptions(defines: [ShaderDefine("SCALE", "0.75")],
                                           includeResolver: DictionaryIncludeResolver(["tint.glsl": "vec4 tint(vec4 c) { return c.bgra; }"]))
        let program = try device.makeProgram(vertex: ShaderSource(text: """
            #version 330
            in vec3 position;
            out vec2 place;
            void main() { place = position.xy * 0.5 + 0.5; gl_Position = vec4(position, 1.0); }
            """, name: "cube.vert"), fragment: ShaderSource(text: Fixture.fragment, name: "cube.frag"), options: options, label: "tinted")
        let flat = try device.makeProgram(vertex: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }",
                                          fragment: "uniform vec4 paint; out vec4 pixel; void main() { pixel = paint; }", label: "flat")
        let layout = VertexLayout(stride: 12, VertexAttribute("position", .float3))
        var state = RasterState()
        state.depth = .less
        state.stencil = StencilState(both: StencilFaceState(pass: .incrementClamp))
        pipeline = try device.makePipeline(program: program, vertexLayout: layout, state: state, label: "tinted")
        second = try device.makePipeline(program: flat, vertexLayout: layout, blend: .alpha, label: "flat")
        vertices = try device.makeBuffer([Float]([-0.9, -0.8, 0, 0.9, -0.8, 0, 0, 0.9, 0.5, 0.9, 0.9, -0.2]), label: "corners")
        indices = try device.makeBuffer([UInt16]([0, 1, 2, 1, 3, 2]), label: "order")
        block = try device.makeBuffer([Float]([1, 0.5, 0.25, 1, 0, 0, 0, 0, 0.5, 0, 0, 0]), label: "light")
        texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, mipLevels: 4, label: "checks"))
        try texture.replace(bytes: (0..<256).map { UInt8(truncatingIfNeeded: $0 * 37) })
    }

    /// - Parameter line: The line of the first draw.
    func record(time: Float = 0) -> (encoder: CommandEncoder, line: UInt) {
        var line: UInt = 0
        var frame = device.makeCommandEncoder(label: "frame")
        frame.generateMipmaps(texture)
        frame.render(to: small, clear: .color(0.25, 0.5, time, 1), label: "small") { pass in
            pass.setPipeline(second)
            pass.setVertexBuffer(vertices)
            pass.setUniform("paint", SIMD4<Float>(0, 1, 0, 0.5))
            line = #line + 1
            pass.draw(count: 3, label: "patch")
        }
        frame.update(block, at: 32, with: [Float(1.25)])
        frame.render(to: scene, clear: .color(0.1, 0.1, 0.3), label: "main") { pass in
            pass.group("room") { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("shift", SIMD2<Float>(time, 0.25))
                pass.setUniformBuffer("Light", block)
                pass.setTexture("image", texture, .trilinearRepeat)
                pass.setStencilReference(3)
                pass.setOcclusionQuery(query)
                pass.drawIndexed(indices, count: 6, label: "wall")
                pass.setOcclusionQuery(nil)
            }
            pass.setScissor(PixelRect(x: 4, y: 4, width: 20, height: 20))
            pass.clear(.depth(1))
            pass.setPipeline(second)
            pass.setUniform("paint", SIMD4<Float>(1, 0, 0.5, 0.5))
            pass.draw(.triangleStrip, count: 4, instances: 2)
        }
        frame.resolve(scene.color[0]!, to: picture.color[0]!)
        return (frame, line)
    }
}
