// Corpus, language: control flow, functions, arrays, structures, blocks, interfaces, built-in variables.

extension Corpus {
    static let language: [ShaderCase] = [controlFlow, functionForms, aggregates, scopes, blocks, interfaces, vertexStage].flatMap { $0 }

    private static let controlFlow: [ShaderCase] = [
        fragmentCase("if, else if, else, nested", """
            if (v.x < 0.25) c.x = 1.0;
            else if (v.x < 0.5) { c.y = 1.0; if (v.y > 0.5) { c.z = 0.5; } else c.z = 0.25; }
            else if (v.x < 0.75) ;
            else { c.w = 1.0; }
            """),
        fragmentCase("for, while, do with break and continue", """
            for (int a = 0; a < i.x; ++a) { if (a == 3) continue; if (a > 6) break; c.x += float(a); }
            int d = 0;
            while (d < k.x) { d++; if ((d & 1) == 0) continue; c.y += 1.0; if (c.y > 5.0) break; }
            do { d--; if (d == 2) continue; c.z += 0.5; } while (d > 0);
            """),
        fragmentCase("nested loops that leave one another", """
            for (int a = 0; a < 4; a++) {
                for (int d = 0; d < 4; d++) {
                    if (d > a) break;
                    if (((a + d) & 1) == 1) continue;
                    int e = 0;
                    while (true) { if (e++ >= i.x) break; c.x += 0.125; }
                }
                if (c.x > u.x) break;
            }
            """),
        fragmentCase("for without parts, with declarations in the condition", """
            int a = 0;
            for (;;) { if (++a > 5) break; }
            for (; a < 9;) a += 2;
            for (int d = a; bool e = d > 0; d--) { c.x += e ? 1.0 : 0.0; }
            while (bool f = a > 3) { a--; c.y += float(f); }
            """),
        fragmentCase("switch with fallthrough, default in the middle, nested", """
            switch (i.x) {
            case 0: c.x = 1.0; break;
            case 1:
            case 2: c.x = 2.0;
            default: c.y = 3.0;
            case -3: c.z = 4.0; break;
            case 5: { float t = v.x; c.w = t; break; }
            }
            switch (n.y) {
            case 0u: switch (k.x) { case 1: c.x += 1.0; break; default: c.x += 2.0; } c.y += 1.0; break;
            case 3u: c.y -= 1.0;
            }
            """),
        fragmentCase("variables that keep or lose their value from turn to turn", """
            float kept, set;
            for (int a = 0; a < 9; a++) {
                float own;
                if (((a + i.x) & 1) == 0) { c.x = c.x * 0.5 + kept; kept = v.x + float(a); }
                if (((a + k.x) & 3) > 1) { set = v.y * float(a); own = set + 1.0; } else { own = v.x - float(a); }
                if (a > i.x) { c.y += own; if (a > k.x + 2) break; set = 0.25; c.z += set; }
                c.w = c.w * 0.5 + own;
            }
            """),
        fragmentCase("switch in a loop: break and continue", """
            for (int a = 0; a < 8; a++) {
                switch (a & 3) {
                case 0: continue;
                case 1: c.x += 1.0; break;
                case 2: if (v.x > 0.5) break; c.y += 1.0;
                default: c.z += 1.0;
                }
                c.w += 1.0;
            }
            """),
        fragmentCase("return inside loops and switches", globals: """
            float find(int limit) {
                for (int a = 0; a < 10; a++) {
                    for (int d = 0; d < 10; d++) { if (a * d > limit) return float(a * 10 + d); }
                    switch (a) { case 7: return -1.0; default: break; }
                }
                return 99.0;
            }
            void early(inout float x) { if (x > 0.5) return; x *= 2.0; while (true) { x += 1.0; if (x > 3.0) return; } }
            """, "c.x = find(i.x); c.y = v.y; early(c.y); if (c.x > 50.0) return; c.z = 1.0;"),
        fragmentCase("discard in branches, loops and functions", globals: "void test(float x) { if (x > 0.9) discard; }", """
            test(v.x);
            for (int a = 0; a < 4; a++) { if (v.y * float(a) > 2.5) discard; c.x += dFdx(v.x); }
            if (b.x) { discard; }
            c.y = dFdy(v.y);
            """),
        fragmentCase("empty statements, blocks and dead code",
                     "; { } {;} if (b.x) { } else { } for (int a = 0; a < 3; a++) { } if (false) { c.x = 9.0; }\nc = v;\nreturn;\nc = u;"),
    ]

