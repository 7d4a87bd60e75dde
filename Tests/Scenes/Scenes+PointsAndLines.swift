// Scenes: points with sizes and coordinates; lines with widths; wireframe and point modes.

import Raster

extension Scene {
    static let pointsAndLines: [Scene] = [
        Scene("points of pipeline sizes") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let grid = Grid(columns: 4, cell: 24, 24)
            return try stage.picture(try stage.target(96, 48)) { pass in
                for (cell, size) in ([1, 2, 3, 4, 5.5, 8, 13, 20] as [Float]).enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.pointSize = size })
                    var mesh = Mesh()
                    mesh.vertex(12.3125, 12.3125, Ink.at(cell))
                    mesh.vertex(3.1875, 4.8125, Ink.at(cell + 1))
                    try pass.draw(mesh, as: .points, in: grid, cell: cell)
                }
            }
        },
        Scene("points that the shader sizes, with gl_PointCoord") { stage in
            let program = try stage.program("""
                #version 330
                in vec4 position; in vec4 color;
                out vec4 tint;
                void main() { gl_Position = vec4(position.xy / 40.0 - 1.0, 0.0, 1.0); gl_PointSize = position.z; tint = color; }
                """, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() {
                    float d = distance(gl_PointCoord, vec2(0.5));
                    if (d > 0.5) discard;
                    result = vec4(mix(tint.rgb, vec3(gl_PointCoord, 1.0), 0.75), 1.0);
                }
                """)
            let pipeline = try stage.pipeline(program)
            var mesh = Mesh()
            for (i, size) in ([1, 3, 6, 10, 16, 24, 40, 11.5] as [Float]).enumerated() {
                mesh.vertex(9.25 + Float(i % 4) * 19, 14.25 + Float(i / 4) * 38, z: size, Ink.at(i))
            }
            return try stage.picture(try stage.target(80, 80)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(.points, count: mesh.vertexCount)
            }
        },
        Scene("points at the border vanish with their centre") { stage in
            let pipeline = try stage.colorPipeline { $0.pointSize = 9 }
            var mesh = Mesh()
            for i in 0..<8 {
                mesh.vertex(Float(i) * 8 - 4.25, 1.25, Ink.at(i))
                mesh.vertex(Float(i) * 8 - 4.25, -1.25, Ink.white)
                mesh.vertex(i % 2 == 0 ? 47.25 : 48.5, 6.25 + Float(i) * 5, Ink.at(i))
                mesh.vertex(12.25 + Float(i) * 2, 24.25, z: Float(i - 4) / 3, Ink.at(i))
            }
            return try stage.picture(try stage.target(48, 48)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh, as: .points)
            }
        },
        Scene("thin lines in all directions", tolerance: .lines) { stage in
            let pipeline = try stage.colorPipeline()
            return try stage.picture(try stage.target(96, 96)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(star(24), as: .lines)
            }
        },
        Scene("horizontal and vertical lines between pixel centres") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<8 {
                let along = Float(i) * 7 + 4
                mesh.vertex(2.25, along + 0.75, Ink.at(i)); mesh.vertex(20.25 + Float(i), along + 0.75, Ink.at(i))
                mesh.vertex(34.25 + Float(i) * 3, 4.25, Ink.at(i + 1)); mesh.vertex(34.25 + Float(i) * 3, 24.25 + along / 2, Ink.at(i + 2))
            }
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh, as: .lines)
            }
        },
        Scene("wide lines",
              tolerance: Tolerance(difference: 10, reason: "colours may be interpolated along the line or along its major axis (§3.5.2)")) { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            let grid = Grid(columns: 2, cell: 64, 64)
            return try stage.picture(try stage.target(128, 128)) { pass in
                for (cell, width) in ([2, 3, 5, 8] as [Float]).enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.lineWidth = width })
                    var mesh = Mesh()
                    let ends: [SIMD2<Float>] = [.init(60, 12.3125), .init(56.125, 44.5625), .init(26.25, 60.125), .init(6.5625, 58.25), .init(10.125, 20.6875)]
                    for (i, end) in ends.enumerated() {
                        mesh.vertex(24.25, 20.25, Ink.at(i)); mesh.vertex(end.x, end.y, Ink.at(i + 3))
                    }
                    try pass.draw(mesh, as: .lines, in: grid, cell: cell)
                }
            }
        },
        Scene("line strips and loops", tolerance: .lines) { stage in
            let pipeline = try stage.colorPipeline()
            let grid = Grid(columns: 2, cell: 48, 48)
            return try stage.picture(try stage.target(96, 48)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                let points: [SIMD2<Float>] = [.init(4.25, 6.5625), .init(40.5625, 3.75), .init(45.25, 30.4375), .init(20.5625, 22.25), .init(25.75, 44.4375),
                                              .init(5.5625, 36.25)]
                for (i, p) in points.enumerated() { mesh.vertex(p.x, p.y, Ink.at(i)) }
                try pass.draw(mesh, as: .lineStrip, in: grid, cell: 0)
                try pass.draw(mesh, as: .lineLoop, in: grid, cell: 1)
            }
        },
        Scene("wireframe", tolerance: .lines) { stage in
            try stage.polygonModes(.line)
        },
        Scene("polygons as points") { stage in
            try stage.polygonModes(.point)
        },
    ]

    /// Returns lines from the inside of a circle to its outside. The lines' ends are rounded to sixteenths of a pixel.
    private static func star(_ count: Int) -> Mesh {
        var mesh = Mesh()
        // `quarter` has points of a quarter of a circle, in whole pixels. The points of the other quarters follow by symmetry.
        let quarter: [SIMD2<Float>] = [.init(40, 0), .init(39, 10), .init(35, 20), .init(28, 28), .init(20, 35), .init(10, 39)]
        for i in 0..<count {
            let q = quarter[i % 6]
            let turned: SIMD2<Float> = switch i / 6 {
            case 0: q
            case 1: .init(-q.y, q.x)
            case 2: .init(-q.x, -q.y)
            default: .init(q.y, -q.x)
            }
            mesh.vertex(48.25 + turned.x / 4, 48.3125 + turned.y / 4, Ink.at(i))
            mesh.vertex(48.25 + turned.x, 48.3125 + turned.y, Ink.at(i + 1))
        }
        return mesh
    }
}

extension Stage {
    fileprivate func polygonModes(_ mode: PolygonMode) throws -> [SceneOutput] {
        let program = try program(Mesh.vertexShader, Mesh.fragmentShader)
        let grid = Grid(columns: 2, cell: 48, 48)
        return try picture(try target(96, 96)) { pass in
            for (cell, cull) in [CullMode.none, .back, .none, .front].enumerated() {
                pass.setPipeline(try pipeline(program) { $0.polygonMode = mode; $0.cull = cull; $0.pointSize = 4; $0.lineWidth = cell == 2 ? 3 : 1 })
                var mesh = Mesh()
                mesh.triangle(.init(4.25, 4.25), .init(44.5625, 8.75), .init(12.25, 44.25), Ink.red)
                mesh.triangle(.init(20.25, 40.25), .init(45.25, 44.3125), .init(40.25, 14.25), Ink.green)
                // This triangle is clipped at the border of the cell. The triangle is drawn only as lines, because the
                // specification does not say whether corners made by clipping become points.
                if mode == .line { mesh.triangle(.init(30.25, 20.25), .init(60.25, 24.5), .init(34.25, 34.25), Ink.yellow) }
                try pass.draw(mesh, in: grid, cell: cell)
            }
        }
    }
}
