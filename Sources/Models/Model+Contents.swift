// Model+Contents: models by the spelling that pictures and textures have too.

import FoundationEssentials
import Raster

extension Model {
    /// Loads the model at `path`. Lines and points are left out, polygons become triangles; missing normals are made smooth but over creases
    /// of more than 60°; skins, animations and cameras are not applied, and `warnings` says so.
    /// - Parameters:
    ///   - path: A file whose name ends in one of `fileExtensions`.
    ///   - timeLimit: Up to a day for the importer.
    ///   - memoryLimit: Bytes that the importer may take.
    /// - Throws: `RasterError` with `fileNotReadable`, `unsupported` (another format or version, a compression, points and lines alone), `invalidModel` (damaged, or
    ///   no triangles) or `invalidSize` (over the limits).
    public init(contentsOf path: String, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        self = try Model.load(path, timeLimit: timeLimit, memoryLimit: memoryLimit)
    }
    /// Loads the model that a file URL names. Throws as `init(contentsOf:timeLimit:memoryLimit:)` of a path, and `unsupported` for another URL.
    public init(contentsOf url: URL, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        self = try Model.load(url.filePath(), timeLimit: timeLimit, memoryLimit: memoryLimit)
    }
}