    private static let functionForms: [ShaderCase] = [
        fragmentCase("parameters in, out, inout, const", globals: """
            void f(in float a, out float p, inout vec2 q, const in int r) { a += 1.0; p = a * 2.0; q += float(r); q.x = p; }
            float g(const vec3 a) { return a.x + a.y; }
            """, "float x, y = v.x; vec4 z = v; f(y, x, z.yz, i.x); f(z.x, z.w, c.xy, 2); c.zw += vec2(x, g(z.xyz));"),
        fragmentCase("out arguments are swizzles, elements and members", globals: """
            struct S { vec2 a[2]; mat2 m; };
            void set(out float x, inout vec2 y) { x = v.x; y = y.yx + 1.0; }
            """, """
            S s = S(vec2[2](v.xy, v.zw), m2); float a[3]; a[0] = a[1] = a[2] = 0.0;
            set(s.a[1].y, s.m[0]); set(a[i.x & 1], c.zx); set(s.m[1][0], s.a[i.y & 1]);
            c += vec4(s.a[0], s.a[1]) + vec4(s.m[0], s.m[1]) + a[0] + a[1];
            """),
        fragmentCase("out arguments may be the same variable", globals: "void f(inout float a, inout float d) { a += 1.0; d *= 2.0; }",
                     "float x = v.x; f(x, x); c.x = x;"),
        fragmentCase("overloads, prototypes and default order of evaluation", globals: """
            float f(float x); float f(vec2 x); float f(int x); float f(float x, int y);
            float f(vec2 x) { return f(x.x) + f(x.y, 1); }
            float f(float x) { return x * 2.0; }
            float f(int x) { return float(x) * 3.0; }
            float f(float x, int y) { return x - float(y); }
            """, "c = vec4(f(v.x), f(v.xy), f(i.x), f(v.x, i.x));"),
        fragmentCase("arrays and structures as parameters and results", globals: """
            struct L { vec3 position; float power[2]; };
            float sum(float a[4]) { float s = 0.0; for (int j = 0; j < a.length(); j++) s += a[j]; a[0] = 9.0; return s; }
            float[3] make(float x) { return float[3](x, x + 1.0, x + 2.0); }
            L brighten(L l, inout L many[2]) { l.power[1] += 1.0; many[0] = l; many[1].position.x = 2.0; return l; }
            """, """
            float a[4] = float[](v.x, v.y, v.z, v.w);
            L l = L(v.xyz, float[2](v.x, v.y)), many[2] = L[2](l, l);
            c = vec4(sum(a), a[0], make(v.x)[i.x & 1], brighten(l, many).power[1]);
            c.xyz += many[0].position + many[1].position + many[0].power[1];
            """),
        fragmentCase("a call chain ten deep", globals: (0..<10).map { level in
            "float f\(level)(float x) { return \(level == 0 ? "x * x" : "f\(level - 1)(x) + f\(level - 1)(x * 0.5)"); }"
        }.joined(separator: "\n"), "c.x = f9(v.x);"),
        fragmentCase("a built-in function overridden by the shader", version: "330",
                     globals: "float sin(float x) { return x * 0.5; }\nvec3 mix(vec3 a, vec3 d) { return a + d; }", "c = vec4(mix(v.xyz, u.xyz), sin(v.x));"),
    ]

