// Device+Frame: groups several submits into one frame.

extension Device {
    /// Groups all submits of `body` into one frame. A capture gives the frame's draws consecutive numbers, across submits. The frame
    /// includes the changes that `body` makes to textures and buffers between its submits. A `submit` outside of a call of `frame` is a
    /// frame by itself.
    ///
    /// A call inside another call of `frame` belongs to the outer frame. Other threads cannot use the device until `body` returns.
    /// A capture that starts inside `body` contains the rest of the frame. If a submit fails, the captured frame ends with this
    /// submit, and the following submits belong to another frame.
    /// - Parameters:
    ///   - label: The frame's name in a capture; if empty, the label of the first encoder.
    ///   - body: Makes the submits, and any changes between them.
    /// - Throws: The errors of `body`; `fileNotWritable` if a capture of the frame cannot be written; `deviceInUse`.
    public func frame<Result>(label: String = "", _ body: () throws -> Result) throws -> Result {
        try useByHost {
            if frameLabel != nil { return try body() }
            frameLabel = label
            observer?.willBeginFrame(label: label)
            let result: Result
            do { result = try body() } catch {
                // `body` has thrown an error, and the caller gets this error. A further error of `endFrame` is ignored, because the error
                // of `body` is the cause.
                try? endFrame()
                throw error
            }
            try endFrame()
            return result
        }
    }
    /// Begins a frame that `finishFrame` ends; does nothing if a frame has already begun. `beginFrame` and `finishFrame` serve the layer
    /// that implements OpenGL. An application that calls OpenGL marks only the ends of frames, so this layer begins the next frame at the
    /// end of each frame.
    package func beginFrame(label: String) throws {
        try use {
            if frameLabel != nil { return }
            frameLabel = label
            observer?.willBeginFrame(label: label)
        }
    }
    /// Ends the frame that `beginFrame` began; does nothing if no frame has begun.
    /// - Throws: `fileNotWritable` if a capture of the frame cannot be written; `deviceInUse`.
    package func finishFrame() throws {
        try use {
            if frameLabel != nil { try endFrame() }
        }
    }
    private func endFrame() throws {
        frameLabel = nil
        guard let observer else { return }
        defer { dropFinishedObserver() }
        try observer.didEndFrame()
    }
}
