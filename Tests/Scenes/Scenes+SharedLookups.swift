// Scenes: several lookups at one coordinate, in units that are alike and in units that differ in one respect.

import Raster

extension Scene {
    static let sharedLookups: [Scene] = [
        Scene("lookups at one coordinate in alike textures") { stage in
            var limited = Sampler.trilinearRepeat, stretched = Sampler.trilinearRepeat, bordered = Sampler(mip: .linear, wrap: .clampToBorder)
            limited.lodBias = 0.5; limited.lodMin = 0.25; limited.lodMax = 2.5
            stretched.maxAnisotropy = 4
            bordered.borderColor = SIMD4(0.9, 0.2, 0.7, 0.5)
            var other = bordered
            other.borderColor = SIMD4(0.1, 0.6, 0.3, 1)
            let colors: [PixelFormat] = [.rgba8, .srgb8Alpha8, .rgba8], trilinear = Sampler.trilinearRepeat
            return try stage.lookups([
                stage.units(colors, trilinear), stage.units([.srgb8Alpha8, .srgb8Alpha8, .srgb8Alpha8], trilinear),
                stage.units([.rgba8, .rgb10a2, .srgb8Alpha8], Sampler(mip: .linear, wrap: .mirroredRepeat)),
                zip(try stage.units(colors, bordered), [bordered, other, bordered]).map { ($0.0, $1) },
                stage.units(colors, limited), stage.units(colors, stretched),
                stage.units(colors, Sampler(min: .nearest, mag: .linear, mip: .nearest, wrap: .repeat)),
                stage.units([.rgba16Float, .rgba16Float, .rgba16], trilinear), stage.units([.r8, .r8, .r8Snorm], trilinear),
                stage.units(colors, .linear), stage.units(colors, .nearest), stage.units([.rg11b10Float, .rgb9e5, .r32Float], trilinear),
            ])
        }.allowing(8, share: 0.085, "anisotropic footprints and the level of detail may be approximated (§3.8.11)"),
        Scene("lookups at one coordinate in unlike textures") { stage in
            let plain = Sampler.trilinearRepeat, colors: [PixelFormat] = [.rgba8, .rgba8, .srgb8Alpha8]
            var biased = plain, limited = plain, stretched = plain, mirrored = plain
            biased.lodBias = 1; limited.lodMax = 1; stretched.maxAnisotropy = 8; mirrored.wrapT = .mirroredRepeat
            func samplers(_ second: Sampler) throws -> [(Texture, Sampler)] {
                zip(try stage.units(colors, plain), [plain, second, plain]).map { ($0.0, $1) }
            }
            return try stage.lookups([
                samplers(biased), samplers(limited), samplers(stretched), samplers(mirrored), samplers(.trilinear), samplers(.linear), samplers(.nearest),
                samplers(Sampler(min: .linear, mag: .nearest, mip: .linear, wrap: .repeat)),
                stage.units([.rgba8, .rgba16Float, .rg8], plain),
                [stage.levels(32, 32), stage.levels(32, 16), stage.levels(16, 32)].map { ($0, plain) },
                [stage.levels(32, 32), stage.levels(32, 32, count: 3), stage.levels(32, 32, count: 1)].map { ($0, plain) },
                [stage.levels(24, 17), stage.levels(24, 17), stage.levels(24, 18)].map { ($0, plain) },
            ])
        }.allowing(8, share: 0.045, "anisotropic footprints and the level of detail may be approximated (§3.8.11)"),
        Scene("lookups at one coordinate in cubes, arrays and 3D textures") { stage in
            let kinds: [(TextureType, String, String)] = [
                (.cube, "samplerCube", "vec3(place * 4.0 - 2.0, 1.0)"), (.d2Array, "sampler2DArray", "vec3(place * 3.0, place.x * 3.0)"),
                (.d3, "sampler3D", "vec3(place * 2.0, place.y)"),
            ]
            return try kinds.flatMap { type, sampler, coordinate in
                let textures = try [PixelFormat.rgba8, .srgb8Alpha8, .rgba8].enumerated().map { number, format in
                    try stage.texture(type, format, 16, 16, depth: type == .cube ? 1 : 4, levels: 5) { x, y, z, level in
                        SIMD4(Float((x * 3 + y * 5 + z + number) % 8) / 8, Float(level) / 5, Float((x ^ y) & 3) / 4, 1)
                    }
                }
                return try stage.fullScreen(48, 48, fragment: """
                    #version 330
                    uniform \(sampler) a, b, c;
                    in vec2 place;
                    out vec4 result;
                    void main() {
                        vec3 p = \(coordinate);
                        result = texture(a, p) * 0.4 + texture(b, p).gbra * 0.3 + texture(c, p).brga * 0.3;
                    }
                    """) { pass in
                    for (name, texture) in zip(["a", "b", "c"], textures) { pass.setTexture(name, texture, .trilinearRepeat) }
                }
            }
        },
        Scene("lookups at one coordinate in loops, in arms and behind discards") { stage in
            let units = try stage.units([.rgba8, .srgb8Alpha8, .rgba8], .trilinearRepeat)
            return try stage.fullScreen(64, 64, fragment: """
                #version 330
                uniform sampler2D a, b, c;
                uniform int turns;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec2 p = place * 1.7 + 0.013;
                    vec4 sum = textureLod(a, p, 0.6);
                    if (sum.r > 0.5) {
                        // These lookups run in other lanes than the lookup before them.
                        sum += textureLod(b, p, 0.6) + textureLod(c, p, 0.6);
                    } else {
                        sum += textureLod(c, p, 0.6).bgra * 0.5;
                        if (place.x > 0.75) discard;
                        sum += textureLod(b, p, 0.6).grba * 0.5;
                    }
                    for (int i = 0; i < turns + int(place.y * 3.0); i++) {
                        vec2 q = p + float(i) * 0.37;
                        sum += textureLod(a, q, float(i) * 0.4) * 0.1;
                        if (sum.g > 1.2) continue;
                        sum += textureLod(b, q, float(i) * 0.4) * 0.2 + textureGrad(c, q, vec2(0.1, 0.0), vec2(0.0, 0.05)) * 0.1
                            + textureGrad(a, q, vec2(0.1, 0.0), vec2(0.0, 0.05)) * 0.1;
                        if (sum.b > 2.0) break;
                        sum += textureLod(c, q, float(i) * 0.4) * 0.2;
                    }
                    if (place.y < 0.1) discard;
                    result = sum * 0.2 + textureLodOffset(a, p, 0.2, ivec2(1, -2)) * 0.1 + textureLodOffset(b, p, 0.2, ivec2(1, -2)) * 0.1;
                }
                """) { pass in
                for (name, unit) in zip(["a", "b", "c"], units) { pass.setTexture(name, unit.0, unit.1) }
                pass.setUniform("turns", Int32(2))
            }
        }.allowing(4, share: 0.02, "a filtered value beside a threshold chooses another arm (§3.8.11)"),
    ]
}

