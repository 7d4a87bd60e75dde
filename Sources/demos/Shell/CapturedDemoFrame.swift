// CapturedDemoFrame: the frame of a demo that --capture takes.

import Raster

package struct CapturedDemoFrame: Sendable, Equatable {
    package var path: String
    /// 0 for the first frame.
    package var number: Int
    package init(path: String, number: Int) { self.path = path; self.number = number }

    /// Draws a frame, and captures all that is submitted for it when it is the one.
    /// - Parameter failed: Hears why there is no capture, where the frame is wanted all the same; without it the error is thrown.
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
            // The frame that fails is worth most; its error counts.
            try? device.stopCapture()
            throw error
        }
        _ = try orTold { try device.stopCapture() }
        return result
    }
}
