// Scenes: primitive types, restart, instancing, and the provoking vertex of a flat colour.

import Raster

extension Scene {
    static let primitives: [Scene] = [
        Scene("triangles, strips and fans") { stage in
            let pipeline = try stage.colorPipeline()
            let grid = Grid(columns: 3, cell: 40, 40)
            return try stage.picture(try stage.target(120, 80)) { pass in
                pass.setPipeline(pipeline)
                for (cell, primitive) in [PrimitiveType.triangles, .triangleStrip, .triangleFan].enumerated() {
                    // As separate triangles, eight vertices make two triangles, and two vertices are left over.
                    try pass.draw(ring(8), as: primitive, in: grid, cell: cell)
                    // As separate triangles, the last two of five vertices are too few for another triangle.
                    try pass.draw(ring(cell == 0 ? 5 : 4), as: primitive, in: grid, cell: cell + 3)
                }
            }
        },
        Scene("too few vertices draw nothing") { stage in
            let pipeline = try stage.colorPipeline { $0.lineWidth = 3; $0.pointSize = 5 }
            let grid = Grid(columns: 7, cell: 12, 12)
            return try stage.picture(try stage.target(84, 24)) { pass in
                pass.setPipeline(pipeline)
                for (index, primitive) in PrimitiveType.withoutAdjacency.enumerated() {
                    for count in 1...2 {
                        var mesh = Mesh()
                        for i in 0..<count { mesh.vertex(2.5 + Float(i) * 6, 6.5, Ink.at(i)) }
                        // Lines with two vertices are left out here, because another scene draws them.
                        if count == 2 && (1...3).contains(index) { continue }
                        try pass.draw(mesh, as: primitive, in: grid, cell: index + 7 * (count - 1))
                    }
                }
            }
        },
        Scene("primitive restart: 8, 16 and 32-bit indices") { stage in
            let pipeline = try stage.colorPipeline { $0.primitiveRestart = true }
            let grid = Grid(columns: 3, cell: 40, 40)
            let vertices = try stage.device.makeBuffer(ring(10).floats)
            let strip: [UInt32] = [0, 1, 2, 3, .max, 4, 5, .max, .max, 6, 7, 8, 9]
            let bytes = try stage.device.makeBuffer(strip.map { UInt8(truncatingIfNeeded: $0) })
            let shorts = try stage.device.makeBuffer(strip.map { UInt16(truncatingIfNeeded: $0) })
            let words = try stage.device.makeBuffer(strip)
            return try stage.picture(try stage.target(120, 80)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(40, 40))
                for (row, primitive) in [PrimitiveType.triangleStrip, .triangleFan].enumerated() {
                    for (column, (buffer, type)) in [(bytes, IndexType.uint8), (shorts, .uint16), (words, .uint32)].enumerated() {
                        pass.setViewport(grid.viewport(row * 3 + column))
                        pass.drawIndexed(buffer, type: type, primitive, count: strip.count)
                    }
                }
            }
        },
        Scene("primitive restart ends triangles, lines and loops", tolerance: .lines) { stage in
            let pipeline = try stage.colorPipeline { $0.primitiveRestart = true }
            let grid = Grid(columns: 2, cell: 40, 40)
            let vertices = try stage.device.makeBuffer(ring(10).floats)
            let indices: [UInt16] = [0, 1, .max, 2, 3, 4, 5, .max, 6, 7, 8, 9]
            let buffer = try stage.device.makeBuffer(indices)
            return try stage.picture(try stage.target(80, 80)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(40, 40))
                for (cell, primitive) in [PrimitiveType.triangles, .lines, .lineStrip, .lineLoop].enumerated() {
                    pass.setViewport(grid.viewport(cell))
                    pass.drawIndexed(buffer, primitive, count: indices.count)
                }
            }
        },
        Scene("the all-ones index without restart is an index") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<256 { mesh.vertex(i == 255 ? 20 : 2, i == 255 ? 36 : 2, Ink.yellow) }
            mesh.floats.replaceSubrange(8..<10, with: [38, 4])
            let vertices = try stage.device.makeBuffer(mesh.floats)
            let bytes = try stage.device.makeBuffer([0, 1, 255] as [UInt8])
            return try stage.picture(try stage.target(40, 40)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(40, 40))
                pass.drawIndexed(bytes, type: .uint8, count: 3)
            }
        },
        Scene("instances by gl_InstanceID, vertices by gl_VertexID") { stage in
            let program = try stage.program("""
                #version 330
                uniform int columns;
                flat out ivec2 ids;
                out vec3 tint;
                void main() {
                    vec2 cell = vec2(gl_InstanceID % columns, gl_InstanceID / columns);
                    vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * (5.0 + float(gl_InstanceID % 3)) + 1.0;
                    gl_Position = vec4((cell * 9.0 + corner) / 32.0 - 1.0, 0.0, 1.0);
                    ids = ivec2(gl_InstanceID, gl_VertexID);
                    tint = vec3(corner / 8.0, float(gl_InstanceID) / 36.0);
                }
                """, """
                #version 330
                flat in ivec2 ids;
                in vec3 tint;
                out vec4 result;
                void main() { result = vec4(tint.rg, float(ids.y * 16 + ids.x) / 127.0, 1.0); }
                """)
            let pipeline = try stage.pipeline(program, .none)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("columns", Int32(7))
                pass.draw(.triangleStrip, first: 4, count: 4, instances: 35)
            }
        },
        Scene("flat colours: last vertex") { stage in try stage.provokingVertices(.last) },
        Scene("flat colours: first vertex") { stage in try stage.provokingVertices(.first) },
        Scene("flat colours of lines", tolerance: .lines) { stage in
            let program = try stage.program(Mesh.vertexShader.replacingOut("flat out vec4 tint"), Mesh.fragmentShader.replacingIn("flat in vec4 tint"))
            let grid = Grid(columns: 3, cell: 40, 40)
            return try stage.picture(try stage.target(120, 80)) { pass in
                for (row, provoking) in [ProvokingVertex.first, .last].enumerated() {
                    pass.setPipeline(try stage.pipeline(program) { $0.provokingVertex = provoking })
                    for (column, primitive) in [PrimitiveType.lines, .lineStrip, .lineLoop].enumerated() {
                        try pass.draw(ring(8), as: primitive, in: grid, cell: row * 3 + column)
                    }
                }
            }
        },
        Scene("degenerate triangles cover nothing") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            mesh.triangle(.init(5, 5), .init(5, 5), .init(5, 5), Ink.red)
            mesh.triangle(.init(5, 5), .init(20, 20), .init(35, 35), Ink.green)
            mesh.triangle(.init(3.5, 10.5), .init(30.5, 10.5), .init(12.5, 10.5), Ink.blue)
            mesh.triangle(.init(10, 1), .init(10, 30), .init(10, 12), Ink.white)
            mesh.triangle(.init(30, 30), .init(31, 30.0625), .init(38, 30.5), Ink.yellow)
            return try stage.picture(try stage.target(40, 40)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
            }
        },
    ]

    /// Returns vertices around the centre of a cell of 40×40 pixels, alternately near to the centre and far from the centre.
    static func ring(_ count: Int) -> Mesh {
        let points: [SIMD2<Float>] = [.init(20.5625, 3.25), .init(30.125, 8.5625), .init(37.75, 19.4375), .init(29.125, 28.0625), .init(21.5625, 37.4375),
                                      .init(10.25, 31.5625), .init(2.5625, 21.375), .init(9.0625, 11.25), .init(15.4375, 17.75), .init(22.5625, 20.4375)]
        var mesh = Mesh()
        for i in 0..<count { mesh.vertex(points[i].x, points[i].y, Ink.at(i)) }
        return mesh
    }
}

