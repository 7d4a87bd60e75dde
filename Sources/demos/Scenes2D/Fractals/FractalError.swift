/// The error of a refused fractal. Like `CanvasError`, it names the thing, the problem and the remedy.
public struct FractalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs that handle some kinds.
    public enum Code: String, Sendable, Hashable {
        /// A rule, a symbol or a number of a system is out of its range.
        case invalidSystem
        /// Rewriting or drawing would exceed the limit.
        case limitExceeded
        /// A document cannot be read or is not a document.
        case unreadableDocument
        /// A drawing cannot be written as a file.
        case unwritableDrawing
    }
    /// The kind of refusal.
    public var code: Code
    /// The refused thing: "rule F → FF of 'Plant'".
    public var subject: String
    /// The mistake, as the rest of a sentence that begins with the subject.
    public var problem: String
    /// The fix.
    public var remedy: String

    /// Creates an error from the parts of its message.
    public init(_ code: Code, _ subject: String, _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.problem = problem; self.remedy = remedy
    }
    /// The whole message as one line.
    public var description: String { "\(subject) \(problem); \(remedy) [\(code.rawValue)]" }
}
