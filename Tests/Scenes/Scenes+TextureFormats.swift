// Scenes: reading every texel format.

import Raster

extension Scene {
    static let textureFormats: [Scene] = [
        Scene("reading unsigned normalized formats") { stage in
            try stage.formatChart([.r8, .rg8, .rgb8, .rgba8, .r16, .rg16, .rgba16, .rgb565, .rgba4444, .rgb5a1, .rgb10a2])
        },
        Scene("reading signed normalized formats") { stage in
            try stage.formatChart([.r8Snorm, .rg8Snorm, .rgb8Snorm, .rgba8Snorm, .r16Snorm, .rg16Snorm, .rgba16Snorm], from: -1)
        },
        Scene("reading sRGB formats") { stage in try stage.formatChart([.srgb8, .srgb8Alpha8]) },
        Scene("reading float formats") { stage in
            try stage.formatChart([.r16Float, .rg16Float, .rgb16Float, .rgba16Float, .r32Float, .rg32Float, .rgb32Float, .rgba32Float], from: -1)
        },
        Scene("reading packed floats") { stage in try stage.formatChart([.rg11b10Float, .rgb9e5], scale: 3) },
        Scene("reading signed integer formats") { stage in
            try stage.integerChart([.r8Int, .rg8Int, .rgba8Int, .r16Int, .rg16Int, .rgba16Int, .r32Int, .rg32Int, .rgba32Int], "i")
        },
        Scene("reading unsigned integer formats") { stage in
            try stage.integerChart([.r8Uint, .rg8Uint, .rgba8Uint, .r16Uint, .rg16Uint, .rgba16Uint, .r32Uint, .rg32Uint, .rgba32Uint, .rgb10a2Uint], "u")
        },
        Scene("reading depth as red") { stage in
            try stage.formatChart([.depth16, .depth24, .depth32Float, .depth24Stencil8, .depth32FloatStencil8])
        },
        Scene("filtering each format") { stage in
            // The lookups are half-way between texels, where the rounding of the weights does not matter.
            try stage.formatChart([.r8, .rgba8, .rgb565, .rgba4444, .rgb5a1, .rgb10a2, .rgba16, .rgba8Snorm, .srgb8Alpha8, .rgba16Float, .rgba32Float,
                                   .rg11b10Float, .rgb9e5],
                                  sampler: .linear)
        },
        Scene("sampling a texture unit that is empty") { stage in
            try stage.fullScreen(16, 16, fragment: """
                #version 330
                uniform sampler2D nothing;
                in vec2 place;
                out vec4 result;
                void main() { result = texture(nothing, place) + vec4(0.25, 0.0, 0.0, 0.0); }
                """)
        },
        Scene("swizzles of colours") { stage in
            try stage.swizzleChart([.rgba8, .rg8, .rgba16Float, .srgb8Alpha8, .rgb565, .r8], "", [
                .init(red: .alpha, green: .blue, blue: .green, alpha: .red), .init(red: .zero, green: .one, blue: .red, alpha: .blue), .luminance,
                .init(red: .green, green: .green, blue: .one, alpha: .alpha),
            ])
        },
        Scene("swizzles of integers") { stage in
            try stage.swizzleChart([.rgba8Uint, .rg16Uint, .rgba32Uint], "u", [
                .init(red: .alpha, green: .blue, blue: .green, alpha: .red), .init(red: .one, green: .zero, blue: .green, alpha: .red),
            ])
        },
        Scene("swizzles of depth") { stage in
            try stage.swizzleChart([.depth16, .depth32Float, .depth24Stencil8], "", [.luminance, .init(red: .alpha, green: .red, blue: .green, alpha: .one)])
        },
        Scene("swizzled shadow lookups") { stage in
            let map = try stage.texture(.d2, .depth32Float, 8, 8) { x, y, _, _ in .init(Float((x * 3 + y * 5) % 8) / 8, 0, 0, 1) }
            let fragment = """
                #version 330
                uniform sampler2DShadow image;
                in vec2 place;
                out vec4 result;
                void main() { result = vec4(texture(image, vec3(place, 0.4375)), 0.25, 0.5, 1.0); }
                """
            return try [TextureSwizzle.identity, .luminance, TextureSwizzle(red: .one), TextureSwizzle(red: .zero)].flatMap { swizzle in
                try stage.fullScreen(24, 24, fragment: fragment) {
                    $0.setTexture("image", TextureView(map, swizzle: swizzle), Sampler(min: .nearest, mag: .nearest, compare: .less))
                }
            }
        },
        Scene("writing and reading back formats") { stage in
            // The values go from the host to a texture, through a copy on the device, and back to the host.
            let others: [PixelFormat] = [.rgb8Snorm, .rgb16Float, .rgb32Float, .rgb32Int, .rgb32Uint, .srgb8, .rgb8]
            return try PixelFormat.allCases.filter { $0.isColor && !others.contains($0) }.map { format in
                let isInteger = format.isInteger
                let source = try stage.texture(.d2, format, 5, 4) { x, y, _, _ in
                    isInteger ? SIMD4(Float(x * 9 + y), Float(y * 5), Float(x), Float(x & 3))
                        : SIMD4(Float(x) / 4, Float(y) / 3, Float(x * y) / 12, 1 - Float(x) / 8)
                }
                let copy = try stage.texture(.d2, format, 7, 6) { _, _, _, _ in .init(repeating: isInteger ? 1 : 0.5) }
                var encoder = stage.device.makeCommandEncoder()
                encoder.copy(source, region: TextureRegion(x: 1, y: 0, width: 4, height: 3), to: copy, x: 2, y: 1)
                try stage.device.submit(encoder)
                return try SceneOutput(copy, name: "\(format)")
            }
        },
    ]
}

