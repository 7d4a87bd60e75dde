import Shading
// Declarations for which glslang without Raster's checks differs from the specifications and from drivers.
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
    Wrong(description: "a choice between arrays", version: "110", fragment: "uniform bool b; uniform vec4 x[2], y[2]; uniform int i;\nvoid main() {\n gl_FragColor = (b ? x : y)[i]; }",
          line: 4, message: "cannot choose between arrays"),
    Wrong(description: "a function within another", version: "120", fragment: "void main() {\n float f(float x);\n gl_FragColor = vec4(f(0.5)); }\nfloat f(float x) { return x; }",
          line: 3, message: "'f' : a function cannot be declared within another"),
    Wrong(description: "a function within another with a precision", version: "300 es",
          fragment: "out highp vec4 c; void main() {\n highp vec2 f(highp float x); c = vec4(1.0); }", line: 3, message: "'f' : a function cannot"),
    Wrong(description: "a size of two numbers", version: "120", fragment: "uniform float[ivec2(2.3, 2.3)] a; void main() { gl_FragColor = vec4(a[0]); }", line: 2, message: "not ivec2"),
    Wrong(description: "a size of nested vectors", version: "330", fragment: "float a[uvec3((3))];\nvoid main() { }", line: 2, message: "not uvec3"),
    Wrong(description: "an array as out parameter in GLSL 1.10", version: "110", fragment: "\nvoid f(out float a[2]) { a[0] = 1.0; } void main() { }", line: 3,
          message: "'f' : an array cannot be an 'out'"),
    Wrong(description: "a function named like a structure", version: "110",
          fragment: "vec4 foo(vec4 a) { return a; }\nstruct foo { float f; };\nvoid main() { }", line: 2, message: "'foo' : a function and a structure"),
    Wrong(description: "an out parameter that holds a sampler", version: "110", fragment: "struct S { sampler2D s; };\nstruct T { S s; };\nvoid f(inout T x) { }\nvoid main() { }",
          line: 4, message: "structure T holds a sampler, which"),
    Wrong(description: "a result that holds a sampler", version: "330",
          fragment: "struct S { sampler2D s[2]; };\nuniform S u;\nS f() { return u; }\nvoid main() { }", line: 4, message: "cannot be returned"),
    Wrong(description: "a precision of a bool", version: "130", fragment: "void main() {\n highp bool b = true;\n gl_FragColor = vec4(b); }", line: 3,
          message: "'highp' : bool cannot have a precision"),
    Wrong(description: "a precision of a structure", version: "130", fragment: "\nmediump struct S { float a; };\nvoid main() { }", line: 3,
          message: "'mediump' : a structure cannot have a precision"),
    Wrong(description: "a reserved word", version: "130", fragment: "void main() {\n int image2DShadow = 1; }", line: 3, message: "reserved"),
    Wrong(description: "a colour of both kinds", version: "130", fragment: "out vec4 c;\nvoid main() { c = vec4(1.0);\n gl_FragColor = vec4(0.0); }", line: 4, message: "gl_FragColor"),
    Wrong(description: "a pragma of vertex shaders", version: "300 es", fragment: "#pragma STDGL invariant(all)\nvoid main() { }", line: 2,
          message: "only in vertex shaders"),
]

@Suite("Rules of declarations")
struct DeclarationRuleTests {
    @Test("a wrong declaration is a compile error at its line", arguments: wrongOnes)
    private func wrong(_ test: Wrong) {
        let errors = FrontEnd.fragmentErrors("#version \(test.version)\n\(test.fragment)\n", version: test.version)
        #expect(errors.first?.line == test.line && errors.first?.phase != .link, "\(errors)")
        #expect(errors.first?.message.contains(test.message) == true, "\(errors)")
    }

    @Test("attributes are floats before GLSL 1.30", arguments: ["int", "bool", "bvec2", "ivec4"])
    func attributes(type: String) {
        func errors(_ version: String) -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version \(version)\nattribute \(type) a, b;\nvoid main() { gl_Position = vec4(a == b ? 1.0 : 0.0); }", fragment: FrontEnd.plainFragment(version))
        }
        let found = errors("120")
        #expect(found.count == 1 && found[0].line == 2 && found[0].message.contains("not \(type)"), "\(found)")
        if type.hasPrefix("i") { #expect(errors("130").isEmpty) }
    }

