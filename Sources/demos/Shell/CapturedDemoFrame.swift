// CapturedDemoFrame: the frame of a demo that --capture takes.

import Raster

package struct CapturedDemoFrame: Sendable, Equatable {
    package var path: String
    /// 0 for the first frame.
    package var number: Int
    package init(path: String, number: Int) { self.path = path; self.number = number }

    /// Draws a frame, and captures all that is submitted for it when it is the one.
    func draw<Result>(frame: Int, on device: Device, _ body: () throws -> Result) throws -> Result {
        guard frame == number else { return try body() }
        try device.startCapture(to: path)
        let result: Result
        do {
            result = try body()
        } catch {
            // The frame that fails is worth most; its error counts.
            try? device.stopCapture()
            throw error
        }
        try device.stopCapture()
        return result
    }
}
