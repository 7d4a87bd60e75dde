// Device+Frame: frames of several submits.

extension Device {
    /// Draws a frame of several submits: all that `body` submits is one frame to whoever captures it, with its draws numbered through. What
    /// `body` writes into textures and buffers between its submits belongs to the frame as well. Without this call each `submit` is a frame
    /// of its own.
    ///
    /// A frame inside of another is a part of it. Other threads are refused until `body` is over. A capture that `body` begins has the rest of
    /// the frame. A submit that fails ends the frame for a capture: what follows is another.
    /// - Parameters:
    ///   - label: The frame's name in a capture; that of its first encoder where it is empty.
    ///   - body: Submits, and whatever lies between.
    /// - Throws: What `body` throws; `fileNotWritable` where a capture of the frame cannot be written; `deviceInUse`.
    public func frame<Result>(label: String = "", _ body: () throws -> Result) throws -> Result {
        try use {
            if frameLabel != nil { return try body() }
            frameLabel = label
            observer?.willBeginFrame(label: label)
            let result: Result
            do { result = try body() } catch {
                // The error of `body` counts; the observer's own can only follow from it.
                try? endFrame()
                throw error
            }
            try endFrame()
            return result
        }
    }
    private func endFrame() throws {
        frameLabel = nil
        guard let observer else { return }
        defer { dropFinishedObserver() }
        try observer.didEndFrame()
    }
}
