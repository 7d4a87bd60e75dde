// Scenes: the fill rule, culling, viewports, scissors, polygon offset, interpolation qualifiers.

import Raster

extension Scene {
    static let rasterization: [Scene] = [
        Scene("shared edges are drawn once") { stage in
            // An irregular mesh is drawn with additive blending, so that a gap stays dark and an overlap is twice as bright.
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            var random = SceneRandom(7)
            let n = 9
            var points: [SIMD2<Float>] = []
            for y in 0..<n {
                for x in 0..<n {
                    let isBorder = x == 0 || y == 0 || x == n - 1 || y == n - 1
                    let jitter: ClosedRange<Float> = isBorder ? 0...0 : -3...3
                    points.append(.init(Float(x) * 8 + random.pixel(jitter), Float(y) * 8 + random.pixel(jitter)))
                }
            }
            var mesh = Mesh()
            for y in 0..<(n - 1) {
                for x in 0..<(n - 1) {
                    let i = y * n + x
                    let color = SIMD4<Float>(0.25 + Float((x + y) % 3) * 0.125, 0.375, 0.25 + Float(x % 2) * 0.125, 0.5)
                    if (x ^ y) & 1 == 0 {
                        mesh.triangle(points[i], points[i + 1], points[i + n + 1], color)
                        mesh.triangle(points[i], points[i + n + 1], points[i + n], color)
                    } else {
                        mesh.triangle(points[i], points[i + 1], points[i + n], color)
                        mesh.triangle(points[i + 1], points[i + n], points[i + n + 1], color)
                    }
                }
            }
            return try stage.picture(try stage.target(64, 64), clear: .color(0, 0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("edges and corners through pixel centres") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            var mesh = Mesh()
            let dim = SIMD4<Float>(0.3, 0.2, 0.1, 0.2), dim2 = SIMD4<Float>(0.1, 0.25, 0.4, 0.2)
            // The shapes have corners at pixel centres: squares, a diamond, and a fan.
            mesh.quad(2.5, 2.5, 8.5, 8.5, dim); mesh.quad(8.5, 2.5, 14.5, 8.5, dim2); mesh.quad(2.5, 8.5, 8.5, 14.5, dim2)
            let center = SIMD2<Float>(24.5, 10.5)
            let around: [SIMD2<Float>] = [.init(32.5, 10.5), .init(30.5, 16.5), .init(24.5, 18.5), .init(18.5, 16.5), .init(16.5, 10.5),
                                          .init(18.5, 4.5), .init(24.5, 2.5), .init(30.5, 4.5)]
            for i in 0..<8 { mesh.triangle(center, around[i], around[(i + 1) % 8], i % 2 == 0 ? dim : dim2) }
            for i in 0..<8 { mesh.triangle(.init(4.5 + Float(i) * 3, 22.5), .init(7.5 + Float(i) * 3, 22.5), .init(10.5 + Float(7 - i) * 2, 36.5), dim) }
            // Clockwise triangles follow the same rule.
            mesh.triangle(.init(30.5, 22.5), .init(30.5, 36.5), .init(38.5, 22.5), dim2)
            mesh.triangle(.init(38.5, 22.5), .init(30.5, 36.5), .init(38.5, 36.5), dim)
            return try stage.picture(try stage.target(40, 40), clear: .color(0, 0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("small and thin triangles") { stage in
            let pipeline = try stage.colorPipeline()
            var random = SceneRandom(21)
            var mesh = Mesh()
            for i in 0..<400 {
                let x = random.pixel(0...62), y = random.pixel(0...62)
                let size: Float = i % 3 == 0 ? 1 : i % 3 == 1 ? 2.5 : 6
                let corner = { (random: inout SceneRandom) in SIMD2<Float>(x + random.pixel(0...size), y + random.pixel(0...size)) }
                mesh.triangle(corner(&random), corner(&random), corner(&random), Ink.at(i))
            }
            for i in 0..<6 { mesh.triangle(.init(1, Float(i) * 10 + 1), .init(63, Float(i) * 10 + 1.1875), .init(63, Float(i) * 10 + 2.0625), Ink.at(i)) }
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("colours interpolate over a triangle") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.vertex(5.25, 3.5, .init(1, 0, 0, 0)); mesh.vertex(155.5, 30.25, .init(0, 1, 0, 1)); mesh.vertex(40.75, 117.5, .init(0, 0, 1, 0.5))
            return try stage.picture(try stage.target(160, 120)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
        Scene("culling and winding") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { result = gl_FrontFacing ? tint : vec4(tint.rgb * 0.4, 1.0); }
                """)
            let grid = Grid(columns: 4, cell: 24, 24)
            return try stage.picture(try stage.target(96, 48)) { pass in
                var cell = 0
                for winding in Winding.allCases {
                    for cull in CullMode.allCases {
                        pass.setPipeline(try stage.pipeline(program) { $0.cull = cull; $0.frontFace = winding })
                        var mesh = Mesh()
                        mesh.triangle(.init(2, 2), .init(20, 4), .init(8, 22), Ink.yellow)
                        mesh.triangle(.init(10, 22), .init(22, 20), .init(22, 4), Ink.cyan)
                        try pass.draw(mesh, in: grid, cell: cell)
                        cell += 1
                    }
                }
            }
        },
        Scene("viewports with offsets and fractions") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.gradientQuad(1, 1, 15, 15, [Ink.red, Ink.green, Ink.blue, Ink.white])
            mesh.triangle(.init(-8, 4), .init(24, 6), .init(8, 10), Ink.yellow)
            let viewports = [Viewport(x: 0, y: 0, width: 16, height: 16), Viewport(x: 20.25, y: 3.5, width: 24.5, height: 18.25),
                             Viewport(x: -6, y: 30, width: 32, height: 42), Viewport(x: 40, y: 36, width: 64, height: 16),
                             Viewport(x: 30, y: 24, width: 4, height: 30)]
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                for viewport in viewports {
                    pass.setViewport(viewport)
                    try pass.draw(mesh, size: .init(16, 16))
                }
            }
        },
        Scene("scissors") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            var mesh = Mesh()
            mesh.quad(0, 0, 64, 64, .init(0.3, 0.2, 0.15, 0))
            let rects = [PixelRect(x: 4, y: 6, width: 20, height: 30), PixelRect(x: 16, y: 16, width: 33, height: 9),
                         PixelRect(x: -10, y: 50, width: 30, height: 100),
                         PixelRect(x: 50, y: -5, width: 7, height: 20), PixelRect(x: 30, y: 30, width: 0, height: 10),
                         PixelRect(x: 63, y: 63, width: 1, height: 1)]
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                for rect in rects {
                    pass.setScissor(rect)
                    try pass.draw(mesh)
                }
                pass.setScissor(PixelRect(x: 40, y: 40, width: 10, height: 12))
                pass.clear(.color(0.9, 0.1, 0.6, 0.25))
                pass.setScissor(nil)
                mesh.floats = []
                mesh.triangle(.init(20, 2), .init(40, 2), .init(30, 12), .init(0, 0.5, 0, 0))
                try pass.draw(mesh)
            }
        },
        Scene("polygon offset decides between coplanar triangles") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(80, 64, depth: .depth24)
            let grid = Grid(columns: 4, cell: 20, 32)
            let offsets: [PolygonOffset] = [.none, PolygonOffset(factor: 0, units: -4), PolygonOffset(factor: 0, units: 4), PolygonOffset(factor: 1, units: 0),
                                            PolygonOffset(factor: -1, units: 0), PolygonOffset(factor: -1, units: 2), PolygonOffset(factor: 2, units: -1),
                                            PolygonOffset(factor: 0, units: 0)]
            return try stage.picture(target) { pass in
                for (cell, offset) in offsets.enumerated() {
                    var base = Mesh()
                    base.vertex(1, 1, z: -0.5, Ink.blue); base.vertex(19, 1, z: -0.25, Ink.blue); base.vertex(10, 31, z: 0.5, Ink.blue)
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                    try pass.draw(base, in: grid, cell: cell)
                    var over = base
                    for v in 0..<3 { over.floats.replaceSubrange(v * 8 + 4..<v * 8 + 7, with: [1, 0.8, 0.1]) }
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = .less; $0.polygonOffset = offset })
                    try pass.draw(over, in: grid, cell: cell)
                }
            }
        },
        Scene("polygon offset in the depth buffer",
              tolerance: Tolerance(difference: 5, reason: "the maximum slope may be approximated, and implementations choose the unit (§3.6.5)")) { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let target = try stage.target(48, 48, depth: .depth32Float)
            _ = try stage.picture(target) { pass in
                for (i, offset) in [PolygonOffset(factor: 1.5, units: 0), PolygonOffset(factor: -0.5, units: 1024)].enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.depth = .less; $0.polygonOffset = offset })
                    var mesh = Mesh()
                    let x = Float(i) * 24
                    mesh.vertex(x + 1, 2, z: -0.5, Ink.red); mesh.vertex(x + 23, 6, z: 0.25, Ink.red); mesh.vertex(x + 8, 46, z: 0.75, Ink.red)
                    try pass.draw(mesh)
                }
            }
            return [try stage.depthOutput(target)]
        },
        Scene("smooth, flat and noperspective side by side") { stage in
            let grid = Grid(columns: 3, cell: 32, 48)
            return try stage.picture(try stage.target(96, 48)) { pass in
                for (cell, qualifier) in ["smooth", "flat", "noperspective"].enumerated() {
                    let program = try stage.program(Mesh.vertexShader.replacingOut("\(qualifier) out vec4 tint"),
                                                    Mesh.fragmentShader.replacingIn("\(qualifier) in vec4 tint"))
                    pass.setPipeline(try stage.pipeline(program))
                    var mesh = Mesh()
                    mesh.vertex(2, 2, w: 1, Ink.red); mesh.vertex(30, 4, w: 1.5, Ink.green); mesh.vertex(24, 46, w: 6, Ink.blue)
                    mesh.vertex(2, 2, w: 1, Ink.white); mesh.vertex(24, 46, w: 6, Ink.yellow); mesh.vertex(4, 40, w: 5, Ink.violet)
                    try pass.draw(mesh, in: grid, cell: cell)
                }
            }
        },
        Scene("gl_FragCoord in all components") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(gl_FragCoord.x / 64.0, gl_FragCoord.y / 64.0, gl_FragCoord.z, gl_FragCoord.w) * vec4(1.0, 1.0, 1.0, 0.9) + tint * 0.0; }
                """)
            let pipeline = try stage.pipeline(program)
            var mesh = Mesh()
            mesh.vertex(2, 2, z: -1, w: 1, Ink.red); mesh.vertex(62, 10, z: 0.5, w: 4, Ink.green); mesh.vertex(20, 62, z: 1, w: 1.25, Ink.blue)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
    ]
}
