// Scenes: images, whose texels shaders read and write: formats, shapes, layers, levels and atomic operations.

import Raster
import Shading

extension Scene {
    static let images: [Scene] = [
        Scene("texels of images in all formats") { stage in
            try ImageFormat.allCases.flatMap { format -> [SceneOutput] in
                let pixels = format.pixelFormat, prefix = pixels.kind == .int ? "i" : pixels.kind == .uint ? "u" : ""
                let program = try stage.device.makeComputeProgram("""
                    #version 430
                    layout(local_size_x = 8) in;
                    layout(\(format.glslName)) uniform \(prefix)image2D values;
                    layout(std430) writeonly buffer Loaded { \(prefix)vec4 loaded[]; };
                    void main() {
                        ivec2 place = ivec2(gl_GlobalInvocationID.xy);
                        loaded[place.y * 8 + place.x] = imageLoad(values, place);
                        imageStore(values, place, \(prefix)vec4(vec4(place.yxyy) * \(prefix.isEmpty ? "vec4(0.375, 0.125, -0.25, 0.125) + vec4(-0.25, 0.125, 0.75, 0.5)" : "vec4(3.0, 1.0, 5.0, 1.0)")));
                    }
                    """)
                let scale: Float = prefix.isEmpty ? 1.0 / 8 : 1
                let texture = try stage.texture(.d2, pixels, 8, 3) { x, y, _, _ in SIMD4(Float(x), Float(y), Float(x * y % 5), Float(x % 2)) * scale }
                let loaded = try stage.device.makeBuffer(byteCount: 16 * 24)
                try stage.compute { pass in
                    pass.setProgram(program)
                    pass.setImage("values", texture)
                    pass.setStorageBuffer("Loaded", loaded)
                    pass.dispatch(1, 3)
                }
                return [try SceneOutput(texture, name: "\(format) stored"),
                        prefix.isEmpty ? SceneOutput(name: "\(format) loaded", numbers: try loaded.read(Float.self).map { $0 * 255 })
                            : try stage.integers(loaded, "\(format) loaded")]
            }
        },
        Scene("images of all shapes, their layers and levels") { stage in
            let shapes: [(type: TextureType, glsl: String, size: String)] = [(.d2, "image2D", "ivec3(imageSize(shape), 1)"),
                                                                             (.d3, "image3D", "imageSize(shape)"),
                                                                             (.cube, "imageCube", "ivec3(imageSize(shape), 6)"),
                                                                             (.d2Array, "image2DArray", "imageSize(shape)")]
            return try shapes.flatMap { shape -> [SceneOutput] in
                let isFlat = shape.type == .d2
                let whole = try stage.device.makeComputeProgram("""
                    #version 430
                    layout(local_size_x = 4, local_size_y = 4) in;
                    layout(rgba8) uniform \(shape.glsl) shape;
                    layout(std430) buffer Sizes { ivec3 size; };
                    void main() {
                        size = \(shape.size);
                        ivec3 place = ivec3(gl_GlobalInvocationID);
                        // Places outside of the image are not written, and read zeros.
                        vec4 before = imageLoad(shape, \(isFlat ? "place.xy" : "place"));
                        imageStore(shape, \(isFlat ? "place.xy" : "place"), before * 0.5 + vec4(vec3(place) / 8.0, 0.25));
                    }
                    """)
                let layer = try stage.device.makeComputeProgram("""
                    #version 430
                    layout(local_size_x = 8, local_size_y = 8) in;
                    layout(rgba8) uniform image2D flat_;
                    void main() { imageStore(flat_, ivec2(gl_LocalInvocationID.xy), vec4(vec2(gl_LocalInvocationID.xy) / 8.0, 1.0, 1.0)); }
                    """)
                let texture = try stage.texture(shape.type, .rgba8, 8, 8, depth: shape.type == .d3 || shape.type == .d2Array ? 4 : 1, levels: 2) { x, y, z, _ in
                    SIMD4(Float(x) / 8, Float(y) / 8, Float(z) / 6, 1)
                }
                let sizes = try stage.device.makeBuffer(byteCount: 16)
                try stage.compute { pass in
                    pass.setProgram(whole)
                    pass.setStorageBuffer("Sizes", sizes)
                    pass.setImage("shape", texture)
                    pass.dispatch(3, 2, isFlat ? 1 : 7)
                    pass.setProgram(layer)
                    pass.setImage("flat_", texture, level: 1, layer: isFlat ? nil : 1)
                    pass.dispatch(1)
                }
                return try texture.storage.levels.enumerated().flatMap { index, level in
                    try (0..<level.slices).map { try SceneOutput(texture, level: index, slice: $0, name: "\(shape.type) level \(index) slice \($0)") }
                } + [try stage.integers(sizes, "size of \(shape.type)")]
            }
        },
        Scene("atomic operations on images") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 64) in;
                layout(r32ui) uniform uimage2D counts;
                layout(r32i) uniform iimage3D extremes;
                layout(std430) buffer Sums { uint sums[2]; };
                void main() {
                    uint n = gl_GlobalInvocationID.x;
                    ivec2 place = ivec2(n % 5u, n / 5u % 3u);
                    atomicAdd(sums[0], imageAtomicAdd(counts, place, 1u));
                    imageAtomicOr(counts, ivec2(0, 3), 1u << (n % 20u));
                    imageAtomicXor(counts, ivec2(1, 3), n);
                    imageAtomicAnd(counts, ivec2(2, 3), ~(1u << (n % 3u)));
                    imageAtomicExchange(counts, ivec2(3, 3), 77u);
                    imageAtomicCompSwap(counts, ivec2(4, 3), 0u, 5u);
                    imageAtomicAdd(counts, ivec2(5, 3), 1u);
                    int value = int(n * 40503u) % 1000 - 500;
                    imageAtomicMin(extremes, ivec3(0, 0, int(n % 2u)), value);
                    imageAtomicMax(extremes, ivec3(1, 0, int(n % 2u)), value);
                }
                """)
            let counts = try stage.texture(.d2, .r32Uint, 5, 4) { x, y, _, _ in SIMD4(x == 2 && y == 3 ? 255 : 0, 0, 0, 0) }
            let extremes = try stage.device.makeTexture(TextureDescriptor(type: .d3, format: .r32Int, width: 2, height: 1, depth: 2))
            let sums = try stage.device.makeBuffer(byteCount: 8)
            try stage.compute { pass in
                pass.setProgram(program)
                pass.setImage("counts", counts)
                pass.setImage("extremes", extremes)
                pass.setStorageBuffer("Sums", sums)
                pass.dispatch(9)
            }
            return [try SceneOutput(counts, name: "counts"), try SceneOutput(extremes, slice: 0, name: "extremes 0"),
                    try SceneOutput(extremes, slice: 1, name: "extremes 1"), try stage.integers(sums, "sums")]
        },
        Scene("images that fragments and vertices write") { stage in
            let pipeline = try stage.pipeline(try stage.program("""
                #version 430
                layout(r32ui) uniform uimage2D seen;
                layout(rgba16f) writeonly uniform image2D places;
                out vec2 place;
                void main() {
                    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
                    imageStore(places, ivec2(gl_VertexID, 0), vec4(corner, float(gl_VertexID), 1.0));
                    imageStore(seen, ivec2(gl_VertexID, 0), uvec4(7u));
                    place = corner * 0.5 + 0.5;
                    gl_Position = vec4(corner * 0.75, 0.0, 1.0);
                }
                """, """
                #version 430
                in vec2 place;
                layout(rgba8) writeonly uniform image2D copies[2];
                out vec4 result;
                void main() {
                    result = vec4(place, 0.5, 1.0);
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    if (at.x % 2 == 0) imageStore(copies[0], at.yx, result.bgra); else imageStore(copies[1], at.yx, result.bgra);
                }
                """), .none)
            let show = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 430
                uniform sampler2D copy;
                out vec4 result;
                void main() { result = texelFetch(copy, ivec2(gl_FragCoord.xy), 0); }
                """), .none)
            func image(_ format: PixelFormat, _ width: Int, _ height: Int) throws -> Texture {
                try stage.device.makeTexture(TextureDescriptor(format: format, width: width, height: height))
            }
            let seen = try image(.r32Uint, 3, 1), places = try image(.rgba16Float, 3, 1), copies = [try image(.rgba8, 32, 24), try image(.rgba8, 32, 24)]
            let target = try stage.target(24, 32)
            let picture = try stage.picture(target) { pass in
                pass.setPipeline(pipeline)
                pass.setImage("seen", seen)
                pass.setImage("places", places)
                pass.setImage("copies[0]", copies[0])
                pass.setImage("copies[1]", copies[1])
                pass.setScissor(PixelRect(x: 3, y: 0, width: 21, height: 30))
                pass.draw(count: 3)
                pass.setScissor(PixelRect(x: 0, y: 0, width: 10, height: 10))
                pass.setPipeline(show)
                pass.setTexture("copy", copies[1], .nearest)
                pass.draw(count: 3)
            }
            return picture + [try SceneOutput(seen, name: "seen"), try SceneOutput(places, name: "places"),
                              try SceneOutput(copies[0], name: "even"), try SceneOutput(copies[1], name: "odd")]
        },
        Scene("images with the format of their texture, and with another") { stage in
            let program = try stage.device.makeComputeProgram("""
                #version 430
                layout(local_size_x = 4, local_size_y = 4) in;
                writeonly uniform image2D any;
                layout(r32ui) readonly uniform uimage2D words;
                layout(std430) writeonly buffer Loaded { uint loaded[]; };
                void main() {
                    ivec2 place = ivec2(gl_LocalInvocationID.xy);
                    loaded[gl_LocalInvocationIndex] = imageLoad(words, place).x & 0xFFFFu;
                    imageStore(any, place, vec4(vec2(place) / 4.0, 0.5, 1.0));
                }
                """)
            let words = try stage.texture(.d2, .rgba8, 4, 4) { x, y, _, _ in SIMD4(Float(x) / 4, Float(y) / 4, 1, 1) }
            return try [PixelFormat.rgba8, .rgb10a2, .rg11b10Float, .rg16].flatMap { format -> [SceneOutput] in
                let texture = try stage.device.makeTexture(TextureDescriptor(format: format, width: 4, height: 4))
                let loaded = try stage.device.makeBuffer(byteCount: 64)
                try stage.compute { pass in
                    pass.setProgram(program)
                    pass.setImage("any", texture)
                    pass.setImage("words", words, format: .r32Uint)
                    pass.setStorageBuffer("Loaded", loaded)
                    pass.dispatch(1)
                }
                return [try SceneOutput(texture, name: "\(format)"), try stage.integers(loaded, "words")]
            }
        },
    ]
}

extension ImageFormat {
    /// The name in a layout qualifier.
    fileprivate var glslName: String {
        let name = "\(self)"
        for (suffix, short) in [("Float", "f"), ("Signed", "_snorm"), ("Int", "i"), ("Uint", "ui")] where name.hasSuffix(suffix) {
            if self == .rg11b10Float { return "r11f_g11f_b10f" }
            let size = name.dropLast(suffix.count)
            return (size == "rgb10a2" ? "rgb10_a2" : size) + short
        }
        return self == .rgb10a2 ? "rgb10_a2" : name
    }
}
