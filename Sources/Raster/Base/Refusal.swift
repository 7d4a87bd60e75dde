/// A refused request, with its subject, place, problem and remedy. `RasterError` and the errors of other modules are refusals that
/// differ in their codes. When a refusal is thrown, nothing was changed or drawn, unless the description of the refusal's code says
/// otherwise.
public struct Refusal<Kind: RawRepresentable<String> & Hashable & Sendable>: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal, for applications that handle some kinds.
    public typealias Code = Kind
    /// The kind of refusal.
    public var code: Kind
    /// The object of the request: "vertex buffer 'mesh' at slot 0", "uniform 'mvp'".
    public var subject: String
    /// The place of the mistake: "draw 3 of pass 'shadow'", "character 14". Empty if the failing call itself is the place.
    public var place: String
    /// The mistake, such as "has 12 bytes, not room for 16". The text completes the sentence that begins with `subject`.
    public var problem: String
    /// Advice on how to fix the mistake, such as "make it larger, or write less".
    public var remedy: String

    /// Makes an error from the parts of the message. The parameters have the order of the parts in the message.
    public init(_ code: Kind, _ subject: String, at place: String = "", _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
    }

    /// The whole message as one line: place, subject, problem, remedy, code.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
