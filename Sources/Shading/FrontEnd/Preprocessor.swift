// Preprocessor: converts one stage's source and its included files to one text that glslang compiles, and records the origin of its
// lines.
//
// Guarantees:
// - The preprocessor handles conditionals, macros, `#include`, `#line`, `__LINE__`, `__FILE__` and `__VERSION__` by the rules of
//   the GLSL specifications (3.3 "Preprocessor"). The output text begins with `#version`; its only other directives are
//   `#extension` and `#pragma`.
// - Every line of the output text comes from exactly one line of one file, unless the preprocessor itself adds the line. `#line`
//   changes the value of `__LINE__`, but never the place of a message.
// - The preprocessor ends for every input: nesting, expansion and size are limited. An input that exceeds a limit gives an error with a place.
// - The values of extension macros (`GL_OES_standard_derivatives`, …) come from `predefined`, so the values are the same as in glslang.

struct Preprocessor {
    /// The text for a compiler, and the preprocessor's messages.
    struct Output: Sendable {
        var text: String
        /// The text in which each unary plus is replaced by two minus signs; nil if there is no unary plus. glslang accepts a unary
        /// plus on any type, but a unary minus only on numeric types. So compiling the text with minus signs finds a misuse of unary plus.
        var textOfSigns: String?
        var lines: ShaderLineMap
        var dialect: GLSLDialect
        var outline: ShaderOutline
        /// The names of the supported extensions that the text enables.
        var enabledExtensions: Set<String> = []
        /// `#pragma STDGL invariant(all)` makes every output of the stage invariant.
        var isInvariantByPragma = false
        var depth: TextDepth
        /// The messages. If one of the messages is an error, the text must not be used.
        var diagnostics: [ShaderDiagnostic]
    }

    /// The reader of the output text. The text is prepared differently for each reader.
    enum Reader: Sendable {
        /// glslang. Features that glslang lacks are added, and constructs that glslang reads differently from the specifications
        /// are rewritten.
        case glslang
        /// A compiler other than glslang. The changes that only glslang needs are left out of the text.
        case another
    }

    /// Limits that protect the machine from hostile input, in addition to the limits that the caller sets.
    enum Limits {
        static let macroNesting = 200
        static let includedFiles = 10_000
        static let expressionNesting = 200
        static let reportedErrors = 20
        /// GLSL ES 3.00, 3.9, states this limit, and glslang has the same limit in every dialect.
        static let nameLength = 1024
    }

    /// A file that is being read.
    struct Frame {
        var lexer: PreprocessorLexer
        /// The number of `conditions` that were open when reading of the file began.
        var conditionDepth: Int
        /// `lineOffset`: the number to add to a physical line number to get `__LINE__`. `stringNumber`: the value of `__FILE__`.
        var lineOffset: Int
        var stringNumber: Int
    }

    /// Tokens that are read before more of the file is read: the tokens that replace a macro call, or the tokens of a separate expansion.
    struct Pending {
        var tokens: [PreprocessorToken]
        var next = 0
        /// The macro that must not be expanded while the pending tokens are read; -1 if there is no such macro.
        var macro: Int32
    }

    struct Condition {
        var place: ShaderLineMap.Location
        var isActive: Bool
        /// True if no further branch of the conditional may be taken: an earlier branch was taken, or the whole conditional is in skipped
        /// text.
        var isSettled: Bool
        var sawElse = false
    }

    let stage: ShaderStage
    let reader: Reader
    let resolver: (any IncludeResolver)?
    let limits: ShaderLimits
    /// Returns the replacement text of a macro that the dialect itself defines; nil if the dialect defines no such macro.
    let predefined: (_ name: String, _ dialect: GLSLDialect) -> String?

