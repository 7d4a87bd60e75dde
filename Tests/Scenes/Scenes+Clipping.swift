// Scenes: clipping against the view volume and user planes, perspective, huge triangles.

import Raster

extension Scene {
    static let clipping: [Scene] = [
        Scene("perspective colours over a receding floor") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            let corners: [(Float, Float, Float)] = [(4, 4, 1), (92, 4, 1), (64, 72, 4), (32, 72, 4)]
            for i in [0, 1, 2, 0, 2, 3] { mesh.vertex(corners[i].0, corners[i].1, w: corners[i].2, Ink.at(i)) }
            return try stage.picture(try stage.target(96, 80)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("clipping at the near plane") { stage in try stage.clipTriangles(planeZ: -1) },
        Scene("clipping at the far plane") { stage in try stage.clipTriangles(planeZ: 1) },
        Scene("vertices behind the eye") { stage in
            // The buffer contains clip coordinates, with w from −1 to 2.
            let program = try stage.program(clipSpaceVertex, Mesh.fragmentShader)
            let pipeline = try stage.pipeline(program, Mesh.layout)
            var mesh = Mesh()
            mesh.vertex(-1, -0.75, z: 0, w: 1, Ink.red); mesh.vertex(1, -0.5, z: 0, w: 1, Ink.green); mesh.vertex(0.25, 1, z: -0.25, w: -0.5, Ink.blue)
            mesh.vertex(-0.5, -1, z: 0.5, w: 2, Ink.yellow); mesh.vertex(-2, 1.5, z: 0.25, w: -1, Ink.cyan); mesh.vertex(-1.5, -1, z: 1, w: 2, Ink.white)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: 6)
            }
        },
        Scene("triangles that reach far outside") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.triangle(.init(-64, -64), .init(320, 10), .init(16, 192), Ink.blue)
            mesh.vertex(-1024, 40, Ink.red); mesh.vertex(1088, 24, Ink.green); mesh.vertex(1088, 44, Ink.yellow)
            mesh.vertex(50, -2048, Ink.white); mesh.vertex(56, 2112, Ink.violet); mesh.vertex(44, 2112, Ink.orange)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("a triangle of half a million pixels",
              tolerance: Tolerance(difference: 2, share: 0.01, reason: "far vertices exceed the precision of window coordinates (§2.1.1)")) { stage in
            let program = try stage.program(clipSpaceVertex, Mesh.fragmentShader)
            let pipeline = try stage.pipeline(program, Mesh.layout)
            var mesh = Mesh()
            mesh.vertex(-9000, -7000, Ink.red); mesh.vertex(9000, -8000, Ink.green); mesh.vertex(10, 16384, Ink.blue)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: 3)
            }
        },
        Scene("triangles outside draw nothing") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.triangle(.init(-30, 4), .init(-1, 4), .init(-8, 40), Ink.red)
            mesh.triangle(.init(65, 4), .init(90, 4), .init(80, 40), Ink.red)
            mesh.triangle(.init(4, -30), .init(40, -1), .init(20, -9), Ink.red)
            mesh.triangle(.init(4, 4), .init(40, 4), .init(20, 30), z: -1.5, Ink.red)
            mesh.triangle(.init(4, 4), .init(40, 4), .init(20, 30), z: 1.25, Ink.red)
            mesh.triangle(.init(4, 4), .init(40, 4), .init(20, 30), z: 1, Ink.green)
            mesh.triangle(.init(20, 34), .init(56, 34), .init(36, 60), z: -1, Ink.blue)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("user clip planes") { stage in
            let program = try stage.program("""
                #version 330
                uniform vec4 planes[3];
                in vec4 position; in vec4 color;
                out vec4 tint;
                out float gl_ClipDistance[3];
                void main() {
                    gl_Position = vec4(position.xy / 32.0 - 1.0, 0.0, 1.0);
                    for (int i = 0; i < 3; ++i) gl_ClipDistance[i] = dot(planes[i], vec4(position.xy, 0.0, 1.0));
                    tint = color;
                }
                """, Mesh.fragmentShader)
            let pipeline = try stage.pipeline(program)
            var mesh = Mesh()
            mesh.gradientQuad(3, 3, 61, 61, [Ink.red, Ink.green, Ink.blue, Ink.yellow])
            mesh.triangle(.init(10, 20), .init(20, 20), .init(16, 30), Ink.white)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.setUniform("planes", [SIMD4<Float>(1, 0.5, 0, -20.25), SIMD4<Float>(-0.25, -1, 0, 62.125), SIMD4<Float>(-1, 0.75, 0, 38.5)])
                pass.draw(count: mesh.vertexCount)
            }
        },
        Scene("user clip planes with perspective and lines", tolerance: .lines) { stage in
            let program = try stage.program("""
                #version 330
                in vec4 position; in vec4 color;
                out vec4 tint;
                out float gl_ClipDistance[1];
                void main() {
                    gl_Position = vec4((position.xy / 32.0 - 1.0) * position.w, 0.0, position.w);
                    gl_ClipDistance[0] = color.r - 0.5;
                    tint = color;
                }
                """, Mesh.fragmentShader)
            let pipeline = try stage.pipeline(program) { $0.lineWidth = 1; $0.pointSize = 5 }
            var mesh = Mesh()
            mesh.vertex(4, 4, w: 1, .init(0, 0.2, 0.9, 1)); mesh.vertex(60, 10, w: 3, .init(1, 0.8, 0.2, 1)); mesh.vertex(20, 60, w: 2, .init(1, 1, 0.5, 1))
            var lines = Mesh()
            for i in 0..<6 {
                lines.vertex(4.125, 30.0625 + Float(i) * 4.25, w: 1, .init(1, 1, 1, 1)); lines.vertex(62.25, 20.1875 + Float(i) * 6, w: 2, .init(0, 0, 0, 1))
            }
            var points = Mesh()
            for i in 0..<6 { points.vertex(8.25 + Float(i) * 9, 56.25, .init(Float(i) / 5, 1, 0, 1)) }
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                for (shape, primitive) in [(mesh, PrimitiveType.triangles), (lines, .lines), (points, .points)] {
                    pass.setVertexBuffer(try stage.device.makeBuffer(shape.floats))
                    pass.draw(primitive, count: shape.vertexCount)
                }
            }
        },
        Scene("lines clipped at all sides", tolerance: .lines) { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<10 {
                mesh.vertex(-20, Float(i) * 8 - 6.25, Ink.at(i)); mesh.vertex(80, Float(i) * 4 + 10.5, Ink.at(i + 2))
                mesh.vertex(Float(i) * 9 - 12.5, 90, z: Float(i) / 4 - 1.5, Ink.at(i)); mesh.vertex(Float(i) * 6 + 2, -30, z: Float(i) / 5 - 0.5, Ink.at(i + 1))
            }
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh, as: .lines)
            }
        },
        Scene("depth clamp instead of clipping",
              tolerance: Tolerance(difference: 8,
                                   reason: "corners made by clipping may be rounded to subpixels: 1/256 of a pixel's depth slope (§2.17)")) { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(64, 32, depth: .depth32Float)
            let grid = Grid(columns: 2, cell: 32, 32)
            let colors = try stage.picture(target, clear: .color(0.1, 0.1, 0.1)) { pass in
                for (cell, isClamped) in [false, true].enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = .lessEqual; $0.depthClamp = isClamped })
                    var mesh = Mesh()
                    mesh.vertex(1, 1, z: -3, Ink.red); mesh.vertex(31, 2, z: 0, Ink.green); mesh.vertex(16, 31, z: 3, Ink.blue)
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
            return colors + [try stage.depthOutput(target)]
        },
    ]

    static let clipSpaceVertex = """
        #version 330
        in vec4 position;
        in vec4 color;
        out vec4 tint;
        void main() { gl_Position = position; tint = color; }
        """
}

extension Stage {
    /// Draws triangles with one, two and three vertices beyond a plane, with perspective.
    fileprivate func clipTriangles(planeZ: Float) throws -> [SceneOutput] {
        let pipeline = try colorPipeline()
        let grid = Grid(columns: 2, cell: 40, 40)
        let depths: [[Float]] = [[0, 0, 1.5], [0.25, 1.75, 2], [1.25, 1.5, 2], [0.9375, 1.0625, -0.5]]
        return try picture(try target(80, 80)) { pass in
            pass.setPipeline(pipeline)
            for (cell, z) in depths.enumerated() {
                var mesh = Mesh()
                mesh.vertex(3, 4, z: z[0] * planeZ, w: 1, Ink.at(cell))
                mesh.vertex(37, 8, z: z[1] * planeZ, w: 2, Ink.at(cell + 1))
                mesh.vertex(16, 37, z: z[2] * planeZ, w: 1.5, Ink.at(cell + 2))
                try pass.draw(mesh, in: grid, cell: cell)
            }
        }
    }
}
