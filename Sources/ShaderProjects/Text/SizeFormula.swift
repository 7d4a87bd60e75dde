// SizeFormula: ISF's expressions for the sizes of passes, such as `floor($WIDTH / 2.0)`.

public import Raster

/// An expression over numbers, `$WIDTH`, `$HEIGHT` and the inputs of an ISF file. Operators: `+ - * / %`, parentheses. Functions:
/// `floor`, `ceil`, `round`, `abs`, `min`, `max`, `sqrt`, `pow`, `mod`.
public struct SizeFormula: Sendable, Hashable {
    /// The text of the expression.
    public let text: String
    private let root: Node

    private indirect enum Node: Sendable, Hashable {
        case number(Double)
        case variable(String)
        case call(String, [Node])
    }

    /// The maximum nesting of parentheses and signs.
    private static let maximumDepth = 64
    /// The maximum number of words and signs. The limit bounds the depth of the expression's tree.
    private static let maximumTokenCount = 400
    private static let functions: [String: Int] = [
        "floor": 1, "ceil": 1, "round": 1, "abs": 1, "sqrt": 1, "min": 2, "max": 2, "pow": 2, "mod": 2,
    ]

    /// Reads an expression.
    /// - Throws: `RasterError` with `invalidArgument` that quotes the expression.
    public init(_ text: String) throws(RasterError) {
        self.text = text
        var reader = Reader(tokens: SizeFormula.tokens(of: text), text: text)
        guard reader.tokens.count <= SizeFormula.maximumTokenCount else {
            throw reader.refusal("has \(reader.tokens.count) words and signs, more than \(SizeFormula.maximumTokenCount)")
        }
        root = try reader.sum(depth: 0)
        guard reader.tokens.isEmpty else { throw reader.refusal("has '\(reader.tokens[reader.tokens.startIndex])' where an operator is needed") }
    }

    /// Returns the value; nil if a name is unknown, or if an operation has no finite value.
    public func value(_ variables: [String: Double]) -> Double? {
        let value = SizeFormula.value(root, variables)
        return value.isFinite ? value : nil
    }

    private static func value(_ node: Node, _ variables: [String: Double]) -> Double {
        switch node {
        case .number(let number): return number
        case .variable(let name): return variables[name] ?? .nan
        case .call(let name, let nodes):
            let a = value(nodes[0], variables), b = nodes.count > 1 ? value(nodes[1], variables) : 0
            switch name {
            case "+": return a + b
            case "-": return a - b
            case "*": return a * b
            case "/": return a / b
            case "%", "mod": return b == 0 ? .nan : a - b * (a / b).rounded(.down)
            case "floor": return a.rounded(.down)
            case "ceil": return a.rounded(.up)
            case "round": return a.rounded()
            case "abs": return abs(a)
            case "sqrt": return a.squareRoot()
            case "min": return min(a, b)
            case "max": return max(a, b)
            default: return power(a, b)
            }
        }
    }
    /// Returns the power for a whole exponent of −64…64, and the square root for the exponent 0.5. For other exponents, the result is NaN.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        if exponent == 0.5 { return base.squareRoot() }
        guard exponent == exponent.rounded(), abs(exponent) <= 64 else { return .nan }
        var result = 1.0
        for _ in 0..<Int(abs(exponent)) { result *= base }
        return exponent < 0 ? 1 / result : result
    }

    private static func tokens(of text: String) -> ArraySlice<String> {
        var tokens: [String] = [], word = ""
        for character in text {
            if character.isLetter || character.isNumber || "_.$".contains(character) { word.append(character); continue }
            if !word.isEmpty { tokens.append(word); word = "" }
            if !character.isWhitespace { tokens.append(String(character)) }
        }
        return (word.isEmpty ? tokens : tokens + [word])[...]
    }

    private struct Reader {
        var tokens: ArraySlice<String>
        let text: String

        func refusal(_ problem: String) -> RasterError {
            RasterError(.invalidArgument, "the size '\(text)'", problem,
                        remedy: "write numbers, $WIDTH, $HEIGHT, names of inputs, + - * / and functions such as floor")
        }
        mutating func sum(depth: Int) throws(RasterError) -> Node {
            guard depth <= maximumDepth else { throw refusal("is nested more than \(maximumDepth) deep") }
            var left = try product(depth: depth)
            while let sign = tokens.first, sign == "+" || sign == "-" {
                tokens.removeFirst()
                left = .call(sign, [left, try product(depth: depth)])
            }
            return left
        }
        private mutating func product(depth: Int) throws(RasterError) -> Node {
            var left = try factor(depth: depth)
            while let sign = tokens.first, ["*", "/", "%"].contains(sign) {
                tokens.removeFirst()
                left = .call(sign, [left, try factor(depth: depth)])
            }
            return left
        }
        private mutating func factor(depth: Int) throws(RasterError) -> Node {
            guard depth <= maximumDepth else { throw refusal("is nested more than \(maximumDepth) deep") }
            guard let token = tokens.popFirst() else { throw refusal("ends where a number is needed") }
            if token == "-" { return .call("-", [.number(0), try factor(depth: depth + 1)]) }
            if token == "+" { return try factor(depth: depth + 1) }
            if token == "(" {
                let inner = try sum(depth: depth + 1)
                guard tokens.popFirst() == ")" else { throw refusal("has no closing parenthesis") }
                return inner
            }
            if let number = Double(token) { return .number(number) }
            if token.hasPrefix("$") { return .variable(String(token.dropFirst())) }
            guard let count = functions[token] else {
                guard token.first?.isLetter == true || token.first == "_" else { throw refusal("has '\(token)' where a number is needed") }
                return .variable(token)
            }
            guard tokens.popFirst() == "(" else { throw refusal("has '\(token)' without parentheses") }
            var arguments = [try sum(depth: depth + 1)]
            while tokens.first == "," {
                tokens.removeFirst()
                arguments.append(try sum(depth: depth + 1))
            }
            guard tokens.popFirst() == ")" else { throw refusal("has no closing parenthesis") }
            guard arguments.count == count else { throw refusal("gives \(arguments.count) values to '\(token)', which takes \(count)") }
            return .call(token, arguments)
        }
    }
}
