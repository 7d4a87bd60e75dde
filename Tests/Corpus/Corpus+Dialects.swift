// Corpus, dialects: the older languages with their own keywords, and programs in the style of real programs.

extension Corpus {
    static let dialects: [ShaderCase] = [oldBasics, legacy, wholePrograms].flatMap { $0 }

    private static func legacyCase(_ name: String, _ version: String, extensions: String = "", globals: String = "", vertexGlobals: String = "",
                                   vertexBody: String = "", _ body: String) -> ShaderCase {
        let precision = version == "100" ? "precision highp float;\n" : ""
        return ShaderCase(name: "\(name) (\(version))", vertex: """
            #version \(version)
            attribute vec4 position;
            varying vec4 v; \(vertexGlobals)
            void main() { v = position * 0.5 + 0.5; gl_Position = position; \(vertexBody) }
            """, fragment: "#version \(version)\n\(extensions)\(precision)varying vec4 v; uniform vec4 u;\n\(globals)\nvoid main() {\n\(body)\n}\n")
    }

    private static let oldBasics: [ShaderCase] = ["100", "110", "120"].flatMap { (version: String) -> [ShaderCase] in [
        legacyCase("gl_FragColor", version, "gl_FragColor = v * u; gl_FragColor.x += 0.5;"),
        legacyCase("gl_FragData", version, "gl_FragData[0] = v;"),
        legacyCase("texture2D, textureCube and their projections", version, globals: "uniform sampler2D s; uniform samplerCube q;",
                   "gl_FragColor = texture2D(s, v.xy) + texture2D(s, v.xy, u.x) + texture2DProj(s, v.xyz) + texture2DProj(s, v) + textureCube(q, v.xyz) + textureCube(q, v.xyz, u.y);"),
        legacyCase("functions, loops and structures", version,
                   globals: "struct S { vec3 a; float d; };\nfloat f(S s) { return s.a.x + s.d; }\nconst int N = 4;",
                   "S s = S(v.xyz, v.w); for (int j = 0; j < N; j++) { if (j == 2) continue; s.d += f(s); if (s.d > 9.0) break; }\ngl_FragColor = vec4(s.a, s.d) * mat4(1.0);"),
    ] }

