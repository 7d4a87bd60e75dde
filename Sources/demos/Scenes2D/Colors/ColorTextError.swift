/// The error for a text that is not a colour. The error names the mistake, the position of the mistake, and a correction.
public struct ColorTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is empty or consists of white space.
        case empty
        /// The text is longer than the text of any colour.
        case tooLong
        /// The text looks like a name, but no colour has this name.
        case unknownName
        /// The text looks like a function or an initialiser, but no function of this name makes a colour.
        case unknownForm
        /// A character is unexpected or missing.
        case syntax
        /// A number is missing, is too large, or has an unsupported unit.
        case invalidNumber
    }
    /// The kind of mistake.
    public var code: Code
    /// The text, cut to its first 60 characters.
    public var text: String
    /// The position of the mistake: 1 for the first character (Unicode scalar). If something is missing at the end, the position is
    /// the number of characters + 1.
    public var position: Int
    /// The mistake, as the rest of a sentence.
    public var problem: String
    /// The correction.
    public var remedy: String

    /// Creates an error from the parts of its message.
    public init(_ code: Code, text: String, position: Int, _ problem: String, remedy: String) {
        self.code = code; self.text = text; self.position = position; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line: `colour 'rgb(1, 2)', character 9: has 2 components; give 3, or 4 with alpha [syntax]`.
    public var description: String { "colour '\(text)', character \(position): \(problem); \(remedy) [\(code.rawValue)]" }
}
