// ShaderFile: makes a complete program from a fragment shader on disk that was written for another tool.
//
// Two forms are known. A file of Shadertoy's form has `mainImage(out vec4, in vec2)` instead of `main`, and does not declare its
// uniforms. A file of the plain form, as in glslViewer, has `main`, declares its uniforms, and often has no `#version`. The program
// includes the file without changing it, so error messages give the file's own line numbers.

import Raster
import Shading

package struct ShaderFile {
    package enum Habit: String, Sendable { case shadertoy, plain }

    let source: ShaderSource
    package let habit: Habit
    /// The text without comments. This text shows which form the file has.
    private let code: String

    /// - Parameter defines: The names that are defined when the file is compiled.
    package init(source: ShaderSource, defines: Set<String> = []) {
        self.source = source
        code = ShaderFile.withoutComments(source.text)
        let words = ShaderFile.functions(in: ShaderFile.chosenLines(of: code, defines: defines))
        habit = words.contains("mainImage") && !words.contains("main") ? .shadertoy : .plain
    }

    /// Whether the file seems to make random numbers. Signs are certain identifiers and the number 256, the size of Shadertoy's
    /// noise textures.
    var makesNoise: Bool {
        ShaderFile.words(in: code).contains { word in
            let word = word.lowercased()
            return word == "256" || ["noise", "rand", "hash", "rnd", "fbm"].contains { word.contains($0) }
        }
    }

    /// A GLSL version: number and profile, as in a `#version` directive.
    package struct Version: Equatable {
        package var number: Int
        package var isES: Bool
        var directive: String
        /// Whether the dialect has the qualifiers `attribute` and `varying` instead of `in` and `out`.
        var isOld: Bool { isES ? number < 300 : number < 130 }
    }
    private static let es300 = Version(number: 300, isES: true, directive: "#version 300 es")
    private static let es100 = Version(number: 100, isES: true, directive: "#version 100")
    private static let desktop330 = Version(number: 330, isES: false, directive: "#version 330")
    /// The first version that allows `{ }` around initial values.
    private static let desktop430 = Version(number: 430, isES: false, directive: "#version 430")
    private static let desktop120 = Version(number: 120, isES: false, directive: "#version 120")

    /// The version that the file declares; nil if the file has no `#version`.
    package var declaredVersion: Version? {
        for line in code.split(whereSeparator: \.isNewline) {
            let text = line.trimmed
            guard text.hasPrefix("#") else { if text.isEmpty { continue } else { return nil } }
            let words = text.dropFirst().split(separator: " ").map(String.init)
            guard words.first == "version", words.count >= 2, let number = Int(words[1]) else { continue }
            let isES = number == 100 || words.dropFirst(2).first == "es"
            return Version(number: number, isES: isES, directive: String(text))
        }
        return nil
    }

    /// The dialects to try; the most likely dialect comes first.
    private var versions: [Version] {
        if let declaredVersion { return [declaredVersion] }
        if habit == .shadertoy { return [ShaderFile.es300, ShaderFile.desktop330, ShaderFile.desktop430] }
        let words = Set(ShaderFile.words(in: code))
        let old: Set = ["gl_FragColor", "gl_FragData", "texture2D", "textureCube", "varying", "texture2DLod"]
        // Some files use the old lookups together with declared outputs, which core profiles accept.
        return words.isDisjoint(with: old) ? [ShaderFile.desktop330, ShaderFile.es300, ShaderFile.desktop430]
            : [ShaderFile.desktop120, ShaderFile.es100, ShaderFile.desktop330]
    }

    /// Compiles the file. If no dialect accepts the file, throws the error of the dialect whose first error is nearest to the end
    /// of the file. `check` can refuse a program, too.
    func makeProgram(device: Device, defines: [ShaderDefine], resolver: FileIncludeResolver, check: (Program) throws -> Void) throws -> Program {
        var furthest: (error: any Error, line: Int)?
        /// The number of the line that contains a dialect's first error. For an error in an included file, the line of the
        /// `#include`; 0 for messages about other texts.
        func line(of error: any Error) -> Int {
            guard let first = (error as? ShaderError)?.diagnostics.first(where: { $0.severity == .error }) else { return 0 }
            if first.file == source.name { return first.line }
            let name = first.file.split(separator: "/").last.map(String.init) ?? ""
            let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
            return (lines.firstIndex { !name.isEmpty && $0.trimmed.hasPrefix("#") && $0.contains("include") && $0.contains(name) } ?? -1) + 1
        }
        func attempt(_ version: Version, cubeChannels: Set<String>, uniforms: Set<String> = []) throws -> Program {
            let (text, wrapped) = wrapper(version, cubeChannels: cubeChannels, uniforms: uniforms)
            resolver.provide(wrapped)
            let fragment = text.map { ShaderSource(text: $0, name: ShaderFile.wrapperName) } ?? source
            let program = try device.makeProgram(vertex: vertex(version), fragment: fragment,
                                                 options: ShaderCompileOptions(defines: defines, includeResolver: resolver), label: source.name)
            try check(program)
            return program
        }
        for version in versions {
            do {
                do { return try attempt(version, cubeChannels: []) } catch {
                    let uniforms = undeclaredUniforms(in: error)
                    if !uniforms.isEmpty { return try attempt(version, cubeChannels: [], uniforms: uniforms) }
                    for channels in cubeChannels(in: error) { if let program = try? attempt(version, cubeChannels: channels) { return program } }
                    throw error
                }
            } catch {
                if line(of: error) > furthest?.line ?? -1 { furthest = (error, line(of: error)) }
            }
        }
        throw furthest?.error ?? ShaderError(diagnostics: [])
    }

    /// Returns the sets of channels that may be cube maps. A Shadertoy file does not declare which of its channels are cube maps.
    /// But the file reads cube maps with directions, so its calls match no function if the channels are declared as 2D. The lines
    /// with such errors may name several channels, so this function returns all combinations of these channels, the smallest
    /// first.
    private func cubeChannels(in error: any Error) -> [Set<String>] {
        guard habit == .shadertoy, let error = error as? ShaderError else { return [] }
        let calls = error.diagnostics.filter { $0.severity == .error && $0.message.contains("no matching overloaded function found") }
        let named = (0..<4).map { "iChannel\($0)" }.filter { name in calls.contains { "\($0.message) \($0.sourceLine)".contains(name) } }
        return (1 ..< 1 << named.count).map { choice in Set(named.indices.filter { choice >> $0 & 1 == 1 }.map { named[$0] }) }.sorted { $0.count < $1.count }
    }

    /// Returns the uniforms of Shadertoy that a plain file uses without declaring them, if the missing declarations are errors.
    /// Some files have `mainImage` and a `main` that calls it, and expect that the tool declares the uniforms.
    private func undeclaredUniforms(in error: any Error) -> Set<String> {
        guard habit == .plain, let error = error as? ShaderError else { return [] }
        let names = Set(ShaderFile.shadertoyUniforms.map(\.0)).intersection(ShaderFile.words(in: code)).subtracting(ownUniforms)
        let isMissing = error.diagnostics.contains { diagnostic in
            diagnostic.severity == .error && names.contains { diagnostic.message.hasPrefix("'\($0)' : undeclared identifier") }
        }
        return isMissing ? names : []
    }

    private static let wrapperName = "wrapper"

    /// The text around the file, or nil if no text is needed; and the text of the file for the `#include`.
    /// - Parameter uniforms: The uniforms of Shadertoy to declare for a plain file.
    private func wrapper(_ version: Version, cubeChannels: Set<String>, uniforms: Set<String>) -> (String?, ShaderSource) {
        // The file's `#version` directive moves to the top of the program; its old line becomes empty.
        var included = source
        if declaredVersion != nil {
            guard habit == .shadertoy || !uniforms.isEmpty else { return (nil, source) }
            included.text = source.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmed.hasPrefix("#version") || $0.trimmed.hasPrefix("# version") ? "" : String($0) }.joined(separator: "\n")
        }
        var text = version.directive + "\n"
        if habit == .shadertoy {
            if version.isES { text += "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n" }
            let own = ownUniforms
            for (name, declaration) in ShaderFile.shadertoyUniforms where !own.contains(name) {
                text += "uniform \(cubeChannels.contains(name) ? "samplerCube \(name)" : declaration);\n"
            }
            text += version.isOld ? "#define demoFragmentColor gl_FragColor\n" : "out vec4 demoFragmentColor;\n"
        }
        if !uniforms.isEmpty {
            if version.isES { text += "precision highp float;\nprecision highp int;\n" }
            for (name, declaration) in ShaderFile.shadertoyUniforms where uniforms.contains(name) { text += "uniform \(declaration);\n" }
        }
        text += "#include \"\(source.name)\"\n"
        if habit == .shadertoy {
            text += "void main() {\n    vec4 color = vec4(0.0, 0.0, 0.0, 1.0);\n    mainImage(color, gl_FragCoord.xy);\n"
                + "    demoFragmentColor = vec4(color.rgb, 1.0);\n}\n"
        }
        return (text, included)
    }

    static let shadertoyUniforms: [(String, String)] = [
        ("iResolution", "vec3 iResolution"), ("iTime", "float iTime"), ("iGlobalTime", "float iGlobalTime"), ("iTimeDelta", "float iTimeDelta"),
        ("iFrame", "int iFrame"),
        ("iFrameRate", "float iFrameRate"), ("iMouse", "vec4 iMouse"), ("iDate", "vec4 iDate"), ("iSampleRate", "float iSampleRate"),
        ("iChannelTime", "float iChannelTime[4]"), ("iChannelResolution", "vec3 iChannelResolution[4]"),
        ("iChannel0", "sampler2D iChannel0"), ("iChannel1", "sampler2D iChannel1"), ("iChannel2", "sampler2D iChannel2"),
        ("iChannel3", "sampler2D iChannel3"),
    ]

    /// The vertex shader for one triangle that covers the picture, with the varyings that some tools provide.
    private func vertex(_ version: Version) -> ShaderSource {
        let (input, output) = version.isOld ? ("attribute", "varying") : ("in", "out")
        let others = otherVaryings
        return ShaderSource(text: """
            \(version.directive)
            \(input) vec2 position;
            \(output) vec2 v_texcoord, surfacePosition;
            \(output) vec3 v_normal;
            \(output) vec4 v_position, v_color;
            \(others.map { "\(output) \($0.type) \($0.name);" }.joined(separator: " "))
            void main() {
                \(others.map { "\($0.name) = \($0.value);" }.joined(separator: " "))
                v_texcoord = position * 0.5 + 0.5;
                surfacePosition = position * 0.5;
                v_normal = vec3(0.0, 0.0, 1.0);
                v_position = vec4(position, 0.0, 1.0);
                v_color = vec4(1.0);
                gl_Position = vec4(position, 0.0, 1.0);
            }
            """, name: "fullscreen.vert")
    }

    /// The varyings that the file declares with names that other tools use: coordinates of the picture (fragTexCoord,
    /// vTextureCoord, v_uv) and a colour (fragColor, vertColor). `value` is the GLSL expression that the vertex shader assigns.
    private var otherVaryings: [(type: String, name: String, value: String)] {
        let known: Set = ["v_texcoord", "surfacePosition", "v_normal", "v_position", "v_color", "position"]
        let values = ["vec2": "position * 0.5 + 0.5", "vec3": "vec3(position * 0.5 + 0.5, 0.0)", "vec4": "vec4(position * 0.5 + 0.5, 0.0, 1.0)"]
        var found: [(type: String, name: String, value: String)] = [], nesting = 0, declaration: [String] = []
        for word in ShaderFile.words(in: code, keeping: "(){};,=[") {
            switch word {
            case "(", "{": nesting += 1
            case ")", "}": nesting -= 1
            case ";": declaration = []
            case _ where nesting == 0: declaration.append(word)
            default: break
            }
            // Words of a directive may precede the declaration, because a directive ends without a semicolon.
            let start = declaration.lastIndex { $0 == "varying" || $0 == "in" } ?? declaration.count
            let words = Array(declaration[start...]).filter { !["lowp", "mediump", "highp"].contains($0) }
            guard words.count > 2, let value = values[words[1]], word == words.last, words.count == 3 || words[words.count - 2] == ",",
                  !known.contains(word), !found.contains(where: { $0.name == word }) else { continue }
            let name = word.lowercased()
            if ["tex", "uv", "coord"].contains(where: name.contains) { found.append((words[1], word, value)) }
            else if name.contains("color"), words[1] == "vec4" { found.append((words[1], word, "vec4(1.0)")) }
        }
        return found
    }

    // MARK: reading

    /// The names of the uniforms that the file itself declares.
    private var ownUniforms: Set<String> {
        var names: Set<String> = []
        var isUniform = false
        for word in ShaderFile.words(in: code, keeping: ";") {
            if word == "uniform" { isUniform = true } else if word == ";" { isUniform = false } else if isUniform { names.insert(word) }
        }
        return names
    }
    /// Returns the identifiers in a text, and the requested punctuation marks.
    private static func words(in text: String, keeping punctuation: String = "") -> [String] {
        var words: [String] = [], word = ""
        for character in text {
            if character.isLetter || character.isNumber || character == "_" { word.append(character); continue }
            if !word.isEmpty { words.append(word); word = "" }
            if punctuation.contains(character) { words.append(String(character)) }
        }
        return word.isEmpty ? words : words + [word]
    }
    /// Returns the function names between `void` and a parenthesis.
    private static func functions(in text: String) -> Set<String> {
        let words = words(in: text, keeping: "(")
        return Set(zip(words, words.dropFirst()).enumerated().compactMap { i, pair in
            pair.0 == "void" && i + 2 < words.count && words[i + 2] == "(" ? pair.1 : nil
        })
    }
    /// Returns the lines that remain after the evaluation of `#ifdef`, `#ifndef`, `#if defined(…)`, `#if 0`, `#if 1`, `#else` and
    /// `#endif`. For other conditions, both branches remain.
    private static func chosenLines(of code: String, defines: Set<String>) -> String {
        var defined = defines, result = ""
        /// For each open condition: whether the lines of the current branch remain, and whether the lines after `#else` remain.
        var open: [(counts: Bool, otherwise: Bool)] = []
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.trimmed, counts = open.allSatisfy(\.counts)
            guard text.hasPrefix("#") else {
                if counts { result += line + "\n" }
                continue
            }
            let words = words(in: String(text), keeping: "!&|=<>"), name = words.dropFirst().first { $0 != "defined" && $0 != "!" } ?? ""
            switch words.first {
            case "define"? where counts: defined.insert(name)
            case "undef"? where counts: defined.remove(name)
            case "ifdef"?: open.append((defined.contains(name), !defined.contains(name)))
            case "ifndef"?: open.append((!defined.contains(name), defined.contains(name)))
            case "if"? where words.contains("defined") && Set(words).isDisjoint(with: ["&", "|", "=", "<", ">"]):
                let holds = defined.contains(name) != words.contains("!")
                open.append((holds, !holds))
            case "if"?: open.append((words.count == 2 && name == "0" ? false : true, words.count == 2 && name == "1" ? false : true))
            case "elif"?, "else"?: if let last = open.popLast() { open.append((last.otherwise, last.otherwise)) }
            case "endif"?: open.removeLast(min(1, open.count))
            default: break
            }
        }
        return result
    }
    /// Replaces each comment by a space. The number of lines stays the same.
    private static func withoutComments(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var i = 0
        while i < bytes.count {
            let next = i + 1 < bytes.count ? bytes[i + 1] : 0
            if bytes[i] == UInt8(ascii: "/") && next == UInt8(ascii: "/") {
                while i < bytes.count && bytes[i] != 10 { i += 1 }
            } else if bytes[i] == UInt8(ascii: "/") && next == UInt8(ascii: "*") {
                i += 2
                while i < bytes.count && !(bytes[i] == UInt8(ascii: "*") && i + 1 < bytes.count && bytes[i + 1] == UInt8(ascii: "/")) {
                    if bytes[i] == 10 { result.append(10) }
                    i += 1
                }
                i += 2
                result.append(32)
            } else {
                result.append(bytes[i] == 13 ? 10 : bytes[i])
                i += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension StringProtocol {
    fileprivate var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return self[first...last]
    }
}
