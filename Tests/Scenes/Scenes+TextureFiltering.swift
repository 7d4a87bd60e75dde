// Scenes: wrapping, filtering, levels of detail, anisotropy.

import Raster

extension Scene {
    static let textureFiltering: [Scene] = [
        Scene("wrap modes, nearest") { stage in try stage.wrapChart(.nearest) },
        Scene("wrap modes, linear") { stage in try stage.wrapChart(.linear) }
            .allowing(2, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("wrap modes on sizes that are no powers of two") { stage in try stage.wrapChart(.nearest, width: 5, height: 7) },
        Scene("different wraps in s and t, with a border colour") { stage in
            let texture = try stage.checkers(8, 8)
            var sampler = Sampler.linear
            sampler.wrapS = .clampToBorder; sampler.wrapT = .mirroredRepeat
            sampler.borderColor = .init(0.9, 0.2, 0.7, 0.5)
            return try stage.fullScreen(64, 64, fragment: stretched) { $0.setTexture("image", texture, sampler) }
        }.allowing(2, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("magnified and minified with different filters") { stage in
            let texture = try stage.checkers(16, 16)
            let grid = Grid(columns: 2, cell: 32, 32)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, sampledAtPlace), .none)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                for cell in 0..<4 {
                    pass.setTexture("image", texture, Sampler(min: cell < 2 ? .nearest : .linear, mag: cell % 2 == 0 ? .nearest : .linear, wrap: .repeat))
                    pass.setUniform("scale", cell % 2 == 0 ? SIMD2<Float>(0.5, 0.5) : SIMD2<Float>(4, 4))
                    pass.setViewport(grid.viewport(cell))
                    pass.draw(count: 3)
                }
            }
        }.allowing(2, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("mipmap modes at chosen levels") { stage in
            // Calls textureLod with levels from −1 to 6. These lookups need no derivatives, so the specification defines their result
            // exactly.
            let texture = try stage.coloredLevels(32, 32)
            let fragment = """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() { result = textureLod(image, place * 2.0 + 0.007, place.x * 7.0 - 1.0); }
                """
            let modes: [Sampler] = [Sampler(min: .nearest, mag: .linear, mip: .nearest), Sampler(min: .linear, mag: .nearest, mip: .nearest),
                                    Sampler(min: .nearest, mag: .nearest, mip: .linear), Sampler(min: .linear, mag: .linear, mip: .linear), .nearest, .linear]
            return try modes.flatMap { sampler in
                var sampler = sampler
                sampler.wrapS = .repeat; sampler.wrapT = .repeat
                return try stage.fullScreen(64, 16, fragment: fragment) { $0.setTexture("image", texture, sampler) }
            }
        }.allowing(3, share: 0.03, "weights between levels may be held in eight bits, and level steps fall on rounding (§3.8.11)"),
        Scene("clamps and bias of the level of detail") { stage in
            let texture = try stage.coloredLevels(32, 32)
            let grid = Grid(columns: 3, cell: 32, 32)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform sampler2D image; uniform float bias;
                in vec2 place;
                out vec4 result;
                void main() { result = texture(image, place, bias); }
                """), .none)
            return try stage.picture(try stage.target(96, 64)) { pass in
                pass.setPipeline(pipeline)
                let settings: [(bias: Float, shader: Float, min: Float, max: Float)] = [(0, 0, -1000, 1000), (1, 0, -1000, 1000), (0, 2, -1000, 1000),
                                                                                       (1, 1, -1000, 1.5), (0, 0, 3, 1000), (-2, 4, 2.25, 2.25)]
                for (cell, s) in settings.enumerated() {
                    var sampler = Sampler(min: .nearest, mag: .nearest, mip: .linear, wrap: .repeat)
                    sampler.lodBias = s.bias; sampler.lodMin = s.min; sampler.lodMax = s.max
                    pass.setTexture("image", texture, sampler)
                    pass.setUniform("bias", s.shader)
                    pass.setViewport(grid.viewport(cell))
                    pass.draw(count: 3)
                }
            }
        }.allowing(2, "weights between levels may be held in eight bits (§3.8.11)"),
        Scene("levels of detail from derivatives") { stage in
            // Each cell shows the texture at a scale that is a power of two.
            let texture = try stage.coloredLevels(64, 64)
            let grid = Grid(columns: 4, cell: 16, 16)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, sampledAtPlace), .none)
            return try stage.picture(try stage.target(64, 48)) { pass in
                pass.setPipeline(pipeline)
                for cell in 0..<12 {
                    let s = Float(1 << (cell % 4)) / 4
                    pass.setUniform("scale", cell < 4 ? SIMD2<Float>(s, s) : cell < 8 ? SIMD2<Float>(s * 2, 0.125) : SIMD2<Float>(0.125, s))
                    pass.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat))
                    pass.setViewport(grid.viewport(cell))
                    pass.draw(count: 3)
                }
            }
        },
        Scene("a mipmapped floor in perspective", tolerance: .levelOfDetail(4, share: 0.005)) { stage in try stage.floor(.trilinearRepeat) },
        Scene("a mipmapped floor, nearest level", tolerance: .levelOfDetail(4, share: 0.01)) { stage in
            try stage.floor(Sampler(min: .linear, mag: .linear, mip: .nearest, wrap: .repeat))
        },
        Scene("an anisotropic floor",
              tolerance: Tolerance(difference: 48, share: 0.02,
                                   reason: "the anisotropic filter is the implementation's (EXT_texture_filter_anisotropic)")) { stage in
            var sampler = Sampler.trilinearRepeat
            sampler.maxAnisotropy = 8
            return try stage.floor(sampler)
        },
        Scene("a range of levels") { stage in
            let texture = try stage.coloredLevels(32, 32)
            let grid = Grid(columns: 3, cell: 32, 32)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec4 sampled = place.y < 0.5 ? textureLod(image, place, place.x * 6.0) : texelFetch(image, ivec2(place * 2.0), 1);
                    result = vec4(sampled.rgb, 1.0) * 0.5 + vec4(vec2(textureSize(image, 0)) / 64.0, 0.0, 0.0);
                }
                """), .none)
            return try stage.picture(try stage.target(96, 32)) { pass in
                pass.setPipeline(pipeline)
                for (cell, levels) in [0...5, 1...3, 2...4].enumerated() {
                    pass.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, mip: .nearest), levels: levels)
                    pass.setViewport(grid.viewport(cell))
                    pass.draw(count: 3)
                }
            }
        }.allowing(1, share: 0.02, "level steps fall on rounding (§3.8.11)"),
    ]

    fileprivate static let stretched = """
        #version 330
        uniform sampler2D image;
        in vec2 place;
        out vec4 result;
        void main() { result = texture(image, place * 4.0 - 1.53125); }
        """
    fileprivate static let sampledAtPlace = """
        #version 330
        uniform sampler2D image; uniform vec2 scale;
        in vec2 place;
        out vec4 result;
        void main() { result = texture(image, place * scale); }
        """
}

