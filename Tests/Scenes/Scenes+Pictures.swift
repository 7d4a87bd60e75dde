// Scenes: small everyday pictures that combine many features.

import Raster

extension Scene {
    static let pictures: [Scene] = [
        Scene("a lit torus") { stage in
            let program = try stage.program("""
                #version 330
                uniform mat4 projection; uniform mat4 model;
                in vec3 position; in vec3 normal;
                out vec3 worldNormal; out vec3 world;
                void main() {
                    vec4 p = model * vec4(position, 1.0);
                    world = p.xyz; worldNormal = mat3(model) * normal;
                    gl_Position = projection * p;
                }
                """, """
                #version 330
                in vec3 worldNormal; in vec3 world;
                out vec4 result;
                void main() {
                    vec3 n = normalize(worldNormal), l = normalize(vec3(1.0, 2.0, 3.0) - world), v = normalize(-world);
                    float diffuse = max(dot(n, l), 0.0), specular = pow(max(dot(reflect(-l, n), v), 0.0), 16.0);
                    result = vec4(vec3(0.8, 0.45, 0.2) * (0.15 + diffuse) + specular * 0.5, 1.0);
                }
                """)
            let rings = 20, sides = 12
            var vertices: [Float] = []
            var indices: [UInt16] = []
            for i in 0..<rings {
                for j in 0..<sides {
                    let a = turn(Float(i) / Float(rings)), b = turn(Float(j) / Float(sides))
                    vertices += [a.x * (1 + 0.4 * b.x), a.y * (1 + 0.4 * b.x), 0.4 * b.y, a.x * b.x, a.y * b.x, b.y]
                    let next = (i + 1) % rings, side = (j + 1) % sides
                    let quad = [i * sides + j, next * sides + j, next * sides + side, i * sides + side].map { UInt16($0) }
                    indices += [quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]]
                }
            }
            let layout = VertexLayout(stride: 24, VertexAttribute("position", .float3), VertexAttribute("normal", .float3, offset: 12))
            let pipeline = try stage.pipeline(program, layout) { $0.depth = .less; $0.cull = .back }
            let vertexBuffer = try stage.device.makeBuffer(vertices), indexBuffer = try stage.device.makeBuffer(indices)
            return try stage.picture(try stage.target(160, 120, depth: .depth24)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(vertexBuffer)
                pass.setUniform("projection", projection(aspect: 4.0 / 3.0))
                // The model is three units away, and is rotated about x by the angle whose cosine is 3/5 and sine is 4/5.
                pass.setUniform("model", Matrix4(.init(1, 0, 0, 0), .init(0, 0.6, -0.8, 0), .init(0, 0.8, 0.6, 0), .init(0.1, 0.05, -3, 1)))
                pass.drawIndexed(indexBuffer, count: indices.count)
            }
        }.allowing(2, share: 0.01, "vertices computed by the shader may snap to neighbouring subpixels (§2.1.1)"),
        Scene("textured cubes with fog and glass") { stage in
            let texture = try stage.texture(.d2, .rgba8, 16, 16) { x, y, _, _ in
                let isEdge = x == 0 || y == 0 || x == 15 || y == 15
                return isEdge ? .init(0.1, 0.08, 0.05, 1) : .init(0.6 + Float((x * 5 + y * 3) % 7) / 20, 0.45 + Float((x + y) % 4) / 16, 0.3, 1)
            }
            let program = try stage.program("""
                #version 330
                uniform mat4 projection;
                uniform vec3 offsets[6];
                in vec3 position; in vec2 texture_coordinate;
                out vec2 place; out float distance; flat out int which;
                void main() {
                    vec4 p = vec4(position + offsets[gl_InstanceID], 1.0);
                    gl_Position = projection * p;
                    place = texture_coordinate; distance = -p.z; which = gl_InstanceID;
                }
                """, """
                #version 330
                uniform sampler2D image; uniform float alpha;
                in vec2 place; in float distance; flat in int which;
                out vec4 result;
                void main() {
                    vec3 c = texture(image, place).rgb * mix(vec3(1.0), vec3(0.5, 0.7, 1.0), float(which & 1));
                    result = vec4(mix(c, vec3(0.1, 0.15, 0.2), clamp(distance / 12.0, 0.0, 1.0)), alpha);
                }
                """)
            var vertices: [Float] = []
            for axis in 0..<3 {
                for sign in [-0.5, 0.5] as [Float] {
                    for corner in [0, 1, 2, 0, 2, 3] {
                        let u: Float = corner == 1 || corner == 2 ? 0.5 : -0.5, v: Float = corner >= 2 ? 0.5 : -0.5
                        var p = SIMD3<Float>(0, 0, 0)
                        p[axis] = sign; p[(axis + 1) % 3] = u * (sign * 2); p[(axis + 2) % 3] = v
                        vertices += [p.x, p.y, p.z, u + 0.5, v + 0.5]
                    }
                }
            }
            let layout = VertexLayout(stride: 20, VertexAttribute("position", .float3), VertexAttribute("texture_coordinate", .float2, offset: 12))
            let solid = try stage.pipeline(program, layout) { $0.depth = .less; $0.cull = .back }
            let glass = try stage.pipeline(program, layout) { $0.depth = .readOnly; $0.cull = .back; $0.colorTargets = [ColorTargetState(blend: .alpha)] }
            let buffer = try stage.device.makeBuffer(vertices)
            return try stage.picture(try stage.target(160, 120, depth: .depth32Float)) { pass in
                for (pipeline, alpha, offsets) in [(solid, Float(1),
                                                    [SIMD3<Float>(-1.5, -0.5, -4), .init(1.25, 0.75, -5), .init(0, -1, -3), .init(-2, 1.5, -7),
                                                     .init(2.5, -1.25, -4.5), .init(0.25, 1.5, -9)]),
                                                   (glass, 0.5, [SIMD3<Float>(0.5, 0.25, -3), .init(-0.75, 0.5, -2.5), .init(9, 9, -9), .init(9, 9, -9),
                                                                 .init(9, 9, -9), .init(9, 9, -9)])] {
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(buffer)
                    pass.setTexture("image", texture, Sampler(min: .nearest, mag: .nearest))
                    pass.setUniform("projection", projection(aspect: 4.0 / 3.0))
                    pass.setUniform("offsets", offsets)
                    pass.setUniform("alpha", alpha)
                    pass.draw(count: 36, instances: 6)
                }
            }
        }.allowing(2, share: 0.02, "vertices computed by the shader may snap to neighbouring subpixels, and texels change at edges (§2.1.1)"),
        Scene("a deferred picture: three targets, then one") { stage in
            let geometry = try stage.target(80, 60, [.rgba8, .rgba16Float, .r32Float], depth: .depth24)
            let first = try stage.pipeline(try stage.program("""
                #version 330
                in vec4 position; in vec4 color;
                out vec4 tint; out vec2 place;
                void main() { gl_Position = vec4(position.xy / vec2(40.0, 30.0) - 1.0, position.z, 1.0); tint = color; place = position.xy / 40.0; }
                """, """
                #version 330
                in vec4 tint; in vec2 place;
                layout(location = 0) out vec4 albedo; layout(location = 1) out vec4 normal; layout(location = 2) out float depth;
                void main() { albedo = tint; normal = vec4(sin(place * 5.0), 1.0, 0.0); depth = gl_FragCoord.z; }
                """)) { $0.depth = .less }
            let second = try stage.pipeline(try stage.program(Stage.fullScreenVertex, """
                #version 330
                uniform sampler2D albedo; uniform sampler2D normals; uniform sampler2D depths;
                out vec4 result;
                void main() {
                    ivec2 p = ivec2(gl_FragCoord.xy);
                    vec3 n = normalize(texelFetch(normals, p, 0).xyz + vec3(0.0, 0.0, 0.001));
                    result = vec4(texelFetch(albedo, p, 0).rgb * (0.2 + max(dot(n, vec3(0.48, 0.6, 0.64)), 0.0)) * (1.25 - texelFetch(depths, p, 0).r), 1.0);
                }
                """), .none)
            let screen = try stage.target(80, 60)
            guard let albedo = geometry.color[0], let normals = geometry.color[1], let depths = geometry.color[2] else { return [] }
            var encoder = stage.device.makeCommandEncoder()
            try encoder.render(to: geometry, clear: .color(0, 0, 0, 0)) { pass in
                pass.setPipeline(first)
                var mesh = Mesh()
                mesh.vertex(4, 4, z: -0.5, Ink.red); mesh.vertex(76, 12, z: 0.25, Ink.orange); mesh.vertex(24, 56, z: 0.75, Ink.yellow)
                mesh.quad(30, 10, 70, 50, z: 0, Ink.cyan)
                pass.setVertexBuffer(try stage.device.makeBuffer(mesh.floats))
                pass.draw(count: mesh.vertexCount)
            }
            encoder.render(to: screen) { pass in
                pass.setPipeline(second)
                pass.setTexture("albedo", albedo.texture, .nearest)
                pass.setTexture("normals", normals.texture, .nearest)
                pass.setTexture("depths", depths.texture, .nearest)
                pass.draw(count: 3)
            }
            try stage.device.submit(encoder)
            return try stage.read(screen) + stage.read(geometry)
        },
        Scene("a ray-marched sphere and plane") { stage in
            try stage.fullScreen(96, 72, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                float scene(vec3 p) { return min(length(p - vec3(0.0, 0.2, 3.0)) - 0.8, p.y + 0.6); }
                void main() {
                    vec3 direction = normalize(vec3((place - 0.5) * vec2(1.6, 1.2), 1.0)), p = vec3(0.0, 0.3, 0.0);
                    float t = 0.0;
                    for (int i = 0; i < 48; ++i) {
                        float d = scene(p + direction * t);
                        if (d < 0.002 || t > 12.0) break;
                        t += d;
                    }
                    p += direction * t;
                    vec2 e = vec2(0.01, 0.0);
                    vec3 n = normalize(vec3(scene(p + e.xyy) - scene(p - e.xyy), scene(p + e.yxy) - scene(p - e.yxy), scene(p + e.yyx) - scene(p - e.yyx)));
                    float light = max(dot(n, normalize(vec3(-1.0, 2.0, -1.5))), 0.1);
                    result = t > 12.0 ? vec4(0.3, 0.5, 0.8, 1.0) : vec4(vec3(0.9, 0.8, 0.6) * light * exp(-t * 0.1), 1.0);
                }
                """)
        }.allowing(3, share: 0.03, "marching stops one step earlier or later where rounding differs (§2.1.1)"),
    ]

    /// Returns the cosine and the sine of a fraction of a full turn. Cosine and sine are computed from their series, so that they
    /// are equal on every machine.
    private static func turn(_ part: Float) -> SIMD2<Float> {
        let quarter = Int(part * 4)
        let angle = (part * 4 - Float(quarter)) * 1.570_796_4
        let s2 = angle * angle
        let s = angle * (1 - s2 / 6 * (1 - s2 / 20 * (1 - s2 / 42 * (1 - s2 / 72))))
        let c = 1 - s2 / 2 * (1 - s2 / 12 * (1 - s2 / 30 * (1 - s2 / 56 * (1 - s2 / 90))))
        switch quarter & 3 {
        case 0: return .init(c, s)
        case 1: return .init(-s, c)
        case 2: return .init(-c, -s)
        default: return .init(s, -c)
        }
    }
    /// Returns a symmetric perspective: half of the height is 0.5 at distance 1, the near plane is at 0.5, and the far plane is at
    /// 20.
    private static func projection(aspect: Float) -> Matrix4 {
        Matrix4(.init(2 / aspect, 0, 0, 0), .init(0, 2, 0, 0), .init(0, 0, -20.5 / 19.5, -1), .init(0, 0, -20 / 19.5, 0))
    }
}
