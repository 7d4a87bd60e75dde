// Preprocessor, empty sections: statements of a switch that do nothing.
//
// Behind the last label a statement has to stand, and before the first none may (GLSL ES 3.00, 6.2). `;`, `{ }` and `int a;` are
// statements. glslang makes nothing of them, misses them in the one place and takes them in the other.

extension Preprocessor {
    /// Puts a statement that glslang sees behind those that it does not, and refuses those before the first label.
    mutating func fillEmptySections() {
        let keyword = spellings.number(of: "switch")
        guard emitted.contains(where: { $0.symbol == keyword }) else { return }
        var result: [PreprocessorToken] = []
        result.reserveCapacity(emitted.count + 8)
        var open: [Braces] = []
        var parentheses = 0
        var awaitsBody = false
        for token in emitted {
            let spelling = token.kind == .directive ? "" : spellings[token.symbol]
            switch spelling {
            case "switch": awaitsBody = true
            case "(": parentheses += 1
            case ")": parentheses -= 1
            default: break
            }
            if spelling == "{" {
                open.append(Braces(isSwitch: awaitsBody && parentheses == 0))
                if parentheses == 0 { awaitsBody = false }
            } else if spelling == "}" {
                if let last = open.popLast() {
                    if last.isSwitch, last.isSection, last.holdsTokens, !last.holdsWork {
                        for (text, kind) in [("true", PreprocessorToken.Kind.identifier), (";", .punctuator)] {
                            result.append(PreprocessorToken(kind: kind, hasSpaceBefore: true, symbol: spellings.number(of: text), place: token.place))
                        }
                    }
                    if !open.isEmpty { open[open.count - 1].add(last) }
                }
            } else if token.kind != .directive, let last = open.indices.last {
                open[last].note(spelling)
            }
            if token.kind != .directive, let last = open.indices.last, open[last].hasEarlyStatement {
                report("'switch' : a statement stands before the first label, where it cannot be reached", at: token.place)
                open[last].hasEarlyStatement = false
                open[last].isSection = true
            }
            result.append(token)
        }
        emitted = result
    }

    /// Braces that are open; of a switch, what its section holds so far.
    private struct Braces {
        var isSwitch: Bool
        /// A label has been read.
        var isSection = false
        /// Within a label, before its colon; selections in it that await theirs.
        var isLabel = false, selections = 0
        var holdsTokens = false
        /// A statement stands before the first label.
        var hasEarlyStatement = false
        /// Something that glslang makes a statement of.
        var holdsWork = false

        private static let working: Set<String> = ["(", "=", "++", "--", "break", "continue", "return", "discard"]

        mutating func note(_ spelling: String) {
            if isLabel {
                switch spelling {
                case "?": selections += 1
                case ":" where selections > 0: selections -= 1
                case ":": (isLabel, isSection, holdsTokens, holdsWork) = (false, true, false, false)
                default: break
                }
            } else if isSwitch, spelling == "case" || spelling == "default" {
                (isLabel, selections) = (true, 0)
            } else {
                hasEarlyStatement = isSwitch && !isSection
                holdsTokens = true
                if Self.working.contains(spelling) || spelling.hasSuffix("=") { holdsWork = true }
            }
        }

        /// Takes in braces that stood in these and are closed.
        mutating func add(_ inner: Braces) {
            if isSwitch, !isSection { hasEarlyStatement = true }
            holdsTokens = true
            if inner.holdsWork { holdsWork = true }
        }
    }
}
