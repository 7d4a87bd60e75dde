// Captures a share of the cases, and draws the captured frames again on both renderers.

import Foundation
import FrameCapture
import Raster

extension FuzzCase {
    /// Whether the case is also captured. Capturing a case takes as long as drawing the case in two more configurations. Cases of the
    /// driver are not captured, because the driver makes its own devices.
    package var isCaptured: Bool { seed % 16 == 3 && !(self is DriverCase) }

    /// Draws the case while its frames are captured, and draws the frames again. Returns a sentence if the bits differ or the file is
    /// wrong; else nil.
    package func differenceOfCapture(_ configuration: FuzzConfiguration) throws -> String? {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString).rcap").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            let device = try configuration.makeDevice()
            try device.startCapture(to: path)
            _ = outcome(on: device)
            try device.stopCapture()
            let capture = try Capture(contentsOf: path)
            try capture.check()
            for frame in capture.frames.prefix(4) {
                let report = try capture.verify(frame, ways: [.reference, .jit(lanes: configuration.lanes, isBaseline: true)])
                if let wrong = report.results.first(where: { $0.difference != nil }) {
                    return "capture: frame \(frame.number), \(wrong.way): \(wrong.difference ?? "")"
                }
            }
            return nil
        } catch let error as RasterError {
            return "capture: \(error)"
        }
    }
}
