// Checks the readers of piglit's .shader_test files and of the headers of piglit's compiler tests.

import Conformance
import SystemGL
import Testing

private let passThrough = "[vertex shader passthrough]\n"
private func run(_ text: String) throws -> CaseResult {
    let cases = try CaseSuite.cases(of: CaseSuite.Source(file: "a.shader_test", prefix: ["a"]), bytes: Array(text.utf8))
    return CaseRunner(try CaseDevice(.reference)).run(cases[0])
}
private func script(_ test: String, fragment: String = "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }") -> String {
    "[require]\nGLSL >= 1.10\nSIZE 8 8\n\(passThrough)[fragment shader]\n\(fragment)\n[test]\n\(test)\n"
}

@Suite("Shader scripts")
struct ShaderScriptTests {
    @Test("drawing and probing pass, and a wrong probe fails with its line, the pixel and its colour")
    func probe() throws {
        #expect(try run(script("clear color 0 0 0 0\nclear\ndraw rect -1 -1 1 2\nprobe rgba 1 1 0.0 1.0 0.0 1.0\nrelative probe rgb (0.9, 0.9) (0.0, 0.0, 0.0)")).outcome == .pass)
        let wrong = try run(script("draw rect -1 -1 2 2\nprobe all rgba 1.0 0.0 0.0 1.0"))
        #expect(wrong.outcome == .fail)
        #expect(wrong.reason.contains("line 9") && wrong.reason.contains("(0, 0)"))
    }

    @Test("text before the first section and comments between requirements are ignored")
    func comments() throws {
        let text = script("draw rect -1 -1 2 2\nprobe all rgba 0.0 1.0 0.0 1.0").replacing("SIZE 8 8", with: "/* one\n * nonsense */\nSIZE 8 8\n/* two */")
        #expect(try run("/* What this is about */\n// nonsense\n" + text).reason == "")
    }