    private static let aggregates: [ShaderCase] = [
        fragmentCase("nested structures", globals: "struct A { float x; vec2 y; };\nstruct B { A a; A more[2]; mat3 m; ivec2 j; bool f; };\nuniform B block;", """
            B t = block; t.a.x += v.x; t.more[i.x & 1].y = v.zw; t.more[1] = t.a; t.m[2].z = 4.0; t.j.y <<= 1; t.f = !t.f;
            c = vec4(t.a.x, t.more[0].y, t.m[2].z) + vec4(t.j, t.f, block.more[k.x & 1].x);
            """),
        fragmentCase("arrays: constructors, copies, length, dynamic index", """
            float a[5]; for (int j = 0; j < a.length(); j++) a[j] = v.x * float(j);
            float d[5] = a; d[i.x & 3] = 7.0; a[4] = d[k.x & 3];
            vec2 e[] = vec2[](v.xy, v.zw, u.xy); int f[2] = int[2](i.x, i.y); bool g[2] = bool[](b.x, b.y);
            mat2 h[2] = mat2[2](m2, m2 * 2.0); h[i.z & 1][k.y & 1] += e[i.x & 1]; uint o[3] = uint[3](n.x, 2u, 3u);
            c = vec4(a[4] + d[2], e[i.y & 1], f[k.z & 1]) + vec4(g[i.x & 1], h[1][0], float(o[n.y & 1u]) + float(e.length()));
            """),
        fragmentCase("arrays of arrays", version: "430", """
            float a[2][3] = float[2][3](float[3](v.x, v.y, v.z), float[3](1.0, 2.0, 3.0));
            a[i.x & 1][k.x & 1] = u.x; float d[3] = a[1]; a[0] = d;
            vec2 e[3][2][2]; for (int x = 0; x < 3; x++) for (int y = 0; y < 2; y++) for (int z = 0; z < e[0][0].length(); z++) e[x][y][z] = vec2(x + y, z);
            c = vec4(a[0][i.y & 1], a[1][2], e[k.y & 1][1][i.z & 1]) + float(a.length() * a[0].length());
            """),
        fragmentCase("arrays of arrays in ES 3.10", version: "310 es", globals: "uniform float t[2][3];", "c.x = t[k.x & 1][i.x & 1] + t[1][2];"),
        fragmentCase("constant arrays, indexed dynamically", globals: """
            const float table[4] = float[4](1.0, 2.0, 4.0, 8.0);
            const vec2 points[3] = vec2[](vec2(0.0), vec2(1.0, 2.0), vec2(-1.0));
            const ivec2 pairs[2] = ivec2[2](ivec2(1, 2), ivec2(3, 4));
            struct P { float a; vec2 d; }; const P list[2] = P[2](P(1.0, vec2(2.0)), P(3.0, vec2(4.0)));
            """, "c = vec4(table[i.x & 3], points[k.x & 1], pairs[i.y & 1].y) + list[i.z & 1].d.xyxy;"),
        fragmentCase("structures of arrays of structures, dynamic on every level", globals: """
            struct In { vec3 p[2]; float q; }; struct Out { In a[3]; int j; }; uniform Out data[2];
            """, "Out local[2] = data; local[i.x & 1].a[k.x & 1].p[i.y & 1][k.y & 1] = v.x; c.xyz = local[k.z & 1].a[i.z & 1].p[k.w & 1] + data[i.w & 1].a[2].q; c.w = float(data[1].j);"),
        fragmentCase("constant expressions", globals: """
            const int N = 3 * 2 - 1; const float F = sqrt(16.0) + max(1.0, 2.0); const vec3 V = normalize(vec3(0.0, 3.0, 4.0)); const mat2 M = mat2(1.0, 2.0, 3.0, 4.0) * 2.0;
            const bool B = N > 4 && F < 7.0; float sized[N]; const uint U = 7u & 3u << 1;
            """, "sized[N - 1] = F; c = vec4(V, sized[4]) + M[1].xyxy + float(B) + float(U) + float(sized.length());"),
    ]

