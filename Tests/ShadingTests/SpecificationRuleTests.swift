import Shading
// Rules of the specifications that public test suites check, but that glslang 12 does not follow. The tests have texts that must be
// refused, with the line of the error, and texts that must be accepted.
import Testing

private struct Wrong: CustomStringConvertible, Sendable {
    var description: String
    var version: String
    var fragment: String
    var line: Int
    /// A part of the expected message.
    var message: String
}

private let wrongOnes: [Wrong] = [
    Wrong(description: "a pragma within a function", version: "110",
          fragment: "void main() {\n#pragma optimize(off)\n gl_FragColor = vec4(1.0); }",
          line: 3, message: "'#pragma optimize'"),
    Wrong(description: "another pragma within a function", version: "300 es",
          fragment: "void main() {\n#pragma debug(on)\n}",
          line: 3, message: "'#pragma debug'"),
    Wrong(description: "a built-in function that a function hides", version: "110",
          fragment: "float exp(float x, float y) { return x + y; }\nvoid main() {\n gl_FragColor = vec4(exp(2.0)); }",
          line: 4, message: "'exp' : no matching"),
    Wrong(description: "a built-in function that a function with an array result hides", version: "330",
          fragment: "float[2] min(float x) { return float[2](x, x); }\nout float c;\nvoid main() { c = min(1.0, 2.0); }",
          line: 4, message: "'min' : no matching"),
    Wrong(description: "a call in a constant of GLSL 1.10", version: "110",
          fragment: "void main() {\n const float one = abs(-1.0); gl_FragColor = vec4(one); }",
          line: 3, message: "constant"),
    Wrong(description: "a size below an index", version: "110",
          fragment: "void main() { float f[];\n float g = f[5];\n float f[3]; gl_FragColor = vec4(g); }",
          line: 3, message: "the index 5 is outside of the array"),
    Wrong(description: "a signed label of an unsigned switch", version: "130",
          fragment: "void main() { uint x = 1u; switch (x) {\n case 1: break; } gl_FragColor = vec4(1.0); }",
          line: 3, message: "'case'"),
    Wrong(description: "an array of uniform blocks without a size", version: "150",
          fragment: "\nuniform B { float a; } b[];\nvoid main() { }",
          line: 3, message: "'B' : an array of uniform blocks needs a size"),
    Wrong(description: "an old storage qualifier in a block", version: "150",
          fragment: "in B {\n varying vec4 a; } b;\nvoid main() { }",
          line: 3, message: "'varying' : members"),
    Wrong(description: "a layout of a parameter", version: "150",
          fragment: "\nfloat f(layout(pixel_center_integer) in float a) { return a; }\nvoid main() { }",
          line: 3, message: "'layout' : a parameter"),
    Wrong(description: "a block chosen by a variable", version: "150",
          fragment: "uniform B { vec4 a; } b[2]; uniform int i; out vec4 c;\nvoid main() {\n c = b[i].a; }",
          line: 4, message: "index of an array of uniform blocks"),
    Wrong(description: "a converted result before GLSL 4.20", version: "120",
          fragment: "float f(int i) {\n return i; }\nvoid main() { gl_FragColor = vec4(f(1)); }",
          line: 3, message: "'return'"),
    Wrong(description: "an interpolated varying of GLSL 1.30", version: "130",
          fragment: "smooth varying float x;\nvoid main() { }",
          line: 2, message: "'smooth' : is allowed with"),
    Wrong(description: "a precision before the storage", version: "130",
          fragment: "float f(highp in float x) { return x; }\nvoid main() { }",
          line: 2, message: "'highp' : must follow 'in'"),
    Wrong(description: "a column with too many components", version: "420",
          fragment: "void main() {\n mat3x2 m = { vec2(0.0), vec2(vec3(1.0)),\n vec3(1.0) }; }",
          line: 4, message: "a column of this matrix has 2 components, and this vector has 3"),
    Wrong(description: "a precision before const", version: "150",
          fragment: "\nfloat f(lowp const float x) { return x; }\nvoid main() { }",
          line: 3, message: "'lowp' : must follow 'const'"),
    Wrong(description: "a reserved word of GLSL 1.30", version: "130",
          fragment: "void main() {\n int row_major; }",
          line: 3, message: "'row_major' : this word is reserved"),
    Wrong(description: "a layout behind the storage", version: "330",
          fragment: "out layout(location = 0) vec4 c;\nvoid main() { c = vec4(1.0); }",
          line: 2, message: "'layout' : must precede 'out'"),
    Wrong(description: "two layouts", version: "330",
          fragment: "layout(location = 0) layout(location = 1) out vec4 c;\nvoid main() { c = vec4(1.0); }",
          line: 2, message: "only one layout"),
    Wrong(description: "a name twice in a layout", version: "330",
          fragment: "layout(location = 0, location = 1) out vec4 c;\nvoid main() { c = vec4(1.0); }",
          line: 2, message: "'location' : appears twice"),
    Wrong(description: "a layout of an old varying", version: "110",
          fragment: "#extension GL_ARB_explicit_attrib_location : require\nlayout(location = 0) varying vec4 v;\nvoid main() { gl_FragColor = v; }",
          line: 3, message: "allowed with 'in' and 'out'"),
    Wrong(description: "a sampled uniform", version: "150",
          fragment: "#extension GL_ARB_gpu_shader5 : require\nsample uniform vec4 x; out vec4 c;\nvoid main() { c = x; }",
          line: 3, message: "'sample' : a uniform"),
    Wrong(description: "results of two precisions", version: "100",
          fragment: "precision mediump float;\nfloat f();\nhighp float f() { return 1.0; }\nvoid main() { gl_FragColor = vec4(f()); }",
          line: 3, message: "'f' : the precision of the result"),
    Wrong(description: "a structure that hides a function", version: "110",
          fragment: "int id(int x) { return x; }\nvoid main() { struct id { int n; };\n int i = id(5); gl_FragColor = vec4(id(1).n); }",
          line: 4, message: "cannot convert"),
    Wrong(description: "a word that GLSL 1.10 does not have", version: "110",
          fragment: "#extension GL_ARB_explicit_attrib_location : require\ncentroid in vec4 v;\nvoid main() { gl_FragColor = v; }",
          line: 3, message: "syntax error"),
    Wrong(description: "a qualifier of a variable of an outer scope", version: "150",
          fragment: "#extension GL_ARB_gpu_shader5 : require\nfloat x; void f() {\n precise x; }\nvoid main() { f(); }",
          line: 4, message: "'x' : 'precise' qualifies only a variable of the same scope"),
    Wrong(description: "a sampler chosen by a variable", version: "130",
          fragment: "#extension GL_MESA_shader_integer_functions : require\nuniform int i; uniform sampler2D s[2];\nvoid main() {\n"
              + " gl_FragColor = texture(s[i], vec2(0.5)); }",
          line: 5, message: "index of an array of samplers"),
]

