// ShaderCaseParser: reads the cases of a `.test` file of the Khronos conformance suites.
//
//     file  = (group | case | import)*
//     group = "group" name "description" (group | case | import)* "end"
//     case  = "case" name (version | desc | expect | require | values | both | vertex | fragment | …)* "end"
//
// `both` makes two cases, NAME_vertex and NAME_fragment. If a case needs stages or program pipelines that Raster does not have, the
// case is skipped, with the reason.

package struct ShaderCaseParser {
    let file: String
    private let tokens: [ShaderCaseToken]
    private var position = 0
    private let readFile: (String) throws -> [UInt8]
    private var importDepth: Int
    private var cases: [ConformanceCase] = []

    /// The maximum allowed number of levels of imports. Without a limit, a file that imports itself would never end.
    static let maximumImportDepth = 16
    /// The maximum allowed number of levels of nested groups. The levels are limited, because the parser is recursive.
    static let maximumGroupDepth = 64

    /// - Parameter readFile: Returns the bytes of the file at an imported path.
    package static func cases(file: String, bytes: [UInt8], prefix: [String] = [],
                              readFile: @escaping (String) throws -> [UInt8]) throws(CaseFileError) -> [ConformanceCase] {
        try cases(file: file, bytes: bytes, prefix: prefix, importDepth: 0, readFile: readFile)
    }
    private static func cases(file: String, bytes: [UInt8], prefix: [String], importDepth: Int,
                              readFile: @escaping (String) throws -> [UInt8]) throws(CaseFileError) -> [ConformanceCase] {
        var parser = ShaderCaseParser(file: file, tokens: try ShaderCaseLexer.tokens(file: file, bytes: bytes), readFile: readFile, importDepth: importDepth)
        try parser.parseItems(path: prefix, end: .end, depth: 0)
        return parser.cases
    }
    private init(file: String, tokens: [ShaderCaseToken], readFile: @escaping (String) throws -> [UInt8], importDepth: Int) {
        self.file = file; self.tokens = tokens; self.readFile = readFile; self.importDepth = importDepth
    }

    // MARK: Tokens

    /// The current token. The last token marks the end of the file, and the parser never goes beyond the last token.
    var token: ShaderCaseToken { tokens[min(position, tokens.count - 1)] }
    func failure(_ message: String, line: Int? = nil) -> CaseFileError { CaseFileError(file: file, line: line ?? token.line, message) }
    func unexpected(_ wanted: String) -> CaseFileError { failure("'\(token.text)' where \(wanted) is expected") }

    @discardableResult
    mutating func take() -> ShaderCaseToken {
        let taken = token
        position += 1
        return taken
    }
    mutating func accept(_ text: String) -> Bool {
        guard token.text == text, token.kind == .word || token.kind == .symbol else { return false }
        position += 1
        return true
    }
    mutating func expect(_ text: String) throws(CaseFileError) {
        guard accept(text) else { throw unexpected("'\(text)'") }
    }
    mutating func take(_ kind: ShaderCaseToken.Kind, _ what: String) throws(CaseFileError) -> ShaderCaseToken {
        guard token.kind == kind else { throw unexpected(what) }
        return take()
    }

    // MARK: Groups

    private mutating func parseItems(path: [String], end: ShaderCaseToken.Kind, depth: Int) throws(CaseFileError) {
        guard depth <= Self.maximumGroupDepth else { throw failure("groups are nested more than \(Self.maximumGroupDepth) deep") }
        while true {
            if token.kind == .end {
                if end == .end { return }
                throw failure("the file ends inside a group; 'end' is missing")
            }
            if end == .word, accept("end") { return }
            if accept("group") {
                // Any token can be the name of a group or case, even "uniform".
                let name = try takeName("group")
                _ = try take(.string, "the group's description")
                try parseItems(path: path + [name], end: .word, depth: depth + 1)
            } else if accept("import") {
                try parseImport(path: path)
            } else if token.kind == .word, token.text == "case" {
                try parseCase(path: path)
            } else {
                throw unexpected(end == .word ? "'group', 'case', 'import' or 'end'" : "'group', 'case' or 'import'")
            }
        }
    }

    private mutating func takeName(_ what: String) throws(CaseFileError) -> String {
        guard token.kind != .end, token.kind != .source else { throw unexpected("the \(what)'s name") }
        return take().text
    }

    private mutating func parseImport(path: [String]) throws(CaseFileError) {
        let name = try take(.string, "the name of the file to import")
        guard importDepth < Self.maximumImportDepth else {
            throw failure("imports are nested more than \(Self.maximumImportDepth) deep; does a file import itself?", line: name.line)
        }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let target = folder + name.text
        let bytes: [UInt8]
        do { bytes = try readFile(target) } catch { throw failure("\(target) cannot be imported: \(error)", line: name.line) }
        cases += try Self.cases(file: target, bytes: bytes, prefix: path, importDepth: importDepth + 1, readFile: readFile)
    }

    // MARK: Cases

    private mutating func parseCase(path: [String]) throws(CaseFileError) {
        let line = take().line
        let name = try takeName("case")
        var draft = CaseDraft()
        while !accept("end") {
            guard token.kind == .word else { throw unexpected("a statement of case '\(name)' or 'end'") }
            try parseStatement(of: name, into: &draft)
        }
        func add(_ suffix: String, _ content: ConformanceCase.Content) {
            cases.append(ConformanceCase(name: (path + [name + suffix]).joined(separator: "."), file: file, line: line, content: content))
        }
        func shaderCase(_ shaders: ShaderCase.Shaders) -> ConformanceCase.Content {
            if let reason = draft.skipReason { return .skipped(reason) }
            return .shaders(ShaderCase(shaders: shaders, dialect: draft.dialect, expectation: draft.expectation, values: draft.values ?? ValueTable(),
                                       extensions: draft.extensions, outputColor: draft.outputColor))
        }
        if let both = draft.both {
            guard draft.vertex.isEmpty, draft.fragment.isEmpty, draft.skipReason == nil || !draft.hasOtherStages else {
                throw failure("case '\(name)' mixes 'both' with other shaders", line: line)
            }
            add("_vertex", shaderCase(.vertexOnly(both)))
            add("_fragment", shaderCase(.fragmentOnly(both)))
        } else if draft.skipReason != nil {
            add("", shaderCase(.complete(vertex: "", fragment: "")))
        } else {
            guard draft.vertex.count > 0, draft.fragment.count > 0 else {
                throw failure("case '\(name)' has no \(draft.vertex.isEmpty ? "vertex" : "fragment") shader; 'both' makes the missing one", line: line)
            }
            guard draft.vertex.count == 1, draft.fragment.count == 1 else {
                return add("", .skipped("it links several shaders of one stage"))
            }
            add("", shaderCase(.complete(vertex: draft.vertex[0], fragment: draft.fragment[0])))
        }
    }

    /// The parts of a case that the parser has read so far.
    struct CaseDraft {
        var dialect = CaseDialect.es100
        var expectation = ShaderCase.Expectation.pass
        var values: ValueTable?
        var extensions: [RequiredExtension] = []
        var outputColor: ElementType?
        var both: String?
        var vertex: [String] = []
        var fragment: [String] = []
        var skipReason: String?
        var hasOtherStages = false
    }

    private mutating func parseStatement(of name: String, into draft: inout CaseDraft) throws(CaseFileError) {
        let statement = take()
        switch statement.text {
        case "desc": _ = try take(.string, "the description")
        case "expect":
            guard let expectation = ShaderCase.Expectation(rawValue: token.text) else {
                throw unexpected("one of \(ShaderCase.Expectation.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            take()
            draft.expectation = expectation
        case "output_color":
            guard let type = ElementType(token.text), !type.isMatrix else { throw unexpected("the type of a colour") }
            take()
            draft.outputColor = type
        case "values":
            let table = try parseValues()
            if draft.values == nil {
                draft.values = table
            } else if draft.values?.append(table) == false {
                throw failure("the 'values' of case '\(name)' name different values", line: statement.line)
            }
        case "both":
            guard draft.both == nil else { throw failure("case '\(name)' has a second 'both'", line: statement.line) }
            draft.both = try take(.source, "a shader between \"\"").text
        case "vertex": draft.vertex.append(try take(.source, "a shader between \"\"").text)
        case "fragment": draft.fragment.append(try take(.source, "a shader between \"\"").text)
        case "geometry", "tessellation_control", "tessellation_evaluation":
            _ = try take(.source, "a shader between \"\"")
            draft.hasOtherStages = true
            draft.skipReason = "Raster has no \(statement.text.replacing("_", with: " ")) stage"
        case "version": draft.dialect = try parseVersion()
        case "require":
            if let reason = try parseRequirement(into: &draft) { draft.skipReason = draft.skipReason ?? reason }
        case "pipeline_program":
            try skipPipelineProgram()
            draft.skipReason = "Raster has no pipelines of separate programs"
        default: throw failure("'\(statement.text)' is not a statement of a case", line: statement.line)
        }
    }

    private mutating func parseVersion() throws(CaseFileError) -> CaseDialect {
        let number = try take(.integer, "a version number")
        let isES = accept("es")
        let dialect = CaseDialect(Int(number.text) ?? 0, isES: isES)
        guard CaseDialect.all.contains(dialect) else {
            throw failure("'\(number.text)\(isES ? " es" : "")' is not a version of GLSL", line: number.line)
        }
        return dialect
    }

    /// Returns the reason why the case cannot run; nil if the case can run.
    private mutating func parseRequirement(into draft: inout CaseDraft) throws(CaseFileError) -> String? {
        let what = try take(.word, "'extension', 'limit' or a capability")
        switch what.text {
        case "extension":
            draft.extensions.append(try parseExtension())
            return nil
        case "limit":
            let name = try take(.string, "the limit's name")
            try expect(">")
            let value = try take(.integer, "a number")
            guard Self.limits.contains(name.text), let number = Int(value.text), number < Self.leastLimit else {
                return "\(name.text) is not known to be more than \(value.text)"
            }
            return nil
        case "full_glsl_es_100_support": return nil
        case "only_glsl_es_100_support": return "it is for implementations without GLSL ES 3.00"
        case "exactly_one_draw_buffer": return "it is for implementations with a single draw buffer"
        default: throw failure("'\(what.text)' cannot be required", line: what.line)
        }
    }

    /// The limits of vertex and fragment shaders that cases may require. Raster has at least `leastLimit` of each limited resource in each
    /// stage.
    private static let limits: Set<String> = Set(["SHADER_STORAGE_BLOCKS", "ATOMIC_COUNTERS", "IMAGE_UNIFORMS"].flatMap {
        ["GL_MAX_VERTEX_\($0)", "GL_MAX_FRAGMENT_\($0)"]
    })
    private static let leastLimit = 8

    private mutating func parseExtension() throws(CaseFileError) -> RequiredExtension {
        try expect("{")
        var result = RequiredExtension(alternatives: [try take(.string, "an extension's name").text])
        while accept("|") { result.alternatives.append(try take(.string, "an extension's name").text) }
        try expect("}")
        if accept("in") {
            let stages = try parseStages()
            result.inVertex = stages.contains("vertex")
            result.inFragment = stages.contains("fragment")
        }
        return result
    }

    private mutating func parseStages() throws(CaseFileError) -> Set<String> {
        var stages: Set<String> = []
        try expect("{")
        repeat {
            let stage = try take(.word, "a stage")
            guard ["vertex", "fragment", "geometry", "tessellation_control", "tessellation_evaluation"].contains(stage.text) else {
                throw failure("'\(stage.text)' is not a stage", line: stage.line)
            }
            guard stages.insert(stage.text).inserted else { throw failure("stage '\(stage.text)' is named twice", line: stage.line) }
        } while accept(",")
        try expect("}")
        return stages
    }

    private mutating func skipPipelineProgram() throws(CaseFileError) {
        while !accept("end") {
            let statement = try take(.word, "a statement of a pipeline program or 'end'")
            switch statement.text {
            case "active_stages": _ = try parseStages()
            case "require":
                try expect("extension")
                _ = try parseExtension()
            case "vertex", "fragment", "geometry", "tessellation_control", "tessellation_evaluation": _ = try take(.source, "a shader between \"\"")
            default: throw failure("'\(statement.text)' is not a statement of a pipeline program", line: statement.line)
            }
        }
    }
}
