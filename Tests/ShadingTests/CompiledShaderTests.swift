// Shaders that are compiled alone and then linked with one or more partners, and texts without `#version`.

import Corpus
import Shading
import Testing

@Suite("Compilation of one stage") struct CompiledShaderTests {
    private func compile(_ text: String, _ stage: ShaderStage, _ options: ShaderCompileOptions = ShaderCompileOptions(),
                         name: String? = nil) throws -> CompiledShader {
        try ShaderCompiler.compile(ShaderSource(text: text, name: name ?? "one.\(stage.rawValue)"), as: stage, options: options)
    }
    /// Returns the errors that a call throws.
    private func errors(_ body: () throws -> Void) -> [ShaderDiagnostic] {
        do {
            try body()
            return []
        } catch { return (error as? ShaderError)?.diagnostics.filter { $0.severity == .error } ?? [] }
    }
    private static let vertex = "#version 330\nin vec3 place;\nout vec3 tint;\nvoid main() { tint = place; gl_Position = vec4(place, 1.0); }\n"
    private static let fragment = "#version 330\nin vec3 tint;\nout vec4 color;\nvoid main() { color = vec4(tint, 1.0); }\n"

    @Test("linking shaders that were compiled alone gives the modules of compiling both together")
    func equality() throws {
        for shader in Corpus.all {
            // The test skips the shaders of the corpus that Raster does not support.
            guard let together = try? ShaderCompiler.link(vertex: ShaderSource(text: shader.vertex, name: "v"),
                                                          fragment: ShaderSource(text: shader.fragment, name: "f")) else { continue }
            let alone = try ShaderCompiler.link(vertex: compile(shader.vertex, .vertex, name: "v"), fragment: compile(shader.fragment, .fragment, name: "f"))
            #expect(alone.vertex.description == together.vertex.description && alone.fragment.description == together.fragment.description, "\(shader.name)")
            #expect("\(alone.interface)" == "\(together.interface)" && alone.warnings == together.warnings, "\(shader.name)")
        }
    }

