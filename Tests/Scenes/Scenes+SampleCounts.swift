// Scenes: two, eight and sixteen samples per pixel in everything that has samples, and the minimum of sample shading.

import Raster

extension Scene {
    static let sampleCounts: [Scene] = minimumSampleShading + [
        Scene("edges of many samples, in several tiles") { stage in
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            return try stage.each { samples in
                try stage.picture(try stage.target(72, 68, depth: .depth24, samples: samples)) { pass in
                    pass.setPipeline(pipeline)
                    try pass.draw(triangles)
                    var small = Mesh()
                    for i in 0..<24 {
                        let x = Float(i % 8) * 9 + 0.3125, y = Float(i / 8) * 3 + 0.1875 * Float(i)
                        small.triangle(.init(x, y), .init(x + 1.75, y + 0.25), .init(x + 0.5, y + 2.125), z: -0.75, Ink.at(i))
                    }
                    small.triangle(.init(0, 20), .init(71.5, 52.25), .init(71.5, 53), z: -0.75, Ink.white)
                    try pass.draw(small)
                }
            }
        },
        Scene("shared edges of many samples, added up") { stage in
            let pipeline = try stage.colorPipeline { $0.colorTargets = [ColorTargetState(blend: .additive)] }
            return try stage.each { samples in
                try stage.picture(try stage.target(48, 48, samples: samples), clear: .color(0, 0, 0, 0)) { pass in
                    pass.setPipeline(pipeline)
                    var mesh = Mesh()
                    let center = SIMD2<Float>(23.25, 25.0625)
                    let around: [SIMD2<Float>] = [.init(46, 20.5), .init(40, 44.25), .init(20.125, 47), .init(2, 36.5), .init(1.5, 10), .init(22, 2.25),
                                                  .init(41.5, 4)]
                    for i in 0..<7 { mesh.triangle(center, around[i], around[(i + 1) % 7], .init(0.4, 0.3, 0.2, 0.5)) }
                    for i in 0..<10 { mesh.triangle(.init(6, 5), .init(6.75, 5.25), .init(6.25, 6.5 + Float(i) / 8), .init(0.1, 0, 0.1, 0)) }
                    try pass.draw(mesh)
                }
            }
        },
        Scene("each of many samples, read back") { stage in
            try stage.each { samples in
                try [PixelFormat.rgba8, .rg32Float, .rgba8Uint].flatMap { format in
                    let target = try stage.target(20, 20, [format], depth: .depth32Float, samples: samples)
                    let type = format.isInteger ? "uvec4" : "vec4"
                    let program = try stage.program(Mesh.vertexShader, """
                        #version 330
                        in vec4 tint;
                        out \(type) result;
                        void main() { result = \(type)(tint * \(format.isInteger ? "200.0" : "1.0")); }
                        """)
                    let pipeline = try stage.pipeline(program) { $0.depth = .less }
                    var encoder = stage.device.makeCommandEncoder()
                    let color: ClearColor = format.isInteger ? .uint(.init(1, 2, 3, 4)) : .float(.init(0.1, 0.2, 0.3, 1))
                    try encoder.render(to: target, clear: ClearValues(colors: [color], depth: 1)) { pass in
                        pass.setPipeline(pipeline)
                        var mesh = Mesh()
                        mesh.vertex(2, 2, z: -0.5, Ink.red); mesh.vertex(18.5, 5.25, z: 0, Ink.red); mesh.vertex(7, 18, z: 0.5, Ink.red)
                        try pass.draw(mesh)
                    }
                    try stage.device.submit(encoder)
                    return try [target.color[0], target.depth].compactMap { $0 }.flatMap { attachment in
                        try (0..<samples).map { try SceneOutput(attachment.texture, sample: $0, name: "\(attachment.texture.format) sample \($0)") }
                    }
                }
            }
        },
        Scene("points and lines of many samples") { stage in
            let pipelines = try [true, false].map { multisample in
                try stage.colorPipeline { $0.pointSize = 7.5; $0.lineWidth = 3; $0.multisample = multisample }
            }
            return try stage.each { samples in
                try pipelines.flatMap { pipeline in
                    try stage.picture(try stage.target(64, 64, samples: samples)) { pass in
                        pass.setPipeline(pipeline)
                        var mesh = Mesh()
                        for i in 0..<4 {
                            mesh.vertex(8.25 + Float(i) * 15, 10.5, Ink.at(i))
                            mesh.vertex(54.25 - Float(i) * 14, 54.5 - Float(i) * 4, Ink.at(i + 1))
                        }
                        try pass.draw(mesh, as: .lines)
                        try pass.draw(mesh, as: .points)
                    }
                }
            }
        },
        Scene("masks of many samples, and alpha to coverage") { stage in
            let shaders = [Mesh.fragmentShader, """
                #version 400
                in vec4 tint;
                out vec4 result;
                void main() { gl_SampleMask[0] = 0x5a3c ^ int(gl_FragCoord.x) * 0x111; result = tint; }
                """]
            let programs = try shaders.map { try stage.program(Mesh.vertexShader, $0) }
            return try stage.each { samples in
                try stage.picture(try stage.target(64, 32, samples: samples), clear: .color(0, 0, 0, 1)) { pass in
                    for cell in 0..<8 {
                        pass.setPipeline(try stage.pipeline(programs[cell / 4]) {
                            $0.sampleMask = cell % 2 == 0 ? .max : 0xA6A5
                            $0.alphaToCoverage = cell % 4 > 1; $0.alphaToOne = cell % 4 == 3
                        })
                        var mesh = Mesh()
                        mesh.vertex(1.25, 1, SIMD4(1, 0.5, 0.25, 1)); mesh.vertex(15, 3.5, SIMD4(0.25, 1, 0.5, 0)); mesh.vertex(6, 15.125, SIMD4(1, 1, 1, 0.5))
                        try pass.draw(mesh, in: Grid(columns: 4, cell: 16, 16), cell: cell)
                    }
                }
            }
        },
        Scene("shaders that see many samples") { stage in
            let bodies = [
                "result = vec4(float(gl_SampleMaskIn[0]) / 65535.0, float(gl_NumSamples) / 16.0, tint.xy);",
                "result = vec4(float(gl_SampleID) / 15.0, gl_SamplePosition, float(gl_SampleMaskIn[0]) / 65535.0);",
                "result = vec4(interpolateAtSample(tint, int(gl_FragCoord.x)).rg, interpolateAtCentroid(tint).ba);",
            ]
            let pipelines = try bodies.map { body in
                try stage.pipeline(try stage.program(Mesh.vertexShader, """
                    #version 400
                    in vec4 tint;
                    out vec4 result;
                    void main() { \(body) }
                    """)) { $0.depth = .less }
            }
            return try stage.each { samples in
                try pipelines.flatMap { pipeline in
                    let target = try stage.target(24, 20, [.rgba32Float], depth: .depth32Float, samples: samples)
                    _ = try stage.picture(target, clear: .color(0, 0, 0, 1)) { pass in
                        pass.setPipeline(pipeline)
                        var mesh = Mesh()
                        mesh.vertex(11, 2.5, z: -0.5, Ink.red); mesh.vertex(22.5, 7, z: 0.25, Ink.cyan); mesh.vertex(4, 18.25, z: 0, Ink.white)
                        mesh.vertex(1, 1.5, z: 0.5, Ink.green); mesh.vertex(23, 14, z: 0.5, Ink.blue); mesh.vertex(2, 17, z: -0.5, Ink.orange)
                        try pass.draw(mesh)
                    }
                    return try (0..<samples).map { try SceneOutput(target.color[0]!.texture, sample: $0, name: "sample \($0)") }
                }
            }
        },
        Scene("blending and stencil of many samples") { stage in
            let program = try stage.program(Mesh.vertexShader, Mesh.fragmentShader)
            return try stage.each { samples in
                try [PixelFormat.srgb8Alpha8, .rgba16Float, .rgb565].flatMap { format in
                    try stage.picture(try stage.target(40, 40, [format], depth: .depth24Stencil8, samples: samples)) { pass in
                        pass.setPipeline(try stage.pipeline(program) {
                            $0.stencil = StencilState(both: StencilFaceState(pass: .replace)); $0.colorTargets = [ColorTargetState(writeMask: .none)]
                        })
                        pass.setStencilReference(1)
                        var mesh = Mesh()
                        mesh.triangle(.init(4, 3.5), .init(39, 12), .init(15, 38.25), Ink.red)
                        try pass.draw(mesh)
                        pass.setPipeline(try stage.pipeline(program) {
                            $0.stencil = StencilState(both: StencilFaceState(compare: .equal)); $0.colorTargets = [ColorTargetState(blend: .alpha)]
                        })
                        var quad = Mesh()
                        quad.gradientQuad(0, 8.25, 40, 33.5, [.init(1, 0, 0, 0.5), .init(0, 1, 0, 0.75), .init(0, 0, 1, 0.25), .init(1, 1, 1, 0.5)])
                        try pass.draw(quad)
                    }
                }
            }
        },
        Scene("many samples fetched, copied, resolved and counted") { stage in
            let query = OcclusionQuery()
            let pipeline = try stage.colorPipeline { $0.depth = .less }
            return try stage.each { samples in
                let target = try stage.target(16, 12, depth: .depth32Float, samples: samples)
                query.reset()
                let colors = try stage.picture(target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setOcclusionQuery(query)
                    var mesh = Mesh()
                    mesh.vertex(2, 2, z: -0.5, Ink.yellow); mesh.vertex(15, 3.5, z: 0, Ink.blue); mesh.vertex(4.25, 11, z: 0.75, Ink.red)
                    try pass.draw(mesh)
                }
                func copy(_ format: PixelFormat, samples: Int = 1) throws -> Attachment {
                    Attachment(try stage.device.makeTexture(TextureDescriptor(format: format, width: 16, height: 12, samples: samples)))
                }
                let depth = try copy(.depth32Float), samplesOfColor = try copy(.rgba8, samples: samples), half = try copy(.rgba16Float)
                var encoder = stage.device.makeCommandEncoder()
                encoder.resolve(target.depth!, to: depth)
                encoder.resolve(target.color[0]!, to: samplesOfColor)
                encoder.resolve(samplesOfColor, to: half)
                try stage.device.submit(encoder)
                let fetched = try stage.fullScreen(64, 24, fragment: """
                    #version 450
                    uniform sampler2DMS image;
                    in vec2 place;
                    out vec4 result;
                    void main() {
                        int count = textureSamples(image), index = int(place.x * 4.0) + (place.y < 0.5 ? 0 : 4);
                        vec4 texel = texelFetch(image, ivec2(fract(place * vec2(4.0, 2.0)) * vec2(textureSize(image))), index * count / 8);
                        result = vec4(texel.rgb, float(count) / 16.0);
                    }
                    """) { $0.setTexture("image", samplesOfColor.texture, .nearest) }
                return colors + fetched + [try SceneOutput(depth.texture, name: "depth"), try SceneOutput(half.texture, name: "half"),
                                           SceneOutput(name: "count", numbers: [Float(query.count)])]
            }
        },
        Scene("many samples of a target without images are counted") { stage in
            let query = OcclusionQuery(), pipeline = try stage.colorPipeline()
            return [SceneOutput(name: "counts", numbers: try [2, 8, 16].map { samples in
                let target = try stage.device.makeFramebuffer(width: 24, height: 24, color: [], samples: samples)
                query.reset()
                var encoder = stage.device.makeCommandEncoder()
                try encoder.render(to: target) { pass in
                    pass.setPipeline(pipeline)
                    pass.setOcclusionQuery(query)
                    var mesh = Mesh()
                    mesh.triangle(.init(1.5, 2), .init(23, 6.5), .init(8.25, 22), Ink.yellow)
                    try pass.draw(mesh)
                }
                try stage.device.submit(encoder)
                return Float(query.count)
            })]
        },
    ].map { $0.needingManySamples() }

