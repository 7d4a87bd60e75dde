import Shading
// Macros, conditionals, #line and the limits of the preprocessor.
import Testing

@Suite("Front end: preprocessor")
struct FrontEndPreprocessorTests {
    /// Compiles `void main() { c = vec4(<expression>); }` after the given lines. Returns the float constants of the compiled
    /// program.
    private func constants(_ lines: String, _ expression: String, version: String = "330", defines: [ShaderDefine] = []) throws -> Set<Float> {
        let precision = version.hasSuffix("es") ? "precision highp float;\n" : ""
        let program = try FrontEnd.compile(
            vertex: FrontEnd.plainVertex(version),
            fragment: "#version \(version)\n\(precision)\(lines)\nout vec4 c; uniform float u;\nvoid main() { c = vec4(u * \(expression)); }\n",
            defines: defines)
        return FrontEnd.floatConstants(program.fragment)
    }

    @Test("object-like and function-like macros expand", arguments: [
        ("#define A 42.0", "A"), ("#define F(x) (x + 40.0)", "F(2.0)"), ("#define F(x,y) x*y", "F(6.0,7.0)"),
        ("#define F(x) x\n#define G F", "G(42.0)"), ("#define F() 42.0", "F()"), ("#define F 42.0 // (x)", "F"),
        ("#define A 4\\\n2.0", "A"), ("#define F(x) x", "F(F(F(42.0)))"), ("#define EMPTY\n#define F(x) 42.0", "F(EMPTY)"),
        ("#define F(a) max(a, 42.0)", "F(\n 1.0\n)"), ("#define CAT(a,b) a##b\n#define X 4", "CAT(42,.0)"),
        ("#define CAT(a,b) a##b", "CAT(4,CAT2)\n#define UNUSED\n"), ("#define A B\n#define B 42.0", "A"),
    ])
    func macros(lines: String, expression: String) throws {
        if expression.contains("CAT2") {
            let errors = FrontEnd.fragmentErrors("#version 330\n\(lines)\nout vec4 c; void main() { c = vec4(CAT(4,+)); }\n")
            #expect(errors.first?.line == 3)
            #expect(errors.first?.message.contains("do not make one token") == true)
        } else {
            let found = try constants(lines, "(" + expression + ")")
            #expect(found.contains(42) || found.contains(40), "\(found)")
        }
    }

