// Scenes: copies, blits, mipmap generation.

import Raster

extension Scene {
    static let transfers: [Scene] = [
        Scene("copies between levels, layers and faces") { stage in
            let source = try stage.texture(.d2Array, .rgba8, 16, 16, depth: 3, levels: 2) { x, y, z, level in
                Ink.at(z + level * 3) * ((x ^ y) & 2 == 0 ? 1 : 0.5)
            }
            let cube = try stage.texture(.cube, .rgba8, 16, 16) { _, _, face, _ in Ink.at(face) * 0.25 }
            let volume = try stage.texture(.d3, .rgba8, 12, 10, depth: 4) { _, _, z, _ in Ink.at(z) * 0.3 }
            var encoder = stage.device.makeCommandEncoder()
            encoder.copy(source, region: TextureRegion(x: 2, y: 3, z: 1, width: 10, height: 7), to: cube, x: 5, y: 6, z: 4)
            encoder.copy(source, level: 1, region: TextureRegion(x: 0, y: 1, z: 0, width: 8, height: 6, depth: 3), to: volume, x: 1, y: 2, z: 1)
            encoder.copy(cube, region: TextureRegion(x: 0, y: 0, z: 4, width: 16, height: 16, depth: 2), to: source, z: 0)
            encoder.copy(source, region: TextureRegion(x: 0, y: 0, z: 2, width: 8, height: 8), to: source, x: 4, y: 3, z: 2)
            try stage.device.submit(encoder)
            return try [SceneOutput(cube, slice: 4, name: "face"), SceneOutput(source, slice: 0, name: "layer 0"),
                        SceneOutput(source, slice: 1, name: "layer 1"),
                        SceneOutput(source, slice: 2, name: "layer 2")] + (0..<4).map { try SceneOutput(volume, slice: $0, name: "slice \($0)") }
        },
        Scene("copies between formats of one size") { stage in
            let source = try stage.checkers(8, 8)
            let words = try stage.texture(.d2, .r32Uint, 8, 8) { _, _, _, _ in .zero }
            let bytes = try stage.texture(.d2, .rgba8Uint, 8, 8) { _, _, _, _ in .zero }
            var encoder = stage.device.makeCommandEncoder()
            encoder.copy(source, to: bytes)
            encoder.copy(bytes, to: words)
            try stage.device.submit(encoder)
            // Words of 32 bits exceed the precision of the comparison, so their bytes are compared.
            var back = stage.device.makeCommandEncoder()
            let again = try stage.texture(.d2, .rgba8, 8, 8) { _, _, _, _ in .zero }
            back.copy(words, to: again)
            try stage.device.submit(back)
            return try [SceneOutput(bytes, name: "bytes"), SceneOutput(again, name: "again")]
        },
        Scene("blits: nearest, scaled and mirrored") { stage in try stage.blits(.nearest) },
        Scene("blits: linear, scaled and mirrored") { stage in try stage.blits(.linear) }
            .allowing(2, "a filter's weights may be held in eight bits (§4.3.2)"),
        Scene("blits convert formats") { stage in
            let source = try stage.checkers(16, 16)
            var encoder = stage.device.makeCommandEncoder()
            let formats: [PixelFormat] = [.rgb565, .rgba4444, .srgb8Alpha8, .rgba16Float, .r8, .rgb10a2, .rgba16]
            let targets = try formats.map { try stage.device.makeTexture(TextureDescriptor(format: $0, width: 16, height: 16)) }
            for target in targets { encoder.blit(Attachment(source), from: (0, 0, 16, 16), to: Attachment(target), in: (0, 0, 16, 16)) }
            try stage.device.submit(encoder)
            return try zip(formats, targets).map { try SceneOutput($1, name: "\($0)") }
        },
        Scene("blits of integers") { stage in
            let source = try stage.texture(.d2, .rgba8Int, 16, 16) { x, y, _, _ in .init(Float(x * 7 - 60), Float(y), Float(x ^ y), -1) }
            let target = try stage.texture(.d2, .rgba32Int, 20, 20) { _, _, _, _ in .init(9, 9, 9, 9) }
            var encoder = stage.device.makeCommandEncoder()
            encoder.blit(Attachment(source), from: (2, 2, 14, 12), to: Attachment(target), in: (1, 17, 17, 5))
            try stage.device.submit(encoder)
            return [try SceneOutput(target, name: "target")]
        },
        Scene("blits of depth and stencil") { stage in
            let pipeline = try stage.colorPipeline { $0.depth = .less; $0.stencil = StencilState(both: StencilFaceState(pass: .incrementWrap)) }
            let first = try stage.target(24, 24, depth: .depth24Stencil8)
            _ = try stage.picture(first) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.vertex(2, 2, z: -0.75, Ink.red); mesh.vertex(22, 5, z: 0.5, Ink.red); mesh.vertex(9, 22, z: 0.25, Ink.red)
                try pass.draw(mesh)
            }
            let second = try stage.device.makeTexture(TextureDescriptor(format: .depth24Stencil8, width: 30, height: 30))
            guard let depth = first.depth else { return [] }
            var encoder = stage.device.makeCommandEncoder()
            encoder.blit(depth, from: (0, 0, 24, 24), to: Attachment(second), in: (28, 2, 4, 26))
            try stage.device.submit(encoder)
            return [try SceneOutput(second, name: "depth and stencil")]
        },
        Scene("blits of depth alone and of stencil alone") { stage in
            let pipeline = try stage.colorPipeline { $0.depth = .less; $0.stencil = StencilState(both: StencilFaceState(pass: .incrementWrap)) }
            return try [PixelFormat.depth24Stencil8, .depth32FloatStencil8].flatMap { format in
                let source = try stage.target(24, 24, depth: format)
                _ = try stage.picture(source) { pass in
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    mesh.vertex(2, 2, z: -0.75, Ink.red); mesh.vertex(22, 5, z: 0.5, Ink.red); mesh.vertex(9, 22, z: 0.25, Ink.red)
                    try pass.draw(mesh)
                }
                return try [BlitAspect.depth, .stencil].map { aspect in
                    let target = try stage.target(30, 30, depth: format)
                    guard let from = source.depth, let to = target.depth else { preconditionFailure("both targets have depth") }
                    var encoder = stage.device.makeCommandEncoder(label: "one aspect")
                    encoder.render(to: target, clear: ClearValues(depth: 0.25, stencil: 7)) { _ in }
                    encoder.blit(from, from: (0, 0, 24, 24), to: to, in: (28, 2, 4, 26), scissor: PixelRect(x: 0, y: 8, width: 30, height: 15), aspect: aspect)
                    try stage.device.submit(encoder)
                    return try SceneOutput(to.texture, name: "\(aspect) of \(format)")
                }
            }
        },
        Scene("blits without encoding in sRGB") { stage in
            let source = try stage.texture(.d2, .srgb8Alpha8, 16, 16) { x, y, _, _ in .init(Float(x) / 15, Float(y) / 15, Float(x * y) / 225, 0.5) }
            let formats: [PixelFormat] = [.rgba8, .srgb8Alpha8, .rgba16Float]
            let targets = try formats.map { try stage.device.makeTexture(TextureDescriptor(format: $0, width: 20, height: 20)) }
            var encoder = stage.device.makeCommandEncoder()
            for target in targets {
                encoder.blit(Attachment(source), from: (0, 0, 16, 16), to: Attachment(target), in: (1, 1, 17, 17), encodesSRGB: false)
            }
            try stage.device.submit(encoder)
            return try zip(formats, targets).map { try SceneOutput($1, name: "\($0)") }
        },
        Scene("generated mipmaps") { stage in
            let texture = try stage.texture(.d2, .rgba8, 32, 16, levels: 6) { x, y, _, level in
                level > 0 ? .zero : .init(Float(x) / 31, Float((x * 7 + y * 5) % 16) / 15, (x / 3 + y / 2) % 2 == 0 ? 1 : 0.1, Float(y) / 15)
            }
            return try stage.mipmaps(texture)
        },
        Scene("generated mipmaps of sizes that are no powers of two",
              tolerance: Tolerance(difference: 4, reason: "the filter for odd sizes is the implementation's (§3.8.12)")) { stage in
            let texture = try stage.texture(.d2, .rgba8, 21, 13, levels: 5) { x, y, _, level in
                level > 0 ? .zero : .init(Float(x) / 20, Float(y) / 12, Float(x * y) / 240, 1)
            }
            return try stage.mipmaps(texture)
        },
        Scene("generated mipmaps of floats, sRGB, cubes, volumes and arrays") { stage in
            let value = { (x: Int, y: Int, z: Int) in SIMD4<Float>(Float(x % 5) / 4, Float(y % 3) / 2, Float((x + y + z) % 4) / 3, Float(z % 2)) }
            let textures = try [
                stage.texture(.d2, .rgba16Float, 16, 16, levels: 5) { x, y, z, level in level > 0 ? .zero : value(x, y, z) * 4 - 1 },
                stage.texture(.d2, .srgb8Alpha8, 16, 16, levels: 5) { x, y, z, level in level > 0 ? .zero : value(x, y, z) },
                stage.texture(.cube, .rgba8, 8, 8, levels: 4) { x, y, z, level in level > 0 ? .zero : value(x, y, z) },
                stage.texture(.d3, .rgba8, 8, 8, depth: 8, levels: 4) { x, y, z, level in level > 0 ? .zero : value(x, y, z) },
                stage.texture(.d2Array, .rg8, 8, 8, depth: 3, levels: 4) { x, y, z, level in level > 0 ? .zero : value(x, y, z) },
            ]
            return try textures.flatMap(stage.mipmaps)
        }.allowing(2, "half floats near 3 step by 1/2 of 1/255; rounding accumulates over levels (§3.8.12)"),
        Scene("a drawing turned into a texture of its own") { stage in
            let image = try stage.device.makeTexture(TextureDescriptor(format: .rgba8, width: 32, height: 32, mipLevels: 6))
            let target = try stage.device.makeFramebuffer(color: [Attachment(image)])
            let pipeline = try stage.colorPipeline()
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: target, clear: .color(1, 1, 1)) { pass in
                pass.setPipeline(pipeline)
                var mesh = Mesh()
                mesh.triangle(.init(2, 2), .init(30, 6), .init(8, 30), Ink.red)
                mesh.quad(16, 16, 28, 28, Ink.blue)
                try pass.draw(mesh)
            }
            encoder.generateMipmaps(image)
            let screen = try stage.target(64, 64)
            let show = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform sampler2D image;
                in vec2 place;
                out vec4 result;
                void main() { result = textureLod(image, place * 2.0, place.x < 0.5 ? (place.y < 0.5 ? 0.0 : 1.0) : (place.y < 0.5 ? 2.0 : 3.0)); }
                """), .none)
            encoder.render(to: screen) { pass in
                pass.setPipeline(show)
                pass.setTexture("image", image, Sampler(min: .nearest, mag: .nearest, mip: .nearest, wrap: .repeat))
                pass.draw(count: 3)
            }
            try stage.device.submit(encoder)
            return try stage.read(screen)
        },
    ]
}

extension Stage {
    fileprivate func blits(_ filter: FilterMode) throws -> [SceneOutput] {
        let source = try checkers(16, 16)
        // At these scales no pixel centre lies on the border of two texels.
        let target = try target(80, 64)
        guard let image = target.color[0] else { return [] }
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { _ in }
        let moves: [((x0: Int, y0: Int, x1: Int, y1: Int), (x0: Int, y0: Int, x1: Int, y1: Int))] = [
            ((0, 0, 16, 16), (1, 1, 17, 17)), ((0, 0, 16, 16), (20, 1, 52, 33)), ((0, 0, 16, 16), (78, 2, 46, 34)),
            ((2, 3, 10, 9), (2, 62, 18, 50)), ((0, 0, 14, 10), (24, 40, 28, 44)), ((16, 16, 0, 0), (36, 36, 52, 52)), ((4, 0, 14, 6), (56, 38, 68, 62)),
        ]
        for (s, d) in moves { encoder.blit(Attachment(source), from: s, to: image, in: d, filter: filter) }
        try device.submit(encoder)
        return try read(target)
    }

    fileprivate func mipmaps(_ texture: Texture) throws -> [SceneOutput] {
        var encoder = device.makeCommandEncoder()
        encoder.generateMipmaps(texture)
        try device.submit(encoder)
        return try (1..<texture.descriptor.mipLevels).flatMap { level in
            try (0..<texture.storage.levels[level].slices).map { slice in
                try SceneOutput(texture, level: level, slice: slice, name: "\(texture.descriptor.type) \(texture.format) level \(level) slice \(slice)")
            }
        }
    }
}
