// Scenes: all scenes of `make bench`. Every scene uses only the public API.

import Foundation
import Raster

extension Scene {
    static var all: [Scene] { fillScenes + meshScenes + shaderScenes + callScenes + effectScenes + physicalScenes + transitionScenes + computeScenes }
    private static let camera = Matrix4.perspective(fovy: .radians(fromDegrees: 45), aspect: 1280.0 / 720, near: 0.1, far: 100)
    private static let black = ClearValues.color(0, 0, 0, 1)

    private static func screen(_ name: String, _ what: String, fragment: String, texture: (size: Int, sampler: Sampler)? = nil, tolerance: Double = 0.001,
                               uniforms: @escaping (inout RenderPass, Int) -> Void = { _, _ in }) -> Scene {
        Scene(name, what, tolerance: tolerance) { device, target in
            let quad = try ScreenQuad(device, fragment: fragment)
            let image = try texture.map { try device.makeTexture(from: Pictures.detail($0.size), mipmapped: $0.sampler.mipFilter != .none) }
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    quad.bind(&pass)
                    if let image, let texture { pass.setTexture("image", image, texture.sampler) }
                    uniforms(&pass, frame)
                    quad.draw(&pass)
                }
            }
        }
    }

    private static func sampled(_ coordinate: String) -> String {
        "in vec2 uv; out vec4 color; uniform sampler2D image; void main() { color = texture(image, \(coordinate)); }"
    }
    private static let trilinear16: Sampler = { var s = Sampler.trilinearRepeat; s.maxAnisotropy = 16; return s }()

    static var fillScenes: [Scene] { [
        screen("fill", "full-screen quad, uv as colour", fragment: "in vec2 uv; out vec4 color; void main() { color = vec4(uv, 0.5, 1.0); }"),
        screen("bilinear", "1024² RGBA8 at uv·1.3", fragment: sampled("uv * 1.3"), texture: (1024, .linearRepeat)),
        screen("trilinear", "mipmapped, uv·5.3", fragment: sampled("uv * 5.3"), texture: (1024, .trilinearRepeat)),
        // The tolerance is large, because implementations may choose different levels of detail if the texture's axes are rotated against
        // the screen's axes.
        screen("trilinear-rotated", "mipmapped, turned by 30°", fragment: sampled("mat2(0.866, 0.5, -0.5, 0.866) * uv * 5.3"),
               texture: (1024, .trilinearRepeat), tolerance: 0.3),
        // The tolerance allows all pixels to differ, because anisotropic filtering is only loosely specified: implementations average
        // different areas of the texture.
        screen("aniso16", "floor plane, 16× anisotropic", fragment: """
            in vec2 uv; out vec4 color; uniform sampler2D image;
            void main() {
                float d = 1.0 / max(1.05 - uv.y, 0.05);
                color = texture(image, vec2((uv.x - 0.5) * d, d) * 2.0);
            }
            """, texture: (1024, trilinear16), tolerance: 1),
        Scene("blend8", "8 full-screen textured layers, premultiplied over") { device, target in
            let quad = try ScreenQuad(device, fragment: "in vec2 uv; out vec4 color; uniform sampler2D image; uniform float alpha; void main() { color = texture(image, uv) * alpha; }",
                                      blend: .premultiplied)
            let image = try device.makeTexture(from: Pictures.detail(1024))
            return { encoder, _ in
                encoder.render(to: target, clear: black) { pass in
                    quad.bind(&pass)
                    pass.setTexture("image", image, .linear)
                    for layer in 0..<8 { pass.setUniform("alpha", Float(layer + 1) / 10); quad.draw(&pass) }
                }
            }
        },
    ] }

    /// Returns a scene of a rotating torus. The camera is at `eye`.
    /// - Parameter texture: The texture that the shader reads, and the name of the texture in the shader.
    private static func torus(_ name: String, _ what: String, rings: Int, sides: Int, fragment: String, samples: Int = 1, tolerance: Double = 0.002,
                              texture: (name: String, sampler: Sampler, make: (Device) throws -> Texture)? = nil) -> Scene {
        Scene(name, what, samples: samples, tolerance: tolerance) { device, target in
            let mesh = try MeshDraw(device, .torus(rings: rings, sides: sides), fragment: fragment)
            let image = try texture?.make(device)
            let resolved = samples > 1 ? try device.makeFramebuffer(width: target.width, height: target.height) : nil
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    mesh.bind(&pass)
                    if let image, let texture { pass.setTexture(texture.name, image, texture.sampler) }
                    drawTurned(mesh, frame, &pass, hasEye: fragment.contains("eye"))
                }
                if let resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
            }
        }
    }
    private static let eye = SIMD3<Float>(0, 0, 3.2)
    private static func turn(_ frame: Int) -> Matrix4 { .rotationX(0.6) * .rotationY(Float(frame) * 0.01) }
    private static func drawTurned(_ mesh: MeshDraw, _ frame: Int, _ pass: inout RenderPass, hasEye: Bool) {
        pass.setUniform("mvp", camera * .translation(0, 0, -eye.z) * turn(frame))
        pass.setUniform("model", turn(frame))
        if hasEye { pass.setUniform("eye", eye) }
        mesh.draw(&pass)
    }

    /// Returns a cube map of gradients like a sky, with some detail.
    private static func cubeMap(_ device: Device, size: Int) throws -> Texture {
        let faces = Made.once("cube \(size)") {
            (0..<6).map { face in
                var image = Image(width: size, height: size)
                for y in 0..<size { for x in 0..<size {
                    let stripe: UInt8 = ((x >> 4) + (y >> 4) + face) & 1 == 0 ? 30 : 0
                    image[x, y] = SIMD4(UInt8(40 + face * 30) &+ stripe, UInt8(x * 255 / size), UInt8(y * 255 / size), 255)
                } }
                return image
            }
        }
        return try device.makeTexture(cube: faces)
    }
    private static let reflectFragment = """
        in vec3 worldNormal; in vec3 worldPosition; out vec4 color;
        uniform samplerCube sky; uniform vec3 eye;
        void main() {
            vec3 r = reflect(normalize(worldPosition - eye), normalize(worldNormal));
            color = texture(sky, r) * 0.8 + vec4(0.1, 0.05, 0.02, 0.2);
        }
        """

    static var meshScenes: [Scene] { [
        torus("mesh200k", "torus 400×250, per-pixel Blinn-Phong", rings: 400, sides: 250, fragment: Shader.blinnPhong),
        torus("tiny1m", "torus 1000×500, 1 M triangles, normal as colour", rings: 1000, sides: 500,
              fragment: "in vec3 worldNormal; out vec4 color; void main() { color = vec4(worldNormal * 0.5 + 0.5, 1.0); }", tolerance: 0.01),
        torus("reflect", "torus 96×64, cube map 512²", rings: 96, sides: 64, fragment: reflectFragment, tolerance: 0.01,
              texture: ("sky", .linear, { try cubeMap($0, size: 512) })),
        Scene("swipe3d", "skybox and a reflecting torus", tolerance: 0.01) { device, target in
            let sky = try cubeMap(device, size: 512)
            let box = try ScreenQuad(device, fragment: """
                in vec2 uv; out vec4 color; uniform samplerCube sky; uniform mat3 view;
                void main() { color = texture(sky, view * vec3((uv * 2.0 - 1.0) * vec2(0.737, 0.414), -1.0)); }
                """)
            let mesh = try MeshDraw(device, .torus(rings: 96, sides: 64), fragment: reflectFragment)
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    box.bind(&pass)
                    pass.setTexture("sky", sky, .linear)
                    pass.setUniform("view", Matrix4.rotationY(Float(frame) * 0.01).upperLeft)
                    box.draw(&pass)
                    mesh.bind(&pass)
                    pass.setTexture("sky", sky, .linear)
                    drawTurned(mesh, frame, &pass, hasEye: true)
                }
            }
        },
        Scene("earlyz40", "40 tori front to back, four cube-map taps each", tolerance: 0.01) { device, target in
            let mesh = try MeshDraw(device, .torus(rings: 64, sides: 32), fragment: """
                in vec3 worldNormal; in vec3 worldPosition; out vec4 color;
                uniform samplerCube sky;
                void main() {
                    vec3 n = normalize(worldNormal);
                    color = (texture(sky, n) + texture(sky, n.yzx) + texture(sky, -n) + texture(sky, reflect(vec3(0.0, 0.0, -1.0), n))) * 0.25;
                }
                """)
            let sky = try cubeMap(device, size: 512)
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    mesh.bind(&pass)
                    pass.setTexture("sky", sky, .linear)
                    for i in 0..<40 {
                        let model = Matrix4.rotationX(0.6 + Float(i) * 0.05) * Matrix4.rotationY(Float(frame) * 0.01)
                        pass.setUniform("mvp", camera * Matrix4.translation(0, 0, -2.6 - Float(i) * 0.2) * model)
                        pass.setUniform("model", model)
                        mesh.draw(&pass)
                    }
                }
            }
        },
        torus("msaa4", "mesh200k with 4 samples, resolved", rings: 400, sides: 250, fragment: Shader.blinnPhong, samples: 4, tolerance: 0.01),
        Scene("clip", "a tube of long triangles around the camera, all of which cross the near plane", tolerance: 0.01) { device, target in
            let mesh = try MeshDraw(device, .tube(4000, radius: 1.2, length: 8),
                                    fragment: "in vec3 worldPosition; out vec4 color; void main() { color = vec4(fract(worldPosition), 1.0); }", cull: .none)
            return { encoder, frame in
                let model = Matrix4.rotationY(Float(frame) * 0.01)
                encoder.render(to: target, clear: black) { pass in
                    mesh.bind(&pass)
                    pass.setUniform("mvp", camera * model)
                    pass.setUniform("model", model)
                    mesh.draw(&pass)
                }
            }
        },
        Scene("shadow", "depth-only pass 1024², then a lit pass with shadow compare", tolerance: 0.02) { device, target in
            let map = try device.makeTexture(TextureDescriptor(format: .depth24, width: 1024, height: 1024))
            let shadowTarget = try device.makeFramebuffer(color: [], depth: Attachment(map))
            let torus = Mesh.torus(rings: 128, sides: 64)
            let caster = try MeshDraw(device, torus, fragment: "void main() {}")
            let lit = try MeshDraw(device, torus, vertex: """
                in vec3 position; in vec3 normal; in vec2 uv;
                uniform mat4 mvp; uniform mat4 model; uniform mat4 light;
                out vec3 worldNormal; out vec4 lightPosition;
                void main() {
                    worldNormal = mat3(model) * normal;
                    lightPosition = light * model * vec4(position, 1.0);
                    gl_Position = mvp * vec4(position, 1.0);
                }
                """, fragment: """
                in vec3 worldNormal; in vec4 lightPosition; out vec4 color;
                uniform sampler2DShadow shadowMap;
                void main() {
                    vec3 p = lightPosition.xyz / lightPosition.w * 0.5 + 0.5;
                    float visible = texture(shadowMap, vec3(p.xy, p.z - 0.005));
                    float diffuse = max(dot(normalize(worldNormal), normalize(vec3(0.3, 1.0, 0.5))), 0.0);
                    color = vec4(vec3(0.9, 0.7, 0.4) * (0.2 + diffuse * visible), 1.0);
                }
                """)
            let floor = try device.makeBuffer(Mesh.sheet(1, size: 6, height: 0).vertices)
            let floorIndices = try device.makeBuffer(Mesh.sheet(1, size: 6, height: 0).indices)
            return { encoder, frame in
                let model = Matrix4.rotationX(0.9) * Matrix4.rotationY(Float(frame) * 0.01)
                let light = Matrix4.ortho(left: -3, right: 3, bottom: -3, top: 3, near: -4, far: 4) * Matrix4.rotationX(1.1) * Matrix4.rotationY(-0.5)
                encoder.render(to: shadowTarget, clear: .depth(1)) { pass in
                    caster.bind(&pass)
                    pass.setUniform("mvp", light * model)
                    pass.setUniform("model", model)
                    caster.draw(&pass)
                }
                let camera = camera * Matrix4.translation(0, 0, -5) * Matrix4.rotationX(0.5)
                encoder.render(to: target, clear: black) { pass in
                    lit.bind(&pass)
                    var compare = Sampler.linear
                    compare.compare = .lessEqual
                    pass.setTexture("shadowMap", map, compare)
                    pass.setUniform("light", light)
                    pass.setUniform("model", model); pass.setUniform("mvp", camera * model)
                    lit.draw(&pass)
                    let ground = Matrix4.translation(0, -1.5, 0)
                    pass.setVertexBuffer(floor)
                    pass.setUniform("model", ground); pass.setUniform("mvp", camera * ground)
                    pass.drawIndexed(floorIndices, type: .uint32, count: 6)
                }
            }
        },
        torus("model", "torus 300×100, Phong and a trilinear texture", rings: 300, sides: 100, fragment: """
            in vec3 worldNormal; in vec3 worldPosition; in vec2 texCoord; out vec4 color;
            uniform sampler2D image; uniform vec3 eye;
            void main() {
                vec3 n = normalize(worldNormal), l = normalize(vec3(0.5, 1.0, 0.7));
                vec3 r = reflect(-l, n);
                float specular = pow(max(dot(r, normalize(eye - worldPosition)), 0.0), 20.0);
                color = vec4(texture(image, texCoord * vec2(6.0, 2.0)).rgb * (0.2 + max(dot(n, l), 0.0)) + specular * 0.4, 1.0);
            }
            """, tolerance: 0.02,
              texture: ("image", .trilinearRepeat, { try $0.makeTexture(from: Pictures.detail(1024), mipmapped: true) })),
    ] }

    static var shaderScenes: [Scene] { [
        screen("fbm", "three nested 5-octave value-noise sums", fragment: """
            in vec2 uv; out vec4 color; uniform float time;
            float hash(vec2 p) { p = fract(p * vec2(0.1031, 0.1030)); p += dot(p, p.yx + 33.33); return fract((p.x + p.y) * p.x); }
            float noise(vec2 p) {
                vec2 i = floor(p), f = fract(p);
                f = f * f * (3.0 - 2.0 * f);
                return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
            }
            float fbm(vec2 p) {
                float sum = 0.0, a = 0.5;
                for (int i = 0; i < 5; i++) { sum += a * noise(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p; a *= 0.5; }
                return sum;
            }
            void main() {
                vec2 p = uv * 6.0;
                float a = fbm(p + time), b = fbm(p + 4.0 * a), c = fbm(p + 4.0 * b);
                color = vec4(mix(vec3(0.1, 0.2, 0.4), vec3(0.9, 0.7, 0.3), c) * (0.5 + a), 1.0);
            }
            """, tolerance: 0.02) { pass, frame in pass.setUniform("time", Float(frame) * 0.01) },
        screen("raymarch", "64 steps, break on hit, normals by differences", fragment: """
            in vec2 uv; out vec4 color; uniform float time;
            float map(vec3 p) {
                vec3 q = mod(p + 2.0, 4.0) - 2.0;
                float sphere = length(q) - 0.8;
                vec3 b = abs(q) - vec3(0.6);
                float box = length(max(b, 0.0)) - 0.05;
                return min(max(box, -sphere), p.y + 3.0);
            }
            void main() {
                vec3 ro = vec3(0.0, 0.0, 4.0 - time), rd = normalize(vec3((uv * 2.0 - 1.0) * vec2(1.777, 1.0), -1.8));
                float t = 0.0, d = 0.0;
                bool hit = false;
                for (int i = 0; i < 64; i++) {
                    d = map(ro + rd * t);
                    if (d < 0.002) { hit = true; break; }
                    t += d;
                    if (t > 30.0) break;
                }
                vec3 c = vec3(0.5, 0.6, 0.8) * (1.0 - uv.y * 0.5);
                if (hit) {
                    vec3 p = ro + rd * t;
                    vec2 e = vec2(0.002, 0.0);
                    vec3 n = normalize(vec3(map(p + e.xyy) - map(p - e.xyy), map(p + e.yxy) - map(p - e.yxy), map(p + e.yyx) - map(p - e.yyx)));
                    float light = max(dot(n, normalize(vec3(0.4, 0.8, 0.5))), 0.0);
                    c = mix((n * 0.3 + 0.5) * (0.2 + light), c, 1.0 - exp(-t * 0.08));
                }
                color = vec4(c, 1.0);
            }
            """, tolerance: 0.03) { pass, frame in pass.setUniform("time", Float(frame) * 0.01) },
        screen("lit3", "a texture under three radial lights", fragment: """
            in vec2 uv; out vec4 color; uniform sampler2D image; uniform vec3 lights[3]; uniform vec3 tints[3];
            void main() {
                vec4 s = texture(image, uv);
                vec3 sum = s.rgb - 0.9 * s.a;
                for (int i = 0; i < 3; i++) {
                    float t = clamp(distance(gl_FragCoord.xy, lights[i].xy) / lights[i].z, 0.0, 1.0);
                    sum += (1.0 - t) * tints[i];
                }
                color = vec4(clamp(sum * s.a, 0.0, 1.0), s.a);
            }
            """, texture: (1024, .linear)) { pass, frame in
                let t = Float(frame) * 0.02
                pass.setUniform("lights", [SIMD3<Float>(400 + 100 * sin(t), 300, 250), .init(800, 400 + 80 * cos(t), 300), .init(600, 200, 200)])
                pass.setUniform("tints", [SIMD3<Float>(0.8, 0.3, 0.2), .init(0.2, 0.8, 0.3), .init(0.3, 0.4, 0.9)])
            },
    ] }

    static var callScenes: [Scene] { [
        Scene("draws5k", "5,000 draws of a 96-triangle mesh, a uniform changed before each", tolerance: 0.02) { device, target in
            let mesh = try MeshDraw(device, .torus(rings: 8, sides: 6), vertex: """
                in vec3 position; in vec3 normal; in vec2 uv; uniform mat4 mvp; uniform vec4 place; out vec3 n;
                void main() { n = normal; gl_Position = mvp * vec4(position * place.w + place.xyz, 1.0); }
                """, fragment: "in vec3 n; out vec4 color; void main() { color = vec4(n * 0.5 + 0.5, 1.0); }")
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    mesh.bind(&pass)
                    pass.setUniform("mvp", camera * Matrix4.translation(0, 0, -5) * Matrix4.rotationY(Float(frame) * 0.01))
                    for i in 0..<5000 {
                        let x = Float(i % 100) / 50 - 1, y = Float(i / 100) / 25 - 1
                        pass.setUniform("place", SIMD4<Float>(x * 3, y * 1.8, sin(x * 9 + y * 7) * 0.4, 0.03))
                        mesh.draw(&pass)
                    }
                }
            }
        },
        Scene("sprites50k", "50,000 instanced blended textured quads", tolerance: 0.02) { device, target in
            let program = try device.makeProgram(vertex: """
                in vec2 corner; in vec4 place; in vec4 tint; out vec2 uv; out vec4 shade; uniform float time;
                void main() {
                    uv = corner * 0.5 + 0.5; shade = tint;
                    gl_Position = vec4(place.xy + corner * place.zw + vec2(0.02 * sin(time + place.x * 20.0), 0.0), 0.0, 1.0);
                }
                """, fragment: "in vec2 uv; in vec4 shade; out vec4 color; uniform sampler2D image; void main() { color = texture(image, uv) * shade; }")
            let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 32, divisor: 1)],
                                      attributes: [VertexAttribute("corner", .float2), VertexAttribute("place", .float4, slot: 1),
                                                   VertexAttribute("tint", .float4, offset: 16, slot: 1)])
            let pipeline = try device.makePipeline(program: program, vertexLayout: layout, blend: .premultiplied)
            let corners = try device.makeBuffer([Float](arrayLiteral: -1, -1, 1, -1, -1, 1, 1, 1))
            var places: [Float] = []
            var state: UInt32 = 7
            func random() -> Float { state = state &* 1664525 &+ 1013904223; return Float(state >> 8) / 16777216 }
            for _ in 0..<50_000 { places += [random() * 2 - 1, random() * 2 - 1, 0.006, 0.0107, random(), random(), random(), 1] }
            let instances = try device.makeBuffer(places)
            let image = try device.makeTexture(from: Pictures.disc(32))
            return { encoder, frame in
                encoder.render(to: target, clear: black) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(corners); pass.setVertexBuffer(instances, slot: 1)
                    pass.setTexture("image", image, .linear)
                    pass.setUniform("time", Float(frame) * 0.05)
                    pass.draw(.triangleStrip, count: 4, instances: 50_000)
                }
            }
        },
    ] }
}
