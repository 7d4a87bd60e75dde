// The code of the page "Instancing and buffers that change": a flower of spheres, closed and open.

import Raster

struct Flower {
    struct Seed {
        var x, z, size: Float
        var color: SIMD4<UInt8>
    }
    static let seedCount = 420

    static let vertexShader = """
        in vec3 position, normal, seed;
        in vec4 color;
        in float height;
        uniform mat4 projection, view;
        out vec3 direction;
        out vec4 tint;
        void main() {
            vec3 center = vec3(seed.x, height, seed.y);
            gl_Position = projection * view * vec4(center + seed.z * position, 1.0);
            direction = normal;
            tint = color;
        }
        """
    static let fragmentShader = """
        in vec3 direction;
        in vec4 tint;
        out vec4 pixel;
        void main() {
            vec3 n = normalize(direction);
            float light = 0.35 + 0.65 * max(dot(n, normalize(vec3(-0.4, 0.8, 0.5))), 0.0);
            pixel = vec4(sqrt(tint.rgb * light + 0.25 * pow(max(n.y, 0.0), 12.0)), 1.0);
        }
        """

    let device: Device
    let sphere: SampleMesh
    let seeds: Buffer
    let heights: Buffer
    let pipeline: Pipeline

    init(device: Device) throws {
        self.device = device
        sphere = try SampleMesh.sphere(device, cells: 4)

        // Each seed is rotated by the golden angle from the previous seed. Each seed adds the same area to the flower.
        var seeds: [Seed] = [], x = 1.0, z = 0.0
        for i in 0..<Flower.seedCount {
            let share = Double(i) / Double(Flower.seedCount), radius = share.squareRoot()
            let color = SIMD4<Double>(0.9, 0.25 + 0.55 * share, 0.1 + 0.25 * share * share, 1) * 255
            seeds.append(Seed(x: Float(radius * x), z: Float(radius * z), size: Float(0.024 + 0.024 * radius), color: SIMD4<UInt8>(color)))
            (x, z) = (-0.73736887807832 * x - 0.675490294261524 * z, 0.675490294261524 * x - 0.73736887807832 * z)
        }
        self.seeds = try device.makeBuffer(seeds)
        heights = try device.makeBuffer(byteCount: 4 * Flower.seedCount)

        let layout = VertexLayout(
            buffers: [
                VertexBufferLayout(stride: 24),
                VertexBufferLayout(stride: 16, divisor: 1),
                VertexBufferLayout(stride: 4, divisor: 1),
            ],
            attributes: [
                VertexAttribute("position", .float3),
                VertexAttribute("normal", .float3, offset: 12),
                VertexAttribute("seed", .float3, slot: 1),
                VertexAttribute("color", .unorm8x4, offset: 12, slot: 1),
                VertexAttribute("height", .float1, slot: 2),
            ])
        let program = try device.makeProgram(vertex: Flower.vertexShader, fragment: Flower.fragmentShader)
        pipeline = try device.makePipeline(program: program, vertexLayout: layout, depth: .less, cull: .back)
    }

    /// Returns a height for every seed; `openness` is 0 for a dome, 1 for a bowl.
    static func heights(openness: Float) -> [Float] {
        (0..<seedCount).map { i in
            let share = Float(i) / Float(seedCount)
            return 0.55 * (1 - openness) * (1 - share) + 0.7 * openness * share * share
        }
    }

    func draw() throws -> Image {
        let target = try device.makeFramebuffer(width: 400, height: 225, depth: .depth32Float, samples: 4)
        let projection = Matrix4.frustum(left: -0.4, right: 0.4, bottom: -0.45, top: 0.45, near: 1, far: 10)
        let view = Matrix4.lookAt(eye: [0, 2.05, 2.5], center: [0, 0.22, 0])

        func drawFlower(in pass: inout RenderPass, x: Float) {
            pass.setViewport(Viewport(x: x, width: 200, height: 225))
            pass.setPipeline(pipeline)
            pass.setUniform("projection", projection)
            pass.setUniform("view", view)
            pass.setVertexBuffer(sphere.vertices)
            pass.setVertexBuffer(seeds, slot: 1)
            pass.setVertexBuffer(heights, slot: 2)
            pass.drawIndexed(sphere.indices, count: sphere.indexCount, instances: Flower.seedCount)
        }

        try heights.update(Flower.heights(openness: 0))
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0.11, 0.16, 0.15)) { pass in
            drawFlower(in: &pass, x: 0)
        }
        frame.update(heights, with: Flower.heights(openness: 1))
        frame.render(to: target) { pass in
            drawFlower(in: &pass, x: 200)
        }
        try device.submit(frame)
        return try target.readImage()
    }
}
