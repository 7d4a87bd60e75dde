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

    /// Returns a script with a compute shader.
    private func compute(_ shader: String, _ test: String) -> String {
        "[require]\nGLSL >= 4.30\nSIZE 8 8\n[compute shader]\n#version 430\n\(shader)\n[test]\n\(test)\n"
    }

    @Test("work groups read and write the storage buffers and atomic counters that a script makes, and wrong values fail with their line")
    func storage() throws {
        let shader = """
            layout(local_size_x = 4) in;
            layout(binding = 1, std430) buffer B { float scale; uint values[]; };
            layout(binding = 2, offset = 4) uniform atomic_uint big;
            uniform uint limit;
            void main() {
                uint i = gl_GlobalInvocationID.x;
                values[i] = uint(scale * float(i));
                if (values[i] >= limit) atomicCounterIncrement(big);
            }
            """
        let commands = "ssbo 1 36\nssbo 1 subdata float 0 2.5\natomic counter buffer 2 2\natomic counter 2 1 10\nuniform uint limit 5\ncompute 2 1 1\n"
        let right = "probe ssbo uint 1 32 == 17\nprobe ssbo uint 1 8 < 3\nprobe ssbo float 1 0 == 2.501\nprobe ssbo int 1 4 >= 0\nprobe atomic counter buffer 2 1 == 16"
        #expect(try run(compute(shader, commands + right)).reason == "")
        #expect(try run(compute(shader, commands + right + "\nmemory barrier GL_ALL_BARRIER_BITS\nprobe ssbo uint 1 32 != 17")).outcome == .fail)
        let wrong = try run(compute(shader, commands + "probe atomic counter buffer 2 1 == 15"))
        #expect(wrong.outcome == .fail && wrong.reason.contains("line 22") && wrong.reason.contains("16"), "\(wrong)")
        #expect(try run(compute(shader, "compute 1 1 1")).reason.contains("storage block 'B'"))
        #expect(try run(compute(shader, "ssbo 1 8\nprobe ssbo uint 1 8 == 0")).outcome == .fail)
        #expect(try run(compute(shader, "draw rect -1 -1 2 2")).reason.contains("compute shader"))
        #expect(try run(compute(shader, "probe ssbo uint 3 0 == 0")).reason.contains("storage buffer 3"))
        #expect(try run(compute(shader, commands + "probe ssbo double 1 0 == 0")).outcome == .skip)
        #expect(try run(compute(shader, "compute group size 1 1 1 4 1 1")).outcome == .skip)
    }

    @Test("a compute shader writes a texture as an image, and the script then probes and draws to the texture")
    func images() throws {
        let shader = """
            layout(local_size_x = 2) in;
            uniform writeonly image2D picture;
            layout(r32i, binding = 2) uniform readonly iimage2D numbers;
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                imageStore(picture, p, vec4(p, imageLoad(numbers, p).r == p.x ? 1.0 : 0.0, 1.0));
            }
            """
        let commands = "uniform int picture 3\ntexture rgbw 3 (2, 2) GL_RGBA32F\nimage texture 3 GL_RGBA32F\n"
            + "texture integer 2 (2, 2) (0, 0) GL_R32I\nimage texture 2 GL_R32I\nfb tex 2d 3\n"
        let right = "probe rgb 1 0 1 0 1\ncompute 1 2 1\nprobe rgba 1 0 1 0 1 1\nprobe rgb 0 1 0 1 1"
        #expect(try run(compute(shader, commands + right.replacing("probe rgb 1 0 1 0 1\n", with: "probe rgb 1 0 1 1 1\n"))).outcome == .fail)
        #expect(try run(compute(shader, commands + right.replacing("probe rgb 1 0 1 0 1\n", with: "probe rgb 1 1 1 1 1\n"))).reason == "")
        #expect(try run(compute(shader, "image texture 3 GL_RGBA8")).reason.contains("texture unit 3"))
        #expect(try run(compute(shader, "fb tex 2d 5")).reason.contains("texture unit 5"))
        // The viewport keeps the size of the picture, so a rectangle that is half as wide as the picture covers a texture that is half as
        // wide as the picture.
        let drawn = "texture rgbw 0 (4, 8)\nfb tex 2d 0\nclear\ndraw rect -1 -1 1 2\nprobe all rgba 0 1 0 1\nfb winsys\nclear\nprobe all rgba 0 0 0 0"
        #expect(try run(script(drawn)).reason == "")
    }

    @Test("depth textures grow from left to right and are compared; other shapes have the colours of their names")
    func shapes() throws {
        func outcome(_ kind: String, _ lookup: String, _ commands: String) throws -> String {
            let fragment = "#version 140\nuniform \(kind) t; out vec4 c; void main() { c = vec4(\(lookup)); }"
            return try run(script(commands + "\ndraw rect -1 -1 2 2\nprobe all rgba 0 1 0 1", fragment: fragment).replacing("1.10", with: "1.40")).reason
        }
        let shadow = "0.0, texture(t, vec3(0.4, 0.5, 0.6)) * (1.0 - texture(t, vec3(0.9, 0.5, 0.6))), 0.0, 1.0"
        #expect(try outcome("sampler2DShadow", shadow, "texture shadow2D 0 (8, 2)") == "")
        #expect(try outcome("sampler2DShadow", shadow, "texture shadow2D 0 (8, 2)\ntexparameter 2D compare_func never") != "")
        #expect(try outcome("sampler2DRectShadow", "0.0, texture(t, vec3(2.5, 0.5, 0.6)), 0.0, 1.0", "texture shadowRect 0 (8, 2)") == "")
        #expect(try outcome("sampler1DArrayShadow", "0.0, texture(t, vec3(0.2, 1.0, 0.6)), 0.0, 1.0", "texture shadow1DArray 0 (8, 2)") == "")
        #expect(try outcome("sampler2DArray", "texture(t, vec3(0.2, 0.2, 1.0))", "texture rgbw 2DArray 0 (4, 4, 4)") == "")
        #expect(try outcome("sampler1D", "texture(t, 0.3)", "texture rgbw 1D 0") == "")
        #expect(try outcome("sampler3D", "texture(t, vec3(0.7, 0.2, 0.2))", "texture rgbw 3D 0") == "")
        #expect(try outcome("sampler2D", "texture(t, vec2(0.5))", "texture miptree 0\ntexparameter 2D base_level 1") == "")
        #expect(try outcome("sampler2D", "texture(t, vec2(0.2)).grga", "texture rgbw 0 (4, 4)\ntexparameter 2D swizzle_g blue\ntexparameter 2D swizzle_g green") == "")
    }

    @Test("integer textures of fewer components hold their numbers in them")
    func integerTextures() throws {
        func reason(_ format: String, _ expected: String) throws -> String {
            let fragment = "#version 130\nuniform isampler2D t; void main() { gl_FragColor = texelFetch(t, ivec2(1, 2), 0) == ivec4(\(expected)) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0); }"
            return try run(script("uniform int t 0\ntexture integer 0 (4, 4) (10, 7) \(format)\ndraw rect -1 -1 2 2\nprobe all rgba 0 1 0 1", fragment: fragment)).reason
        }
        #expect(try reason("GL_R32I", "28, 0, 0, 1") == "")
        #expect(try reason("GL_RG32I", "11, 9, 0, 1") == "")
        #expect(try reason("GL_RGBA32I", "1, 2, 10, 7") == "")
    }

    @Test("a storage buffer that is shorter than its block is lengthened")
    func shortBuffers() throws {
        let compute = "#version 430\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { uint a[100]; };\nvoid main() { a[0] += 5u; a[50] = 1u; }"
        let text = "[require]\nGLSL >= 4.30\n[compute shader]\n\(compute)\n[test]\nssbo 0 8\nssbo 0 subdata uint 0 3\ncompute 1 1 1\nprobe ssbo uint 0 0 == 8\n"
        #expect(try run(text).reason == "")
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

    @Test("a geometry shader makes the primitives that a script draws, from lines with neighbours too")
    func geometryShaders() throws {
        let text = """
            [require]
            GLSL >= 1.50
            SIZE 8 8
            [vertex shader passthrough]
            [geometry shader]
            layout(lines_adjacency) in;
            layout(triangle_strip, max_vertices = 4) out;
            void main() { for (int k = 0; k < 4; k++) { gl_Position = gl_in[k].gl_Position; EmitVertex(); } }
            [fragment shader]
            out vec4 c;
            void main() { c = vec4(0, 1, 0, 1); }
            [vertex data]
            piglit_vertex/float/2
            -1 -1
             0 -1
            -1  1
             0  1
            [test]
            draw arrays GL_LINES_ADJACENCY 0 4
            probe rect rgba (0, 0, 4, 8) (0, 1, 0, 1)
            probe rect rgba (4, 0, 4, 8) (0, 0, 0, 0)
            """
        #expect(try run(text).reason == "")
        #expect(try run(text.replacing("k < 4", with: "k < 3")).outcome == .fail)
        #expect(try run(text.replacing("[vertex data]", with: "[geometry layout]\ninput type GL_POINTS\n[vertex data]")).outcome == .skip)
        // A script without a fragment shader can test only whether the program links.
        let links = text.replacing("[fragment shader]", with: "[comment]")
        #expect(try run(links).outcome == .skip)
        let head = String(links[..<(try #require(links.firstRange(of: "draw arrays"))).lowerBound])
        #expect(try run(head + "link success\n").outcome == .pass && run(head + "link error\n").outcome == .fail)
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
          arguments: ["xfb draw arrays GL_POINTS 0 1", "draw rect patch 0 0 1 1", "probe depth 0 0 1",
                      "texture junk 2DArray 0 (1, 1, 1)", "fb ms GL_RGBA8 8 8 2", "shade model flat", "enable GL_DITHER"])
    func unknown(command: String) throws {
        let result = try run(script(command))
        #expect(result.outcome == .skip)
        #expect(!result.reason.isEmpty)
    }

    @Test("a command that cannot be parsed fails with its line",
          arguments: ["draw rect 1 2 3", "probe rgba 1 2", "clear color red", "uniform float", "draw arrays GL_POINTS zero 1", "link nonsense", "tolerance",
                     "ssbo 0", "atomic counters", "memory", "texture integer 0 (2, 2) (0, 0) GL_RGBA8", "fb tex 2d"])
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
        func outcome(_ head: String, _ body: String, ending: String = "frag") throws -> CaseResult? {
            let text = "// [config]\n" + head.split(separator: "\n").map { "// \($0)\n" }.joined() + "// [end config]\n" + body
            let cases = try CaseSuite.cases(of: CaseSuite.Source(file: "a.\(ending)", prefix: ["a"]), bytes: Array(text.utf8))
            return CaseRunner(try CaseDevice(.reference)).run(cases[0])
        }
        let groups = "#version 430\nlayout(local_size_x = 4) in;\nvoid main() { }"
        #expect(try outcome("expect_result: pass\nglsl_version: 4.30", groups, ending: "comp")?.outcome == .pass)
        let emitter = "#version 150\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { EmitVertex(); }"
        #expect(try outcome("expect_result: pass\nglsl_version: 1.50\ncheck_link: true", emitter, ending: "geom")?.outcome == .pass)
        #expect(try outcome("expect_result: fail\nglsl_version: 1.50", emitter, ending: "geom")?.outcome == .fail)
        #expect(try outcome("expect_result: fail\nglsl_version: 1.50", emitter.replacing("EmitVertex", with: "EmitPixel"), ending: "geom")?.outcome == .pass)
        let wrong430 = groups.replacing("{ }", with: "{ gl_WorkGroupSize = uvec3(1u); }")
        #expect(try outcome("expect_result: fail\nglsl_version: 4.30", wrong430, ending: "comp")?.outcome == .pass)
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
