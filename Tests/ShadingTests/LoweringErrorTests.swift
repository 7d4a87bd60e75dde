import Shading
import Testing

/// A construct outside of the supported language is an error that names the construct, and the line if possible.

private struct Refusal: CustomStringConvertible, Sendable {
    var description: String
    var fragment: String
    /// A part of the expected message.
    var names: String
    var line: Int
}

private let refusals: [Refusal] = [
    Refusal(description: "double precision", fragment: "#version 400\nout vec4 color;\nvoid main() {\n double d = double(gl_FragCoord.x);\n color = vec4(float(d)); }",
            names: "double", line: 4),
    Refusal(description: "doubles in buffers", fragment: "#version 430\nbuffer Data { double x; }; out vec4 color;\nvoid main() {\n color = vec4(float(x)); }",
            names: "'double' in block 'Data'", line: 4),
    Refusal(description: "a second colour beside a component", fragment: "#version 440\nlayout(location = 0, index = 1) out vec2 a;\nlayout(location = 0, component = 2) out vec2 b;\nvoid main() { a = b = vec2(1.0); }",
            names: "the second colour 'a'", line: 4),
    Refusal(description: "arrays beyond all measure", fragment: "#version 330\nout vec4 color;\nvoid main() {\n float a[500000];\n a[int(gl_FragCoord.x)] = 1.0; color = vec4(a[7]); }",
            names: "array of 500000 elements", line: 5),
    Refusal(description: "local arrays beyond the slots", fragment: "#version 330\nout vec4 color;\nvoid main() {\n float a[100000];\n a[int(gl_FragCoord.x)] = 1.0; color = vec4(a[7]); }",
            names: "local variables take more than 65536", line: 5),
]

@Test("the error of an unsupported construct names it", arguments: refusals)
private func refused(_ test: Refusal) throws {
    do {
        _ = try link(fragment: test.fragment)
        Issue.record("the program links")
    } catch let error as ShaderError {
        #expect(error.diagnostics[0].message.contains(test.names), "\(error)")
        #expect(error.diagnostics[0].file == "scene.frag" && error.diagnostics[0].line == test.line, "\(error)")
        #expect(error.diagnostics[0].stage == .fragment && error.diagnostics[0].phase == .link)
    }
}

@Test("attributes share a location, varyings match by location and component, and variables of one location are of one kind")
private func components() throws {
    let fragment = "#version 440\nlayout(location = 0, component = 1) in float a; out vec4 color;\nvoid main() { color = vec4(a); }"
    let attribute = "#version 440\nlayout(location = 0, component = 1) in float p; layout(location = 0, component = 1) out float a;\nvoid main() { a = p; gl_Position = vec4(0.0); }"
    #expect(try link(vertex: attribute, fragment: fragment).vertex.inputs.map(\.component) == [1])
    let other = "#version 440\nlayout(location = 0) out float x; layout(location = 0, component = 1) out float y;\nvoid main() { x = 1.0; y = 2.0; gl_Position = vec4(0.0); }"
    let linked = try link(vertex: other, fragment: fragment)
    #expect(linked.interface.varyings.map(\.vertexSlot) == linked.vertex.outputs.filter { $0.name == "y" }.map(\.firstSlot))
    let integer = "#version 440\nlayout(location = 0) flat out int x; layout(location = 0, component = 1) out float a;\nvoid main() { x = 1; a = 2.0; gl_Position = vec4(0.0); }"
    #expect(message(vertex: integer, fragment: fragment).contains("variables of one location"))
    let same = "#version 440\nlayout(location = 0) out float x; layout(location = 0, component = 1) out float a;\nvoid main() { x = 1.0; a = 2.0; gl_Position = vec4(0.0); }"
    #expect(throws: Never.self) { try link(vertex: same, fragment: fragment) }
}

@Test("unsupported declarations are allowed if they are not used")
private func unusedIsAllowed() throws {
    _ = try link(fragment: """
        #version 430
        uniform sampler1D ramp; uniform samplerBuffer data; uniform sampler2DMS m; out vec4 color;
        void main() { color = vec4(1.0); }
        """)
}

private func message(vertex: String? = nil, fragment: String) -> String {
    do {
        _ = try vertex.map { try link(vertex: $0, fragment: fragment) } ?? link(fragment: fragment)
        return ""
    } catch {
        return "\(error)"
    }
}

@Test("a fragment input that the vertex stage lacks is a link error")
private func missingVarying() {
    let text = message(fragment: "#version 330\nin vec3 normal; out vec4 color; void main() { color = normal.xyzz; }")
    #expect(text.contains("normal"), "\(text)")
}

@Test("a uniform with two types is a link error")
private func differentUniforms() {
    let text = message(vertex: "#version 330\nuniform vec3 light; void main() { gl_Position = vec4(light, 1.0); }",
                       fragment: "#version 330\nuniform vec4 light; out vec4 color; void main() { color = light; }")
    #expect(text.contains("light"), "\(text)")
}

@Test("varyings with two types are a link error")
private func differentVaryings() {
    let text = message(vertex: "#version 330\nout vec3 v; void main() { v = vec3(0.0); gl_Position = vec4(v, 1.0); }",
                       fragment: "#version 330\nin vec4 v; out vec4 color; void main() { color = v; }")
    #expect(text.contains("v"), "\(text)")
}

@Test("blocks that differ are a link error")
private func differentBlocks() {
    let text = message(vertex: "#version 330\nuniform B { vec3 x; }; void main() { gl_Position = vec4(x, 1.0); }",
                       fragment: "#version 330\nuniform B { vec4 x; }; out vec4 color; void main() { color = x; }")
    #expect(text.contains("B"), "\(text)")
}

@Test("recursion is a link error")
private func recursion() {
    let text = message(fragment: """
        #version 330
        out vec4 color;
        float f(float x);
        float g(float x) { return x > 1.0 ? f(x - 1.0) : x; }
        float f(float x) { return g(x); }
        void main() { color = vec4(f(gl_FragCoord.x)); }
        """)
    #expect(text.lowercased().contains("recursion"), "\(text)")
}

@Test("code that becomes too large by inlining is refused, with the function's name")
private func tooLarge() {
    var functions = "float f0(float x) { return sin(x) * cos(x); }\n"
    for k in 1...20 { functions += "float f\(k)(float x) { return f\(k - 1)(x) + f\(k - 1)(x + 1.0) * f\(k - 1)(x * 2.0); }\n" }
    let text = message(fragment: "#version 330\nout vec4 color;\n\(functions)\nvoid main() { color = vec4(f20(gl_FragCoord.x)); }")
    #expect(text.contains("more than") && text.contains("'f"), "\(text)")
}