    private static let scopes: [ShaderCase] = [
        fragmentCase("globals with initialisers that are not constant, and mutable ones", version: "330", globals: """
            float scale = u.x * 2.0; vec4 total = v + scale; int count;
            void tick() { count++; total *= 0.5; }
            """, "tick(); tick(); c = total + float(count) + scale;"),
        fragmentCase("mutable globals of every shape",
                     globals: "float g = 1.0; vec3 h; mat2 l; float a[3]; struct S { vec2 x; int y; } s; bool done = false;\nvoid f() { g += v.x; h.y = g; l[1] = v.xy; a[i.x & 1] = g; s.y++; s.x = v.zw; done = !done; }",
                     "f(); f(); c = vec4(h, g) + vec4(l[1], s.x) + a[0] + a[1] + float(s.y) + float(done);"),
        fragmentCase("names shadow one another", globals: "float x = 1.0; float f(float x) { { float x = x * 2.0; return x; } }", """
            float y = x; float x = v.x;
            for (int x = 0; x < 2; x++) { float y = float(x); { int y = 3; c.x += float(y); } c.y += y; }
            if (b.x) { float x = 9.0; c.z += x; }
            c.w = x + y + f(v.y); { vec4 c = v; c.x = 5.0; }
            """),
        fragmentCase("macros: functions, nesting, conditionals", globals: """
            #define SQUARE(x) ((x) * (x))
            #define APPLY(f, x) f(x)
            #define COUNT 3
            #if COUNT > 2 && defined(SQUARE) && __VERSION__ == 300 && GL_ES
            #define VALUE APPLY(SQUARE, v.x + 1.0)
            #else
            #error not here
            #endif
            #undef COUNT
            """, "c.x = VALUE;\n#ifdef COUNT\nnothing\n#endif\nc.y = float(__LINE__);"),
        fragmentCase("precision qualifiers",
                     globals: "precision mediump float; precision lowp int; uniform mediump vec4 pm; uniform lowp ivec2 pi; mediump float f(lowp float x, highp vec2 y) { highp float z = x; return z + y.x; }",
                     "lowp vec4 a = pm * 0.5; mediump int d = pi.x; c = a + f(a.x, v.xy) + float(d);"),
        fragmentCase("invariant, precise, const and layout words", version: "400", globals: "invariant c;",
                     "precise float a = v.x * u.x + v.y; const float d = 2.0; c.x = a * d;"),
    ]

    private static let blocks: [ShaderCase] = [
        fragmentCase("uniform block std140 without an instance name",
                     globals: "layout(std140) uniform Scene { vec3 light; float power; mat4 view; mat3 normal; float weights[3]; vec2 points[2]; bool flag; ivec3 cells; };",
                     "c = view * vec4(light, power) + vec4(normal[1], weights[i.x & 1]) + points[k.x & 1].xyxy + float(flag) + float(cells.z);"),
        fragmentCase("uniform block with an instance name, structures within", globals: """
            struct Light { vec3 position; vec4 colour; float radius; }; layout(std140) uniform Lights { int count; Light list[4]; mat2x3 m; } lights;
            """, "for (int a = 0; a < lights.count && a < 4; a++) c += lights.list[a].colour * lights.list[a].radius + lights.list[a].position.x;\nc.xyz += lights.m[1]; Light l = lights.list[i.x & 3]; c += l.colour;"),
        fragmentCase("array of uniform blocks", globals: "layout(std140) uniform Part { vec4 colour; float f[2]; } parts[3];",
                     "c = parts[0].colour + parts[2].f[i.x & 1] + parts[1].colour;"),
        fragmentCase("array of uniform blocks, dynamic index", version: "400", globals: "layout(std140) uniform Part { vec4 colour; } parts[3];",
                     "c = parts[k.x].colour;"),
        fragmentCase("row_major and column_major members",
                     globals: "layout(std140, row_major) uniform Matrices { mat4 a; layout(column_major) mat4 d; mat2x3 e; mat3x2 f[2]; } x;",
                     "c = x.a * v + x.d * v + vec4(x.e[1], x.e[0].y) + x.f[i.x & 1][2].xyxy; mat4 t = x.a; c += t[i.y & 3] + x.a[i.z & 3];"),
        fragmentCase("shared, packed and default block layouts", version: "330",
                     globals: "uniform A { float a; vec3 d; }; layout(shared) uniform B { mat3 e; } bb; layout(packed) uniform C2 { vec2 f[2]; };",
                     "c = vec4(d, a) + bb.e[1].xyzz + f[1].xyxy;"),
        fragmentCase("explicit binding, location and offset", version: "440",
                     globals: "layout(std140, binding = 3) uniform A { layout(offset = 16) vec4 a; layout(offset = 64) float d; };\nlayout(location = 5) uniform vec4 e; layout(binding = 2) uniform sampler2D s;", "c = a + d + e + texture(s, v.xy);"),
        fragmentCase("loose uniforms of every shape",
                     globals: "uniform bool p; uniform uint q; uniform mat2x4 r; uniform float s[3]; uniform mat3 t[2]; uniform ivec2 j[2]; struct S { vec3 a; mat2 d; bool e[2]; }; uniform S x, y[2];",
                     "c = vec4(p, q, s[i.x & 1], s[2]) + r[1] + t[i.y & 1][2].xyzz + vec4(j[i.z & 1], x.d[1]) + vec4(y[1].a, y[i.w & 1].e[k.x & 1]);"),
    ]

