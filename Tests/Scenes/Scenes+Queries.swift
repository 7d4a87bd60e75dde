// Scenes: counts of primitives, and draws and clears that depend on an occlusion query.

import Raster

extension Scene {
    static let queries: [Scene] = [
        Scene("primitive counts") { stage in
            let pipeline = try stage.colorPipeline(), restarting = try stage.colorPipeline { $0.primitiveRestart = true; $0.cull = .frontAndBack }
            let target = try stage.target(32, 32)
            var mesh = Mesh()
            for i in 0..<7 { mesh.triangle(.init(Float(i), 1), .init(30, Float(3 * i)), .init(5, 29), Ink.cyan) }
            let vertices = try stage.device.makeBuffer(mesh.floats)
            // The restart index is 255. Only one vertex follows the last restart index.
            let indices = try stage.device.makeBuffer([UInt8]([0, 1, 2, 3, 255, 255, 4, 5, 255, 6, 7, 8, 9, 10, 255, 11]))
            let kinds: [PrimitiveType] = [.points, .lines, .lineStrip, .lineLoop, .triangles, .triangleStrip, .triangleFan]
            var queries: [PrimitiveQuery] = []
            let colors = try stage.picture(target) { pass in
                func count(_ pipeline: Pipeline, _ draw: (inout RenderPass) -> Void) {
                    pass.setPipeline(pipeline)
                    pass.setUniform("size", SIMD2<Float>(32, 32))
                    pass.setVertexBuffer(vertices)
                    queries.append(PrimitiveQuery())
                    pass.setPrimitiveQuery(queries.last)
                    draw(&pass)
                }
                for kind in kinds {
                    for vertexCount in [0, 1, 2, 3, 11] { count(pipeline) { $0.draw(kind, count: vertexCount) } }
                    count(pipeline) { $0.draw(kind, first: 3, count: 8, instances: 3) }
                    // The query also counts culled primitives.
                    count(restarting) { $0.drawIndexed(indices, type: .uint8, kind, count: 16, instances: 2) }
                }
                // One query counts several draws. Some of these draws lie outside of the scissor and of the view volume.
                count(pipeline) { pass in
                    pass.draw(count: 21)
                    pass.setScissor(PixelRect(x: 100, y: 100, width: 4, height: 4))
                    pass.draw(count: 6)
                    pass.setViewport(Viewport(width: 0, height: 0))
                    pass.draw(count: 3)
                }
                pass.setPrimitiveQuery(nil)
                pass.draw(count: 21)
            }
            return colors + [SceneOutput(name: "counts", numbers: queries.map { Float($0.count) })]
        },
        Scene("draws and clears that depend on a query") { stage in
            let target = try stage.target(64, 48, depth: .depth24Stencil8, samples: 4)
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            let visible = OcclusionQuery(), hidden = OcclusionQuery(), later = OcclusionQuery()
            func quad(_ x: Float, _ y: Float, z: Float = 0, _ color: SIMD4<Float>) -> Mesh {
                var mesh = Mesh()
                mesh.quad(x, y, x + 9, y + 9, z: z, color)
                return mesh
            }
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: target, clear: .color(0.1, 0.1, 0.2)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(quad(2, 2, z: -0.5, Ink.red))
                pass.setOcclusionQuery(hidden)
                try pass.draw(quad(2, 2, z: 0.5, Ink.white))
                pass.setOcclusionQuery(visible)
                try pass.draw(quad(13, 2, Ink.green))
            }
            try encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                let conditions: [(OcclusionQuery?, Bool)] = [(visible, false), (visible, true), (hidden, false), (hidden, true), (nil, false)]
                for (number, (query, isInverted)) in conditions.enumerated() {
                    let x = 2 + 12 * number
                    pass.setRenderCondition(query, inverted: isInverted)
                    try pass.group("\(number)") { try $0.draw(quad(Float(x), 14, Ink.yellow)) }
                    pass.setScissor(PixelRect(x: x, y: 26, width: 9, height: 8))
                    pass.clear(ClearValues(colors: [.float(.init(0, 0.5, 1, 1))], depth: 0), mask: .colors([.red, .blue]))
                    pass.setScissor(nil)
                }
                // A draw that is skipped counts no samples.
                pass.setRenderCondition(hidden)
                pass.setOcclusionQuery(later)
                try pass.draw(quad(2, 37, Ink.white))
            }
            // Conditions also work in passes of a later submit. The query `later` has counted no samples, because its only draw was
            // skipped.
            try stage.device.submit(encoder)
            encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                for (number, (query, isInverted)) in [(visible, false), (later, false), (later, true)].enumerated() {
                    pass.setRenderCondition(query, inverted: isInverted)
                    try pass.draw(quad(Float(14 + 12 * number), 37, Ink.orange))
                }
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [SceneOutput(name: "counts", numbers: [visible, hidden, later].map { Float($0.count) })]
        },
    ]
}
