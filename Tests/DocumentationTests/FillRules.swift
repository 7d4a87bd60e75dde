// The code of the page "Precision and fill rules".

import Raster

enum FillRules {
    /// Fills a target with a fan of triangles, and returns how often each pixel is drawn. Each draw adds 1/255.
    static func timesDrawn(on device: Device) throws -> Set<UInt8> {
        let program = try device.makeProgram(vertex: """
            in vec2 position;
            void main() { gl_Position = vec4(position, 0.0, 1.0); }
            """, fragment: """
            out vec4 pixel;
            void main() { pixel = vec4(1.0 / 255.0); }
            """)
        let layout = VertexLayout(stride: 8, VertexAttribute("position", .float2))
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout, blend: .additive)
        let target = try device.makeFramebuffer(width: 97, height: 61)
        // The corners of the fan: the middle, then the points of the border in order.
        let fan = try device.makeBuffer([
            SIMD2<Float>(0.137, -0.211), [-1, -1], [-0.3, -1], [0.1, -1], [1, -1], [1, -0.45],
            [1, 0.8], [1, 1], [0.33, 1], [-1, 1], [-1, 0.01], [-1, -1],
        ])
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(fan)
            pass.draw(.triangleFan, count: 12)
        }
        try device.submit(frame)
        return Set(try target.readImage().bytes)
    }

    /// Draws a surface with two programs. Returns the number of pixels at which the two depths differ.
    static func secondPass(on device: Device) throws -> UInt64 {
        let layout = MeshVertex.layout, sphere = try SampleMesh.sphere(device)
        let transform = "invariant gl_Position; in vec3 position; uniform mat4 view; void main() { gl_Position = view * vec4(position, 1.0);"
        let depthOnly = try device.makePipeline(program: device.makeProgram(vertex: transform + "}", fragment: "void main() {}"),
                                                vertexLayout: layout, depth: .less, cull: .back)
        let shaded = try device.makePipeline(
            program: device.makeProgram(vertex: "in vec3 normal; out vec3 n;" + transform + "n = normal; }",
                                        fragment: "in vec3 n; out vec4 pixel; void main() { pixel = vec4(0.5 + 0.5 * n, 1.0); }"),
            vertexLayout: layout, depth: DepthState(compare: .notEqual, writes: false), cull: .back)
        let target = try device.makeFramebuffer(width: 128, height: 128, depth: .depth32Float), query = OcclusionQuery()
        let view = Matrix4.frustum(left: -1, right: 1, bottom: -1, top: 1, near: 2, far: 6) * .lookAt(eye: [1, 1, 3], center: [0, 0, 0])
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(depthOnly)
            pass.setUniform("view", view)
            sphere.draw(in: &pass)
            pass.setPipeline(shaded)
            pass.setUniform("view", view)
            pass.setOcclusionQuery(query)
            sphere.draw(in: &pass)
        }
        try device.submit(frame)
        return query.count
    }

    /// Returns true if the compiled renderer gives the reference renderer's picture with every lane count and every thread count.
    static func sameBits(_ draw: (Device) throws -> Image) throws -> Bool {
        let expected = try draw(Device(.reference))
        for lanes in [4, 8, 16] {
            for threads in [1, 3] {
                var options = Device.Options()
                options.lanes = lanes
                options.threads = threads
                guard try draw(Device(options: options)) == expected else { return false }
            }
        }
        return true
    }
}
