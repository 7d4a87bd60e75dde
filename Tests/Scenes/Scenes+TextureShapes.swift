// Scenes: cube maps, 3D textures and arrays; rendering into their slices and levels.

import Raster

extension Scene {
    static let textureShapes: [Scene] = [
        Scene("cube faces, nearest") { stage in try stage.cubeChart(.nearest) },
        Scene("cube faces, seamless") { stage in try stage.cubeChart(.linear) }
            .allowing(3, share: 0.01, "a filter's weights may be held in eight bits, and the texel at a cube's corner is an average of three (§3.8.10)"),
        Scene("cube faces with seams") { stage in
            var sampler = Sampler.linear
            sampler.seamlessCube = false
            return try stage.cubeChart(sampler)
        }.allowing(2, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("cube levels by textureLod") { stage in
            let cube = try stage.texture(.cube, .rgba8, 16, 16, levels: 5) { x, y, face, level in Ink.at(face + level) * ((x ^ y) & 1 == 0 ? 1 : 0.75) }
            return try stage.cubeView(cube, Sampler(min: .nearest, mag: .nearest, mip: .nearest), lookup: "textureLod(image, direction, floor(place.y * 5.0))")
        },
        Scene("cube shadow lookups") { stage in
            let cube = try stage.texture(.cube, .depth32Float, 8, 8) { x, y, face, _ in .init(Float((x + y + face * 3) % 8) / 8, 0, 0, 1) }
            return try stage.cubeView(cube, Sampler(min: .nearest, mag: .nearest, compare: .less), sampler: "samplerCubeShadow",
                                      lookup: "vec4(vec3(texture(image, vec4(direction, 0.4375))), 1.0)")
        },
        Scene("3D textures") { stage in
            let volume = try stage.texture(.d3, .rgba8, 8, 4, depth: 6) { x, y, z, _ in
                .init(Float(x) / 7, Float(y) / 3, Float(z) / 5, Float((x + y + z) % 2))
            }
            let fragment = """
                #version 330
                uniform sampler3D image;
                in vec2 place;
                out vec4 result;
                void main() {
                    vec3 p = vec3(fract(place.x * 2.0), place.y, place.x * 1.5 - 0.25);
                    result = place.y < 0.25 ? texelFetch(image, ivec3(p * vec3(8.0, 16.0, 6.0)), 0) : texture(image, p);
                    if (place.y > 0.875) result = vec4(vec3(textureSize(image, 0)) / 8.0, 1.0);
                }
                """
            return try [Sampler(min: .nearest, mag: .nearest, wrap: .repeat), Sampler(wrap: .mirroredRepeat),
                        Sampler(wrap: .clampToBorder)].flatMap { sampler in
                try stage.fullScreen(64, 48, fragment: fragment) { $0.setTexture("image", volume, sampler) }
            }
        }.allowing(2, "a filter's weights may be held in eight bits (§3.8.11)"),
        Scene("3D levels") { stage in
            let volume = try stage.texture(.d3, .rgba8, 8, 8, depth: 8, levels: 4) { x, y, z, level in Ink.at(level) * (Float((x + y + z) % 3) / 4 + 0.5) }
            return try stage.fullScreen(64, 32, fragment: """
                #version 330
                uniform sampler3D image;
                in vec2 place;
                out vec4 result;
                void main() { result = textureLod(image, vec3(place, place.y), floor(place.x * 4.0)); }
                """) { $0.setTexture("image", volume, Sampler(min: .nearest, mag: .nearest, mip: .nearest)) }
        },
        Scene("array layers are rounded and clamped") { stage in
            let array = try stage.texture(.d2Array, .rgba8, 4, 4, depth: 5, levels: 2) { x, y, z, level in
                Ink.at(z + level * 3) * ((x ^ y) & 1 == 0 ? 1 : 0.5)
            }
            return try stage.fullScreen(72, 32, fragment: """
                #version 330
                uniform sampler2DArray image;
                in vec2 place;
                out vec4 result;
                void main() {
                    float layer = place.x * 9.0 - 2.03125;
                    vec2 p = fract(place * vec2(9.0, 2.0));
                    result = place.y < 0.5 ? texture(image, vec3(p, layer)) : place.y < 0.75 ? textureLod(image, vec3(p, layer), 1.0)
                        : texelFetch(image, ivec3(p * 4.0, clamp(int(layer), 0, 4)), 0);
                }
                """) { $0.setTexture("image", array, .nearest) }
        },
        Scene("layers and faces as other types") { stage in
            let array = try stage.texture(.d2Array, .rgba8, 8, 8, depth: 9, levels: 3) { x, y, z, level in
                Ink.at(z + level * 2) * ((x ^ y) & 1 == 0 ? 1 : 0.6)
            }
            let cube = try stage.texture(.cube, .rgba8, 8, 8, levels: 2) { x, y, face, _ in Ink.at(face) * ((x + y) & 1 == 0 ? 1 : 0.5) }
            let flat = try stage.texture(.d2, .rgba8, 8, 8) { x, y, _, _ in .init(Float(x) / 7, Float(y) / 7, 0.5, 1) }
            func look(_ type: String, _ place: String, _ view: TextureView) throws -> [SceneOutput] {
                try stage.fullScreen(32, 24, fragment: """
                    #version 330
                    uniform \(type) image;
                    in vec2 place;
                    out vec4 result;
                    void main() {
                        result = textureLod(image, \(place), place.y < 0.25 ? 1.0 : 0.0);
                        if (place.y > 0.9) result = vec4(textureSize(image, 0).xyy, 9.0) / 9.0;
                    }
                    """) { $0.setTexture("image", view, Sampler(min: .nearest, mag: .nearest, mip: .nearest)) }
            }
            let direction = "vec3(place * 2.0 - 1.0, place.x < 0.5 ? 1.0 : -1.0)"
            return try look("sampler2D", "place", TextureView(array, as: .d2, layers: 4..<5))
                + look("sampler2DArray", "vec3(place, place.x * 4.0)", TextureView(array, levels: 1...2, layers: 2..<5))
                + look("samplerCube", direction, TextureView(array, as: .cube, layers: 2..<8))
                + look("sampler2D", "place", TextureView(cube, as: .d2, layers: 3..<4))
                + look("sampler2DArray", "vec3(place, place.x * 6.0)",
                       TextureView(cube, as: .d2Array, layers: 1..<6, swizzle: TextureSwizzle(red: .blue, blue: .red)))
                + look("sampler2DArray", "vec3(place, 0.0)", TextureView(flat, as: .d2Array))
        },
        Scene("array shadow lookups") { stage in
            let array = try stage.texture(.d2Array, .depth24, 4, 4, depth: 3) { x, y, z, _ in .init(Float((x + y * 2 + z * 3) % 8) / 8, 0, 0, 1) }
            return try stage.fullScreen(48, 16, fragment: """
                #version 330
                uniform sampler2DArrayShadow image;
                in vec2 place;
                out vec4 result;
                void main() { result = vec4(vec3(texture(image, vec4(fract(place * vec2(3.0, 1.0)), floor(place.x * 3.0), 0.4375))), 1.0); }
                """) { $0.setTexture("image", array, Sampler(min: .nearest, mag: .nearest, compare: .greater)) }
        },
        Scene("rendering into a cube's faces, then looking at it") { stage in
            let cube = try stage.device.makeTexture(TextureDescriptor(type: .cube, format: .rgba8, width: 16, height: 16))
            try stage.renderSlices(of: cube, count: 6)
            return try stage.cubeView(cube, .nearest, lookup: "texture(image, direction)")
        },
        Scene("rendering into an array's layers and a volume's slices") { stage in
            var outputs: [SceneOutput] = []
            for type in [TextureType.d2Array, .d3] {
                let texture = try stage.device.makeTexture(TextureDescriptor(type: type, format: .rgba8, width: 16, height: 16, depth: 4))
                try stage.renderSlices(of: texture, count: 4)
                outputs += try (0..<4).map { try SceneOutput(texture, slice: $0, name: "\(type) slice \($0)") }
            }
            return outputs
        },
        Scene("rendering each level from the one above") { stage in
            let texture = try stage.texture(.d2, .rgba8, 32, 32, levels: 6) { x, y, _, level in
                level > 0 ? .init(1, 0, 1, 1) : .init(Float(x) / 31, Float(y) / 31, (x / 4 + y / 4) % 2 == 0 ? 1 : 0, 1)
            }
            let pipeline = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() { result = texture(image, place).gbra * vec4(0.75, 1.0, 1.0, 1.0); }
                """), .none)
            var encoder = stage.device.makeCommandEncoder()
            for level in 1..<6 {
                let target = try stage.device.makeFramebuffer(color: [Attachment(texture, level: level)])
                encoder.render(to: target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setTexture("image", texture, .nearest, levels: (level - 1)...(level - 1))
                    pass.draw(count: 3)
                }
            }
            try stage.device.submit(encoder)
            return try (1..<6).map { try SceneOutput(texture, level: $0, name: "level \($0)") }
        },
    ]
}

extension Stage {
    /// Draws a different picture into each slice.
    fileprivate func renderSlices(of texture: Texture, count: Int) throws {
        let pipeline = try colorPipeline()
        var encoder = device.makeCommandEncoder()
        for slice in 0..<count {
            let target = try device.makeFramebuffer(color: [Attachment(texture, slice: slice)])
            let ink = Ink.at(slice)
            try encoder.render(to: target, clear: .color(ink.x / 3, ink.y / 3, ink.z / 3)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(1, 1), .init(15, Float(slice) + 2), .init(Float(slice) + 4, 15), ink)
                try pass.draw(mesh)
            }
        }
        try device.submit(encoder)
    }

    fileprivate func cubeChart(_ sampler: Sampler) throws -> [SceneOutput] {
        let cube = try texture(.cube, .rgba8, 4, 4) { x, y, face, _ in
            Ink.at(face) * SIMD4(Float(x + 1) / 4, Float(y + 1) / 4, (x ^ y) & 1 == 0 ? 1 : 0.5, 1)
        }
        return try cubeView(cube, sampler, lookup: "texture(image, direction)")
    }

    /// Draws six faces side by side, and a rotated view in all directions.
    fileprivate func cubeView(_ cube: Texture, _ chosen: Sampler, sampler: String = "samplerCube", lookup: String) throws -> [SceneOutput] {
        try fullScreen(96, 48, fragment: """
            #version 330
            uniform \(sampler) image;
            in vec2 place;
            out vec4 result;
            void main() {
                vec3 direction;
                if (place.y < 0.34) {
                    int face = int(place.x * 6.0);
                    vec2 p = vec2(fract(place.x * 6.0), place.y / 0.34) * 2.0 - 1.0;
                    direction = face == 0 ? vec3(1.0, p.y, p.x) : face == 1 ? vec3(-1.0, p.y, p.x) : face == 2 ? vec3(p.x, 1.0, p.y)
                        : face == 3 ? vec3(p.x, -1.0, p.y) : face == 4 ? vec3(p, 1.0) : vec3(p, -1.0);
                } else {
                    vec2 p = vec2(place.x * 4.0 - 2.0, (place.y - 0.34) / 0.66 * 2.0 - 1.0);
                    direction = vec3(p.x * 0.75 + 0.5, p.y * 1.25 - 0.3, p.x * p.x - 1.1);
                }
                result = \(lookup);
            }
            """) { $0.setTexture("image", cube, chosen) }
    }
}
