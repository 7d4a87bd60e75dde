// Scenes: images of buffers and multisampled images, and draws whose results depend on the order of their writes to memory.

import Raster
import Shading

extension Scene {
    static let imageKinds: [Scene] = [
        Scene("images of buffers") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 16) in;
                layout(r32ui) uniform uimageBuffer counts;
                layout(r32i) uniform iimageBuffer extremes;
                layout(rgba8) uniform imageBuffer colors;
                layout(rgba32i) readonly uniform iimageBuffer numbers[2];
                layout(rg32f) writeonly uniform imageBuffer results;
                layout(std430) buffer Sizes { int sizes[5]; };
                void main() {
                    int n = int(gl_GlobalInvocationID.x);
                    ivec4 number = imageLoad(numbers[gl_WorkGroupID.x % 2u], n);
                    imageAtomicAdd(counts, n % 5, uint(number.x));
                    imageAtomicOr(counts, 5 + n % 3, 1u << uint(n % 32));
                    imageAtomicMin(extremes, 0, number.y - 900);
                    imageAtomicMax(extremes, 1, number.z);
                    vec4 color = imageLoad(colors, n);
                    imageStore(colors, n, color.bgra * 0.5 + vec4(0.25, 0.125, 0.0, 0.5));
                    // The last invocations write behind the end.
                    imageStore(results, n, color + vec4(n, number.w, 0.0, 0.0));
                    sizes = int[](imageSize(counts), imageSize(extremes), imageSize(colors), imageSize(numbers[1]), imageSize(results));
                }
                """)
            let count = 48, device = stage.device
            let counts = try device.makeBuffer([UInt32](repeating: 3, count: 12)), extremes = try device.makeBuffer([5, 5] as [Int32])
            let colors = try device.makeBuffer((0..<16 + 4 * count).map { UInt8(truncatingIfNeeded: $0 * 37) })
            let numbers = try (0..<2).map { part in try device.makeBuffer((0..<4 * count).map { Int32(($0 * (29 + part)) % 997) }) }
            let results = try device.makeBuffer([Float](repeating: -1, count: 2 * count)), sizes = try device.makeBuffer(byteCount: 20)
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setImage("counts", try device.makeTexture(reading: counts, as: .r32Uint))
                pass.setImage("extremes", try device.makeTexture(reading: extremes, as: .r32Float), format: .r32Int)
                pass.setImage("colors", try device.makeTexture(reading: colors, as: .rgba8, offset: 16))
                for part in 0..<2 { pass.setImage("numbers[\(part)]", try device.makeTexture(reading: numbers[part], as: .rgba32Int)) }
                pass.setImage("results", try device.makeTexture(reading: results, as: .rg32Float, byteCount: 8 * (count - 5)))
                pass.setStorageBuffer("Sizes", sizes)
                pass.dispatch(count / 16)
            }
            return [try stage.integers(counts, "counts"), try stage.integers(extremes, "extremes"),
                    SceneOutput(name: "colors", numbers: try colors.read(UInt8.self).map { Float($0) }), stage.words(results, "results"),
                    try stage.integers(sizes, "sizes")]
        },
        Scene("images of buffers that draws write, and other uses of the buffers") { stage in
            let write = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 430
                in vec2 place;
                layout(rgba16f) writeonly uniform imageBuffer values;
                layout(r32ui) uniform uimageBuffer counts;
                uniform float scale;
                out vec4 result;
                void main() {
                    result = vec4(place * scale, 0.5, 1.0);
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    imageStore(values, at.y * 24 + at.x, result.gbra);
                    imageAtomicAdd(counts, at.x % 4, 1u);
                }
                """), .none)
            let show = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 430
                uniform samplerBuffer values;
                layout(r32ui) readonly uniform uimageBuffer counts;
                out vec4 result;
                void main() {
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    result = texelFetch(values, at.y * 24 + at.x) * 0.75 + vec4(vec3(imageLoad(counts, at.x % 4).x) / 2048.0, 0.25);
                }
                """), .none)
            let corners = try stage.pipeline(try stage.program("""
                #version 430
                in vec4 corner;
                void main() { gl_Position = vec4(corner.xy * 2.0 - 1.0, 0.0, 1.0); }
                """, "#version 430\nout vec4 result; void main() { result = vec4(1.0, 1.0, 0.25, 1.0); }"),
                                             VertexLayout(stride: 16, VertexAttribute("corner", .float4))) { $0.pointSize = 3 }
            let device = stage.device
            let values = try device.makeBuffer(byteCount: 8 * 24 * 20), counts = try device.makeBuffer(byteCount: 16)
            let texels = try device.makeTexture(reading: values, as: .rgba16Float), counters = try device.makeTexture(reading: counts, as: .r32Uint)
            let points = try device.makeBuffer(byteCount: 16 * 4), places = try device.makeTexture(reading: points, as: .rgba32Float)
            let place = try device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 4) in;
                layout(rgba32f) writeonly uniform imageBuffer places;
                void main() { int n = int(gl_LocalInvocationIndex); imageStore(places, n, vec4(n % 2, n / 2, 0.0, 1.0) * 0.5 + 0.25); }
                """)
            let target = try stage.target(24, 20)
            var encoder = device.makeCommandEncoder(label: "scene")
            encoder.compute { pass in
                pass.setProgram(place)
                pass.setImage("places", places)
                pass.dispatch(1)
            }
            // Each draw of the pass sees what the draws before it wrote.
            encoder.render(to: target, clear: .color(0.1, 0.15, 0.2)) { pass in
                for part in 0..<2 {
                    pass.setScissor(part == 0 ? nil : PixelRect(x: 4, y: 3, width: 11, height: 13))
                    pass.setPipeline(write)
                    pass.setUniform("scale", Float(1) - 0.5 * Float(part))
                    pass.setImage("values", texels)
                    pass.setImage("counts", counters)
                    pass.draw(count: 3)
                    pass.setPipeline(show)
                    pass.setTexture("values", texels, .nearest)
                    pass.setImage("counts", counters)
                    pass.setScissor(PixelRect(x: part * 12, y: 0, width: 12, height: 18))
                    pass.draw(count: 3)
                }
                pass.setScissor(nil)
                pass.setPipeline(corners)
                pass.setVertexBuffer(points)
                pass.draw(.points, count: 4)
            }
            try device.submit(encoder)
            return try stage.read(target) + [try stage.integers(counts, "counts"), stage.words(points, "points")]
        },
        Scene("multisampled images") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 450
                layout(local_size_x = 4, local_size_y = 4) in;
                layout(rgba8) uniform image2DMS colors;
                layout(r32ui) uniform uimage2DMSArray counts;
                layout(r32f) writeonly uniform image2DMS layer;
                layout(std430) buffer Sizes { ivec4 sizes[2]; };
                void main() {
                    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
                    for (int s = 0; s < imageSamples(colors); s++) {
                        imageStore(colors, place, s, vec4(vec2(place) / 16.0, float(s) * 0.25, 1.0));
                        imageAtomicAdd(counts, ivec3(place, place.x % 2), s, uint(place.x + 10 * s));
                        imageAtomicMax(counts, ivec3(place, 1), s, uint(7 * s + place.y));
                        imageStore(layer, place, s, vec4(float(s) * 0.25 + float(place.x + place.y) / 64.0));
                    }
                    imageStore(colors, place, 2, imageLoad(colors, place, 1).bgra);
                    sizes[0] = ivec4(imageSize(colors), imageSamples(colors), 0);
                    sizes[1] = ivec4(imageSize(counts), imageSamples(counts));
                }
                """)
            func texture(_ type: TextureType, _ format: PixelFormat, depth: Int = 1) throws -> Texture {
                try stage.device.makeTexture(TextureDescriptor(type: type, format: format, width: 14, height: 9, depth: depth, samples: 4))
            }
            let colors = try texture(.d2, .rgba8), counts = try texture(.d2Array, .r32Uint, depth: 2), layers = try texture(.d2Array, .r32Float, depth: 3)
            let fill = try stage.device.makeComputeProgram("""
                #version 450
                layout(local_size_x = 1) in;
                layout(r32ui) writeonly uniform uimage2DMSArray counts;
                void main() { for (int s = 0; s < 4; s++) imageStore(counts, ivec3(gl_WorkGroupID), s, uvec4(gl_WorkGroupID.x + 2 * s)); }
                """)
            let sizes = try stage.device.makeBuffer(byteCount: 32)
            try stage.compute { pass in
                pass.setProgram(fill)
                pass.setImage("counts", counts)
                pass.dispatch(14, 9, 2)
                pass.setProgram(program)
                pass.setImage("colors", colors)
                pass.setImage("counts", counts)
                pass.setImage("layer", layers, layer: 2)
                pass.setStorageBuffer("Sizes", sizes)
                pass.dispatch(3, 2)
            }
            let read = """
                ivec2 at = ivec2(gl_FragCoord.xy) % ivec2(14, 9);
                int s = int(gl_FragCoord.x) / 14 + 2 * (int(gl_FragCoord.y) / 9);
                """
            func look(_ declaration: String, _ expression: String, _ textures: [(String, Texture)]) throws -> [SceneOutput] {
                try stage.fullScreen(28, 18, vertex: Stage.fullScreenVertex, fragment: """
                    #version 450
                    \(declaration)
                    out vec4 result;
                    void main() { \(read) result = \(expression); }
                    """) { pass in for (name, texture) in textures { pass.setTexture(name, texture, .nearest) } }
            }
            return try look("uniform sampler2DMS colors;", "at.x < 12 && at.y < 8 ? texelFetch(colors, at, s) : vec4(0.0)", [("colors", colors)])
                + look("uniform usampler2DMSArray counts;",
                       "vec4(vec2(texelFetch(counts, ivec3(at, 0), s).r, texelFetch(counts, ivec3(at, 1), s).r) / 255.0, 0.0, 1.0)", [("counts", counts)])
                + look("uniform sampler2DMSArray layers;", "at.x < 12 && at.y < 8 ? vec4(texelFetch(layers, ivec3(at, 2), s).rrr, 1.0) : vec4(0.0)",
                       [("layers", layers)])
                + [try stage.integers(sizes, "sizes")]
        },
        Scene("multisampled images that fragments read and write") { stage in
            let pipeline = try stage.pipeline(try stage.program("""
                #version 430
                uniform vec2 shift;
                void main() { gl_Position = vec4((vec2(gl_VertexID % 2, gl_VertexID / 2) * 1.25 - 0.9 + shift), 0.0, 1.0); }
                """, """
                #version 430
                layout(rgba16f) uniform image2DMS sums;
                uniform vec4 tint;
                out vec4 result;
                void main() {
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    // The first samples count the tints, the last sample blends them in the order of the draws.
                    for (int s = 0; s < 3; s++) imageStore(sums, at, s, imageLoad(sums, at, s) + tint * float(s + 1) * 0.125);
                    imageStore(sums, at, 3, mix(imageLoad(sums, at, 3), tint, 0.5));
                    result = imageLoad(sums, at, 3);
                }
                """), .none)
            let clear = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 8, local_size_y = 8) in;
                layout(rgba16f) writeonly uniform image2DMS sums;
                void main() { for (int s = 0; s < 4; s++) imageStore(sums, ivec2(gl_GlobalInvocationID.xy), s, vec4(0.125)); }
                """)
            let sums = try stage.device.makeTexture(TextureDescriptor(format: .rgba16Float, width: 72, height: 72, samples: 4))
            let target = try stage.target(72, 72)
            var encoder = stage.device.makeCommandEncoder(label: "scene")
            encoder.compute { pass in
                pass.setProgram(clear)
                pass.setImage("sums", sums)
                pass.dispatch(9, 9)
            }
            encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setImage("sums", sums)
                for draw in 0..<6 {
                    pass.setUniform("shift", SIMD2(Float(draw % 3) * 0.25, Float(draw / 3) * 0.375))
                    pass.setUniform("tint", SIMD4(Float(draw % 2), Float(draw) * 0.125, 1 - Float(draw) * 0.125, 1))
                    pass.draw(.triangleStrip, count: 4)
                }
            }
            try stage.device.submit(encoder)
            let seen = try stage.fullScreen(72, 72, fragment: """
                #version 430
                uniform sampler2DMS sums;
                out vec4 result;
                void main() {
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    result = vec4((texelFetch(sums, at, 0).rgb + texelFetch(sums, at, 2).gbr) * 0.25, texelFetch(sums, at, 3).r);
                }
                """) { $0.setTexture("sums", sums, .nearest) }
            return try stage.read(target) + seen
        },
        Scene("draws of a pass that write the same memory") { stage in
            let program = try stage.program("""
                #version 430
                uniform vec2 shift;
                void main() { gl_Position = vec4(vec2(gl_VertexID % 2, gl_VertexID / 2) * 1.5 - 0.95 + shift, 0.0, 1.0); }
                """, """
                #version 430
                layout(std430) buffer Counts { uint counts[8]; };
                layout(r32ui) uniform uimage2D greatest;
                layout(rgba8) uniform image2D blended;
                layout(std430) buffer Last { uint last[4]; };
                uniform uint number;
                uniform vec4 tint;
                out vec4 result;
                void main() {
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    atomicAdd(counts[at.x % 8], number);
                    imageAtomicMax(greatest, at.yx / 16, number * 1000u + uint(at.x));
                    vec4 before = imageLoad(blended, at);
                    imageStore(blended, at, before * 0.5 + tint * 0.5);
                    last[number % 4u] = number;
                    result = before;
                }
                """)
            let pipeline = try stage.pipeline(program, .none), device = stage.device
            let counts = try device.makeBuffer(byteCount: 32), last = try device.makeBuffer(byteCount: 16 * 64)
            let greatest = try stage.texture(.d2, .r32Uint, 5, 5) { _, _, _, _ in .zero }
            let blended = try stage.texture(.d2, .rgba8, 72, 72) { x, y, _, _ in SIMD4(Float(x) / 72, Float(y) / 72, 0, 1) }
            let target = try stage.target(72, 72)
            let picture = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                pass.setStorageBuffer("Counts", counts)
                pass.setImage("greatest", greatest)
                pass.setImage("blended", blended)
                for draw in 0..<8 {
                    // Each pair of consecutive draws writes the same words of the buffer `last`; different pairs write different words.
                    pass.setStorageBuffer("Last", last, offset: 256 * (draw / 2 % 4), byteCount: 16)
                    pass.setUniform("number", UInt32(draw + 1))
                    pass.setUniform("shift", SIMD2(Float(draw % 3) * 0.125, Float(draw / 3) * 0.1875))
                    pass.setUniform("tint", SIMD4(Float(draw % 2), Float(draw) * 0.125, 1 - Float(draw) * 0.125, 1))
                    pass.draw(.triangleStrip, count: 4)
                }
            }
            return picture + [try stage.integers(counts, "counts"), try stage.integers(last, "last"), try SceneOutput(greatest, name: "greatest"),
                              try SceneOutput(blended, name: "blended")]
        },
    ]
}
