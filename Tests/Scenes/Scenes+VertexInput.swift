// Scenes: attributes that draws give, indirect draws and multi-draws.

import Raster

extension Scene {
    static let vertexInput: [Scene] = [
        Scene("draws give values of attributes") { stage in
            let program = try stage.program("""
                #version 330
                in vec2 corner; in vec2 shift; in vec4 paint; in ivec2 steps; in mat2 turn; in float gain;
                out vec4 tint;
                void main() {
                    gl_Position = vec4((turn * corner + shift + vec2(steps) * 4.0) / 32.0 - 1.0, 0.0, 1.0);
                    tint = vec4(paint.rgb * gain, 1.0);
                }
                """, Mesh.fragmentShader)
            var layout = VertexLayout(stride: 8, VertexAttribute("corner", .float2))
            layout.constants = ["gain": .init(0.75, 0, 0, 0)]
            layout = layout.withDefaults(for: program)
            let pipeline = try stage.pipeline(program, layout), corners = try stage.device.makeBuffer([-6, -6, 7, -4, 0, 8] as [Float])
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners)
                // A value for an attribute that the program does not have, or for an attribute that reads a buffer, has no effect.
                pass.setAttribute("not in the program", 1, 2, 3)
                pass.setAttribute("corner", 100, 100)
                pass.setAttribute("turn[0]", 1, 0)
                pass.setAttribute("turn[1]", 0, 1)
                pass.setAttribute("shift", 8, 8)
                for cell in 0..<12 {
                    pass.setAttribute("paint", .float(Ink.at(cell)))
                    pass.setAttribute("steps", .int(.init(Int32(cell % 4) * 4, Int32(cell / 4) * 4, 9, 9)))
                    if cell == 5 { pass.setAttribute("gain", 1) }
                    if cell == 7 { pass.setAttribute("turn[0]", 0, 1); pass.setAttribute("turn[1]", -1, 0) }
                    pass.draw(count: 3)
                }
            }
        },
        Scene("indirect draws of vertices, with strides, instances and updates") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<8 { mesh.triangle(.init(Float(i) * 8, 2), .init(Float(i) * 8 + 7, 4), .init(Float(i) * 8 + 3, 28), Ink.at(i)) }
            let vertices = try stage.device.makeBuffer(mesh.floats), target = try stage.target(64, 32)
            let arguments = try stage.device.makeBuffer([7, 7, 3, 1, 0, 0, 0, 6, 2, 9, 0, 0, 0, 1, 15, 0, 0] as [UInt32])
            var encoder = stage.device.makeCommandEncoder()
            func draw(_ clear: ClearValues, _ offset: Int, _ count: Int, _ stride: Int?) {
                encoder.render(to: target, clear: clear) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setUniform("size", SIMD2<Float>(64, 32))
                    pass.drawIndirect(arguments, offset: offset, drawCount: count, stride: stride)
                }
            }
            draw(.color(0.1, 0.1, 0.2), 8, 2, 20)
            // The third draw has a single vertex, which is too few for a triangle. Before the fourth draw, the encoder changes the number
            // of vertices to 3.
            draw(.none, 52, 1, nil)
            encoder.update(arguments, at: 52, with: [3] as [UInt32])
            draw(.none, 52, 1, nil)
            try stage.device.submit(encoder)
            return try stage.read(target)
        },
        Scene("indirect draws of indices, with base vertices and base instances") { stage in
            let program = try stage.program("""
                #version 330
                in vec2 corner; in vec4 paint;
                out vec4 tint;
                void main() { gl_Position = vec4((corner + vec2(0.0, float(gl_InstanceID) * 16.0)) / 32.0 - 1.0, 0.0, 1.0); tint = paint; }
                """, Mesh.fragmentShader)
            let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 16, divisor: 1)],
                                      attributes: [VertexAttribute("corner", .float2, slot: 0), VertexAttribute("paint", .float4, slot: 1)])
            let pipeline = try stage.pipeline(program, layout)
            var corners: [Float] = []
            for i in 0..<4 { corners += [Float(i) * 16 + 1, 1, Float(i) * 16 + 14, 3, Float(i) * 16 + 6, 14] }
            let vertices = try stage.device.makeBuffer(corners), paints = try stage.device.makeBuffer(Ink.all)
            let indices = try stage.device.makeBuffer([9, 0, 1, 2, 3, 4, 5] as [UInt16])
            let arguments = try stage.device.makeBuffer([3, 2, 1, 0, 0, 3, 1, 4, 0, 3, 3, 3, 1, 9, 2, 3, 4, 1, UInt32(bitPattern: 6), 0,
                                                         3, 1, 4, UInt32(bitPattern: -3), 5] as [UInt32])
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices, slot: 0)
                pass.setVertexBuffer(paints, slot: 1)
                pass.drawIndexedIndirect(indices, arguments: arguments, drawCount: 5)
            }
        },
        Scene("several ranges of vertices and of indices") { stage in
            let pipeline = try stage.colorPipeline()
            var mesh = Mesh()
            for i in 0..<8 { mesh.triangle(.init(Float(i) * 8, 2), .init(Float(i) * 8 + 7, 4), .init(Float(i) * 8 + 3, 28), Ink.at(i)) }
            let vertices = try stage.device.makeBuffer(mesh.floats), indices = try stage.device.makeBuffer([0, 1, 2, 3, 4, 5] as [UInt8])
            return try stage.picture(try stage.target(64, 32)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertices)
                pass.setUniform("size", SIMD2<Float>(64, 32))
                pass.multiDraw(.triangles, [0..<3, 6..<12])
                pass.multiDrawIndexed(indices, type: .uint8, .triangles, [0..<3, 0..<6, 3..<3], baseVertices: [12, 15])
            }
        },
    ]
}
