// Preprocessor, empty sections: handles switch statements whose sections contain only statements without effect.
//
// At least one statement must follow the last label of a switch, and no statement may precede the first label (GLSL ES 3.00, 6.2).
// For example, `;`, `{ }` and `int a;` are statements, but glslang drops them. So glslang finds no statement after the last label,
// and does not see statements before the first label.

extension Preprocessor {
    /// If glslang would drop all statements after the last label of a switch, adds a statement that glslang keeps. Reports an error for
    /// statements before the first label of a switch.
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
                report("'switch' : a statement before the first label cannot be reached", at: token.place)
                open[last].hasEarlyStatement = false
                open[last].isSection = true
            }
            result.append(token)
        }
        emitted = result
    }

    /// Facts about the code that has been read inside an open brace; for a switch, also about the current section.
    private struct Braces {
        var isSwitch: Bool
        /// True if a label has been read.
        var isSection = false
        /// `isLabel` is true inside a label, before the label's colon. `selections` counts the operators `? :` in the label whose
        /// colon has not been read.
        var isLabel = false, selections = 0
        var holdsTokens = false
        /// True if a statement precedes the first label.
        var hasEarlyStatement = false
        /// True if glslang keeps a statement of the current section.
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

        /// Adds the facts about an inner brace that has been closed.
        mutating func add(_ inner: Braces) {
            if isSwitch, !isSection { hasEarlyStatement = true }
            holdsTokens = true
            if inner.holdsWork { holdsWork = true }
        }
    }
}