    var dialect: GLSLDialect
    var spellings = SpellingTable()
    var macros: [Int32: Macro] = [:]
    var files: [ShaderSource] = []
    var frames: [Frame] = []
    var conditions: [Condition] = []
    var pending: [Pending] = []
    var pushedBack: PreprocessorToken?
    /// True if tokens are read only from `pending`, because a macro's arguments or a directive's tokens are being expanded.
    var isIsolated = false
    var expansionDepth = 0
    var disabled: Set<Int32> = []
    /// The names of the files that contain `#pragma once`.
    var includedOnce: Set<String> = []
    var includeCount = 0
    var includedByteCount = 0

    /// The tokens for the compiler, with macros expanded.
    var emitted: [PreprocessorToken] = []
    /// The number of emitted tokens that precede the source: `#version` and the lines that the dialect needs.
    var headCount = 0
    var emittedByteCount = 0
    /// True if the dialect or an extension has uniform blocks.
    var laysOutBlocks = false
    var isInvariantByPragma = false
    /// Lines of declarations that are written after the first `headCount` tokens; see MissingFunctions and OldLookups.
    var prelude: [String] = []
    /// Extensions that a directive has enabled (true) or disabled (false).
    var enabledExtensions: [String: Bool] = [:]
    /// For each name in the text that replaces a name of the source: the replaced name.
    var sourceNames: [String: String] = [:]
    /// While a macro call with arguments is being replaced: the number of the line on which the call ends; else nil.
    var closingLine: Int32?
    /// The name of the directive whose condition is being expanded, such as `#if`; nil outside of conditions. In a condition, `defined` is
    /// an operator.
    var conditionDirective: String?
    /// Bodies for functions that the source does not define, and the text's lines that contain these bodies.
    var epilogue: [String] = []
    var bodilessLines: Set<Int32> = []
    var isAtLineStart = true
    var expandedTokenCount = 0
    var statementTokenCount = 0
    /// The number of tokens in the longest statement so far.
    var longestStatement = 0
    var measure = TextMeasure()
    var sawCode = false
    var hasEnded = false
    var diagnostics: [ShaderDiagnostic] = []
    var errorCount = 0

    private init(stage: ShaderStage, reader: Reader, options: ShaderCompileOptions, predefined: @escaping (String, GLSLDialect) -> String?) {
        self.stage = stage; self.reader = reader; dialect = options.defaultDialect.dialect
        resolver = options.includeResolver; limits = options.limits.effective
        self.predefined = { ShaderExtensions.isSupported($0, in: $1) ? "1" : ShaderExtensions.otherMacros.contains($0) ? predefined($0, $1) : nil }
    }

    static func run(_ source: ShaderSource, stage: ShaderStage, options: ShaderCompileOptions, for reader: Reader = .glslang,
                    predefined: @escaping (_ name: String, _ dialect: GLSLDialect) -> String?) -> Output {
        var preprocessor = Preprocessor(stage: stage, reader: reader, options: options, predefined: predefined)
        preprocessor.files.append(source)
        preprocessor.process(source, defines: options.defines)
        return preprocessor.finish()
    }

    private mutating func process(_ source: ShaderSource, defines: [ShaderDefine]) {
        let start = ShaderLineMap.Location(file: 0, line: 1)
        guard source.text.utf8.count <= limits.sourceBytes else {
            return stop("the source has \(source.text.utf8.count) bytes", at: .init(file: 0, line: 0), beyond: .sourceBytes, limits.sourceBytes)
        }
        frames.append(Frame(lexer: PreprocessorLexer(text: source.text, file: 0), conditionDepth: 0, lineOffset: 0, stringNumber: 0))
        readVersion()
        guard errorCount == 0 else { return }
        if emitted.isEmpty { writeLine(dialect.directive, at: start) }
        if !stage.rules.hasPixels, !dialect.isES, dialect.version < 130 {
            // texture2DLod and similar functions are part of the language of vertex shaders (GLSL 1.20, 8.7), but glslang has these
            // functions only with the extension.
            writeLine("#extension GL_ARB_shader_texture_lod : enable", at: .init(file: 0, line: 0))
        }
        laysOutBlocks = dialect.isES ? dialect.version >= 300 : dialect.version >= 140
        if laysOutBlocks, reader == .glslang { writeLine(Self.blockLayout, at: .init(file: 0, line: 0)) }
        headCount = emitted.count
        definePredefined()
        for option in defines { define(option) }
        guard errorCount == 0 else { return }
        while !hasEnded { step() }
        if errorCount == 0, !sawCode {
            report("the shader is empty; it needs a function void main()", at: .init(file: 0, line: 0))
        }
    }

