// Scenes: the bits of NaN, as shaders and the host read them.

import Raster

extension Scene {
    static let notANumber: [Scene] = [
        Scene("the bits of NaN as integers") { stage in
            let values = ["zero / zero", "-(zero / zero)", "abs(zero / zero)", "sqrt(-1.0 - zero)", "log(-1.0 - zero)", "(1.0 / zero) - (1.0 / zero)",
                          "zero * (1.0 / zero)",
                          "uintBitsToFloat(0xffc12345u + uint(zero))", "uintBitsToFloat(0x7f800001u + uint(zero))", "max(zero / zero, -(zero / zero))",
                          "sin(1.0 / zero)",
                          "pow(-2.0 - zero, 0.5)", "place.x / zero * zero", "mod(place.x, zero)", "mix(1.0 / zero, -1.0 / zero, 0.5)",
                          "atan(zero / zero, place.y)"]
            let rows = values.enumerated().map { "if (row == \($0)) v = \($1);" }.joined(separator: "\n    ")
            let program = try stage.program(Stage.fullScreenVertex, """
                #version 420
                in vec2 place;
                uniform float zero;
                layout(location = 0) out uvec4 bits;
                layout(location = 1) out ivec4 others;
                void main() {
                    int row = int(gl_FragCoord.y);
                    float v = 0.0;
                    \(rows)
                    bits = uvec4(floatBitsToUint(v), packHalf2x16(vec2(v, -v)), packSnorm2x16(vec2(v, -v)), packUnorm4x8(vec4(v, -v, v, 1.0)));
                    others = ivec4(floatBitsToInt(-v), int(v), floatBitsToInt(dFdx(v)), floatBitsToInt(unpackHalf2x16(0xfe01u)).x);
                }
                """)
            let target = try stage.target(8, values.count, [.rgba32Uint, .rgba32Int])
            _ = try stage.picture(target, clear: .none) { pass in
                pass.setPipeline(try stage.pipeline(program, .none))
                pass.setUniform("zero", Float(0))
                pass.draw(count: 3)
            }
            return try target.color.compactMap { try $0.map { try SceneOutput(bytesOf: $0.texture) } }
        }.anyNaN,
        Scene("the bits of NaN in float targets") { stage in
            var outputs: [SceneOutput] = []
            for (format, blend) in [(PixelFormat.rgba32Float, nil), (.rgba16Float, nil), (.rg32Float, BlendState.additive), (.r16Float, .additive),
                                    (.rg11b10Float, nil)] as [(PixelFormat, BlendState?)] {
                let program = try stage.program(Stage.fullScreenVertex, """
                    #version 330
                    in vec2 place;
                    uniform float zero;
                    out vec4 result;
                    void main() {
                        uint n = uint(gl_FragCoord.x);
                        float made = n < 4u ? zero / zero : -(zero / zero);
                        result = vec4(made, uintBitsToFloat(0xff800001u + n), n % 2u == 0u ? place.x : -made, sqrt(-1.0 - zero));
                    }
                    """)
                let target = try stage.target(8, 8, [format]), texture = target.color[0]!.texture
                let smaller = try stage.target(4, 4, [format]), copy = try stage.target(8, 8, [format])
                let pyramid = try stage.device.makeTexture(TextureDescriptor(format: format, width: 8, height: 8, mipLevels: 4))
                var encoder = stage.device.makeCommandEncoder()
                try encoder.render(to: target, clear: .color(-.nan, 1, Float(bitPattern: 0xFFC0_0007), 1)) { pass in
                    pass.setPipeline(try stage.pipeline(program, .none) { if let blend { $0.colorTargets = [ColorTargetState(blend: blend)] } })
                    pass.setUniform("zero", Float(0))
                    pass.setScissor(PixelRect(x: 0, y: 0, width: 8, height: 6))
                    pass.draw(count: 3)
                }
                encoder.blit(Attachment(texture), from: (0, 0, 8, 8), to: Attachment(smaller.color[0]!.texture), in: (0, 0, 4, 4), filter: .linear)
                encoder.copy(texture, to: copy.color[0]!.texture)
                encoder.copy(texture, to: pyramid)
                encoder.generateMipmaps(pyramid)
                try stage.device.submit(encoder)
                for texture in [texture, smaller.color[0]!.texture, copy.color[0]!.texture, pyramid] {
                    outputs.append(try SceneOutput(bytesOf: texture, level: texture === pyramid ? 1 : 0))
                }
            }
            return outputs
        }.anyNaN,
    ]

    private var anyNaN: Scene { allowing(1, share: 1, "which NaN an operation gives is not specified") }
}

extension SceneOutput {
    /// Makes an output of all bytes in one level of a texture.
    fileprivate init(bytesOf texture: Texture, level: Int = 0) throws {
        self.init(name: "bytes of \(texture.format), level \(level)", numbers: try texture.read(level: level).map { Float($0) })
    }
}