extension Stage {
    /// Draws a cell of 24×32 pixels for each format. Each half of the cell shows an 8×8 texture of ramps: the lower half shows red, green
    /// and blue, and the upper half shows alpha as grey.
    fileprivate func formatChart(_ formats: [PixelFormat], from low: Float = 0, scale: Float = 1, sampler: Sampler = .nearest) throws -> [SceneOutput] {
        let program = try program(Stage.fullScreenVertex, """
            #version 330
            uniform sampler2D image; uniform float low; uniform float scale;
            in vec2 place;
            out vec4 result;
            void main() {
                vec4 texel = texture(image, place * vec2(1.0, 2.0));
                texel = (texel / scale - low) / (1.0 - low);
                result = place.y < 0.5 ? vec4(texel.rgb, 1.0) : vec4(texel.aaa, 1.0);
            }
            """)
        let pipeline = try pipeline(program, .none)
        let columns = min(4, formats.count), rows = (formats.count + columns - 1) / columns
        let grid = Grid(columns: columns, cell: 24, 32)
        return try picture(try target(24 * columns, 32 * rows)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("low", low)
            pass.setUniform("scale", scale)
            for (cell, format) in formats.enumerated() {
                let texture = try texture(.d2, format, 8, 8) { x, y, _, _ in
                    let v = SIMD4<Float>(Float(x) / 7, Float(y) / 7, Float(x * y) / 49, 1 - Float(x + y) / 14)
                    return (v * (1 - low) + low) * scale
                }
                var chosen = sampler
                chosen.wrapT = .repeat
                pass.setTexture("image", texture, chosen)
                pass.setViewport(grid.viewport(cell))
                pass.draw(count: 3)
            }
        }
    }

    fileprivate func integerChart(_ formats: [PixelFormat], _ prefix: String) throws -> [SceneOutput] {
        let program = try program(Stage.fullScreenVertex, """
            #version 330
            uniform \(prefix)sampler2D image;
            in vec2 place;
            out \(prefix)vec4 result;
            void main() { result = place.x < 0.5 ? texture(image, place) : texelFetch(image, ivec2(place * 8.0), 0); }
            """)
        let pipeline = try pipeline(program, .none)
        let grid = Grid(columns: 5, cell: 16, 16)
        let format: PixelFormat = prefix == "i" ? .rgba32Int : .rgba32Uint
        let clear: ClearColor = prefix == "i" ? .int(.zero) : .uint(.zero)
        return try picture(try target(80, 32, [format]), clear: ClearValues(colors: [clear])) { pass in
            pass.setPipeline(pipeline)
            for (cell, format) in formats.enumerated() {
                let bias: Float = prefix == "i" ? -40 : 0
                let texture = try texture(.d2, format, 8, 8) { x, y, _, _ in
                    .init(Float(x * 11) + bias, Float(y * 13) + bias, Float(x * y) + bias, prefix == "i" ? Float(x - y) : Float((x + y) & 3))
                }
                pass.setTexture("image", texture, .nearest)
                pass.setViewport(grid.viewport(cell))
                pass.draw(count: 3)
            }
        }
    }
    /// Reads textures through swizzles: filtered in the left third of a cell, as a fetch in the middle, as a gather in the right third.
    fileprivate func swizzleChart(_ formats: [PixelFormat], _ prefix: String, _ swizzles: [TextureSwizzle]) throws -> [SceneOutput] {
        let pipeline = try pipeline(try program(Stage.fullScreenVertex, """
            #version 400
            uniform \(prefix)sampler2D image;
            in vec2 place;
            out \(prefix)vec4 result;
            void main() {
                if (place.x < 0.33) result = texture(image, place);
                else if (place.x < 0.66) result = texelFetch(image, ivec2(place * 8.0), 0);
                else result = place.y < 0.5 ? textureGather(image, place, 1) : textureGather(image, place, 3);
            }
            """), .none)
        let grid = Grid(columns: swizzles.count, cell: 24, 16), isInteger = prefix == "u"
        let size = (24 * swizzles.count, 16 * formats.count), clear: ClearColor = isInteger ? .uint(.zero) : .float(.zero)
        return try picture(try target(size.0, size.1, [isInteger ? .rgba32Uint : .rgba8]), clear: ClearValues(colors: [clear])) { pass in
            pass.setPipeline(pipeline)
            for (row, format) in formats.enumerated() {
                let texture = try texture(.d2, format, 8, 8) { x, y, _, _ in
                    isInteger ? .init(Float(x * 11), Float(y * 13), Float(x * y), Float((x + y) & 3))
                        : .init(Float(x) / 7, Float(y) / 7, Float(x * y) / 49, 1 - Float(x + y) / 14)
                }
                for (column, swizzle) in swizzles.enumerated() {
                    pass.setTexture("image", TextureView(texture, swizzle: swizzle), .nearest)
                    pass.setViewport(grid.viewport(row * swizzles.count + column))
                    pass.draw(count: 3)
                }
            }
        }
    }
}