    /// Reads `#version`. The directive is valid only if nothing but comments and blank lines precedes it.
    private mutating func readVersion() {
        var ahead = frames[0].lexer
        var token = ahead.next(&spellings)
        while token.kind == .newline { token = ahead.next(&spellings) }
        guard spellings[token.symbol] == "#" else { return }
        let name = ahead.next(&spellings)
        guard spellings[name.symbol] == "version" else { return }
        var words: [String] = []
        var word = ahead.next(&spellings)
        while word.kind != .newline, word.kind != .end { words.append(spellings[word.symbol]); word = ahead.next(&spellings) }
        switch GLSLDialect.parse(words) {
        case .success(let parsed):
            dialect = parsed
            writeLine(parsed.directive, at: token.place)
            frames[0].lexer = ahead
        case .failure(let error): report(error.message, at: token.place)
        }
    }

    /// Reads and processes one token of the source.
    private mutating func step() {
        let wasAtLineStart = isAtLineStart
        let token = nextToken()
        switch token.kind {
        case .end: endFile(at: token.place)
        case .newline: isAtLineStart = true
        case .punctuator where wasAtLineStart && pending.isEmpty && spellings[token.symbol] == "#":
            directive(at: token.place)
            isAtLineStart = true
        default:
            isAtLineStart = false
            guard isActive else { return skipLine() }
            if token.kind == .identifier, expand(token) { return }
            emit(token)
        }
    }

    var isActive: Bool { conditions.last?.isActive ?? true }

    mutating func skipLine() {
        var token = nextToken()
        while token.kind != .newline, token.kind != .end { token = nextToken() }
        isAtLineStart = true
    }

    private mutating func endFile(at place: ShaderLineMap.Location) {
        guard let frame = frames.popLast() else { return }
        if let line = frame.lexer.unterminatedComment {
            report("this comment does not end with */", at: .init(file: frame.lexer.file, line: line))
        }
        for line in frame.lexer.extendedComments {
            warn("a backslash at the end of this comment continues it on the next line", at: .init(file: frame.lexer.file, line: line))
        }
        while conditions.count > frame.conditionDepth {
            report("'#if' : missing #endif", at: conditions.removeLast().place)
        }
        isAtLineStart = true
        hasEnded = frames.isEmpty
    }

    /// Returns the next raw token: first a token that was put back, then tokens of macros, then tokens of the file. At the end of
    /// the last file, returns `.end` repeatedly.
    mutating func nextToken() -> PreprocessorToken {
        if let token = pushedBack { pushedBack = nil; return token }
        while let top = pending.indices.last {
            if pending[top].next < pending[top].tokens.count {
                if isIsolated, top == 0 { closingLine = nil }
                pending[top].next += 1
                return pending[top].tokens[pending[top].next - 1]
            }
            let finished = pending.removeLast()
            if finished.macro >= 0 { disabled.remove(finished.macro) }
        }
        if isIsolated || frames.isEmpty || hasEnded {
            return PreprocessorToken(kind: .end, hasSpaceBefore: false, symbol: spellings.number(of: ""), place: .init(file: 0, line: 0))
        }
        // The next token comes from the file, so neither the next token nor the tokens after it belong to a macro call that has been replaced.
        closingLine = nil
        return frames[frames.count - 1].lexer.next(&spellings)
    }

