import Shading
// #include: resolvers, skipped branches, cycles, and locations in included files.
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Front end: includes")
struct FrontEndIncludeTests {
    private func errors(_ fragment: String, _ files: [String: String]) -> [ShaderDiagnostic] {
        FrontEnd.fragmentErrors(fragment, resolver: DictionaryIncludeResolver(files))
    }

    private func compile(_ fragment: String, _ files: [String: String]) throws -> SPIRVProgram {
        try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: fragment, resolver: DictionaryIncludeResolver(files))
    }

    @Test("an included function is defined, and OpLine refers to its file")
    func includes() throws {
        let program = try compile("""
            #version 330
            #include "lib/half.glsl"
            #include <whole.glsl>
            out vec4 c;
            void main() {
                c = vec4(half_(1.0) + whole());
            }
            """, ["lib/half.glsl": "#include \"deep.glsl\"\n\nfloat half_(float x) {\n    return x * deep;\n}\n", "lib/deep.glsl": "const float deep = 0.5;\n",
                  "whole.glsl": "float whole() { return 7.0; }"])
        #expect(FrontEnd.floatConstants(program.fragment).isSuperset(of: [0.5, 7]))
        let lines = FrontEnd.sourceLines(program.fragment)
        #expect(lines.isSuperset(of: ["lib/half.glsl:4", "whole.glsl:1", "test.frag:6"]), "\(lines)")
        #expect(program.fragment.lines.files.map(\.name) == ["test.frag", "lib/half.glsl", "lib/deep.glsl", "whole.glsl"])
    }

    @Test("an error in an included file names that file and its line")
    func errorInInclude() {
        let found = errors("#version 330\n#include \"a.glsl\"\nvoid main() { }\n", ["a.glsl": "// one\n\n#define F(x) x\nfloat f() { return F(\noops); }\n"])
        #expect(found.map(\.file) == ["a.glsl"])
        #expect(found.map(\.line) == [5])
        #expect(found.first?.sourceLine == "oops); }")
        let preprocess = errors("#version 330\n#include \"a.glsl\"\nvoid main() { }\n", ["a.glsl": "\n#error here\n"])
        #expect(preprocess.map(\.description) == ["a.glsl:2: error: fragment shader: #error here\n    #error here"])
    }

    @Test("an error after an include keeps its own line, also under #line")
    func errorAfterInclude() {
        let found = errors("#version 330\n#include \"a.glsl\"\n#line 500 3\nvoid main() {\n  oops;\n}\n", ["a.glsl": "int a;\n\n\n\n"])
        #expect(found.map(\.file) == ["test.frag"])
        #expect(found.map(\.line) == [5])
        #expect(found.first?.sourceLine == "  oops;")
    }

    @Test("#line in one file does not change the lines of the next file; __FILE__ is the number of the file")
    func lineNumbersPerFile() throws {
        let program = try compile("""
            #version 330
            #line 100
            #include "a.glsl"
            out vec4 c;
            void main() { c = vec4(LINE == 1 && FILE == 1 && __LINE__ == 102 && __FILE__ == 0 ? 4.0 : 5.0); }
            """, ["a.glsl": "const int LINE = __LINE__, FILE = __FILE__;\n#line 900"])
        #expect(FrontEnd.floatConstants(program.fragment) == [4])
    }

    @Test("an include in a skipped branch is not looked up")
    func skippedBranch() throws {
        let program = try compile("""
            #version 330
            #if 0
            #include "missing.glsl"
            #elif defined(GL_core_profile)
            #include "a.glsl"
            #else
            #include "missing.glsl"
            #endif
            out vec4 c;
            void main() { c = vec4(a); }
            """, ["a.glsl": "const float a = 3.0;"])
        #expect(FrontEnd.floatConstants(program.fragment) == [3])
    }

    @Test("guards, #pragma once and a guarded cycle work", arguments: ["guard", "once"])
    func guards(kind: String) throws {
        func wrap(_ name: String, _ text: String) -> String {
            kind == "once" ? "#pragma once\n\(text)\n" : "#ifndef \(name)\n#define \(name)\n\(text)\n#endif\n"
        }
        let program = try compile("#version 330\n#include \"a.glsl\"\n#include \"b.glsl\"\n#include \"./a.glsl\"\nout vec4 c;\nvoid main() { c = vec4(a * b); }\n",
                                  ["a.glsl": wrap("A", "#include \"b.glsl\"\nconst float a = 2.0;"),
                                   "b.glsl": wrap("B", "#include \"sub/../a.glsl\"\nconst float b = 4.0;")])
        #expect(FrontEnd.floatConstants(program.fragment).contains(8))
    }

    @Test("mistakes are typed errors at the directive", arguments: [
        ("#include \"none.glsl\"", "'none.glsl' was not found"), ("#include <none.glsl>", "was not found"), ("#include", "must be followed"),
        ("#include foo", "must be followed"), ("#include \"a", "must be followed"), ("#include \"\"", "must be followed"),
        ("#include \"a\" b", "must be followed"), ("#include \"self.glsl\"", "cycle"), ("#include \"ping.glsl\"", "cycle: ping.glsl → pong.glsl → ping.glsl"),
        ("#include \"twice.glsl\"", "cycle"), ("#include \"version.glsl\"", "must come first"), ("#include \"open.glsl\"", "missing #endif"),
        ("#if 1\n#include \"close.glsl\"", "it has no #if in this file"),
    ])
    func mistakes(directive: String, message: String) {
        let found = errors("#version 330\n\(directive)\nvoid main() { }\n", [
            "self.glsl": "#include \"self.glsl\"\n", "ping.glsl": "#include \"pong.glsl\"", "pong.glsl": "\n#include \"ping.glsl\"",
            "twice.glsl": "#include \"twice.glsl\"\n#include \"twice.glsl\"\n", "version.glsl": "#version 330\n", "open.glsl": "#if 1\n", "close.glsl": "#endif\n",
        ])
        #expect(found.first?.message.contains(message) == true, "\(found)")
        #expect((found.first?.line ?? 0) > 0)
    }

    @Test("the error of an include without a resolver says so")
    func noResolver() {
        let found = FrontEnd.fragmentErrors("#version 330\n\n#include \"a\"\nvoid main() { }\n")
        #expect(found.map(\.line) == [3])
        #expect(found.first?.message.contains("no include resolver") == true)
    }

    @Test("a chain of a hundred includes is too deep, a thousand includes in one file are accepted, and includes that double at each level are stopped")
    func bounds() throws {
        var chain: [String: String] = [:]
        for level in 0..<100 { chain["c\(level)"] = "#include \"c\(level + 1)\"\n" }
        #expect(errors("#version 330\n#include \"c0\"\nvoid main() { }\n", chain).first?.exceeded == ShaderLimits.Excess(.includeDepth, limit: 64))

        let fan = (0..<1000).map { _ in "#include \"f\"\n" }.joined()
        _ = try compile("#version 330\n\(fan)void main() { }\n", ["f": "// nothing\n"])

        var doubling: [String: String] = ["d40": "// end\n"]
        for level in 0..<40 { doubling["d\(level)"] = "#include \"d\(level + 1)\"\n#include \"d\(level + 1)\"\n" }
        #expect(errors("#version 330\n#include \"d0\"\nvoid main() { }\n", doubling).first?.message.contains("include guards") == true)
    }

    @Test("the extension that requests includes is accepted")
    func includeExtension() throws {
        _ = try compile("#version 330\n#extension GL_GOOGLE_include_directive : require\n#include \"a\"\nvoid main() { }\n", ["a": ""])
    }

    @Test("files are found next to the including file and in the directories; paths are normalised")
    func directories() throws {
        var template = Array("/tmp/front-end-XXXXXX".utf8CString)
        let made: String? = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, let path = mkdtemp(start) else { return nil }
            return String(cString: path)
        }
        let root = try #require(made)
        defer { for name in ["/main.frag", "/sub/a.glsl", "/sub/bad.glsl"] { unlink(root + name) }; rmdir(root + "/sub"); rmdir(root) }
        mkdir(root + "/sub", 0o755)
        func write(_ name: String, _ bytes: [UInt8]) {
            if let file = fopen(root + name, "wb") { fwrite(bytes, 1, bytes.count, file); fclose(file) }
        }
        write("/main.frag", Array("#version 330\n#include \"sub/../sub/a.glsl\"\n#include <a.glsl>\nout vec4 c;\nvoid main() { c = vec4(a); }\n".utf8))
        write("/sub/a.glsl", Array("#pragma once\nconst float a = 3.0;\n".utf8))
        write("/sub/bad.glsl", [0x2F, 0x2F, 0x0A, 0x66, 0xFF, 0x0A])

        let source = try ShaderSource(contentsOf: root + "/main.frag")
        let options = ShaderCompileOptions(includeResolver: DirectoryIncludeResolver([root + "/sub/."]))
        let program = try GLSLCompiler.compile(vertex: ShaderSource(text: FrontEnd.plainVertex(), name: "v"), fragment: source, options: options)
        #expect(program.fragment.lines.files.map(\.name) == [root + "/main.frag", root + "/sub/a.glsl"])

        #expect(throws: ShaderError.self) { try ShaderSource(contentsOf: root + "/none") }
        #expect(throws: ShaderError.self) { try ShaderSource(contentsOf: root) }
        do throws(ShaderError) {
            _ = try ShaderSource(contentsOf: root + "/sub/bad.glsl")
            Issue.record("text that is no UTF-8 was read")
        } catch {
            #expect(error.diagnostics.first?.line == 2)
            #expect(error.diagnostics.first?.message.contains("UTF-8") == true)
        }
    }
}
