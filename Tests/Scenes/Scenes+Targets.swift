// Scenes: logic operations, images of different sizes, no image at all, layers of several textures, blits with corners anywhere,
// primitive restart with any index, and the origin of point sprites.

import Raster

extension Scene {
    static let targets: [Scene] = [
        Scene("logic operations: 16 functions on 8-bit colours, over an alpha blend that they switch off") { stage in
            try stage.logicOperations([.rgba8])
        },
        Scene("logic operations on integers, narrow formats and masks; float and sRGB formats are replaced") { stage in
            try stage.logicOperations([.rgba8Uint, .rgba16Int, .rgb565, .rgba4444, .r16, .rgb10a2, .rgba16Float, .srgb8Alpha8])
        },
        Scene("logic operations at four samples") { stage in
            let lines = try stage.colorPipeline { $0.logicOperation = .xor }
            return try stage.picture(try stage.target(32, 32, samples: 4)) { pass in
                pass.setPipeline(lines)
                for i in 0..<6 {
                    var mesh = Mesh()
                    mesh.triangle(.init(2.5, 1.25), .init(30, Float(i) * 3 + 2), .init(Float(i) * 5, 30), Ink.at(i))
                    try pass.draw(mesh)
                }
            }
        },
        Scene("images of different sizes are drawn where all have pixels") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 a;
                layout(location = 1) out vec4 b;
                void main() { a = tint; b = tint.bgra; }
                """)
            let pipeline = try stage.pipeline(program) { $0.depth = .less }
            let wide = try stage.texture(.d2, .rgba8, 150, 40) { x, y, _, _ in .init(Float(x % 16) / 15, Float(y % 16) / 15, 0.5, 1) }
            let tall = try stage.texture(.d2, .rgba8, 90, 130) { x, y, _, _ in .init(0.25, Float(y % 16) / 15, Float(x % 16) / 15, 1) }
            let depth = try stage.device.makeTexture(TextureDescriptor(format: .depth24, width: 200, height: 90))
            // The passes that draw to the framebuffer `part` clear only the area that all its images have. The last of these passes and the
            // pass that draws to the framebuffer `whole` clear to the same value, but only the pass that draws to `whole` clears all of the
            // image `wide`. Before the pass that draws to `whole`, the renderer must not consider the tiles outside of the common area clear.
            let whole = try stage.device.makeFramebuffer(color: [Attachment(wide)])
            let part = try stage.device.makeFramebuffer(color: [Attachment(wide), Attachment(tall)], depth: Attachment(depth))
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: part, clear: .color(0.5, 0.75, 0.25)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(-20, -10), .init(160, 20), .init(30, 100), Ink.orange)
                try pass.draw(mesh)
            }
            try stage.device.submit(encoder)
            let first = try [SceneOutput(wide, name: "wide"), SceneOutput(tall, name: "tall")]
            var again = stage.device.makeCommandEncoder()
            again.render(to: part, clear: .color(0.25, 0, 0.5)) { _ in }
            again.render(to: whole, clear: .color(0.25, 0, 0.5)) { _ in }
            try stage.device.submit(again)
            return try first + [SceneOutput(wide, name: "wide, cleared whole"), SceneOutput(tall, name: "tall, cleared in part")]
        },
        Scene("no image at all: queries count what passes the discard") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { if (fract(gl_FragCoord.x * 0.25) < 0.5) discard; result = tint; }
                """)
            let pipelines = try [stage.pipeline(program), stage.colorPipeline()]
            var counts: [Float] = []
            for samples in [1, 4] {
                let target = try stage.device.makeFramebuffer(width: 70, height: 33, color: [], samples: samples)
                let queries = [OcclusionQuery(), OcclusionQuery()]
                var encoder = stage.device.makeCommandEncoder()
                try encoder.render(to: target, clear: .color(1, 1, 1)) { pass in
                    for (pipeline, query) in zip(pipelines, queries) {
                        pass.setPipeline(pipeline)
                        pass.setOcclusionQuery(query)
                        var mesh = Mesh()
                        mesh.triangle(.init(-30, 2), .init(90, 5), .init(20, 50), Ink.red)
                        try pass.draw(mesh)
                    }
                }
                try stage.device.submit(encoder)
                counts += queries.map { Float($0.count) }
            }
            return [SceneOutput(name: "counts", numbers: counts)]
        },
        Scene("each image is a layer of its own") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 a;
                layout(location = 1) out vec4 b;
                layout(location = 2) out vec4 c;
                void main() { a = tint; b = tint.gbra; c = tint.brga; }
                """)
            let layers = try stage.texture(.d2Array, .rgba8, 24, 24, depth: 3) { _, _, _, _ in .zero }
            let cube = try stage.texture(.cube, .rgba8, 24, 24) { _, _, _, _ in .zero }
            let volume = try stage.texture(.d3, .rgba8, 24, 24, depth: 4) { _, _, _, _ in .zero }
            let target = try stage.device.makeFramebuffer(color: [Attachment(layers, slice: 2), Attachment(cube, face: .negativeY),
                                                                  Attachment(volume, slice: 1)])
            let pipeline = try stage.pipeline(program)
            _ = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(22, 5), .init(10, 22), Ink.orange)
                try pass.draw(mesh)
            }
            return try [SceneOutput(layers, slice: 2, name: "layer"), SceneOutput(layers, slice: 1, name: "other layer"),
                        SceneOutput(cube, slice: 3, name: "face"),
                        SceneOutput(volume, slice: 1, name: "slice")]
        },
        Scene("blits whose corners lie outside of the images, in both directions, with a scissor") { stage in
            let source = try stage.checkers(16, 16), target = try stage.target(80, 64)
            guard let image = target.color[0] else { return [] }
            var encoder = stage.device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(0.2, 0.3, 0.4)) { _ in }
            // No blit both scales and reads beyond an image, because OpenGL does not define how a clipped and scaled blit rounds.
            typealias Corners = (x0: Int, y0: Int, x1: Int, y1: Int)
            let moves: [(Corners, Corners, PixelRect?)] = [
                ((-4, -4, 12, 12), (2, 2, 18, 18), nil), ((0, 0, 16, 16), (70, -6, 86, 10), nil), ((20, 24, -4, 0), (22, 2, 46, 26), nil),
                ((0, 0, 16, 16), (-8, 30, 8, 46), nil), ((-8, 0, 8, 16), (46, 24, 30, 40), PixelRect(x: 31, y: 26, width: 11, height: 12)),
                ((2, 2, 10, 10), (8, 58, 0, 66), nil), ((-40, -40, -20, -20), (30, 0, 50, 20), nil),
                ((0, 0, 16, 16), (50, 56, 66, 72), PixelRect(x: -5, y: 0, width: 60, height: 600)),
            ]
            for (s, d, scissor) in moves { encoder.blit(Attachment(source), from: s, to: image, in: d, scissor: scissor) }
            try stage.device.submit(encoder)
            return try stage.read(target)
        },
        Scene("resolves of flipped and clipped rectangles") { stage in
            let pipeline = try stage.colorPipeline(), many = try stage.target(32, 32, samples: 4), one = try stage.target(40, 32)
            guard let from = many.color[0], let to = one.color[0] else { return [] }
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: many, clear: .color(0.1, 0.1, 0.2)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 5), .init(10, 30), Ink.orange)
                try pass.draw(mesh)
            }
            encoder.render(to: one, clear: .color(0.4, 0.1, 0.1)) { _ in }
            encoder.blit(from, from: (0, 0, 32, 32), to: to, in: (-8, -6, 24, 26))
            encoder.blit(from, from: (4, 4, 28, 28), to: to, in: (16, 4, 40, 28), scissor: PixelRect(x: 25, y: 8, width: 11, height: 40))
            try stage.device.submit(encoder)
            return try stage.read(one)
        },
        Scene("primitive restart with any index", tolerance: .lines) { stage in
            let plain = try stage.colorPipeline { $0.primitiveRestart = true; $0.restartIndex = 3 }
            let unreachable = try stage.colorPipeline { $0.primitiveRestart = true; $0.restartIndex = 0x10003 }
            var mesh = Mesh()
            for i in 0..<9 { mesh.vertex(Float(i % 3) * 13 + Float(i / 3) * 2 + 1, Float(i / 3) * 14 + Float(i % 2) * 7 + 1, Ink.at(i)) }
            let vertices = try stage.device.makeBuffer(mesh.floats)
            let indices = try stage.device.makeBuffer([0, 1, 4, 3, 2, 5, 8, 7, 3, 6, 4, 1] as [UInt16])
            let words = try stage.device.makeBuffer([0, 1, 4, 3, 2, 5, 8, 7, 3, 6, 4, 1] as [UInt32]), grid = Grid(columns: 2, cell: 45, 45)
            return try stage.picture(try stage.target(90, 90)) { pass in
                let cells: [(Pipeline, PrimitiveType)] = [(plain, .triangleStrip), (unreachable, .triangleStrip), (plain, .lineLoop), (plain, .lines)]
                for (cell, (pipeline, primitive)) in cells.enumerated() {
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setUniform("size", SIMD2<Float>(45, 45))
                    pass.setViewport(grid.viewport(cell))
                    if cell == 2 { pass.drawIndexed(words, primitive, count: 12) } else { pass.drawIndexed(indices, primitive, count: 12) }
                }
            }
        },
        Scene("point sprites with the origin at the upper and at the lower left") { stage in
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                out vec4 result;
                void main() { result = vec4(gl_PointCoord, tint.b, 1.0); }
                """)
            let pipelines = try PointSpriteOrigin.allCases.map { origin in
                try stage.pipeline(program) { $0.pointSize = 20; $0.pointSpriteOrigin = origin }
            }
            return try stage.picture(try stage.target(64, 32)) { pass in
                for (number, pipeline) in pipelines.enumerated() {
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    mesh.vertex(16 + 32 * Float(number), 15, Ink.blue)
                    try pass.draw(mesh, as: .points)
                }
            }
        },
    ]
}

