// Checks the parser of the Khronos shader-case format: the meaning of valid files, and the errors of invalid files.

import Conformance
import Testing

private func parse(_ text: String, files: [String: String] = [:]) throws -> [ConformanceCase] {
    struct Missing: Error {}
    return try ShaderCaseParser.cases(file: "folder/a.test", bytes: Array(text.utf8)) { path in
        guard let found = files[path] else { throw Missing() }
        return Array(found.utf8)
    }
}
private func shaders(_ test: ConformanceCase) throws -> ShaderCase {
    guard case .shaders(let found) = test.content else { throw CaseFileError(file: test.file, line: test.line, "\(test.content)") }
    return found
}

@Suite("Shader case files")
struct ShaderCaseParserTests {
    @Test("groups, cases and halves have names joined by dots, and lines")
    func names() throws {
        let cases = try parse("group a \"first\"\n  group uniform \"any word\"\n    case one both \"\"x\"\" end\n  end\nend\ncase 300 vertex \"\"v\"\" fragment \"\"f\"\" end")
        #expect(cases.map(\.name) == ["a.uniform.one_vertex", "a.uniform.one_fragment", "300"])
        #expect(cases.map(\.line) == [3, 3, 6])
    }

    @Test("imported files are inserted at their import, with paths relative to the importing file")
    func imports() throws {
        let cases = try parse("group a \"d\" import \"b/c.test\" end", files: ["folder/b/c.test": "case one both \"\"x\"\" end"])
        #expect(cases.map(\.name) == ["a.one_vertex", "a.one_fragment"])
        #expect(cases[0].file == "folder/b/c.test")
    }

    @Test("values are rows of bits")
    func values() throws {
        let test = try shaders(parse("""
            case a
              version 300 es
              values { input vec2 a = [ vec2(0.5, -1.0) | vec2(1.0e2, 2.) ]; uniform int b = [ -3 | 7 ]; output bvec2 c = [ bvec2(true, false) | bvec2(false, true) ]; }
              both ""text""
            end
            """)[0])
        #expect(test.dialect == CaseDialect(300, isES: true))
        #expect(test.values.rowCount == 2)
        #expect(test.values.inputs[0].row(1).map { Float(bitPattern: $0) } == [100, 2])
        #expect(Array(test.values.uniforms[0].words) == [UInt32(bitPattern: -3), 7])
        #expect(Array(test.values.outputs[0].words) == [1, 0, 0, 1])
    }

    @Test("several tables are combined to the rows of one table")
    func tables() throws {
        let test = try shaders(parse("""
            case a
              values { uniform int a = [ 1 | 2 ]; output float b = [ 0.5 | 1.5 ]; }
              values { uniform int a = 3; output float b = 2.5; }
              both ""text""
            end
            """)[0])
        #expect(test.values.rowCount == 3)
        #expect(test.values.uniforms.map(\.words) == [[1, 2, 3]])
        #expect(test.values.outputs.map { $0.words.map(Float.init(bitPattern:)) } == [[0.5, 1.5, 2.5]])
    }

    @Test("a backslash in shader text escapes the next character, a line end or a tab, and indentation is removed")
    func escapes() throws {
        let file = "case a both \"\"\n\t\t#define A \\\\\n\t\t1\n\t\t  two\\n\\tthree \\\"\\\" four\n\"\" end"
        guard case .vertexOnly(let text) = try shaders(parse(file)[0]).shaders else { throw CaseFileError(file: "", line: 0, "no vertex shader") }
        // Escapes are replaced before indentation is removed, so a tab made by an escape counts as indentation.
        #expect(text == "#define A \\\n1\n  two\nthree \"\" four\n")
    }

    @Test("every expectation of the format is known", arguments: ShaderCase.Expectation.allCases)
    func expectations(_ expectation: ShaderCase.Expectation) throws {
        #expect(try shaders(parse("case a expect \(expectation.rawValue) both \"\"x\"\" end")[0]).expectation == expectation)
    }

    @Test("extensions have alternatives and stages")
    func extensions() throws {
        let test = try shaders(parse("case a require extension { \"GL_A\" | \"GL_B\" } in { vertex } both \"\"x\"\" end")[0])
        #expect(test.extensions.map(\.alternatives) == [["GL_A", "GL_B"]])
        #expect(test.extensions[0].inVertex && !test.extensions[0].inFragment)
    }

    @Test("a case for stages that Raster lacks is skipped with the reason", arguments: [
        ("case a vertex \"\"x\"\" geometry \"\"x\"\" fragment \"\"x\"\" end", "geometry"),
        ("case a pipeline_program active_stages { vertex, fragment } vertex \"\"x\"\" end end", "separate programs"),
        ("case a require limit \"GL_MAX_VERTEX_IMAGE_UNIFORMS\" > 32 both \"\"x\"\" end", "GL_MAX_VERTEX_IMAGE_UNIFORMS"),
        ("case a vertex \"\"x\"\" vertex \"\"y\"\" fragment \"\"x\"\" end", "several shaders"),
    ])
    func skipped(text: String, reason: String) throws {
        for test in try parse(text) {
            guard case .skipped(let said) = test.content else { Issue.record("not skipped: \(test.name)"); continue }
            #expect(said.contains(reason))
        }
    }

