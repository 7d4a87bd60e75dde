// Device+Capture: begins and ends captures.

extension Device {
    /// Captures the next frame into the file at `path`, which is replaced: what the next `submit` executes, or all that the next call
    /// of `frame(label:_:)` submits. All is written before it is drawn, so that a frame that ends the program is in the file. `framescope` and
    /// the module FrameCapture read it. Called inside of `frame`, it captures the rest of that frame.
    ///
    /// Where the file cannot be written to its end, that `submit` throws `fileNotWritable`.
    /// - Throws: `RasterError` with `fileNotWritable`; with `invalidArgument` while the device captures already.
    public func captureNextFrame(to path: String) throws { try beginCapture(path, .range(0...0)) }

    /// Captures what every `submit` executes, a frame each, or together what a call of `frame(label:_:)` submits, until `stopCapture`. The file
    /// at `path` is replaced.
    /// - Throws: As `captureNextFrame`.
    public func startCapture(to path: String) throws { try beginCapture(path, .endless) }

    /// Ends a capture and completes its file. Does nothing where none is going on.
    /// - Throws: `RasterError` with `fileNotWritable`; what was captured before is in the file all the same.
    public func stopCapture() throws {
        try use {
            let session = observer as? CaptureSession
            observer = nil
            lastCapture = nil
            try session?.stop()
            lastCapture = session?.summary
        }
    }
    /// Whether a capture is going on, or will begin.
    public var isCapturing: Bool { observer != nil }

    private var captureStart: RecordedOrigin {
        RecordedOrigin(program: CommandLine.arguments.first ?? "", renderer: name, shaderStepLimit: options.shaderStepLimit)
    }
    private func beginCapture(_ path: String, _ frames: CaptureFrames) throws {
        try use {
            guard observer == nil else {
                throw RasterError(.invalidArgument, "capture '\(path)'", "cannot begin while the device is already capturing",
                                  remedy: "call stopCapture first, and leave \(CaptureRequest.variable) unset")
            }
            lastCapture = nil
            let session = CaptureSession(path: path, frames: frames, start: captureStart, askedPath: nil)
            try session.begin()
            if let frameLabel { session.willBeginFrame(label: frameLabel) }
            observer = session
        }
    }
    /// Captures frames that somebody outside of the program asks for. Failures, and captures that were not made when the process exits, are told on
    /// standard error and stop nothing.
    package func capture(_ request: CaptureRequest) {
        lastCapture = nil
        observer = CaptureSession(path: request.claimedPath(), frames: request.frames, start: captureStart, askedPath: request.expandedPath)
    }
    /// Captures what RASTER_CAPTURE asks for. A request that makes no sense is told on standard error.
    package func captureAsEnvironmentAsks() {
        do {
            guard let request = try CaptureRequest.fromEnvironment() else { return }
            CaptureRun.noteDevice()
            capture(request)
        } catch {
            CaptureEnd.tell("Raster captures nothing: \(error)")
        }
    }
}