    @Test("a vertex shader that never writes gl_Position does not link before GLSL 1.40")
    func position() {
        func errors(_ version: String) -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version \(version)\nvoid main() { }", fragment: FrontEnd.plainFragment(version))
        }
        #expect(errors("120").first.map { $0.phase == .link && $0.message.contains("gl_Position") } == true)
        #expect(errors("140").isEmpty)
        #expect(errors("100").isEmpty)
        #expect(FrontEnd.errors(vertex: "#version 120\nvoid main() { gl_Position = ftransform(); }", fragment: FrontEnd.plainFragment("120")).isEmpty)
    }

    @Test("declarations that only resemble these mistakes are accepted", arguments: [
        ("110", "float f(float x) { return x; } void main() { float f = 1.0; gl_FragColor = vec4(f); }"),
        ("120", "float f(float x) { return x; } void main() { if (true) f(1.0); else f(2.0); do f(3.0); while (false); gl_FragColor = vec4(ivec2(1)[0]); }"),
        ("120", "void f(out float a[2]) { a[0] = 1.0; } void main() { float a[2]; f(a); float b[int(2)]; int i[ivec2(3, 1).x]; gl_FragColor = vec4(a[0]); }"),
        ("330", "struct S { sampler2D s; }; uniform S u; vec4 f(in S x) { return texture(x.s, vec2(0.0)); } out vec4 c; void main() { c = f(u); }"),
        ("300 es", "precision mediump float; out vec4 c; bool g(highp float x) { return x > 0.0; } void main() { bool b = g(1.0); c = vec4(b); }"),
    ])
    func alike(version: String, fragment: String) {
        #expect(FrontEnd.fragmentErrors("#version \(version)\n\(fragment)\n", version: version) == [])
    }

    @Test("array sizes before and after the name mean the same: a prototype and its definition are one function", arguments: [
        ("f(in vec3[2][3])", "f(in vec3[3] x[2])", "vec3 a[2][3]"), ("f(vec3 x[2][3])", "f(vec3[2] y[2])", ""), ("f(float[N])", "f(float x[3])", "float a[3]"),
        ("f(float[3])", "f(in float[N] x)", "float a[3]"), ("f(float[0x3])", "f(float[3u] x)", "float a[3]"),
    ])
    func arrays(prototype: String, definition: String, argument: String) {
        let call = argument.isEmpty ? "" : "\(argument); f(a);"
        let errors = FrontEnd.fragmentErrors("#version 430\nconst int N = 3; void \(prototype);\nvoid main() { \(call) }\nvoid \(definition) { }\n", version: "430")
        #expect(errors == [])
    }

    @Test("overloads that differ in an array's size stay two functions, and a missing body is an error at the call")
    func overloads() {
        #expect(throws: ShaderError.self) {
            try ShaderRun().link("void f(float[2]); void f(float x[3]) { } out vec4 color; void main() { float a[2]; f(a); color = vec4(1.0); }")
        }
        #expect(throws: Never.self) {
            try ShaderRun().link("void f(float[2]); void f(float x[3]) { } out vec4 color; void main() { float a[3]; f(a); color = vec4(1.0); }")
        }
    }

    @Test("a prototype and its definition are one function under different default precisions")
    func precisions() {
        let head = "#version 300 es\nprecision highp float; precision highp int; out vec4 o; const int N = 2;\n"
        for (prototype, definition) in [("void mainImage(out vec4 c, in vec2 p);", "void mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0.0, 1.0); }"),
                                        ("float f(float[N]); void mainImage(out vec4 c, vec2);", "void mainImage(out vec4 c, in vec2 p) { float a[2]; a[0] = 1.0; c = vec4(f(a)); } float f(float[2] x) { return x[0]; }")] {
            #expect(FrontEnd.fragmentErrors(head + prototype + "\nvoid main() { mainImage(o, gl_FragCoord.xy); }\nprecision mediump float;\n" + definition, version: "300 es") == [], "\(prototype)")
        }
        // If a function has no body, Raster adds a body at the end of the source, where another default precision may apply.
        #expect(FrontEnd.fragmentErrors(head + "float f(float x);\nvoid main() { if (false) o.x = f(1.0); o = vec4(1.0); }\nprecision mediump float;\n", version: "300 es") == [])
        // Precisions that the source states explicitly must match.
        #expect(!FrontEnd.fragmentErrors(head + "void f(highp float x);\nvoid main() { f(1.0); }\nvoid f(mediump float x) { }\n", version: "300 es").isEmpty)
    }

    @Test("outputs that a pragma makes invariant match inputs with and without the qualifier", arguments: ["", "invariant "], ["100", "120"])
    func pragma(word: String, version: String) {
        let precision = version == "100" ? "precision mediump float;" : ""
        let vertex = "#version \(version)\n#pragma STDGL invariant(all)\nvarying float v; void main() { v = 1.0; gl_Position = vec4(0.0); }"
        let fragment = "#version \(version)\n\(precision)\n\(word)varying float v; void main() { gl_FragColor = vec4(v); }"
        #expect(FrontEnd.errors(vertex: vertex, fragment: fragment) == [])
        if !word.isEmpty { #expect(!FrontEnd.errors(vertex: vertex.replacing("#pragma STDGL invariant(all)", with: ""), fragment: fragment).isEmpty) }
    }

    @Test("old versions support in and out with explicit locations", arguments: ["110", "120"])
    func oldInterfaces(version: String) {
        let head = "#version \(version)\n#extension GL_ARB_explicit_attrib_location : require\n"
        let vertex = head + "layout(location = 1) in vec4 p; void main() { gl_Position = p; }"
        let fragment = head + "vec4 f(in vec4 x) { return x; } layout(location = 0) out vec4 c; void main() { c = f(texture2D(s, vec2(0.0))); }".replacing("vec4 f", with: "uniform sampler2D s; vec4 f")
        #expect(FrontEnd.errors(vertex: vertex, fragment: fragment) == [])
        // A word that is a keyword only in a newer version may be a name.
        #expect(FrontEnd.errors(vertex: head + "attribute vec4 p; float flat(in float x) { return x; } void main() { gl_Position = p * flat(1.0); }", fragment: FrontEnd.plainFragment(version)) == [])
    }

    @Test("rectangle textures exist in every version", arguments: ["110", "120", "130", "330"])
    func rectangles(version: String) {
        let output = version == "330" ? "out vec4 c;" : "", written = version == "330" ? "c = texture(image, vec2(1.0))"
            : "gl_FragColor = texture2DRect(image, vec2(1.0))"
        #expect(throws: Never.self) { try link(fragment: "#version \(version)\nuniform sampler2DRect image; \(output)\nvoid main() { \(written); }") }
    }
}
