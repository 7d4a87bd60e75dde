import Effects
import Raster

/// A knot with deferred shading: the first pass draws the knot's colours and normals, then one pass over the whole picture adds the light
/// of 24 lamps.
@main struct DeferredShading {
    static func main() throws {
        try draw().writePNG(to: "deferred-shading.png")
        print("The picture is deferred-shading.png.")
    }

    static func draw() throws -> Image {
        let device = Device()
        let surfaces = try device.makeFramebuffer(width: 320, height: 240, color: [.rgba8, .rgba16Float, .rgba32Float], depth: .depth24)
        let target = try device.makeFramebuffer(width: 320, height: 240)
        let knot = try MeshBuffers(.torusKnot(radius: 0.9, swing: 0.4, width: 0.25, thickness: 0.25), device: device)
        let camera = OrbitCamera(distance: 4)
        let program = try device.makeProgram(vertex: """
            in vec3 position, normal; uniform mat4 view; out vec3 place, direction;
            void main() { place = position; direction = normal; gl_Position = view * vec4(position, 1.0); }
            """, fragment: """
            in vec3 place, direction;
            layout(location = 0) out vec4 color; layout(location = 1) out vec4 normal; layout(location = 2) out vec4 position;
            void main() { color = vec4(0.9, 0.85, 0.8, 1.0); normal = vec4(normalize(direction), 0.0); position = vec4(place, 1.0); }
            """)
        let pipeline = try device.makePipeline(program: program, vertexLayout: MeshVertex.layout, depth: .less)
        let light = try FullScreenPass(device: device, fragment: """
            in vec2 place; uniform sampler2D colors, normals, positions; uniform vec3 lamps[24], tints[24]; out vec4 pixel;
            void main() {
                vec3 sum = vec3(0.02), normal = texture(normals, place).xyz, position = texture(positions, place).xyz;
                for (int i = 0; i < 24; ++i) {
                    vec3 toLamp = lamps[i] - position;
                    sum += tints[i] * max(dot(normal, normalize(toLamp)), 0.0) / (1.0 + 4.0 * dot(toLamp, toLamp));
                }
                pixel = vec4(texture(colors, place).rgb * sum, 1.0);
            }
            """)
        let turns = (0..<24).map { Matrix4.rotationZ(Float($0) * .pi / 12) }
        let lamps = turns.enumerated().map { i, turn in turn * SIMD4<Float>(1.3, 0, i % 2 == 0 ? 0.7 : -0.7, 1) }.map { SIMD3($0.x, $0.y, $0.z) }
        let tints = (0..<24).map { i in SIMD3<Float>(i % 3 == 0 ? 2 : 0.3, i % 3 == 1 ? 2 : 0.3, i % 3 == 2 ? 2 : 0.3) }

        var frame = device.makeCommandEncoder()
        frame.render(to: surfaces, clear: .color(0, 0, 0, 0), label: "surfaces") { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("view", camera.projection(aspect: 4 / 3) * camera.view)
            knot.draw(in: &pass)
        }
        frame.render(to: target, label: "light") { pass in
            light.draw(in: &pass) { pass in
                for (name, image) in zip(["colors", "normals", "positions"], surfaces.color) { pass.setTexture(name, image!.texture, .nearest) }
                pass.setUniform("lamps", lamps)
                pass.setUniform("tints", tints)
            }
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
