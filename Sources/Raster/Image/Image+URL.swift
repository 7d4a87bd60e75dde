// Image+URL: reads pictures from file URLs. Textures and models call `filePath` too.

import FoundationEssentials

extension URL {
    /// Returns the path of the file. Throws `unsupported` if the URL is not a file URL.
    package func filePath() throws(RasterError) -> String {
        guard isFileURL else {
            throw RasterError(.unsupported, "URL '\(absoluteString)'", "does not name a file", remedy: "use a file URL, or load its bytes yourself")
        }
        return path
    }
}

extension Image {
    /// Reads the picture file at a file URL. Throws the errors of `init(contentsOf:byteLimit:)` for a path, and `unsupported`
    /// for any other URL.
    public init(contentsOf url: URL, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        self = try Image.read(from: url.filePath(), byteLimit: byteLimit)
    }
}
