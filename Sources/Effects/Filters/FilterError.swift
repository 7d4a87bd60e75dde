/// A chain of filters that cannot be: it names the place, the filter and the parameter, what is wrong and what to do.
public struct FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable {
        /// A sign that does not belong where it stands, or one that is missing.
        case syntax
        /// No filter has this name.
        case unknownFilter
        /// The filter has no parameter of this name, or not so many.
        case unknownParameter
        /// A parameter is given twice.
        case repeatedParameter
        /// A value is out of the parameter's range, not a number, or of another kind.
        case invalidValue
        /// A parameter has no value, and no default.
        case missingValue
        /// A picture that a filter names is not there, or does not serve.
        case unknownPicture
    }
    /// The kind of mistake.
    public var code: Code
    /// The file that the chain stands in; empty for a text of the program.
    public var file = ""
    /// Line from 1 and column from 1, in characters; nil where the chain is not a text.
    public var position: (line: Int, column: Int)? { get { line.map { ($0, column) } } set { line = newValue?.line; column = newValue?.column ?? 0 } }
    private var line: Int?
    private var column = 0
    /// The name of the filter; empty where none has been read.
    public var filter: String
    /// The name of the parameter; empty where it is not about one.
    public var parameter: String
    /// The mistake, as the rest of a sentence.
    public var problem: String
    /// The way out.
    public var remedy: String

    /// The parts of the message.
    public init(_ code: Code, filter: String = "", parameter: String = "", _ problem: String, remedy: String, file: String = "", position: (line: Int, column: Int)? = nil) {
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
