// CapturedDemoFrame: the frame of a demo that --capture captures.

import Raster

package struct CapturedDemoFrame: Sendable, Equatable {
    package var path: String
    /// The number of the frame; 0 for the first.
    package var number: Int
    package init(path: String, number: Int) { self.path = path; self.number = number }

    /// Draws a frame. If its number is `number`, captures everything that is submitted for it.
    /// - Parameter failed: Receives the reason if there is no capture; the frame is still drawn. If nil, the error is thrown
    ///   instead.
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
            // A capture of the failing frame is the most useful one; if it fails too, the frame's error is thrown.
            try? device.stopCapture()
            throw error
        }
        _ = try orTold { try device.stopCapture() }
        return result
    }
}
