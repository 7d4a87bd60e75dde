// CaptureRequest: what RASTER_CAPTURE asks for, and which frames go into a capture.

import CLLVM
import Glibc

/// Which frames of a device are captured. A frame is what one `Device.submit` executes, or all that a call of `Device.frame` submits; the first has the number 0.
package enum CaptureFrames: Sendable, Hashable {
    case range(ClosedRange<Int>)
    /// The next frame that ends with an error, and no other.
    case failing
    /// All until they are told to end.
    case endless
}

/// The value of RASTER_CAPTURE: FILE, FILE:frame=N, FILE:frames=A-B or FILE:on-error. %p in FILE stands for the number of the process.
package struct CaptureRequest: Sendable, Hashable {
    package static let variable = "RASTER_CAPTURE"
    package var path: String
    package var frames: CaptureFrames
    package init(path: String, frames: CaptureFrames) { self.path = path; self.frames = frames }

    /// Throws `invalidArgument` for what is written like a choice of frames and is none. A colon that is followed by anything else
    /// belongs to the path.
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

    /// The capture that the environment asks for; nil if it asks for none, and in a program that has more rights than its caller.
    package static func fromEnvironment() throws(RasterError) -> CaptureRequest? {
        guard let value = RasterEnvironment(variable).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return try CaptureRequest(value)
    }

    /// Whether the environment asks for captures now: a program may have dropped the variable.
    static var isAskedStill: Bool { RasterEnvironment(variable) != nil }

    /// The path for the next device of the run: the requested path, then the path with -2, -3 … at its end. Each %p stands for the process's number.
    package func claimedPath() -> String {
        let path = expandedPath, number = CaptureRun.next(CaptureRequest.absolute(path))
        return number == 1 ? path : "\(path)-\(number)"
    }
    /// The path with the process's number in the place of each %p.
    var expandedPath: String { path.split(separator: "%p", omittingEmptySubsequences: false).joined(separator: "\(getpid())") }
    /// Processes of one run may be in different folders.
    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
