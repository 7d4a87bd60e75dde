/// A text that is no colour: it says what is wrong, at which character, and what to write instead.
public struct ColorTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is nothing but space.
        case empty
        /// The text is longer than any colour's.
        case tooLong
        /// It looks like a name, but no colour has it.
        case unknownName
        /// It looks like a function or an initialiser, but makes no colour.
        case unknownForm
        /// A character does not belong where it stands, or one is missing.
        case syntax
        /// A number is missing, too large, or of a unit that does not serve.
        case invalidNumber
    }
    /// The kind of mistake.
    public var code: Code
    /// The text, at most its first 60 characters.
    public var text: String
    /// Where the mistake is: 1 for the first character (Unicode scalar); one more than there are where something is missing at the end.
    public var position: Int
    /// The mistake, as the rest of a sentence.
    public var problem: String
    /// The way out.
    public var remedy: String

    /// The parts of the message.
    public init(_ code: Code, text: String, position: Int, _ problem: String, remedy: String) {
        self.code = code; self.text = text; self.position = position; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line: `colour 'rgb(1, 2)', character 9: has 2 components; give 3, or 4 with alpha [syntax]`.
    public var description: String { "colour '\(text)', character \(position): \(problem); \(remedy) [\(code.rawValue)]" }
}
