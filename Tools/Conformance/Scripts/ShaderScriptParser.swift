// ShaderScriptParser: reads sections that begin with `[name]` lines. If a file needs stages or interfaces that Raster does not
// have, the file is skipped, and the reason is recorded. A line that cannot be understood is an error with its line number.

package struct ShaderScriptParser {
    package enum Result { case script(ShaderScript), skipped(String) }

    private let file: String
    private var script = ShaderScript(dialect: CaseDialect(110))
    private var requiredDialect: CaseDialect?
    private var skipReason: String?
    private var shaderLines: (shader: WritableKeyPath<ShaderScript, String?>, lines: [String])?
    private var columnsAreKnown = false
    private var isInComment = false

    private enum Section { case none, require, shader, skippedText, vertexData, test, comment }

    package static func parse(file: String, text: String) throws(CaseFileError) -> Result {
        var parser = ShaderScriptParser(file: file)
        return try parser.run(text)
    }
    private init(file: String) { self.file = file }

    private func failure(_ line: Int, _ message: String) -> CaseFileError { CaseFileError(file: file, line: line, message) }
    private mutating func skip(_ reason: String) { if skipReason == nil { skipReason = reason } }

    private mutating func run(_ text: String) throws(CaseFileError) -> Result {
        var section = Section.none
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var hasTest = false
        for (index, line) in lines.enumerated() {
            let number = index + 1
            if line.hasPrefix("[") {
                finishShader()
                section = try begin(line, number)
                if section == .test { hasTest = true }
                continue
            }
            let content = line.prefix { $0 != "#" }.trimmed
            switch section {
            // Text before the first section describes the file.
            case .none: break
            case .require: if let content = withoutComment(content), !content.isEmpty { try parseRequirement(content, number) }
            case .shader: shaderLines?.lines.append(line)
            case .vertexData: if !content.isEmpty { try parseVertexLine(content, number) }
            case .test:
                if !content.isEmpty {
                    let words = content.split { " \t(),".contains($0) }.map(String.init)
                    if !words.isEmpty { script.commands.append(ShaderScript.Command(line: number, text: content, words: words)) }
                }
            case .comment, .skippedText: break
            }
        }
        finishShader()
        if let skipReason { return .skipped(skipReason) }
        let draws = script.vertex != nil || script.geometry != nil || script.fragment != nil
        guard draws || script.compute != nil else { throw failure(1, "the file has no shader") }
        if script.compute != nil, draws { return .skipped("it links a compute shader with other stages") }
        guard hasTest else { return .skipped("it has no [test]") }
        script.dialect = requiredDialect ?? CaseDialect(110)
        return .script(script)
    }

    /// Returns the line; nil if the line belongs to a comment `/* … */`. Such comments fill whole lines.
    private mutating func withoutComment(_ line: String) -> String? {
        guard isInComment || line.hasPrefix("/*") else { return line }
        isInComment = !line.hasSuffix("*/")
        return nil
    }

    private mutating func finishShader() {
        guard let (shader, lines) = shaderLines else { return }
        shaderLines = nil
        if script[keyPath: shader] != nil { return skip("it links several shaders of one stage") }
        script[keyPath: shader] = lines.joined(separator: "\n") + "\n"
    }

    private mutating func beginShader(_ shader: WritableKeyPath<ShaderScript, String?>) -> Section {
        shaderLines = (shader, [])
        return .shader
    }

    private mutating func begin(_ line: String, _ number: Int) throws(CaseFileError) -> Section {
        guard let end = line.firstIndex(of: "]") else { throw failure(number, "the section's name does not end with ']'") }
        let name = line[line.index(after: line.startIndex)..<end].trimmed
        switch name {
        case "require": return .require
        case "vertex shader": return beginShader(\.vertex)
        case "geometry shader": return beginShader(\.geometry)
        case "fragment shader": return beginShader(\.fragment)
        case "compute shader": return beginShader(\.compute)
        case "vertex shader passthrough":
            shaderLines = (\.vertex, ["#if __VERSION__ >= 130", "in vec4 piglit_vertex;", "#else", "attribute vec4 piglit_vertex;", "#endif",
                                  "void main() { gl_Position = piglit_vertex; }"])
            return .shader
        case "vertex data": return .vertexData
        case "test": return .test
        case "comment": return .comment
        default:
            for (kind, reason) in [("geometry layout", "Raster has no GL_ARB_geometry_shader4"), ("tessellation", "Raster has no tessellation stages"),
                                   ("program", "Raster has no assembly programs"),
                                   ("spirv", "Raster takes GLSL, not SPIR-V"), ("shader file", "its shaders are in other files"),
                                   ("specializations", "Raster takes GLSL, not SPIR-V")] where name.contains(kind) {
                skip(reason)
                return .skippedText
            }
            throw failure(number, "'[\(name)]' is not a section")
        }
    }

    // MARK: [require]

    private mutating func parseRequirement(_ line: String, _ number: Int) throws(CaseFileError) {
        var words = line.split(separator: " ").map(String.init)
        let name = words.removeFirst()
        switch name {
        case "GL", "GLSL":
            let isES = words.first == "ES"
            if isES || ["COMPAT", "CORE"].contains(words.first) { words.removeFirst() }
            guard words.count == 2, let version = Double(words[1]), version.isFinite, (0...100).contains(version) else {
                throw failure(number, "'\(line)' is not understood; write '\(name) >= 1.30'")
            }
            guard name == "GLSL" else { return }
            guard [">=", "=="].contains(words[0]) else { return skip("it requires \(line)") }
            let dialect = CaseDialect(Int((version * 100).rounded()), isES: isES)
            guard CaseDialect.all.contains(dialect) else { return skip("Raster has no \(dialect)") }
            requiredDialect = dialect
        case "SIZE":
            guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]), (1...4096).contains(width), (1...4096).contains(height) else {
                throw failure(number, "'\(line)' is not understood; write 'SIZE width height', each 1 to 4096")
            }
            script.width = width; script.height = height
        case "SEPARABLE":
            // The line asks for a separable program. The program of a script has all stages, and draws the same picture whether the program
            // is separable or not. So the line has no effect.
            guard words == ["PROGRAM", "ENABLED"] else { throw failure(number, "'\(line)' is not understood; write 'SEPARABLE PROGRAM ENABLED'") }
        case "SSO": skip("Raster has no pipelines of separate programs")
        // The requirement `rlimit` is ignored, because the memory of every case is limited.
        case "rlimit": break
        case "SPIRV", "VERTEX_SUBGROUP", "NOSPIRV", "INT": break
        // GL_ARB_texture_float and GL_ARB_texture_rg add only texture formats, so shaders need not enable these extensions.
        case "GL_ARB_texture_float", "GL_ARB_texture_rg": break
        // A script writes the word `require` before an extension's name, although the line is already in the section [require].
        case "require" where words.count == 1: script.extensions.append(words[0])
        case "ARB_vertex_program", "ARB_fragment_program": skip("Raster has no assembly programs")
        case "DEPTHBUFFER", "depthbuffer": script.needsDepth = true
        case "STENCILBUFFER": skip("this runner does not read stencil")
        case let limit where limit.hasPrefix("GL_MAX_"):
            // The parser ignores limits of interfaces, because the build fails anyway if a shader exceeds a limit.
            break
        case let name where name.hasPrefix("!GL_"): skip("it is for implementations without \(name.dropFirst())")
        case let name where name.hasPrefix("GL_"): script.extensions.append(name)
        default: throw failure(number, "'\(name)' cannot be required")
        }
    }

    // MARK: [vertex data]

    /// Reads the header with columns `name/type/count` or `name/type/glsltype[/column]`. Each later line has one vertex.
    private mutating func parseVertexLine(_ line: String, _ number: Int) throws(CaseFileError) {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        if !columnsAreKnown {
            columnsAreKnown = true
            for word in words { try addColumn(word, number) }
            return
        }
        // If the file is skipped because of a column's type, the list of columns is incomplete, so the rows are not read.
        guard skipReason == nil else { return }
        let count = script.columns.reduce(0) { $0 + $1.count }
        guard words.count == count else { throw failure(number, "a vertex has \(count) numbers; here are \(words.count)") }
        var next = 0
        for index in script.columns.indices {
            for _ in 0..<script.columns[index].count {
                guard let word = ScriptNumber.word(words[next], script.columns[index].scalar) else {
                    throw failure(number, "'\(words[next])' is not of type \(script.columns[index].scalar)")
                }
                script.columns[index].words.append(word)
                next += 1
            }
        }
    }

    private mutating func addColumn(_ text: String, _ number: Int) throws(CaseFileError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (3...4).contains(parts.count), !parts[0].isEmpty else { throw failure(number, "'\(text)' is not a column; write 'name/float/4'") }
        let scalars: [String: ElementType.Scalar] = ["float": .float, "int": .int, "uint": .uint]
        guard let scalar = scalars[parts[1]] else { return skip("vertex data of type \(parts[1]) cannot be read by this runner") }
        var column = ShaderScript.VertexColumn(name: parts[0], scalar: scalar, count: 0)
        if let count = Int(parts[2]), (1...4).contains(count) {
            column.count = count
        } else if let type = ElementType(parts[2]) {
            column.count = type.rows
            if type.isMatrix {
                guard parts.count == 4, let index = Int(parts[3]), (0..<type.columns).contains(index) else {
                    throw failure(number, "'\(text)' is not a column of the matrix; write '\(parts[0])/\(parts[1])/\(parts[2])/0'")
                }
                column.name += "[\(index)]"
            }
        } else {
            throw failure(number, "'\(parts[2])' is neither a count from 1 to 4 nor a type")
        }
        script.columns.append(column)
    }
}

