import Shading
// Every dialect is accepted, with its own keywords; mixtures and unknown versions are errors.
import Testing

@Suite("Front end: dialects")
struct FrontEndDialectTests {
    static let desktopModern = ["130", "140", "150", "150 core", "330", "330 core", "400", "410", "420", "430", "440", "450", "460",
                                "330 compatibility", "460 core"]

    @Test("desktop GLSL 1.30 to 4.60 compiles", arguments: desktopModern)
    func modernDesktop(version: String) throws {
        let program = try FrontEnd.compile(
            vertex: "#version \(version)\nin vec4 p; out vec2 uv; uniform mat4 m;\nvoid main() { uv = p.xy; gl_Position = m * p; }\n",
            fragment: "#version \(version)\nin vec2 uv; out vec4 c; uniform sampler2D t;\nvoid main() { c = texture(t, uv); }\n")
        #expect(program.warnings.isEmpty)
        #expect(program.vertex.words[1] == 0x0001_0300)
    }

    @Test("desktop GLSL 1.10 and 1.20 and GLSL ES 1.00 compile", arguments: ["110", "120", "100"])
    func legacy(version: String) throws {
        let precision = version == "100" ? "precision mediump float;" : ""
        let program = try FrontEnd.compile(
            vertex: "#version \(version)\nattribute vec4 p; varying vec2 uv; uniform mat4 m;\nvoid main() { uv = p.xy; gl_Position = m * p; }\n",
            fragment: "#version \(version)\n\(precision)\nvarying vec2 uv; uniform sampler2D t;\nvoid main() { gl_FragColor = texture2D(t, uv); }\n")
        #expect(program.warnings.isEmpty)
    }

    @Test("GLSL ES 3.00, 3.10 and 3.20 compile", arguments: ["300 es", "310 es", "320 es"])
    func es(version: String) throws {
        let program = try FrontEnd.compile(
            vertex: "#version \(version)\nin vec4 p; out vec2 uv; uniform mat4 m;\nvoid main() { uv = p.xy; gl_Position = m * p; }\n",
            fragment: "#version \(version)\nprecision mediump float; in vec2 uv; out vec4 c; uniform sampler2D t;\n"
                + "void main() { c = texture(t, uv); }\n")
        #expect(program.warnings.isEmpty)
    }

    @Test("a source without #version is GLSL 3.30")
    func withoutVersion() throws {
        let program = try FrontEnd.compile(
            vertex: "in vec4 p;\nvoid main() { gl_Position = p; }\n",
            fragment: "out vec4 c;\n#if __VERSION__ != 330 || !defined(GL_core_profile)\n#error wrong\n#endif\nvoid main() { c = vec4(1.0); }\n")
        #expect(program.warnings.isEmpty)
        #expect(FrontEnd.sourceLines(program.fragment).contains("test.frag:5"))
    }

    @Test("comments and blank lines may precede #version, also in ES")
    func commentsBeforeVersion() throws {
        _ = try FrontEnd.compile(vertex: "// a\n\n/* b\n*/ #version 300 es\nvoid main() { gl_Position = vec4(0.0); }\n",
                                 fragment: "\n  #  version 300 es\nvoid main() { }\n")
    }

    @Test("a version that does not exist is an error on its line", arguments: [
        ("333", "333 is not supported"), ("300", "write #version 300 es"), ("100 es", "write #version 100"),
        ("330 es", "drop the es"), ("120 core", "has no profiles"), ("330 foo", "not a profile"), ("330 core x", "unexpected 'x'"),
        ("", "must be followed"), ("abc", "must be followed"), ("99999999999999999999", "must be followed"), ("200 es", "not supported"),
    ])
    func unknownVersion(version: String, message: String) {
        let errors = FrontEnd.fragmentErrors("\n#version \(version)\nvoid main() { }\n")
        #expect(errors.count == 1)
        #expect(errors.first?.line == 2)
        #expect(errors.first?.file == "test.frag")
        #expect(errors.first?.phase == .preprocess)
        #expect(errors.first?.message.contains(message) == true, "\(errors)")
    }

