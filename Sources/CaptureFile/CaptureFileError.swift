/// An error that occurs while a capture is read or written. The target CaptureFile has no access to `RasterError`; Raster converts
/// a CaptureFileError into a `RasterError`.
@usableFromInline package struct CaptureFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The file does not exist, or the process has no permission to read it.
        case notReadable
        /// The file cannot be created or written.
        case notWritable
        /// Another writer has the file open, in this process or in another process.
        case inUse
        /// The file is no capture, ends too early, or has bytes that have changed since they were written.
        case damaged
        /// A newer version of Raster made the capture.
        case unsupported
    }
    package var code: Code
    package var subject: String
    package var problem: String
    package var remedy: String

    package init(_ code: Code, _ subject: String, _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.problem = problem; self.remedy = remedy
    }
    @usableFromInline package var description: String { "\(subject) \(problem); \(remedy)" }

    /// Returns the error for bytes that have changed since they were written.
    package static func damaged(_ subject: String, _ problem: String) -> CaptureFileError {
        CaptureFileError(.damaged, subject, problem, remedy: "capture the frame again")
    }
}
