// ValidationReport: what validation mode tells: mistakes that OpenGL lets pass in silence, and that could be meant.

import Glibc

/// A likely mistake in commands that are valid. A device whose `Options.validation` is on looks for them in all that it is given, goes on
/// drawing, and reports each once.
public struct ValidationReport: Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A sampler that the program reads has no texture: it reads black.
        case unboundSampler
        /// A texture is read to which nothing was ever written: it is black.
        case emptyTexture
        /// A uniform that the program reads was not set since the pass began: it is zero.
        case unsetUniform
        /// A uniform has a component that is not a number, or a matrix one that is infinite.
        case notANumber
        /// Elements of a vertex buffer are not as far apart as the vertex layout says.
        case elementSize
        /// An index names a vertex that the buffers do not have: it reads zeros.
        case indexOutOfRange
        /// The depth test compares with an attachment that was never cleared or written.
        case depthNotCleared
        /// A depth or stencil test is on, and the target has no attachment for it: every fragment passes.
        case missingAttachment
        /// A fragment output has no attachment: it is thrown away.
        case unusedOutput
        /// A draw of no vertices, or into a viewport or scissor without pixels.
        case nothingDrawn
        /// An effect uses a texture or a light, and the vertices have no coordinates or normals for it.
        case missingAttribute
        /// An encoder with commands was dropped before it was submitted.
        case encoderNotSubmitted
    }
    /// The kind of mistake.
    public let kind: Kind
    /// The thing, as in `RasterError`.
    public let subject: String
    /// The command in which it was met first: "draw 3 of pass 'shadow'". Empty when there is none.
    public let place: String
    /// The mistake, as the rest of a sentence that begins with the subject.
    public let problem: String
    /// The way out.
    public let remedy: String
    /// The source file of the call, and the line in it: of the draw, or of `makeCommandEncoder`. Empty and 0 where nothing is known of it.
    public let file: String, line: Int

    package init(_ kind: Kind, _ subject: String, at place: String = "", _ problem: String, remedy: String, site: CallSite? = nil) {
        self.kind = kind; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
        file = site.map { "\($0.file)" } ?? ""
        line = site.map { Int($0.line) } ?? 0
    }
    /// The whole message as one line: call site, place, subject, problem, remedy, kind.
    public var description: String {
        (file.isEmpty ? "" : "\(file):\(line): ") + (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(kind.rawValue)]"
    }
    /// The same mistake at the same place in the source is told once, whichever frame it is met in; where no place is known, the same words.
    var identity: String { "\(kind.rawValue)|\(subject)|" + (file.isEmpty ? problem : "\(file):\(line)") }
}

/// What a device in validation mode has told.
package final class ValidationLog {
    /// The most reports that are kept and told: a program that makes new names for ever shall not fill the memory.
    static let limit = 1000
    private(set) var reports: [ValidationReport] = []
    private var told: Set<String> = []
    var handler: ((ValidationReport) -> Void)?

    package init() {}

    package func add(_ report: ValidationReport) {
        guard told.count < Self.limit, told.insert(report.identity).inserted else { return }
        reports.append(report)
        if let handler { return handler(report) }
        let line = Array(("validation: \(report)\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

extension Device {
    /// The mistakes that validation mode has found so far, each once; the first 1000. Empty where `Options.validation` is off.
    public var validationReports: [ValidationReport] { validation?.reports ?? [] }
    /// Is told of each new report, on the thread that submits; nil: a line on standard error tells it. Has no effect where
    /// `Options.validation` is off.
    public var validationHandler: ((ValidationReport) -> Void)? {
        get { validation?.handler }
        set { validation?.handler = newValue }
    }
}

extension Device.Options {
    /// What `validation` is at first: `RASTER_VALIDATE` (1 or 0) where it is set, else whether Raster was built for debugging.
    public static let validatesByDefault: Bool = {
        if let wish = getenv("RASTER_VALIDATE") { return String(cString: wish) == "1" }
        #if DEBUG
        return true
        #else
        return false
        #endif
    }()
}