    @Test("#version after code is an error")
    func lateVersion() {
        let errors = FrontEnd.fragmentErrors("int x;\n#version 330\nvoid main() { }\n")
        #expect(errors.map(\.line) == [2])
        #expect(errors.first?.message.contains("must come first") == true)
    }

    @Test("stages of different languages do not link", arguments: [
        ("330", "300 es"), ("300 es", "100"), ("300 es", "310 es"), ("100", "120"),
    ])
    func mixedLanguages(vertex: String, fragment: String) {
        let errors = FrontEnd.errors(vertex: FrontEnd.plainVertex(vertex), fragment: FrontEnd.plainFragment(fragment))
        #expect(errors.count == 1)
        #expect(errors.first?.phase == .link)
        #expect(errors.first?.message.contains("give both the same #version") == true)
    }

    @Test("desktop versions may be mixed")
    func mixedDesktop() throws {
        _ = try FrontEnd.compile(vertex: FrontEnd.plainVertex("120"), fragment: FrontEnd.plainFragment("330"))
        _ = try FrontEnd.compile(vertex: FrontEnd.plainVertex("460"), fragment: FrontEnd.plainFragment("130"))
    }

    @Test("each dialect keeps its own rules", arguments: [
        ("100", "precision mediump float; void main() { gl_FragColor = texture(s, vec2(0.0)); }", "'s'"),
        ("300 es", "out vec4 c; void main() { c = vec4(1.0); }", "precision"),
        ("330", "out vec4 c; void main() { gl_FragColor = vec4(1.0); c = vec4(0.0); double d; }", "'double'"),
        ("120", "void main() { uint x; }", "'uint'"),
    ])
    func ownRules(version: String, code: String, message: String) {
        let errors = FrontEnd.fragmentErrors("#version \(version)\n\(code)\n", version: version)
        #expect(!errors.isEmpty)
        #expect(errors.allSatisfy { $0.line == 2 && $0.phase == .compile && $0.stage == .fragment })
        #expect(errors.contains { $0.message.contains(message) }, "\(errors)")
    }

    @Test("GLSL ES 1.00 extensions work: derivatives, texture levels, fragment depth, draw buffers")
    func es100Extensions() throws {
        _ = try FrontEnd.compile(vertex: "#version 100\nattribute vec4 p; varying vec2 v; uniform sampler2D s;\n"
            + "void main() { v = p.xy; gl_Position = p + texture2DLod(s, v, 0.0); }\n", fragment: """
            #version 100
            #extension GL_OES_standard_derivatives : enable
            #extension GL_EXT_shader_texture_lod : enable
            #extension GL_EXT_frag_depth : enable
            #extension GL_EXT_draw_buffers : require
            #if !defined(GL_OES_standard_derivatives) || !GL_EXT_frag_depth
            #error the macros of extensions are missing
            #endif
            precision mediump float;
            varying vec2 v;
            uniform sampler2D s;
            void main() {
                gl_FragDepthEXT = dFdx(v.x);
                gl_FragData[0] = texture2DLodEXT(s, v, 1.0) + fwidth(v.xyxy);
                gl_FragData[1] = texture2DGradEXT(s, v, v, v);
            }
            """)
    }

    @Test("GLSL 1.20 built-ins of the fixed-function pipeline pass the front end")
    func fixedFunction() throws {
        _ = try FrontEnd.compile(
            vertex: "#version 120\nvarying vec3 n;\nvoid main() { gl_Position = ftransform(); gl_TexCoord[0] = gl_MultiTexCoord0; "
                + "n = gl_NormalMatrix * gl_Normal; gl_FrontColor = gl_Color; }\n",
            fragment: "#version 120\nvarying vec3 n;\nuniform sampler2D t;\n"
                + "void main() { gl_FragColor = texture2D(t, gl_TexCoord[0].st) * gl_Color + gl_LightSource[0].diffuse * n.z; }\n")
    }

    @Test("vertex shaders of GLSL 1.20 have texture2DLod without an extension")
    func vertexLod() throws {
        _ = try FrontEnd.compile(vertex: "#version 120\nuniform sampler2D s;\nvoid main() { gl_Position = texture2DLod(s, vec2(0.0), 1.0); }\n",
                                 fragment: FrontEnd.plainFragment("120"))
    }
}