extension Stage {
    /// Returns a texture of squares in changing colours. Every texel differs from its neighbours.
    func checkers(_ width: Int, _ height: Int, format: PixelFormat = .rgba8) throws -> Texture {
        try texture(.d2, format, width, height) { x, y, _, _ in
            let dark: Float = (x + y) % 2 == 0 ? 1 : 0.3
            return SIMD4(Float(x) / Float(width - 1) * dark, Float(y) / Float(height - 1), dark, 1 - Float(x) / Float(2 * width))
        }
    }
    /// Returns a texture in which each level has its own colour, with a light grid.
    func coloredLevels(_ width: Int, _ height: Int) throws -> Texture {
        try texture(.d2, .rgba8, width, height, levels: TextureDescriptor.fullMipLevelCount(width: width, height: height)) { x, y, _, level in
            Ink.at(level) * ((x + y) % 2 == 0 ? 1 : 0.75)
        }
    }

    fileprivate func wrapChart(_ filter: FilterMode, width: Int = 8, height: Int = 8) throws -> [SceneOutput] {
        let texture = try checkers(width, height)
        let program = try program(Stage.fullScreenVertex, Scene.stretched)
        let pipeline = try pipeline(program, .none)
        let grid = Grid(columns: 3, cell: 40, 40)
        return try picture(try target(120, 80)) { pass in
            pass.setPipeline(pipeline)
            for (cell, mode) in [WrapMode.repeat, .mirroredRepeat, .clampToEdge, .clampToBorder, .mirrorClampToEdge].enumerated() {
                pass.setTexture("image", texture, Sampler(min: filter, mag: filter, wrap: mode))
                pass.setViewport(grid.viewport(cell))
                pass.draw(count: 3)
            }
        }
    }

    fileprivate func floor(_ sampler: Sampler) throws -> [SceneOutput] {
        let texture = try texture(.d2, .rgba8, 64, 64, levels: 7) { x, y, _, level in
            let size = 8 >> min(level, 3)
            let isLight = (x / max(1, size) + y / max(1, size)) % 2 == 0
            return level > 3 ? .init(0.5, 0.45, 0.4, 1) : isLight ? .init(0.85, 0.8, 0.7, 1) : .init(0.15, 0.1, 0.1, 1)
        }
        let program = try program("""
            #version 330
            in vec4 position; in vec4 color;
            out vec2 place;
            void main() { gl_Position = vec4(position.xy * position.w, 0.0, position.w); place = color.xy; }
            """, """
            #version 330
            uniform sampler2D image;
            in vec2 place;
            out vec4 result;
            void main() { result = texture(image, place); }
            """)
        let pipeline = try pipeline(program)
        var mesh = Mesh()
        let corners: [(SIMD2<Float>, Float, SIMD2<Float>)] = [(.init(-2, -1), 1, .init(0, 0)), (.init(2, -1), 1, .init(4, 0)),
                                                              (.init(0.5, 0.75), 12, .init(4, 12)), (.init(-0.5, 0.75), 12, .init(0, 12))]
        for i in [0, 1, 2, 0, 2, 3] { mesh.vertex(corners[i].0.x, corners[i].0.y, w: corners[i].1, .init(corners[i].2.x, corners[i].2.y, 0, 0)) }
        return try picture(try target(128, 96)) { pass in
            pass.setPipeline(pipeline)
            pass.setTexture("image", texture, sampler)
            pass.setVertexBuffer(try device.makeBuffer(mesh.floats))
            pass.draw(count: 6)
        }
    }
}
