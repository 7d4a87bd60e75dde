/// A capture that cannot be read or written. Raster turns it into a `RasterError`, which this target lies below.
@usableFromInline package struct CaptureFileError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The file is not there, or may not be read.
        case notReadable
        /// The file cannot be made or written.
        case notWritable
        /// Another writer, of this process or of another, has the file open.
        case inUse
        /// The file is no capture, is cut off, or has other bytes than were written.
        case damaged
        /// The capture was made by a newer version.
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

    /// Bytes that were not written so.
    package static func damaged(_ subject: String, _ problem: String) -> CaptureFileError {
        CaptureFileError(.damaged, subject, problem, remedy: "capture the frame again")
    }
}
