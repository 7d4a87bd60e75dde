/// An error in a chain of filters. The error names the position, the filter and the parameter, and gives the mistake and the remedy.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable {
        /// An unexpected or a missing character.
        case syntax
        /// No filter has this name.
        case unknownFilter
        /// The filter has no parameter with the given name, or the chain gives more values than the filter has parameters.
        case unknownParameter
        /// A parameter is given twice.
        case repeatedParameter
        /// A value is out of the parameter's range, is not a number, or is of the wrong kind.
        case invalidValue
        /// The chain gives no value for a parameter without a default.
        case missingValue
        /// A filter names a picture that does not exist or that the filter cannot use.
        case unknownPicture
    }
    /// The kind of mistake.
    public var code: Code
    /// The file that contains the chain; empty if the chain does not come from a file.
    public var file = ""
    /// Line and column of the mistake, both from 1; the column counts characters. nil if the chain was not read from a text.
    public var position: (line: Int, column: Int)? { get { line.map { ($0, column) } } set { line = newValue?.line; column = newValue?.column ?? 0 } }
    private var line: Int?
    private var column = 0
    /// The name of the filter; empty if the mistake comes before any filter name in the text.
    public var filter: String
    /// The name of the parameter; empty if the mistake concerns no parameter.
    public var parameter: String
    /// What is wrong, as the end of the message's sentence, such as "is 3".
    public var problem: String
    /// How to correct the mistake.
    public var remedy: String

    /// Creates an error from the parts of its message.
    public init(_ code: Code, filter: String = "", parameter: String = "", _ problem: String, remedy: String, file: String = "",
                position: (line: Int, column: Int)? = nil) {
        self.code = code; self.filter = filter; self.parameter = parameter; self.problem = problem; self.remedy = remedy; self.file = file
        self.position = position
    }

    /// The whole message as one line: `looks.txt:2:7: amount of sepia is 3; use 0 to 1 [invalidValue]`.
    public var description: String {
        let place = position.map { (file.isEmpty ? "chain" : file) + ":\($0.line):\($0.column): " } ?? (file.isEmpty ? "" : file + ": ")
        let subject = parameter.isEmpty ? (filter.isEmpty ? "the chain" : "filter '\(filter)'") : "\(parameter) of \(filter)"
        return "\(place)\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
