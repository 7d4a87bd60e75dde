// Preprocessor, lost changes: rejects operands of `.length()` that have side effects.
//
// An array's length is known without evaluating the operand, and glslang drops the operand: `a[i++].length()` does not change i,
// and `f().length()` does not call f. If the missing side effect could be observed, this code reports an error that names an
// alternative.

extension Preprocessor {
    mutating func refuseLostChanges(_ outline: ShaderOutline) {
        let method = spellings.number(of: "length"), dot = spellings.number(of: ".")
        let closing = Set([")", "]"].map { spellings.number(of: $0) })
        func isMethod(_ index: Int) -> Bool {
            emitted[index].symbol == method && emitted[index - 1].symbol == dot && closing.contains(emitted[index - 2].symbol)
        }
        guard emitted.indices.dropFirst(headCount + 2).contains(where: isMethod) else { return }
        var reader = ChangeReader(globals: outline.variables)
        for token in emitted[headCount...] where token.kind != .directive { reader.add(spellings[token.symbol], token) }
        let changing = reader.changingFunctions
        var again = ChangeReader(globals: outline.variables, changing: changing)
        for token in emitted[headCount...] where token.kind != .directive { again.add(spellings[token.symbol], token) }
        for place in again.lostChanges {
            report("'length' : its operand has side effects, but is not evaluated; put it into a variable first", at: place)
        }
    }
}

/// Scans tokens and determines, for each expression before a dot, whether the expression changes a variable.
private struct ChangeReader {
    /// The place of each `.length` after an expression that changes a variable.
    private(set) var lostChanges: [ShaderLineMap.Location] = []

    private let globals: Set<String>
    private var changing: Set<String>
    private var calls: [String: Set<String>] = [:]
    /// `function`: the function whose body is being read; nil outside of bodies. `candidate`: the last name at global scope that came
    /// directly before a parenthesis; nil if there is no such name.
    private var function: String?
    private var candidate: String?
    private var braces = 0

    /// The state of an expression in brackets, or of a whole statement.
    private struct Level {
        /// True if a part of the expression or statement changes a variable.
        var changes = false
        /// `operandChanges`: whether the current operand changes a variable. `operand`: the name with which the current operand begins.
        var operandChanges = false
        var operand: String?
        /// While a parenthesis or bracket is open in this level: the name of the called function, if a call is open; else nil.
        var call: String?
        /// True if `++` or `--` precedes the next operand.
        var isChanged = false
    }
    private var levels = [Level()]
    private var previous = ""

    private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=", "++", "--"]

    init(globals: Set<String>, changing: Set<String> = []) { self.globals = globals; self.changing = changing }

    /// The functions that change global variables, the functions with `out` parameters, and all functions that call such functions.
    var changingFunctions: Set<String> {
        var result = changing, pending = Array(changing)
        var callers: [String: [String]] = [:]
        for (caller, callees) in calls { for callee in callees { callers[callee, default: []].append(caller) } }
        while let name = pending.popLast() {
            for caller in callers[name] ?? [] where result.insert(caller).inserted { pending.append(caller) }
        }
        return result
    }

    mutating func add(_ spelling: String, _ token: PreprocessorToken) {
        defer { previous = spelling }
        let last = levels.count - 1
        switch spelling {
        case "(", "[":
            let continues = previous == ")" || previous == "]" || isName(previous)
            if !continues { begin(nil) }
            levels[last].call = spelling == "(" && isName(previous) ? previous : nil
            if function == nil, braces == 0, spelling == "(", last == 0 { candidate = previous }
            levels.append(Level())
        case ")", "]":
            guard last > 0 else { return }
            let inner = levels.removeLast()
            var changes = inner.changes
            if let call = levels[last - 1].call, spelling == ")" {
                if let function { calls[function, default: []].insert(call) }
                if changing.contains(call) { changes = true }
            }
            levels[last - 1].call = nil
            if changes { levels[last - 1].changes = true; levels[last - 1].operandChanges = true }
        case "{":
            if braces == 0 { function = candidate }
            braces += 1
            levels = [Level()]
        case "}":
            braces -= 1
            if braces == 0 { function = nil; candidate = nil }
            levels = [Level()]
        case ";" where last == 0:
            levels = [Level()]
            if braces == 0 { candidate = nil }
        case "out", "inout": if braces == 0, let candidate { changing.insert(candidate) }
        case _ where Self.assignments.contains(spelling):
            // An `=` marks the expression: the expression changes a variable. The operand after the `=` is not marked. For example, `a[0]`
            // changes nothing in `int n = a[0].length()`.
            levels[last].changes = true
            if let function, let operand = levels[last].operand, globals.contains(operand) { changing.insert(function) }
            if spelling == "++" || spelling == "--" {
                levels[last].operandChanges = true
                levels[last].isChanged = true
            }
        case "length" where previous == ".":
            if levels[last].operandChanges { lostChanges.append(token.place) }
        case ".": break
        default: if token.kind == .identifier ? previous != "." : true { begin(token.kind == .identifier ? spelling : nil) }
        }
    }

    private func isName(_ spelling: String) -> Bool { spelling.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// Begins an operand, or an operator between two operands.
    private mutating func begin(_ name: String?) {
        let last = levels.count - 1
        if levels[last].isChanged, let name, let function, globals.contains(name) { changing.insert(function) }
        if name != nil { levels[last].isChanged = false }
        levels[last].operandChanges = false
        levels[last].operand = name
    }
}
