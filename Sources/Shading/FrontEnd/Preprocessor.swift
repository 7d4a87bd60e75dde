// Preprocessor: one stage's source and the files it includes → one text that glslang compiles, and where its lines come from.
//
// Promises:
// - Conditionals, macros, `#include`, `#line`, `__LINE__`, `__FILE__` and `__VERSION__` are dealt with here, by the rules
//   of the GLSL specifications (3.3 "Preprocessor"); the text begins with `#version` and keeps only `#extension` and
//   `#pragma` among its directives.
// - Every line of the text comes from exactly one line of one file. `#line` changes what `__LINE__` says, never where a
//   message points.
// - It ends on every input: nesting, expansion and size are bounded, and passing a bound is an error that names the place.
// - Extensions' own macros (`GL_OES_standard_derivatives`, …) are asked of `predefined`, so they agree with glslang.

struct Preprocessor {
    /// Text for a compiler, and the messages of the way there.
    struct Output: Sendable {
        var text: String
        /// The same with two minus signs for each plus sign, nil where there is none. glslang takes a plus before anything, and only minus says
        /// what has no sign.
        var textOfSigns: String?
        var lines: ShaderLineMap
        var dialect: GLSLDialect
        var outline: ShaderOutline
        /// `#pragma STDGL invariant(all)` makes every output of the stage invariant.
        var isInvariantByPragma = false
        var depth: TextDepth
        /// An error among them: the text is of no use.
        var diagnostics: [ShaderDiagnostic]
    }

    /// The reader of the text, which decides how it is prepared.
    enum Reader: Sendable {
        /// glslang. Its gaps are filled, and constructs that it reads otherwise than the specifications are rewritten.
        case glslang
        /// Another compiler, with opinions of its own.
        case another
    }

    /// Bounds that keep hostile input from taking the machine with it, beside those that the caller sets.
    enum Limits {
        static let macroNesting = 200
        static let includedFiles = 10_000
        static let expressionNesting = 200
        static let reportedErrors = 20
        /// Of GLSL ES 3.00, 3.9, and of glslang in every dialect.
        static let nameLength = 1024
    }

    /// A file being read.
    struct Frame {
        var lexer: PreprocessorLexer
        /// Depth of `conditions` when the file was entered.
        var conditionDepth: Int
        /// The number that `#line` adds to a physical line for `__LINE__`, and the number that `__FILE__` gives.
        var lineOffset: Int
        var stringNumber: Int
    }

    /// Tokens waiting to be read again after a macro was replaced.
    struct Pending {
        var tokens: [PreprocessorToken]
        var next = 0
        /// The macro that may not expand while these are read; -1: none.
        var macro: Int32
    }

    struct Condition {
        var place: ShaderLineMap.Location
        var isActive: Bool
        /// An earlier branch was taken, or the whole conditional stands in skipped text.
        var isSettled: Bool
        var sawElse = false
    }

    let stage: ShaderStage
    let reader: Reader
    let resolver: (any IncludeResolver)?
    let limits: ShaderLimits
    /// The replacement of a macro that the dialect itself defines, nil when it defines none of that name.
    let predefined: (_ name: String, _ dialect: GLSLDialect) -> String?

    var dialect = GLSLDialect.standard
    var spellings = SpellingTable()
    var macros: [Int32: Macro] = [:]
    var files: [ShaderSource] = []
    var frames: [Frame] = []
    var conditions: [Condition] = []
    var pending: [Pending] = []
    var pushedBack: PreprocessorToken?
    /// Only `pending` is read: the arguments of a macro or the tokens of a directive are being expanded.
    var isIsolated = false
    var expansionDepth = 0
    var disabled: Set<Int32> = []
    /// Names of the files that say `#pragma once`.
    var includedOnce: Set<String> = []
    var includeCount = 0
    var includedByteCount = 0

