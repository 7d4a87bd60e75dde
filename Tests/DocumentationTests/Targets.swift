// The code of the page "Targets, depth and several passes": shapes drawn as colours, as directions, and with ink lines.

import Raster

/// The code of the section on layers: one draw, whose instances go to different layers.
enum LayeredTarget {
    static let vertex = """
        #version 330
        #extension GL_AMD_vertex_shader_layer : require
        in vec4 position;
        uniform mat4 views[2];
        void main() {
            gl_Position = views[gl_InstanceID] * position;
            gl_Layer = gl_InstanceID;
        }
        """

    /// Returns one pixel of each layer. In the first view, the pixel shows the triangle. The second view turns the triangle away to the
    /// other half of the image.
    static func pixels(on device: Device) throws -> [SIMD4<UInt8>] {
        let texture = try device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8, width: 8, height: 8, depth: 2))
        let target = try device.makeFramebuffer(color: [Attachment(layersOf: texture)])
        let program = try device.makeProgram(vertex: vertex, fragment: "#version 330\nout vec4 color; void main() { color = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 16, VertexAttribute("position", .float4)))
        let corners = try device.makeBuffer([-1, -1, 0, 1, 0, -1, 0, 1, -1, 1, 0, 1] as [Float])
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(corners)
            pass.setUniform("views", [Matrix4.identity, Matrix4.scale(-1, 1, 1)])
            pass.draw(count: 3, instances: 2)
        }
        try device.submit(frame)
        return try (0..<2).map { try texture.readImage(slice: $0)[0, 4] }
    }
}

struct InkedScene {
    let device: Device
    let objects: [SampleObject]
    static let projection = Matrix4.frustum(left: -1.28, right: 1.28, bottom: -0.72, top: 0.72, near: 2, far: 12)
    static let view = Matrix4.lookAt(eye: [0, 2.2, 5.6], center: [0, 0.15, 0])

    static let shapesVertex = """
        in vec3 position, normal;
        uniform mat4 projection, view;
        uniform vec3 center, size;
        out vec3 direction;
        void main() {
            gl_Position = projection * view * vec4(center + size * position, 1.0);
            direction = normal / size;
        }
        """
    static let shapesFragment = """
        in vec3 direction;
        uniform vec3 tint;
        layout(location = 0) out vec4 color;
        layout(location = 1) out vec4 normal;
        void main() {
            vec3 n = normalize(direction);
            float light = max(dot(n, normalize(vec3(0.5, 0.8, 0.4))), 0.0);
            color = vec4(tint * (light < 0.35 ? 0.45 : light < 0.75 ? 0.75 : 1.0), 1.0);
            normal = vec4(n, 1.0);
        }
        """
    static let wholeTarget = """
        void main() { gl_Position = vec4(4.0 * (gl_VertexID & 1) - 1.0, 2.0 * (gl_VertexID & 2) - 1.0, 0.0, 1.0); }
        """
    static let inkFragment = """
        uniform sampler2D colors, normals, depths;
        out vec4 pixel;
        float away(ivec2 at) { return 48.0 / (14.0 - (2.0 * texelFetch(depths, at, 0).r - 1.0) * 10.0); }
        void main() {
            ivec2 at = ivec2(gl_FragCoord.xy), size = textureSize(colors, 0);
            vec3 color = texelFetch(colors, at, 0).rgb, n = texelFetch(normals, at, 0).xyz;
            float ink = 0.0;
            for (int k = 0; k < 8; ++k) {
                int turn = k % 4, reach = 1 + k / 4;
                ivec2 other = at + reach * ivec2(turn == 0 ? 1 : turn == 1 ? -1 : 0, turn == 2 ? 1 : turn == 3 ? -1 : 0);
                other = clamp(other, ivec2(0), size - 1);
                float bend = length(n - texelFetch(normals, other, 0).xyz), drop = abs(away(other) - away(at));
                ink = max(ink, max(smoothstep(0.5, 0.9, bend), smoothstep(0.15, 0.4, drop)));
            }
            int part = at.x * 3 / size.x;
            vec3 shown = part == 0 ? color : part == 1 ? 0.5 + 0.5 * n : mix(color, vec3(0.08, 0.06, 0.12), ink);
            bool isSeam = abs(at.x * 3 - size.x) < 6 || abs(at.x * 3 - 2 * size.x) < 6;
            pixel = vec4(isSeam ? vec3(1.0) : shown, 1.0);
        }
        """

    init(device: Device) throws {
        self.device = device
        let cube = try SampleMesh.cube(device), sphere = try SampleMesh.sphere(device), floor = try SampleMesh.floor(device)
        var objects = [SampleObject(mesh: floor, center: [0, 0, 0], size: [12, 1, 5], tint: [0.93, 0.88, 0.78])]
        let tints: [SIMD3<Float>] = [[0.95, 0.45, 0.35], [0.35, 0.65, 0.85], [0.98, 0.78, 0.35], [0.5, 0.75, 0.45]]
        for i in 0..<25 {
            let x = Float(i - 12) * 0.36, z = Float(i * 5 % 7) * 0.6 - 2.4, size = Float(i * 3 % 5) * 0.05 + 0.26
            let size3 = i % 3 == 0 ? SIMD3(size, 1.6 * size, size) : SIMD3(repeating: size)
            objects.append(SampleObject(mesh: i % 3 == 0 ? cube : sphere, center: [x, size3.y, z], size: size3, tint: tints[i % 4]))
        }
        self.objects = objects
    }

    func draw() throws -> Image {
        let target = try device.makeFramebuffer(width: 400, height: 225)
        let shapesProgram = try device.makeProgram(vertex: InkedScene.shapesVertex, fragment: InkedScene.shapesFragment)
        let inkProgram = try device.makeProgram(vertex: InkedScene.wholeTarget, fragment: InkedScene.inkFragment)
        let shapes = try device.makePipeline(program: shapesProgram, vertexLayout: MeshVertex.layout, depth: .less, cull: .back)
        let ink = try device.makePipeline(program: inkProgram, vertexLayout: .none)
        var frame = device.makeCommandEncoder()

        let scene = try device.makeFramebuffer(width: 800, height: 450, color: [.rgba8, .rgba16Float], depth: .depth32Float)
        let inked = try device.makeFramebuffer(width: 800, height: 450)

        let background = ClearValues(colors: [.float([0.75, 0.86, 0.92, 1]), .float([0, 0, 0, 0])], depth: 1)
        frame.render(to: scene, clear: background, label: "shapes") { pass in
            pass.setPipeline(shapes)
            pass.setUniform("projection", InkedScene.projection)
            pass.setUniform("view", InkedScene.view)
            for object in objects {
                pass.setUniform("center", object.center)
                pass.setUniform("size", object.size)
                pass.setUniform("tint", object.tint)
                object.mesh.draw(in: &pass)
            }
        }

        guard let colors = scene.color[0], let normals = scene.color[1], let depth = scene.depth else { return try target.readImage() }
        frame.render(to: inked, label: "ink") { pass in
            pass.setPipeline(ink)
            pass.setTexture("colors", colors.texture, .nearest)
            pass.setTexture("normals", normals.texture, .nearest)
            pass.setTexture("depths", depth.texture, .nearest)
            pass.draw(count: 3)
        }

        guard let source = inked.color[0], let destination = target.color[0] else { return try target.readImage() }
        frame.blit(source, from: (0, 0, 800, 450), to: destination, in: (0, 0, 400, 225), filter: .linear)
        try device.submit(frame)
        return try target.readImage()
    }
}
