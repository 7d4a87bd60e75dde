import Foundation
import FrameCapture
import Raster

/// A picture that a test drew, together with a capture of how it was drawn.
///
/// The capture lies in the folder for temporary files as long as the frame is in use. It is kept when `expectPicture` finds a difference.
public final class DrawnFrame: Sendable {
    /// The picture: 8 bits a channel, the top row first.
    public let picture: Image
    /// Where the capture is; nil where none was made.
    let capture: String?
    /// Why there is no capture; nil where there is one.
    let captureProblem: String?

    /// Draws and reads a target's picture.
    /// - Parameters:
    ///   - target: The framebuffer whose picture it is.
    ///   - attachment: The number of its colour attachment.
    ///   - device: The device that draws.
    ///   - label: A name for the frame, which its capture shows.
    ///   - capturing: Whether a capture is made: all textures and buffers that the frame reads are written to a file then. Without one, a
    ///     difference is told without its reason.
    ///   - draw: Records the frame.
    /// - Throws: As `draw` and `Device.submit` do, and `RasterError` with `invalidArgument` where the target has no such attachment.
    public init(_ target: Framebuffer, attachment: Int = 0, on device: Device, label: String = "", capturing: Bool = true,
                draw: (inout CommandEncoder) throws -> Void) throws {
        var path: String?, problem: String?
        if !capturing {
            problem = "the frame was drawn with capturing: false"
        } else if device.isCapturing {
            problem = "the device writes another capture"
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
