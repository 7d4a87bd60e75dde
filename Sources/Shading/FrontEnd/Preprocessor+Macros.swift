// Preprocessor, macros: defines macros and replaces macro calls in the text. The algorithm is the C preprocessor's algorithm: a macro's
// name that occurs in the macro's own expansion is painted, and a painted token is never replaced.

struct Macro: Hashable {
    /// The parameters; nil for an object-like macro.
    var parameters: [Int32]?
    var body: [PreprocessorToken]
    /// True if the body contains `##`.
    var pastesTokens = false
    /// The place of the macro's definition; nil if the dialect or the options define the macro.
    var place: ShaderLineMap.Location?
    enum Origin: Hashable {
        case source
        /// A macro of the dialect. The source may redefine this macro, and no message is reported.
        case dialect
        /// `__LINE__` and `__FILE__`. The values of these macros depend on the place of their use.
        case line, file
    }
    var origin = Origin.source
}

extension Preprocessor {
    mutating func definePredefined() {
        let nowhere = ShaderLineMap.Location(file: 0, line: 0)
        macros[spellings.number(of: "__LINE__")] = Macro(body: [], origin: .line)
        macros[spellings.number(of: "__FILE__")] = Macro(body: [], origin: .file)
        let version = PreprocessorToken(kind: .number, hasSpaceBefore: false,
                                        symbol: spellings.number(of: String(dialect.version)), place: nowhere)
        macros[spellings.number(of: "__VERSION__")] = Macro(body: [version], origin: .dialect)
        let one = PreprocessorToken(kind: .number, hasSpaceBefore: false, symbol: spellings.number(of: "1"), place: nowhere)
        for name in Self.extensionsAtHome.union(dialect.isES ? ["GL_ES"] : []) {
            macros[spellings.number(of: name)] = Macro(body: [one], origin: .dialect)
        }
        defineFixedFunctionTransform()
    }

    /// Defines ftransform, if the dialect has this function. glslang's generator has no instruction for ftransform, so a macro replaces
    /// ftransform by its definition (GLSL 1.20, 8.4).
    mutating func defineFixedFunctionTransform() {
        guard dialect.isCompatibility, stage.rules.inputs == .attributes else { return }
        var lexer = PreprocessorLexer(text: "(gl_ModelViewProjectionMatrix * gl_Vertex)", file: 0)
        var body: [PreprocessorToken] = []
        var token = lexer.next(&spellings)
        while token.kind != .end { body.append(token); token = lexer.next(&spellings) }
        macros[spellings.number(of: "ftransform")] = Macro(parameters: [], body: body, origin: .dialect)
    }