    /// The tokens for the compiler, with macros expanded.
    var emitted: [PreprocessorToken] = []
    /// How many of them stand before the source: `#version` and what the dialect needs.
    var headCount = 0
    var emittedByteCount = 0
    /// The dialect has uniform blocks, or an extension brings them.
    var laysOutBlocks = false
    var isInvariantByPragma = false
    /// Lines of declarations for the place after the head, see MissingFunctions and OldLookups.
    var prelude: [String] = []
    /// Extensions that a directive has switched on or off.
    var enabledExtensions: [String: Bool] = [:]
    /// Names of the text that the source spells otherwise: from the text's name to the source's.
    var sourceNames: [String: String] = [:]
    /// Line on which the macro call that is being replaced is closed.
    var closingLine: Int32?
    /// The directive whose condition is being expanded: `defined` is an operator there.
    var conditionDirective: String?
    /// Bodies for functions to which the source gives none, and the lines of the text that hold them.
    var epilogue: [String] = []
    var bodilessLines: Set<Int32> = []
    var isAtLineStart = true
    var expandedTokenCount = 0
    var statementTokenCount = 0
    /// Tokens of the longest statement so far.
    var longestStatement = 0
    var measure = TextMeasure()
    var sawCode = false
    var hasEnded = false
    var diagnostics: [ShaderDiagnostic] = []
    var errorCount = 0

    private init(stage: ShaderStage, reader: Reader, options: ShaderCompileOptions, predefined: @escaping (String, GLSLDialect) -> String?) {
        self.stage = stage; self.reader = reader; resolver = options.includeResolver; limits = options.limits.effective
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
        if emitted.isEmpty { writeLine(GLSLDialect.standard.directive, at: start) }
        if !stage.rules.hasPixels, !dialect.isES, dialect.version < 130 {
            // texture2DLod and its kin belong to the vertex language (GLSL 1.20, 8.7); glslang wants to be asked.
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
            report("the shader is empty: it needs a function void main()", at: .init(file: 0, line: 0))
        }
    }

    /// `#version` counts only before everything but comments and blank lines.
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

    /// Reads one token of the source and deals with it.
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
            report("this comment is not ended by */", at: .init(file: frame.lexer.file, line: line))
        }
        for line in frame.lexer.extendedComments {
            warn("a backslash at the end of this comment makes the next line part of it", at: .init(file: frame.lexer.file, line: line))
        }
        while conditions.count > frame.conditionDepth {
            report("'#if' : missing #endif", at: conditions.removeLast().place)
        }
        isAtLineStart = true
        hasEnded = frames.isEmpty
    }

    /// Raw tokens: those put back, then those of macros, then those of the file; at its end `.end`, again and again.
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
        // Tokens that are read from here on belong to no macro call.
        closingLine = nil
        return frames[frames.count - 1].lexer.next(&spellings)
    }

    // MARK: Output

    /// The layout of blocks that ask for none. Without it glslang gives their members no offsets.
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
            default: "this structure has too many members, with those of the structures in it"
            }
            return stop(what, at: token.place, beyond: excess.name, excess.limit)
        }
        emitted.append(token)
    }

    /// A line of its own: a directive that the compiler has to see.
    mutating func writeLine(_ text: String, at place: ShaderLineMap.Location) {
        emittedByteCount += text.utf8.count + 1
        emitted.append(PreprocessorToken(kind: .directive, hasSpaceBefore: false, symbol: spellings.number(of: text), place: place))
    }

    private static func strayCharacterMessage(_ spelling: String) -> String {
        if let scalar = spelling.unicodeScalars.first, scalar.value >= 0x80 || scalar.value < 0x20 {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return scalar.value == 0 ? "the source holds a NUL byte (\(code))"
                : "the character \(code) may stand only in comments"
        }
        return "'\(spelling)' : no token of GLSL begins with this character"
    }

    // MARK: Messages

    mutating func report(_ message: String, at place: ShaderLineMap.Location) {
        errorCount += 1
        add(.error, message, at: place)
        if errorCount >= Limits.reportedErrors { hasEnded = true; frames = []; pending = []; pushedBack = nil }
    }

    /// An error after which nothing sensible follows: the shader passes a limit.
    mutating func stop(_ message: String, at place: ShaderLineMap.Location, beyond name: ShaderLimits.Name, _ limit: Int) {
        stop("\(message); the limit '\(name.rawValue)' is \(limit)", at: place)
        if let last = diagnostics.indices.last { diagnostics[last].exceeded = ShaderLimits.Excess(name, limit: limit) }
    }

    /// An error after which nothing sensible follows.
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