extension Stage {
    fileprivate func provokingVertices(_ provoking: ProvokingVertex) throws -> [SceneOutput] {
        let program = try program(Mesh.vertexShader.replacingOut("flat out vec4 tint"), Mesh.fragmentShader.replacingIn("flat in vec4 tint"))
        let pipeline = try pipeline(program) { $0.provokingVertex = provoking }
        let restarting = try self.pipeline(program) { $0.provokingVertex = provoking; $0.primitiveRestart = true }
        let grid = Grid(columns: 2, cell: 48, 48)
        var mesh = Mesh()
        for i in 0..<9 { mesh.vertex(i % 2 == 0 ? 4 : 40.5, 3 + Float(i) * 5.25, Ink.at(i)) }
        var fan = Mesh()
        fan.vertex(4, 4, Ink.white)
        for i in 0..<6 { fan.vertex(44 - Float(i * i), 4 + Float(i) * 8, Ink.at(i)) }
        let indices = try device.makeBuffer([0, 1, 2, 3, 0xFFFF, 4, 5, 6, 7, 8] as [UInt16])
        return try picture(try target(96, 96)) { pass in
            pass.setPipeline(pipeline)
            try pass.draw(mesh, as: .triangles, in: grid, cell: 0)
            try pass.draw(mesh, as: .triangleStrip, in: grid, cell: 1)
            try pass.draw(fan, as: .triangleFan, in: grid, cell: 2)
            pass.setPipeline(restarting)
            pass.setViewport(grid.viewport(3))
            pass.setVertexBuffer(try device.makeBuffer(mesh.floats))
            pass.drawIndexed(indices, .triangleStrip, count: 10)
        }
    }
}

extension String {
    /// Returns the shader with another declaration of its varying `tint`.
    func replacingOut(_ declaration: String) -> String { replacing("out vec4 tint", with: declaration) }
    func replacingIn(_ declaration: String) -> String { replacing("in vec4 tint", with: declaration) }
}