@Suite("Rules of the specifications")
struct SpecificationRuleTests {
    @Test("a mistake is a compile error at its line", arguments: wrongOnes)
    private func wrong(_ test: Wrong) {
        let errors = FrontEnd.fragmentErrors("#version \(test.version)\n\(test.fragment)\n", version: test.version)
        #expect(errors.contains { $0.line == test.line && $0.phase != .link && $0.message.contains(test.message) }, "\(errors)")
    }

    @Test("texts that look like these mistakes, but are correct in their version, are accepted", arguments: [
        ("110", "#pragma optimize(off)\nvoid main() {\n#pragma other(1)\n gl_FragColor = vec4(1.0); }"),
        // A built-in function is hidden only after a function of the same name is declared. A member does not hide a function.
        ("120", "float f() { return exp(1.0); } float exp(float x, float y) { return x + y; } void main() { gl_FragColor = vec4(exp(f(), 2.0)); }"),
        ("330", "float min(float a, float b, float c) { return a + b + c; } struct S { float max; }; uniform S s; out vec4 c; void main() { c = vec4(min(1.0, s.max, max(1.0, 2.0))); }"),
        ("110", "float foo() { return 0.5; } const float foo = 1.0; void main() { gl_FragColor = vec4(foo - foo()); }"),
        ("110", "const float a = -1.0 * float(2); void main() { const vec2 v = vec2(1, a); gl_FragColor = vec4(v, v); }"),
        ("110", "#extension GL_ARB_explicit_attrib_location : require\nlayout(location = 0, index = 0) out vec4 c; void main() { c = vec4(1.0); }"),
        ("120", "const float one = abs(-1.0); void main() { gl_FragColor = vec4(one); }"),
        ("110", "void main() { float f[]; f[2] = 1.0; float f[3]; gl_FragColor = vec4(f[2]); }"),
        ("430", "uniform int i; out vec4 c; float f(int x) { return x; } void main() { uint x = 1u; switch (x) { case 1: break; } c = vec4(f(i)); }"),
        ("430", "uniform B { vec4 a; } b[2]; uniform int i; layout(location = 0) layout(location = 0) out vec4 c; void main() { c = b[i].a; }"),
        ("150", "#extension GL_ARB_gpu_shader5 : require\nuniform B { vec4 a; } b[2]; uniform int i; out vec4 c; void main() { c = b[i].a; }"),
        ("150", "uniform B { float a; } b[2]; layout(std140) uniform; out vec4 c; float f(const in highp float x) { return x; } void main() { c = vec4(f(b[1].a)); }"),
        ("140", "layout(row_major) uniform B { mat4 m; }; out vec4 c; void main() { c = m[0]; }"),
        ("100", "precision mediump float; float f(); mediump float f() { return 1.0; } void main() { gl_FragColor = vec4(f()); }"),
        ("400", "float y; precise y; out vec4 c; void f(float p) { precise p; float x = p; precise x; { precise float x = y; y = x; } precise float a, b; y = a + b; } "
            + "void main() { f(1.0); c = vec4(y); }"),
        ("330", "struct precise { float a; }; out vec4 c; void main() { precise x; x.a = 1.0; c = vec4(x.a); }"),
        ("150", "#extension GL_ARB_gpu_shader5 : require\nuniform int i; uniform sampler2D s[2]; out vec4 c; void main() { c = texture(s[i], vec2(0.5)); }"),
        ("120", "#extension GL_ARB_arrays_of_arrays : require\nuniform int i; uniform sampler2D s[2]; void main() { gl_FragColor = texture2D(s[i], vec2(0.5)); }"),
        // The size of an array may be written before the name, as in later versions.
        ("100", "precision mediump float; const int n = 2; struct S { float[2] a, b; }; uniform float[n] u, v; uniform S s;\n"
            + "float f(inout float[2] x, float[2] y, float z) { x[1] = y[0]; return z; }\n"
            + "void main() { float[2] x, y; for (int[2] i; false;) { } float z = f(x, y, x[0]), w = u[1]; gl_FragColor = vec4(s.b[1], v[1], w, x[1] + z); }"),
    ])
    func alike(version: String, fragment: String) {
        #expect(FrontEnd.fragmentErrors("#version \(version)\n\(fragment)\n", version: version) == [])
    }

