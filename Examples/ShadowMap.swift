import Effects
import Raster

/// A ball that casts a shadow on a floor. The first pass draws the depth as seen from the lamp. The second pass draws the scene as
/// seen from the eye and compares each point's distance from the lamp with the depth of the first pass.
@main struct ShadowMap {
    static func main() throws {
        try draw().writePNG(to: "shadow-map.png")
        print("The picture is shadow-map.png.")
    }

    static func draw() throws -> Image {
        let device = Device()
        let target = try device.makeFramebuffer(width: 320, height: 240, depth: .depth24)
        let map = try device.makeFramebuffer(width: 512, height: 512, color: [], depth: .depth32Float)
        let bodies = [try MeshBuffers(.floor(size: 8, repeats: 1), device: device), try MeshBuffers(.sphere(radius: 0.8), device: device)]
        let places: [Matrix4] = [.identity, .translation(0, 1, 0)]
        let camera = OrbitCamera(target: [0, 0.6, 0], distance: 6), toLamp = SIMD3<Float>(1, 2, 1).normalized
        let lamp = Matrix4.ortho(left: -4, right: 4, bottom: -4, top: 4, near: 1, far: 12) * .lookAt(eye: toLamp * 6, center: .zero)

        let vertex = """
            in vec3 position, normal; uniform mat4 world, view, lamp; out vec3 direction, inLamp;
            void main() {
                vec4 place = world * vec4(position, 1.0);
                direction = normal;
                inLamp = (lamp * place).xyz * 0.5 + 0.5;
                gl_Position = view * place;
            }
            """
        let depthProgram = try device.makeProgram(vertex: "in vec3 position; uniform mat4 lampAndWorld; void main() { gl_Position = lampAndWorld * vec4(position, 1.0); }", fragment: "void main() {}")
        let program = try device.makeProgram(vertex: vertex, fragment: """
            in vec3 direction, inLamp; uniform vec3 toLamp; uniform sampler2DShadow shadow; out vec4 pixel;
            void main() {
                float lit = max(dot(normalize(direction), toLamp), 0.0) * texture(shadow, inLamp - vec3(0.0, 0.0, 0.004));
                pixel = vec4(vec3(0.8, 0.7, 0.6) * (0.25 + 0.75 * lit), 1.0);
            }
            """)
        let depthPipeline = try device.makePipeline(program: depthProgram, vertexLayout: MeshVertex.layout, depth: .less)
        let pipeline = try device.makePipeline(program: program, vertexLayout: MeshVertex.layout, depth: .less)

        var frame = device.makeCommandEncoder()
        frame.render(to: map, clear: .depth(1), label: "from the lamp") { pass in
            pass.setPipeline(depthPipeline)
            for (body, place) in zip(bodies, places) {
                pass.setUniform("lampAndWorld", lamp * place)
                body.draw(in: &pass)
            }
        }
        frame.render(to: target, clear: .color(0.5, 0.6, 0.7), label: "from the eye") { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("view", camera.projection(aspect: 4 / 3) * camera.view)
            pass.setUniform("lamp", lamp)
            pass.setUniform("toLamp", toLamp)
            pass.setTexture("shadow", map.depth!.texture, Sampler(compare: .lessEqual))
            for (body, place) in zip(bodies, places) {
                pass.setUniform("world", place)
                body.draw(in: &pass)
            }
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
