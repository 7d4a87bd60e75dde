// Names that glslang reserves, but that are not reserved in the version of the source. These names appear unchanged in programs and
// messages.
import Shading
import Testing

@Suite("Free words")
struct FreeWordTests {
    private func link(_ vertex: String, _ fragment: String) throws -> LinkedProgram {
        try ShaderCompiler.link(vertex: ShaderSource(text: vertex, name: "a.vert"), fragment: ShaderSource(text: fragment, name: "b.frag"))
    }

    @Test("variables keep their names in the program")
    func names() throws {
        let program = try link("#version 120\nattribute vec4 active; uniform float filter; struct S { float length; }; uniform S common[2];\n"
                               + "varying vec4 partition; void main() { gl_Position = partition = active * filter * common[1].length; }",
                               "#version 120\nvarying vec4 partition; void main() { gl_FragColor = partition; }")
        #expect(program.vertex.inputs.map(\.name) == ["active"])
        #expect(Set(program.interface.uniformBlocks[0].members.map(\.name)) == ["filter", "common[0].length", "common[1].length"])
        #expect(program.fragment.inputs.map(\.name) == ["partition"])
    }

    @Test("members named length have the same name in both stages, also if one stage has more such names")
    func stages() throws {
        let program = try link("#version 300 es\nuniform B { highp vec4 length; highp float length_ofShader; }; void main() { gl_Position = length * length_ofShader; }",
                               "#version 300 es\nuniform B { highp vec4 length; highp float length_ofShader; }; out highp vec4 c; void main() { c = length; }")
        #expect(program.interface.uniformBlocks[1].members.map(\.name) == ["length", "length_ofShader"])
    }

    @Test("errors use the source's names", arguments: [
        ("#version 120\nvoid main() { float filter = true; }", "filter_"), ("#version 120\nvoid main() { gl_FragColor = vec4(active); }", "active_"),
        ("#version 330\nstruct S { float length; }; void main() { S s; s.length = true; }", "length_"), ("#version 100\nstruct uint { lowp float a; }; void main() { uint a = 1; }", "uint_"),
    ])
    func messages(text: String, name: String) {
        let version = String(text.dropFirst("#version ".count).prefix(3))
        let errors = FrontEnd.fragmentErrors(text, version: version)
        #expect(!errors.isEmpty)
        for error in errors { #expect(!error.message.contains(name), "\(error.message)") }
    }

    @Test("a link error uses the source's name and has both places")
    func linkErrors() {
        let errors = FrontEnd.errors(vertex: "#version 120\nvarying vec4 filter;\nvoid main() { gl_Position = filter = vec4(1.0); }",
                                     fragment: "#version 120\nvarying vec3 filter;\nvoid main() { gl_FragColor = filter.xyzz; }")
        #expect(errors.map(\.message) == ["'filter' : types must match: the vertex shader has vec4 (test.vert:2), the fragment shader vec3"], "\(errors)")
    }

    @Test("keywords of a version stay keywords", arguments: [("130", "filter"), ("330", "common"), ("300 es", "active"), ("310 es", "partition")])
    func reserved(version: String, word: String) {
        #expect(FrontEnd.fragmentErrors("#version \(version)\nvoid main() { \(version.hasSuffix("es") ? "lowp " : "")float \(word) = 1.0; }", version: version).first?.message.contains("Reserved word") == true)
    }
}