    // MARK: Output

    /// The declaration of the layout for blocks without a layout. If a block has no layout, glslang gives its members no offsets.
    static let blockLayout = "layout(std140) uniform;"

    mutating func emit(_ token: PreprocessorToken) {
        let spelling = spellings[token.symbol]
        if token.kind == .other || spelling == "#" || spelling == "##" {
            return report(Self.strayCharacterMessage(spelling), at: token.place)
        }
        if token.kind == .identifier, spelling.utf8.count > Limits.nameLength {
            return report("'\(spelling.prefix(40))…' : this name has \(spelling.utf8.count) characters; the limit is \(Limits.nameLength)", at: token.place)
        }
        sawCode = true
        statementTokenCount = spelling == ";" || spelling == "{" || spelling == "}" ? 0 : statementTokenCount + 1
        longestStatement = max(longestStatement, statementTokenCount)
        if statementTokenCount > limits.tokensPerStatement {
            return stop("this statement is too long; split it", at: token.place, beyond: .tokensPerStatement, limits.tokensPerStatement)
        }
        emittedByteCount += spelling.utf8.count + 1
        guard emittedByteCount < limits.sourceBytes else {
            return stop("the shader is too large after its macros and includes are expanded", at: token.place, beyond: .sourceBytes, limits.sourceBytes)
        }
        if let excess = measure.add(token, spelling, limits) {
            let what = switch excess.name {
            case .numbers: "the shader has too many different numbers"
            case .cases: "the shader has too many cases"
            default: "this structure has too many members, including nested structures"
            }
            return stop(what, at: token.place, beyond: excess.name, excess.limit)
        }
        emitted.append(token)
    }

    /// Writes a directive for the compiler on a separate line.
    mutating func writeLine(_ text: String, at place: ShaderLineMap.Location) {
        emittedByteCount += text.utf8.count + 1
        emitted.append(PreprocessorToken(kind: .directive, hasSpaceBefore: false, symbol: spellings.number(of: text), place: place))
    }

    private static func strayCharacterMessage(_ spelling: String) -> String {
        if let scalar = spelling.unicodeScalars.first, scalar.value >= 0x80 || scalar.value < 0x20 {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return scalar.value == 0 ? "the source holds a NUL byte (\(code))"
                : "the character \(code) is allowed only in comments"
        }
        return "'\(spelling)' : no GLSL token begins with this character"
    }

    // MARK: Messages

    mutating func report(_ message: String, at place: ShaderLineMap.Location) {
        errorCount += 1
        add(.error, message, at: place)
        if errorCount >= Limits.reportedErrors { hasEnded = true; frames = []; pending = []; pushedBack = nil }
    }

    /// Reports that the shader exceeds a limit, and stops.
    mutating func stop(_ message: String, at place: ShaderLineMap.Location, beyond name: ShaderLimits.Name, _ limit: Int) {
        stop("\(message); the limit '\(name.rawValue)' is \(limit)", at: place)
        if let last = diagnostics.indices.last { diagnostics[last].exceeded = ShaderLimits.Excess(name, limit: limit) }
    }

    /// Reports an error and stops the preprocessor, because further messages would make no sense.
    mutating func stop(_ message: String, at place: ShaderLineMap.Location) {
        report(message, at: place)
        hasEnded = true
        frames = []
        pending = []
        pushedBack = nil
    }

    mutating func warn(_ message: String, at place: ShaderLineMap.Location) { add(.warning, message, at: place) }

    private mutating func add(_ severity: ShaderDiagnostic.Severity, _ message: String, at place: ShaderLineMap.Location) {
        let lines = ShaderLineMap(files: files, locations: [])
        diagnostics.append(ShaderDiagnostic(severity: severity, phase: .preprocess, stage: stage, file: lines.fileName(of: place),
                                            line: Int(place.line), message: message, sourceLine: lines.sourceLine(at: place)))
    }
}