    private static let interfaces: [ShaderCase] = [
        ShaderCase(name: "varyings of every type and interpolation", vertex: """
            #version 330
            in vec4 position;
            out float a; out vec2 d; flat out int e; flat out uvec3 f; noperspective out vec3 g; centroid out vec4 h; smooth out mat3 j; out vec2 l[3]; flat out vec4 m;
            noperspective centroid out float o; out struct S { vec2 x; float y; } s; out mat2x3 p[2];
            void main() {
                gl_Position = position; a = position.x; d = position.xy; e = int(position.x); f = uvec3(1u, 2u, uint(position.y)); g = position.xyz; h = position;
                j = mat3(position.x); l[0] = d; l[1] = d * 2.0; l[2] = d; m = position; o = a; s.x = d; s.y = a; p[0] = mat2x3(a); p[1] = mat2x3(1.0);
            }
            """, fragment: """
            #version 330
            in float a; in vec2 d; flat in int e; flat in uvec3 f; noperspective in vec3 g; centroid in vec4 h; smooth in mat3 j; in vec2 l[3]; flat in vec4 m;
            noperspective centroid in float o; in struct S { vec2 x; float y; } s; in mat2x3 p[2];
            out vec4 c;
            void main() { c = vec4(a, d, e) + vec4(f, o) + vec4(g, 1.0) + h + vec4(j[2], l[e & 1].x) + m + vec4(s.x, s.y, p[1][1].z); }
            """),
        ShaderCase(name: "varying blocks", vertex: """
            #version 330
            in vec4 position;
            out Data { vec4 colour; flat int id; vec2 uv[2]; } data; out Plain { noperspective vec3 n; };
            void main() { gl_Position = position; data.colour = position; data.id = gl_VertexID; data.uv[0] = position.xy; data.uv[1] = position.zw; n = position.xyz; }
            """, fragment: """
            #version 330
            in Data { vec4 colour; flat int id; vec2 uv[2]; } given; in Plain { noperspective vec3 n; };
            out vec4 c;
            void main() { c = given.colour + float(given.id) + given.uv[1].xyxy + n.xyzz; }
            """),
        ShaderCase(name: "varyings matched by location", vertex: """
            #version 410
            layout(location = 0) in vec4 position; layout(location = 2) out vec4 one; layout(location = 5) out vec2 two;
            void main() { gl_Position = position; one = position; two = position.zw; }
            """, fragment: """
            #version 410
            layout(location = 5) in vec2 second; layout(location = 2) in vec4 first; layout(location = 0) out vec4 c;
            void main() { c = first + second.xyxy; }
            """),
        fragmentCase("several outputs of several types", version: "330",
                     globals: "layout(location = 1) out vec2 c1; layout(location = 2) out ivec3 c2; layout(location = 3) out uint c3; layout(location = 4) out float c4[2];",
                     "c = v; c1 = v.xy; c2 = i.xyz; c3 = n.x; c4[0] = v.x; c4[1] = v.y;").settingLocation(),
        fragmentCase("dual-source blending", version: "330", globals: "layout(location = 0, index = 1) out vec4 factor;",
                     "c = v; factor = u;").settingLocation(", index = 0"),
        fragmentCase("gl_FragCoord, gl_FrontFacing, gl_PointCoord",
                     "c = gl_FragCoord * 0.01 + vec4(gl_PointCoord, gl_FrontFacing ? 1.0 : 0.0, 1.0 / gl_FragCoord.w);"),
        fragmentCase("gl_FragDepth in branches", "gl_FragDepth = gl_FragCoord.z; if (v.x > 0.5) gl_FragDepth = v.y; c = v * gl_FragDepth;"),
        fragmentCase("early_fragment_tests", version: "420", globals: "layout(early_fragment_tests) in;", "c = v;"),
        fragmentCase("gl_SampleID, gl_SamplePosition, gl_SampleMask", version: "400",
                     "c = vec4(gl_SamplePosition, float(gl_SampleID), 1.0); gl_SampleMask[0] = i.x;"),
        fragmentCase("gl_PrimitiveID, gl_HelperInvocation, gl_ClipDistance, gl_Layer", version: "450", globals: "in float gl_ClipDistance[2];",
                     "c = vec4(gl_PrimitiveID, gl_HelperInvocation, gl_ClipDistance[1], gl_Layer);").clipping(),
        fragmentCase("gl_DepthRange and the gl_Max constants",
                     "c = vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, gl_MaxDrawBuffers + gl_MaxVertexAttribs + gl_MaxTextureImageUnits);"),
        fragmentCase("layout of gl_FragCoord", version: "330", globals: "layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;",
                     "c = gl_FragCoord;"),
    ]

