// expectPicture: compares a test's picture with a picture in a file.

import Foundation
import FrameCapture
import Raster
import Testing

/// Expects a frame's picture to match the picture in a file.
///
/// If the pictures do not match, the function records an issue for the test. The issue gives the number of differing pixels, and the
/// position of the first differing pixel. The issue also contains the verdict of `framescope why` for this pixel. A picture of expected |
/// difference | actual and the capture are written to a folder. The environment variable `PICTURE_DIFFERENCES` names this folder; without
/// the variable, the folder is `raster-pictures` in the folder for temporary files.
///
/// With `RECORD_PICTURES=1` in the environment, the function writes the drawn picture to the file, and compares nothing. With this
/// variable, too, the function records an issue, because a run that only records pictures must not seem to pass.
/// - Parameters:
///   - frame: The drawn frame.
///   - path: The PNG (or JPEG) file. A relative path starts at the folder of the test's source file.
///   - tolerance: The allowed difference.
///   - sourceFile: The test's source file.
///   - sourceLocation: The place that the issue shows.
/// - Returns: Whether the picture matches.
@discardableResult
public func expectPicture(_ frame: DrawnFrame, matches path: String, within tolerance: PictureTolerance = .exact, sourceFile: String = #filePath,
                          sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    PictureExpectation(picture: frame.picture, frame: frame, path: path, sourceFile: sourceFile).check(within: tolerance, at: sourceLocation)
}

/// Expects a picture to match the picture in a file. The function works like `expectPicture` for a frame. A picture has no capture, so the
/// function cannot explain a difference.
/// - Parameters:
///   - picture: The drawn picture.
///   - path: The PNG (or JPEG) file. A relative path starts at the folder of the test's source file.
///   - tolerance: The allowed difference.
///   - sourceFile: The test's source file.
///   - sourceLocation: The place that the issue shows.
/// - Returns: Whether the picture matches.
@discardableResult
public func expectPicture(_ picture: Image, matches path: String, within tolerance: PictureTolerance = .exact, sourceFile: String = #filePath,
                          sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    PictureExpectation(picture: picture, frame: nil, path: path, sourceFile: sourceFile).check(within: tolerance, at: sourceLocation)
}

/// A comparison of two pictures, and the files that the comparison writes.
private struct PictureExpectation {
    let picture: Image
    let frame: DrawnFrame?
    /// The absolute path of the expected picture.
    let path: String
    private var name: String { URL(fileURLWithPath: path).lastPathComponent }

    init(picture: Image, frame: DrawnFrame?, path: String, sourceFile: String) {
        self.picture = picture; self.frame = frame
        self.path = path.hasPrefix("/") ? path : URL(fileURLWithPath: sourceFile).deletingLastPathComponent().appendingPathComponent(path).path
    }

    func check(within tolerance: PictureTolerance, at location: SourceLocation) -> Bool {
        do {
            guard let problem = try problem(within: tolerance) else { return true }
            Issue.record("\(problem)", sourceLocation: location)
        } catch {
            Issue.record(error, "the picture cannot be compared with \(path)", sourceLocation: location)
        }
        return false
    }

    private func problem(within tolerance: PictureTolerance) throws -> String? {
        let environment = ProcessInfo.processInfo.environment
        if environment["RECORD_PICTURES"] == "1" {
            try FileManager.default.createDirectory(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try picture.writePNG(to: path)
            return "\(path) was recorded: check it, then run again without RECORD_PICTURES"
        }
        let folder = environment["PICTURE_DIFFERENCES"].map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("raster-pictures")
        func file(_ suffix: String) throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let base = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
            return folder.appendingPathComponent("\(base)-\(UUID().uuidString.prefix(8))\(suffix)").path
        }
        guard FileManager.default.fileExists(atPath: path) else {
            let drawn = try file(".png")
            try picture.writePNG(to: drawn)
            return "\(path) is missing: check the drawn picture, \(drawn), and run the test once with RECORD_PICTURES=1 if it is right"
        }
        // A file without an alpha channel is treated as an opaque picture.
        let expected = try Image.read(from: path).converted(to: picture.format)
        guard let difference = PictureDifference(expected: expected, actual: picture, within: tolerance) else { return nil }
        var lines = ["\(name): \(difference)"]
        if let shown = difference.picture {
            let pictures = try file(".png")
            try shown.writePNG(to: pictures)
            lines.append("expected | difference ×32 | actual: \(pictures)")
        } else {
            let drawn = try file(".png")
            try picture.writePNG(to: drawn)
            lines.append("drawn: \(drawn)")
        }
        if let frame {
            if let capture = frame.capture {
                let kept = try file(".rcap")
                try FileManager.default.copyItem(atPath: capture, toPath: kept)
                if let first = difference.first { lines.append("why: \(reason(capture, first))") }
                lines.append("capture: \(kept)" + (difference.first.map { "; framescope pixel \(kept) \($0.x) \($0.y)" } ?? ""))
            } else if let problem = frame.captureProblem {
                lines.append("no explanation: \(problem)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns an explanation of the first pixel that differs.
    private func reason(_ file: String, _ pixel: PictureDifference.Pixel) -> String {
        do {
            let capture = try Capture(contentsOf: file)
            guard let captured = capture.frames.first else { return "the capture has no complete frame" }
            let image = captured.lastDraw(width: picture.width, height: picture.height).map { ImageChoice.target(of: $0) } ?? .result
            return try capture.explanation(x: pixel.x, y: pixel.y, in: captured, image: image).text
        } catch { return "not known: \(error)" }
    }
}
