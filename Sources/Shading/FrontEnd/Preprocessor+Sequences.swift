// Preprocessor, sequences: handles the comma operator in constant expressions.
//
// In GLSL ES 1.00 (5.10) and in GLSL before 4.30, a comma between constant expressions makes a constant expression, like any other
// operator. glslang never treats the result of a comma operator as constant. So in initial values and array sizes, `(1.0, x)` becomes
// `(x)`, unless the first operand changes a variable or contains an unknown name.

extension Preprocessor {
    /// Shortens sequences in constant expressions to their last operand.
    mutating func shortenSequences(_ structures: Set<String>) {
        guard dialect.isES ? dialect.version < 300 : dialect.version < 430 else { return }
        var result: [PreprocessorToken] = Array(emitted[..<headCount])
        result.reserveCapacity(emitted.count)
        var open: [Bracket] = [], braces = 0, isConstant = false, hasValue = false
        /// `known` has the symbols of the text before the current statement. `current` has the symbols of the current statement.
        var known: Set<Int32> = [], current: [Int32] = []
        for token in emitted[headCount...] {
            let spelling = token.kind == .directive ? "" : spellings[token.symbol]
            result.append(token)
            switch spelling {
            case "{", "}", ";":
                braces += spelling == "{" ? 1 : spelling == "}" ? -1 : 0
                (open, isConstant, hasValue) = ([], false, false)
                known.formUnion(current)
                current = []
            case "const": isConstant = true
            case "=": hasValue = true
            case "(":
                // A parenthesis after a name opens arguments or parameters, in which commas are separators.
                let before = result.count > 1 ? result[result.count - 2] : token
                let isGroup = before.kind == .punctuator && ![")", "]"].contains(spellings[before.symbol])
                // GLSL ES 1.00 also allows sequences in array sizes, if the sequences are in parentheses.
                let isInConstant = (isConstant || braces == 0 || open.contains { $0.isIndex }) && (hasValue || dialect.isES)
                open.append(Bracket(start: result.count, isIndex: false, isSequence: isGroup && isInConstant))
            case "[":
                // An array size is a sequence only if it is in parentheses. An index in an initial value may be a sequence.
                open.append(Bracket(start: result.count, isIndex: true, isSequence: hasValue && (isConstant || braces == 0)))
            case ",": if let last = open.indices.last, open[last].isSequence { open[last].lastComma = result.count }
            case ")", "]":
                guard let bracket = open.popLast(), let end = bracket.lastComma,
                      !isNeeded(bracket.start..<end, of: result, known, structures) else { break }
                result.removeSubrange(bracket.start..<end)
            default: if token.kind == .identifier { current.append(token.symbol) }
            }
        }
        emitted = result
    }

    private struct Bracket {
        /// The index of the first token after the opening bracket.
        var start: Int
        var isIndex: Bool
        /// Whether the commas in the bracket are operators of a constant expression.
        var isSequence: Bool
        /// The index of the token after the bracket's last comma operator; nil if the bracket contains no comma operator so far.
        var lastComma: Int?
    }

    /// Returns whether the operands must stay, because they change a variable or contain an error.
    private func isNeeded(_ range: Range<Int>, of tokens: [PreprocessorToken], _ known: Set<Int32>, _ structures: Set<String>) -> Bool {
        let changes: Set<String> = ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=", "++", "--"]
        return range.contains { index in
            let token = tokens[index], spelling = spellings[token.symbol]
            guard token.kind == .identifier else { return changes.contains(spelling) }
            let isCalled = spellings[tokens[index + 1].symbol] == "("
            if isCalled { return !(Self.isConstructor(spelling) || isBuiltIn(function: spelling) || structures.contains(spelling)) }
            return !(known.contains(token.symbol) || ["true", "false"].contains(spelling) || spellings[tokens[index - 1].symbol] == ".")
        }
    }

    private static func isConstructor(_ name: String) -> Bool {
        ["float", "int", "uint", "bool"].contains(name) || ["vec", "ivec", "uvec", "bvec", "mat"].contains { kind in
            name.hasPrefix(kind) && name.dropFirst(kind.count).allSatisfy { "234x".contains($0) }
        }
    }
}