    @Test("numbers end at a semicolon, unsigned numbers with their letter")
    func numbers() throws {
        let fragment = "#version 130\nuniform float a; uniform uint b; void main() { gl_FragColor = vec4(a, float(b) / 4.0, 0.0, 1.0); }"
        #expect(try run(script("uniform float a 0.5;\nuniform uint b 3u\ndraw rect -1 -1 2 2\nprobe all rgba 0.5 0.75 0.0 1.0",
                               fragment: fragment)).reason == "")
        #expect(try run(script("uniform uint b u", fragment: fragment)).reason.contains("not understood"))
    }

    @Test("frustum is OpenGL's perspective: an object at the far plane is smaller in proportion to its distance")
    func frustum() throws {
        let text = """
            [require]
            GLSL >= 1.10
            SIZE 8 8
            [vertex shader]
            attribute vec3 place;
            void main() { gl_Position = gl_ModelViewProjectionMatrix * vec4(place, 1.0); }
            [fragment shader]
            void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }
            [vertex data]
            place/float/vec3
            -1 -1 -1.999
             1 -1 -1.999
             1  1 -1.999
            -1  1 -1.999
            [test]
            clear
            frustum -1 1 -1 1 1 2
            draw arrays GL_TRIANGLE_FAN 0 4
            probe rgb 1 1 0 0 0
            probe rect rgb (2, 2, 4, 4) (0, 1, 0)
            probe rgb 6 6 0 0 0
            """
        #expect(try run(text).reason == "")
        #expect(try run(text.replacing("1 1 2\n", with: "1 1 1\n")).reason.contains("not understood"))
    }

    @Test("a probe uses the given tolerance")
    func tolerance() throws {
        let fragment = "void main() { gl_FragColor = vec4(0.5); }"
        #expect(try run(script("draw rect -1 -1 2 2\nprobe all rgb 0.53 0.5 0.5", fragment: fragment)).outcome == .fail)
        #expect(try run(script("tolerance 0.1 0.1 0.1 0.1\ndraw rect -1 -1 2 2\nprobe all rgb 0.53 0.5 0.5", fragment: fragment)).outcome == .pass)
    }

    @Test("uniforms are set by name, also elements and members, and a missing uniform fails")
    func uniforms() throws {
        let fragment = "struct S { float a; mat2 m; }; uniform S s[2]; uniform vec4 v[2]; uniform bool b; void main() { gl_FragColor = b ? v[1] * s[1].a + vec4(s[1].m[1], 0.0, 0.0) : vec4(0.0); }"
        let commands = "uniform float s[1].a 0.5\nuniform mat2 s[1].m 0 0 0.25 0\nuniform vec4 v[1] 1 0 0 1\nuniform int b 1\ndraw rect -1 -1 2 2\nprobe all rgba 0.75 0 0 0.5"
        #expect(try run(script(commands, fragment: fragment)).reason == "")
        #expect(try run(script("uniform float nonsense 1", fragment: fragment)).reason.contains("nonsense"))
        #expect(try run(script("uniform vec3 v[0] 1 2 3", fragment: fragment)).reason.contains("vec4, not vec3"))
    }

    @Test("vertices come from the file, also for instanced draws and other primitives")
    func vertexData() throws {
        let text = """
            [require]
            GLSL >= 1.30
            SIZE 4 4
            [vertex shader]
            in vec2 place; in int number; flat out int n;
            void main() { gl_Position = vec4(place, 0.0, 1.0); n = number; }
            [fragment shader]
            flat in int n; out vec4 color;
            void main() { color = n == 7 ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }
            [vertex data]
            place/float/vec2 number/int/int
            -1 -1 7
             1 -1 7
             1  1 7
            -1  1 7
            [test]
            draw arrays GL_TRIANGLE_FAN 0 4
            probe all rgba 0 1 0 1
            """
        #expect(try run(text).reason == "")
        #expect(try run(text.replacing("FAN 0 4", with: "FAN 1 4")).reason.contains("there are 4"))
    }

    @Test("textures have the contents of their names")
    func textures() throws {
        let fragment = "uniform sampler2D t; void main() { gl_FragColor = texture2D(t, gl_FragCoord.xy / 8.0); }"
        #expect(try run(script("texture rgbw 2 (8, 8)\nuniform int t 2\ndraw rect -1 -1 2 2\nprobe rgb 1 1 1 0 0\nprobe rgb 6 1 0 1 0\nprobe rgb 1 6 0 0 1\nprobe rgb 6 6 1 1 1", fragment: fragment)).reason == "")
        #expect(try run(script("texture checkerboard 0 0 (4, 4) (0, 0, 0, 0) (1, 0.5, 0, 1)\ndraw rect -1 -1 2 2\nprobe rgb 1 1 0 0 0\nprobe rgb 6 1 1 0.5 0",
                               fragment: fragment)).reason == "")
    }

    @Test("uniforms of nested arrays and structures are found by their names, and a parameter applies to the last texture made")
    func nestedNames() throws {
        let fragment = """
            #version 430
            struct S { sampler2D t; float w[2]; };
            uniform S s[2][2]; uniform sampler2D u[2][2]; out vec4 c;
            void main() { c = vec4(texture(s[1][0].t, vec2(0.5)).r, texture(u[1][1], vec2(0.5)).g, s[0][1].w[1], 1.0); }
            """
        let textures = "texture checkerboard 1 0 (4, 4) (1, 0, 0, 1) (1, 0, 0, 1)\ntexparameter 2D min nearest\ntexture checkerboard 2 0 (4, 4) (0, 0.5, 0, 1) (0, 0.5, 0, 1)\ntexparameter 2D mag nearest\n"
        let uniforms = "uniform int s[1][0].t 1\nuniform int u[1][1] 2\nuniform float s[0][1].w[1] 0.25\n"
        let text = script(textures + uniforms + "draw rect -1 -1 2 2\nprobe all rgba 1.0 0.5 0.25 1.0",
                          fragment: fragment).replacing("1.10", with: "4.30\nSEPARABLE PROGRAM ENABLED")
        #expect(try run(text).reason == "")
        #expect(try run(text.replacing("u[1][1] 2", with: "u[2][0] 2")).reason.contains("no uniform 'u[2][0]'"))
        #expect(throws: CaseFileError.self) { try run(text.replacing("PROGRAM ENABLED", with: "PROGRAM MAYBE")) }
    }

    @Test("a program that OpenGL builds and Raster refuses is reported as such, not skipped")
    func builtBySystem() throws {
        guard SystemGL.unavailableReason == nil else { return }
        let text = script("draw rect -1 -1 2 2\nprobe all rgba 0 1 0 1", fragment: "void main() { double d = double(gl_FragCoord.x); gl_FragColor = vec4(float(d)); }").replacing("1.10", with: "4.00")
        let cases = try CaseSuite.cases(of: CaseSuite.Source(file: "a.shader_test", prefix: ["a"]), bytes: Array(text.utf8))
        let result = CaseRunner(try CaseDevice(.opengl)).run(cases[0])
        #expect(result.outcome == .built && result.reason.contains("double"), "\(result)")
        let record = SuiteRun.Record(task: SuiteRun.Task(test: cases[0], source: CaseSuite.Source(file: "a.shader_test", prefix: []), index: 0,
                                                         device: .opengl), result: result, milliseconds: 1)
        let report = SuiteReport(records: [record], errors: [])
        #expect(report.text().contains("built: ") && report.counts.built == 1 && report.counts.total == 1 && report.exitCode == 0)
    }

    @Test("link error passes only if linking fails")
    func linkError() throws {
        let fragment = "varying vec4 v; void main() { gl_FragColor = v; }"
        #expect(try run(script("link error", fragment: fragment)).outcome == .pass)
        #expect(try run(script("link success", fragment: fragment)).outcome == .fail)
        #expect(try run(script("draw rect -1 -1 2 2", fragment: fragment)).outcome == .fail)
        #expect(try run(script("link error")).reason.contains("accepted"))
    }

    @Test("a command that the runner does not know is reported as skipped, not as passed",
          arguments: ["xfb draw arrays GL_POINTS 0 1", "draw rect patch 0 0 1 1", "probe ssbo uint 0 0 == 1", "shade model flat", "enable GL_DITHER"])
    func unknown(command: String) throws {
        let result = try run(script(command))
        #expect(result.outcome == .skip)
        #expect(!result.reason.isEmpty)
    }

    @Test("a command that cannot be parsed fails with its line",
          arguments: ["draw rect 1 2 3", "probe rgba 1 2", "clear color red", "uniform float", "draw arrays GL_POINTS zero 1", "link nonsense", "tolerance"])
    func unreadable(command: String) throws {
        let result = try run(script(command))
        #expect(result.outcome == .fail)
        #expect(result.reason.hasPrefix("line 8"))
    }

    @Test("a malformed file is an error with its line", arguments: [
        ("text\n[test]", 1, "no shader"), ("[require]\nnonsense", 2, "nonsense"), ("[require]\nGLSL 1.30", 2, "not understood"),
        ("[require]\nSIZE 0 10", 2, "SIZE"),
        ("[nonsense]", 1, "not a section"), ("[test", 1, "does not end"), ("[vertex data]\na/float", 2, "not a column"),
        ("[vertex data]\na/float/2\n1 2 3", 3, "2 numbers"), ("[vertex data]\na/float/2\n1 b", 3, "'b'"), ("[test]\nclear", 1, "no shader"),
    ])
    func malformed(text: String, line: Int, message: String) {
        #expect { try CaseSuite.cases(of: CaseSuite.Source(file: "a.shader_test", prefix: []), bytes: Array(text.utf8)) } throws: { error in
            guard let error = error as? CaseFileError else { return false }
            return error.line == line && error.message.contains(message)
        }
    }

    @Test("compiler tests state the expected result of their shader")
    func sources() throws {
        func outcome(_ head: String, _ body: String) throws -> CaseResult? {
            let text = "// [config]\n" + head.split(separator: "\n").map { "// \($0)\n" }.joined() + "// [end config]\n" + body
            let cases = try CaseSuite.cases(of: CaseSuite.Source(file: "a.frag", prefix: ["a"]), bytes: Array(text.utf8))
            return CaseRunner(try CaseDevice(.reference)).run(cases[0])
        }
        let good = "void main() { gl_FragColor = vec4(1.0); }", wrong = "void main() { gl_FragColor = 1.0; }"
        #expect(try outcome("expect_result: pass\nglsl_version: 1.10", good)?.outcome == .pass)
        #expect(try outcome("expect_result: fail\nglsl_version: 1.10", good)?.outcome == .fail)
        #expect(try outcome("expect_result: fail\nglsl_version: 1.10", wrong)?.outcome == .pass)
        #expect(try outcome("expect_result: pass\nglsl_version: 1.10", wrong)?.outcome == .fail)
        #expect(try outcome("expect_result: pass\nglsl_version: 1.10\nrequire_extensions: GL_none_such", good)?.outcome == .skip)
        #expect(throws: CaseFileError.self) { try outcome("glsl_version: 1.10", good) }
        #expect(throws: CaseFileError.self) { try outcome("expect_result: pass\nglsl_version: new", good) }
        #expect(try CaseSuite.cases(of: CaseSuite.Source(file: "a.frag", prefix: []), bytes: Array(good.utf8)).isEmpty)
    }
}
