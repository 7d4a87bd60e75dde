// Device+Capture: begins and ends captures.

extension Device {
    /// Captures the next frame into the file at `path`. An existing file is replaced. The frame is the next `submit`, or all submits in the
    /// next call of `frame(label:_:)`. Inside a call of `frame(label:_:)`, this function captures the rest of the frame. Every command is
    /// written before it is drawn, so that the file also contains a frame that crashes the application. `framescope` and the module
    /// FrameCapture read the file.
    ///
    /// If the file cannot be written completely, the `submit` of the frame throws `fileNotWritable`.
    /// - Throws: `RasterError` with `fileNotWritable` if the file cannot be created, or with `invalidArgument` if the device already
    ///   captures.
    public func captureNextFrame(to path: String) throws { try beginCapture(path, .range(0...0)) }

    /// Captures all frames until `stopCapture` into the file at `path`. An existing file is replaced. A frame is one `submit`, or all
    /// submits in one call of `frame(label:_:)`.
    /// - Throws: The errors of `captureNextFrame`.
    public func startCapture(to path: String) throws { try beginCapture(path, .endless) }

    /// Ends a capture and completes its file. Does nothing if no capture runs.
    /// - Throws: `RasterError` with `fileNotWritable`. The file still contains the frames captured earlier.
    public func stopCapture() throws {
        try use {
            let session = observer as? CaptureSession
            observer = nil
            lastCapture = nil
            try session?.stop()
            lastCapture = session?.summary
        }
    }
    /// Whether a capture runs or is about to begin.
    public var isCapturing: Bool { observer != nil }
    /// Whether draws that are recorded now may become a part of a capture.
    package var mayCaptureDraws: Bool { (observer as? CaptureSession)?.isOver == false }

    private var captureStart: RecordedOrigin {
        RecordedOrigin(program: CommandLine.arguments.first ?? "", renderer: name, shaderStepLimit: options.shaderStepLimit, servesOpenGL: options.servesOpenGL)
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
    /// Captures the frames that the environment requests. Failures are reported on standard error, and do not stop the application. When
    /// the process exits, captures that were requested but not made are reported, too.
    package func capture(_ request: CaptureRequest) {
        lastCapture = nil
        observer = CaptureSession(path: request.claimedPath(), frames: request.frames, start: captureStart, askedPath: request.expandedPath)
    }
    /// Captures the frames that RASTER_CAPTURE requests. An invalid request is reported on standard error.
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
