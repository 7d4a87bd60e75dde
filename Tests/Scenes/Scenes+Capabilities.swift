// Scenes: capabilities that are on by default in OpenGL, or that programs usually switch on. The scenes switch these capabilities off.

import Raster

extension Scene {
    static let capabilities: [Scene] = [
        Scene("multisampling switched off", tolerance: .lines) { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(64, 64, depth: .depth24, samples: 4)
            return try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .lessEqual; $0.multisample = false; $0.lineWidth = 3; $0.pointSize = 6 })
                var mesh = Mesh()
                mesh.vertex(3.25, 40.5, z: -0.75, Ink.red); mesh.vertex(60.5, 30.125, z: 0.5, Ink.green); mesh.vertex(30.25, 62, z: 0, Ink.blue)
                try pass.draw(mesh)
                var lines = Mesh(), points = Mesh()
                for i in 0..<5 {
                    lines.vertex(5.25 + Float(i) * 9, 4.5, z: -0.9, Ink.at(i)); lines.vertex(12.5 + Float(i) * 11, 27.25, z: -0.9, Ink.at(i))
                    points.vertex(8.375 + Float(i) * 11.25, 34.25 + Float(i), z: -0.95, Ink.at(i + 1))
                }
                try pass.draw(lines, as: .lines)
                try pass.draw(points, as: .points)
                try pass.draw(triangles)
                pass.setPipeline(try stage.pipeline(program))
                var edge = Mesh()
                edge.triangle(.init(40.25, 2), .init(62, 6.5), .init(50, 60.25), Ink.at(7))
                try pass.draw(edge)
            }
        },
        Scene("multisampling switched off, with masks that then have no effect") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 400
                in vec4 tint;
                out vec4 result;
                void main() { gl_SampleMask[0] = 6; result = tint; }
                """)
            return try stage.picture(try stage.target(64, 32, samples: 4), clear: .color(0, 0, 0, 1)) { pass in
                for (cell, multisample) in [true, false].enumerated() {
                    pass.setPipeline(try stage.pipeline(program) {
                        $0.multisample = multisample; $0.sampleMask = 3; $0.alphaToCoverage = true; $0.alphaToOne = !multisample
                        $0.colorTargets = [ColorTargetState(blend: .alpha)]
                    })
                    var mesh = Mesh()
                    mesh.triangle(.init(1.25, 1), .init(30, 3.5), .init(12, 30.125), .init(1, 0.5, 0.25, 0.625))
                    try pass.draw(mesh, in: Grid(columns: 2, cell: 32, 32), cell: cell)
                }
            }
        },
        Scene("multisampling switched off, with inputs of samples and centroids") { stage in
            let program = try stage.program("""
                #version 400
                in vec4 position; in vec4 color;
                out vec4 middle; centroid out vec4 central; sample out vec4 each;
                void main() { gl_Position = vec4(position.xy / 16.0 - 1.0, 0.0, 1.0); middle = color; central = color; each = color; }
                """, """
                #version 400
                in vec4 middle; centroid in vec4 central; sample in vec4 each;
                out vec4 result;
                void main() { result = vec4(middle.r, central.g, each.b, 1.0); }
                """)
            let pipeline = try stage.pipeline(program) { $0.multisample = false }
            return try stage.picture(try stage.target(32, 32, samples: 4), clear: .color(0, 0, 0, 1)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.vertex(2.25, 3, .init(0, 0, 0, 1)); mesh.vertex(30, 7.5, .init(8, 8, 8, 1)); mesh.vertex(9, 29.75, .init(-4, -4, -4, 1))
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: 3)
            }
        },
        Scene("points with the pipeline's size although the shader writes a size") { stage in
            let program = try stage.program("""
                #version 330
                in vec4 position; in vec4 color;
                out vec4 tint;
                void main() { gl_Position = vec4(position.xy / 24.0 - 1.0, 0.0, 1.0); gl_PointSize = position.z; tint = color; }
                """, Mesh.fragmentShader)
            return try stage.picture(try stage.target(48, 48)) { pass in
                var mesh = Mesh()
                for i in 0..<6 { mesh.vertex(5.25 + Float(i) * 7.5, 20.25 + Float(i) * 3, z: Float(i * 2), Ink.at(i)) }
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                for (number, isProgram) in [true, false].enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.programPointSize = isProgram; $0.pointSize = 5 })
                    pass.setViewport(Viewport(x: 0, y: Float(-12 * number), width: 48, height: 48))
                    pass.draw(.points, count: mesh.vertexCount)
                }
            }
        },
        Scene("clip distances switched off one by one", tolerance: .lines) { stage in
            let program = try stage.program("""
                #version 330
                in vec4 position; in vec4 color;
                out vec4 tint;
                out float gl_ClipDistance[3];
                void main() {
                    gl_Position = vec4((position.xy / 16.0 - 1.0) * position.w, 0.0, position.w);
                    gl_ClipDistance[0] = position.x - 10.25; gl_ClipDistance[1] = 24.5 - position.y; gl_ClipDistance[2] = color.g - 0.5;
                    tint = color;
                }
                """, Mesh.fragmentShader)
            let grid = Grid(columns: 4, cell: 32, 32)
            // Mesa's llvmpipe clips with all distances if all distances are switched off, so each cell switches on at least one distance.
            return try stage.picture(try stage.target(128, 64)) { pass in
                for cell in 0..<7 {
                    pass.setPipeline(try stage.pipeline(program) { $0.clipDistances = UInt8(cell + 1); $0.pointSize = 4 })
                    pass.setViewport(grid.viewport(cell))
                    var mesh = Mesh(), lines = Mesh(), points = Mesh()
                    mesh.vertex(2, 3, w: 1, .init(1, 0, 0, 1)); mesh.vertex(30, 8, w: 2, .init(0, 1, 0.5, 1))
                    mesh.vertex(12, 30, w: 1.5, .init(0.2, 0.75, 1, 1))
                    for i in 0..<3 {
                        lines.vertex(2.25, 12.25 + Float(i) * 6, .init(1, 1, 1, 1)); lines.vertex(28.5, 6.125 + Float(i) * 9, .init(0, 0, 0, 1))
                        points.vertex(6.25 + Float(i) * 9, 8.25 + Float(i) * 8, .init(1, Float(i) / 2, 0, 1))
                    }
                    for (shape, primitive) in [(mesh, PrimitiveType.triangles), (lines, .lines), (points, .points)] {
                        pass.setVertexBuffer(try stage.device.makeBuffer(shape.floats))
                        pass.draw(primitive, count: shape.vertexCount)
                    }
                }
            }
        },
        Scene("points and lines clipped after they have their width", tolerance: .lines) { stage in
            // OpenGL clips points and lines before it widens them. In this scene, all centres of points and all ends of lines lie inside
            // of the viewport, so clipping before and clipping after the widening give the same pixels inside of the scissor.
            let pipeline = try stage.colorPipeline { $0.clipsAfterWidening = true; $0.pointSize = 9; $0.lineWidth = 5 }
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setScissor(PixelRect(x: 16, y: 16, width: 32, height: 32))
                var points = Mesh(), lines = Mesh()
                for i in 0..<4 {
                    points.vertex(2.25 + Float(i) * 9, 1.5 + Float(i) * 9.5, Ink.at(i)); points.vertex(29.5 - Float(i) * 9, 3.25 + Float(i) * 9, Ink.at(i + 2))
                    lines.vertex(1.25 + Float(i), 4.5 + Float(i) * 8, Ink.at(i + 1)); lines.vertex(30.5 - Float(i), 12.25 + Float(i) * 6, Ink.at(i + 3))
                }
                pass.setViewport(Viewport(x: 16, y: 16, width: 32, height: 32))
                try pass.draw(points, as: .points, size: .init(32, 32))
                try pass.draw(lines, as: .lines, size: .init(32, 32))
            }
        },
        Scene("draws and clears without encoding in sRGB") { stage in
            try [1, 4].flatMap { samples in
                let texture = try stage.device.makeTexture(TextureDescriptor(format: .srgb8Alpha8, width: 64, height: 32, samples: samples))
                let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
                let targets = try [true, false].map { try stage.device.makeFramebuffer(color: [Attachment(texture)], encodesSRGB: $0) }
                var encoder = stage.device.makeCommandEncoder(label: "sRGB")
                for (number, target) in targets.enumerated() {
                    try encoder.render(to: target, clear: number == 0 ? .color(0.5, 0.25, 0.75) : .none) { pass in
                        pass.setScissor(PixelRect(x: 40 + 12 * number, y: 4, width: 10, height: 6))
                        pass.clear(.color(0.5, 0.25, 0.75, 0.5))
                        pass.setScissor(nil)
                        for (row, state) in [ColorTargetState(blend: .alpha), ColorTargetState(), ColorTargetState(writeMask: [.red, .alpha])].enumerated() {
                            pass.setPipeline(try stage.pipeline(program) { $0.colorTargets = [state] })
                            var mesh = Mesh()
                            let x = Float(16 * number), y = Float(9 * row)
                            let corners: [SIMD4<Float>] = [.init(0, 0, 0, 0.25), .init(1, 0, 0, 0.5), .init(0, 1, 1, 0.75), .init(1, 1, 1, 1)]
                            mesh.gradientQuad(x + 2, y + 2, x + 14, y + 10, corners)
                            try pass.draw(mesh)
                        }
                        pass.setPipeline(try stage.pipeline(program) { $0.logicOperation = .xor })
                        var mesh = Mesh()
                        mesh.quad(40 + 12 * Float(number), 14, 50 + 12 * Float(number), 28, .init(1, 0.5, 0.25, 1))
                        try pass.draw(mesh)
                    }
                }
                try stage.device.submit(encoder)
                return try stage.read(targets[0])
            }
        },
    ]
}
