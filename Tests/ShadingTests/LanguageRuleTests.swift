import Shading
// Rules of the language that glslang breaks without Raster's checks, and rules that only drivers define. The tests check which
// texts are accepted, which texts are refused, and what accepted texts compute.
import Testing

@Suite("Language rules")
struct LanguageRuleTests {
    private func run(_ text: String, _ shader: ShaderRun = ShaderRun(), version: Int = 430) throws -> [Float] {
        try shader.registers(text, version: version).outputs.map { Float(bitPattern: $0[0]) }
    }

    @Test("a constant small power is a product, for either sign", arguments: [
        (0, 1), (1, -3), (2, 9), (3, -27), (4, 81), (5, -243), (8, 6561), (15, -14_348_907), (16, 43_046_720),
    ])
    func power(exponent: Int, value: Float) throws {
        var shader = ShaderRun()
        shader.a = [-3, -3, -3, -3]
        #expect(try run("out vec4 color; void main() { color = vec4(pow(a.x, \(exponent).0), pow(a, vec4(\(exponent).0)).yzw); }", shader)
            == [value, value, value, value])
        #expect(try shader.link("out vec4 color; void main() { color = vec4(pow(a.x, \(exponent).0)); }").fragment.instructions
            .allSatisfy { $0.opcode != .pow })
    }

    @Test("other powers are not changed", arguments: ["0.5", "-1.0", "17.0", "2.5", "b.w"])
    func otherPowers(exponent: String) throws {
        #expect(try ShaderRun().link("out vec4 color; void main() { color = vec4(pow(a.x, \(exponent))); }").fragment.instructions
            .contains { $0.opcode == .pow })
    }

    @Test("mod by a constant zero gives x")
    func modulusOfZero() throws {
        var shader = ShaderRun()
        shader.a = [-1.5, 0, 0.5, 2]
        #expect(try run("out vec4 color; void main() { color = mod(a, 0.0); }", shader) == [-1.5, 0, 0.5, 2])
    }

    @Test("smoothstep with one edge twice is a step, in constants and inputs alike",
          arguments: ["smoothstep(0.5, 0.5, C)", "smoothstep(0.5, 0.5, a)", "smoothstep(b.x, b.x, a)", "smoothstep(b.x, b.y, a)",
                      "smoothstep(b, vec4(0.5), C)", "smoothstep(0.0, -0.0, a - 0.5)"])
    func oneEdgeTwice(call: String) throws {
        var shader = ShaderRun()
        shader.a = [-.infinity, Float(0.5).nextDown, Float(0.5).nextUp, 2]
        shader.b = [0.5, 0.5, 0.5, 0.5]
        let text = "out vec4 color; const vec4 C = vec4(-3.0, 0.25, 0.75, 2.0); void main() { color = \(call); }"
        #expect(try run(text, shader) == [0, 0, 1, 1])
        shader.a = [0.5, .infinity, .nan, -2]
        if call.contains("a)") { #expect(try run(text, shader) == [0, 1, 0, 0]) }
    }

    @Test("smoothstep between two edges follows GLSL's formula")
    func smoothstep() throws {
        var shader = ShaderRun()
        shader.b = [0.5, 0.5, 0.5, 0.5]
        #expect(try run("out vec4 color; void main() { color = smoothstep(0.0, 1.0, b); }", shader) == [0.5, 0.5, 0.5, 0.5])
    }

    @Test("an index that folds to an out-of-range number reads zero and writes nothing")
    func foldedIndex() throws {
        #expect(try run("""
            out vec4 color;
            void main() {
                float v[3] = float[3](1.0, 2.0, 3.0);
                int i = 5, j = -1;
                v[i] = 7.0; v[j] = 8.0;
                vec4 w = vec4(4.0); w[i] = 9.0;
                mat2 m = mat2(1.0, 2.0, 3.0, 4.0);
                color = vec4(v[i] + v[j], v[0] + v[2], w[i] + w.w, m[i][0] + m[1][j] + m[1][1]);
            }
            """) == [0, 4, 4, 4])
    }

    @Test("out-of-range folded indices of uniforms, blocks, samplers and inputs are no error", arguments: [
        "uniform float w[3]; int i = 3; color = vec4(w[i]);", "uniform B { vec4 x; } w[2]; int i = 2; color = w[i].x;",
        "uniform sampler2D w[2]; int i = 7; color = texture(w[i], a.xy);", "int i = 4; color = vec4(a[i]);",
        "uniform mat3 w; int i = 3; color = vec4(w[i][1]);",
    ])
    func foldedIndices(code: String) throws {
        let split = code.hasPrefix("uniform")
            ? (code.firstIndex(of: "}").map { code[code.index(after: $0)...].firstIndex(of: ";")! } ?? code.firstIndex(of: ";")!) : nil
        let declaration = split.map { String(code[...$0]) } ?? ""
        let body = split.map { String(code[code.index(after: $0)...]) } ?? code
        _ = try ShaderRun().link(declaration + "\nout vec4 color; void main() { \(body) }")
    }

    @Test("an out-of-range index that is a constant expression is an error", arguments: ["const int i = 3; color = vec4(w[i]);", "color = vec4(w[1 + 2]);", "color = vec4(w[-1]);"])
    func constantIndex(body: String) {
        let errors = FrontEnd.fragmentErrors("#version 430\nout vec4 color; uniform float w[3];\nvoid main() { \(body) }\n", version: "430")
        #expect(errors.first?.line == 3)
        #expect(errors.first?.message.contains("out of range") == true || errors.first?.message.contains("index") == true, "\(errors)")
    }

    @Test("if an out argument is converted, the place to which its value is assigned is evaluated before the call")
    func callOrder() throws {
        let function = "void f(inout int a, out int b) { a = 2; b = 7; }"
        #expect(try run("""
            \(function)
            out vec4 color;
            void main() { vec3 v = vec3(0.0, 1.0, 2.0); float w[3] = float[3](0.0, 1.0, 2.0); int n = 1; f(n, w[n]); color = vec4(w[0], w[1], w[2], n); }
            """) == [0, 7, 2, 2])
        // The call has two converted arguments, and an argument without conversion.
        #expect(try run("""
            int g(inout int n) { n += 1; return n - 1; }
            void f(inout int a, out int b, out int c, out float d) { a = 3; b = 7; c = 8; d = 9.0; }
            out vec4 color;
            void main() { float w[4] = float[4](0.0, 1.0, 2.0, 3.0); int n = 0; f(n, w[n], w[n + 1], w[n + 2]); color = vec4(w[0], w[1], w[2], w[3] + float(n)); }
            """) == [7, 8, 9, 6])
        // The source has a variable with the name of the compiler's temporary variable.
        #expect(try run("""
            \(function)
            out vec4 color;
            void main() { float w[3] = float[3](0.0, 1.0, 2.0); int n = 1, tempArg; f(n, tempArg); w[n] = tempArg; color = vec4(w[0], w[1], w[2], n); }
            """) == [0, 1, 7, 2])
    }

    @Test("if the body of a do loop has no braces, it is still a separate scope")
    func doScope() throws {
        #expect(try run("out vec4 color; void main() { int n = 0; do int n = 5; while (n++ < 3); color = vec4(n); }") == [4, 4, 4, 4])
        #expect(try run("out vec4 color; void main() { int n = 0; do n += 2; while (n < 5); do for (int k = 0; k < 2; k++) n++; while (n < 9); color = vec4(n); }")
            == [10, 10, 10, 10])
        let errors = FrontEnd.fragmentErrors("#version 330\nvoid main() {\n do int k = 5;\n while (k < 3); }\n")
        #expect(errors.first?.line == 4)
        #expect(errors.first?.message.contains("'k' : undeclared identifier") == true, "\(errors)")
    }

    @Test("a function without a body may be called in dead code", arguments: [
        "if (false) x = f(x);", "return; x = f(x);", "const bool b = false; if (b) x = f(x);", "x = true ? x : f(x); ", "while (false) x = f(x);", "",
    ])
    func deadCall(body: String) throws {
        _ = try ShaderRun().link("out vec4 color; struct S { float y[2]; }; S f(const in S); S f(float); void g() { S x; x = f(x); }\nvoid main() { S x; \(body)\n color = vec4(1.0); }")
    }

    @Test("calling a function without a body is an error at the call")
    func liveCall() {
        #expect {
            try ShaderRun().link("out vec4 color; float f(float x);\nfloat f(int x) { return 1.0; }\nvoid main() {\n color = vec4(f(1));\n color += vec4(f(a.x)); }")
        } throws: { error in
            guard let first = (error as? ShaderError)?.diagnostics.first else { return false }
            return first.message.contains("'f' : this function is called here, but has no body") && first.sourceLine.contains("f(a.x)") && first.line > 0
        }
    }

    @Test("a uniform's initial value may be in either stage", arguments: [true, false])
    func initializer(inVertex: Bool) throws {
        func shader(_ hasValue: Bool) -> String { "#version 330\nuniform float first; uniform vec2 u[2]\(hasValue ? " = vec2[2](vec2(3.0), vec2(4.0))" : "");" }
        let program = try ShaderCompiler.link(
            vertex: ShaderSource(text: shader(inVertex) + "void main() { gl_Position = vec4(u[0], u[1]) + first; }", name: "a"),
            fragment: ShaderSource(text: shader(!inVertex) + "out vec4 c; void main() { c = vec4(u[1], first, 1.0); }", name: "b"))
        let member = try #require(program.interface.uniformBlocks[0].members.first { $0.name == "u" })
        #expect(member.defaultValue?.map { Float(bitPattern: $0) } == [3, 3, 4, 4])
    }

    @Test("gl_Color and similar variables may be read without a writer, and are zero", arguments: [
        "gl_Color", "gl_SecondaryColor", "gl_TexCoord[0]", "gl_TexCoord[3]", "vec4(gl_FogFragCoord)",
    ])
    func unwrittenColors(expression: String) throws {
        let program = try ShaderCompiler.link(
            vertex: ShaderSource(text: "#version 120\nvoid main() { gl_Position = vec4(0.0); gl_TexCoord[1] = vec4(2.0); }", name: "a"),
            fragment: ShaderSource(text: "#version 120\nvoid main() { gl_FragColor = \(expression); }", name: "b"))
        #expect(program.interface.varyings.contains { $0.vertexSlot == -1 } || expression == "gl_TexCoord[0]")
    }

    @Test("extensions add uniform blocks to GLSL 1.10, 1.20 and 1.30", arguments: ["110", "120", "130"])
    func blocksByExtension(version: String) throws {
        func fragment(_ directive: String) -> String { "#version \(version)\n\(directive)\nuniform B { vec4 x; };\nvoid main() { gl_FragColor = x; }\n" }
        let program = try ShaderCompiler.link(vertex: ShaderSource(text: FrontEnd.plainVertex(version), name: "a"), fragment: ShaderSource(
            text: fragment("#extension GL_ARB_uniform_buffer_object : require"), name: "b"))
        #expect(program.interface.uniformBlocks.map(\.name) == ["", "B"])
        let errors = FrontEnd.fragmentErrors(fragment(""), version: version)
        #expect(errors.first?.line == 3, "\(errors)")
    }

    @Test("functions of extensions exist in the versions that have the extensions", arguments: [130, 140, 150, 330, 400])
    func extensionFunctions(version: Int) throws {
        let bits = "#extension GL_ARB_shader_bit_encoding : require\n#ifndef GL_ARB_shader_bit_encoding\n#error\n#endif\n"
        let packing = "#extension GL_ARB_shading_language_packing : enable\n"
        func values(_ head: String, _ expression: String) throws -> [Float] {
            let program = try ShaderCompiler.link(
                vertex: ShaderSource(text: "#version \(version)\n\(head)in vec4 a; out vec4 color; void main() { color = \(expression); gl_Position = a; }", name: "a"),
                fragment: ShaderSource(text: "#version \(version)\nin vec4 color; out vec4 c; void main() { c = color; }", name: "b"))
            let interpreter = Interpreter(module: program.vertex, stepLimit: 1000)
            for k in 0..<4 { interpreter.inputs[k] = QuadUInt(repeating: Float([0.25, -1.5, 3, 1][k]).bitPattern) }
            interpreter.bind(uniformBlocks: [UnsafeRawBufferPointer(start: nil, count: 0)], textures: NoTexels())
            _ = try interpreter.run(active: SIMDMask(repeating: true))
            let first = try #require(program.vertex.outputs.first { $0.name == "color" }).firstSlot
            return (0..<4).map { Float(bitPattern: interpreter.locals[first + $0][0]) }
        }
        #expect(try values(bits, "intBitsToFloat(floatBitsToInt(a) + ivec4(0x800000)) + uintBitsToFloat(floatBitsToUint(a.x))") == [0.75, -2.75, 6.25, 2.25])
        #expect(try values(packing, "vec4(unpackUnorm2x16(packUnorm2x16(a.wx * 0.0 + 1.0)), unpackHalf2x16(packHalf2x16(a.xy)))") == [1, 1, 0.25, -1.5])
        #expect(try values(packing, "unpackSnorm4x8(packSnorm4x8(vec4(1.0, -1.0, 0.0, 1.0))) + unpackUnorm4x8(packUnorm4x8(vec4(1.0)))") == [2, 0, 1, 2])
        if version >= 140 {
            #expect(try values("", "vec4(inverse(mat2(2.0))[0], inverse(mat3(4.0))[1][1], inverse(mat4(a.x))[3][3])") == [0.5, 0, 0.25, 4])
            #expect(try values("mat2 inverse(mat2 m) { return m * 3.0; }\n", "vec4(inverse(mat2(2.0))[0], 1.0, 1.0)") == [6, 0, 1, 1])
        }
    }

    @Test("dialects without unsigned integers do not advertise them", arguments: ["110", "120"])
    func hiddenExtensions(version: String) {
        for name in ["GL_ARB_shader_bit_encoding", "GL_ARB_shading_language_packing"] {
            let errors = FrontEnd.fragmentErrors("#version \(version)\n#ifdef \(name)\n#error it is there\n#endif\n#extension \(name) : require\nvoid main() { }\n", version: version)
            #expect(errors.map(\.line) == [5], "\(errors)")
            #expect(errors.first?.message.contains("not supported in GLSL 1.\(version.dropFirst()): \(name); it exists in #version 130 and later") == true, "\(errors)")
            #expect(FrontEnd.fragmentErrors("#version \(version)\n#extension \(name) : enable\nvoid main() { }\n", version: version).isEmpty)
        }
        #expect(FrontEnd.fragmentErrors("#version 130\nvoid main() { mat2 m = inverse(mat2(1.0)); }\n", version: "130").first?.message.contains("'inverse'") == true)
    }
}
