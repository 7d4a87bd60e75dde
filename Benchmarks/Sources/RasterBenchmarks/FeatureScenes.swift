// FeatureScenes: the scenes of `RasterBenchmarks --features`. Each scene uses one feature that the other scenes do not use: primitives,
// formats of textures and targets, blits, stencil, arrays. A feature that is much slower than it could be is found here.
//
// Most tolerances are above zero, because implementations may round differently: the codes of a channel, the texel at a border between two
// texels, a comparison of neighbouring depths, or the pixel at the border of a primitive.

import Foundation
import Raster

extension Scene {
    private static let black = ClearValues.color(0, 0, 0, 1)
    private static let camera = Matrix4.perspective(fovy: .radians(fromDegrees: 45), aspect: 1280.0 / 720, near: 0.1, far: 100)

    /// Returns a scene that draws a full-screen quad, whose shader may read textures.
    private static func quad(_ name: String, _ what: String, _ fragment: String, tolerance: Double = 0.01,
                             textures: @escaping (Device) throws -> [(String, Texture, Sampler)] = { _ in [] },
                             uniforms: @escaping (inout RenderPass, Int) -> Void = { _, _ in }) -> Scene {
        Scene(name, what, tolerance: tolerance) { device, target in
            let quad = try ScreenQuad(device, fragment: "in vec2 uv; out vec4 color; " + fragment), textures = try textures(device)
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    quad.bind(&pass)
                    for (name, texture, sampler) in textures { pass.setTexture(name, texture, sampler) }
                    uniforms(&pass, frame)
                    quad.draw(&pass)
                }
            }
        }
    }
    private static func texture(_ device: Device, _ format: PixelFormat, _ type: TextureType = .d2, size: Int = 256, depth: Int = 1) throws -> Texture {
        let texture = try device.makeTexture(TextureDescriptor(type: type, format: format, width: size, height: type == .d1 ? 1 : size, depth: depth))
        let count = size * size * depth * format.channelCount
        func number(_ i: Int) -> Int { (i &* 2_654_435_761) >> 8 & 0xFF }
        switch format {
        case .rgba32Float, .r32Float: try texture.replace(bytes: (0..<count).map { Float(number($0)) / 255 })
        case .rgba16Float: try texture.replace(bytes: (0..<count).map { UInt16(0x3000 + number($0) * 8) })
        default: try texture.replace(bytes: (0..<count * format.bytesPerTexel / format.channelCount).map { UInt8(number($0)) })
        }
        return texture
    }
    private static let repeating: Sampler = .linearRepeat
    private static let comparing: Sampler = { var s = Sampler.linear; s.compare = .lessEqual; return s }()

    /// Returns a scene of small primitives with random positions and colours. The tolerance is above zero, because implementations may draw
    /// different pixels at the ends of lines and at the borders of points.
    private static func cloud(_ name: String, _ what: String, _ primitive: PrimitiveType, count: Int, vertex: String = "gl_PointSize = 3.0;",
                              geometry: String? = nil, width: Float = 1, spread: Float = 0.02) -> Scene {
        Scene(name, what, tolerance: 0.1) { device, target in
            let source = "in vec4 position; in vec4 tint; out vec4 shade; void main() { shade = tint; gl_Position = position; \(vertex) }"
            let input = geometry == nil ? "shade" : "shadeOut", fragment = "in vec4 \(input); out vec4 color; void main() { color = \(input); }"
            let version = "#version 330\n"
            let program = try geometry.map { try device.makeProgram(vertex: version + source, geometry: version + $0, fragment: version + fragment) }
                ?? device.makeProgram(vertex: source, fragment: fragment)
            var state = RasterState()
            state.programPointSize = true
            state.lineWidth = width
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 32, VertexAttribute("position", .float4),
                                                                                                VertexAttribute("tint", .float4, offset: 16)), state: state)
            var seed: UInt32 = 7
            func random() -> Float { seed = seed &* 1_664_525 &+ 1_013_904_223; return Float(seed >> 8) / Float(1 << 24) }
            var floats: [Float] = []
            for i in 0..<count {
                let isFirst = primitive == .points || i % 2 == 0
                let x = isFirst ? random() * 2 - 1 : floats[floats.count - 8] + (random() - 0.5) * spread * 4
                let y = isFirst ? random() * 2 - 1 : floats[floats.count - 7] + (random() - 0.5) * spread * 4
                floats += [x, y, 0, 1, random(), random(), random(), 1]
            }
            let buffer = try device.makeBuffer(floats)
            return { encoder, _ in
                encoder.render(to: target, clear: black) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(buffer)
                    pass.draw(primitive, count: count)
                }
            }
        }
    }

    /// Returns a scene that draws a mesh several times into images of the given formats, and then shows these images. The tolerance is above
    /// zero, because the borders of triangles may differ by rounding.
    private static func offscreen(_ name: String, _ what: String, color: [PixelFormat], depth: PixelFormat? = .depth24, fragment: String,
                                  blend: BlendState? = nil, repeats: Int = 1, show: String) -> Scene {
        Scene(name, what, tolerance: 0.02) { device, target in
            let mesh = Mesh.torus(rings: 128, sides: 64)
            let program = try device.makeProgram(vertex: Shader.mesh, fragment: fragment)
            let pipeline = try device.makePipeline(program: program, vertexLayout: Mesh.layout,
                                                   depth: depth == nil || blend != nil ? nil : .less, cull: .back, blend: blend)
            let vertices = try device.makeBuffer(mesh.vertices), indices = try device.makeBuffer(mesh.indices)
            let images = try device.makeFramebuffer(width: target.width, height: target.height, color: color, depth: depth)
            let quad = try ScreenQuad(device, fragment: "in vec2 uv; out vec4 color; " + show)
            return { encoder, frame in
                encoder.render(to: images, clear: .color(0, 0, 0, 0)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    let model = Matrix4.rotationX(0.6) * .rotationY(Float(frame) * 0.01)
                    for i in 0..<repeats {
                        pass.setUniform("mvp", camera * .translation(0, 0, -3.2 + Float(i) * 0.02) * model)
                        pass.setUniform("model", model)
                        pass.drawIndexed(indices, type: .uint32, count: mesh.indices.count)
                    }
                }
                encoder.render(to: target, clear: black) { pass in
                    quad.bind(&pass)
                    for i in 0..<color.count { pass.setTexture("image\(i)", images.color[i]!.texture, .nearest) }
                    quad.draw(&pass)
                }
            }
        }
    }

    static var featureScenes: [Scene] { [
        cloud("points-small", "500,000 points of one pixel", .points, count: 500_000, vertex: "gl_PointSize = 1.0;"),
        cloud("points-large", "100,000 points of 8 pixels", .points, count: 100_000, vertex: "gl_PointSize = 8.0;"),
        cloud("lines", "100,000 lines", .lines, count: 200_000),
        cloud("lines-wide", "100,000 lines, 4 pixels wide", .lines, count: 200_000, width: 4),
        cloud("geometry-shader", "50,000 points become quads in a geometry shader", .points, count: 50_000, geometry: """
            layout(points) in; layout(triangle_strip, max_vertices = 4) out; in vec4 shade[]; out vec4 shadeOut;
            void main() {
                for (int i = 0; i < 4; i++) {
                    shadeOut = shade[0];
                    gl_Position = gl_in[0].gl_Position + vec4(vec2(i & 1, i >> 1) * 0.01, 0.0, 0.0);
                    EmitVertex();
                }
                EndPrimitive();
            }
            """),
        quad("fetch-blur", "17 texelFetch in a row", """
            uniform sampler2D image;
            void main() {
                ivec2 p = ivec2(gl_FragCoord.xy); vec4 sum = vec4(0.0);
                for (int i = -8; i <= 8; i++) sum += texelFetch(image, clamp(p + ivec2(i, 0), ivec2(0), ivec2(1023)), 0) * (9.0 - abs(float(i)));
                color = sum / 81.0;
            }
            """, textures: { [("image", try texture($0, .rgba8, size: 1024), .nearest)] }),
        quad("texture-3d", "linear 3D texture 64³", "uniform mediump sampler3D image; void main() { color = texture(image, vec3(uv * 3.0, uv.x + uv.y)); }",
             textures: { [("image", try texture($0, .rgba8, .d3, size: 64, depth: 64), repeating)] }),
        quad("texture-array", "linear 2D array", "uniform mediump sampler2DArray image; void main() { color = texture(image, vec3(uv * 3.0, floor(uv.x * 8.0))); }",
             textures: { [("image", try texture($0, .rgba8, .d2Array, size: 256, depth: 8), repeating)] }),
        quad("texture-half", "linear rgba16Float", "uniform sampler2D image; void main() { color = texture(image, uv * 3.0); }",
             textures: { [("image", try texture($0, .rgba16Float), repeating)] }),
        quad("texture-float", "linear rgba32Float", "uniform sampler2D image; void main() { color = texture(image, uv * 3.0); }",
             textures: { [("image", try texture($0, .rgba32Float), repeating)] }),
        quad("texture-r8", "linear r8, eight lookups", """
            uniform sampler2D image;
            void main() { float s = 0.0; for (int i = 0; i < 8; i++) s += texture(image, uv * (1.0 + float(i))).r; color = vec4(s / 8.0); }
            """, textures: { [("image", try texture($0, .r8), repeating)] }),
        quad("texture-srgb", "linear srgb8Alpha8", "uniform sampler2D image; void main() { color = texture(image, uv * 3.0); }",
             textures: { [("image", try texture($0, .srgb8Alpha8), repeating)] }),
        quad("texture-nearest", "nearest rgba8, eight lookups", """
            uniform sampler2D image;
            void main() { vec4 s = vec4(0.0); for (int i = 0; i < 8; i++) s += texture(image, uv * (0.913 + float(i) * 0.971)); color = s / 8.0; }
            """, textures: { [("image", try texture($0, .rgba8), .nearest)] }),
        quad("texture-dependent", "three dependent lookups", """
            uniform sampler2D image;
            void main() { vec2 p = uv; for (int i = 0; i < 3; i++) p = textureLod(image, uv * 0.7 + p * 0.01, 0.0).xy; color = vec4(p, 0.0, 1.0); }
            """, textures: { [("image", try texture($0, .rgba8), repeating)] }),
        quad("shadow-pcf", "16 lookups with comparison in a depth texture", """
            uniform mediump sampler2DShadow image;
            void main() {
                float s = 0.0;
                for (int y = 0; y < 4; y++) for (int x = 0; x < 4; x++) s += texture(image, vec3(uv + vec2(x, y) / 512.0, uv.x));
                color = vec4(s / 16.0);
            }
            """, textures: { device in
                let map = try device.makeTexture(TextureDescriptor(format: .depth24, width: 512, height: 512))
                var encoder = device.makeCommandEncoder()
                encoder.render(to: try device.makeFramebuffer(color: [], depth: Attachment(map)), clear: .depth(0.5)) { _ in }
                try device.submit(encoder)
                return [("image", map, comparing)]
            }),
        quad("integer-noise", "three octaves of noise from an integer hash", """
            uint hash(uvec2 p) { uint h = p.x * 1597334677u ^ p.y * 3812015801u; h ^= h >> 15; h *= 2246822519u; h ^= h >> 13; h *= 3266489917u; return h ^ h >> 16; }
            float noise(vec2 p) {
                uvec2 i = uvec2(ivec2(floor(p))); vec2 f = fract(p); f = f * f * (3.0 - 2.0 * f);
                float a = float(hash(i)), b = float(hash(i + uvec2(1, 0))), c = float(hash(i + uvec2(0, 1))), d = float(hash(i + uvec2(1, 1)));
                return mix(mix(a, b, f.x), mix(c, d, f.x), f.y) / 4294967295.0;
            }
            void main() { float n = 0.0, s = 0.5; vec2 p = uv * 20.0; for (int i = 0; i < 3; i++) { n += noise(p) * s; p *= 2.1; s *= 0.5; } color = vec4(n); }
            """),
        quad("lights64", "64 lights in a uniform array", """
            uniform vec4 lights[64];
            void main() { vec3 s = vec3(0.0); for (int i = 0; i < 64; i++) { vec3 d = lights[i].xyz - vec3(uv, 0.0); s += vec3(0.002) * lights[i].w / (dot(d, d) + 0.01); } color = vec4(s, 1.0); }
            """, uniforms: { pass, frame in
                pass.setUniform("lights", (0..<64).map { SIMD4<Float>(Float($0 % 8) / 8, Float($0 / 8) / 8, 0.1, Float(frame % 3 + 1)) })
            }),
        quad("local-array", "a local array with varying indices", """
            void main() {
                float a[16]; for (int i = 0; i < 16; i++) a[i] = sin(float(i) + uv.x * 9.0);
                float s = 0.0; for (int i = 0; i < 16; i++) s += a[int(uv.y * 97.0 + float(i * 7)) & 15] * float(i);
                color = vec4(fract(s));
            }
            """),
        quad("trigonometry", "sin, cos, atan, exp, log, pow", """
            void main() { vec2 p = uv * 4.0 - 2.0; float s = 0.0;
                for (int i = 0; i < 4; i++) { s += sin(p.x * 3.0) * cos(p.y) + atan(p.y, p.x) + exp(-abs(p.x)) + log(abs(p.y) + 1.0) + pow(abs(p.x) + 0.1, 1.7); p = p.yx * 1.3 + s * 0.1; }
                color = vec4(fract(s)); }
            """, tolerance: 0.05),
        quad("discard", "half of the pixels are discarded", "void main() { if (fract(uv.x * 20.0) < 0.5) discard; color = vec4(uv, 0.5, 1.0); }"),
        quad("branches", "four branches by position", """
            void main() {
                vec2 p = uv * 8.0; vec3 c;
                if (uv.x < 0.25) c = vec3(sin(p.x), cos(p.y), 0.5); else if (uv.x < 0.5) c = sqrt(abs(p.xyx)) * 0.3; else if (uv.x < 0.75) c = vec3(length(p) / 9.0); else c = fract(p.xyx);
                color = vec4(c, 1.0);
            }
            """),
        offscreen("mrt4", "four rgba8 targets", color: [.rgba8, .rgba8, .rgba8, .rgba8], fragment: """
            in vec3 worldNormal; in vec3 worldPosition; in vec2 texCoord;
            layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; layout(location = 2) out vec4 c; layout(location = 3) out vec4 d;
            void main() { a = vec4(worldNormal * 0.5 + 0.5, 1.0); b = vec4(fract(worldPosition), 1.0); c = vec4(texCoord, 0.0, 1.0); d = vec4(1.0); }
            """, repeats: 4, show: """
            uniform sampler2D image0, image1, image2, image3;
            void main() { color = (texture(image0, uv) + texture(image1, uv) + texture(image2, uv) + texture(image3, uv)) * 0.25; }
            """),
        offscreen("target-half", "rgba16Float target, blended", color: [.rgba16Float], fragment: "in vec3 worldNormal; out vec4 color; void main() { color = vec4(worldNormal * 0.5 + 0.5, 0.5); }",
                  blend: .alpha, repeats: 8, show: "uniform sampler2D image0; void main() { color = texture(image0, uv); }"),
        offscreen("target-float", "rgba32Float target", color: [.rgba32Float], fragment: "in vec3 worldNormal; out vec4 color; void main() { color = vec4(worldNormal * 0.5 + 0.5, 0.5); }",
                  repeats: 8, show: "uniform sampler2D image0; void main() { color = texture(image0, uv); }"),
        offscreen("target-srgb", "srgb8Alpha8 target, blended", color: [.srgb8Alpha8], fragment: "in vec3 worldNormal; out vec4 color; void main() { color = vec4(worldNormal * 0.5 + 0.5, 0.5); }",
                  blend: .alpha, repeats: 8, show: "uniform sampler2D image0; void main() { color = texture(image0, uv); }"),
        offscreen("target-r8", "r8 target", color: [.r8], fragment: "in vec3 worldNormal; out float color; void main() { color = worldNormal.x * 0.5 + 0.5; }",
                  repeats: 8, show: "uniform sampler2D image0; void main() { color = texture(image0, uv).rrrr; }"),
        offscreen("target-none", "no depth, additive blending", color: [.rgba8], depth: nil, fragment: "in vec3 worldNormal; out vec4 color; void main() { color = vec4(worldNormal * 0.03 + 0.03, 0.1); }",
                  blend: .additive, repeats: 16, show: "uniform sampler2D image0; void main() { color = texture(image0, uv); }"),
        Scene("mipmaps", "mip levels of a 1024² rgba8 and a 512² rgba16Float texture", tolerance: 0.01) { device, target in
            let level = TextureDescriptor.fullMipLevelCount(width: 1024, height: 1024)
            let image = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 1024, height: 1024, mipLevels: level))
            let half = try device.makeTexture(TextureDescriptor(format: .rgba16Float, width: 512, height: 512, mipLevels: level - 1))
            let quad = try ScreenQuad(device, fragment: "in vec2 uv; out vec4 color; uniform sampler2D image, other; void main() { color = texture(image, uv * 9.0) + texture(other, uv * 9.0); }")
            return { encoder, _ in
                encoder.generateMipmaps(image)
                encoder.generateMipmaps(half)
                encoder.render(to: target, clear: black) { pass in
                    quad.bind(&pass)
                    pass.setTexture("image", image, .trilinearRepeat)
                    pass.setTexture("other", half, .trilinearRepeat)
                    quad.draw(&pass)
                }
            }
        },
        Scene("blit-scaled", "a linear blit from 512² to the whole target, and a blit of equal size", tolerance: 0.05) { device, target in
            let image = try texture(device, .rgba8, size: 512), copy = try device.makeFramebuffer(width: 512, height: 512)
            return { encoder, _ in
                encoder.blit(Attachment(image), from: (0, 0, 512, 512), to: copy.color[0]!, in: (0, 0, 512, 512))
                encoder.blit(copy.color[0]!, from: (0, 0, 512, 512), to: target.color[0]!, in: (0, 0, 1280, 720), filter: .linear)
            }
        },
        Scene("stencil", "a mesh writes stencil, a quad is drawn where it is set", tolerance: 0.02) { device, target in
            let own = try device.makeFramebuffer(width: target.width, height: target.height, color: [.rgba8], depth: .depth24Stencil8)
            let mesh = Mesh.torus(rings: 128, sides: 64), program = try device.makeProgram(vertex: Shader.mesh, fragment: Shader.blinnPhong)
            var state = RasterState()
            state.depth = .less
            let counting = StencilFaceState(compare: .always, pass: .incrementClamp)
            state.stencil = StencilState(front: counting, back: counting)
            let write = try device.makePipeline(program: program, vertexLayout: Mesh.layout, state: state)
            var second = RasterState()
            second.stencil = StencilState(front: StencilFaceState(compare: .less), back: StencilFaceState(compare: .less))
            let read = try device.makePipeline(program: try device.makeProgram(vertex: Shader.screen, fragment: "in vec2 uv; out vec4 color; void main() { color = vec4(uv, 1.0, 1.0); }"),
                                               vertexLayout: VertexLayout(stride: 8, VertexAttribute("corner", .float2)), state: second)
            let corners = try device.makeBuffer([-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
            let vertices = try device.makeBuffer(mesh.vertices), indices = try device.makeBuffer(mesh.indices)
            return { encoder, frame in
                encoder.render(to: own, clear: black) { pass in
                    pass.setPipeline(write)
                    pass.setVertexBuffer(vertices)
                    let model = Matrix4.rotationX(0.6) * .rotationY(Float(frame) * 0.01)
                    pass.setUniform("mvp", camera * .translation(0, 0, -3.2) * model)
                    pass.setUniform("model", model)
                    pass.setUniform("eye", SIMD3<Float>(0, 0, 3.2))
                    for _ in 0..<4 { pass.drawIndexed(indices, type: .uint32, count: mesh.indices.count) }
                    pass.setPipeline(read)
                    pass.setVertexBuffer(corners)
                    pass.setStencilReference(1)
                    pass.draw(.triangleStrip, count: 4)
                }
                encoder.copy(own.color[0]!.texture, to: target.color[0]!.texture)
            }
        },
        Scene("instances", "2,000 instances of a 96-triangle mesh, matrices in a uniform block", tolerance: 0.02) { device, target in
            let mesh = Mesh.torus(rings: 8, sides: 6)
            let program = try device.makeProgram(vertex: """
                in vec3 position; in vec3 normal; in vec2 uv; layout(std140) uniform Places { vec4 places[1000]; }; uniform mat4 mvp; out vec3 n;
                void main() { n = normal; vec4 p = places[gl_InstanceID]; gl_Position = mvp * vec4(position * p.w + p.xyz, 1.0); }
                """, fragment: "in vec3 n; out vec4 color; void main() { color = vec4(n * 0.5 + 0.5, 1.0); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: Mesh.layout, depth: .less, cull: .back)
            let vertices = try device.makeBuffer(mesh.vertices), indices = try device.makeBuffer(mesh.indices)
            var numbers: [Float] = []
            for i in 0..<1000 { numbers += [Float(i % 40) / 20 - 1, Float(i / 40) / 12 - 1, 0, 0.02] }
            let places = try device.makeBuffer(numbers)
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    pass.setUniformBuffer("Places", places)
                    pass.setUniform("mvp", camera * .translation(0, 0, -3) * .rotationY(Float(frame) * 0.01))
                    pass.drawIndexed(indices, type: .uint32, count: mesh.indices.count, instances: 1000)
                    pass.setUniform("mvp", camera * .translation(0, 0, -3.5) * .rotationY(Float(frame) * 0.01))
                    pass.drawIndexed(indices, type: .uint32, count: mesh.indices.count, instances: 1000)
                }
            }
        },
    ] }
}