    private static let legacy: [ShaderCase] = [
        legacyCase("several draw buffers", "120", "gl_FragData[0] = v; gl_FragData[1] = u; gl_FragDepth = v.x;"),
        legacyCase("draw buffers by extension", "100", extensions: "#extension GL_EXT_draw_buffers : require\n", "gl_FragData[0] = v; gl_FragData[2] = u;"),
        legacyCase("shadow, 1D and 3D lookups", "120", globals: "uniform sampler2DShadow h; uniform sampler3D t;",
                   "gl_FragColor = shadow2D(h, v.xyz) + shadow2DProj(h, v) + texture3D(t, v.xyz) + texture3DProj(t, v) + texture3D(t, v.xyz, u.x);"),
        legacyCase("lookups with a level in the vertex shader", "120", vertexGlobals: "uniform sampler2D s;",
                   vertexBody: "v += texture2DLod(s, position.xy, 1.0) + texture2D(s, position.xy);", "gl_FragColor = v;"),
        legacyCase("lookups with a level in the vertex shader", "100", vertexGlobals: "uniform sampler2D s;",
                   vertexBody: "v += texture2DLod(s, position.xy, 1.0) + texture2D(s, position.xy);", "gl_FragColor = v;"),
        legacyCase("derivatives by extension", "100", extensions: "#extension GL_OES_standard_derivatives : enable\n",
                   "gl_FragColor = dFdx(v) + dFdy(v) + fwidth(v);"),
        legacyCase("texture levels by extension", "100", extensions: "#extension GL_EXT_shader_texture_lod : enable\n",
                   globals: "uniform sampler2D s; uniform samplerCube q;",
                   "gl_FragColor = texture2DLodEXT(s, v.xy, u.x) + texture2DProjLodEXT(s, v.xyz, u.x) + textureCubeLodEXT(q, v.xyz, u.x) + texture2DGradEXT(s, v.xy, u.xy, u.zw) + textureCubeGradEXT(q, v.xyz, u.xyz, v.xyz);"),
        legacyCase("texture levels by extension on the desktop", "120", extensions: "#extension GL_ARB_shader_texture_lod : enable\n",
                   globals: "uniform sampler2D s;",
                   "gl_FragColor = texture2DLod(s, v.xy, u.x) + texture2DGradARB(s, v.xy, u.xy, u.zw);"),
        legacyCase("fragment depth by extension", "100", extensions: "#extension GL_EXT_frag_depth : enable\n", "gl_FragDepthEXT = v.x; gl_FragColor = v;"),
        legacyCase("arrays and implicit conversions", "120",
                   "float a[3] = float[3](1, 2, 3); float d = 1; vec3 e = vec3(1, 2, 3) * 2; gl_FragColor = vec4(e, a[1] + d) * v;"),
        legacyCase("invariant varyings", "120", globals: "invariant varying vec3 w;", vertexGlobals: "invariant gl_Position; invariant varying vec3 w;",
                   vertexBody: "w = position.xyz;", "gl_FragColor = v + w.xyzz;"),
        legacyCase("gl_FragCoord, gl_FrontFacing and gl_PointCoord", "100", "gl_FragColor = gl_FragCoord + vec4(gl_PointCoord, gl_FrontFacing, 1.0);"),
        legacyCase("outer products and transposes", "120", "gl_FragColor = outerProduct(v, u)[1] + transpose(mat4(2.0))[2] * v;"),
        ShaderCase(name: "GLSL 1.30 with in, out and varying words",
                   vertex: "#version 130\nin vec4 position; smooth out vec2 a; flat out int d; centroid out vec3 e;\nvoid main() { gl_Position = position; a = position.xy; d = gl_VertexID; e = position.xyz; }\n",
                   fragment: "#version 130\nsmooth in vec2 a; flat in int d; centroid in vec3 e; out vec4 c; uniform sampler2D s;\nvoid main() { c = texture(s, a) + texture2D(s, a) + float(d) + e.xyzz; }\n"),
        ShaderCase(name: "GLSL 1.40 and 1.50 linked together",
                   vertex: "#version 140\nin vec4 position; out vec4 a; uniform B { mat4 m; };\nvoid main() { gl_Position = m * position; a = position; }\n",
                   fragment: "#version 150\nin vec4 a; out vec4 c;\nvoid main() { c = a; }\n"),
        ShaderCase(name: "no #version at all", vertex: "in vec4 position; out vec4 a;\nvoid main() { gl_Position = position; a = position; }\n",
                   fragment: "in vec4 a; out vec4 c;\nvoid main() { c = a; }\n"),
        fragmentCase("implicit conversions and int to uint", version: "400",
                     "float a = 1; vec3 d = i.xyz; uint e = 3; vec4 f = n; float g = n.x + i.y; c = vec4(d, a) + f + float(e) + g + (b.x ? 1 : 2.0);"),
        fragmentCase("GLSL 4.20: braces, scalar swizzles and const of non-constants", version: "420",
                     "const float a = v.x * 2.0; float d[2] = { v.x, v.y }; vec2 e[2] = { { 1.0, 2.0 }, vec2(v.x) }; struct S { int x; vec3 y; } s = { 1, vec3(2.0) }; c = a.xxxx + d[i.x & 1] + e[k.x & 1].xyxy + s.y.xyzz;"),
    ]