extension Stage {
    /// Returns a texture with patterns that differ from level to level and from format to format.
    fileprivate func levels(_ width: Int, _ height: Int, _ format: PixelFormat = .rgba8, count: Int = 4) throws -> Texture {
        let kind = format.bytesPerTexel + format.channelCount
        return try texture(.d2, format, width, height, levels: count) { x, y, _, level in
            SIMD4(Float((x * 3 + y * 5 + kind) % 8) / 8, Float(level) / 4, Float((x ^ y) & 3) / 4, Float((x + y * kind) % 3) / 2)
        }
    }
    fileprivate func units(_ formats: [PixelFormat], _ sampler: Sampler) throws -> [(Texture, Sampler)] {
        try formats.map { (try levels(32, 32, $0), sampler) }
    }

    /// Draws a cell for each set of three textures. The footprint of the lookups grows from left to right, so that neighbouring quads read
    /// different levels.
    fileprivate func lookups(_ sets: [[(Texture, Sampler)]]) throws -> [SceneOutput] {
        let grid = Grid(columns: 4, cell: 40, 32)
        let program = try program(Stage.fullScreenVertex, """
            #version 330
            uniform sampler2D a, b, c;
            in vec2 place;
            out vec4 result;
            void main() {
                vec2 p = vec2(place.x * place.x * 4.0, place.y * 1.5 + place.x) - 0.487;
                result = vec4(texture(a, p).rgb * 0.4 + texture(b, p).gbr * 0.3 + texture(c, p).brg * 0.3, texture(c, p).a);
            }
            """)
        let pipeline = try pipeline(program, .none)
        return try picture(try target(160, 32 * ((sets.count + 3) / 4))) { pass in
            pass.setPipeline(pipeline)
            for (cell, set) in sets.enumerated() {
                for (name, unit) in zip(["a", "b", "c"], set) { pass.setTexture(name, unit.0, unit.1) }
                pass.setViewport(grid.viewport(cell))
                pass.draw(count: 3)
            }
        }
    }
}
