import Raster

/// A statement about a frame, true or false: `pixel(10, 20) != #000000 && draws > 3`.
///
/// The operators, from the lowest to the highest precedence, are: `||`, `&&`, `!`, comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`),
/// parentheses. The values are
/// - `pixel(x, y)`, a colour of the frame's result, counted from the upper left, in bytes as in a picture; with `.r`, `.g`, `.b` or
///   `.a` one of its channels, 0…255; whole colours can only be compared by `==` and `!=`;
/// - `#rrggbb`, which ignores alpha, and `#rrggbbaa`;
/// - numbers;
/// - `draws`, `passes` and `primitives`, the frame's counts;
/// - `samples(@n)`, the number of samples of draw n that pass all tests;
/// - `fails`, which is 1 if drawing the frame ends with an error, otherwise 0;
/// - `differs`, which is 1 if the reference renderer and the tile renderer draw different bits, otherwise 0.
public struct FramePredicate: Sendable, Hashable, CustomStringConvertible {
    /// The text of the predicate.
    public let description: String
    let root: Node

    indirect enum Node: Sendable, Hashable {
        /// `or` and `and` have lists of operands instead of two operands. A tree of pairs would be as deep as the text is long, and its
        /// evaluation could exhaust the stack.
        case or([Node])
        case and([Node])
        case not(Node)
        case comparison(Value, Comparison, Value)
        /// A number used as a condition, which is true if the number is not 0.
        case truth(Value)
    }
    enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "==", notEqual = "!=", lessEqual = "<=", greaterEqual = ">=", less = "<", greater = ">"
    }
    enum Value: Sendable, Hashable {
        case number(Double)
        /// The channels red, green and blue, and also alpha if the text states alpha.
        case color([Int])
        case pixel(x: Int, y: Int, channel: Int?)
        case draws, passes, primitives, fails, differs
        case samples(Int)
        var isColor: Bool {
            switch self {
            case .color: true
            case .pixel(_, _, let channel): channel == nil
            default: false
            }
        }
    }

    /// - Throws: `RasterError` with `invalidArgument`, with the position of the first mistake.
    public init(_ text: String) throws {
        var parser = PredicateParser(text)
        root = try parser.parse()
        description = text
    }
    /// Returns the channels of a colour: three or four numbers of 0…255.
    /// - Throws: `RasterError` with `invalidArgument` if the text is neither #rrggbb nor #rrggbbaa.
    public static func color(_ text: String) throws -> [Int] {
        guard text.hasPrefix("#"), case .comparison(_, _, .color(let channels)) = try FramePredicate("pixel(0, 0) == \(text)").root else {
            throw RasterError(.invalidArgument, "'\(text)'", "is not a colour", remedy: "write #rrggbb or #rrggbbaa")
        }
        return channels
    }
}

/// Reads a predicate from left to right.
struct PredicateParser {
    private let text: [Character]
    private var place = 0
    /// The number of parentheses and `!` that are open at the current place. The depth is limited, because each open parenthesis and each
    /// open `!` takes space on the stack.
    private var depth = 0
    private static let maximumDepth = 100

    init(_ text: String) { self.text = Array(text) }

    private func failure(_ problem: String) -> RasterError {
        RasterError(.invalidArgument, "'\(String(text))'", at: "character \(place + 1)", problem, remedy: "write for example: pixel(10, 20) != #000000 && draws > 3")
    }
    private mutating func skipSpaces() { while place < text.count, text[place].isWhitespace { place += 1 } }
    private mutating func take(_ token: String) -> Bool {
        skipSpaces()
        let characters = Array(token)
        guard place + characters.count <= text.count, Array(text[place..<(place + characters.count)]) == characters else { return false }
        place += characters.count
        return true
    }
    private mutating func require(_ token: String) throws {
        if !take(token) { throw failure("needs '\(token)' here") }
    }

    mutating func parse() throws -> FramePredicate.Node {
        let node = try or()
        skipSpaces()
        if place < text.count { throw failure("has text after its end") }
        return node
    }
    private mutating func or() throws -> FramePredicate.Node {
        var nodes = [try and()]
        while take("||") { nodes.append(try and()) }
        return nodes.count == 1 ? nodes[0] : .or(nodes)
    }
    private mutating func and() throws -> FramePredicate.Node {
        var nodes = [try not()]
        while take("&&") { nodes.append(try not()) }
        return nodes.count == 1 ? nodes[0] : .and(nodes)
    }
    private mutating func not() throws -> FramePredicate.Node {
        depth += 1
        defer { depth -= 1 }
        if depth > PredicateParser.maximumDepth { throw failure("is nested deeper than \(PredicateParser.maximumDepth)") }
        if take("!") { return .not(try not()) }
        if take("(") {
            let node = try or()
            try require(")")
            return node
        }
        return try comparison()
    }
    private mutating func comparison() throws -> FramePredicate.Node {
        let left = try value()
        guard let comparison = FramePredicate.Comparison.allCases.first(where: { take($0.rawValue) }) else {
            if left.isColor { throw failure("has a colour without a comparison") }
            return .truth(left)
        }
        let right = try value()
        if left.isColor != right.isColor { throw failure("compares a colour with a number") }
        if left.isColor, comparison != .equal, comparison != .notEqual { throw failure("orders colours; compare channels instead, such as pixel(1, 2).r") }
        return .comparison(left, comparison, right)
    }
    private mutating func value() throws -> FramePredicate.Value {
        skipSpaces()
        if take("#") { return try color() }
        if let first = place < text.count ? text[place] : nil, first.isNumber || first == "-" || first == "." { return .number(try number()) }
        let start = place
        while place < text.count, text[place].isLetter { place += 1 }
        switch String(text[start..<place]) {
        case "draws": return .draws
        case "passes": return .passes
        case "primitives": return .primitives
        case "fails": return .fails
        case "differs": return .differs
        case "samples":
            try require("(")
            _ = take("@")
            let draw = try integer()
            try require(")")
            return .samples(draw)
        case "pixel":
            try require("(")
            let x = try integer()
            try require(",")
            let y = try integer()
            try require(")")
            guard take(".") else { return .pixel(x: x, y: y, channel: nil) }
            guard let channel = ["r", "g", "b", "a"].firstIndex(where: { take($0) }) else { throw failure("has an unknown channel; they are r, g, b and a") }
            return .pixel(x: x, y: y, channel: channel)
        default:
            place = start
            throw failure("needs a number, a colour or a known name here: pixel(x, y), draws, passes, primitives, samples(@n), fails, differs")
        }
    }
    private mutating func color() throws -> FramePredicate.Value {
        let start = place
        while place < text.count, text[place].isHexDigit { place += 1 }
        let digits = text[start..<place]
        guard digits.count == 6 || digits.count == 8 else { throw failure("has a colour of \(digits.count) digits; write #rrggbb or #rrggbbaa") }
        return .color(stride(from: start, to: place, by: 2).map { (text[$0].hexDigitValue ?? 0) * 16 + (text[$0 + 1].hexDigitValue ?? 0) })
    }
    private mutating func integer() throws -> Int {
        skipSpaces()
        let start = place
        while place < text.count, text[place].isNumber { place += 1 }
        guard let value = Int(String(text[start..<place])) else { throw failure("needs a whole number here") }
        return value
    }
    private mutating func number() throws -> Double {
        let start = place
        while place < text.count, text[place].isNumber || "+-.eE".contains(text[place]) { place += 1 }
        guard let value = Double(String(text[start..<place])) else { throw failure("needs a number here") }
        return value
    }
}
