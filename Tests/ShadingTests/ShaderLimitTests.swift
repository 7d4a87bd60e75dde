import Shading
import Testing

/// Limits of the compiler: a shader that exceeds a limit is refused with the limit's name.

/// Returns the limit for which a fragment shader is refused; nil if the shader compiles.
private func excess(_ body: String, _ limits: ShaderLimits = ShaderLimits(), resolver: (any IncludeResolver)? = nil) throws -> ShaderLimits.Excess? {
    guard let error = refusal(body, ShaderCompileOptions(includeResolver: resolver, limits: limits)) else { return nil }
    let diagnostic = try #require(error.diagnostics.first { $0.severity == .error })
    let excess = try #require(diagnostic.exceeded, "\(error)")
    // Every message contains the limit, except the messages about a time limit in seconds.
    #expect(excess.name == .time || diagnostic.message.contains("\(excess.limit)"), "\(error)")
    return excess
}

private func refusal(_ body: String, _ options: ShaderCompileOptions) -> ShaderError? {
    do throws(ShaderError) {
        _ = try ShaderCompiler.link(vertex: ShaderSource(text: FrontEnd.plainVertex(), name: "test.vert"),
                                    fragment: ShaderSource(text: "#version 330\nout vec4 color;\n" + body, name: "test.frag"), options: options)
        return nil
    } catch { return error }
}

private func limits(_ change: (inout ShaderLimits) -> Void) -> ShaderLimits {
    var limits = ShaderLimits()
    change(&limits)
    return limits
}

private func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined(separator: "\n") }

/// A shader and the limit that it exceeds.
private struct Excessive: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var expected: ShaderLimits.Excess
    var body: String
    var low = ShaderLimits(), enough = ShaderLimits()

    init(_ description: String, _ expected: ShaderLimits.Excess, _ body: String) {
        testDescription = description; self.expected = expected; self.body = body
    }
    init(_ description: String, _ low: ShaderLimits, _ enough: ShaderLimits, _ expected: ShaderLimits.Excess, _ body: String) {
        self.init(description, expected, body)
        self.low = low; self.enough = enough
    }
}

@Suite("Shader limits") private struct ShaderLimitTests {
    /// Without limits, each of these texts would take minutes, or crash the process.
    @Test("texts that would exhaust the machine are refused at once", arguments: [
        Excessive("a switch of 20,000 cases", ShaderLimits.Excess(.cases, limit: 8_192),
         "uniform int n; void main() { switch (n) {\n" + lines(20_000) { "case \($0): color.x = \($0).5; break;" } + "}}"),
        Excessive("the same with few numbers", ShaderLimits.Excess(.cases, limit: 8_192),
         "uniform int n; void main() { switch (n) {\n" + lines(20_000) { "case \($0 % 9): color.x = 1.0; break;" } + "}}"),
        Excessive("an array of 65,536 different numbers", ShaderLimits.Excess(.numbers, limit: 16_384),
         "const float a[65536] = float[](\n" + (0..<65_536).map { "\($0).5" }.joined(separator: ",\n") + ");\nvoid main() { color = vec4(a[3]); }"),
        Excessive("an array of 65,536 equal numbers", ShaderLimits.Excess(.tokensPerStatement, limit: 100_000),
         "const float a[65536] = float[](\n" + (0..<65_536).map { _ in "1.0" }.joined(separator: ",\n") + ");\nvoid main() { color = vec4(a[3]); }"),
        Excessive("structures of 3 to the power of 20 members", ShaderLimits.Excess(.structureMembers, limit: 60_000),
         "struct S0 { float a, b, c; };\n" + lines(19) { "struct S\($0 + 1) { S\($0) a, b, c; };" } + "\nuniform S19 u; void main() { color = vec4(u"
         + String(repeating: ".a", count: 20) + "); }"),
        Excessive("a structure of 70,000 members", ShaderLimits.Excess(.structureMembers, limit: 60_000),
         "struct S {\n" + lines(70_000) { "float m\($0);" } + "};\nuniform S u; void main() { color = vec4(u.m1); }"),
        Excessive("macros that double sixty times", ShaderLimits.Excess(.tokensPerStatement, limit: 100_000),
         "#define A0 + 1.0\n" + lines(60) { "#define A\($0 + 1) A\($0) A\($0)" } + "\nvoid main() { color = vec4(0.0 A60); }"),
        Excessive("macros that expand to nothing, over and over", ShaderLimits.Excess(.expandedTokens, limit: 1 << 20),
         "#define A0\n" + lines(60) { "#define A\($0 + 1) A\($0) A\($0)" } + "\nvoid main() { A60 }"),
        Excessive("a text of 9 MB", ShaderLimits.Excess(.sourceBytes, limit: 8 << 20), String(repeating: "// nothing at all\n", count: 500_000)),
    ])
    func refusedAtOnce(_ test: Excessive) throws {
        #expect(try excess(test.body) == test.expected)
    }

