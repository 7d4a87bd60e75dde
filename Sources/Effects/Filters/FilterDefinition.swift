/// The description of a filter and of its parameters. Help texts, panels and the parser of chains read this definition.
public struct FilterDefinition: Sendable, Hashable {
    /// The filter's name in chains, such as `sepia`.
    public let name: String
    /// A sentence that says what the filter does.
    public let summary: String
    /// The parameters. Values without names are assigned to the parameters in this order.
    public let parameters: [FilterParameter]

    init(_ name: String, _ summary: String, _ parameters: [FilterParameter]) { self.name = name; self.summary = summary; self.parameters = parameters }
}

/// One parameter of a filter.
public struct FilterParameter: Sendable, Hashable {
    /// The kind of value that a parameter takes, with the default value.
    public enum Kind: Sendable, Hashable {
        /// A number within limits.
        case number(ClosedRange<Float>, default: Float)
        /// A list of numbers in brackets, such as `[1 0 0 0]`. Each number is −1000…1000. The default has the required length.
        case numbers(default: [Float])
        /// A colour: `#rrggbb`, or `#rrggbbaa` with straight alpha.
        case color(default: SIMD4<Float>)
        /// The name of a picture: `source`, or a name that the application or the command line defines.
        case picture
    }
    /// The parameter's name in chains, such as `amount`.
    public let name: String
    /// The meaning of the parameter, with its unit.
    public let summary: String
    /// The kind of value, with its range and its default.
    public let kind: Kind

    init(_ name: String, _ summary: String, _ kind: Kind) { self.name = name; self.summary = summary; self.kind = kind }

    /// The range in words, such as "0 to 4".
    public var rangeDescription: String {
        switch kind {
        case .number(let range, _): "\(FilterValue.text(range.lowerBound)) to \(FilterValue.text(range.upperBound))"
        case .numbers(let standard): "\(standard.count) numbers in brackets"
        case .color: "#rrggbb or #rrggbbaa"
        case .picture: "the name of a picture"
        }
    }
    /// The value that is used if the chain gives no value; nil if the chain must give a value.
    public var defaultValue: FilterValue? {
        switch kind {
        case .number(_, let standard): .number(standard)
        case .numbers(let standard): .numbers(standard)
        case .color(let standard): .color(standard)
        case .picture: nil
        }
    }
    /// Returns the end of an error message, such as "is 3", that says why a value is not valid. Returns nil if the value is valid.
    func problem(of value: FilterValue) -> String? {
        switch (kind, value) {
        case (.number(let range, _), .number(let number)): range.contains(number) ? nil : "is \(FilterValue.text(number))"
        case (.numbers(let standard), .numbers(let numbers)):
            numbers.count != standard.count ? "has \(numbers.count) numbers"
                : numbers.first { !(-1000...1000).contains($0) }.map { "has the number \(FilterValue.text($0)), which is not in -1000 to 1000" }
        case (.color, .color(let color)): (0..<4).allSatisfy { (0...1).contains(color[$0]) } ? nil : "is \(value)"
        case (.picture, .picture(let name)): name.isEmpty ? "is an empty name" : nil
        default: "is \(value)"
        }
    }
}

/// A value of a filter's parameter.
public enum FilterValue: Sendable, Hashable, CustomStringConvertible {
    /// A number.
    case number(Float)
    /// Several numbers.
    case numbers([Float])
    /// Red, green, blue and straight alpha, 0…1 each.
    case color(SIMD4<Float>)
    /// The name of a picture.
    case picture(String)

    /// The value in the notation of a chain's text: `0.8`, `[1 0 0 0]`, `#ff8000`, `"glow.png"`.
    public var description: String {
        switch self {
        case .number(let number): FilterValue.text(number)
        case .numbers(let numbers): "[" + numbers.map(FilterValue.text).joined(separator: " ") + "]"
        case .color(let color):
            "#" + (0..<(color.w == 1 ? 3 : 4)).map { i in
                let code = color[i].isFinite ? Int((min(max(color[i], 0), 1) * 255).rounded()) : 0
                return (code < 16 ? "0" : "") + String(code, radix: 16)
            }.joined()
        case .picture(let name): FilterValue.isName(name) ? name : "\"" + name + "\""
        }
    }
    /// Writes a number; whole numbers below a million have no decimal point.
    static func text(_ number: Float) -> String {
        let whole = number.rounded()
        return number == whole && abs(number) < 1e6 ? "\(Int(whole))" : "\(number)"
    }
    /// Returns whether the text is a name: a letter followed by letters, digits and underscores.
    static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
