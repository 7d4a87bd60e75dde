/// What a capture holds, and what it took of the program's time beyond drawing; see `Device.lastCapture`.
public struct CaptureSummary: Sendable, Hashable {
    /// The file.
    public var path: String
    /// Frames in the file.
    public var frameCount: Int
    /// Bytes of the file.
    public var byteCount: Int
    /// The time that it took to find what the frames depend on, to describe it and to tell contents apart by their hashes.
    public var recordingTime: Duration
    /// The time that compression, checksums and the file took. Contents that stand in the file already are not written again.
    public var writingTime: Duration
}