    @Test("a macro that names itself is not expanded again")
    func selfReference() throws {
        _ = try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: """
            #version 330
            out vec4 c;
            float f(float x) { return x; }
            #define f(x) f(f(x) + 1.0)
            #define a b
            #define b a
            float a = 1.0;
            void main() { c = vec4(f(a)); }
            """)
    }

    @Test("conditionals select their branches", arguments: [
        ("#if 1", true), ("#if 0", false), ("#if defined(X)", true), ("#if defined Y", false), ("#ifdef X", true), ("#ifndef X", false),
        ("#if X == 3 && X < 4", true), ("#if (X << 2) == 12", true), ("#if -X + 4 == 1", true), ("#if ~0 == -1", true),
        ("#if !defined(Y) || Y > 3", true), ("#if 7 / 2 * 2 + 7 % 2 == 7", true), ("#if (1 | 6) == 7 && (5 & 4) == 4 && (1 ^ 3) == 2", true),
        ("#if 0x1F == 31 && 010 == 8", true), ("#if X >= 3 && X <= 3 && X != 4", true), ("#if 1 - 1 - 1 == -1", true),
        ("#if 0 && 1 / 0", false), ("#if SQUARE(X) == 9", true), ("#if 0\n#elif X == 3", true),
        ("#if 0\n#if 1\n#else\n#endif\n#elif 1", true), ("#define A defined(Y)\n#if !A", true), ("#define A defined X\n#if A && X == 3", true),
        ("#define A(m) defined(m)\n#if A(Y)", false), ("#define D defined\n#if D(X) && D Z == 0", true), ("#if 1 || \\\n 0", true),
        ("#if 1 /* a\n*/ && 0", false),
    ])
    func conditionals(condition: String, holds: Bool) throws {
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: """
            #version 330
            #define X 3
            #define SQUARE(x) ((x) * (x))
            \(condition)
            #define RESULT 5.0
            #else
            #define RESULT 6.0
            #endif
            out vec4 c;
            void main() { c = vec4(RESULT); }
            """)
        #expect(FrontEnd.floatConstants(program.fragment) == [holds ? 5 : 6])
    }

    @Test("__LINE__, __FILE__ and __VERSION__ are numbers, also within macros and after #line", arguments: [
        ("330", "int x = __LINE__;", 2), ("330", "#define L __LINE__\n\nint x = L;", 4), ("330", "#line 40\nint x = __LINE__;", 40),
        ("300 es", "#line 40\nint x = __LINE__;", 40), ("120", "#line 40\nint x = __LINE__;", 41), ("330", "#line 40 7\nint x = __FILE__;", 7),
        ("330", "#define N 30\n#line N + 10\n\nint x = __LINE__;", 41), ("330", "int x = __VERSION__;", 330),
        ("330", "#define F(x) x + __LINE__\n#line 99\nint x = F(0);", 99), ("330", "#define F(x) __LINE__\nint x = F(1\n\n);", 5),
        ("330", "#define F(x) x\nint x = F(__LINE__\n);", 3), ("330", "#define F(x) x + __LINE__\nint x = F(F(0\n) * 0\n);", 5),
        ("330", "#define F(x) x\n#define L __LINE__\nint x = F(0\n+ F(L +\n0));", 5), ("330", "#define F(x) x\n#define G(x) F(x)\nint x = G(1\n) * 0 +\n__LINE__;", 6),
        ("330", "#define L __LINE__\n#define F(x) L\n#line 10\nint x = F(1\n);", 11),
    ])
    func numbers(version: String, lines: String, value: Int) throws {
        let output = version == "120" ? "" : "precision highp float; out vec4 c;"
        let target = version == "120" ? "gl_FragColor" : "c"
        let source = "#version \(version)\n\(lines)\n\(version == "120" ? "" : output)\nvoid main() { \(target) = vec4(x == \(value) ? 1.0 : 2.0); int y[\(value)]; }\n"
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(version), fragment: source.replacing("int x", with: "const int x"))
        #expect(FrontEnd.floatConstants(program.fragment) == [1])
    }

    @Test("#line numbers the next line in every dialect of GLSL ES", arguments: ["100", "300 es", "310 es", "320 es"])
    func lineInES(version: String) throws {
        let target = version == "100" ? "gl_FragColor" : "c"
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(version), fragment: """
            #version \(version)
            precision highp float;
            \(version == "100" ? "" : "out vec4 c;")
            #line 40
            void main() { \(target) = vec4(__LINE__ == 40 ? 1.0 : 2.0); }
            """)
        #expect(FrontEnd.floatConstants(program.fragment) == [1])
    }

    @Test("mistakes are reported on their line", arguments: [
        ("#foo", 2, "unknown directive"), ("#error stop  it", 2, "stop  it"), ("#if 1\n", 2, "missing #endif"), ("#endif", 2, "no #if"),
        ("#else", 2, "no #if"), ("#elif 1", 2, "no #if"), ("#if 1\n#else\n#else\n#endif", 4, "second #else"), ("#if", 2, "ends too early"),
        ("#if 1 +", 2, "ends too early"), ("#if defined(A\n#endif", 2, "macro name"), ("#if 0\n#elif defined 3\n#endif", 3, "'#elif' : defined must"),
        ("#if (1", 2, "closing parenthesis"), ("#if 1 2\n#endif", 2, "unexpected '2'"),
        ("#if 1 / 0\n#endif", 2, "division by zero"), ("#if 1.5\n#endif", 2, "not an integer"), ("#ifdef\n#endif", 2, "macro name"),
        ("#ifdef A B\n#endif", 2, "unexpected 'B'"), ("#define", 2, "macro name"), ("#define 3", 2, "macro name"),
        ("#define GL_X 1", 2, "reserved"), ("#define __LINE__ 3", 2, "predefined"), ("#define F(x,x) 1", 2, "twice"), ("#define F(x", 2, "malformed"),
        ("#define A 1\n\n#define A 2", 4, "first defined on line 2"), ("#define F(x) x\nint a = F(1, 2);", 3, "takes 1 argument, not 2"),
        ("#define F(x) x\n\nint a = F(1;", 4, "not closed"), ("#include", 2, "must be followed"), ("#extension foo", 2, "write #extension"),
        ("#extension GL_A : maybe", 2, "not a behavior"), ("/* never ended", 2, "does not end"), ("int a = 1 @ 2;", 2, "'@'"),
        ("int a = \"b\";", 2, "no GLSL token"), ("int caf\u{E9};", 2, "U+00E9"), ("int a;\u{0}", 2, "NUL"), ("int # a;", 2, "'#'"),
        ("#line foo", 2, "unexpected"), ("#define A ## b", 2, "either end"), ("#version 330", 2, "must come first"), ("#if 1\n#endif x", 3, "unexpected 'x'"),
    ])
    func mistakes(lines: String, line: Int, message: String) {
        // In `#line foo` desktop GLSL reads an undefined name as 0. In GLSL ES an undefined name has no value.
        let isLine = lines == "#line foo"
        let version = isLine ? "300 es" : "330"
        let errors = FrontEnd.fragmentErrors("#version \(version)\n\(lines)\n;void main() { }\n", version: version)
        #expect(errors.first?.line == line, "\(errors)")
        #expect(errors.first?.message.contains(isLine ? "not defined" : message) == true, "\(errors)")
        #expect(errors.allSatisfy { $0.phase == .preprocess && $0.stage == .fragment && $0.file == "test.frag" })
    }

    @Test("ES refuses undefined names in #if, ## and late #extension", arguments: [
        ("300 es", "#if foo\n#endif", 2, "not defined"), ("300 es", "#define F(a, b) a ## b", 2, "token pasting"),
        ("300 es", "int a;\n#extension GL_OES_EGL_image_external : enable", 3, "before the first declaration"),
        ("100", "int a;\n#extension GL_OES_standard_derivatives : enable", 3, "before the first declaration"),
    ])
    func strictES(version: String, lines: String, line: Int, message: String) {
        let errors = FrontEnd.fragmentErrors("#version \(version)\n\(lines)\nvoid main() { }\n", version: version)
        #expect(errors.map(\.line) == [line], "\(errors)")
        #expect(errors.first?.message.contains(message) == true, "\(errors)")
    }

    @Test("a macro's name may contain two underscores, with a warning", arguments: ["100", "300 es", "330"])
    func twoUnderscores(version: String) throws {
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(version), fragment: """
            #version \(version)
            #define __VALUE__ 1
            void main() { int x[__VALUE__]; }
            """)
        #expect(program.warnings.map(\.line) == [2])
        #expect(FrontEnd.fragmentErrors("#version \(version)\n#define GL_VALUE 1\nvoid main() { }\n", version: version).map(\.line) == [2])
    }

    @Test("several mistakes are reported at once, up to a limit")
    func manyMistakes() {
        #expect(FrontEnd.fragmentErrors("#version 330\n#foo\n\n#bar\nvoid main() { }\n").map(\.line) == [2, 4])
        #expect(FrontEnd.fragmentErrors("#version 330\n" + String(repeating: "#foo\n", count: 500)).count == 20)
    }

    @Test("a line continuation may be inside a token in ES 3.00")
    func continuationInToken() throws {
        _ = try FrontEnd.compile(vertex: FrontEnd.plainVertex("300 es"), fragment: """
            #version 300 es
            precision highp float;
            out vec4 co\\
            lour;
            void main() { colour = ve\\
            c4(1.\\
            5); colour.x +\\
            = 1.0; }
            """)
        let errors = FrontEnd.fragmentErrors("#version 300 es\nvoid ma\\\r\nin() {\n nothing; }\n", version: "300 es")
        #expect(errors.map(\.line) == [4])
    }

    @Test("a comment that ends in a backslash continues on the next line, with a warning")
    func extendedComment() throws {
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: "#version 330\n// a \\\n nonsense\nvoid main() { }\n")
        #expect(program.warnings.map(\.line) == [2])
    }

    @Test("all line ends count as one line", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) {
        let errors = FrontEnd.fragmentErrors(["#version 330", "// comment", "/* a", "b */", "void main() {", "  x;", "}", ""].joined(separator: end))
        #expect(errors.map(\.line) == [6])
        #expect(errors.first?.sourceLine == "  x;")
    }

    @Test("defines of the options apply to both stages and shift no line")
    func defines() throws {
        let program = try FrontEnd.compile(
            vertex: "#version 330\n#if COUNT != 3\n#error\n#endif\nvoid main() { gl_Position = vec4(SCALE(2.0)); }\n",
            fragment: "#version 330\nout vec4 c;\nvoid main() { c = vec4(VALUE); }\n",
            defines: [ShaderDefine("COUNT", "3"), ShaderDefine("SCALE(x)", "x * 2.5"), ShaderDefine("VALUE", "0.25"), ShaderDefine("FLAG")])
        #expect(FrontEnd.floatConstants(program.fragment) == [0.25])
        let errors = FrontEnd.fragmentErrors("void main() {\n oops; }\n", defines: [ShaderDefine("A", "1"), ShaderDefine("B", "2")])
        #expect(errors.map(\.line) == [2])
    }

    @Test("a define that is no valid macro is an error", arguments: [
        ShaderDefine("3", "1"), ShaderDefine("A", "1\n#define B"), ShaderDefine("GL_ES", "1"), ShaderDefine("", ""), ShaderDefine("F(x", "1"),
    ])
    func badDefine(define: ShaderDefine) {
        let errors = FrontEnd.fragmentErrors(FrontEnd.plainFragment(), defines: [define])
        #expect(!errors.isEmpty)
        #expect(errors.allSatisfy { $0.phase == .preprocess && $0.line == 0 })
    }

    @Test("hostile macros end in an error: doubling, nesting, endless calls")
    func hostileMacros() {
        var doubling = "#version 330\n#define A0 1.0\n"
        for level in 1...40 { doubling += "#define A\(level) A\(level - 1) + A\(level - 1)\n" }
        let errors = FrontEnd.fragmentErrors(doubling + "void main() { float x = A40; }\n")
        #expect(errors.map(\.line) == [43])
        #expect(errors.first?.exceeded != nil)

        let nested = String(repeating: "F(", count: 3000) + "1.0" + String(repeating: ")", count: 3000)
        #expect(FrontEnd.fragmentErrors("#version 330\n#define F(x) x + x\nvoid main() { float x = \(nested); }\n").first?.line == 3)
        #expect(FrontEnd.fragmentErrors("#version 330\n#if " + String(repeating: "(", count: 100_000)).first?.line == 2)
        #expect(FrontEnd.fragmentErrors("#version 330\n#if " + String(repeating: "-", count: 100_000) + "1\n#endif\n").first?.line == 2)
        #expect(FrontEnd.fragmentErrors("#version 330\n" + String(repeating: "#if 1\n", count: 5000)).first?.line == 1002)
    }
}
