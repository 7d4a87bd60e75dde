// Preprocessor, conditions: the integer expressions of `#if`, `#elif` and `#line`.
//
// Numbers are 64-bit integers in two's complement that wrap on overflow. The GLSL specification (3.3) defines the operators and
// their precedence. If the first operand of `&&` or `||` determines the result, the second operand is parsed but not evaluated. An
// undefined name or a division by zero is no error in a second operand that is not evaluated.

extension Preprocessor {
    /// Evaluates the condition. A malformed condition is reported as an error and counts as false.
    mutating func condition(_ tokens: [PreprocessorToken], directive: String, at place: ShaderLineMap.Location) -> Bool {
        let errorsBefore = errorCount
        conditionDirective = directive
        let expanded = expandAll(tokens, at: place)
        conditionDirective = nil
        guard errorCount == errorsBefore, let result = evaluate(expanded[...], directive: directive, at: place) else { return false }
        if let extra = result.rest.first {
            report("'\(directive)' : unexpected '\(spellings[extra.symbol])' after the condition", at: place)
        }
        return result.value != 0
    }

    /// Evaluates `defined X` or `defined (X)` to a number token. The caller has just read the word `defined`, which may come from a
    /// macro. The name X is not expanded as a macro.
    mutating func answerDefined(_ keyword: PreprocessorToken) -> PreprocessorToken {
        var name = nextToken()
        let hasParenthesis = spellings[name.symbol] == "("
        if hasParenthesis { name = nextToken() }
        var answer = keyword
        answer.kind = .number
        answer.symbol = spellings.number(of: isDefined(name.symbol) ? "1" : "0")
        let closing = hasParenthesis ? nextToken() : nil
        if name.kind != .identifier || closing.map({ spellings[$0.symbol] != ")" }) == true {
            report("'\(conditionDirective ?? "#if")' : defined must be followed by a macro name", at: keyword.place)
        }
        return answer
    }

    /// Evaluates the expression with which `tokens` begins. Returns the expression's value and the tokens after the expression. If the
    /// expression is malformed, reports an error and returns nil.
    mutating func evaluate(_ tokens: ArraySlice<PreprocessorToken>, directive: String,
                           at place: ShaderLineMap.Location) -> (value: Int, rest: ArraySlice<PreprocessorToken>)? {
        var parser = ConditionParser(tokens: tokens, spellings: spellings, dialect: dialect, predefined: predefined)
        do throws(ConditionError) {
            let value = try parser.expression(minimumPrecedence: 1, isEvaluated: true)
            return (value, parser.tokens)
        } catch {
            report("'\(directive)' : \(error.message)", at: place)
            return nil
        }
    }
}

private struct ConditionError: Error { var message: String }

/// Parses expanded tokens by the method of precedence climbing.
private struct ConditionParser {
    var tokens: ArraySlice<PreprocessorToken>
    let spellings: SpellingTable
    let dialect: GLSLDialect
    let predefined: (String, GLSLDialect) -> String?
    var depth = 0

    init(tokens: ArraySlice<PreprocessorToken>, spellings: SpellingTable, dialect: GLSLDialect,
         predefined: @escaping (String, GLSLDialect) -> String?) {
        self.tokens = tokens; self.spellings = spellings; self.dialect = dialect; self.predefined = predefined
    }

    private var ahead: String? { tokens.first.map { spellings[$0.symbol] } }

    private static func precedence(_ spelling: String) -> Int? {
        switch spelling {
        case "||": 1
        case "&&": 2
        case "|": 3
        case "^": 4
        case "&": 5
        case "==", "!=": 6
        case "<", ">", "<=", ">=": 7
        case "<<", ">>": 8
        case "+", "-": 9
        case "*", "/", "%": 10
        default: nil
        }
    }

    mutating func expression(minimumPrecedence: Int, isEvaluated: Bool) throws(ConditionError) -> Int {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Preprocessor.Limits.expressionNesting else {
            throw ConditionError(message: "the expression is nested more than \(Preprocessor.Limits.expressionNesting) deep")
        }
        var left = try operand(isEvaluated: isEvaluated)
        while let spelling = ahead, let precedence = Self.precedence(spelling), precedence >= minimumPrecedence {
            tokens.removeFirst()
            let isSkipped = (spelling == "||" && left != 0) || (spelling == "&&" && left == 0)
            let right = try expression(minimumPrecedence: precedence + 1, isEvaluated: isEvaluated && !isSkipped)
            left = try apply(spelling, left, right, isEvaluated: isEvaluated)
        }
        return left
    }

    private func apply(_ spelling: String, _ a: Int, _ b: Int, isEvaluated: Bool) throws(ConditionError) -> Int {
        switch spelling {
        case "||": return a != 0 || b != 0 ? 1 : 0
        case "&&": return a != 0 && b != 0 ? 1 : 0
        case "|": return a | b
        case "^": return a ^ b
        case "&": return a & b
        case "==": return a == b ? 1 : 0
        case "!=": return a != b ? 1 : 0
        case "<": return a < b ? 1 : 0
        case ">": return a > b ? 1 : 0
        case "<=": return a <= b ? 1 : 0
        case ">=": return a >= b ? 1 : 0
        case "<<": return a &<< b
        case ">>": return a &>> b
        case "+": return a &+ b
        case "-": return a &- b
        case "*": return a &* b
        default:
            guard b != 0 else {
                if isEvaluated { throw ConditionError(message: "division by zero") }
                return 0
            }
            return spelling == "/" ? a.dividedReportingOverflow(by: b).partialValue : a.remainderReportingOverflow(dividingBy: b).partialValue
        }
    }

    private mutating func operand(isEvaluated: Bool) throws(ConditionError) -> Int {
        guard let token = tokens.popFirst() else { throw ConditionError(message: "the expression ends too early") }
        let spelling = spellings[token.symbol]
        switch token.kind {
        case .number: return try number(spelling)
        case .identifier:
            if let replacement = predefined(spelling, dialect) { return Int(replacement) ?? 0 }
            guard isEvaluated, dialect.isES else { return 0 }
            throw ConditionError(message: "'\(spelling)' is not defined, so it has no value in \(dialect.name)")
        default: break
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Preprocessor.Limits.expressionNesting else {
            throw ConditionError(message: "the expression is nested more than \(Preprocessor.Limits.expressionNesting) deep")
        }
        switch spelling {
        case "(":
            let value = try expression(minimumPrecedence: 1, isEvaluated: isEvaluated)
            guard ahead == ")" else { throw ConditionError(message: "a closing parenthesis is missing") }
            tokens.removeFirst()
            return value
        case "-": return 0 &- (try operand(isEvaluated: isEvaluated))
        case "+": return try operand(isEvaluated: isEvaluated)
        case "~": return ~(try operand(isEvaluated: isEvaluated))
        case "!": return try operand(isEvaluated: isEvaluated) == 0 ? 1 : 0
        default: throw ConditionError(message: "unexpected '\(spelling)' in the expression")
        }
    }

    private func number(_ spelling: String) throws(ConditionError) -> Int {
        var digits = spelling[...]
        if let last = digits.last, last == "u" || last == "U" { digits.removeLast() }
        let value: UInt64?
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            value = UInt64(digits.dropFirst(2), radix: 16)
        } else if digits.count > 1, digits.first == "0" {
            value = UInt64(digits, radix: 8)
        } else {
            value = UInt64(digits)
        }
        guard let value, !digits.hasPrefix("+") else { throw ConditionError(message: "'\(spelling)' is not an integer") }
        return Int(bitPattern: UInt(value))
    }
}
