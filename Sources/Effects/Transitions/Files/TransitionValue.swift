/// The value of a parameter. Scalars are in GLSL's order; a matrix is stored column by column.
public struct TransitionValue: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The scalars; booleans are 0 and 1.
    public var components: [Double]

    /// Creates a value from its scalars.
    public init(_ components: [Double]) { self.components = components }
    /// Creates a scalar.
    public init(floatLiteral value: Double) { components = [value] }
    /// Creates a scalar.
    public init(integerLiteral value: Int) { components = [Double(value)] }
    /// Creates a scalar: 1 for true, 0 for false.
    public init(booleanLiteral value: Bool) { components = [value ? 1 : 0] }
    /// Creates a vector.
    public init(arrayLiteral elements: Double...) { components = elements }

    /// The scalars, separated by commas.
    public var description: String { components.map { "\($0)" }.joined(separator: ", ") }

    /// Reads a value in the form of transition files and command lines: `0.5`, `vec2(0.5)`, `1, 0.5`, `true`.
    /// - Throws: `ParsingProblem`.
    init(parsing text: String) throws(ParsingProblem) {
        var parser = ValueParser(text)
        let values = try parser.list()
        guard parser.isAtEnd else { throw ParsingProblem(text: "has '\(parser.rest)' after its value") }
        components = values.flatMap { $0 }
    }

    /// Returns the value with as many scalars as the parameter has. A single scalar is used for all components of a vector, and for
    /// the diagonal of a matrix. Returns nil if the value does not fit the parameter's type.
    func fitted(to shape: TransitionParameter.Shape, count: Int) -> [Double]? {
        if components.count == shape.components * count { return components }
        guard components.count == 1, count == 1 else { return nil }
        let value = components[0]
        guard shape.columns > 0 else { return Array(repeating: value, count: shape.components) }
        return (0..<shape.components).map { $0 % (shape.columns + 1) == 0 ? value : 0 }
    }
}
