// Scenes: one small mesh drawn repeatedly in a pass. A renderer may reuse the common parts of such draws, but every change between
// two draws must be visible.
//
// Positions are whole pixels and colours are exact in binary.

import Raster

extension Scene {
    static let repeatedDraws: [Scene] = [
        Scene("one mesh again and again, one setting changed each time") { stage in
            let first = try stage.repeatedPipeline(Stage.repeatedVertex), second = try stage.repeatedPipeline(Stage.otherRepeatedVertex)
            let pictures = try [0, 1].map { n in
                try stage.texture(.d2, .rgba8, 8, 8) { x, y, _, _ in (x + y + n) & 1 == 0 ? Ink.white : .init(0.5, 1, n == 0 ? 0 : 1, 1) }
            }
            let shifts = try [SIMD2<Float>(0, 0), .init(3, 1)].map { try stage.device.makeBuffer([$0.x, $0.y, 0, 0]) }
            // The second half of the vertices is the first half, rotated.
            let corners: [SIMD2<Float>] = [.init(0, 0), .init(9, 0), .init(9, 7), .init(0, 7), .init(4, 3), .init(0, 7), .init(0, 0), .init(9, 0), .init(9, 7),
                                           .init(5, 3)]
            let vertices = try stage.device.makeBuffer(corners.flatMap { [$0.x, $0.y] })
            let order: [UInt16] = [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]
            let indices = try stage.device.makeBuffer(order + order.reversed())
            let target = try stage.target(128, 64, depth: .depth24Stencil8)

            func record(_ pass: inout RenderPass) {
                func bind(_ pipeline: Pipeline) {
                    pass.setPipeline(pipeline)
                    pass.setTexture("image", pictures[0], .nearest)
                    pass.setUniformBuffer("Shift", shifts[0])
                    pass.setUniform("tint", SIMD4<Float>(1, 0.5, 0.25, 1))
                    pass.setUniform("turns", Int32(0))
                }
                bind(first)
                pass.setVertexBuffer(vertices)
                pass.setBlendColor(1, 1, 1, 1)
                var place = 0
                func draw(from start: Int = 0, count: Int = 12, baseVertex: Int = 0) {
                    for _ in 0..<2 {
                        pass.setUniform("place", SIMD2<Float>(Float(place * 13 % 116), Float(place * 13 / 116 * 9 % 56)))
                        pass.drawIndexed(indices, first: start, count: count, baseVertex: baseVertex)
                        place += 1
                    }
                }
                draw()
                pass.setViewport(Viewport(x: 4, y: 2, width: 128, height: 64))
                draw()
                pass.setScissor(PixelRect(x: 0, y: 0, width: 128, height: 40))
                draw()
                pass.setScissor(nil)
                pass.setBlendColor(0.5, 1, 0.5, 1)
                draw()
                pass.setStencilReference(5)
                draw()
                pass.setTexture("image", pictures[1], .nearest)
                draw()
                pass.setUniformBuffer("Shift", shifts[1])
                draw()
                pass.setVertexBuffer(vertices, offset: 40)
                draw()
                pass.setVertexBuffer(vertices)
                draw(baseVertex: 5)
                draw(from: 3)
                draw(from: 3, count: 6)
                draw(from: 12)
                pass.setUniform("turns", Int32(1))
                draw()
                // Binds the same names with other offsets, and then with the first offsets.
                bind(second)
                draw()
                pass.setUniform("tint", SIMD4<Float>(0.25, 1, 1, 1))
                draw()
                bind(first)
                pass.setUniform("tint", SIMD4<Float>(0.5, 0.25, 1, 1))
                draw()
            }
            var encoder = stage.device.makeCommandEncoder(label: "scene")
            encoder.render(to: target, clear: .color(0, 0, 0)) { record(&$0) }
            // The draws are repeated with other indices and vertices.
            encoder.update(indices, with: [UInt16](order.reversed()))
            encoder.update(vertices, at: 8, with: [Float(11), 2])
            encoder.render(to: target) { pass in
                pass.setViewport(Viewport(x: 0, y: 32, width: 128, height: 32))
                record(&pass)
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [stage.depthOutput(target)]
        },
    ]
}

extension Stage {
    fileprivate static let repeatedVertex = """
        #version 330
        layout(std140) uniform Shift { vec2 shift; };
        uniform vec2 place;
        uniform int turns;
        in vec2 position;
        void main() {
            vec2 p = turns == 1 ? vec2(9.0, 7.0) - position : position;
            gl_Position = vec4((p + place + shift) / vec2(64.0, 32.0) - 1.0, 0.0, 1.0);
        }
        """
    fileprivate static let otherRepeatedVertex = """
        #version 330
        layout(std140) uniform Shift { vec2 shift; };
        uniform mat2 unit;
        uniform int turns;
        uniform vec2 place;
        in vec2 position;
        void main() {
            vec2 p = unit * (turns == 1 ? vec2(9.0, 7.0) - position : position) + position;
            gl_Position = vec4((p + place + shift) / vec2(64.0, 32.0) - 1.0, 0.0, 1.0);
        }
        """

    fileprivate func repeatedPipeline(_ vertex: String) throws -> Pipeline {
        let program = try program(vertex, """
            #version 330
            uniform vec4 tint;
            uniform sampler2D image;
            out vec4 result;
            void main() { result = tint * texture(image, gl_FragCoord.xy / 8.0); }
            """)
        return try pipeline(program, VertexLayout(stride: 8, VertexAttribute("position", .float2))) {
            $0.colorTargets = [ColorTargetState(blend: BlendState(source: .constantColor, destination: .zero))]
            $0.stencil = StencilState(both: StencilFaceState(pass: .replace))
        }
    }
}