    /// Defines a macro from the options: `name value` is read as the rest of a `#define` line.
    mutating func define(_ option: ShaderDefine) {
        let text = option.name + " " + option.value
        let place = ShaderLineMap.Location(file: 0, line: 0)
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            return report("the define '\(option.name)' has a line break; a macro must be on one line", at: place)
        }
        var lexer = PreprocessorLexer(text: text, file: 0)
        var tokens: [PreprocessorToken] = []
        var token = lexer.next(&spellings)
        while token.kind != .end { tokens.append(token); token = lexer.next(&spellings) }
        for index in tokens.indices { tokens[index].place = place }
        // If a name is defined twice in the options, or in the options and in the source, the last definition applies without an error.
        if let name = tokens.first, name.kind == .identifier { macros[name.symbol] = nil }
        define(tokens, at: place)
    }

    /// - Parameter tokens: the tokens after `#define`.
    mutating func define(_ tokens: [PreprocessorToken], at place: ShaderLineMap.Location) {
        guard let name = tokens.first, name.kind == .identifier else {
            return report("'#define' : must be followed by a macro name", at: place)
        }
        guard checkName(name, directive: "#define", at: place) else { return }
        var macro = Macro(body: [], place: place)
        var index = 1
        if tokens.count > 1, !tokens[1].hasSpaceBefore, spellings[tokens[1].symbol] == "(" {
            guard let (parameters, end) = parameterList(tokens, from: 2, at: place) else { return }
            macro.parameters = parameters
            index = end
        }
        macro.body = Array(tokens[index...])
        if !macro.body.isEmpty { macro.body[0].hasSpaceBefore = false }
        let pasting = spellings.number(of: "##"), hash = spellings.number(of: "#")
        if macro.body.contains(where: { $0.symbol == hash }) {
            return report("'#' : GLSL has no strings, so macros have no # operator", at: place)
        }
        if macro.body.contains(where: { $0.symbol == pasting }) {
            guard !dialect.isES else { return report("'##' : token pasting is not part of \(dialect.name)", at: place) }
            guard macro.body.first?.symbol != pasting, macro.body.last?.symbol != pasting else {
                return report("'##' : may not stand at either end of a macro", at: place)
            }
            macro.pastesTokens = true
        }
        if let old = macros[name.symbol], old.origin == .source, !isSame(old, macro) {
            let before = old.place.map { $0.line > 0 ? " (first defined on line \($0.line))" : " (first defined in the options)" } ?? ""
            return report("'\(spellings[name.symbol])' : macro redefined with different contents\(before); use #undef first", at: place)
        }
        macros[name.symbol] = macro
    }

    mutating func undefine(_ tokens: [PreprocessorToken], at place: ShaderLineMap.Location) {
        guard let name = tokens.first, name.kind == .identifier else {
            return report("'#undef' : must be followed by a macro name", at: place)
        }
        guard checkName(name, directive: "#undef", at: place) else { return }
        if tokens.count > 1 { report("'#undef' : unexpected tokens after the macro name", at: place) }
        macros[name.symbol] = nil
    }

    /// Reports an error if shaders must not define or undefine the name.
    private mutating func checkName(_ name: PreprocessorToken, directive: String, at place: ShaderLineMap.Location) -> Bool {
        let spelling = spellings[name.symbol]
        if spelling.hasPrefix("GL_") {
            report("'\(directive)' : names beginning with GL_ are reserved: \(spelling)", at: place)
            return false
        }
        // In desktop GLSL a predefined name may be undefined, and may then be defined again (GLSL 4.60, 3.3).
        let isPredefined = ["__LINE__", "__FILE__", "__VERSION__"].contains(spelling)
            && (dialect.isES || (directive == "#define" && macros[name.symbol] != nil))
        if spelling == "defined" || isPredefined {
            report("'\(directive)' : \(spelling) is predefined and cannot be changed", at: place)
            return false
        }
        // The name is reserved, but a definition of the name is no error (GLSL ES 1.00, 3.4, and GLSL 4.60, 3.3).
        if spelling.contains("__"), directive == "#define" {
            warn("'\(directive)' : names with two underscores in a row are reserved: \(spelling)", at: place)
        }
        return true
    }

    private mutating func parameterList(_ tokens: [PreprocessorToken], from start: Int,
                                        at place: ShaderLineMap.Location) -> ([Int32], Int)? {
        var parameters: [Int32] = []
        var index = start
        if index < tokens.count, spellings[tokens[index].symbol] == ")" { return ([], index + 1) }
        while index + 1 < tokens.count, tokens[index].kind == .identifier {
            guard !parameters.contains(tokens[index].symbol) else {
                report("'#define' : the parameter '\(spellings[tokens[index].symbol])' appears twice", at: place)
                return nil
            }
            parameters.append(tokens[index].symbol)
            let separator = spellings[tokens[index + 1].symbol]
            index += 2
            if separator == ")" { return (parameters, index) }
            guard separator == "," else { break }
        }
        report("'#define' : malformed parameter list: expected names between commas and a closing parenthesis", at: place)
        return nil
    }

    private func isSame(_ a: Macro, _ b: Macro) -> Bool {
        a.parameters == b.parameters && a.body.count == b.body.count && zip(a.body, b.body).allSatisfy {
            $0.symbol == $1.symbol && $0.hasSpaceBefore == $1.hasSpaceBefore
        }
    }

    // MARK: Replacement

    /// Replaces a macro call that begins with `token`. Returns false if `token` begins no macro call; the token then stays as it
    /// is.
    mutating func expand(_ token: PreprocessorToken) -> Bool {
        guard !token.isPainted, let macro = macros[token.symbol] else { return false }
        if disabled.contains(token.symbol) {
            var painted = token
            painted.isPainted = true
            pushedBack = painted
            return true
        }
        switch macro.origin {
        case .line: return replace(token, byNumber: Int(closingLine ?? token.place.line) + (frames.last?.lineOffset ?? 0))
        case .file: return replace(token, byNumber: frames.last?.stringNumber ?? 0)
        case .source, .dialect: break
        }
        guard let parameters = macro.parameters else {
            if macro.pastesTokens {
                push(substitute(macro, [], [], call: token), for: token)
                return true
            }
            push(macro.body.map { var part = $0; part.place = token.place; return part }, for: token)
            return true
        }
        guard let arguments = collectArguments(of: token) else { return false }
        let given = arguments.count == 1 && arguments[0].isEmpty && parameters.isEmpty ? 0 : arguments.count
        guard given == parameters.count else {
            report("'\(spellings[token.symbol])' : this macro takes \(parameters.count) argument\(parameters.count == 1 ? "" : "s"), "
                + "not \(given)", at: token.place)
            return true
        }
        push(substitute(macro, parameters, arguments, call: token), for: token)
        return true
    }

    private mutating func replace(_ token: PreprocessorToken, byNumber number: Int) -> Bool {
        var replacement = token
        replacement.kind = .number
        replacement.symbol = spellings.number(of: String(number))
        pending.append(Pending(tokens: [replacement], macro: -1))
        return true
    }

    private mutating func push(_ tokens: [PreprocessorToken], for call: PreprocessorToken) {
        expandedTokenCount += tokens.count + 1
        guard expandedTokenCount <= limits.expandedTokens else {
            return stop("'\(spellings[call.symbol])' : macros expand to too many tokens", at: call.place, beyond: .expandedTokens, limits.expandedTokens)
        }
        pending.append(Pending(tokens: tokens, macro: call.symbol))
        disabled.insert(call.symbol)
    }

    /// Reads the arguments of a macro call. Returns nil if no parenthesis follows the name.
    private mutating func collectArguments(of name: PreprocessorToken) -> [[PreprocessorToken]]? {
        var skippedNewline = false
        var token = nextToken()
        while token.kind == .newline { skippedNewline = true; token = nextToken() }
        guard token.kind == .punctuator, spellings[token.symbol] == "(" else {
            pushedBack = token
            // No parenthesis follows, so the name is no macro call and stays as it is. If a line end has been skipped, the token after the
            // line end may begin a directive.
            if skippedNewline { isAtLineStart = true }
            return nil
        }
        var arguments: [[PreprocessorToken]] = [[]]
        var depth = 0
        var isAtStart = false
        while true {
            token = nextToken()
            let spelling = spellings[token.symbol]
            switch token.kind {
            case .end:
                report("'\(spellings[name.symbol])' : this macro call is not closed by a parenthesis", at: name.place)
                return arguments
            case .newline:
                isAtStart = true
                continue
            case .punctuator where spelling == "#" && isAtStart:
                report("'#' : a directive may not stand among the arguments of the macro '\(spellings[name.symbol])'", at: token.place)
                skipLine()
                continue
            case .punctuator where spelling == ")" && depth == 0:
                // In a macro call over several lines, `__LINE__` is the number of the call's last line.
                if pending.count <= (isIsolated ? 1 : 0) { closingLine = token.place.line }
                return arguments
            case .punctuator where spelling == "," && depth == 0:
                arguments.append([])
                isAtStart = false
                continue
            case .punctuator where spelling == "(": depth += 1
            case .punctuator where spelling == ")": depth -= 1
            default: break
            }
            isAtStart = false
            if hasEnded { return arguments }
            arguments[arguments.count - 1].append(token)
        }
    }

    /// Returns the macro's body with arguments in place of the parameters: next to `##` the unexpanded argument, otherwise the expanded
    /// argument.
    private mutating func substitute(_ macro: Macro, _ parameters: [Int32], _ arguments: [[PreprocessorToken]],
                                     call: PreprocessorToken) -> [PreprocessorToken] {
        let pasting = spellings.number(of: "##")
        var expanded = [[PreprocessorToken]?](repeating: nil, count: parameters.count)
        var result: [PreprocessorToken] = []
        var pastesNext = false
        var previousIsEmpty = true
        for (index, part) in macro.body.enumerated() where !hasEnded {
            if part.symbol == pasting { pastesNext = true; continue }
            let isBesidePasting = pastesNext || (index + 1 < macro.body.count && macro.body[index + 1].symbol == pasting)
            var piece: [PreprocessorToken]
            if let parameter = parameters.firstIndex(of: part.symbol) {
                if isBesidePasting {
                    piece = arguments[parameter]
                } else {
                    if expanded[parameter] == nil { expanded[parameter] = expandAll(arguments[parameter], at: call.place) }
                    piece = expanded[parameter] ?? []
                }
            } else {
                var token = part
                token.place = call.place
                piece = [token]
            }
            let isEmpty = piece.isEmpty && (previousIsEmpty || !pastesNext)
            if pastesNext, !previousIsEmpty, let left = result.last, let right = piece.first {
                result[result.count - 1] = paste(left, right, at: call.place)
                piece.removeFirst()
            }
            pastesNext = false
            previousIsEmpty = isEmpty
            result += piece
            if result.count > limits.expandedTokens {
                stop("'\(spellings[call.symbol])' : this macro call expands to too many tokens", at: call.place, beyond: .expandedTokens, limits.expandedTokens)
            }
        }
        return result
    }

    private mutating func paste(_ left: PreprocessorToken, _ right: PreprocessorToken,
                                at place: ShaderLineMap.Location) -> PreprocessorToken {
        let text = spellings[left.symbol] + spellings[right.symbol]
        var lexer = PreprocessorLexer(text: text, file: place.file)
        var token = lexer.next(&spellings)
        if spellings[token.symbol] != text {
            report("'##' : '\(spellings[left.symbol])' and '\(spellings[right.symbol])' do not make one token", at: place)
        }
        token.place = place
        return token
    }

    /// Expands the macros in a complete list of tokens, such as an argument or the operands of a directive.
    mutating func expandAll(_ tokens: [PreprocessorToken], at place: ShaderLineMap.Location) -> [PreprocessorToken] {
        let operatorDefined = conditionDirective != nil ? spellings.number(of: "defined") : -1
        guard tokens.contains(where: { $0.kind == .identifier && (macros[$0.symbol] != nil || $0.symbol == operatorDefined) }) else {
            return tokens
        }
        guard expansionDepth < Limits.macroNesting else {
            stop("macro calls are nested more than \(Limits.macroNesting) deep", at: place)
            return []
        }
        let outer = (pending, pushedBack, isIsolated, disabled, closingLine)
        pending = [Pending(tokens: tokens, macro: -1)]
        pushedBack = nil
        isIsolated = true
        // Arguments are expanded before the call, so each `__LINE__` in an argument becomes the number of its own line, not of the line
        // where the call ends.
        closingLine = nil
        expansionDepth += 1
        var result: [PreprocessorToken] = []
        while true {
            let token = nextToken()
            if token.kind == .end || hasEnded { break }
            if token.symbol == operatorDefined { result.append(answerDefined(token)); continue }
            if token.kind == .identifier, !token.isPainted, expand(token) { continue }
            result.append(token)
        }
        expansionDepth -= 1
        (pending, pushedBack, isIsolated, disabled, closingLine) = outer
        if hasEnded { pending = []; pushedBack = nil }
        return result
    }
}
