import Foundation
import FrameCapture
import Raster

/// A picture that a test drew, with a capture of the frame.
///
/// The capture is a temporary file that exists as long as the `DrawnFrame`. If `expectPicture` finds a difference, `expectPicture` keeps a
/// copy of the capture.
public final class DrawnFrame: Sendable {
    /// The picture: 8 bits per channel, the top row first.
    public let picture: Image
    /// The path of the capture; nil if no capture was made.
    let capture: String?
    /// The reason why no capture was made; nil if a capture was made.
    let captureProblem: String?

    /// Draws a frame, and reads a target's picture.
    /// - Parameters:
    ///   - target: The framebuffer to read.
    ///   - attachment: The number of the framebuffer's colour attachment to read.
    ///   - device: The device that draws.
    ///   - label: A name for the frame, which appears in the capture.
    ///   - capturing: Whether to make a capture, a file with all textures and buffers that the frame reads. Without a capture, a
    ///     difference has no explanation.
    ///   - draw: Records the frame.
    /// - Throws: The errors of `draw` and `Device.submit`; `RasterError` with `invalidArgument` if the target has no such
    ///   attachment.
    public init(_ target: Framebuffer, attachment: Int = 0, on device: Device, label: String = "", capturing: Bool = true,
                draw: (inout CommandEncoder) throws -> Void) throws {
        var path: String?, problem: String?
        if !capturing {
            problem = "the frame was drawn with capturing: false"
        } else if device.isCapturing {
            problem = "the device is writing another capture"
        } else {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("frame-\(UUID().uuidString).rcap").path
            do {
                try device.captureNextFrame(to: file)
                path = file
            } catch { problem = "\(error)" }
        }
        do {
            var encoder = device.makeCommandEncoder(label: label)
            try draw(&encoder)
            try device.submit(encoder)
            picture = try target.readImage(attachment: attachment)
        } catch {
            if let path {
                try? device.stopCapture()
                try? FileManager.default.removeItem(atPath: path)
            }
            throw error
        }
        capture = path
        captureProblem = problem
    }
    deinit {
        if let capture { try? FileManager.default.removeItem(atPath: capture) }
    }
}
