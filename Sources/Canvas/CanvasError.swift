/// A refused drawing, which names the thing, the place, the problem and the remedy, as `RasterError` does. Nothing has been drawn when it is thrown.
public struct CanvasError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs that react to some of them.
    public enum Code: String, Sendable, Hashable {
        /// A coordinate is NaN, infinite, or too large to compute with.
        case invalidCoordinate
        /// A number or name is out of its range.
        case invalidArgument
        /// A text is no SVG path data.
        case invalidPathData
        /// There is more of something than a limit allows.
        case limitExceeded
        /// No installed font has this name, or this style.
        case fontNotFound
        /// A font's file is not there, or may not be read.
        case fontNotReadable
        /// A file is no font that can be drawn, or is damaged.
        case invalidFont
        /// The system has no memory for it.
        case outOfMemory
    }
    /// The kind of refusal.
    public var code: Code
    /// The thing that was refused: "element 3 (line) of the path".
    public var subject: String
    /// Where it was met: "character 14". Empty when the call itself is the place.
    public var place: String
    /// The mistake, as the rest of a sentence that begins with the subject: "has the coordinate nan".
    public var problem: String
    /// The way out: "give finite numbers".
    public var remedy: String

    /// The parts of the message, in the order in which it is read.
    public init(_ code: Code, _ subject: String, at place: String = "", _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
    }

    /// The whole message as one line: place, subject, problem, remedy, code.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