/// Numbers in piglit's notation: decimal, hexadecimal bits (0x…), inf and nan. A semicolon or a `u` may follow the number.
enum ScriptNumber {
    static func float(_ written: String) -> Float? {
        let text = String(written.prefix { $0 != ";" })
        if text.hasPrefix("0x"), let bits = UInt32(text.dropFirst(2), radix: 16) { return Float(bitPattern: bits) }
        return Float(text.hasSuffix(".") ? text + "0" : text)
    }
    static func word(_ written: String, _ scalar: ElementType.Scalar) -> UInt32? {
        let text = String(written.prefix { !(scalar == .uint ? ";uU" : ";").contains($0) })
        switch scalar {
        case .float: return float(text)?.bitPattern
        case .bool, .int, .uint:
            if let value = text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text), value >= Int64(Int32.min), value <= Int64(UInt32.max) {
                return UInt32(truncatingIfNeeded: value)
            }
            // A script may write an integer as "1.0"; the fraction is dropped.
            return Float(text).flatMap { Int32(exactly: $0.rounded(.towardZero)) }.map { UInt32(bitPattern: $0) }
        }
    }
}

extension StringProtocol {
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
        let start = firstIndex { !isSpace($0) } ?? endIndex
        let end = lastIndex { !isSpace($0) }.map(index(after:)) ?? start
        return String(self[start..<Swift.max(start, end)])
    }
}
