// Scenes: 1D, rectangle and buffer textures, arrays of cubes, multisampled textures that shaders read, and queries of lookups.

import Raster

extension Scene {
    static let textureKinds: [Scene] = [
        Scene("1D textures") { stage in
            let row = try stage.texture(.d1, .rgba8, 13, 1, levels: 4) { x, _, _, level in Ink.at(x + level * 3) * (x & 1 == 0 ? 1 : 0.7) }
            return try [Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat), Sampler(mip: .linear, wrap: .mirroredRepeat),
                        Sampler(wrap: .clampToBorder)].flatMap { sampler in
                try stage.look(64, 40, "sampler1D", """
                    int band = int(place.y * 5.0);
                    float s = place.x * 2.0 - 0.47;
                    if (band == 0) result = texture(image, s);
                    if (band == 1) result = textureLod(image, s, floor(place.x * 4.0));
                    if (band == 2) result = textureGrad(image, s, 2.0 / 13.0, 0.0) * 0.5 + textureProj(image, vec2(s, 2.0)) * 0.5;
                    if (band == 3) result = textureOffset(image, s, -2) * 0.5 + texelFetch(image, int(place.x * 6.0), 1) * 0.5;
                    if (band == 4) result = vec4(textureSize(image, 0), textureSize(image, 2), place.x, 13.0) / 13.0;
                    """, row, sampler)
            }
        }.allowing(3, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("1D arrays") { stage in
            let rows = try stage.texture(.d1Array, .rgba8, 8, 1, depth: 5, levels: 2) { x, _, z, level in
                Ink.at(z + level * 2) * (x & 1 == 0 ? 1 : 0.5)
            }
            let depths = try stage.texture(.d1Array, .depth32Float, 8, 1, depth: 3) { x, _, z, _ in .init(Float((x + z * 3) % 8) / 8, 0, 0, 1) }
            return try stage.look(72, 32, "sampler1DArray", """
                float layer = place.y * 7.0 - 1.03125, s = place.x * 3.0;
                result = place.x < 0.4 ? texture(image, vec2(s, layer)) : place.x < 0.7 ? textureLod(image, vec2(s, layer), 1.0)
                    : texelFetchOffset(image, ivec2(s * 2.0, clamp(int(layer), 0, 4)), 0, 1);
                if (place.x > 0.95) result = vec4(textureSize(image, 0), 0.0, 8.0) / 8.0;
                """, rows, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat))
                + stage.look(48, 24, "sampler1DArrayShadow", """
                    result = vec4(vec3(texture(image, vec3(place.x * 2.0, place.y * 3.0 - 0.5, 0.4375))), 1.0);
                    """, depths, Sampler(min: .nearest, mag: .nearest, wrap: .mirroredRepeat, compare: .less))
        },
        Scene("1D textures of integers, and with comparison") { stage in
            let numbers = try stage.texture(.d1, .r32Int, 16, 1) { x, _, _, _ in .init(Float(x * x - 40), 0, 0, 1) }
            let depths = try stage.texture(.d1, .depth16, 9, 1) { x, _, _, _ in .init(Float(x) / 8, 0, 0, 1) }
            return try stage.look(32, 8, "isampler1D", "result = vec4(vec3(texture(image, place.x).r + 40) / 200.0, 1.0);", numbers, .nearest)
                + stage.look(32, 16, "sampler1DShadow", "result = vec4(vec3(texture(image, vec3(place.x, 0.0, place.y))), 1.0);", depths,
                             Sampler(min: .nearest, mag: .nearest, compare: .greaterEqual))
        },
        Scene("rectangle textures") { stage in
            let image = try stage.texture(.rectangle, .rgba8, 21, 9) { x, y, _, _ in Ink.at(x * 3 + y) * ((x ^ y) & 1 == 0 ? 1 : 0.6) }
            var border = Sampler(wrap: .clampToBorder)
            border.borderColor = .init(1, 0.5, 0.25, 1)
            return try [Sampler.nearest, .linear, border].flatMap { sampler in
                try stage.look(64, 40, version: 400, "sampler2DRect", """
                    int band = int(place.y * 4.0);
                    vec2 p = vec2(place.x * 25.0 - 2.0, fract(place.y * 4.0) * 11.0 - 1.0) + 0.03125;
                    if (band == 0) result = texture(image, p);
                    if (band == 1) result = textureOffset(image, p, ivec2(2, -1)) * 0.5 + textureProj(image, vec3(p, 2.0)) * 0.5;
                    if (band == 2) result = texelFetch(image, clamp(ivec2(p), ivec2(0), ivec2(20, 8))) * 0.5 + textureGrad(image, p, vec2(3.0, 0.0), vec2(0.0)) * 0.5;
                    if (band == 3) result = vec4(textureSize(image), 0.0, 21.0) / 21.0;
                    """, image, sampler)
            }
        }.allowing(3, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("rectangle textures: gathers and comparisons") { stage in
            let image = try stage.texture(.rectangle, .rgba8, 8, 8) { x, y, _, _ in .init(Float(x) / 7, Float(y) / 7, Float((x + y) % 3) / 2, 1) }
            let depths = try stage.texture(.rectangle, .depth32Float, 8, 8) { x, y, _, _ in .init(Float((x * 3 + y) % 8) / 8, 0, 0, 1) }
            return try stage.look(32, 32, version: 400, "sampler2DRect", """
                const ivec2 offsets[4] = ivec2[4](ivec2(-2, 1), ivec2(3, 0), ivec2(0, -3), ivec2(1, 1));
                vec2 p = floor(place * 10.0) - 0.75;
                result = place.y < 0.5 ? textureGather(image, p, 1) : textureGatherOffsets(image, p, offsets, 0);
                """, image, .nearest)
                + stage.look(32, 32, "sampler2DRectShadow", """
                    result = vec4(vec3(texture(image, vec3(place * 8.0, 0.4375))), 1.0);
                    """, depths, Sampler(min: .nearest, mag: .nearest, compare: .less))
        },
        Scene("buffer textures") { stage in
            let numbers = try stage.device.makeBuffer((0..<64).map { Float($0 * $0 % 67) / 67 })
            let floats = try stage.device.makeTexture(reading: numbers, as: .rgba32Float, offset: 16)
            let three = try stage.device.makeTexture(reading: numbers, as: .rgb32Float, offset: 32, byteCount: 100)
            let bytes = try stage.device.makeTexture(reading: try stage.device.makeBuffer((0..<80).map { UInt8($0 * 37 % 256) }), as: .rgba8, byteCount: 64)
            let integers = try stage.device.makeTexture(reading: try stage.device.makeBuffer((0..<32).map { Int16($0 * $0 - 300) }), as: .rg16Int)
            let words = try stage.device.makeTexture(reading: try stage.device.makeBuffer((0..<16).map { UInt32($0) * 268_435_455 }), as: .r32Uint)
            let look = """
                int count = textureSize(image), index = (int(place.x * 16.0) * 7) % count;
                result = place.y < 0.75 ? texelFetch(image, index) : vec4(float(count) / 64.0);
                """
            return try stage.look(32, 8, "samplerBuffer", look, floats, .nearest) + stage.look(32, 8, "samplerBuffer", look, three, .nearest)
                + stage.look(32, 8, "samplerBuffer", look, bytes, .nearest)
                + stage.look(32, 8, "isamplerBuffer", "ivec4 t = texelFetch(image, int(place.x * 16.0)); result = vec4(t + 300) / 1000.0;", integers, .nearest)
                + stage.look(32, 8, "usamplerBuffer", "uvec4 t = texelFetch(image, int(place.x * 16.0)); result = vec4(vec3(t.r >> 24) / 255.0, t.a);",
                             words, .nearest)
        },
        Scene("a buffer texture shows updates of its buffer") { stage in
            let buffer = try stage.device.makeBuffer((0..<16).map { Float($0) / 16 })
            let texture = try stage.device.makeTexture(reading: buffer, as: .r32Float)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform samplerBuffer image;
                in vec2 place;
                out vec4 result;
                void main() { result = vec4(texelFetch(image, int(place.x * 16.0)).rrr, 1.0); }
                """), .none)
            let targets = try (0..<2).map { _ in try stage.target(16, 4) }
            var encoder = stage.device.makeCommandEncoder()
            for target in targets {
                encoder.render(to: target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setTexture("image", texture, .nearest)
                    pass.draw(count: 3)
                }
                encoder.update(buffer, at: 16, with: (0..<8).map { Float($0 % 2) })
            }
            try stage.device.submit(encoder)
            return try targets.flatMap { try stage.read($0) }
        },
        Scene("arrays of cubes") { stage in
            let cubes = try stage.texture(.cubeArray, .rgba8, 8, 8, depth: 3, levels: 3) { x, y, face, level in
                Ink.at(face + level * 4) * ((x ^ y) & 1 == 0 ? 1 : 0.6)
            }
            return try [Sampler(min: .nearest, mag: .nearest, mip: .nearest), Sampler(mip: .nearest)].flatMap { sampler in
                try stage.look(72, 40, version: 400, "samplerCubeArray", """
                    vec3 direction = vec3(place.x * 3.9 - 2.03, fract(place.y * 5.0) * 2.1 - 1.03, place.x * place.x - 0.61);
                    float layer = place.x * 5.0 - 1.03125;
                    int band = int(place.y * 5.0);
                    if (band == 0) result = texture(image, vec4(direction, layer));
                    if (band == 1) result = textureLod(image, vec4(direction, layer), 1.0);
                    if (band == 2) result = textureGrad(image, vec4(direction, layer), vec3(0.3, 0.0, 0.0), vec3(0.0, 0.01, 0.0));
                    if (band == 3) result = textureGather(image, vec4(direction, layer), 1);
                    if (band == 4) result = vec4(textureSize(image, 1), 4.0) / 4.0;
                    """, cubes, sampler)
            }
        }.allowing(3, share: 0.02, "a filter's weights may be held in eight bits, and the texel at a cube's corner is an average of three (§3.8.10)"),
        Scene("arrays of cubes with comparison") { stage in
            let cubes = try stage.texture(.cubeArray, .depth32Float, 4, 4, depth: 2) { x, y, face, _ in .init(Float((x + y * 2 + face * 3) % 8) / 8, 0, 0, 1) }
            return try stage.look(64, 32, version: 400, "samplerCubeArrayShadow", """
                vec3 direction = vec3(place.x * 3.9 - 2.03, place.y * 2.1 - 1.03, place.x * place.x - 0.61);
                result = vec4(vec3(texture(image, vec4(direction, step(0.5, place.y)), 0.4375)), 1.0);
                """, cubes, Sampler(min: .nearest, mag: .nearest, compare: .less))
        },
        Scene("rendering into an array of cubes and rows of a 1D array") { stage in
            var outputs: [SceneOutput] = []
            for (type, height, count) in [(TextureType.cubeArray, 8, 12), (.d1Array, 1, 3), (.d1, 1, 1), (.rectangle, 5, 1)] {
                let texture = try stage.device.makeTexture(TextureDescriptor(type: type, format: .rgba8, width: 8, height: height,
                                                                              depth: type == .cubeArray ? 2 : count))
                let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                    #version 330
                    uniform vec4 ink;
                    in vec2 place;
                    out vec4 result;
                    void main() { result = ink * vec4(place, 1.0, 1.0); }
                    """), .none)
                var encoder = stage.device.makeCommandEncoder()
                for slice in 0..<count {
                    encoder.render(to: try stage.device.makeFramebuffer(color: [Attachment(texture, slice: slice)])) { pass in
                        pass.setPipeline(pipeline)
                        pass.setUniform("ink", Ink.at(slice))
                        pass.draw(count: 3)
                    }
                }
                try stage.device.submit(encoder)
                outputs += try (0..<count).map { try SceneOutput(texture, slice: $0, name: "\(type) slice \($0)") }
            }
            return outputs
        },
        Scene("layers of arrays of cubes, and slices of volumes, as other types") { stage in
            let cubes = try stage.texture(.cubeArray, .rgba8, 8, 8, depth: 3, levels: 2) { x, y, face, level in
                Ink.at(face + level) * ((x ^ y) & 1 == 0 ? 1 : 0.6)
            }
            let volume = try stage.texture(.d3, .rgba8, 16, 8, depth: 6, levels: 3) { x, y, z, level in Ink.at(z + level * 3) * (Float((x + y) % 3) / 4 + 0.5) }
            let rows = try stage.texture(.d1Array, .rgba8, 8, 1, depth: 4) { x, _, z, _ in Ink.at(x + z) }
            let direction = "vec3(place * 2.03 - 1.01, place.x < 0.5 ? 1.0 : -1.0)"
            return try stage.look(32, 16, "samplerCube", "result = texture(image, \(direction));", TextureView(cubes, as: .cube, layers: 6..<12), .nearest)
                + stage.look(32, 16, "sampler2DArray", "result = texture(image, vec3(place, place.x * 7.0));",
                             TextureView(cubes, as: .d2Array, levels: 1...1, layers: 4..<11), .nearest)
                + stage.look(32, 16, "sampler2D", "result = texture(image, place);", TextureView(cubes, as: .d2, layers: 13..<14), .nearest)
                + stage.look(32, 16, version: 400, "samplerCubeArray", "result = texture(image, vec4(\(direction), place.y * 2.0));",
                             TextureView(cubes, layers: 6..<18), .nearest)
                + stage.look(32, 16, "sampler2D", "result = texture(image, place);", TextureView(volume, as: .d2, levels: 0...0, layers: 4..<5), .nearest)
                + stage.look(32, 16, "sampler2D", "result = texture(image, place);", TextureView(volume, as: .d2, levels: 1...1, layers: 2..<3), .nearest)
                + stage.look(32, 16, "sampler2DArray", "result = texture(image, vec3(place, place.x * 3.0));",
                             TextureView(volume, as: .d2Array, levels: 1...1, layers: 0..<3), .nearest)
                + stage.look(32, 4, "sampler1D", "result = texture(image, place.x);", TextureView(rows, as: .d1, layers: 2..<3), .nearest)
        },
        Scene("stencil as a texture") { stage in
            try [PixelFormat.depth24Stencil8, .depth32FloatStencil8].flatMap { format in
                let target = try stage.target(24, 16, [.rgba8], depth: format)
                let depth = target.depth!.texture
                let pipeline = try stage.colorPipeline {
                    $0.depth = .less
                    $0.stencil = StencilState(both: StencilFaceState(pass: .incrementClamp))
                }
                var encoder = stage.device.makeCommandEncoder()
                try encoder.render(to: target, clear: .color(0.2, 0.3, 0.4)) { pass in
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    mesh.triangle(.init(1, 1), .init(21.5, 3.25), .init(4.75, 15), .init(1, 0.5, 0, 1))
                    mesh.triangle(.init(23, 1), .init(14, 14.5), .init(2.5, 6), .init(0, 0.5, 1, 1))
                    try pass.draw(mesh)
                }
                try stage.device.submit(encoder)
                return try stage.look(24, 16, "usampler2D", "result = vec4(vec3(texture(image, place).r) * 0.3, float(texture(image, place).a));",
                                      TextureView(depth, readsStencil: true), .nearest)
                    + stage.look(24, 16, "sampler2D", "result = texture(image, place).rrra;", TextureView(depth), .nearest)
            }
        },
        Scene("borders of integers beyond 2²⁴") { stage in
            var border = Sampler(min: .nearest, mag: .nearest, wrap: .clampToBorder)
            border.integerBorderColor = SIMD4(-16_777_217, 33_554_435, Int32.max, Int32.min + 1)
            let signed = try stage.texture(.d2, .rgba32Int, 4, 4) { x, y, _, _ in .init(Float(x), Float(y), 3, 4) }
            let unsigned = try stage.texture(.d2, .rgba32Uint, 4, 4) { x, y, _, _ in .init(Float(x), Float(y), 3, 4) }
            return try stage.look(16, 16, "isampler2D", """
                ivec4 t = texture(image, place * 2.0 - 0.5);
                result = vec4(t.r == -16777217, t.g == 33554435, t.b == 2147483647, t.a == -2147483647);
                """, signed, border)
                + stage.look(16, 16, "usampler2D", """
                uvec4 t = texture(image, place * 2.0 - 0.5);
                result = vec4(t.r == 4278190079u, t.g == 33554435u, t.b == 2147483647u, t.a == 2147483649u);
                """, unsigned, border)
        },
        Scene("multisampled textures in shaders") { stage in
            let target = try stage.target(24, 16, [.rgba8], depth: .depth32Float, samples: 4)
            let colors = target.color[0]!.texture, depths = target.depth!.texture
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: target, clear: .color(0.2, 0.3, 0.4)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(1, 1), .init(21.5, 3.25), .init(4.75, 15), .init(1, 0.5, 0, 1))
                mesh.triangle(.init(23, 1), .init(14, 14.5), .init(2.5, 6), .init(0, 0.5, 1, 1))
                try pass.draw(mesh)
            }
            try stage.device.submit(encoder)
            let look = """
                int index = int(fract(place.x * 2.0) * 2.0) + (place.y < 0.5 ? 0 : 2);
                ivec2 size = textureSize(image);
                vec4 texel = texelFetch(image, ivec2(fract(place * vec2(4.0, 2.0)) * vec2(size)), index);
                """
            return try stage.look(96, 32, version: 330, "sampler2DMS", look + "result = texel;", colors, .nearest)
                + stage.look(96, 32, version: 330, "sampler2DMS", look + "result = texel.rrra;", depths, .nearest)
        },
        Scene("layers of a multisampled array") { stage in
            let array = try stage.device.makeTexture(TextureDescriptor(type: .d2Array, format: .rgba8Uint, width: 8, height: 8, depth: 3, samples: 4))
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform uint number;
                out uvec4 result;
                void main() { result = uvec4(gl_FragCoord.xy, number, 1u); }
                """), .none)
            var encoder = stage.device.makeCommandEncoder()
            for slice in 0..<3 {
                encoder.render(to: try stage.device.makeFramebuffer(color: [Attachment(array, slice: slice)])) { pass in
                    pass.setPipeline(pipeline)
                    pass.setUniform("number", UInt32(slice * 50 + 20))
                    pass.draw(count: 3)
                }
            }
            try stage.device.submit(encoder)
            return try stage.look(24, 16, version: 330, "usampler2DMSArray", """
                uvec4 t = texelFetch(image, ivec3(fract(place * vec2(3.0, 2.0)) * 8.0, int(place.x * 3.0)), place.y < 0.5 ? 1 : 3);
                result = vec4(t.rgb, 255.0) * vec4(30.0, 30.0, 1.0, 1.0) / 255.0;
                if (place.y > 0.9) result = vec4(textureSize(image), 8.0) / 8.0;
                """, array, .nearest)
        },
        Scene("textureQueryLod and textureQueryLevels") { stage in
            let flat = try stage.texture(.d2, .rgba8, 32, 16, levels: 6) { x, _, _, level in Ink.at(x + level) }
            return try [Sampler(mip: .nearest), .trilinear, .linear].flatMap { sampler in
                var sampler = sampler
                sampler.lodMax = 3.5
                return try stage.look(32, 32, version: 430, "sampler2D", """
                    vec2 p = place.y < 0.5 ? place * vec2(5.0, 3.0) : place * 0.125;
                    vec2 level = textureQueryLod(image, p);
                    result = vec4(level.x / 6.0, level.y / 8.0 + 0.5, float(textureQueryLevels(image)) / 8.0, 1.0);
                    """, flat, sampler)
            }
        }.allowing(3, "the logarithm of a level of detail is approximate (§3.8.11)"),
        Scene("old lookups in 1D and rectangle textures") { stage in
            let row = try stage.texture(.d1, .rgba8, 8, 1) { x, _, _, _ in Ink.at(x) }
            let image = try stage.texture(.rectangle, .rgba8, 8, 8) { x, y, _, _ in Ink.at(x + y * 3) }
            return try stage.look(32, 8, "sampler1D", "result = texture1D(image, place.x) * 0.5 + texture1DProj(image, vec2(place.y, 2.0)) * 0.5;", row, .nearest)
                + stage.look(32, 8, "sampler2DRect", "result = texture2DRect(image, place * 8.0) * 0.5 + texture2DRectProj(image, vec3(place * 8.0, 2.0)) * 0.5;",
                             image, .nearest)
        },
    ]
}

extension Stage {
    /// Draws a full screen with a shader that reads the texture `image` at `place` into `result`.
    fileprivate func look(_ width: Int, _ height: Int, version: Int = 330, _ sampler: String, _ statements: String, _ texture: Texture,
                          _ how: Sampler) throws -> [SceneOutput] {
        try look(width, height, version: version, sampler, statements, TextureView(texture), how)
    }
    fileprivate func look(_ width: Int, _ height: Int, version: Int = 330, _ sampler: String, _ statements: String, _ view: TextureView,
                          _ how: Sampler) throws -> [SceneOutput] {
        try fullScreen(width, height, fragment: """
            #version \(version)
            uniform \(sampler) image;
            in vec2 place;
            out vec4 result;
            void main() {
                result = vec4(0.0, 0.0, 0.0, 1.0);
                \(statements)
            }
            """) { $0.setTexture("image", view, how) }
    }
}
