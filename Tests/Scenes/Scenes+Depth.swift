// Scenes: depth test, depth writes, formats, ranges, occlusion counts.

import Raster

extension Scene {
    static let depth: [Scene] = [
        Scene("depth comparisons") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let grid = Grid(columns: 4, cell: 24, 24)
            let target = try stage.target(96, 48, depth: .depth32Float)
            let colors = try stage.picture(target, clear: .color(0.2, 0.2, 0.2)) { pass in
                for (cell, compare) in CompareFunction.allCases.enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = .always })
                    var ramp = Mesh()
                    // The quads have three depths that are exact in binary.
                    for i in 0..<3 { ramp.quad(Float(i) * 8, 0, Float(i) * 8 + 8, 24, z: Float(i - 1) * 0.5, Ink.blue) }
                    try pass.draw(ramp, in: grid, cell: cell)
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = DepthState(compare: compare) })
                    var over = Mesh()
                    over.quad(2, 6, 22, 18, z: 0, Ink.yellow)
                    try pass.draw(over, in: grid, cell: cell)
                }
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("intersecting triangles") { stage in try stage.intersections(.depth24) },
        Scene("16-bit depth") { stage in try stage.intersections(.depth16) },
        Scene("float depth") { stage in try stage.intersections(.depth32Float) },
        Scene("float depth with stencil") { stage in try stage.intersections(.depth32FloatStencil8) },
        Scene("depth writes off") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(48, 48, depth: .depth24Stencil8)
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .readOnly })
                var glass = Mesh()
                glass.triangle(.init(4, 4), .init(40, 10), .init(20, 44), z: -0.5, Ink.cyan)
                try pass.draw(glass)
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                var solid = Mesh()
                solid.quad(10, 20, 46, 30, z: 0, Ink.red)
                try pass.draw(solid)
                pass.setPipeline(try stage.pipeline(program))
                var untested = Mesh()
                untested.quad(30, 4, 34, 46, z: 0.75, Ink.white)
                try pass.draw(untested)
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("depth ranges, also reversed") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(60, 40, depth: .depth32Float)
            let grid = Grid(columns: 3, cell: 20, 20)
            let ranges: [(Float, Float)] = [(0, 1), (1, 0), (0.25, 0.5), (0.75, 0.75), (0, 0.125), (0.5, 0.25)]
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                for (cell, range) in ranges.enumerated() {
                    var mesh = Mesh()
                    mesh.vertex(1, 1, z: -1, Ink.red); mesh.vertex(19, 3, z: 1, Ink.green); mesh.vertex(8, 19, z: 0, Ink.blue)
                    mesh.quad(4, 4, 16, 12, z: 0.25, Ink.yellow)
                    var viewport = grid.viewport(cell)
                    viewport.depthNear = range.0; viewport.depthFar = range.1
                    pass.setViewport(viewport)
                    try pass.draw(mesh, size: .init(20, 20))
                }
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("gl_FragDepth beyond the depth range, in all depth formats") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { gl_FragDepth = gl_FragCoord.x / 8.0 - 1.5; result = tint; }
                """)
            return try [PixelFormat.depth16, .depth24, .depth32Float, .depth32FloatStencil8].flatMap { format in
                let target = try stage.target(32, 16, depth: format)
                let colors = try stage.picture(target, clear: .color(0.1, 0.1, 0.1)) { pass in
                    for (row, compare) in [CompareFunction.less, .greaterEqual].enumerated() {
                        pass.setScissor(PixelRect(x: 0, y: 8 * row, width: 32, height: 8))
                        pass.setPipeline(try stage.pipeline(program) { $0.depth = DepthState(compare: compare) })
                        var mesh = Mesh()
                        mesh.quad(0, 0, 32, 16, Ink.at(row))
                        try pass.draw(mesh)
                    }
                }
                return colors + [try stage.depthOutput(target)]
            }
        },
        Scene("gl_FragDepth") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() {
                    result = tint;
                    gl_FragDepth = tint.a > 0.75 ? gl_FragCoord.z : mod(gl_FragCoord.x, 8.0) / 8.0;
                }
                """)
            let target = try stage.target(48, 48, depth: .depth32Float)
            let colors = try stage.picture(target) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                var mesh = Mesh()
                mesh.quad(2, 2, 46, 30, .init(0.2, 0.6, 0.9, 0.5))
                mesh.quad(6, 12, 42, 46, z: 0.25, .init(0.9, 0.5, 0.1, 1))
                try pass.draw(mesh)
            }
            return colors + [try stage.depthOutput(target)]
        },
        Scene("occlusion counts") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { if (tint.a < 0.5 && mod(gl_FragCoord.x, 2.0) < 1.0) discard; result = tint; }
                """)
            let target = try stage.target(48, 48, depth: .depth24Stencil8)
            let queries = (0..<6).map { _ in OcclusionQuery() }
            let colors = try stage.picture(target) { pass in
                let less = try stage.pipeline(program) { $0.depth = .less }
                var wall = Mesh()
                wall.quad(0, 0, 24, 48, z: 0, Ink.blue)
                var probe = Mesh()
                probe.triangle(.init(8, 4), .init(44, 12), .init(16, 44), z: 0.5, Ink.red)
                var holes = Mesh()
                holes.quad(26, 30, 46, 46, z: -0.5, .init(1, 1, 0, 0.25))
                pass.setPipeline(less)
                pass.setOcclusionQuery(queries[0]); try pass.draw(wall)
                pass.setOcclusionQuery(queries[1]); try pass.draw(probe)
                pass.setOcclusionQuery(nil); try pass.draw(wall)
                pass.setOcclusionQuery(queries[2]); try pass.draw(holes)
                pass.setScissor(PixelRect(x: 10, y: 10, width: 5, height: 30))
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .greater })
                pass.setOcclusionQuery(queries[3]); try pass.draw(probe)
                pass.setScissor(nil)
                pass.setPipeline(try stage.pipeline(program) { $0.stencil = StencilState(both: StencilFaceState(compare: .equal)) })
                pass.setStencilReference(1)
                pass.setOcclusionQuery(queries[4]); try pass.draw(wall)
                pass.setPipeline(try stage.pipeline(program) { $0.colorTargets = [ColorTargetState(writeMask: .none)] })
                pass.setOcclusionQuery(queries[5]); try pass.draw(wall); try pass.draw(probe)
            }
            return colors + [SceneOutput(name: "counts", numbers: queries.map { Float($0.count) })]
        },
    ]
}

extension Stage {
    fileprivate func intersections(_ format: PixelFormat) throws -> [SceneOutput] {
        let target = try target(80, 64, depth: format)
        let pipeline = try colorPipeline { $0.depth = .less }
        // Along the line in which two planes meet, the visible plane depends on rounding. The slopes are powers of two, so that both
        // renderers round in the same way.
        let colors = try picture(target) { pass in
            pass.setPipeline(pipeline)
            var mesh = Mesh()
            mesh.vertex(4, 4, z: -0.75, Ink.red); mesh.vertex(76, 10, z: 0.5, Ink.orange); mesh.vertex(20, 60, z: 0.25, Ink.yellow)
            mesh.vertex(2, 50, z: 0.5, Ink.blue); mesh.vertex(60, 2, z: -0.25, Ink.cyan); mesh.vertex(78, 60, z: -0.5, Ink.white)
            mesh.vertex(10, 30, z: -0.9, w: 1, Ink.green); mesh.vertex(70, 28, z: 0.9, w: 3, Ink.green); mesh.vertex(40, 56, z: 0, w: 2, Ink.violet)
            try pass.draw(mesh)
        }
        return colors + [try depthOutput(target)]
    }
}
