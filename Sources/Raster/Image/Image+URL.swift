// Image+URL: pictures by URL, spelt as they are by path; textures and models take their paths from here, too.

import FoundationEssentials

extension URL {
    /// The path of the file that it names. Throws `unsupported` for a URL that names none.
    package func filePath() throws(RasterError) -> String {
        guard isFileURL else {
            throw RasterError(.unsupported, "URL '\(absoluteString)'", "does not name a file", remedy: "use a file URL, or load its bytes yourself")
        }
        return path
    }
}

extension Image {
    /// Reads the PNG or JPEG file that a file URL names. Throws as `init(contentsOf:byteLimit:)` of a path, and `unsupported` for another URL.
    public init(contentsOf url: URL, byteLimit: Int = Image.maximumByteCount) throws(RasterError) {
        self = try Image.read(from: url.filePath(), byteLimit: byteLimit)
    }
}
