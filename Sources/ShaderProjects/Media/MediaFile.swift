// MediaFile: recognises files of sounds, videos and volumes by their file extensions.

extension ShaderProject.Content {
    private static let videoExtensions: Set<String> = ["mp4", "webm", "mov", "mkv", "avi", "gif"]

    /// Creates the content of a sound file, a video file or a volume file; nil for other files.
    package init?(mediaFile path: String) {
        switch path.fileExtension {
        case let ending where SoundFile.extensions.contains(ending): self = .audio(path: path)
        case let ending where Self.videoExtensions.contains(ending): self = .video(path: path)
        case "bin": self = .volume(path: path)
        default: return nil
        }
    }
}
