// CaptureRequest: reads RASTER_CAPTURE, and determines the frames and the file of a capture.

import CLLVM
import Glibc

/// The frames of a device that a capture records. A frame is one `Device.submit`, or all submits in one call of `Device.frame`. The
/// first frame has the number 0.
package enum CaptureFrames: Sendable, Hashable {
    case range(ClosedRange<Int>)
    /// Only the next frame that ends with an error.
    case failing
    /// All frames until the application stops the capture.
    case endless
}

/// The value of RASTER_CAPTURE: FILE, FILE:frame=N, FILE:frames=A-B or FILE:on-error. %p in FILE means the process number.
package struct CaptureRequest: Sendable, Hashable {
    package static let variable = "RASTER_CAPTURE"
    package var path: String
    package var frames: CaptureFrames
    package init(path: String, frames: CaptureFrames) { self.path = path; self.frames = frames }

    /// Throws `invalidArgument` if the text after the last colon begins like a choice of frames but is not a valid choice. Any
    /// other text after a colon belongs to the path.
    package init(_ text: String) throws(RasterError) {
        func refusal(_ problem: String) -> RasterError {
            RasterError(.invalidArgument, "\(CaptureRequest.variable)=\(text)", problem, remedy: "write FILE, FILE:frame=N, FILE:frames=A-B or FILE:on-error")
        }
        guard !text.isEmpty else { throw refusal("names no file") }
        path = text
        frames = .range(0...0)
        guard let colon = text.lastIndex(of: ":") else { return }
        let choice = text[text.index(after: colon)...]
        if choice == "on-error" {
            frames = .failing
        } else if choice.hasPrefix("frame=") {
            guard let number = Int(choice.dropFirst(6)), number >= 0 else { throw refusal("has no number after 'frame='") }
            frames = .range(number...number)
        } else if choice.hasPrefix("frames=") {
            let ends = choice.dropFirst(7).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last else { throw refusal("has no range after 'frames='") }
            frames = .range(first...last)
        } else {
            return
        }
        path = String(text[..<colon])
        guard !path.isEmpty else { throw refusal("names no file") }
    }

    /// Returns the capture that the environment requests; nil if the environment requests no capture, or if the application has more rights
    /// than its caller (a setuid program).
    package static func fromEnvironment() throws(RasterError) -> CaptureRequest? {
        guard let value = RasterEnvironment(variable).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return try CaptureRequest(value)
    }

    /// Whether the environment still requests captures. The application may have removed the variable since the process started.
    static var isAskedStill: Bool { RasterEnvironment(variable) != nil }

    /// Returns the path for the next device of the run: the requested path, then the same path with -2, -3 … at its end. Each %p is
    /// replaced by the process number.
    package func claimedPath() -> String {
        let path = expandedPath, number = CaptureRun.next(CaptureRequest.absolute(path))
        return number == 1 ? path : "\(path)-\(number)"
    }
    /// The requested path, in which the process number replaces each %p.
    var expandedPath: String { path.split(separator: "%p", omittingEmptySubsequences: false).joined(separator: "\(getpid())") }
    /// Makes paths absolute, because the processes of one run may have different working folders.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