    @Test("a malformed file is an error with file, line and cause", arguments: [
        ("case a\nvalues { input float a = [ 1.0 | ; }", 2, "number"),
        ("group a \"d\"\n\ncase b both \"\"x\"\" end", 3, "ends inside a group"),
        ("case a\n\nboth \"\"never closed", 3, "not closed"),
        ("case a\ndesc \"never closed", 2, "not closed"),
        ("case a\nnonsense end", 2, "'nonsense'"),
        ("case a\nversion 301 es both \"\"x\"\" end", 2, "not a version"),
        ("case a\nexpect success both \"\"x\"\" end", 2, "compile_fail"),
        ("case a\nend", 1, "no vertex shader"),
        ("case a vertex \"\"x\"\"\nend", 1, "no fragment shader"),
        ("case a both \"\"x\"\"\nboth \"\"x\"\" end", 2, "second 'both'"),
        ("case a both \"\"x\"\" vertex \"\"y\"\" end", 1, "mixes"),
        ("case a values { output float a = 1.0; }\nvalues { output float b = 1.0; } both \"\"x\"\" end", 2, "different values"),
        ("case a values { output float a = 1.0; }\nvalues { output int a = 1; } both \"\"x\"\" end", 2, "different values"),
        ("case a values { output float a = 1.0; }\nvalues { } both \"\"x\"\" end", 2, "different values"),
        ("case a\nvalues { input float a = [ 1.0 | 2.0 ]; output float b = 1.0; } both \"\"x\"\" end", 2, "2 values"),
        ("case a\nvalues { input int a = 99999999999; } both \"\"x\"\" end", 2, "32 bits"),
        ("case a\nvalues { input vec2 a = vec3(1.0, 2.0, 3.0); } both \"\"x\"\" end", 2, "'vec2'"),
        ("case a\nvalues { input sampler2D a = 1.0; } both \"\"x\"\" end", 2, "a type"),
        ("\n\n%", 3, "character"),
        ("import \"a.test\"", 1, "cannot be imported"),
        ("end", 1, "'group', 'case' or 'import'"),
        ("case a\nrequire nonsense both \"\"x\"\" end", 2, "'nonsense'"),
        ("case a\nrequire extension { } both \"\"x\"\" end", 2, "extension's name"),
    ])
    func malformed(text: String, line: Int, message: String) {
        #expect { try parse(text) } throws: { error in
            guard let error = error as? CaseFileError else { return false }
            return error.line == line && error.file == "folder/a.test" && error.description.contains(message)
        }
    }

    @Test("every prefix of a file is a valid file or an error, never a trap")
    func cutShort() {
        let text = "group a \"b\\n\" case c version 300 es require extension { \"GL_A\" } in { vertex } values { input mat2 a = [ mat2(1.0, 2.0, 3.0e1, -4.0) ]; } both \"\"\n\tx ${DECLARATIONS}\\\n\"\" end end"
        for count in 0..<text.utf8.count {
            let part = Array(text.utf8.prefix(count))
            _ = try? ShaderCaseParser.cases(file: "a", bytes: part) { _ in [] }
        }
    }

    @Test("a file that imports itself, and endless groups, are errors")
    func bounded() {
        #expect(throws: CaseFileError.self) { try parse("import \"a.test\"", files: ["folder/a.test": "import \"a.test\""]) }
        #expect(throws: CaseFileError.self) { try parse(String(repeating: "group a \"d\" ", count: 100_000)) }
    }

    @Test("an unknown name between braces fails its case and no other")
    func unknownParameter() throws {
        let runner = CaseRunner(try CaseDevice(.reference))
        let results = try parse("case a version 300 es both \"\"#version 300 es\n${NONSENSE}\nvoid main() {}\"\" end").map(runner.run)
        #expect(results.allSatisfy { $0.outcome == .fail && $0.reason.contains("${NONSENSE}") })
    }

    @Test("a value that differs from the expected one fails, with the row and its values")
    func wrongValue() throws {
        let runner = CaseRunner(try CaseDevice(.reference))
        let results = try parse("""
            case a
              version 300 es
              values { input float a = [ 1.0 | 2.0 ]; output float b = [ 2.0 | 5.0 ]; }
              both ""
                #version 300 es
                precision highp float;
                ${DECLARATIONS}
                void main() { ${SETUP:single-line} b = a * 2.0; ${OUTPUT:single-line} }
              ""
            end
            """).map(runner.run)
        #expect(results.count == 2)
        #expect(results.allSatisfy { $0.outcome == .fail && $0.reason.contains("row 2") && $0.reason.contains("expected b = 5.0") })
    }

    @Test("a program that builds against the expectation fails, and also a program that fails at the wrong place")
    func wrongBuild() throws {
        let runner = CaseRunner(try CaseDevice(.reference))
        func outcome(_ expectation: String, _ fragment: String) throws -> CaseResult {
            try runner.run(parse("case a version 300 es expect \(expectation) vertex \"\"#version 300 es\nvoid main() { gl_Position = vec4(0.0); }\"\" fragment \"\"#version 300 es\nprecision highp float;\n\(fragment)\"\" end")[0])
        }
        let good = "out vec4 c; void main() { c = vec4(1.0); }", wrong = "out vec4 c; void main() { c = 1.0; }",
            unlinked = "in vec4 v; out vec4 c; void main() { c = v; }"
        #expect(try outcome("build_successful", good).outcome == .pass)
        #expect(try outcome("compile_fail", good).reason.contains("accepted"))
        #expect(try outcome("compile_fail", wrong).outcome == .pass)
        #expect(try outcome("link_fail", wrong).reason.contains("compiling failed"))
        #expect(try outcome("link_fail", unlinked).outcome == .pass)
        #expect(try outcome("compile_fail", unlinked).reason.contains("only linking"))
        #expect(try outcome("compile_or_link_fail", unlinked).outcome == .pass)
        #expect(try outcome("pass", unlinked).reason.contains("refused"))
    }
}
