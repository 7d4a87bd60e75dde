// Compile and link errors as data: stage, phase, file, line, message, source line.

import Corpus
import Shading
import Testing

@Suite("Front end: diagnostics")
struct FrontEndDiagnosticsTests {
    @Test("a compile error has stage, file, line, message and source line")
    func compileError() throws {
        let errors = FrontEnd.errors(vertex: "#version 330\nvoid main() {\n    gl_Position = vec4(colour);\n}\n",
                                     fragment: "#version 330\n\n\nvoid main() { int x = 1.5; }\n")
        #expect(errors.count == 2)
        let first = try #require(errors.first), last = try #require(errors.last)
        #expect(first == ShaderDiagnostic(severity: .error, phase: .compile, stage: .vertex, file: "test.vert", line: 3,
                                          message: "'colour' : undeclared identifier", sourceLine: "    gl_Position = vec4(colour);"))
        #expect(last.stage == .fragment)
        #expect(last.line == 4)
        #expect(last.sourceLine == "void main() { int x = 1.5; }")
        #expect(first.description == "test.vert:3: error: vertex shader: 'colour' : undeclared identifier\n        gl_Position = vec4(colour);")
    }

    @Test("each mistake points at its line", arguments: [
        ("undeclared", 4, "void main() {\n\n c = x;\n}"), ("dot", 3, "void main() {\n c.q.r.s.t = 1.0; }"), ("syntax", 3, "void main() {\n c = ; }"),
        ("constructor", 3, "void main() {\n c = vec4(1.0, 2.0); }"), ("no matching", 3, "void main() {\n c = foo(1); }"),
        ("l-value", 3, "in vec4 v; void main() {\n v = c; }"), ("redefinition", 4, "float a;\n\nfloat a;\nvoid main() { }"),
        ("boolean", 3, "void main() {\n if (1) { } }"), ("flat", 2, "in int v; void main() { }"),
        ("break", 3, "void main() {\n break; }"), ("discard", 3, "void main() {\n return 1.0; }"), ("index", 3, "void main() { float a[3];\n a[3] = 1.0; }"),
        ("fragment", 2, "attribute vec4 a; void main() { }"), ("shared", 2, "shared vec4 a; void main() { }"),
        ("local_size_x", 2, "layout(local_size_x = 1) in; void main() { }"), ("EmitVertex", 3, "void main() {\n EmitVertex(); }"),
        ("subroutine", 2, "subroutine vec4 f(float x); void main() { }"), ("extension not supported", 2, "#extension GL_FOO : require\nvoid main() { }"),
        ("overlapping", 3, "layout(location = 0) out vec4 a;\nlayout(location = 0) out vec4 b; void main() { }"),
    ])
    func compileErrors(word: String, line: Int, code: String) {
        let prefix = code.contains("location") ? "" : code.hasPrefix("#ext") ? "" : "out vec4 c; "
        let errors = FrontEnd.fragmentErrors("#version 400\n\(prefix)\(code)\n", version: "400")
        #expect(errors.first?.line == line, "\(errors)")
        let phase: ShaderDiagnostic.Phase = code.hasPrefix("#ext") ? .preprocess : word == "overlapping" ? .link : .compile
        #expect(errors.allSatisfy { $0.phase == phase && $0.stage == .fragment && $0.file == "test.frag" },
                "\(errors)")
        #expect(!errors.contains { $0.message.contains("terminated") || $0.message.contains("No code") || $0.message.contains("extra tokens") }, "\(errors)")
        #expect(errors.first?.sourceLine.isEmpty == false)
    }

    @Test("mistakes that glslang accepts, or describes in other words, are errors that name them", arguments: [
        ("330", 3, "\nvoid main() { bool b = +true; }", "'+' : wrong operand type no operation '+' exists that takes an operand of type const bool (or there is no acceptable conversion)"),
        ("330", 2, "void f() { } float f[2]; void main() { }", "'f' : a function and a variable have this name; rename one of them"),
        ("330", 2, "struct S { float a, gl_b; }; void main() { }", "'gl_b' : names that begin with gl_ are reserved; give the structure or member another name"),
        ("330", 2, "uniform { vec4 a; }; void main() { }", "'{' : a block needs a name before its members"),
        ("300 es", 2, "layout(std140) uniform { highp vec4 a; } b; void main() { }", "'{' : a block needs a name before its members"),
        ("300 es", 2, "uniform gl_B { highp vec4 a; }; void main() { }", "'gl_B' : names that begin with gl_ are reserved; give the block another name"),
        ("330", 3, "void main() {\nfloat \(String(repeating: "n", count: 1025)); }", "'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…' : this name has 1025 characters; the limit is 1024"),
        ("330", 3, "int k; float[2] f() { k++; return float[2](1.0, 2.0); }\nvoid main() { int n = f().length(); }", "'length' : its operand has side effects, but is not evaluated; put it into a variable first"),
        ("330", 2, "#define A(a) #a\nvoid main() { }", "'#' : GLSL has no strings, so macros have no # operator"),
        ("100", 2, "invariant gl_FrontFacing; void main() { }", "'gl_FrontFacing' : cannot be invariant (GLSL ES 1.00, 4.6.4)"),
    ])
    func oversights(version: String, line: Int, code: String, message: String) {
        let errors = FrontEnd.fragmentErrors("#version \(version)\n\(code)\n", version: version)
        #expect(errors.first?.message == message, "\(errors)")
        #expect(errors.first?.line == line, "\(errors)")
    }

    @Test("link errors about locations, invariance and precision describe both stages", arguments: [
        ("430", "layout(location = 1) uniform float a[4];", "layout(location = 4) uniform float b;", "'b' : has location 4, but 'a' has the locations 1 to 4; give one of them another layout(location = …)"),
        ("330", "invariant out vec4 a;", "in vec4 a;", "'a' : invariant must match: the vertex shader has it, the fragment shader does not"),
        ("300 es", "uniform highp vec4 a;", "uniform mediump vec3 a;", "'a' : types must match: the vertex shader has vec4 (test.vert:2), the fragment shader vec3"),
    ])
    func moreLinkErrors(version: String, vertex: String, fragment: String, message: String) {
        let errors = FrontEnd.errors(vertex: "#version \(version)\n\(vertex) void main() { gl_Position = vec4(0.0); }", fragment: "#version \(version)\n\n\(fragment) void main() { }")
        #expect(errors.map(\.message) == [message], "\(errors)")
        #expect(errors.first?.line == 3 && errors.first?.file == "test.frag", "\(errors)")
    }

    @Test("recursion is a compile error at the function, called or not", arguments: [
        ("float f(float x) { return f(x); }\nvoid main() { f(1.0); }", "'f' calls 'f'", 2),
        ("\nfloat f(float x) { return f(x); }\nvoid main() { }", "'f' calls 'f'", 3),
        ("float f(float x);\nfloat g(float x) { return f(x); }\nfloat f(float x) { return g(x); }\nvoid main() { f(1.0); }", "recursion", 4),
    ])
    func recursion(code: String, message: String, line: Int) {
        let errors = FrontEnd.fragmentErrors("#version 330\n\(code)\n")
        #expect(errors.first?.message.contains(message) == true, "\(errors)")
        #expect(errors.first?.stage == .fragment)
        #expect(errors.first?.phase == .compile)
        #expect(errors.first?.line == line || line == 4 && errors.first?.line == 3, "\(errors)")
    }

    @Test("using both gl_FragColor and gl_FragData is a compile error at the later use")
    func bothColors() {
        let errors = FrontEnd.fragmentErrors("#version 120\nvoid f() { gl_FragData[0] = vec4(0.0); }\n\nvoid main() { gl_FragColor = vec4(0.0); }\n", version: "120")
        #expect(errors.map(\.line) == [4])
        #expect(errors.allSatisfy { $0.phase == .compile && $0.stage == .fragment && $0.message.contains("both gl_FragColor and gl_FragData") })
    }

    @Test("a missing main, an empty text and only comments are errors",
          arguments: ["", "\n\n", "// nothing", "#version 330\n", "#version 330\nint x;\n", "#if 0\nvoid main() { }\n#endif"])
    func noMain(text: String) {
        for errors in [FrontEnd.fragmentErrors(text), FrontEnd.errors(vertex: text, fragment: FrontEnd.plainFragment())] {
            #expect(errors.count == 1)
            #expect(errors.first?.message.contains("void main()") == true, "\(errors)")
        }
    }

    @Test("stages that do not match are a link error", arguments: [
        ("330", "out vec2 v;", "in vec3 v; out vec4 c;", "c = v.xyzz;", "'v' : types must match: the vertex shader has vec2 (test.vert:2), the fragment shader vec3"),
        ("330", "out vec2 v[3];", "in vec2 v[2]; out vec4 c;", "c = v[0].xyyy;", "'v' : types must match: the vertex shader has vec2[3] (test.vert:2), the fragment shader vec2[2]"),
        ("330", "const int N = 3; out vec2 v[N];", "const int N = 2; in vec2[N] v; out vec4 c;", "c = v[0].xyyy;", "'v' : types must match: the vertex shader has vec2[3] (test.vert:2), the fragment shader vec2[2]"),
        ("330", "const int N = 1; out vec2[1 + N] v;", "in vec3[1 + 1] v; out vec4 c;", "c = v[0].xyyy;", "'v' : types must match: the vertex shader has vec2[2] (test.vert:2), the fragment shader vec3[2]"),
        ("430", "out float v[3][2];", "in float[2] v[int(max(4.0, 2.0))]; out vec4 c;", "c = vec4(v[0][0]);", "'v' : types must match: the vertex shader has float[3][2] (test.vert:2), the fragment shader float[4][2]"),
        ("330", "out float v[3];", "in float v; out vec4 c;", "c = vec4(v);", "'v' : types must match: the vertex shader has float[3] (test.vert:2), the fragment shader float"),
        ("330", "uniform float a[3];", "uniform float a[4]; out vec4 c;", "c = vec4(a[0]);", "'a' : types must match: the vertex shader has float[3] (test.vert:2), the fragment shader float[4]"),
        ("330", "uniform sampler2D map;", "uniform sampler3D map; out vec4 c;", "c = vec4(textureSize(map, 0).x);", "'map' : types must match: the vertex shader has sampler2D (test.vert:2), the fragment shader sampler3D"),
        ("330", "struct S { vec4 a; }; out S v;", "struct S { vec3 a; }; in S v; out vec4 c;", "c = v.a.xyzz;", "'v' : types must match: the vertex shader has S with vec4 a (test.vert:2), the fragment shader S with vec3 a"),
        ("330", "out V { vec4 a; vec2 b; } v;", "in V { vec4 a; } v; out vec4 c;", "c = v.a;", "'V' : types must match: the vertex shader has V with b (test.vert:2), the fragment shader V without it"),
        ("330", "out V { vec4 a; } v;", "in V { vec4 a; vec2 n; } v; out vec4 c;", "c = v.a;", "'V' : types must match: the vertex shader has V without it (test.vert:2), the fragment shader V with n"),
        ("330", "out V { vec4 a; } v[2];", "in V { vec4 a; } v[3]; out vec4 c;", "c = v[0].a;", "'V' : types must match: the vertex shader has V[2] (test.vert:2), the fragment shader V[3]"),
        ("440", "layout(location = 1) out V { vec4 a; } v;", "layout(location = 1) in W { vec3 a; } w; out vec4 c;", "c = w.a.xyzz;", "'W' : types must match: the vertex shader has V with vec4 a (test.vert:2), the fragment shader W with vec3 a"),
        ("440", "layout(location = 1) out V { vec4 a; vec2 b; } v;", "layout(location = 1) in W { vec4 a; } w; out vec4 c;", "c = w.a;", "'W' : types must match: the vertex shader has V with vec2 b (test.vert:2), the fragment shader W without vec2 b"),
        ("410", "const int N = 2; layout(location = 1) out float v[N];", "const int N = 3; layout(location = 1) in float w[N]; out vec4 c;", "c = vec4(w[0]);",
         "'w' : types must match: the vertex shader has float[2] (test.vert:2), the fragment shader float[3]"),
        ("330", "uniform U { layout(row_major) mat4 a; };", "uniform U { mat4 a; }; out vec4 c;", "c = a[0];", "'U.a' : interface block member layout matrix qualifier must match: the vertex shader has layout( row_major"),
        ("330", "uniform U { vec4 a; };", "uniform U { vec4 a; } u; out vec4 c;", "c = u.a;", "'U' : a block needs an instance name in both stages or in neither: the vertex shader has no instance name (test.vert:2), the fragment shader the instance name 'u'"),
        ("330", "uniform U { vec4 a; } u;", "uniform U { vec4 a; }; out vec4 c;", "c = a;", "'U' : a block needs an instance name in both stages or in neither: the vertex shader has the instance name 'u' (test.vert:2), the fragment shader no instance name"),
        ("330", "uniform U { vec4 n, b[2]; };", "uniform W { vec2[2] m; vec4 b[2]; }; out vec4 c;", "c = b[0];", "'b' : this name is a member of the block 'U' in the vertex shader and a member of the block 'W' in the fragment shader; rename one of them"),
        ("330", "uniform float a = 1.0;", "uniform float a = 2.0; out vec4 c;", "c = vec4(a);", "'a' : initializers must match the vertex shader's (test.vert:2)"),
        ("330", "", "in vec3 v; out vec4 c;", "c = v.xyzz;", "'v' : the fragment shader reads this varying"),
        ("330", "out vec3 w;", "in vec3 v; out vec4 c;", "c = v.xyzz;", "'v' : the fragment shader reads"),
        ("330", "out V { vec4 a; } v;", "in W { vec4 a; } v; out vec4 c;", "c = v.a;", "'W' : the fragment shader reads this block"),
        ("330", "out V { vec4 a; } v;", "in V { vec3 a; } v; out vec4 c;", "c = v.a.xyzz;", "'V' : types must match: the vertex shader has V with vec4 a (test.vert:2), the fragment shader V with vec3 a"),
        ("330", "flat out vec4 v;", "in vec4 v; out vec4 c;", "c = v;", "'v' : interpolation must match: the vertex shader has flat, the fragment shader smooth"),
        ("150", "out vec4 v;", "noperspective in vec4 v; out vec4 c;", "c = v;", "interpolation must match"),
        ("330", "out V { flat vec4 a; } v;", "in V { vec4 a; } v; out vec4 c;", "c = v.a;", "'V.a' : interpolation must match"),
        ("300 es", "flat out vec4 v;", "in vec4 v; out vec4 c;", "c = v;", "interpolation must match"),
        ("330", "uniform vec4 u;", "uniform vec3 u; out vec4 c;", "c = u.xyzz;", "'u' : types must match: the vertex shader has vec4"),
        ("330", "uniform U { vec4 a; };", "uniform U { vec3 a; }; out vec4 c;", "c = a.xyzz;", "'U' : types must match: the vertex shader has U with vec4 a (test.vert:2), the fragment shader U with vec3 a"),
        ("300 es", "uniform vec4 u;", "uniform vec4 u; out vec4 c;", "c = u;", "'u' : precision qualifiers must match the vertex shader's (test.vert:2)"),
        ("100", "uniform vec4 u;", "uniform vec4 u;", "gl_FragColor = u;", "'u' : precision qualifiers must match the vertex shader's (test.vert:2)"),
        ("300 es", "struct S { vec4 a; }; uniform S u; out vec4 w;", "struct S { vec4 a; }; uniform S u; out vec4 c;", "c = u.a;", "'u.a' : the precision"),
        ("100", "varying vec4 v;", "varying vec3 v;", "gl_FragColor = v.xyzz;", "types must match: the vertex shader has vec4"),
        ("100", "", "varying vec3 v;", "gl_FragColor = v.xyzz;", "'v' : the fragment shader reads"),
        ("410", "layout(location = 1) out vec4 v;", "layout(location = 0) in vec4 v; out vec4 c;", "c = v;", "'v' : the fragment shader reads this varying at location 0, but the vertex shader has no output there"),
        ("330", "in mat4 a, b, d, e, f;", "", "", "the attributes take 20 locations"),
        ("330", "out vec4 v[33];", "", "", "the varyings take 33 vectors"),
        ("330", "uniform float u[2000000000];", "", "", "too large"),
        ("330", "in vec4 a[5000];", "", "", "the attributes take 5000 locations"),
        ("330", "out float v[1900000000];", "", "", "'v' : this variable is too large: 1900000000 vectors"),
        ("300 es", "layout(shared) uniform U { mediump vec4 a; };", "layout(packed) uniform U { vec4 a; }; out vec4 c;", "c = a;", "'U' : the layout of this block must match: the vertex shader has shared, the fragment shader packed"),
        ("330", "out B { vec4 a; };", "in C { vec4 a; }; out vec4 c;", "c = a;", "a member of a block without an instance name in another way"),
        ("330", "layout(std140) uniform U { vec4 a; };", "uniform U { vec4 a; }; out vec4 c;", "c = a;", "the layout of this block must match"),
        ("330", "layout(packed) uniform; uniform U { vec4 a; };", "uniform U { vec4 a; }; out vec4 c;", "c = a;", "has packed, the fragment shader shared"),
        ("300 es", "struct S { lowp vec4 a; }; uniform S u; out vec4 w;", "struct S { mediump vec4 a; }; uniform S u; out vec4 c;", "c = u.a;", "'u.a' : the precision"),
        ("300 es", "precision lowp float; struct S { vec4 b, a; }; uniform S u; out vec4 w;", "struct S { vec4 b, a; }; uniform S u; out vec4 c;", "c = u.a;", "'u.b' : the precision"),
        ("100", "struct S { lowp int a; }; uniform S u; varying float w;", "struct S { int a; }; uniform S u;", "gl_FragColor = vec4(u.a);", "'u.a' : the precision"),
        ("130", "flat out vec4 gl_FrontColor;", "in vec4 gl_Color;", "gl_FragColor = gl_Color;", "'gl_Color' : interpolation must match: the vertex shader has flat of gl_FrontColor, the fragment shader smooth"),
        ("130", "flat out vec4 gl_FrontColor; out vec4 gl_BackColor;", "flat in vec4 gl_Color;", "gl_FragColor = gl_Color;", "has smooth of gl_BackColor, the fragment shader flat"),
        ("150 compatibility", "flat out vec4 gl_FrontColor;", "in vec4 gl_Color;", "gl_FragColor = gl_Color;", "the vertex shader has flat of gl_FrontColor, the fragment shader smooth"),
        ("330 compatibility", "out vec4 gl_BackColor;", "flat in vec4 gl_Color;", "gl_FragColor = gl_Color;", "has smooth of gl_BackColor, the fragment shader flat"),
    ])
    func linkErrors(version: String, vertexGlobals: String, fragmentGlobals: String, body: String, message: String) {
        var use = ""
        if vertexGlobals.contains("uniform S"), vertexGlobals.contains("vec4 w") { use = "w = u.a;" }
        if vertexGlobals.contains("gl_FrontColor") { use = "gl_FrontColor = vec4(1.0);" }
        if vertexGlobals.contains("gl_BackColor") { use += "gl_BackColor = vec4(1.0);" }
        if vertexGlobals.hasSuffix("varying float w;") { use = "w = float(u.a);" }
        if vertexGlobals.contains("a, b") { use = "gl_Position += a[0] + b[0] + d[0] + e[0] + f[0];" }
        if vertexGlobals.contains("uniform float a[3]") { use = "gl_Position.x = a[0];" }
        if vertexGlobals == "uniform vec4 u;" { use = "gl_Position = u;" }
        if vertexGlobals.contains("uniform sampler2D") { use = "gl_Position.x = float(textureSize(map, 0).x);" }
        if vertexGlobals.contains("[2000000000]") { use = "gl_Position.x = u[3];" }
        let isES = version == "100" || version.hasSuffix("es")
        let errors = FrontEnd.errors(vertex: "#version \(version)\n\(vertexGlobals)\nvoid main() { gl_Position = vec4(0.0); \(use) }\n",
                                     fragment: "#version \(version)\n\(isES ? "precision mediump float;" : "")\n\(fragmentGlobals)\nvoid main() { \(body) }\n")
        #expect(errors.first?.message.contains(message) == true, "\(errors)")
        #expect(errors.allSatisfy { $0.phase == .link }, "\(errors)")
        #expect(!errors.contains { $0.message.contains("unknown stage") })
    }

    @Test("if a lookup matches no function, the message has the sampler's type", arguments: [
        ("100", "uniform samplerCube sky;", "gl_FragColor = texture2D(sky, vec2(0.5));",
         "'texture2D' : no matching overloaded function found; 'sky' is a samplerCube: textureCube(sky, …) takes a direction of three components"),
        ("330", "uniform samplerCube sky; out vec4 c;", "c = texture2D(sky, vec2(0.5));",
         "'texture2D' : no matching overloaded function found; 'sky' is a samplerCube: texture(sky, …) takes a direction of three components"),
        ("330", "uniform sampler2D a, maps[2]; out vec4 c;", "c = texture(maps[1], vec3(0.5)) + texture(a, vec2(0.5));",
         "'texture' : no matching overloaded function found; 'maps' is a sampler2D, 'a' is a sampler2D"),
        ("120", "uniform sampler2D map;", "gl_FragColor = textureCube(map, vec3(0.5));",
         "'textureCube' : no matching overloaded function found; 'map' is a sampler2D: texture2D(map, …) takes two components"),
        ("330", "out vec4 c;", "c = texture(nothing, vec2(0.5));", "'nothing' : undeclared identifier"),
        // The function is called with two samplers, but only one call is a mistake.
        ("330", "uniform sampler2D map; uniform samplerCube sky; out vec4 c;", "c = texture(map, vec2(0.5)) + texture(sky, vec2(0.5));",
         "'texture' : no matching overloaded function found; 'map' is a sampler2D, 'sky' is a samplerCube"),
        // Only calls of the function in the message are taken into account, after macro expansion.
        ("330", "uniform sampler2D map; uniform samplerCube sky; out vec4 c;", "c = texture(map, vec2(0.5)) + textureLod(sky, vec2(0.5), 0.0);",
         "'textureLod' : no matching overloaded function found; 'sky' is a samplerCube: textureLod(sky, …) takes a direction of three components, then a level"),
        ("330", "uniform sampler2D map, other; out vec4 c;\n#define AT(s) texture(s, vec3(0.5))", "c = AT(map) + textureProj(other, vec3(0.5));",
         "'texture' : no matching overloaded function found; 'map' is a sampler2D: texture(map, …) takes two components"),
        ("330", "uniform sampler2D map; out vec4 c;", "c = textureProj(map, vec2(0.5));",
         "'textureProj' : no matching overloaded function found; 'map' is a sampler2D: textureProj(map, …) takes three or four components, the last of which divides"),
        ("330", "uniform samplerCube sky; out vec4 c;", "c = textureProj(sky, vec3(0.5));",
         "'textureProj' : no matching overloaded function found; 'sky' is a samplerCube: texture(sky, …) takes a direction of three components"),
        ("330", "uniform sampler2DShadow map; out vec4 c;", "c = vec4(texture(map, vec2(0.5)));",
         "'texture' : no matching overloaded function found; 'map' is a sampler2DShadow: texture(map, …) takes two components and a value to compare with, together a vec3"),
        ("330", "uniform usampler2D map; out vec4 c;", "c = vec4(textureSize(map), 0, 0);",
         "'textureSize' : no matching overloaded function found; 'map' is a usampler2D: textureSize(map, …) takes a level"),
        ("120", "uniform sampler3D map;", "gl_FragColor = texture3DProj(map, vec3(0.5));",
         "'texture3DProj' : no matching overloaded function found; 'map' is a sampler3D: texture3DProj(map, …) takes four components, the last of which divides"),
        // A parameter hides the uniform with the same name.
        ("330", "uniform sampler2D map; vec4 at(samplerCube map) { return texture(map, vec2(0.5)); } out vec4 c;", "c = vec4(1.0);",
         "'texture' : no matching overloaded function found"),
    ])
    func lookupHints(version: String, globals: String, body: String, message: String) {
        let errors = FrontEnd.errors(vertex: FrontEnd.plainVertex(version), fragment: "#version \(version)\n\(version == "100" ? "precision mediump float;" : "")\n\(globals)\nvoid main() { \(body) }\n")
        let line = globals.contains("#define") ? 5 : globals.contains("at(") ? 3 : 4
        #expect(errors.first?.message == message && errors.first?.line == line, "\(errors)")
    }

    @Test("stages that match are linked", arguments: [
        ("330", "out vec3 v; out vec3 unread;", "in vec3 v; in vec3 unused; out vec4 c;", "c = v.xyzz;"),
        ("330", "out int v;", "flat in int v; out vec4 c;", "c = vec4(v);"),
        ("440", "flat out vec4 v;", "in vec4 v; out vec4 c;", "c = v;"),
        ("410", "layout(location = 1) out vec4 v;", "layout(location = 1) in vec4 w; out vec4 c;", "c = w;"),
        ("330", "out V { vec4 a; flat int b; } v;", "in V { vec4 a; flat int b; } w; out vec4 c;", "c = w.a;"),
        ("330", "centroid out vec4 v;", "in vec4 v; out vec4 c;", "c = v;"),
        ("300 es", "uniform mediump vec4 u; flat out vec4 v;", "uniform vec4 u; flat in vec4 v; out vec4 c;", "c = u + v;"),
        ("100", "varying vec4 v;", "", "gl_FragColor = vec4(1.0);"),
        ("300 es", "layout(shared) uniform U { mediump vec4 a; };", "uniform U { vec4 a; }; out vec4 c;", "c = a;"),
        ("330", "layout(shared) uniform; layout(std140) uniform U { vec4 a; };", "layout(std140) uniform; uniform U { vec4 a; }; out vec4 c;", "c = a;"),
        ("300 es", "precision mediump float; struct S { vec4 a; lowp vec2 b; }; uniform S u;", "struct S { mediump vec4 a; lowp vec2 b; }; uniform S u; out vec4 c;", "c = u.a;"),
        ("130", "flat out vec4 gl_FrontColor;", "flat in vec4 gl_Color;", "gl_FragColor = gl_Color;"),
        ("150 compatibility", "flat out vec4 gl_FrontColor;", "flat in vec4 gl_Color;", "gl_FragColor = gl_Color + gl_SecondaryColor;"),
        ("440", "", "uniform vec4 u; out vec4 c;", "c = u;"),
    ])
    func linksFine(version: String, vertexGlobals: String, fragmentGlobals: String, body: String) throws {
        let isES = version == "100" || version.hasSuffix("es")
        _ = try FrontEnd.compile(vertex: "#version \(version)\n\(vertexGlobals)\nvoid main() { gl_Position = vec4(0.0); }\n",
                                 fragment: "#version \(version)\n\(isES ? "precision mediump float;" : "")\n\(fragmentGlobals)\nvoid main() { \(body) }\n")
    }

    @Test("warnings are returned with the program and have their line")
    func warnings() throws {
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex("130"),
                                           fragment: "#version 130\n\nvarying vec4 v;\n#extension GL_NOT_THERE : enable\nvoid main() { }\n")
        #expect(program.warnings.map(\.line) == [4, 3] || program.warnings.map(\.line) == [3, 4], "\(program.warnings)")
        #expect(program.warnings.allSatisfy { $0.severity == .warning && $0.stage == .fragment })
    }

    @Test("a construct that SPIR-V cannot express is an error, not a crash", arguments: ["noise1(1.0)", "noise3(vec2(1.0)).x"])
    func inexpressible(expression: String) {
        let errors = FrontEnd.fragmentErrors("#version 120\nvoid main() { gl_FragColor = vec4(\(expression)); }\n", version: "120")
        #expect(errors.count == 1)
        #expect(errors.first?.message.contains(expression.prefix { $0 != "(" }) == true)
    }

    @Test("a source line in a message is cut if it is too long")
    func longLine() {
        let errors = FrontEnd.fragmentErrors("#version 330\nvoid main() { oops; /* \(String(repeating: "long ", count: 1000)) */ }\n")
        #expect(errors.first?.sourceLine.count == 501)
    }

    @Test("many threads compile at once, and each gets the same messages")
    func threads() async throws {
        let shader = Corpus.all[3]
        @Sendable func words() throws -> [UInt32] { try FrontEnd.compile(vertex: shader.vertex, fragment: shader.fragment).fragment.words }
        let expected = try words()
        try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<16 { group.addTask { try words() } }
            for try await result in group { #expect(result == expected) }
        }
    }

    @Test("very long, deep and large shaders end in an error or compile, never crash")
    func extremes() {
        func body(_ code: String) -> [ShaderDiagnostic] {
            FrontEnd.fragmentErrors("#version 330\nuniform float u; out vec4 c;\nvoid main() { float x = u; \(code) c = vec4(x); }\n")
        }
        for code in ["x = \(String(repeating: "(", count: 20000))u\(String(repeating: ")", count: 20000));", String(repeating: "{", count: 20000),
                     "x = \(String(repeating: "-(", count: 20000))u;", "if (u > 1.0) x = 1.0; \(String(repeating: "else if (u > 2.0) x = 2.0; ", count: 8000))",
                     "x = u\(String(repeating: "+u", count: 120_000));", "x = \(String(repeating: "u ? ", count: 20000))"] {
            #expect(!body(code).isEmpty)
        }
        #expect(body("x = u\(String(repeating: "+u", count: 30_000));").isEmpty)
        #expect(body("x = (u\(String(repeating: ",u", count: 30_000)));").isEmpty)
        #expect(FrontEnd.fragmentErrors(String(repeating: "x", count: 9 << 20)).first?.exceeded?.name == .sourceBytes)
        #expect(!FrontEnd.fragmentErrors(String(repeating: "x", count: 1 << 20)).isEmpty)
    }
}
