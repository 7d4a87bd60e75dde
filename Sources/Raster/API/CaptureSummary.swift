/// The size of a finished capture, and the time that capturing took in addition to drawing; see `Device.lastCapture`.
public struct CaptureSummary: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The number of frames in the file.
    public var frameCount: Int
    /// The size of the file in bytes.
    public var byteCount: Int
    /// The time for finding and describing the resources on which the frames depend, and for hashing the contents of these resources.
    public var recordingTime: Duration
    /// The time for compression, checksums and writing. Contents that are already in the file are not written again.
    public var writingTime: Duration
}