    /// The nesting in these texts exceeds a limit of glslang, for which glslang has its own message.
    @Test("unlimited nesting is refused", arguments: ["(", "{", "if (color.x > 0.0) {", "-(", "color[int("])
    func nesting(opening: String) {
        let closing = opening.last == "{" ? "}" : opening == "color[int(" ? ")]" : ")"
        let inner = String(repeating: opening, count: 100_000) + "1.0" + String(repeating: closing, count: 100_000)
        let text = "#version 330\nout vec4 color;\nvoid main() { " + (closing == "}" ? inner : "color = vec4(\(inner));") + " }"
        #expect(!FrontEnd.fragmentErrors(text).isEmpty)
    }

    @Test("a file that includes itself is refused, and so is an endless chain of files")
    func includes() throws {
        struct Endless: IncludeResolver {
            func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
                let number = (Int(path) ?? 0) + 1
                return ShaderSource(text: "#include \"\(number)\"\n", name: path)
            }
        }
        #expect(try excess("#include \"0\"\nvoid main() {}", resolver: Endless()) == ShaderLimits.Excess(.includeDepth, limit: 64))
    }

    @Test("the given limits apply: a shader is accepted if a limit equals its need, and refused if the limit is lower by one", arguments: [
        Excessive("numbers", limits { $0.numbers = 2 }, limits { $0.numbers = 3 }, ShaderLimits.Excess(.numbers, limit: 2),
         "void main() { color = vec4(1.0, 2.0, 1.0, 3.0); }"),
        Excessive("cases", limits { $0.cases = 1 }, limits { $0.cases = 2 }, ShaderLimits.Excess(.cases, limit: 1),
         "uniform int n; void main() { switch (n) { case 1: color.x = 1.0; break; case 2: color.y = 1.0; } }"),
        Excessive("members", limits { $0.structureMembers = 6 }, limits { $0.structureMembers = 7 }, ShaderLimits.Excess(.structureMembers, limit: 6),
         "struct A { float x, y[9]; mat3 m; }; struct B { A a, b; vec2 c; }; uniform B b; void main() { color = vec4(b.a.x); }"),
        Excessive("members of a block", limits { $0.structureMembers = 5 }, limits { $0.structureMembers = 6 },
         ShaderLimits.Excess(.structureMembers, limit: 5),
         "struct A { float x, y; }; uniform B { A a, b; A c; }; void main() { color = vec4(a.x); }"),
        Excessive("members without a name", limits { $0.structureMembers = 3 }, limits { $0.structureMembers = 4 },
         ShaderLimits.Excess(.structureMembers, limit: 3),
         "struct A { float x, y; }; uniform struct { A a; A b; } u; void main() { color = vec4(u.a.x); }"),
        Excessive("tokens", limits { $0.tokensPerStatement = 9 }, limits { $0.tokensPerStatement = 10 }, ShaderLimits.Excess(.tokensPerStatement, limit: 9),
         "void main() { color = vec4(1.0 + 2.0 + 3.0); }"),
        Excessive("instructions", limits { $0.instructions = 100 }, limits { $0.instructions = 20_000 }, ShaderLimits.Excess(.instructions, limit: 100),
         "void main() { mat4 m = inverse(mat4(gl_FragCoord.x)); color = inverse(m * m)[1]; }"),
        Excessive("scalars", limits { $0.localScalars = 99 }, limits { $0.localScalars = 1_000 }, ShaderLimits.Excess(.localScalars, limit: 99),
         "void main() { float a[100]; a[int(gl_FragCoord.x)] = 1.0; color = vec4(a[7]); }"),
        Excessive("nesting", limits { $0.nesting = 3 }, limits { $0.nesting = 8 }, ShaderLimits.Excess(.nesting, limit: 3),
         "void main() { if (gl_FragCoord.x > 1.0) { if (gl_FragCoord.y > 1.0) { if (gl_FragCoord.z > 1.0) color = vec4(1.0); } } }"),
        Excessive("time", limits { $0.time = .zero }, limits { $0.time = .seconds(1000) }, ShaderLimits.Excess(.time, limit: 0),
         "void main() { color = vec4(1.0); }"),
    ])
    func limitsHold(_ test: Excessive) throws {
        #expect(try excess(test.body, test.low) == test.expected)
        #expect(try excess(test.body, test.enough) == nil)
    }

    @Test("very large and very small limits cause no overflow")
    func extremes() throws {
        for value in [Int.min, -1, 0, Int.max] {
            let all = limits {
                $0.sourceBytes = value; $0.expandedTokens = value; $0.includeDepth = value; $0.tokensPerStatement = value; $0.numbers = value
                $0.cases = value; $0.structureMembers = value; $0.nesting = value; $0.instructions = value; $0.localScalars = value
                $0.time = value > 0 ? .seconds(Int64.max) : .seconds(Int64.min)
            }
            let found = try excess("#define A 1.0\nstruct S { float x; }; void main() { S s; s.x = A; color = vec4(s.x); }", all)
            #expect((found == nil) == (value == .max))
        }
    }
}