    private static let vertexStage: [ShaderCase] = [
        vertexCase("gl_VertexID, gl_InstanceID, gl_PointSize", """
            in vec4 position; out vec4 colour;
            void main() { gl_Position = position + float(gl_VertexID); gl_PointSize = 4.0 + float(gl_InstanceID); colour = vec4(gl_InstanceID); }
            """),
        vertexCase("gl_ClipDistance", version: "330",
                   "in vec4 position; uniform vec4 plane; out vec4 colour; out float gl_ClipDistance[3];\nvoid main() { gl_Position = position; for (int a = 0; a < 3; a++) gl_ClipDistance[a] = dot(position, plane) + float(a); colour = position; }"),
        vertexCase("gl_BaseVertex, gl_BaseInstance, gl_DrawID", version: "460",
                   "in vec4 position; out vec4 colour;\nvoid main() { gl_Position = position; colour = vec4(gl_BaseVertex, gl_BaseInstance, gl_DrawID, 1.0); }"),
        vertexCase("attributes of every type, with locations", version: "330", """
            layout(location = 0) in vec4 position; layout(location = 1) in float a; layout(location = 2) in ivec3 d; layout(location = 3) in uvec2 e;
            layout(location = 4) in mat3 f; layout(location = 7) in vec2 g[2]; in mat2x4 h; out vec4 colour;
            void main() { gl_Position = position; colour = vec4(f[1] + vec3(d), a) + vec4(e, g[1]) + h[1] + g[gl_VertexID & 1].xyxy; }
            """),
        vertexCase("gl_Position read back, written by parts and passed on",
                   "in vec4 position; out vec4 colour; void move(inout vec4 p) { p.x += 0.5; }\nvoid main() { gl_Position.xy = position.xy; gl_Position.zw = vec2(0.0, 1.0); move(gl_Position); gl_Position[1] *= 2.0; colour = gl_Position; }"),
        vertexCase("outputs read back",
                   "in vec4 position; out vec4 colour;\nvoid main() { colour = position; colour.x += colour.y; colour *= colour; gl_Position = colour; }"),
        vertexCase("gl_PerVertex redeclared", version: "410",
                   "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; }; in vec4 position; out vec4 colour;\nvoid main() { gl_Position = position; gl_PointSize = 2.0; colour = position; }"),
    ]
}

extension ShaderCase {
    /// Returns this program with `layout(location = 0)` on `c`.
    fileprivate func settingLocation(_ more: String = "") -> ShaderCase {
        var copy = self
        copy.fragment = fragment.replacing("out vec4 c;", with: "layout(location = 0\(more)) out vec4 c;")
        return copy
    }

    /// Returns this program with a vertex shader that also writes two clip distances.
    fileprivate func clipping() -> ShaderCase {
        var copy = self
        copy.vertex = vertex.replacing("void main() {",
                                       with: "out float gl_ClipDistance[2];\nvoid main() {\n    gl_ClipDistance[0] = position.x; gl_ClipDistance[1] = position.y;")
        return copy
    }
}
