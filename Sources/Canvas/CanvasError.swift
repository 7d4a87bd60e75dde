/// The error of a refused drawing. Like `RasterError`, it names the thing, the place, the problem and the remedy. If it is thrown,
/// nothing has been drawn.
public struct CanvasError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs that handle some kinds.
    public enum Code: String, Sendable, Hashable {
        /// A coordinate is NaN, infinite, or too large to compute with.
        case invalidCoordinate
        /// A number or name is out of its range.
        case invalidArgument
        /// A text is not SVG path data.
        case invalidPathData
        /// A limit on a count or size is exceeded.
        case limitExceeded
        /// No installed font has this name or style.
        case fontNotFound
        /// A font's file does not exist or is not readable.
        case fontNotReadable
        /// A file is not a supported font, or is damaged.
        case invalidFont
        /// The system has too little memory for the drawing.
        case outOfMemory
    }
    /// The kind of refusal.
    public var code: Code
    /// The refused thing: "element 3 (line) of the path".
    public var subject: String
    /// The place of the mistake: "character 14". Empty if the call itself is the place.
    public var place: String
    /// The mistake, as the rest of a sentence that begins with the subject: "has the coordinate nan".
    public var problem: String
    /// The fix: "give finite numbers".
    public var remedy: String

    /// Creates an error from the parts of its message.
    public init(_ code: Code, _ subject: String, at place: String = "", _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
    }

    /// The whole message as one line: place, subject, problem, remedy, code.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
