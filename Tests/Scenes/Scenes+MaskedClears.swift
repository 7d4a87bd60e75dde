// Scenes: clears of some channels, of stencil bits and of depth or stencil alone, within a scissor.

import Raster

extension Scene {
    static let maskedClears: [Scene] = [
        Scene("clears of each set of channels") { stage in
            let formats: [PixelFormat] = [.rgba8, .rgb8, .rg8, .r8, .srgb8Alpha8, .rgb565, .rgb5a1, .rgba4444, .rgb10a2, .rg11b10Float, .rgba16Float,
                                          .rgba32Float, .rgba8Int, .rgba16Uint, .rgb10a2Uint]
            return try formats.flatMap { format in
                func value(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> ClearColor {
                    switch format.kind {
                    case .int: .int(.init(Int32(a * 100), Int32(b * 100), Int32(c * 100), Int32(d * 100)))
                    case .uint: .uint(.init(UInt32(a * 100), UInt32(b * 100), UInt32(c * 100), UInt32(d * 3)))
                    default: .float(.init(a, b, c, d))
                    }
                }
                return try stage.picture(try stage.target(67, 19, [format]), clear: ClearValues(colors: [value(0.2, 0.9, 0.4, 1)])) { pass in
                    for channels in 0..<16 {
                        pass.setScissor(PixelRect(x: 4 * channels + 1, y: channels & 3, width: 4, height: 14))
                        pass.clear(ClearValues(colors: [value(1, 0.3, 0.8, 0)]), mask: .colors(ColorWriteMask(rawValue: UInt8(channels))))
                    }
                    // A clear with a mask may reach beyond all sides of the image.
                    pass.setScissor(PixelRect(x: -10, y: 16, width: 1000, height: 1000))
                    pass.clear(ClearValues(colors: [value(0.75, 0.125, 0, 0.5)]), mask: .colors([.red, .alpha]))
                }
            }
        },
        Scene("clears with another mask for each attachment, between draws") { stage in
            let target = try stage.target(80, 48, [.rgba8, .rgba16Float, .rg8], depth: .depth24Stencil8, samples: 4)
            let program = try stage.program(Mesh.vertexShader, """
                #version 330
                in vec4 tint;
                layout(location = 0) out vec4 first; layout(location = 1) out vec4 second; layout(location = 2) out vec4 third;
                void main() { first = tint; second = tint.bgra * 2.0; third = tint.gbra; }
                """)
            let pipeline = try stage.pipeline(program) { $0.depth = .less; $0.colorTargets = [ColorTargetState(writeMask: [.green, .blue])] }
            var mesh = Mesh()
            mesh.triangle(.init(5, 4), .init(76, 20), .init(30, 45), z: 0.1, Ink.yellow)
            return try stage.picture(target, clear: .color(0.1, 0.2, 0.3)) { pass in
                pass.setPipeline(pipeline)
                try pass.draw(mesh)
                pass.setScissor(PixelRect(x: 20, y: 8, width: 50, height: 24))
                let white = ClearColor.float(.init(1, 1, 1, 0))
                pass.clear(ClearValues(colors: [white, white, white], depth: 0), mask: ClearMask(colors: [[.red, .alpha], [.blue], .none]))
                pass.setScissor(PixelRect(x: 0, y: 30, width: 80, height: 9))
                pass.clear(ClearValues(colors: [white, white, white]), mask: ClearMask(colors: [.none, [.green]]))
                pass.setScissor(nil)
                mesh.quad(10, 10, 60, 26, z: 0, Ink.red)
                try pass.draw(mesh)
            }
        },
        Scene("clears of stencil bits, and of depth or stencil alone") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            return try [PixelFormat.depth24Stencil8, .depth32FloatStencil8, .stencil8].flatMap { format in
                let target = try stage.target(70, 40, depth: format, samples: format == .stencil8 ? 4 : 1)
                let colors = try stage.picture(target, clear: ClearValues(colors: [.float(.zero)], depth: 0.75, stencil: 0xA5)) { pass in
                    for (number, mask) in [0xFF, 0x0F, 0xF0, 0x81, 0x00, 0x3C].enumerated() {
                        pass.setScissor(PixelRect(x: 11 * number + 2, y: 3 * number, width: 11, height: 20))
                        pass.clear(ClearValues(stencil: 0x5A), mask: ClearMask(stencil: UInt8(mask)))
                    }
                    pass.setScissor(PixelRect(x: 3, y: 10, width: 60, height: 3))
                    pass.clear(.depth(0.25))
                    pass.setScissor(PixelRect(x: 5, y: 15, width: 61, height: 5))
                    pass.clear(.depth(0.5, stencil: 0xC3), mask: ClearMask(stencil: 0x7E))
                    // Each draw adds a bit of the stencil value to red.
                    for bit in 0..<8 {
                        pass.setPipeline(try stage.pipeline(program) {
                            $0.depth = format.hasDepth ? DepthState(compare: .always, writes: false) : nil
                            $0.stencil = StencilState(both: StencilFaceState(compare: .equal, readMask: 1 << UInt8(bit)))
                            $0.colorTargets = [ColorTargetState(blend: .additive)]
                        })
                        pass.setStencilReference(0xFF)
                        pass.setScissor(nil)
                        var mesh = Mesh()
                        mesh.quad(0, 0, 70, 40, .init(Float(1 << bit) / 255, 0, 0, 0))
                        try pass.draw(mesh)
                    }
                }
                return format.hasDepth ? colors + [try stage.depthOutput(target)] : colors
            }
        },
    ]
}
