// The code of the page "Uniforms, blocks and textures": a cloth with hearts in the wind, under three lights.

import Raster

enum Uniforms {
    static let vertexShader = """
        uniform mat4 projection, modelview;
        uniform float time;
        out vec3 place, normal;
        out vec2 uv;
        void main() {
            // Two triangles for each of 48×30 cells; no vertex buffer.
            int cell = gl_VertexID / 6, corner = gl_VertexID % 6;
            vec2 step = vec2(corner == 1 || corner == 2 || corner == 4, corner == 2 || corner == 4 || corner == 5);
            uv = (vec2(cell % 48, cell / 48) + step) / vec2(48.0, 30.0);
            float phase = 8.0 * uv.x + 1.5 * uv.y - time, height = 0.3 * uv.x;
            vec3 cloth = vec3(3.4 * uv.x - 1.7, 2.0 * uv.y - 1.0, height * sin(phase));
            vec2 slope = vec2((0.3 * sin(phase) + height * 8.0 * cos(phase)) / 3.4, height * 1.5 * cos(phase) / 2.0);
            place = (modelview * vec4(cloth, 1.0)).xyz;
            normal = mat3(modelview) * vec3(-slope, 1.0);
            gl_Position = projection * vec4(place, 1.0);
        }
        """
    static let fragmentShader = """
        struct Light { vec4 position; vec4 color; };
        layout(std140) uniform Lights { vec4 ambient; Light light[3]; };
        uniform sampler2D pattern;
        uniform vec3 tints[2];
        in vec3 place, normal;
        in vec2 uv;
        out vec4 pixel;
        void main() {
            vec3 n = normalize(gl_FrontFacing ? normal : -normal), sum = ambient.rgb;
            for (int i = 0; i < 3; ++i) {
                vec3 way = normalize(light[i].position.xyz - place);
                float shine = pow(max(dot(n, normalize(way - normalize(place))), 0.0), 40.0);
                sum += light[i].color.rgb * (max(dot(n, way), 0.0) + 0.25 * shine);
            }
            float heart = texture(pattern, uv * vec2(8.0, 5.0)).r;
            pixel = vec4(sqrt(mix(tints[0], tints[1], heart) * sum), 1.0);
        }
        """

    struct Light { var position, color: SIMD4<Float> }

    static func makePattern(on device: Device) throws -> Texture {
        let rows = [
            "........",
            ".##.##..",
            "#######.",
            "#######.",
            ".#####..",
            "..###...",
            "...#....",
            "........",
        ]
        let texels: [UInt8] = rows.reversed().flatMap { row in row.map { $0 == "#" ? 255 : 0 } }
        let pattern = try device.makeTexture(TextureDescriptor(format: .r8, width: 8, height: 8, mipLevels: 4))
        try pattern.replace(bytes: texels)
        return pattern
    }

    static func draw(on device: Device) throws -> Image {
        let pattern = try makePattern(on: device)
        let program = try device.makeProgram(vertex: vertexShader, fragment: fragmentShader)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, depth: .less)
        let target = try device.makeFramebuffer(width: 400, height: 225, depth: .depth32Float, samples: 4)
        let projection = Matrix4.frustum(left: -0.8, right: 0.8, bottom: -0.45, top: 0.45, near: 1, far: 10)
        let modelview = Matrix4.lookAt(eye: [-0.8, 0.55, 3.05], center: [0, 0.02, 0])
        var frame = device.makeCommandEncoder()

        let ambient = SIMD4<Float>(0.06, 0.05, 0.08, 0)
        let lights = [
            Light(position: [-3, 3, 1, 1], color: [0.95, 0.85, 0.7, 0]),
            Light(position: [4, 0.5, 0.5, 1], color: [0.5, 0.2, 0.25, 0]),
            Light(position: [0, -4, 1, 1], color: [0.1, 0.2, 0.4, 0]),
        ]
        let block = try device.makeBuffer([ambient] + lights.flatMap { [$0.position, $0.color] })

        frame.generateMipmaps(pattern)
        frame.render(to: target, clear: .color(0.14, 0.16, 0.22)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("projection", projection)
            pass.setUniform("modelview", modelview)
            pass.setUniform("time", Float(1.5))
            pass.setUniform("tints", [SIMD3<Float>(0.55, 0.04, 0.07), SIMD3<Float>(0.95, 0.85, 0.7)])
            pass.setUniformBuffer("Lights", block)
            pass.setTexture("pattern", pattern, Sampler(min: .linear, mag: .nearest, mip: .linear, wrap: .repeat))
            pass.draw(count: 48 * 30 * 6)
        }
        try device.submit(frame)
        return try target.readImage()
    }

    /// Returns the message about a uniform that does not exist.
    static func mistake(on device: Device) throws -> String {
        let program = try device.makeProgram(vertex: vertexShader, fragment: fragmentShader, label: "cloth")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        var frame = device.makeCommandEncoder()
        do {
            frame.render(to: target, label: "flag") { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("tints[2]", SIMD3<Float>(1, 1, 1))
            }
            try device.submit(frame)
            return ""
        } catch {
            return "\(error)"
        }
    }
}