    @Test("the errors of a stage have the file, line and message that they have in a pair", arguments: [
        "#version 330\nout vec4 color;\nvoid main() {\n    color = vec4(missing);\n}\n",
        "#version 330\nout vec4 color;\n#error no luck\nvoid main() { color = vec4(1); }\n",
        "#version 330\nout vec4 color;\nfloat f(float x);\nfloat g(float x) { return f(x); }\nfloat f(float x) { return g(x); }\nvoid main() { color = vec4(f(1.0)); }\n",
        "#version 120\nvoid main() {\n    gl_FragColor = vec4(1.0);\n    gl_FragData[0] = vec4(1.0);\n}\n",
        "#version 120\nvoid main() {\n    gl_FragColor = vec4(noise1(1.0));\n}\n",
        "#version 999\nvoid main() {}\n",
        "",
        "#version 330\nout vec4 color;\nuniform sampler2D images[2];\nvoid main() {\n    color = texture(+images[0], vec2(0.0)) + 1.0u;\n}\n",
    ])
    func errors(text: String) {
        let pair = errors {
            let vertex = FrontEnd.plainVertex(text.contains("120") ? "120" : "330")
            _ = try ShaderCompiler.link(vertex: ShaderSource(text: vertex, name: "v"), fragment: ShaderSource(text: text, name: "f"))
        }
        let alone = errors { _ = try compile(text, .fragment, name: "f") }
        #expect(!pair.isEmpty)
        #expect(alone.map(\.message) == pair.map(\.message) && alone.map(\.line) == pair.map(\.line)
                && alone.map(\.file) == pair.map(\.file), "\(alone) \(pair)")
        #expect(alone.allSatisfy { $0.phase != .link })
    }

    @Test("a compiled shader is linked with several partners, and each link shows its own mismatch")
    func partners() throws {
        let vertex = try compile(Self.vertex, .vertex), fragment = try compile(Self.fragment, .fragment)
        let first = try ShaderCompiler.link(vertex: vertex, fragment: fragment)
        let other = try compile("#version 330\nout vec4 color;\nvoid main() { color = vec4(0.5); }", .fragment)
        #expect(try ShaderCompiler.link(vertex: vertex, fragment: other).interface.varyings.isEmpty)
        let wrong = try compile("#version 330\n\nin vec4 tint;\nout vec4 color;\nvoid main() { color = tint; }", .fragment, name: "wrong.frag")
        let found = errors { _ = try ShaderCompiler.link(vertex: vertex, fragment: wrong) }
        #expect(found.count == 1 && found[0].phase == .link && found[0].file == "wrong.frag" && found[0].line == 3)
        #expect(found[0].message.contains("the vertex shader has vec3") && found[0].message.contains("the fragment shader vec4"), "\(found)")
        let old = errors { _ = try ShaderCompiler.link(vertex: vertex, fragment: try compile("#version 300 es\nvoid main() {}", .fragment)) }
        #expect(old.first?.message.contains("give both the same #version") == true, "\(old)")
        // Linking changes neither of the shaders.
        let again = try ShaderCompiler.link(vertex: vertex, fragment: fragment)
        #expect(again.vertex.description == first.vertex.description && again.fragment.description == first.fragment.description)
    }

    @Test("the linker finds a missing main and a missing function body, the compiler of one stage does not")
    func incomplete() throws {
        for text in ["#version 330\nout vec4 color;\nfloat f() { return 1.0; }\n",
                     "#version 330\nout vec4 color;\nfloat f();\nvoid main() { color = vec4(f()); }\n"] {
            let fragment = try compile(text, .fragment), vertex = try compile(FrontEnd.plainVertex(), .vertex)
            let found = errors { _ = try ShaderCompiler.link(vertex: vertex, fragment: fragment) }
            #expect(!found.isEmpty && found.allSatisfy { $0.phase == .link }, "\(found)")
        }
    }

    @Test("a message names the difference of shaders that were compiled for another stage or with other options")
    func differences() throws {
        func message(_ vertex: CompiledShader, _ fragment: CompiledShader) -> String {
            let found = errors { _ = try ShaderCompiler.link(vertex: vertex, fragment: fragment) }
            return found.count == 1 ? found[0].message : "\(found.count) errors"
        }
        let vertex = try compile(Self.vertex, .vertex), fragment = try compile(Self.fragment, .fragment)
        #expect(message(fragment, fragment) == "'one.fragment' was compiled as a fragment shader, but is linked as the vertex shader: compile it as a vertex shader")
        #expect(message(vertex, try compile(Self.fragment, .fragment, ShaderCompileOptions(defines: [ShaderDefine("A")]))).contains("different macros"))
        #expect(message(vertex, try compile(Self.fragment, .fragment, ShaderCompileOptions(defaultDialect: .es100))).contains("different default dialects"))
        var limits = ShaderLimits()
        limits.nesting = 5
        #expect(message(vertex, try compile(Self.fragment, .fragment, ShaderCompileOptions(limits: limits))).contains("different limits"))
        func including(_ text: String, _ stage: ShaderStage, _ body: String) throws -> CompiledShader {
            let files = ShaderCompileOptions(includeResolver: DictionaryIncludeResolver(["common.glsl": text]))
            return try compile("#version 330\n#include \"common.glsl\"\nvoid main() { \(body) }", stage, files, name: "both")
        }
        #expect(message(try including("float a;", .vertex, "gl_Position = vec4(0);"), try including("float b;", .fragment, "")).contains("'common.glsl'"))
        #expect(throws: Never.self) {
            let vertex = try including("float a;", .vertex, "gl_Position = vec4(0);")
            _ = try ShaderCompiler.link(vertex: vertex, fragment: try including("float a;", .fragment, ""))
        }
    }

    @Test("a text without #version has the dialect of the options, a text with #version its own")
    func dialects() throws {
        for (dialect, version) in [(DefaultShaderDialect.glsl330, 330), (.glsl110, 110), (.es100, 100)] {
            let options = ShaderCompileOptions(defaultDialect: dialect)
            let check = "#if __VERSION__ != \(version)\n#error the version is __VERSION__\n#endif\n"
            let vertex = try compile("// A comment comes first.\n\(check)void main() { gl_Position = vec4(0.0); }\n", .vertex, options)
            _ = try ShaderCompiler.link(vertex: vertex, fragment: try compile("\(check)void main() {}\n", .fragment, options))
            _ = try compile("#version 150\n#if __VERSION__ != 150\n#error another version\n#endif\nvoid main() {}\n", .fragment, options)
        }
        // GLSL ES 1.00 has no default precision for floats in fragment shaders; GLSL 1.10 has no suffix f and no conversion of
        // integers.
        let es = ShaderCompileOptions(defaultDialect: .es100), desktop = ShaderCompileOptions(defaultDialect: .glsl110)
        #expect(errors { _ = try compile("void main() {\n    float x = 1.0;\n    gl_FragColor = vec4(x);\n}", .fragment, es) }.first?.line == 2)
        #expect(errors { _ = try compile("void main() {\n    float x = 1.0;\n    gl_FragColor = vec4(x);\n}", .fragment, desktop) }.isEmpty)
        #expect(errors { _ = try compile("void main() {\n    float x = 1;\n    gl_FragColor = vec4(x);\n}", .fragment, desktop) }.first?.line == 2)
        #expect(errors { _ = try compile("precision mediump float;\nvarying lowp vec2 a;\nvoid main() { gl_FragColor = a.xyxy; }", .fragment, es) }.isEmpty)
    }
}