    @Test("a size before the name stays an error where GLSL ES 1.00 has no such declaration, and if it is too long to be repeated", arguments: [
        "float[2] x[3];", "float[2];", "float[] x;", "float[2] f() { }", "float[2 x;", "float[[2]] x;", "float[2] x, ;", "float[2] x = float[2](1.0, 2.0);",
        "float[\(String(repeating: "1 + ", count: 40))1] x;", "float[\(String(repeating: "(", count: 5000))1] x, y;",
    ])
    func wrongArrayTypes(declaration: String) {
        #expect(!FrontEnd.fragmentErrors("#version 100\nprecision mediump float;\n\(declaration)\nvoid main() { }\n", version: "100").isEmpty)
    }

    @Test("sequences are constant before GLSL 4.30 and GLSL ES 3.00", arguments: [
        ("100", "precision mediump float; const float f = 3.0 + (1.0, 2.0); float g = (f, 3.0); uniform float u[(1, 2)]; const float h = cos((1.0, (f, 2.0)));"
            + "void main() { gl_FragColor = vec4(f, g, u[1], h); }"),
        ("110", "struct S { float f; vec3 v; }; void main() { const vec4 v = (vec4(1, 2, 3, 4), vec4(5, 6, 7, 8)); const S s = (S(9.0, vec3(1)), S(1.0, vec3(2)));"
            + "const mat4 m = mat4(1.0); const vec4 w = m[0, 1]; const float f = v[1, 0]; gl_FragColor = v + s.f + w + f; }"),
    ])
    func sequences(version: String, fragment: String) {
        #expect(FrontEnd.fragmentErrors("#version \(version)\n\(fragment)\n", version: version) == [])
    }

    @Test("a sequence stays if its first operand matters or if it is not constant", arguments: [
        ("100", "precision mediump float; const float f = (unknown, 2.0); void main() { }"), ("100", "uniform highp float u[1, 2]; void main() { }"),
        ("100", "precision mediump float; float a = 1.0; const float f = (a = 2.0, 2.0); void main() { }"),
        ("300 es", "precision mediump float; const float f = (1.0, 2.0); void main() { }"), ("120", "uniform float u[(1, 2)]; void main() { }"),
        ("430", "float a[(1, 2)]; void main() { }"),
    ])
    func needed(version: String, fragment: String) {
        #expect(!FrontEnd.fragmentErrors("#version \(version)\n\(fragment)\n", version: version).isEmpty)
    }

    @Test("the value of a sequence is the value of its last operand")
    func lastOperand() throws {
        #expect(try ShaderRun()("color = vec4(x);", declarations: "const float x = 3.0 + (1.0, 2.0);", version: 330) == [5, 5, 5, 5])
    }

    @Test("only GLSL 1.10 has structures inside structures")
    func embeddedStructures() {
        let text = "struct A { float i; struct B { struct { float f; } c; vec4 v; } b; } a; void main() { a.b = B(a.b.c, vec4(1.0)); gl_FragColor = a.b.v * a.b.c.f; }"
        let local = "void main() { const struct A { int i; struct B { float f; } b; } a = A(1, B(2.0)); gl_FragColor = vec4(a.b.f); }"
        // A qualifier before a structure has no effect if no variable is declared with the structure.
        #expect(FrontEnd.fragmentErrors("#version 110\nvarying struct A { float f; }; uniform A a; void main() { gl_FragColor = vec4(a.f); }", version: "110") == [])
        for code in [text, local] {
            #expect(FrontEnd.fragmentErrors("#version 110\n\(code)\n", version: "110") == [])
            #expect(!FrontEnd.fragmentErrors("#version 120\n\(code)\n", version: "120").isEmpty)
        }
    }

    @Test("stages may declare gl_TexCoord with different sizes, up to gl_MaxTextureCoords", arguments: [("2", "1"), ("2", "3"), ("1 + 1", "5")])
    func textureCoordinates(vertex: String, fragment: String) {
        #expect(FrontEnd.errors(vertex: "#version 110\nvarying vec4 gl_TexCoord[\(vertex)]; void main() { gl_TexCoord[1] = vec4(1.0); gl_Position = vec4(0.0); }",
                                fragment: "#version 110\nvarying vec4 gl_TexCoord[\(fragment)]; uniform int i; void main() { gl_FragColor = gl_TexCoord[i]; }") == [])
        let errors = FrontEnd.fragmentErrors("#version 110\nvoid main() { gl_FragColor = gl_TexCoord[gl_MaxTextureCoords]; }", version: "110")
        #expect(errors.contains { $0.message.contains("gl_MaxTextureCoords is 32") }, "\(errors)")
    }

    @Test("before GLSL 1.30, a varying that is read must be written")
    func unwritten() {
        func errors(_ version: String) -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version \(version)\nvarying vec4 v; void main() { gl_Position = vec4(0.0); }", fragment: "#version \(version)\nvarying vec4 v; void main() { gl_FragColor = v; }")
        }
        #expect(errors("120").first.map { $0.phase == .link && $0.message.contains("never writes it") } == true)
        #expect(errors("130") == [])
        #expect(errors("100").allSatisfy { !$0.message.contains("never writes") })
    }

    @Test("on the desktop, varyings are counted by components")
    func components() {
        func errors(_ type: String) -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version 130\nflat out \(type); void main() { gl_Position = vec4(0.0); }", fragment: FrontEnd.plainFragment("130"))
        }
        #expect(errors("int a[100]") == [])
        #expect(errors("int a[129]").contains { $0.message.contains("the varyings take 129 vectors") })
    }

    @Test("more samplers than there are texture units do not link")
    func samplers() {
        func errors(_ count: Int) -> [ShaderDiagnostic] {
            FrontEnd.fragmentErrors("#version 120\nuniform sampler2D s[\(count)]; uniform int i; void main() { gl_FragColor = texture2D(s[i], vec2(0.0)); }", version: "120")
        }
        #expect(errors(32) == [])
        #expect(errors(33).first.map { $0.phase == .link && $0.message.contains("33 texture units") } == true)
    }

    @Test("the precision of a uniform matters if both stages use it")
    func uniformPrecision() {
        func errors(_ version: String, _ use: String) -> [ShaderDiagnostic] {
            let (output, color) = version == "100" ? ("", "gl_FragColor") : ("out vec4 c;", "c")
            return FrontEnd.errors(vertex: "#version \(version)\nprecision highp float; uniform float f; void main() { gl_Position = vec4(\(use)); }",
                                   fragment: "#version \(version)\nprecision mediump float; uniform float f; \(output) void main() { \(color) = vec4(f); }")
        }
        #expect(errors("100", "1.0") == [])
        #expect(!errors("100", "f").isEmpty)
        #expect(!errors("300 es", "1.0").isEmpty)
    }

    @Test("locations that overlap or are too large compile and do not link", arguments: [
        "layout(location = 0) out vec4 a; layout(location = 0) out vec4 b; void main() { a = b = vec4(1.0); }", "layout(location = 0x7fffffff) out vec4 a; void main() { a = vec4(1.0); }",
    ])
    func locations(fragment: String) {
        let errors = FrontEnd.fragmentErrors("#version 330\n\(fragment)\n")
        #expect(!errors.isEmpty && errors.allSatisfy { $0.phase == .link }, "\(errors)")
    }

    @Test("the numbers of a layout must agree with other declarations and with the sizes of components", arguments: [
        ("layout(local_size_x = 2, local_size_x = 1) in; layout(local_size_x = 2) in;", ShaderStage.compute, true),
        ("layout(local_size_x = 1, local_size_x = 2) in; layout(local_size_x = 2) in;", .compute, false),
        ("layout(local_size_x = 2) in; layout(local_size_y = 4) in;", .compute, false),
        ("layout(shared) uniform B { layout(offset = 16) vec4 a; };", .vertex, true), ("layout(packed, align = 32) uniform B { vec4 a; };", .vertex, true),
        ("layout(packed) uniform A { vec4 a; }; layout(std140) uniform B { layout(offset = 16) vec4 b; };", .vertex, false),
        ("layout(xfb_buffer = 0, xfb_offset = 2) out B { vec4 a; };", .vertex, true), ("layout(xfb_buffer = 0, xfb_offset = 8) out B { vec4 a; };", .vertex, false),
    ])
    func layoutNumbers(declaration: String, stage: ShaderStage, isWrong: Bool) {
        let source = ShaderSource(text: "#version 450\n\(declaration)\nvoid main() { }", name: "test")
        var errors: [ShaderDiagnostic] = []
        do throws(ShaderError) { _ = try ShaderCompiler.compile(source, as: stage) } catch { errors = error.diagnostics }
        #expect(errors.isEmpty != isWrong && errors.allSatisfy { $0.line == 2 && $0.phase != .link }, "\(errors)")
    }

    @Test("a column of another size in an expression is no column of the list", arguments: ["vec3(1.0).xy", "vec3(1.0).xy * 2.0", "mat2(1.0) * vec2(1.0)"])
    func columns(column: String) {
        #expect(FrontEnd.fragmentErrors("#version 420\nout vec4 c; void main() { mat2 m = { vec2(0.0), \(column) }; c = m[1].xyxy; }", version: "420") == [])
    }

    @Test("a float literal of GLSL 1.10 may have the suffix of later versions", arguments: ["1.0f", "1.F", "25e-1f"])
    func floatSuffix(literal: String) {
        #expect(FrontEnd.fragmentErrors("#version 110\nvoid main() { gl_FragColor = vec4(\(literal)); }", version: "110") == [])
        #expect(!FrontEnd.fragmentErrors("#version 110\nvoid main() { gl_FragColor = vec4(1f); }", version: "110").isEmpty)
    }

    @Test("in GLSL ES, interpolation functions take no member of a structure; in desktop GLSL they do", arguments: [
        ("320 es", "interpolateAtCentroid(s.a)"), ("320 es", "interpolateAtSample(s.b, 0).x"), ("320 es", "interpolateAtOffset(s.a, vec2(0.0))"),
        ("450", "interpolateAtCentroid(s.a)"),
    ])
    func interpolatedMembers(version: String, call: String) {
        let head = "#version \(version)\n" + (version.hasSuffix("es") ? "precision highp float;\n" : "\n") + "struct S { float a; vec2 b; };\n"
        let vertex = head + "out S s; void main() { s = S(1.0, vec2(1.0)); gl_Position = vec4(0.0); }"
        let errors = FrontEnd.errors(vertex: vertex, fragment: head + "in S s; out vec4 c;\nvoid main() {\n c = vec4(\(call)); }")
        let isWrong = version.hasSuffix("es")
        #expect(errors.map(\.line) == (isWrong ? [6] : [])
                && errors.allSatisfy { $0.phase == .compile && $0.message.contains("no member of a structure") }, "\(errors)")
        let block = FrontEnd.errors(vertex: head + "out B { float a; } o; void main() { o.a = 1.0; gl_Position = vec4(0.0); }",
                                    fragment: head + "in B { float a; } i; out vec4 c; void main() { c = vec4(interpolateAtCentroid(i.a)); }")
        #expect(block == [])
    }

    @Test("the last array of a storage block has a size in both stages or in neither", arguments: [("[]", "[1]"), ("[1]", "[]"), ("[]", "[]"), ("[2]", "[2]")])
    func unsizedArrays(vertex: String, fragment: String) {
        func block(_ size: String) -> String { "#version 430\nbuffer B { float a\(size); };\n" }
        let errors = FrontEnd.errors(vertex: block(vertex) + "out float v; void main() { v = a[0]; gl_Position = vec4(0.0); }",
                                         fragment: block(fragment) + "in float v; out vec4 c; void main() { c = vec4(v + a[0]); }")
        #expect(errors.isEmpty == (vertex == fragment) && errors.allSatisfy { $0.phase == .link }, "\(errors)")
        // If the vertex shader states the size, glslang finds the error.
        if vertex == "[]", fragment == "[1]" { #expect(errors.contains { $0.message.contains("a size in only one stage") }) }
    }

    @Test("a subset of gl_PerVertex is accepted from GLSL 1.50 on")
    func vertexBlock() {
        #expect(FrontEnd.errors(vertex: "#version 150\nout gl_PerVertex { vec4 gl_Position; float gl_PointSize; }; void main() { gl_Position = vec4(0.0); gl_PointSize = 1.0; }",
                                fragment: FrontEnd.plainFragment("150")) == [])
        #expect(FrontEnd.errors(vertex: "#version 150\nout gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[]; };\nout float gl_ClipDistance[4];\nvoid main() { }",
                                fragment: FrontEnd.plainFragment("150")).contains { $0.line == 3 && $0.message.contains("a member of gl_PerVertex") })
    }

    @Test("blocks have locations with GL_ARB_separate_shader_objects")
    func blockLocations() {
        let head = "#version 150\n#extension GL_ARB_separate_shader_objects : require\n"
        #expect(FrontEnd.errors(vertex: head + "layout(location = 1) out B { vec4 a; }; void main() { a = vec4(1.0); gl_Position = vec4(0.0); }",
                                fragment: head + "layout(location = 1) in B { vec4 a; }; out vec4 c; void main() { c = a; }") == [])
    }

    @Test("an extension that brings words of a later version has its types")
    func laterWords() {
        #expect(FrontEnd.fragmentErrors("#version 400\n#extension GL_ARB_arrays_of_arrays : require\nuniform double a[1][1]; void main() { }", version: "400") == [])
    }

    @Test("the qualifier sample has to match before GLSL 4.30", arguments: [("400", true), ("430", false)])
    func samples(version: String, isWrong: Bool) {
        let errors = FrontEnd.errors(vertex: "#version \(version)\nout vec4 v; void main() { v = vec4(1.0); gl_Position = vec4(0.0); }",
                                     fragment: "#version \(version)\nsample in vec4 v; out vec4 c; void main() { c = v; }")
        #expect(errors.contains { $0.message.contains("'sample' must match") } == isWrong, "\(errors)")
    }

    @Test("arrays of arrays of uniform blocks are accepted",
          arguments: [("arr[2][1]", [5, 5, 5, 5]), ("arr[i.z][i.w + 1]", [5, 5, 5, 5]), ("arr[2][i.w + 1]", [5, 5, 5, 5]),
                      ("arr[i.z][1]", [5, 5, 5, 5]), ("arr[i.z][i.x]", [0, 0, 0, 0])] as [(String, SIMD4<Float>)])
    func blocks(element: String, value: SIMD4<Float>) throws {
        let program = try ShaderRun().link("uniform B { vec4 color; } arr[3][2]; out vec4 color; void main() { color = \(element).color; }")
        #expect(program.interface.uniformBlocks.map(\.name) == ["", "B[0][0]", "B[0][1]", "B[1][0]", "B[1][1]", "B[2][0]", "B[2][1]"])
        let interpreter = Interpreter(module: program.fragment, stepLimit: 1000)
        let indices: [UInt32] = [3, 0, 2, 0]
        for input in program.fragment.inputs where input.name == "i" {
            for k in 0..<4 { interpreter.inputs[input.firstSlot + k] = QuadUInt(repeating: indices[k]) }
        }
        let words = (0..<6).flatMap { [UInt32](repeating: Float($0).bitPattern, count: 4) }
        try words.withUnsafeBytes { bytes in
            let blocks = [UnsafeRawBufferPointer(start: nil, count: 0)] + (0..<6).map { UnsafeRawBufferPointer(rebasing: bytes[($0 * 16)..<($0 * 16 + 16)]) }
            interpreter.bind(uniformBlocks: blocks, textures: NoTexels())
            _ = try interpreter.run(active: SIMDMask(repeating: true))
        }
        let slot = program.fragment.outputs[0].firstSlot
        #expect(SIMD4((0..<4).map { Float(bitPattern: interpreter.locals[slot + $0][0]) }) == value)
    }
}