extension Stage {
    /// Draws a cell with each logic operation over a pattern of stored colours, into an image of each format.
    fileprivate func logicOperations(_ formats: [PixelFormat]) throws -> [SceneOutput] {
        let grid = Grid(columns: 4, cell: 16, 16)
        return try formats.flatMap { format in
            let kind = format.kind, type = kind == .int ? "ivec4" : kind == .uint ? "uvec4" : "vec4"
            let program = try program(Stage.fullScreenVertex, """
                #version 330
                in vec2 place;
                uniform float shift;
                out \(type) result;
                void main() {
                    // The colours have only four levels, which every format rounds in the same way. Otherwise a rounding difference of one
                    // step could change any bit of the result.
                    vec4 color = floor(fract(vec4(place * 1.5, place.x + place.y + 0.03, 0.3) + shift) * 4.0) * 0.25 + 0.125;
                    result = \(type == "vec4" ? "color" : "\(type)(color * 250.0 - \(kind == .int ? "100.0" : "0.0"))");
                }
                """)
            let target = try target(64, 64, [format])
            let clear: ClearColor = kind == .int ? .int(.init(-5, 9, 60, 1)) : kind == .uint ? .uint(.init(200, 15, 3, 240)) : .float(.init(0.7, 0.2, 0.9, 0.4))
            return try picture(target, clear: ClearValues(colors: [clear])) { pass in
                let plain = try pipeline(program, .none)
                for operation in LogicOperation.allCases {
                    let cell = Int(operation.rawValue)
                    pass.setPipeline(plain)
                    pass.setViewport(grid.viewport(cell))
                    pass.setScissor(PixelRect(x: cell % 4 * 16, y: cell / 4 * 16, width: 12, height: 16))
                    pass.setUniform("shift", 0.4)
                    pass.draw(count: 3)
                    pass.setPipeline(try pipeline(program, .none) {
                        $0.logicOperation = operation
                        $0.colorTargets = [ColorTargetState(blend: format.isInteger ? nil : .alpha, writeMask: cell % 3 == 1 ? [.red, .blue, .alpha] : .all)]
                    })
                    pass.setScissor(PixelRect(x: cell % 4 * 16, y: cell / 4 * 16, width: 16, height: 12))
                    pass.setUniform("shift", 0)
                    pass.draw(count: 3)
                }
            }
        }
    }
}
