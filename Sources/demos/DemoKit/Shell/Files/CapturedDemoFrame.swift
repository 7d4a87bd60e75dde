// CapturedDemoFrame: the frame of a demo that the option `--capture` writes to a capture file.

import Raster

package struct CapturedDemoFrame: Sendable, Equatable {
    package var path: String
    /// The number of the frame; 0 for the first frame.
    package var number: Int
    package init(path: String, number: Int) { self.path = path; self.number = number }

    /// Draws a frame. If the frame's number is `number`, captures all commands that are submitted for the frame.
    /// - Parameter failed: Receives the reason if the capture fails; the frame is still drawn. If `failed` is nil, the error of the
    ///   capture is thrown instead.
    func draw<Result>(frame: Int, on device: Device, failed: ((any Error) -> Void)? = nil, _ body: () throws -> Result) throws -> Result {
        guard frame == number else { return try body() }
        func orTold(_ action: () throws -> Void) throws -> Bool {
            do { try action() } catch {
                guard let failed else { throw error }
                failed(error)
                return false
            }
            return true
        }
        guard try orTold({ try device.startCapture(to: path) }) else { return try body() }
        let result: Result
        do {
            result = try body()
        } catch {
            // If the frame fails, its capture is still written, because a capture of a failing frame is especially useful. If the capture
            // fails too, the frame's error is thrown.
            try? device.stopCapture()
            throw error
        }
        _ = try orTold { try device.stopCapture() }
        return result
    }
}