    private static let minimumSampleShading: [Scene] = [
        Scene("minimum sample shading") { stage in
            // With four samples and the fraction 0.25, the shader runs once per pixel. Without sample shading, the shader also runs once
            // per pixel, so the first fraction changes nothing.
            try [Float(0.25), 0.3, 1].flatMap { try stage.shaded(samples: 4, minimum: $0) } + stage.shaded(samples: 1, minimum: 1)
        },
        Scene("minimum sample shading of many samples") { stage in
            // Points are drawn only in this scene, which llvmpipe cannot draw: llvmpipe moves gl_PointCoord by half a pixel in multisampled
            // targets.
            try stage.each { samples in try [Float(0.2), 1].flatMap { try stage.shaded(samples: samples, minimum: $0, withPoint: true) } }
                + stage.shaded(samples: 4, minimum: 0.5, withPoint: true)
        }.needingManySamples(),
    ]
}

extension Stage {
    /// Draws with each sample count that an OpenGL may not support.
    fileprivate func each(_ draw: (_ samples: Int) throws -> [SceneOutput]) throws -> [SceneOutput] {
        try [2, 8, 16].flatMap { samples in
            try draw(samples).map { var output = $0; output.name += ", \(samples) samples"; return output }
        }
    }

    /// Draws fine stripes over a triangle and, if wanted, a point, with inputs at centres, centroids, offsets and without perspective.
    fileprivate func shaded(samples: Int, minimum: Float, withPoint: Bool = false) throws -> [SceneOutput] {
        let program = try program("""
            #version 400
            uniform vec2 size;
            in vec4 position; in vec4 color;
            out vec4 tint; centroid out float central; noperspective out float level; flat out float constant;
            void main() {
                gl_Position = vec4(position.xy / size * 2.0 - 1.0, position.z, 1.0);
                tint = color; central = position.x; level = position.y; constant = color.b;
            }
            """, """
            #version 400
            in vec4 tint; centroid in float central; noperspective in float level; flat in float constant;
            out vec4 result;
            void main() {
                float shifted = interpolateAtOffset(level, vec2(0.25, -0.125));
                result = vec4(step(0.5, fract(central * 2.0)), step(0.5, fract(level * 2.0 + 0.25)), step(0.5, fract(shifted * 2.0 + 0.125)), tint.g);
                if (gl_PointCoord.x > 0.0) result.b = gl_PointCoord.x * constant;
            }
            """)
        return try picture(try target(32, 32, depth: .depth24, samples: samples)) { pass in
            pass.setPipeline(try pipeline(program) { $0.minimumSampleShading = minimum; $0.depth = .less; $0.pointSize = 9 })
            var mesh = Mesh(), point = Mesh()
            mesh.vertex(2, 2.5, z: -0.5, Ink.red); mesh.vertex(30, 9, z: 0.25, Ink.cyan); mesh.vertex(9, 29.25, z: 0, Ink.white)
            point.vertex(24.25, 23.5, Ink.blue)
            try pass.draw(mesh)
            if withPoint { try pass.draw(point, as: .points) }
        }.map { var output = $0; output.name += ", minimum \(minimum)"; return output }
    }
}
