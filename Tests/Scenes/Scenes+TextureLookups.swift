// Scenes: the lookup functions of GLSL.

import Raster

extension Scene {
    static let textureLookups: [Scene] = [
        Scene("textureGrad") { stage in
            let texture = try stage.coloredLevels(32, 32)
            let fragment = """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    // Exact powers of two in bands.
                    float step = exp2(floor(place.x * 6.0)) / 32.0;
                    result = textureGrad(image, place * 3.0 + 0.007, vec2(step, 0.0), vec2(0.0, step * (place.y < 0.5 ? 1.0 : 0.25)));
                }
                """
            return try stage.fullScreen(60, 32, fragment: fragment) {
                $0.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat))
            }
        },
        Scene("textureProj in both forms") { stage in
            let texture = try stage.checkers(8, 8)
            return try stage.fullScreen(64, 32, fragment: """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    float w = 1.0 + place.y;
                    result = place.x < 0.5 ? textureProj(image, vec3(place * vec2(4.0, 2.0) + 0.017, w)) : textureProj(image, vec4(place * 3.0 + 0.017, 99.0, w));
                }
                """) { $0.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, wrap: .mirroredRepeat)) }
        },
        Scene("offsets in every lookup") { stage in
            let texture = try stage.texture(.d2, .rgba8, 8, 8, levels: 3) { x, y, _, level in
                .init(Float(x) / 8, Float(y) / 8, Float(level) / 2, 1)
            }
            return try stage.fullScreen(64, 64, fragment: """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * 2.0);
                    if (place.x < 0.5 && place.y < 0.5) result = textureOffset(image, p, ivec2(3, -2));
                    else if (place.y < 0.5) result = textureLodOffset(image, p, 1.0, ivec2(-8, 7));
                    else if (place.x < 0.5) result = texelFetchOffset(image, ivec2(p * 7.0), 0, ivec2(1, 0));
                    else result = textureProjOffset(image, vec3(p * 2.0, 2.0), ivec2(1, 1)) * 0.5 + textureGradOffset(image, p, vec2(0.5, 0.0), vec2(0.0, 0.5), ivec2(-1, 2)) * 0.5;
                }
                """) { $0.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat)) }
        },
        Scene("texelFetch and textureSize") { stage in
            let texture = try stage.coloredLevels(16, 8)
            // The level changes only from band to band, with eight rows in a band: some implementations evaluate textureSize with a single
            // level for a group of pixels.
            return try stage.fullScreen(64, 40, fragment: """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    int level = int(gl_FragCoord.y) / 8;
                    ivec2 size = textureSize(image, level);
                    ivec2 p = ivec2(place.x * vec2(size));
                    p.y = p.x % size.y;
                    result = place.x < 0.75 ? texelFetch(image, p, level) : vec4(vec2(size) / 16.0, float(level) / 5.0, 1.0);
                }
                """) { $0.setTexture("image", texture, .nearest) }
        },
        Scene("textureGather in all components") { stage in
            let texture = try stage.checkers(8, 8)
            return try stage.fullScreen(64, 64, fragment: """
                #version 400
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * 2.0) * 1.25 - 0.117;
                    if (place.x < 0.5 && place.y < 0.5) result = textureGather(image, p);
                    else if (place.y < 0.5) result = textureGather(image, p, 1);
                    else if (place.x < 0.5) result = textureGather(image, p, 2);
                    else result = textureGatherOffset(image, p, ivec2(2, -1), 3);
                }
                """) { $0.setTexture("image", texture, Sampler(min: .linear, mag: .linear, wrap: .repeat)) }
        },
        Scene("textureGather with four offsets and with varying offsets") { stage in
            let texture = try stage.checkers(8, 8)
            return try stage.fullScreen(64, 64, fragment: """
                #version 400
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * 2.0) * 1.25 - 0.117;
                    ivec2 offset = ivec2(int(gl_FragCoord.x) % 9 - 4, int(gl_FragCoord.y) % 7 - 3);
                    if (place.x < 0.5) result = textureGatherOffsets(image, p, ivec2[4](ivec2(0), ivec2(3, -2), ivec2(-8, 7), ivec2(1, 1)), 1);
                    else result = textureGatherOffset(image, p, offset, 2);
                }
                """) { $0.setTexture("image", texture, Sampler(min: .linear, mag: .linear, wrap: .mirroredRepeat)) }
        },
        Scene("borders of depth") { stage in
            var sampler = Sampler(min: .nearest, mag: .nearest, wrap: .clampToBorder, compare: .less)
            sampler.borderColor = .init(0.75, 0, 0, 0)
            return try [PixelFormat.depth24, .depth32Float].flatMap { format in
                let texture = try stage.texture(.d2, format, 4, 4) { x, y, _, _ in .init(Float((x * 5 + y * 3) % 8) / 8, 0, 0, 1) }
                return try stage.fullScreen(32, 32, fragment: """
                    #version 400
                    uniform sampler2DShadow image;
                    in vec2 place;
                    out vec4 result;
                    void main() { result = textureGather(image, place * 1.9 - 0.43, 0.4375); }
                    """) { $0.setTexture("image", texture, sampler) }
            }
        },
        Scene("shadow comparisons, nearest") { stage in try stage.shadowChart(.nearest) },
        Scene("shadow comparisons, filtered") { stage in try stage.shadowChart(.linear) }
            .allowing(2, "how compared texels are filtered is the implementation's (§3.8.14)"),
        Scene("shadow lookups with projection, level, offset and gather") { stage in
            let texture = try stage.texture(.d2, .depth24, 8, 8, levels: 2) { x, y, _, level in
                .init(Float((x * 5 + y * 3) % 8) / 8 + Float(level) * 0.0625, 0, 0, 1)
            }
            return try stage.fullScreen(64, 64, fragment: """
                #version 400
                uniform sampler2DShadow image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * 2.0);
                    float ref = 0.4375;
                    if (place.x < 0.5 && place.y < 0.5) result = vec4(textureProj(image, vec4(p * 2.0, ref * 2.0, 2.0)));
                    else if (place.y < 0.5) result = vec4(textureLod(image, vec3(p, ref), 1.0));
                    else if (place.x < 0.5) result = vec4(textureOffset(image, vec3(p, ref), ivec2(1, -1)));
                    else result = textureGather(image, p, ref);
                }
                """) { $0.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat, compare: .lessEqual)) }
        },
        Scene("a shadow map drawn and used") { stage in
            let map = try stage.device.makeTexture(TextureDescriptor(format: .depth24, width: 32, height: 32))
            let mapTarget = try stage.device.makeFramebuffer(color: [], depth: Attachment(map))
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: mapTarget, clear: .depth(1)) { pass in
                pass.setPipeline(try stage.pipeline(program) { $0.depth = .less })
                var mesh = Mesh()
                mesh.vertex(4, 4, z: -0.5, Ink.red); mesh.vertex(28, 8, z: 0, Ink.red); mesh.vertex(12, 28, z: 0.5, Ink.red)
                mesh.quad(2, 14, 30, 18, z: 0.25, Ink.red)
                try pass.draw(mesh)
            }
            let fragment = """
                #version 330
                uniform sampler2DShadow map;
                in vec2 place;
                out vec4 result;
                void main() { float lit = texture(map, vec3(place, place.x * 0.5 + 0.28125)); result = vec4(lit, lit * 0.5, 1.0 - lit, 1.0); }
                """
            let target = try stage.target(64, 64)
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, fragment), .none)
            encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("map", map, Sampler(min: .nearest, mag: .nearest, compare: .less))
                pass.draw(count: 3)
            }
            try stage.device.submit(encoder)
            return try stage.read(target) + [SceneOutput(map, name: "map")]
        },
        Scene("textures in the vertex shader") { stage in
            let heights = try stage.texture(.d2, .r32Float, 8, 8) { x, y, _, _ in .init(Float((x * 3 + y * 5) % 8) / 8, 0, 0, 1) }
            let program = try stage.program("""
                #version 330
                uniform sampler2D heights;
                out vec3 tint;
                void main() {
                    ivec2 cell = ivec2(gl_InstanceID % 8, gl_InstanceID / 8);
                    float a = texelFetch(heights, cell, 0).r, b = textureLod(heights, (vec2(cell) + 0.5) / 8.0, 0.0).r;
                    float c = texture(heights, (vec2(cell.yx) + 0.5) / 8.0).r;
                    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * (1.125 + a * 6.0) + 0.1875;
                    gl_Position = vec4((vec2(cell) * 8.0 + corner) / 32.0 - 1.0, 0.0, 1.0);
                    tint = vec3(a, b, c);
                }
                """, """
                #version 330
                in vec3 tint;
                out vec4 result;
                void main() { result = vec4(tint, 1.0); }
                """)
            let pipeline = try stage.pipeline(program, .none)
            return try stage.picture(try stage.target(64, 64)) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("heights", heights, .nearest)
                pass.draw(.triangleStrip, count: 4, instances: 64)
            }
        },
        Scene("an array of samplers") { stage in
            let textures = try (0..<3).map { i in try stage.texture(.d2, .rgba8, 4, 4) { x, y, _, _ in Ink.at(i) * ((x ^ y) & 1 == 0 ? 1 : 0.5) } }
            return try stage.fullScreen(48, 16, fragment: """
                #version 330
                uniform sampler2D images[3];
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = fract(place * vec2(3.0, 1.0));
                    result = place.x < 1.0 / 3.0 ? texture(images[0], p) : place.x < 2.0 / 3.0 ? texture(images[1], p) : texture(images[2], p);
                }
                """) { pass in for i in 0..<3 { pass.setTexture("images[\(i)]", textures[i], .nearest) } }
        },
    ]
}

extension Stage {
    fileprivate func shadowChart(_ filter: FilterMode) throws -> [SceneOutput] {
        let texture = try texture(.d2, .depth32Float, 8, 8) { x, y, _, _ in .init(Float(x) / 8, 0, 0, 1) }
        let program = try program(Stage.fullScreenVertex, """
            #version 330
            uniform sampler2DShadow image;
            in vec2 place;
            out vec4 result;
            void main() { result = vec4(vec3(texture(image, vec3(place.x, place.y, floor(place.y * 8.0) / 8.0))), 1.0); }
            """)
        let pipeline = try pipeline(program, .none)
        let grid = Grid(columns: 4, cell: 32, 32)
        return try picture(try target(128, 64)) { pass in
            pass.setPipeline(pipeline)
            for (cell, compare) in CompareFunction.allCases.enumerated() {
                pass.setTexture("image", texture, Sampler(min: filter, mag: filter, compare: compare))
                pass.setViewport(grid.viewport(cell))
                pass.draw(count: 3)
            }
        }
    }
}