    private static let wholePrograms: [ShaderCase] = [
        ShaderCase(name: "Blinn-Phong with several lights and a normal map", vertex: """
            #version 300 es
            layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal; layout(location = 2) in vec2 uv; layout(location = 3) in vec4 tangent;
            uniform mat4 modelView, projection; uniform mat3 normalMatrix;
            out vec3 eye; out vec2 at; out mat3 frame;
            void main() {
                vec4 p = modelView * vec4(position, 1.0);
                eye = p.xyz; at = uv;
                vec3 n = normalize(normalMatrix * normal), t = normalize(normalMatrix * tangent.xyz);
                frame = mat3(t, cross(n, t) * tangent.w, n);
                gl_Position = projection * p;
            }
            """, fragment: """
            #version 300 es
            precision highp float;
            struct Light { vec3 position; vec3 colour; float reach; };
            uniform Light lights[4]; uniform int lightCount; uniform sampler2D albedo, normals; uniform float shininess;
            in vec3 eye; in vec2 at; in mat3 frame;
            layout(location = 0) out vec4 colour;
            void main() {
                vec3 n = normalize(frame * (texture(normals, at).xyz * 2.0 - 1.0)), toEye = normalize(-eye), sum = vec3(0.03);
                vec4 base = texture(albedo, at);
                for (int j = 0; j < lightCount; j++) {
                    vec3 d = lights[j].position - eye; float far = length(d); d /= far;
                    if (far > lights[j].reach) continue;
                    float diffuse = max(dot(n, d), 0.0), shine = pow(max(dot(n, normalize(d + toEye)), 0.0), shininess);
                    sum += lights[j].colour * (diffuse * base.rgb + shine) / (1.0 + far * far);
                }
                colour = vec4(pow(sum, vec3(1.0 / 2.2)), base.a);
            }
            """),
        fragmentCase("a Mandelbrot set",
                     "vec2 z = vec2(0.0), p = v.xy * 3.0 - vec2(2.0, 1.5); int steps = 0;\nfor (; steps < 64; steps++) { z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + p; if (dot(z, z) > 4.0) break; }\nc = vec4(vec3(float(steps) / 64.0), 1.0);"),
        fragmentCase("ray marching of a distance field", globals: """
            float sphere(vec3 p, float r) { return length(p) - r; }
            float box(vec3 p, vec3 s) { vec3 q = abs(p) - s; return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0); }
            float scene(vec3 p) { return min(max(sphere(p, 0.6), -box(p, vec3(0.4))), p.y + 0.7); }
            vec3 slope(vec3 p) { vec2 e = vec2(0.001, 0.0); return normalize(vec3(scene(p + e.xyy) - scene(p - e.xyy), scene(p + e.yxy) - scene(p - e.yxy), scene(p + e.yyx) - scene(p - e.yyx))); }
            """, "vec3 o = vec3(0.0, 0.0, 2.0), d = normalize(vec3(v.xy * 2.0 - 1.0, -1.5)); float t = 0.0;\nfor (int a = 0; a < 80; a++) { float s = scene(o + d * t); if (s < 0.001 || t > 10.0) break; t += s; }\nc = t < 10.0 ? vec4(slope(o + d * t) * 0.5 + 0.5, 1.0) : vec4(0.0);"),
        fragmentCase("value noise by hashing integers",
                     globals: "float hash(uvec2 p) { p = p * uvec2(1664525u, 1013904223u) + (p.yx >> 16u); p ^= p.yx << 3; return float((p.x ^ p.y) & 0xFFFFu) / 65535.0; }\nfloat noise(vec2 p) { uvec2 a = uvec2(floor(p)); vec2 f = fract(p); f = f * f * (3.0 - 2.0 * f); return mix(mix(hash(a), hash(a + uvec2(1u, 0u)), f.x), mix(hash(a + uvec2(0u, 1u)), hash(a + 1u), f.x), f.y); }",
                     "float s = 0.0, a = 0.5; vec2 p = v.xy * 16.0; for (int o = 0; o < 5; o++, p *= 2.0, a *= 0.5) s += noise(p) * a; c = vec4(vec3(s), 1.0);"),
        fragmentCase("a Gaussian blur with a constant kernel",
                     globals: "uniform sampler2D s; const float kernel[5] = float[5](0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216);",
                     "vec2 texel = 1.0 / vec2(textureSize(s, 0)); c = texture(s, v.xy) * kernel[0];\nfor (int a = 1; a < 5; a++) { c += (texture(s, v.xy + vec2(texel.x * float(a), 0.0)) + texture(s, v.xy - vec2(texel.x * float(a), 0.0))) * kernel[a]; }"),
        vertexCase("skinning with a matrix palette",
                   "layout(std140) uniform Bones { mat4 bones[32]; }; in vec4 position; in uvec4 joints; in vec4 weights; uniform mat4 mvp; out vec4 colour;\nvoid main() { mat4 m = bones[joints.x] * weights.x + bones[joints.y] * weights.y; for (int a = 2; a < 4; a++) m += bones[joints[a]] * weights[a]; gl_Position = mvp * (m * position); colour = weights; }"),
        fragmentCase("bubble sort of an array",
                     "float a[8]; for (int j = 0; j < 8; j++) a[j] = fract(sin(float(j) * 12.9898 + v.x) * 43758.5453);\nfor (int j = 0; j < 7; j++) { bool swapped = false; for (int l = 0; l < 7 - j; l++) if (a[l] > a[l + 1]) { float t = a[l]; a[l] = a[l + 1]; a[l + 1] = t; swapped = true; } if (!swapped) break; }\nc = vec4(a[0], a[3], a[7], 1.0);"),
    ]
}
