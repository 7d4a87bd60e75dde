// ValidationReport: the reports of validation mode. A report describes a likely mistake in a command. OpenGL accepts commands with likely
// mistakes silently, and the application may even intend these commands.

import Glibc

/// A likely mistake in valid commands. A device with `Options.validation` looks for such mistakes in all commands that the device executes,
/// reports each mistake once, and continues to draw.
public struct ValidationReport: Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A sampler of the program has no texture. The shader reads black.
        case unboundSampler
        /// An image of the program has no texture. The shader reads zero, and the writes to the image are lost.
        case unboundImage
        /// A shader reads a texture that was never written, so the shader reads black.
        case emptyTexture
        /// A uniform that a shader reads was not set since the pass began. The uniform's value is zero.
        case unsetUniform
        /// A component of a uniform is NaN, or a component of a matrix is infinite.
        case notANumber
        /// The size of a vertex buffer's elements does not match the stride in the vertex layout.
        case elementSize
        /// An index refers to a vertex beyond the end of the buffers. All attributes of a vertex beyond the end of the buffers are zero.
        case indexOutOfRange
        /// The depth test reads a depth attachment that was never cleared or written.
        case depthNotCleared
        /// A depth or stencil test is on, but the target has no attachment for this test. Every fragment passes the test.
        case missingAttachment
        /// A fragment output has no attachment, so the output is discarded.
        case unusedOutput
        /// A draw has no vertices, or its viewport or scissor has no pixels; or a dispatch has no work groups.
        case nothingDrawn
        /// An effect uses a texture or a light, but the vertices lack the texture coordinates or normals that the effect needs.
        case missingAttribute
        /// An encoder with commands was dropped before it was submitted.
        case encoderNotSubmitted
    }
    /// The kind of mistake.
    public let kind: Kind
    /// The object with the mistake, as in `RasterError`.
    public let subject: String
    /// The first command with the mistake, such as "draw 3 of pass 'shadow'". Empty if the mistake belongs to no command.
    public let place: String
    /// The description of the mistake. The text completes the sentence that begins with `subject`.
    public let problem: String
    /// How to fix the mistake.
    public let remedy: String
    /// The source file and line of the call of `draw` or `makeCommandEncoder` that the report is about. If this call is unknown, `file`
    /// is empty and `line` is 0.
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
    /// A text that is equal for all reports of the same mistake, used to show each mistake only once. Two reports are about the
    /// same mistake if their kinds, subjects and places in the source are equal, even in different frames. If the place is unknown,
    /// the texts of the problems are compared instead.
    var identity: String { "\(kind.rawValue)|\(subject)|" + (file.isEmpty ? problem : "\(file):\(line)") }
}

/// The reports of a device in validation mode.
package final class ValidationLog {
    /// The maximum number of reports. Without this limit, an application that keeps making new names would fill the memory.
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
    /// The mistakes that validation mode has found so far, each once; at most the first 1000. Empty if `Options.validation` is off.
    public var validationReports: [ValidationReport] { validation?.reports ?? [] }
    /// A function that is called with each new report, on the thread that submits. If the handler is nil, the device prints each report as
    /// a line on standard error. The handler has no effect if `Options.validation` is off.
    public var validationHandler: ((ValidationReport) -> Void)? {
        get { validation?.handler }
        set { validation?.handler = newValue }
    }
}

extension Device.Options {
    /// The default of `validation`. This default is true if `RASTER_VALIDATE` is 1, or if the variable is not set and Raster was built for
    /// debugging.
    public static let validatesByDefault: Bool = {
        if let wish = getenv("RASTER_VALIDATE") { return String(cString: wish) == "1" }
        #if DEBUG
        return true
        #else
        return false
        #endif
    }()
}
